//! From the bytes somebody sent to two pictures of our own. Nothing of what was sent survives except the look of it:
//! no EXIF, no place where the photo was taken, no comment, no second meaning of the file.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgba, RgbaImage,
    codecs::{
        jpeg::JpegEncoder,
        png::{CompressionType, FilterType as PngFilter, PngEncoder},
    },
    error::{ImageError, ImageResult},
    imageops::{self, FilterType},
    metadata::Orientation,
};

use super::{
    claims,
    name::{Kind, MediaName},
};
use crate::FieldCode;

/// Most bytes of an upload.
pub const UPLOAD: usize = 10 * 1024 * 1024;
/// Most pixels of an upload: more than any phone takes.
const PIXELS: u64 = 50_000_000;
/// Longest side of an upload, pixels. JPEG itself ends at 65,535, also for the narrow picture that is made of it.
const SIDE: u32 = 30_000;
/// Most memory for the decoded picture, bytes: [`PIXELS`] with 16 bits a channel and transparency.
const MEMORY: u64 = 8 * PIXELS;
/// Most memory for what a file holds besides its picture, bytes. A colour profile that unpacks to more is passed over,
/// as all profiles are. 64 MiB is what the `png` crate itself allows.
const BESIDES: u64 = 64 * 1024 * 1024;
/// The large and the small picture.
const SIZES: [Size; 2] = [Size { width: 1_600, height: 4_000 }, Size { width: 640, height: 1_600 }];
/// Most bytes of a stored picture: enough for a product that was cut out of its photo, 1,600 × 1,600.
const STORED: usize = 5 * 1024 * 1024;
/// The first is the usual trade of a web photo: about 0.2 bytes a pixel, no visible blocks. Only noise is larger than
/// [`STORED`] with it; the last makes a third of that of the worst noise.
const JPEG_QUALITIES: [u8; 3] = [82, 50, 20];
/// Half the time of the default; a photo takes 3 % more bytes, a smooth gradient up to 40 %.
const PNG_EFFORT: CompressionType = CompressionType::Level(4);

/// How large a stored picture may be.
#[derive(Clone, Copy)]
struct Size {
    /// Most pixels from left to right.
    width: u32,
    /// Of a picture of that width. A narrower one may be longer: what counts is the area. So the long pictures of
    /// Chinese shops, 750 × 8,000, keep their size, and the longest that is taken, 1,600 × 30,000, stays 584 wide.
    height: u32,
}

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
    /// At most 1,600 pixels wide and 6.4 million in all.
    pub large: Encoded,
    /// At most 640 pixels wide and 1 million in all; the same file as `large` if that is no larger.
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
    match format {
        ImageFormat::Jpeg if !claims::is_whole(upload) => return Err(FieldCode::NotAPicture),
        ImageFormat::WebP if claims::largest_frame(upload) > PIXELS => return Err(FieldCode::TooManyPixels),
        _ => {}
    }
    decode(upload, format).map_err(|error| match error {
        ImageError::Limits(_) => FieldCode::TooManyPixels,
        _ => FieldCode::NotAPicture,
    })?
}

fn decode(upload: &[u8], format: ImageFormat) -> ImageResult<Result<DynamicImage, FieldCode>> {
    let mut decoder = decoder(upload, format)?;
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
    let (wide, high) = if turned { swap(fit(height, width, SIZES[0])) } else { fit(width, height, SIZES[0]) };
    let mut scaled = scale(decoded, wide, high);
    scaled.apply_orientation(orientation);
    Ok(Ok(scaled))
}

fn decoder(upload: &[u8], format: ImageFormat) -> ImageResult<impl ImageDecoder> {
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE);
    limits.max_image_height = Some(SIDE);
    limits.max_alloc = Some(BESIDES);
    reader.limits(limits);
    reader.into_decoder()
}

/// Both sizes of a picture, as files of at most [`STORED`] bytes. Transparent parts become white where they would cost
/// more.
pub fn encode(picture: DynamicImage) -> ImageResult<Pair> {
    let (wide, high) = fit(picture.width(), picture.height(), SIZES[0]);
    let large = scale(picture, wide, high);
    let transparent = is_transparent(&large).then(|| png(&large)).transpose()?;
    let transparent = transparent.filter(|file| file.bytes.len() <= STORED);
    // One kind for both sizes, or a picture would change its edges with the screen.
    match transparent {
        Some(large_file) => pair(large, large_file, png),
        None => {
            let opaque = on_white(large);
            let large_file = jpeg(&opaque)?;
            pair(opaque, large_file, jpeg)
        }
    }
}

fn pair(large: DynamicImage, file: Encoded, encode: fn(&DynamicImage) -> ImageResult<Encoded>) -> ImageResult<Pair> {
    let (width, height) = (large.width(), large.height());
    let (wide, high) = fit(width, height, SIZES[1]);
    Ok(Pair { large: file, small: encode(&scale(large, wide, high))?, width, height })
}

/// The size of a picture that is no larger than `most`; never larger than it was.
fn fit(width: u32, height: u32, most: Size) -> (u32, u32) {
    let [wide, high, most_wide, most_high] = [width, height, most.width, most.height].map(u64::from);
    // Rounded down, so that what fits still fits when it is asked again.
    let fitting = most_wide.min((most_wide * most_high * wide / high).isqrt());
    if wide <= fitting {
        return (width, height);
    }
    let side = |pixels: u64| u32::try_from(pixels.max(1)).unwrap_or(u32::MAX);
    (side(fitting), side(high * fitting / wide))
}

const fn swap((a, b): (u32, u32)) -> (u32, u32) {
    (b, a)
}

/// In two steps: a fast average down to about double the size, which needs no memory to speak of, then a sharp one,
/// with 8 bits a channel.
fn scale(picture: DynamicImage, width: u32, height: u32) -> DynamicImage {
    let near = eight_bits(average(picture, width, height));
    if (near.width(), near.height()) == (width, height) {
        return near;
    }
    near.resize_exact(width, height, FilterType::CatmullRom)
}

fn average(picture: DynamicImage, width: u32, height: u32) -> DynamicImage {
    if picture.width() <= width * 3 {
        return picture;
    }
    picture.thumbnail_exact(width * 2, (height * 2).min(picture.height()))
}

/// Takes the picture, so that a large one is not there twice for longer than it takes.
fn eight_bits(picture: DynamicImage) -> DynamicImage {
    if picture.color().has_alpha() { picture.into_rgba8().into() } else { picture.into_rgb8().into() }
}

fn is_transparent(picture: &DynamicImage) -> bool {
    picture.as_rgba8().is_some_and(|picture| picture.pixels().any(|pixel| pixel.0[3] < u8::MAX))
}

fn on_white(picture: DynamicImage) -> DynamicImage {
    let DynamicImage::ImageRgba8(picture) = picture else { return picture };
    let mut white = RgbaImage::from_pixel(picture.width(), picture.height(), Rgba([u8::MAX; 4]));
    imageops::overlay(&mut white, &picture, 0, 0);
    DynamicImage::from(white).into_rgb8().into()
}

fn png(picture: &DynamicImage) -> ImageResult<Encoded> {
    let mut bytes = Vec::new();
    picture.write_with_encoder(PngEncoder::new_with_quality(&mut bytes, PNG_EFFORT, PngFilter::Adaptive))?;
    Ok(Encoded { name: MediaName::of(&bytes, Kind::Png), bytes })
}

fn jpeg(picture: &DynamicImage) -> ImageResult<Encoded> {
    let mut bytes = Vec::new();
    for quality in JPEG_QUALITIES {
        bytes.clear();
        picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, quality))?;
        if bytes.len() <= STORED {
            break;
        }
    }
    Ok(Encoded { name: MediaName::of(&bytes, Kind::Jpeg), bytes })
}

#[cfg(test)]
#[path = "scale_tests.rs"]
mod tests;
