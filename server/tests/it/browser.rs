//! People in browsers: sessions, cookies, forms, and pages that show what others wrote.

use axum::{
    body::Body,
    http::{Request, header},
};
use serde_json::json;

use crate::stage::{PASSWORD, Reply, Stage};

/// A browser: it keeps cookies, and sends forms and calls from our pages.
#[derive(Default, Clone)]
struct Browser {
    cookies: Vec<(String, String)>,
}

impl Browser {
    async fn send(&mut self, stage: &Stage, request: axum::http::request::Builder, body: String) -> Reply {
        let jar: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = request.header(header::COOKIE, jar.join("; ")).header(header::HOST, "shop.test");
        let reply = stage.send(request.body(Body::from(body)).unwrap()).await;
        for cookie in reply.headers.get_all(header::SET_COOKIE) {
            let (name, rest) = cookie.to_str().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            let value = rest.split(';').next().unwrap();
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        reply
    }

    async fn get(&mut self, stage: &Stage, path: &str) -> Reply {
        self.send(stage, Request::get(path).header(header::ACCEPT, "text/html"), String::new()).await
    }

    async fn post(&mut self, stage: &Stage, path: &str, origin: &str, form: &str) -> Reply {
        let request = Request::post(path)
            .header(header::ACCEPT, "text/html")
            .header(header::ORIGIN, origin)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(stage, request, form.to_owned()).await
    }

    async fn sign_in(&mut self, stage: &Stage, form: &str, login: &str) -> Reply {
        let login = login.replace('@', "%40");
        let fields = format!("lang=zh&next=/zh/orders&login={login}&password={}", PASSWORD.replace(' ', "+"));
        self.post(stage, &format!("/form/{form}"), "http://shop.test", &fields).await
    }

    fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn only(&self, name: &str) -> Self {
        Self { cookies: self.cookies.iter().filter(|(known, _)| known == name).cloned().collect() }
    }
}

const SESSION: &str = "sluice_session";

async fn is_signed_in(stage: &Stage, browser: &Browser) -> bool {
    browser.clone().get(stage, "/api/v1/auth/session").await.json()["signed_in"].as_bool().unwrap()
}

#[tokio::test]
async fn signing_in_takes_a_new_session_and_signing_out_kills_it() {
    let stage = Stage::new().await;
    for login in ["ann@example.com", "bob@example.com"] {
        stage.shopper(login).await;
    }
    // An id that somebody planted is not taken over, and neither is that of an earlier sign-in.
    let planted = "AAAAAAAAAAAAAAAAAAAAAA";
    let mut browser = Browser { cookies: vec![(SESSION.to_owned(), planted.to_owned())] };
    let reply = browser.sign_in(&stage, "sign-in", "ann@example.com").await;
    assert_eq!((reply.status, reply.header("location")), (302, "/zh/orders"));
    let cookie =
        reply.headers.get_all(header::SET_COOKIE).iter().find(|cookie| cookie.to_str().unwrap().starts_with(SESSION));
    let cookie = cookie.unwrap().to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/"), "{cookie}");
    assert_ne!(browser.cookie(SESSION), Some(planted));
    let first = browser.only(SESSION);
    assert!(is_signed_in(&stage, &first).await);
    browser.sign_in(&stage, "sign-in", "bob@example.com").await;
    assert_ne!(browser.cookie(SESSION), first.cookie(SESSION));
    assert!(!is_signed_in(&stage, &first).await, "the id before is dead");

    let before = browser.only(SESSION);
    let reply = browser.post(&stage, "/form/sign-out", "http://shop.test", "next=/zh").await;
    assert_eq!((reply.status, reply.header("location")), (302, "/zh"));
    assert!(browser.cookies.is_empty(), "{:?}", browser.cookies);
    assert!(!is_signed_in(&stage, &before).await, "whoever kept the id has nothing");
    let page = browser.get(&stage, "/zh/orders").await;
    assert_eq!((page.status, page.header("location")), (302, "/zh/sign-in?next=/zh/orders"));
}

/// A session with somebody in it may have been planted: who signs in as another kind of person does not take them over.
#[tokio::test]
async fn signing_in_takes_over_nobody_whom_only_the_session_knows() {
    let stage = Stage::new().await;
    stage.owner("own@example.com").await;
    stage.shopper("ann@example.com").await;
    let mut browser = Browser::default();
    browser.sign_in(&stage, "office-sign-in", "own@example.com").await;
    let mut planted = browser.only(SESSION);
    planted.sign_in(&stage, "sign-in", "ann@example.com").await;
    assert!(is_signed_in(&stage, &planted).await);
    let office = planted.get(&stage, "/zh/office/sales").await;
    assert!(office.header("location").starts_with("/zh/office/sign-in"), "{}", office.text);
    // The browser in which both were proved keeps both.
    browser.sign_in(&stage, "office-sign-in", "own@example.com").await;
    browser.sign_in(&stage, "sign-in", "ann@example.com").await;
    assert_eq!(browser.only(SESSION).get(&stage, "/zh/office/sales").await.status, 200);

    let mut planted = browser.only(SESSION);
    planted.sign_in(&stage, "office-sign-in", "own@example.com").await;
    assert!(!is_signed_in(&stage, &planted).await);
}

#[tokio::test]
async fn cookies_count_only_for_requests_of_our_own_pages() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let sale = stage.sale(&owner, stage.form(-60, 600, 10, 1)).await;
    stage.shopper("ann@example.com").await;
    let mut browser = Browser::default();
    browser.sign_in(&stage, "sign-in", "ann@example.com").await;
    let token = format!("/api/v1/activities/{}/items/{}/token", sale.id, sale.item);
    let press = format!("lang=zh&activity={}&item={}&press=1&version={}", sale.id, sale.item, sale.version);

    for foreign in ["http://evil.test", "null"] {
        assert_eq!(browser.post(&stage, &token, foreign, "").await.problem(), (401, "unauthenticated".to_owned()));
        let refused = browser.post(&stage, "/form/buy", foreign, &press).await;
        assert_eq!(refused.status, 403, "{}", refused.text);
        assert!(refused.text.contains("请从我们的页面提交"), "{}", refused.text);
        assert_eq!(
            browser.post(&stage, "/form/sign-in", foreign, "").await.status,
            403,
            "nobody is signed in by others"
        );
    }
    assert_eq!(browser.post(&stage, &token, "http://shop.test", "").await.status, 200);
    let bought = browser.post(&stage, "/form/buy", "http://shop.test", &press).await;
    assert!(bought.header("location").starts_with("/zh/tickets/"), "{}", bought.header("location"));
    stage.write_orders().await;
    let ticket = bought.header("location").to_owned();
    let order = browser.get(&stage, &ticket).await;
    assert!(order.header("location").starts_with("/zh/orders/"), "{}", order.text);
    assert!(browser.get(&stage, order.header("location")).await.text.contains("待付款"));

    // Nobody else sees it: it looks as if it were not there.
    stage.shopper("bob@example.com").await;
    let mut other = Browser::default();
    other.sign_in(&stage, "sign-in", "bob@example.com").await;
    for path in [ticket.as_str(), order.header("location"), "/zh/orders/999999"] {
        assert_eq!(other.get(&stage, path).await.status, 404, "{path}");
    }
    // A shopper's cookies open nothing of the office, and an access token that is wrong is not made up for by cookies.
    assert_eq!(browser.get(&stage, "/api/v1/merchant/activities").await.problem().0, 401);
    let wrong = Request::get("/api/v1/me").header(header::AUTHORIZATION, "Bearer nonsense");
    assert_eq!(browser.send(&stage, wrong, String::new()).await.problem().0, 401);
}

#[tokio::test]
async fn the_session_stands_in_when_the_signed_cookie_has_ended() {
    let stage = Stage::new().await;
    stage.shopper("ann@example.com").await;
    let mut browser = Browser::default();
    browser.sign_in(&stage, "sign-in", "ann@example.com").await;
    let mut later = browser.only(SESSION);
    assert_eq!(later.get(&stage, "/api/v1/me").await.json()["login"], "ann@example.com");
    assert!(later.cookie("sluice_shopper").is_some(), "the proof is renewed");
    assert_eq!(browser.only("sluice_shopper").get(&stage, "/api/v1/me").await.status, 200, "no session is looked up");
}

#[tokio::test]
async fn staff_sign_in_with_their_own_form_and_lose_rights_with_their_role() {
    let stage = Stage::new().await;
    stage.owner("own@example.com").await;
    let mut browser = Browser::default();
    let shopper = browser.sign_in(&stage, "sign-in", "own@example.com").await;
    assert!(shopper.header("location").contains("problem=bad_credentials"), "staff are no shoppers");
    assert_eq!(browser.sign_in(&stage, "office-sign-in", "own@example.com").await.header("location"), "/zh/orders");
    let create = |browser: &Browser| {
        let (mut browser, form) = (browser.clone(), stage.form(60, 600, 10, 1));
        let stage = &stage;
        async move {
            let request = Request::post("/api/v1/merchant/activities").header(header::ORIGIN, "http://shop.test");
            browser.send(stage, request.header(header::CONTENT_TYPE, "application/json"), form.to_string()).await.status
        }
    };
    assert_eq!(create(&browser).await, 201);
    stage.demote("own@example.com").await;
    assert_eq!(create(&browser.only(SESSION)).await, 403, "the role is read anew");
}

#[tokio::test]
async fn a_form_leads_nobody_elsewhere_and_brings_back_what_was_typed() {
    let stage = Stage::new().await;
    stage.shopper("ann@example.com").await;
    for (next, to) in
        [("//evil.test", "/"), ("https://evil.test/", "/"), ("/\\evil.test", "/"), ("/en/orders", "/en/orders")]
    {
        let form = format!("lang=en&next={next}&login=ann%40example.com&password={}", PASSWORD.replace(' ', "+"));
        let reply = Browser::default().post(&stage, "/form/sign-in", "http://shop.test", &form).await;
        assert_eq!(reply.header("location"), to, "{next}");
    }
    let mut browser = Browser::default();
    let login = "<b>安</b>\"'&";
    let typed = "%3Cb%3E%E5%AE%89%3C%2Fb%3E%22%27%26";
    let form = format!("lang=zh&next=/zh/orders&login={typed}&password=short");
    let reply = browser.post(&stage, "/form/register", "http://shop.test", &form).await;
    assert_eq!(reply.header("location"), "/zh/register?problem=bad_password&next=/zh/orders");
    let page = browser.get(&stage, reply.header("location")).await;
    assert!(page.text.contains("密码要有 8 到 128 位"), "{}", page.text);
    assert!(page.text.contains("&lt;b&gt;安&lt;/b&gt;&quot;"), "{}", page.text);
    assert!(!page.text.contains(login));
}

/// A form that was made by hand or cut off is answered by a page, whoever asks and wherever they say they come from.
#[tokio::test]
async fn a_form_that_cannot_be_read_says_so() {
    let stage = Stage::new().await;
    let press = "lang=zh&activity=1&item=1&press=1&version=1";
    for (path, form) in [
        ("/form/buy", "activity=%00&item=-1"),
        ("/form/buy", "lang=zh&activity=1&item=1&press=1"),
        ("/form/buy", &format!("{press}&quantity=abc")),
        ("/form/buy", &format!("{press}&press=2")),
        ("/form/sign-in", "lang=fr&next=/zh&login=ann&password=x"),
        ("/form/register", "\u{fffd}%ff=%ff&&&"),
        ("/form/sign-out", ""),
    ] {
        for accept in ["text/html", "*/*"] {
            let request = Request::post(path)
                .header(header::ACCEPT, accept)
                .header(header::ORIGIN, "http://shop.test")
                .header(header::REFERER, "http://evil.test/")
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
            let reply = Browser::default().send(&stage, request, form.to_owned()).await;
            assert_eq!(reply.status, 400, "{path} {form}: {}", reply.text);
            assert!(reply.text.contains("表单没有填好") && !reply.text.contains("evil.test"), "{}", reply.text);
        }
    }
    let long = format!("{press}&quantity={}", "1".repeat(20_000));
    let reply = Browser::default().post(&stage, "/form/buy", "http://shop.test", &long).await;
    assert_eq!(reply.status, 400, "more than any form of ours");
    let announced = Request::post("/form/buy").header(header::ORIGIN, "http://shop.test");
    let announced = announced.header(header::CONTENT_LENGTH, long.len());
    let reply = Browser::default().send(&stage, announced, long).await;
    assert_eq!(reply.status, 400, "and who says so beforehand");
    assert!(reply.text.contains("表单没有填好"), "{}", reply.text);
    let reply = Browser::default().get(&stage, "/form/buy").await;
    assert_eq!((reply.status, reply.text.contains("没有这个页面")), (404, true), "{}", reply.text);
    let reply = Browser::default().post(&stage, "/zh/activities/1", "http://shop.test", "").await;
    assert_eq!((reply.status, reply.text.contains("表单没有填好")), (400, true), "{}", reply.text);
}

/// A press on *Register* that is one of two, or was cut off after the account was made, leads in all the same.
#[tokio::test]
async fn registering_twice_is_registering_once() {
    let stage = Stage::new().await;
    for _ in 0..2 {
        let mut browser = Browser::default();
        let reply = browser.sign_in(&stage, "register", "ann@example.com").await;
        assert_eq!(reply.header("location"), "/zh/orders");
        assert!(is_signed_in(&stage, &browser.only(SESSION)).await);
    }
    let form = "lang=zh&next=/zh/orders&login=ann%40example.com&password=another+one";
    let reply = Browser::default().post(&stage, "/form/register", "http://shop.test", form).await;
    assert_eq!(reply.header("location"), "/zh/register?problem=login_taken&next=/zh/orders");
}

/// A page that is older than the sale sells nothing, and the new page keeps what was chosen.
#[tokio::test]
async fn a_form_of_an_older_page_sells_nothing() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let sale = stage.sale(&owner, stage.form(-60, 600, 10, 5)).await;
    stage.shopper("ann@example.com").await;
    let mut browser = Browser::default();
    browser.sign_in(&stage, "sign-in", "ann@example.com").await;
    let form = |item: &str, quantity, version| {
        format!("lang=zh&activity={}&item={item}&quantity={quantity}&press=1&version={version}", sale.id)
    };
    let mut reader = browser.clone();
    let mut press = async |form: String| browser.post(&stage, "/form/buy", "http://shop.test", &form).await;
    let back = |answer: &str, item: &str| format!("/zh/activities/{}?answer={answer}&item={item}", sale.id);
    let old = press(form(&sale.item, 1, sale.version - 1)).await;
    assert_eq!(old.header("location"), back("changed", &sale.item));
    assert!(reader.get(&stage, old.header("location")).await.text.contains("请看清价格后再按"));
    assert_eq!(press(form("999999", 1, sale.version)).await.header("location"), back("changed", "999999"));
    assert!(press(form(&sale.item, 2, sale.version)).await.header("location").starts_with("/zh/tickets/"));
    let other_quantity = press(form(&sale.item, 3, sale.version)).await;
    assert_eq!(other_quantity.header("location"), back("pressed", &sale.item), "the two are bought");
}

/// Without scripts a new press for more than one may have is not answered by an order from before.
#[tokio::test]
async fn a_press_beyond_the_limit_says_so() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    stage.shopper("ann@example.com").await;
    let mut browser = Browser::default();
    browser.sign_in(&stage, "sign-in", "ann@example.com").await;
    for (limit, beyond) in [(1, "/zh/tickets/"), (2, "?answer=limit_reached")] {
        let mut form = stage.form(-60, 600, 10, limit);
        form["items"][0]["sku"]["code"] = format!("LIMIT-{limit}").into();
        form["items"][0]["sku"]["product_title"] = format!("Limit {limit}").into();
        let sale = stage.sale(&owner, form).await;
        for press in 1..=limit + 1 {
            let form =
                format!("lang=zh&activity={}&item={}&press={press}&version={}", sale.id, sale.item, sale.version);
            let reply = browser.post(&stage, "/form/buy", "http://shop.test", &form).await;
            let expected = if press > limit { beyond } else { "/zh/tickets/" };
            assert!(reply.header("location").contains(expected), "{press} of {limit}: {}", reply.header("location"));
            let had_before = reply.header("location").ends_with("&held");
            assert_eq!(had_before, (press, limit) == (2, 1), "{}", reply.header("location"));
        }
    }
}

/// Case 35.
#[tokio::test]
async fn plain_fields_stay_plain_on_every_page() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let hostile = "<b>x</b> & \"q\" 'z'</script><script>alert(1)</script>";
    let mut form = stage.form(-60, 600, 10, 1);
    form["title"] = hostile.into();
    form["items"][0]["sku"]["product_title"] = hostile.into();
    form["items"][0]["sku"]["name"] = hostile.into();
    let sale = stage.sale(&owner, form).await;
    let mut browser = Browser::default();
    stage.shopper("ann@example.com").await;
    browser.sign_in(&stage, "sign-in", "ann@example.com").await;
    let press = format!("lang=zh&activity={}&item={}&press=1&version={}", sale.id, sale.item, sale.version);
    browser.post(&stage, "/form/buy", "http://shop.test", &press).await;
    stage.write_orders().await;
    let mut colleague = Browser::default();
    colleague.sign_in(&stage, "office-sign-in", "own@example.com").await;
    let office = format!("/zh/office/sales/{}", sale.id);
    let for_shoppers = vec!["/zh".to_owned(), format!("/en/activities/{}", sale.id), "/zh/orders".to_owned()];
    let for_staff =
        vec!["/zh/office/sales".to_owned(), format!("{office}/preview"), format!("{office}/orders"), office];
    for (browser, paths) in [(&mut browser, for_shoppers), (&mut colleague, for_staff)] {
        for path in paths {
            let page = browser.get(&stage, &path).await;
            assert_eq!(page.status, 200, "{path}");
            assert!(page.text.contains("&lt;b&gt;x&lt;/b&gt; &amp; "), "{path}: {}", page.text);
            for raw in ["<b>x", "<script>alert", "&amp;amp;", "&amp;lt;"] {
                assert!(!page.text.contains(raw), "{path} has {raw}: {}", page.text);
            }
        }
    }
}

/// Case 26: the crowd loads the page at the start, with nothing cached.
#[tokio::test]
async fn a_thousand_page_loads_at_once_are_few_reads_and_no_error() {
    let stage = Stage::new().await;
    let owner = stage.owner("own@example.com").await;
    let sale = stage.sale(&owner, stage.form(-1, 600, 10, 1)).await;
    let path = format!("/zh/activities/{}", sale.id);
    let before = stage.statements().await;
    let loads = (0..1_000).map(|_| {
        let mut browser = Browser::default();
        let (stage, path) = (&stage, path.as_str());
        async move { browser.get(stage, path).await.status }
    });
    let statuses = futures::future::join_all(loads).await;
    assert!(statuses.iter().all(|status| *status == 200));
    // The rules of a sale are read at most once a second. Postgres counts late, so some of what came before is in it.
    let read = stage.statements().await - before;
    assert!(read <= 100, "{read} transactions for 1,000 page loads");

    // Who got an order and loads the page again still finds it; who asks for too much is told plainly.
    let token = stage.granted(&sale, &stage.shopper("ann@example.com").await).await;
    let reply = stage.attempt(&sale, None, json!({"token": token, "quantity": 1})).await;
    assert_eq!(reply.status, 202);
}
