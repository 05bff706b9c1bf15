//! One binary whose roles are subcommands: the web server, the workers and the scheduler around [`seckill::Shop`].

pub mod cli;
pub mod config;
pub mod http;
pub mod jobs;
pub mod lifecycle;
mod operator;
mod roles;
pub mod schedule;
pub mod sessions;
pub mod state;
pub mod telemetry;
