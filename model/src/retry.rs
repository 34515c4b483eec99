//! Decides which requests are retried, and when.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use ureq::http::HeaderMap;

/// The most requests for one answer.
pub(crate) const MOST_ATTEMPTS: u32 = 8;
/// How long requests for one answer may continue, including the pauses between them.
pub(crate) const LONGEST: Duration = Duration::from_hours(1);
/// The longest pause if the server names none.
const LONGEST_WAIT: Duration = Duration::from_mins(1);
/// A model is stopped after this many refused requests in a row before the first success.
pub(crate) const REFUSED_IN_A_ROW: u32 = 3;

/// Why a request brought no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// The HTTP status, if one came.
    pub(crate) status: Option<u16>,
    /// The reason, in our words or the server's.
    pub(crate) why: String,
    /// The pause that the server asks for.
    pub(crate) wait: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// A retry may succeed. Nothing arrived that costs anything.
    Unreached,
    /// A retry may succeed. The server had begun to answer.
    Broken,
    /// There were too many requests.
    TooMany,
    /// The server refuses this request.
    Refused,
    /// The server refuses all similar requests: the key, the model or the address is wrong.
    Misdirected,
}

impl FailureKind {
    /// The meaning of an HTTP status other than success.
    pub(crate) fn of_status(status: u16) -> Self {
        match status {
            429 => Self::TooMany,
            401 | 403 | 404 => Self::Misdirected,
            408 | 409 | 500.. => Self::Unreached,
            _ => Self::Refused,
        }
    }
}

/// How long a server wants to be left alone, by its headers. A time that is over tells nothing: the clocks differ.
pub(crate) fn named_wait(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let seconds = |number: f64| {
        let wait = Duration::try_from_secs_f64(number).ok();
        wait.filter(|wait| !wait.is_zero())
    };
    if let Some(milliseconds) = text("retry-after-ms").and_then(|text| text.parse::<f64>().ok()) {
        return seconds(milliseconds / 1e3);
    }
    let after = text("retry-after")?;
    if let Ok(number) = after.parse::<f64>() {
        return seconds(number);
    }
    let date = DateTime::parse_from_rfc2822(after).ok()?;
    let until = (date.with_timezone(&Utc) - DateTime::<Utc>::from(now)).to_std();
    until.ok().filter(|wait| !wait.is_zero())
}

/// The pause before the next request if the server names none: a random share of the first pause, doubled for each
/// request made.
pub(crate) fn own_wait(attempts: u32, first: Duration, share: f64) -> Duration {
    let doubled = first.saturating_mul(1 << attempts.saturating_sub(1).min(16));
    doubled.min(LONGEST_WAIT).mul_f64(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_what_the_server_names() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        for (name, value, wait) in [
            ("retry-after", "2", Some(2000)),
            ("retry-after", "1.5", Some(1500)),
            ("retry-after-ms", "700", Some(700)),
            ("retry-after", "Sun, 06 Nov 1994 08:49:40 GMT", Some(3000)),
            ("retry-after", "Sun, 06 Nov 1994 08:49:00 GMT", None),
            ("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT", None),
            ("retry-after", "0", None),
            ("retry-after", "-1", None),
            ("retry-after", "soon", None),
            ("retry-after", "1e300", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            assert_eq!(
                named_wait(&headers, now),
                wait.map(Duration::from_millis),
                "{name}: {value}"
            );
        }
        assert_eq!(named_wait(&HeaderMap::new(), now), None);
    }

    #[test]
    fn own_waits_double_up_to_a_minute() {
        let second = Duration::from_secs(1);
        let waits = [1, 2, 3, 7, 8, 40].map(|attempts| own_wait(attempts, second, 1.0).as_secs());
        assert_eq!(waits, [1, 2, 4, 60, 60, 60]);
        assert_eq!(own_wait(2, second, 0.25), Duration::from_millis(500));
    }

    #[test]
    fn a_status_says_what_comes_next() {
        for (kind, statuses) in [
            (
                FailureKind::Unreached,
                &[408, 409, 500, 502, 503, 504, 529][..],
            ),
            (FailureKind::TooMany, &[429]),
            (FailureKind::Refused, &[301, 400, 402, 413, 422]),
            (FailureKind::Misdirected, &[401, 403, 404]),
        ] {
            for &status in statuses {
                assert_eq!(FailureKind::of_status(status), kind, "{status}");
            }
        }
    }
}
