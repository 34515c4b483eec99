//! Drafts that wait for an organizer's agreement, and those that were sent back: `hand_ins`. A draft that became a
//! problem has no row any more.

use std::collections::BTreeMap;

use diesel::prelude::*;

use super::schema::{hand_ins, seasons};
use super::{AnyConnection, DraftId, Moment, SeasonId};

/// The status of a draft that was handed in.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct HandIn {
    /// The season that it was handed in to.
    pub season_id: SeasonId,
    /// Slug of the season.
    pub season: String,
    /// Title of the season.
    pub title: String,
    /// When it was handed in.
    pub handed_in_at: Moment,
    /// When an organizer sent it back, if one did.
    pub sent_back_at: Option<Moment>,
    /// The organizer's note.
    pub note: Option<String>,
}

impl HandIn {
    /// Whether it waits for an organizer.
    pub fn waits(&self) -> bool {
        self.sent_back_at.is_none()
    }
}

/// Marks a draft as waiting, whatever its status was.
pub fn insert_hand_in(
    conn: &mut AnyConnection,
    draft: DraftId,
    season: SeasonId,
    now: Moment,
) -> QueryResult<()> {
    delete_hand_in(conn, draft)?;
    diesel::insert_into(hand_ins::table)
        .values((
            hand_ins::draft_id.eq(draft),
            hand_ins::season_id.eq(season),
            hand_ins::handed_in_at.eq(now),
        ))
        .execute(conn)
        .map(drop)
}

/// Sends a draft back; returns false if it does not wait.
pub fn send_back(
    conn: &mut AnyConnection,
    draft: DraftId,
    note: &str,
    now: Moment,
) -> QueryResult<bool> {
    diesel::update(hand_ins::table.find(draft))
        .filter(hand_ins::sent_back_at.is_null())
        .set((
            hand_ins::sent_back_at.eq(now),
            hand_ins::note.eq(Some(note)),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Takes back a waiting draft; returns false if it does not wait.
pub fn take_back(conn: &mut AnyConnection, draft: DraftId) -> QueryResult<bool> {
    diesel::delete(hand_ins::table.find(draft))
        .filter(hand_ins::sent_back_at.is_null())
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Deletes the status of a draft.
pub(super) fn delete_hand_in(conn: &mut AnyConnection, draft: DraftId) -> QueryResult<()> {
    diesel::delete(hand_ins::table.find(draft))
        .execute(conn)
        .map(drop)
}

/// The status of these drafts, for those that were handed in.
pub fn list_hand_ins(
    conn: &mut AnyConnection,
    drafts: &[DraftId],
) -> QueryResult<BTreeMap<DraftId, HandIn>> {
    let rows: Vec<(DraftId, HandIn)> = hand_ins::table
        .inner_join(seasons::table)
        .filter(hand_ins::draft_id.eq_any(drafts))
        .select((
            hand_ins::draft_id,
            (
                hand_ins::season_id,
                seasons::slug,
                seasons::title,
                hand_ins::handed_in_at,
                hand_ins::sent_back_at,
                hand_ins::note,
            ),
        ))
        .load(conn)?;
    Ok(rows.into_iter().collect())
}

/// The status of a draft, if it was handed in.
pub fn find_hand_in(conn: &mut AnyConnection, draft: DraftId) -> QueryResult<Option<HandIn>> {
    Ok(list_hand_ins(conn, &[draft])?.remove(&draft))
}

/// The drafts that wait for an organizer of a season, the oldest first.
pub fn list_waiting(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Vec<DraftId>> {
    hand_ins::table
        .filter(hand_ins::season_id.eq(season))
        .filter(hand_ins::sent_back_at.is_null())
        .order((hand_ins::handed_in_at, hand_ins::draft_id))
        .select(hand_ins::draft_id)
        .load(conn)
}
