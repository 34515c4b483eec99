//! A season's way from draft to final: by hand, by the timer, by two at once.

mod crash;
mod on_the_site;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

use chrono::TimeDelta;
use diesel::prelude::*;
use dojo_judge::record::history::History;
use dojo_judge::record::log::verify_chain;
use dojo_server::clock::Clock;
use dojo_server::folder::Folder;
use dojo_server::season::archives::Archives;
use dojo_server::season::finalize::replay_and_finalize;
use dojo_server::season::lifecycle::{self, Actor, ChangeError, Dates};
use dojo_server::season::requirements::Facts;
use dojo_server::season::rulings::{self, Target};
use dojo_server::season::state::Event;
use dojo_server::season::{self, scores};
use dojo_server::store::seasons::{self, Season};
use dojo_server::store::submissions::{self, NewSubmission, Submitted};
use dojo_server::store::{
    self, AnyConnection, Moment, Pool, ProblemId, Role, SeasonState, StoreError, UserId, log,
    records,
};

use crate::command_line::{run, run_well};
use crate::database::Database;
use crate::site::{TestSite, add_user, eed, eventually, runtime, trial_folder};

const SQUARES: &str = "for n in range(999):print(n*n)";

/// The trial season as a draft, in a database of its own.
struct Draft {
    pool: Pool,
    id: store::SeasonId,
    problem: ProblemId,
    user: UserId,
    database: Database,
}

impl Draft {
    fn new() -> Self {
        let database = Database::new();
        let pool = database.pool();
        let content = season::read_season(&Folder::Disk(trial_folder())).unwrap();
        let id = store::blocking(&pool, |conn| {
            season::import(conn, &runtime(), &content, None, Moment::now())
        })
        .unwrap()
        .id();
        let problem =
            store::blocking(&pool, |conn| season::problems_by_slug(conn, id)).unwrap()["squares"]
                .id;
        let user = add_user(&pool, "ada", Role::Contestant);
        Self {
            pool,
            id,
            problem,
            user,
            database,
        }
    }

    fn open() -> Self {
        let draft = Self::new();
        draft.change(crate::site::open_at_once).unwrap();
        draft
    }

    fn change<T>(
        &self,
        f: impl FnOnce(&mut AnyConnection, store::SeasonId) -> Result<T, ChangeError>,
    ) -> Result<T, ChangeError> {
        store::blocking(&self.pool, |conn| f(conn, self.id))
    }

    fn season(&self) -> Season {
        self.change(|conn, id| Ok(seasons::load_season(conn, id)?))
            .unwrap()
    }

    fn submit_at(&self, now: Moment) -> Submitted {
        let new = NewSubmission {
            problem: self.problem,
            user: self.user,
            source: SQUARES.into(),
            method_tag: String::new(),
            notes: String::new(),
        };
        store::blocking(&self.pool, |conn| submissions::submit(conn, &new, &|| now)).unwrap()
    }

    fn freeze_at(&self, now: Moment) -> Result<(), ChangeError> {
        self.change(|conn, id| lifecycle::freeze(conn, id, &Actor::Terminal, &|| now))
    }

    fn log(&self) -> Vec<dojo_judge::record::log::Entry> {
        store::blocking(&self.pool, |conn| log::list_log(conn, self.id, 0, 10_000)).unwrap()
    }
}

fn refusal(result: Result<(), ChangeError>) -> String {
    result.unwrap_err().to_string()
}

fn dates(from: Moment) -> Dates {
    Dates {
        opens_at: Some(from),
        freeze_at: Some(from.plus(TimeDelta::hours(1))),
        blackout_at: None,
        reveals_at: None,
        frozen_by_hand: false,
    }
}

#[test]
fn what_a_step_needs_is_told() {
    let draft = Draft::new();
    let now = Moment::now();
    let schedule =
        |dates| refusal(draft.change(|conn, id| crate::site::schedule(conn, id, dates, now)));
    assert_eq!(
        schedule(Dates::default()),
        "the season cannot be scheduled yet: these problems are to be committed: squares, marked, \
         short; it needs the time at which it opens; it needs the time at which it freezes, or to \
         be frozen by hand"
    );
    draft
        .change(|conn, id| season::commit::commit_problems(conn, id, now))
        .unwrap();
    let backwards = Dates {
        blackout_at: Some(now.plus(TimeDelta::hours(2))),
        ..dates(now)
    };
    assert!(schedule(backwards).contains("boards must keep still from a moment"));
    assert_eq!(
        refusal(draft.freeze_at(now)),
        "the season is a draft and cannot be frozen: it is to be scheduled first"
    );
    let record = |conn: &mut AnyConnection, id| Ok(records::find_record(conn, id)?);
    assert!(draft.change(record).unwrap().is_none());
    draft
        .change(|conn, id| crate::site::schedule(conn, id, dates(now), now))
        .unwrap();
    let published = draft.change(record).unwrap().unwrap();
    assert!(published.manifest.contains("\"runtime_digest\":"));
    let kinds: Vec<&str> = draft.log().iter().map(|entry| entry.body.kind()).collect();
    assert_eq!(
        kinds,
        [
            "problem_committed",
            "problem_committed",
            "problem_committed",
            "manifest_published",
            "transition"
        ]
    );
}

#[test]
fn at_the_very_microsecond_of_the_freeze_a_submission_counts_and_one_later_it_does_not() {
    let draft = Draft::new();
    let opened = Moment::now();
    let end = opened.plus(TimeDelta::hours(1));
    draft
        .change(|conn, id| {
            season::commit::commit_problems(conn, id, opened)?;
            crate::site::schedule(conn, id, dates(opened), opened)?;
            lifecycle::open(conn, id, &Actor::Timer, opened)
        })
        .unwrap();
    store::blocking(&draft.pool, |conn| {
        diesel::update(store::schema::seasons::table)
            .set(store::schema::seasons::attempt_interval_seconds.eq(0))
            .execute(conn)
            .map_err(StoreError::from)
    })
    .unwrap();
    assert!(matches!(draft.submit_at(end), Submitted::Stored(_)));
    let late = draft.submit_at(end.plus(TimeDelta::microseconds(1)));
    assert!(matches!(late, Submitted::Refused(_)));
    // However late the timer comes, the announced moment is the one that is stamped.
    draft.freeze_at(end.plus(TimeDelta::minutes(5))).unwrap();
    assert_eq!(draft.season().freeze_started_at, Some(end));
    assert!(matches!(draft.submit_at(end), Submitted::Refused(_)));
    assert_eq!(
        refusal(draft.freeze_at(end)),
        "the season is frozen and cannot be frozen: it is so already"
    );
    assert_eq!(draft.season().freeze_started_at, Some(end));
}

#[test]
fn a_freeze_is_never_before_a_submission_that_was_accepted() {
    // Two machines whose clocks differ.
    let draft = Draft::open();
    let ahead = Moment::now().plus(TimeDelta::seconds(30));
    assert!(matches!(draft.submit_at(ahead), Submitted::Stored(_)));
    draft.freeze_at(Moment::now()).unwrap();
    assert_eq!(draft.season().freeze_started_at, Some(ahead));
}

#[test]
fn of_two_organizers_at_once_one_wins_and_the_other_is_told() {
    for event in [Event::Freeze, Event::Cancel] {
        let draft = Draft::open();
        let outcomes: Vec<Result<(), ChangeError>> = thread::scope(|scope| {
            let both: Vec<_> = (0..2)
                .map(|_| {
                    scope.spawn(|| {
                        draft.change(|conn, id| match event {
                            Event::Freeze => {
                                lifecycle::freeze(conn, id, &Actor::Terminal, &Moment::now)
                            }
                            _ => lifecycle::cancel(conn, id, &Actor::Terminal, Moment::now()),
                        })
                    })
                })
                .collect();
            both.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let (done, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
        assert_eq!((done.len(), refused.len()), (1, 1));
        assert!(matches!(
            refused.into_iter().next(),
            Some(Err(ChangeError::Illegal(_) | ChangeError::Conflict))
        ));
        let entries = draft.log();
        let to = event.target().as_str();
        let written = entries
            .iter()
            .filter(|entry| entry.body.to_json().contains(&format!("\"to\":\"{to}\"")));
        assert_eq!(written.count(), 1, "one entry for one transition");
        verify_chain("trial", &entries).unwrap();
    }
}

#[test]
fn the_timer_opens_freezes_and_scores() {
    let site = TestSite::builder().draft().start();
    let now = Moment::now();
    let hour = TimeDelta::hours(1);
    site.change(|conn, season| {
        season::commit::commit_problems(conn, season.id, now)?;
        crate::site::schedule(conn, season.id, dates(now.plus(hour)), now)
    });
    let ada = site.contestant("ada");
    ada.get("/seasons/trial").expect(200).shows("Announced");
    ada.try_submit("squares", "print(1)").expect(404);
    site.advance(hour);
    let state = || {
        store::blocking(&site.pool, |conn| {
            seasons::find_season(conn, "trial").map_err(StoreError::from)
        })
        .unwrap()
        .unwrap()
    };
    eventually("an open season", || {
        (state().state == SeasonState::Open).then_some(())
    });
    let id = ada.submit("squares", SQUARES);
    ada.await_event(id);
    site.advance(hour * 2);
    eventually("a scored season", || state().scored_at);
    assert_eq!(state().state, SeasonState::Frozen);
    // 1000, the brevity of 30 bytes, and 30 for the first with a method (v0.1: any tag is one).
    site.visitor()
        .get("/seasons/trial/leaderboard")
        .expect(200)
        .shows("1,222")
        .shows("the scores have their bonus for methods");
}

#[test]
fn two_timers_do_no_harm() {
    let draft = Draft::new();
    let now = Moment::now();
    draft
        .change(|conn, id| {
            season::commit::commit_problems(conn, id, now)?;
            crate::site::schedule(conn, id, dates(now), now)
        })
        .unwrap();
    for hours in [0, 2, 3] {
        let clock = Clock::from_fn(move || now.plus(TimeDelta::hours(hours)));
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| dojo_server::timer::tick(&draft.pool, &clock));
            }
        });
    }
    let season = draft.season();
    assert_eq!(season.state, SeasonState::Frozen);
    assert!(season.scored_at.is_some());
    let kinds: Vec<&str> = draft.log().iter().map(|entry| entry.body.kind()).collect();
    let count = |kind| kinds.iter().filter(|found| **found == kind).count();
    assert_eq!((count("transition"), count("results_computed")), (3, 1));
}

#[test]
fn a_clock_that_is_wrong_for_a_moment_freezes_nothing() {
    let draft = Draft::new();
    let now = Moment::now();
    let ahead = Arc::new(AtomicI64::new(0));
    let machine = Arc::clone(&ahead);
    let clock = Clock::steady(move || {
        Ok(Moment::now().plus(TimeDelta::hours(machine.load(Ordering::SeqCst))))
    })
    .unwrap();
    draft
        .change(|conn, id| {
            season::commit::commit_problems(conn, id, now)?;
            crate::site::schedule(conn, id, dates(now), now)
        })
        .unwrap();
    for hours in [0, 2, -2, 0] {
        ahead.store(hours, Ordering::SeqCst);
        dojo_server::timer::tick(&draft.pool, &clock);
        assert_eq!(draft.season().state, SeasonState::Open, "{hours} h");
        let difference = clock.difference().unwrap_or_default();
        assert!((difference - TimeDelta::hours(hours)).abs() < TimeDelta::seconds(1));
    }
}

#[test]
fn a_clock_that_was_put_back_dates_nothing_back() {
    let draft = Draft::open();
    let now = Moment::now();
    draft.submit_at(now);
    draft.submit_at(now.plus(TimeDelta::minutes(-2)));
    draft.freeze_at(now).unwrap();
    judge_all(&draft.pool);
    let submitted = store::blocking(&draft.pool, |conn| {
        store::receipts::list_submitted(conn, draft.id)
    })
    .unwrap();
    let times: Vec<i64> = submitted.iter().map(|one| one.created_at_us).collect();
    assert_eq!(times, [log::micros(now); 2]);
    let actor = Actor::Terminal;
    draft
        .change(|conn, id| {
            scores::score(conn, id, Moment::now())?.done()?;
            lifecycle::reveal(conn, id, &actor, Moment::now())
        })
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let archives = Archives::new(folder.path());
    store::blocking(&draft.pool, |conn| {
        replay_and_finalize(conn, &archives, draft.id, None, None, &actor, &Moment::now)
    })
    .unwrap();
    assert_eq!(draft.season().state, SeasonState::Final);
}

#[test]
fn what_was_submitted_in_time_is_judged_after_the_freeze() {
    let draft = Draft::open();
    let Submitted::Stored(id) = draft.submit_at(Moment::now()) else {
        panic!("it is open")
    };
    draft.freeze_at(Moment::now()).unwrap();
    let missing = draft.change(|conn, id| scores::score(conn, id, Moment::now()));
    assert!(matches!(missing, Ok(scores::Scored::Missing(_))));
    assert!(
        refusal(
            draft.change(|conn, id| {
                lifecycle::reveal(conn, id, &Actor::Terminal, Moment::now())
            })
        )
        .contains("submissions that wait to be judged: 1")
    );
    judge_all(&draft.pool);
    assert_eq!(
        draft
            .change(|conn, id| scores::score(conn, id, Moment::now()))
            .unwrap(),
        scores::Scored::Now
    );
    let row = store::blocking(&draft.pool, |conn| {
        store::standings::list_problem_standings(conn, draft.problem, 9).map_err(StoreError::from)
    })
    .unwrap()
    .remove(0);
    assert_eq!(
        (row.submission_id, row.score, row.diversity_bonus),
        (id, 1222, Some(30))
    );
}

/// Judges everything that waits, as a worker does.
fn judge_all(pool: &Pool) {
    let workers = dojo_server::worker::Workers::start(
        pool.clone(),
        Arc::new(dojo_server::contests::SandboxJudge(runtime())),
        eed(),
        dojo_server::events::Events::default(),
        Clock::from_fn(Moment::now),
        dojo_server::worker::Settings::with_threads(1),
    )
    .unwrap();
    workers.waker().wake();
    eventually("an empty queue", || {
        let left = store::blocking(pool, |conn| {
            store::queue::count_jobs(conn).map_err(StoreError::from)
        })
        .unwrap();
        (left == 0).then_some(())
    });
    workers.stop();
}

#[test]
fn the_command_line_tells_what_is_missing() {
    let draft = Draft::open();
    let url = draft.database.argument();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let tail = ["--data", data, "--database", &url];
    let output = run(&[&["season", "reveal", "trial"], &tail[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "trial is open and cannot be revealed: it is to be frozen first\n"
    );
    let status = run_well(&[&["season", "status", "trial", "--json"], &tail[..]].concat());
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!(
        (&status["state"], &status["next"]),
        (&"open".into(), &"freeze".into())
    );
}

/// `(opens, freezes, blackout)` in minutes from now, and what becomes of it.
type Plan = (i64, Option<i64>, Option<i64>, &'static str);

const DAY: i64 = 24 * 60;

const PLANS: [Plan; 12] = [
    (4 * DAY, Some(18 * DAY), None, "taken"),
    (-361 * DAY, Some(18 * DAY), None, "refused"),
    (-361 * DAY, Some(-300 * DAY), None, "refused"),
    (4 * DAY, Some(4 * DAY - 60), None, "refused"),
    (4 * DAY, Some(4 * DAY), None, "refused"),
    (4 * DAY, Some(18 * DAY), Some(23 * DAY), "refused"),
    (4 * DAY, Some(18 * DAY), Some(3 * DAY), "refused"),
    (4 * DAY, None, Some(17 * DAY), "taken"),
    (0, Some(18 * DAY), None, "refused"),
    (5, Some(365 * DAY + 5), None, "taken"),
    (365 * DAY, Some(400 * DAY), None, "asked"),
    (4 * DAY, Some(4 * DAY + 4), None, "asked"),
];

#[test]
fn dates_that_are_over_are_refused_and_doubtful_ones_are_asked_about() {
    let draft = Draft::new();
    let now = Moment::now();
    draft
        .change(|conn, id| season::commit::commit_problems(conn, id, now))
        .unwrap();
    for (place, (opens, freezes, blackout, outcome)) in PLANS.into_iter().enumerate() {
        let at = |minutes| now.plus(TimeDelta::minutes(minutes));
        let dates = Dates {
            opens_at: Some(at(opens)),
            freeze_at: freezes.map(at),
            blackout_at: blackout.map(at),
            reveals_at: None,
            frozen_by_hand: freezes.is_none(),
        };
        let season = draft.season();
        let facts = draft
            .change(|conn, _| Ok(Facts::load(conn, season)?))
            .unwrap()
            .with_dates(&dates, now);
        let found = match (facts.needs(Event::Schedule).len(), facts.doubts().len()) {
            (0, 0) => "taken",
            (0, _) => "asked",
            (..) => "refused",
        };
        assert_eq!(found, outcome, "plan {place}");
    }
}

#[test]
fn a_season_that_no_server_opened_in_time_ends_when_it_opens_at_the_earliest() {
    let draft = Draft::new();
    let now = Moment::now();
    let opened = now.plus(TimeDelta::hours(5));
    draft
        .change(|conn, id| {
            season::commit::commit_problems(conn, id, now)?;
            crate::site::schedule(conn, id, dates(now.plus(TimeDelta::hours(1))), now)?;
            lifecycle::open(conn, id, &Actor::Timer, opened)
        })
        .unwrap();
    draft.freeze_at(opened.plus(TimeDelta::seconds(1))).unwrap();
    assert_eq!(draft.season().freeze_started_at, Some(opened));
    let (_, impossible) = History::read(&draft.log());
    assert_eq!(impossible, []);
}

/// A ruling on a person or a submission.
type Rule = fn(
    &mut AnyConnection,
    store::SeasonId,
    &Target,
    &str,
    &Actor,
    Moment,
) -> Result<(), ChangeError>;

#[test]
fn a_person_who_is_put_out_is_in_the_log_and_comes_back_with_what_went_out() {
    let draft = Draft::open();
    let Submitted::Stored(stored) = draft.submit_at(Moment::now()) else {
        panic!("not stored")
    };
    let ada = Target::Person("ada".to_owned());
    let (one, now) = (Target::Submissions(vec![stored]), Moment::now());
    let rule = |f: Rule, whom: &Target| {
        draft.change(|conn, id| f(conn, id, whom, "shared the terms", &Actor::Terminal, now))
    };
    rule(rulings::disqualify, &ada).unwrap();
    assert!(refusal(rule(rulings::disqualify, &ada)).contains("is out of the season already"));
    assert!(refusal(rule(rulings::disqualify, &one)).contains("is out of the contest already"));
    rule(rulings::reinstate, &ada).unwrap();
    assert!(refusal(rule(rulings::reinstate, &one)).contains("is not out of the contest"));
    let log = draft.log();
    let kinds: Vec<&str> = log.iter().map(|entry| entry.body.kind()).collect();
    let last = &kinds[kinds.len() - 4..];
    assert_eq!(
        last,
        [
            "person_disqualified",
            "submission_disqualified",
            "person_reinstated",
            "submission_reinstated"
        ]
    );
    assert_eq!(History::read(&log).1, []);
}

#[test]
fn a_problem_that_later_limits_make_unsolvable_is_named_and_not_announced() {
    let draft = Draft::new();
    let now = Moment::now();
    let folder = crate::season::Copy::new();
    folder.replace(
        "season.toml",
        "[attempts]",
        "[limits]\nfuel = 100000\n[attempts]",
    );
    let folder = Folder::Disk(folder.path(""));
    let (parameters, _) = season::read_season_file(&folder).unwrap();
    let refused = draft.change(|conn, id| {
        season::commit::commit_problems(conn, id, now)?;
        let digest = seasons::load_season(conn, id)?.runtime_digest;
        seasons::replace_draft(conn, id, &parameters, &digest)?;
        crate::site::schedule(conn, id, dates(now), now)
    });
    let refused = refusal(refused);
    assert!(
        refused.starts_with("with the season's parameters these problems are not valid: squares"),
        "{refused}"
    );
    assert_eq!(draft.season().state, SeasonState::Draft);
}
