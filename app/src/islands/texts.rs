//! Words that an island is given as a prop, so that no translation is in the bundle.

/// A struct with a text for each key of a part of `locales/`, and on the server the way to fill it. A `{name}` in a text is
/// filled in by the island. On its way it is a list: code that reads so many names would be a fifth of a bundle.
macro_rules! texts {
    ($(#[$doc:meta])* $texts:ident of $space:ident.$part:ident: $($name:ident)+) => {
        $(#[$doc])*
        #[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
        #[serde(from = "Vec<String>", into = "Vec<String>")]
        pub struct $texts {
            $(pub(super) $name: String,)+
        }

        impl From<Vec<String>> for $texts {
            fn from(texts: Vec<String>) -> Self {
                let mut texts = texts.into_iter();
                Self { $($name: texts.next().unwrap_or_default(),)+ }
            }
        }

        impl From<$texts> for Vec<String> {
            fn from(texts: $texts) -> Self {
                vec![$(texts.$name,)+]
            }
        }

        #[cfg(feature = "ssr")]
        impl $texts {
            /// The words in a language.
            pub fn of(lang: crate::ui::Lang) -> Self {
                Self { $($name: crate::ui::say!(lang, $space.$part.$name).to_owned(),)+ }
            }
        }
    };
}
pub(crate) use texts;
