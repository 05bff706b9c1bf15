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

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "¥{}.{:02}", self.0 / 100, self.0 % 100)
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

    #[test]
    fn two_decimals_always() {
        assert_eq!(Fen::new(4900).unwrap().to_string(), "¥49.00");
        assert_eq!(Fen::new(5).unwrap().to_string(), "¥0.05");
        assert_eq!(Fen::new(-1), Err(InvalidAmount));
    }
}
