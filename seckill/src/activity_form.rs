//! A sale as its merchant writes it.

use serde::{Deserialize, Deserializer, Serialize};

use crate::{ImageId, ItemId, SkuId};

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
    /// The picture that stands for the sale; `id` of one of this merchant's images.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub cover: Option<ImageId>,
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

/// A new sku, or an existing one by its `id`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SkuForm {
    /// An existing sku of this merchant. What else is given replaces what it says, which is refused while another sale
    /// sells it; with another `code` it then becomes a sku of its own.
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
