//! Distinct id types. In JSON an id is a string, because 64-bit numbers do not survive JavaScript.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The text is not an id: ids are positive decimal numbers without sign or leading zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct InvalidId;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(i64);

        impl $name {
            /// Wraps a number that came from the store.
            pub const fn new(id: i64) -> Self {
                Self(id)
            }

            /// The number as the store knows it.
            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                parse(text).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                parse(&text).map(Self).map_err(D::Error::custom)
            }
        }
    )+};
}

ids! {
    /// A tenant that sells (商家).
    MerchantId,
    /// A person of a merchant (员工).
    StaffId,
    /// A person who buys (顾客).
    ShopperId,
    /// What exists (商品).
    ProductId,
    /// A sellable variant of a product (规格).
    SkuId,
    /// A sale (活动).
    ActivityId,
    /// A sku in a sale (活动商品).
    ItemId,
    /// An order (订单).
    OrderId,
    /// A picture of a merchant (图片).
    ImageId,
}

fn parse(text: &str) -> Result<i64, InvalidId> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || text.starts_with('0') {
        return Err(InvalidId);
    }
    text.parse().map_err(|_| InvalidId)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_positive_numbers_are_ids() {
        assert_eq!("17".parse(), Ok(OrderId::new(17)));
        for bad in ["", "0", "-1", "+1", "01", "1.0", "1e3", "９", "9223372036854775808", " 1"] {
            assert_eq!(bad.parse::<OrderId>(), Err(InvalidId), "{bad:?}");
        }
    }

    #[test]
    fn json_ids_are_strings() {
        assert_eq!(serde_json::to_string(&ItemId::new(7)).unwrap(), "\"7\"");
        assert!(serde_json::from_str::<ItemId>("7").is_err());
        assert_eq!(serde_json::from_str::<ItemId>("\"7\"").unwrap(), ItemId::new(7));
    }
}
