//! The server is killed in the middle of a burst, three times, and started again.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures::StreamExt as _;

use serde_json::{Value, json};
use tokio::process::Child;

use crate::process::{Press, Site};

const STOCK: i64 = 300;
const SHOPPERS: usize = 500;

/// Whatever was answered before the kill ends `won` with one order; whoever's answer was cut learns its end by asking
/// again; and every account balances.
#[tokio::test]
async fn killed_in_the_middle_of_a_burst_nothing_is_lost() {
    let site = Site::new().await;
    let mut server = site.serve().await;
    let merchant = site.merchant_bearer().await;
    let sale = site.open_sale(&merchant, STOCK).await;
    let presses = site.presses(&sale, SHOPPERS).await;

    // Some of the crowd is answered, then the server is killed: until three kills found calls in flight.
    let mut waiting = presses.clone();
    let mut answered: Vec<(Press, Value)> = Vec::new();
    let mut kills = 0;
    while kills < 3 {
        assert!(waiting.len() > 100, "the crowd was answered before three kills found calls in flight");
        let burst = burst(&site, &sale, waiting, server, 30).await;
        println!(
            "killed: {} answered, {} cut in flight, {} not sent",
            burst.answered.len(),
            burst.cut,
            burst.left.len()
        );
        kills += usize::from(burst.cut > 0);
        answered.extend(burst.answered);
        waiting = burst.left;
        server = site.serve().await;
    }
    for press in waiting {
        let answer = site.attempt(&sale, &press).await.expect("nobody kills it now");
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

struct Burst {
    answered: Vec<(Press, Value)>,
    /// Presses without an answer, sent or not.
    left: Vec<Press>,
    /// How many of them had been sent.
    cut: usize,
}

/// Everybody presses, sixty-four at a time; the answer of number `kill_after` kills the server on the spot.
async fn burst(site: &Site, sale: &(String, String), presses: Vec<Press>, server: Child, kill_after: usize) -> Burst {
    let server = Arc::new(Mutex::new(server));
    let answers = Arc::new(AtomicUsize::new(0));
    let calls = presses.into_iter().map(|press| {
        let (server, answers) = (server.clone(), answers.clone());
        async move {
            let answer = site.press(sale, &press).await;
            if answer.is_ok() && answers.fetch_add(1, Ordering::SeqCst) + 1 == kill_after {
                server.lock().unwrap().start_kill().expect("it runs");
            }
            (press, answer)
        }
    });
    let mut burst = Burst { answered: Vec::new(), left: Vec::new(), cut: 0 };
    for (press, answer) in futures::stream::iter(calls).buffer_unordered(64).collect::<Vec<_>>().await {
        match answer {
            // "Not ready" and "unavailable" are no ends: the shopper presses again.
            Ok(answer) if !matches!(answer["code"].as_str(), Some("not_ready" | "unavailable")) => {
                burst.answered.push((press, answer));
            }
            answer => {
                burst.cut += usize::from(answer.is_err_and(|error| !error.is_connect()));
                burst.left.push(press);
            }
        }
    }
    burst
}
