//! Sales as their merchant writes them.

use futures::future::BoxFuture;
use sqlx::{Postgres, Transaction};

use super::{Store, is_violation, skus::Place, timestamp};
use crate::{
    ActivityId, ActivityState, Error, FieldCode, FieldError, ImageId, MerchantId, NewActivity, Refusal, gate::Shard,
};

pub(super) type Tx = Transaction<'static, Postgres>;

impl Store {
    /// The sale whose last change carried this key.
    pub async fn edited_by(&self, merchant: MerchantId, key: &str) -> Result<Option<ActivityId>, Error> {
        let found = sqlx::query_scalar!(
            "SELECT id FROM activities WHERE merchant_id = $1 AND edit_key = $2 LIMIT 1",
            merchant.get(),
            key
        );
        Ok(found.fetch_optional(&self.pool).await?.map(ActivityId::new))
    }

    /// Adds a draft.
    pub async fn add_activity(
        &self,
        merchant: MerchantId,
        new: &NewActivity,
        key: Option<&str>,
    ) -> Result<ActivityId, Error> {
        let mut tx = self.pool.begin().await?;
        one_at_a_time(&mut tx, merchant).await?;
        let id = sqlx::query_scalar!(
            "INSERT INTO activities
                    (merchant_id, title, html, starts_at, ends_at, time_zone, mode, pay_within_s, cover, edit_key)
             VALUES ($1, $2, $3, $4, $5, $6, 'direct', $7, $8, $9) RETURNING id",
            merchant.get(),
            new.title,
            new.html,
            timestamp(new.window.starts_at())?,
            timestamp(new.window.ends_at())?,
            new.time_zone,
            new.pay_within_s,
            new.cover.map(ImageId::get),
            key
        );
        let id = id.fetch_one(&mut *tx).await.map_err(own_cover)?;
        write_items(&mut tx, merchant, id, new).await?;
        tx.commit().await?;
        Ok(ActivityId::new(id))
    }

    /// Replaces what a merchant wrote, if it is still at `version` and in `state`; the new version counts one more.
    /// `last_word` runs just before the commit and can still refuse.
    pub async fn replace_activity(
        &self,
        merchant: MerchantId,
        (id, version, state): (ActivityId, i64, ActivityState),
        (new, key): (&NewActivity, Option<&str>),
        last_word: BoxFuture<'_, Result<(), Error>>,
    ) -> Result<(), Error> {
        let mut tx = self.pool.begin().await?;
        one_at_a_time(&mut tx, merchant).await?;
        let replaced = sqlx::query!(
            "UPDATE activities SET version = version + 1, title = $5, html = $6, starts_at = $7, ends_at = $8,
                    time_zone = $9, pay_within_s = $10, cover = $11, edit_key = $12
             WHERE id = $1 AND merchant_id = $2 AND version = $3 AND state = $4",
            id.get(),
            merchant.get(),
            version,
            state.as_str(),
            new.title,
            new.html,
            timestamp(new.window.starts_at())?,
            timestamp(new.window.ends_at())?,
            new.time_zone,
            new.pay_within_s,
            new.cover.map(ImageId::get),
            key
        );
        if replaced.execute(&mut *tx).await.map_err(own_cover)?.rows_affected() != 1 {
            return Err(Error::Refused(Refusal::VersionConflict));
        }
        write_items(&mut tx, merchant, id.get(), new).await?;
        refuse_overlap(&mut tx, id).await?;
        last_word.await?;
        tx.commit().await?;
        Ok(())
    }

    /// Publishes a draft of `version` and fixes its shard; refused when another sale of a product overlaps.
    pub async fn publish_activity(
        &self,
        merchant: MerchantId,
        id: ActivityId,
        version: i64,
        shard: Shard,
        key: Option<&str>,
    ) -> Result<(), Error> {
        let mut tx = self.pool.begin().await?;
        one_at_a_time(&mut tx, merchant).await?;
        let published = sqlx::query!(
            "UPDATE activities SET state = 'published', shard = $3, version = version + 1, edit_key = $4
             WHERE id = $1 AND version = $2 AND state = 'draft'",
            id.get(),
            version,
            i16::from(shard.get()),
            key
        );
        if published.execute(&mut *tx).await?.rows_affected() != 1 {
            return Err(Error::Refused(Refusal::VersionConflict));
        }
        refuse_overlap(&mut tx, id).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// One writer at a time for a merchant, or two sales could each find the other still a draft. Taken first, and not as
/// `FOR UPDATE`, which the foreign keys of rows that are added meanwhile would run into.
async fn one_at_a_time(tx: &mut Tx, merchant: MerchantId) -> Result<(), Error> {
    sqlx::query!("SELECT id FROM merchants WHERE id = $1 FOR NO KEY UPDATE", merchant.get())
        .fetch_all(&mut **tx)
        .await?;
    Ok(())
}

/// Refuses when another published sale sells a product of this one, if it is published, at some time of its window.
async fn refuse_overlap(tx: &mut Tx, id: ActivityId) -> Result<(), Error> {
    let places = sqlx::query_scalar!(
        "SELECT DISTINCT mine.position
         FROM activities a JOIN items mine ON mine.activity_id = a.id
         JOIN skus my_sku ON my_sku.id = mine.sku_id
         JOIN skus other_sku ON other_sku.product_id = my_sku.product_id
         JOIN items other ON other.sku_id = other_sku.id
         JOIN activities b ON b.id = other.activity_id
         WHERE a.id = $1 AND b.id <> a.id AND a.state = 'published' AND b.state IN ('published', 'paused')
           AND b.starts_at < a.ends_at AND a.starts_at < b.ends_at",
        id.get()
    );
    let places = places.fetch_all(&mut **tx).await?;
    if places.is_empty() {
        return Ok(());
    }
    let errors = places.into_iter().map(|place| FieldError::new(format!("items[{place}].sku"), FieldCode::Overlaps));
    Err(Error::Refused(Refusal::Invalid(errors.collect())))
}

/// Makes the activity's items what `new` lists. An item that is named keeps its id; the others go.
async fn write_items(tx: &mut Tx, merchant: MerchantId, activity: i64, new: &NewActivity) -> Result<(), Error> {
    let kept: Vec<i64> = new.items.iter().filter_map(|item| item.id).map(crate::ItemId::get).collect();
    sqlx::query!("DELETE FROM items WHERE activity_id = $1 AND NOT id = ANY($2)", activity, &kept)
        .execute(&mut **tx)
        .await?;
    for (position, item) in new.items.iter().enumerate() {
        let field = |name: &str| format!("items[{position}].{name}");
        let place_of_sku = Place { merchant, activity, field: format!("items[{position}]") };
        let sku = place_of_sku.write(tx, &item.sku, item.sale_price).await?;
        let place = i64::try_from(position).unwrap_or(0);
        let written = match item.id {
            Some(id) => {
                sqlx::query_scalar!(
                    "UPDATE items SET position = $3, sku_id = $4, sale_price_fen = $5, stock = $6,
                        per_shopper_limit = $7, max_per_order = $8, gate_multiplier = $9
                 WHERE id = $1 AND activity_id = $2 RETURNING id",
                    id.get(),
                    activity,
                    place,
                    sku,
                    item.sale_price.get(),
                    item.stock,
                    item.limit,
                    item.max_per_order,
                    item.gate_multiplier
                )
                .fetch_optional(&mut **tx)
                .await?
            }
            None => {
                sqlx::query_scalar!(
                    "INSERT INTO items (activity_id, position, sku_id, sale_price_fen, stock, per_shopper_limit,
                                    max_per_order, gate_multiplier)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
                    activity,
                    place,
                    sku,
                    item.sale_price.get(),
                    item.stock,
                    item.limit,
                    item.max_per_order,
                    item.gate_multiplier
                )
                .fetch_optional(&mut **tx)
                .await?
            }
        };
        written.ok_or_else(|| refuse(field("id"), FieldCode::NotFound))?;
    }
    let doubled = sqlx::query!("SET CONSTRAINTS items_sku_once IMMEDIATE").execute(&mut **tx).await;
    match doubled {
        Err(error) if is_violation(&error, "items_sku_once") => Err(refuse("items".to_owned(), FieldCode::Duplicate)),
        checked => checked.map(drop).map_err(Error::from),
    }
}

/// A cover that is not this merchant's does not exist for it.
fn own_cover(error: sqlx::Error) -> Error {
    if is_violation(&error, "activities_own_cover") {
        return refuse("cover".to_owned(), FieldCode::NotFound);
    }
    error.into()
}

pub(super) fn refuse(field: String, code: FieldCode) -> Error {
    Error::Refused(Refusal::Invalid(vec![FieldError { field, code }]))
}
