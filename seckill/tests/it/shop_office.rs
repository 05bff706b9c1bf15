//! What a merchant does.

use seckill::{Admission, FieldCode, Phase, Refusal};
use sqlx::PgPool;

use crate::support::{Stall, attempt, complaints, form, refusal, staff, token};

#[sqlx::test(migrations = "../migrations")]
async fn what_was_written_is_read_back_and_can_be_sent_again(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let made = stall.shop.create_activity(stall.staff, form(stall.shop.now(), (60_000, 120_000)), None).await.unwrap();
    assert_eq!((made.version, made.phase), (1, Phase::Warming));
    let read = stall.shop.merchant_activity(stall.staff, made.id).await.unwrap();
    assert_eq!(read, made);
    let again = stall.shop.update_activity(stall.staff, made.id, 1, read.form.clone(), None).await.unwrap();
    assert_eq!((again.version, &again.form), (2, &read.form));
    assert_eq!(
        refusal(stall.shop.update_activity(stall.staff, made.id, 1, read.form, None).await),
        Refusal::VersionConflict
    );
    assert_eq!(stall.shop.merchant_activities(stall.staff, None, None, 10).await.unwrap().items, [again]);
}

/// Case 42: another merchant's sale does not exist.
#[sqlx::test(migrations = "../migrations")]
async fn a_sale_is_its_merchants_own(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let other = staff(&stall.shop, "rival@shop.test").await;
    let (sale, _) = stall.open_sale(|_| ()).await;
    let form = form(stall.shop.now(), (60_000, 120_000));
    assert_eq!(refusal(stall.shop.merchant_activity(other, sale).await), Refusal::NotFound);
    assert_eq!(refusal(stall.shop.ledger(other, sale).await), Refusal::NotFound);
    assert_eq!(refusal(stall.shop.preview(other, sale).await), Refusal::NotFound);
    assert_eq!(refusal(stall.shop.activity_orders(other, sale, None, 10).await), Refusal::NotFound);
    assert_eq!(refusal(stall.shop.publish_activity(other, sale, 1, None).await), Refusal::NotFound);
    assert_eq!(refusal(stall.shop.update_activity(other, sale, 1, form.clone(), None).await), Refusal::NotFound);
    assert!(stall.shop.merchant_activities(other, None, None, 10).await.unwrap().items.is_empty());

    let own = stall.shop.merchant_activity(stall.staff, sale).await.unwrap();
    let mut stolen = form;
    stolen.items[0].sku = seckill::SkuForm { id: own.form.items[0].sku.id, ..Default::default() };
    let complained = complaints(stall.shop.create_activity(other, stolen, None).await);
    assert_eq!(complained, [("items[0].sku.id".to_owned(), FieldCode::NotFound)]);
}

/// Case 32: one sale at a time for a product.
#[sqlx::test(migrations = "../migrations")]
async fn two_sales_of_a_product_do_not_overlap(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let (sale, _) = stall.sale((60_000, 120_000), |_| ()).await;
    let own = stall.shop.merchant_activity(stall.staff, sale).await.unwrap();
    let again = |window| {
        let mut next = form(stall.shop.now(), window);
        next.items[0].sku = seckill::SkuForm { id: own.form.items[0].sku.id, ..Default::default() };
        next
    };
    let overlapping = stall.shop.create_activity(stall.staff, again((90_000, 180_000)), None).await.unwrap();
    let complained = complaints(stall.shop.publish_activity(stall.staff, overlapping.id, 1, None).await);
    assert_eq!(complained, [("items[0].sku".to_owned(), FieldCode::Overlaps)]);
    let later = stall.shop.create_activity(stall.staff, again((200_000, 300_000)), None).await.unwrap();
    let later = stall.shop.publish_activity(stall.staff, later.id, 1, None).await.unwrap();
    let moved = seckill::ActivityForm { starts_at: own.form.starts_at.clone(), ..later.form };
    let complained = complaints(stall.shop.update_activity(stall.staff, later.id, later.version, moved, None).await);
    assert_eq!(complained, [("items[0].sku".to_owned(), FieldCode::Overlaps)]);
    assert_eq!(
        refusal(stall.shop.publish_activity(stall.staff, later.id, later.version, None).await),
        Refusal::WrongState
    );
}

/// A draft that waited too long is told so at its end.
#[sqlx::test(migrations = "../migrations")]
async fn a_draft_whose_window_has_passed_is_not_published(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let draft = stall.shop.create_activity(stall.staff, form(stall.shop.now(), (-60_000, 600)), None).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    let complained = complaints(stall.shop.publish_activity(stall.staff, draft.id, 1, None).await);
    assert_eq!(complained, [("ends_at".to_owned(), FieldCode::InThePast)]);
    let read = stall.shop.merchant_activity(stall.staff, draft.id).await.unwrap();
    assert_eq!((read.state, read.version), (draft.state, draft.version), "a refusal changes nothing");
}

/// Two people at one draft: what one publishes is what they saw, not what the other has just made of it.
#[sqlx::test(migrations = "../migrations")]
async fn nothing_is_published_that_was_not_seen(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let seen = stall.shop.create_activity(stall.staff, form(stall.shop.now(), (60_000, 120_000)), None).await.unwrap();
    let mut cheaper = seen.form.clone();
    cheaper.items[0].sale_price_fen = 1;
    let theirs = stall.shop.update_activity(stall.staff, seen.id, seen.version, cheaper, None).await.unwrap();
    let refused = stall.shop.publish_activity(stall.staff, seen.id, seen.version, None).await;
    assert_eq!(refusal(refused), Refusal::VersionConflict);
    assert_eq!(stall.shop.merchant_activity(stall.staff, seen.id).await.unwrap().state, seen.state);
    stall.shop.publish_activity(stall.staff, seen.id, theirs.version, None).await.unwrap();
}

#[sqlx::test(migrations = "../migrations")]
async fn a_sku_is_listed_once_and_its_code_means_one_thing(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let (sale, _) = stall.sale((60_000, 120_000), |_| ()).await;
    let own = stall.shop.merchant_activity(stall.staff, sale).await.unwrap();
    let mut twice = form(stall.shop.now(), (60_000, 120_000));
    twice.items[0] = own.form.items[0].clone();
    twice.items[0].id = None;
    twice.items.push(twice.items[0].clone());
    for item in &mut twice.items {
        item.sku = seckill::SkuForm { id: item.sku.id, ..Default::default() };
    }
    assert_eq!(complaints(stall.shop.create_activity(stall.staff, twice, None).await)[0].1, FieldCode::Duplicate);
    let mut other_price = form(stall.shop.now(), (60_000, 120_000));
    other_price.items[0].sku =
        seckill::SkuForm { id: None, list_price_fen: Some(10_000), ..own.form.items[0].sku.clone() };
    let complained = complaints(stall.shop.create_activity(stall.staff, other_price, None).await);
    assert_eq!(complained, [("items[0].sku.code".to_owned(), FieldCode::Duplicate)]);
    let mut dear = form(stall.shop.now(), (60_000, 120_000));
    dear.items[0].sku = seckill::SkuForm { id: own.form.items[0].sku.id, ..Default::default() };
    dear.items[0].sale_price_fen = 9_900;
    let complained = complaints(stall.shop.create_activity(stall.staff, dear, None).await);
    assert_eq!(complained, [("items[0].sale_price_fen".to_owned(), FieldCode::NotBelowListPrice)]);
}

/// Case 19: moving the start moves the sale; and who saw the old rules is told before buying under the new ones.
#[sqlx::test(migrations = "../migrations")]
async fn an_edit_before_the_start_replaces_the_rules(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let viewer = stall.shoppers(1).await[0];
    let (sale, item) = stall.sale((60_000, 600_000), |_| ()).await;
    let published = stall.shop.merchant_activity(stall.staff, sale).await.unwrap();
    let mut edited = published.form.clone();
    edited.starts_at = form(stall.shop.now(), (700, 0)).starts_at;
    edited.items[0].stock = Some(3);
    edited.items[0].sale_price_fen = 4_000;
    let after = stall.shop.update_activity(stall.staff, sale, published.version, edited, None).await.unwrap();
    assert_eq!(after.form.items[0].id, Some(item), "an item that is named keeps its id");
    tokio::time::sleep(std::time::Duration::from_millis(800)).await;
    let open = token(&stall.shop, viewer, (sale, item)).await;
    assert!(matches!(attempt(&stall.shop, (sale, item), &open, "k", 1).await, Admission::Admitted { .. }));
    stall.drain().await;
    assert_eq!(stall.shop.orders(viewer, None, 1).await.unwrap().items[0].unit_price_fen.get(), 4_000);
    assert_eq!(stall.ledger(sale).await.free, Some(2));

    let started = stall.shop.update_activity(stall.staff, sale, after.version, after.form, None).await;
    assert_eq!(refusal(started), Refusal::AlreadyStarted);
    let second = stall.shoppers(1).await[0];
    let open = token(&stall.shop, second, (sale, item)).await;
    let answer = attempt(&stall.shop, (sale, item), &open, "k", 1).await;
    assert!(matches!(answer, Admission::Admitted { .. }), "the refused edit left the sale open: {answer:?}");
}

#[sqlx::test(migrations = "../migrations")]
async fn a_list_is_cut_into_pages(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(stall.sale((60_000, 120_000), |_| ()).await.0);
    }
    ids.reverse();
    let first = stall.shop.activities(None, None, 3).await.unwrap();
    assert_eq!(first.items.iter().map(|card| card.id).collect::<Vec<_>>(), ids[..3]);
    let cursor = first.next_cursor.unwrap().parse().unwrap();
    let rest = stall.shop.activities(None, Some(cursor), 3).await.unwrap();
    assert_eq!(rest.items.iter().map(|card| card.id).collect::<Vec<_>>(), ids[3..]);
    assert_eq!(rest.next_cursor, None);
    for (phase, count) in [(Phase::Warming, 5), (Phase::Upcoming, 0), (Phase::Live, 0), (Phase::Ended, 0)] {
        assert_eq!(stall.shop.activities(Some(phase), None, 100).await.unwrap().items.len(), count, "{phase:?}");
    }
}

/// Publishing and editing at the same instant: one of them is told that the other was first, and the rules agree.
#[sqlx::test(migrations = "../migrations")]
async fn an_edit_and_a_publication_do_not_cross(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let viewer = stall.shoppers(1).await[0];
    for _ in 0..10 {
        let draft =
            stall.shop.create_activity(stall.staff, form(stall.shop.now(), (-1_000, 600_000)), None).await.unwrap();
        let (published, edited) = tokio::join!(
            stall.shop.publish_activity(stall.staff, draft.id, draft.version, None),
            stall.shop.update_activity(stall.staff, draft.id, draft.version, draft.form.clone(), None),
        );
        if published.is_err() {
            assert!(edited.is_ok(), "{edited:?}");
            let version = edited.unwrap().version;
            stall.shop.publish_activity(stall.staff, draft.id, version, None).await.unwrap();
        }
        let sale = (draft.id, draft.form.items[0].id.unwrap());
        let open = token(&stall.shop, viewer, sale).await;
        let answer = attempt(&stall.shop, sale, &open, "k", 1).await;
        assert!(matches!(answer, Admission::Admitted { .. }), "{answer:?}");
    }
}

/// Many edits of one merchant at once wait for each other.
#[sqlx::test(migrations = "../migrations")]
async fn edits_of_one_merchant_do_not_block_each_other_for_good(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let mut edits = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let draft =
            stall.shop.create_activity(stall.staff, form(stall.shop.now(), (60_000, 120_000)), None).await.unwrap();
        let (shop, staff) = (stall.shop.clone(), stall.staff);
        let edited = form(shop.now(), (60_000, 120_000));
        edits.spawn(async move { shop.update_activity(staff, draft.id, draft.version, edited, None).await });
    }
    for edit in edits.join_all().await {
        edit.unwrap();
    }
}
