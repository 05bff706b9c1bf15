//! A sale as its merchant and others see it.

use serde::{Deserialize, Serialize};

use crate::{ActivityForm, ActivityId, ActivityState, CoverImage, Fen, ItemId, Millis, Phase};

/// A sale as its merchant sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MerchantActivity {
    /// Which sale.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: ActivityId,
    /// Counts up with every change; an update must name the version it changes.
    pub version: i64,
    /// What is stored.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub state: ActivityState,
    /// What follows from the clock.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub phase: Phase,
    /// Units in the sale; `null` when an item is unlimited.
    pub stock: Option<i64>,
    /// Units in orders that hold units.
    pub sold: i64,
    /// Everything the merchant wrote, with times in RFC 3339 and item and sku ids filled in.
    #[serde(flatten)]
    pub form: ActivityForm,
    /// The picture that `cover` names.
    pub cover_image: Option<CoverImage>,
}

/// What an item does now, for the button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ItemStatus {
    /// The sale is not open yet.
    NotStarted,
    /// Units are free.
    Available,
    /// No unit is free now.
    SoldOut,
    /// The merchant has paused the sale.
    Paused,
    /// The sale is over.
    Ended,
    /// The accounts are being laid out or repaired, or cannot be reached.
    NotReady,
}

impl ItemStatus {
    /// The word in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotStarted => "not_started",
            Self::Available => "available",
            Self::SoldOut => "sold_out",
            Self::Paused => "paused",
            Self::Ended => "ended",
            Self::NotReady => "not_ready",
        }
    }
}

/// A sale in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActivityCard {
    /// Which sale.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: ActivityId,
    /// Its name.
    pub title: String,
    /// The picture that stands for it.
    #[serde(default)]
    pub cover: Option<CoverImage>,
    /// What it does now.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub phase: Phase,
    /// When it opens, RFC 3339.
    pub starts_at: String,
    /// When it opens, milliseconds since the epoch.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub starts_at_ms: Millis,
    /// When it is over, RFC 3339.
    pub ends_at: String,
    /// When it is over, milliseconds since the epoch.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub ends_at_ms: Millis,
    /// The zone its times are shown in.
    pub time_zone: String,
    /// The lowest sale price in it, fen.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub from_price_fen: Fen,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Page<T> {
    /// The rows.
    pub items: Vec<T>,
    /// Ask for the rows after these with this; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// The server's clock, milliseconds since the epoch.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub server_time_ms: Millis,
}

/// A sale's page, the same for all shoppers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActivityPage {
    /// The server's clock, milliseconds since the epoch.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub server_time_ms: Millis,
    /// The sale.
    #[serde(flatten)]
    pub card: ActivityCard,
    /// Counts up with every change of the sale.
    pub version: i64,
    /// The page, clean HTML.
    pub html: String,
    /// Seconds from an order to its payment deadline.
    pub pay_within_s: i64,
    /// What is sold.
    #[serde(rename = "items")]
    pub goods: Vec<PageItem>,
}

/// An item on a sale's page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PageItem {
    /// Which item.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: ItemId,
    /// The product.
    pub product_title: String,
    /// The variant.
    pub name: String,
    /// Fen.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub list_price_fen: Fen,
    /// Fen.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub sale_price_fen: Fen,
    /// Units in the sale; `null` is unlimited.
    pub stock: Option<i64>,
    /// Units a shopper may hold.
    pub per_shopper_limit: i64,
    /// Units in one order.
    pub max_per_order: i64,
}

/// The small, fast-changing part of a sale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActivityNow {
    /// The server's clock, milliseconds since the epoch.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub server_time_ms: Millis,
    /// Counts up with every change of the sale: a page of an older one must be loaded again.
    pub version: i64,
    /// What the sale does now.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub phase: Phase,
    /// When it opens.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub starts_at_ms: Millis,
    /// When it is over.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub ends_at_ms: Millis,
    /// Its items.
    pub items: Vec<ItemNow>,
}

/// What an item does now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemNow {
    /// Which item.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: ItemId,
    /// For the button.
    pub status: ItemStatus,
    /// Units free about a second ago; `null` when unlimited or unknown.
    pub free_hint: Option<i64>,
}

/// The accounts of an item from Redis and Postgres side by side. Units, except `orders`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemLedger {
    /// Which item.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub item_id: ItemId,
    /// In the sale; `null` is unlimited.
    pub stock: Option<i64>,
    /// Redis: free to be admitted; `null` when unlimited or when the accounts are not laid out.
    pub free: Option<i64>,
    /// Redis: held for tickets whose order is not written.
    pub held: i64,
    /// Redis: in orders that hold units.
    pub sold: i64,
    /// Postgres: units of paid orders.
    pub paid: i64,
    /// Postgres: number of orders that hold units.
    pub orders: i64,
    /// (Redis held + sold) − (Postgres units + units of tickets without an order).
    pub drift: i64,
}
