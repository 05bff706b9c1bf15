//! Polling a ticket.

use std::time::{Duration, Instant};

use seckill::{Admission, Error, Refusal, TicketStatus};
use sqlx::PgPool;

use crate::support::{Stall, buy};

#[sqlx::test(migrations = "../migrations")]
async fn a_long_poll_ends_with_the_order(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let second = stall.second().await;
    let sale = stall.open_sale(|_| ()).await;
    let viewer = stall.shoppers(1).await[0];
    let Admission::Admitted { ticket } = buy(&stall.shop, viewer, sale, "k", 1).await else { panic!() };
    let asked = Instant::now();
    let poll = second.ticket(viewer, ticket.as_str(), Duration::from_secs(20));
    let write = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        stall.drain().await;
    };
    let (end, ()) = tokio::join!(poll, write);
    assert!(matches!(end.unwrap(), TicketStatus::Won(_)));
    assert!(asked.elapsed() < Duration::from_secs(10), "woken, not timed out");
}

#[sqlx::test(migrations = "../migrations")]
async fn a_long_poll_without_news_says_queued(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let sale = stall.open_sale(|_| ()).await;
    let viewer = stall.shoppers(1).await[0];
    let Admission::Admitted { ticket } = buy(&stall.shop, viewer, sale, "k", 1).await else { panic!() };
    let status = stall.shop.ticket(viewer, ticket.as_str(), Duration::from_millis(200)).await.unwrap();
    assert_eq!(status, TicketStatus::Queued);
}

/// Case 42: somebody else's ticket looks like one that does not exist.
#[sqlx::test(migrations = "../migrations")]
async fn a_ticket_is_its_shoppers_own(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let sale = stall.open_sale(|_| ()).await;
    let viewers = stall.shoppers(2).await;
    let Admission::Admitted { ticket } = buy(&stall.shop, viewers[0], sale, "k", 1).await else { panic!() };
    for (viewer, text) in [(viewers[1], ticket.as_str()), (viewers[0], "x"), (viewers[0], "")] {
        let refused = stall.shop.ticket(viewer, text, Duration::ZERO).await;
        assert!(matches!(refused, Err(Error::Refused(Refusal::NotFound))), "{refused:?}");
    }
    stall.drain().await;
    let order = stall.shop.orders(viewers[0], None, 1).await.unwrap().items[0].id;
    assert!(matches!(stall.shop.order(viewers[1], order).await, Err(Error::Refused(Refusal::NotFound))));
    assert!(stall.shop.orders(viewers[1], None, 10).await.unwrap().items.is_empty());
}
