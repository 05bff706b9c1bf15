//! Wrappers of `fence.lua`, `release.lua`, `install.lua`, `peek.lua`, `look.lua` and `holders.lua`.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use super::{Gate, GateError, Shard, confirm, observe, pack};
use crate::{ActivityId, ItemId, Millis, ShopperId, TicketId, TicketStatus};

/// An item's accounts in Redis. Units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    /// Units in the sale; `None` is unlimited.
    pub stock: Option<i64>,
    /// Units free to be admitted; `None` is unlimited.
    pub free: Option<i64>,
    /// Units of tickets without an order.
    pub held: i64,
    /// Units of orders.
    pub sold: i64,
}

/// An activity's accounts in Redis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accounts {
    /// Counts up with every rebuild.
    pub epoch: i64,
    /// Version of the rules in force.
    pub version: i64,
    /// Admissions so far.
    pub n: i64,
    /// Whether a fence stands.
    pub fenced: bool,
    /// Whether the sale is published and the clock is inside its window.
    pub open: bool,
    /// By item.
    pub items: HashMap<ItemId, Account>,
}

/// A ticket in a shopper's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// The ticket.
    pub ticket: TicketId,
    /// For which item.
    pub item: ItemId,
    /// Units.
    pub quantity: i64,
    /// Where it stands.
    pub status: TicketStatus,
}

/// What a shopper holds in an activity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holding {
    /// Redis's clock at the answer.
    pub now: Millis,
    /// Epoch of the accounts; 0 while they are not in place.
    pub epoch: i64,
    /// The tickets.
    pub tickets: Vec<Held>,
}

/// Everything that [`Gate::install`] puts in place.
#[derive(Debug, Clone)]
pub struct NewAccounts {
    /// The hash's fields, except the epoch.
    pub fields: Vec<(String, String)>,
    /// What each shopper holds.
    pub buyers: HashMap<ShopperId, Vec<Held>>,
}

impl Gate {
    /// Closes an activity for everybody but `owner`, for at most `hold`; the answer is Redis's clock at that moment.
    /// `None`: somebody else works on it.
    pub async fn fence(
        &self,
        shard: Shard,
        activity: ActivityId,
        owner: &str,
        hold: Duration,
    ) -> Result<Option<Millis>, GateError> {
        self.call_fence(shard, activity, owner, hold, "take").await
    }

    /// Holds a fence for another `hold`. `None`: it is not `owner`'s any more.
    pub async fn renew(
        &self,
        shard: Shard,
        activity: ActivityId,
        owner: &str,
        hold: Duration,
    ) -> Result<Option<Millis>, GateError> {
        self.call_fence(shard, activity, owner, hold, "renew").await
    }

    async fn call_fence(
        &self,
        shard: Shard,
        activity: ActivityId,
        owner: &str,
        hold: Duration,
        how: &str,
    ) -> Result<Option<Millis>, GateError> {
        let keys = [self.keys.acc(shard, activity)];
        let hold = hold.as_millis().to_string();
        let sent = Instant::now();
        let args = [owner.as_bytes(), hold.as_bytes(), how.as_bytes()];
        let (status, now_ms): (u8, i64) = self.call_packed("fence", &keys, &args).await?;
        observe(&self.clock, now_ms, sent);
        Ok((status == 0).then(|| Millis::new(now_ms)))
    }

    /// Takes `owner`'s fence away without changing anything.
    pub async fn release(&self, shard: Shard, activity: ActivityId, owner: &str) -> Result<(), GateError> {
        let keys = [self.keys.acc(shard, activity)];
        let _: (u8,) = self.call_packed("release", &keys, &[owner.as_bytes()]).await?;
        Ok(())
    }

    /// Puts accounts in place under `owner`'s fence, with a new epoch. `None`: the fence was lost, nothing was done.
    pub async fn install(
        &self,
        shard: Shard,
        activity: ActivityId,
        owner: &str,
        accounts: &NewAccounts,
    ) -> Result<Option<i64>, GateError> {
        let staged = self.keys.staged(shard, activity, owner);
        self.stage(&staged, accounts).await?;
        let keys = [
            self.keys.acc(shard, activity),
            self.keys.buyers(shard, activity),
            self.keys.gate(shard, activity),
            staged,
        ];
        let flat: Vec<&str> = accounts.fields.iter().flat_map(|(field, value)| [field.as_str(), value]).collect();
        let (status, epoch): (u8, i64) = self.call_packed("install", &keys, &[owner.as_bytes(), &pack(&flat)?]).await?;
        Ok((status == 0).then_some(epoch))
    }

    /// Writes the next buyers beside the present ones; left alone, they vanish after a minute.
    async fn stage(&self, staged: &str, accounts: &NewAccounts) -> Result<(), GateError> {
        let mut rows = vec![("_epoch".to_owned(), b"0".to_vec())];
        for (shopper, tickets) in &accounts.buyers {
            let mut list = Vec::with_capacity(tickets.len());
            for held in tickets {
                list.push((held.ticket, held.item, held.quantity, confirm::written(held.status)));
            }
            rows.push((shopper.to_string(), pack_flat(&list)?));
        }
        for chunk in rows.chunks(1_000) {
            self.conn.ask::<()>(redis::cmd("HSET").arg(staged).arg(chunk)).await?;
        }
        Ok(self.conn.ask::<()>(redis::cmd("EXPIRE").arg(staged).arg(60)).await?)
    }

    /// The accounts of some activities of one shard; an activity whose accounts are not in place is left out.
    pub async fn peek(&self, of: &[(Shard, ActivityId)]) -> Result<HashMap<ActivityId, Accounts>, GateError> {
        let keys: Vec<String> = of.iter().map(|(shard, activity)| self.keys.acc(*shard, *activity)).collect();
        let sent = Instant::now();
        let redis::Value::Array(mut reply) = self.call("peek", &keys, &[]).await? else {
            return Err(GateError::Unreadable("peek".to_owned()));
        };
        let fields = reply.split_off(1);
        let now_ms: i64 = redis::from_redis_value(reply.remove(0)).map_err(redis::RedisError::from)?;
        observe(&self.clock, now_ms, sent);
        let mut seen = HashMap::new();
        for ((_, activity), value) in of.iter().zip(fields) {
            let fields = redis::from_redis_value(value).map_err(redis::RedisError::from)?;
            seen.extend(read_accounts(&fields, now_ms).map(|accounts| (*activity, accounts)));
        }
        Ok(seen)
    }

    /// What one shopper holds in an activity.
    pub async fn look(&self, shard: Shard, activity: ActivityId, shopper: ShopperId) -> Result<Holding, GateError> {
        let keys = [self.keys.acc(shard, activity), self.keys.buyers(shard, activity)];
        let shopper = shopper.to_string();
        let sent = Instant::now();
        let (now_ms, epoch, Flat(list)): (i64, i64, Flat) =
            self.call_packed("look", &keys, &[shopper.as_bytes()]).await?;
        observe(&self.clock, now_ms, sent);
        let tickets = list
            .into_iter()
            .map(|(ticket, item, quantity, state)| Ok(Held { ticket, item, quantity, status: confirm::read(&state)? }));
        Ok(Holding { now: Millis::new(now_ms), epoch, tickets: tickets.collect::<Result<_, GateError>>()? })
    }

    /// Everybody who holds or held a ticket: epoch, admissions covered, shoppers. `None` while not in place.
    pub(super) async fn holders(
        &self,
        shard: Shard,
        activity: ActivityId,
    ) -> Result<Option<(i64, i64, Vec<ShopperId>)>, GateError> {
        let keys = [self.keys.acc(shard, activity), self.keys.buyers(shard, activity)];
        let value = self.call("holders", &keys, &[]).await?;
        let (epoch, n, fields): (i64, i64, Vec<String>) =
            redis::from_redis_value(value).map_err(redis::RedisError::from)?;
        let shoppers = fields.iter().filter_map(|field| field.parse().ok()).collect();
        Ok((epoch != 0).then_some((epoch, n, shoppers)))
    }
}

type Ticket = (TicketId, ItemId, i64, String);

/// A shopper's list as Lua keeps it: four values a ticket, flat.
struct Flat(Vec<Ticket>);

fn pack_flat(list: &[Ticket]) -> Result<Vec<u8>, GateError> {
    use serde::ser::{SerializeSeq as _, Serializer as _};
    let mut packed = Vec::new();
    let mut serializer = rmp_serde::Serializer::new(&mut packed);
    let write = |error: rmp_serde::encode::Error| GateError::Unreadable(error.to_string());
    let mut seq = serializer.serialize_seq(Some(list.len() * 4)).map_err(write)?;
    for (ticket, item, quantity, state) in list {
        seq.serialize_element(ticket).map_err(write)?;
        seq.serialize_element(item).map_err(write)?;
        seq.serialize_element(quantity).map_err(write)?;
        seq.serialize_element(state).map_err(write)?;
    }
    seq.end().map_err(write)?;
    Ok(packed)
}

impl<'de> serde::Deserialize<'de> for Flat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Flat;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("tickets, four values each")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Flat, A::Error> {
                let cut = || serde::de::Error::custom("a ticket is cut short");
                let mut list = Vec::new();
                while let Some(ticket) = seq.next_element()? {
                    let item = seq.next_element()?.ok_or_else(cut)?;
                    let quantity = seq.next_element()?.ok_or_else(cut)?;
                    list.push((ticket, item, quantity, seq.next_element()?.ok_or_else(cut)?));
                }
                Ok(Flat(list))
            }
        }
        deserializer.deserialize_seq(Visitor)
    }
}

/// Reads the hash; `None` when it has no epoch, or an item misses a field.
fn read_accounts(fields: &HashMap<String, String>, now_ms: i64) -> Option<Accounts> {
    let number = |name: &str| fields.get(name)?.parse::<i64>().ok();
    let mut items = HashMap::new();
    for item in fields.keys().filter_map(|field| field.strip_suffix(":stock")) {
        let account = Account {
            stock: number(&format!("{item}:stock")),
            free: number(&format!("{item}:free")),
            held: number(&format!("{item}:held"))?,
            sold: number(&format!("{item}:sold"))?,
        };
        items.insert(item.parse().ok()?, account);
    }
    Some(Accounts {
        epoch: number("_epoch")?,
        version: number("v")?,
        n: number("n")?,
        fenced: fields.contains_key("fence"),
        open: fields.get("state").is_some_and(|state| state == "published")
            && (number("from")?..number("to")?).contains(&now_ms),
        items,
    })
}
