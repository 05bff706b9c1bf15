//! The press on *Buy*: a purchase token, then the attempt that it authenticates.

use axum::{
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
};
use seckill::{ActivityId, Attempt, ItemId, Millis, Seen, Shop, ShopperId, TicketString};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::tickets::POLL_AFTER_MS;
use crate::{
    http::{
        access::Viewer,
        error::{admitted, granted},
        extract::{IdempotencyKey, Json, Path, Query},
        limits,
        problem::Answer,
    },
    state::AppState,
};

pub(crate) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(purchase_token))
        .routes(routes!(attempt))
        .layer(DefaultBodyLimit::max(limits::ATTEMPT_BODY))
}

/// Proof that this shopper may attempt this item now.
#[derive(Serialize, ToSchema)]
struct Token {
    token: String,
    #[schema(value_type = i64)]
    expires_at_ms: Millis,
}

/// What the page that asks was made from.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SeenByPage {
    /// The sale's `version` that the shopper sees; when the sale has moved on, the answer is `changed`
    version: Option<i64>,
    /// Who pressed, as `GET /me` or `/auth/session` says; when somebody else is signed in by now, the answer is `changed`
    #[param(value_type = Option<String>)]
    shopper: Option<ShopperId>,
}

/// Get a purchase token, once the sale is open
#[utoipa::path(
    post, path = "/activities/{id}/items/{item}/token", tag = "buying", security(("shopper" = [])),
    params(("id" = String, Path), ("item" = String, Path), SeenByPage),
    responses((status = 200, body = Token, description = "For attempts on this item")),
)]
async fn purchase_token(
    State(shop): State<Shop>,
    viewer: Viewer,
    path: Path<(ActivityId, ItemId)>,
    Query(SeenByPage { version, shopper }): Query<SeenByPage>,
) -> Answer<Json<Token>> {
    let Path((activity, item)) = path;
    let granted = granted(shop.purchase_token(viewer.0, activity, item, Seen { version, shopper }).await?)?;
    Ok(Json(Token { token: granted.token, expires_at_ms: granted.expires_at }))
}

/// One press on *Buy*.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Press {
    /// From `POST …/token`; it says who is buying.
    token: String,
    /// Units, 1 to the item's `max_per_order`.
    quantity: i64,
    /// Words to the merchant, at most 200 characters.
    #[serde(default)]
    message: Option<String>,
}

/// Units are held; the order is being written.
#[derive(Serialize, ToSchema)]
struct Queued {
    /// For `GET /tickets/{ticket}`.
    #[schema(value_type = String)]
    ticket: TicketString,
    #[schema(example = "queued")]
    status: &'static str,
    poll_after_ms: u64,
}

/// Try to buy
///
/// The purchase token is all the proof that is needed. The same `Idempotency-Key` (up to 64 visible ASCII characters; the
/// token itself when absent) always leads to the same ticket.
#[utoipa::path(
    post, path = "/activities/{id}/items/{item}/attempts", tag = "buying",
    params(("id" = String, Path), ("item" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = Press,
    responses((status = 202, body = Queued, description = "Admitted")),
)]
async fn attempt(
    State(shop): State<Shop>,
    Path((activity, item)): Path<(ActivityId, ItemId)>,
    key: IdempotencyKey,
    Json(press): Json<Press>,
) -> Answer<(StatusCode, Json<Queued>)> {
    let (token, message) = (press.token.as_str(), press.message.as_deref().unwrap_or_default());
    let idempotency_key = key.as_str();
    let attempt = Attempt { activity, item, token, idempotency_key, quantity: press.quantity, message };
    let ticket = admitted(shop.attempt(attempt).await?)?;
    Ok((StatusCode::ACCEPTED, Json(Queued { ticket, status: "queued", poll_after_ms: POLL_AFTER_MS })))
}
