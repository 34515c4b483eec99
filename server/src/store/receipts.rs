//! Receipts of submissions: `receipts`. The content of a receipt is stored as it was hashed, so that later changes,
//! for example of a name, do not affect it.

use diesel::prelude::*;
use dojo_judge::canonical_json;
use dojo_judge::digest::{Digest, Salt};
use dojo_judge::record::log::EntryBody;
use dojo_judge::record::merkle::{Proof, Tree};
use dojo_judge::record::receipt::{Receipt, Submitted};

use super::log;
use super::schema::{problems, receipts, seasons, submissions, users};
use super::{AnyConnection, Moment, SeasonId, StoreError, SubmissionId, SubmissionKind};

fn unreadable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Value(format!("an unreadable receipt: {error}"))
}

#[derive(Queryable)]
struct Stored {
    id: SubmissionId,
    season_id: SeasonId,
    season: String,
    problem: String,
    version: i32,
    person: String,
    kind: SubmissionKind,
    created_at: Moment,
    source: Vec<u8>,
    method_tag: String,
    notes: String,
    carried_from: Option<SubmissionId>,
}

/// Makes the receipt of a submission, stores it and records it in the log: the last step of the transaction that
/// stores the submission.
pub fn issue_receipt(
    conn: &mut AnyConnection,
    id: SubmissionId,
    now: Moment,
) -> Result<(), StoreError> {
    let stored: Stored = submissions::table
        .inner_join(problems::table.inner_join(seasons::table))
        .inner_join(users::table)
        .filter(submissions::id.eq(id))
        .select((
            submissions::id,
            seasons::id,
            seasons::slug,
            problems::slug,
            problems::version,
            users::name,
            submissions::kind,
            submissions::created_at,
            submissions::source,
            submissions::method_tag,
            submissions::notes,
            submissions::carried_from,
        ))
        .first(conn)?;
    let submission = u64::try_from(stored.id.0).map_err(unreadable)?;
    let season = stored.season_id;
    let submitted = Submitted {
        season: stored.season,
        submission,
        problem: stored.problem,
        version: u32::try_from(stored.version).map_err(unreadable)?,
        person: stored.person,
        ranked: stored.kind == SubmissionKind::Ranked,
        created_at_us: log::micros(stored.created_at),
        source: Digest::of(&stored.source),
        method_tag: stored.method_tag,
        notes: stored.notes,
        salt: Salt(rand::random()),
    };
    let leaf = submitted.leaf();
    let body = EntryBody::SubmissionReceived {
        submission,
        receipt: leaf,
        carried_from: stored
            .carried_from
            .map(|from| u64::try_from(from.0).map_err(unreadable))
            .transpose()?,
    };
    let entries = log::append(conn, season, now, vec![body])?;
    let seq = entries.first().map_or(0, |entry| entry.seq);
    diesel::insert_into(receipts::table)
        .values((
            receipts::submission_id.eq(id),
            receipts::season_id.eq(season),
            receipts::submitted.eq(canonical_json::to_string(&submitted).map_err(unreadable)?),
            receipts::leaf.eq(leaf.to_string()),
            receipts::log_seq.eq(i64::try_from(seq).map_err(unreadable)?),
        ))
        .execute(conn)?;
    Ok(())
}

/// Makes receipts for submissions from before there were receipts.
pub fn issue_missing(
    conn: &mut AnyConnection,
    season: SeasonId,
    now: Moment,
) -> Result<(), StoreError> {
    let received: i64 = submissions::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .count()
        .get_result(conn)?;
    let issued: i64 = receipts::table
        .filter(receipts::season_id.eq(season))
        .count()
        .get_result(conn)?;
    // Both are counted from indices; searching each receipt would read all of them out of order.
    if received == issued {
        return Ok(());
    }
    let missing: Vec<SubmissionId> = submissions::table
        .inner_join(problems::table)
        .left_join(receipts::table)
        .filter(problems::season_id.eq(season))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .filter(receipts::leaf.is_null())
        .order(submissions::id)
        .select(submissions::id)
        .load(conn)?;
    for id in missing {
        issue_receipt(conn, id, now)?;
    }
    Ok(())
}

/// The tree over all submissions of a season, in the order of their numbers.
pub struct Sealed {
    tree: Tree,
    ids: Vec<SubmissionId>,
}

impl Sealed {
    /// Loads the submissions received so far.
    ///
    /// # Errors
    /// When the database fails or contains something unreadable.
    pub fn load(conn: &mut AnyConnection, season: SeasonId) -> Result<Self, StoreError> {
        let rows: Vec<(SubmissionId, String)> = receipts::table
            .filter(receipts::season_id.eq(season))
            .order(receipts::submission_id)
            .select((receipts::submission_id, receipts::leaf))
            .load(conn)?;
        let mut ids = Vec::with_capacity(rows.len());
        let mut leaves = Vec::with_capacity(rows.len());
        for (id, leaf) in rows {
            ids.push(id);
            leaves.push(leaf.parse().map_err(unreadable)?);
        }
        let tree = Tree::new(leaves);
        Ok(Self { tree, ids })
    }

    /// The Merkle root over them.
    pub fn root(&self) -> Digest {
        self.tree.root()
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.tree.count()
    }

    /// The proof that a submission is among them.
    fn proof(&self, id: SubmissionId) -> Option<Proof> {
        let place = self.ids.binary_search(&id).ok()?;
        self.tree.proof(place as u64)
    }
}

/// The content of all receipts of a season, in the order of the submissions' numbers.
///
/// # Errors
/// When the database fails or contains something unreadable.
pub fn list_submitted(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> Result<Vec<Submitted>, StoreError> {
    let rows: Vec<String> = receipts::table
        .filter(receipts::season_id.eq(season))
        .order(receipts::submission_id)
        .select(receipts::submitted)
        .load(conn)?;
    rows.iter()
        .map(|text| canonical_json::from_slice(text.as_bytes()).map_err(unreadable))
        .collect()
}

/// The receipt of a submission, with the proof of inclusion once the tree is published. `None` for practice, which is
/// not part of the contest.
///
/// # Errors
/// When the database fails or contains something unreadable.
pub fn find_receipt(
    conn: &mut AnyConnection,
    id: SubmissionId,
    sealed: Option<&Sealed>,
) -> Result<Option<Receipt>, StoreError> {
    let row: Option<(SeasonId, String, i64)> = receipts::table
        .find(id)
        .select((receipts::season_id, receipts::submitted, receipts::log_seq))
        .first(conn)
        .optional()?;
    let Some((season, submitted, seq)) = row else {
        return Ok(None);
    };
    Ok(Some(Receipt {
        submitted: canonical_json::from_slice(submitted.as_bytes()).map_err(unreadable)?,
        entry: log::load_entry(conn, season, seq)?,
        proof: sealed.and_then(|sealed| sealed.proof(id)),
    }))
}
