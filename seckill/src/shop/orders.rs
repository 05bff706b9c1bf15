//! A shopper's orders.

use super::{Error, Shop, Viewer};
use crate::{Order, OrderId, Page};

impl Shop {
    /// The shopper's orders, newest first; `limit` between 1 and 100.
    pub async fn orders(&self, viewer: Viewer, cursor: Option<OrderId>, limit: i64) -> Result<Page<Order>, Error> {
        let limit = limit.clamp(1, 100);
        let mut items = self.inner.store.orders(viewer.shopper, None, cursor, limit + 1).await?;
        let more = items.len() > usize::try_from(limit).unwrap_or(0);
        items.truncate(usize::try_from(limit).unwrap_or(0));
        let next_cursor = items.last().filter(|_| more).map(|last| last.id.to_string());
        Ok(Page { items, next_cursor, server_time_ms: self.now() })
    }

    /// One of the shopper's orders.
    pub async fn order(&self, viewer: Viewer, id: OrderId) -> Result<Order, Error> {
        self.inner.store.orders(viewer.shopper, Some(id), None, 1).await?.pop().ok_or_else(Error::not_found)
    }
}
