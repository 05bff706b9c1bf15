//! Noticing that Redis lost data.
//!
//! A connection that was made anew may lead to a Redis that restarted empty or older. Until the accounts of every open
//! sale were found there, and not behind the ledger, attempts are answered "not ready".

use std::{
    sync::{Arc, Weak, atomic::Ordering},
    time::Duration,
};

use super::{Error, Inner, Shop};
use crate::store::Due;

impl Shop {
    /// Checks the accounts after every new connection, for as long as the shop is there. Returns when the first check
    /// is done, or after three seconds.
    pub(super) async fn keep_verified(&self) {
        let mut connections = self.inner.feed.connections();
        let weak = Arc::downgrade(&self.inner);
        let (done, first) = tokio::sync::oneshot::channel::<()>();
        tokio::spawn(async move {
            let mut done = Some(done);
            while let Ok(connection) = connections.wait_for(|connection| *connection != 0).await.map(|seen| *seen) {
                if !verify_until_done(&weak, connection).await {
                    return;
                }
                drop(done.take());
                if connections.wait_for(|now| *now != connection).await.is_err() {
                    return;
                }
            }
        });
        drop(tokio::time::timeout(Duration::from_secs(3), first).await);
    }

    /// Lays out again what is missing, follows older rules, or is behind the ledger.
    async fn verify(&self) -> Result<(), Error> {
        for Due { shard, activity, version } in self.inner.store.due(self.now(), self.inner.warm_lead).await? {
            let accounts = self.inner.gate.peek(&[(shard, activity)]).await?.remove(&activity);
            let highest = self.inner.store.highest_seq(activity).await?;
            if accounts.is_none_or(|accounts| accounts.n < highest || accounts.version != version) {
                tracing::info!(%activity, "accounts are missing or behind the ledger");
                self.warm(shard, activity).await?;
            }
        }
        Ok(())
    }
}

/// Repeats the check until it succeeds; `false` when the shop is gone.
async fn verify_until_done(shop: &Weak<Inner>, connection: u64) -> bool {
    loop {
        let Some(inner) = shop.upgrade() else { return false };
        let shop = Shop { inner };
        match shop.verify().await {
            Ok(()) => {
                shop.inner.verified.store(connection, Ordering::Release);
                return true;
            }
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "accounts not checked yet");
            }
        }
        drop(shop);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}
