//! The hot path: a token after the start, then one attempt.

use std::{cmp::Ordering, time::Duration};

use super::{Error, Shop, Viewer};
use crate::{
    ActivityId, ActivityState, Admission, FieldCode, FieldError, Forbidden, ItemId, Millis, Position, Refusal,
    ShopperId, TicketId, TicketString,
    gate::{Ask, Decision, NotDecided, RESPONSE_TIMEOUT},
    sign::{Purchase, Ticket},
};

/// How long a purchase token is good.
const TOKEN: Duration = Duration::from_secs(300);

/// How early an instance refuses by itself; nearer to the start it asks Redis.
const SURELY_EARLY: Duration = Duration::from_millis(500);

/// After this an attempt has reached the gate or never will: every lane is drained by then.
const DECIDED_WITHIN: Duration = Duration::from_secs(10);

/// One *Buy* press. The purchase token says who, what and under which rules.
#[derive(Debug, Clone, Copy)]
pub struct Attempt<'a> {
    /// The sale in the address.
    pub activity: ActivityId,
    /// The item in the address.
    pub item: ItemId,
    /// The purchase token.
    pub token: &'a str,
    /// The same for a repeat of the same press; the token's own id if absent.
    pub idempotency_key: Option<&'a str>,
    /// Units, 1 to 1,000.
    pub quantity: i64,
    /// For the merchant, at most 200 characters.
    pub message: &'a str,
}

/// The hidden address of an item, for one shopper and a short time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurchaseToken {
    /// To be sent with the attempt.
    pub token: String,
    /// When it ends.
    pub expires_at: Millis,
}

/// What the page that asks for a purchase token was made from. Whatever is absent is not looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    /// The version of the sale that it shows.
    pub version: Option<i64>,
    /// Who was signed in when *Buy* was pressed.
    pub shopper: Option<ShopperId>,
}

/// The answer to who asks for a purchase token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenAnswer {
    /// The sale is open.
    Granted(PurchaseToken),
    /// It opens later.
    NotStarted {
        /// When.
        starts_at: Millis,
    },
    /// It is over.
    Ended,
    /// It is paused.
    Paused,
    /// The page shows another version than the one that is sold, or somebody else is signed in by now.
    Changed,
    /// The clock that decides, or the version that the page shows, is not known here yet.
    NotReady,
}

impl Shop {
    /// Gives out a purchase token, from the start of the sale on, to who has seen what they get.
    pub async fn purchase_token(
        &self,
        viewer: Viewer,
        activity: ActivityId,
        item: ItemId,
        seen: Seen,
    ) -> Result<TokenAnswer, Error> {
        let rules = self.public_rules(activity).await?;
        if seen.shopper.is_some_and(|shopper| shopper != viewer.shopper) {
            return Ok(TokenAnswer::Changed);
        }
        match seen.version.map(|version| version.cmp(&rules.version)) {
            Some(Ordering::Less) => return Ok(TokenAnswer::Changed),
            // Rules are kept for a second.
            Some(Ordering::Greater) => return Ok(TokenAnswer::NotReady),
            Some(Ordering::Equal) | None => {}
        }
        if !rules.items.iter().any(|known| known.id == item) {
            return Err(Error::not_found());
        }
        let starts_at = rules.window.starts_at();
        if self.now() < starts_at && self.now().until(starts_at) <= SURELY_EARLY {
            self.inner.gate.peek(&[]).await?;
        }
        let now = self.now();
        let shard = match (rules.state, rules.window.position(now)) {
            (ActivityState::Paused, _) => return Ok(TokenAnswer::Paused),
            (ActivityState::Published, Position::Before) => return Ok(TokenAnswer::NotStarted { starts_at }),
            (ActivityState::Published, Position::Inside) => rules.shard,
            _ => return Ok(TokenAnswer::Ended),
        };
        let Some(shard) = shard else { return Ok(TokenAnswer::NotReady) };
        let expires_at = now.plus(TOKEN);
        let token = self.inner.signer.purchase_token(&Purchase {
            shopper: viewer.shopper,
            activity,
            item,
            shard: shard.get(),
            version: rules.version,
            expires_at,
            id: u64::from_be_bytes(Self::random()),
        });
        Ok(TokenAnswer::Granted(PurchaseToken { token, expires_at }))
    }

    /// Decides one attempt. It is authenticated by the purchase token alone.
    pub async fn attempt(&self, attempt: Attempt<'_>) -> Result<Admission, Error> {
        let token = self.inner.signer.purchase(attempt.token);
        let Some(token) = token.filter(|token| (token.activity, token.item) == (attempt.activity, attempt.item)) else {
            return Ok(Admission::Forbidden(Forbidden::TokenInvalid));
        };
        let now = self.now();
        if now >= token.expires_at {
            return Ok(Admission::Forbidden(Forbidden::TokenExpired));
        }
        check(&attempt)?;
        let key = attempt.idempotency_key.map_or_else(|| format!("t{}", token.id), |key| format!("k{key}"));
        let id = self.inner.signer.ticket_id(token.item, token.shopper, &key);
        let mut ticket = Ticket {
            id,
            shopper: token.shopper,
            activity: token.activity,
            shard: token.shard,
            epoch: 0,
            decided_by: now.plus(DECIDED_WITHIN),
        };
        if !self.is_verified() {
            return Ok(Admission::NotReady);
        }
        if self.inner.feed.hints.is_sold_out(token.activity, token.item, token.shopper) {
            metrics::counter!("sluice_admissions_total", "answer" => "sold_out_locally").increment(1);
            return Ok(Admission::SoldOut);
        }
        let ask = Ask {
            activity: token.activity,
            item: token.item,
            shopper: token.shopper,
            ticket: id,
            quantity: attempt.quantity,
            version: token.version,
            message: attempt.message.to_owned(),
        };
        match self.inner.combiner.admit(ticket.shard(), ask).await {
            Ok(decided) => {
                // Decided: nothing is on its way any more, and a repeat gets the same text.
                ticket.epoch = decided.epoch;
                ticket.decided_by = Millis::new(0);
                self.answer(decided.decision, ticket)
            }
            Err(NotDecided::Full) => Err(Error::Refused(Refusal::Overloaded)),
            Err(NotDecided::Unknown) => Err(Error::OutcomeUnknown(self.inner.signer.ticket_string(&ticket))),
        }
    }

    fn answer(&self, decision: Decision, ticket: Ticket) -> Result<Admission, Error> {
        let string = |id: TicketId| -> TicketString { self.inner.signer.ticket_string(&Ticket { id, ..ticket }) };
        let admission = match decision {
            Decision::Admitted => Admission::Admitted { ticket: string(ticket.id) },
            Decision::NotStarted(starts_at) => Admission::NotStarted { starts_at },
            Decision::Ended => Admission::Ended,
            Decision::Paused => Admission::Paused,
            Decision::SoldOut => Admission::SoldOut,
            Decision::NotEnough(left) => Admission::NotEnough { left },
            Decision::Limit { limit, held } => Admission::LimitReached { limit, ticket: held.map(string) },
            Decision::TooBusy(retry_after) => Admission::TooBusy { retry_after },
            Decision::Changed => Admission::Changed,
            Decision::NotReady => {
                self.warm_soon(ticket.shard(), ticket.activity);
                Admission::NotReady
            }
            Decision::KeyReused => return Err(Error::Refused(Refusal::KeyReused)),
            Decision::TooLate => return Err(Error::OutcomeUnknown(string(ticket.id))),
        };
        metrics::counter!("sluice_admissions_total", "answer" => word(&admission)).increment(1);
        Ok(admission)
    }
}

/// Checks the form of what the shopper sent; the rules are for the gate.
fn check(attempt: &Attempt<'_>) -> Result<(), Error> {
    let mut errors = Vec::new();
    if !(1..=1_000).contains(&attempt.quantity) {
        errors.push(FieldError::new("quantity", FieldCode::OutOfRange));
    }
    if attempt.message.chars().count() > 200 {
        errors.push(FieldError::new("message", FieldCode::TooLong));
    }
    if attempt.message.chars().any(|c| c.is_control() && c != '\n') {
        errors.push(FieldError::new("message", FieldCode::Malformed));
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Refused(Refusal::Invalid(errors))) }
}

const fn word(admission: &Admission) -> &'static str {
    match admission {
        Admission::Admitted { .. } => "admitted",
        Admission::NotStarted { .. } => "not_started",
        Admission::Ended => "ended",
        Admission::Paused => "paused",
        Admission::SoldOut => "sold_out",
        Admission::NotEnough { .. } => "not_enough",
        Admission::LimitReached { .. } => "limit_reached",
        Admission::TooBusy { .. } => "too_busy",
        Admission::RateLimited { .. } => "rate_limited",
        Admission::Changed => "changed",
        Admission::NotReady => "not_ready",
        Admission::Forbidden(_) => "forbidden",
    }
}

const _: () = assert!(DECIDED_WITHIN.as_secs() > 4 * RESPONSE_TIMEOUT.as_secs() + 2, "a full lane is drained by then");
