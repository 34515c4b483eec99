//! The schedule of a show, in milliseconds. It depends only on the stored judgements. The show is fast where
//! everybody is right and slow where somebody fails; with up to [`ACTS`] problems it takes at most five minutes.

use serde::Serialize;

/// This many problems have their full time; more of them share it.
const ACTS: u32 = 19;
/// The time before anything of a problem opens.
const INTRODUCTION_MS: u32 = 2_500;
/// The time for all terms or formulas of a problem together, and the most for each of them.
const OPENING_MS: u32 = 4_000;
const SLOWEST_MS: u32 = 800;
/// The pause after a failure, and the most for all pauses of a problem together.
const PAUSE_MS: u32 = 1_500;
const PAUSES_MS: u32 = 4_500;
/// The pause when everything is open, before the ranks move, and the time while they move.
const BREATH_MS: u32 = 1_200;
const RANKS_MS: u32 = 2_400;
/// The pause before the first final rank, the time for each rank, and for each winner.
const SUSPENSE_MS: u32 = 3_000;
const RANK_MS: u32 = 1_000;
const WINNER_MS: u32 = 4_000;

/// How many final ranks are announced one by one, from the bottom.
pub const NAMED: usize = 10;

/// The last of them get more time.
const WINNERS: usize = 3;

/// A moment that a show has not reached.
pub const LATER: u32 = u32::MAX;

/// The schedule of one problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Schedule {
    /// When it is introduced.
    pub begins: u32,
    /// When each of its hidden terms or formulas opens.
    pub opens: Vec<u32>,
    /// When the ranks move.
    pub ranks: u32,
    /// When the next one begins.
    pub ends: u32,
}

impl Schedule {
    /// The schedule of one of `acts` problems, which begins at `begins` and has `hidden` cells to open; `breaks` are
    /// the hidden cells, from 0 on, at which somebody fails.
    pub fn new(acts: usize, begins: u32, hidden: u32, breaks: &[u32]) -> Self {
        let acts = u32::try_from(acts).unwrap_or(u32::MAX).max(ACTS);
        let part = |ms: u32| (ms * ACTS / acts).max(1);
        let step = (part(OPENING_MS) / hidden.max(1)).clamp(1, SLOWEST_MS);
        let mut places = breaks.to_vec();
        places.sort_unstable();
        places.dedup();
        let count = u32::try_from(places.len()).unwrap_or(u32::MAX);
        let pause = PAUSE_MS.min(part(PAUSES_MS) / count.max(1));
        let mut at = begins + part(INTRODUCTION_MS);
        let mut opens = Vec::new();
        for index in 0..hidden {
            opens.push(at);
            at += step;
            if places.binary_search(&index).is_ok() {
                at += pause;
            }
        }
        let ranks = at + part(BREATH_MS);
        Self {
            begins,
            opens,
            ranks,
            ends: ranks + part(RANKS_MS),
        }
    }

    /// The part of the schedule that is over at a moment; the rest is [`LATER`].
    #[must_use]
    pub fn until(&self, at: u32) -> Self {
        let known = |moment: u32| if moment <= at { moment } else { LATER };
        Self {
            begins: self.begins,
            opens: self.opens.iter().copied().filter(|it| *it <= at).collect(),
            ranks: known(self.ranks),
            ends: known(self.ends),
        }
    }

    /// Whether everything that was hidden is open.
    pub fn has_opened(&self, at: u32) -> bool {
        self.opens.last().is_none_or(|last| *last <= at)
    }
}

/// When this many final ranks are announced, the last one first, and when the show is over.
pub fn finale(begins: u32, count: usize) -> (Vec<u32>, u32) {
    let mut at = begins + SUSPENSE_MS;
    let count = count.min(NAMED);
    let named = (0..count).rev().map(|ahead| {
        let now = at;
        at += if ahead < WINNERS { WINNER_MS } else { RANK_MS };
        now
    });
    let named = named.collect();
    (named, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_terms_open_fast_and_slow_at_a_break() {
        let quiet = Schedule::new(3, 1_000, 100, &[]);
        assert_eq!(quiet.opens.len(), 100);
        assert_eq!(quiet.opens[0], 3_500);
        assert!(quiet.opens.is_sorted_by(|a, b| b - a == 40));
        let broken = Schedule::new(3, 1_000, 100, &[7, 7, 40]);
        assert_eq!(broken.opens[8] - broken.opens[7], 1_540);
        assert_eq!(broken.ends, quiet.ends + 2 * PAUSE_MS);
        // However many break, a problem has an end.
        let all: Vec<u32> = (0..100).collect();
        assert_eq!(
            Schedule::new(3, 1_000, 100, &all).ends,
            quiet.ends + PAUSES_MS
        );
        assert_eq!(
            Schedule::new(3, 0, 4, &[]).opens,
            [2_500, 3_300, 4_100, 4_900]
        );
        assert_eq!(
            Schedule::new(3, 0, 0, &[]).ranks,
            INTRODUCTION_MS + BREATH_MS
        );
    }

    #[test]
    fn a_show_takes_five_minutes_at_the_most() {
        let all: Vec<u32> = (0..100).collect();
        for acts in [1, 19, 20, 60] {
            let ends = (0..acts).fold(0, |at, _| Schedule::new(acts, at, 100, &all).ends);
            let (named, over) = finale(ends, 40);
            assert_eq!(named.len(), NAMED);
            assert!(over <= 300_000, "{acts} problems: {over} ms");
        }
    }

    #[test]
    fn what_is_still_to_come_is_not_told() {
        let whole = Schedule::new(3, 1_000, 4, &[]);
        let half = whole.until(whole.opens[1]);
        assert_eq!(half.opens, whole.opens[..2]);
        assert_eq!((half.ranks, half.ends), (LATER, LATER));
        assert!(!whole.has_opened(whole.opens[2]) && whole.has_opened(whole.opens[3]));
        assert_eq!(whole.until(whole.ends), whole);
    }

    #[test]
    fn final_ranks_are_named_from_the_bottom_and_winners_slowly() {
        assert_eq!(finale(0, 3), (vec![3_000, 7_000, 11_000], 15_000));
        assert_eq!(finale(0, 5).0, [3_000, 4_000, 5_000, 9_000, 13_000]);
        assert_eq!(finale(10, 1), (vec![3_010], 7_010));
        assert_eq!(finale(10, 0), (vec![], 3_010));
    }
}
