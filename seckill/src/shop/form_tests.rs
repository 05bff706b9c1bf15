use super::*;

fn form(change: impl FnOnce(&mut ActivityForm)) -> ActivityForm {
    let mut form: ActivityForm = serde_json::from_value(serde_json::json!({
        "title": "双十二", "html": "<p>好</p>", "starts_at": "2026-12-11T10:00", "ends_at": "2026-12-11T12:00",
        "items": [{
            "sku": {"product_title": "耳机", "name": "黑", "code": "EAR-1", "list_price_fen": 9900},
            "sale_price_fen": 4900, "stock": 100
        }]
    }))
    .unwrap();
    change(&mut form);
    form
}

fn parse(change: impl FnOnce(&mut ActivityForm)) -> Result<NewActivity, Vec<(String, Code)>> {
    let parsed = NewActivity::parse(&form(change), Millis::new(1_000));
    parsed.map_err(|errors| errors.into_iter().map(|error| (error.field, error.code)).collect())
}

fn refused(change: impl FnOnce(&mut ActivityForm)) -> Vec<(String, Code)> {
    parse(change).unwrap_err()
}

/// Case 16: the zone of the sale decides, not the server's.
#[test]
fn a_local_time_is_in_the_sales_zone() {
    let new = parse(|_| ()).unwrap();
    assert_eq!(new.window.starts_at(), Millis::new(1_796_954_400_000), "2026-12-11T02:00:00Z");
    let new = parse(|form| form.starts_at = "2026-12-11T02:00:00Z".to_owned()).unwrap();
    assert_eq!(new.window.starts_at(), Millis::new(1_796_954_400_000));
}

/// Case 17: a skipped local time is refused, a doubled one means the first.
#[test]
fn clock_changes_are_decided() {
    let new_york = |at: &str| {
        let at = at.to_owned();
        move |form: &mut ActivityForm| {
            form.time_zone = "America/New_York".to_owned();
            form.starts_at = at;
            form.ends_at = "2027-12-01T00:00".to_owned();
        }
    };
    assert_eq!(refused(new_york("2027-03-14T02:30")), [("starts_at".to_owned(), Code::SkippedLocalTime)]);
    let first = parse(new_york("2026-11-01T01:30")).unwrap().window.starts_at();
    assert_eq!(first, parse(new_york("2026-11-01T01:30:00-04:00")).unwrap().window.starts_at());
}

/// Case 32, and every other field that can be wrong.
#[test]
fn every_nonsense_is_named_at_its_field() {
    let check = |change: &dyn Fn(&mut ActivityForm), field: &str, code: Code| {
        assert_eq!(refused(|form| change(form)), [(field.to_owned(), code)]);
    };
    check(&|form| form.title = " ".to_owned(), "title", Code::Required);
    check(&|form| form.title = "秒".repeat(121), "title", Code::TooLong);
    check(&|form| form.title = "a\0b".to_owned(), "title", Code::Malformed);
    check(&|form| form.title = "\u{200b}\u{feff} \u{2060}".to_owned(), "title", Code::Required);
    check(&|form| form.title = "半价\u{202e}件003".to_owned(), "title", Code::Malformed);
    check(&|form| form.ends_at = form.starts_at.clone(), "ends_at", Code::EndNotAfterStart);
    check(&|form| form.starts_at = "tomorrow".to_owned(), "starts_at", Code::Malformed);
    check(&|form| form.ends_at = "9999-12-31T12:00".to_owned(), "ends_at", Code::OutOfRange);
    check(&|form| form.time_zone = "Mars/Base".to_owned(), "time_zone", Code::UnknownTimeZone);
    check(&|form| form.pay_within_s = 59, "pay_within_s", Code::OutOfRange);
    check(&|form| form.items.clear(), "items", Code::Empty);
    for price in [0, -1, 10_000_000_001, i64::MAX] {
        check(&|form| form.items[0].sale_price_fen = price, "items[0].sale_price_fen", Code::OutOfRange);
    }
    check(&|form| form.items[0].sale_price_fen = 9_900, "items[0].sale_price_fen", Code::NotBelowListPrice);
    for stock in [0, -1, 10_000_001] {
        check(&|form| form.items[0].stock = Some(stock), "items[0].stock", Code::OutOfRange);
    }
    check(&|form| form.items[0].max_per_order = 2, "items[0].max_per_order", Code::AboveLimit);
    check(&|form| form.items[0].gate_multiplier = 0, "items[0].gate_multiplier", Code::OutOfRange);
    check(&|form| form.items[0].sku.code = None, "items[0].sku.code", Code::Required);
    check(&|form| form.items.push(form.items[0].clone()), "items[1].sku.code", Code::Duplicate);
    let twice = refused(|form| {
        form.items[0].id = Some(ItemId::new(5));
        form.items.push(form.items[0].clone());
        form.items[1].sku.code = Some("EAR-2".to_owned());
    });
    assert_eq!(twice, [("items[1].id".to_owned(), Code::Duplicate)]);
    let past = NewActivity::parse(&form(|_| ()), Millis::new(1_900_000_000_000)).unwrap_err();
    assert_eq!(past, [FieldError::new("ends_at", Code::InThePast)]);
}

/// Case 38: the length is counted in characters, whatever they are made of.
#[test]
fn long_titles_are_cut_nowhere() {
    for n in 1..=300 {
        let family = "👨\u{200d}👩\u{200d}👧".repeat(n);
        for title in ["秒".repeat(n), family] {
            let fits = title.chars().count() <= 120;
            let parsed = parse(|form| form.title = title.clone());
            assert_eq!(parsed.is_ok(), fits, "{n}");
        }
    }
}

/// Case 33: what is stored is inert, and storing it again changes nothing.
#[test]
fn html_is_cleaned_once_and_for_all() {
    for typed in [
        "<img src=x onerror=alert(1)>",
        "<a href=\"java&#9;script:alert(1)\">x</a>",
        "<svg><a><set attributeName=href to=javascript:alert(1)>",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
        "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe><base href=//evil/><form action=//evil/><p style=\"position:fixed\">x",
    ] {
        let clean = parse(|form| form.html = typed.to_owned()).unwrap().html;
        for word in ["onerror=\"", "<script", "<iframe", "<svg", "<style", "<base", "<form", "style="] {
            assert!(!clean.contains(word), "{word} in {clean}");
        }
        assert!(!clean.to_lowercase().contains("href=\"java"), "{clean}");
        let again = parse(|form| form.html = clean.clone()).unwrap().html;
        assert_eq!(again, clean);
    }
}
