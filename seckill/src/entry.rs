//! What the gate writes into the stream: the winners of one call. This is the job's payload.

use serde::{Deserialize, Serialize};

use crate::{ActivityId, Fen, ItemId, Millis, ShopperId, TicketId};

/// One admitted attempt with everything its order needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Winner {
    /// The sale.
    pub activity: ActivityId,
    /// The item in it.
    pub item: ItemId,
    /// Who bought.
    pub shopper: ShopperId,
    /// The attempt.
    pub ticket: TicketId,
    /// Units.
    pub quantity: i64,
    /// The item's admission number, counting from 1: how far a store that lost data is behind.
    pub seq: i64,
    /// The sale price of one unit under the rules that were in force.
    pub unit_price: Fen,
    /// The version of those rules.
    pub version: i64,
    /// When the gate decided.
    pub at: Millis,
    /// The shopper's words to the merchant, at most 200 characters; may be empty.
    pub message: String,
}
