//! Orders and ended tickets, for those who ask.

use uuid::Uuid;

use super::{Store, moment, unknown};
use crate::{
    ActivityId, Error, Fen, ItemId, LostReason, Order, OrderId, OrderState, ShopperId, TicketId, TicketStatus,
};

impl Store {
    /// A shopper's orders, newest first, after `cursor`; with `only`, just that one.
    pub async fn orders(
        &self,
        shopper: ShopperId,
        only: Option<OrderId>,
        cursor: Option<OrderId>,
        limit: i64,
    ) -> Result<Vec<Order>, Error> {
        let rows = sqlx::query!(
            r#"SELECT o.id, o.activity_id, o.item_id, p.title AS product_title, s.name AS sku_name, o.quantity,
                      o.unit_price_fen, o.state, o.message, o.admitted_at, o.pay_before
               FROM orders o JOIN items i ON i.id = o.item_id JOIN skus s ON s.id = i.sku_id
               JOIN products p ON p.id = s.product_id
               WHERE o.shopper_id = $1 AND o.id < $2 AND ($3::bigint IS NULL OR o.id = $3)
               ORDER BY o.id DESC LIMIT $4"#,
            shopper.get(),
            cursor.map_or(i64::MAX, OrderId::get),
            only.map(OrderId::get),
            limit
        );
        let rows = rows.fetch_all(&self.pool).await?;
        let amount = |error: crate::InvalidAmount| Error::Internal(Box::new(error));
        rows.into_iter()
            .map(|row| {
                let unit_price = Fen::new(row.unit_price_fen).map_err(amount)?;
                Ok(Order {
                    id: OrderId::new(row.id),
                    activity_id: ActivityId::new(row.activity_id),
                    item_id: ItemId::new(row.item_id),
                    product_title: row.product_title,
                    sku_name: row.sku_name,
                    quantity: row.quantity,
                    unit_price_fen: unit_price,
                    total_fen: unit_price.times(row.quantity).map_err(amount)?,
                    state: OrderState::parse(&row.state).ok_or_else(|| unknown("orders.state", &row.state))?,
                    message: row.message,
                    created_at_ms: moment(row.admitted_at),
                    pay_before_ms: moment(row.pay_before),
                })
            })
            .collect()
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
