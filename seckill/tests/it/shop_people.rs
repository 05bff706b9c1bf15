//! Signing in.

use seckill::{Error, Login, Password, Refusal, Role};
use sqlx::PgPool;

use crate::support::Stall;

fn login(text: &str) -> Login {
    Login::parse(text).unwrap()
}

fn password(text: &str) -> Password {
    Password::parse(text).unwrap()
}

#[sqlx::test(migrations = "../migrations")]
async fn one_account_a_login_and_only_with_its_password(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let shop = &stall.shop;
    let ann = shop.register(&login("Ann@a.test"), &password("long enough")).await.unwrap();
    let taken = shop.register(&login("ann@A.test"), &password("something else")).await;
    assert!(matches!(taken, Err(Error::Refused(Refusal::LoginTaken))));
    let again = shop.sign_in(&login("ann@a.test"), &password("long enough")).await.unwrap();
    assert_eq!(again.shopper, ann.shopper);
    for (name, secret) in
        [("ann@a.test", "long enough "), ("nobody@a.test", "long enough"), ("boss@shop.test", "correct horse")]
    {
        let refused = shop.sign_in(&login(name), &password(secret)).await;
        assert!(matches!(refused, Err(Error::Refused(Refusal::BadCredentials))), "{name}");
    }
    let viewer = shop.viewer(&again.access_token).unwrap();
    assert_eq!(shop.me(viewer).await.unwrap(), ann.shopper);
    assert_eq!(shop.staff(&again.access_token), None, "a shopper is not staff");
}

#[sqlx::test(migrations = "../migrations")]
async fn a_refresh_token_is_used_once_and_dies_with_the_sign_out(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let shop = &stall.shop;
    let first = shop.register(&login("ann@a.test"), &password("long enough")).await.unwrap();
    let second = shop.refresh(&first.refresh_token).await.unwrap();
    let used = shop.refresh(&first.refresh_token).await;
    assert!(matches!(used, Err(Error::Refused(Refusal::Unauthenticated))));
    shop.sign_out(&second.refresh_token).await.unwrap();
    shop.sign_out(&second.refresh_token).await.unwrap();
    let dead = shop.refresh(&second.refresh_token).await;
    assert!(matches!(dead, Err(Error::Refused(Refusal::Unauthenticated))));
}

#[sqlx::test(migrations = "../migrations")]
async fn a_merchants_owner_signs_in(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let signed_in = stall.shop.staff_sign_in(&login("boss@shop.test"), &password("correct horse")).await.unwrap();
    assert_eq!(signed_in.staff.role, Role::Owner);
    assert_eq!(stall.shop.staff(&signed_in.access_token), Some(signed_in.staff));
    assert_eq!(stall.shop.viewer(&signed_in.access_token), None, "staff is not a shopper");
    let wrong = stall.shop.staff_sign_in(&login("boss@shop.test"), &password("wrong horse")).await;
    assert!(matches!(wrong, Err(Error::Refused(Refusal::BadCredentials))));
}

#[sqlx::test(migrations = "../migrations")]
async fn the_demo_can_be_seeded_at_every_start(pool: PgPool) {
    let stall = Stall::new(pool).await;
    let first = stall.shop.seed_demo().await.unwrap();
    let second = stall.shop.seed_demo().await.unwrap();
    let pages = [stall.shop.activity(first).await.unwrap(), stall.shop.activity(second).await.unwrap()];
    assert_eq!(pages[0].html, pages[1].html);
    assert_eq!(pages[0].card.cover, pages[1].card.cover, "the same pictures, stored once");
    for part in ["<h2>", "<table>", "<ol>", "<blockquote>", "<strong>"] {
        assert!(pages[0].html.contains(part), "{part} in {}", pages[0].html);
    }
    let mut shown: Vec<&str> = pages[0].html.split("src=\"/media/").skip(1).map(|rest| &rest[..44]).collect();
    assert_eq!(shown.len(), 1, "the picture in the page passed the cleaner");
    let cover = pages[0].card.cover.as_ref().unwrap();
    shown.push(cover.url.strip_prefix("/media/").unwrap());
    for name in shown {
        let file = stall.shop.media(name).await.unwrap().expect("it is stored");
        assert_eq!(file.content_type, "image/jpeg");
    }
    assert_ne!(first, second, "always a new sale");
    let page = stall.shop.activity(second).await.unwrap();
    let wait = page.server_time_ms.until(page.card.starts_at_ms);
    assert!((50..=60).contains(&wait.as_secs()), "{wait:?}");
    stall.shop.sign_in(&login("shopper2@demo.test"), &password("sluice-demo")).await.unwrap();
    stall.shop.staff_sign_in(&login("merchant@demo.test"), &password("sluice-demo")).await.unwrap();
}
