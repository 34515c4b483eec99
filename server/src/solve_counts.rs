//! Counts how many people tried and solved each problem, and how short they were. The counts need all submissions of a season, so they are
//! cached until something happens in the season, and for large seasons slightly longer.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::store::seasons::Season;
use crate::store::{
    AnyConnection, Moment, ProblemId, SeasonId, StoreError, log, problems, season_people,
    standings, submissions,
};

/// A season with a shorter log is counted again after each change: this takes a few milliseconds.
const SMALL: u64 = 5_000;

/// For a larger season, the counts are cached for this many times as long as counting took: at most a twentieth of
/// the time is spent on counting, however many people look.
const KEPT_FOR: u32 = 20;

/// The counts of a season.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveCount {
    /// How many people submitted anything.
    pub people: i64,
    /// How many people submitted anything except practice, up to now; for organizers.
    pub sent: i64,
    /// How many problems there are, counting versions once.
    pub listed: usize,
    /// By problem.
    pub problems: BTreeMap<ProblemId, ProblemCount>,
}

/// The counts of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProblemCount {
    /// How many people submitted anything.
    pub tried: i64,
    /// How many people solved it.
    pub solvers: i64,
    /// Canonical bytes of the shortest solution of the season, where lengths count.
    pub shortest: Option<i32>,
}

impl SolveCount {
    /// Those of a problem.
    pub fn of(&self, problem: ProblemId) -> ProblemCount {
        self.problems.get(&problem).copied().unwrap_or_default()
    }
}

#[derive(Clone)]
struct CachedSolveCount {
    /// The end of the log, the last counted moment and the number of problems that a show has passed, at the time of
    /// counting.
    key: (Option<u64>, Option<Moment>, usize),
    made_at: Instant,
    took: Duration,
    tally: Arc<SolveCount>,
}

/// The counts of all requested seasons.
#[derive(Default)]
pub struct SolveCounts(Mutex<HashMap<SeasonId, CachedSolveCount>>);

impl SolveCounts {
    /// The counts of a season as everybody may see them now.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load(
        &self,
        conn: &mut AnyConnection,
        season: &Season,
        now: Moment,
    ) -> Result<Arc<SolveCount>, StoreError> {
        let until = season.counted_until(now);
        let head = log::find_head(conn, season.id)?.map(|head| head.seq);
        let key = (head, until, season.list_passed().len());
        if let Some(kept) = self.kept(season.id) {
            let fresh = kept.key == key;
            let large =
                head.is_some_and(|seq| seq >= SMALL) && (kept.key.1, kept.key.2) == (key.1, key.2);
            if fresh || (large && kept.made_at.elapsed() < kept.took * KEPT_FOR) {
                return Ok(kept.tally);
            }
        }
        let began = Instant::now();
        let tally = Arc::new(count(conn, season, until)?);
        let kept = CachedSolveCount {
            key,
            made_at: began,
            took: began.elapsed(),
            tally: Arc::clone(&tally),
        };
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(season.id, kept);
        Ok(tally)
    }

    fn kept(&self, season: SeasonId) -> Option<CachedSolveCount> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&season).cloned()
    }
}

fn count(
    conn: &mut AnyConnection,
    season: &Season,
    until: Option<Moment>,
) -> Result<SolveCount, StoreError> {
    let mut tally = SolveCount {
        people: submissions::count_people(conn, season.id, until)?,
        sent: season_people::count_sent(conn, season.id)?,
        ..SolveCount::default()
    };
    let all = problems::list_problems(conn, season.id)?;
    tally.listed = problems::newest(all.clone()).len();
    for problem in all {
        let until = if season.has_passed(problem.id) {
            season.freeze_started_at
        } else {
            until
        };
        let counted = ProblemCount {
            tried: submissions::count_people_of_problem(conn, problem.id, until)?,
            solvers: standings::count_solvers(conn, problem.id)?,
            shortest: standings::find_shortest(conn, problem.id)?,
        };
        tally.problems.insert(problem.id, counted);
    }
    Ok(tally)
}
