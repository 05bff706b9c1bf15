//! What a merchant writes, as a shopper gets it (cases 33 and 34): inert, and the same after it is saved again.

use serde_json::{Value, json};

use crate::stage::Stage;

/// Saves a page, publishes it, and reads it as a shopper does; then saves what was read, which must change nothing.
async fn shown(stage: &Stage, owner: &str, html: &str, number: usize) -> String {
    let mut form = stage.form(60, 600, 10, 1);
    form["html"] = html.into();
    form["items"][0]["sku"]["code"] = format!("CUP-{number}").into();
    form["items"][0]["sku"]["product_title"] = format!("Cup {number}").into();
    let sale = stage.sale(owner, form).await;
    let public = format!("/activities/{}", sale.id);
    let page = stage.get(&public, "").await.json()["html"].as_str().unwrap().to_owned();
    let path = format!("/merchant/activities/{}", sale.id);
    let mut own = stage.get(&path, owner).await.json();
    assert_eq!(own["html"], json!(page), "the merchant sees the same");
    for member in ["id", "state", "phase", "cover_image", "stock", "sold"] {
        own.as_object_mut().unwrap().remove(member);
    }
    let again = stage.call("PUT", &path, owner, own.to_string()).await;
    assert_eq!((again.status, &again.json()["html"]), (200, &Value::from(page.as_str())), "{}", again.text);
    page
}

#[tokio::test]
async fn nothing_that_runs_reaches_a_shopper() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    for (number, (typed, left)) in [
        ("<p>a<img src=x onerror=alert(1)>b</p>", "<p>ab</p>"),
        ("<p><a href=\"java&#9;script:alert(1)\">a</a></p>", "<p>a</p>"),
        ("<svg><a><set attributeName=href to=javascript:alert(1)></a></svg><p>a</p>", "<p>a</p>"),
        (
            "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\"></style></table></mtext></math><p>a</p>",
            "<p>a</p>",
        ),
        ("<iframe srcdoc=\"<script>alert(1)</script>\"></iframe><p>a</p>", "<p>a</p>"),
        ("<base href=\"https://evil.test/\"><p>a</p>", "<p>a</p>"),
        ("<meta http-equiv=refresh content=\"0;url=https://evil.test\"><p>a</p>", "<p>a</p>"),
        ("<form action=\"https://evil.test\"><p>a</p></form>", "<p>a</p>"),
        ("<script>alert(1)</script><p onclick=alert(1)>a</p>", "<p>a</p>"),
        (
            "<p style=\"position:fixed;inset:0;z-index:9999;background:url(//evil/x)\">a</p><style>p{position:fixed}</style>",
            "<p>a</p>",
        ),
        ("<p class=\"sale-card button\" id=\"buy\" data-x=1>a</p>", "<p>a</p>"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(shown(&stage, &owner, typed, number).await, left, "{typed}");
    }
}

#[tokio::test]
async fn what_the_editor_makes_reaches_a_shopper_as_it_was_written() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let image = stage.image(&owner, &crate::images::png(40, 30)).await;
    let picture = format!("<img src=\"{}\" alt=\"耳机\" width=\"40\" height=\"30\">", image["url"].as_str().unwrap());
    let page = format!(
        "<h2>规格</h2>{picture}<ul><li><p><strong>降噪</strong> &amp; <em>轻</em></p></li></ul>\
         <table><tbody><tr><th colspan=\"2\"><p>a</p></th></tr></tbody></table>\
         <p><a href=\"https://example.com/\" rel=\"nofollow noopener noreferrer\">b</a></p>"
    );
    assert_eq!(shown(&stage, &owner, &page, 0).await, page);
}

#[tokio::test]
async fn a_page_made_to_trouble_parsers_is_refused_at_once() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    for unit in ["<ul><li>", "<a>", "<em x=1>", "<"] {
        let mut form = stage.form(60, 600, 10, 1);
        form["html"] = unit.repeat(200_000 / unit.len()).into();
        let reply = stage.post("/merchant/activities", &owner, form).await;
        assert_eq!(reply.complaint(), ("html".to_owned(), "malformed".to_owned()), "{unit}");
    }
    let mut form = stage.form(60, 600, 10, 1);
    form["html"] = "<a href=/x>y</a>".repeat(9_000).into();
    let reply = stage.post("/merchant/activities", &owner, form).await;
    assert_eq!(reply.complaint(), ("html".to_owned(), "too_long".to_owned()), "what is added to links counts");
}
