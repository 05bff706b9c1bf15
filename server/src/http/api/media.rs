//! Stored pictures, as everybody may see them.

use axum::{
    body::Body,
    extract::State,
    http::{
        HeaderValue,
        header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    },
    response::IntoResponse,
};
use futures::TryStreamExt as _;
use seckill::Shop;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{
        code::Code,
        extract::Path,
        problem::{Answer, Problem},
    },
    operator,
    state::AppState,
};

/// What a name shows never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Opened by itself, a picture is a picture: nothing in it runs or is fetched.
const POLICY: &str = "default-src 'none'; sandbox";

pub(crate) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(picture))
}

/// A picture
#[utoipa::path(
    get, path = "/{name}", tag = "sales",
    params(("name" = String, Path, description = "The last part of a `url` or `small_url`")),
    responses(
        (status = 200, content((String = "image/jpeg"), (String = "image/png")), description = "The picture, at most 5 MB"),
        (status = 404, description = "There is none of that name"),
    ),
)]
async fn picture(State(shop): State<Shop>, name: Result<Path<String>, Problem>) -> Answer<impl IntoResponse> {
    let name = name.map(|Path(name)| name).unwrap_or_default();
    let file = shop.media(&name).await?.ok_or_else(|| Problem::new(Code::NotFound))?;
    let headers = [(CONTENT_TYPE, file.content_type), (CACHE_CONTROL, FOR_EVER), (CONTENT_SECURITY_POLICY, POLICY)];
    let length = [(CONTENT_LENGTH, HeaderValue::from(file.length))];
    // Its status is sent by then: that it breaks off is all that the caller can be told.
    let bytes = file.bytes.inspect_err(move |error| {
        let cause = operator::chain(error);
        tracing::warn!(name, cause, "the picture {name} broke off");
    });
    Ok((headers, length, Body::from_stream(bytes)))
}
