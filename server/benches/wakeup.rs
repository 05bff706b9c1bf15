//! How long an idle system takes from an admission to its order in Postgres.
//!
//! `make bench` runs it; `DATABASE_URL` names a database that may be filled, `REDIS_URL` a Redis with the durability
//! that is to be measured. One purchase at a time, with a pause before each, so that every layer is asleep when it comes.

use std::time::{Duration, Instant};

use seckill::{
    Admission, Attempt, Login, Password, Secret, Seen, Shop, ShopConfig, TicketStatus, TokenAnswer, Viewer, migrate,
};
use tokio_util::sync::CancellationToken;

const PURCHASES: u32 = 500;
const PAUSE: Duration = Duration::from_millis(30);

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let database_url = std::env::var("DATABASE_URL")?;
    migrate(&database_url).await?;
    let shop = Shop::open(ShopConfig {
        database_url,
        database_connections: 5,
        redis_url: std::env::var("REDIS_URL")?,
        redis_prefix: format!("bench-{}", std::process::id()),
        secret: Secret::parse("a secret of the bench, 32 bytes long")?,
        warm_lead: Duration::from_secs(600),
        media_root: "no-media".into(),
    })
    .await?;
    let stop = CancellationToken::new();
    let worker = tokio::spawn(server::jobs::run(shop.clone(), "bench".to_owned(), stop.clone()));
    let (sale, item) = open_sale(&shop).await?;

    let mut admitted_ms = Vec::new();
    let mut written_ms = Vec::new();
    for (person, _) in shop.demo_shoppers(PURCHASES).await? {
        let viewer = Viewer { shopper: person.id };
        let TokenAnswer::Granted(granted) = shop.purchase_token(viewer, sale, item, Seen::default()).await? else {
            return Err("the sale is not open".into());
        };
        tokio::time::sleep(PAUSE).await;
        let pressed = Instant::now();
        let attempt =
            Attempt { activity: sale, item, token: &granted.token, idempotency_key: None, quantity: 1, message: "" };
        let Admission::Admitted { ticket } = shop.attempt(attempt).await? else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let admitted = Instant::now();
        let TicketStatus::Won(_) = shop.ticket(viewer, ticket.as_str(), Duration::from_secs(5)).await? else {
            return Err("an order was not written".into());
        };
        admitted_ms.push((admitted - pressed).as_secs_f64() * 1e3);
        written_ms.push(admitted.elapsed().as_secs_f64() * 1e3);
    }
    report("press to durable admission", admitted_ms);
    report("admission to order in Postgres, as the waiting shopper sees it", written_ms);
    stop.cancel();
    Ok(worker.await??)
}

async fn open_sale(
    shop: &Shop,
) -> Result<(seckill::ActivityId, seckill::ItemId), Box<dyn std::error::Error + Send + Sync>> {
    let login = Login::parse(&format!("bench-{}@bench.test", shop.now().get()))?;
    let password = Password::parse("correct horse")?;
    shop.create_merchant("Bench", &login, &password).await?;
    let staff = shop.staff_sign_in(&login, &password).await?.staff;
    let form = serde_json::from_value(serde_json::json!({
        "title": "bench", "starts_at": "2026-01-01T00:00:00Z", "ends_at": "2036-01-01T00:00:00Z",
        "items": [{
            "sku": {"product_title": "bench", "name": "bench", "code": "bench", "list_price_fen": 200},
            "sale_price_fen": 100, "stock": 1_000_000
        }]
    }))?;
    let draft = shop.create_activity(staff, form, None).await?;
    let sale = shop.publish_activity(staff, draft.id, draft.version, None).await?;
    let item = sale.form.items[0].id.ok_or("the item has no id")?;
    Ok((sale.id, item))
}

fn report(what: &str, mut ms: Vec<f64>) {
    ms.sort_by(f64::total_cmp);
    let at = |share: f64| ms[((ms.len() - 1) as f64 * share) as usize];
    println!("{what}: n {}  p50 {:.2} ms  p99 {:.2} ms  max {:.2} ms", ms.len(), at(0.5), at(0.99), at(1.0));
}
