//! Archives of seasons that were played once. Whatever is built later replays them.

use std::fs;
use std::num::NonZeroUsize;

use dojo_judge::contest::physics::grader_digest;
use dojo_judge::contest::{Contest, Judges};
use dojo_judge::season::replay::{Published, Replay, replay};

use super::derivations::eed;
use super::unpack;
use crate::{folder, runtime};

/// The types of contest of which an archive is kept, and its name.
pub(super) const KEPT: [(Contest, &str); 2] = [
    (Contest::Sequence, "demo"),
    (Contest::Physics, "physics-demo"),
];

/// The bytes of a kept archive.
pub(super) fn kept(contest: Contest) -> Vec<u8> {
    let (_, name) = KEPT.iter().find(|(of, _)| *of == contest).unwrap();
    fs::read(folder("archives").join(format!("{name}.tar.zst"))).unwrap()
}

#[test]
fn the_results_of_every_kept_archive_follow_from_its_judgements() {
    for (contest, _) in KEPT {
        let archive = unpack(&kept(contest)).unwrap();
        let replay = replay(&archive, None, &Published::default());
        assert_eq!(replay.differences, [], "{contest}");
        assert!(replay.submissions > 20, "{contest}");
    }
}

/// Judged again, as long as what judged it then is what judges now.
fn judged_again(contest: Contest, judges: &Judges<'_>, ours: &str) -> Option<Replay> {
    let archive = unpack(&kept(contest)).unwrap();
    let theirs = archive.summary.runtime_digest.to_string();
    (theirs == ours).then(|| replay(&archive, Some(judges), &Published::default()))
}

#[test]
fn the_kept_programs_run_as_they_did() {
    let judges = Judges {
        runtime: Some(runtime()),
        eed: None,
        threads: NonZeroUsize::new(2).unwrap(),
    };
    let ours = runtime().digest().to_string();
    if let Some(replay) = judged_again(Contest::Sequence, &judges, &ours) {
        assert_eq!(replay.differences, []);
        assert!(replay.judged() > 20);
    }
}

#[test]
fn the_kept_derivations_are_graded_as_they_were() {
    let judges = Judges {
        runtime: None,
        eed: Some(eed()),
        threads: NonZeroUsize::new(2).unwrap(),
    };
    let ours = grader_digest().to_string();
    if let Some(replay) = judged_again(Contest::Physics, &judges, &ours) {
        assert_eq!(replay.differences, []);
        assert!(replay.judged() > 20);
    }
}
