//! Page numbers that clients make up (case 41).

use crate::stage::Stage;

#[tokio::test]
async fn a_silly_page_is_refused_or_small() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let shopper = stage.shopper("ann@example.com").await;
    for title in 0..3 {
        let mut form = stage.form(60, 600, 10, 1);
        form["items"][0]["sku"]["product_title"] = format!("Cup {title}").into();
        form["items"][0]["sku"]["code"] = format!("CUP-{title}").into();
        stage.sale(&owner, form).await;
    }
    for (path, bearer) in [("/activities", ""), ("/orders", shopper.as_str()), ("/merchant/activities", owner.as_str())]
    {
        for query in [
            "limit=-1",
            "limit=0",
            "limit=101",
            "limit=2147483647",
            "limit=1000000000",
            "limit=9223372036854775808",
            "limit=abc",
            "limit=1.5",
            "limit=%00",
            "cursor=-1",
            "cursor=0",
            "cursor=abc",
            "cursor=9223372036854775808",
            "cursor=%00",
            "cursor=1%20or%201=1",
        ] {
            let reply = stage.get(&format!("{path}?{query}"), bearer).await;
            assert_eq!(reply.problem(), (400, "malformed".to_owned()), "{path}?{query}");
            assert_eq!(reply.complaint().0, query.split('=').next().unwrap());
        }
        for query in
            ["cursor=9223372036854775807", "cursor=1&limit=100", "cursor=2147483647", "phase=&cursor=&limit=", "x=1&&="]
        {
            let reply = stage.get(&format!("{path}?{query}"), bearer).await;
            assert_eq!(reply.status, 200, "{path}?{query}: {}", reply.text);
            assert!(reply.json()["items"].as_array().unwrap().len() <= 3);
        }
    }
}

#[tokio::test]
async fn pages_follow_one_another_without_gap_or_repeat() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let mut made = Vec::new();
    for number in 0..5 {
        let mut form = stage.form(60 + number, 600, 10, 1);
        form["items"][0]["sku"]["product_title"] = format!("Cup {number}").into();
        form["items"][0]["sku"]["code"] = format!("CUP-{number}").into();
        made.push(stage.sale(&owner, form).await.id);
    }
    made.sort();
    for (path, bearer) in [("/activities", ""), ("/merchant/activities", owner.as_str())] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = stage.get(&format!("{path}?limit=2&cursor={cursor}"), bearer).await.json();
            let rows = page["items"].as_array().unwrap();
            assert!((1..=2).contains(&rows.len()), "{page}");
            seen.extend(rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()));
            let Some(next) = page["next_cursor"].as_str() else { break };
            cursor = next.to_owned();
        }
        seen.sort();
        assert_eq!(seen, made, "{path}");
    }
}
