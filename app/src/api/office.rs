//! What a merchant's people read.

use axum::http::request::Parts;
use seckill::{
    ActivityId, ActivityNow, ActivityPage, Colleague, MerchantActivity, MerchantOrder, OrderId, Page, Role, Shop,
    Staff, Stage,
};

use super::{Asked, trouble};
use crate::{pages::Trouble, who};

/// Rows in one page of a list.
const PAGE_SIZE: i64 = 25;

/// Who sits in the office.
#[derive(Debug, Clone)]
pub struct Desk {
    /// What they may do, and for whom.
    pub staff: Staff,
    /// In words.
    pub colleague: Colleague,
}

impl Desk {
    /// Whether they may change anything.
    pub fn may_edit(&self) -> bool {
        self.staff.role >= Role::Editor
    }
}

/// Whoever sits there, and nothing else.
pub async fn desk(shop: Shop, parts: Parts) -> Result<Asked<Desk>, Trouble> {
    let staff = who::staff(&shop, &parts).await.map_err(|error| trouble(error, "who is signed in"))?;
    let Some(staff) = staff else { return Ok(Asked::SignIn) };
    let colleague = shop.colleague(staff).await.map_err(|error| trouble(error, "a person of a merchant"))?;
    Ok(Asked::Found(Desk { staff, colleague }))
}

/// The merchant's sales after `cursor`, with `stage` those that stand there.
pub async fn our_sales(
    shop: Shop,
    parts: Parts,
    stage: Option<String>,
    cursor: Option<String>,
) -> Result<Asked<(Desk, Option<Stage>, Page<MerchantActivity>)>, Trouble> {
    let stage = stage.map(|word| Stage::parse(&word).ok_or(Trouble::NotFound)).transpose()?;
    let cursor = cursor.map(|cursor| cursor.parse()).transpose().map_err(|_| Trouble::NotFound)?;
    let Asked::Found(desk) = desk(shop.clone(), parts).await? else { return Ok(Asked::SignIn) };
    let page = shop.merchant_activities(desk.staff, stage, cursor, PAGE_SIZE).await;
    Ok(Asked::Found((desk, stage, page.map_err(|error| trouble(error, "a merchant's sales"))?)))
}

/// One of the merchant's sales.
pub async fn our_sale(
    shop: Shop,
    parts: Parts,
    id: Option<String>,
) -> Result<Asked<(Desk, MerchantActivity)>, Trouble> {
    let Asked::Found(desk) = desk(shop.clone(), parts).await? else { return Ok(Asked::SignIn) };
    let sale = shop.merchant_activity(desk.staff, parse(id)?).await;
    Ok(Asked::Found((desk, sale.map_err(|error| trouble(error, "a merchant's sale"))?)))
}

/// The orders of one of the merchant's sales after `cursor`.
pub async fn orders_of_sale(
    shop: Shop,
    parts: Parts,
    id: Option<String>,
    cursor: Option<String>,
) -> Result<Asked<(Desk, MerchantActivity, Page<MerchantOrder>)>, Trouble> {
    let cursor = cursor.map(|cursor| cursor.parse::<OrderId>()).transpose().map_err(|_| Trouble::NotFound)?;
    let Asked::Found((desk, sale)) = our_sale(shop.clone(), parts, id).await? else { return Ok(Asked::SignIn) };
    let orders = shop.activity_orders(desk.staff, sale.id, cursor, PAGE_SIZE).await;
    Ok(Asked::Found((desk, sale, orders.map_err(|error| trouble(error, "a sale's orders"))?)))
}

/// One of the merchant's sales as a shopper would see it.
pub async fn preview(
    shop: Shop,
    parts: Parts,
    id: Option<String>,
) -> Result<Asked<(ActivityPage, ActivityNow)>, Trouble> {
    let Asked::Found(desk) = desk(shop.clone(), parts).await? else { return Ok(Asked::SignIn) };
    let seen = shop.preview(desk.staff, parse(id)?).await;
    Ok(Asked::Found(seen.map_err(|error| trouble(error, "a preview"))?))
}

fn parse(id: Option<String>) -> Result<ActivityId, Trouble> {
    id.and_then(|id| id.parse().ok()).ok_or(Trouble::NotFound)
}
