//! Skus that are named by a sale's items.

use seckill::{ActivityForm, FieldCode, SkuForm};
use sqlx::PgPool;

use crate::support::{Stall, complaints, form};

fn code(form: &ActivityForm) -> &str {
    form.items[0].sku.code.as_deref().unwrap()
}

/// While a draft is written its words change with every save, and no half-typed variant stays behind.
#[sqlx::test(migrations = "../migrations")]
async fn a_sku_that_only_this_sale_sells_takes_new_words(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let mut draft =
        stall.shop.create_activity(stall.staff, form(stall.shop.now(), (60_000, 120_000)), None).await.unwrap();
    let id = draft.form.items[0].sku.id;
    for (product, name, code, list_price) in [("耳", "白", "E", 9_900), ("耳机", "白色", "EAR-W", 8_800)] {
        let sku = SkuForm {
            id,
            product_title: Some(product.to_owned()),
            name: Some(name.to_owned()),
            code: Some(code.to_owned()),
            list_price_fen: Some(list_price),
        };
        draft.form.items[0].sku = sku.clone();
        draft = stall.shop.update_activity(stall.staff, draft.id, draft.version, draft.form, None).await.unwrap();
        assert_eq!(draft.form.items[0].sku, sku);
    }
    assert_eq!(stall.count("SELECT count(*) FROM skus").await, 1);
    let mut dear = draft.form.clone();
    dear.items[0].sku.list_price_fen = Some(4_900);
    let complained = complaints(stall.shop.update_activity(stall.staff, draft.id, draft.version, dear, None).await);
    assert_eq!(complained, [("items[0].sale_price_fen".to_owned(), FieldCode::NotBelowListPrice)]);
}

#[sqlx::test(migrations = "../migrations")]
async fn what_another_sale_sells_keeps_its_words(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let first = stall.shop.create_activity(stall.staff, form(stall.shop.now(), (60_000, 120_000)), None).await.unwrap();
    let mut again = form(stall.shop.now(), (200_000, 300_000));
    again.items[0].sku = first.form.items[0].sku.clone();
    let second = stall.shop.create_activity(stall.staff, again, None).await.unwrap();
    type Change = fn(&mut SkuForm);
    let changes: [(&str, Change); 3] = [
        ("product_title", |sku| sku.product_title = Some("杯子".to_owned())),
        ("name", |sku| sku.name = Some("白".to_owned())),
        ("list_price_fen", |sku| sku.list_price_fen = Some(9_800)),
    ];
    for (field, change) in changes {
        let mut form = second.form.clone();
        change(&mut form.items[0].sku);
        let complained =
            complaints(stall.shop.update_activity(stall.staff, second.id, second.version, form, None).await);
        assert_eq!(complained, [(format!("items[0].sku.{field}"), FieldCode::InUse)]);
    }
    // With another code it is another variant.
    let mut form = second.form.clone();
    form.items[0].sku.code = Some("NEW-1".to_owned());
    form.items[0].sku.name = Some("白".to_owned());
    let second = stall.shop.update_activity(stall.staff, second.id, second.version, form, None).await.unwrap();
    assert_ne!(second.form.items[0].sku.id, first.form.items[0].sku.id);
    let read = stall.shop.merchant_activity(stall.staff, first.id).await.unwrap();
    assert_eq!(read.form, first.form, "the other sale is as it was");
}

#[sqlx::test(migrations = "../migrations")]
async fn a_code_that_is_taken_is_refused_and_one_that_nothing_sells_is_used_again(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let first = stall.shop.create_activity(stall.staff, form(stall.shop.now(), (60_000, 120_000)), None).await.unwrap();
    let second =
        stall.shop.create_activity(stall.staff, form(stall.shop.now(), (60_000, 120_000)), None).await.unwrap();
    let mut taken = second.form.clone();
    taken.items[0].sku.code = first.form.items[0].sku.code.clone();
    let complained = complaints(stall.shop.update_activity(stall.staff, second.id, second.version, taken, None).await);
    assert_eq!(complained, [("items[0].sku.code".to_owned(), FieldCode::Duplicate)]);

    let mut other = form(stall.shop.now(), (60_000, 120_000));
    other.items[0].sku.code = Some("OTHER".to_owned());
    let old = code(&second.form).to_owned();
    let second = stall.shop.update_activity(stall.staff, second.id, second.version, other, None).await.unwrap();
    let mut back = second.form.clone();
    back.items[0].sku =
        SkuForm { id: None, code: Some(old.clone()), name: Some("金".to_owned()), ..back.items[0].sku.clone() };
    let second = stall.shop.update_activity(stall.staff, second.id, second.version, back, None).await.unwrap();
    assert_eq!((code(&second.form), second.form.items[0].sku.name.as_deref()), (old.as_str(), Some("金")));
}
