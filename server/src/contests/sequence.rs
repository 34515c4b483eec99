//! Programs that continue a sequence.

use dojo_judge::contest::Contest;

use super::{Form, Room};

pub(super) const ROOM: Room = Room {
    contest: Contest::Sequence,
    whole: "Reward Correct",
    part: "Stage Pass",
    in_part: "Stage Pass",
    any: "At least a Stage Pass",
    best: "Reward Correct program",
    whole_column: ("Reward", "Problems with all terms right"),
    any_column: ("Stage", "Problems with at least a Stage Pass"),
    nobody: "Nobody has passed yet.",
    nobody_whole: "Nobody solved it whole.",
    order: "Equal scores are ordered by fewer bytes, then the earlier submission, then the hash of the source.",
    judging: "runs your program",
    keys: "runs it here",
    form: Form::Program,
    has_lengths: true,
    has_formulas: false,
    takes_packages: true,
};
