//! How people's final answers came out over a season, which decides nothing.

use std::collections::BTreeMap;

use super::ProblemResults;
use crate::physics::FinalAnswers;

/// The final answers of everybody who has a row where they were measured, over the problems that are
/// not withdrawn.
pub(super) fn answers_of_people(problems: &[ProblemResults]) -> BTreeMap<String, FinalAnswers> {
    let counted = problems.iter().filter(|problem| !problem.withdrawn);
    let mut rows: BTreeMap<&str, Vec<FinalAnswers>> = BTreeMap::new();
    for line in counted.clone().flat_map(|problem| &problem.board) {
        if let Some(answers) = line.final_answers {
            rows.entry(&line.person).or_default().push(answers);
        }
    }
    let count = counted.count();
    rows.into_iter()
        .map(|(person, own)| (person.to_owned(), FinalAnswers::of_season(&own, count)))
        .collect()
}
