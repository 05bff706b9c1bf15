//! The demo's people and sale.

mod picture;

use std::time::Duration;

use super::{Error, Person, Shop, Staff, browse::rfc3339};
use crate::{ActivityForm, ActivityId, ImageId, ItemForm, Login, Millis, Mode, Password, Refusal, SkuForm};

const PASSWORD: &str = "sluice-demo";
/// What the editor can do, with `{charger}` where its picture's address goes.
const PAGE: &str = include_str!("page.html");
const ZONE: &str = "Asia/Shanghai";

impl Shop {
    /// Makes the demo's accounts if they are missing, and always a new published sale that opens one minute later.
    pub async fn seed_demo(&self) -> Result<ActivityId, Error> {
        let password = password()?;
        let merchant = login("merchant@demo.test")?;
        if self.inner.store.staff_by_login(&merchant).await?.is_none() {
            self.create_merchant("Sluice 示范店", &merchant, &password).await?;
        }
        for name in ["shopper1@demo.test", "shopper2@demo.test"] {
            match self.register(&login(name)?, &password).await {
                Ok(_) | Err(Error::Refused(Refusal::LoginTaken)) => {}
                Err(error) => return Err(error),
            }
        }
        let staff = self.inner.store.staff_by_login(&merchant).await?.ok_or_else(Error::not_found)?.0;
        let number = self.inner.store.merchant_ids(staff.merchant, None, self.now(), None, i64::MAX).await?.len() + 1;
        let (cover, html) = self.demo_page(staff).await?;
        let form = ActivityForm { cover: Some(cover), html, ..self.demo_form(number) };
        let draft = self.create_activity(staff, form, None).await?;
        Ok(self.publish_activity(staff, draft.id, draft.version, None).await?.id)
    }

    /// Fresh shoppers of the demo with access tokens that are good for a day, for load tools.
    pub async fn demo_shoppers(&self, count: u32) -> Result<Vec<(Person, String)>, Error> {
        let hash = self.inner.passwords.hash(&password()?).await?;
        let batch = self.now().get();
        let logins: Vec<String> = (1..=count).map(|number| format!("crowd-{batch}-{number}@demo.test")).collect();
        let mut people = Vec::with_capacity(logins.len());
        for chunk in logins.chunks(5_000) {
            people.extend(self.inner.store.add_shoppers(chunk, &hash).await?);
        }
        let day = Duration::from_secs(86_400);
        Ok(people.into_iter().map(|person| (person.clone(), self.access_token(person.id, day))).collect())
    }

    /// The cover and the page. The pictures are drawn anew every time, and stored once: they are always the same.
    async fn demo_page(&self, staff: Staff) -> Result<(ImageId, String), Error> {
        let cover = self.inner.media.draw(picture::headphones).await?;
        let cover = self.inner.store.add_image(staff.merchant, &cover).await?;
        let charger = self.inner.media.draw(picture::charger).await?;
        let charger = self.inner.store.add_image(staff.merchant, &charger).await?;
        let page = PAGE.replace("{charger}", &charger.picture.url);
        Ok((cover.id, page.replace('\n', "")))
    }

    /// Sale `number` of the demo sells products of its own, so that it does not overlap with those before it.
    fn demo_form(&self, number: usize) -> ActivityForm {
        // On a round five seconds, because people read it.
        let starts_at = Millis::new((self.now().get() + 60_000) / 5_000 * 5_000);
        let item = |product: &str, name: &str, code: &str, list, sale, stock, limit| ItemForm {
            id: None,
            sku: SkuForm {
                id: None,
                product_title: Some(format!("{product}（第 {number} 场）")),
                name: Some(name.to_owned()),
                code: Some(format!("{code}-{number}")),
                list_price_fen: Some(list),
            },
            sale_price_fen: sale,
            stock: Some(stock),
            per_shopper_limit: limit,
            max_per_order: limit,
            gate_multiplier: 10,
        };
        ActivityForm {
            cover: None,
            title: format!("一分钟后开抢：耳机与充电器（第 {number} 场）"),
            html: String::new(),
            starts_at: rfc3339(starts_at, ZONE),
            ends_at: rfc3339(starts_at.plus(Duration::from_secs(3_600)), ZONE),
            time_zone: ZONE.to_owned(),
            mode: Mode::Direct,
            pay_within_s: 900,
            items: vec![
                item("降噪耳机", "曜石黑", "EAR", 99_900, 49_900, 100, 1),
                item("便携充电器", "米白", "PWR", 12_900, 4_900, 500, 2),
            ],
        }
    }
}

fn login(name: &str) -> Result<Login, Error> {
    Login::parse(name).map_err(|error| Error::Internal(Box::new(error)))
}

fn password() -> Result<Password, Error> {
    Password::parse(PASSWORD).map_err(|error| Error::Internal(Box::new(error)))
}
