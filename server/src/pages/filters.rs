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

/// `12345` → `12,345`.
#[filter_fn]
pub(super) fn grouped(value: impl Display, _: &dyn Values) -> Result<String> {
    Ok(text::grouped(&value.to_string()))
}

/// `1` → `1 problem`, `2` → `2 problems`.
#[filter_fn]
pub(super) fn count(value: impl Display, _: &dyn Values, noun: &str) -> Result<String> {
    Ok(text::count(&value.to_string(), noun))
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

/// How far a moment is from now.
#[filter_fn]
pub(super) fn relative(
    value: &DateTime<Utc>,
    _: &dyn Values,
    now: &DateTime<Utc>,
) -> Result<String> {
    Ok(text::relative(value, now))
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
