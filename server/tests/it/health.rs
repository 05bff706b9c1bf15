//! What those who run the server see, also when a store is gone.

use axum::body::Body;
use serde_json::json;

use crate::stage::{Stage, request};

#[tokio::test]
async fn readiness_names_what_is_down_and_life_goes_on() {
    let stage = Stage::new().await;
    let get = async |path: &str| stage.send(request("GET", path, "").body(Body::empty()).unwrap()).await;

    let ready = get("/readyz").await;
    assert_eq!(ready.status, 200);
    assert_eq!(ready.json(), json!({"ready": true, "dependencies": {"postgres": "ok", "redis": "ok"}}));
    assert_eq!((get("/healthz").await.status, get("/metrics").await.status), (200, 200));

    stage.lose_postgres().await;
    let ready = get("/readyz").await;
    assert_eq!(ready.status, 503);
    assert_eq!(ready.json(), json!({"ready": false, "dependencies": {"postgres": "down", "redis": "ok"}}));
    assert_eq!(get("/healthz").await.status, 200);
}
