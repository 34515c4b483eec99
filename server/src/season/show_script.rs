//! The script of a season's show. Nothing is judged for it: each report already says how far its program or
//! derivation got. During a show, [`ShowScript::until`] is the part that everybody has seen.

use std::collections::{BTreeMap, BTreeSet};

use dojo_judge::contest::Member as _;
use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::sequence::Programs;
use formula::credit::Credit;
use serde::Serialize;

use super::scores;
use super::timetable::{self, NAMED, Schedule};
use crate::contests;
use crate::store::problems::{self, Problem};
use crate::store::seasons::Season;
use crate::store::standings::BestRow;
use crate::store::{AnyConnection, ProblemId, ProblemState, StoreError, UserId, judgements, users};

/// How many strips of a problem are shown.
const STRIPS: usize = 40;

/// Ranks that are shown after each problem.
const RANKS: usize = 10;

/// A term with more digits is shown without its middle.
const TERM_CHARS: usize = 14;

/// Everything that the show plays.
#[derive(Clone, Debug, Serialize)]
pub struct ShowScript {
    /// The problems, in their order, with the data that is drawn for each.
    #[serde(skip)]
    pub acts: Vec<Act>,
    /// How many problems there are.
    pub of: usize,
    /// The people, who are referenced by position; in alphabetical order, which reveals nothing.
    pub people: Vec<Player>,
    /// The final ranks that are announced, the best first.
    pub winners: Vec<Rank>,
    /// When each of them is announced, the last first.
    pub named: Vec<u32>,
    /// The length of the whole show in milliseconds.
    pub length: u32,
    /// Whether this is the whole script.
    pub is_whole: bool,
}

/// A person in the show.
#[derive(Clone, Debug, Serialize)]
pub struct Player {
    /// Who it is.
    #[serde(skip)]
    pub user: UserId,
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
}

/// A problem.
#[derive(Clone, Debug, Serialize)]
pub struct Act {
    /// The problem.
    #[serde(skip)]
    pub problem: ProblemId,
    /// Part of the address.
    pub slug: String,
    /// Title.
    pub title: String,
    /// The index of the first term.
    pub origin: Option<i64>,
    /// How many cells were public before.
    pub known: u32,
    /// The number of all cells.
    pub cells: u32,
    /// The hidden terms, long ones without their middle; empty for derivations.
    pub terms: Vec<String>,
    /// The file of a physics problem, from which a graph can be drawn.
    #[serde(skip)]
    pub reference: Option<String>,
    /// When the parts of it happen.
    #[serde(flatten)]
    pub schedule: Schedule,
    /// The best strips; sorted like the board once the ranks have moved.
    pub rows: Vec<Strip>,
    /// The ranks of the season after this problem.
    pub ranks_after: Vec<Rank>,
}

/// The result of a person's program or derivation, one letter for each cell: `r`ight, credited through another (`m`),
/// or wrong (`w`).
#[derive(Clone, Debug, Serialize)]
pub struct Strip {
    /// The person.
    pub who: usize,
    /// The submission.
    pub submission: i64,
    /// The bytes, if shorter is better.
    pub bytes: Option<u32>,
    /// Whether it ends at the first wrong cell.
    pub ends: bool,
    /// The letters.
    pub cells: String,
}

impl Strip {
    /// Whether the cell is right or credited.
    pub fn has(&self, cell: usize) -> bool {
        let letter = self.cells.as_bytes().get(cell);
        letter.is_some_and(|letter| *letter != b'w')
    }

    /// How many cells precede the one where it ends.
    fn reached(&self) -> usize {
        let end = self.cells.find('w').filter(|_| self.ends);
        end.unwrap_or(self.cells.len())
    }

    fn until(&self, cells: usize) -> Self {
        Self {
            bytes: None,
            cells: self.cells.chars().take(cells).collect(),
            ..self.clone()
        }
    }
}

/// Somebody's rank.
#[derive(Clone, Debug, Serialize)]
pub struct Rank {
    /// Who.
    pub who: usize,
    /// Points so far.
    pub total: u32,
    /// Rank, from 1; equal sums share it.
    pub rank: u32,
}

impl ShowScript {
    /// The script of a season whose show has not begun.
    pub fn empty() -> Self {
        Self {
            acts: Vec::new(),
            of: 0,
            people: Vec::new(),
            winners: Vec::new(),
            named: Vec::new(),
            length: 0,
            is_whole: false,
        }
    }

    /// The script of a season whose submissions are judged.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load(conn: &mut AnyConnection, season: &Season) -> Result<Self, StoreError> {
        Sums::default().play(conn, season)
    }

    /// Gives people the display names that they have now: the record does not tell when they change.
    ///
    /// # Errors
    /// When the database fails.
    pub fn name_people(&mut self, conn: &mut AnyConnection) -> Result<(), StoreError> {
        let users: Vec<UserId> = self.people.iter().map(|player| player.user).collect();
        let mut names = users::list_names(conn, &users)?;
        for player in &mut self.people {
            if let Some((_, display_name)) = names.remove(&player.user) {
                player.display_name = display_name;
            }
        }
        Ok(())
    }

    /// The part that everybody has seen at a moment. Nothing in it depends on what is still to come.
    #[must_use]
    pub fn until(&self, at: u32) -> Self {
        if at >= self.length {
            return self.clone();
        }
        let named: Vec<u32> = self.named.iter().copied().filter(|it| *it <= at).collect();
        let hidden = self.winners.len().saturating_sub(named.len());
        let begun = self.acts.iter().filter(|act| act.schedule.begins <= at);
        Self {
            acts: begun.map(|act| act.until(at)).collect(),
            winners: self.winners.iter().skip(hidden).cloned().collect(),
            named,
            is_whole: false,
            ..self.clone()
        }
    }
}

impl Act {
    fn until(&self, at: u32) -> Self {
        let schedule = self.schedule.until(at);
        let open = schedule.opens.len();
        let terms = self.terms.iter().take(open).cloned().collect();
        let has_moved = self.schedule.ranks <= at;
        let rows = if has_moved {
            self.rows.clone()
        } else {
            // Strips that got further are higher; the order of the board is not revealed yet.
            let cells = usize::try_from(self.known).unwrap_or(0) + open;
            let mut rows: Vec<Strip> = self.rows.iter().map(|row| row.until(cells)).collect();
            rows.sort_by_key(|row| (usize::MAX - row.reached(), row.who));
            rows
        };
        Self {
            terms,
            reference: self
                .reference
                .clone()
                .filter(|_| self.schedule.has_opened(at)),
            rows,
            ranks_after: if has_moved {
                self.ranks_after.clone()
            } else {
                Vec::new()
            },
            schedule,
            ..self.clone()
        }
    }
}

/// The state while a script is built.
#[derive(Default)]
struct Sums {
    people: Vec<UserId>,
    totals: BTreeMap<UserId, u32>,
}

impl Sums {
    fn play(mut self, conn: &mut AnyConnection, season: &Season) -> Result<ShowScript, StoreError> {
        let mut boards: BTreeMap<ProblemId, Vec<BestRow>> = BTreeMap::new();
        for row in scores::list_at_reveal(conn, season)? {
            boards.entry(row.problem_id).or_default().push(row);
        }
        let is_prose = contests::of(season.contest).is_prose();
        let mut acts = Vec::new();
        let mut begins = 0;
        let mut problems = problems::list_newest(conn, season.id)?;
        problems.retain(|problem| problem.state != ProblemState::Withdrawn);
        let of = problems.len();
        for problem in problems {
            let board = boards.remove(&problem.id).unwrap_or_default();
            for row in &board {
                *self.totals.entry(row.user_id).or_default() += natural(row.score);
            }
            let mut act = self.act(conn, &problem, &board, (of, begins))?;
            act.reference = is_prose.then(|| problem.setter_source().to_owned());
            begins = act.schedule.ends;
            acts.push(act);
        }
        let mut winners = self.ranks();
        winners.truncate(NAMED);
        let (named, length) = timetable::finale(begins, winners.len());
        let people = users::list_names(conn, &self.people)?;
        let of_person = |user: &UserId| {
            let (name, display_name) = people.get(user).cloned().unwrap_or_default();
            Player {
                user: *user,
                name,
                display_name,
            }
        };
        let mut played = ShowScript {
            people: self.people.iter().map(of_person).collect(),
            acts,
            of,
            winners,
            named,
            length,
            is_whole: true,
        };
        played.sort_people();
        Ok(played)
    }

    fn act(
        &mut self,
        conn: &mut AnyConnection,
        problem: &Problem,
        board: &[BestRow],
        (acts, begins): (usize, u32),
    ) -> Result<Act, StoreError> {
        let mut rows = Vec::new();
        for best in board.iter().take(STRIPS) {
            rows.extend(self.strip(conn, problem, best)?);
        }
        let cells = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let terms = problem.check_terms();
        // Without terms, the cells are those of the rows, and all of them are hidden.
        let counts = problem.term_counts();
        let known = counts.map_or(0, |counts| counts.n_public);
        let cells = counts.map_or(natural(cells), |counts| counts.n_check);
        let breaks: BTreeSet<u32> = rows
            .iter()
            .filter(|row| row.ends)
            .filter_map(|row| natural(row.cells.find('w')?).checked_sub(known))
            .collect();
        let breaks: Vec<u32> = breaks.into_iter().collect();
        let hidden = usize::try_from(known).unwrap_or(0);
        Ok(Act {
            problem: problem.id,
            slug: problem.slug.clone(),
            title: problem.title.clone(),
            origin: counts.map(|counts| counts.index_origin),
            known,
            cells,
            terms: terms.iter().skip(hidden).map(|term| short(term)).collect(),
            reference: None,
            schedule: Schedule::new(acts, begins, cells.saturating_sub(known), &breaks),
            rows,
            ranks_after: self.ranks(),
        })
    }

    fn strip(
        &mut self,
        conn: &mut AnyConnection,
        problem: &Problem,
        best: &BestRow,
    ) -> Result<Option<Strip>, StoreError> {
        let Some(judgement) = judgements::find_judgement(conn, best.submission_id)? else {
            return Ok(None);
        };
        let report = &judgement.report;
        let (cells, bytes) = if let (Some(report), Some(counts)) =
            (Programs::report(report), problem.term_counts())
        {
            let all = usize::try_from(counts.n_check).unwrap_or(0);
            let right = usize::try_from(report.terms_matched).unwrap_or(0).min(all);
            let cells = "r".repeat(right) + &"w".repeat(all - right);
            (cells, best.l_chars.map(natural))
        } else if let Some(graded) =
            Derivations::report(report).and_then(|report| report.grading.as_ref())
        {
            let letter = |credit| match credit {
                Credit::Matched => 'r',
                Credit::Descendant => 'm',
                Credit::Missed => 'w',
            };
            let nodes = graded.nodes.iter();
            (nodes.map(|node| letter(node.credit)).collect(), None)
        } else {
            return Ok(None);
        };
        Ok(Some(Strip {
            who: self.person(best.user_id),
            submission: best.submission_id.0,
            ends: bytes.is_some(),
            bytes,
            cells,
        }))
    }

    /// The position of a person in the list of people.
    fn person(&mut self, user: UserId) -> usize {
        let known = self.people.iter().position(|known| *known == user);
        known.unwrap_or_else(|| {
            self.people.push(user);
            self.people.len() - 1
        })
    }

    /// The best people by their current points; equal sums share a rank.
    fn ranks(&mut self) -> Vec<Rank> {
        let mut all: Vec<(UserId, u32)> = self.totals.clone().into_iter().collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut ranks: Vec<Rank> = Vec::new();
        for (place, (user, total)) in (1..).zip(all.into_iter().take(RANKS)) {
            let rank = ranks
                .last()
                .filter(|last| last.total == total)
                .map_or(place, |last| last.rank);
            let who = self.person(user);
            ranks.push(Rank { who, total, rank });
        }
        ranks
    }
}

impl ShowScript {
    fn sort_people(&mut self) {
        let mut order: Vec<usize> = (0..self.people.len()).collect();
        order.sort_by(|a, b| {
            let name = |place: &usize| self.people.get(*place).map(|person| &person.name);
            name(a).cmp(&name(b))
        });
        let mut place = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            if let Some(place) = place.get_mut(*old) {
                *place = new;
            }
        }
        let moved = |who: &mut usize| *who = place.get(*who).copied().unwrap_or(0);
        for act in &mut self.acts {
            act.rows.iter_mut().for_each(|row| moved(&mut row.who));
            let ranks = act.ranks_after.iter_mut();
            ranks.for_each(|rank| moved(&mut rank.who));
        }
        self.winners
            .iter_mut()
            .for_each(|rank| moved(&mut rank.who));
        self.people.sort_by(|a, b| a.name.cmp(&b.name));
    }
}

/// A number that is never negative.
fn natural<T: TryInto<u32>>(number: T) -> u32 {
    number.try_into().unwrap_or(0)
}

/// A term, a long one without its middle.
fn short(term: &str) -> String {
    let (Some(head), Some(tail)) = (term.get(..6), term.get(term.len().saturating_sub(5)..)) else {
        return term.to_owned();
    };
    if term.len() <= TERM_CHARS {
        return term.to_owned();
    }
    format!("{head}…{tail}")
}
