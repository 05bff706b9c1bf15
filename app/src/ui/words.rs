//! The words of the pages, from `locales/<language>/<namespace>.json`. A key that is missing does not compile.

#![expect(deprecated, reason = "the form for build scripts compiles ICU's data exporter, for minutes")]

leptos_i18n::load_locales!();

pub use i18n::Locale;

/// The words for a key, in a language: `say!(lang, shop.sales.title)`; with values for its `{name}`s it is a `String`:
/// `say!(lang, shop.sale.stock, stock = 7)`. The same form serves texts that islands fill in.
macro_rules! say {
    ($lang:expr, $($key:ident).+) => {
        leptos_i18n::td_string!($lang.locale(), $($key).+)
    };
    ($lang:expr, $($key:ident).+, $($name:ident = $value:expr),+) => {
        crate::ui::words::say!($lang, $($key).+)$(.replace(concat!("{", stringify!($name), "}"), &$value.to_string()))+
    };
}
pub(crate) use say;
