//! The pages.

mod sales;
mod trouble;

pub use sales::Sales;
pub use trouble::{Trouble, TroublePage};
