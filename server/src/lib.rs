//! The server.

pub mod jobs;
pub mod schedule;
