//! All that runs in the browser. Each bundle holds its own islands: the shop's is what a crowd loads.

mod fetch;
#[cfg(any(feature = "ssr", feature = "shop"))]
mod listed;
#[cfg(any(feature = "ssr", feature = "office"))]
pub mod office;
#[cfg(any(feature = "ssr", feature = "shop"))]
pub mod shop;
mod texts;
