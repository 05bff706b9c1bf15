//! Where one press on *Buy* stands, as the browser knows it.

/// What became of the press so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Attempt {
    /// Nothing was pressed.
    #[default]
    Idle,
    /// Asking for the token, or pressing.
    Sending,
    /// Admitted: the ticket is followed.
    Following {
        /// Place in the queue and seconds to go, where the sale has a queue.
        place: Option<(i64, i64)>,
    },
    /// Waiting for the sale to be ready; goes on by itself.
    Preparing,
    /// The network is gone; goes on by itself.
    Offline {
        /// The press has been admitted.
        admitted: bool,
    },
    /// There is an order.
    Won {
        /// Which.
        order: String,
        /// When it must be paid, milliseconds since the epoch, once known.
        pay_before_ms: Option<i64>,
        /// The shopper had it before this press.
        before: bool,
    },
    /// The gate let nobody more through.
    TooBusy {
        /// The server's clock at which another try makes sense, milliseconds since the epoch.
        again_at_ms: i64,
    },
    /// Nothing was free.
    SoldOut,
    /// Fewer were free.
    NotEnough(i64),
    /// The shopper has all they may have, and no ticket to show.
    Limit(i64),
    /// The page is older than the rules.
    Changed,
    /// The session has ended.
    SignedOut,
    /// The ticket ended without an order.
    Lost(Reason),
    /// Refused for a reason with words of its own, in the page's language.
    Failed(String),
}

/// Why a ticket ended without an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Nothing was left after all.
    SoldOut,
    /// The shopper had all they may have.
    Limit,
    /// Anything else: trying again is fine.
    Other,
}

impl Reason {
    /// Reads the API's word.
    pub fn parse(word: &str) -> Self {
        match word {
            "sold_out" => Self::SoldOut,
            "limit_reached" => Self::Limit,
            _ => Self::Other,
        }
    }
}

impl Attempt {
    /// Whether it goes on by itself, so that another press would only be in the way.
    pub const fn is_under_way(&self) -> bool {
        matches!(self, Self::Sending | Self::Following { .. } | Self::Preparing | Self::Offline { .. })
    }
}

/// A press as the tab remembers it: a page that is loaded again goes on with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// Who pressed; empty when that was not known, and then it is not remembered.
    pub shopper: String,
    /// Which item.
    pub item: String,
    /// Units.
    pub quantity: i64,
    /// The same press has the same key, however often it is sent.
    pub key: String,
    /// Once admitted.
    pub ticket: Option<String>,
    /// Once won, and the shopper may have no more of it: then the page keeps saying so.
    pub order: Option<Bought>,
}

/// What was won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bought {
    /// Which order.
    pub order: String,
    /// When it must be paid, milliseconds since the epoch.
    pub pay_before_ms: Option<i64>,
}
