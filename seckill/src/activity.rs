//! A sale as it is written by its merchant and as others see it.

use serde::{Deserialize, Deserializer, Serialize};

use crate::{ActivityId, ActivityState, Fen, ItemId, Millis, Phase, SkuId};

/// How attempts are decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The request itself decides; the order is written asynchronously.
    #[default]
    Direct,
}

/// A sale as a merchant writes it. Nothing here has been checked yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ActivityForm {
    /// At most 120 characters.
    pub title: String,
    /// The page, as HTML; cleaned before it is stored. At most 200,000 bytes.
    #[serde(default)]
    pub html: String,
    /// RFC 3339 with an offset, or a local time `2026-12-11T10:00` in `time_zone`.
    pub starts_at: String,
    /// Like `starts_at`; the sale is open up to just before it.
    pub ends_at: String,
    /// An IANA zone, for display and entry.
    #[serde(default = "default_zone")]
    pub time_zone: String,
    /// How attempts are decided.
    #[serde(default)]
    pub mode: Mode,
    /// Seconds from an order to its payment deadline, 60 to 86,400.
    #[serde(default = "default_pay_within")]
    pub pay_within_s: i64,
    /// What is sold: 1 to 50 items.
    pub items: Vec<ItemForm>,
}

/// An item as a merchant writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ItemForm {
    /// Which item this replaces; only in an update.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub id: Option<ItemId>,
    /// What is sold.
    pub sku: SkuForm,
    /// Fen; below the list price.
    pub sale_price_fen: i64,
    /// Units, 1 to 10,000,000; `null` is unlimited. It must be given.
    #[serde(deserialize_with = "present")]
    pub stock: Option<i64>,
    /// Units a shopper may hold, 1 to 1,000.
    #[serde(default = "one")]
    pub per_shopper_limit: i64,
    /// Units in one order, 1 to the per-shopper limit.
    #[serde(default = "one")]
    pub max_per_order: i64,
    /// Shoppers per unit that are let through to the stock, 1 to 1,000.
    #[serde(default = "ten")]
    pub gate_multiplier: i64,
}

/// A new sku, or the `id` of an existing one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SkuForm {
    /// An existing sku of this merchant; then nothing else may be given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub id: Option<SkuId>,
    /// At most 120 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_title: Option<String>,
    /// The variant, at most 120 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The merchant's own code, unique with this merchant, at most 64 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Fen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_price_fen: Option<i64>,
}

fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    Option::deserialize(deserializer)
}

fn default_zone() -> String {
    "Asia/Shanghai".to_owned()
}

const fn default_pay_within() -> i64 {
    900
}

const fn one() -> i64 {
    1
}

const fn ten() -> i64 {
    10
}

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
    /// Everything the merchant wrote, with times in RFC 3339 and item and sku ids filled in.
    #[serde(flatten)]
    pub form: ActivityForm,
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

/// A sale in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActivityCard {
    /// Which sale.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: ActivityId,
    /// Its name.
    pub title: String,
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
