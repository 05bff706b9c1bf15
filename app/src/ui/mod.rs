//! What pages share: languages, words, times and the frame around them.

mod frame;
mod lang;
mod when;
pub(crate) mod words;

pub use frame::{Frame, TabTitle, in_head, switched_page};
pub use lang::Lang;
pub use when::{Moment, When, moment_of};
pub(crate) use words::say;
