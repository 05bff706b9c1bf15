//! Wrapper of `lua/confirm.lua`.

use serde::{Deserialize, Serialize};

use super::{Gate, GateError, Shard, pack, stream::GROUP};
use crate::{ActivityId, LostReason, OrderId, ShopperId, TicketId, TicketStatus};

/// How a ticket ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The sale.
    pub activity: ActivityId,
    /// Whose ticket.
    pub shopper: ShopperId,
    /// The ticket.
    pub ticket: TicketId,
    /// Its order, or why there is none.
    pub end: Result<OrderId, LostReason>,
}

/// What a confirmation did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirmed {
    /// Every ticket is at its end and the entries are off the stream.
    Done,
    /// Some activity is being laid out or repaired; nothing was done, ask again shortly.
    NotReady,
    /// The accounts do not know a ticket, or call one lost that was won; nothing was done. Lay them out and ask again.
    Contradiction,
}

/// How a ticket's state is written in Redis.
pub(super) fn written(status: TicketStatus) -> String {
    match status {
        TicketStatus::Queued => "q".to_owned(),
        TicketStatus::Won(order) => format!("w:{order}"),
        TicketStatus::Lost(reason) => format!("l:{}", reason.as_str()),
    }
}

/// Reads [`written`] back.
pub(super) fn read(state: &str) -> Result<TicketStatus, GateError> {
    let status = match state.split_once(':') {
        None if state == "q" => Some(TicketStatus::Queued),
        Some(("w", order)) => order.parse().ok().map(TicketStatus::Won),
        Some(("l", reason)) => LostReason::parse(reason).map(TicketStatus::Lost),
        None | Some(_) => None,
    };
    status.ok_or_else(|| GateError::Unreadable(format!("ticket state {state:?}")))
}

#[derive(Serialize)]
struct Row(ShopperId, TicketId, String);

/// One activity's rows in a message on the settled channel.
#[derive(Deserialize)]
pub(super) struct Settled(pub ActivityId, pub Vec<(ShopperId, TicketId, String)>);

impl Gate {
    /// Ends tickets of one shard and takes the entries that carried them off its stream, in one step.
    pub async fn confirm(
        &self,
        shard: Shard,
        entries: &[String],
        outcomes: &[Outcome],
    ) -> Result<Confirmed, GateError> {
        let mut groups: Vec<(ActivityId, Vec<Row>)> = Vec::new();
        for outcome in outcomes {
            let state = written(outcome.end.map_or_else(TicketStatus::Lost, TicketStatus::Won));
            let row = Row(outcome.shopper, outcome.ticket, state);
            match groups.iter_mut().find(|(activity, _)| *activity == outcome.activity) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((outcome.activity, vec![row])),
            }
        }
        let mut keys = vec![self.keys.orders(shard)];
        for (activity, _) in &groups {
            keys.extend([self.keys.acc(shard, *activity), self.keys.buyers(shard, *activity)]);
        }
        let packed = pack(&(GROUP, entries, self.keys.settled(shard), &groups))?;
        match self.call_packed("confirm", &keys, &[&packed]).await? {
            (0u8,) => Ok(Confirmed::Done),
            (1,) => Ok(Confirmed::NotReady),
            (2,) => Ok(Confirmed::Contradiction),
            (other,) => Err(GateError::Unreadable(format!("confirm: status {other}"))),
        }
    }
}
