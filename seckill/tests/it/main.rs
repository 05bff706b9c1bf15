//! The engine against real stores. `REDIS_URL`, `REDIS_CLUSTER_URL` and `DATABASE_URL` name servers of the tests' own;
//! every test has a key prefix, and where it needs one a database, to itself.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod gate_accounts;
mod gate_admit;
mod gate_confirm;
mod gate_feed;
mod gate_stream;
mod shop_buy;
mod shop_crowd;
mod shop_loss;
mod shop_office;
mod shop_office_lists;
mod shop_people;
mod shop_skus;
mod shop_tickets;
mod support;
