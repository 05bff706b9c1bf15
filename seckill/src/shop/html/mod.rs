//! Rich text of a sale's page: an allow-list of what the editor makes, and nothing else.
//!
//! The result is inert wherever it stands, it reads back as it was written, and cleaning it again changes nothing.

mod balance;

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    ops::RangeInclusive,
    sync::LazyLock,
};

use ammonia::{Builder, UrlRelative};

use self::balance::balance;
use crate::media::MediaName;

/// Taking an element away can leave its content where HTML does not keep it, and reading that back moves it. Text that
/// anybody typed rests after one or two rounds; what does not rest by then was made to trouble parsers.
const ROUNDS: usize = 8;

const TAGS: [&str; 24] = [
    "p",
    "h2",
    "h3",
    "h4",
    "strong",
    "em",
    "u",
    "s",
    "a",
    "ul",
    "ol",
    "li",
    "blockquote",
    "hr",
    "br",
    "img",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "code",
    "pre",
];

/// Elements that go with everything in them, because their content is not text for people or is read by other rules.
const SWALLOWED: [&str; 16] = [
    "script", "style", "template", "svg", "math", "iframe", "noembed", "noframes", "noscript", "object", "embed",
    "applet", "xmp", "title", "textarea", "select",
];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let attributes = [
        ("a", HashSet::from(["href"])),
        ("img", HashSet::from(["src", "alt", "width", "height"])),
        ("ol", HashSet::from(["start"])),
        ("td", HashSet::from(["colspan", "rowspan"])),
        ("th", HashSet::from(["colspan", "rowspan"])),
    ];
    let mut cleaner = Builder::empty();
    cleaner
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from(SWALLOWED))
        .tag_attributes(HashMap::from(attributes))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .attribute_filter(attribute)
        .link_rel(Some("nofollow noopener noreferrer"));
    cleaner
});

/// What is left of an attribute.
fn attribute<'a>(element: &str, name: &str, value: &'a str) -> Option<Cow<'a, str>> {
    let value = value.trim();
    let keep = match (element, name) {
        ("img", "src") => MediaName::is_url(value),
        ("a", "href") => is_link(value),
        ("img", "width" | "height") => is_number(value, 1..=10_000),
        ("td" | "th", "colspan" | "rowspan") => is_number(value, 1..=100),
        ("ol", "start") => is_number(value, 0..=1_000_000),
        ("img", "alt") | ("a", "rel") => true,
        _ => false,
    };
    keep.then_some(Cow::Borrowed(value))
}

/// An address with a scheme, or a path of this site. Where a browser might read more into it, it is none.
fn is_link(address: &str) -> bool {
    let begins = |scheme: &str| address.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme));
    let path = address.starts_with('/') && !address[1..].starts_with(['/', '\\']);
    !address.contains(char::is_control) && (path || ["http://", "https://", "mailto:", "tel:"].into_iter().any(begins))
}

fn is_number(text: &str, range: RangeInclusive<u32>) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse().is_ok_and(|number| range.contains(&number))
}

/// Clean HTML, or `None` when it has too many elements or cannot be brought to rest.
pub(super) fn clean(typed: &str) -> Option<String> {
    let round = |html: &str| Some(CLEANER.clean(&balance(html)?).to_string());
    let mut html = round(typed)?;
    for _ in 0..ROUNDS {
        let again = round(&html)?;
        if again == html {
            return Some(html);
        }
        html = again;
    }
    None
}

#[cfg(test)]
mod soup;
#[cfg(test)]
mod tests;
