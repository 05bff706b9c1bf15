//! The single door: one method per use case. Handlers, jobs and pages call these and nothing below them.

mod accounts;
mod browse;
mod buy;
mod demo;
mod error;
mod form;
mod fulfil;
mod html;
mod office;
mod orders;
mod people;
mod pictures;
mod tickets;
mod verify;
mod warm;

use std::{
    collections::HashSet,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use moka::future::Cache;
use rand::RngCore as _;

pub use buy::{Attempt, PurchaseToken, Seen, TokenAnswer};
pub use error::Error;
pub use form::{NewActivity, NewItem, NewSku, SkuWords};
pub use people::{Colleague, Person, Role, SignedIn, Staff, StaffSignedIn, Viewer};

use crate::{
    ActivityId, Media, Millis, Secret,
    gate::{Accounts, Combiner, Feed, Gate, Keys, Library},
    password::Passwords,
    sign::Signer,
    store::{Rules, Store},
};

/// What [`Shop::open`] needs to know.
#[derive(Debug, Clone)]
pub struct ShopConfig {
    /// Postgres: `postgres://user@host/db`.
    pub database_url: String,
    /// Most connections to Postgres of this process.
    pub database_connections: u32,
    /// Redis for accounts and streams; several URLs, comma-separated, name the nodes of a Cluster.
    pub redis_url: String,
    /// First part of every Redis key, so that several installations can share one Redis.
    pub redis_prefix: String,
    /// Signs tokens and tickets; the same on every instance.
    pub secret: Secret,
    /// How long before its start a sale is warmed up.
    pub warm_lead: Duration,
    /// Folder for pictures; made when it is first needed.
    pub media_root: PathBuf,
}

/// Everything that happens, one method per use case. Cheap to clone.
#[derive(Clone)]
pub struct Shop {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    gate: Gate,
    feed: Arc<Feed>,
    combiner: Combiner,
    signer: Signer,
    passwords: Passwords,
    media: Media,
    warm_lead: Duration,
    /// Rules of sales that somebody looked at lately, a second old at most.
    rules: Cache<ActivityId, Option<Arc<Rules>>>,
    /// Accounts of sales that somebody looked at lately, half a second old at most; for hints only.
    accounts: Cache<ActivityId, Option<Arc<Accounts>>>,
    /// Sales that this process is warming up now.
    warming: Mutex<HashSet<ActivityId>>,
    /// The connection to Redis whose accounts were found complete; see [`verify`].
    verified: AtomicU64,
}

/// What each dependency says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readiness {
    /// Postgres answers.
    pub postgres: Result<(), String>,
    /// Redis answers, and its accounts were found complete.
    pub redis: Result<(), String>,
}

impl Readiness {
    /// Whether requests can be served.
    pub const fn is_ready(&self) -> bool {
        self.postgres.is_ok() && self.redis.is_ok()
    }
}

impl Shop {
    /// Connects both stores, loads the gate's functions, and checks that the accounts of the open sales are in place.
    pub async fn open(config: ShopConfig) -> Result<Self, Error> {
        let store = Store::open(&config.database_url, config.database_connections).await?;
        let gate = Gate::open(&config.redis_url, Keys::new(&config.redis_prefix), Library::shipped()).await?;
        Self::with(store, gate, Media::below(config.media_root), &config.secret, config.warm_lead).await
    }

    /// A shop over stores that somebody else opened.
    pub async fn with(
        store: Store,
        gate: Gate,
        media: Media,
        secret: &Secret,
        warm_lead: Duration,
    ) -> Result<Self, Error> {
        let feed = Feed::start(gate.clone());
        let shop = Self {
            inner: Arc::new(Inner {
                combiner: Combiner::new(gate.clone(), Arc::clone(&feed)),
                store,
                gate,
                feed,
                signer: Signer::new(secret),
                passwords: Passwords::new()?,
                media,
                warm_lead,
                rules: Cache::builder().max_capacity(10_000).time_to_live(Duration::from_secs(1)).build(),
                accounts: Cache::builder().max_capacity(10_000).time_to_live(Duration::from_millis(500)).build(),
                warming: Mutex::default(),
                verified: AtomicU64::new(0),
            }),
        };
        shop.keep_verified().await;
        Ok(shop)
    }

    /// Redis's clock as this instance knows it.
    pub fn now(&self) -> Millis {
        self.inner.gate.clock().now()
    }

    /// The gate, for the workers that read its stream.
    pub fn gate(&self) -> &Gate {
        &self.inner.gate
    }

    /// Asks every dependency.
    pub async fn readiness(&self) -> Readiness {
        let (postgres, redis) = tokio::join!(self.inner.store.ping(), self.inner.gate.peek(&[]));
        let redis = redis
            .map_err(|error| error.to_string())
            .and_then(|_| if self.is_verified() { Ok(()) } else { Err("accounts are being checked".to_owned()) });
        Readiness { postgres: postgres.map_err(|error| error.to_string()), redis }
    }

    fn is_verified(&self) -> bool {
        let connection = *self.inner.feed.connections().borrow();
        connection != 0 && self.inner.verified.load(Ordering::Acquire) == connection
    }

    /// The rules of a sale, a second old at most; many who ask at once cause one read.
    async fn rules(&self, id: ActivityId) -> Result<Option<Arc<Rules>>, Error> {
        let read = async { Ok::<_, Error>(self.inner.store.rules(id).await?.map(Arc::new)) };
        self.inner.rules.try_get_with(id, read).await.map_err(Error::shared)
    }

    #[expect(clippy::disallowed_methods, reason = "the one source of randomness; everything else takes it from here")]
    fn random<const N: usize>() -> [u8; N] {
        let mut bytes = [0; N];
        rand::rng().fill_bytes(&mut bytes);
        bytes
    }
}
