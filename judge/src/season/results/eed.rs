//! How near people come to the final answers of a season, which decides nothing.

use std::collections::BTreeMap;

use super::ProblemResults;
use crate::physics::eed::EedScore;

/// The mean EED of everybody who has one, over the problems that are not withdrawn; 0 for one without a
/// row.
pub(super) fn mean_eed(problems: &[ProblemResults]) -> BTreeMap<String, EedScore> {
    let counted = problems.iter().filter(|problem| !problem.withdrawn);
    let mut scores: BTreeMap<&str, Vec<EedScore>> = BTreeMap::new();
    for line in counted.clone().flat_map(|problem| &problem.board) {
        let own = scores.entry(&line.person).or_default();
        own.extend(line.eed);
    }
    let count = counted.count();
    let measured = scores.into_iter().filter(|(_, own)| !own.is_empty());
    measured
        .map(|(person, own)| (person.to_owned(), EedScore::mean(&own, count)))
        .collect()
}
