//! Pictures of a merchant.

use super::{Error, Shop, Staff};
use crate::{Image, media::MediaFile};

impl Shop {
    /// Stores a picture in two sizes of at most 5 MiB each, without anything else that was in the file; on white if its
    /// transparent parts would make it larger. The same picture again is the same image. Refused at the field `file`
    /// when it is none that we take.
    pub async fn add_image(&self, staff: Staff, upload: impl AsRef<[u8]> + Send + 'static) -> Result<Image, Error> {
        let pair = self.inner.media.add(upload).await?;
        self.inner.store.add_image(staff.merchant, &pair).await
    }

    /// A stored picture by the last part of its address; everybody may see it. `None` when there is none of that name.
    pub async fn media(&self, name: &str) -> Result<Option<MediaFile>, Error> {
        self.inner.media.get(name).await
    }

    /// Makes the media folder if it is missing; fails with its name if nothing can be written in it.
    pub async fn check_media(&self) -> Result<(), Error> {
        self.inner.media.check().await
    }
}
