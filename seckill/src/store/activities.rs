//! Sales as everybody but their author needs them.

use std::time::Duration;

use super::{Store, images::image, moment, timestamp, unknown};
use crate::{
    ActivityId, ActivityState, Error, Fen, Image, ItemId, MerchantId, Millis, Phase, SkuId, Stage, Window, gate::Shard,
};

/// A sale: what it sells, when, and under which rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// Which sale.
    pub id: ActivityId,
    /// Whose.
    pub merchant: MerchantId,
    /// Counts up with every change.
    pub version: i64,
    /// What is stored.
    pub state: ActivityState,
    /// Where its accounts are; fixed when it was published.
    pub shard: Option<Shard>,
    /// Its name.
    pub title: String,
    /// Its page, clean.
    pub html: String,
    /// The picture that stands for it.
    pub cover: Option<Image>,
    /// When it is open.
    pub window: Window,
    /// The zone its times are shown in.
    pub time_zone: String,
    /// From an order to its payment deadline.
    pub pay_within: Duration,
    /// What it sells, in the merchant's order.
    pub items: Vec<RulesItem>,
}

/// An item of a sale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesItem {
    /// Which item.
    pub id: ItemId,
    /// What it is.
    pub sku: SkuId,
    /// The product.
    pub product_title: String,
    /// The variant.
    pub name: String,
    /// The merchant's code.
    pub code: String,
    /// Price outside the sale.
    pub list_price: Fen,
    /// Price in the sale.
    pub sale_price: Fen,
    /// Units; `None` is unlimited.
    pub stock: Option<i64>,
    /// Units in orders that hold units.
    pub sold: i64,
    /// Units a shopper may hold.
    pub limit: i64,
    /// Units in one order.
    pub max_per_order: i64,
    /// Shoppers per unit that are let through.
    pub gate_multiplier: i64,
}

/// A sale whose accounts must be in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// Where.
    pub shard: Shard,
    /// Which.
    pub activity: ActivityId,
    /// The rules that they must follow.
    pub version: i64,
}

impl Store {
    /// Sales by id, newest id first; unknown ids are left out.
    pub async fn rules_of(&self, ids: &[i64]) -> Result<Vec<Rules>, Error> {
        let rows = sqlx::query!(
            r#"SELECT a.id, a.merchant_id, version, state, shard, title, html, starts_at, ends_at, time_zone,
                      pay_within_s, c.id AS "cover?", c.name AS "name?", c.small_name AS "small_name?",
                      c.width AS "width?", c.height AS "height?"
               FROM activities a LEFT JOIN images c ON c.id = a.cover WHERE a.id = ANY($1) ORDER BY a.id DESC"#,
            ids
        );
        let rows = rows.fetch_all(&self.pool).await?;
        let mut items = self.items_of(ids).await?;
        rows.into_iter()
            .map(|row| {
                let state = ActivityState::parse(&row.state).ok_or_else(|| unknown("activities.state", &row.state))?;
                let window = Window::new(moment(row.starts_at), moment(row.ends_at));
                let own = items.extract_if(.., |(activity, _)| *activity == row.id).map(|(_, item)| item).collect();
                Ok(Rules {
                    id: ActivityId::new(row.id),
                    merchant: MerchantId::new(row.merchant_id),
                    version: row.version,
                    state,
                    shard: row.shard.map(|shard| Shard::new(u8::try_from(shard).unwrap_or(0))),
                    title: row.title,
                    html: row.html,
                    cover: image(row.cover, (row.name, row.small_name), (row.width, row.height)),
                    window: window.map_err(|error| Error::Internal(Box::new(error)))?,
                    time_zone: row.time_zone,
                    pay_within: Duration::from_secs(u64::try_from(row.pay_within_s).unwrap_or(0)),
                    items: own,
                })
            })
            .collect()
    }

    /// One sale.
    pub async fn rules(&self, id: ActivityId) -> Result<Option<Rules>, Error> {
        Ok(self.rules_of(&[id.get()]).await?.pop())
    }

    async fn items_of(&self, activities: &[i64]) -> Result<Vec<(i64, RulesItem)>, Error> {
        let rows = sqlx::query!(
            r#"SELECT i.activity_id, i.id, i.sku_id, p.title AS product_title, s.name, s.code, s.list_price_fen,
                      i.sale_price_fen, i.stock, i.sold, i.per_shopper_limit, i.max_per_order, i.gate_multiplier
               FROM items i JOIN skus s ON s.id = i.sku_id JOIN products p ON p.id = s.product_id
               WHERE i.activity_id = ANY($1) ORDER BY i.activity_id, i.position, i.id"#,
            activities
        );
        let rows = rows.fetch_all(&self.pool).await?;
        let price = |fen| Fen::new(fen).map_err(|error| Error::Internal(Box::new(error)));
        rows.into_iter()
            .map(|row| {
                let item = RulesItem {
                    id: ItemId::new(row.id),
                    sku: SkuId::new(row.sku_id),
                    product_title: row.product_title,
                    name: row.name,
                    code: row.code,
                    list_price: price(row.list_price_fen)?,
                    sale_price: price(row.sale_price_fen)?,
                    stock: row.stock,
                    sold: row.sold,
                    limit: row.per_shopper_limit,
                    max_per_order: row.max_per_order,
                    gate_multiplier: row.gate_multiplier,
                };
                Ok((row.activity_id, item))
            })
            .collect()
    }

    /// Ids of sales that shoppers may see, newest first, after `cursor`; with `phase`, those that are in it at `now`.
    pub async fn public_ids(
        &self,
        phase: Option<Phase>,
        (now, lead): (Millis, Duration),
        cursor: Option<ActivityId>,
        limit: i64,
    ) -> Result<Vec<i64>, Error> {
        let ids = sqlx::query_scalar!(
            "SELECT id FROM activities
             WHERE state IN ('published', 'paused', 'closed') AND id < $1
               AND ($2::text IS NULL OR $2 = CASE
                        WHEN state = 'closed' OR ends_at <= $3 THEN 'ended'
                        WHEN starts_at <= $3 THEN 'live'
                        WHEN starts_at <= $4 THEN 'warming'
                        ELSE 'upcoming' END)
             ORDER BY id DESC LIMIT $5",
            cursor.map_or(i64::MAX, ActivityId::get),
            phase.map(Phase::as_str),
            timestamp(now)?,
            timestamp(now.plus(lead))?,
            limit
        );
        Ok(ids.fetch_all(&self.pool).await?)
    }

    /// Ids of a merchant's sales, newest first, after `cursor`; with `stage`, those that stand there at `now`.
    pub async fn merchant_ids(
        &self,
        merchant: MerchantId,
        stage: Option<Stage>,
        now: Millis,
        cursor: Option<ActivityId>,
        limit: i64,
    ) -> Result<Vec<i64>, Error> {
        let ids = sqlx::query_scalar!(
            "SELECT id FROM activities
             WHERE merchant_id = $1 AND id < $2
               AND ($3::text IS NULL OR $3 = CASE
                        WHEN state = 'draft' THEN 'draft'
                        WHEN state NOT IN ('published', 'paused') OR ends_at <= $4 THEN 'ended'
                        WHEN starts_at <= $4 THEN 'live'
                        ELSE 'upcoming' END)
             ORDER BY id DESC LIMIT $5",
            merchant.get(),
            cursor.map_or(i64::MAX, ActivityId::get),
            stage.map(Stage::as_str),
            timestamp(now)?,
            limit
        );
        Ok(ids.fetch_all(&self.pool).await?)
    }

    /// Sales of a shard that may still have units held.
    pub async fn published(&self, shard: Shard) -> Result<Vec<ActivityId>, Error> {
        let ids = sqlx::query_scalar!(
            "SELECT id FROM activities WHERE shard = $1 AND state NOT IN ('draft', 'archived') ORDER BY starts_at DESC",
            i16::from(shard.get())
        );
        Ok(ids.fetch_all(&self.pool).await?.into_iter().map(ActivityId::new).collect())
    }

    /// Sales whose accounts must be in place at `now`: published or paused, not over, starting within `lead`.
    pub async fn due(&self, now: Millis, lead: Duration) -> Result<Vec<Due>, Error> {
        let rows = sqlx::query!(
            r#"SELECT id, shard AS "shard!", version FROM activities
               WHERE state IN ('published', 'paused') AND starts_at <= $1 AND ends_at > $2 ORDER BY starts_at"#,
            timestamp(now.plus(lead))?,
            timestamp(now)?
        );
        let rows = rows.fetch_all(&self.pool).await?;
        Ok(rows
            .into_iter()
            .map(|row| Due {
                shard: Shard::new(u8::try_from(row.shard).unwrap_or(0)),
                activity: ActivityId::new(row.id),
                version: row.version,
            })
            .collect())
    }
}
