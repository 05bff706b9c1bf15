//! Pictures as callers see them.

use serde::{Deserialize, Serialize};

use crate::ImageId;

/// A picture in two sizes. Its addresses begin with `/media/` and never change what they show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CoverImage {
    /// At most 1,600 pixels wide.
    pub url: String,
    /// The same picture, at most 640 pixels wide.
    pub small_url: String,
    /// Pixels of the one at `url`.
    pub width: u32,
    /// Pixels of the one at `url`.
    pub height: u32,
}

/// A picture that a merchant has uploaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Image {
    /// Names it in `cover` of a sale.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: ImageId,
    /// Where it is.
    #[serde(flatten)]
    pub picture: CoverImage,
}
