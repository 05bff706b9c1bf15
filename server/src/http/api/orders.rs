//! A shopper's orders.

use axum::extract::State;
use seckill::{Order, OrderId, Page, Shop};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{
        access::Viewer,
        extract::{Json, Paging, Path, Query},
        problem::Answer,
    },
    state::AppState,
};

pub(crate) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(orders)).routes(routes!(order))
}

/// My orders, newest first
#[utoipa::path(
    get, path = "/orders", tag = "buying", security(("shopper" = [])),
    params(("cursor" = Option<String>, Query, description = "`next_cursor` of the page before"), ("limit" = Option<i64>, Query, description = "Rows, 1 to 100, default 20")),
    responses((status = 200, body = Page<Order>, description = "Orders")),
)]
async fn orders(
    State(shop): State<Shop>,
    viewer: Viewer,
    Query(query): Query<Paging<OrderId>>,
) -> Answer<Json<Page<Order>>> {
    Ok(Json(shop.orders(viewer.0, query.cursor, query.limit.get()).await?))
}

/// One of my orders
#[utoipa::path(
    get, path = "/orders/{id}", tag = "buying", security(("shopper" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = Order, description = "The order")),
)]
async fn order(State(shop): State<Shop>, viewer: Viewer, Path(id): Path<OrderId>) -> Answer<Json<Order>> {
    Ok(Json(shop.order(viewer.0, id).await?))
}
