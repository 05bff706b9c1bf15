//! A change to a sale: the form, and the version it changes.

use std::borrow::Cow;

use seckill::ActivityForm;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor, value::MapAccessDeserializer},
};
use utoipa::ToSchema;

/// The whole form, as for a new sale, and the `version` that was read.
// `Serialize` is there for the schema, which must show the form's fields beside `version`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Edit {
    /// The version that this changes; an older one is refused.
    pub(super) version: i64,
    /// What the sale shall be.
    #[serde(flatten)]
    pub(super) form: ActivityForm,
}

/// By hand because `flatten` would let unknown fields pass, and they must be refused by name.
impl<'de> Deserialize<'de> for Edit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Edit;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a sale with its version")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Edit, A::Error> {
        let mut version = None;
        let form = ActivityForm::deserialize(MapAccessDeserializer::new(Rest { map, version: &mut version }))?;
        Ok(Edit { version: version.ok_or_else(|| A::Error::missing_field("version"))?, form })
    }
}

/// The map without its `version`.
struct Rest<'a, A> {
    map: A,
    version: &'a mut Option<i64>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Rest<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<Cow<'de, str>>()? {
            if key == "version" {
                *self.version = Some(self.map.next_value()?);
            } else {
                return seed.deserialize(key.into_deserializer()).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
