//! Filters of the templates: numbers, sizes, times and addresses of assets as text.
//!
//! Each is a pure function in `text` with a thin filter over it; all output is escaped by askama
//! like any other value.
#![allow(
    unreachable_pub,
    clippy::unnecessary_wraps,
    clippy::inline_always,
    clippy::unused_self,
    clippy::trivially_copy_pass_by_ref,
    reason = "the shape that askama asks of a filter, and what its macro makes of it"
)]

use std::fmt::Display;

use askama::{Result, Values, filter_fn};
use chrono::{DateTime, Utc};

use super::{assets, text};
use crate::html::TrustedHtml;
pub(super) use crate::words::filters::{plain, say};

/// `12345` → `12,345`.
#[filter_fn]
pub(super) fn grouped(value: impl Display, _: &dyn Values) -> Result<String> {
    Ok(text::grouped(&value.to_string()))
}

/// A word of the protocol as readers call it.
#[filter_fn]
pub(super) fn stored(word: &str, _: &dyn Values) -> Result<String> {
    Ok(text::stored(word).to_owned())
}

/// Bytes in the unit that suits.
#[filter_fn]
pub(super) fn size(value: &u64, _: &dyn Values) -> Result<String> {
    Ok(text::size(*value))
}

/// Rounded fuel.
#[filter_fn]
pub(super) fn fuel(value: &u64, _: &dyn Values) -> Result<String> {
    Ok(text::fuel(*value))
}

/// A duration given in microseconds.
#[filter_fn]
pub(super) fn micros(value: &u64, _: &dyn Values) -> Result<String> {
    Ok(text::micros(*value))
}

/// A duration given in seconds.
#[filter_fn]
pub(super) fn seconds(value: &u32, _: &dyn Values) -> Result<String> {
    Ok(text::seconds(u64::from(*value)))
}

/// A moment as an element that machines read too.
#[filter_fn]
pub(super) fn date(value: &DateTime<Utc>, _: &dyn Values) -> Result<TrustedHtml> {
    Ok(text::time(value, "", &text::moment(value)))
}

/// The same as far as it is from now.
#[filter_fn]
pub(super) fn ago(
    value: &DateTime<Utc>,
    _: &dyn Values,
    now: &DateTime<Utc>,
) -> Result<TrustedHtml> {
    let title = format!(" title=\"{}\"", text::moment(value));
    Ok(text::time(value, &title, &text::relative(value, now)))
}

/// A moment at which the page changes: it counts down and turns by itself.
#[filter_fn]
pub(super) fn turn(
    value: &DateTime<Utc>,
    _: &dyn Values,
    now: &DateTime<Utc>,
) -> Result<TrustedHtml> {
    Ok(TrustedHtml::vouch(format!(
        "{}, {}",
        text::time(value, "", &text::moment(value)),
        turning(value, now),
    )))
}

/// The countdown alone.
#[filter_fn]
pub(super) fn countdown(
    value: &DateTime<Utc>,
    _: &dyn Values,
    now: &DateTime<Utc>,
) -> Result<TrustedHtml> {
    Ok(turning(value, now))
}

fn turning(at: &DateTime<Utc>, now: &DateTime<Utc>) -> TrustedHtml {
    let attributes = format!(" title=\"{}\" data-turns", text::moment(at));
    text::time(at, &attributes, &text::relative(at, now))
}

/// A moment for people.
#[filter_fn]
pub(super) fn moment(value: &DateTime<Utc>, _: &dyn Values) -> Result<String> {
    Ok(text::moment(value))
}

/// A moment for machines.
#[filter_fn]
pub(super) fn iso(value: &DateTime<Utc>, _: &dyn Values) -> Result<String> {
    Ok(text::iso(value))
}

/// What people write to each other, as statements are shown, with its moments by the reader's own clocks.
#[filter_fn]
pub(super) fn markdown(text: &str, _: &dyn Values) -> Result<TrustedHtml> {
    Ok(super::markdown::message(text))
}

/// A message that terminals show too: code stands between backticks, and moments are shown by the reader's own clocks.
#[filter_fn]
pub(super) fn message(text: impl Display, _: &dyn Values) -> Result<TrustedHtml> {
    Ok(text::message(&text.to_string()))
}

/// A text as a value after the `?` of an address.
#[filter_fn]
pub(super) fn query(value: &str, _: &dyn Values) -> Result<String> {
    Ok(text::query(value))
}

/// The address of an asset, with its version.
#[filter_fn]
pub(super) fn asset(name: &str, _: &dyn Values) -> Result<String> {
    Ok(assets::href(name))
}
