//! From the bytes somebody sent to two pictures of our own. Nothing of what was sent survives except the look of it:
//! no EXIF, no place where the photo was taken, no comment, no second meaning of the file.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits,
    codecs::{
        jpeg::JpegEncoder,
        png::{CompressionType, FilterType as PngFilter, PngEncoder},
    },
    error::{ImageError, ImageResult},
    imageops::FilterType,
    metadata::Orientation,
};

use super::name::{Kind, MediaName};
use crate::FieldCode;

/// Most bytes of an upload.
pub const UPLOAD: usize = 10 * 1024 * 1024;
/// Most pixels of an upload: more than any phone takes.
const PIXELS: u64 = 50_000_000;
/// Longest side of an upload, pixels. JPEG itself ends at 65,535, also for the narrow picture that is made of it.
const SIDE: u32 = 30_000;
/// Most memory for decoding, bytes: [`PIXELS`] with 16 bits a channel and transparency, and the decoder's own.
const MEMORY: u64 = 512 * 1024 * 1024;
/// Width of the large and of the small picture, pixels.
const WIDTHS: [u32; 2] = [1_600, 640];
const STORED_PIXELS: u64 = 8_000_000;
/// The usual trade of a web photo: about 0.2 bytes a pixel, no visible blocks.
const JPEG_QUALITY: u8 = 82;

/// A picture ready to be stored.
#[derive(Debug)]
pub struct Encoded {
    /// From its bytes.
    pub name: MediaName,
    /// A JPEG or PNG file.
    pub bytes: Vec<u8>,
}

/// A picture in both sizes.
#[derive(Debug)]
pub struct Pair {
    /// At most 1,600 pixels wide.
    pub large: Encoded,
    /// At most 640 pixels wide; the same file as `large` if that is no wider.
    pub small: Encoded,
    /// Pixels of `large`.
    pub width: u32,
    /// Pixels of `large`.
    pub height: u32,
}

/// Reads an upload, whatever it calls itself: what counts is what it begins with. `Err` says what is wrong with it.
pub fn read(upload: &[u8]) -> Result<DynamicImage, FieldCode> {
    if upload.len() > UPLOAD {
        return Err(FieldCode::TooLarge);
    }
    let format = image::guess_format(upload).map_err(|_| FieldCode::NotAPicture)?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::Gif | ImageFormat::WebP) {
        return Err(FieldCode::NotAPicture);
    }
    decode(upload, format).map_err(|error| match error {
        ImageError::Limits(_) => FieldCode::TooManyPixels,
        _ => FieldCode::NotAPicture,
    })?
}

fn decode(upload: &[u8], format: ImageFormat) -> ImageResult<Result<DynamicImage, FieldCode>> {
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE);
    limits.max_image_height = Some(SIDE);
    limits.max_alloc = Some(MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > PIXELS || decoder.total_bytes() > MEMORY {
        return Ok(Err(FieldCode::TooManyPixels));
    }
    // A picture with an unreadable EXIF part is a picture still.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let decoded = DynamicImage::from_decoder(decoder)?;
    // Scaled first: turning the full picture would need its memory twice.
    let turned = matches!(
        orientation,
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH
    );
    let (width, height) = (decoded.width(), decoded.height());
    let (wide, high) = if turned { swap(fit(height, width, WIDTHS[0])) } else { fit(width, height, WIDTHS[0]) };
    let mut scaled = scale(decoded, wide, high);
    scaled.apply_orientation(orientation);
    Ok(Ok(scaled))
}

/// Both sizes of a picture, as files.
pub fn encode(picture: DynamicImage) -> ImageResult<Pair> {
    let (wide, high) = fit(picture.width(), picture.height(), WIDTHS[0]);
    let large = scale(picture, wide, high);
    let (width, height) = (large.width(), large.height());
    // One kind for both sizes, or a picture would change its edges with the screen.
    let kind = if is_transparent(&large) { Kind::Png } else { Kind::Jpeg };
    let large_file = file(&large, kind)?;
    let (wide, high) = fit(width, height, WIDTHS[1]);
    let small_file = file(&scale(large, wide, high), kind)?;
    Ok(Pair { large: large_file, small: small_file, width, height })
}

/// The size of a picture that is at most `widest` wide and of [`STORED_PIXELS`]; never larger than it was.
fn fit(width: u32, height: u32, widest: u32) -> (u32, u32) {
    let (wide, high) = (u64::from(width), u64::from(height));
    // Rounded down, so that what fits still fits when it is asked again.
    let fitting = u64::from(widest).min((STORED_PIXELS * wide / high).isqrt());
    if wide <= fitting {
        return (width, height);
    }
    let side = |pixels: u64| u32::try_from(pixels.max(1)).unwrap_or(u32::MAX);
    (side(fitting), side(high * fitting / wide))
}

const fn swap((a, b): (u32, u32)) -> (u32, u32) {
    (b, a)
}

/// In two steps: a fast average down to about double the size, which needs no memory to speak of, then a sharp one.
fn scale(picture: DynamicImage, width: u32, height: u32) -> DynamicImage {
    if (picture.width(), picture.height()) == (width, height) {
        return picture;
    }
    let near = if picture.width() > width * 3 {
        picture.thumbnail_exact(width * 2, (height * 2).min(picture.height()))
    } else {
        picture
    };
    near.resize_exact(width, height, FilterType::CatmullRom)
}

fn is_transparent(picture: &DynamicImage) -> bool {
    picture.color().has_alpha() && picture.to_rgba8().pixels().any(|pixel| pixel.0[3] < u8::MAX)
}

fn file(picture: &DynamicImage, kind: Kind) -> ImageResult<Encoded> {
    let mut bytes = Vec::new();
    match kind {
        Kind::Jpeg => JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY).encode_image(&picture.to_rgb8())?,
        Kind::Png => {
            let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, PngFilter::Adaptive);
            picture.to_rgba8().write_with_encoder(encoder)?;
        }
    }
    Ok(Encoded { name: MediaName::of(&bytes, kind), bytes })
}

#[cfg(test)]
#[path = "scale_tests.rs"]
mod tests;
