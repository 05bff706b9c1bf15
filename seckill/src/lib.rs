//! What a flash sale is.
//!
//! Without features this crate is words only: ids, money, time, phases, admissions, order states and the
//! payloads of jobs. They build for the browser as well as for the server. The feature `backend` adds
//! [`Shop`], the single door to everything that happens, and behind it the gate (Redis) and the store
//! (Postgres). The contract is in the project's README under "where to look for what".

mod activity;
mod activity_form;
mod admission;
mod entry;
mod field;
mod ids;
mod login;
mod money;
mod order;
mod phase;
mod picture;
mod refusal;
mod ticket;
mod time;

pub use activity::*;
pub use activity_form::*;
pub use admission::*;
pub use entry::*;
pub use field::*;
pub use ids::*;
pub use login::*;
pub use money::*;
pub use order::*;
pub use phase::*;
pub use picture::*;
pub use refusal::*;
pub use ticket::*;
pub use time::*;

#[cfg(feature = "backend")]
mod blocking;
#[cfg(feature = "backend")]
pub mod gate;
#[cfg(feature = "backend")]
mod media;
#[cfg(feature = "backend")]
mod password;
#[cfg(feature = "backend")]
mod shop;
#[cfg(feature = "backend")]
mod sign;
#[cfg(feature = "backend")]
pub mod store;
#[cfg(feature = "backend")]
pub use store::migrate;

#[cfg(feature = "backend")]
pub use media::{Media, MediaFile};
#[cfg(feature = "backend")]
pub use shop::*;
#[cfg(feature = "backend")]
pub use sign::{Secret, WeakSecret};
