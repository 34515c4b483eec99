//! Checks that the report on a program is consistent with its verdict and its source.

use crate::sequence::Report;
use crate::sequence::canonical::Canonical;
use crate::sequence::gate::Gates;
use crate::sequence::score::score;

pub(super) fn check_report(
    report: &Report,
    source: Option<&[u8]>,
    wrong: &mut dyn FnMut(&str, &str),
) {
    let gates = Gates::of(&report.verdict);
    let (stage, reward) = (gates >= Gates::Stage, gates == Gates::Reward);
    if report.stage_pass != stage {
        wrong(
            "stage_pass",
            &format!("is {}, the verdict says {stage}", report.stage_pass),
        );
    }
    if report.reward_correct != reward {
        wrong(
            "reward_correct",
            &format!("is {}, the verdict says {reward}", report.reward_correct),
        );
    }
    let canonical = source.and_then(|source| Canonical::new(source).ok());
    let (l_chars, hash) = canonical.as_ref().map_or((0, None), |canonical| {
        (canonical.l_chars(), Some(canonical.hash().to_string()))
    });
    if source.is_some() && report.l_chars != l_chars {
        wrong(
            "l_chars",
            &format!(
                "is {}, the source has {l_chars} canonical bytes",
                report.l_chars
            ),
        );
    }
    if source.is_some() && report.solver_hash != hash {
        wrong("solver_hash", "is not the hash of the canonical source");
    }
    if gates == Gates::None || l_chars > 0 {
        let (brevity, points) = score(gates, l_chars, report.par);
        if (report.brevity_bonus, report.score) != (brevity, points) {
            let message = format!(
                "is {} with a brevity bonus of {}, should be {points} with {brevity}",
                report.score, report.brevity_bonus
            );
            wrong("score", &message);
        }
    }
}
