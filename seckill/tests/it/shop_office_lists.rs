//! What a merchant reads: the sales, a sale's orders, and its page before it is public.

use seckill::{ActivityState, ItemStatus, OrderState, Phase, Refusal, Stage};
use sqlx::PgPool;

use crate::support::{Stall, buy, form, refusal};

#[sqlx::test(migrations = "../migrations")]
async fn orders_of_a_sale_are_read_newest_first_with_who_and_what(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let shoppers = stall.shop.demo_shoppers(5).await.unwrap();
    let (sale, item) = stall.open_sale(|_| ()).await;
    let (other, other_item) = stall.open_sale(|_| ()).await;
    for (person, _) in &shoppers {
        let viewer = seckill::Viewer { shopper: person.id };
        buy(&stall.shop, viewer, (sale, item), "k", 1).await;
        stall.drain().await;
    }
    let viewer = seckill::Viewer { shopper: shoppers[0].0.id };
    buy(&stall.shop, viewer, (other, other_item), "k", 1).await;
    stall.drain().await;

    let own = stall.shop.merchant_activity(stall.staff, sale).await.unwrap();
    let first = stall.shop.activity_orders(stall.staff, sale, None, 3).await.unwrap();
    let cursor = first.next_cursor.as_ref().unwrap().parse().unwrap();
    let rest = stall.shop.activity_orders(stall.staff, sale, Some(cursor), 3).await.unwrap();
    assert_eq!((first.items.len(), rest.items.len(), &rest.next_cursor), (3, 2, &None));
    let rows: Vec<_> = first.items.iter().chain(&rest.items).collect();
    let logins: Vec<_> = rows.iter().map(|row| row.shopper.clone()).collect();
    assert_eq!(logins, shoppers.iter().rev().map(|(person, _)| person.login.clone()).collect::<Vec<_>>());
    for row in rows {
        assert_eq!((row.order.activity_id, row.order.item_id, row.order.quantity), (sale, item, 1));
        assert_eq!((row.order.state, row.order.total_fen.get()), (OrderState::PendingPayment, 4_900));
        assert_eq!(Some(&row.sku_code), own.form.items[0].sku.code.as_ref());
        assert_eq!(Some(&row.order.product_title), own.form.items[0].sku.product_title.as_ref());
    }
    assert_eq!((own.stock, own.sold), (Some(100), 5));
    let unknown = "999999".parse().unwrap();
    assert_eq!(refusal(stall.shop.activity_orders(stall.staff, unknown, None, 3).await), Refusal::NotFound);
}

#[sqlx::test(migrations = "../migrations")]
async fn units_of_a_sale_are_those_of_all_its_items(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let two = |second: Option<i64>| {
        let mut new = form(stall.shop.now(), (60_000, 120_000));
        new.items.push(form(stall.shop.now(), (60_000, 120_000)).items[0].clone());
        new.items[1].stock = second;
        new
    };
    let counted = stall.shop.create_activity(stall.staff, two(Some(20)), None).await.unwrap();
    assert_eq!((counted.stock, counted.sold), (Some(120), 0));
    let unlimited = stall.shop.create_activity(stall.staff, two(None), None).await.unwrap();
    assert_eq!((unlimited.stock, unlimited.sold), (None, 0));
}

#[sqlx::test(migrations = "../migrations")]
async fn the_list_is_cut_by_where_sales_stand(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let draft =
        stall.shop.create_activity(stall.staff, form(stall.shop.now(), (-1_000, 60_000)), None).await.unwrap().id;
    let upcoming = stall.sale((3_600_000, 7_200_000), |_| ()).await.0;
    let warming = stall.sale((60_000, 120_000), |_| ()).await.0;
    let live = stall.sale((-1_000, 60_000), |_| ()).await.0;
    let ended = stall.sale((-1_000, 500), |_| ()).await.0;
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    let listed = async |stage| {
        let page = stall.shop.merchant_activities(stall.staff, stage, None, 10).await.unwrap();
        for row in &page.items {
            assert!(stage.is_none_or(|stage| Stage::of(row.state, row.phase) == stage), "{row:?}");
        }
        page.items.iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(listed(Some(Stage::Draft)).await, [draft]);
    assert_eq!(listed(Some(Stage::Upcoming)).await, [warming, upcoming]);
    assert_eq!(listed(Some(Stage::Live)).await, [live]);
    assert_eq!(listed(Some(Stage::Ended)).await, [ended]);
    assert_eq!(listed(None).await.len(), 5);
}

/// The preview is the page that will be public, to the letter.
#[sqlx::test(migrations = "../migrations")]
async fn a_draft_is_previewed_as_it_will_be_seen(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let draft = stall.shop.create_activity(stall.staff, form(stall.shop.now(), (60_000, 120_000)), None).await.unwrap();
    assert_eq!(draft.state, ActivityState::Draft);
    assert_eq!(refusal(stall.shop.activity(draft.id).await), Refusal::NotFound);
    let (mut preview, now) = stall.shop.preview(stall.staff, draft.id).await.unwrap();
    assert_eq!(now.items[0].status, ItemStatus::NotStarted);
    assert_eq!((preview.card.phase, preview.html.as_str()), (Phase::Warming, "<p>好</p>"));
    stall.shop.publish_activity(stall.staff, draft.id, draft.version, None).await.unwrap();
    let public = stall.shop.activity(draft.id).await.unwrap();
    assert_eq!(public.version, preview.version + 1);
    (preview.server_time_ms, preview.version) = (public.server_time_ms, public.version);
    assert_eq!(preview, public);
}
