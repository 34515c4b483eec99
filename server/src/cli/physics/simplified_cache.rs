//! Simplified expressions, cached in a file between commands: a reference is simplified once, and so is an answer
//! that many give.
//!
//! What comes out of `SymPy` depends on its guest, the expression, the fuel and what came before it alone, so
//! the file is named by the guest and its lines by a digest of the others. Seasons are judged and replayed
//! without it: what somebody wrote into a file must not decide there.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use dojo_sandbox::Simplifier;
use formula::credit::eed::{Before, Eed, Fuel, Mode, Simplified, Simplify, SimplifyError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::cli::runtime::{self, RunsWhere};

/// Longest file, some hundred thousand expressions: what comes after is simplified each time.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// What measures how near answers are, keeping what it simplified beside the prepared sandbox.
pub(crate) fn eed(data: Option<&Path>, mode: Mode) -> Eed {
    let name = format!("simplified-{}.jsonl", Simplifier::digest());
    let kept = KeptSimplifier::new(
        runtime::simplifier(data, RunsWhere::Here),
        runtime::folder(data).join(name),
    );
    Eed::new(kept, mode)
}

/// A simplifier that is asked only for what is not in a file.
struct KeptSimplifier<S> {
    simplifier: S,
    path: PathBuf,
    results: OnceLock<Mutex<Results>>,
}

/// What the file holds.
struct Results {
    known: HashMap<String, Outcome>,
    /// `None` where nothing can be written, or nothing more.
    file: Option<File>,
    bytes: u64,
}

#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    result: Outcome,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Tree(Value),
    Refused(String),
    Exhausted,
}

impl<S: Simplify> KeptSimplifier<S> {
    fn new(simplifier: S, path: PathBuf) -> Self {
        Self {
            simplifier,
            path,
            results: OnceLock::new(),
        }
    }

    fn answer(
        &self,
        question: &str,
        ask: impl Fn() -> Result<Simplified, SimplifyError>,
    ) -> Result<Simplified, SimplifyError> {
        let key = hex::encode(Sha256::digest(question));
        let results = || {
            let results = self
                .results
                .get_or_init(|| Results::read(&self.path).into());
            results.lock().unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(outcome) = results().known.get(&key) {
            return Ok(outcome.clone().into());
        }
        let simplified = ask()?;
        results().keep(&self.path, key, simplified.clone().into());
        Ok(simplified)
    }
}

impl<S: Simplify> Simplify for KeptSimplifier<S> {
    fn simplify(
        &self,
        tree: &Value,
        fuel: Fuel,
        before: Option<Before<'_>>,
    ) -> Result<Simplified, SimplifyError> {
        let after = before.map_or_else(String::new, |Before { tree, fuel }| {
            format!(" after {} {tree}", fuel.0)
        });
        let question = format!("simplify {} {tree}{after}", fuel.0);
        self.answer(&question, || self.simplifier.simplify(tree, fuel, before))
    }

    fn arrange(&self, tree: &Value, fuel: Fuel) -> Result<Simplified, SimplifyError> {
        let question = format!("arrange {} {tree}", fuel.0);
        self.answer(&question, || self.simplifier.arrange(tree, fuel))
    }
}

impl Results {
    /// What can be read of the file. Lines that are none of ours, such as one that was cut off in the
    /// writing, are passed over.
    fn read(path: &Path) -> Self {
        let mut known = HashMap::new();
        let mut bytes = 0;
        if let Ok(file) = File::open(path) {
            for line in BufReader::new(file).split(b'\n').map_while(Result::ok) {
                bytes += line.len() as u64 + 1;
                if let Ok(Line { key, result }) = serde_json::from_slice(&line) {
                    known.insert(key, result);
                }
            }
        }
        Self {
            known,
            file: None,
            bytes,
        }
    }

    /// Keeps a result, in the file too if that can be written: without it the next command takes
    /// longer, and nothing else changes.
    fn keep(&mut self, path: &Path, key: String, result: Outcome) {
        let line = serde_json::to_string(&Line {
            key: key.clone(),
            result: result.clone(),
        });
        self.known.insert(key, result);
        // A line break on both sides: whatever another command has written last, this is a line, and
        // one write, so that commands at the same time do not mix theirs.
        let Ok(line) = line.map(|line| format!("\n{line}\n")) else {
            return;
        };
        self.bytes += line.len() as u64;
        if self.bytes <= MAX_FILE_BYTES {
            let _ = self.write(path, line.as_bytes());
        }
    }

    fn write(&mut self, path: &Path, line: &[u8]) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            // Whoever opened the sandbox has made its folder by now.
            None => self.file.insert(
                fs::OpenOptions::new()
                    .create(true)
                    .append(true)
                    .open(path)?,
            ),
        };
        file.write_all(line)
    }
}

impl From<Simplified> for Outcome {
    fn from(simplified: Simplified) -> Self {
        match simplified {
            Simplified::Tree(tree) => Self::Tree(tree),
            Simplified::Refused(why) => Self::Refused(why),
            Simplified::Exhausted => Self::Exhausted,
        }
    }
}

impl From<Outcome> for Simplified {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Tree(tree) => Self::Tree(tree),
            Outcome::Refused(why) => Self::Refused(why),
            Outcome::Exhausted => Self::Exhausted,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use serde_json::json;

    use super::*;

    /// Refuses to arrange, ends with little fuel, else leaves trees as they are; and counts.
    #[derive(Clone, Default)]
    struct Counting(Arc<AtomicU32>);

    impl Simplify for Counting {
        fn simplify(
            &self,
            tree: &Value,
            fuel: Fuel,
            _: Option<Before<'_>>,
        ) -> Result<Simplified, SimplifyError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok(if fuel.0 < 10 {
                Simplified::Exhausted
            } else {
                Simplified::Tree(tree.clone())
            })
        }

        fn arrange(&self, _: &Value, _: Fuel) -> Result<Simplified, SimplifyError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok(Simplified::Refused("no".into()))
        }
    }

    fn ask(path: &Path) -> (Vec<Simplified>, u32) {
        let counting = Counting::default();
        let kept = KeptSimplifier::new(counting.clone(), path.to_owned());
        let x = json!(["s", "x"]);
        let before = Some(Before {
            tree: &x,
            fuel: Fuel(10),
        });
        let answers = vec![
            kept.simplify(&x, Fuel(10), None).unwrap(),
            kept.simplify(&x, Fuel(9), None).unwrap(),
            kept.arrange(&x, Fuel(10)).unwrap(),
            kept.simplify(&x, Fuel(10), None).unwrap(),
            kept.simplify(&x, Fuel(10), before).unwrap(),
        ];
        (answers, counting.0.load(Ordering::Relaxed))
    }

    #[test]
    fn what_was_simplified_is_not_simplified_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let (answers, asked) = ask(&path);
        assert_eq!(asked, 4);
        assert_eq!(ask(&path), (answers.clone(), 0));
        // A file that is cut off costs what is cut off.
        let text = fs::read(&path).unwrap();
        fs::write(&path, &text[..text.len() - 5]).unwrap();
        assert_eq!(ask(&path), (answers.clone(), 1));
        assert_eq!(ask(&path), (answers, 0));
    }

    #[test]
    fn a_file_that_cannot_be_written_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (answers, asked) = ask(folder.path());
        assert_eq!((asked, ask(folder.path())), (4, (answers, 4)));
    }
}
