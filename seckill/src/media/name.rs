//! Names of stored pictures. They are made here, from what the picture holds; nothing in them comes from a user.

use std::{fmt, str::FromStr};

/// Where pictures are in the site's address space.
const FOLDER: &str = "/media/";

/// What a stored picture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Opaque.
    Jpeg,
    /// With transparent parts.
    Png,
}

impl Kind {
    const fn suffix(self) -> &'static str {
        match self {
            Self::Jpeg => ".jpg",
            Self::Png => ".png",
        }
    }

    /// The content type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// 40 hexadecimal digits of the content's hash, and what it is: `3f…9a.jpg`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaName {
    text: String,
    kind: Kind,
}

/// The text is no name of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a name of a stored picture")]
pub struct InvalidName;

impl MediaName {
    /// The name of `bytes`. The same bytes have the same name, so a name never changes what it shows.
    pub fn of(bytes: &[u8], kind: Kind) -> Self {
        let hash = blake3::hash(bytes).to_hex();
        Self { text: format!("{}{}", &hash[..40], kind.suffix()), kind }
    }

    /// What it is.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The name alone.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The address on the site.
    pub fn url(&self) -> String {
        format!("{FOLDER}{}", self.text)
    }

    /// Whether an address is that of a stored picture on this site, by its form.
    pub fn is_url(address: &str) -> bool {
        address.strip_prefix(FOLDER).is_some_and(|name| name.parse::<Self>().is_ok())
    }
}

impl FromStr for MediaName {
    type Err = InvalidName;

    fn from_str(text: &str) -> Result<Self, InvalidName> {
        let hex =
            |digits: &str| digits.len() == 40 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let kind = [Kind::Jpeg, Kind::Png].into_iter().find(|kind| text.strip_suffix(kind.suffix()).is_some_and(hex));
        kind.map(|kind| Self { text: text.to_owned(), kind }).ok_or(InvalidName)
    }
}

impl fmt::Display for MediaName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_names() {
        let name = MediaName::of(b"x", Kind::Png);
        assert_eq!(name.as_str().parse(), Ok(name.clone()));
        assert!(MediaName::is_url(&name.url()));
        let hex = &name.as_str()[..40];
        for bad in [
            String::new(),
            hex.to_owned(),
            format!("{hex}.svg"),
            format!("{hex}.jpg.html"),
            format!("{hex}.jpg\0.html"),
            format!("{hex}.jpg "),
            format!("{hex}0.jpg"),
            format!("{}.jpg", &hex[1..]),
            format!("{}.jpg", hex.to_uppercase()),
            format!("../{}.jpg", &hex[3..]),
            format!("/{}.jpg", &hex[1..]),
            "é".repeat(20) + ".jpg",
        ] {
            assert_eq!(bad.parse::<MediaName>(), Err(InvalidName), "{bad:?}");
            assert!(!MediaName::is_url(&format!("/media/{bad}")), "{bad:?}");
        }
        for bad in ["https://evil.test/media/", "//evil.test/media/", "/media/../", "/MEDIA/"] {
            assert!(!MediaName::is_url(&format!("{bad}{name}")), "{bad:?}");
        }
    }
}
