//! Sales for everybody.

use seckill::{ActivityCard, ActivityId, ActivityNow, ActivityPage, Page, Shop};

use super::trouble;
use crate::pages::Trouble;

/// Sales in one page of the list.
const PAGE_SIZE: i64 = 24;

/// The sales that come after `cursor`, or the first ones.
pub async fn sales(shop: Shop, cursor: Option<String>) -> Result<Page<ActivityCard>, Trouble> {
    let cursor = cursor.map(|cursor| cursor.parse::<ActivityId>()).transpose().map_err(|_| Trouble::NotFound)?;
    shop.activities(None, cursor, PAGE_SIZE).await.map_err(|error| trouble(error, "the list of sales"))
}

/// A sale's page, and what its items do now.
pub async fn sale(shop: Shop, id: Option<String>) -> Result<(ActivityPage, ActivityNow), Trouble> {
    let id = id.and_then(|id| id.parse::<ActivityId>().ok()).ok_or(Trouble::NotFound)?;
    let page = shop.activity(id).await.map_err(|error| trouble(error, "a sale"))?;
    let now = shop.activity_now(id).await.map_err(|error| trouble(error, "a sale"))?;
    Ok((page, now))
}
