//! Writing orders: one transaction a batch, with the last guard against overselling (DESIGN §3).

use sqlx::{Acquire as _, PgConnection};
use uuid::Uuid;

use super::{Store, is_data, timestamp};
use crate::{
    Error, LostReason, OrderId, TicketId, Winner,
    gate::{Shard, Unreadable},
};

/// Namespace of the advisory locks that make one writer a shard; any constant that nobody else uses.
const WRITER_LOCK: i32 = 0x51_1CE;

/// A winner that ended, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The ticket.
    pub ticket: TicketId,
    /// Its order, or why there is none.
    pub end: Result<OrderId, LostReason>,
}

/// What the guard said of a group that was inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Guard {
    Passed,
    Refused(LostReason),
}

impl Store {
    /// Writes the orders of a shard's winners, or records that they are lost. Safe to repeat: a ticket that ended
    /// stays as it is. An outage is an error and decides nothing; only the data of a winner itself can lose it.
    pub async fn write_orders(&self, shard: Shard, winners: &[Winner]) -> Result<Vec<Written>, Error> {
        let mut tx = self.pool.begin().await?;
        sqlx::query!("SELECT pg_advisory_xact_lock($1, $2)", WRITER_LOCK, i32::from(shard.get()))
            .execute(&mut *tx)
            .await?;
        let known = ends(&mut tx, winners).await?;
        let mut seen: std::collections::HashSet<TicketId> = known.iter().map(|one| one.ticket).collect();
        let new: Vec<&Winner> = winners.iter().filter(|winner| seen.insert(winner.ticket)).collect();
        if !new.is_empty() && !try_insert(&mut tx, &new).await?.is_ok_and(|guard| guard == Guard::Passed) {
            for winner in new {
                match try_insert(&mut tx, &[winner]).await? {
                    Ok(Guard::Passed) => {}
                    Ok(Guard::Refused(reason)) => lose(&mut tx, winner, reason, "the ledger's guard").await?,
                    Err(detail) => {
                        tracing::error!(ticket = %winner.ticket, item = %winner.item, detail, "an order cannot be written");
                        lose(&mut tx, winner, LostReason::Failed, &detail).await?;
                    }
                }
            }
        }
        let written = ends(&mut tx, winners).await?;
        tx.commit().await?;
        Ok(written)
    }

    /// Puts an entry aside that cannot be read, as it came, for an operator.
    pub async fn park_entry(&self, shard: Shard, entry_id: &str, unreadable: &Unreadable) -> Result<(), Error> {
        sqlx::query!(
            "INSERT INTO parked_entries (shard, entry_id, error, packed) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING",
            i16::from(shard.get()),
            entry_id,
            unreadable.error,
            unreadable.packed
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

/// Inserts a group under a savepoint and keeps it only if the guard lets all of it pass. `Err`: what is wrong with
/// the data.
async fn try_insert(tx: &mut PgConnection, winners: &[&Winner]) -> Result<Result<Guard, String>, Error> {
    let mut savepoint = tx.begin().await?;
    match insert(&mut savepoint, winners).await {
        Ok(Guard::Passed) => {
            savepoint.commit().await?;
            Ok(Ok(Guard::Passed))
        }
        Ok(refused) => {
            savepoint.rollback().await?;
            Ok(Ok(refused))
        }
        Err(Error::Internal(error)) if error.downcast_ref().is_some_and(is_data) => {
            savepoint.rollback().await?;
            Ok(Err(error.to_string()))
        }
        Err(outage) => Err(outage),
    }
}

async fn insert(tx: &mut PgConnection, winners: &[&Winner]) -> Result<Guard, Error> {
    let tickets: Vec<Uuid> = winners.iter().map(|winner| Uuid::from_u128(winner.ticket.get())).collect();
    let column = |value: fn(&Winner) -> i64| winners.iter().map(|winner| value(winner)).collect::<Vec<i64>>();
    let items = column(|winner| winner.item.get());
    let messages: Vec<String> = winners.iter().map(|winner| winner.message.clone()).collect();
    let admitted_at = winners.iter().map(|winner| timestamp(winner.at)).collect::<Result<Vec<_>, _>>()?;
    sqlx::query!("SELECT id FROM items WHERE id = ANY($1) ORDER BY id FOR UPDATE", &items).fetch_all(&mut *tx).await?;
    let inserted = sqlx::query!(
        "INSERT INTO orders (ticket, activity_id, item_id, shopper_id, quantity, unit_price_fen, rules_version,
                             admit_seq, message, admitted_at, pay_before)
         SELECT w.ticket, w.activity, w.item, w.shopper, w.quantity, w.price, w.version, w.seq, w.message, w.at,
                now() + make_interval(secs => a.pay_within_s)
         FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                     $8::bigint[], $9::text[], $10::timestamptz[])
              AS w(ticket, activity, item, shopper, quantity, price, version, seq, message, at)
         JOIN activities a ON a.id = w.activity
         ON CONFLICT (ticket) DO NOTHING
         RETURNING item_id, shopper_id, quantity",
        &tickets,
        &column(|winner| winner.activity.get()),
        &items,
        &column(|winner| winner.shopper.get()),
        &column(|winner| winner.quantity),
        &column(|winner| winner.unit_price.get()),
        &column(|winner| winner.version),
        &column(|winner| winner.seq),
        &messages,
        &admitted_at
    );
    let inserted = inserted.fetch_all(&mut *tx).await?;
    if inserted.len() != winners.len() {
        return Ok(Guard::Refused(LostReason::Failed));
    }
    let items: Vec<i64> = inserted.iter().map(|row| row.item_id).collect();
    let shoppers: Vec<i64> = inserted.iter().map(|row| row.shopper_id).collect();
    let quantities: Vec<i64> = inserted.iter().map(|row| row.quantity).collect();

    let units = sqlx::query_scalar!(
        r#"WITH taken AS (SELECT item, sum(q)::bigint AS q FROM unnest($1::bigint[], $2::bigint[]) AS t(item, q)
                          GROUP BY item),
                moved AS (UPDATE items SET sold = sold + taken.q FROM taken
                          WHERE items.id = taken.item AND (stock IS NULL OR sold + taken.q <= stock) RETURNING 1)
           SELECT (SELECT count(*) FROM moved) = (SELECT count(*) FROM taken) AS "all!""#,
        &items,
        &quantities
    );
    if !units.fetch_one(&mut *tx).await? {
        return Ok(Guard::Refused(LostReason::SoldOut));
    }
    let counts = sqlx::query_scalar!(
        r#"WITH taken AS (SELECT item, shopper, sum(q)::bigint AS q
                          FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS t(item, shopper, q)
                          GROUP BY item, shopper),
                moved AS (INSERT INTO item_counts (item_id, shopper_id, count)
                          SELECT taken.item, taken.shopper, taken.q FROM taken JOIN items ON items.id = taken.item
                          WHERE taken.q <= items.per_shopper_limit ORDER BY taken.item, taken.shopper
                          ON CONFLICT (item_id, shopper_id) DO UPDATE SET count = item_counts.count + excluded.count
                          WHERE item_counts.count + excluded.count <=
                                (SELECT per_shopper_limit FROM items WHERE id = item_counts.item_id)
                          RETURNING 1)
           SELECT (SELECT count(*) FROM moved) = (SELECT count(*) FROM taken) AS "all!""#,
        &items,
        &shoppers,
        &quantities
    );
    if counts.fetch_one(&mut *tx).await? { Ok(Guard::Passed) } else { Ok(Guard::Refused(LostReason::LimitReached)) }
}

async fn lose(tx: &mut PgConnection, winner: &Winner, reason: LostReason, detail: &str) -> Result<(), Error> {
    sqlx::query!(
        "INSERT INTO lost_tickets (ticket, activity_id, item_id, shopper_id, quantity, admit_seq, reason, detail)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        Uuid::from_u128(winner.ticket.get()),
        winner.activity.get(),
        winner.item.get(),
        winner.shopper.get(),
        winner.quantity,
        winner.seq,
        reason.as_str(),
        detail
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn ends(tx: &mut PgConnection, winners: &[Winner]) -> Result<Vec<Written>, Error> {
    let tickets: Vec<Uuid> = winners.iter().map(|winner| Uuid::from_u128(winner.ticket.get())).collect();
    let rows = sqlx::query!(
        r#"SELECT ticket AS "ticket!", id AS order_id, NULL AS reason FROM orders WHERE ticket = ANY($1)
           UNION ALL SELECT ticket, NULL, reason FROM lost_tickets WHERE ticket = ANY($1)"#,
        &tickets
    );
    let rows = rows.fetch_all(tx).await?;
    rows.into_iter()
        .map(|row| {
            let lost = row.reason.as_deref().and_then(LostReason::parse).unwrap_or(LostReason::Failed);
            let end = row.order_id.map(OrderId::new).ok_or(lost);
            Ok(Written { ticket: TicketId::new(row.ticket.as_u128()), end })
        })
        .collect()
}
