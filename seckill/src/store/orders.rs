//! Orders and ended tickets, for those who ask.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Store, moment, unknown};
use crate::{
    ActivityId, Error, Fen, ItemId, LostReason, MerchantOrder, Order, OrderId, OrderState, ShopperId, TicketId,
    TicketStatus,
};

/// An order with the words of its item and its shopper.
struct Row {
    id: i64,
    activity_id: i64,
    activity_title: String,
    time_zone: String,
    item_id: i64,
    product_title: String,
    sku_name: String,
    code: String,
    login: String,
    quantity: i64,
    unit_price_fen: i64,
    state: String,
    message: String,
    admitted_at: DateTime<Utc>,
    pay_before: DateTime<Utc>,
}

impl Row {
    fn read(self) -> Result<MerchantOrder, Error> {
        let amount = |error: crate::InvalidAmount| Error::Internal(Box::new(error));
        let unit_price = Fen::new(self.unit_price_fen).map_err(amount)?;
        let order = Order {
            id: OrderId::new(self.id),
            activity_id: ActivityId::new(self.activity_id),
            activity_title: self.activity_title,
            time_zone: self.time_zone,
            item_id: ItemId::new(self.item_id),
            product_title: self.product_title,
            sku_name: self.sku_name,
            quantity: self.quantity,
            unit_price_fen: unit_price,
            total_fen: unit_price.times(self.quantity).map_err(amount)?,
            state: OrderState::parse(&self.state).ok_or_else(|| unknown("orders.state", &self.state))?,
            message: self.message,
            created_at_ms: moment(self.admitted_at),
            pay_before_ms: moment(self.pay_before),
        };
        Ok(MerchantOrder { order, shopper: self.login, sku_code: self.code })
    }
}

impl Store {
    /// A shopper's orders, newest first, after `cursor`; with `only`, just that one.
    pub async fn orders(
        &self,
        shopper: ShopperId,
        only: Option<OrderId>,
        cursor: Option<OrderId>,
        limit: i64,
    ) -> Result<Vec<Order>, Error> {
        let rows = sqlx::query_as!(
            Row,
            r#"SELECT o.id, o.activity_id, a.title AS activity_title, a.time_zone, o.item_id, p.title AS product_title,
                      s.name AS sku_name, s.code, b.login, o.quantity, o.unit_price_fen, o.state, o.message,
                      o.admitted_at, o.pay_before
               FROM orders o JOIN activities a ON a.id = o.activity_id JOIN items i ON i.id = o.item_id
               JOIN skus s ON s.id = i.sku_id JOIN products p ON p.id = s.product_id
               JOIN shoppers b ON b.id = o.shopper_id
               WHERE o.shopper_id = $1 AND o.id < $2 AND ($3::bigint IS NULL OR o.id = $3)
               ORDER BY o.id DESC LIMIT $4"#,
            shopper.get(),
            cursor.map_or(i64::MAX, OrderId::get),
            only.map(OrderId::get),
            limit
        );
        rows.fetch_all(&self.pool).await?.into_iter().map(|row| Ok(row.read()?.order)).collect()
    }

    /// A sale's orders, newest first, after `cursor`.
    pub async fn activity_orders(
        &self,
        activity: ActivityId,
        cursor: Option<OrderId>,
        limit: i64,
    ) -> Result<Vec<MerchantOrder>, Error> {
        let rows = sqlx::query_as!(
            Row,
            r#"SELECT o.id, o.activity_id, a.title AS activity_title, a.time_zone, o.item_id, p.title AS product_title,
                      s.name AS sku_name, s.code, b.login, o.quantity, o.unit_price_fen, o.state, o.message,
                      o.admitted_at, o.pay_before
               FROM orders o JOIN activities a ON a.id = o.activity_id JOIN items i ON i.id = o.item_id
               JOIN skus s ON s.id = i.sku_id JOIN products p ON p.id = s.product_id
               JOIN shoppers b ON b.id = o.shopper_id
               WHERE o.activity_id = $1 AND o.id < $2
               ORDER BY o.id DESC LIMIT $3"#,
            activity.get(),
            cursor.map_or(i64::MAX, OrderId::get),
            limit
        );
        rows.fetch_all(&self.pool).await?.into_iter().map(Row::read).collect()
    }

    /// How a ticket ended, if it did.
    pub async fn ticket_end(&self, ticket: TicketId) -> Result<Option<TicketStatus>, Error> {
        let row = sqlx::query!(
            r#"SELECT id AS order_id, NULL AS reason FROM orders WHERE ticket = $1
               UNION ALL SELECT NULL, reason FROM lost_tickets WHERE ticket = $1"#,
            Uuid::from_u128(ticket.get())
        );
        let Some(row) = row.fetch_optional(&self.pool).await? else { return Ok(None) };
        Ok(match (row.order_id, row.reason) {
            (Some(order), _) => Some(TicketStatus::Won(OrderId::new(order))),
            (None, Some(reason)) => {
                let parsed = LostReason::parse(&reason).ok_or_else(|| unknown("lost_tickets.reason", &reason))?;
                Some(TicketStatus::Lost(parsed))
            }
            (None, None) => None,
        })
    }
}
