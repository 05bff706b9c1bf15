//! What belongs to somebody else looks as if it did not exist (case 42).

use axum::body::Body;
use serde_json::json;

use crate::stage::{Reply, Stage};

/// The answer to a stranger is, to the byte, the answer about something unknown.
fn same(foreign: &Reply, unknown: &Reply) {
    assert_eq!(foreign.problem(), (404, "not_found".to_owned()));
    assert_eq!(foreign.text, unknown.text);
    assert_eq!(foreign.headers, unknown.headers);
}

#[tokio::test]
async fn orders_and_tickets_are_their_shoppers_own() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let sale = stage.sale(&owner, stage.form(-60, 600, 10, 1)).await;
    let (ann, bob) = (stage.shopper("ann@example.com").await, stage.shopper("bob@example.com").await);
    let ticket = stage.buy(&sale, &ann, 1).await;
    stage.write_orders().await;

    let own = stage.get(&format!("/tickets/{ticket}?wait_ms=5000"), &ann).await.json();
    assert_eq!(own["status"], "won");
    let order = own["order_id"].as_str().unwrap();
    assert_eq!(stage.get(&format!("/orders/{order}"), &ann).await.json()["id"], order);

    let unknown = stage.get("/tickets/unknown", &bob).await;
    same(&stage.get(&format!("/tickets/{ticket}"), &bob).await, &unknown);
    let unknown = stage.get("/orders/999999", &bob).await;
    same(&stage.get(&format!("/orders/{order}"), &bob).await, &unknown);
    assert_eq!(stage.get("/orders", &bob).await.json()["items"], json!([]));
    assert_eq!(stage.get(&format!("/orders/{order}"), "").await.status, 401);
    assert_eq!(stage.get(&format!("/orders/{order}"), &owner).await.status, 401);
}

#[tokio::test]
async fn sales_are_their_merchants_own() {
    let stage = Stage::new().await;
    let (own, other) = (stage.owner("own@example.com").await, stage.owner("other@example.com").await);
    let mut form = stage.form(60, 600, 10, 1);
    let draft = stage.post("/merchant/activities", &own, form.clone()).await.json();
    let id = draft["id"].as_str().unwrap();
    form["version"] = draft["version"].clone();
    for (method, tail, body) in [
        ("GET", "", String::new()),
        ("PUT", "", form.to_string()),
        ("POST", "/publish", json!({"version": 1}).to_string()),
        ("GET", "/ledger", String::new()),
        ("GET", "/orders", String::new()),
    ] {
        let call = async |id: &str| {
            stage.call(method, &format!("/merchant/activities/{id}{tail}"), &other, Body::from(body.clone())).await
        };
        same(&call(id).await, &call("999999").await);
    }
    assert_eq!(stage.get("/merchant/activities", &other).await.json()["items"], json!([]));
    // A draft is nobody's business either.
    same(&stage.get(&format!("/activities/{id}"), "").await, &stage.get("/activities/999999", "").await);
    same(&stage.get(&format!("/activities/{id}/state"), "").await, &stage.get("/activities/999999/state", "").await);
}
