//! When a sale is open, as people of its zone say it.

use chrono::{DateTime, Datelike, Offset, TimeZone, Utc};
use chrono_tz::Tz;
use seckill::{ActivityCard, Millis};

use super::Lang;

/// A moment in the zone of a sale.
#[derive(Debug, PartialEq, Eq)]
pub struct Moment {
    /// RFC 3339 with the zone's offset, for machines.
    pub machine: String,
    /// The date, with the year where it is not this year.
    pub date: String,
    /// Hours and minutes, and seconds unless they are zero.
    pub time: String,
}

/// The window of a sale in words.
#[derive(Debug, PartialEq, Eq)]
pub struct When {
    /// The start.
    pub starts: Moment,
    /// The end.
    pub ends: Moment,
    /// Whether both are on one day, so that the end needs no date.
    pub same_day: bool,
    /// The zone of both times.
    pub zone: String,
    /// Minutes by which the zone is ahead of UTC at the start.
    pub offset_minutes: i64,
}

impl When {
    /// The window of a sale in a list or on its page.
    pub fn of_card(lang: Lang, card: &ActivityCard, now: Millis) -> Self {
        Self::new(lang, &card.time_zone, card.starts_at_ms, card.ends_at_ms, now)
    }

    /// Puts a window into words. A zone that is not known is read as UTC, and says so.
    pub fn new(lang: Lang, zone: &str, starts_at: Millis, ends_at: Millis, now: Millis) -> Self {
        let zone: Tz = zone.parse().unwrap_or(Tz::UTC);
        let [starts, ends, now] = [starts_at, ends_at, now].map(|moment| local(zone, moment));
        Self {
            same_day: starts.date_naive() == ends.date_naive(),
            zone: zone_name(lang, &starts),
            offset_minutes: i64::from(starts.offset().fix().local_minus_utc() / 60),
            starts: moment(lang, &starts, now.year()),
            ends: moment(lang, &ends, now.year()),
        }
    }
}

/// One moment in a sale's zone, with the zone's name: `12月11日 周五 10:15 北京时间`.
pub fn moment_of(lang: Lang, zone: &str, at: Millis, now: Millis) -> String {
    let When { starts, zone, .. } = When::new(lang, zone, at, at, now);
    format!("{} {} {zone}", starts.date, starts.time)
}

fn local(zone: Tz, moment: Millis) -> DateTime<Tz> {
    let utc = DateTime::<Utc>::from_timestamp_millis(moment.get()).unwrap_or_default();
    zone.from_utc_datetime(&utc.naive_utc())
}

fn moment(lang: Lang, at: &DateTime<Tz>, this_year: i32) -> Moment {
    let date = match (lang, at.year() == this_year) {
        (Lang::Zh, true) => format!("{}月{}日 {}", at.month(), at.day(), weekday(at)),
        (Lang::Zh, false) => format!("{}年{}月{}日 {}", at.year(), at.month(), at.day(), weekday(at)),
        (Lang::En, true) => at.format("%a %-d %b").to_string(),
        (Lang::En, false) => at.format("%a %-d %b %Y").to_string(),
    };
    let time = if at.timestamp() % 60 == 0 { at.format("%H:%M") } else { at.format("%H:%M:%S") };
    Moment { machine: at.to_rfc3339(), date, time: time.to_string() }
}

fn weekday(at: &DateTime<Tz>) -> &'static str {
    ["周一", "周二", "周三", "周四", "周五", "周六", "周日"][at.weekday().num_days_from_monday() as usize]
}

fn zone_name(lang: Lang, at: &DateTime<Tz>) -> String {
    if at.timezone() == Tz::Asia__Shanghai {
        return match lang {
            Lang::Zh => "北京时间".to_owned(),
            Lang::En => "Beijing time".to_owned(),
        };
    }
    let minutes = at.offset().fix().local_minus_utc() / 60;
    let sign = if minutes < 0 { '−' } else { '+' };
    match (minutes.abs() / 60, minutes.abs() % 60) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // 2026-12-11T02:00:00Z, a Friday.
    const TEN_IN_SHANGHAI: i64 = 1_796_954_400_000;
    const HOUR: i64 = 3_600_000;

    fn when(lang: Lang, zone: &str, hours: i64) -> When {
        let start = Millis::new(TEN_IN_SHANGHAI);
        When::new(lang, zone, start, Millis::new(TEN_IN_SHANGHAI + hours * HOUR), start)
    }

    #[test]
    fn times_are_those_of_the_sales_zone() {
        let zh = when(Lang::Zh, "Asia/Shanghai", 2);
        assert_eq!((zh.starts.date.as_str(), zh.starts.time.as_str()), ("12月11日 周五", "10:00"));
        assert_eq!((zh.ends.time.as_str(), zh.zone.as_str(), zh.same_day), ("12:00", "北京时间", true));
        assert_eq!(zh.starts.machine, "2026-12-11T10:00:00+08:00");

        let en = when(Lang::En, "America/St_Johns", 2);
        assert_eq!((en.starts.date.as_str(), en.starts.time.as_str()), ("Thu 10 Dec", "22:30"));
        assert_eq!((en.ends.date.as_str(), en.zone.as_str(), en.same_day), ("Fri 11 Dec", "UTC−3:30", false));
    }

    #[test]
    fn another_year_and_odd_seconds_are_named() {
        let later = When::new(
            Lang::En,
            "Mars/Olympus",
            Millis::new(TEN_IN_SHANGHAI),
            Millis::new(TEN_IN_SHANGHAI + 30 * 24 * HOUR + 7_000),
            Millis::new(TEN_IN_SHANGHAI),
        );
        assert_eq!((later.ends.date.as_str(), later.ends.time.as_str()), ("Sun 10 Jan 2027", "02:00:07"));
        assert_eq!(later.zone, "UTC");
    }
}
