//! The orders of a merchant's sale.

use axum::extract::State;
use seckill::{ActivityId, MerchantOrder, OrderId, Page, Shop};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{
        access::{Staff, ViewerRole},
        extract::{Json, Paging, Path, Query},
        problem::Answer,
    },
    state::AppState,
};

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(activity_orders))
}

/// The orders of one of our sales, newest first
#[utoipa::path(
    get, path = "/activities/{id}/orders", tag = "merchant", security(("staff" = [])),
    params(("id" = String, Path), ("cursor" = Option<String>, Query, description = "`next_cursor` of the page before"), ("limit" = Option<i64>, Query, description = "Rows, 1 to 100, default 20")),
    responses((status = 200, body = Page<MerchantOrder>, description = "Orders")),
)]
async fn activity_orders(
    State(shop): State<Shop>,
    staff: Staff<ViewerRole>,
    Path(id): Path<ActivityId>,
    Query(query): Query<Paging<OrderId>>,
) -> Answer<Json<Page<MerchantOrder>>> {
    Ok(Json(shop.activity_orders(staff.0, id, query.cursor, query.limit.get()).await?))
}
