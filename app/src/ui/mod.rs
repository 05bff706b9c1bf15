//! What pages share: languages, words, times and the frame around them.

mod en;
mod frame;
mod lang;
mod when;
mod words;
mod zh;

pub use frame::Frame;
pub use lang::Lang;
pub use when::{Moment, When};
pub use words::Words;
