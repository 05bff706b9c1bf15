//! Who uses the browser: a session in Redis, and signed cookies that spare hot routes from looking it up.
//!
//! A cookie is sent by the browser whoever wrote the page that asks, so it counts only for requests that read, and for
//! those that come from a page of ours.

use axum::http::{
    HeaderMap, Method,
    header::{HOST, ORIGIN, REFERER},
    request::Parts,
};
use seckill::{Error, Person, Shop, ShopperId, Staff, StaffId, StaffSignedIn, Viewer};
use tower_cookies::{
    Cookie, Cookies,
    cookie::{SameSite, time::Duration},
};
use tower_sessions::Session;

/// Names the session.
pub const SESSION_COOKIE: &str = "sluice_session";
/// Proves a shopper for ten minutes.
const SHOPPER_COOKIE: &str = "sluice_shopper";
/// Proves a person of a merchant for ten minutes.
const STAFF_COOKIE: &str = "sluice_staff";

const SHOPPER: &str = "shopper";
const STAFF: &str = "staff";

/// Whether cookies are for https only; in the extensions of every request.
#[derive(Debug, Clone, Copy)]
pub struct SecureCookies(pub bool);

/// The shopper who uses this browser; asks the session only when the signed cookie has ended, and renews it then.
pub async fn viewer(shop: &Shop, parts: &Parts) -> Result<Option<Viewer>, Error> {
    if !trusted(parts) {
        return Ok(None);
    }
    if let Some(viewer) = kept(parts, SHOPPER_COOKIE).and_then(|token| shop.viewer(&token)) {
        return Ok(Some(viewer));
    }
    let Some(shopper) = remembered::<ShopperId>(parts, SHOPPER).await? else { return Ok(None) };
    let viewer = Viewer { shopper };
    prove(parts, SHOPPER_COOKIE, shop.viewer_token(viewer));
    Ok(Some(viewer))
}

/// The shopper who is signed in, and a new proof of it, from the session alone: for pages that stay open.
pub async fn renew(shop: &Shop, parts: &Parts) -> Result<Option<ShopperId>, Error> {
    let shopper = remembered::<ShopperId>(parts, SHOPPER).await?;
    if let Some(shopper) = shopper {
        prove(parts, SHOPPER_COOKIE, shop.viewer_token(Viewer { shopper }));
    }
    Ok(shopper)
}

/// The person of a merchant who uses this browser. What they may do is read anew each time the signed cookie has ended.
pub async fn staff(shop: &Shop, parts: &Parts) -> Result<Option<Staff>, Error> {
    if !trusted(parts) {
        return Ok(None);
    }
    if let Some(staff) = kept(parts, STAFF_COOKIE).and_then(|token| shop.staff(&token)) {
        return Ok(Some(staff));
    }
    let Some(id) = remembered::<StaffId>(parts, STAFF).await? else { return Ok(None) };
    let Some(signed_in) = shop.staff_again(id).await? else { return Ok(None) };
    prove(parts, STAFF_COOKIE, signed_in.access_token);
    Ok(Some(signed_in.staff))
}

/// Remembers a shopper who has just proved who they are.
pub async fn enter(shop: &Shop, parts: &Parts, person: &Person) -> Result<(), Error> {
    let staff = kept(parts, STAFF_COOKIE).and_then(|token| shop.staff(&token)).map(|staff| staff.id);
    forget_unproven(parts, STAFF, staff).await?;
    remember(parts, SHOPPER, person.id).await?;
    prove(parts, SHOPPER_COOKIE, shop.viewer_token(Viewer { shopper: person.id }));
    Ok(())
}

/// Remembers a person of a merchant who has just proved who they are.
pub async fn enter_office(shop: &Shop, parts: &Parts, signed_in: StaffSignedIn) -> Result<(), Error> {
    let shopper = kept(parts, SHOPPER_COOKIE).and_then(|token| shop.viewer(&token)).map(|viewer| viewer.shopper);
    forget_unproven(parts, SHOPPER, shopper).await?;
    remember(parts, STAFF, signed_in.staff.id).await?;
    prove(parts, STAFF_COOKIE, signed_in.access_token);
    Ok(())
}

/// Forgets everybody who uses this browser; the session is dead everywhere. On an error the browser has forgotten all the
/// same, and the session ends once its store is back.
pub async fn leave(parts: &Parts) -> Result<(), Error> {
    for name in [SESSION_COOKIE, SHOPPER_COOKIE, STAFF_COOKIE] {
        forget(parts, name);
    }
    match parts.extensions.get::<Session>() {
        // Not `flush`: should the store be out of reach, the session's layer would answer in our place, and keep its cookie.
        Some(session) => session.delete().await.map_err(|error| {
            tokio::spawn(delete_later(session.clone()));
            unavailable(error)
        }),
        None => Ok(()),
    }
}

/// Tries until the store is back, for an hour.
async fn delete_later(session: Session) {
    for _ in 0..1_800 {
        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
        if session.delete().await.is_ok() {
            return;
        }
    }
    tracing::error!("a session that was signed out could not be ended");
}

/// Has the browser keep a cookie for so long, where no script sees it.
pub fn keep(parts: &Parts, name: &'static str, value: String, life: Duration) {
    let Some(cookies) = parts.extensions.get::<Cookies>() else { return };
    let secure = parts.extensions.get::<SecureCookies>().is_some_and(|secure| secure.0);
    let cookie = Cookie::build((name, value)).path("/").http_only(true).same_site(SameSite::Lax);
    cookies.add(cookie.secure(secure).max_age(life).build());
}

/// Has the browser forget a cookie.
pub fn forget(parts: &Parts, name: &'static str) {
    if let Some(cookies) = parts.extensions.get::<Cookies>() {
        cookies.remove(Cookie::build((name, "")).path("/").build());
    }
}

/// What the browser keeps as `name`.
pub fn kept(parts: &Parts, name: &str) -> Option<String> {
    Some(parts.extensions.get::<Cookies>()?.get(name)?.value().to_owned())
}

/// Whether a page of this site sent the request. Browsers say so, and pages cannot make them lie.
pub fn from_our_page(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin";
    }
    let sender = text(ORIGIN.as_str()).or_else(|| text(REFERER.as_str()));
    let authority = sender.and_then(|sender| sender.split_once("://")).map(|(_, rest)| rest.split('/').next());
    authority.is_some_and(|sender| sender == text(HOST.as_str()))
}

fn trusted(parts: &Parts) -> bool {
    matches!(parts.method, Method::GET | Method::HEAD) || from_our_page(&parts.headers)
}

fn prove(parts: &Parts, name: &'static str, token: String) {
    keep(parts, name, token, Duration::seconds(i64::try_from(Shop::ACCESS.as_secs()).unwrap_or(0)));
}

async fn remembered<T: serde::de::DeserializeOwned>(parts: &Parts, key: &str) -> Result<Option<T>, Error> {
    match parts.extensions.get::<Session>() {
        Some(session) => session.get(key).await.map_err(unavailable),
        None => Ok(None),
    }
}

/// A session that was here before may be somebody else's, planted: another person in it stays only if the signed cookie
/// says the same.
async fn forget_unproven<T>(parts: &Parts, key: &str, proven: Option<T>) -> Result<(), Error>
where
    T: serde::de::DeserializeOwned + PartialEq,
{
    let Some(session) = parts.extensions.get::<Session>() else { return Ok(()) };
    if proven.is_none() || session.get::<T>(key).await.map_err(unavailable)? != proven {
        session.remove_value(key).await.map_err(unavailable)?;
    }
    Ok(())
}

/// Under a new id, so that an id that somebody planted or saw before is worth nothing.
async fn remember<T: serde::Serialize + Send + Sync>(parts: &Parts, key: &str, id: T) -> Result<(), Error> {
    let session = parts.extensions.get::<Session>();
    let session = session.ok_or_else(|| Error::Internal("the request has no session".into()))?;
    session.cycle_id().await.map_err(unavailable)?;
    session.insert(key, id).await.map_err(unavailable)?;
    session.save().await.map_err(unavailable)
}

fn unavailable(error: tower_sessions::session::Error) -> Error {
    Error::Unavailable { store: "redis", source: Box::new(error) }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn headers<const N: usize>(pairs: [(&'static str, &'static str); N]) -> HeaderMap {
        HeaderMap::from_iter(
            pairs.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))),
        )
    }

    #[test]
    fn only_our_own_pages_are_trusted() {
        let host = ("host", "shop.test:3000");
        for ours in [
            headers([host, ("sec-fetch-site", "same-origin"), ("origin", "null")]),
            headers([host, ("origin", "http://shop.test:3000")]),
            headers([host, ("origin", "https://shop.test:3000")]),
            headers([host, ("referer", "http://shop.test:3000/zh/activities/1?a=b")]),
        ] {
            assert!(from_our_page(&ours), "{ours:?}");
        }
        for foreign in [
            headers([host]),
            headers([("origin", "http://shop.test:3000")]),
            headers([host, ("sec-fetch-site", "cross-site"), ("origin", "http://shop.test:3000")]),
            headers([host, ("sec-fetch-site", "same-site")]),
            headers([host, ("sec-fetch-site", "none")]),
            headers([host, ("origin", "null")]),
            headers([host, ("origin", "http://shop.test")]),
            headers([host, ("origin", "http://shop.test:3000.evil.test")]),
            headers([host, ("origin", "http://evil.test"), ("referer", "http://shop.test:3000/")]),
            headers([host, ("referer", "http://evil.test/http://shop.test:3000/")]),
        ] {
            assert!(!from_our_page(&foreign), "{foreign:?}");
        }
    }
}
