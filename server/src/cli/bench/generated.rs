//! Generated seasons: verdicts are made up, rows are stored as workers store them, and nothing runs in the sandbox but
//! the setters' programs.

use std::ops::Range;

use chrono::TimeDelta;
use dojo_judge::contest::Member as _;
use dojo_judge::contest::sequence::{Programs, SequenceSettings};
use dojo_judge::sequence::{Canonical, Report, Verdict, brevity_bonus};
use dojo_sandbox::{Fuel, Runtime};

use crate::season::lifecycle::{self, Actor, Dates};
use crate::season::{self, Checked, SeasonContent};
use crate::store::judgements::NewJudgement;
use crate::store::problems::{NewProblem, TermCounts};
use crate::store::queue::Claimed;
use crate::store::seasons::{self, NewSeason};
use crate::store::submissions::NewSubmission;
use crate::store::users::{NewUser, Registered};
use crate::store::{
    self, Boards, HandingIn, Moment, Pool, ProblemId, Role, SeasonId, SubmissionKind, UserId,
    queue, submissions, users,
};

/// Jobs stored, and then finished, at a time.
const BATCH: u32 = 1000;

const TAGS: [&str; 4] = ["closed_form", "linear_recurrence", "search_enum", ""];

/// As long as statements are.
const STATEMENT: &str = "Each term is the square of its index with a multiple of the index beside it:\n\n\
    $$a(n) = n^2 + c\\,n + d$$\n\nThe first terms are given. **Write a program** that prints all of them, one a line, and \
    prints nothing else; it may go on for ever. The shorter the program, the better.\n";

/// An open season of that many problems, open since `opened`.
pub(super) fn open(
    pool: &Pool,
    runtime: &Runtime,
    (slug, title): (&str, &str),
    problems: u32,
    opened: Moment,
) -> anyhow::Result<SeasonId> {
    open_content(pool, runtime, &content(slug, title, problems), opened)
}

/// A season of that content, open since `opened`.
pub(super) fn open_content(
    pool: &Pool,
    runtime: &Runtime,
    content: &SeasonContent,
    opened: Moment,
) -> anyhow::Result<SeasonId> {
    let season = store::blocking(pool, |conn| {
        season::import(conn, runtime, content, None, opened)
    })?
    .id();
    store::blocking(pool, |conn| {
        let draft = seasons::load_season(conn, season)?;
        let checked = Checked::load(conn, &draft, Some(runtime))?;
        let by_hand = Dates::BY_HAND;
        lifecycle::open_at_once(conn, season, by_hand, &checked, &Actor::Terminal, opened)
    })?;
    Ok(season)
}

fn content(slug: &str, title: &str, problems: u32) -> SeasonContent {
    let settings = SequenceSettings::default();
    let problem = |position: i32| NewProblem {
        slug: format!("p{position}"),
        position,
        title: format!("Problem {position} of {title}"),
        statement: STATEMENT.to_owned(),
        tags: String::new(),
        licence: "CC0-1.0".to_owned(),
        known_as: None,
        difficulty: None,
        setter_source: format!("for n in range(999):print(n*n+{position}*n+{})", slug.len()),
        term_counts: Some(TermCounts {
            index_origin: 0,
            n_check: settings.n_check,
            n_stage: settings.n_stage,
            n_public: settings.n_public,
        }),
        definition: Some("{}".to_owned()),
        limits: None,
        editorial: None,
    };
    let problems = (1..=i32::try_from(problems).unwrap_or(1))
        .map(problem)
        .collect();
    let settings = Programs::set(settings);
    SeasonContent {
        season: NewSeason {
            slug: slug.to_owned(),
            title: title.to_owned(),
            summary: "Generated.".to_owned(),
            scoring_version: "0.3".to_owned(),
            attempts_max: i32::MAX,
            attempt_interval_seconds: 0,
            contest: settings.contest(),
            settings,
            boards: Boards::UntilScored,
            handing_in: HandingIn::AtOnce,
        },
        problems,
    }
}

/// People with these names, none of whom can sign in by a password.
pub(super) fn register(pool: &Pool, people: u32, now: Moment) -> anyhow::Result<Vec<UserId>> {
    store::blocking(pool, |conn| {
        store::write(conn, |conn| {
            (0..people)
                .map(|number| register_one(conn, &format!("person{number}"), Role::Contestant, now))
                .collect()
        })
    })
}

/// One more, of that role.
pub(super) fn register_one(
    conn: &mut store::AnyConnection,
    name: &str,
    role: Role,
    now: Moment,
) -> anyhow::Result<UserId> {
    let new = NewUser {
        name,
        display_name: name,
        password_hash: "none",
        role,
    };
    match users::insert_user(conn, &new, now)? {
        Registered::New(id) => Ok(id),
        Registered::NameTaken => anyhow::bail!("the database is not new"),
    }
}

/// Stores the submissions of these numbers with made-up verdicts, a thousand at a time, of these people.
pub(super) fn fill(
    pool: &Pool,
    season: SeasonId,
    people: &[UserId],
    numbers: Range<u32>,
    opened: Moment,
    digest: &str,
) -> anyhow::Result<()> {
    let mut done = numbers.start;
    while done < numbers.end {
        let until = numbers.end.min(done + BATCH);
        submit(pool, season, people, done..until, opened)?;
        judge(
            pool,
            digest,
            opened.plus(TimeDelta::milliseconds(until.into())),
        )?;
        done = until;
    }
    Ok(())
}

/// Stores the submissions of these numbers, each as many milliseconds after `opened`.
pub(super) fn submit(
    pool: &Pool,
    season: SeasonId,
    people: &[UserId],
    numbers: Range<u32>,
    opened: Moment,
) -> anyhow::Result<()> {
    let problems: Vec<ProblemId> =
        store::blocking(pool, |conn| season::problems_by_slug(conn, season))?
            .into_values()
            .map(|problem| problem.id)
            .collect();
    store::blocking(pool, |conn| {
        store::write(conn, |conn| {
            for number in numbers {
                // Every person comes to every problem, in an order that looks like none.
                let mixed = number.wrapping_mul(2_654_435_761) >> 7;
                let new = NewSubmission {
                    problem: problems[mixed as usize % problems.len()],
                    user: people[mixed as usize / problems.len() % people.len()],
                    source: format!("print({number})\n#{}", "x".repeat(number as usize % 997))
                        .into_bytes(),
                    method_tag: TAGS[mixed as usize % TAGS.len()].to_owned(),
                    notes: String::new(),
                };
                let at = opened.plus(TimeDelta::milliseconds(number.into()));
                submissions::insert_queued(conn, &new, SubmissionKind::Ranked, at)?;
            }
            anyhow::Ok(())
        })
    })
}

/// Makes up verdicts of what is queued.
pub(super) fn judge(pool: &Pool, digest: &str, now: Moment) -> anyhow::Result<()> {
    let jobs = store::blocking(pool, |conn| {
        queue::claim(
            conn,
            "bench",
            digest,
            BATCH.into(),
            now,
            TimeDelta::hours(1),
        )
    })?;
    for job in jobs {
        let judgement = NewJudgement {
            report: report(&job)?.into(),
            runtime_digest: digest.to_owned(),
            scoring_version: "0.3".to_owned(),
            wall_us: 1,
            worker: "bench".to_owned(),
            judged_at: now,
            contradiction: None,
        };
        store::blocking(pool, |conn| {
            queue::finish(conn, "bench", &job, true, &judgement)
        })?;
    }
    Ok(())
}

/// Two of five solve, one of five passes the stage.
fn report(job: &Claimed) -> anyhow::Result<Report> {
    let canonical = Canonical::new(&job.source).map_err(|why| anyhow::anyhow!("{why}"))?;
    let l_chars = canonical.l_chars();
    let (verdict, score) = match job.submission.0 % 5 {
        0 | 1 => (Verdict::Reward, 1000 + brevity_bonus(l_chars, None)),
        2 => (
            Verdict::Stage {
                reason: dojo_judge::sequence::Ending::Fuel,
            },
            200,
        ),
        _ => (
            Verdict::Failed {
                reason: dojo_judge::sequence::Ending::Fuel,
            },
            0,
        ),
    };
    let reward_correct = verdict == Verdict::Reward;
    let terms = SequenceSettings::default();
    Ok(Report {
        neutral_hash: None,
        par: None,
        solver_hash: Some(canonical.hash().to_string()),
        l_chars,
        counts: None,
        payload: None,
        classification: None,
        stage_pass: score > 0,
        reward_correct,
        terms_matched: if reward_correct {
            terms.n_check
        } else {
            terms.n_public
        },
        fuel: Fuel(12_345_678),
        peak_memory_bytes: 64 << 20,
        brevity_bonus: score.saturating_sub(1000),
        score,
        stderr: String::new(),
        verdict,
    })
}
