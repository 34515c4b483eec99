//! Makes a season final, which requires a replay. The record is exported and replayed here by the same code that
//! anybody can run on the archive; then one transaction checks that nothing has happened in the meantime.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use dojo_judge::contest::Judges;
use dojo_judge::digest::Digest;
use dojo_judge::record::archive;
use dojo_judge::record::log::EntryBody;
use dojo_judge::record::replay::{Published, replay};

use super::lifecycle::{self, Actor, ChangeError, CommandError, missing};
use super::requirements::Facts;
use super::state::Event;
use crate::season::archives::Archives;
use crate::store::{self, AnyConnection, Moment, SeasonId, records};
use crate::words::say;

/// How many differences a refusal lists; the archive and `dojo replay` show all of them.
const TOLD: usize = 5;

/// The result of a replay without differences. It can only be made by replaying, so that no season becomes final
/// without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    log_head: Digest,
    results: Digest,
    judged_again: u64,
    scores_only: bool,
}

impl Replayed {
    /// The hash of the last log entry at the time of the replay.
    pub(super) fn log_head(&self) -> Digest {
        self.log_head
    }

    /// The log entry that records it.
    pub(super) fn entry(&self) -> EntryBody {
        EntryBody::Replayed {
            results: self.results,
            judged_again: self.judged_again,
            scores_only: self.scores_only,
        }
    }

    /// How many programs were run and derivations graded again.
    pub fn judged_again(&self) -> u64 {
        self.judged_again
    }

    /// The hash of the results.
    pub fn results(&self) -> Digest {
        self.results
    }
}

/// Replays a revealed season and makes it final. Without `judges` nothing is judged again, and the log records this.
/// `elsewhere` is the results hash of somebody else's replay.
///
/// # Errors
/// When something is missing or differs, and when the database fails.
pub fn replay_and_finalize(
    conn: &mut AnyConnection,
    archives: &Archives,
    season: SeasonId,
    judges: Option<&Judges<'_>>,
    elsewhere: Option<Digest>,
    actor: &Actor,
    clock: &dyn Fn() -> Moment,
) -> Result<Replayed, CommandError> {
    let ours = store::read(conn, |conn| {
        let season = store::seasons::load_season(conn, season)?;
        season
            .state
            .transition(Event::Finalize)
            .map_err(ChangeError::from)?;
        let facts = Facts::load(conn, season)?;
        missing(Event::Finalize, facts.needs(Event::Finalize))?;
        Ok::<_, CommandError>(records::find_record(conn, facts.season.id)?)
    })?;
    let ours = ours
        .and_then(|record| record.results_hash)
        .unwrap_or_default();
    if let Some(theirs) = elsewhere.filter(|hash| hash.to_string() != ours) {
        let text = say!("change-elsewhere", hash = theirs.to_string(), of = ours);
        return Err(ChangeError::refused(text).into());
    }
    let file = archives.load(conn, season)?;
    let replayed = replay_file(&file.path, judges, ours.parse().ok())?;
    lifecycle::finalize(conn, season, &replayed, actor, clock())?;
    Ok(replayed)
}

/// Replays an archive, whose results must have the published hash.
fn replay_file(
    path: &Path,
    judges: Option<&Judges<'_>>,
    results_hash: Option<Digest>,
) -> Result<Replayed, ChangeError> {
    let archive = archive::read(|| File::open(path).map(BufReader::new))
        .map_err(|error| differs(&[error.to_string()], 0))?;
    let published = Published {
        results_hash,
        ..Published::default()
    };
    let found = replay(&archive, judges, &published);
    if let (true, Some(log_head), Some(results)) =
        (found.is_right(), found.log_head, found.results_hash)
    {
        return Ok(Replayed {
            log_head,
            results,
            judged_again: found.judged(),
            scores_only: judges.is_none(),
        });
    }
    let all: Vec<String> = found.differences.iter().map(ToString::to_string).collect();
    Err(differs(&all, found.unlisted))
}

fn differs(all: &[String], unlisted: u64) -> ChangeError {
    let told = all
        .iter()
        .take(TOLD)
        .cloned()
        .collect::<Vec<_>>()
        .join("; ");
    let rest = (all.len().saturating_sub(TOLD) as u64).saturating_add(unlisted);
    ChangeError::refused(match rest {
        0 => say!("change-replay", what = told),
        rest => say!("change-replay-more", what = told, n = rest.to_string()),
    })
}
