//! What Postgres knows of a sale's tickets and units: the other half of the truth.

use std::collections::HashSet;

use uuid::Uuid;

use super::Store;
use crate::{ActivityId, Error, ItemId, LostReason, OrderId, OrderState, ShopperId, TicketId, TicketStatus, Winner};

/// A ticket that ended, as the ledger has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndedTicket {
    /// The ticket.
    pub ticket: TicketId,
    /// For which item.
    pub item: ItemId,
    /// Whose.
    pub shopper: ShopperId,
    /// Units.
    pub quantity: i64,
    /// The admission number.
    pub seq: i64,
    /// How it ended.
    pub status: TicketStatus,
    /// Whether its order holds units.
    pub holds_units: bool,
}

/// An item's units in the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerRow {
    /// Which item.
    pub item: ItemId,
    /// Units in the sale; `None` is unlimited.
    pub stock: Option<i64>,
    /// Units in orders that hold units.
    pub units: i64,
    /// Units of paid orders.
    pub paid: i64,
    /// Orders that hold units.
    pub orders: i64,
}

impl Store {
    /// Every ticket of a sale that ended, in the order of admission, read in parts so that no statement takes long.
    pub async fn ended_tickets(&self, activity: ActivityId) -> Result<Vec<EndedTicket>, Error> {
        let mut ended: Vec<EndedTicket> = Vec::new();
        loop {
            let after = ended.last().map_or(0, |last| last.seq);
            let part = self.ended_after(activity, after).await?;
            if part.is_empty() {
                return Ok(ended);
            }
            ended.extend(part);
        }
    }

    async fn ended_after(&self, activity: ActivityId, after: i64) -> Result<Vec<EndedTicket>, Error> {
        // `WITH TIES`, because after a loss of Redis's data two tickets may have the same admission number.
        let rows = sqlx::query!(
            r#"SELECT ticket AS "ticket!", item_id AS "item_id!", shopper_id AS "shopper_id!", quantity AS "quantity!",
                      admit_seq AS "admit_seq!", order_id, word AS "word!"
               FROM (SELECT ticket, item_id, shopper_id, quantity, admit_seq, id AS order_id, state AS word
                     FROM orders WHERE activity_id = $1 AND admit_seq > $2
                     UNION ALL
                     SELECT ticket, item_id, shopper_id, quantity, admit_seq, NULL, reason
                     FROM lost_tickets WHERE activity_id = $1 AND admit_seq > $2) ended
               ORDER BY admit_seq FETCH FIRST 20000 ROWS WITH TIES"#,
            activity.get(),
            after
        );
        let rows = rows.fetch_all(&self.pool).await?;
        rows.into_iter()
            .map(|row| {
                let odd = || super::unknown("a ticket's end", &row.word);
                let (status, holds_units) = match row.order_id {
                    Some(order) => {
                        let state = OrderState::parse(&row.word).ok_or_else(odd)?;
                        (TicketStatus::Won(OrderId::new(order)), state.holds_units())
                    }
                    None => (TicketStatus::Lost(LostReason::parse(&row.word).ok_or_else(odd)?), false),
                };
                Ok(EndedTicket {
                    ticket: TicketId::new(row.ticket.as_u128()),
                    item: ItemId::new(row.item_id),
                    shopper: ShopperId::new(row.shopper_id),
                    quantity: row.quantity,
                    seq: row.admit_seq,
                    status,
                    holds_units,
                })
            })
            .collect()
    }

    /// The highest admission number of a sale that the ledger has seen; 0 if none.
    pub async fn highest_seq(&self, activity: ActivityId) -> Result<i64, Error> {
        let highest = sqlx::query_scalar!(
            r#"SELECT GREATEST((SELECT max(admit_seq) FROM orders WHERE activity_id = $1),
                               (SELECT max(admit_seq) FROM lost_tickets WHERE activity_id = $1), 0) AS "highest!""#,
            activity.get()
        );
        Ok(highest.fetch_one(&self.pool).await?)
    }

    /// The units of a sale's items.
    pub async fn ledger_rows(&self, activity: ActivityId) -> Result<Vec<LedgerRow>, Error> {
        let rows = sqlx::query!(
            r#"SELECT i.id, i.stock, coalesce(sum(o.quantity), 0)::bigint AS "units!", count(o.id) AS "orders!",
                      coalesce(sum(o.quantity) FILTER (WHERE o.state <> 'pending_payment'), 0)::bigint AS "paid!"
               FROM items i LEFT JOIN orders o ON o.item_id = i.id
                    AND o.state IN ('pending_payment', 'paid', 'shipped', 'picked_up', 'completed')
               WHERE i.activity_id = $1 GROUP BY i.id ORDER BY i.position, i.id"#,
            activity.get()
        );
        let rows = rows.fetch_all(&self.pool).await?;
        Ok(rows
            .into_iter()
            .map(|row| LedgerRow {
                item: ItemId::new(row.id),
                stock: row.stock,
                units: row.units,
                paid: row.paid,
                orders: row.orders,
            })
            .collect())
    }

    /// Those of these winners' tickets that have ended.
    pub async fn ended(&self, winners: &[Winner]) -> Result<HashSet<TicketId>, Error> {
        let tickets: Vec<Uuid> = winners.iter().map(|winner| Uuid::from_u128(winner.ticket.get())).collect();
        let rows = sqlx::query_scalar!(
            r#"SELECT ticket AS "ticket!" FROM orders WHERE ticket = ANY($1)
               UNION ALL SELECT ticket FROM lost_tickets WHERE ticket = ANY($1)"#,
            &tickets
        );
        Ok(rows.fetch_all(&self.pool).await?.into_iter().map(|ticket| TicketId::new(ticket.as_u128())).collect())
    }
}
