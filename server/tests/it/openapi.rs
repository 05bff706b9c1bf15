//! The OpenAPI document and the page that shows it.

use std::collections::HashSet;

use axum::body::Body;
use serde_json::Value;

use crate::stage::{Stage, request};

#[test]
fn the_committed_document_is_fresh() {
    let committed = include_str!("../../../docs/openapi.json");
    assert_eq!(
        server::http::openapi_json().unwrap().trim(),
        committed.trim(),
        "run `sluice openapi > docs/openapi.json`"
    );
}

#[test]
fn operations_have_distinct_names_and_every_one_says_how_it_fails() {
    let document: Value = serde_json::from_str(&server::http::openapi_json().unwrap()).unwrap();
    let mut names = HashSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for operation in operations.as_object().unwrap().values() {
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name.to_owned()), "{name} stands there twice");
            let problem = &operation["responses"]["default"]["content"]["application/problem+json"];
            assert!(!path.starts_with("/api/") || problem.is_object(), "{path}");
        }
    }
}

#[tokio::test]
async fn the_document_is_served_and_the_page_needs_nobody_else() {
    let stage = Stage::new().await;
    let get = async |path: &str| stage.send(request("GET", path, "").body(Body::empty()).unwrap()).await;
    let served: Value = get("/api/openapi.json").await.json();
    assert_eq!(served, serde_json::from_str::<Value>(&server::http::openapi_json().unwrap()).unwrap());
    let page = get("/api/docs/").await;
    assert_eq!(page.status, 200);
    assert!(page.header("content-security-policy").starts_with("default-src 'self'"));
    for attribute in ["src=\"", "href=\""] {
        for link in page.text.split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(!link.contains("//"), "{link} is somebody else's");
            let asset = get(&format!("/api/docs/{}", link.trim_start_matches("./"))).await;
            assert_eq!(asset.status, 200, "{link}");
        }
    }
}
