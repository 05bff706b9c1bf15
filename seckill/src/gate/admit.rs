//! Wrapper of `lua/admit.lua`.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{Gate, GateError, Shard, observe, pack};
use crate::{ActivityId, ItemId, Millis, ShopperId, TicketId};

/// One attempt, as the gate takes it. It has been authenticated and its quantity is positive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// The sale.
    pub activity: ActivityId,
    /// The item in it.
    pub item: ItemId,
    /// Who asks.
    pub shopper: ShopperId,
    /// The same for a repeat of the same attempt.
    pub ticket: TicketId,
    /// Units.
    pub quantity: i64,
    /// The version of the rules that the shopper has seen.
    pub version: i64,
    /// For the merchant.
    pub message: String,
}

/// What the gate decided about one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Units are held for the ticket, now or since an earlier call with the same ticket.
    Admitted,
    /// The sale opens at this moment.
    NotStarted(Millis),
    /// The sale is over.
    Ended,
    /// The sale is paused.
    Paused,
    /// No unit is free.
    SoldOut,
    /// This many units are free.
    NotEnough(i64),
    /// The shopper would hold more than `limit`.
    Limit {
        /// Units a shopper may hold.
        limit: i64,
        /// A ticket the shopper holds.
        held: Option<TicketId>,
    },
    /// The gate lets nobody through for this long.
    TooBusy(Duration),
    /// The rules have another version.
    Changed,
    /// The accounts are not in place.
    NotReady,
    /// The ticket exists for another quantity.
    KeyReused,
    /// The call reached Redis after its time; nothing was decided.
    TooLate,
}

/// A decision, and the epoch of the accounts that it was made in (0 if they are not in place).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// What was decided.
    pub decision: Decision,
    /// The epoch.
    pub epoch: i64,
}

/// What a call showed of one activity besides the decisions.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub shard: Shard,
    pub activity: ActivityId,
    pub epoch: i64,
    /// Admissions so far.
    pub n: i64,
    /// Free units by item; negative when unlimited.
    pub left: Vec<(ItemId, i64)>,
}

#[derive(Serialize)]
struct Row<'a>(ItemId, ShopperId, TicketId, i64, i64, &'a str);

#[derive(Deserialize)]
struct Answer(u8, i64, String);

#[derive(Deserialize)]
struct Reply(String, i64, Vec<Answer>, Vec<(ItemId, i64)>);

impl Answer {
    fn decision(self) -> Result<Decision, GateError> {
        Ok(match self.0 {
            0 => Decision::Admitted,
            1 => Decision::NotStarted(Millis::new(self.1)),
            2 => Decision::Ended,
            3 => Decision::Paused,
            4 => Decision::SoldOut,
            5 => Decision::NotEnough(self.1),
            6 => Decision::Limit { limit: self.1, held: self.2.parse().ok() },
            7 => Decision::TooBusy(Duration::from_millis(u64::try_from(self.1).unwrap_or(0))),
            8 => Decision::Changed,
            9 => Decision::NotReady,
            10 => Decision::KeyReused,
            11 => Decision::TooLate,
            other => return Err(GateError::Unreadable(format!("admit: status {other}"))),
        })
    }
}

impl Gate {
    /// Decides attempts of one shard in one call, in order; the answers stand in the order of the asks.
    /// A call that Redis runs only after `not_after` decides nothing.
    pub async fn admit(&self, shard: Shard, asks: &[Ask], not_after: Millis) -> Result<Vec<Decided>, GateError> {
        self.admit_seen(shard, asks, not_after).await.map(|(decided, _)| decided)
    }

    pub(super) async fn admit_seen(
        &self,
        shard: Shard,
        asks: &[Ask],
        not_after: Millis,
    ) -> Result<(Vec<Decided>, Vec<Seen>), GateError> {
        let mut groups: Vec<(ActivityId, Vec<Row<'_>>)> = Vec::new();
        let mut places = Vec::with_capacity(asks.len());
        for ask in asks {
            let group = groups.iter().position(|(activity, _)| *activity == ask.activity).unwrap_or_else(|| {
                groups.push((ask.activity, Vec::new()));
                groups.len() - 1
            });
            places.push((group, groups[group].1.len()));
            groups[group].1.push(Row(ask.item, ask.shopper, ask.ticket, ask.quantity, ask.version, &ask.message));
        }
        let mut keys = vec![self.keys.orders(shard)];
        for (activity, _) in &groups {
            keys.extend([
                self.keys.acc(shard, *activity),
                self.keys.buyers(shard, *activity),
                self.keys.gate(shard, *activity),
            ]);
        }
        let packed = pack(&(not_after, self.keys.admitted(shard), &groups))?;
        let sent = Instant::now();
        let (now_ms, replies): (i64, Vec<Reply>) = self.call_packed("admit", &keys, &[&packed]).await?;
        observe(&self.clock, now_ms, sent);

        let mut seen = Vec::with_capacity(groups.len());
        let mut decisions = Vec::with_capacity(groups.len());
        for (Reply(epoch, n, answers, left), (activity, _)) in replies.into_iter().zip(&groups) {
            let epoch = epoch.parse().unwrap_or(0);
            seen.push(Seen { shard, activity: *activity, epoch, n, left });
            decisions.push((epoch, answers.into_iter().map(Answer::decision).collect::<Result<Vec<_>, _>>()?));
        }
        let decided = places.into_iter().map(|(group, place)| {
            let (epoch, answers) = decisions.get(group)?;
            Some(Decided { decision: answers.get(place)?.clone(), epoch: *epoch })
        });
        let decided = decided.collect::<Option<Vec<_>>>();
        Ok((decided.ok_or_else(|| GateError::Unreadable("admit: answers are missing".to_owned()))?, seen))
    }
}
