//! Builds the site.
fn main() {}
