//! The languages of the pages. The first part of a path names one.

use axum::http::{HeaderMap, header::ACCEPT_LANGUAGE, request::Parts};
use leptos::prelude::use_context;
use serde::{Deserialize, Serialize};

use super::words::Locale;

/// A language of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Simplified Chinese; the default.
    Zh,
    /// English.
    En,
}

impl Lang {
    /// The tag for `lang` attributes.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh-CN",
            Self::En => "en",
        }
    }

    /// The path of the list of sales.
    pub const fn home(self) -> &'static str {
        match self {
            Self::Zh => "/zh",
            Self::En => "/en",
        }
    }

    /// The other one, for the switch.
    pub const fn other(self) -> Self {
        match self {
            Self::Zh => Self::En,
            Self::En => Self::Zh,
        }
    }

    /// The key of its words.
    pub(crate) const fn locale(self) -> Locale {
        match self {
            Self::Zh => Locale::zh,
            Self::En => Locale::en,
        }
    }

    /// The same page in the other language, and where it leads on to as well; the address begins with this one.
    pub fn switched(self, address: &str) -> String {
        let (from, to) = (self.home(), self.other().home());
        let rest = address.strip_prefix(from).unwrap_or_default();
        format!("{to}{}", rest.replace(&format!("next={from}"), &format!("next={to}")))
    }

    /// The language of the request in context: its path says, or else what the browser asks for.
    pub fn of_request() -> Self {
        let Some(parts) = use_context::<Parts>() else { return Self::Zh };
        match parts.uri.path().split('/').nth(1) {
            Some("zh") => Self::Zh,
            Some("en") => Self::En,
            _ => Self::of_headers(&parts.headers),
        }
    }

    /// The one that `Accept-Language` likes best; Chinese when nothing (readable) is said. Never fails.
    pub fn of_headers(headers: &HeaderMap) -> Self {
        let wishes = headers.get_all(ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok());
        let mut best = (Self::Zh, 0.0);
        for (lang, weight) in wishes.flat_map(|value| value.split(',')).filter_map(wish) {
            if weight > best.1 {
                best = (lang, weight);
            }
        }
        best.0
    }
}

/// Reads `en-GB;q=0.8`.
fn wish(text: &str) -> Option<(Lang, f32)> {
    let (range, parameters) = text.split_once(';').unwrap_or((text, ""));
    let primary = range.trim().split('-').next()?.to_ascii_lowercase();
    let lang = match primary.as_str() {
        "zh" | "*" => Lang::Zh,
        "en" => Lang::En,
        _ => return None,
    };
    let weight = parameters.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.trim().parse().ok());
    Some((lang, weight?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_and_what_follows_it_change_the_language() {
        for (zh, en) in [
            ("/zh", "/en"),
            ("/zh/activities/7?answer=sold_out", "/en/activities/7?answer=sold_out"),
            ("/zh/sign-in?next=/zh/orders", "/en/sign-in?next=/en/orders"),
        ] {
            assert_eq!((Lang::Zh.switched(zh).as_str(), Lang::En.switched(en).as_str()), (en, zh));
        }
        assert_eq!(Lang::Zh.switched("/elsewhere"), "/en");
    }

    #[test]
    fn the_best_liked_language_is_chosen() {
        for (accepted, lang) in [
            ("", Lang::Zh),
            ("fr", Lang::Zh),
            ("*", Lang::Zh),
            ("en", Lang::En),
            ("EN-us,en;q=0.9", Lang::En),
            ("fr;q=1.0, en;q=0.4", Lang::En),
            ("en;q=0.4, zh-TW;q=0.8", Lang::Zh),
            ("zh-CN,zh;q=0.9,en;q=0.8", Lang::Zh),
            ("en;q=0, zh;q=0.1", Lang::Zh),
            ("en;q=nonsense", Lang::Zh),
            ("en;q=NaN", Lang::Zh),
            (";;;,,q=,-", Lang::Zh),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, accepted.parse().unwrap())]);
            assert_eq!(Lang::of_headers(&headers), lang, "{accepted:?}");
        }
        assert_eq!(Lang::of_headers(&HeaderMap::new()), Lang::Zh);
    }
}
