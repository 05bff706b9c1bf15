//! From winners in the stream to orders in the ledger.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use super::{Error, Shop};
use crate::{
    ActivityId, ShopperId, TicketId, Winner,
    gate::{Confirmed, Entry, Outcome, Shard},
};

/// How long a confirmation waits for a sale that is being laid out before the entry is left for another try.
const PATIENCE: Duration = Duration::from_secs(5);

impl Shop {
    /// Writes the orders of these entries and ends their tickets. Safe to repeat with the same entries. An error is an
    /// outage: nothing is lost, the entries stay in the stream.
    pub async fn fulfil(&self, shard: Shard, entries: &[Entry]) -> Result<(), Error> {
        let mut winners: Vec<Winner> = Vec::new();
        let mut parked = false;
        for entry in entries {
            match &entry.winners {
                Ok(own) => winners.extend_from_slice(own),
                Err(unreadable) => {
                    tracing::error!(entry = entry.id, unreadable.error, "an entry of the stream is parked");
                    self.inner.store.park_entry(shard, &entry.id, unreadable).await?;
                    parked = true;
                }
            }
        }
        if parked {
            // Nobody can tell whose tickets were in it: whatever the accounts hold without a reason is given back.
            self.give_back_held(shard).await?;
        }
        let written = self.inner.store.write_orders(shard, &winners).await?;
        let of: HashMap<TicketId, (ActivityId, ShopperId)> =
            winners.iter().map(|winner| (winner.ticket, (winner.activity, winner.shopper))).collect();
        let outcomes: Vec<Outcome> = written
            .iter()
            .filter_map(|one| {
                let (activity, shopper) = of.get(&one.ticket).copied()?;
                Some(Outcome { activity, shopper, ticket: one.ticket, end: one.end })
            })
            .collect();
        let ids: Vec<String> = entries.iter().map(|entry| entry.id.clone()).collect();
        self.confirm(shard, &ids, outcomes).await?;
        metrics::counter!("sluice_orders_written_total")
            .increment(written.iter().filter(|one| one.end.is_ok()).count().try_into().unwrap_or(0));
        Ok(())
    }

    async fn confirm(&self, shard: Shard, ids: &[String], mut outcomes: Vec<Outcome>) -> Result<(), Error> {
        let mut activities: Vec<ActivityId> = outcomes.iter().map(|outcome| outcome.activity).collect();
        activities.sort_unstable();
        activities.dedup();
        let asked = Instant::now();
        loop {
            match self.inner.gate.confirm(shard, ids, &outcomes).await? {
                Confirmed::Done => return Ok(()),
                _ if asked.elapsed() > PATIENCE => {
                    let source = "its accounts are still being laid out".into();
                    return Err(Error::Unavailable { store: "redis", source });
                }
                Confirmed::NotReady => {
                    self.drop_vanished(&activities, &mut outcomes).await?;
                    activities.iter().for_each(|activity| self.warm_soon(shard, *activity));
                }
                Confirmed::Contradiction => {
                    tracing::warn!(?activities, "accounts contradict the ledger; they are laid out again");
                    for activity in &activities {
                        self.warm(shard, *activity).await?;
                    }
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// A sale that is gone from the store has no accounts to wait for.
    async fn drop_vanished(&self, activities: &[ActivityId], outcomes: &mut Vec<Outcome>) -> Result<(), Error> {
        for activity in activities {
            if self.rules(*activity).await?.is_none() {
                tracing::warn!(%activity, "winners of a sale that is gone");
                outcomes.retain(|outcome| outcome.activity != *activity);
            }
        }
        Ok(())
    }
}
