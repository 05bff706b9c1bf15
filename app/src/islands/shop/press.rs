//! One press on *Buy*, from the token to the order. It goes on through lost connections, because the same key is the same
//! press, and it tells where it stands at every step.

use leptos::prelude::{GetUntracked, RwSignal, Set, window};
use wasm_bindgen_futures::JsFuture;

use super::{
    attempt::{Attempt, Bought, Pending, Reason},
    calls::{self, NoAnswer, Problem},
    json::Json,
    memory,
};

/// First and longest pause after a call that was not answered, milliseconds.
const PAUSES_MS: (i32, i32) = (500, 4_000);
/// The device may be early by this much when it asks for a token.
const EARLY_MS: i32 = 250;
/// A purchase token that ends meanwhile is replaced so often.
const TOKENS: u32 = 4;

/// Where a press goes, and where it tells how far it has come.
#[derive(Clone)]
pub struct Press {
    /// `/api/v1/activities/{id}`.
    pub sale: String,
    /// Where the browser remembers it.
    pub memory: String,
    /// The version of the sale that the page shows.
    pub version: i64,
    /// The page's language.
    pub lang: String,
    /// The server's clock, milliseconds since the epoch.
    pub now: RwSignal<i64>,
    /// Who has one may have no other.
    pub only_one: bool,
    /// Where the item's attempt is shown.
    pub shown: RwSignal<Attempt>,
}

/// Where a ticket stands.
enum Standing {
    Queued { place: Option<(i64, i64)> },
    Won { order: String },
    Lost(Reason),
}

impl Standing {
    fn read(ticket: &Json) -> Option<Self> {
        Some(match ticket.text("status")?.as_str() {
            "won" => Self::Won { order: ticket.text("order_id")? },
            "lost" => Self::Lost(Reason::parse(&ticket.text("reason")?)),
            "queued" | "waiting" => {
                let place = ticket.number("place");
                Self::Queued { place: place.map(|place| (place, ticket.number("eta_ms").unwrap_or(0) / 1_000)) }
            }
            _ => return None,
        })
    }
}

/// How a step ended.
enum Step {
    /// The ticket that tells the rest; `true` if the shopper had it before this press.
    Ticket(String, bool),
    /// It ends here.
    End(Attempt),
    /// The same again after so many milliseconds.
    Again(i32),
}

impl Press {
    /// Presses, or goes on with a press that a page before this one began.
    pub async fn run(self, mut pending: Pending) {
        if let Some(Bought { order, pay_before_ms }) = pending.order {
            return self.shown.set(Attempt::Won { order, pay_before_ms, before: false });
        }
        let (ticket, before) = match pending.ticket.clone() {
            Some(ticket) => (ticket, false),
            None => match self.attempt(&pending).await {
                Ok(found) => found,
                Err(end) => return self.end(end),
            },
        };
        pending.ticket = Some(ticket.clone());
        memory::keep(&self.memory, &pending);
        let end = self.follow(&ticket, before).await;
        self.end(end.clone());
        if let Attempt::Won { order, pay_before_ms, .. } = end
            && self.only_one
        {
            pending.order = Some(Bought { order, pay_before_ms });
            memory::keep(&self.memory, &pending);
        }
    }

    fn end(&self, end: Attempt) {
        // Who signs in again comes back to their ticket.
        if end != Attempt::SignedOut {
            memory::forget(&self.memory);
        }
        self.shown.set(end);
    }

    /// Until there is a ticket, or a clear no.
    async fn attempt(&self, pending: &Pending) -> Result<(String, bool), Attempt> {
        let mut pause = PAUSES_MS.0;
        let mut tokens = 0;
        // It says who buys, whoever is signed in when it is sent.
        let mut token = None;
        loop {
            match self.once(pending, &mut tokens, &mut token).await {
                Ok(Step::Ticket(ticket, before)) => return Ok((ticket, before)),
                Ok(Step::End(end)) => return Err(end),
                Ok(Step::Again(wait)) => sleep(wait).await,
                // Whoever is signed in when the network is back may be somebody else.
                Err(NoAnswer) if token.is_none() && pending.shopper.is_empty() => {
                    return Err(Attempt::Failed(String::new()));
                }
                Err(NoAnswer) => {
                    self.shown.set(Attempt::Offline { admitted: false });
                    sleep(pause).await;
                    pause = (pause * 2).min(PAUSES_MS.1);
                }
            }
        }
    }

    async fn once(&self, pending: &Pending, tokens: &mut u32, kept: &mut Option<String>) -> Result<Step, NoAnswer> {
        let item = format!("{}/items/{}", self.sale, pending.item);
        let token = match kept {
            Some(token) => token.clone(),
            None => match self.token(&item, pending).await? {
                Ok(token) => kept.insert(token).clone(),
                Err(problem) if problem.code == "not_started" => return Ok(Step::Again(EARLY_MS)),
                Err(problem) => return Ok(self.refused(problem)),
            },
        };
        if matches!(self.shown.get_untracked(), Attempt::Offline { .. }) {
            self.shown.set(Attempt::Sending);
        }
        let body = Json::write(&[("token", token.into()), ("quantity", (pending.quantity as f64).into())]);
        let answer = calls::post(&format!("{item}/attempts"), &self.lang, Some(&pending.key), &body).await?;
        Ok(match answer.read(|body| body.text("ticket")) {
            Ok(ticket) => Step::Ticket(ticket, false),
            Err(problem) if problem.code.starts_with("token_") && *tokens < TOKENS => {
                *tokens += 1;
                *kept = None;
                Step::Again(0)
            }
            Err(problem) => self.refused(problem),
        })
    }

    async fn token(&self, item: &str, pending: &Pending) -> Result<Result<String, Problem>, NoAnswer> {
        let mut seen = format!("{item}/token?version={}", self.version);
        if !pending.shopper.is_empty() {
            seen += &format!("&shopper={}", pending.shopper);
        }
        Ok(calls::post(&seen, &self.lang, None, "{}").await?.read(|body| body.text("token")))
    }

    fn refused(&self, problem: Problem) -> Step {
        let wait = problem.retry_after_ms.unwrap_or(1_000);
        Step::End(match problem.code.as_str() {
            "limit_reached" => match problem.ticket {
                // Whose only one it is has asked for it before.
                Some(ticket) if self.only_one => return Step::Ticket(ticket, true),
                _ => Attempt::Limit(problem.limit.unwrap_or(1)),
            },
            "sold_out" => Attempt::SoldOut,
            "not_enough" => Attempt::NotEnough(problem.left.unwrap_or(0)),
            "too_busy" | "rate_limited" => Attempt::TooBusy { again_at_ms: self.now.get_untracked() + wait },
            "changed" | "not_found" => Attempt::Changed,
            "unauthenticated" => Attempt::SignedOut,
            // The state of the sale says these by itself.
            "ended" | "paused" | "not_started" => Attempt::Idle,
            "not_ready" | "unavailable" => {
                if let Some(ticket) = problem.ticket {
                    return Step::Ticket(ticket, false);
                }
                self.shown.set(Attempt::Preparing);
                // Not all at once.
                return Step::Again(i32::try_from(wait).unwrap_or(1_000) + jitter(wait));
            }
            _ => Attempt::Failed(problem.detail),
        })
    }

    /// Until the ticket has ended.
    async fn follow(&self, ticket: &str, before: bool) -> Attempt {
        let mut pause = PAUSES_MS.0;
        self.shown.set(Attempt::Following { place: None });
        loop {
            let answer = calls::get(&format!("/api/v1/tickets/{ticket}?wait_ms=5000"), &self.lang).await;
            let Ok(answer) = answer else {
                self.shown.set(Attempt::Offline { admitted: true });
                sleep(pause).await;
                pause = (pause * 2).min(PAUSES_MS.1);
                continue;
            };
            match answer.read(Standing::read) {
                Ok(Standing::Won { order }) => {
                    let pay_before_ms = self.pay_before(&order).await;
                    return Attempt::Won { order, pay_before_ms, before };
                }
                Ok(Standing::Lost(reason)) => return Attempt::Lost(reason),
                Ok(Standing::Queued { place }) => self.shown.set(Attempt::Following { place }),
                Err(problem) if problem.code == "unauthenticated" => return Attempt::SignedOut,
                // A ticket that is not this shopper's any more: somebody else has signed in here.
                Err(problem) if problem.code == "not_found" => return Attempt::Idle,
                Err(_) => self.shown.set(Attempt::Offline { admitted: true }),
            }
            sleep(200 + jitter(300)).await;
        }
    }

    async fn pay_before(&self, order: &str) -> Option<i64> {
        let answer = calls::get(&format!("/api/v1/orders/{order}"), &self.lang).await.ok()?;
        answer.read(|order| order.number("pay_before_ms")).ok()
    }
}

/// Somewhere between nothing and `most_ms`, so that a crowd does not move as one.
pub fn jitter(most_ms: i64) -> i32 {
    (js_sys::Math::random() * most_ms as f64) as i32
}

/// Milliseconds.
pub async fn sleep(ms: i32) {
    let waited = js_sys::Promise::new(&mut |done, _| {
        // A timer that cannot be set would mean waiting for ever.
        if window().set_timeout_with_callback_and_timeout_and_arguments_0(&done, ms).is_err() {
            drop(done.call0(&wasm_bindgen::JsValue::NULL));
        }
    });
    drop(JsFuture::from(waited).await);
}
