//! One item as it is typed.

use leptos::prelude::*;
use seckill::{Fen, InvalidYuan, ItemForm, SkuForm};

use super::texts::FormTexts;

/// An item's fields. Numbers are text here: what is typed stays, whatever it is.
#[derive(Clone, Copy)]
pub struct Row {
    /// Tells it from others, wherever it stands.
    pub key: usize,
    /// Of the item and the sku, once they are saved.
    pub ids: RwSignal<(Option<seckill::ItemId>, Option<seckill::SkuId>)>,
    pub product: RwSignal<String>,
    pub variant: RwSignal<String>,
    pub code: RwSignal<String>,
    pub list_price: RwSignal<String>,
    pub sale_price: RwSignal<String>,
    pub stock: RwSignal<String>,
    pub unlimited: RwSignal<bool>,
    pub limit: RwSignal<String>,
    pub max: RwSignal<String>,
    pub gate: RwSignal<String>,
}

impl Row {
    /// An empty one, with what most sales want.
    pub fn new(key: usize) -> Self {
        let text = |text: &str| RwSignal::new(text.to_owned());
        Self {
            key,
            ids: RwSignal::default(),
            product: text(""),
            variant: text(""),
            code: text(""),
            list_price: text(""),
            sale_price: text(""),
            stock: text(""),
            unlimited: RwSignal::new(false),
            limit: text("1"),
            max: text("1"),
            gate: text("10"),
        }
    }

    /// What was saved.
    pub fn of(key: usize, item: &ItemForm) -> Self {
        let text = |text: &Option<String>| RwSignal::new(text.clone().unwrap_or_default());
        let price = |fen: i64| RwSignal::new(Fen::new(fen).map(Fen::yuan).unwrap_or_default());
        let number = |number: i64| RwSignal::new(number.to_string());
        Self {
            key,
            ids: RwSignal::new((item.id, item.sku.id)),
            product: text(&item.sku.product_title),
            variant: text(&item.sku.name),
            code: text(&item.sku.code),
            list_price: item.sku.list_price_fen.map_or_else(RwSignal::default, price),
            sale_price: price(item.sale_price_fen),
            stock: item.stock.map_or_else(RwSignal::default, number),
            unlimited: RwSignal::new(item.stock.is_none()),
            limit: number(item.per_shopper_limit),
            max: number(item.max_per_order),
            gate: number(item.gate_multiplier),
        }
    }

    /// The id of one of its fields.
    pub fn at(self, name: &str) -> String {
        format!("item-{}-{name}", self.key)
    }

    /// Everything that is typed, to see whether it changed.
    pub fn typed(self) -> String {
        let texts = [
            self.product,
            self.variant,
            self.code,
            self.list_price,
            self.sale_price,
            self.stock,
            self.limit,
            self.max,
            self.gate,
        ];
        let typed: Vec<String> = texts.iter().map(|text| text.get()).collect();
        format!("{} {} {}", self.key, self.unlimited.get(), typed.join("\u{1f}"))
    }

    /// Reads the fields; `complain` is told the field, its label and what is wrong.
    pub fn read(self, mut complain: impl FnMut(&'static str, Label, Label)) -> ItemForm {
        let mut text = |name, label: Label, typed: RwSignal<String>| {
            let typed = typed.get_untracked().trim().to_owned();
            if typed.is_empty() {
                complain(name, label, |t| &t.required);
            }
            Some(typed)
        };
        let product_title = text("product_title", |t| &t.product, self.product);
        let name = text("name", |t| &t.variant, self.variant);
        let code = text("code", |t| &t.code, self.code);
        let mut price = |name, label: Label, typed: RwSignal<String>| match Fen::parse_yuan(&typed.get_untracked()) {
            Ok(price) => price.get(),
            Err(why) => {
                complain(name, label, price_words(why));
                0
            }
        };
        let list_price_fen = Some(price("list_price_fen", |t| &t.list_price, self.list_price));
        let sale_price_fen = price("sale_price_fen", |t| &t.sale_price, self.sale_price);
        let mut number = |name, label: Label, typed: RwSignal<String>| {
            parse_number(&typed.get_untracked()).unwrap_or_else(|why| {
                complain(name, label, why);
                0
            })
        };
        let stock = (!self.unlimited.get_untracked()).then(|| number("stock", |t| &t.stock, self.stock));
        let (id, sku) = self.ids.get_untracked();
        ItemForm {
            id,
            sku: SkuForm { id: sku, product_title, name, code, list_price_fen },
            sale_price_fen,
            stock,
            per_shopper_limit: number("per_shopper_limit", |t| &t.limit, self.limit),
            max_per_order: number("max_per_order", |t| &t.max, self.max),
            gate_multiplier: number("gate_multiplier", |t| &t.gate, self.gate),
        }
    }
}

/// One of the words.
pub type Label = fn(&FormTexts) -> &String;

fn price_words(why: InvalidYuan) -> Label {
    match why {
        InvalidYuan::Empty => |t| &t.required,
        InvalidYuan::Malformed => |t| &t.price_form,
        InvalidYuan::BelowFen => |t| &t.price_decimals,
        InvalidYuan::TooLarge => |t| &t.price_large,
    }
}

/// A whole number as it is typed; full-width digits too.
pub fn parse_number(typed: &str) -> Result<i64, Label> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err(|t| &t.required);
    }
    let mut number = 0_i64;
    for letter in typed.chars() {
        let narrow = if ('０'..='９').contains(&letter) {
            u32::from(letter) - u32::from('０')
        } else {
            letter.to_digit(10).unwrap_or(10)
        };
        if narrow > 9 {
            return Err(|t| &t.number_form);
        }
        number = number.saturating_mul(10).saturating_add(i64::from(narrow));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_as_people_type_them() {
        for (typed, number) in [("1", 1), (" 100 ", 100), ("１０", 10), ("0", 0), ("99999999999999999999", i64::MAX)]
        {
            assert_eq!(parse_number(typed).ok(), Some(number), "{typed}");
        }
        for odd in ["", " ", "1.5", "-1", "1e3", "1,000", "十", "1 0"] {
            assert!(parse_number(odd).is_err(), "{odd}");
        }
    }
}
