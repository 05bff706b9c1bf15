//! Messages, waiting for a ticket, and "sold out" said locally.

use std::{sync::Arc, time::Duration};

use seckill::{
    LostReason, OrderId, TicketStatus,
    gate::{Combiner, Decision, Feed, Outcome},
};

use crate::support::{ITEM, SALE, ask, eventually, on_both, open_sale, shard};

on_both! {
    async fn an_end_wakes_who_waits(on: On) {
        let gate = open_sale(on, 5).await;
        let feed = Feed::start(gate.clone());
        feed.connections().wait_for(|connection| *connection != 0).await.unwrap();
        let combiner = Combiner::new(gate.clone(), Arc::clone(&feed));
        combiner.admit(shard(&gate), ask(1)).await.unwrap();
        let watch = feed.watch(ask(1).ticket);
        let order = OrderId::new(9);
        let outcome = Outcome { activity: SALE, shopper: ask(1).shopper, ticket: ask(1).ticket, end: Ok(order) };
        gate.confirm(shard(&gate), &[], &[outcome]).await.unwrap();
        assert_eq!(watch.end_within(Duration::from_secs(5)).await, Some(TicketStatus::Won(order)));
        assert_eq!(feed.watch(ask(1).ticket).end_within(Duration::from_millis(30)).await, None);
    }

    /// Cases 5 and 7: a process says "sold out" by itself, never to a holder, and not after a unit came back.
    async fn sold_out_is_said_locally_only_to_those_who_hold_nothing(on: On) {
        let gate = open_sale(on, 2).await;
        let feed = Feed::start(gate.clone());
        let other = Feed::start(gate.clone());
        for feed in [&feed, &other] {
            feed.connections().wait_for(|connection| *connection != 0).await.unwrap();
        }
        let combiner = Combiner::new(gate.clone(), Arc::clone(&feed));
        let second = Combiner::new(gate.clone(), Arc::clone(&other));
        for shopper in 1..=2 {
            assert_eq!(combiner.admit(shard(&gate), ask(shopper)).await.unwrap().decision, Decision::Admitted);
        }
        for combiner in [&combiner, &second] {
            assert_eq!(combiner.admit(shard(&gate), ask(3)).await.unwrap().decision, Decision::SoldOut);
        }
        for feed in [&feed, &other] {
            eventually("sold out is known locally", || async {
                feed.hints.is_sold_out(SALE, ITEM, ask(4).shopper)
            })
            .await;
            assert!(!feed.hints.is_sold_out(SALE, ITEM, ask(1).shopper), "a holder asks Redis");
            assert!(!feed.hints.is_sold_out(SALE, seckill::ItemId::new(1), ask(4).shopper));
        }
        let lost = Outcome {
            activity: SALE,
            shopper: ask(1).shopper,
            ticket: ask(1).ticket,
            end: Err(LostReason::Failed),
        };
        gate.confirm(shard(&gate), &[], &[lost]).await.unwrap();
        for feed in [&feed, &other] {
            eventually("a returned unit is for sale", || async {
                !feed.hints.is_sold_out(SALE, ITEM, ask(4).shopper)
            })
            .await;
        }
        assert_eq!(second.admit(shard(&gate), ask(4)).await.unwrap().decision, Decision::Admitted);
        assert_eq!(combiner.admit(shard(&gate), ask(5)).await.unwrap().decision, Decision::SoldOut);
    }
}
