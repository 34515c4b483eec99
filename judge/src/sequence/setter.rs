//! The setter's incentive (`docs/RULES.md`, Setter incentive): a pilot with its own board, which does not affect
//! contestants' points.

use serde::{Deserialize, Serialize};

use super::score::decay;

/// A setter's points for one problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetterScore {
    /// `floor(400·e^(−L/800))`, for a short program.
    pub brevity: u32,
    /// `floor(600·4·q·(1−q))`, highest for a problem that about half of those who try solve.
    pub balance: u32,
}

impl SetterScore {
    /// The score for a setter's program of `l_chars` canonical bytes, when `solvers` of the
    /// `triers` people who submitted anything reached Reward Correct: q = (solvers + 1)/(triers + 2).
    pub fn new(l_chars: u32, solvers: u32, triers: u32) -> Self {
        assert!(solvers <= triers, "whoever solves a problem has tried it");
        let (won, of) = (u64::from(solvers) + 1, u64::from(triers) + 2);
        let balance = 2400 * won * (of - won) / (of * of);
        Self {
            brevity: decay(400, l_chars),
            balance: u32::try_from(balance).expect("at most 600"),
        }
    }

    /// Both parts.
    pub fn total(self) -> u32 {
        self.brevity + self.balance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_program_that_half_the_people_solve_is_worth_most() {
        let best = SetterScore::new(30, 50, 100);
        assert_eq!((best.brevity, best.balance), (385, 600));
        assert_eq!(SetterScore::new(4096, 50, 100).brevity, 2);
        // Nobody tried: q = 1/2. Everybody of 98 solved it: q = 99/100.
        assert_eq!(SetterScore::new(800, 0, 0).total(), 147 + 600);
        assert_eq!(SetterScore::new(800, 98, 98).balance, 23);
        assert_eq!(SetterScore::new(800, 0, 98).balance, 23);
    }
}
