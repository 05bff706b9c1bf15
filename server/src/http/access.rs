//! Who is asking, as a type in the signature of a handler: by the access token, or by the cookies of a page of ours. No store is
//! asked, but for the session of a browser whose signed cookie has ended.

use std::marker::PhantomData;

use app::who;
use axum::{
    extract::FromRequestParts,
    http::{header::AUTHORIZATION, request::Parts},
};
use seckill::Role;

use super::{code::Code, problem::Problem};
use crate::state::AppState;

/// A signed-in shopper.
pub(crate) struct Viewer(pub(crate) seckill::Viewer);

/// A signed-in person of a merchant whose role is `R` or higher.
pub(crate) struct Staff<R>(pub(crate) seckill::Staff, PhantomData<R>);

/// The lowest role that may.
pub(crate) trait Least: Send + Sync {
    const ROLE: Role;
}

/// May look.
pub(crate) struct ViewerRole;
/// May set up and run sales.
pub(crate) struct Editor;

impl Least for ViewerRole {
    const ROLE: Role = Role::Viewer;
}

impl Least for Editor {
    const ROLE: Role = Role::Editor;
}

impl FromRequestParts<AppState> for Viewer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let viewer = match bearer(parts) {
            Some(token) => state.shop.viewer(token),
            None => who::viewer(&state.shop, parts).await?,
        };
        viewer.map(Self).ok_or_else(|| Problem::new(Code::Unauthenticated))
    }
}

impl<R: Least> FromRequestParts<AppState> for Staff<R> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let staff = match bearer(parts) {
            Some(token) => state.shop.staff(token),
            None => who::staff(&state.shop, parts).await?,
        };
        let staff = staff.ok_or_else(|| Problem::new(Code::Unauthenticated))?;
        if staff.role < R::ROLE { Err(Problem::new(Code::Forbidden)) } else { Ok(Self(staff, PhantomData)) }
    }
}

/// The access token; an empty one when the header is there and holds none, because who brings one is not asked for cookies.
fn bearer(parts: &Parts) -> Option<&str> {
    let (scheme, token) =
        parts.headers.get(AUTHORIZATION)?.to_str().ok().and_then(|text| text.split_once(' ')).unwrap_or_default();
    Some(if scheme.eq_ignore_ascii_case("bearer") { token.trim() } else { "" })
}
