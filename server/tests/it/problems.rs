//! Whatever goes wrong leaves as a problem document, in the caller's language.

use axum::body::Body;

use crate::stage::{Reply, Stage, request};

async fn spoken(stage: &Stage, language: &str, method: &str, path: &str, kind: &str, body: &'static str) -> Reply {
    let mut call = request(method, path, "").header("accept-language", language);
    call.headers_mut().unwrap().insert("content-type", kind.parse().unwrap());
    stage.send(call.body(Body::from(body)).unwrap()).await
}

#[tokio::test]
async fn the_frameworks_refusals_are_problems_in_both_languages() {
    let stage = Stage::new().await;
    let json = "application/json";
    let login = "/api/v1/auth/login";
    for (method, path, kind, body, status, code) in [
        ("GET", "/api/v1/nothing", json, "", 404, "not_found"),
        ("GET", "/api/nothing", json, "", 404, "not_found"),
        ("GET", "/api/", json, "", 404, "not_found"),
        ("GET", "/api/v1/activities/999999", json, "", 404, "not_found"),
        ("DELETE", "/api/v1/me", json, "", 405, "method_not_allowed"),
        ("POST", login, "text/plain", "{}", 415, "unsupported_media_type"),
        ("POST", login, "application/x-www-form-urlencoded", "login=ann", 415, "unsupported_media_type"),
        ("POST", login, json, "", 400, "malformed"),
        ("POST", login, json, "{\"login\":", 400, "malformed"),
        ("POST", login, json, "{\"login\": \"a\", \"password\": \"b\"} {}", 400, "malformed"),
        ("GET", "/api/v1/activities/one", json, "", 400, "malformed"),
        ("GET", "/api/v1/activities/01/state", json, "", 400, "malformed"),
        ("GET", "/api/v1/activities/%ff", json, "", 400, "malformed"),
        ("GET", "/api/v1/activities?phase=later", json, "", 400, "malformed"),
        ("POST", login, json, "[]", 422, "invalid"),
        ("GET", "/api/v1/me", json, "", 401, "unauthenticated"),
    ] {
        for (language, tag) in [("en-GB,en;q=0.9", "en"), ("zh-TW", "zh-CN"), ("fr;q=oops,;;", "zh-CN")] {
            let reply = spoken(&stage, language, method, path, kind, body).await;
            assert_eq!(reply.problem(), (status, code.to_owned()), "{method} {path}");
            assert_eq!(reply.header("content-language"), tag);
            assert_eq!(reply.header("x-content-type-options"), "nosniff");
            assert!(reply.header("content-security-policy").contains("frame-ancestors 'none'"));
            assert_eq!(reply.json()["detail"].as_str().unwrap().is_ascii(), tag == "en", "{}", reply.text);
        }
    }
}

#[tokio::test]
async fn a_405_names_the_methods_and_a_401_the_way_in() {
    let stage = Stage::new().await;
    let reply = stage.call("DELETE", "/orders", "", Body::empty()).await;
    assert_eq!(reply.header("allow"), "GET,HEAD");
    assert_eq!(stage.get("/orders", "").await.header("www-authenticate"), "Bearer");
}

#[tokio::test]
async fn a_field_that_cannot_be_accepted_is_named() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let form = stage.form(60, 600, 10, 1);
    let changed = |pointer: &str, value: serde_json::Value| {
        let mut form = form.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        form.pointer_mut(parent).unwrap().as_object_mut().unwrap().insert(name.to_owned(), value);
        form
    };
    for (form, field, code) in [
        (changed("/state", "published".into()), "state", "unknown_field"),
        (changed("/items/0/prize", 1.into()), "items[0].prize", "unknown_field"),
        (changed("/items/0/sku/colour", "red".into()), "items[0].sku.colour", "unknown_field"),
        (changed("/title", 7.into()), "title", "malformed"),
        (changed("/title", serde_json::Value::Null), "title", "required"),
        (changed("/items/0/stock", "ten".into()), "items[0].stock", "malformed"),
        (changed("/items/0/id", 7.into()), "items[0].id", "malformed"),
        (changed("/mode", "lottery".into()), "mode", "malformed"),
        (changed("/time_zone", "Mars/Olympus".into()), "time_zone", "unknown_time_zone"),
    ] {
        let reply = stage.post("/merchant/activities", &owner, form).await;
        assert_eq!(reply.problem(), (422, "invalid".to_owned()), "{field}");
        assert_eq!(reply.complaint(), (field.to_owned(), code.to_owned()));
    }
    for (pointer, field) in [("/starts_at", "starts_at"), ("/items/0/stock", "items[0].stock")] {
        let mut form = form.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        form.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name);
        let reply = stage.post("/merchant/activities", &owner, form).await;
        assert_eq!(reply.complaint(), (field.to_owned(), "required".to_owned()));
    }
}

#[tokio::test]
async fn an_edit_names_the_version_it_changes() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let mut form = stage.form(600, 1_200, 10, 1);
    let created = stage.post("/merchant/activities", &owner, form.clone()).await.json();
    let path = format!("/merchant/activities/{}", created["id"].as_str().unwrap());
    let put = async |form: &serde_json::Value| stage.call("PUT", &path, &owner, form.to_string()).await;

    assert_eq!(put(&form).await.complaint(), ("version".to_owned(), "required".to_owned()));
    form["title"] = "Better cups".into();
    form["version"] = created["version"].clone();
    let changed = put(&form).await;
    assert_eq!((changed.status, changed.json()["title"].as_str()), (200, Some("Better cups")), "{}", changed.text);
    assert_eq!(put(&form).await.problem(), (409, "version_conflict".to_owned()));
    form["phase"] = "live".into();
    assert_eq!(put(&form).await.complaint(), ("phase".to_owned(), "unknown_field".to_owned()));
}
