//! The islands of the merchant's office.

mod calls;
mod complaints;
mod cover;
mod dialogs;
mod draft;
mod fields;
mod form;
mod items;
mod row;
mod sale;
mod saver;
mod standing;
mod texts;
mod when;
mod zones;

pub use form::SaleForm;
pub use sale::Sale;
pub use texts::FormTexts;
