//! The skus that a sale's items name: found, added, or given other words.

use super::{
    drafts::{Tx, refuse},
    is_violation,
};
use crate::{Error, Fen, FieldCode, MerchantId, NewSku, SkuId, SkuWords};

type Words = SkuWords<String, Fen>;

/// The item that names the sku.
pub(super) struct Place {
    /// Whose it must be.
    pub(super) merchant: MerchantId,
    /// The sale.
    pub(super) activity: i64,
    /// The item's JSON path, for complaints.
    pub(super) field: String,
}

struct Known {
    id: i64,
    words: Words,
    /// Whether an item of another sale sells it; its words are that sale's too.
    elsewhere: bool,
}

impl Place {
    /// Makes the sku what `asked` says, and answers its id.
    pub(super) async fn write(&self, tx: &mut Tx, asked: &NewSku, sale_price: Fen) -> Result<i64, Error> {
        match asked {
            NewSku::New(words) => self.by_code(tx, words).await,
            NewSku::Existing(id, asked) => {
                let known = self.find(tx, Some(*id), None).await?;
                let known = known.ok_or_else(|| self.complaint("sku.id", FieldCode::NotFound))?;
                let words = Words {
                    product_title: asked.product_title.clone().unwrap_or_else(|| known.words.product_title.clone()),
                    name: asked.name.clone().unwrap_or_else(|| known.words.name.clone()),
                    code: asked.code.clone().unwrap_or_else(|| known.words.code.clone()),
                    list_price: asked.list_price.unwrap_or(known.words.list_price),
                };
                if sale_price >= words.list_price {
                    return Err(self.complaint("sale_price_fen", FieldCode::NotBelowListPrice));
                }
                self.existing(tx, known, &words).await
            }
        }
    }

    async fn existing(&self, tx: &mut Tx, known: Known, words: &Words) -> Result<i64, Error> {
        if known.words == *words {
            return Ok(known.id);
        }
        if known.words.code != words.code
            && (known.elsewhere || self.find(tx, None, Some(&words.code)).await?.is_some())
        {
            return self.by_code(tx, words).await;
        }
        if known.elsewhere {
            let old = &known.words;
            let field = match () {
                () if old.product_title != words.product_title => "sku.product_title",
                () if old.name != words.name => "sku.name",
                () => "sku.list_price_fen",
            };
            return Err(self.complaint(field, FieldCode::InUse));
        }
        self.rewrite(tx, known.id, words).await
    }

    /// One of the same code must say the same, and is then used again; one that no other sale sells takes the words.
    async fn by_code(&self, tx: &mut Tx, words: &Words) -> Result<i64, Error> {
        match self.find(tx, None, Some(&words.code)).await? {
            None => self.add(tx, words).await,
            Some(known) if known.words == *words => Ok(known.id),
            Some(known) if !known.elsewhere && !self.sells(tx, known.id).await? => {
                self.rewrite(tx, known.id, words).await
            }
            Some(_) => Err(self.complaint("sku.code", FieldCode::Duplicate)),
        }
    }

    async fn find(&self, tx: &mut Tx, id: Option<SkuId>, code: Option<&str>) -> Result<Option<Known>, Error> {
        let row = sqlx::query!(
            r#"SELECT s.id, s.name, s.code, s.list_price_fen, p.title,
                      EXISTS (SELECT FROM items WHERE sku_id = s.id AND activity_id <> $4) AS "elsewhere!"
               FROM skus s JOIN products p ON p.id = s.product_id
               WHERE s.merchant_id = $1 AND (s.id = $2 OR s.code = $3)"#,
            self.merchant.get(),
            id.map(SkuId::get),
            code,
            self.activity
        );
        let Some(row) = row.fetch_optional(&mut **tx).await? else { return Ok(None) };
        let list_price = Fen::new(row.list_price_fen).map_err(|error| Error::Internal(Box::new(error)))?;
        let words = Words { product_title: row.title, name: row.name, code: row.code, list_price };
        Ok(Some(Known { id: row.id, words, elsewhere: row.elsewhere }))
    }

    /// Whether an item of this very sale sells it.
    async fn sells(&self, tx: &mut Tx, sku: i64) -> Result<bool, Error> {
        let sells = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM items WHERE sku_id = $1 AND activity_id = $2) AS "sells!""#,
            sku,
            self.activity
        );
        Ok(sells.fetch_one(&mut **tx).await?)
    }

    async fn add(&self, tx: &mut Tx, words: &Words) -> Result<i64, Error> {
        let product = self.product(tx, &words.product_title).await?;
        let added = sqlx::query_scalar!(
            "INSERT INTO skus (merchant_id, product_id, name, code, list_price_fen) VALUES ($1, $2, $3, $4, $5)
             RETURNING id",
            self.merchant.get(),
            product,
            words.name,
            words.code,
            words.list_price.get()
        );
        self.unless_taken(added.fetch_one(&mut **tx).await)
    }

    async fn rewrite(&self, tx: &mut Tx, sku: i64, words: &Words) -> Result<i64, Error> {
        let product = self.product(tx, &words.product_title).await?;
        let written = sqlx::query_scalar!(
            "UPDATE skus SET product_id = $3, name = $4, code = $5, list_price_fen = $6
             WHERE id = $1 AND merchant_id = $2 RETURNING id",
            sku,
            self.merchant.get(),
            product,
            words.name,
            words.code,
            words.list_price.get()
        );
        self.unless_taken(written.fetch_one(&mut **tx).await)
    }

    /// The merchant's product of that title, made if it is missing.
    async fn product(&self, tx: &mut Tx, title: &str) -> Result<i64, Error> {
        let product = sqlx::query_scalar!(
            r#"WITH known AS (SELECT id FROM products WHERE merchant_id = $1 AND title = $2 ORDER BY id LIMIT 1),
                    added AS (INSERT INTO products (merchant_id, title)
                              SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM known) RETURNING id)
               SELECT id AS "id!" FROM known UNION ALL SELECT id FROM added"#,
            self.merchant.get(),
            title
        );
        Ok(product.fetch_one(&mut **tx).await?)
    }

    fn unless_taken(&self, written: sqlx::Result<i64>) -> Result<i64, Error> {
        match written {
            Err(error) if is_violation(&error, "skus_code_key") => {
                Err(self.complaint("sku.code", FieldCode::Duplicate))
            }
            written => written.map_err(Error::from),
        }
    }

    fn complaint(&self, name: &str, code: FieldCode) -> Error {
        refuse(format!("{}.{name}", self.field), code)
    }
}
