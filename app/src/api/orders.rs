//! What belongs to the shopper who asks.

use std::time::Duration;

use seckill::{Order, OrderId, Page, Person, Shop, TicketStatus, Viewer};

use super::trouble;
use crate::{pages::Trouble, who};
use axum::http::request::Parts;

/// Orders in one page of the list.
const PAGE_SIZE: i64 = 20;
/// How long a page waits for the end of a ticket.
const PATIENCE: Duration = Duration::from_secs(3);

/// An answer for a shopper, or for nobody.
pub enum Asked<T> {
    /// Nobody is signed in.
    SignIn,
    /// What was asked for.
    Found(T),
}

/// The shopper's orders after `cursor`, and who they are.
pub async fn orders(shop: Shop, parts: Parts, cursor: Option<String>) -> Result<Asked<(Person, Page<Order>)>, Trouble> {
    let cursor = cursor.map(|cursor| cursor.parse::<OrderId>()).transpose().map_err(|_| Trouble::NotFound)?;
    let Some(viewer) = viewer(&shop, &parts).await? else { return Ok(Asked::SignIn) };
    let person = shop.me(viewer).await.map_err(|error| trouble(error, "an account"))?;
    let page = shop.orders(viewer, cursor, PAGE_SIZE).await.map_err(|error| trouble(error, "orders"))?;
    Ok(Asked::Found((person, page)))
}

/// One of the shopper's orders.
pub async fn order(shop: Shop, parts: Parts, id: Option<String>) -> Result<Asked<Order>, Trouble> {
    let Some(viewer) = viewer(&shop, &parts).await? else { return Ok(Asked::SignIn) };
    let id = id.and_then(|id| id.parse::<OrderId>().ok()).ok_or(Trouble::NotFound)?;
    shop.order(viewer, id).await.map(Asked::Found).map_err(|error| trouble(error, "an order"))
}

/// How one of the shopper's tickets stands; waits a little for its end.
pub async fn ticket(shop: Shop, parts: Parts, ticket: Option<String>) -> Result<Asked<TicketStatus>, Trouble> {
    let Some(viewer) = viewer(&shop, &parts).await? else { return Ok(Asked::SignIn) };
    let status = shop.ticket(viewer, &ticket.unwrap_or_default(), PATIENCE).await;
    status.map(Asked::Found).map_err(|error| trouble(error, "a ticket"))
}

async fn viewer(shop: &Shop, parts: &Parts) -> Result<Option<Viewer>, Trouble> {
    who::viewer(shop, parts).await.map_err(|error| trouble(error, "who is signed in"))
}
