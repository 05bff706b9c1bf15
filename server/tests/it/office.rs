//! The pages of the office: whom they open for, and what a colleague who may only look finds there.

use axum::{body::Body, http::header};
use serde_json::json;

use crate::stage::{PASSWORD, Reply, Stage, request};

/// A page, for whom this access token is.
async fn page(stage: &Stage, path: &str, staff: &str) -> Reply {
    let request = request("GET", path, "").header(header::COOKIE, format!("sluice_staff={staff}"));
    stage.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn who_may_only_look_finds_nothing_to_change() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let draft = stage.post("/merchant/activities", &owner, stage.form(60, 600, 10, 1)).await.json();
    let sale = format!("/zh/office/sales/{}", draft["id"].as_str().unwrap());
    assert!(page(&stage, &sale, &owner).await.text.contains("sale-form"));
    assert!(page(&stage, "/zh/office/sales", &owner).await.text.contains("/zh/office/sales/new"));
    assert_eq!(page(&stage, "/zh/office/sales/new", &owner).await.status, 200);

    stage.demote("own@example.com").await;
    let credentials = json!({"login": "own@example.com", "password": PASSWORD});
    let viewer = stage.post("/merchant/auth/login", "", credentials).await.json();
    let viewer = viewer["access_token"].as_str().unwrap();
    let seen = page(&stage, &sale, viewer).await;
    assert_eq!(seen.status, 200);
    assert!(!seen.text.contains("sale-form") && seen.text.contains("您的账号只能查看"), "{}", seen.text);
    assert!(seen.text.contains("CUP-1"));
    assert!(!page(&stage, "/zh/office/sales", viewer).await.text.contains("/zh/office/sales/new"));
    assert_eq!(page(&stage, "/zh/office/sales/new", viewer).await.status, 404);
}

/// What is in a `textarea` is not escaped for us: markup that a merchant shows as text must not end it.
#[tokio::test]
async fn text_that_looks_like_markup_stays_in_its_field() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let mut form = stage.form(60, 600, 10, 1);
    form["html"] = "<p>&lt;/textarea&gt;&lt;script&gt;x &amp;amp;</p>".into();
    let draft = stage.post("/merchant/activities", &owner, form).await.json();
    let seen = page(&stage, &format!("/zh/office/sales/{}", draft["id"].as_str().unwrap()), &owner).await.text;
    assert!(seen.contains("\n&lt;p>&amp;lt;/textarea&amp;gt;&amp;lt;script&amp;gt;x &amp;amp;amp;&lt;/p>"), "{seen}");
    assert!(!seen.contains("</textarea><script"), "{seen}");
}

/// Case 42, on pages.
#[tokio::test]
async fn another_merchants_sale_is_not_there() {
    let stage = Stage::new().await;
    let (own, other) = (stage.owner("own@example.com").await, stage.owner("other@example.com").await);
    let sale = stage.sale(&own, stage.form(60, 600, 10, 1)).await.id;
    for pattern in
        ["/en/office/sales/{id}", "/en/office/sales/{id}/orders", "/en/office/sales/{id}/preview", "/en/preview/{id}"]
    {
        let at = |id: &str| pattern.replace("{id}", id);
        assert_eq!(page(&stage, &at(&sale), &own).await.status, 200, "{pattern}");
        for (id, staff) in [(sale.as_str(), &other), ("999999", &own), ("x", &own)] {
            assert_eq!(page(&stage, &at(id), staff).await.status, 404, "{pattern} {id}");
        }
        let nobody = page(&stage, &at(&sale), "forged").await;
        assert_eq!(nobody.status, 302, "{pattern}: {}", nobody.text);
        assert!(!nobody.text.contains("CUP-1") && !nobody.text.contains("Cup"), "{pattern}: {}", nobody.text);
        assert!(nobody.header("location").starts_with("/en/office/sign-in?next=/en/"), "{pattern}");
    }
}

/// A change whose answer was lost is sent again with its key, and is one change.
#[tokio::test]
async fn the_same_change_is_made_once() {
    let stage = Stage::new().await;
    let (own, other) = (stage.owner("own@example.com").await, stage.owner("other@example.com").await);
    let change = async |method: &str, path: &str, staff: &str, key: &str, body: &serde_json::Value| {
        let request = request(method, &format!("/api/v1/merchant/activities{path}"), staff)
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", key);
        stage.send(request.body(Body::from(body.to_string())).unwrap()).await
    };
    let mut form = stage.form(60, 600, 10, 1);
    let created = change("POST", "", &own, "a", &form).await.json();
    assert_eq!(change("POST", "", &own, "a", &form).await.json(), created);
    assert_ne!(change("POST", "", &other, "a", &form).await.json()["id"], created["id"], "a key is its merchant's");
    let id = created["id"].as_str().unwrap();
    let at = format!("/{id}");

    form["title"] = "Mugs".into();
    form["version"] = 1.into();
    form["items"][0]["id"] = created["items"][0]["id"].clone();
    let edited = change("PUT", &at, &own, "b", &form).await.json();
    assert_eq!((&edited["version"], &edited["title"]), (&json!(2), &json!("Mugs")));
    assert_eq!(change("PUT", &at, &own, "b", &form).await.json(), edited);
    assert_eq!(change("PUT", &at, &own, "c", &form).await.problem(), (409, "version_conflict".to_owned()));

    let publish = format!("{at}/publish");
    let published = change("POST", &publish, &own, "d", &json!({"version": 2})).await.json();
    assert_eq!((&published["version"], &published["state"]), (&json!(3), &json!("published")));
    assert_eq!(change("POST", &publish, &own, "d", &json!({"version": 2})).await.json()["version"], 3);
    assert_eq!(change("POST", &publish, &own, "e", &json!({"version": 3})).await.problem().0, 409);

    // Nobody could change it back: it would be open.
    form["version"] = 3.into();
    form["starts_at"] = stage.form(-60, 600, 10, 1)["starts_at"].clone();
    let refused = change("PUT", &at, &own, "f", &form).await.json();
    assert_eq!(refused["errors"][0]["field"], "starts_at", "{refused}");
}

/// A form that is open while somebody of another merchant signs in does not end up in their office.
#[tokio::test]
async fn a_draft_stays_with_the_merchant_whose_office_it_was_opened_in() {
    let stage = Stage::new().await;
    let (own, other) = (stage.owner("own@example.com").await, stage.owner("other@example.com").await);
    let page = page(&stage, "/zh/office/sales/new", &own).await.text;
    let after = page.split("merchant&quot;:").nth(1).unwrap_or_else(|| panic!("{page}"));
    let digits = after.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let merchant = digits.split(|letter: char| !letter.is_ascii_digit()).next().unwrap();
    let path = format!("/merchant/activities?merchant={merchant}");
    let refused = stage.post(&path, &other, stage.form(60, 600, 10, 1)).await;
    assert_eq!(refused.problem(), (403, "forbidden".to_owned()));
    assert_eq!(stage.post(&path, &own, stage.form(60, 600, 10, 1)).await.status, 201);
}
