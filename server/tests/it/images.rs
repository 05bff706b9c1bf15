//! Pictures: what is taken, what becomes of it, and who may use it (cases 36, 37 and 42).

use std::io::Cursor;

use axum::body::{Body, Bytes};
use futures::TryStreamExt as _;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, codecs::jpeg::JpegEncoder};
use serde_json::{Value, json};

use crate::stage::{Reply, Stage, request};

const SVG: &[u8] = b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"><script>alert(1)</script></svg>";

/// A picture that compresses badly, as a photo does.
fn photo(width: u32, height: u32, quality: u8) -> Vec<u8> {
    let mut seed = 1_u32;
    let noise = RgbImage::from_fn(width, height, |x, y| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgb([(x % 256) as u8, (y % 256) as u8, (seed >> 24) as u8])
    });
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&noise).unwrap();
    bytes
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(RgbImage::from_pixel(width, height, Rgb([200, 60, 30])))
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

/// A form with these parts: name, file name, content.
fn form(parts: &[(&str, &str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, file_name, content) in parts {
        let head = format!(
            "--line\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file_name}\"\r\nContent-Type: text/html\r\n\r\n"
        );
        body.extend([head.as_bytes(), content, b"\r\n"].concat());
    }
    body.extend(b"--line--\r\n");
    body
}

impl Stage {
    async fn upload(&self, bearer: &str, body: impl Into<Body>) -> Reply {
        let mut call = request("POST", "/api/v1/merchant/images", bearer);
        call.headers_mut().unwrap().insert("content-type", "multipart/form-data; boundary=line".parse().unwrap());
        self.send(call.body(body.into()).unwrap()).await
    }

    /// Uploads one file that must be taken.
    pub async fn image(&self, bearer: &str, file: &[u8]) -> Value {
        let reply = self.upload(bearer, form(&[("file", "a.jpg", file)])).await;
        assert_eq!(reply.status, 201, "{}", reply.text);
        reply.json()
    }

    async fn open(&self, path: &str) -> Reply {
        self.send(request("GET", path, "").body(Body::empty()).unwrap()).await
    }
}

/// Case 37: a photo of 1.9 MB, as phones make them.
#[tokio::test]
async fn a_photo_becomes_two_pictures_that_anybody_may_keep() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let photo = photo(1_700, 1_000, 92);
    assert!((1_700_000..2_200_000).contains(&photo.len()), "{}", photo.len());
    let image = stage.image(&owner, &photo).await;
    assert_eq!((&image["width"], &image["height"]), (&json!(1_600), &json!(941)));
    for (url, width) in [("url", 1_600), ("small_url", 640)] {
        let shown = stage.open(image[url].as_str().unwrap()).await;
        assert_eq!(shown.status, 200);
        assert_eq!(shown.header("content-type"), "image/jpeg");
        assert_eq!(shown.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(shown.header("x-content-type-options"), "nosniff");
        assert_eq!(shown.header("content-security-policy"), "default-src 'none'; sandbox");
        assert_eq!(image::load_from_memory(&shown.bytes).unwrap().width(), width);
    }
    assert_eq!(stage.image(&owner, &photo).await, image, "the same picture is the same image");
    let rival = stage.owner("rival@example.com").await;
    assert_ne!(stage.image(&rival, &photo).await["id"], image["id"], "but everybody has their own");
}

/// A large picture is answered piece by piece, not read into memory for everybody who asks for it.
#[tokio::test]
async fn a_picture_is_streamed_and_its_length_is_known_before() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let image = stage.image(&owner, &photo(1_000, 800, 92)).await;
    let url = image["url"].as_str().unwrap();
    let whole = stage.open(url).await;
    assert_eq!(whole.header("content-length"), whole.bytes.len().to_string());
    let head = stage.send(request("HEAD", url, "").body(Body::empty()).unwrap()).await;
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    for name in ["content-length", "content-type", "cache-control", "content-security-policy"] {
        assert_eq!(head.header(name), whole.header(name), "{name}");
    }
    let file = stage.shop.media(url.strip_prefix("/media/").unwrap()).await.unwrap().unwrap();
    let pieces: Vec<Vec<u8>> = file.bytes.try_collect().await.unwrap();
    assert!(pieces.iter().all(|piece| piece.len() <= 65_536), "{} pieces", pieces.len());
    assert_eq!(pieces.concat(), whole.bytes);
    assert!(whole.bytes.len() > 200_000, "several pieces: {}", whole.bytes.len());
}

/// Whatever comes, what is stored and sent to everybody has a size that a shop's page can bear.
#[tokio::test]
async fn a_long_picture_is_taken_and_half_a_picture_is_not() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let image = stage.image(&owner, &png(1_600, 9_000)).await;
    assert_eq!((&image["width"], &image["height"]), (&json!(1_066), &json!(5_996)));
    let whole = photo(900, 500, 92);
    let reply = stage.upload(&owner, form(&[("file", "a.jpg", &whole[..4_096])])).await;
    assert_eq!(reply.complaint(), ("file".to_owned(), "not_a_picture".to_owned()));
}

/// Case 36: what counts is what the file is, not what it says of itself.
#[tokio::test]
async fn a_disguise_is_refused_or_undone() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let long = "名".repeat(500);
    for name in ["a.svg", "a.png", "../../x.png", "a.png%00.html", &long, "🖼️.png"] {
        let reply = stage.upload(&owner, form(&[("file", name, SVG)])).await;
        assert_eq!(reply.problem(), (422, "invalid".to_owned()), "{name}");
        assert_eq!(reply.complaint(), ("file".to_owned(), "not_a_picture".to_owned()), "{name}");
    }
    // A picture that is a page as well: GIFs and JPEGs may carry any text.
    let mut gif = Cursor::new(Vec::new());
    DynamicImage::from(RgbImage::from_pixel(9, 9, Rgb([1, 2, 3]))).write_to(&mut gif, ImageFormat::Gif).unwrap();
    let mut gif = gif.into_inner();
    let end = gif.pop().unwrap();
    let comment = b"<!--<html><script>alert(1)</script>";
    gif.extend([&[0x21, 0xfe, u8::try_from(comment.len()).unwrap()][..], comment, &[0, end]].concat());
    for name in ["x.html", "../../x.png", "a.png%00.html", &long, "🖼️.gif", ""] {
        let reply = stage.upload(&owner, form(&[("file", name, &gif)])).await;
        assert_eq!(reply.status, 201, "{name}: {}", reply.text);
        let image = reply.json();
        for url in [&image["url"], &image["small_url"]] {
            let url = url.as_str().unwrap();
            let name = url.strip_prefix("/media/").unwrap().strip_suffix(".jpg").unwrap();
            assert!(name.len() == 40 && name.bytes().all(|digit| digit.is_ascii_hexdigit()), "{url}");
            let shown = stage.open(url).await;
            assert_eq!(
                (shown.header("content-type"), shown.header("x-content-type-options")),
                ("image/jpeg", "nosniff")
            );
            assert!(!shown.text.contains("script"));
        }
    }
}

#[tokio::test]
async fn a_form_has_exactly_one_file() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let picture = png(9, 9);
    let picture = picture.as_slice();
    for (parts, field, code) in [
        (&[][..], "file", "required"),
        (&[("file", "", &b""[..])][..], "file", "required"),
        (&[("file", "a.png", picture), ("file", "b.png", picture)][..], "file", "too_many"),
        (&[("picture", "a.png", picture)][..], "picture", "unknown_field"),
        (&[("file", "a.png", picture), ("title", "", &b"x"[..])][..], "title", "unknown_field"),
    ] {
        let reply = stage.upload(&owner, form(parts)).await;
        assert_eq!(reply.problem(), (422, "invalid".to_owned()), "{field} {code}");
        assert_eq!(reply.complaint(), (field.to_owned(), code.to_owned()));
    }
    let reply = stage.call("POST", "/merchant/images", &owner, picture.to_vec()).await;
    assert_eq!(reply.problem(), (415, "unsupported_media_type".to_owned()));
    assert_eq!(reply.complaint().0, "file");
    assert!(reply.text.contains("multipart/form-data"), "{}", reply.text);
    for broken in ["", "--line", "--other--\r\n", "--line\r\n\r\n"] {
        let reply = stage.upload(&owner, broken).await;
        assert!(matches!(reply.problem().0, 400 | 422), "{broken:?}: {}", reply.text);
    }
}

/// Case 37: the size is said clearly, and an upload without end ends.
#[tokio::test]
async fn an_upload_that_is_too_large_is_refused_at_its_field() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let mut largest = png(9, 9);
    largest.resize(10 * 1024 * 1024, 0);
    assert_eq!(stage.upload(&owner, form(&[("file", "a.png", &largest)])).await.status, 201, "ten megabytes are taken");
    largest.push(0);
    let endless = futures::stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::from_static(&[b' '; 65_536])));
    let head = [form(&[("file", "a.png", b"")])].map(|form| Ok(Bytes::copy_from_slice(&form[..form.len() - 12])));
    let head = futures::stream::iter(head);
    let endless = futures::StreamExt::chain(head, endless);
    for body in [Body::from(form(&[("file", "a.png", &largest)])), Body::from_stream(endless)] {
        let reply = stage.upload(&owner, body).await;
        assert_eq!(reply.problem(), (413, "too_large".to_owned()));
        assert_eq!(reply.complaint(), ("file".to_owned(), "too_large".to_owned()));
    }
    let mut wide = png(9, 9);
    wide[16..20].copy_from_slice(&40_000_u32.to_be_bytes());
    let reply = stage.upload(&owner, form(&[("file", "a.png", &wide)])).await;
    assert_eq!(reply.problem(), (422, "invalid".to_owned()));
}

#[tokio::test]
async fn what_is_not_there_is_a_plain_404() {
    let stage = Stage::new().await;
    let nobodys = "0".repeat(40);
    for name in [
        format!("{nobodys}.jpg"),
        format!("{nobodys}.svg"),
        "x".to_owned(),
        "..%2f..%2fetc%2fpasswd".to_owned(),
        "%00".to_owned(),
        "%ff".to_owned(),
        format!("{nobodys}.jpg%00.html"),
        "a/b".to_owned(),
    ] {
        let reply = stage.open(&format!("/media/{name}")).await;
        assert_eq!(reply.problem(), (404, "not_found".to_owned()), "{name}");
    }
}

/// Case 42: a cover is one's own picture; somebody else's does not exist.
#[tokio::test]
async fn a_sale_shows_its_cover() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let rival = stage.owner("rival@example.com").await;
    let image = stage.image(&owner, &png(900, 500)).await;
    let picture = json!({"url": image["url"], "small_url": image["small_url"], "width": 900, "height": 500});
    let with = |cover: &Value| {
        let mut form = stage.form(60, 600, 10, 1);
        form["cover"] = cover.clone();
        form
    };
    for cover in [&image["id"], &json!("999999")] {
        let reply = stage.post("/merchant/activities", &rival, with(cover)).await;
        assert_eq!(reply.problem(), (422, "invalid".to_owned()));
        assert_eq!(reply.complaint(), ("cover".to_owned(), "not_found".to_owned()));
    }
    assert_eq!(stage.post("/merchant/activities", &owner, with(&json!(7))).await.complaint().0, "cover");

    let sale = stage.sale(&owner, with(&image["id"])).await;
    let path = format!("/merchant/activities/{}", sale.id);
    let mut own = stage.get(&path, &owner).await.json();
    assert_eq!((&own["cover"], &own["cover_image"]), (&image["id"], &picture));
    let public = format!("/activities/{}", sale.id);
    assert_eq!(stage.get(&public, "").await.json()["cover"], picture);
    assert_eq!(stage.get("/activities", "").await.json()["items"][0]["cover"], picture);

    // What was read can be sent again, without what is not part of the form; and a cover can be taken away.
    for member in ["id", "state", "phase", "cover_image", "stock", "sold"] {
        own.as_object_mut().unwrap().remove(member);
    }
    let stolen = stage.image(&rival, &png(7, 7)).await;
    let mut theft = own.clone();
    theft["cover"] = stolen["id"].clone();
    let reply = stage.call("PUT", &path, &owner, theft.to_string()).await;
    assert_eq!(reply.complaint(), ("cover".to_owned(), "not_found".to_owned()));
    own["cover"] = Value::Null;
    let reply = stage.call("PUT", &path, &owner, own.to_string()).await;
    assert_eq!((reply.status, &reply.json()["cover_image"]), (200, &Value::Null), "{}", reply.text);
}

/// A folder that cannot be used is said at the start, not at the first upload.
#[tokio::test]
async fn a_server_says_at_its_start_that_it_cannot_store_pictures() {
    let site = crate::process::Site::new().await;
    let started = site.sluice(&["serve"]).env("MEDIA_ROOT", "/dev/null/media").output();
    let started = tokio::time::timeout(std::time::Duration::from_secs(30), started).await.expect("it ends").unwrap();
    let said = String::from_utf8_lossy(&started.stderr);
    assert!(!started.status.success());
    assert!(said.contains("/dev/null/media") && said.contains("MEDIA_ROOT"), "{said}");
}
