//! `confirm.lua` and its wrapper.

use std::time::Duration;

use seckill::{
    LostReason, OrderId, TicketStatus,
    gate::{Confirmed, Decision, Gate, Outcome},
};

use crate::support::{FROM, SALE, account, accounts, ask, decide, gate_at, lay_out, on_both, open_sale, prefix, shard};

const ORDER: OrderId = OrderId::new(500);

fn outcome(n: i64, end: Result<OrderId, LostReason>) -> Outcome {
    Outcome { activity: SALE, shopper: ask(n).shopper, ticket: ask(n).ticket, end }
}

async fn status(gate: &Gate, n: i64) -> TicketStatus {
    gate.look(shard(gate), SALE, ask(n).shopper).await.unwrap().tickets[0].status
}

async fn entries(gate: &Gate) -> Vec<String> {
    gate.read_all(shard(gate)).await.unwrap().into_iter().map(|entry| entry.id).collect()
}

on_both! {
    async fn an_order_turns_held_into_sold_once(on: On) {
        let gate = open_sale(on, 5).await;
        decide(&gate, &[ask(1), ask(2)]).await;
        assert_eq!(status(&gate, 1).await, TicketStatus::Queued);
        let ids = entries(&gate).await;
        for _ in 0..5 {
            let done = gate.confirm(shard(&gate), &ids, &[outcome(1, Ok(ORDER)), outcome(2, Err(LostReason::Failed))]).await.unwrap();
            assert_eq!(done, Confirmed::Done);
        }
        let after = account(&gate).await;
        assert_eq!((after.free, after.held, after.sold), (Some(4), 0, 1));
        assert_eq!(status(&gate, 1).await, TicketStatus::Won(ORDER));
        assert_eq!(status(&gate, 2).await, TicketStatus::Lost(LostReason::Failed));
        assert!(entries(&gate).await.is_empty(), "the entry is off the stream");
    }

    /// Case 21: an end is final.
    async fn a_later_word_changes_nothing(on: On) {
        let gate = open_sale(on, 5).await;
        decide(&gate, &[ask(1)]).await;
        gate.confirm(shard(&gate), &[], &[outcome(1, Ok(ORDER))]).await.unwrap();
        gate.confirm(shard(&gate), &[], &[outcome(1, Err(LostReason::SoldOut))]).await.unwrap();
        assert_eq!(status(&gate, 1).await, TicketStatus::Won(ORDER));
        assert_eq!(account(&gate).await.sold, 1);
    }

    /// Case 5: a returned unit is for sale again, and its shopper may try again.
    async fn a_lost_ticket_gives_back_unit_and_limit(on: On) {
        let gate = open_sale(on, 1).await;
        assert_eq!(decide(&gate, &[ask(1), ask(2)]).await, [Decision::Admitted, Decision::SoldOut]);
        gate.confirm(shard(&gate), &[], &[outcome(1, Err(LostReason::Failed))]).await.unwrap();
        let again = seckill::gate::Ask { ticket: seckill::TicketId::new(77), ..ask(1) };
        assert_eq!(decide(&gate, &[again, ask(2)]).await, [Decision::Admitted, Decision::SoldOut]);
    }

    /// What the accounts do not know, or call lost though it was won, is repaired first; nothing is half done.
    async fn a_contradiction_changes_nothing(on: On) {
        let gate = open_sale(on, 5).await;
        decide(&gate, &[ask(1), ask(2)]).await;
        gate.confirm(shard(&gate), &[], &[outcome(2, Err(LostReason::SoldOut))]).await.unwrap();
        let ids = entries(&gate).await;
        let before = account(&gate).await;
        for odd in [outcome(9, Ok(ORDER)), outcome(2, Ok(ORDER))] {
            let told = gate.confirm(shard(&gate), &ids, &[outcome(1, Ok(ORDER)), odd]).await.unwrap();
            assert_eq!(told, Confirmed::Contradiction);
            assert_eq!((account(&gate).await, entries(&gate).await), (before, ids.clone()));
        }
    }

    /// Eight full entries in one confirmation, which is what a worker takes after a pause: over 4,000 shoppers.
    async fn a_full_batch_is_confirmed(on: On) {
        let gate = gate_at(on, &prefix(), FROM).await;
        lay_out(&gate, &accounts(Some(5_000))).await;
        let everybody: Vec<_> = (1..=8 * 512).map(ask).collect();
        for batch in everybody.chunks(512) {
            assert_eq!(decide(&gate, batch).await, vec![Decision::Admitted; 512]);
        }
        let ids = entries(&gate).await;
        assert_eq!(ids.len(), 8);
        let outcomes: Vec<_> = (1..=8 * 512).map(|n| outcome(n, Ok(OrderId::new(n)))).collect();
        assert_eq!(gate.confirm(shard(&gate), &ids, &outcomes).await.unwrap(), Confirmed::Done);
        let after = account(&gate).await;
        assert_eq!((after.free, after.held, after.sold), (Some(904), 0, 4_096));
    }

    async fn confirmations_wait_for_a_repair(on: On) {
        let gate = open_sale(on, 5).await;
        decide(&gate, &[ask(1)]).await;
        let ids = entries(&gate).await;
        gate.fence(shard(&gate), SALE, "repair", Duration::from_secs(5)).await.unwrap().unwrap();
        let waiting = gate.confirm(shard(&gate), &ids, &[outcome(1, Ok(ORDER))]).await.unwrap();
        assert_eq!(waiting, Confirmed::NotReady);
        assert_eq!(entries(&gate).await, ids, "nothing was done");
        gate.install(shard(&gate), SALE, "repair", &accounts(Some(5))).await.unwrap().unwrap();
    }

    async fn accounts_that_are_gone_are_not_made_up(on: On) {
        let gate = open_sale(on, 5).await;
        decide(&gate, &[ask(1)]).await;
        let ids = entries(&gate).await;
        let key = gate.keys().buyers(shard(&gate), SALE);
        gate.conn().ask::<i64>(redis::cmd("DEL").arg(key)).await.unwrap();
        let waiting = gate.confirm(shard(&gate), &ids, &[outcome(1, Ok(ORDER))]).await.unwrap();
        assert_eq!(waiting, Confirmed::NotReady);
        lay_out(&gate, &accounts(Some(5))).await;
    }
}
