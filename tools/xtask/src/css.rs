//! One style sheet out of those that `style/main.css` imports.

use std::{fs, path::Path};

use crate::Outcome;

/// Puts every `@import "file.css" layer(name);` in its place and takes out what only people read.
pub fn bundle(main: &Path) -> Outcome<String> {
    let folder = main.parent().ok_or("the style sheet has no folder")?;
    let mut sheet = String::new();
    for line in fs::read_to_string(main)?.lines() {
        match import(line) {
            Some((file, layer)) => {
                let path = folder.join(file);
                let rules = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                sheet += &format!("@layer {layer} {{\n{rules}\n}}\n");
            }
            None => sheet = sheet + line + "\n",
        }
    }
    Ok(minify(&sheet))
}

fn import(line: &str) -> Option<(&str, &str)> {
    let (file, rest) = line.strip_prefix("@import \"")?.split_once("\" layer(")?;
    Some((file, rest.strip_suffix(");")?))
}

/// Drops comments and the white space that separates nothing. Texts in quotes stay as they are.
fn minify(sheet: &str) -> String {
    let mut small = String::new();
    let mut rest = sheet;
    while let Some(next) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
        } else if next == '"' {
            let end = rest[1..].find('"').map_or(rest.len(), |at| at + 2);
            small += &rest[..end];
            rest = &rest[end..];
        } else if next.is_whitespace() {
            rest = rest.trim_start();
            let separates = !small.is_empty() && !small.ends_with(['{', '}', ';', ',', ' ']);
            if separates && !rest.is_empty() && !rest.starts_with(['{', '}', ';', '/']) {
                small.push(' ');
            }
        } else {
            if next == '}' && small.ends_with(';') {
                small.pop();
            }
            small.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_separates_nothing_goes() {
        let sheet = "/* why */\n.a > .b , .c :hover {\n  width: calc(1px + 2px);\n  content: \"/* a;  b */\";\n}\n";
        assert_eq!(minify(sheet), ".a > .b ,.c :hover{width: calc(1px + 2px);content: \"/* a;  b */\"}");
    }

    #[test]
    fn a_comment_between_words_leaves_them_apart() {
        assert_eq!(minify("a /* x */ b{}"), "a b{}");
    }

    #[test]
    fn imports_name_a_file_and_a_layer() {
        assert_eq!(import("@import \"base.css\" layer(base);"), Some(("base.css", "base")));
        assert_eq!(import("@layer reset, base;"), None);
    }
}
