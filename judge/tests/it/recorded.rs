//! What the judge says of every committed input is recorded: `tests/recorded/` has a file for each scoring
//! and for the grader, with the hash over all verdicts and the inputs. A verdict may change only together with
//! the number in the file's name.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use dojo_judge::contest::Judges;
use dojo_judge::digest::Digest;
use dojo_judge::sequence::ScoringVersion;
use formula::credit::GRADER_VERSION;

use super::season::derivations::eed;
use super::verdicts::{Verdict, archive, line, pairs, path, programs};
use super::{folder, runtime};

fn judges() -> Judges<'static> {
    Judges {
        runtime: Some(runtime()),
        eed: Some(eed()),
        threads: NonZeroUsize::new(2).unwrap(),
    }
}

/// The submissions of a kept archive, judged by what judges today.
fn judged_again(name: &str, by: &str) -> Vec<Verdict> {
    let below = format!("tests/archives/{name}.tar.zst");
    archive(&below, &fs::read(path(&below)).unwrap(), &judges(), by)
}

/// A hash over the verdicts, and their inputs.
fn record(verdicts: &[Verdict]) -> String {
    let lines: String = verdicts.iter().map(|it| line(it) + "\n").collect();
    let inputs: String = verdicts.iter().map(|it| it.input.clone() + "\n").collect();
    format!("{}\n{inputs}", Digest::of(&lines))
}

/// Holds verdicts against the record of that name.
fn holds(name: &str, verdicts: &[Verdict]) {
    let made = record(verdicts);
    let kept = folder("recorded").join(name);
    if fs::read_to_string(&kept).is_ok_and(|kept| kept == made) {
        return;
    }
    let ours = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&ours, made).unwrap();
    panic!(
        "verdicts on committed inputs are not those of {}. Where an input was added or taken away, copy {} there. \
         Where a verdict changed, it needs another number first. \
         `cargo run -p dojo-judge --example verdicts` prints them, to be compared with those of the commit before",
        kept.display(),
        ours.display(),
    );
}

#[test]
fn scoring_0_1_says_what_it_said() {
    let by = ScoringVersion::V0_1;
    let mut verdicts = programs(runtime(), by);
    verdicts.extend(judged_again("demo", by.as_str()));
    holds("scoring-0.1.txt", &verdicts);
}

#[test]
fn scoring_0_3_says_what_it_said() {
    let by = ScoringVersion::V0_3;
    holds("scoring-0.3.txt", &programs(runtime(), by));
}

#[test]
fn the_grader_says_what_it_said() {
    let by = format!("grader-{GRADER_VERSION}");
    let mut verdicts = pairs(&by);
    verdicts.extend(judged_again("physics-demo", &by));
    holds(&format!("{by}.txt"), &verdicts);
}

/// A record of another number is of a judge that is no more.
#[test]
fn every_record_is_of_what_judges_today() {
    let names = fs::read_dir(folder("recorded")).unwrap();
    let mut names: Vec<String> = names
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort_unstable();
    let grader = format!("grader-{GRADER_VERSION}.txt");
    assert_eq!(names, [&grader, "scoring-0.1.txt", "scoring-0.3.txt"]);
}
