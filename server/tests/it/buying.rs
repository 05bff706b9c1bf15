//! One purchase, and what each refusal carries.

use serde_json::{Value, json};

use crate::stage::{PASSWORD, Reply, Stage};

#[tokio::test]
async fn one_press_ends_in_one_order() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let sale = stage.sale(&owner, stage.form(-60, 600, 10, 2)).await;
    let shopper = stage.shopper("ann@example.com").await;

    let state = stage.get(&format!("/activities/{}/state", sale.id), "").await;
    assert_eq!(state.header("cache-control"), "public, max-age=1");
    assert_eq!((&state.json()["phase"], &state.json()["items"][0]["status"]), (&json!("live"), &json!("available")));

    let token = stage.granted(&sale, &shopper).await;
    let press = json!({"token": token, "quantity": 2, "message": "红色的，谢谢"});
    let first = stage.attempt(&sale, Some("press-1"), &press).await;
    assert_eq!(first.status, 202, "{}", first.text);
    assert_eq!(first.header("cache-control"), "no-store");
    assert_eq!(first.json()["status"], "queued");
    assert!(first.json()["poll_after_ms"].is_u64());
    let ticket = first.json()["ticket"].as_str().unwrap().to_owned();

    let queued = stage.get(&format!("/tickets/{ticket}"), &shopper).await.json();
    assert_eq!((&queued["status"], queued.get("order_id"), queued.get("reason")), (&json!("queued"), None, None));
    assert!(queued["poll_after_ms"].is_u64());
    stage.write_orders().await;
    let won = stage.get(&format!("/tickets/{ticket}?wait_ms=5000"), &shopper).await.json();
    assert_eq!((&won["status"], won.get("poll_after_ms")), (&json!("won"), None));
    let order = stage.get(&format!("/orders/{}", won["order_id"].as_str().unwrap()), &shopper).await.json();
    assert_eq!(
        (&order["quantity"], &order["total_fen"], &order["message"]),
        (&json!(2), &json!(9_800), &json!("红色的，谢谢"))
    );
    let ledger = stage.ledger(&sale, &owner).await;
    let figure = |name: &str| ledger[name].as_i64().unwrap();
    assert_eq!(["free", "held", "sold", "orders", "drift"].map(figure), [8, 0, 2, 1, 0]);
}

#[tokio::test]
async fn refusals_carry_what_the_shopper_can_do_next() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let sale = stage.sale(&owner, stage.form(-60, 600, 3, 2)).await;
    let (ann, bob) = (stage.shopper("ann@example.com").await, stage.shopper("bob@example.com").await);
    let token = stage.granted(&sale, &ann).await;
    let press = |quantity: i64| json!({"token": token, "quantity": quantity});

    let first = stage.attempt(&sale, Some("press-1"), press(2)).await;
    let again = stage.attempt(&sale, Some("press-1"), press(2)).await;
    assert_eq!((first.status, again.status), (202, 202));
    assert_eq!(stage.attempt(&sale, Some("press-1"), press(1)).await.problem(), (422, "key_reused".to_owned()));

    let limit = stage.attempt(&sale, Some("press-2"), press(1)).await;
    assert_eq!(limit.problem(), (409, "limit_reached".to_owned()));
    assert_eq!(limit.json()["limit"], 2);
    let held = limit.json()["ticket"].as_str().unwrap().to_owned();
    assert_eq!(stage.get(&format!("/tickets/{held}"), &ann).await.json()["status"], "queued");

    let token = stage.granted(&sale, &bob).await;
    let few = stage.attempt(&sale, None, json!({"token": token, "quantity": 2})).await;
    assert_eq!((few.problem(), &few.json()["left"]), ((409, "not_enough".to_owned()), &json!(1)));
    stage.buy(&sale, &bob, 1).await;
    let carol = stage.shopper("carol@example.com").await;
    let token = stage.granted(&sale, &carol).await;
    let gone = stage.attempt(&sale, None, json!({"token": token, "quantity": 1})).await;
    assert_eq!(gone.problem(), (409, "sold_out".to_owned()));

    stage.write_orders().await;
    let order = async |reply: &Reply| {
        let ticket = reply.json()["ticket"].as_str().unwrap().to_owned();
        stage.get(&format!("/tickets/{ticket}?wait_ms=5000"), &ann).await.json()["order_id"].clone()
    };
    assert!(order(&first).await.is_string());
    assert_eq!(order(&first).await, order(&again).await, "a press that is repeated is one press");
}

#[tokio::test]
async fn a_sale_says_when_it_opens_and_a_token_is_for_one_item() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let shopper = stage.shopper("ann@example.com").await;
    let open = stage.sale(&owner, stage.form(-60, 600, 10, 1)).await;
    let mut form = stage.form(60, 600, 10, 1);
    form["items"][0]["sku"] = json!({"product_title": "Pot", "name": "Red", "code": "POT", "list_price_fen": 9_900});
    let later = stage.sale(&owner, form).await;

    let early = stage.token(&later, &shopper).await;
    assert_eq!(early.problem(), (409, "not_started".to_owned()));
    let page = stage.get(&format!("/activities/{}", later.id), "").await.json();
    assert_eq!(early.json()["starts_at_ms"], page["starts_at_ms"]);
    assert_eq!(page["html"], "<p>Cups</p>");

    let token = stage.granted(&open, &shopper).await;
    let elsewhere = stage.attempt(&later, None, json!({"token": token, "quantity": 1})).await;
    assert_eq!(elsewhere.problem(), (403, "token_invalid".to_owned()));
}

#[tokio::test]
async fn a_shopper_stays_signed_in_and_signs_out() {
    let stage = Stage::new().await;
    let credentials = json!({"login": "Ann@Example.com", "password": PASSWORD});
    let registered = stage.post("/auth/register", "", credentials.clone()).await.json();
    assert_eq!(registered["shopper"]["login"], "ann@example.com");
    assert!(registered["expires_in_ms"].as_u64().unwrap() > 60_000);
    assert_eq!(stage.post("/auth/register", "", credentials.clone()).await.problem(), (409, "login_taken".to_owned()));
    let wrong = json!({"login": "ann@example.com", "password": "not the password"});
    assert_eq!(stage.post("/auth/login", "", wrong).await.problem(), (401, "bad_credentials".to_owned()));

    let session = stage.post("/auth/login", "", credentials).await.json();
    let renew = async |session: &Value| {
        stage.post("/auth/refresh", "", json!({"refresh_token": session["refresh_token"]})).await
    };
    let renewed = renew(&session).await.json();
    assert_eq!(stage.get("/me", renewed["access_token"].as_str().unwrap()).await.json(), registered["shopper"]);
    assert_eq!(renew(&session).await.status, 401, "a refresh token is spent by its use");
    let out = stage.post("/auth/logout", "", json!({"refresh_token": renewed["refresh_token"]})).await;
    assert_eq!((out.status, out.text.as_str()), (204, ""));
    assert_eq!(renew(&renewed).await.status, 401);
}
