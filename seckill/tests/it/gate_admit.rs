//! `admit.lua` and its wrapper: every answer, and what it changes.

use std::time::Duration;

use seckill::{
    Millis, TicketId,
    gate::{Ask, Decision},
};

use crate::support::{
    FROM, ITEM, SALE, TO, VERSION, account, accounts, ask, decide, gate_at, lay_out, on_both, open_sale, prefix, set,
    shard,
};

on_both! {
    async fn units_go_in_order_and_the_winners_are_in_the_stream(on: On) {
        let gate = open_sale(on, 2).await;
        let message = "放门口，谢谢".to_owned();
        let asks = [Ask { message: message.clone(), ..ask(1) }, ask(2), ask(3)];
        assert_eq!(decide(&gate, &asks).await, [Decision::Admitted, Decision::Admitted, Decision::SoldOut]);
        let after = account(&gate).await;
        assert_eq!((after.free, after.held, after.sold), (Some(0), 2, 0));

        let entries = gate.read_all(shard(&gate)).await.unwrap();
        assert_eq!(entries.len(), 1, "one entry a call");
        let winners = entries[0].winners.clone().unwrap();
        assert_eq!(winners.len(), 2);
        let first = &winners[0];
        assert_eq!((first.activity, first.item, first.shopper), (SALE, ITEM, ask(1).shopper));
        assert_eq!((first.ticket, first.quantity, first.seq, first.version), (ask(1).ticket, 1, 1, VERSION));
        assert_eq!((first.unit_price.get(), first.at, &first.message), (4_900, Millis::new(FROM + 1_000), &message));
        assert_eq!(winners[1].seq, 2);
    }

    async fn a_repeat_is_answered_and_not_decided_again(on: On) {
        let gate = open_sale(on, 5).await;
        let repeats = vec![ask(1); 4];
        assert_eq!(decide(&gate, &repeats).await, vec![Decision::Admitted; 4]);
        assert_eq!(decide(&gate, &repeats).await, vec![Decision::Admitted; 4]);
        assert_eq!(account(&gate).await.held, 1);
        let other_quantity = Ask { quantity: 2, ..ask(1) };
        assert_eq!(decide(&gate, &[other_quantity]).await, [Decision::KeyReused]);
        assert_eq!(gate.read_all(shard(&gate)).await.unwrap().len(), 1);
    }

    /// Cases 3 and 15: `starts_at ≤ t < ends_at`, and a refusal changes nothing.
    async fn the_window_is_exact(on: On) {
        let prefix = prefix();
        let gate = gate_at(on, &prefix, FROM).await;
        lay_out(&gate, &accounts(Some(100))).await;
        for (now, expected) in [
            (FROM - 60_000, Decision::NotStarted(Millis::new(FROM))),
            (FROM - 1, Decision::NotStarted(Millis::new(FROM))),
            (TO, Decision::Ended),
            (TO + 1_000, Decision::Ended),
        ] {
            let gate = gate_at(on, &prefix, now).await;
            let asks: Vec<_> = (1..=100).map(ask).collect();
            assert_eq!(decide(&gate, &asks).await, vec![expected; 100], "at {now}");
            assert_eq!(account(&gate).await.free, Some(100));
        }
        for (now, shopper) in [(FROM, 1), (TO - 1, 2)] {
            let gate = gate_at(on, &prefix, now).await;
            assert_eq!(decide(&gate, &[ask(shopper)]).await, [Decision::Admitted], "at {now}");
        }
        let late = gate_at(on, &prefix, TO).await;
        assert_eq!(decide(&late, &[ask(1)]).await, [Decision::Admitted], "who has it keeps it after the end");
    }

    async fn a_stored_state_closes_the_sale(on: On) {
        for (state, expected) in [("paused", Decision::Paused), ("closed", Decision::Ended), ("draft", Decision::Ended)] {
            let gate = gate_at(on, &prefix(), FROM).await;
            let mut closed = accounts(Some(5));
            set(&mut closed, "state", state);
            lay_out(&gate, &closed).await;
            assert_eq!(decide(&gate, &[ask(1)]).await, [expected], "{state}");
            assert_eq!(account(&gate).await.free, Some(5));
        }
    }

    /// Cases 2 and 11: units that are held count, and repeats take nothing from others.
    async fn the_limit_counts_what_is_held(on: On) {
        let gate = gate_at(on, &prefix(), FROM).await;
        let mut two_each = accounts(Some(10));
        set(&mut two_each, "limit", "2");
        set(&mut two_each, "max", "2");
        lay_out(&gate, &two_each).await;
        let press = |ticket: u128, quantity| Ask { ticket: TicketId::new(ticket), quantity, ..ask(1) };
        let presses: Vec<_> = (1..=40).map(|ticket| press(ticket, 1)).collect();
        let decided = decide(&gate, &presses).await;
        assert_eq!(decided[..2], [Decision::Admitted, Decision::Admitted]);
        for refused in &decided[2..] {
            assert_eq!(*refused, Decision::Limit { limit: 2, held: Some(TicketId::new(2)) });
        }
        assert_eq!(account(&gate).await.held, 2);
        let over = Ask { quantity: 3, ..ask(2) };
        assert_eq!(decide(&gate, &[over]).await, [Decision::Limit { limit: 2, held: None }]);
    }

    async fn fewer_units_than_asked_for_are_named(on: On) {
        let gate = gate_at(on, &prefix(), FROM).await;
        let mut three_each = accounts(Some(2));
        set(&mut three_each, "limit", "3");
        set(&mut three_each, "max", "3");
        lay_out(&gate, &three_each).await;
        assert_eq!(decide(&gate, &[Ask { quantity: 3, ..ask(1) }]).await, [Decision::NotEnough(2)]);
        assert_eq!(decide(&gate, &[Ask { quantity: 2, ..ask(1) }]).await, [Decision::Admitted]);
    }

    /// The gate counts a shopper once, and renews its budget while units are free.
    async fn the_gate_lets_through_a_multiple_of_the_stock(on: On) {
        let prefix = prefix();
        let gate = gate_at(on, &prefix, FROM).await;
        let mut narrow = accounts(Some(2));
        set(&mut narrow, "gate_x", "1");
        set(&mut narrow, "limit", "2");
        set(&mut narrow, "max", "2");
        lay_out(&gate, &narrow).await;
        // Three through the budget of two: the second is refused by stock, and stays counted once.
        let both = Ask { quantity: 2, ..ask(2) };
        let decided = decide(&gate, &[ask(1), both.clone(), both, ask(3)]).await;
        assert_eq!(decided[..3], [Decision::Admitted, Decision::NotEnough(1), Decision::NotEnough(1)]);
        assert_eq!(decided[3], Decision::Admitted, "the budget renews by one for the free unit");
        let gate = gate_at(on, &prefix, FROM + 400).await;
        assert_eq!(decide(&gate, &[ask(4)]).await, [Decision::TooBusy(Duration::from_secs(3))], "nothing is free");
    }

    async fn the_budget_renews_once_a_second(on: On) {
        let prefix = prefix();
        let gate = gate_at(on, &prefix, FROM).await;
        let mut narrow = accounts(Some(4));
        set(&mut narrow, "gate_x", "1");
        set(&mut narrow, "gate_n", "4");
        set(&mut narrow, "gate_at", &(FROM / 1_000).to_string());
        lay_out(&gate, &narrow).await;
        let later = gate_at(on, &prefix, FROM + 400).await;
        assert_eq!(decide(&later, &[ask(1)]).await, [Decision::TooBusy(Duration::from_millis(600))]);
        assert_eq!(account(&later).await.free, Some(4));
        let next_second = gate_at(on, &prefix, FROM + 1_000).await;
        let asks: Vec<_> = (1..=5).map(ask).collect();
        let decided = decide(&next_second, &asks).await;
        assert_eq!(decided[..4], vec![Decision::Admitted; 4][..], "repeats never close a sale with units unsold");
        assert_eq!(account(&next_second).await.free, Some(0));
    }

    async fn unlimited_stock_has_neither_gate_nor_end(on: On) {
        let gate = gate_at(on, &prefix(), FROM).await;
        let mut unlimited = accounts(None);
        set(&mut unlimited, "gate_x", "1");
        lay_out(&gate, &unlimited).await;
        let asks: Vec<_> = (1..=300).map(ask).collect();
        assert_eq!(decide(&gate, &asks).await, vec![Decision::Admitted; 300]);
        let after = account(&gate).await;
        assert_eq!((after.stock, after.free, after.held), (None, None, 300));
    }

    async fn other_rules_than_the_shopper_saw_are_told(on: On) {
        let gate = open_sale(on, 5).await;
        assert_eq!(decide(&gate, &[Ask { version: VERSION - 1, ..ask(1) }]).await, [Decision::Changed]);
        let gone = Ask { item: seckill::ItemId::new(999), version: VERSION - 1, ..ask(1) };
        assert_eq!(decide(&gate, std::slice::from_ref(&gone)).await, [Decision::Changed]);
        assert_eq!(decide(&gate, &[Ask { version: VERSION, ..gone }]).await, [Decision::NotReady], "its fields are gone");
        assert_eq!(account(&gate).await.free, Some(5));
    }

    /// Case 22: a key that is gone means "repairing", never "unlimited" or "full again".
    async fn missing_accounts_admit_nobody(on: On) {
        let gate = gate_at(on, &prefix(), FROM).await;
        assert_eq!(decide(&gate, &[ask(1)]).await, [Decision::NotReady], "never laid out");
        let keys = gate.keys().clone();
        let shard = shard(&gate);
        let field = format!("{ITEM}:free");
        for damage in [
            redis::cmd("DEL").arg(keys.acc(shard, SALE)),
            redis::cmd("DEL").arg(keys.buyers(shard, SALE)),
            redis::cmd("HDEL").arg(keys.acc(shard, SALE)).arg("_epoch"),
            redis::cmd("HDEL").arg(keys.acc(shard, SALE)).arg(field),
            redis::cmd("HSET").arg(keys.buyers(shard, SALE)).arg("_epoch").arg("1"),
        ] {
            lay_out(&gate, &accounts(Some(5))).await;
            gate.conn().ask::<i64>(damage).await.unwrap();
            assert_eq!(decide(&gate, &[ask(1)]).await, [Decision::NotReady], "{:?}", damage.args_iter().collect::<Vec<_>>());
            assert!(gate.read_all(shard).await.unwrap().is_empty());
        }
    }

    async fn a_call_that_comes_too_late_decides_nothing(on: On) {
        let gate = open_sale(on, 5).await;
        let decided = gate.admit(shard(&gate), &[ask(1)], Millis::new(FROM)).await.unwrap();
        assert_eq!(decided[0].decision, Decision::TooLate);
        assert_eq!(account(&gate).await.free, Some(5));
    }

    /// Case 10: fifty at once on one unit leave one ticket and no trace of the losers.
    async fn losers_leave_no_trace(on: On) {
        let gate = open_sale(on, 1).await;
        let asks: Vec<_> = (1..=10).map(ask).collect();
        let decided = decide(&gate, &asks).await;
        assert_eq!(decided.iter().filter(|one| **one == Decision::Admitted).count(), 1);
        for loser in 2..=10 {
            let holding = gate.look(shard(&gate), SALE, ask(loser).shopper).await.unwrap();
            assert!(holding.tickets.is_empty());
        }
    }
}
