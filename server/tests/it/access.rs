//! Who may call what: every route of the OpenAPI document has a case here, or the test fails.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::stage::{Reply, Stage, request};

/// What a caller must bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    PurchaseToken,
    Shopper,
    Staff,
    Editor,
}

const CASES: [(&str, &str, Needs); 27] = [
    ("get", "/healthz", Needs::Nothing),
    ("get", "/readyz", Needs::Nothing),
    ("get", "/metrics", Needs::Nothing),
    ("get", "/media/{name}", Needs::Nothing),
    ("post", "/api/v1/auth/register", Needs::Nothing),
    ("post", "/api/v1/auth/login", Needs::Nothing),
    ("post", "/api/v1/auth/refresh", Needs::Nothing),
    ("post", "/api/v1/auth/logout", Needs::Nothing),
    ("get", "/api/v1/auth/session", Needs::Nothing),
    ("get", "/api/v1/me", Needs::Shopper),
    ("get", "/api/v1/activities", Needs::Nothing),
    ("get", "/api/v1/activities/{id}", Needs::Nothing),
    ("get", "/api/v1/activities/{id}/state", Needs::Nothing),
    ("post", "/api/v1/activities/{id}/items/{item}/token", Needs::Shopper),
    ("post", "/api/v1/activities/{id}/items/{item}/attempts", Needs::PurchaseToken),
    ("get", "/api/v1/tickets/{ticket}", Needs::Shopper),
    ("get", "/api/v1/orders", Needs::Shopper),
    ("get", "/api/v1/orders/{id}", Needs::Shopper),
    ("post", "/api/v1/merchant/auth/login", Needs::Nothing),
    ("get", "/api/v1/merchant/activities", Needs::Staff),
    ("post", "/api/v1/merchant/activities", Needs::Editor),
    ("get", "/api/v1/merchant/activities/{id}", Needs::Staff),
    ("put", "/api/v1/merchant/activities/{id}", Needs::Editor),
    ("post", "/api/v1/merchant/activities/{id}/publish", Needs::Editor),
    ("get", "/api/v1/merchant/activities/{id}/orders", Needs::Staff),
    ("get", "/api/v1/merchant/activities/{id}/ledger", Needs::Staff),
    ("post", "/api/v1/merchant/images", Needs::Editor),
];

#[test]
fn every_route_has_a_case_and_the_document_says_the_same() {
    let document: Value = serde_json::from_str(&server::http::openapi_json().unwrap()).unwrap();
    let mut cases: BTreeMap<_, _> = CASES.iter().map(|(method, path, needs)| ((*method, *path), *needs)).collect();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let needs = cases.remove(&(method.as_str(), path.as_str()));
            let needs = needs.unwrap_or_else(|| panic!("{method} {path} has no authorization case"));
            let scheme =
                operation["security"][0].as_object().and_then(|scheme| scheme.keys().next()).map(String::as_str);
            let expected = match needs {
                Needs::Nothing | Needs::PurchaseToken => None,
                Needs::Shopper => Some("shopper"),
                Needs::Staff | Needs::Editor => Some("staff"),
            };
            assert_eq!(scheme, expected, "{method} {path}");
        }
    }
    assert!(cases.is_empty(), "cases without a route: {cases:?}");
}

#[tokio::test]
async fn every_caller_gets_exactly_as_far_as_they_may() {
    let stage = Stage::new().await;
    let callers = [
        ("nobody", String::new()),
        ("forger", "AAAA.BBBB".to_owned()),
        ("shopper", stage.shopper("ann@example.com").await),
        ("onlooker", stage.onlooker("look@example.com").await),
        ("owner", stage.owner("own@example.com").await),
    ];
    for (method, path, needs) in CASES {
        for (who, bearer) in &callers {
            let reply = call(&stage, method, path, bearer).await;
            assert_eq!(verdict(&reply), expected(needs, who), "{who}: {method} {path}: {}", reply.text);
        }
    }
}

/// The subjects are unknown: whoever may ask is told so, not before.
async fn call(stage: &Stage, method: &str, path: &str, bearer: &str) -> Reply {
    let path = path.replace("{id}", "999999").replace("{item}", "999999").replace("{ticket}", "unknown");
    let body = if path.ends_with("/attempts") { r#"{"token": "unknown", "quantity": 1}"# } else { "{}" };
    stage.send(request(&method.to_uppercase(), &path, bearer).body(body.into()).unwrap()).await
}

fn verdict(reply: &Reply) -> &'static str {
    match reply.status {
        401 if reply.code() == "unauthenticated" => "sign in",
        403 if reply.code() == "forbidden" => "not you",
        403 if reply.code() == "token_invalid" => "no purchase token",
        500.. if reply.header("content-type") == "application/problem+json" => "broken",
        _ => "heard",
    }
}

fn expected(needs: Needs, who: &str) -> &'static str {
    match (needs, who) {
        (Needs::PurchaseToken, _) => "no purchase token",
        (Needs::Nothing, _) | (Needs::Shopper, "shopper") | (Needs::Staff, "onlooker") => "heard",
        (Needs::Staff | Needs::Editor, "owner") => "heard",
        (Needs::Editor, "onlooker") => "not you",
        _ => "sign in",
    }
}
