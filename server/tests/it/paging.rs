//! Page numbers that clients make up (case 41).

use crate::stage::Stage;

#[tokio::test]
async fn a_silly_page_is_refused_or_small() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let shopper = stage.shopper("ann@example.com").await;
    let mut sale = String::new();
    for title in 0..3 {
        let mut form = stage.form(60, 600, 10, 1);
        form["items"][0]["sku"]["product_title"] = format!("Cup {title}").into();
        form["items"][0]["sku"]["code"] = format!("CUP-{title}").into();
        sale = stage.sale(&owner, form).await.id;
    }
    let orders = format!("/merchant/activities/{sale}/orders");
    for (path, bearer) in [
        ("/activities", ""),
        ("/orders", shopper.as_str()),
        ("/merchant/activities", owner.as_str()),
        (orders.as_str(), owner.as_str()),
    ] {
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

#[tokio::test]
async fn our_sales_are_listed_by_where_they_stand() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let draft = stage.post("/merchant/activities", &owner, stage.form(60, 600, 10, 1)).await.json();
    for (word, count) in [("draft", 1), ("upcoming", 0), ("live", 0), ("ended", 0), ("", 1)] {
        let page = stage.get(&format!("/merchant/activities?stage={word}"), &owner).await.json();
        assert_eq!(page["items"].as_array().unwrap().len(), count, "{word}: {page}");
    }
    let page = stage.get("/merchant/activities?stage=draft", &owner).await.json();
    assert_eq!(
        (&page["items"][0]["id"], &page["items"][0]["stock"], &page["items"][0]["sold"]),
        (&draft["id"], &10.into(), &0.into())
    );
    let reply = stage.get("/merchant/activities?stage=warming", &owner).await;
    assert_eq!((reply.problem(), reply.complaint().0), ((400, "malformed".to_owned()), "stage".to_owned()));
}

#[tokio::test]
async fn orders_of_our_sale_are_read_page_by_page() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let sale = stage.sale(&owner, stage.form(-60, 600, 10, 1)).await;
    for login in ["ann@example.com", "bob@example.com", "cat@example.com"] {
        let shopper = stage.shopper(login).await;
        stage.buy(&sale, &shopper, 1).await;
        stage.write_orders().await;
    }
    let path = format!("/merchant/activities/{}/orders", sale.id);
    let first = stage.get(&format!("{path}?limit=2"), &owner).await.json();
    let rest = stage.get(&format!("{path}?limit=2&cursor={}", first["next_cursor"].as_str().unwrap()), &owner).await;
    let rest = rest.json();
    let logins = |page: &serde_json::Value| {
        let rows = page["items"].as_array().unwrap();
        rows.iter().map(|row| row["shopper"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        (logins(&first), logins(&rest)),
        (vec!["cat@example.com".to_owned(), "bob@example.com".to_owned()], vec!["ann@example.com".to_owned()])
    );
    assert_eq!((&rest["next_cursor"], &rest["items"][0]["sku_code"]), (&serde_json::Value::Null, &"CUP-1".into()));
}
