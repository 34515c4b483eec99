//! Prints what today's judge says of every committed input, a line of JSON each, so that two commits can be
//! compared.
//!
//! `cargo run -p dojo-judge --example verdicts -- [FILE …]`: the committed programs by each scoring, the pairs of
//! formulas, the kept archives, and any file given: `.py` is checked by each scoring, `.tar.zst` is judged again.

#![allow(clippy::print_stdout, reason = "verdicts are its output")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use dojo_judge::contest::Judges;
use dojo_judge::derivation::OnFirstUse;
use dojo_judge::sequence::ScoringVersion;
use dojo_sandbox::{Runtime, Simplifier};
use formula::credit::GRADER_VERSION;
use formula::credit::eed::{Eed, Mode};

#[path = "../tests/recorded/verdicts.rs"]
mod verdicts;
use verdicts::{Verdict, archive, line, pairs, path, program, programs};

const SCORINGS: [ScoringVersion; 2] = [ScoringVersion::V0_1, ScoringVersion::V0_3];

fn print(verdicts: &[Verdict]) {
    for verdict in verdicts {
        println!("{}", line(verdict));
    }
}

fn main() {
    let cache = path("../target/tmp/verdicts");
    let runtime = Runtime::open(&cache, &mut |_| {}).expect("the sandbox opens");
    let open = move || Simplifier::open(&cache, &mut |_| {});
    let eed = Eed::new(OnFirstUse::new(open), Mode::Dojo);
    let judges = Judges {
        runtime: Some(&runtime),
        eed: Some(&eed),
        threads: NonZeroUsize::new(2).expect("two"),
    };
    let by = format!("grader-{GRADER_VERSION}");
    let judge_archive = |file: &Path| {
        let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let name = file.file_name().map(|name| name.display().to_string());
        print(&archive(&name.unwrap_or_default(), &bytes, &judges, &by));
    };
    for scoring in SCORINGS {
        print(&programs(&runtime, scoring));
    }
    print(&pairs(&by));
    let kept = fs::read_dir(path("tests/archives")).expect("the archives are committed");
    let mut kept: Vec<PathBuf> = kept.flatten().map(|entry| entry.path()).collect();
    kept.sort_unstable();
    for file in &kept {
        judge_archive(file);
    }
    for file in std::env::args().skip(1).map(PathBuf::from) {
        if file.extension().is_some_and(|ending| ending == "zst") {
            judge_archive(&file);
            continue;
        }
        let source = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let name = file.display().to_string();
        for scoring in SCORINGS {
            print(&[program(&runtime, scoring, &name, &source)]);
        }
    }
}
