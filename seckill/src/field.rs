//! Complaints about single fields of a form.

use serde::Serialize;

/// One field that cannot be accepted, and why. The words are made at the edge, in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldError {
    /// Where, as a JSON path: `items[0].sale_price_fen`.
    pub field: String,
    /// What is wrong.
    pub code: FieldCode,
}

/// What can be wrong with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldCode {
    /// Nothing was given.
    Required,
    /// A list without entries.
    Empty,
    /// A list with more entries than allowed.
    TooManyEntries,
    /// Not of the form that this field takes.
    Malformed,
    /// Longer than allowed.
    TooLong,
    /// Shorter than allowed.
    TooShort,
    /// Below the smallest or above the largest number.
    OutOfRange,
    /// The sale price is not below the list price.
    NotBelowListPrice,
    /// More units per order than a shopper may have.
    AboveLimit,
    /// The end is not after the start.
    EndNotAfterStart,
    /// The moment has passed.
    InThePast,
    /// A local time that the zone's clocks skip.
    SkippedLocalTime,
    /// No such time zone.
    UnknownTimeZone,
    /// The same sku stands in the list twice, or its code belongs to another one.
    Duplicate,
    /// Another sale sells this sku too, so it cannot be given other words here.
    InUse,
    /// Nothing of that id belongs to this merchant.
    NotFound,
    /// Another sale of the same product runs in that window.
    Overlaps,
    /// A field of that name does not exist here.
    UnknownField,
    /// More than one was given.
    TooMany,
    /// A file of more bytes than are taken.
    TooLarge,
    /// No picture of a kind that is taken here, or a damaged one.
    NotAPicture,
    /// A picture of more pixels than are taken.
    TooManyPixels,
}

impl FieldError {
    /// A complaint about `field`.
    pub fn new(field: impl Into<String>, code: FieldCode) -> Self {
        Self { field: field.into(), code }
    }
}
