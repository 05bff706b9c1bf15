//! A merchant's sales.

use axum::{
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
};
use seckill::{ActivityForm, ActivityId, ItemLedger, MerchantActivity, MerchantId, Page, Shop, Stage};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::edit::Edit;
use crate::{
    http::{
        access::{Editor, Staff, ViewerRole},
        code::Code,
        extract::{IdempotencyKey, Json, Limit, Path, Query},
        limits,
        problem::{Answer, Problem},
    },
    state::AppState,
};

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(our_activities, create_activity))
        .routes(routes!(our_activity, update_activity))
        .routes(routes!(publish_activity))
        .routes(routes!(ledger))
        .layer(DefaultBodyLimit::max(limits::ACTIVITY_BODY))
}

/// Which of our sales.
#[derive(Deserialize)]
struct Which {
    stage: Option<Stage>,
    cursor: Option<ActivityId>,
    #[serde(default)]
    limit: Limit,
}

/// For whom a sale is written.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct By {
    /// The merchant whose office the form was opened in; refused when somebody of another one is signed in by now
    #[param(value_type = Option<String>)]
    merchant: Option<MerchantId>,
}

/// What is published.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Publish {
    /// The version that was read; an older one is refused.
    version: i64,
}

/// The accounts of a sale.
#[derive(Serialize, ToSchema)]
struct Ledger {
    /// One for each item.
    items: Vec<ItemLedger>,
}

/// Our sales, newest first
#[utoipa::path(
    get, path = "/activities", tag = "merchant", security(("staff" = [])),
    params(("stage" = Option<Stage>, Query, description = "Only sales that stand there"), ("cursor" = Option<String>, Query, description = "`next_cursor` of the page before"), ("limit" = Option<i64>, Query, description = "Rows, 1 to 100, default 20")),
    responses((status = 200, body = Page<MerchantActivity>, description = "Sales")),
)]
async fn our_activities(
    State(shop): State<Shop>,
    staff: Staff<ViewerRole>,
    Query(query): Query<Which>,
) -> Answer<Json<Page<MerchantActivity>>> {
    Ok(Json(shop.merchant_activities(staff.0, query.stage, query.cursor, query.limit.get()).await?))
}

/// Write a sale; nobody sees it before it is published
#[utoipa::path(
    post, path = "/activities", tag = "merchant", security(("staff" = [])),
    params(By, ("Idempotency-Key" = Option<String>, Header, description = "A change with the key of the sale's last change was made already")),
    request_body = ActivityForm,
    responses((status = 201, body = MerchantActivity, description = "A draft")),
)]
async fn create_activity(
    State(shop): State<Shop>,
    staff: Staff<Editor>,
    Query(by): Query<By>,
    key: IdempotencyKey,
    Json(form): Json<ActivityForm>,
) -> Answer<(StatusCode, Json<MerchantActivity>)> {
    if by.merchant.is_some_and(|merchant| merchant != staff.0.merchant) {
        return Err(Problem::new(Code::Forbidden));
    }
    Ok((StatusCode::CREATED, Json(shop.create_activity(staff.0, form, key.as_str()).await?)))
}

/// One of our sales
#[utoipa::path(
    get, path = "/activities/{id}", tag = "merchant", security(("staff" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = MerchantActivity, description = "The sale")),
)]
async fn our_activity(
    State(shop): State<Shop>,
    staff: Staff<ViewerRole>,
    Path(id): Path<ActivityId>,
) -> Answer<Json<MerchantActivity>> {
    Ok(Json(shop.merchant_activity(staff.0, id).await?))
}

/// Change a sale
#[utoipa::path(
    put, path = "/activities/{id}", tag = "merchant", security(("staff" = [])),
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, description = "A change with the key of the sale's last change was made already")),
    request_body = Edit,
    responses((status = 200, body = MerchantActivity, description = "As it is now")),
)]
async fn update_activity(
    State(shop): State<Shop>,
    staff: Staff<Editor>,
    Path(id): Path<ActivityId>,
    key: IdempotencyKey,
    Json(edit): Json<Edit>,
) -> Answer<Json<MerchantActivity>> {
    Ok(Json(shop.update_activity(staff.0, id, edit.version, edit.form, key.as_str()).await?))
}

/// Show a sale to shoppers; it opens and closes by the clock
#[utoipa::path(
    post, path = "/activities/{id}/publish", tag = "merchant", security(("staff" = [])),
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, description = "A change with the key of the sale's last change was made already")),
    request_body = Publish,
    responses((status = 200, body = MerchantActivity, description = "As it is now")),
)]
async fn publish_activity(
    State(shop): State<Shop>,
    staff: Staff<Editor>,
    Path(id): Path<ActivityId>,
    key: IdempotencyKey,
    Json(publish): Json<Publish>,
) -> Answer<Json<MerchantActivity>> {
    Ok(Json(shop.publish_activity(staff.0, id, publish.version, key.as_str()).await?))
}

/// The accounts of a sale, from Redis and Postgres side by side
#[utoipa::path(
    get, path = "/activities/{id}/ledger", tag = "merchant", security(("staff" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = Ledger, description = "One entry for each item")),
)]
async fn ledger(
    State(shop): State<Shop>,
    staff: Staff<ViewerRole>,
    Path(id): Path<ActivityId>,
) -> Answer<Json<Ledger>> {
    Ok(Json(Ledger { items: shop.ledger(staff.0, id).await? }))
}
