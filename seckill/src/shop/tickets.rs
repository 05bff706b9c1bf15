//! What became of an attempt.

use std::time::Duration;

use super::{Error, Shop, Viewer};
use crate::{LostReason, TicketStatus, sign::Ticket};

impl Shop {
    /// Where a shopper's own ticket stands; waits up to `wait` for its end.
    pub async fn ticket(&self, viewer: Viewer, ticket: &str, wait: Duration) -> Result<TicketStatus, Error> {
        let ticket = self.inner.signer.ticket(ticket).filter(|ticket| ticket.shopper == viewer.shopper);
        let ticket = ticket.ok_or_else(Error::not_found)?;
        let watch = (!wait.is_zero()).then(|| self.inner.feed.watch(ticket.id));
        let status = self.ticket_now(&ticket).await?;
        match (status, watch) {
            (TicketStatus::Queued, Some(watch)) => match watch.end_within(wait).await {
                Some(end) => Ok(end),
                None => self.ticket_now(&ticket).await,
            },
            _ => Ok(status),
        }
    }

    async fn ticket_now(&self, ticket: &Ticket) -> Result<TicketStatus, Error> {
        let holding = match self.inner.gate.look(ticket.shard(), ticket.activity, ticket.shopper).await {
            Ok(holding) => holding,
            // The ledger alone can still tell of an end.
            Err(outage) => return self.inner.store.ticket_end(ticket.id).await?.ok_or_else(|| outage.into()),
        };
        if let Some(held) = holding.tickets.iter().find(|held| held.ticket == ticket.id) {
            return Ok(held.status);
        }
        if let Some(end) = self.inner.store.ticket_end(ticket.id).await? {
            return Ok(end);
        }
        if holding.epoch == 0 {
            self.warm_soon(ticket.shard(), ticket.activity);
            return Ok(TicketStatus::Queued);
        }
        // The attempt may still be on its way to the gate.
        if holding.now <= ticket.decided_by {
            return Ok(TicketStatus::Queued);
        }
        let forgotten = ticket.epoch != 0 && ticket.epoch < holding.epoch;
        Ok(TicketStatus::Lost(if forgotten { LostReason::Reset } else { LostReason::NotAdmitted }))
    }
}
