//! What the tests share: gates with a clock of their own, sales laid out by hand, shops that are drained by hand.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use seckill::{
    ActivityForm, ActivityId, Admission, Attempt, Error, FieldCode, ItemId, Login, Media, Millis, Password, Refusal,
    Secret, Seen, Shop, ShopperId, Staff, TicketId, TicketStatus, TicketString, TokenAnswer, Viewer,
    gate::{Account, Ask, Decision, Gate, Keys, Library, NewAccounts, Shard},
    store::Store,
};
use sqlx::PgPool;

pub const SALE: ActivityId = ActivityId::new(7);
pub const ITEM: ItemId = ItemId::new(70);
pub const VERSION: i64 = 3;

/// The start and end of every sale that is laid out by hand.
pub const FROM: i64 = 1_000_000;
pub const TO: i64 = 2_000_000;

/// Which Redis a test runs on.
#[derive(Debug, Clone, Copy)]
pub enum On {
    Single,
    Cluster,
}

/// Makes one test for a single Redis and one for a Cluster out of an `async fn(On)`.
macro_rules! on_both {
    ($($(#[$doc:meta])* async fn $name:ident($on:ident: On) $body:block)+) => {$(
        $(#[$doc])*
        mod $name {
            use super::*;

            async fn body($on: crate::support::On) $body

            #[tokio::test]
            async fn single() {
                body(crate::support::On::Single).await;
            }

            #[tokio::test]
            async fn cluster() {
                body(crate::support::On::Cluster).await;
            }
        }
    )+};
}
pub(crate) use on_both;

pub fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set; `make test` sets it"))
}

/// A key prefix that no other test has.
pub fn prefix() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A gate whose clock stands at `now_ms`, on keys of its own or those of `prefix`.
pub async fn gate_at(on: On, prefix: &str, now_ms: i64) -> Gate {
    gate_with(on, prefix, Library::at(now_ms)).await
}

pub async fn gate_with(on: On, prefix: &str, library: Library) -> Gate {
    let urls = match on {
        On::Single => env("REDIS_URL"),
        On::Cluster => env("REDIS_CLUSTER_URL"),
    };
    Gate::open(&urls, Keys::new(prefix), library).await.expect("the tests' Redis answers")
}

pub fn shard(gate: &Gate) -> Shard {
    gate.shard_for(SALE)
}

/// The fields of a sale of one item, to be changed by the test before it is laid out.
pub fn accounts(stock: Option<i64>) -> NewAccounts {
    let text = |units: Option<i64>| units.map_or_else(String::new, |units| units.to_string());
    let rules = [("v", VERSION), ("from", FROM), ("to", TO), ("n", 0)];
    let item = [("held", 0), ("sold", 0), ("returned", 0), ("limit", 1), ("max", 1), ("price", 4_900)];
    let gate = [("gate_x", 10), ("gate_n", 0), ("gate_bonus", 0), ("gate_at", 0)];
    let mut fields: Vec<(String, String)> =
        rules.into_iter().map(|(field, value)| (field.to_owned(), value.to_string())).collect();
    fields.push(("state".to_owned(), "published".to_owned()));
    fields.extend(item.into_iter().chain(gate).map(|(field, value)| (format!("{ITEM}:{field}"), value.to_string())));
    fields.push((format!("{ITEM}:stock"), text(stock)));
    fields.push((format!("{ITEM}:free"), text(stock)));
    NewAccounts { fields, buyers: HashMap::new() }
}

/// Sets a field of [`accounts`].
pub fn set(accounts: &mut NewAccounts, field: &str, value: &str) {
    for (name, stored) in &mut accounts.fields {
        if name == field || *name == format!("{ITEM}:{field}") {
            *stored = value.to_owned();
        }
    }
}

/// Puts accounts in place as a warm-up does.
pub async fn lay_out(gate: &Gate, accounts: &NewAccounts) -> i64 {
    let shard = shard(gate);
    gate.fence(shard, SALE, "test", Duration::from_secs(5)).await.unwrap().expect("nobody else has the fence");
    gate.install(shard, SALE, "test", accounts).await.unwrap().expect("the fence stands")
}

/// An open sale of `stock` units with limit 1, and the clock a second after its start.
pub async fn open_sale(on: On, stock: i64) -> Gate {
    let gate = gate_at(on, &prefix(), FROM + 1_000).await;
    lay_out(&gate, &accounts(Some(stock))).await;
    gate
}

/// Shopper `n` asks for one unit with a ticket of their own.
pub fn ask(n: i64) -> Ask {
    Ask {
        activity: SALE,
        item: ITEM,
        shopper: ShopperId::new(n),
        ticket: TicketId::new(u128::try_from(n).unwrap()),
        quantity: 1,
        version: VERSION,
        message: String::new(),
    }
}

/// What the gate decides about a batch.
pub async fn decide(gate: &Gate, asks: &[Ask]) -> Vec<Decision> {
    let decided = gate.admit(shard(gate), asks, Millis::new(i64::MAX >> 12)).await.unwrap();
    decided.into_iter().map(|one| one.decision).collect()
}

/// The item's accounts; they must balance.
pub async fn account(gate: &Gate) -> Account {
    let peeked = gate.peek(&[(shard(gate), SALE)]).await.unwrap();
    let account = peeked[&SALE].items[&ITEM];
    if let (Some(stock), Some(free)) = (account.stock, account.free) {
        assert_eq!(free + account.held + account.sold, stock, "{account:?}");
    }
    assert!(account.held >= 0 && account.sold >= 0 && account.free.is_none_or(|free| free >= 0), "{account:?}");
    account
}

/// A shop over a database of its own.
pub struct Stall {
    pub shop: Shop,
    pub pool: PgPool,
    pub prefix: String,
    pub staff: Staff,
}

impl Stall {
    pub async fn new(pool: PgPool) -> Self {
        let prefix = prefix();
        let shop = shop(&pool, &prefix, Library::shipped()).await;
        let staff = staff(&shop, "boss@shop.test").await;
        Self { shop, pool, prefix, staff }
    }

    /// Another process of the same installation.
    pub async fn second(&self) -> Shop {
        shop(&self.pool, &self.prefix, Library::shipped()).await
    }

    /// The same installation with Redis's clock standing at `ms`.
    pub async fn at(&self, ms: i64) -> Shop {
        shop(&self.pool, &self.prefix, Library::at(ms)).await
    }

    /// A published sale that is open now: its id and its item's.
    pub async fn open_sale(&self, change: impl FnOnce(&mut ActivityForm)) -> (ActivityId, ItemId) {
        self.sale((-1_000, 600_000), change).await
    }

    /// A published sale whose window starts and ends so many milliseconds from now.
    pub async fn sale(&self, window: (i64, i64), change: impl FnOnce(&mut ActivityForm)) -> (ActivityId, ItemId) {
        let mut form = form(self.shop.now(), window);
        change(&mut form);
        let draft = self.shop.create_activity(self.staff, form, None).await.unwrap();
        let published = self.shop.publish_activity(self.staff, draft.id, draft.version, None).await.unwrap();
        (published.id, published.form.items[0].id.unwrap())
    }

    /// New shoppers.
    pub async fn shoppers(&self, count: u32) -> Vec<Viewer> {
        let people = self.shop.demo_shoppers(count).await.unwrap();
        people.into_iter().map(|(person, _)| Viewer { shopper: person.id }).collect()
    }

    /// Writes the orders of everything in the stream, as a worker would.
    pub async fn drain(&self) {
        drain(&self.shop).await;
    }

    /// The one item's accounts from both stores, checked against each other.
    pub async fn ledger(&self, sale: ActivityId) -> seckill::ItemLedger {
        let ledger = self.shop.ledger(self.staff, sale).await.unwrap()[0];
        assert_eq!(ledger.drift, 0, "{ledger:?}");
        if let (Some(stock), Some(free)) = (ledger.stock, ledger.free) {
            assert_eq!(free + ledger.held + ledger.sold, stock, "{ledger:?}");
            assert!(free >= 0 && ledger.held >= 0 && (0..=stock).contains(&ledger.sold), "{ledger:?}");
        }
        ledger
    }

    /// Where a ticket stands now.
    pub async fn status(&self, viewer: Viewer, ticket: &TicketString) -> TicketStatus {
        self.shop.ticket(viewer, ticket.as_str(), Duration::ZERO).await.unwrap()
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.unwrap()
    }
}

/// All tests share the folder: a name is made from what is in the file.
fn media() -> Media {
    Media::below(concat!(env!("CARGO_TARGET_TMPDIR"), "/media").into())
}

async fn shop(pool: &PgPool, prefix: &str, library: Library) -> Shop {
    let gate = gate_with(On::Single, prefix, library).await;
    let secret = Secret::parse("a secret of the tests, 32 bytes long").unwrap();
    Shop::with(Store::of(pool.clone()), gate, media(), &secret, Duration::from_secs(600)).await.unwrap()
}

pub async fn drain(shop: &Shop) {
    let gate = shop.gate();
    for shard in gate.shards() {
        shop.mend_stream(shard).await.unwrap();
        loop {
            let mut entries = gate.claim(shard, "test", Duration::ZERO, 8).await.unwrap().unwrap();
            if entries.is_empty() && !gate.read_all(shard).await.unwrap().is_empty() {
                entries = gate.read_new(gate.conn(), shard, "test", 8).await.unwrap().unwrap();
            }
            if entries.is_empty() {
                break;
            }
            shop.fulfil(shard, &entries).await.unwrap();
        }
    }
}

pub async fn staff(shop: &Shop, login: &str) -> Staff {
    let login = Login::parse(login).unwrap();
    let password = Password::parse("correct horse").unwrap();
    shop.create_merchant("Shop", &login, &password).await.unwrap();
    shop.staff_sign_in(&login, &password).await.unwrap().staff
}

/// A sale of one item: 100 units at 49.00, limit 1.
pub fn form(now: Millis, (from, to): (i64, i64)) -> ActivityForm {
    let at = |offset: i64| {
        let at = chrono::DateTime::from_timestamp_millis(now.get() + offset).unwrap();
        at.to_rfc3339()
    };
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    serde_json::from_value(serde_json::json!({
        "title": "双十二", "html": "<p>好</p>", "starts_at": at(from), "ends_at": at(to),
        "items": [{
            "sku": {"product_title": format!("耳机 {number}"), "name": "黑", "code": format!("EAR-{number}"), "list_price_fen": 9900},
            "sale_price_fen": 4900, "stock": 100
        }]
    }))
    .unwrap()
}

/// Waits until `met` holds; fails after ten seconds.
pub async fn eventually<F: Future<Output = bool>>(what: &str, met: impl Fn() -> F) {
    for _ in 0..500 {
        if met().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("never: {what}");
}

/// Presses *Buy* once: a token, then an attempt. "Not ready" is tried again, as the page does.
pub async fn buy(
    shop: &Shop,
    viewer: Viewer,
    (sale, item): (ActivityId, ItemId),
    key: &str,
    quantity: i64,
) -> Admission {
    let token = token(shop, viewer, (sale, item)).await;
    attempt(shop, (sale, item), &token, key, quantity).await
}

pub async fn token(shop: &Shop, viewer: Viewer, (sale, item): (ActivityId, ItemId)) -> String {
    match shop.purchase_token(viewer, sale, item, Seen::default()).await.unwrap() {
        TokenAnswer::Granted(granted) => granted.token,
        other => panic!("no token: {other:?}"),
    }
}

pub async fn attempt(
    shop: &Shop,
    (sale, item): (ActivityId, ItemId),
    token: &str,
    key: &str,
    quantity: i64,
) -> Admission {
    for _ in 0..500 {
        let attempt = Attempt { activity: sale, item, token, idempotency_key: Some(key), quantity, message: "" };
        match shop.attempt(attempt).await.unwrap() {
            Admission::NotReady => tokio::time::sleep(Duration::from_millis(20)).await,
            answer => return answer,
        }
    }
    panic!("the sale never became ready");
}

/// What a use case refused.
pub fn refusal<T>(answer: Result<T, Error>) -> Refusal {
    match answer {
        Err(Error::Refused(refusal)) => refusal,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("not refused"),
    }
}

/// Which fields a use case refused, and why.
pub fn complaints<T>(answer: Result<T, Error>) -> Vec<(String, FieldCode)> {
    let Refusal::Invalid(errors) = refusal(answer) else { panic!("no complaint about a field") };
    errors.into_iter().map(|error| (error.field, error.code)).collect()
}
