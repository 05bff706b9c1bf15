//! A shopper's orders.

use super::{Error, Shop, Viewer, browse::cut};
use crate::{Order, OrderId, Page};

impl Shop {
    /// The shopper's orders, newest first; `limit` between 1 and 100.
    pub async fn orders(&self, viewer: Viewer, cursor: Option<OrderId>, limit: i64) -> Result<Page<Order>, Error> {
        let limit = limit.clamp(1, 100);
        let rows = self.inner.store.orders(viewer.shopper, None, cursor, limit + 1).await?;
        let (items, next_cursor) = cut(rows, limit, |order| order.id.to_string());
        Ok(Page { items, next_cursor, server_time_ms: self.now() })
    }

    /// One of the shopper's orders.
    pub async fn order(&self, viewer: Viewer, id: OrderId) -> Result<Order, Error> {
        self.inner.store.orders(viewer.shopper, Some(id), None, 1).await?.pop().ok_or_else(Error::not_found)
    }
}
