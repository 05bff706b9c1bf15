//! The merchant's office.

mod frame;
mod labels;
mod orders;
mod preview;
mod sale;
mod sales;
mod sign_in;
mod standing;

pub use orders::SaleOrdersPage;
pub use preview::{PreviewPage, SeenPage};
pub use sale::{EditSalePage, NewSalePage};
pub use sales::OurSalesPage;
pub use sign_in::OfficeSignInPage;

use crate::ui::Lang;

const SIGN_IN: &str = "office/sign-in";

/// The path of the list of sales.
fn sales_path(lang: Lang) -> String {
    format!("{}/office/sales", lang.home())
}
