//! The islands of the shop.

mod attempt;
mod buy;
mod calls;
mod clock;
mod countdown;
mod face;
mod goods;
mod json;
mod memory;
mod offset;
mod own_time;
mod press;
mod sale_clock;
mod texts;
mod watch;

pub use buy::{Buy, OnSale};
pub use goods::Good;
pub use own_time::OwnTime;
pub use sale_clock::{ClockTexts, SaleClock};
pub use texts::BuyTexts;
pub use watch::{ItemSeen, Watched};
