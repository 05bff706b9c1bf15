//! Props that travel as lists: code that reads the names of fields is what shoppers would load most of.

/// A struct that is written and read as the list of its fields, in their order.
macro_rules! listed {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$doc:meta])* pub $field:ident: $type:ty,)+ }) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)+
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ($(&self.$field,)+).serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let ($($field,)+) = serde::Deserialize::deserialize(deserializer)?;
                Ok(Self { $($field,)+ })
            }
        }
    };
}
pub(crate) use listed;
