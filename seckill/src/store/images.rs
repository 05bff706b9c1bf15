//! What is known about pictures.

use super::Store;
use crate::{CoverImage, Error, Image, ImageId, MerchantId, media::Pair};

impl Store {
    /// Remembers a picture that is stored; one that the merchant has already is that one.
    pub(crate) async fn add_image(&self, merchant: MerchantId, pair: &Pair) -> Result<Image, Error> {
        let side = |pixels: u32| i32::try_from(pixels).map_err(|error| Error::Internal(Box::new(error)));
        // The update changes nothing; without it a known picture would return no row.
        let id = sqlx::query_scalar!(
            "INSERT INTO images (merchant_id, name, small_name, width, height) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT ON CONSTRAINT images_name_once DO UPDATE SET small_name = excluded.small_name RETURNING id",
            merchant.get(),
            pair.large.name.as_str(),
            pair.small.name.as_str(),
            side(pair.width)?,
            side(pair.height)?
        );
        let id = ImageId::new(id.fetch_one(&self.pool).await?);
        let (url, small_url) = (pair.large.name.url(), pair.small.name.url());
        Ok(Image { id, picture: CoverImage { url, small_url, width: pair.width, height: pair.height } })
    }
}

/// A picture from a row of `images`; `None` when one of its parts is missing, as after a left join.
pub(super) fn image(
    id: Option<i64>,
    (name, small_name): (Option<String>, Option<String>),
    (width, height): (Option<i32>, Option<i32>),
) -> Option<Image> {
    let url = |name: Option<String>| name.map(|name| format!("/media/{name}"));
    let side = |pixels: Option<i32>| pixels.and_then(|pixels| u32::try_from(pixels).ok());
    let picture =
        CoverImage { url: url(name)?, small_url: url(small_name)?, width: side(width)?, height: side(height)? };
    Some(Image { id: ImageId::new(id?), picture })
}
