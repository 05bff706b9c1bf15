//! The browser bundle.
