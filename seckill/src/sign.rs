//! Everything that is signed: purchase tokens, access tokens, tickets. Checking one asks no store.
//!
//! A signed text is base64url of the payload followed by the first 16 bytes of its keyed BLAKE3 hash. Each kind has a
//! key of its own, derived from the installation's secret, so that one kind never passes for another.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    ActivityId, ItemId, MerchantId, Millis, Role, ShopperId, Staff, StaffId, TicketId, TicketString, gate::Shard,
};

const MAC: usize = 16;

/// The installation's secret, at least 32 bytes. It cannot be printed.
#[derive(Clone)]
pub struct Secret(String);

/// The text is too short to be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a secret has at least 32 bytes; `openssl rand -hex 32` makes one")]
pub struct WeakSecret;

impl Secret {
    /// Takes a text of at least 32 bytes.
    pub fn parse(text: &str) -> Result<Self, WeakSecret> {
        if text.len() >= 32 { Ok(Self(text.to_owned())) } else { Err(WeakSecret) }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What a purchase token says: this shopper may try this item under these rules until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Purchase {
    pub shopper: ShopperId,
    pub activity: ActivityId,
    pub item: ItemId,
    pub shard: u8,
    pub version: i64,
    pub expires_at: Millis,
    /// The token's own id, the idempotency key of a form that sends none.
    pub id: u64,
}

/// What a ticket string says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ticket {
    pub id: TicketId,
    pub shopper: ShopperId,
    pub activity: ActivityId,
    pub shard: u8,
    /// Epoch of the accounts when it was given out; 0 if it was not known.
    pub epoch: i64,
    /// After this moment the attempt can no longer reach the gate.
    pub decided_by: Millis,
}

/// Who an access token is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Bearer {
    Shopper(ShopperId),
    Staff(StaffId, MerchantId, u8),
}

/// Signs and checks with the installation's secret.
pub(crate) struct Signer {
    purchase: [u8; 32],
    ticket: [u8; 32],
    access: [u8; 32],
    identity: [u8; 32],
}

impl Signer {
    pub fn new(Secret(secret): &Secret) -> Self {
        let key = |context| blake3::derive_key(context, secret.as_bytes());
        Self {
            purchase: key("sluice 2026 purchase token"),
            ticket: key("sluice 2026 ticket"),
            access: key("sluice 2026 access token"),
            identity: key("sluice 2026 ticket identity"),
        }
    }

    pub fn purchase_token(&self, purchase: &Purchase) -> String {
        sign(&self.purchase, purchase)
    }

    /// `None`: not a purchase token of ours. Whether it has expired is for the caller to see.
    pub fn purchase(&self, token: &str) -> Option<Purchase> {
        verify(&self.purchase, token)
    }

    pub fn ticket_string(&self, ticket: &Ticket) -> TicketString {
        TicketString::signed(sign(&self.ticket, ticket))
    }

    pub fn ticket(&self, text: &str) -> Option<Ticket> {
        verify(&self.ticket, text)
    }

    pub fn shopper_token(&self, shopper: ShopperId, expires_at: Millis) -> String {
        sign(&self.access, &(Bearer::Shopper(shopper), expires_at))
    }

    pub fn shopper(&self, token: &str, now: Millis) -> Option<ShopperId> {
        match self.bearer(token, now)? {
            Bearer::Shopper(shopper) => Some(shopper),
            Bearer::Staff(..) => None,
        }
    }

    pub fn staff_token(&self, staff: Staff, expires_at: Millis) -> String {
        sign(&self.access, &(Bearer::Staff(staff.id, staff.merchant, staff.role.rank()), expires_at))
    }

    pub fn staff(&self, token: &str, now: Millis) -> Option<Staff> {
        match self.bearer(token, now)? {
            Bearer::Staff(id, merchant, rank) => Some(Staff { id, merchant, role: Role::of_rank(rank)? }),
            Bearer::Shopper(_) => None,
        }
    }

    fn bearer(&self, token: &str, now: Millis) -> Option<Bearer> {
        let (bearer, expires_at): (Bearer, Millis) = verify(&self.access, token)?;
        (now < expires_at).then_some(bearer)
    }

    /// The identity of an attempt: the same item, shopper and key give the same ticket.
    pub fn ticket_id(&self, item: ItemId, shopper: ShopperId, key: &str) -> TicketId {
        let mut hasher = blake3::Hasher::new_keyed(&self.identity);
        hasher.update(&item.get().to_be_bytes()).update(&shopper.get().to_be_bytes()).update(key.as_bytes());
        let mut hash = [0; 16];
        hasher.finalize_xof().fill(&mut hash);
        TicketId::new(u128::from_be_bytes(hash))
    }
}

impl Ticket {
    pub const fn shard(&self) -> Shard {
        Shard::new(self.shard)
    }
}

fn sign<T: Serialize>(key: &[u8; 32], payload: &T) -> String {
    // Packing plain numbers and texts into memory cannot fail; an empty payload would not verify.
    let mut signed = rmp_serde::to_vec(payload).unwrap_or_default();
    let mac = blake3::keyed_hash(key, &signed);
    signed.extend_from_slice(&mac.as_bytes()[..MAC]);
    URL_SAFE_NO_PAD.encode(signed)
}

fn verify<T: DeserializeOwned>(key: &[u8; 32], text: &str) -> Option<T> {
    if text.len() > 512 {
        return None;
    }
    let signed = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (payload, mac) = signed.split_at(signed.len().checked_sub(MAC)?);
    let expected = blake3::keyed_hash(key, payload);
    // Comparing all bytes whatever they are: a forger learns nothing from the time it takes.
    let differs = expected.as_bytes()[..MAC].iter().zip(mac).fold(0, |seen, (a, b)| seen | (a ^ b));
    if differs == 0 { rmp_serde::from_slice(payload).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signer() -> Signer {
        Signer::new(&Secret::parse(&"s".repeat(32)).unwrap())
    }

    #[test]
    fn a_token_reads_back_and_any_changed_character_kills_it() {
        let signer = signer();
        let purchase = Purchase {
            shopper: ShopperId::new(1),
            activity: ActivityId::new(2),
            item: ItemId::new(3),
            shard: 0,
            version: 1,
            expires_at: Millis::new(9),
            id: 7,
        };
        let token = signer.purchase_token(&purchase);
        assert_eq!(signer.purchase(&token), Some(purchase));
        for place in 0..token.len() {
            let mut forged = token.clone().into_bytes();
            forged[place] = if forged[place] == b'A' { b'B' } else { b'A' };
            assert_ne!(signer.purchase(std::str::from_utf8(&forged).unwrap()), Some(purchase), "{place}");
        }
        assert_eq!(signer.ticket(&token), None, "one kind never passes for another");
        for bad in ["", "x", "é", &"A".repeat(10_000)] {
            assert_eq!(signer.purchase(bad), None);
        }
    }

    #[test]
    fn an_access_token_is_for_one_kind_and_a_time() {
        let signer = signer();
        let token = signer.shopper_token(ShopperId::new(5), Millis::new(100));
        assert_eq!(signer.shopper(&token, Millis::new(99)), Some(ShopperId::new(5)));
        assert_eq!(signer.shopper(&token, Millis::new(100)), None);
        assert_eq!(signer.staff(&token, Millis::new(0)), None);
    }

    #[test]
    fn the_ticket_follows_item_shopper_and_key() {
        let signer = signer();
        let id = |item, shopper, key| signer.ticket_id(ItemId::new(item), ShopperId::new(shopper), key);
        assert_eq!(id(1, 2, "k"), id(1, 2, "k"));
        assert_ne!(id(1, 2, "k"), id(2, 1, "k"));
        assert_ne!(id(1, 2, "k"), id(1, 2, "l"));
    }

    #[test]
    fn a_secret_is_long_and_silent() {
        assert_eq!(Secret::parse("short").err(), Some(WeakSecret));
        assert_eq!(format!("{:?}", Secret::parse(&"x".repeat(40)).unwrap()), "Secret(…)");
    }
}
