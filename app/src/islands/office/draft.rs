//! What stands in the form.

use leptos::{
    prelude::*,
    reactive::owner::{Owner, WeakOwner},
};
use seckill::{ActivityState, ItemForm};

use super::{
    complaints::Complaint,
    row::{Label, Row, parse_number},
    sale::{Cover, Sale, Sent},
    texts::Said,
    when::Moment,
    zones::Zone,
};

/// The whole form as it is typed.
#[derive(Clone, Copy)]
pub struct Draft {
    /// The sale, once it is saved.
    pub id: RwSignal<String>,
    /// The version that the next save changes.
    pub version: RwSignal<i64>,
    /// Whether shoppers see it.
    pub published: RwSignal<bool>,
    /// When the stored version opens, RFC 3339.
    pub opens: RwSignal<String>,
    pub title: RwSignal<String>,
    pub html: RwSignal<String>,
    pub cover: RwSignal<Option<Cover>>,
    pub starts_at: Moment,
    pub ends_at: Moment,
    pub zone: Zone,
    pub pay_minutes: RwSignal<String>,
    pub rows: RwSignal<Vec<Row>>,
    next_key: StoredValue<usize>,
    /// The form's own: what an event makes belongs to the part of the page that the event is in, and goes with it.
    owner: StoredValue<Option<WeakOwner>>,
    said: Said,
}

impl Draft {
    /// The form of a sale.
    pub fn new(sale: &Sale, zone: Zone, said: Said) -> Self {
        let draft = Self {
            id: RwSignal::default(),
            version: RwSignal::default(),
            published: RwSignal::default(),
            opens: RwSignal::default(),
            title: RwSignal::default(),
            html: RwSignal::default(),
            cover: RwSignal::default(),
            starts_at: Moment::new(),
            ends_at: Moment::new(),
            zone,
            pay_minutes: RwSignal::default(),
            rows: RwSignal::default(),
            next_key: StoredValue::new(0),
            owner: StoredValue::new(Owner::current().map(|owner| owner.downgrade())),
            said,
        };
        draft.load(sale);
        draft
    }

    /// Shows another version instead of what is typed.
    pub fn load(self, sale: &Sale) {
        self.adopt(sale);
        self.title.set(sale.title.clone());
        self.html.set(sale.html.clone());
        self.cover.set(sale.cover());
        self.zone.set(&sale.time_zone);
        self.starts_at.load(&sale.starts_at, &sale.time_zone);
        self.ends_at.load(&sale.ends_at, &sale.time_zone);
        self.pay_minutes.set((sale.pay_within_s / 60).to_string());
        let rows = self.owned(|| sale.items.iter().map(|item| Row::of(self.key(), item)).collect());
        self.rows.set(rows);
        if sale.items.is_empty() {
            self.add_row();
        }
    }

    /// Takes over what the server made of a save; what is typed meanwhile stays.
    pub fn adopt(self, sale: &Sale) {
        self.id.set(sale.id.clone());
        self.version.set(sale.version);
        self.published.set(sale.state == ActivityState::Published);
        self.opens.set(sale.starts_at.clone());
    }

    /// Takes over the ids of the items that `rows` have become.
    pub fn adopt_ids(self, rows: &[Row], items: &[ItemForm]) {
        for (row, item) in rows.iter().zip(items) {
            row.ids.set((item.id, item.sku.id));
        }
    }

    /// Items that the other version does not have are new ones from now on.
    pub fn forget_ids(self, other: &Sale) {
        for row in self.rows.get_untracked() {
            row.ids.update(|(id, _)| {
                if !other.items.iter().any(|item| item.id == *id) {
                    *id = None;
                }
            });
        }
    }

    /// Adds an empty item and answers its key.
    pub fn add_row(self) -> usize {
        let key = self.key();
        let row = self.owned(|| Row::new(key));
        self.rows.update(|rows| rows.push(row));
        key
    }

    fn owned<T>(self, make: impl FnOnce() -> T) -> T {
        match self.owner.with_value(|owner| owner.as_ref().and_then(WeakOwner::upgrade)) {
            Some(owner) => owner.with(make),
            None => make(),
        }
    }

    fn key(self) -> usize {
        self.next_key.update_value(|key| *key += 1);
        self.next_key.get_value()
    }

    /// Everything that is typed, to see whether it changed.
    pub fn typed(self) -> String {
        let cover = self.cover.get().map(|cover| cover.id).unwrap_or_default();
        let rows: Vec<String> = self.rows.get().into_iter().map(Row::typed).collect();
        let (starts_at, ends_at) = (self.starts_at.local.get(), self.ends_at.local.get());
        let parts = [
            self.title.get(),
            self.html.get(),
            cover,
            starts_at,
            ends_at,
            self.zone.get(),
            self.pay_minutes.get(),
            rows.join("\u{1e}"),
        ];
        parts.join("\u{1d}")
    }

    /// The JSON to send, and the items it is made of; or what this page itself sees is wrong.
    pub fn write(self) -> Result<(String, Vec<Row>), Vec<Complaint>> {
        let mut complaints = Vec::new();
        let mut complain = |at: &str, label: String, words: String| {
            complaints.push(Complaint { at: at.to_owned(), label, words });
        };
        let required: [(&str, Label, String); 3] = [
            ("title", |t| &t.title, self.title.get_untracked()),
            ("starts_at", |t| &t.starts_at, self.starts_at.local.get_untracked()),
            ("ends_at", |t| &t.ends_at, self.ends_at.local.get_untracked()),
        ];
        for (at, label, typed) in required {
            if typed.trim().is_empty() {
                complain(at, self.said.word(label), self.said.word(|t| &t.required));
            }
        }
        let zone = untrack(|| self.zone.get());
        if zone.is_empty() {
            complain("time_zone", self.said.word(|t| &t.time_zone), self.said.word(|t| &t.required));
        }
        let minutes = parse_number(&self.pay_minutes.get_untracked()).unwrap_or_else(|why| {
            complain("pay_within_s", self.said.word(|t| &t.pay_within), self.said.word(why));
            0
        });
        let rows = self.rows.get_untracked();
        if rows.is_empty() {
            complain("items", self.said.word(|t| &t.items), self.said.word(|t| &t.items_none));
        }
        let mut items = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            items.push(row.read(|name, label, words| {
                complain(&row.at(name), self.label_of_item(place, label), self.said.word(words));
            }));
        }
        if !complaints.is_empty() {
            return Err(complaints);
        }
        let cover = self.cover.get_untracked().map(|cover| cover.id);
        let sent = Sent {
            version: (!self.id.with_untracked(String::is_empty)).then(|| self.version.get_untracked()),
            title: &self.title.get_untracked(),
            html: &self.html.get_untracked(),
            starts_at: &self.starts_at.write(&zone),
            ends_at: &self.ends_at.write(&zone),
            time_zone: &zone,
            pay_within_s: minutes.saturating_mul(60),
            cover: cover.as_deref(),
            items,
        };
        // Plain data: nothing in it can fail to be written.
        Ok((serde_json::to_string(&sent).unwrap_or_default(), rows))
    }

    /// What the server says about a field, by the field's place in this form. `rows` are the items as they were sent.
    pub fn complaint(self, field: &str, words: String, rows: &[Row]) -> Complaint {
        let item = field.strip_prefix("items[").and_then(|rest| rest.split_once(']'));
        let item = item.and_then(|(place, rest)| {
            let place: usize = place.parse().ok()?;
            Some((place, *rows.get(place)?, rest.rsplit('.').next().unwrap_or_default()))
        });
        let Some((place, row, name)) = item else {
            let label: Label = match field {
                "title" => |t| &t.title,
                "html" => |t| &t.page,
                "cover" => |t| &t.cover,
                "starts_at" => |t| &t.starts_at,
                "ends_at" => |t| &t.ends_at,
                "time_zone" => |t| &t.time_zone,
                "pay_within_s" => |t| &t.pay_within,
                _ => |t| &t.items,
            };
            // A zone of the list has no field of its own to be wrong.
            let at = if field == "time_zone" && !untrack(|| self.zone.is_other()) { "zone-choice" } else { field };
            return Complaint { at: at.to_owned(), label: self.said.word(label), words };
        };
        let (name, label): (&str, Label) = match name {
            "name" => (name, |t| &t.variant),
            "code" => (name, |t| &t.code),
            "list_price_fen" => (name, |t| &t.list_price),
            "sale_price_fen" => (name, |t| &t.sale_price),
            "stock" => (name, |t| &t.stock),
            "per_shopper_limit" => (name, |t| &t.limit),
            "max_per_order" => (name, |t| &t.max),
            "gate_multiplier" => (name, |t| &t.gate),
            _ => ("product_title", |t| &t.product),
        };
        Complaint { at: row.at(name), label: self.label_of_item(place, label), words }
    }

    fn label_of_item(self, place: usize, label: Label) -> String {
        format!("{} · {}", self.said.fill(|t| &t.item, "n", place + 1), self.said.word(label))
    }
}
