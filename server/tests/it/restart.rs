//! Warm-up by the schedule, and without it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::process::Site;

/// The schedule lays a sale out ahead of its start.
#[tokio::test]
async fn the_schedule_warms_a_sale_up_before_its_start() {
    let site = Site::new().await;
    let server = site.serve_with(&[("WARM_LEAD_S", "15")]).await;
    let merchant = site.merchant_bearer().await;
    let sale = site.sale_in(&merchant, 5, 20).await;
    assert_eq!(free(&site, &merchant, &sale).await, Value::Null, "its lead has not begun");
    while free(&site, &merchant, &sale).await != json!(5) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let state = site.get(&format!("/api/v1/activities/{}/state", sale.0), "").await;
    assert_eq!(state["items"][0]["status"], "not_started", "{state}");
    site.stop(server).await;
}

/// Case 19: everything was down from before the warm-up until after the start.
#[tokio::test]
async fn a_sale_that_nobody_warmed_up_sells() {
    let site = Site::new().await;
    let mut server = site.serve_with(&[("WARM_LEAD_S", "1")]).await;
    let merchant = site.merchant_bearer().await;
    let sale = site.sale_in(&merchant, 5, 3).await;
    server.kill().await.unwrap();
    tokio::time::sleep(Duration::from_millis(3_500)).await;
    let server = site.serve_with(&[("WARM_LEAD_S", "1")]).await;
    let press = &site.presses(&sale, 1).await[0];
    let answer = site.attempt(&sale, press).await.unwrap();
    assert_eq!(answer["status"], "queued", "{answer}");
    site.stop(server).await;
}

async fn free(site: &Site, merchant: &str, (sale, _): &(String, String)) -> Value {
    site.get(&format!("/api/v1/merchant/activities/{sale}/ledger"), merchant).await["items"][0]["free"].clone()
}
