//! The stream of winners and its consumer group.

use std::time::Duration;

use crate::support::{ask, decide, on_both, open_sale, shard};

on_both! {
    async fn what_a_dead_consumer_left_is_taken_over(on: On) {
        let gate = open_sale(on, 5).await;
        let shard = shard(&gate);
        decide(&gate, &[ask(1)]).await;
        gate.ensure_group(shard).await.unwrap();
        gate.ensure_group(shard).await.unwrap();
        let conn = gate.address().connect_blocking().await.unwrap();
        let taken = gate.read_new(&conn, shard, "dead", 8).await.unwrap().unwrap();
        assert_eq!(taken.len(), 1, "the group reads what was there before it");
        assert!(gate.claim(shard, "alive", Duration::from_secs(60), 8).await.unwrap().unwrap().is_empty(), "not idle yet");
        let claimed = gate.claim(shard, "alive", Duration::ZERO, 8).await.unwrap().unwrap();
        assert_eq!(claimed[0].winners, taken[0].winners);
        gate.leave(shard, "alive").await.unwrap();
        assert_eq!(gate.claim(shard, "other", Duration::ZERO, 8).await.unwrap().unwrap().len(), 1, "who has entries stays");
        gate.leave(shard, "dead").await.unwrap();
    }

    async fn a_group_that_is_gone_is_noticed(on: On) {
        let gate = open_sale(on, 5).await;
        let shard = shard(&gate);
        assert!(!gate.has_group(shard).await.unwrap(), "no stream");
        decide(&gate, &[ask(1)]).await;
        assert!(!gate.has_group(shard).await.unwrap(), "no group");
        let conn = gate.address().connect_blocking().await.unwrap();
        assert!(gate.read_new(&conn, shard, "one", 8).await.unwrap().is_none());
        assert!(gate.claim(shard, "one", Duration::ZERO, 8).await.unwrap().is_none());
        gate.ensure_group(shard).await.unwrap();
        assert!(gate.has_group(shard).await.unwrap());
        assert_eq!(gate.read_new(&conn, shard, "one", 8).await.unwrap().unwrap().len(), 1);
    }

    async fn a_tick_is_taken_once(on: On) {
        let gate = open_sale(on, 1).await;
        assert!(gate.take_tick("warm", Duration::from_secs(5)).await.unwrap());
        assert!(!gate.take_tick("warm", Duration::from_secs(5)).await.unwrap());
    }
}
