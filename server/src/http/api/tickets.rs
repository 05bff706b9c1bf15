//! What became of an attempt.

use std::time::Duration;

use axum::extract::State;
use seckill::{LostReason, OrderId, Shop, TicketStatus};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{
        access::Viewer,
        extract::{Json, Path, Query},
        problem::Answer,
    },
    state::AppState,
};

/// When a queued ticket is worth asking for again.
pub(crate) const POLL_AFTER_MS: u64 = 200;
/// Mini-programs cut requests that take longer.
const LONGEST_WAIT_MS: u64 = 5_000;

pub(crate) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(ticket))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wait {
    /// Answer only when the ticket has ended, or after this time; more than 5,000 counts as 5,000
    #[serde(default)]
    #[param(value_type = Option<u64>)]
    wait_ms: u64,
}

/// Where an attempt stands.
#[derive(Serialize, ToSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
enum Standing {
    /// Units are held, the order is not written yet.
    Queued { poll_after_ms: u64 },
    /// The order exists.
    Won {
        #[schema(value_type = String)]
        order_id: OrderId,
    },
    /// There will be no order.
    Lost {
        #[schema(value_type = String)]
        reason: LostReason,
    },
}

impl From<TicketStatus> for Standing {
    fn from(status: TicketStatus) -> Self {
        match status {
            TicketStatus::Queued => Self::Queued { poll_after_ms: POLL_AFTER_MS },
            TicketStatus::Won(order_id) => Self::Won { order_id },
            TicketStatus::Lost(reason) => Self::Lost { reason },
        }
    }
}

/// Follow an attempt
#[utoipa::path(
    get, path = "/tickets/{ticket}", tag = "buying", security(("shopper" = [])),
    params(("ticket" = String, Path), Wait),
    responses((status = 200, body = Standing, description = "Where it stands")),
)]
async fn ticket(
    State(shop): State<Shop>,
    viewer: Viewer,
    Path(ticket): Path<String>,
    Query(wait): Query<Wait>,
) -> Answer<Json<Standing>> {
    let wait = Duration::from_millis(wait.wait_ms.min(LONGEST_WAIT_MS));
    Ok(Json(shop.ticket(viewer.0, &ticket, wait).await?.into()))
}
