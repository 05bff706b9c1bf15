//! A sale as the API answers it and takes it.

use seckill::{ActivityState, ItemForm};
use serde::{Deserialize, Serialize};

/// A sale of the merchant, as far as the form needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sale {
    /// Empty when it has not been saved yet.
    pub id: String,
    /// Counts up with every change.
    pub version: i64,
    /// What is stored.
    pub state: ActivityState,
    /// Its name.
    pub title: String,
    /// Its page.
    pub html: String,
    /// RFC 3339 in the sale's zone; empty when nothing was said yet.
    pub starts_at: String,
    /// Likewise.
    pub ends_at: String,
    /// An IANA zone.
    pub time_zone: String,
    /// Seconds.
    pub pay_within_s: i64,
    /// What it sells.
    pub items: Vec<ItemForm>,
    /// The id of its picture.
    #[serde(default)]
    pub cover: Option<String>,
    /// Where its picture is.
    #[serde(default)]
    pub cover_image: Option<Picture>,
}

/// Where a picture is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// At most 640 pixels wide.
    pub small_url: String,
}

/// A picture that was uploaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cover {
    /// Its id.
    pub id: String,
    /// At most 640 pixels wide.
    pub small_url: String,
}

impl Sale {
    /// The picture of the sale.
    pub fn cover(&self) -> Option<Cover> {
        let (id, picture) = (self.cover.clone()?, self.cover_image.clone()?);
        Some(Cover { id, small_url: picture.small_url })
    }
}

/// What is sent: the whole form, and for a change the version that it changes.
#[derive(Debug, Serialize)]
pub struct Sent<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    pub title: &'a str,
    pub html: &'a str,
    pub starts_at: &'a str,
    pub ends_at: &'a str,
    pub time_zone: &'a str,
    pub pay_within_s: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<&'a str>,
    pub items: Vec<ItemForm>,
}
