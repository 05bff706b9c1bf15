//! Sales for tests to buy from.

use std::time::{Duration, Instant};

use chrono::{DateTime, SecondsFormat};
use seckill::ActivityId;
use serde_json::{Value, json};

use crate::stage::{Reply, Stage, request};

pub struct Sale {
    pub id: String,
    pub item: String,
    pub version: i64,
}

impl Stage {
    /// The form of a sale whose window is given in seconds from now.
    pub fn form(&self, from: i64, to: i64, stock: i64, limit: i64) -> Value {
        let moment = |seconds: i64| {
            let moment = DateTime::from_timestamp_millis(self.shop.now().get() + seconds * 1_000).unwrap();
            moment.to_rfc3339_opts(SecondsFormat::Secs, true)
        };
        let sku = json!({"product_title": "Cup", "name": "White", "code": "CUP-1", "list_price_fen": 9_900});
        json!({
            "title": "Cups", "html": "<p>Cups</p>", "starts_at": moment(from), "ends_at": moment(to), "time_zone": "Asia/Shanghai",
            "items": [{"sku": sku, "sale_price_fen": 4_900, "stock": stock, "per_shopper_limit": limit,
                       "max_per_order": limit}],
        })
    }

    /// A published sale, laid out in Redis.
    pub async fn sale(&self, owner: &str, form: Value) -> Sale {
        let created = self.post("/merchant/activities", owner, form).await;
        assert_eq!(created.status, 201, "{}", created.text);
        let created = created.json();
        let id = created["id"].as_str().unwrap().to_owned();
        let item = created["items"][0]["id"].as_str().unwrap().to_owned();
        let published = self.post(&format!("/merchant/activities/{id}/publish"), owner, json!({"version": 1})).await;
        assert_eq!(published.status, 200, "{}", published.text);
        self.laid_out(id.parse().unwrap()).await;
        Sale { id, item, version: published.json()["version"].as_i64().unwrap() }
    }

    /// Publishing lays a sale out in the background; until that is done its attempts are told to come back.
    async fn laid_out(&self, id: ActivityId) {
        let (gate, from) = (self.shop.gate(), Instant::now());
        let shard = gate.shard_for(id);
        while !gate.peek(&[(shard, id)]).await.unwrap().contains_key(&id) {
            assert!(from.elapsed() < Duration::from_secs(10), "the sale never stood in Redis");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub async fn token(&self, sale: &Sale, shopper: &str) -> Reply {
        self.post(&format!("/activities/{}/items/{}/token", sale.id, sale.item), shopper, json!({})).await
    }

    /// The purchase token of a shopper who may try.
    pub async fn granted(&self, sale: &Sale, shopper: &str) -> String {
        let reply = self.token(sale, shopper).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["token"].as_str().unwrap().to_owned()
    }

    pub async fn attempt(&self, sale: &Sale, key: Option<&str>, body: impl ToString) -> Reply {
        let path = format!("/api/v1/activities/{}/items/{}/attempts", sale.id, sale.item);
        let mut call = request("POST", &path, "");
        if let Some(key) = key {
            call = call.header("Idempotency-Key", key);
        }
        self.send(call.body(body.to_string().into()).unwrap()).await
    }

    /// Buys `quantity` and returns the ticket.
    pub async fn buy(&self, sale: &Sale, shopper: &str, quantity: i64) -> String {
        let token = self.granted(sale, shopper).await;
        let reply = self.attempt(sale, None, json!({"token": token, "quantity": quantity})).await;
        assert_eq!(reply.status, 202, "{}", reply.text);
        reply.json()["ticket"].as_str().unwrap().to_owned()
    }

    /// The accounts of the sale's only item.
    pub async fn ledger(&self, sale: &Sale, owner: &str) -> Value {
        let reply = self.get(&format!("/merchant/activities/{}/ledger", sale.id), owner).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["items"][0].clone()
    }
}
