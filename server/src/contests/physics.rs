//! Derivations, graded by the formulas in them.

use dojo_judge::contest::Contest;

use super::{Form, Room};

pub(super) const ROOM: Room = Room {
    contest: Contest::Physics,
    whole: "Full marks",
    part: "Part marks",
    in_part: "in part",
    any: "Any points",
    best: "derivation with full marks",
    whole_column: ("Full", "Problems with full marks"),
    any_column: ("Any", "Problems with any points"),
    nobody: "Nobody has a point yet.",
    nobody_whole: "Nobody has full marks.",
    order: "Equal scores are ordered by the earlier submission, then the hash of the text. Matched are the formulas \
            that say one of the reference solution, of those that were compared.",
    judging: "grades your derivation",
    keys: "shows how it is read",
    form: Form::Prose,
    has_lengths: false,
    has_formulas: true,
    takes_packages: false,
};
