//! A merchant's own sales: the same use cases as the office pages, for programs.

mod activities;
mod auth;
mod edit;
pub(crate) mod images;
mod orders;

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

pub(crate) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().merge(auth::router()).merge(activities::router()).merge(orders::router())
}
