//! What an instance remembers of open sales so that it can say "sold out" by itself.
//!
//! It may do so only to shoppers who hold nothing, and only while what it knows is a second old at most: everything
//! here is a hint, and whoever is not sure asks Redis.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{Shard, admit::Seen};
use crate::{ActivityId, ItemId, ShopperId};

/// How old a sold-out mark may be.
const FRESH: Duration = Duration::from_secs(1);

/// How long a mark that nobody asks for is kept fresh.
const WANTED: Duration = Duration::from_secs(5);

#[derive(Debug)]
struct Sale {
    shard: Shard,
    epoch: i64,
    /// Admissions when the marks were read.
    n: i64,
    marked_at: Option<Instant>,
    wanted_at: Option<Instant>,
    sold_out: HashSet<ItemId>,
    /// Who holds or held a ticket; `None` until loaded, and again after a gap in the messages.
    holders: Option<Holders>,
}

impl Sale {
    fn new(shard: Shard) -> Self {
        Self { shard, epoch: 0, n: 0, marked_at: None, wanted_at: None, sold_out: HashSet::new(), holders: None }
    }
}

#[derive(Debug)]
struct Holders {
    epoch: i64,
    /// Admissions that the set covers.
    covers: i64,
    shoppers: HashSet<ShopperId>,
}

/// Sold-out marks and holders of the open sales, by activity.
#[derive(Debug, Default)]
pub struct Hints {
    sales: Mutex<HashMap<ActivityId, Sale>>,
}

impl Hints {
    fn sales(&self) -> MutexGuard<'_, HashMap<ActivityId, Sale>> {
        self.sales.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this instance may answer "sold out" to this shopper by itself.
    pub fn is_sold_out(&self, activity: ActivityId, item: ItemId, shopper: ShopperId) -> bool {
        let mut sales = self.sales();
        let Some(sale) = sales.get_mut(&activity) else { return false };
        if !sale.sold_out.contains(&item) {
            return false;
        }
        sale.wanted_at = Some(Instant::now());
        let fresh = sale.marked_at.is_some_and(|at| at.elapsed() <= FRESH);
        let clear = sale.holders.as_ref().is_some_and(|holders| {
            holders.epoch == sale.epoch && holders.covers >= sale.n && !holders.shoppers.contains(&shopper)
        });
        fresh && clear
    }

    /// Takes in what an answer of the gate, asked for at `sent`, showed.
    pub(super) fn see(&self, seen: &[Seen], sent: Instant) {
        let mut sales = self.sales();
        for seen in seen.iter().filter(|seen| seen.epoch != 0) {
            let sold_out: HashSet<ItemId> =
                seen.left.iter().filter(|(_, free)| *free == 0).map(|(item, _)| *item).collect();
            if sold_out.is_empty() && !sales.contains_key(&seen.activity) {
                continue;
            }
            let sale = sales.entry(seen.activity).or_insert_with(|| Sale::new(seen.shard));
            if (seen.epoch, seen.n) < (sale.epoch, sale.n) {
                continue;
            }
            for (item, _) in &seen.left {
                sale.sold_out.remove(item);
            }
            sale.sold_out.extend(sold_out);
            (sale.epoch, sale.n, sale.marked_at) = (seen.epoch, seen.n, Some(sent));
            sale.wanted_at.get_or_insert(sent);
        }
    }

    /// Units came back: ask Redis again.
    pub(super) fn clear(&self, activity: ActivityId) {
        if let Some(sale) = self.sales().get_mut(&activity) {
            sale.sold_out.clear();
        }
    }

    /// These shoppers were admitted, after the first `before` admissions.
    pub(super) fn admitted(&self, activity: ActivityId, epoch: i64, before: i64, shoppers: &[ShopperId]) {
        let mut sales = self.sales();
        let Some(sale) = sales.get_mut(&activity) else { return };
        let Some(holders) = &mut sale.holders else { return };
        if holders.epoch != epoch || holders.covers < before {
            sale.holders = None;
            return;
        }
        holders.shoppers.extend(shoppers);
        holders.covers = holders.covers.max(before + i64::try_from(shoppers.len()).unwrap_or(0));
    }

    /// Takes in a full list of holders.
    pub(super) fn load(&self, activity: ActivityId, epoch: i64, covers: i64, shoppers: Vec<ShopperId>) {
        let mut sales = self.sales();
        let Some(sale) = sales.get_mut(&activity) else { return };
        sale.holders = Some(Holders { epoch, covers, shoppers: shoppers.into_iter().collect() });
    }

    /// Forgets everything, because messages may have been missed.
    pub(super) fn forget(&self) {
        self.sales().clear();
    }

    /// The sales whose marks somebody asked for lately, and whether their holders must be read; drops the others.
    pub(super) fn wanted(&self) -> Vec<(Shard, ActivityId, bool)> {
        let mut sales = self.sales();
        sales.retain(|_, sale| !sale.sold_out.is_empty() && sale.wanted_at.is_some_and(|at| at.elapsed() <= WANTED));
        let stale = |sale: &Sale| {
            sale.holders.as_ref().is_none_or(|holders| holders.epoch != sale.epoch || holders.covers < sale.n)
        };
        sales.iter().map(|(activity, sale)| (sale.shard, *activity, stale(sale))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARD: Shard = Shard::new(0);
    const SALE: ActivityId = ActivityId::new(1);
    const ITEM: ItemId = ItemId::new(2);

    fn shopper(id: i64) -> ShopperId {
        ShopperId::new(id)
    }

    fn sold_out_after(n: i64) -> Hints {
        let hints = Hints::default();
        hints.see(&[Seen { shard: SHARD, activity: SALE, epoch: 9, n, left: vec![(ITEM, 0)] }], Instant::now());
        hints
    }

    #[test]
    fn nobody_is_refused_before_the_holders_are_known() {
        let hints = sold_out_after(2);
        assert!(!hints.is_sold_out(SALE, ITEM, shopper(7)));
        assert_eq!(hints.wanted(), [(SHARD, SALE, true)]);
        hints.load(SALE, 9, 1, vec![shopper(1)]);
        assert!(!hints.is_sold_out(SALE, ITEM, shopper(7)), "one admission is not covered");
        hints.admitted(SALE, 9, 1, &[shopper(2)]);
        assert!(hints.is_sold_out(SALE, ITEM, shopper(7)));
        assert!(!hints.is_sold_out(SALE, ITEM, shopper(2)), "a holder asks Redis");
    }

    #[test]
    fn a_gap_or_another_epoch_makes_the_holders_stale() {
        for (epoch, before) in [(9, 5), (10, 2)] {
            let hints = sold_out_after(2);
            hints.load(SALE, 9, 2, vec![shopper(1)]);
            assert!(hints.is_sold_out(SALE, ITEM, shopper(7)));
            hints.admitted(SALE, epoch, before, &[shopper(3)]);
            assert!(!hints.is_sold_out(SALE, ITEM, shopper(7)));
        }
    }

    #[test]
    fn returned_units_and_old_marks_end_the_local_answer() {
        let hints = sold_out_after(0);
        hints.load(SALE, 9, 0, Vec::new());
        assert!(hints.is_sold_out(SALE, ITEM, shopper(7)));
        hints.clear(SALE);
        assert!(!hints.is_sold_out(SALE, ITEM, shopper(7)));

        let Some(long_ago) = Instant::now().checked_sub(FRESH * 2) else { return };
        let hints = Hints::default();
        hints.see(&[Seen { shard: SHARD, activity: SALE, epoch: 9, n: 0, left: vec![(ITEM, 0)] }], long_ago);
        hints.load(SALE, 9, 0, Vec::new());
        assert!(!hints.is_sold_out(SALE, ITEM, shopper(7)));
    }
}
