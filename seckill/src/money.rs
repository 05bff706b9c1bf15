//! Money in integer fen.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An amount of money in fen (1/100 yuan), never negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Fen(i64);

/// The amount is negative or above [`Fen::MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an amount of money")]
pub struct InvalidAmount;

impl Fen {
    /// One hundred million yuan: the largest price or total that is accepted anywhere.
    pub const MAX: Fen = Fen(10_000_000_000);

    /// An amount between zero and [`Fen::MAX`].
    pub fn new(fen: i64) -> Result<Self, InvalidAmount> {
        if (0..=Self::MAX.0).contains(&fen) { Ok(Self(fen)) } else { Err(InvalidAmount) }
    }

    /// The number of fen.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The price of `quantity` units.
    pub fn times(self, quantity: i64) -> Result<Self, InvalidAmount> {
        Self::new(self.0.checked_mul(quantity).ok_or(InvalidAmount)?)
    }
}

/// Why a text is not an amount of yuan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidYuan {
    /// There is nothing.
    #[error("nothing was typed")]
    Empty,
    /// More than two decimals: there is nothing below a fen.
    #[error("more than two decimals")]
    BelowFen,
    /// Not a number, or with a sign.
    #[error("not an amount of yuan")]
    Malformed,
    /// Above [`Fen::MAX`].
    #[error("too large")]
    TooLarge,
}

impl Fen {
    /// Reads yuan as a person types them: `49`, `49.5`, `¥49.00`, full-width digits too. Exact, or refused.
    pub fn parse_yuan(typed: &str) -> Result<Self, InvalidYuan> {
        let narrow = typed.trim().trim_start_matches(['¥', '￥']).chars().map(|letter| match letter {
            '０'..='９' => char::from_digit(u32::from(letter) - u32::from('０'), 10).unwrap_or(letter),
            '．' | '。' => '.',
            _ => letter,
        });
        let text: String = narrow.collect();
        let text = text.trim();
        let (yuan, decimals) = text.split_once('.').unwrap_or((text, ""));
        if text.is_empty() {
            return Err(InvalidYuan::Empty);
        }
        if yuan.is_empty() || text.ends_with('.') || !yuan.chars().chain(decimals.chars()).all(|c| c.is_ascii_digit()) {
            return Err(InvalidYuan::Malformed);
        }
        if decimals.len() > 2 {
            return Err(InvalidYuan::BelowFen);
        }
        let fen = format!("{yuan}{decimals:0<2}").parse().map_err(|_| InvalidYuan::TooLarge)?;
        Self::new(fen).map_err(|_| InvalidYuan::TooLarge)
    }

    /// Yuan without the sign, as a field of a form shows them: `49.00`.
    pub fn yuan(self) -> String {
        format!("{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "¥{}", self.yuan())
    }
}

impl<'de> Deserialize<'de> for Fen {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(i64::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_total_is_exact_or_refused(price in 0i64..=Fen::MAX.0, quantity: i64) {
            let exact = i128::from(price) * i128::from(quantity);
            let total = Fen::new(price).unwrap().times(quantity);
            if (0..=i128::from(Fen::MAX.0)).contains(&exact) {
                prop_assert_eq!(i128::from(total.unwrap().get()), exact);
            } else {
                prop_assert_eq!(total, Err(InvalidAmount));
            }
        }

        #[test]
        fn the_printed_amount_reads_back(fen in 0i64..=Fen::MAX.0) {
            let text = Fen::new(fen).unwrap().to_string();
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            prop_assert_eq!(digits.parse::<i64>().unwrap(), fen);
        }
    }

    proptest! {
        /// Case 31: what is shown and typed again is the same amount, to the fen.
        #[test]
        fn a_typed_amount_is_exact(fen in 0i64..=Fen::MAX.0) {
            let amount = Fen::new(fen).unwrap();
            prop_assert_eq!(Fen::parse_yuan(&amount.yuan()), Ok(amount));
            prop_assert_eq!(Fen::parse_yuan(&amount.to_string()), Ok(amount));
        }

        #[test]
        fn no_text_is_too_odd(text in ".{0,24}") {
            if let Ok(amount) = Fen::parse_yuan(&text) {
                prop_assert!((0..=Fen::MAX.0).contains(&amount.get()));
            }
        }
    }

    #[test]
    fn yuan_are_read_as_people_type_them() {
        for (typed, fen) in
            [("49", 4_900), ("49.5", 4_950), (" 49.05 ", 4_905), ("￥0.01", 1), ("４９．９０", 4_990), ("007", 700)]
        {
            assert_eq!(Fen::parse_yuan(typed), Fen::new(fen).map_err(|_| InvalidYuan::TooLarge), "{typed}");
        }
        for (typed, why) in [
            ("", InvalidYuan::Empty),
            (" ", InvalidYuan::Empty),
            ("12.345", InvalidYuan::BelowFen),
            ("12.340", InvalidYuan::BelowFen),
            ("-1", InvalidYuan::Malformed),
            ("+1", InvalidYuan::Malformed),
            ("1,000", InvalidYuan::Malformed),
            ("1e3", InvalidYuan::Malformed),
            (".5", InvalidYuan::Malformed),
            ("5.", InvalidYuan::Malformed),
            ("1.2.3", InvalidYuan::Malformed),
            ("十", InvalidYuan::Malformed),
            ("100000000.01", InvalidYuan::TooLarge),
            ("99999999999999999999", InvalidYuan::TooLarge),
        ] {
            assert_eq!(Fen::parse_yuan(typed), Err(why), "{typed}");
        }
    }

    #[test]
    fn two_decimals_always() {
        assert_eq!(Fen::new(4900).unwrap().to_string(), "¥49.00");
        assert_eq!(Fen::new(5).unwrap().to_string(), "¥0.05");
        assert_eq!(Fen::new(-1), Err(InvalidAmount));
    }
}
