//! Requests parsed at the edge: what does not parse leaves as a problem that names the place.

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Request},
    http::{HeaderMap, HeaderValue, header::CONTENT_TYPE, request::Parts},
    response::{IntoResponse, Response},
};
use seckill::{FieldCode, FieldError};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{code::Code, problem::Problem};

/// JSON, in and out.
pub(crate) struct Json<T>(pub(crate) T);

/// The variable parts of the path.
pub(crate) struct Path<T>(pub(crate) T);

/// The query; parameters without a value count as absent, unknown ones are ignored.
pub(crate) struct Query<T>(pub(crate) T);

/// The `Idempotency-Key` header, if there is one.
pub(crate) struct IdempotencyKey(Option<HeaderValue>);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::new(Code::UnsupportedMediaType));
        }
        let body =
            Bytes::from_request(request, state).await.map_err(|refused| Problem::new(Code::of(refused.status())))?;
        let mut json = serde_json::Deserializer::from_slice(&body);
        let value = serde_path_to_error::deserialize(&mut json).map_err(|error| complaint(&error))?;
        json.end().map_err(|_| Problem::new(Code::Malformed))?;
        Ok(Self(value))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// Broken syntax has no field to name; anything else has.
fn complaint(error: &serde_path_to_error::Error<serde_json::Error>) -> Problem {
    if !error.inner().is_data() {
        return Problem::new(Code::Malformed);
    }
    let said = error.inner().to_string();
    let name = said.split('`').nth(1).unwrap_or_default();
    let path = error.path().to_string();
    // serde has no structured form of these two; its wording has been the same since 1.0.
    let (field, code) = if said.starts_with("missing field") {
        (join(&path, name), FieldCode::Required)
    } else if said.starts_with("unknown field") {
        // Whether the unknown name is a part of the path depends on how the type reads its fields.
        let named = path == name || path.ends_with(&format!(".{name}"));
        (if named { path } else { join(&path, name) }, FieldCode::UnknownField)
    } else if said.starts_with("invalid type: null") {
        (path, FieldCode::Required)
    } else {
        (path, FieldCode::Malformed)
    };
    Problem::invalid(vec![FieldError::new(field, code)])
}

fn join(parent: &str, name: &str) -> String {
    if parent.is_empty() || parent == "." { name.to_owned() } else { format!("{parent}.{name}") }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(path)| Self(path)).map_err(|refused| Problem::new(Code::of(refused.status())))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let given = parts.uri.query().unwrap_or_default().split('&').filter(|pair| !pair.ends_with('='));
        let query = given.collect::<Vec<_>>().join("&");
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        serde_path_to_error::deserialize(pairs).map(Self).map_err(|error| {
            let field = FieldError::new(error.path().to_string(), FieldCode::Malformed);
            Problem::new(Code::Malformed).with(|parts| parts.fields = vec![field])
        })
    }
}

/// Which part of a list.
#[derive(Deserialize)]
pub(crate) struct Paging<Id> {
    /// `next_cursor` of the page before.
    pub(crate) cursor: Option<Id>,
    #[serde(default)]
    pub(crate) limit: Limit,
}

/// How many rows of a list: 1 to 100, 20 when nothing is said.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "i64")]
pub(crate) struct Limit(i64);

impl Limit {
    pub(crate) const fn get(self) -> i64 {
        self.0
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self(20)
    }
}

impl TryFrom<i64> for Limit {
    type Error = &'static str;

    fn try_from(rows: i64) -> Result<Self, &'static str> {
        if (1..=100).contains(&rows) { Ok(Self(rows)) } else { Err("not between 1 and 100") }
    }
}

impl IdempotencyKey {
    pub(crate) fn as_str(&self) -> Option<&str> {
        self.0.as_ref().and_then(|key| key.to_str().ok())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let Some(key) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        let code = match key.as_bytes() {
            [] => FieldCode::Required,
            long if long.len() > 64 => FieldCode::TooLong,
            visible if visible.iter().all(u8::is_ascii_graphic) => return Ok(Self(Some(key.clone()))),
            _ => FieldCode::Malformed,
        };
        Err(Problem::invalid(vec![FieldError::new("Idempotency-Key", code)]))
    }
}
