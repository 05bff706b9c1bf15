//! An address of this site, to go on to.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A path on this site with its query. Whatever cannot be one is read as `/`, so that nobody is led elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalPath(String);

impl LocalPath {
    /// Reads what came from outside.
    pub fn parse(text: &str) -> Self {
        let local = text.starts_with('/') && !text.starts_with("//") && text.len() <= 500;
        // A browser reads `\` as `/`; anything else that is not plain could break the header it goes into.
        let plain = text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        Self(if local && plain { text.to_owned() } else { "/".to_owned() })
    }

    /// The path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As a value in a query.
    pub fn escaped(&self) -> String {
        self.0.replace('%', "%25").replace('&', "%26").replace('#', "%23").replace('+', "%2B")
    }
}

impl fmt::Display for LocalPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for LocalPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for LocalPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::parse(&String::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_elsewhere() {
        for path in ["/", "/zh", "/zh/activities/7?answer=sold_out&item=3"] {
            assert_eq!(LocalPath::parse(path).as_str(), path);
        }
        for elsewhere in [
            "",
            "zh",
            "//evil.test",
            "/\\evil.test",
            "https://evil.test",
            "/zh\r\nSet-Cookie: a=b",
            "/中文",
            "/a b",
            "javascript:alert(1)",
        ] {
            assert_eq!(LocalPath::parse(elsewhere).as_str(), "/", "{elsewhere:?}");
        }
        assert_eq!(LocalPath::parse(&format!("/{}", "a".repeat(500))).as_str(), "/");
    }
}
