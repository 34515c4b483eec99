//! What functions and operators are called.

use crate::formula::{Function, Nabla};

/// Which function a name is.
pub(super) fn function(name: &str) -> Option<Function> {
    Some(match name {
        "sin" => Function::Sin,
        "cos" => Function::Cos,
        "tan" | "tg" => Function::Tan,
        "cot" | "ctg" | "cotg" => Function::Cot,
        "sec" => Function::Sec,
        "csc" | "cosec" => Function::Csc,
        "arcsin" | "asin" => Function::Arcsin,
        "arccos" | "acos" => Function::Arccos,
        "arctan" | "atan" | "arctg" => Function::Arctan,
        "arccot" | "acot" | "arcctg" => Function::Arccot,
        "arcsec" | "asec" => Function::Arcsec,
        "arccsc" | "acsc" => Function::Arccsc,
        "sinh" | "sh" => Function::Sinh,
        "cosh" | "ch" => Function::Cosh,
        "tanh" | "th" => Function::Tanh,
        "coth" | "cth" => Function::Coth,
        "sech" => Function::Sech,
        "csch" => Function::Csch,
        "arsinh" | "arcsinh" | "asinh" => Function::Arsinh,
        "arcosh" | "arccosh" | "acosh" => Function::Arcosh,
        "artanh" | "arctanh" | "atanh" => Function::Artanh,
        "arcoth" | "arccoth" | "acoth" => Function::Arcoth,
        "exp" => Function::Exp,
        "ln" => Function::Ln,
        "log" | "lg" => Function::Log,
        "min" => Function::Min,
        "max" => Function::Max,
        "sgn" | "sign" => Function::Sgn,
        "Re" => Function::Re,
        "Im" => Function::Im,
        "arg" => Function::Arg,
        "det" => Function::Det,
        "Tr" | "tr" => Function::Trace,
        "erf" => Function::Erf,
        _ => return None,
    })
}

/// What `\nabla` does under a name of its own.
pub(super) fn nabla(name: &str) -> Option<Nabla> {
    Some(match name {
        "grad" => Nabla::Gradient,
        "div" => Nabla::Divergence,
        "curl" | "rot" => Nabla::Curl,
        _ => return None,
    })
}

/// The function that `^{-1}` after a function's name stands for.
pub(super) fn inverse(function: Function) -> Option<Function> {
    Some(match function {
        Function::Sin => Function::Arcsin,
        Function::Cos => Function::Arccos,
        Function::Tan => Function::Arctan,
        Function::Cot => Function::Arccot,
        Function::Sec => Function::Arcsec,
        Function::Csc => Function::Arccsc,
        Function::Sinh => Function::Arsinh,
        Function::Cosh => Function::Arcosh,
        Function::Tanh => Function::Artanh,
        Function::Coth => Function::Arcoth,
        _ => return None,
    })
}
