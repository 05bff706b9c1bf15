//! Numbers that clients make up (cases 29 and 30).

use serde_json::json;

use crate::stage::Stage;

#[tokio::test]
async fn a_quantity_is_a_small_whole_number_or_nothing_happens() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let sale = stage.sale(&owner, stage.form(-60, 600, 10, 2)).await;
    let token = stage.granted(&sale, &stage.shopper("ann@example.com").await).await;
    for quantity in [
        "-1",
        "0",
        "1.5",
        "1.0",
        "\"1\"",
        "\"\"",
        "null",
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
        "1e3",
        "1e400",
        "[1]",
        "{}",
        "true",
    ] {
        let reply = stage.attempt(&sale, None, format!("{{\"token\": \"{token}\", \"quantity\": {quantity}}}")).await;
        let (status, _) = reply.problem();
        assert!([400, 422].contains(&status), "{quantity}: {}", reply.text);
        if status == 422 {
            assert_eq!(reply.complaint().0, "quantity", "{quantity}");
        }
    }
    let ledger = stage.ledger(&sale, &owner).await;
    assert_eq!((&ledger["free"], &ledger["held"], &ledger["sold"]), (&json!(10), &json!(0), &json!(0)));
}

#[tokio::test]
async fn nobody_names_their_own_price() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let sale = stage.sale(&owner, stage.form(-60, 600, 10, 1)).await;
    let shopper = stage.shopper("ann@example.com").await;
    let token = stage.granted(&sale, &shopper).await;
    for field in ["price", "total", "amount", "status", "user_id", "paid_at"] {
        let reply = stage.attempt(&sale, None, json!({"token": token, "quantity": 1, field: 1})).await;
        assert_eq!(reply.problem(), (422, "invalid".to_owned()));
        assert_eq!(reply.complaint(), (field.to_owned(), "unknown_field".to_owned()));
    }
    stage.buy(&sale, &shopper, 1).await;
    stage.write_orders().await;
    let orders = stage.get("/orders", &shopper).await.json();
    assert_eq!(
        (&orders["items"][0]["total_fen"], &orders["items"][0]["state"]),
        (&json!(4_900), &json!("pending_payment"))
    );
}

#[tokio::test]
async fn a_price_is_whole_and_never_wraps() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    for price in ["0", "-1", "49.00", "\"49\"", "1e3", "null", "9223372036854775807", "9223372036854775808", "9900"] {
        let form = stage.form(60, 600, 10, 1000).to_string().replace(":4900", &format!(":{price}"));
        let reply = stage.call("POST", "/merchant/activities", &owner, form).await;
        assert_eq!(reply.problem(), (422, "invalid".to_owned()), "{price}");
        assert_eq!(reply.json()["errors"][0]["field"], "items[0].sale_price_fen", "{price}: {}", reply.text);
    }
}
