//! The server as its callers see it: real stores, no socket.
//!
//! `DATABASE_URL` names a Postgres that may be thrown away; each test makes a database of its own in it. `REDIS_URL`
//! names a Redis; each test has a prefix of its own.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod access;
mod browser;
mod buying;
mod foreign;
mod health;
mod images;
mod kill;
mod limits;
mod numbers;
mod office;
mod openapi;
mod outage;
mod paging;
mod problems;
mod process;
mod proxy;
mod restart;
mod richtext;
mod sale;
mod stage;
mod text;
