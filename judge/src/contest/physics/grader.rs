//! The digest that identifies the grader.

use formula::credit::GRADER_VERSION;

use super::{EedParameters, Equivalence};
use crate::canonical_json;
use crate::digest::{Digest, Fields};

/// The digest of the grader of derivations, as the sandbox's digest identifies what runs programs: equal digests mean
/// equal reports.
pub fn grader_digest() -> Digest {
    digest_of_grader(
        GRADER_VERSION,
        &Equivalence::default(),
        Some(&EedParameters::default()),
    )
}

/// `SHA-256("sequence-dojo/grader/2" ‖ version ‖ parameters of comparing ‖ those of EED)`. Parameters are canonical
/// JSON, the version is decimal text, and every field is preceded by its length as eight bytes, most significant
/// first. Graders that did not measure EED have `grader/1` and no such field.
pub(super) fn digest_of_grader(
    version: u32,
    equivalence: &Equivalence,
    eed: Option<&EedParameters>,
) -> Digest {
    let equivalence = canonical_json::to_string(equivalence).expect("texts and integers only");
    let fields = |name| {
        Fields::new(name)
            .text(&version.to_string())
            .text(&equivalence)
    };
    match eed {
        Some(eed) => {
            let eed = canonical_json::to_string(eed).expect("texts and integers only");
            fields("sequence-dojo/grader/2").text(&eed).finish()
        }
        None => fields("sequence-dojo/grader/1").finish(),
    }
}
