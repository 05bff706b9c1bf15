//! A store is cut off in the middle of a sale and comes back.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{
    process::{Press, Site},
    proxy::Cable,
};

/// Case 4: without Postgres the gate goes on, tickets wait, and the orders follow.
#[tokio::test]
async fn orders_follow_when_postgres_is_back() {
    let (site, postgres, _redis) = wired().await;
    let server = site.serve().await;
    let merchant = site.merchant_bearer().await;
    let sale = site.open_sale(&merchant, 60).await;
    let presses = site.presses(&sale, 60).await;
    let mut tickets = Vec::new();
    for (place, press) in presses.iter().enumerate() {
        if place == 20 {
            postgres.pull();
        }
        let answer = site.attempt(&sale, press).await.unwrap();
        tickets.push((press, answer["ticket"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()));
    }
    let (press, ticket) = &tickets[59];
    assert_eq!(site.get(&format!("/api/v1/tickets/{ticket}"), &press.bearer).await["status"], "queued");
    assert_eq!(site.http.get(site.url("/readyz")).send().await.unwrap().status(), 503);
    tokio::time::sleep(Duration::from_secs(10)).await;
    postgres.plug_in();
    let back = Instant::now();
    for (press, ticket) in &tickets {
        let end = wait_for_end(&site, press, ticket, back + Duration::from_secs(30)).await;
        assert_eq!(end["status"], "won", "{end}");
    }
    balanced(&site, &merchant, &sale, 60).await;
    site.stop(server).await;
}

/// Case 24: without Redis the answer is quick and honest; the ticket in it tells the end later.
#[tokio::test]
async fn attempts_fail_fast_while_redis_is_gone() {
    let (site, _postgres, redis) = wired().await;
    let server = site.serve().await;
    let merchant = site.merchant_bearer().await;
    let sale = site.open_sale(&merchant, 5).await;
    let presses = site.presses(&sale, 6).await;
    assert_eq!(site.attempt(&sale, &presses[0]).await.unwrap()["status"], "queued");
    redis.pull();
    for press in &presses[1..3] {
        let asked = Instant::now();
        let answer = site.attempt_once(&sale, press).await.unwrap();
        assert!(matches!(answer["code"].as_str(), Some("not_ready" | "unavailable")), "{answer}");
        assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    }
    redis.plug_in();
    let back = Instant::now();
    for press in &presses[1..5] {
        let answer = site.attempt(&sale, press).await.unwrap();
        let ticket = answer["ticket"].as_str().unwrap_or_else(|| panic!("{answer}"));
        let end = wait_for_end(&site, press, ticket, back + Duration::from_secs(30)).await;
        assert_eq!(end["status"], "won", "{end}");
    }
    assert_eq!(site.attempt(&sale, &presses[5]).await.unwrap()["code"], "sold_out");
    balanced(&site, &merchant, &sale, 5).await;
    site.stop(server).await;
}

/// An answer that is lost on its way says so, with a ticket that tells the end: won when the gate still decided in time,
/// not admitted when the call came too late.
#[tokio::test]
async fn an_unknown_outcome_becomes_known_by_its_ticket() {
    let (site, _postgres, redis) = wired().await;
    let server = site.serve().await;
    let merchant = site.merchant_bearer().await;
    let sale = site.open_sale(&merchant, 3).await;
    let presses = site.presses(&sale, 3).await;
    assert_eq!(site.attempt(&sale, &presses[0]).await.unwrap()["status"], "queued");
    for (press, held_ms, end) in [(&presses[1], 300, json!("won")), (&presses[2], 2_500, json!("lost"))] {
        redis.hold();
        let answer = site.attempt_once(&sale, press).await.unwrap();
        assert_eq!((&answer["code"], &answer["status"]), (&json!("unavailable"), &json!(503)), "{answer}");
        tokio::time::sleep(Duration::from_millis(held_ms)).await;
        redis.plug_in();
        let ticket = answer["ticket"].as_str().expect("the answer carries the ticket");
        let told = wait_for_end(&site, press, ticket, Instant::now() + Duration::from_secs(20)).await;
        assert_eq!(told["status"], end, "{told}");
    }
    let answer = site.attempt(&sale, &presses[2]).await.unwrap();
    assert_eq!(answer["status"], "queued", "pressing again is a new chance: {answer}");
    let ticket = answer["ticket"].as_str().unwrap();
    wait_for_end(&site, &presses[2], ticket, Instant::now() + Duration::from_secs(20)).await;
    balanced(&site, &merchant, &sale, 3).await;
    site.stop(server).await;
}

/// Whoever signs out is out, also when the session cannot be deleted; whoever could not be let in after registering is let
/// in by registering again.
#[tokio::test]
async fn a_browser_signs_in_and_out_across_an_outage_of_redis() {
    let (site, _postgres, redis) = wired().await;
    let server = site.serve().await;
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let post = async |form: &str, body: &'static str, cookies: &[String]| {
        let call = http.post(site.url(&format!("/form/{form}"))).header("origin", site.url(""));
        let call =
            call.header("content-type", "application/x-www-form-urlencoded").header("cookie", cookies.join("; "));
        call.body(body).send().await.unwrap()
    };
    let register = "lang=en&next=/en/orders&login=ann%40example.com&password=correct+horse";
    for silent in [false, true] {
        let back = Instant::now();
        let let_in = loop {
            let answer = post("register", register, &[]).await;
            if answer.headers()["location"] == "/en/orders" {
                break answer;
            }
            assert!(back.elapsed() < Duration::from_secs(10), "{:?}", answer.headers());
        };
        let set = let_in.headers().get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
        let cookies: Vec<String> = set.map(|cookie| cookie.split(';').next().unwrap().to_owned()).collect();
        if silent {
            redis.hold()
        } else {
            redis.pull()
        }
        let out = post("sign-out", "next=/en", &cookies).await;
        assert_eq!((out.status().as_u16(), &out.headers()["location"]), (302, &"/en".parse().unwrap()));
        for name in ["sluice_session", "sluice_shopper"] {
            let mut set = out.headers().get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
            assert!(
                set.any(|cookie| cookie.starts_with(&format!("{name}=;")) && cookie.contains("Max-Age=0")),
                "{name}"
            );
        }
        let refused = post("register", register, &[]).await;
        assert_eq!(refused.headers()["location"], "/en/register?problem=unavailable&next=/en/orders");
        redis.plug_in();
        // Whoever kept the session's id has it no longer than the outage lasts.
        let session = cookies.iter().find(|cookie| cookie.starts_with("sluice_session")).unwrap();
        let back = Instant::now();
        loop {
            let ask = http.get(site.url("/api/v1/auth/session")).header("cookie", session).send().await.unwrap();
            if ask.status() == 200 && ask.json::<Value>().await.unwrap()["signed_in"] == false {
                break;
            }
            assert!(back.elapsed() < Duration::from_secs(20), "the session outlived the outage");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    site.stop(server).await;
}

/// An installation with a cable to each store.
async fn wired() -> (Site, Cable, Cable) {
    let mut site = Site::new().await;
    let postgres = Cable::to(crate::proxy::address(&site.database_url)).await;
    let redis = Cable::to(crate::proxy::address(&site.redis_url)).await;
    site.direct_database_url = site.database_url.clone();
    site.database_url = postgres.through(&site.database_url);
    site.redis_url = redis.through(&site.redis_url);
    (site, postgres, redis)
}

async fn wait_for_end(site: &Site, press: &Press, ticket: &str, until: Instant) -> Value {
    loop {
        let status = site.get(&format!("/api/v1/tickets/{ticket}?wait_ms=1000"), &press.bearer).await;
        if matches!(status["status"].as_str(), Some("won" | "lost")) {
            return status;
        }
        assert!(Instant::now() < until, "{status}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn balanced(site: &Site, merchant: &str, (sale, _): &(String, String), sold: i64) {
    let ledger = &site.get(&format!("/api/v1/merchant/activities/{sale}/ledger"), merchant).await["items"][0];
    assert_eq!(
        (&ledger["free"], &ledger["held"], &ledger["sold"], &ledger["orders"], &ledger["drift"]),
        (&json!(0), &json!(0), &json!(sold), &json!(sold), &json!(0)),
        "{ledger}"
    );
}
