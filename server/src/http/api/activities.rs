//! What is on sale. The same bytes for everyone, so caches may help.

use axum::{
    extract::State,
    http::{HeaderName, header::CACHE_CONTROL},
};
use seckill::{ActivityCard, ActivityId, ActivityNow, ActivityPage, Page, Phase, Shop};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{
        extract::{Json, Limit, Path, Query},
        problem::Answer,
    },
    state::AppState,
};

pub(crate) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(activities)).routes(routes!(activity)).routes(routes!(activity_state))
}

/// Good for a second, in every cache: the answer says what time it was.
type Cached<T> = ([(HeaderName, &'static str); 1], Json<T>);

fn cached<T>(value: T) -> Cached<T> {
    ([(CACHE_CONTROL, "public, max-age=1")], Json(value))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Listing {
    /// `upcoming`, `warming`, `live` or `ended`; all when absent
    #[param(value_type = Option<String>)]
    phase: Option<Phase>,
    /// `next_cursor` of the page before
    #[param(value_type = Option<String>)]
    cursor: Option<ActivityId>,
    /// Rows, 1 to 100, default 20
    #[serde(default)]
    #[param(value_type = Option<i64>)]
    limit: Limit,
}

/// Sales
#[utoipa::path(
    get, path = "/activities", tag = "sales",
    params(Listing),
    responses((status = 200, body = Page<ActivityCard>, description = "Sales")),
)]
async fn activities(State(shop): State<Shop>, Query(query): Query<Listing>) -> Answer<Cached<Page<ActivityCard>>> {
    Ok(cached(shop.activities(query.phase, query.cursor, query.limit.get()).await?))
}

/// A sale's page
#[utoipa::path(
    get, path = "/activities/{id}", tag = "sales",
    params(("id" = String, Path)),
    responses((status = 200, body = ActivityPage, description = "The sale")),
)]
async fn activity(State(shop): State<Shop>, Path(id): Path<ActivityId>) -> Answer<Cached<ActivityPage>> {
    Ok(cached(shop.activity(id).await?))
}

/// What a sale does now: small and fast
#[utoipa::path(
    get, path = "/activities/{id}/state", tag = "sales",
    params(("id" = String, Path)),
    responses((status = 200, body = ActivityNow, description = "Its state")),
)]
async fn activity_state(State(shop): State<Shop>, Path(id): Path<ActivityId>) -> Answer<Cached<ActivityNow>> {
    Ok(cached(shop.activity_now(id).await?))
}
