//! What everybody may see.

use std::sync::Arc;

use chrono::TimeZone as _;
use chrono_tz::Tz;

use super::{Error, Shop};
use crate::{
    ActivityCard, ActivityId, ActivityNow, ActivityPage, ActivityState, Fen, ItemNow, ItemStatus, Millis, Page,
    PageItem, Phase,
    gate::{Account, Accounts, GateError},
    store::Rules,
};

impl Shop {
    /// Published sales, newest first; `limit` between 1 and 100.
    pub async fn activities(
        &self,
        phase: Option<Phase>,
        cursor: Option<ActivityId>,
        limit: i64,
    ) -> Result<Page<ActivityCard>, Error> {
        let now = self.now();
        let limit = limit.clamp(1, 100);
        let ids = self.inner.store.public_ids(phase, (now, self.inner.warm_lead), cursor, limit + 1).await?;
        let (ids, next_cursor) = cut(ids, limit, ToString::to_string);
        let rules = self.inner.store.rules_of(&ids).await?;
        let items = rules.iter().map(|rules| self.card(rules, now)).collect();
        Ok(Page { items, next_cursor, server_time_ms: now })
    }

    /// A published sale's page, a second old at most.
    pub async fn activity(&self, id: ActivityId) -> Result<ActivityPage, Error> {
        Ok(self.page(&*self.public_rules(id).await?))
    }

    /// The page that these rules make.
    pub(super) fn page(&self, rules: &Rules) -> ActivityPage {
        let now = self.now();
        let goods = rules.items.iter().map(|item| PageItem {
            id: item.id,
            product_title: item.product_title.clone(),
            name: item.name.clone(),
            list_price_fen: item.list_price,
            sale_price_fen: item.sale_price,
            stock: item.stock,
            per_shopper_limit: item.limit,
            max_per_order: item.max_per_order,
        });
        ActivityPage {
            server_time_ms: now,
            card: self.card(rules, now),
            version: rules.version,
            html: rules.html.clone(),
            pay_within_s: i64::try_from(rules.pay_within.as_secs()).unwrap_or(i64::MAX),
            goods: goods.collect(),
        }
    }

    /// What a published sale and its items do now.
    pub async fn activity_now(&self, id: ActivityId) -> Result<ActivityNow, Error> {
        Ok(self.now_of(&*self.public_rules(id).await?).await)
    }

    pub(super) async fn now_of(&self, rules: &Rules) -> ActivityNow {
        let accounts = self.accounts_hint(rules).await;
        let now = self.now();
        let phase = Phase::at(rules.state, rules.window, self.inner.warm_lead, now);
        let items = rules.items.iter().map(|item| {
            let account = accounts.as_ref().filter(|accounts| !accounts.fenced);
            let account = account.and_then(|accounts| accounts.items.get(&item.id).copied());
            let status = status(rules.state, phase, account);
            ItemNow { id: item.id, status, free_hint: account.and_then(|account| account.free) }
        });
        ActivityNow {
            server_time_ms: now,
            version: rules.version,
            phase,
            starts_at_ms: rules.window.starts_at(),
            ends_at_ms: rules.window.ends_at(),
            items: items.collect(),
        }
    }

    /// The accounts as they were a moment ago; many who ask at once cause one read.
    async fn accounts_hint(&self, rules: &Rules) -> Option<Arc<Accounts>> {
        let (id, shard) = (rules.id, rules.shard?);
        let read = async { Ok::<_, GateError>(self.inner.gate.peek(&[(shard, id)]).await?.remove(&id).map(Arc::new)) };
        self.inner.accounts.try_get_with(id, read).await.unwrap_or_default()
    }

    pub(super) async fn public_rules(&self, id: ActivityId) -> Result<Arc<Rules>, Error> {
        let rules = self.rules(id).await?;
        rules.filter(|rules| rules.state.is_public()).ok_or_else(Error::not_found)
    }

    fn card(&self, rules: &Rules, now: Millis) -> ActivityCard {
        let (starts_at, ends_at) = (rules.window.starts_at(), rules.window.ends_at());
        ActivityCard {
            id: rules.id,
            title: rules.title.clone(),
            cover: rules.cover.as_ref().map(|cover| cover.picture.clone()),
            phase: Phase::at(rules.state, rules.window, self.inner.warm_lead, now),
            starts_at: rfc3339(starts_at, &rules.time_zone),
            starts_at_ms: starts_at,
            ends_at: rfc3339(ends_at, &rules.time_zone),
            ends_at_ms: ends_at,
            time_zone: rules.time_zone.clone(),
            from_price_fen: rules.items.iter().map(|item| item.sale_price).min().unwrap_or(Fen::MAX),
        }
    }
}

fn status(state: ActivityState, phase: Phase, account: Option<Account>) -> ItemStatus {
    match (phase, account) {
        (Phase::Ended, _) => ItemStatus::Ended,
        _ if state == ActivityState::Paused => ItemStatus::Paused,
        (Phase::Upcoming | Phase::Warming, _) => ItemStatus::NotStarted,
        // Only its merchant sees a draft: as it will be.
        (Phase::Live, None) if state == ActivityState::Draft => ItemStatus::Available,
        (Phase::Live, None) => ItemStatus::NotReady,
        (Phase::Live, Some(account)) if account.free == Some(0) => ItemStatus::SoldOut,
        (Phase::Live, Some(_)) => ItemStatus::Available,
    }
}

/// A moment with the offset that `zone` has then; UTC if the zone is unknown.
pub(super) fn rfc3339(at: Millis, zone: &str) -> String {
    let zone = zone.parse::<Tz>().unwrap_or(Tz::UTC);
    let at = zone.timestamp_millis_opt(at.get()).single();
    at.map(|at| at.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true)).unwrap_or_default()
}

/// Cuts a list that was read one too far; the cursor is the id of the last row that stays.
pub(super) fn cut<T>(mut rows: Vec<T>, limit: i64, id: impl Fn(&T) -> String) -> (Vec<T>, Option<String>) {
    let limit = usize::try_from(limit).unwrap_or(0);
    let more = rows.len() > limit;
    rows.truncate(limit);
    let cursor = rows.last().filter(|_| more).map(id);
    (rows, cursor)
}
