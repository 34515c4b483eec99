//! The reasons why two formulas are equivalent or not, in words for a student.

use std::fmt;

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct EquivalenceAnswer {
    /// Whether the two are the same.
    pub equivalent: bool,
    /// Trials that were made; 0 where none was needed.
    pub trials: u32,
    /// Why.
    pub reason: Reason,
    /// How symbols with more than one meaning were read.
    pub notes: Vec<ReadingNote>,
}

impl EquivalenceAnswer {
    /// A result that needed no trial.
    pub(super) fn at_sight(equivalent: bool, reason: Reason) -> Self {
        Self {
            equivalent,
            trials: 0,
            reason,
            notes: Vec::new(),
        }
    }
}

/// Why two formulas are equivalent or not. The first formula is the reference.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// They are written alike, except for the order of terms and factors.
    Identical,
    /// They have the same solutions for all numbers that were tried.
    Agree,
    /// They have the same solutions once integrals, series or derivatives are carried out: one is a step, the other
    /// is its result.
    AgreeCarriedOut,
    /// They have the same solutions once constants are substituted.
    AgreeWithConstants,
    /// Symbols that only one of them has.
    Symbols {
        /// Only in the reference.
        missing: Vec<String>,
        /// Only in the student's formula.
        extra: Vec<String>,
    },
    /// The student's value is the reference's times a number.
    Factor(f64),
    /// The student's value has the other sign.
    Sign,
    /// One term of a sum has the wrong sign.
    TermSign,
    /// One term of a sum has the wrong factor.
    TermFactor(f64),
    /// One term of a sum is missing.
    MissingTerm,
    /// The units do not fit: dimensions in base units.
    Dimensions {
        /// Dimension of the reference.
        reference: String,
        /// Dimension of the student's value.
        answer: String,
    },
    /// The reference has a unit, the student's formula none.
    MissingUnit,
    /// The student's formula has a unit, the reference none.
    UnexpectedUnit,
    /// A unit that is not known.
    UnknownUnit(String),
    /// Equation, inequality or expression.
    Shape {
        /// What the reference is.
        reference: Shape,
        /// What the student's formula is.
        answer: Shape,
    },
    /// An inequality points the other way.
    Direction,
    /// One inequality allows equality.
    Strictness,
    /// One formula is always true, the other is not.
    OneAlwaysTrue,
    /// Both are always true but say different things.
    BothAlwaysTrue,
    /// They have different solutions; for which symbol, if that is known.
    Differ {
        /// The symbol.
        symbol: Option<String>,
    },
    /// They are written alike except for one part, which differs although values do not show it.
    Unseen,
    /// Chains that do not consist of the same statements.
    Chain,
    /// The conditions beside them contradict each other.
    Condition,
    /// Too few numbers were found for which the formulas have solutions.
    Undecided {
        /// Trials that gave a solution.
        succeeded: u32,
        /// How many trials must give one.
        needed: u32,
    },
    /// They need more arithmetic than a comparison may take.
    TooLarge,
    /// They have more symbols than a comparison can hold.
    TooManySymbols,
}

/// What kind of statement a formula is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `a = b`
    Equation,
    /// `a < b`
    Inequality,
    /// No relation.
    Expression,
    /// Another relation.
    Other,
}

/// An error label that a reason suggests (PRISM-Physics, appendix G.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suggestion {
    /// UDE: units or dimensions.
    UnitDimension,
    /// DCE: derivation or calculation.
    DerivationCalculation,
}

/// How a symbol with more than one meaning was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadingNote {
    /// `e` in exponentials is the base of the natural logarithm.
    EulerNumber,
    /// `e` also stands alone and is a quantity there.
    EulerNumberAndSymbol,
    /// A symbol, `i` or `j`, is the imaginary unit.
    ImaginaryUnit {
        /// The symbol.
        symbol: String,
    },
    /// Primes are derivatives.
    Primes,
    /// `\Gamma(x)` is the gamma function.
    GammaFunction,
    /// `M^0` is a power.
    ZerothPower {
        /// The symbol with the raised zero.
        symbol: String,
    },
    /// A symbol was taken from the table of constants.
    Constant {
        /// The symbol.
        symbol: String,
        /// The constant that it was taken for.
        name: &'static str,
    },
}

impl Reason {
    /// Whether the comparison ended without showing that the two differ.
    pub(crate) fn is_undecided(&self) -> bool {
        matches!(
            self,
            Self::Undecided { .. } | Self::TooLarge | Self::TooManySymbols
        )
    }

    /// The error label that the reason suggests.
    pub fn suggestion(&self) -> Option<Suggestion> {
        match self {
            Self::Dimensions { .. }
            | Self::MissingUnit
            | Self::UnexpectedUnit
            | Self::UnknownUnit(_) => Some(Suggestion::UnitDimension),
            Self::Factor(_)
            | Self::Sign
            | Self::TermSign
            | Self::TermFactor(_)
            | Self::MissingTerm
            | Self::Direction
            | Self::Strictness => Some(Suggestion::DerivationCalculation),
            Self::Identical
            | Self::Agree
            | Self::AgreeCarriedOut
            | Self::AgreeWithConstants
            | Self::Symbols { .. }
            | Self::Shape { .. }
            | Self::OneAlwaysTrue
            | Self::BothAlwaysTrue
            | Self::Differ { .. }
            | Self::Unseen
            | Self::Chain
            | Self::Condition
            | Self::Undecided { .. }
            | Self::TooLarge
            | Self::TooManySymbols => None,
        }
    }
}

impl Suggestion {
    /// The label's letters.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnitDimension => "UDE",
            Self::DerivationCalculation => "DCE",
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equation => "an equation",
            Self::Inequality => "an inequality",
            Self::Expression => "an expression without a relation",
            Self::Other => "a statement of another kind",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Identical => f.write_str("the formulas are the same"),
            Self::Agree => f.write_str("the formulas have the same solutions"),
            Self::AgreeCarriedOut => f.write_str(
                "the formulas have the same solutions once integrals, sums and derivatives are \
                 carried out",
            ),
            Self::AgreeWithConstants => {
                f.write_str("the formulas have the same solutions once constants are put in")
            }
            Self::Symbols { missing, extra } => symbols(f, missing, extra),
            Self::Factor(factor) => {
                write!(f, "the two sides differ by a factor of {}", Pretty(*factor))
            }
            Self::Sign => f.write_str("the sign differs"),
            Self::TermSign => f.write_str("one term has the wrong sign"),
            Self::TermFactor(factor) => {
                write!(f, "one term differs by a factor of {}", Pretty(*factor))
            }
            Self::MissingTerm => f.write_str("one term is missing"),
            Self::Dimensions { reference, answer } => {
                write!(f, "the dimensions differ: {answer} against {reference}")
            }
            Self::MissingUnit => f.write_str("the unit is missing"),
            Self::UnexpectedUnit => f.write_str("there is a unit where none is expected"),
            Self::UnknownUnit(name) => write!(f, "`{name}` is no unit"),
            Self::Shape { reference, answer } => {
                write!(f, "this is {answer}, {reference} is expected")
            }
            Self::Direction => f.write_str("the inequality points the other way"),
            Self::Strictness => f.write_str("one inequality allows equality, the other does not"),
            Self::OneAlwaysTrue => {
                f.write_str("one formula holds for all numbers, the other does not")
            }
            Self::BothAlwaysTrue => {
                f.write_str("both formulas hold always, but they say different things")
            }
            Self::Differ { symbol: Some(name) } => {
                write!(f, "the formulas give different values for {name}")
            }
            Self::Differ { symbol: None } => f.write_str("the formulas have different values"),
            Self::Unseen => f.write_str(
                "the formulas are written alike but for one part, which differs although values do not show it",
            ),
            Self::Chain => f.write_str("the chains do not consist of the same statements"),
            Self::Condition => f.write_str("the condition beside the formula differs"),
            Self::Undecided { succeeded, needed } => write!(
                f,
                "could not be decided: {succeeded} of the {needed} trials that are needed gave a \
                 solution"
            ),
            Self::TooLarge => f.write_str("could not be decided: the formulas are too large"),
            Self::TooManySymbols => {
                f.write_str("could not be decided: the formulas have too many symbols")
            }
        }
    }
}

fn symbols(f: &mut fmt::Formatter<'_>, missing: &[String], extra: &[String]) -> fmt::Result {
    match (extra, missing) {
        ([extra], [missing]) => write!(f, "different symbols: {extra} against {missing}"),
        ([], missing) => write!(f, "{} does not occur", missing.join(", ")),
        (extra, []) => write!(f, "{} is not in the reference", extra.join(", ")),
        (extra, missing) => write!(
            f,
            "different symbols: {} against {}",
            extra.join(", "),
            missing.join(", ")
        ),
    }
}

impl fmt::Display for ReadingNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EulerNumber => f.write_str("e was read as the base of the natural logarithm"),
            Self::EulerNumberAndSymbol => f.write_str(
                "e was read as the base of the natural logarithm in exponentials and as a \
                 quantity elsewhere",
            ),
            Self::ImaginaryUnit { symbol } => {
                write!(f, "{symbol} was read as the imaginary unit")
            }
            Self::Primes => f.write_str("primes were read as derivatives"),
            Self::GammaFunction => f.write_str("Γ was read as the gamma function"),
            Self::ZerothPower { symbol } => write!(f, "the 0 above {symbol} was read as a power"),
            Self::Constant { symbol, name } => write!(f, "{symbol} was read as the {name}"),
        }
    }
}

/// A number as a person writes it: `2`, `1/3`, `2π`, `1.25`.
struct Pretty(f64);

impl fmt::Display for Pretty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (unit, name) in [(1.0, ""), (std::f64::consts::PI, "π")] {
            for below in 1..=12_i32 {
                let above = self.0 / unit * f64::from(below);
                let near = (above - above.round()).abs() <= 1e-6 * above.abs();
                if !near || above.round() == 0.0 || above.abs() > 10_000.0 {
                    continue;
                }
                let one = (above.round().abs() - 1.0).abs() == 0.0 && !name.is_empty();
                let sign = if one && above < 0.0 { "-" } else { "" };
                let above = if one {
                    String::new()
                } else {
                    above.round().to_string()
                };
                return match below {
                    1 => write!(f, "{sign}{above}{name}"),
                    below => write!(f, "{sign}{above}{name}/{below}"),
                };
            }
        }
        let inverse = std::f64::consts::PI * self.0;
        for below in 1..=12_i32 {
            let above = inverse * f64::from(below);
            if (above - above.round()).abs() <= 1e-6 * above.abs()
                && above.round() != 0.0
                && above.abs() < 1000.0
            {
                return match below {
                    1 => write!(f, "{}/π", above.round()),
                    below => write!(f, "{}/({below}π)", above.round()),
                };
            }
        }
        let size = self.0.abs();
        if (1e-3..1e6).contains(&size) {
            let text = format!("{:.6}", self.0);
            f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
        } else {
            write!(f, "{:.4e}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_written_as_a_person_would() {
        for (factor, shown) in [
            (2.0, "2"),
            (0.5, "1/2"),
            (-2.0 / 3.0, "-2/3"),
            (std::f64::consts::PI, "π"),
            (2.0 * std::f64::consts::PI, "2π"),
            (0.5 / std::f64::consts::PI, "1/(2π)"),
            (1000.0, "1000"),
            (1.234_567, "1.234567"),
            (1e-9, "1.0000e-9"),
        ] {
            assert_eq!(
                Reason::Factor(factor).to_string(),
                format!("the two sides differ by a factor of {shown}")
            );
        }
    }

    #[test]
    fn symbols_are_named() {
        let reason = |missing: &[&str], extra: &[&str]| {
            let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
            Reason::Symbols {
                missing: names(missing),
                extra: names(extra),
            }
            .to_string()
        };
        assert_eq!(reason(&["M'"], &["M"]), "different symbols: M against M'");
        assert_eq!(reason(&["g"], &[]), "g does not occur");
        assert_eq!(reason(&[], &["x", "y"]), "x, y is not in the reference");
    }
}
