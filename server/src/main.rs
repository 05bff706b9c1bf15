//! Sluice.
fn main() {}
