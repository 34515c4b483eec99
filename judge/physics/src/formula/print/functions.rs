//! Known functions as LaTeX.

use super::list;
use crate::formula::{Expr, Function};

pub(super) fn function(function: Function, arguments: &[Expr]) -> String {
    // Once for each function: what is written twice at each level is written 2^n times.
    let inside = || list(arguments);
    match (function, arguments) {
        (Function::Log, [value, base]) => format!(r"\log_{{{base}}}({value})"),
        (Function::Abs, _) => format!(r"\lvert {} \rvert", inside()),
        (Function::Norm, _) => format!(r"\lVert {} \rVert", inside()),
        (Function::Floor, _) => format!(r"\lfloor {} \rfloor", inside()),
        (Function::Ceiling, _) => format!(r"\lceil {} \rceil", inside()),
        (Function::Binomial, [upper, lower]) => format!(r"\binom{{{upper}}}{{{lower}}}"),
        (Function::Tensor, _) => {
            let factors: Vec<String> = arguments
                .iter()
                .map(|factor| match factor {
                    Expr::Symbol(_) => factor.to_latex(),
                    _ => format!("({factor})"),
                })
                .collect();
            format!("({})", factors.join(r" \otimes "))
        }
        (Function::Factorial | Function::DoubleFactorial, [value]) => {
            let marks = if function == Function::Factorial {
                "!"
            } else {
                "!!"
            };
            match value {
                Expr::Number(number) if number.exponent().is_none() => format!("{value}{marks}"),
                Expr::Symbol(_) => format!("{value}{marks}"),
                _ => format!("({value}){marks}"),
            }
        }
        _ => format!("{}({})", function.as_latex(), inside()),
    }
}

impl Function {
    /// The LaTeX of its name.
    pub fn as_latex(self) -> &'static str {
        match self {
            Self::Sin => r"\sin",
            Self::Cos => r"\cos",
            Self::Tan => r"\tan",
            Self::Cot => r"\cot",
            Self::Sec => r"\sec",
            Self::Csc => r"\csc",
            Self::Arcsin => r"\arcsin",
            Self::Arccos => r"\arccos",
            Self::Arctan => r"\arctan",
            Self::Arccot => r"\operatorname{arccot}",
            Self::Arcsec => r"\operatorname{arcsec}",
            Self::Arccsc => r"\operatorname{arccsc}",
            Self::Sinh => r"\sinh",
            Self::Cosh => r"\cosh",
            Self::Tanh => r"\tanh",
            Self::Coth => r"\coth",
            Self::Sech => r"\operatorname{sech}",
            Self::Csch => r"\operatorname{csch}",
            Self::Arsinh => r"\operatorname{arsinh}",
            Self::Arcosh => r"\operatorname{arcosh}",
            Self::Artanh => r"\operatorname{artanh}",
            Self::Arcoth => r"\operatorname{arcoth}",
            Self::Exp => r"\exp",
            Self::Ln => r"\ln",
            Self::Log => r"\log",
            Self::Abs => r"\operatorname{abs}",
            Self::Norm => r"\operatorname{norm}",
            Self::Factorial => r"\operatorname{factorial}",
            Self::DoubleFactorial => r"\operatorname{factorial2}",
            Self::Binomial => r"\binom",
            Self::Min => r"\min",
            Self::Max => r"\max",
            Self::Sgn => r"\operatorname{sgn}",
            Self::Re => r"\Re",
            Self::Im => r"\Im",
            Self::Arg => r"\arg",
            Self::Det => r"\det",
            Self::Trace => r"\operatorname{Tr}",
            Self::Tensor => r"\otimes",
            Self::Erf => r"\operatorname{erf}",
            Self::Floor => r"\operatorname{floor}",
            Self::Ceiling => r"\operatorname{ceil}",
        }
    }
}
