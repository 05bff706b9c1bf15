//! Every Redis key and channel, built in this one file. The braces make one shard's keys live in one Cluster slot.

use crate::ActivityId;

/// A part of the key space that one Redis primary owns as a whole; every activity belongs to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shard(u8);

impl Shard {
    /// Shard `number`, as the store remembers it for an activity.
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// Its number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// Builds keys under an installation's prefix.
#[derive(Debug, Clone)]
pub struct Keys {
    prefix: String,
}

impl Keys {
    /// Keys that start with `prefix`; the default of an installation is `sluice:v1`.
    pub fn new(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned() }
    }

    fn tagged(&self, shard: Shard, rest: &str) -> String {
        format!("{}:{{s{:02}}}:{rest}", self.prefix, shard.0)
    }

    /// Hash: rules and accounts of an activity.
    pub fn acc(&self, shard: Shard, activity: ActivityId) -> String {
        self.tagged(shard, &format!("acc:{activity}"))
    }

    /// Hash: what each shopper holds in an activity.
    pub fn buyers(&self, shard: Shard, activity: ActivityId) -> String {
        self.tagged(shard, &format!("buyers:{activity}"))
    }

    /// Set: whom the gate of an activity has counted.
    pub fn gate(&self, shard: Shard, activity: ActivityId) -> String {
        self.tagged(shard, &format!("gate:{activity}"))
    }

    /// Hash: the next buyers of an activity, written while its fence stands.
    pub fn staged(&self, shard: Shard, activity: ActivityId, owner: &str) -> String {
        self.tagged(shard, &format!("staged:{activity}:{owner}"))
    }

    /// Stream: the winners of a shard whose orders are to be written.
    pub fn orders(&self, shard: Shard) -> String {
        self.tagged(shard, "orders")
    }

    /// Channel: who was admitted, one message a call and activity.
    pub fn admitted(&self, shard: Shard) -> String {
        self.tagged(shard, "admitted")
    }

    /// Channel: which tickets ended, one message a batch.
    pub fn settled(&self, shard: Shard) -> String {
        self.tagged(shard, "settled")
    }

    /// String: which instance runs the scheduler's tick of a name.
    pub fn tick(&self, name: &str) -> String {
        format!("{}:tick:{name}", self.prefix)
    }

    /// Name of the apalis queue for low-rate jobs; in braces, because apalis's own keys have no hash tag.
    pub fn jobs(&self) -> String {
        format!("{{{}:jobs}}", self.prefix)
    }
}
