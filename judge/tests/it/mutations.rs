//! Programs of the cases, cut up and put together anew: each gets an answer, and the same one twice.

use std::fs;

use dojo_judge::sequence::{Rules, ScoringVersion, check};

use super::{folder, runtime};

/// Changes that are made up in the suite; the long form makes so many times more.
const CHANGES: u32 = 60;
const LONG: u32 = 400;

/// What is put in between.
const PIECES: [&str; 20] = [
    "(",
    ")",
    "[",
    "{",
    "'",
    "\"\"\"",
    "\\",
    "\n",
    " ",
    "f'{",
    ":=",
    "lambda:",
    "**",
    "é",
    "#",
    "exec('",
    ".replace('a','aa')",
    "raise E",
    "10**9",
    "def f():\n pass\n",
];

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound.max(1)
    }

    fn one_of<'a, T: ?Sized>(&mut self, all: &'a [impl AsRef<T>]) -> &'a T {
        all[self.below(all.len())].as_ref()
    }
}

fn programs() -> Vec<Vec<u8>> {
    ["attacks", "honest", "oeis"]
        .into_iter()
        .flat_map(|kind| fs::read_dir(folder("cases").join("policy-v0.2").join(kind)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .map(|path| fs::read(path).unwrap())
        .collect()
}

/// One program with some changes.
fn changed(programs: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut source = numbers.one_of::<[u8]>(programs).to_vec();
    for _ in 0..=numbers.below(8) {
        let start = numbers.below(source.len());
        let end = (start + numbers.below(60)).min(source.len());
        match numbers.below(4) {
            0 => drop(source.drain(start..end)),
            1 => {
                let piece = numbers.one_of::<str>(&PIECES);
                source.splice(start..start, piece.bytes());
            }
            2 => {
                let again = source[start..end].repeat(numbers.below(30));
                source.splice(start..start, again);
            }
            _ => {
                let other = numbers.one_of::<[u8]>(programs);
                let from = numbers.below(other.len());
                let piece = other[from..].iter().take(200).copied();
                source.splice(start..start, piece);
            }
        }
    }
    source
}

fn every_change_gets_one_answer(changes: u32) {
    let mut programs = programs();
    // Their order in the folder is the file system's.
    programs.sort();
    let rules = Rules {
        scoring: ScoringVersion::V0_3,
        ..Rules::default()
    };
    let mut numbers = Numbers(1);
    for _ in 0..changes {
        let source = changed(&programs, &mut numbers);
        let checked = || check(runtime(), &rules, &source).unwrap();
        assert_eq!(checked(), checked(), "{}", String::from_utf8_lossy(&source));
    }
}

#[test]
fn changed_programs_get_one_answer() {
    every_change_gets_one_answer(CHANGES);
}

#[test]
#[ignore = "takes ten minutes"]
fn very_many_changed_programs_get_one_answer() {
    every_change_gets_one_answer(CHANGES * LONG);
}
