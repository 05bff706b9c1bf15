//! The languages of the pages. The first part of a path names one.

use axum::http::{header::ACCEPT_LANGUAGE, request::Parts};
use leptos::prelude::use_context;

use super::{Words, en::EN, zh::ZH};

/// A language of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

    /// Everything the pages say.
    pub const fn words(self) -> &'static Words {
        match self {
            Self::Zh => &ZH,
            Self::En => &EN,
        }
    }

    /// The language of the request in context: its path says, or else what the browser asks for.
    pub fn of_request() -> Self {
        let Some(parts) = use_context::<Parts>() else { return Self::Zh };
        match parts.uri.path().split('/').nth(1) {
            Some("zh") => Self::Zh,
            Some("en") => Self::En,
            _ => {
                let accepted = parts.headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
                Self::negotiate(accepted.unwrap_or_default())
            }
        }
    }

    /// The language that an `Accept-Language` header likes best.
    pub fn negotiate(accepted: &str) -> Self {
        let mut best = (Self::Zh, 0.0);
        for choice in accepted.split(',') {
            let mut parts = choice.split(';').map(str::trim);
            let primary = parts.next().and_then(|tag| tag.split('-').next()).unwrap_or_default();
            let lang = match primary.to_ascii_lowercase().as_str() {
                "zh" => Self::Zh,
                "en" => Self::En,
                _ => continue,
            };
            let weight =
                parts.find_map(|part| part.strip_prefix("q=")).map_or(Ok(1.0), str::parse::<f32>).unwrap_or(0.0);
            if weight > best.1 {
                best = (lang, weight);
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ] {
            assert_eq!(Lang::negotiate(accepted), lang, "{accepted:?}");
        }
    }
}
