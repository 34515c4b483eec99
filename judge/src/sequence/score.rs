//! Computes points (`docs/SCORING-v0.1.md` §4 and §5, `docs/SCORING-v0.3.md` §5), without the diversity bonus, which
//! depends on other people's submissions.

use super::gate::Gates;

/// The score of a Stage Pass.
pub const STAGE_BASE: u32 = 200;

/// The score of a Reward Correct, without bonuses.
pub const REWARD_BASE: u32 = 1000;

/// The upper bound of the brevity bonus; an empty source would get it.
pub const B_MAX: u32 = 200;

/// 1/beta: after this many bytes the bonus has fallen by the factor e.
pub const BETA_DENOMINATOR: u32 = 800;

/// The last length that still gets a bonus of 1, of 2, … of 199.
///
/// The bonus is `floor(200·e^(−L/800))`. It is tabulated so that a score never depends on a machine's mathematical
/// library; a test compares the table with the formula.
const LAST_LENGTH: [u16; 199] = [
    4238, 3684, 3359, 3129, 2951, 2805, 2681, 2575, 2480, 2396, 2320, 2250, 2186, 2127, 2072, 2020,
    1972, 1926, 1883, 1842, 1803, 1765, 1730, 1696, 1663, 1632, 1601, 1572, 1544, 1517, 1491, 1466,
    1441, 1417, 1394, 1371, 1349, 1328, 1307, 1287, 1267, 1248, 1229, 1211, 1193, 1175, 1158, 1141,
    1125, 1109, 1093, 1077, 1062, 1047, 1032, 1018, 1004, 990, 976, 963, 949, 936, 924, 911, 899,
    886, 874, 863, 851, 839, 828, 817, 806, 795, 784, 774, 763, 753, 743, 733, 723, 713, 703, 694,
    684, 675, 665, 656, 647, 638, 629, 621, 612, 604, 595, 587, 578, 570, 562, 554, 546, 538, 530,
    523, 515, 507, 500, 492, 485, 478, 471, 463, 456, 449, 442, 435, 428, 422, 415, 408, 402, 395,
    388, 382, 376, 369, 363, 357, 350, 344, 338, 332, 326, 320, 314, 308, 302, 296, 291, 285, 279,
    273, 268, 262, 257, 251, 246, 240, 235, 230, 224, 219, 214, 209, 203, 198, 193, 188, 183, 178,
    173, 168, 163, 158, 153, 149, 144, 139, 134, 130, 125, 120, 116, 111, 106, 102, 97, 93, 88, 84,
    79, 75, 71, 66, 62, 58, 53, 49, 45, 41, 36, 32, 28, 24, 20, 16, 12, 8, 4,
];

/// The brevity bonus of a Reward Correct source of `l_chars` canonical bytes: 199 for one byte,
/// 0 from 4239 bytes on.
///
/// Under scoring 0.3 a problem has a par, and the bonus is `floor(200·2^(−l_chars/par))`: 100 at par.
pub fn brevity_bonus(l_chars: u32, par: Option<u32>) -> u32 {
    assert!(l_chars > 0, "a canonical source is never empty");
    if let Some(par) = par {
        let exact = f64::from(B_MAX) * libm::exp2(-f64::from(l_chars) / f64::from(par));
        return floor(exact);
    }
    let bonus = LAST_LENGTH.partition_point(|&last| u32::from(last) >= l_chars);
    u32::try_from(bonus).expect("the table has 199 entries")
}

/// `floor(max·e^(−l_chars/800))`, calculated with compiled-in mathematics, so that every machine gets the same
/// result.
pub(super) fn decay(max: u32, l_chars: u32) -> u32 {
    floor(f64::from(max) * libm::exp(-f64::from(l_chars) / f64::from(BETA_DENOMINATOR)))
}

fn floor(exact: f64) -> u32 {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 400"
    )]
    let floor = exact.floor() as u32;
    floor
}

/// The brevity bonus and the score of a source with `l_chars` canonical bytes for its gates, on a problem with this
/// par, if the scoring has one.
pub fn score(gates: Gates, l_chars: u32, par: Option<u32>) -> (u32, u32) {
    match gates {
        Gates::None => (0, 0),
        Gates::Stage => (0, STAGE_BASE),
        Gates::Reward => {
            let bonus = brevity_bonus(l_chars, par);
            (bonus, REWARD_BASE + bonus)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{MIN_PAR, par_beside};
    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn published_values() {
        for (l_chars, bonus) in [
            (1, 199),
            (50, 187),
            (100, 176),
            (400, 121),
            (800, 73),
            (4238, 1),
            (4239, 0),
            (65_536, 0),
        ] {
            assert_eq!(brevity_bonus(l_chars, None), bonus, "{l_chars} bytes");
        }
    }

    #[test]
    fn table_equals_the_formula() {
        for l_chars in 1..=65_536 {
            let exact = f64::from(B_MAX) * (-f64::from(l_chars) / 800.0).exp();
            // No length comes closer to an integer than this, so the last bit of `exp` cannot matter.
            let distance = (exact - exact.round()).abs();
            assert!(distance > 4.6e-5 || l_chars > 6000, "{l_chars} bytes");
            let above = exact - f64::from(brevity_bonus(l_chars, None));
            assert!((0.0..1.0).contains(&above), "{l_chars} bytes");
        }
    }

    #[test]
    fn gates_decide_the_base() {
        assert_eq!(score(Gates::None, 10, None), (0, 0));
        assert_eq!(score(Gates::Stage, 10, Some(10)), (0, 200));
        assert_eq!(score(Gates::Reward, 800, None), (73, 1073));
        assert_eq!(score(Gates::Reward, 60_000, None), (0, 1000));
        assert_eq!(score(Gates::Reward, 50, Some(50)), (100, 1100));
    }

    /// `floor(200·2^(−L/par))` is the largest b with bᵖ·2ᴸ at most 200ᵖ, in whole numbers.
    #[test]
    fn the_bonus_beside_a_par_is_exact() {
        let power = |base: u32, par: u32| BigUint::from(base).pow(par);
        for par in [MIN_PAR, 17, 50, 121, 400, 999] {
            let whole = power(B_MAX, par);
            for l_chars in (1..8 * par).step_by(1 + par as usize / 40) {
                let bonus = brevity_bonus(l_chars, Some(par));
                assert!(power(bonus, par) << l_chars <= whole, "{l_chars} of {par}");
                assert!(
                    power(bonus + 1, par) << l_chars > whole,
                    "{l_chars} of {par}"
                );
            }
            let rounds = [(1, 100), (2, 50), (3, 25)];
            for (times, bonus) in rounds {
                assert_eq!(brevity_bonus(times * par, Some(par)), bonus);
            }
        }
    }

    #[test]
    fn par_is_the_setters_length_or_less() {
        assert_eq!(par_beside("x".repeat(90).as_str(), None), 90);
        assert_eq!(par_beside("x".repeat(90).as_str(), Some(60)), 60);
        assert_eq!(par_beside("x".repeat(90).as_str(), Some(120)), 90);
        assert_eq!(par_beside("print(1)", None), MIN_PAR);
    }

    proptest! {
        #[test]
        fn shorter_is_never_worse(a in 1u32..70_000, b in 1u32..70_000) {
            let (short, long) = (a.min(b), a.max(b));
            prop_assert!(brevity_bonus(short, None) >= brevity_bonus(long, None));
            prop_assert!(brevity_bonus(short, None) < B_MAX);
            prop_assert!(brevity_bonus(short, Some(long)) >= 100);
        }
    }
}
