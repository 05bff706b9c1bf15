//! The real binary, in a process of its own, over a database and a key prefix of its own.

use std::{process::Stdio, time::Duration};

use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use tokio::process::{Child, Command};

/// All tests share the folder: a name is made from what is in the file.
pub const MEDIA: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/media");

/// One installation.
#[derive(Clone)]
pub struct Site {
    pub http: reqwest::Client,
    pub database_url: String,
    /// Where the tests themselves look.
    pub direct_database_url: String,
    pub redis_url: String,
    port: u16,
    prefix: String,
}

/// A shopper with a purchase token; its own id is the key of its one press.
#[derive(Clone)]
pub struct Press {
    pub id: String,
    pub bearer: String,
    pub token: String,
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set; `make test` sets it"))
}

impl Site {
    /// A migrated, empty installation; nothing runs yet.
    pub async fn new() -> Self {
        // A port that was free a moment ago; nobody else here takes ports of this range.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let name = format!("site_{}_{port}", std::process::id());
        let url = env("DATABASE_URL");
        let mut admin = PgConnection::connect(&url).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut admin).await.unwrap();
        let (server, _) = url.rsplit_once('/').unwrap();
        let site = Self {
            http: reqwest::Client::new(),
            port,
            database_url: format!("{server}/{name}"),
            direct_database_url: format!("{server}/{name}"),
            redis_url: env("REDIS_URL"),
            prefix: format!("test-{name}"),
        };
        assert!(site.sluice(&["migrate"]).status().await.unwrap().success());
        site
    }

    /// The binary with this installation's configuration.
    pub fn sluice(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sluice"));
        command.args(args).kill_on_drop(true);
        command.env("DATABASE_URL", &self.database_url).env("REDIS_URL", &self.redis_url);
        command.env("REDIS_PREFIX", &self.prefix).env("LISTEN", format!("127.0.0.1:{}", self.port));
        command.env("SLUICE_SECRET", "a secret of the tests, 32 bytes long").env("SLUICE_DEMO", "true");
        command.env("MEDIA_ROOT", MEDIA);
        // Case 16: the zone of the machine plays no part.
        command.env("LOG", "warn").env("TZ", "America/Los_Angeles");
        command
    }

    /// Starts the server and waits until it is ready.
    pub async fn serve(&self) -> Child {
        self.serve_with(&[]).await
    }

    /// Like [`Site::serve`], with settings of its own.
    pub async fn serve_with(&self, settings: &[(&str, &str)]) -> Child {
        let mut serve = self.sluice(&["serve"]);
        let child = serve.envs(settings.iter().copied()).stdout(Stdio::null()).spawn().unwrap();
        for _ in 0..500 {
            let ready = self.http.get(self.url("/readyz")).send().await;
            if ready.is_ok_and(|answer| answer.status().is_success()) {
                return child;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the server did not become ready");
    }

    /// Asks the server to end and waits for it.
    pub async fn stop(&self, mut server: Child) {
        let pid = server.id().expect("it runs").to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().await.unwrap().success());
        let ended = tokio::time::timeout(Duration::from_secs(15), server.wait()).await.expect("it ends when asked");
        assert!(ended.unwrap().success());
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    pub async fn get(&self, path: &str, bearer: &str) -> Value {
        self.http.get(self.url(path)).bearer_auth(bearer).send().await.unwrap().json().await.unwrap()
    }

    pub async fn post(&self, path: &str, bearer: &str, body: &Value) -> Value {
        let call = self.http.post(self.url(path)).bearer_auth(bearer).json(body);
        call.send().await.unwrap().json().await.unwrap()
    }

    /// Makes a merchant and signs its owner in.
    pub async fn merchant_bearer(&self) -> String {
        let mut create = self.sluice(&["create-merchant", "--name", "Shop", "--login", "boss@shop.test"]);
        assert!(create.env("SLUICE_PASSWORD", "correct horse").status().await.unwrap().success());
        let credentials = json!({"login": "boss@shop.test", "password": "correct horse"});
        let signed_in = self.post("/api/v1/merchant/auth/login", "", &credentials).await;
        signed_in["access_token"].as_str().unwrap_or_else(|| panic!("{signed_in}")).to_owned()
    }

    /// A published sale that has been open for a moment: its id and its item's.
    pub async fn open_sale(&self, merchant: &str, stock: i64) -> (String, String) {
        self.sale_in(merchant, stock, -1).await
    }

    /// A published sale that opens in so many seconds, entered in local time of Shanghai.
    pub async fn sale_in(&self, merchant: &str, stock: i64, seconds: i64) -> (String, String) {
        let state = self.get("/api/v1/activities", "").await;
        let starts_at_ms = state["server_time_ms"].as_i64().unwrap() + seconds * 1_000;
        let local = |ms: i64| {
            let shanghai = chrono::DateTime::from_timestamp_millis(ms + 8 * 3_600_000).unwrap();
            shanghai.format("%Y-%m-%dT%H:%M:%S").to_string()
        };
        let draft = json!({
            "title": "双十二", "starts_at": local(starts_at_ms), "ends_at": local(starts_at_ms + 3_600_000),
            "items": [{
                "sku": {"product_title": "耳机", "name": "黑", "code": "EAR-1", "list_price_fen": 9900},
                "sale_price_fen": 4900, "stock": stock
            }]
        });
        let draft = self.post("/api/v1/merchant/activities", merchant, &draft).await;
        let id = draft["id"].as_str().unwrap_or_else(|| panic!("{draft}")).to_owned();
        let published =
            self.post(&format!("/api/v1/merchant/activities/{id}/publish"), merchant, &json!({"version": 1})).await;
        assert_eq!(published["state"], "published", "{published}");
        let page = self.get(&format!("/api/v1/activities/{id}"), "").await;
        assert_eq!(page["starts_at_ms"].as_i64().unwrap() / 1_000, starts_at_ms / 1_000, "{page}");
        (id, draft["items"][0]["id"].as_str().unwrap().to_owned())
    }

    /// New shoppers, each with a purchase token.
    pub async fn presses(&self, (sale, item): &(String, String), count: usize) -> Vec<Press> {
        let printed = self.sluice(&["demo-shoppers", "--count", &count.to_string()]).stderr(Stdio::inherit()).output();
        let printed = String::from_utf8(printed.await.unwrap().stdout).unwrap();
        let mut presses = Vec::new();
        for line in printed.lines() {
            let shopper: Value = serde_json::from_str(line).unwrap();
            let text = |field: &str| shopper[field].as_str().unwrap().to_owned();
            let bearer = text("access_token");
            let path = format!("/api/v1/activities/{sale}/items/{item}/token");
            let granted = self.post(&path, &bearer, &json!({})).await;
            let token = granted["token"].as_str().unwrap_or_else(|| panic!("{granted}")).to_owned();
            presses.push(Press { id: text("id"), bearer, token });
        }
        assert_eq!(presses.len(), count);
        presses
    }

    /// One press, again while the answer is "not ready"; `None` when the answer was cut.
    pub async fn attempt(&self, sale: &(String, String), press: &Press) -> Option<Value> {
        for _ in 0..200 {
            let answer = self.attempt_once(sale, press).await?;
            if answer["code"] != "not_ready" {
                return Some(answer);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the sale never became ready");
    }

    /// One press, once; `None` when the answer was cut.
    pub async fn attempt_once(&self, sale: &(String, String), press: &Press) -> Option<Value> {
        self.press(sale, press).await.ok()
    }

    /// One press, once, with what cut its answer.
    pub async fn press(&self, (sale, item): &(String, String), press: &Press) -> reqwest::Result<Value> {
        let call = self.http.post(self.url(&format!("/api/v1/activities/{sale}/items/{item}/attempts")));
        let call = call.header("Idempotency-Key", &press.id).json(&json!({"token": press.token, "quantity": 1}));
        call.send().await?.json().await
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        let mut conn = PgConnection::connect(&self.direct_database_url).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut conn).await.unwrap()
    }
}
