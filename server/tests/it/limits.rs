//! How much a caller may send.

use axum::body::{Body, Bytes};
use serde_json::json;

use crate::stage::Stage;

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_wherever_it_goes() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let too_large = (413, "too_large".to_owned());
    for (path, limit) in [
        ("/auth/login", 64 * 1024),
        ("/activities/1/items/1/attempts", 4 * 1024),
        ("/merchant/activities", 1024 * 1024),
    ] {
        let reply = stage.call("POST", path, &owner, vec![b' '; limit + 1]).await;
        assert_eq!(reply.problem(), too_large, "{path}");
        let reply = stage.call("POST", path, &owner, vec![b' '; limit]).await;
        assert_eq!(reply.problem(), (400, "malformed".to_owned()), "{path}");
        let endless = futures::stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::from_static(&[b' '; 1024])));
        let reply = stage.call("POST", path, &owner, Body::from_stream(endless)).await;
        assert_eq!(reply.problem(), too_large, "{path}");
    }
}

#[tokio::test]
async fn deep_nesting_and_long_pages_are_refused_politely() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let reply = stage.call("POST", "/merchant/activities", &owner, "[".repeat(100_000)).await;
    assert!([400, 422].contains(&reply.problem().0), "{}", reply.text);
    let deep = format!("{{\"title\":{}", "[".repeat(100_000));
    assert_eq!(stage.call("POST", "/merchant/activities", &owner, deep).await.status, 422);
    let deep = format!("{{\"later\":{}", "{\"a\":".repeat(100_000));
    assert_eq!(stage.call("POST", "/merchant/activities", &owner, deep).await.status, 422);
    let mut form = stage.form(60, 600, 10, 1);
    form["html"] = "x".repeat(200_001).into();
    let reply = stage.post("/merchant/activities", &owner, form).await;
    assert_eq!(reply.complaint(), ("html".to_owned(), "too_long".to_owned()));
}

#[tokio::test]
async fn an_idempotency_key_is_short_and_visible() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let sale = stage.sale(&owner, stage.form(-60, 600, 10, 1)).await;
    let token = stage.granted(&sale, &stage.shopper("ann@example.com").await).await;
    let press = json!({"token": token, "quantity": 1});
    let long = "k".repeat(65);
    for (key, code) in [("", "required"), (long.as_str(), "too_long"), ("a b", "malformed"), ("é", "malformed")] {
        let reply = stage.attempt(&sale, Some(key), &press).await;
        assert_eq!(reply.problem(), (422, "invalid".to_owned()), "{key:?}");
        assert_eq!(reply.complaint(), ("Idempotency-Key".to_owned(), code.to_owned()));
    }
    assert_eq!(stage.attempt(&sale, Some(&long[1..]), &press).await.status, 202);
}
