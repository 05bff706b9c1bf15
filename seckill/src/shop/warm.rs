//! Laying out a sale's accounts. Warm-up and repair are this one piece of code, and nothing else ever sets stock.
//!
//! Under a fence: the stream is read first, *then* Postgres, so that a ticket whose order is being written meanwhile
//! is seen at least once; both are united by ticket. The epoch changes last.

use std::{collections::HashMap, sync::PoisonError, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::{Error, Shop};
use crate::{
    ActivityId, ItemId, LostReason, Millis, Refusal, ShopperId, TicketId, TicketStatus, Winner,
    gate::{Held, NewAccounts, Shard},
    store::{Due, EndedTicket, Rules},
};

/// How long a fence keeps others out; whoever finds it older takes it over. It bounds how long a sale stays closed
/// when the process that lays its accounts out is killed.
const HOLD: Duration = Duration::from_secs(5);

/// The right to lay out one sale's accounts.
#[derive(Debug)]
pub(super) struct Fence {
    shard: Shard,
    activity: ActivityId,
    owner: String,
}

impl Shop {
    /// Lays out the accounts of every sale that starts within the lead and has none, or has those of older rules. Takes
    /// no input, may run anywhere at any time; returns how many it laid out.
    pub async fn warm_due(&self) -> Result<u32, Error> {
        let mut laid_out = 0;
        for Due { shard, activity, version } in self.inner.store.due(self.now(), self.inner.warm_lead).await? {
            let accounts = self.inner.gate.peek(&[(shard, activity)]).await?.remove(&activity);
            let good = accounts.is_some_and(|accounts| !accounts.fenced && accounts.version == version);
            if !good && self.warm(shard, activity).await? {
                laid_out += 1;
            }
        }
        Ok(laid_out)
    }

    /// Makes sure that the shard's stream has its group. When it has none, the stream may have been lost with entries
    /// in it: then nothing but Postgres remembers, and units that are held without an entry are given back first.
    pub async fn mend_stream(&self, shard: Shard) -> Result<(), Error> {
        if !self.inner.gate.has_group(shard).await? {
            self.give_back_held(shard).await?;
            self.inner.gate.ensure_group(shard).await?;
        }
        Ok(())
    }

    /// Lays out every sale of the shard that has units held, so that those without an entry are free again.
    pub(super) async fn give_back_held(&self, shard: Shard) -> Result<(), Error> {
        for activity in self.inner.store.published(shard).await? {
            let accounts = self.inner.gate.peek(&[(shard, activity)]).await?.remove(&activity);
            if accounts.is_some_and(|accounts| accounts.items.values().any(|account| account.held > 0)) {
                tracing::warn!(%activity, "units may be held without an entry; the accounts are laid out again");
                let fence = self.fence_patiently(shard, activity).await?;
                self.lay_out(&fence).await?;
            }
        }
        Ok(())
    }

    /// Starts to lay out a sale's accounts, unless this process is at it already.
    pub(super) fn warm_soon(&self, shard: Shard, activity: ActivityId) {
        let lock = || self.inner.warming.lock().unwrap_or_else(PoisonError::into_inner);
        if !lock().insert(activity) {
            return;
        }
        let shop = self.clone();
        tokio::spawn(async move {
            if let Err(error) = shop.warm(shard, activity).await {
                tracing::warn!(%activity, error = &error as &dyn std::error::Error, "accounts not laid out");
            }
            shop.inner.warming.lock().unwrap_or_else(PoisonError::into_inner).remove(&activity);
        });
    }

    /// Lays out a sale's accounts; `false` when somebody else is at it.
    pub(super) async fn warm(&self, shard: Shard, activity: ActivityId) -> Result<bool, Error> {
        match self.fence(shard, activity).await? {
            Some(fence) => self.lay_out(&fence).await,
            None => Ok(false),
        }
    }

    /// Closes a sale for attempts and confirmations; `None` when somebody else works on it.
    async fn fence(&self, shard: Shard, activity: ActivityId) -> Result<Option<Fence>, Error> {
        let owner = URL_SAFE_NO_PAD.encode(Self::random::<12>());
        let taken = self.inner.gate.fence(shard, activity, &owner, HOLD).await?;
        Ok(taken.map(|_| Fence { shard, activity, owner }))
    }

    /// Like [`Shop::fence`], but waits for whoever works on it now, as after publishing.
    pub(super) async fn fence_patiently(&self, shard: Shard, activity: ActivityId) -> Result<Fence, Error> {
        for _ in 0..40 {
            if let Some(fence) = self.fence(shard, activity).await? {
                return Ok(fence);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(Error::Refused(Refusal::Overloaded))
    }

    /// Holds the fence for longer; Redis's clock at that moment, or `None` when it was lost.
    pub(super) async fn renew(&self, fence: &Fence) -> Result<Option<Millis>, Error> {
        Ok(self.inner.gate.renew(fence.shard, fence.activity, &fence.owner, HOLD).await?)
    }

    pub(super) async fn release(&self, fence: &Fence) -> Result<(), Error> {
        Ok(self.inner.gate.release(fence.shard, fence.activity, &fence.owner).await?)
    }

    /// Works the accounts out from the stream and Postgres, and puts them in place; `false` when the fence was lost.
    pub(super) async fn lay_out(&self, fence: &Fence) -> Result<bool, Error> {
        let kept = async {
            while self.renew(fence).await?.is_some() {
                tokio::time::sleep(HOLD / 4).await;
            }
            Ok(false)
        };
        let in_place = tokio::select! {
            lost = kept => lost,
            done = self.work_out(fence) => done,
        }?;
        if !in_place {
            tracing::warn!(activity = %fence.activity, "the fence was lost; somebody else lays the accounts out");
        }
        Ok(in_place)
    }

    async fn work_out(&self, fence: &Fence) -> Result<bool, Error> {
        let entries = self.inner.gate.read_all(fence.shard).await?;
        let queued: Vec<Winner> = entries
            .into_iter()
            .flat_map(|entry| entry.winners.unwrap_or_default())
            .filter(|winner| winner.activity == fence.activity)
            .collect();
        let ended = self.inner.store.ended_tickets(fence.activity).await?;
        let Some(rules) = self.inner.store.rules(fence.activity).await? else {
            self.release(fence).await?;
            return Ok(true);
        };
        let accounts = unite(&rules, &queued, &ended);
        let epoch = self.inner.gate.install(fence.shard, fence.activity, &fence.owner, &accounts).await?;
        tracing::info!(activity = %fence.activity, epoch, "accounts worked out");
        Ok(epoch.is_some())
    }
}

/// One item's units while they are added up.
#[derive(Default)]
struct Units {
    held: i64,
    sold: i64,
    returned: i64,
}

/// The accounts that follow from what both stores remember.
fn unite(rules: &Rules, queued: &[Winner], ended: &[EndedTicket]) -> NewAccounts {
    let mut units: HashMap<ItemId, Units> = HashMap::new();
    let mut buyers: HashMap<ShopperId, Vec<Held>> = HashMap::new();
    let known: std::collections::HashSet<TicketId> = ended.iter().map(|one| one.ticket).collect();
    for one in ended {
        let item = units.entry(one.item).or_default();
        if one.holds_units {
            item.sold += one.quantity;
        } else {
            item.returned += one.quantity;
        }
        let held = Held { ticket: one.ticket, item: one.item, quantity: one.quantity, status: one.status };
        buyers.entry(one.shopper).or_default().push(held);
    }
    let stock: HashMap<ItemId, Option<i64>> = rules.items.iter().map(|item| (item.id, item.stock)).collect();
    for winner in queued.iter().filter(|winner| !known.contains(&winner.ticket)) {
        let item = units.entry(winner.item).or_default();
        let left = stock.get(&winner.item).copied().flatten().map(|stock| stock - item.sold - item.held);
        // After a loss of Redis's data more may be queued than there is; the ledger will refuse those, so they end here.
        let status = if left.is_some_and(|left| left < winner.quantity) {
            TicketStatus::Lost(LostReason::SoldOut)
        } else {
            item.held += winner.quantity;
            TicketStatus::Queued
        };
        let held = Held { ticket: winner.ticket, item: winner.item, quantity: winner.quantity, status };
        buyers.entry(winner.shopper).or_default().push(held);
    }
    let seqs = queued.iter().map(|winner| winner.seq).chain(ended.iter().map(|one| one.seq));
    let mut fields = vec![
        ("v".to_owned(), rules.version.to_string()),
        ("state".to_owned(), rules.state.as_str().to_owned()),
        ("from".to_owned(), rules.window.starts_at().get().to_string()),
        ("to".to_owned(), rules.window.ends_at().get().to_string()),
        ("n".to_owned(), seqs.max().unwrap_or(0).to_string()),
    ];
    let unlimited = |units: Option<i64>| units.map_or_else(String::new, |units| units.to_string());
    for item in &rules.items {
        let Units { held, sold, returned } = units.remove(&item.id).unwrap_or_default();
        let values = [
            ("stock", unlimited(item.stock)),
            ("free", unlimited(item.stock.map(|stock| stock - held - sold))),
            ("held", held.to_string()),
            ("sold", sold.to_string()),
            ("returned", returned.to_string()),
            ("limit", item.limit.to_string()),
            ("max", item.max_per_order.to_string()),
            ("price", item.sale_price.get().to_string()),
            ("gate_x", item.gate_multiplier.to_string()),
            ("gate_n", "0".to_owned()),
            ("gate_bonus", "0".to_owned()),
            ("gate_at", "0".to_owned()),
        ];
        fields.extend(values.map(|(field, value)| (format!("{}:{field}", item.id), value)));
    }
    NewAccounts { fields, buyers }
}
