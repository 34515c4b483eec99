//! The submissions of a season for the organizers' list.

use diesel::dsl::{max, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Bool};

use super::schema::{judgements, problems, rulings, submissions, users};
use super::{
    AnyConnection, Moment, RulingKind, SeasonId, SubmissionId, SubmissionKind, SubmissionState,
    may_exist,
};

/// Which submissions to list. Each given field narrows the list.
#[derive(Clone, Debug, Default)]
pub struct SubmissionFilter {
    /// To the problem with this slug, in any version.
    pub problem: Option<String>,
    /// Of the person with this sign-in name, and of those with this display name.
    pub person: Option<String>,
    /// Of people with this label.
    pub label: Option<String>,
    /// With this verdict.
    pub verdict: Option<String>,
    /// Judged by a runtime whose digest begins so, in hexadecimal.
    pub runtime: Option<String>,
    /// In this state.
    pub state: Option<SubmissionState>,
    /// Received at this time or later.
    pub since: Option<Moment>,
    /// Received before this time.
    pub until: Option<Moment>,
    /// Each of these words occurs in the source.
    pub words: Vec<String>,
    /// With a smaller number.
    pub before: Option<SubmissionId>,
}

/// A submission in the organizers' list.
#[derive(Clone, Debug, Queryable)]
pub struct FoundSubmission {
    /// Number.
    pub id: SubmissionId,
    /// Slug and version of its problem.
    pub problem: (String, i32),
    /// Sign-in name, display name and label of its author.
    pub author: (String, String, String),
    /// When it was received.
    pub created_at: Moment,
    /// Its state.
    pub state: SubmissionState,
    /// Whether it takes part in the contest.
    pub kind: SubmissionKind,
    /// Verdict, length, score and the digest of the runtime, once it is judged.
    pub result: Option<(String, Option<i32>, i32, String)>,
    /// The ruling that took it out of the contest.
    pub ruling: Option<RulingKind>,
}

/// The matching submissions of a season, newest first.
pub fn list_found(
    conn: &mut AnyConnection,
    season: SeasonId,
    filter: &SubmissionFilter,
    limit: i64,
) -> QueryResult<Vec<FoundSubmission>> {
    let texts = [
        &filter.problem,
        &filter.person,
        &filter.label,
        &filter.verdict,
    ];
    if !texts.into_iter().flatten().all(|text| may_exist(text)) {
        return Ok(Vec::new());
    }
    let last: Option<SubmissionId> = submissions::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .select(max(submissions::id))
        .first(conn)?;
    let Some(last) = last else {
        return Ok(Vec::new());
    };
    let mut query = submissions::table
        .inner_join(problems::table)
        .inner_join(users::table)
        .left_join(judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())))
        .left_join(rulings::table.on(rulings::submission_id.eq(submissions::id)))
        // The plus sign keeps a database from collecting and sorting all submissions of the season: it walks back
        // from the last one.
        .filter(sql::<BigInt>("+problems.season_id").eq(season))
        .filter(submissions::id.le(last))
        .order(submissions::id.desc())
        .limit(limit)
        .select((
            submissions::id,
            (problems::slug, problems::version),
            (users::name, users::display_name, users::label),
            submissions::created_at,
            submissions::state,
            submissions::kind,
            (
                judgements::verdict,
                judgements::l_chars,
                judgements::score,
                judgements::runtime_digest,
            )
                .nullable(),
            rulings::kind.nullable(),
        ))
        .into_boxed();
    if let Some(problem) = &filter.problem {
        query = query.filter(problems::slug.eq(problem));
    }
    if let Some(person) = &filter.person {
        let by_name = users::name_key.eq(person.to_ascii_lowercase());
        query = query.filter(by_name.or(users::display_name.eq(person)));
    }
    if let Some(label) = &filter.label {
        query = query.filter(users::label.eq(label));
    }
    if let Some(verdict) = &filter.verdict {
        query = query.filter(judgements::verdict.eq(verdict));
    }
    if let Some(runtime) = &filter.runtime {
        query = query.filter(judgements::runtime_digest.like(format!("{runtime}%")));
    }
    if let Some(state) = filter.state {
        query = query.filter(submissions::state.eq(state));
    }
    if let Some(since) = filter.since {
        query = query.filter(submissions::created_at.ge(since));
    }
    if let Some(until) = filter.until {
        query = query.filter(submissions::created_at.lt(until));
    }
    if let Some(before) = filter.before {
        query = query.filter(submissions::id.lt(before));
    }
    let (call, end) = match conn {
        AnyConnection::Sqlite(_) => ("instr(submissions.source, ", ") > 0"),
        AnyConnection::Postgres(_) => ("position(", " in submissions.source) > 0"),
    };
    for word in &filter.words {
        let found = sql::<Bool>(call)
            .bind::<Binary, _>(word.as_bytes())
            .sql(end);
        query = query.filter(found);
    }
    query.load(conn)
}
