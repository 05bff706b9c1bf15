//! The session of a browser.

use app::who::SESSION_COOKIE;
use tower_sessions::{
    Expiry, SessionManagerLayer,
    cookie::{SameSite, time::Duration},
};

use crate::{sessions::RedisSessions, state::AppState};

/// A session ends when nobody has signed in with it for so long.
const LIFE: Duration = Duration::days(30);

/// Finds the session that a cookie names, and only if somebody asks for it: hot routes do not.
pub(super) fn sessions(state: &AppState) -> SessionManagerLayer<RedisSessions> {
    SessionManagerLayer::new(state.sessions.clone())
        .with_name(SESSION_COOKIE)
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_secure(state.secure_cookies)
        .with_expiry(Expiry::OnInactivity(LIFE))
}
