//! Pictures: read, scaled and stored. The bytes are in a folder (or whatever stands behind [`ObjectStore`]), what is
//! known about them in Postgres.

mod claims;
mod name;
mod scale;

use std::{fmt, io, path::PathBuf, sync::Arc};

use futures::{StreamExt as _, TryStreamExt as _, stream::BoxStream};
use image::DynamicImage;
use object_store::{ObjectStore, ObjectStoreExt as _, local::LocalFileSystem, path::Path};
use tokio::sync::OnceCell;

pub(crate) use name::MediaName;
pub(crate) use scale::Pair;

use crate::{Error, FieldCode, FieldError, Refusal, blocking::Workbench};

/// Pictures that may wait to be read, each with its upload in memory.
const QUEUE: usize = 8;

/// The door to stored pictures. Cheap to clone.
#[derive(Clone)]
pub struct Media {
    folder: PathBuf,
    /// Opened when it is first needed: a worker on another machine has no pictures.
    store: OnceCell<Arc<dyn ObjectStore>>,
    /// One at a time: the largest picture takes 2 to 3 seconds of a core and 550 MB while it is read.
    bench: Workbench,
}

/// A stored picture.
pub struct MediaFile {
    /// Its length, bytes.
    pub length: u64,
    /// Its bytes, read piece by piece as they are asked for.
    pub bytes: BoxStream<'static, Result<Vec<u8>, Error>>,
    /// `image/jpeg` or `image/png`.
    pub content_type: &'static str,
}

impl Media {
    /// Pictures in a folder, which is made when it is first needed.
    pub fn below(folder: PathBuf) -> Self {
        Self { folder, store: OnceCell::new(), bench: Workbench::new(1, QUEUE) }
    }

    /// Makes the folder if it is missing; fails with its name if nothing can be written in it.
    pub async fn check(&self) -> Result<(), Error> {
        let probe = self.folder.join(".writable");
        self.store().await?;
        tokio::task::spawn_blocking(move || std::fs::write(&probe, []).and_then(|()| std::fs::remove_file(&probe)))
            .await
            .map_err(|error| Error::Internal(Box::new(error)))?
            .map_err(|error| self.unusable(&error))
    }

    /// Reads an upload and stores it in both sizes; refused at the field `file` when it is no picture that we take.
    pub(crate) async fn add(&self, upload: impl AsRef<[u8]> + Send + 'static) -> Result<Pair, Error> {
        let read = move || scale::read(upload.as_ref()).map(scale::encode);
        let refuse = |code: FieldCode| Error::Refused(Refusal::Invalid(vec![FieldError::new("file", code)]));
        let pair = self.bench.run(read).await?.map_err(refuse)?;
        self.keep(pair.map_err(|error| Error::Internal(Box::new(error)))?).await
    }

    /// Stores a picture that `draw` makes.
    pub(crate) async fn draw(&self, draw: impl FnOnce() -> DynamicImage + Send + 'static) -> Result<Pair, Error> {
        let pair = self.bench.run(move || scale::encode(draw())).await?;
        self.keep(pair.map_err(|error| Error::Internal(Box::new(error)))?).await
    }

    async fn keep(&self, mut pair: Pair) -> Result<Pair, Error> {
        let store = self.store().await?;
        for file in [&mut pair.large, &mut pair.small] {
            let bytes = std::mem::take(&mut file.bytes);
            store.put(&Path::from(file.name.as_str()), bytes.into()).await.map_err(unavailable)?;
        }
        Ok(pair)
    }

    /// A stored picture; `None` when there is none of that name, or it is no name of ours.
    pub(crate) async fn get(&self, name: &str) -> Result<Option<MediaFile>, Error> {
        let Ok(name) = name.parse::<MediaName>() else { return Ok(None) };
        let found = match self.store().await?.get(&Path::from(name.as_str())).await {
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            found => found.map_err(unavailable)?,
        };
        let length = found.meta.size;
        let bytes = found.into_stream().map_ok(Vec::from).map_err(unavailable).boxed();
        Ok(Some(MediaFile { length, bytes, content_type: name.kind().content_type() }))
    }

    async fn store(&self) -> Result<&Arc<dyn ObjectStore>, Error> {
        let open = async {
            let folder = self.folder.clone();
            let opened = tokio::task::spawn_blocking(move || {
                std::fs::create_dir_all(&folder)?;
                LocalFileSystem::new_with_prefix(folder).map_err(io::Error::other)
            });
            let opened = opened.await.map_err(|error| Error::Internal(Box::new(error)))?;
            // A picture that was answered for outlives the machine's sudden end.
            let store = opened.map_err(|error| self.unusable(&error))?.with_fsync(true);
            Ok(Arc::new(store) as Arc<dyn ObjectStore>)
        };
        self.store.get_or_try_init(|| open).await
    }

    fn unusable(&self, error: &io::Error) -> Error {
        let folder = self.folder.display();
        let source = format!("cannot write in the folder {folder}: {error}. MEDIA_ROOT names another");
        Error::Unavailable { store: "media", source: source.into() }
    }
}

impl fmt::Debug for Media {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Media").field("folder", &self.folder).finish_non_exhaustive()
    }
}

fn unavailable(error: object_store::Error) -> Error {
    Error::Unavailable { store: "media", source: Box::new(error) }
}
