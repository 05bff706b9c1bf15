//! Who is asking, as a type in the signature of a handler. No store is asked.

use std::marker::PhantomData;

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
        let viewer = bearer(parts).and_then(|token| state.shop.viewer(token));
        viewer.map(Self).ok_or_else(|| Problem::new(Code::Unauthenticated))
    }
}

impl<R: Least> FromRequestParts<AppState> for Staff<R> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let staff = bearer(parts).and_then(|token| state.shop.staff(token));
        let staff = staff.ok_or_else(|| Problem::new(Code::Unauthenticated))?;
        if staff.role < R::ROLE { Err(Problem::new(Code::Forbidden)) } else { Ok(Self(staff, PhantomData)) }
    }
}

fn bearer(parts: &Parts) -> Option<&str> {
    let (scheme, token) = parts.headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
