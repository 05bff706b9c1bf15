//! Lists of sales.

use seckill::{ActivityCard, ActivityId, Error, Page, Shop};

use crate::pages::Trouble;

/// Sales in one page of the list.
const PAGE_SIZE: i64 = 24;

/// The sales that come after `cursor`, or the first ones.
pub async fn sales(shop: Shop, cursor: Option<String>) -> Result<Page<ActivityCard>, Trouble> {
    let cursor = cursor.map(|cursor| cursor.parse::<ActivityId>()).transpose().map_err(|_| Trouble::NotFound)?;
    shop.activities(None, cursor, PAGE_SIZE).await.map_err(|error| match error {
        Error::Refused(_) => Trouble::NotFound,
        Error::OutcomeUnknown(_) | Error::Unavailable { .. } | Error::Internal(_) => {
            tracing::error!(error = &error as &dyn std::error::Error, "the list of sales cannot be read");
            Trouble::Unavailable
        }
    })
}
