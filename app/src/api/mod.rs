//! What pages ask of the shop: parse, one call, map.

mod sales;

pub use sales::sales;
