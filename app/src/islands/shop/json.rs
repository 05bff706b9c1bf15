//! JSON by the browser's own reader and writer: what a shopper loads holds no second one for it.

use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::JsValue;

/// A value that was read. What is not there, or is of another kind, is `None`.
#[derive(Debug)]
pub struct Json(JsValue);

impl Json {
    /// Reads a text; what cannot be read holds nothing.
    pub fn read(text: &str) -> Self {
        Self(JSON::parse(text).unwrap_or(JsValue::NULL))
    }

    /// Writes an object.
    pub fn write(fields: &[(&str, JsValue)]) -> String {
        let object = Object::new();
        for (name, value) in fields {
            // Fails for frozen objects only.
            drop(Reflect::set(&object, &(*name).into(), value));
        }
        JSON::stringify(&object).map_or_else(|_| String::new(), String::from)
    }

    fn get(&self, name: &str) -> JsValue {
        Reflect::get(&self.0, &name.into()).unwrap_or(JsValue::NULL)
    }

    /// A field that is a text.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).as_string()
    }

    /// A field that is a number.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.get(name).as_f64().map(|number| number as i64)
    }

    /// A field that is true or false.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.get(name).as_bool()
    }

    /// A field that is a list.
    pub fn list(&self, name: &str) -> Option<Vec<Self>> {
        let list = self.get(name);
        Array::is_array(&list).then(|| Array::from(&list).iter().map(Self).collect())
    }
}
