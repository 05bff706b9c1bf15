//! The server is killed in the middle of a burst, three times, and started again.

use std::{
    process::Stdio,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{process::Child, task::JoinSet};

use crate::process::Site;

const STOCK: i64 = 300;
const SHOPPERS: usize = 500;

/// A shopper with a purchase token; its own id is the key of its one press.
#[derive(Clone)]
struct Press {
    id: String,
    bearer: String,
    token: String,
}

/// Whatever was answered before the kill ends `won` with one order; whoever's answer was cut learns its end by asking
/// again; and every account balances.
#[tokio::test]
async fn killed_in_the_middle_of_a_burst_nothing_is_lost() {
    let site = Site::new().await;
    let mut server = site.serve().await;
    let merchant = site.merchant_bearer().await;
    let sale = site.open_sale(&merchant, STOCK).await;
    let presses = site.presses(&sale, SHOPPERS).await;

    // A third of the crowd is answered, then the server is killed; thrice.
    let mut waiting = presses.clone();
    let mut answered: Vec<(Press, Value)> = Vec::new();
    for kill_after in [80, 90, 100] {
        let (done, cut) = burst(&site, &sale, waiting, &mut server, kill_after).await;
        println!("killed after {kill_after} answers: {} answered, {} cut in flight", done.len(), cut.len());
        assert!(!cut.is_empty(), "the kill found calls in flight");
        answered.extend(done);
        waiting = cut;
        server = site.serve().await;
    }
    for press in waiting {
        let answer = attempt(&site, &sale, &press).await.expect("nobody kills it now");
        answered.push((press, answer));
    }
    assert_eq!(answered.len(), SHOPPERS);

    let mut won = 0;
    let restarted = Instant::now();
    for (press, answer) in &answered {
        let Some(ticket) = answer["ticket"].as_str().filter(|_| answer["status"] == "queued") else {
            assert!(matches!(answer["code"].as_str(), Some("sold_out" | "too_busy")), "{answer}");
            continue;
        };
        loop {
            let status = site.get(&format!("/api/v1/tickets/{ticket}?wait_ms=2000"), &press.bearer).await;
            match status["status"].as_str() {
                Some("won") => break,
                Some("queued") => assert!(restarted.elapsed() < Duration::from_secs(30), "{status}"),
                _ => panic!("{status}"),
            }
        }
        won += 1;
    }
    assert_eq!(won, STOCK);
    let ledger = &site.get(&format!("/api/v1/merchant/activities/{}/ledger", sale.0), &merchant).await["items"][0];
    assert_eq!(
        (&ledger["free"], &ledger["held"], &ledger["sold"], &ledger["orders"], &ledger["drift"]),
        (&json!(0), &json!(0), &json!(STOCK), &json!(STOCK), &json!(0))
    );
    let shoppers = site.count("SELECT count(DISTINCT shopper_id) FROM orders").await;
    assert_eq!(shoppers, STOCK, "one order a shopper");
    site.stop(server).await;
}

type Answers = (Vec<(Press, Value)>, Vec<Press>);

/// Everybody presses at once; after so many answers the server is killed.
async fn burst(
    site: &Site,
    sale: &(String, String),
    presses: Vec<Press>,
    server: &mut Child,
    kill_after: usize,
) -> Answers {
    static ANSWERS: AtomicUsize = AtomicUsize::new(0);
    ANSWERS.store(0, Ordering::SeqCst);
    let mut calls = JoinSet::new();
    for press in presses {
        let (site, sale) = (site.clone(), sale.clone());
        calls.spawn(async move {
            let answer = attempt(&site, &sale, &press).await;
            ANSWERS.fetch_add(usize::from(answer.is_some()), Ordering::SeqCst);
            (press, answer)
        });
    }
    while ANSWERS.load(Ordering::SeqCst) < kill_after {
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
    server.kill().await.expect("it runs");
    let (mut answered, mut cut) = (Vec::new(), Vec::new());
    for (press, answer) in calls.join_all().await {
        match answer {
            // "Not ready" and "unavailable" are no ends: the shopper presses again.
            Some(answer) if !matches!(answer["code"].as_str(), Some("not_ready" | "unavailable")) => {
                answered.push((press, answer));
            }
            _ => cut.push(press),
        }
    }
    (answered, cut)
}

/// One press; `None` when the answer was cut.
async fn attempt(site: &Site, (sale, item): &(String, String), press: &Press) -> Option<Value> {
    let body = json!({"token": press.token, "quantity": 1});
    for _ in 0..200 {
        let call = site.http.post(site.url(&format!("/api/v1/activities/{sale}/items/{item}/attempts")));
        let answer: Value =
            call.header("Idempotency-Key", &press.id).json(&body).send().await.ok()?.json().await.ok()?;
        if answer["code"] != "not_ready" {
            return Some(answer);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the sale never became ready");
}

impl Site {
    async fn presses(&self, (sale, item): &(String, String), count: usize) -> Vec<Press> {
        let printed = self.sluice(&["demo-shoppers", "--count", &count.to_string()]).stderr(Stdio::inherit()).output();
        let printed = String::from_utf8(printed.await.unwrap().stdout).unwrap();
        let mut presses = Vec::new();
        for line in printed.lines() {
            let shopper: Value = serde_json::from_str(line).unwrap();
            let text = |field: &str| shopper[field].as_str().unwrap().to_owned();
            let bearer = text("access_token");
            let granted =
                self.post(&format!("/api/v1/activities/{sale}/items/{item}/token"), &bearer, &json!({})).await;
            let token = granted["token"].as_str().unwrap_or_else(|| panic!("{granted}")).to_owned();
            presses.push(Press { id: text("id"), bearer, token });
        }
        assert_eq!(presses.len(), count);
        presses
    }
}
