//! Shoppers sign in.

use app::who;
use axum::{
    extract::State,
    http::{StatusCode, request::Parts},
};
use seckill::{FieldCode, FieldError, Login, Password, Person, Shop, ShopperId, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{
        code::Code,
        extract::Json,
        problem::{Answer, Problem},
    },
    state::AppState,
};

pub(crate) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(register))
        .routes(routes!(sign_in))
        .routes(routes!(refresh))
        .routes(routes!(sign_out))
        .routes(routes!(session_of_browser))
}

/// What a person types to sign in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// An e-mail address, a phone number or any name of 3 to 64 characters without spaces.
    login: String,
    /// 8 to 128 characters.
    password: String,
}

impl Credentials {
    /// For a new account: says what is wrong with them.
    fn chosen(&self) -> Answer<(Login, Password)> {
        match (Login::parse(&self.login), Password::parse(&self.password)) {
            (Ok(login), Ok(password)) => Ok((login, password)),
            (login, password) => {
                let bad = [("login", login.is_err()), ("password", password.is_err())];
                let fields = bad.into_iter().filter(|(_, bad)| *bad);
                Err(Problem::invalid(fields.map(|(field, _)| FieldError::new(field, FieldCode::Malformed)).collect()))
            }
        }
    }

    /// For an account that exists: what cannot be a login or password is a wrong one.
    pub(crate) fn known(&self) -> Answer<(Login, Password)> {
        self.chosen().map_err(|_| Problem::new(Code::BadCredentials))
    }
}

/// The token to go on with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Renewal {
    /// From the last sign-in or refresh; it is good for one refresh.
    refresh_token: String,
}

/// A shopper who is signed in.
#[derive(Serialize, ToSchema)]
struct Session {
    /// For `Authorization: Bearer`.
    access_token: String,
    /// How long it is good for.
    expires_in_ms: u64,
    /// For `POST /auth/refresh`.
    refresh_token: String,
    /// Who.
    shopper: Person,
}

fn session(shop: &Shop, signed_in: SignedIn) -> Json<Session> {
    let SignedIn { access_token, expires_at, refresh_token, shopper } = signed_in;
    let expires_in_ms = shop.now().until(expires_at).as_millis() as u64;
    Json(Session { access_token, expires_in_ms, refresh_token, shopper })
}

/// Make an account
#[utoipa::path(
    post, path = "/auth/register", tag = "auth",
    request_body = Credentials,
    responses((status = 200, body = Session, description = "Signed in")),
)]
async fn register(State(shop): State<Shop>, Json(credentials): Json<Credentials>) -> Answer<Json<Session>> {
    let (login, password) = credentials.chosen()?;
    Ok(session(&shop, shop.register(&login, &password).await?))
}

/// Sign in
#[utoipa::path(
    post, path = "/auth/login", tag = "auth",
    request_body = Credentials,
    responses((status = 200, body = Session, description = "Signed in")),
)]
async fn sign_in(State(shop): State<Shop>, Json(credentials): Json<Credentials>) -> Answer<Json<Session>> {
    let (login, password) = credentials.known()?;
    Ok(session(&shop, shop.sign_in(&login, &password).await?))
}

/// Stay signed in
#[utoipa::path(
    post, path = "/auth/refresh", tag = "auth",
    request_body = Renewal,
    responses((status = 200, body = Session, description = "Signed in; the old refresh token is spent")),
)]
async fn refresh(State(shop): State<Shop>, Json(renewal): Json<Renewal>) -> Answer<Json<Session>> {
    Ok(session(&shop, shop.refresh(&renewal.refresh_token).await?))
}

/// Sign out
#[utoipa::path(
    post, path = "/auth/logout", tag = "auth",
    request_body = Renewal,
    responses((status = 204, description = "Signed out, or was already")),
)]
async fn sign_out(State(shop): State<Shop>, Json(renewal): Json<Renewal>) -> Answer<StatusCode> {
    shop.sign_out(&renewal.refresh_token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether a shopper is signed in.
#[derive(Serialize, ToSchema)]
struct BrowserSession {
    signed_in: bool,
    /// Who
    #[schema(value_type = Option<String>)]
    shopper_id: Option<ShopperId>,
}

/// Is a shopper signed in here
///
/// For pages, which look the same to everybody: it says so without an error, and renews the proof of who is.
#[utoipa::path(
    get, path = "/auth/session", tag = "auth",
    responses((status = 200, body = BrowserSession, description = "Whether")),
)]
async fn session_of_browser(State(shop): State<Shop>, parts: Parts) -> Answer<Json<BrowserSession>> {
    let shopper_id = who::renew(&shop, &parts).await?;
    Ok(Json(BrowserSession { signed_in: shopper_id.is_some(), shopper_id }))
}
