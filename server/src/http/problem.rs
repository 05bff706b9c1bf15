//! RFC 9457 problem documents: how everything that goes wrong leaves the API.

use std::{any::Any, sync::Arc, time::Duration};

use app::Lang;
use axum::{
    body::Body,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use seckill::{Error, FieldCode, FieldError, Millis, TicketString};
use serde::Serialize;
use utoipa::ToSchema;

use super::{code::Code, words};
use crate::operator::chain;

/// What a handler returns.
pub(crate) type Answer<T> = Result<T, Problem>;

/// Something went wrong. What the caller is told and what the log is told are separate fields.
#[derive(Debug, Clone)]
pub(crate) struct Problem(Box<Parts>);

#[derive(Debug, Clone)]
pub(super) struct Parts {
    pub(super) code: Code,
    pub(super) retry_after: Option<Duration>,
    pub(super) fields: Vec<FieldError>,
    pub(super) ticket: Option<TicketString>,
    pub(super) limit: Option<i64>,
    pub(super) left: Option<i64>,
    pub(super) starts_at: Option<Millis>,
    cause: Option<Arc<Error>>,
}

/// A problem as it is written. Members that do not apply are absent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub(super) struct Document<'a> {
    /// The name of the HTTP status.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// For programs.
    code: Code,
    /// For people, in the caller's language.
    detail: String,
    /// Milliseconds after which trying again makes sense; `Retry-After` says the same in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_ms: Option<u64>,
    /// With `invalid`, `malformed` and a file that cannot be taken: what is wrong where.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Complaint<'a>>,
    /// With `limit_reached`: one that the shopper holds. With `unavailable`: where the outcome will be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    ticket: Option<&'a str>,
    /// With `limit_reached`: units a shopper may hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<i64>,
    /// With `not_enough`: units that are free now.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<i64>,
    /// With `not_started`: when the sale opens, milliseconds since the epoch.
    #[serde(skip_serializing_if = "Option::is_none")]
    starts_at_ms: Option<i64>,
}

/// What is wrong with a field.
#[derive(Debug, Serialize, ToSchema)]
struct Complaint<'a> {
    /// Where, as a JSON path: `items[0].sale_price_fen`; or the name of a header or parameter.
    field: &'a str,
    /// For programs.
    #[schema(value_type = String)]
    code: FieldCode,
    /// For people.
    detail: &'static str,
}

impl Problem {
    pub(crate) fn new(code: Code) -> Self {
        Self(Box::new(Parts {
            code,
            retry_after: None,
            fields: Vec::new(),
            ticket: None,
            limit: None,
            left: None,
            starts_at: None,
            cause: None,
        }))
    }

    /// Adds what belongs to the code.
    pub(super) fn with(mut self, add: impl FnOnce(&mut Parts)) -> Self {
        add(&mut self.0);
        self
    }

    /// Fields that cannot be accepted.
    pub(crate) fn invalid(fields: Vec<FieldError>) -> Self {
        Self::new(Code::Invalid).with(|parts| parts.fields = fields)
    }

    pub(super) fn retry_after(self, wait: Duration) -> Self {
        self.with(|parts| parts.retry_after = Some(wait))
    }

    /// What the log shall say and the caller shall not see.
    pub(super) fn because(self, cause: Error) -> Self {
        self.with(|parts| parts.cause = Some(Arc::new(cause)))
    }

    fn write<'a>(&'a self, language: Lang) -> Result<Vec<u8>, serde_json::Error> {
        let parts = &*self.0;
        let status = parts.code.status();
        let complaint = |error: &'a FieldError| {
            let detail = words::field(&error.field, error.code, language);
            Complaint { field: &error.field, code: error.code, detail }
        };
        serde_json::to_vec(&Document {
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            code: parts.code,
            detail: words::problem(parts, language),
            retry_after_ms: parts.retry_after.and_then(|wait| u64::try_from(wait.as_millis()).ok()),
            errors: parts.fields.iter().map(complaint).collect(),
            ticket: parts.ticket.as_ref().map(TicketString::as_str),
            limit: parts.limit,
            left: parts.left,
            starts_at_ms: parts.starts_at.map(Millis::get),
        })
    }
}

/// Without words yet: [`render`] knows the caller's language and adds them.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.0.code.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes every failure of the API, also the framework's own, as a problem document, and logs our faults once.
pub(crate) async fn render(request: Request, next: Next) -> Response {
    let language = Lang::of_headers(request.headers());
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let mut response = next.run(request).await;
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let made = response.extensions_mut().remove::<Problem>();
    let problem = made.unwrap_or_else(|| Problem::new(Code::of(status)));
    if let Some(cause) = &problem.0.cause {
        let (code, cause, path) = (problem.0.code, chain(&**cause), uri.path());
        match code {
            Code::Internal => tracing::error!(%method, path, cause, "a fault in answering {method} {path}"),
            _ => tracing::warn!(%method, path, cause, "could not answer {method} {path}"),
        }
    }
    // Headers that the framework set, like Allow, stay; those that describe its body go.
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-language"));
    if let Some(wait) = problem.0.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(wait.as_millis().div_ceil(1_000) as u64));
    }
    if problem.0.code.status() == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    *response.status_mut() = problem.0.code.status();
    // A problem is plain data; should it ever fail to be written, its status still says enough.
    *response.body_mut() = Body::from(problem.write(language).unwrap_or_default());
    response
}

/// Where no route matches.
pub(crate) async fn not_found() -> Problem {
    Problem::new(Code::NotFound)
}

/// A handler panicked; the panic hook has logged it.
pub(crate) fn panicked(_: Box<dyn Any + Send>) -> Response {
    Problem::new(Code::Internal).into_response()
}

#[cfg(test)]
mod tests {
    use axum::{Router, http::Request, middleware, routing::get};
    use http_body_util::BodyExt as _;
    use tower::ServiceExt as _;
    use tower_http::catch_panic::CatchPanicLayer;

    use super::*;

    async fn answer(path: &str) -> (StatusCode, String) {
        let broken = || Error::Unavailable { store: "redis", source: "the password is hunter2".into() };
        async fn panics() -> StatusCode {
            panic!("the password is hunter2")
        }
        let lost = || Error::OutcomeUnknown(TicketString::signed("ticket-7".to_owned()));
        let api = Router::new()
            .route("/panic", get(panics))
            .route("/fault", get(|| async { Problem::from(Error::Internal("the password is hunter2".into())) }))
            .route("/broken", get(move || async move { Problem::from(broken()) }))
            .route("/lost", get(move || async move { Problem::from(lost()) }))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(middleware::from_fn(render));
        let request = Request::get(path).header("accept-language", "en").body(Body::empty()).unwrap();
        let response = api.oneshot(request).await.unwrap();
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_fault_of_ours_shows_nothing_inside() {
        for (path, status, code) in
            [("/panic", 500, "internal"), ("/fault", 500, "internal"), ("/broken", 503, "unavailable")]
        {
            let (answered, body) = answer(path).await;
            assert_eq!(answered.as_u16(), status, "{body}");
            assert!(body.contains(&format!("\"code\":\"{code}\"")), "{body}");
            assert!(!body.contains("hunter2"), "{body}");
        }
    }

    #[tokio::test]
    async fn an_unknown_outcome_comes_with_the_ticket_that_will_tell() {
        let (status, body) = answer("/lost").await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(body.contains(r#""ticket":"ticket-7""#) && body.contains(r#""retry_after_ms":1000"#), "{body}");
    }
}
