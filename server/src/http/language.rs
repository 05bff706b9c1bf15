//! The language of the caller.

use axum::http::{HeaderMap, header::ACCEPT_LANGUAGE};

/// A language in which answers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Zh,
    En,
}

impl Language {
    /// The one the caller likes best; Chinese when nothing (readable) is said. Never fails.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let wishes = headers.get_all(ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok());
        let mut best = (Self::Zh, 0.0);
        for (language, weight) in wishes.flat_map(|value| value.split(',')).filter_map(wish) {
            if weight > best.1 {
                best = (language, weight);
            }
        }
        best.0
    }

    /// For `Content-Language`.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh-CN",
            Self::En => "en",
        }
    }
}

/// Reads `en-GB;q=0.8`.
fn wish(text: &str) -> Option<(Language, f32)> {
    let (range, parameters) = text.split_once(';').unwrap_or((text, ""));
    let primary = range.trim().split('-').next()?.to_ascii_lowercase();
    let language = match primary.as_str() {
        "zh" | "*" => Language::Zh,
        "en" => Language::En,
        _ => return None,
    };
    let weight = parameters.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.trim().parse().ok());
    Some((language, weight?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_liked_known_language_wins() {
        for (header, expected) in [
            ("", Language::Zh),
            ("en", Language::En),
            ("EN-us, zh;q=0.5", Language::En),
            ("zh;q=0.5,en;q=0.4", Language::Zh),
            ("fr, de;q=0.9, en;q=0.1", Language::En),
            ("en;q=0", Language::Zh),
            ("ja", Language::Zh),
            ("*", Language::Zh),
            ("en;q=NaN", Language::Zh),
            (";;;,,q=,-", Language::Zh),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, header.parse().unwrap())]);
            assert_eq!(Language::of(&headers), expected, "{header:?}");
        }
        assert_eq!(Language::of(&HeaderMap::new()), Language::Zh);
    }
}
