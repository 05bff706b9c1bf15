//! A server over stores of its own, and how a test talks to it.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    http::{HeaderMap, Request, header},
};
use http_body_util::BodyExt as _;
use metrics_exporter_prometheus::PrometheusBuilder;
use seckill::{Login, MerchantId, Password, Secret, Shop, ShopConfig};
use server::{sessions::RedisSessions, state::AppState};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tower::ServiceExt as _;

pub const PASSWORD: &str = "correct horse";

static STAGES: AtomicU32 = AtomicU32::new(0);

pub struct Stage {
    pub shop: Shop,
    router: Router,
    /// The server of all tests' databases, and this test's own.
    postgres: String,
    database: String,
}

pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Bytes,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{} is no JSON: {}", self.status, self.text))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The `code` of a problem document, which it must be.
    pub fn code(&self) -> String {
        let problem = self.json();
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text);
        assert_eq!(problem["status"], self.status);
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{}", self.text);
        assert_eq!(self.header("cache-control"), "no-store");
        problem["code"].as_str().unwrap().to_owned()
    }

    /// Status and code: what a program sees.
    pub fn problem(&self) -> (u16, String) {
        (self.status, self.code())
    }

    /// The only complaint about a field: which, and what.
    pub fn complaint(&self) -> (String, String) {
        let problem = self.json();
        let errors = problem["errors"].as_array().unwrap_or_else(|| panic!("no errors: {}", self.text));
        assert_eq!(errors.len(), 1, "{}", self.text);
        let word = |name: &str| errors[0][name].as_str().unwrap().to_owned();
        (word("field"), word("code"))
    }
}

impl Stage {
    pub async fn new() -> Self {
        let (postgres, redis_url) = (variable("DATABASE_URL"), variable("REDIS_URL"));
        let database = format!("http_{}_{}", std::process::id(), STAGES.fetch_add(1, Ordering::Relaxed));
        execute(&postgres, format!("CREATE DATABASE {database}")).await;
        let database_url = in_database(&postgres, &database);
        seckill::migrate(&database_url).await.unwrap();
        let config = ShopConfig {
            database_url,
            database_connections: 5,
            redis_url: redis_url.clone(),
            redis_prefix: database.clone(),
            secret: Secret::parse("a secret of the tests, long enough").unwrap(),
            warm_lead: Duration::from_secs(600),
            media_root: crate::process::MEDIA.into(),
        };
        let shop = Shop::open(config).await.unwrap();
        let metrics = PrometheusBuilder::new().build_recorder().handle();
        let sessions = RedisSessions::open(&redis_url, &database).await.unwrap();
        let site_root = PathBuf::from("no-site");
        let state = AppState { shop: shop.clone(), site_root, sessions, secure_cookies: false, metrics };
        Self { shop, router: server::http::router(state), postgres, database }
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Reply {
            status: head.status.as_u16(),
            headers: head.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
            bytes,
        }
    }

    /// A call with JSON, to a path below `/api/v1`.
    pub async fn call(&self, method: &str, path: &str, bearer: &str, body: impl Into<Body>) -> Reply {
        self.send(request(method, &format!("/api/v1{path}"), bearer).body(body.into()).unwrap()).await
    }

    pub async fn get(&self, path: &str, bearer: &str) -> Reply {
        self.call("GET", path, bearer, Body::empty()).await
    }

    pub async fn post(&self, path: &str, bearer: &str, body: serde_json::Value) -> Reply {
        self.call("POST", path, bearer, body.to_string()).await
    }

    /// The access token of a new shopper.
    pub async fn shopper(&self, login: &str) -> String {
        let reply = self.post("/auth/register", "", serde_json::json!({"login": login, "password": PASSWORD})).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["access_token"].as_str().unwrap().to_owned()
    }

    /// The access token of the owner of a new merchant.
    pub async fn owner(&self, login: &str) -> String {
        self.merchant(login).await;
        self.staff(login).await
    }

    /// The access token of a person of a new merchant who may only look.
    pub async fn onlooker(&self, login: &str) -> String {
        let merchant = self.merchant(login).await;
        let demotion = format!("UPDATE staff SET role = 'viewer' WHERE merchant_id = {merchant}");
        execute(&in_database(&self.postgres, &self.database), demotion).await;
        self.staff(login).await
    }

    /// From now on this person of a merchant may only look.
    pub async fn demote(&self, login: &str) {
        let demotion = format!("UPDATE staff SET role = 'viewer' WHERE login = '{login}'");
        execute(&in_database(&self.postgres, &self.database), demotion).await;
    }

    /// How many transactions this test's database has seen; Postgres counts them with a delay of up to a second.
    pub async fn statements(&self) -> i64 {
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        let mut connection = PgConnection::connect(&self.postgres).await.unwrap();
        let count = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = $1";
        sqlx::query_scalar(count).bind(&self.database).fetch_one(&mut connection).await.unwrap()
    }

    async fn merchant(&self, login: &str) -> MerchantId {
        let (login, password) = (Login::parse(login).unwrap(), Password::parse(PASSWORD).unwrap());
        self.shop.create_merchant("Shop", &login, &password).await.unwrap().0
    }

    async fn staff(&self, login: &str) -> String {
        let credentials = serde_json::json!({"login": login, "password": PASSWORD});
        let reply = self.post("/merchant/auth/login", "", credentials).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["access_token"].as_str().unwrap().to_owned()
    }

    /// From now on this test's database does not exist.
    pub async fn lose_postgres(&self) {
        execute(&self.postgres, format!("DROP DATABASE {} WITH (FORCE)", self.database)).await;
    }

    /// Does the workers' job once, by hand.
    pub async fn write_orders(&self) {
        for shard in self.shop.gate().shards() {
            let entries = self.shop.gate().read_all(shard).await.unwrap();
            self.shop.fulfil(shard, &entries).await.unwrap();
        }
    }
}

pub fn request(method: &str, path: &str, bearer: &str) -> axum::http::request::Builder {
    let builder = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
    if bearer.is_empty() { builder } else { builder.header(header::AUTHORIZATION, format!("Bearer {bearer}")) }
}

async fn execute(url: &str, statement: String) {
    let mut connection = PgConnection::connect(url).await.expect("Postgres answers");
    connection.execute(AssertSqlSafe(statement)).await.expect("the statement is done");
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is needed: `make test` sets it"))
}

/// The same server, another database.
fn in_database(url: &str, name: &str) -> String {
    let (base, query) = url.split_once('?').map_or((url, String::new()), |(base, query)| (base, format!("?{query}")));
    let authority = base.find("://").map_or(0, |at| at + 3);
    let end = base[authority..].find('/').map_or(base.len(), |at| authority + at);
    format!("{}/{name}{query}", &base[..end])
}
