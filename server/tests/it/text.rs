//! Text that is counted in characters, and text that no store takes (case 38).

use axum::body::Body;
use serde_json::json;

use crate::stage::{PASSWORD, Stage};

#[tokio::test]
async fn length_is_counted_in_characters_and_never_cuts_one() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    for (unit, characters) in [("秒", 1), ("👨‍👩‍👧", 5)] {
        for count in 1..=300 {
            let mut form = stage.form(60, 600, 10, 1);
            form["title"] = unit.repeat(count).into();
            let reply = stage.post("/merchant/activities", &owner, form).await;
            if count * characters <= 120 {
                assert_eq!(reply.status, 201, "{count}: {}", reply.text);
                assert_eq!(reply.json()["title"], unit.repeat(count));
            } else {
                assert_eq!(reply.problem(), (422, "invalid".to_owned()), "{count}");
                assert_eq!(reply.complaint(), ("title".to_owned(), "too_long".to_owned()));
            }
        }
    }
    assert_eq!(stage.get("/merchant/activities?limit=100", &owner).await.status, 200);
}

#[tokio::test]
async fn a_nul_byte_is_the_callers_mistake() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let shopper = stage.shopper("ann@example.com").await;
    for pointer in ["/title", "/html", "/starts_at", "/time_zone", "/items/0/sku/name", "/items/0/sku/code"] {
        let mut form = stage.form(60, 600, 10, 1);
        *form.pointer_mut(pointer).unwrap() = "a\0b".into();
        let reply = stage.post("/merchant/activities", &owner, form).await;
        assert_eq!(reply.problem(), (422, "invalid".to_owned()), "{pointer}");
    }
    let sale = stage.sale(&owner, stage.form(-60, 600, 10, 1)).await;
    let token = stage.granted(&sale, &shopper).await;
    let reply = stage.attempt(&sale, None, json!({"token": token, "quantity": 1, "message": "a\0b"})).await;
    assert_eq!(reply.complaint(), ("message".to_owned(), "malformed".to_owned()));
    let reply = stage.attempt(&sale, None, json!({"token": "\0", "quantity": 1})).await;
    assert_eq!(reply.problem(), (403, "token_invalid".to_owned()));

    let credentials = json!({"login": "a\0bc", "password": PASSWORD});
    assert_eq!(stage.post("/auth/register", "", credentials.clone()).await.status, 422);
    assert_eq!(stage.post("/auth/login", "", credentials).await.status, 401);
    assert_eq!(stage.post("/auth/refresh", "", json!({"refresh_token": "\0"})).await.status, 401);
    assert_eq!(stage.post("/auth/logout", "", json!({"refresh_token": "\0"})).await.status, 204);
    assert_eq!(stage.get("/tickets/%00", &shopper).await.status, 404);
    assert_eq!(stage.call("GET", "/orders/%00", &shopper, Body::empty()).await.status, 400);
}
