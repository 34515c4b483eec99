//! Archives of seasons that were played once. Whatever is built later replays them.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;

use dojo_judge::contest::{Contest, Judges, Scoring};
use dojo_judge::record::archive::Archive;
use dojo_judge::record::replay::{Published, replay};

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

/// Every archive that is kept, with its name.
fn archives() -> Vec<(String, Archive)> {
    let mut archives: Vec<(String, Archive)> = fs::read_dir(folder("archives"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, unpack(&fs::read(entry.path()).unwrap()).unwrap())
        })
        .collect();
    archives.sort_by(|a, b| a.0.cmp(&b.0));
    archives
}

#[test]
fn the_results_of_every_kept_archive_follow_from_its_judgements() {
    for (name, archive) in archives() {
        let replay = replay(&archive, None, &Published::default());
        assert_eq!(replay.differences, [], "{name}");
        assert!(replay.submissions > 2, "{name}");
    }
}

#[test]
fn an_archive_of_every_scoring_is_kept() {
    let kept: Vec<Scoring> = (archives().iter())
        .map(|(_, archive)| archive.record.manifest.scoring)
        .collect();
    for scoring in Scoring::all().filter(|scoring| KEPT.iter().any(|it| it.0 == scoring.contest()))
    {
        assert!(kept.contains(&scoring), "{scoring}");
    }
}

/// What was judged by what judges today is judged again; a replay says of the others that it was something else.
#[test]
fn kept_archives_are_judged_again_or_say_why_not() {
    let judges = Judges {
        runtime: Some(runtime()),
        eed: Some(eed()),
        threads: NonZeroUsize::new(2).unwrap(),
    };
    let mut judged_again = BTreeSet::new();
    for (name, archive) in archives() {
        let contest = archive.record.manifest.scoring.contest();
        let ours = contest.digest_beside(&runtime().digest().to_string());
        let replay = replay(&archive, Some(&judges), &Published::default());
        if archive.summary.runtime_digest.to_string() == ours {
            assert_eq!(replay.differences, [], "{name}");
            assert!(replay.judged() > 2, "{name}");
            judged_again.insert(contest);
        } else {
            let [difference] = &replay.differences[..] else {
                panic!("{name}: {:#?}", replay.differences);
            };
            let why = difference.to_string();
            assert!(
                why.contains("the archive was judged by the"),
                "{name}: {why}"
            );
            assert_eq!(replay.judged(), 0, "{name}");
        }
    }
    assert_eq!(judged_again, KEPT.map(|(contest, _)| contest).into());
}

/// No release had scoring 0.2.
#[test]
fn a_season_of_another_policy_is_not_judged_again() {
    let (_, mut archive) = (archives().into_iter())
        .find(|(name, _)| name == "programs-0.2.tar.zst")
        .unwrap();
    let judges = Judges {
        runtime: Some(runtime()),
        eed: None,
        threads: NonZeroUsize::new(2).unwrap(),
    };
    let ours = runtime().digest().to_string().parse().unwrap();
    for judgement in &mut archive.record.judgements {
        judgement.runtime_digest = ours;
    }
    let replay = replay(&archive, Some(&judges), &Published::default());
    let told: Vec<String> = replay.differences.iter().map(ToString::to_string).collect();
    let why = "judged by another policy: scoring 0.2, by which this program does not judge";
    assert!(told.iter().any(|it| it.contains(why)), "{told:#?}");
    assert_eq!(replay.judged(), 0);
}
