//! A merchant's pictures.

use axum::{
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
};
use seckill::{Image, Shop};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{
        access::{Editor, Staff},
        extract::Json,
        limits,
        problem::Answer,
        upload::Upload,
    },
    state::AppState,
};

pub(crate) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(add_image)).layer(DefaultBodyLimit::max(limits::UPLOAD_BODY))
}

/// The form of an upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ImageFile {
    /// JPEG, PNG, GIF (its first frame) or WebP; at most 10 MB and 50 megapixels.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Add a picture, for a cover or a page
///
/// It is stored in two sizes, turned as its EXIF says, without anything else that was in the file. The same picture again is
/// the same image.
#[utoipa::path(
    post, path = "/images", tag = "merchant", security(("staff" = [])),
    request_body(content = ImageFile, content_type = "multipart/form-data"),
    responses((status = 201, body = Image, description = "Stored")),
)]
async fn add_image(
    State(shop): State<Shop>,
    staff: Staff<Editor>,
    Upload(file): Upload,
) -> Answer<(StatusCode, Json<Image>)> {
    Ok((StatusCode::CREATED, Json(shop.add_image(staff.0, file).await?)))
}
