//! Password hashing on threads of its own: one job a core, a short queue, and a clear no beyond it.
//!
//! Hashing is meant to be slow. A crowd that signs in at once must not take the cores from those who buy.

use std::sync::Arc;

use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _, password_hash::phc::PasswordHash};
use tokio::sync::{Semaphore, TryAcquireError};

use crate::{Error, Password, Refusal};

/// Jobs that may wait for a core; about two seconds of work.
const QUEUE: usize = 64;

/// Hashes and checks passwords.
#[derive(Clone)]
pub(crate) struct Passwords {
    places: Arc<Semaphore>,
    cores: Arc<Semaphore>,
    /// The hash of nothing: checked when there is no such login, so that the answer takes as long.
    nobody: Arc<str>,
}

impl Passwords {
    pub fn new() -> Result<Self, Error> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            places: Arc::new(Semaphore::new(QUEUE + cores)),
            cores: Arc::new(Semaphore::new(cores)),
            nobody: hash("")?.into(),
        })
    }

    /// The hash to store.
    pub async fn hash(&self, password: &Password) -> Result<String, Error> {
        let password = password.expose().to_owned();
        self.run(move || hash(&password)).await?
    }

    /// Whether `password` belongs to `stored`; `None` takes as long and is never right.
    pub async fn check(&self, password: &Password, stored: Option<String>) -> Result<bool, Error> {
        let password = password.expose().to_owned();
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.nobody.to_string());
        let right = self
            .run(move || {
                let stored = PasswordHash::new(&stored).map_err(|error| Error::Internal(error.to_string().into()))?;
                Ok::<_, Error>(Argon2::default().verify_password(password.as_bytes(), &stored).is_ok())
            })
            .await??;
        Ok(known && right)
    }

    async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let _place = self.places.clone().try_acquire_owned().map_err(|full| match full {
            TryAcquireError::NoPermits => Error::Refused(Refusal::Overloaded),
            TryAcquireError::Closed => Error::Internal(Box::new(full)),
        })?;
        let core = self.cores.clone().acquire_owned().await.map_err(|error| Error::Internal(Box::new(error)))?;
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop(core);
            done
        });
        done.await.map_err(|error| Error::Internal(Box::new(error)))
    }
}

fn hash(password: &str) -> Result<String, Error> {
    let hashed = Argon2::default().hash_password(password.as_bytes());
    Ok(hashed.map_err(|error| Error::Internal(error.to_string().into()))?.to_string())
}
