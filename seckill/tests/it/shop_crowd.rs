//! Many at once.

use std::collections::HashSet;

use seckill::{Admission, TicketStatus};
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::support::{Stall, attempt, buy, token};

/// Two thousand presses by a thousand shoppers on a hundred units, limit one, through two processes.
#[sqlx::test(migrations = "../migrations")]
async fn a_crowd_gets_exactly_the_stock(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let second = stall.second().await;
    let sale = stall.open_sale(|_| ()).await;
    let mut presses = JoinSet::new();
    for viewer in stall.shoppers(1_000).await {
        for (press, shop) in [stall.shop.clone(), second.clone()].into_iter().enumerate() {
            presses.spawn(async move {
                let open = token(&shop, viewer, sale).await;
                (viewer, attempt(&shop, sale, &open, &format!("press {press}"), 1).await)
            });
        }
    }
    let mut winners = HashSet::new();
    let mut tickets = Vec::new();
    for (viewer, answer) in presses.join_all().await {
        match answer {
            Admission::Admitted { ticket } => {
                assert!(winners.insert(viewer.shopper), "a shopper won twice");
                tickets.push((viewer, ticket));
            }
            Admission::LimitReached { limit: 1, ticket: Some(_) } | Admission::SoldOut | Admission::TooBusy { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(winners.len(), 100);
    stall.drain().await;
    for (viewer, ticket) in tickets {
        let end = stall.status(viewer, &ticket).await;
        assert!(matches!(end, TicketStatus::Won(_)), "{end:?}");
    }
    let ledger = stall.ledger(sale.0).await;
    assert_eq!((ledger.free, ledger.held, ledger.sold, ledger.orders), (Some(0), 0, 100, 100));
    assert_eq!(stall.count("SELECT count(DISTINCT shopper_id) FROM orders").await, 100);
    assert_eq!(stall.count("SELECT sum(sold)::bigint FROM items").await, 100);
    assert_eq!(stall.count("SELECT count(*) FROM lost_tickets").await, 0);
}

/// Case 1: the last unit, two hundred buyers, two processes.
#[sqlx::test(migrations = "../migrations")]
async fn the_last_unit_is_sold_once(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let second = stall.second().await;
    let sale = stall
        .open_sale(|form| {
            form.items[0].stock = Some(1);
            form.items[0].gate_multiplier = 1_000;
        })
        .await;
    let mut presses = JoinSet::new();
    for (number, viewer) in stall.shoppers(200).await.into_iter().enumerate() {
        let shop = if number % 2 == 0 { stall.shop.clone() } else { second.clone() };
        presses.spawn(async move { buy(&shop, viewer, sale, "k", 1).await });
    }
    let answers = presses.join_all().await;
    assert_eq!(answers.iter().filter(|answer| matches!(answer, Admission::Admitted { .. })).count(), 1);
    assert_eq!(answers.iter().filter(|answer| **answer == Admission::SoldOut).count(), 199);
    stall.drain().await;
    assert_eq!(stall.ledger(sale.0).await.orders, 1);
    assert_eq!(stall.count("SELECT count(*) FROM orders").await, 1, "case 10: losers leave no order");
}

/// Case 2: repeats of one buyer eat nobody's stock.
#[sqlx::test(migrations = "../migrations")]
async fn repeats_take_nothing_from_others(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let sale = stall.open_sale(|form| form.items[0].stock = Some(10)).await;
    let viewers = stall.shoppers(10).await;
    assert!(matches!(buy(&stall.shop, viewers[0], sale, "first", 1).await, Admission::Admitted { .. }));
    let mut repeats = JoinSet::new();
    for number in 0..50 {
        let (shop, viewer) = (stall.shop.clone(), viewers[0]);
        repeats.spawn(async move { buy(&shop, viewer, sale, &format!("repeat {number}"), 1).await });
    }
    for answer in repeats.join_all().await {
        assert!(matches!(answer, Admission::LimitReached { limit: 1, ticket: Some(_) }), "{answer:?}");
    }
    for viewer in &viewers[1..] {
        let answer = buy(&stall.shop, *viewer, sale, "k", 1).await;
        assert!(matches!(answer, Admission::Admitted { .. }), "{answer:?}");
    }
    stall.drain().await;
    assert_eq!(stall.ledger(sale.0).await.orders, 10);
}
