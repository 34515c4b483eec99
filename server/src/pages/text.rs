//! Numbers, sizes and times as a reader likes them.

use askama::filters::{Html, escape};
use chrono::{DateTime, Datelike as _, Utc};
use chrono_tz::Tz;

use crate::date_words::{StoredPart, parts_of_stored};
pub use crate::date_words::{day, iso, moment};
use crate::html::TrustedHtml;
pub use crate::words::grouped;
use crate::words::say;

/// A count with its noun, for the terminal: `1 problem`, `12 problems`.
pub fn count(decimal: &str, noun: &str) -> String {
    let ending = if decimal == "1" { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(decimal))
}

/// Bytes: `512 bytes`, `64 KiB`, `1.5 MiB`, `52.5 GiB`.
pub fn size(bytes: u64) -> String {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    const GIB: u64 = 1 << 30;
    match bytes {
        0..KIB => say!("count-bytes", n = bytes),
        KIB..MIB => format!("{} KiB", one_decimal(bytes, KIB)),
        MIB..GIB => format!("{} MiB", one_decimal(bytes, MIB)),
        _ => format!("{} GiB", one_decimal(bytes, GIB)),
    }
}

/// Fuel, rounded up to two figures so that it tells nothing about single steps: `3.5 billion`.
pub fn fuel(units: u64) -> String {
    let rounded = two_figures(units);
    match rounded {
        0..1_000_000 => grouped(&rounded.to_string()),
        1_000_000..1_000_000_000 => say!("count-millions", n = one_decimal(rounded, 1_000_000)),
        _ => say!("count-billions", n = one_decimal(rounded, 1_000_000_000)),
    }
}

/// A duration from microseconds: `0.4 ms`, `12 ms`, `1.3 s`.
pub fn micros(us: u64) -> String {
    match us {
        0..10_000 => format!("{} ms", one_decimal(us, 1_000)),
        10_000..1_000_000 => format!("{} ms", (us + 500) / 1_000),
        _ => format!("{} s", one_decimal(us, 1_000_000)),
    }
}

/// A duration from seconds, in the largest unit that is not zero: `15 seconds`, `2 days`.
pub fn seconds(seconds: u64) -> String {
    match seconds {
        0..60 => say!("count-seconds", n = seconds),
        60..3_600 => say!("count-minutes", n = seconds / 60),
        3_600..172_800 => say!("count-hours", n = seconds / 3_600),
        _ => say!("count-days", n = seconds / 86_400),
    }
}

/// The same in the two largest units, so that a slip in it is seen: `1 hour 30 minutes`, `2 days 23 hours`.
pub fn duration(seconds: u64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    let units = [
        (days, say!("count-days", n = days)),
        (hours, say!("count-hours", n = hours)),
        (minutes, say!("count-minutes", n = minutes)),
        (seconds % 60, say!("count-seconds", n = seconds % 60)),
    ];
    let first = units.iter().position(|(n, _)| *n > 0).unwrap_or(3);
    let largest = units.into_iter().skip(first).take(2);
    let said = largest.filter(|(n, _)| *n > 0).map(|(_, words)| words);
    said.collect::<Vec<_>>().join(" ")
}

/// A moment by the clocks of a place: `21 Nov 2026 at 23:50, Europe/Berlin (21 Nov 2026, 22:50 UTC)`.
pub fn in_zone(at: &DateTime<Utc>, zone: Tz) -> String {
    if zone == Tz::UTC {
        return moment(at);
    }
    let local = at.with_timezone(&zone).naive_local().and_utc();
    say!(
        "plan-moment",
        at = day(&local),
        of = local.year().to_string(),
        to = local.format("%H:%M").to_string(),
        zone = zone.name(),
        utc = moment(at)
    )
}

/// An element that scripts show by the reader's own clocks. The words in it are no text of a person.
pub fn time(at: &DateTime<Utc>, attributes: &str, shown: &str) -> TrustedHtml {
    let iso = iso(at);
    TrustedHtml::vouch(format!(
        "<time datetime=\"{iso}\"{attributes}>{shown}</time>"
    ))
}

/// A stored text with its moments by the reader's own clocks.
pub fn with_moments(text: &str) -> TrustedHtml {
    let parts = parts_of_stored(text).into_iter().map(|part| match part {
        StoredPart::Words(words) => escaped(words),
        StoredPart::Moment(at) => time(&at, "", &moment(&at)).to_string(),
    });
    TrustedHtml::vouch(parts.collect::<String>())
}

/// A message that terminals show too: code stands between backticks, and moments are stored ones.
pub fn message(text: &str) -> TrustedHtml {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, opened)) = rest.split_once('`') {
        let Some((code, after)) = opened.split_once('`') else {
            break;
        };
        html.push_str(with_moments(before).as_str());
        html.push_str("<code>");
        html.push_str(&escaped(code));
        html.push_str("</code>");
        rest = after;
    }
    html.push_str(with_moments(rest).as_str());
    TrustedHtml::vouch(html)
}

fn escaped(text: &str) -> String {
    let escaped = escape(text, Html).expect("escaping text cannot fail");
    escaped.0.to_string()
}

/// What is kept by a word of the protocol, such as a state, a role or a difficulty, as readers call it.
pub fn stored(word: &str) -> &str {
    match word {
        "draft" => say!("stored-draft"),
        "validated" => say!("stored-validated"),
        "committed" => say!("stored-committed"),
        "withdrawn" => say!("stored-withdrawn"),
        "disqualified" => say!("stored-disqualified"),
        "queued" => say!("stored-queued"),
        "running" => say!("stored-running"),
        "judged" => say!("stored-judged"),
        "internal" => say!("stored-internal"),
        "unranked" => say!("stored-unranked"),
        "practice" => say!("stored-practice"),
        "ready" => say!("stored-ready"),
        "applied" => say!("stored-applied"),
        "discarded" => say!("stored-discarded"),
        "contestant" => say!("stored-contestant"),
        "setter" => say!("stored-setter"),
        "organizer" => say!("stored-organizer"),
        "admin" => say!("stored-admin"),
        "easy" => say!("stored-easy"),
        "algebraic" => say!("stored-algebraic"),
        "numerical" => say!("stored-numerical"),
        "text-based" => say!("stored-text-based"),
        "medium" => say!("stored-medium"),
        "hard" => say!("stored-hard"),
        "registered" => say!("stored-registered"),
        "listed" => say!("stored-listed"),
        "setup-link-made" => say!("stored-setup-link-made"),
        "invitation-made" => say!("stored-invitation-made"),
        "invitation-ended" => say!("stored-invitation-ended"),
        "enter-link-made" => say!("stored-enter-link-made"),
        "reset-link-made" => say!("stored-reset-link-made"),
        "mail-set" => say!("stored-mail-set"),
        "verify-link-made" => say!("stored-verify-link-made"),
        "mail-verified" => say!("stored-mail-verified"),
        "mail-removed" => say!("stored-mail-removed"),
        "reset" => say!("stored-reset"),
        "verify" => say!("stored-verify"),
        "answer" => say!("stored-answer"),
        "announcement" => say!("stored-announcement"),
        "enter-link-used" => say!("stored-enter-link-used"),
        "second-factor-on" => say!("stored-second-factor-on"),
        "second-factor-off" => say!("stored-second-factor-off"),
        "recovery-codes-made" => say!("stored-recovery-codes-made"),
        "recovery-code-used" => say!("stored-recovery-code-used"),
        "provider-registered" => say!("stored-provider-registered"),
        "provider-connected" => say!("stored-provider-connected"),
        "provider-disconnected" => say!("stored-provider-disconnected"),
        "role-changed" => say!("stored-role-changed"),
        "label-changed" => say!("stored-label-changed"),
        "disabled" => say!("stored-disabled"),
        "enabled" => say!("stored-enabled"),
        "deleted" => say!("stored-deleted"),
        "draft-kept" => say!("stored-draft-kept"),
        "draft-replaced" => say!("stored-draft-replaced"),
        "draft-deleted" => say!("stored-draft-deleted"),
        "handed-in" => say!("stored-handed-in"),
        "hand-in-offered" => say!("stored-hand-in-offered"),
        "hand-in-taken-back" => say!("stored-hand-in-taken-back"),
        "hand-in-agreed" => say!("stored-hand-in-agreed"),
        "hand-in-sent-back" => say!("stored-hand-in-sent-back"),
        "at-once" => say!("stored-at-once"),
        "agreed" => say!("stored-agreed"),
        "season-made" => say!("stored-season-made"),
        "season-changed" => say!("stored-season-changed"),
        "season-deleted" => say!("stored-season-deleted"),
        "problems-committed" => say!("stored-problems-committed"),
        "problems-taken" => say!("stored-problems-taken"),
        "problems-arranged" => say!("stored-problems-arranged"),
        "season-moved" => say!("stored-season-moved"),
        "season-scored" => say!("stored-season-scored"),
        "show-directed" => say!("stored-show-directed"),
        "dates-moved" => say!("stored-dates-moved"),
        "problem-withdrawn" => say!("stored-problem-withdrawn"),
        "problem-corrected" => say!("stored-problem-corrected"),
        "problem-held" => say!("stored-problem-held"),
        "problem-released" => say!("stored-problem-released"),
        "problem-replaced" => say!("stored-problem-replaced"),
        "put-out" => say!("stored-put-out"),
        "taken-back" => say!("stored-taken-back"),
        "judged-again" => say!("stored-judged-again"),
        "rejudging-decided" => say!("stored-rejudging-decided"),
        "incident-seen" => say!("stored-incident-seen"),
        "announced" => say!("stored-announced"),
        "question-answered" => say!("stored-question-answered"),
        "until-scored" => say!("stored-until-scored"),
        "until-reveal" => say!("stored-until-reveal"),
        "public-terms" => say!("stored-public-terms"),
        "graph" => say!("stored-graph"),
        "score" => say!("stored-score"),
        "read" => say!("stored-read"),
        "none" => say!("stored-none"),
        "verdict" => say!("stored-verdict"),
        _ => word,
    }
}

/// How far a moment is from now: `3 days ago`, `in 2 hours`, `just now`.
pub fn relative(at: &DateTime<Utc>, now: &DateTime<Utc>) -> String {
    let away = (*at - *now).num_seconds();
    let distance = seconds(away.unsigned_abs());
    match away {
        ..=-5 => say!("time-ago", n = distance),
        -4..=0 => say!("time-now").to_owned(),
        1.. => say!("time-in", n = distance),
    }
}

/// A text as a value after the `?` of an address: all but letters and digits escaped.
pub fn query(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => escaped.push('+'),
            _ if byte.is_ascii_alphanumeric() => escaped.push(char::from(byte)),
            _ => {
                escaped.push('%');
                escaped.push_str(&hex::encode_upper([byte]));
            }
        }
    }
    escaped
}

/// `value / unit` with one decimal, which is left out when it is zero; rounded half up.
fn one_decimal(value: u64, unit: u64) -> String {
    let tenths = (u128::from(value) * 10 + u128::from(unit) / 2) / u128::from(unit);
    if tenths.is_multiple_of(10) {
        grouped(&(tenths / 10).to_string())
    } else {
        format!("{}.{}", grouped(&(tenths / 10).to_string()), tenths % 10)
    }
}

/// Rounds up to two significant figures.
fn two_figures(value: u64) -> u64 {
    let mut unit = 1;
    while value / unit >= 100 {
        unit *= 10;
    }
    value.div_ceil(unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use chrono::{TimeDelta, TimeZone};

    use super::*;
    use crate::store::Deed;

    #[test]
    fn every_deed_of_the_log_has_words() {
        for deed in Deed::ALL {
            let word = deed.as_str();
            assert!(!stored(word).contains('-'), "{word}");
        }
    }

    #[test]
    fn nouns_take_their_plural() {
        assert_eq!(count("1", "problem"), "1 problem");
        assert_eq!(count("0", "problem"), "0 problems");
        assert_eq!(count("1200", "byte"), "1,200 bytes");
    }

    #[test]
    fn sizes_use_the_unit_that_suits() {
        for (from, to) in [
            (1, "1 byte"),
            (1023, "1,023 bytes"),
            (65_536, "64 KiB"),
            (1_572_864, "1.5 MiB"),
            (134_217_728, "128 MiB"),
            (56_342_000_000, "52.5 GiB"),
        ] {
            assert_eq!(size(from), to);
        }
    }

    #[test]
    fn fuel_is_rounded_to_two_figures() {
        for (from, to) in [
            (0, "0"),
            (99, "99"),
            (101, "110"),
            (123_456, "130,000"),
            (3_410_000_000, "3.5 billion"),
            (10_000_000_000, "10 billion"),
            (991_000_000, "1 billion"),
            (1_200_000, "1.2 million"),
        ] {
            assert_eq!(fuel(from), to, "{from}");
        }
        assert_eq!(fuel(u64::MAX), "18,446,744,073.7 billion");
    }

    #[test]
    fn durations_keep_one_unit() {
        assert_eq!(micros(430), "0.4 ms");
        assert_eq!(micros(12_345), "12 ms");
        assert_eq!(micros(1_300_000), "1.3 s");
        assert_eq!(seconds(15), "15 seconds");
        assert_eq!(seconds(3_600), "1 hour");
        assert_eq!(seconds(259_200), "3 days");
        for (from, to) in [
            (5_400, "1 hour 30 minutes"),
            (255_600, "2 days 23 hours"),
            (259_230, "3 days"),
            (61, "1 minute 1 second"),
        ] {
            assert_eq!(duration(from), to);
        }
    }

    #[test]
    fn moments_are_absolute_and_relative() {
        let now = Utc.with_ymd_and_hms(2026, 11, 1, 9, 5, 0).unwrap();
        assert_eq!(moment(&now), "1 Nov 2026, 09:05 UTC");
        assert_eq!(iso(&now), "2026-11-01T09:05:00Z");
        assert_eq!(relative(&now, &now), "just now");
        assert_eq!(
            relative(&(now - TimeDelta::seconds(61)), &now),
            "1 minute ago"
        );
        assert_eq!(relative(&(now + TimeDelta::days(3)), &now), "in 3 days");
    }

    #[test]
    fn a_message_has_code_and_moments() {
        let shown = |text: &str| message(text).to_string();
        assert_eq!(shown("`a<b`: no `c"), "<code>a&#60;b</code>: no `c");
        assert_eq!(
            shown("ends 2026-11-01T09:05:00Z & `x`"),
            "ends <time datetime=\"2026-11-01T09:05:00Z\">1 Nov 2026, 09:05 UTC</time> &#38; <code>x</code>"
        );
    }

    #[test]
    fn a_value_in_an_address_is_escaped() {
        assert_eq!(query("number theory"), "number+theory");
        assert_eq!(query("a&b=é"), "a%26b%3D%C3%A9");
    }
}
