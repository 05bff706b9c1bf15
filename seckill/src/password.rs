//! Password hashing, which is meant to be slow: one job a core.

use std::sync::Arc;

use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _, password_hash::phc::PasswordHash};

use crate::{Error, Password, blocking::Workbench};

/// Jobs that may wait for a core; about two seconds of work.
const QUEUE: usize = 64;

/// Hashes and checks passwords.
#[derive(Clone)]
pub(crate) struct Passwords {
    bench: Workbench,
    /// The hash of nothing: checked when there is no such login, so that the answer takes as long.
    nobody: Arc<str>,
}

impl Passwords {
    pub fn new() -> Result<Self, Error> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self { bench: Workbench::new(cores, QUEUE), nobody: hash("")?.into() })
    }

    /// The hash to store.
    pub async fn hash(&self, password: &Password) -> Result<String, Error> {
        let password = password.expose().to_owned();
        self.bench.run(move || hash(&password)).await?
    }

    /// Whether `password` belongs to `stored`; `None` takes as long and is never right.
    pub async fn check(&self, password: &Password, stored: Option<String>) -> Result<bool, Error> {
        let password = password.expose().to_owned();
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.nobody.to_string());
        let right = self
            .bench
            .run(move || {
                let stored = PasswordHash::new(&stored).map_err(|error| Error::Internal(error.to_string().into()))?;
                Ok::<_, Error>(Argon2::default().verify_password(password.as_bytes(), &stored).is_ok())
            })
            .await??;
        Ok(known && right)
    }
}

fn hash(password: &str) -> Result<String, Error> {
    let hashed = Argon2::default().hash_password(password.as_bytes());
    Ok(hashed.map_err(|error| Error::Internal(error.to_string().into()))?.to_string())
}
