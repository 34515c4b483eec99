//! Running a program in the reader's own browser: what `trial.js` needs to know of a problem.

use std::sync::LazyLock;

use dojo_judge::sequence::{Allowance, Thresholds};
use dojo_sandbox::Image;

use super::strip;
use crate::html::TrustedHtml;
use crate::words::say;

static IMAGE: LazyLock<Image> = LazyLock::new(Image::python);

/// The judge's interpreter as browsers load it.
pub fn image() -> &'static Image {
    &IMAGE
}

/// What the `v` of its address is: the first 16 hexadecimal digits of its SHA-256.
pub fn image_version() -> &'static str {
    image().sha256.get(..16).unwrap_or_default()
}

/// What a program for a problem is held against.
#[derive(Clone, Copy, Debug)]
pub struct ProgramRules {
    /// Index of the first term.
    pub index_origin: i64,
    /// Terms that a full solution must get right.
    pub n_check: u32,
    /// Terms that a Stage Pass must get right.
    pub n_stage: u32,
    /// Terms that are published.
    pub n_public: u32,
    /// The limits of each run.
    pub limits: LimitsView,
}

/// The limits that a submission meets.
#[derive(Clone, Copy, Debug)]
pub struct LimitsView {
    /// Bytes of source.
    pub source_bytes: u64,
    /// Fuel, about one unit an instruction.
    pub fuel: u64,
    /// Bytes of memory.
    pub memory_bytes: u64,
    /// Bytes of output before the last term.
    pub output_bytes: u64,
    /// Digits of one term.
    pub max_term_digits: u32,
    /// How often a program may have what is counted.
    pub counts: Thresholds,
    /// What a program may carry, where that is weighed.
    pub payload: Option<Allowance>,
    /// The par of the problem, where the scoring has one.
    pub par: Option<u32>,
}

/// A problem whose programs can be run in the page.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The address of its page.
    pub problem: String,
    /// Terms that everybody may see.
    pub known: usize,
    /// What a program is held against.
    pub rules: ProgramRules,
}

/// What was printed in the place of one public term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedRow {
    /// Its index in the problem's own counting.
    pub index: i64,
    /// The term.
    pub expected: String,
    /// What was printed there, if anything.
    pub printed: Option<String>,
    /// That is something else.
    pub differs: bool,
}

impl ProgramRules {
    /// The strip of a program of which only the public terms are told.
    pub(super) fn held_strip(&self) -> TrustedHtml {
        let length = |number: u32| usize::try_from(number).unwrap_or(0);
        let (all, known) = (length(self.n_check), length(self.n_public));
        let label = say!("strip-held", n = known);
        strip::strip(&strip::judged(known, false, known, all), &label)
    }
}

impl Trial {
    /// The address of the interpreter, which names its content.
    pub fn guest(&self) -> String {
        format!("/assets/python.wasm?v={}", image_version())
    }

    /// Bytes of the interpreter, unpacked.
    pub fn guest_bytes(&self) -> u64 {
        image().bytes
    }

    /// Every term that the judge checks is public.
    pub fn all_known(&self) -> bool {
        self.known >= self.cells()
    }

    pub(super) fn cells(&self) -> usize {
        usize::try_from(self.rules.n_check).unwrap_or(usize::MAX)
    }

    /// What was printed, before anything was run.
    pub fn rows(&self) -> [TriedRow; 0] {
        []
    }

    /// The strip before anything was run.
    pub fn strip(&self) -> TrustedHtml {
        let all = self.cells();
        let label = if self.all_known() {
            say!("strip-public", n = all)
        } else {
            let hidden = all - self.known;
            say!(
                "strip-hidden",
                n = all,
                public = self.known,
                hidden = hidden
            )
        };
        strip::strip(&strip::terms(self.known, all), &label)
    }
}
