//! Words that the editor and the choice of a zone are given.

use serde_json::json;

use crate::ui::{Lang, say};

/// The words of the editor's buttons, as the editor reads them: JSON.
pub fn editor_labels(lang: Lang) -> String {
    let labels = json!({
        "toolbar": say!(lang, office.editor.toolbar),
        "hint": say!(lang, office.editor.hint),
        "hintKeys": say!(lang, office.editor.hint_keys),
        "placeholder": say!(lang, office.editor.placeholder),
        "bold": say!(lang, office.editor.bold),
        "italic": say!(lang, office.editor.italic),
        "underline": say!(lang, office.editor.underline),
        "strike": say!(lang, office.editor.strike),
        "heading2": say!(lang, office.editor.heading2),
        "heading3": say!(lang, office.editor.heading3),
        "paragraph": say!(lang, office.editor.paragraph),
        "bulletList": say!(lang, office.editor.bullet_list),
        "orderedList": say!(lang, office.editor.ordered_list),
        "blockquote": say!(lang, office.editor.blockquote),
        "link": say!(lang, office.editor.link),
        "image": say!(lang, office.editor.image),
        "table": say!(lang, office.editor.table),
        "rule": say!(lang, office.editor.rule),
        "undo": say!(lang, office.editor.undo),
        "redo": say!(lang, office.editor.redo),
        "clear": say!(lang, office.editor.clear),
        "rowAdd": say!(lang, office.editor.row_add),
        "rowDelete": say!(lang, office.editor.row_delete),
        "columnAdd": say!(lang, office.editor.column_add),
        "columnDelete": say!(lang, office.editor.column_delete),
        "headerRow": say!(lang, office.editor.header_row),
        "tableDelete": say!(lang, office.editor.table_delete),
        "linkAddress": say!(lang, office.editor.link_address),
        "linkInvalid": say!(lang, office.editor.link_invalid),
        "linkApply": say!(lang, office.editor.link_apply),
        "linkRemove": say!(lang, office.editor.link_remove),
        "cancel": say!(lang, office.editor.cancel),
        "alt": say!(lang, office.editor.alt),
        "imageDelete": say!(lang, office.editor.image_delete),
        "uploading": say!(lang, office.editor.uploading),
        "uploaded": say!(lang, office.editor.uploaded),
        "uploadFailed": say!(lang, office.editor.upload_failed),
        "imagesDropped": say!(lang, office.editor.images_dropped),
    });
    labels.to_string()
}

/// The zones that most sales are in, with their IANA names; any other can be typed.
pub fn zones(lang: Lang) -> Vec<(String, String)> {
    let zones = [
        ("Asia/Shanghai", say!(lang, office.zones.shanghai)),
        ("Asia/Hong_Kong", say!(lang, office.zones.hong_kong)),
        ("Asia/Taipei", say!(lang, office.zones.taipei)),
        ("Asia/Singapore", say!(lang, office.zones.singapore)),
        ("Asia/Tokyo", say!(lang, office.zones.tokyo)),
        ("Europe/London", say!(lang, office.zones.london)),
        ("Europe/Berlin", say!(lang, office.zones.berlin)),
        ("America/New_York", say!(lang, office.zones.new_york)),
        ("America/Los_Angeles", say!(lang, office.zones.los_angeles)),
        ("UTC", say!(lang, office.zones.utc)),
    ];
    zones.map(|(name, words)| (name.to_owned(), words.to_owned())).into()
}
