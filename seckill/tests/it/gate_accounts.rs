//! `fence.lua`, `release.lua`, `install.lua`, `peek.lua`, `look.lua`, and their wrappers.

use std::{collections::HashMap, time::Duration};

use seckill::{
    TicketStatus,
    gate::{Decision, Held, NewAccounts},
};

use crate::support::{
    FROM, ITEM, SALE, VERSION, account, accounts, ask, decide, gate_at, lay_out, on_both, open_sale, prefix, shard,
};

const HOLD: Duration = Duration::from_secs(10);

on_both! {
    async fn one_owner_at_a_time_and_an_old_fence_is_taken_over(on: On) {
        let prefix = prefix();
        let gate = gate_at(on, &prefix, FROM).await;
        lay_out(&gate, &accounts(Some(5))).await;
        let shard = shard(&gate);
        assert!(gate.fence(shard, SALE, "a", HOLD).await.unwrap().is_some());
        assert!(gate.fence(shard, SALE, "a", HOLD).await.unwrap().is_some(), "its owner may extend it");
        assert!(gate.fence(shard, SALE, "b", HOLD).await.unwrap().is_none());
        assert!(gate.renew(shard, SALE, "a", HOLD).await.unwrap().is_some());
        assert!(gate.renew(shard, SALE, "b", HOLD).await.unwrap().is_none());
        assert_eq!(decide(&gate, &[ask(1)]).await, [Decision::NotReady]);

        let later = gate_at(on, &prefix, FROM + 10_000).await;
        assert!(later.fence(shard, SALE, "b", HOLD).await.unwrap().is_some());
        assert!(later.renew(shard, SALE, "a", HOLD).await.unwrap().is_none());
        assert_eq!(later.install(shard, SALE, "a", &accounts(Some(9))).await.unwrap(), None, "its fence was lost");
        later.release(shard, SALE, "a").await.unwrap();
        assert_eq!(decide(&later, &[ask(1)]).await, [Decision::NotReady], "only the owner releases");
        later.release(shard, SALE, "b").await.unwrap();
        assert_eq!(decide(&later, &[ask(1)]).await, [Decision::Admitted]);
        assert_eq!(account(&later).await.stock, Some(5), "nothing was changed");
    }

    async fn a_new_epoch_replaces_everything_at_once(on: On) {
        let gate = gate_at(on, &prefix(), FROM).await;
        let first = lay_out(&gate, &accounts(Some(5))).await;
        decide(&gate, &[ask(1)]).await;
        let held = Held { ticket: ask(2).ticket, item: ITEM, quantity: 1, status: TicketStatus::Queued };
        let next = NewAccounts { buyers: HashMap::from([(ask(2).shopper, vec![held])]), ..accounts(Some(8)) };
        let second = lay_out(&gate, &next).await;
        assert!(second > first);

        let peeked = gate.peek(&[(shard(&gate), SALE)]).await.unwrap();
        assert_eq!((peeked[&SALE].epoch, peeked[&SALE].version, peeked[&SALE].fenced), (second, VERSION, false));
        assert_eq!(peeked[&SALE].items[&ITEM].stock, Some(8));
        let first_shopper = gate.look(shard(&gate), SALE, ask(1).shopper).await.unwrap();
        assert!(first_shopper.tickets.is_empty());
        let second_shopper = gate.look(shard(&gate), SALE, ask(2).shopper).await.unwrap();
        assert_eq!((second_shopper.epoch, second_shopper.tickets), (second, vec![held]));
        let key = gate.keys().buyers(shard(&gate), SALE);
        let ttl: i64 = gate.conn().ask(redis::cmd("PTTL").arg(key)).await.unwrap();
        assert_eq!(ttl, -1, "no account key expires");
    }

    async fn accounts_that_are_not_in_place_look_empty(on: On) {
        let gate = gate_at(on, &prefix(), FROM).await;
        let holding = gate.look(shard(&gate), SALE, ask(1).shopper).await.unwrap();
        assert_eq!((holding.epoch, holding.tickets.len()), (0, 0));
        assert!(gate.peek(&[(shard(&gate), SALE)]).await.unwrap().is_empty());
        assert_eq!(gate.clock().now().get() / 1_000, FROM / 1_000, "an answer sets the clock");
    }

    async fn a_sale_is_open_inside_its_window_only(on: On) {
        let gate = open_sale(on, 5).await;
        assert!(gate.peek(&[(shard(&gate), SALE)]).await.unwrap()[&SALE].open);
    }

    async fn a_library_that_redis_lost_is_loaded_again(on: On) {
        let gate = open_sale(on, 5).await;
        // Another test's library may go as well; it is loaded again in the same way.
        let name = format!("sluice_{}", gate.library_digest());
        let mut command = redis::cmd("FUNCTION");
        command.arg("DELETE").arg(name);
        match gate.conn() {
            seckill::gate::Conn::Cluster(cluster) => {
                use redis::cluster_routing::{MultipleNodeRoutingInfo, RoutingInfo};
                let primaries = RoutingInfo::MultiNode((MultipleNodeRoutingInfo::AllMasters, None));
                cluster.clone().route_command(command, primaries).await.unwrap();
            }
            conn => conn.ask::<()>(&command).await.unwrap(),
        }
        assert_eq!(decide(&gate, &[ask(1)]).await, [Decision::Admitted]);
    }
}
