//! The shopper, to themselves.

use axum::extract::State;
use seckill::{Person, Shop};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{access::Viewer, extract::Json, problem::Answer},
    state::AppState,
};

pub(crate) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(me))
}

/// Who am I
#[utoipa::path(
    get, path = "/me", tag = "auth", security(("shopper" = [])),
    responses((status = 200, body = Person, description = "The shopper")),
)]
async fn me(State(shop): State<Shop>, viewer: Viewer) -> Answer<Json<Person>> {
    Ok(Json(shop.me(viewer.0).await?))
}
