//! One purchase through the single door: token, attempt, order; and every refusal on the way.

use seckill::{
    Admission, Attempt, Error, FieldCode, Forbidden, ItemStatus, OrderState, Phase, Refusal, Seen, ShopperId,
    TicketStatus, TokenAnswer,
};
use sqlx::PgPool;
use std::time::{Duration, Instant};

use crate::support::{Stall, attempt, buy, drain, eventually, token};

#[sqlx::test(migrations = "../migrations")]
async fn a_purchase_from_token_to_order(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let sale = stall.open_sale(|_| ()).await;
    let viewer = stall.shoppers(1).await[0];
    let Admission::Admitted { ticket } = buy(&stall.shop, viewer, sale, "k", 1).await else { panic!("not admitted") };
    assert_eq!(stall.status(viewer, &ticket).await, TicketStatus::Queued);
    let ledger = stall.shop.ledger(stall.staff, sale.0).await.unwrap()[0];
    assert_eq!((ledger.free, ledger.held, ledger.sold, ledger.orders), (Some(99), 1, 0, 0));

    stall.drain().await;
    let TicketStatus::Won(id) = stall.status(viewer, &ticket).await else { panic!("not won") };
    let order = stall.shop.order(viewer, id).await.unwrap();
    assert_eq!((order.quantity, order.unit_price_fen.get(), order.total_fen.get()), (1, 4_900, 4_900));
    assert_eq!(order.state, OrderState::PendingPayment);
    let pay_within = order.created_at_ms.until(order.pay_before_ms).as_secs();
    assert!((890..=930).contains(&pay_within), "{pay_within}");
    assert_eq!(stall.shop.orders(viewer, None, 10).await.unwrap().items, [order]);
    let ledger = stall.ledger(sale.0).await;
    assert_eq!((ledger.free, ledger.held, ledger.sold, ledger.orders), (Some(99), 0, 1, 1));
}

#[sqlx::test(migrations = "../migrations")]
async fn the_same_press_is_one_ticket(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let sale = stall
        .open_sale(|form| {
            form.items[0].per_shopper_limit = 5;
            form.items[0].max_per_order = 5;
        })
        .await;
    let viewer = stall.shoppers(1).await[0];
    let press = token(&stall.shop, viewer, sale).await;
    let first = attempt(&stall.shop, sale, &press, "k", 1).await;
    let Admission::Admitted { ticket } = &first else { panic!("{first:?}") };
    let Admission::Admitted { ticket: again } = attempt(&stall.shop, sale, &press, "k", 1).await else { panic!() };
    assert_eq!(stall.status(viewer, ticket).await, stall.status(viewer, &again).await);
    assert_eq!(stall.ledger(sale.0).await.held, 1);

    let quantity_changed =
        Attempt { activity: sale.0, item: sale.1, token: &press, idempotency_key: Some("k"), quantity: 2, message: "" };
    let refused = stall.shop.attempt(quantity_changed).await;
    assert!(matches!(refused, Err(Error::Refused(Refusal::KeyReused))), "{refused:?}");
    // Without a key the token itself is the key, so a double click of a plain form is one ticket.
    for _ in 0..2 {
        let form = Attempt { idempotency_key: None, quantity: 1, ..quantity_changed };
        assert!(matches!(stall.shop.attempt(form).await, Ok(Admission::Admitted { .. })));
    }
    assert_eq!(stall.ledger(sale.0).await.held, 2);
}

/// Cases 3 and 19: before the start there is no token and nothing changes; a sale that nobody warmed warms by itself.
#[sqlx::test(migrations = "../migrations")]
async fn nothing_is_sold_outside_the_window(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let viewer = stall.shoppers(1).await[0];
    let (early, item) = stall.sale((60_000, 600_000), |_| ()).await;
    let answer = stall.shop.purchase_token(viewer, early, item, Seen::default()).await.unwrap();
    assert!(matches!(answer, TokenAnswer::NotStarted { .. }), "{answer:?}");
    assert_eq!(stall.shop.activity(early).await.unwrap().card.phase, Phase::Warming);
    assert_eq!(stall.shop.activity_now(early).await.unwrap().items[0].status, ItemStatus::NotStarted);

    let short = stall.sale((-1_000, 1_500), |_| ()).await;
    let open = token(&stall.shop, viewer, short).await;
    tokio::time::sleep(Duration::from_millis(1_600)).await;
    assert_eq!(attempt(&stall.shop, short, &open, "k", 1).await, Admission::Ended);
    assert_eq!(stall.shop.purchase_token(viewer, short.0, short.1, Seen::default()).await.unwrap(), TokenAnswer::Ended);
    assert_eq!(stall.shop.activity_now(short.0).await.unwrap().items[0].status, ItemStatus::Ended);
    stall.drain().await;
    assert_eq!(stall.ledger(short.0).await.free, Some(100));

    let draft =
        stall.shop.create_activity(stall.staff, crate::support::form(stall.shop.now(), (-1_000, 9_000)), None).await;
    let draft = draft.unwrap();
    let refused = stall.shop.purchase_token(viewer, draft.id, draft.form.items[0].id.unwrap(), Seen::default()).await;
    assert!(matches!(refused, Err(Error::Refused(Refusal::NotFound))));
    assert!(matches!(stall.shop.activity(draft.id).await, Err(Error::Refused(Refusal::NotFound))));
    assert_eq!(stall.count("SELECT count(*) FROM orders").await, 0);
}

/// A page that shows another price than the one that is sold gets no token, nor does a page of somebody else.
#[sqlx::test(migrations = "../migrations")]
async fn a_token_is_for_what_the_page_shows_and_for_who_pressed(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let viewer = stall.shoppers(1).await[0];
    let (sale, item) = stall.open_sale(|_| ()).await;
    let version = stall.shop.activity(sale).await.unwrap().version;
    assert_eq!(stall.shop.activity_now(sale).await.unwrap().version, version);
    let answer = async |version, shopper| {
        let seen = Seen { version: Some(version), shopper };
        stall.shop.purchase_token(viewer, sale, item, seen).await.unwrap()
    };
    assert!(matches!(answer(version, Some(viewer.shopper)).await, TokenAnswer::Granted(_)));
    assert_eq!(answer(version - 1, None).await, TokenAnswer::Changed);
    assert_eq!(answer(version + 1, None).await, TokenAnswer::NotReady);
    assert_eq!(answer(version, Some(ShopperId::new(viewer.shopper.get() + 1))).await, TokenAnswer::Changed);
}

#[sqlx::test(migrations = "../migrations")]
async fn a_sale_opens_at_its_start_by_the_clock_that_decides(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let viewer = stall.shoppers(1).await[0];
    let (sale, item) = stall.sale((1_200, 600_000), |_| ()).await;
    let starts_at = stall.shop.activity(sale).await.unwrap().card.starts_at_ms.get();
    let redis_ms = || async {
        let (seconds, micros): (i64, i64) = stall.shop.gate().conn().ask(&redis::cmd("TIME")).await.unwrap();
        seconds * 1_000 + micros / 1_000
    };
    // Near the start each answer rests on Redis's clock, read during the call or the one before: it cannot be further
    // off than the longest of these calls took, however busy the machine is.
    let mut slack = 0;
    let open = loop {
        let (before, asked) = (redis_ms().await, Instant::now());
        let answer = stall.shop.purchase_token(viewer, sale, item, Seen::default()).await.unwrap();
        slack = slack.max(i64::try_from(asked.elapsed().as_millis()).unwrap() + 2);
        match answer {
            TokenAnswer::NotStarted { .. } => assert!(before < starts_at + slack, "{before} {starts_at} {slack}"),
            TokenAnswer::Granted(granted) => {
                let after = redis_ms().await;
                assert!(after + slack >= starts_at, "{after} {starts_at} {slack}");
                break granted.token;
            }
            other => panic!("{other:?}"),
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    loop {
        match attempt(&stall.shop, (sale, item), &open, "k", 1).await {
            Admission::Admitted { .. } => break,
            Admission::NotStarted { .. } => assert!(redis_ms().await < starts_at + slack),
            other => panic!("{other:?}"),
        }
    }
    assert!(redis_ms().await >= starts_at);
}

#[sqlx::test(migrations = "../migrations")]
async fn a_token_is_for_one_shopper_one_item_and_a_time(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let viewer = stall.shoppers(1).await[0];
    let sale = stall.open_sale(|_| ()).await;
    let other = stall.open_sale(|_| ()).await;
    let good = token(&stall.shop, viewer, sale).await;
    for (place, bad) in [(sale, "x"), (sale, ""), (other, good.as_str()), ((sale.0, other.1), good.as_str())] {
        let answer = attempt(&stall.shop, place, bad, "k", 1).await;
        assert_eq!(answer, Admission::Forbidden(Forbidden::TokenInvalid));
    }
    assert_eq!(stall.count("SELECT count(*) FROM orders").await, 0);
}

/// Everything with a time is judged by Redis's clock, also what no store is asked about.
#[sqlx::test(migrations = "../migrations")]
async fn tokens_end_by_the_clock_that_decides(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let viewer = stall.shoppers(1).await[0];
    let sale = stall.open_sale(|_| ()).await;
    let purchase = token(&stall.shop, viewer, sale).await;
    let login = seckill::Login::parse("ann@a.test").unwrap();
    let access = stall.shop.register(&login, &seckill::Password::parse("long enough").unwrap()).await.unwrap();
    let now = stall.shop.now().get();
    for (later, purchase_ends, access_ends) in [(299_000, false, false), (301_000, true, false), (601_000, true, true)]
    {
        let shop = stall.at(now + later).await;
        let answer = attempt(&shop, sale, &purchase, "k", 1).await;
        assert_eq!(answer == Admission::Forbidden(Forbidden::TokenExpired), purchase_ends, "{later}: {answer:?}");
        assert_eq!(shop.viewer(&access.access_token).is_none(), access_ends, "{later}");
    }
}

/// Case 30: a quantity is a small positive number.
#[sqlx::test(migrations = "../migrations")]
async fn a_nonsense_quantity_or_message_changes_nothing(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let viewer = stall.shoppers(1).await[0];
    let sale = stall.open_sale(|_| ()).await;
    let good = token(&stall.shop, viewer, sale).await;
    let long = "秒".repeat(201);
    for (quantity, message, field, code) in [
        (0, "", "quantity", FieldCode::OutOfRange),
        (-1, "", "quantity", FieldCode::OutOfRange),
        (i64::MAX, "", "quantity", FieldCode::OutOfRange),
        (i64::MIN, "", "quantity", FieldCode::OutOfRange),
        (1, "a\0b", "message", FieldCode::Malformed),
        (1, long.as_str(), "message", FieldCode::TooLong),
    ] {
        let bad = Attempt { activity: sale.0, item: sale.1, token: &good, idempotency_key: None, quantity, message };
        let Err(Error::Refused(Refusal::Invalid(errors))) = stall.shop.attempt(bad).await else { panic!("{quantity}") };
        assert_eq!((errors[0].field.as_str(), errors[0].code), (field, code));
    }
    eventually("the sale is warm", || async {
        stall.shop.ledger(stall.staff, sale.0).await.unwrap()[0].free.is_some()
    })
    .await;
    assert_eq!(stall.ledger(sale.0).await.free, Some(100));
}

/// Case 5: a unit that came back is sold once more, through either process.
#[sqlx::test(migrations = "../migrations")]
async fn a_returned_unit_is_reachable_through_every_process(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let second = stall.second().await;
    let sale = stall.open_sale(|form| form.items[0].stock = Some(1)).await;
    let viewers = stall.shoppers(8).await;
    let winner = buy(&stall.shop, viewers[0], sale, "k", 1).await;
    assert!(matches!(winner, Admission::Admitted { .. }));
    for shop in [&stall.shop, &second] {
        assert_eq!(buy(shop, viewers[1], sale, "k", 1).await, Admission::SoldOut);
        tokio::time::sleep(Duration::from_millis(900)).await;
        assert_eq!(buy(shop, viewers[2], sale, "k", 1).await, Admission::SoldOut, "said locally by now");
    }
    // The winner's account is gone when the order is written, so the ticket is lost and its unit free again.
    sqlx::query("DELETE FROM shoppers WHERE id = $1")
        .bind(viewers[0].shopper.get())
        .execute(&stall.pool)
        .await
        .unwrap();
    drain(&stall.shop).await;
    let mut sold = 0;
    for (shop, viewer) in [(&second, viewers[3]), (&stall.shop, viewers[4]), (&second, viewers[5])] {
        tokio::time::sleep(Duration::from_millis(50)).await;
        sold += i32::from(matches!(buy(shop, viewer, sale, "k", 1).await, Admission::Admitted { .. }));
    }
    assert_eq!(sold, 1, "exactly one more sale");
}
