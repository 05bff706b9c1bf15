use image::{GenericImageView as _, ImageEncoder as _, Rgb, RgbImage, Rgba, RgbaImage};

use super::*;

fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn pair(upload: &[u8]) -> (Pair, DynamicImage, DynamicImage) {
    let pair = encode(read(upload).unwrap()).unwrap();
    let (large, small) = (image::load_from_memory(&pair.large.bytes), image::load_from_memory(&pair.small.bytes));
    (pair, large.unwrap(), small.unwrap())
}

/// Red above, green below.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |_, y| if y < height / 2 { Rgb([230, 20, 20]) } else { Rgb([20, 200, 20]) })
}

fn is_red(picture: &DynamicImage, x: u32, y: u32) -> bool {
    let [red, green, ..] = picture.get_pixel(x, y).0;
    red > 180 && green < 80
}

#[test]
fn every_kind_that_is_taken_comes_out_in_two_sizes() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP] {
        let (pair, large, small) = pair(&encoded(halves(1_700, 850), format));
        assert_eq!(
            (pair.width, pair.height, large.dimensions(), small.dimensions()),
            (1_600, 800, (1_600, 800), (640, 320))
        );
        assert!(is_red(&large, 10, 10) && !is_red(&large, 10, 790), "{format:?}");
        assert!(is_red(&small, 10, 10) && !is_red(&small, 10, 310), "{format:?}");
        assert_eq!((pair.large.name.kind(), pair.small.name.kind()), (Kind::Jpeg, Kind::Jpeg), "{format:?}");
        assert_ne!(pair.large.name, pair.small.name);
    }
}

#[test]
fn nothing_is_enlarged_and_what_is_transparent_stays_so() {
    let (small, large, _) = pair(&encoded(halves(300, 200), ImageFormat::Png));
    assert_eq!((large.dimensions(), &small.large.name), ((300, 200), &small.small.name));
    let hole = RgbaImage::from_fn(700, 100, |x, _| Rgba([9, 9, 9, if x < 350 { 0 } else { 255 }]));
    for format in [ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP] {
        let (pair, large, small) = pair(&encoded(hole.clone(), format));
        assert_eq!((pair.large.name.kind(), pair.small.name.kind()), (Kind::Png, Kind::Png), "{format:?}");
        assert_eq!((large.get_pixel(1, 1).0[3], small.get_pixel(639, 1).0[3]), (0, 255), "{format:?}");
    }
    let opaque = RgbaImage::from_pixel(50, 50, Rgba([9, 9, 9, 255]));
    assert_eq!(pair(&encoded(opaque, ImageFormat::Png)).0.large.name.kind(), Kind::Jpeg);
    let tall = pair(&encoded(halves(3_200, 2), ImageFormat::Png)).1;
    assert_eq!(tall.dimensions(), (1_600, 1));
}

/// A phone writes the picture as its sensor lies, says in EXIF how to turn it, and adds where it was taken.
#[test]
fn a_photo_is_turned_and_forgets_where_it_was_taken() {
    for (orientation, red_at) in [(1, (10, 10)), (3, (10, 240)), (6, (240, 10)), (8, (10, 10))] {
        let photo = photo(orientation, halves(500, 250));
        assert!(photo.windows(8).any(|bytes| bytes == b"SECRETGP"));
        let (pair, large, _) = pair(&photo);
        let size = if orientation > 4 { (250, 500) } else { (500, 250) };
        assert_eq!(large.dimensions(), size, "{orientation}");
        let (x, y) = if orientation > 4 { (red_at.0.min(240), red_at.1) } else { red_at };
        assert!(is_red(&large, x, y), "{orientation}");
        for file in [&pair.large.bytes, &pair.small.bytes] {
            for trace in [&b"Exif"[..], b"SECRETGP", b"XML", b"Photoshop"] {
                assert!(!file.windows(trace.len()).any(|bytes| bytes == trace), "{orientation}");
            }
        }
    }
    // Wide as it lies, narrow as it is seen: the width that counts is the one that is seen.
    let (_, large, small) = pair(&photo(6, halves(3_300, 1_650)));
    assert_eq!((large.dimensions(), small.dimensions()), ((1_600, 3_200), (640, 1_280)));
}

/// A JPEG with an EXIF part: the orientation and a text where a place would stand.
fn photo(orientation: u8, picture: RgbImage) -> Vec<u8> {
    let mut exif = b"MM\0*\0\0\0\x08\0\x02\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation, 0, 0]);
    exif.extend(b"\x01\x0e\0\x02\0\0\0\x09\0\0\0\x26\0\0\0\0SECRETGP\0");
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 90);
    encoder.set_exif_metadata(exif).unwrap();
    encoder.encode_image(&picture).unwrap();
    bytes
}

#[test]
fn what_is_no_picture_is_refused() {
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let png = encoded(halves(40, 40), ImageFormat::Png);
    let bmp = [&b"BM"[..], &[0; 60]].concat();
    let cut = &png[..png.len() / 2];
    for upload in [&b""[..], b"x", svg, b"<!doctype html><p>", b"GIF89a", b"\xff\xd8\xff\xe0", &bmp, cut] {
        assert_eq!(read(upload).unwrap_err(), FieldCode::NotAPicture, "{}", upload.escape_ascii());
    }
    assert_eq!(read(&vec![0; UPLOAD + 1]).unwrap_err(), FieldCode::TooLarge);
}

/// A file of a few bytes can claim to be enormous; that must cost nothing.
#[test]
fn a_claim_of_many_pixels_is_refused_before_memory_is_taken() {
    for (width, height) in [(50_000u32, 50_000u32), (30_001, 1), (1, 30_001), (8_000, 7_000)] {
        let mut png = encoded(halves(1, 2), ImageFormat::Png);
        png[16..20].copy_from_slice(&width.to_be_bytes());
        png[20..24].copy_from_slice(&height.to_be_bytes());
        let checksum = crc32(&png[12..29]);
        png[29..33].copy_from_slice(&checksum.to_be_bytes());
        assert_eq!(read(&png).unwrap_err(), FieldCode::TooManyPixels, "{width} × {height}");
    }
    let mut gif = encoded(RgbaImage::new(1, 1), ImageFormat::Gif);
    gif[6..10].fill(0xff);
    assert_eq!(read(&gif).unwrap_err(), FieldCode::TooManyPixels);
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}
