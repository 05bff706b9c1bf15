//! The handle of an admitted attempt.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{InvalidId, OrderId};

/// Which ticket: a hash of item, shopper and idempotency key, so the same attempt has the same id after any repair.
/// Written as 32 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TicketId(u128);

impl TicketId {
    /// Wraps the hash.
    pub const fn new(hash: u128) -> Self {
        Self(hash)
    }

    /// The hash.
    pub const fn get(self) -> u128 {
        self.0
    }
}

impl fmt::Display for TicketId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for TicketId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        if text.len() != 32 || text.bytes().any(|byte| !matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(InvalidId);
        }
        u128::from_str_radix(text, 16).map(Self).map_err(|_| InvalidId)
    }
}

impl Serialize for TicketId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TicketId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The ticket as the shopper carries it: signed, so that any instance can answer for it, even when no store remembers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct TicketString(String);

impl TicketString {
    /// Wraps a string that was just signed.
    pub fn signed(text: String) -> Self {
        Self(text)
    }

    /// The text as it stands in URLs and JSON.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where an attempt stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TicketStatus {
    /// Units are held, the order is not written yet.
    Queued,
    /// The order exists.
    Won(OrderId),
    /// There will be no order.
    Lost(LostReason),
}

/// Why a ticket ended without an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LostReason {
    /// The ledger of orders had no unit left: the last guard.
    SoldOut,
    /// The ledger of orders had the shopper at the limit: the last guard.
    LimitReached,
    /// The order could not be written because its data is unacceptable; an operator sees it.
    Failed,
    /// The attempt never reached the gate: its answer was lost on the way there.
    NotAdmitted,
    /// The gate lost its data after the attempt, and nothing remembers it.
    Reset,
}

impl LostReason {
    /// The word in the stores and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SoldOut => "sold_out",
            Self::LimitReached => "limit_reached",
            Self::Failed => "failed",
            Self::NotAdmitted => "not_admitted",
            Self::Reset => "reset",
        }
    }

    /// Reads [`LostReason::as_str`] back.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::SoldOut, Self::LimitReached, Self::Failed, Self::NotAdmitted, Self::Reset]
            .into_iter()
            .find(|reason| reason.as_str() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_id_reads_back() {
        let id = TicketId::new(0xfeed);
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!("+0000000000000000000000000000001".parse::<TicketId>(), Err(InvalidId));
        assert_eq!("feed".parse::<TicketId>(), Err(InvalidId));
    }
}
