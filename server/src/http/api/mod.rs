//! One file a noun. A handler takes the request apart, makes one call to [`seckill::Shop`] and wraps what comes back.

pub(crate) mod activities;
pub(crate) mod attempts;
pub(crate) mod auth;
pub(crate) mod health;
pub(crate) mod me;
pub(crate) mod media;
pub(crate) mod merchant;
pub(crate) mod orders;
pub(crate) mod tickets;
