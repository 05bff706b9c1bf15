//! The first pass over rich text: it is read tag by tag and written anew, with known elements only, each of which closes,
//! none of which is deep.
//!
//! Parsers of HTML take time and memory that grow with the square of what is nested or left open, and 200 kB of that
//! would keep a core busy for minutes. What this pass writes is dull. It may read oddly written HTML in its own way: the
//! cleaner after it reads only what was written here.

use super::{SWALLOWED, TAGS, attribute};

/// Deepest nesting; lists in tables in quotes are at ten.
const DEPTH: usize = 32;
/// Most elements of a page, and most `<` that are only text.
const ELEMENTS: usize = 10_000;

/// Has no content.
const VOID: [&str; 3] = ["br", "hr", "img"];
/// Is nothing without its address.
const NEEDS: [(&str, &str); 2] = [("a", "href"), ("img", "src")];
const ATTRIBUTES: [&str; 8] = ["href", "src", "alt", "width", "height", "start", "colspan", "rowspan"];

/// A piece of markup, at whose `<` reading stands.
enum Markup<'a> {
    Open {
        name: &'a str,
        attributes: Vec<(&'a str, &'a str)>,
    },
    Close {
        name: &'a str,
    },
    Comment,
    /// No markup at all.
    Text,
}

/// The same page, plain; `None` when it has too many elements.
pub(super) fn balance(typed: &str) -> Option<String> {
    let mut writer = Writer { html: String::with_capacity(typed.len()), open: Vec::new() };
    let (mut rest, mut elements) = (typed, 0);
    while let Some(at) = rest.find('<') {
        writer.text(&rest[..at]);
        let (markup, after) = read(&rest[at..]);
        rest = after;
        match markup {
            Markup::Text => {
                elements += 1;
                writer.html.push_str("&lt;");
            }
            Markup::Comment => {}
            Markup::Close { name } => writer.close(&name.to_ascii_lowercase()),
            Markup::Open { name, attributes } => {
                elements += 1;
                let name = name.to_ascii_lowercase();
                if SWALLOWED.contains(&name.as_str()) {
                    rest = swallow(rest, &name);
                } else if let Some(known) = TAGS.into_iter().find(|tag| *tag == name) {
                    writer.open(known, &attributes);
                }
            }
        }
    }
    writer.text(rest);
    writer.close_to(0);
    (elements <= ELEMENTS).then_some(writer.html)
}

/// What stands at the beginning of `text`, which is a `<`, and what comes after it.
fn read(text: &str) -> (Markup<'_>, &str) {
    let inner = &text[1..];
    if let Some(comment) = inner.strip_prefix("!--") {
        return (Markup::Comment, comment.split_once("-->").map_or("", |(_, after)| after));
    }
    let skip = |text: &'_ str| text.find('>').map_or(text.len(), |end| end + 1);
    if inner.starts_with(['!', '?']) {
        return (Markup::Comment, &inner[skip(inner)..]);
    }
    let (closes, named) = inner.strip_prefix('/').map_or((false, inner), |named| (true, named));
    if !named.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return (Markup::Text, inner);
    }
    let (name, after) =
        named.split_at(named.find(|end| is_space(end) || end == '/' || end == '>').unwrap_or(named.len()));
    if closes {
        return (Markup::Close { name }, &after[skip(after)..]);
    }
    let mut rest = after;
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|between| is_space(between) || between == '/');
        if rest.is_empty() || rest.starts_with('>') {
            return (Markup::Open { name, attributes }, rest.strip_prefix('>').unwrap_or_default());
        }
        // An attribute's name may begin with anything that is left, also with `=`.
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let end = rest[first..].find(|end| is_space(end) || matches!(end, '/' | '>' | '='));
        let (attribute, after) = rest.split_at(end.map_or(rest.len(), |end| first + end));
        let (value, after) = value(after);
        attributes.push((attribute, value));
        rest = after;
    }
}

/// The value of an attribute, if there is one, and what comes after it.
fn value(text: &str) -> (&str, &str) {
    let Some(given) = text.trim_start_matches(is_space).strip_prefix('=') else { return ("", text) };
    let given = given.trim_start_matches(is_space);
    for quote in ['"', '\''] {
        if let Some(quoted) = given.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    given.split_at(given.find(|end| is_space(end) || end == '>').unwrap_or(given.len()))
}

const fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

/// What comes after the end of an element that goes with all it holds.
fn swallow<'a>(text: &'a str, name: &str) -> &'a str {
    for (at, _) in text.match_indices("</") {
        let end = &text[at + 2..];
        if end.get(..name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name)) {
            return end.find('>').map_or("", |close| &end[close + 1..]);
        }
    }
    ""
}

struct Writer {
    html: String,
    open: Vec<&'static str>,
}

impl Writer {
    /// Line breaks at the beginning of `pre` are left out: a parser would take them off, one with every reading.
    fn text(&mut self, text: &str) {
        self.html.push_str(if self.html.ends_with("<pre>") { text.trim_start_matches(['\n', '\r']) } else { text });
    }

    fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        let (ends, within) = implied(name);
        let inside = self.open.iter().rposition(|open| within.contains(open)).map_or(0, |at| at + 1);
        if let Some(at) = self.open[inside..].iter().position(|open| ends.contains(open)) {
            self.close_to(inside + at);
        }
        let mut tag = format!("<{name}");
        for known in ATTRIBUTES {
            let given = attributes.iter().find(|(given, _)| given.eq_ignore_ascii_case(known));
            if let Some(value) = given.and_then(|(_, value)| attribute(name, known, value)) {
                let value = value.replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
                tag.push_str(&format!(" {known}=\"{value}\""));
            } else if NEEDS.contains(&(name, known)) {
                return;
            }
        }
        if self.open.len() >= DEPTH {
            return;
        }
        self.html.push_str(&tag);
        self.html.push('>');
        if !VOID.contains(&name) {
            self.open.push(name);
        }
    }

    fn close(&mut self, name: &str) {
        if let Some(at) = self.open.iter().rposition(|open| *open == name) {
            self.close_to(at);
        }
    }

    fn close_to(&mut self, depth: usize) {
        for name in self.open.drain(depth..).rev() {
            self.html.push_str(&format!("</{name}>"));
        }
    }
}

/// The elements that end where this one begins, as far as they are not outside the second ones.
const fn implied(name: &str) -> (&'static [&'static str], &'static [&'static str]) {
    const CELLS: &[&str] = &["td", "th"];
    match name.as_bytes() {
        b"li" => (&["li"], &["ul", "ol", "td", "th"]),
        b"td" | b"th" => (CELLS, &["tr", "table"]),
        b"tr" => (&["tr"], &["table"]),
        b"thead" | b"tbody" => (&["thead", "tbody", "tr"], &["table"]),
        b"a" => (&["a"], CELLS),
        b"p" | b"h2" | b"h3" | b"h4" | b"ul" | b"ol" | b"blockquote" | b"hr" | b"table" | b"pre" => {
            (&["p", "h2", "h3", "h4"], &["li", "td", "th", "blockquote"])
        }
        _ => (&[], &[]),
    }
}
