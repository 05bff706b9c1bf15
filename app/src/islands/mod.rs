//! All that runs in the browser.

mod clock;
mod countdown;
mod offset;
mod sale_clock;

pub use sale_clock::{ClockTexts, SaleClock};
