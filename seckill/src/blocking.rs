//! Slow work on threads of its own: so many jobs at once, a short queue, and a clear no beyond it.
//!
//! A crowd that signs in at once, or pictures that are being scaled, must not take the cores from those who buy.

use std::sync::Arc;

use tokio::sync::{Semaphore, TryAcquireError};

use crate::{Error, Refusal};

/// A limit on work of one kind. Cheap to clone; clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Workbench {
    places: Arc<Semaphore>,
    hands: Arc<Semaphore>,
}

impl Workbench {
    /// `at_once` jobs run and `queue` more wait.
    pub fn new(at_once: usize, queue: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(queue + at_once)), hands: Arc::new(Semaphore::new(at_once)) }
    }

    /// Does a job when its turn comes; refused as [`Refusal::Overloaded`] when the queue is full. A caller that goes
    /// away leaves the queue, but a job that runs is finished, and counts until then.
    pub async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let place = self.places.clone().try_acquire_owned().map_err(|full| match full {
            TryAcquireError::NoPermits => Error::Refused(Refusal::Overloaded),
            TryAcquireError::Closed => Error::Internal(Box::new(full)),
        })?;
        let hand = self.hands.clone().acquire_owned().await.map_err(|error| Error::Internal(Box::new(error)))?;
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop((hand, place));
            done
        });
        done.await.map_err(|error| Error::Internal(Box::new(error)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn one_runs_one_waits_and_the_next_is_told_no() {
        let bench = Workbench::new(1, 1);
        let (go, gate) = mpsc::channel::<()>();
        let first = tokio::spawn({
            let bench = bench.clone();
            async move { bench.run(move || gate.recv().is_ok()).await }
        });
        let second = tokio::spawn({
            let bench = bench.clone();
            async move { bench.run(|| ()).await }
        });
        while bench.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(bench.run(|| ()).await, Err(Error::Refused(Refusal::Overloaded))));
        go.send(()).unwrap();
        assert!(first.await.unwrap().unwrap());
        second.await.unwrap().unwrap();
        bench.run(|| ()).await.unwrap();
    }
}
