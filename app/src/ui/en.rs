//! English.

use super::Words;

/// The words in English.
pub const EN: Words = Words {
    name: "English",
    skip_to_content: "Skip to content",
    site_navigation: "Site",
    api_reference: "API reference",
    footnote: "Countdowns follow our server’s clock. It does not matter if yours is wrong.",

    sales: "Sales",
    sales_lede: "Limited stock. Everyone starts at the same moment.",
    until: "until",
    from_price: ("from", ""),
    more_sales: "More sales",
    no_sales: "No sales right now",
    no_sales_shopper: "New sales appear here once they are announced. Look again in a while.",
    no_sales_merchant: "Selling something? Publish your first sale through the API:",
    look_again: "Refresh",

    upcoming: "Upcoming",
    warming: "Starting soon",
    live: "On now",
    ended: "Ended",
    starts_in: "Starts in",
    ends_in: "Ends in",
    day: "d",
    minute: "minute",
    minutes: "minutes",
    seconds: "seconds",

    not_found: "There is no page here",
    not_found_why: "The link may be incomplete, or the sale was taken down.",
    all_sales: "See all sales",
    unavailable: "This page cannot be shown right now",
    unavailable_why: "Our system did not answer. Orders you have placed are safe. Please try again in a few seconds.",
    try_again: "Try again",
};
