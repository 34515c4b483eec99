//! The log of each season: `log`. Entries are only ever added, each chained to the one before; the database itself
//! refuses to change or remove one.
//!
//! An entry is appended in the transaction that it records, as its last step: on PostgreSQL, writers of one season's
//! log wait for each other from there to the commit.

use std::collections::BTreeMap;

use chrono::DateTime;
use diesel::prelude::*;
use dojo_judge::record::log::{Entry, EntryBody, Head};

use super::locks::{Lock, lock};
use super::schema::{log, seasons};
use super::{AnyConnection, Moment, SeasonId, StoreError};

/// A moment in records: microseconds since 1970.
pub fn micros(moment: Moment) -> i64 {
    moment.utc().timestamp_micros()
}

/// The moment this many microseconds after 1970.
///
/// # Errors
/// When it is out of range.
pub fn moment(micros: i64) -> Result<Moment, StoreError> {
    DateTime::from_timestamp_micros(micros)
        .map(Moment::from)
        .ok_or_else(|| StoreError::Value(format!("no time as late as {micros} µs")))
}

fn unreadable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Value(format!("an unreadable log entry: {error}"))
}

/// Appends entries to a season's log, as the last step of a write transaction.
pub fn append(
    conn: &mut AnyConnection,
    season: SeasonId,
    at: Moment,
    bodies: Vec<EntryBody>,
) -> Result<Vec<Entry>, StoreError> {
    lock(conn, Lock::Log(season))?;
    let slug: String = seasons::table
        .find(season)
        .select(seasons::slug)
        .first(conn)?;
    let mut head = find_head(conn, season)?;
    let mut entries = Vec::with_capacity(bodies.len());
    for body in bodies {
        let entry = Entry::append_to(&slug, head, micros(at), body);
        diesel::insert_into(log::table)
            .values((
                log::season_id.eq(season),
                log::seq.eq(i64::try_from(entry.seq).map_err(unreadable)?),
                log::at.eq(moment(entry.at_us)?),
                log::kind.eq(entry.body.kind()),
                log::body.eq(entry.body.to_json()),
                log::prev_hash.eq(entry.prev.to_string()),
                log::hash.eq(entry.hash.to_string()),
            ))
            .execute(conn)?;
        head = Some(Head {
            seq: entry.seq,
            at_us: entry.at_us,
            hash: entry.hash,
        });
        entries.push(entry);
    }
    Ok(entries)
}

/// Deletes the log of a draft, which was never public; the database refuses this for any other season.
pub fn delete_of_draft(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<()> {
    diesel::delete(log::table.filter(log::season_id.eq(season)))
        .execute(conn)
        .map(drop)
}

/// The end of a season's log; `None` if it is empty.
///
/// # Errors
/// When the database fails or contains something unreadable.
pub fn find_head(conn: &mut AnyConnection, season: SeasonId) -> Result<Option<Head>, StoreError> {
    let last: Option<(i64, Moment, String)> = log::table
        .filter(log::season_id.eq(season))
        .order(log::seq.desc())
        .select((log::seq, log::at, log::hash))
        .first(conn)
        .optional()?;
    last.map(|(seq, at, hash)| {
        Ok(Head {
            seq: u64::try_from(seq).map_err(unreadable)?,
            at_us: micros(at),
            hash: hash.parse().map_err(unreadable)?,
        })
    })
    .transpose()
}

/// The hash of the last entry of each season's log that has any.
pub fn list_heads(conn: &mut AnyConnection) -> QueryResult<BTreeMap<SeasonId, String>> {
    let last = log::table
        .filter(log::season_id.eq(seasons::id))
        .order(log::seq.desc())
        .select(log::hash)
        .limit(1)
        .single_value();
    let heads: Vec<(SeasonId, Option<String>)> =
        seasons::table.select((seasons::id, last)).load(conn)?;
    let heads = heads.into_iter();
    Ok(heads
        .filter_map(|(season, hash)| Some((season, hash?)))
        .collect())
}

/// A moment, or that of the last entry: a clock that was put back dates nothing back, and the log goes on from where it
/// is.
///
/// # Errors
/// When the database fails or contains something unreadable.
pub fn not_before_head(
    conn: &mut AnyConnection,
    season: SeasonId,
    now: Moment,
) -> Result<Moment, StoreError> {
    let head = find_head(conn, season)?;
    let head = head.map(|head| moment(head.at_us)).transpose()?;
    Ok(head.map_or(now, |head| head.max(now)))
}

type Row = (i64, Moment, String, String, String);

fn entry((seq, at, body, prev, hash): Row) -> Result<Entry, StoreError> {
    Ok(Entry {
        seq: u64::try_from(seq).map_err(unreadable)?,
        at_us: micros(at),
        body: EntryBody::from_json(&body).map_err(unreadable)?,
        prev: prev.parse().map_err(unreadable)?,
        hash: hash.parse().map_err(unreadable)?,
    })
}

/// The entries of a season's log from `from` on, at most `limit`.
///
/// # Errors
/// When the database fails or contains something unreadable.
pub fn list_log(
    conn: &mut AnyConnection,
    season: SeasonId,
    from: i64,
    limit: i64,
) -> Result<Vec<Entry>, StoreError> {
    let rows: Vec<Row> = log::table
        .filter(log::season_id.eq(season))
        .filter(log::seq.ge(from))
        .order(log::seq)
        .limit(limit)
        .select((log::seq, log::at, log::body, log::prev_hash, log::hash))
        .load(conn)?;
    rows.into_iter().map(entry).collect()
}

/// All entries of one kind of a season's log, oldest first.
///
/// # Errors
/// When the database fails or contains something unreadable.
pub fn list_of_kind(
    conn: &mut AnyConnection,
    season: SeasonId,
    kind: &str,
) -> Result<Vec<Entry>, StoreError> {
    let rows: Vec<Row> = log::table
        .filter(log::season_id.eq(season))
        .filter(log::kind.eq(kind))
        .order(log::seq)
        .select((log::seq, log::at, log::body, log::prev_hash, log::hash))
        .load(conn)?;
    rows.into_iter().map(entry).collect()
}

/// The entry at this position in a season's log.
///
/// # Errors
/// `NotFound`, and when the database fails or contains something unreadable.
pub fn load_entry(
    conn: &mut AnyConnection,
    season: SeasonId,
    seq: i64,
) -> Result<Entry, StoreError> {
    entry(
        log::table
            .find((season, seq))
            .select((log::seq, log::at, log::body, log::prev_hash, log::hash))
            .first(conn)?,
    )
}
