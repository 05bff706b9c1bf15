//! Saving: by hand, and by itself while a draft is written.

use std::time::Duration;

use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*, task::spawn_local};
use wasm_bindgen::JsValue;

use super::{
    calls::{self, Problem},
    complaints::{Complaints, focus},
    draft::Draft,
    row::Row,
    sale::Sale,
    standing::{Call, Standing, Wish},
    texts::Said,
};
use crate::islands::fetch::new_key;

/// A pause in typing after which a draft is saved.
const PAUSE: Duration = Duration::from_millis(1_500);
/// After a call that nobody answered.
const RETRY: Duration = Duration::from_secs(10);

/// Saves the form and knows how it stands.
#[derive(Clone, Copy)]
pub struct Saver {
    pub draft: Draft,
    pub standing: RwSignal<Standing>,
    pub complaints: Complaints,
    said: Said,
    lang: StoredValue<String>,
    /// Whose office this is.
    merchant: StoredValue<String>,
    /// First part of the paths of the sales' pages: `/zh/office/sales`.
    pub sales: StoredValue<String>,
    /// What was typed when it was last saved.
    saved: StoredValue<String>,
    busy: StoredValue<bool>,
    /// Asked for while another save was on its way.
    next: StoredValue<Option<Wish>>,
    /// The call that nobody answered: whether it was done is not known, so it is sent again before anything else.
    unanswered: StoredValue<Option<Call>>,
    timer: StoredValue<Option<TimeoutHandle>>,
    /// The page asks whether to publish.
    pub asking: RwSignal<bool>,
}

impl Saver {
    pub fn new(
        draft: Draft,
        complaints: Complaints,
        said: Said,
        lang: StoredValue<String>,
        merchant: String,
        sales: String,
    ) -> Self {
        Self {
            draft,
            standing: RwSignal::new(Standing::Saved(None)),
            complaints,
            said,
            lang,
            merchant: StoredValue::new(merchant),
            sales: StoredValue::new(sales),
            saved: StoredValue::new(untrack(|| draft.typed())),
            busy: StoredValue::new(false),
            next: StoredValue::new(None),
            unanswered: StoredValue::new(None),
            timer: StoredValue::new(None),
            asking: RwSignal::new(false),
        }
    }

    /// Whether leaving the page would lose something.
    pub fn would_lose(self) -> bool {
        self.busy.get_value() || untrack(|| self.draft.typed()) != self.saved.get_value()
    }

    /// Is told what is typed, whenever it changes.
    pub fn follow(self, typed: &str) {
        let same = self.saved.with_value(|saved| saved == typed);
        match self.standing.get_untracked() {
            Standing::Saving | Standing::Conflict(_) => {}
            Standing::Saved(_) if same => {}
            _ if same => self.standing.set(Standing::Saved(None)),
            _ => {
                self.standing.set(Standing::Unsaved);
                self.save_after(PAUSE);
            }
        }
    }

    /// A published sale is changed by hand only: shoppers see every change at once.
    fn save_after(self, pause: Duration) {
        if self.draft.published.get_untracked() {
            return;
        }
        self.stop_timer();
        self.timer.set_value(set_timeout_with_handle(move || self.save(Wish::ByItself), pause).ok());
    }

    fn stop_timer(self) {
        if let Some(timer) = self.timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    }

    /// Saves, and then does what it was for.
    pub fn save(self, wish: Wish) {
        self.stop_timer();
        if self.busy.get_value() {
            self.next.update_value(|next| *next = (*next).max(Some(wish)));
            return;
        }
        if matches!(self.standing.get_untracked(), Standing::Conflict(_)) {
            return focus("conflict");
        }
        if let Some(call) = self.unanswered.try_update_value(Option::take).flatten() {
            self.next.set_value(Some(wish));
            return self.send(call);
        }
        let typed = untrack(|| self.draft.typed());
        let (json, rows) = match self.draft.write() {
            Ok(written) => written,
            Err(_) if wish == Wish::ByItself => return,
            Err(complaints) => {
                self.standing.set(Standing::Refused);
                return self.complaints.show(complaints);
            }
        };
        let id = self.draft.id.get_untracked();
        if !id.is_empty() && self.saved.with_value(|saved| *saved == typed) && wish > Wish::Keep {
            self.complaints.0.set(Vec::new());
            return self.go_on(wish);
        }
        let (method, url) = if id.is_empty() {
            ("POST", format!("/api/v1/merchant/activities?merchant={}", self.merchant.get_value()))
        } else {
            ("PUT", format!("/api/v1/merchant/activities/{id}"))
        };
        self.send(Call { method, url, key: new_key(), json, typed, rows, wish, publishes: false });
    }

    fn send(self, call: Call) {
        self.busy.set_value(true);
        self.standing.set(Standing::Saving);
        spawn_local(async move {
            let lang = self.lang.get_value();
            let answer = calls::send::<Sale>(call.method, &call.url, &lang, (&call.key, &call.json)).await;
            self.busy.set_value(false);
            match answer {
                Ok(sale) if call.publishes => {
                    self.saved.set_value(call.typed);
                    self.next.set_value(None);
                    drop(window().location().set_href(&format!("{}/{}", self.sales.get_value(), sale.id)));
                }
                Ok(sale) => self.kept(&sale, call.typed, &call.rows, call.wish),
                Err(problem) if problem.is_no_answer() => {
                    self.unanswered.set_value(Some(call));
                    self.next.set_value(None);
                    self.standing.set(Standing::Lost);
                    self.save_after(RETRY);
                }
                Err(problem) => self.refused(problem, &call.rows, call.wish).await,
            }
            if let Some(next) = self.next.try_update_value(Option::take).flatten() {
                self.save(next);
            }
        });
    }

    fn kept(self, sale: &Sale, typed: String, rows: &[Row], wish: Wish) {
        if self.draft.id.with_untracked(String::is_empty) {
            // A reload finds the draft again.
            let address = format!("{}/{}", self.sales.get_value(), sale.id);
            let history = window().history();
            drop(history.map(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address))));
        }
        self.draft.adopt(sale);
        self.draft.adopt_ids(rows, &sale.items);
        self.saved.set_value(typed);
        self.complaints.0.set(Vec::new());
        self.standing.set(Standing::Saved(Some(time())));
        // What was typed while the save was on its way.
        self.follow(&untrack(|| self.draft.typed()));
        self.go_on(wish);
    }

    fn go_on(self, wish: Wish) {
        match wish {
            Wish::ByItself | Wish::Keep => {}
            Wish::Preview => {
                let address = format!("{}/{}/preview", self.sales.get_value(), self.draft.id.get_untracked());
                drop(window().location().set_href(&address));
            }
            Wish::Publish => self.asking.set(true),
        }
    }

    async fn refused(self, problem: Problem, rows: &[Row], wish: Wish) {
        match problem.code.as_str() {
            "invalid" if wish == Wish::ByItself => self.standing.set(Standing::Unsaved),
            "invalid" => {
                self.standing.set(Standing::Refused);
                let errors = problem.errors.into_iter();
                self.complaints
                    .show(errors.map(|error| self.draft.complaint(&error.field, error.detail, rows)).collect());
            }
            // Not signed in any more, or as somebody of another merchant.
            "unauthenticated" | "forbidden" => self.standing.set(Standing::SignedOut),
            "version_conflict" => match self.stored().await {
                Ok(theirs) => {
                    self.standing.set(Standing::Conflict(Box::new(theirs)));
                    // What happens by itself leaves whoever types where they are.
                    if wish != Wish::ByItself {
                        request_animation_frame(|| focus("conflict"));
                    }
                }
                Err(_) => self.standing.set(Standing::Failed(problem.detail)),
            },
            _ => self.standing.set(Standing::Failed(problem.detail)),
        }
    }

    async fn stored(self) -> Result<Sale, Problem> {
        let url = format!("/api/v1/merchant/activities/{}", self.draft.id.get_untracked());
        calls::get(&url, &self.lang.get_value()).await
    }

    /// Ends a conflict in favour of the other version.
    pub fn take_theirs(self, theirs: &Sale) {
        self.draft.load(theirs);
        self.saved.set_value(untrack(|| self.draft.typed()));
        self.complaints.0.set(Vec::new());
        self.standing.set(Standing::Saved(None));
        // The editor shows what its field holds only when it is told.
        let field = document().get_element_by_id("html");
        if let (Some(field), Ok(event)) = (field, web_sys::Event::new("sluice:reload")) {
            request_animation_frame(move || drop(field.dispatch_event(&event)));
        }
    }

    /// Ends a conflict in favour of what is typed.
    pub fn keep_mine(self, theirs: &Sale) {
        self.draft.adopt(theirs);
        self.draft.forget_ids(theirs);
        self.standing.set(Standing::Unsaved);
        self.save(Wish::Keep);
    }

    /// Shows the sale to shoppers.
    pub fn publish(self) {
        self.asking.set(false);
        self.send(Call {
            method: "POST",
            url: format!("/api/v1/merchant/activities/{}/publish", self.draft.id.get_untracked()),
            key: new_key(),
            json: format!(r#"{{"version":{}}}"#, self.draft.version.get_untracked()),
            typed: untrack(|| self.draft.typed()),
            rows: self.draft.rows.get_untracked(),
            wish: Wish::Publish,
            publishes: true,
        });
    }

    /// The standing in words.
    pub fn words(self) -> String {
        match self.standing.get() {
            Standing::Saved(Some(time)) => self.said.fill(|t| &t.saved, "time", time),
            Standing::Saved(None) if self.draft.id.with(String::is_empty) => self.said.word(|t| &t.not_saved),
            Standing::Saved(None) => self.said.word(|t| &t.all_saved),
            Standing::Unsaved => self.said.word(|t| &t.unsaved),
            Standing::Saving => self.said.word(|t| &t.saving),
            Standing::Refused => self.said.word(|t| &t.save_refused),
            Standing::Lost => self.said.word(|t| &t.save_failed),
            Standing::Failed(why) => self.said.fill(|t| &t.save_again, "why", why),
            Standing::SignedOut => self.said.word(|t| &t.signed_out),
            Standing::Conflict(_) => self.said.word(|t| &t.conflict),
        }
    }
}

/// `hh:mm:ss` on this device.
fn time() -> String {
    let now = js_sys::Date::new_0();
    format!("{:02}:{:02}:{:02}", now.get_hours(), now.get_minutes(), now.get_seconds())
}
