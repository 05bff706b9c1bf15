//! What a person types to sign in.

use std::fmt;

/// A login name: an e-mail address, a phone number or any name of 3 to 64 characters without spaces.
/// Compared without regard to case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Login(String);

/// A password of 8 to 128 characters. It cannot be printed.
#[derive(Clone)]
pub struct Password(String);

/// The text cannot be a login, or not a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not acceptable")]
pub struct Unacceptable;

impl Login {
    /// Trims and lower-cases what was typed.
    pub fn parse(typed: &str) -> Result<Self, Unacceptable> {
        let login = typed.trim().to_lowercase();
        let fits = (3..=64).contains(&login.chars().count());
        if fits && !login.chars().any(|c| c.is_whitespace() || c.is_control()) {
            Ok(Self(login))
        } else {
            Err(Unacceptable)
        }
    }

    /// The login as it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Password {
    /// Takes the text as it was typed, spaces included.
    pub fn parse(typed: &str) -> Result<Self, Unacceptable> {
        let fits = (8..=128).contains(&typed.chars().count());
        if fits && !typed.contains('\0') { Ok(Self(typed.to_owned())) } else { Err(Unacceptable) }
    }

    /// The text, for hashing only.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_trimmed_and_folded() {
        assert_eq!(Login::parse(" Ann@Example.COM ").unwrap().as_str(), "ann@example.com");
        for bad in ["", "ab", "a b c", "a\0bc", &"x".repeat(65)] {
            assert_eq!(Login::parse(bad), Err(Unacceptable), "{bad:?}");
        }
    }

    #[test]
    fn length_is_counted_in_characters_and_nothing_is_printed() {
        assert!(Password::parse(&"秒".repeat(8)).is_ok());
        assert!(Password::parse(&"秒".repeat(129)).is_err());
        assert_eq!(format!("{:?}", Password::parse("secret-words").unwrap()), "Password(…)");
    }
}
