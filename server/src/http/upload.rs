//! An upload: one file in a form.

use axum::{
    body::Bytes,
    extract::{
        FromRequest, Multipart, Request,
        multipart::{Field, MultipartError},
    },
    http::header::CONTENT_TYPE,
};
use seckill::{FieldCode, FieldError};

use super::{code::Code, problem::Problem};

/// Most bytes of a file.
const FILE: usize = 10 * 1024 * 1024;

/// The bytes of the only part, which is named `file`. What the sender calls the file, and what kind it says it is, is
/// not looked at.
pub(crate) struct Upload(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("multipart/form-data") {
            return Err(at_file(Code::UnsupportedMediaType, FieldCode::Required));
        }
        let form = Multipart::from_request(request, state).await;
        let mut form = form.map_err(|refused| Problem::new(Code::of(refused.status())))?;
        let file = match form.next_field().await.map_err(broken)? {
            None => return Err(at_file(Code::Invalid, FieldCode::Required)),
            Some(field) => known(field)?.bytes().await.map_err(broken)?,
        };
        if file.len() > FILE {
            return Err(at_file(Code::TooLarge, FieldCode::TooLarge));
        }
        if let Some(field) = form.next_field().await.map_err(broken)? {
            known(field)?;
            return Err(at_file(Code::Invalid, FieldCode::TooMany));
        }
        if file.is_empty() {
            return Err(at_file(Code::Invalid, FieldCode::Required));
        }
        Ok(Self(file))
    }
}

fn known(field: Field<'_>) -> Result<Field<'_>, Problem> {
    match field.name() {
        Some("file") => Ok(field),
        other => {
            let name = other.unwrap_or_default().to_owned();
            Err(Problem::invalid(vec![FieldError::new(name, FieldCode::UnknownField)]))
        }
    }
}

fn broken(error: MultipartError) -> Problem {
    match Code::of(error.status()) {
        Code::TooLarge => at_file(Code::TooLarge, FieldCode::TooLarge),
        code => Problem::new(code),
    }
}

fn at_file(code: Code, complaint: FieldCode) -> Problem {
    Problem::new(code).with(|parts| parts.fields = vec![FieldError::new("file", complaint)])
}
