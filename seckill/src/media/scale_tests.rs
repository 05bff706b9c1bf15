use image::{GenericImageView as _, GrayImage, ImageBuffer, ImageEncoder as _, Rgb, RgbImage};

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

/// A narrow picture may be long, as those are that tell of a product in Chinese shops. Its area is what costs.
#[test]
fn a_long_picture_stays_readable_and_costs_no_more_than_others() {
    let fits = |width, height| [fit(width, height, SIZES[0]), fit(width, height, SIZES[1])];
    assert_eq!(fits(750, 8_000), [(750, 8_000), (309, 3_296)]);
    assert_eq!(fits(1_600, 30_000), [(584, 10_950), (233, 4_368)]);
    assert_eq!(fits(30_000, 1_600), [(1_600, 85), (640, 34)]);
    assert_eq!(fits(1, 30_000), [(1, 30_000); 2]);
    for (width, height) in [(1_600, 30_000), (5_477, 9_129), (30_000, 1_666), (1_601, 4_000), (213, 30_000)] {
        for most in SIZES {
            let (wide, high) = fit(width, height, most);
            assert!(wide <= most.width && wide * high <= most.width * most.height, "{width} × {height}");
            assert_eq!(fit(wide, high, most), (wide, high), "what fits is left alone");
        }
    }
    let (pair, large, small) = pair(&encoded(GrayImage::new(1_600, 8_000), ImageFormat::Png));
    assert_eq!((pair.width, pair.height), large.dimensions());
    assert_eq!((large.dimensions(), small.dimensions()), ((1_131, 5_655), (452, 2_260)));
}

#[test]
fn a_picture_is_worked_on_with_eight_bits_a_channel() {
    let deep = ImageBuffer::from_pixel(1_700, 10, Rgba([40_000_u16, 20, 20, 30_000]));
    assert_eq!(read(&encoded(deep, ImageFormat::Png)).unwrap().color(), image::ColorType::Rgba8);
    let deep = ImageBuffer::from_pixel(1_700, 10, Rgb([40_000_u16, 20, 20]));
    assert_eq!(read(&encoded(deep, ImageFormat::Png)).unwrap().color(), image::ColorType::Rgb8);
}

/// Bytes without a pattern.
fn noise() -> impl FnMut() -> u8 {
    let mut seed = 1_u32;
    move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        seed.to_be_bytes()[0]
    }
}

#[test]
fn what_is_stored_is_at_most_five_megabytes() {
    let mut noise = noise();
    let mut extreme = || if noise() < 128 { 0 } else { u8::MAX };
    let worst = RgbImage::from_fn(1_600, 2_000, |_, _| Rgb([extreme(), extreme(), extreme()]));
    let pair = encode(worst.into()).unwrap();
    assert!(pair.large.bytes.len() <= STORED, "{}", pair.large.bytes.len());
    assert!(pair.small.bytes.len() <= STORED, "{}", pair.small.bytes.len());
}

/// A photo whose transparency shows next to nothing is not worth many times its bytes.
#[test]
fn transparent_parts_become_white_where_they_would_cost_too_much() {
    let mut noise = noise();
    let costly =
        RgbaImage::from_fn(
            1_300,
            1_300,
            |x, _| {
                if x < 100 { Rgba([0; 4]) } else { Rgba([noise(), noise(), noise(), 254]) }
            },
        );
    let pair = encode(costly.into()).unwrap();
    assert_eq!((pair.large.name.kind(), pair.small.name.kind()), (Kind::Jpeg, Kind::Jpeg));
    let [red, green, blue, _] = image::load_from_memory(&pair.large.bytes).unwrap().get_pixel(20, 600).0;
    assert!(red > 250 && green > 250 && blue > 250, "{red} {green} {blue}");
}

/// A profile of a few kilobytes can unpack to gigabytes.
#[test]
fn a_colour_profile_is_not_unpacked_without_end() {
    // What a PNG of zeros holds is a bomb already.
    let zeros = encoded(GrayImage::new(8_192, 8_192), ImageFormat::Png);
    let small = encoded(halves(40, 40), ImageFormat::Png);
    for (packed, taken) in [(chunk_of(&small, b"IDAT"), true), (chunk_of(&zeros, b"IDAT"), false)] {
        let mut chunk = [b"iCCP".as_slice(), b"x\0\0", packed].concat();
        let length = u32::try_from(chunk.len() - 4).unwrap();
        chunk.extend(crc32(&chunk).to_be_bytes());
        let png = [&small[..33], &length.to_be_bytes(), &chunk, &small[33..]].concat();
        assert_eq!(decoder(&png, ImageFormat::Png).unwrap().icc_profile().unwrap().is_some(), taken);
        assert_eq!(read(&png).unwrap().dimensions(), (40, 40), "the picture is as good as without");
    }
}

/// What the first chunk of that name in a PNG holds.
fn chunk_of<'a>(png: &'a [u8], name: &[u8; 4]) -> &'a [u8] {
    let at = png.windows(4).position(|bytes| bytes == name).unwrap();
    let length = u32::from_be_bytes(png[at - 4..at].try_into().unwrap());
    &png[at + 4..at + 4 + usize::try_from(length).unwrap()]
}

#[test]
fn a_picture_that_ends_too_early_is_refused() {
    let mut inside = photo(1, halves(40, 20));
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP] {
        let whole = encoded(halves(1_700, 850), format);
        for part in [whole.len() / 4, whole.len() / 2, whole.len() - whole.len() / 10] {
            assert_eq!(read(&whole[..part]).unwrap_err(), FieldCode::NotAPicture, "{format:?} {part}");
        }
        // A phone appends the film to the photo, a camera a second picture.
        let more = [&whole[..], b"\0\0\0\x18ftypmp42", &inside].concat();
        assert!(read(&more).is_ok(), "{format:?}");
    }
    inside.splice(0..0, *b"MM\0*\0\0\0\x08\0\0\0\0\0\0");
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new(&mut bytes);
    encoder.set_exif_metadata(inside).unwrap();
    encoder.encode_image(&halves(400, 200)).unwrap();
    assert!(read(&bytes).is_ok());
    let cut = &bytes[..bytes.len() - 200];
    assert_eq!(read(cut).unwrap_err(), FieldCode::NotAPicture, "the small picture inside ends, this one does not");
}

/// Each scan of a progressive JPEG costs the time of the whole picture.
#[test]
fn a_jpeg_of_endless_scans_is_refused() {
    let whole = encoded(halves(40, 20), ImageFormat::Jpeg);
    let scan = whole.windows(2).position(|bytes| bytes == b"\xff\xda").unwrap();
    let scans = [&whole[..scan], &whole[scan..whole.len() - 2].repeat(21), b"\xff\xd9"].concat();
    assert_eq!(read(&scans).unwrap_err(), FieldCode::NotAPicture);
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
    // A WebP whose head says 10 × 10 and whose one frame is of 16,383 × 16,383.
    let mut webp = b"RIFF\x30\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x09\0\0\x09\0\0".to_vec();
    webp.extend(b"VP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\xff\x3f\xff\x3f");
    assert_eq!(read(&webp).unwrap_err(), FieldCode::TooManyPixels);
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
