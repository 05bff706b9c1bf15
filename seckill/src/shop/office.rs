//! What a merchant does.

use std::time::Duration;

use super::{
    Colleague, Error, NewActivity, Shop, Staff,
    browse::{cut, rfc3339},
    warm::Fence,
};
use crate::{
    ActivityForm, ActivityId, ActivityNow, ActivityPage, ActivityState, FieldCode, FieldError, ItemForm, ItemLedger,
    MerchantActivity, MerchantOrder, Millis, Mode, OrderId, Page, Phase, Position, Refusal, SkuForm, Stage, Window,
    Winner, store::Rules,
};

impl Shop {
    /// Adds a draft. With a `key` it is safe to call again when the answer was lost, and so are the other changes.
    pub async fn create_activity(
        &self,
        staff: Staff,
        form: ActivityForm,
        key: Option<&str>,
    ) -> Result<MerchantActivity, Error> {
        if let Some(id) = self.edited_by(staff, key).await? {
            return self.merchant_activity(staff, id).await;
        }
        let new = self.parse(&form)?;
        let id = self.inner.store.add_activity(staff.merchant, &new, key).await?;
        self.merchant_activity(staff, id).await
    }

    /// Replaces a draft, or a published sale that has not started, if it is still at `version`.
    ///
    /// The accounts are fenced first, so that nobody is admitted under rules that are being replaced, and laid out
    /// again afterwards.
    pub async fn update_activity(
        &self,
        staff: Staff,
        id: ActivityId,
        version: i64,
        form: ActivityForm,
        key: Option<&str>,
    ) -> Result<MerchantActivity, Error> {
        if self.edited_by(staff, key).await? == Some(id) {
            return self.merchant_activity(staff, id).await;
        }
        let rules = self.own_rules(staff, id).await?;
        let new = self.parse(&form)?;
        if rules.version != version {
            return Err(Error::Refused(Refusal::VersionConflict));
        }
        let from = (id, version, rules.state);
        match (rules.state, rules.shard) {
            (ActivityState::Draft, _) => {
                self.inner
                    .store
                    .replace_activity(staff.merchant, from, (&new, key), Box::pin(async { Ok(()) }))
                    .await?;
            }
            // It would open at once, and could not be changed back.
            (ActivityState::Published, Some(_))
                if new.window.starts_at() <= self.now() && rules.window.starts_at() > self.now() =>
            {
                return Err(Error::Refused(Refusal::Invalid(vec![FieldError::new("starts_at", FieldCode::InThePast)])));
            }
            (ActivityState::Published, Some(shard)) => {
                let fence = self.fence_patiently(shard, id).await?;
                let last_word = Box::pin(self.still_before(&fence, rules.window));
                match self.inner.store.replace_activity(staff.merchant, from, (&new, key), last_word).await {
                    Ok(()) if self.lay_out(&fence).await? => {}
                    Ok(()) => self.warm_soon(shard, id),
                    Err(refused @ Error::Refused(_)) => {
                        self.release(&fence).await?;
                        return Err(refused);
                    }
                    // Whether it was committed is not known: the fence ends by itself, and whoever comes then looks.
                    Err(outage) => return Err(outage),
                }
            }
            _ => return Err(Error::Refused(Refusal::WrongState)),
        }
        self.inner.rules.invalidate(&id).await;
        self.merchant_activity(staff, id).await
    }

    /// Makes a draft visible, and open whenever the clock is inside its window, if it is still at `version`: nothing is
    /// published that whoever publishes has not seen.
    pub async fn publish_activity(
        &self,
        staff: Staff,
        id: ActivityId,
        version: i64,
        key: Option<&str>,
    ) -> Result<MerchantActivity, Error> {
        if self.edited_by(staff, key).await? == Some(id) {
            return self.merchant_activity(staff, id).await;
        }
        let rules = self.own_rules(staff, id).await?;
        if rules.state != ActivityState::Draft {
            return Err(Error::Refused(Refusal::WrongState));
        }
        if rules.version != version {
            return Err(Error::Refused(Refusal::VersionConflict));
        }
        if rules.window.ends_at() <= self.now() {
            return Err(Error::Refused(Refusal::Invalid(vec![FieldError::new("ends_at", FieldCode::InThePast)])));
        }
        let shard = self.inner.gate.shard_for(id);
        self.inner.store.publish_activity(staff.merchant, id, version, shard, key).await?;
        self.inner.rules.invalidate(&id).await;
        if self.now().plus(self.inner.warm_lead) >= rules.window.starts_at() {
            self.warm_soon(shard, id);
        }
        self.merchant_activity(staff, id).await
    }

    async fn edited_by(&self, staff: Staff, key: Option<&str>) -> Result<Option<ActivityId>, Error> {
        match key {
            Some(key) => self.inner.store.edited_by(staff.merchant, key).await,
            None => Ok(None),
        }
    }

    /// One of the merchant's sales.
    pub async fn merchant_activity(&self, staff: Staff, id: ActivityId) -> Result<MerchantActivity, Error> {
        Ok(self.merchant_view(&self.own_rules(staff, id).await?))
    }

    /// Who sits in the office.
    pub async fn colleague(&self, staff: Staff) -> Result<Colleague, Error> {
        self.inner.store.colleague(staff.id).await?.ok_or_else(Error::not_found)
    }

    /// What a shopper would see of one of the merchant's sales, whatever its state.
    pub async fn preview(&self, staff: Staff, id: ActivityId) -> Result<(ActivityPage, ActivityNow), Error> {
        let rules = self.own_rules(staff, id).await?;
        Ok((self.page(&rules), self.now_of(&rules).await))
    }

    /// The orders of one of the merchant's sales, newest first; `limit` between 1 and 100.
    pub async fn activity_orders(
        &self,
        staff: Staff,
        id: ActivityId,
        cursor: Option<OrderId>,
        limit: i64,
    ) -> Result<Page<MerchantOrder>, Error> {
        let rules = self.own_rules(staff, id).await?;
        let limit = limit.clamp(1, 100);
        let rows = self.inner.store.activity_orders(rules.id, cursor, limit + 1).await?;
        let (items, next_cursor) = cut(rows, limit, |row| row.order.id.to_string());
        Ok(Page { items, next_cursor, server_time_ms: self.now() })
    }

    /// The merchant's sales, newest first, with `stage` those that stand there; `limit` between 1 and 100.
    pub async fn merchant_activities(
        &self,
        staff: Staff,
        stage: Option<Stage>,
        cursor: Option<ActivityId>,
        limit: i64,
    ) -> Result<Page<MerchantActivity>, Error> {
        let limit = limit.clamp(1, 100);
        let ids = self.inner.store.merchant_ids(staff.merchant, stage, self.now(), cursor, limit + 1).await?;
        let (ids, next_cursor) = cut(ids, limit, ToString::to_string);
        let rules = self.inner.store.rules_of(&ids).await?;
        let items = rules.iter().map(|rules| self.merchant_view(rules)).collect();
        Ok(Page { items, next_cursor, server_time_ms: self.now() })
    }

    /// The accounts of a sale's items from both stores, side by side.
    pub async fn ledger(&self, staff: Staff, id: ActivityId) -> Result<Vec<ItemLedger>, Error> {
        let rules = self.own_rules(staff, id).await?;
        // The two stores are not read in one moment: a difference that is gone at the next look is none.
        let mut ledger = self.read_ledger(&rules).await?;
        for _ in 0..3 {
            if ledger.iter().all(|item| item.drift == 0) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            ledger = self.read_ledger(&rules).await?;
        }
        Ok(ledger)
    }

    async fn read_ledger(&self, rules: &Rules) -> Result<Vec<ItemLedger>, Error> {
        let (mut accounts, mut entries) = (None, Vec::new());
        if let Some(shard) = rules.shard {
            accounts = self.inner.gate.peek(&[(shard, rules.id)]).await?.remove(&rules.id);
            entries = self.inner.gate.read_all(shard).await?;
        }
        let mut queued: Vec<Winner> = entries.into_iter().flat_map(|entry| entry.winners.unwrap_or_default()).collect();
        queued.retain(|winner| winner.activity == rules.id);
        let ended = self.inner.store.ended(&queued).await?;
        queued.retain(|winner| !ended.contains(&winner.ticket));
        let rows = self.inner.store.ledger_rows(rules.id).await?;
        let items = rows.into_iter().map(|row| {
            let account = accounts.as_ref().and_then(|accounts| accounts.items.get(&row.item));
            let (held, sold) = account.map_or((0, 0), |account| (account.held, account.sold));
            let queued: i64 = queued.iter().filter(|one| one.item == row.item).map(|one| one.quantity).sum();
            ItemLedger {
                item_id: row.item,
                stock: row.stock,
                free: account.and_then(|account| account.free),
                held,
                sold,
                paid: row.paid,
                orders: row.orders,
                drift: account.map_or(0, |_| held + sold - row.units - queued),
            }
        });
        Ok(items.collect())
    }

    /// The last word before an edit is committed: nobody has been admitted, and nobody can be until the fence goes.
    async fn still_before(&self, fence: &Fence, window: Window) -> Result<(), Error> {
        match self.renew(fence).await? {
            None => Err(Error::Refused(Refusal::Overloaded)),
            Some(now) if window.position(now) != Position::Before => Err(Error::Refused(Refusal::AlreadyStarted)),
            Some(_) => Ok(()),
        }
    }

    /// A sale of this merchant; somebody else's looks as if it did not exist.
    async fn own_rules(&self, staff: Staff, id: ActivityId) -> Result<Rules, Error> {
        let rules = self.inner.store.rules(id).await?;
        rules.filter(|rules| rules.merchant == staff.merchant).ok_or_else(Error::not_found)
    }

    fn parse(&self, form: &ActivityForm) -> Result<NewActivity, Error> {
        NewActivity::parse(form, self.now()).map_err(|errors| Error::Refused(Refusal::Invalid(errors)))
    }

    fn merchant_view(&self, rules: &Rules) -> MerchantActivity {
        let local = |at: Millis| rfc3339(at, &rules.time_zone);
        let items = rules.items.iter().map(|item| ItemForm {
            id: Some(item.id),
            sku: SkuForm {
                id: Some(item.sku),
                product_title: Some(item.product_title.clone()),
                name: Some(item.name.clone()),
                code: Some(item.code.clone()),
                list_price_fen: Some(item.list_price.get()),
            },
            sale_price_fen: item.sale_price.get(),
            stock: item.stock,
            per_shopper_limit: item.limit,
            max_per_order: item.max_per_order,
            gate_multiplier: item.gate_multiplier,
        });
        MerchantActivity {
            id: rules.id,
            version: rules.version,
            state: rules.state,
            phase: Phase::at(rules.state, rules.window, self.inner.warm_lead, self.now()),
            stock: rules.items.iter().map(|item| item.stock).sum(),
            sold: rules.items.iter().map(|item| item.sold).sum(),
            form: ActivityForm {
                title: rules.title.clone(),
                html: rules.html.clone(),
                cover: rules.cover.as_ref().map(|cover| cover.id),
                starts_at: local(rules.window.starts_at()),
                ends_at: local(rules.window.ends_at()),
                time_zone: rules.time_zone.clone(),
                mode: Mode::Direct,
                pay_within_s: i64::try_from(rules.pay_within.as_secs()).unwrap_or(i64::MAX),
                items: items.collect(),
            },
            cover_image: rules.cover.as_ref().map(|cover| cover.picture.clone()),
        }
    }
}
