//! People of a merchant sign in.

use axum::extract::State;
use seckill::{MerchantId, Role, Shop, StaffId};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{api::auth::Credentials, extract::Json, problem::Answer},
    state::AppState,
};

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(staff_sign_in))
}

/// A person of a merchant who is signed in.
#[derive(Serialize, ToSchema)]
struct StaffSession {
    /// For `Authorization: Bearer`.
    access_token: String,
    /// How long it is good for.
    expires_in_ms: u64,
    /// Who.
    staff: Member,
}

/// A person of a merchant.
#[derive(Serialize, ToSchema)]
struct Member {
    #[schema(value_type = String)]
    id: StaffId,
    role: Role,
    #[schema(value_type = String)]
    merchant_id: MerchantId,
}

/// Sign in as a person of a merchant
#[utoipa::path(
    post, path = "/auth/login", tag = "merchant",
    request_body = Credentials,
    responses((status = 200, body = StaffSession, description = "Signed in")),
)]
async fn staff_sign_in(State(shop): State<Shop>, Json(credentials): Json<Credentials>) -> Answer<Json<StaffSession>> {
    let (login, password) = credentials.known()?;
    let signed_in = shop.staff_sign_in(&login, &password).await?;
    let expires_in_ms = shop.now().until(signed_in.expires_at).as_millis() as u64;
    let staff = signed_in.staff;
    let staff = Member { id: staff.id, role: staff.role, merchant_id: staff.merchant };
    Ok(Json(StaffSession { access_token: signed_in.access_token, expires_in_ms, staff }))
}
