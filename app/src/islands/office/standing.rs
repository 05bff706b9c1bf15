//! How the form and what is stored stand to each other, and the calls between them.

use super::{row::Row, sale::Sale};

/// What a save is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wish {
    /// Nobody asked: what is wrong is not shown yet.
    ByItself,
    /// The button.
    Keep,
    /// To look at it.
    Preview,
    /// To publish it.
    Publish,
}

/// How what is typed and what is stored stand to each other.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// The same; with the time of the last save, if there was one.
    Saved(Option<String>),
    /// There is more in the form.
    Unsaved,
    /// On its way.
    Saving,
    /// Something is wrong with a field.
    Refused,
    /// Nobody answered.
    Lost,
    /// It cannot be saved, in words.
    Failed(String),
    /// Whoever sits here is not signed in any more.
    SignedOut,
    /// Somebody else saved; theirs.
    Conflict(Box<Sale>),
}

/// A call that changes the sale.
#[derive(Clone)]
pub struct Call {
    /// How.
    pub method: &'static str,
    /// Where to.
    pub url: String,
    /// The same call has the same key, however often it is sent.
    pub key: String,
    /// What is sent.
    pub json: String,
    /// What was typed.
    pub typed: String,
    /// The items that it was made of.
    pub rows: Vec<Row>,
    /// What it is for.
    pub wish: Wish,
    /// It publishes what is stored.
    pub publishes: bool,
}
