//! What pages ask of the shop, and what their forms post: parse, one call, map.

mod account;
mod buy;
mod local_path;
mod office;
mod orders;
mod sales;

use axum::http::request::Parts;
use leptos::prelude::expect_context;
use seckill::{Error, Refusal, Shop};

use crate::pages::Trouble;

pub use account::{AccountProblem, OfficeSignIn, Register, SignIn, SignOut, typed_login};
pub use buy::{Buy, answer_words};
pub use local_path::LocalPath;
pub use office::{Desk, desk, orders_of_sale, our_sale, our_sales, preview};
pub use orders::{Asked, order, orders, ticket};
pub use sales::{sale, sales};

/// The shop and the request in context.
fn context() -> (Shop, Parts) {
    (expect_context(), expect_context())
}

/// What a reader sees of an error; the log gets the rest.
fn trouble(error: Error, what: &str) -> Trouble {
    match error {
        Error::Refused(Refusal::Overloaded) => Trouble::Unavailable,
        Error::Refused(_) => Trouble::NotFound,
        Error::OutcomeUnknown(_) | Error::Unavailable { .. } | Error::Internal(_) => {
            tracing::error!(error = &error as &dyn std::error::Error, "{what} cannot be shown");
            Trouble::Unavailable
        }
    }
}
