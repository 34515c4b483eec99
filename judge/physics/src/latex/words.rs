//! What commands mean.

use super::scan::is_upright_d;
use super::token::{Kind, Raw, Token};
use super::{function_names, macros};
use crate::formula::{Accent, IntegralKind, Relation};

/// Greek letters and other commands that are symbols.
const SYMBOLS: &[&str] = &[
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "vartheta",
    "iota",
    "kappa",
    "varkappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "omicron",
    "pi",
    "varpi",
    "rho",
    "varrho",
    "sigma",
    "varsigma",
    "tau",
    "upsilon",
    "phi",
    "varphi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Pi",
    "Sigma",
    "Upsilon",
    "Phi",
    "Psi",
    "Omega",
    "varGamma",
    "varDelta",
    "varTheta",
    "varLambda",
    "varXi",
    "varPi",
    "varSigma",
    "varUpsilon",
    "varPhi",
    "varPsi",
    "varOmega",
    "digamma",
    "hbar",
    "hslash",
    "ell",
    "aleph",
    "imath",
    "jmath",
    "wp",
    "eth",
    "Box",
    "square",
    "emptyset",
    "varnothing",
    "ldots",
    "cdots",
    "dots",
    "dotsc",
    "dotsb",
];

/// Marks that occur in subscripts and as labels.
const MARKS: &[&str] = &[
    "infty",
    "perp",
    "parallel",
    "odot",
    "oplus",
    "ominus",
    "otimes",
    "circ",
    "pm",
    "mp",
    "ast",
    "star",
    "dagger",
    "ddagger",
    "bullet",
    "to",
    "partial",
    "cdot",
    "times",
    "uparrow",
    "downarrow",
    "triangle",
    "prime",
    "leq",
    "geq",
    "neq",
    "nabla",
    "langle",
    "leftrightarrow",
    "gets",
    "top",
];

/// The base name of a command that is a symbol.
pub(super) fn symbol(name: &str) -> Option<String> {
    if !SYMBOLS.contains(&name) {
        return None;
    }
    Some(match name {
        "varepsilon" => r"\epsilon".to_owned(),
        "hslash" => r"\hbar".to_owned(),
        "square" => r"\Box".to_owned(),
        "cdots" | "dots" | "dotsc" | "dotsb" => r"\ldots".to_owned(),
        "varnothing" => r"\emptyset".to_owned(),
        _ => match name
            .strip_prefix("var")
            .filter(|rest| rest.starts_with(char::is_uppercase))
        {
            Some(upright) => format!(r"\{upright}"),
            None => format!(r"\{name}"),
        },
    })
}

/// How a command is written inside a subscript or label.
pub(super) fn mark(name: &str) -> Option<String> {
    if name == "rightarrow" {
        return Some(r"\to".to_owned());
    }
    if matches!(
        name,
        "max"
            | "min"
            | "ln"
            | "log"
            | "sin"
            | "cos"
            | "tan"
            | "exp"
            | "lim"
            | "inf"
            | "sup"
            | "arg"
            | "det"
    ) {
        return Some(name.to_owned());
    }
    symbol(name).or_else(|| MARKS.contains(&name).then(|| format!(r"\{name}")))
}

/// What a command says between two sides.
pub(super) fn relation(name: &str) -> Option<Relation> {
    Some(match name {
        "equiv" | "coloneqq" | "triangleq" | "doteq" => Relation::Identical,
        "approx" | "simeq" | "cong" | "approxeq" => Relation::Approximately,
        "sim" => Relation::Similar,
        "propto" => Relation::Proportional,
        "ne" | "neq" => Relation::NotEqual,
        "lt" => Relation::Less,
        "gt" => Relation::Greater,
        "le" | "leq" | "leqslant" | "leqq" | "lesssim" | "lessapprox" => Relation::LessOrEqual,
        "ge" | "geq" | "geqslant" | "geqq" | "gtrsim" | "gtrapprox" => Relation::GreaterOrEqual,
        "ll" => Relation::MuchLess,
        "gg" => Relation::MuchGreater,
        "to" | "rightarrow" | "longrightarrow" => Relation::Tends,
        "in" => Relation::In,
        _ => return None,
    })
}

/// Whether a command stands between two formulas.
pub(super) fn is_consequence(name: &str) -> bool {
    matches!(
        name,
        "Rightarrow"
            | "implies"
            | "Longrightarrow"
            | "Leftrightarrow"
            | "iff"
            | "Longleftrightarrow"
            | "Leftarrow"
            | "therefore"
            | "because"
            | "land"
            | "lor"
            | "wedge"
            | "vee"
    )
}

/// Whether words between two formulas only connect them.
pub(super) fn is_connective(text: &str) -> bool {
    let lower = text
        .trim()
        .trim_matches([',', '.', ':', ';'])
        .to_ascii_lowercase();
    matches!(
        lower.trim(),
        "and"
            | "or"
            | "where"
            | "for"
            | "with"
            | "if"
            | "when"
            | "so"
            | "hence"
            | "thus"
            | "then"
            | "therefore"
            | "because"
            | "since"
            | "while"
            | "but"
            | "at"
            | "gives"
            | "i.e"
            | "that is"
            | "so that"
            | "such that"
            | "which gives"
            | "we get"
            | "we have"
            | "as"
    )
}

/// The signs of an integral command.
pub(super) fn integral_signs(name: &str) -> Option<u8> {
    Some(match integral(name)? {
        IntegralKind::Single | IntegralKind::Closed => 1,
        IntegralKind::Double | IntegralKind::ClosedSurface => 2,
        IntegralKind::Triple => 3,
    })
}

/// Which integral a command is.
pub(super) fn integral(name: &str) -> Option<IntegralKind> {
    Some(match name {
        "int" => IntegralKind::Single,
        "iint" => IntegralKind::Double,
        "iiint" => IntegralKind::Triple,
        "oint" => IntegralKind::Closed,
        "oiint" => IntegralKind::ClosedSurface,
        _ => return None,
    })
}

/// Whether a command is a fraction.
pub(super) fn is_fraction(name: &str) -> bool {
    matches!(name, "frac" | "dfrac" | "tfrac" | "cfrac")
}

/// Whether a command makes its argument a vector.
pub(super) fn is_vector(name: &str) -> bool {
    matches!(
        name,
        "vec"
            | "mathbf"
            | "boldsymbol"
            | "bm"
            | "pmb"
            | "overrightarrow"
            | "mathbfit"
            | "symbf"
            | "bold"
            | "vb"
            | "va"
    )
}

/// Which accent a command puts over its argument.
pub(super) fn accent(name: &str) -> Option<Accent> {
    Some(match name {
        "hat" | "widehat" | "vu" => Accent::Hat,
        "bar" | "overline" => Accent::Bar,
        "tilde" | "widetilde" => Accent::Tilde,
        "check" | "widecheck" => Accent::Check,
        "breve" => Accent::Breve,
        "acute" => Accent::Acute,
        "grave" => Accent::Grave,
        "mathring" => Accent::Ring,
        "underline" => Accent::Underline,
        _ => return None,
    })
}

/// How many dots a command puts over its argument.
pub(super) fn dots(name: &str) -> Option<u32> {
    match name {
        "dot" => Some(1),
        "ddot" => Some(2),
        "dddot" => Some(3),
        _ => None,
    }
}

/// Whether a command writes letters in another alphabet that makes them other symbols.
pub(super) fn is_font(name: &str) -> bool {
    matches!(
        name,
        "mathcal" | "mathbb" | "mathscr" | "mathfrak" | "mathsf" | "mathtt" | "cal"
    )
}

/// Whether a command writes letters upright.
pub(super) fn is_roman(name: &str) -> bool {
    matches!(
        name,
        "mathrm" | "operatorname" | "mathit" | "mathnormal" | "textup"
    )
}

/// Whether a command takes a symbol as its argument and makes another symbol of it.
pub(super) fn takes_symbol(name: &str) -> bool {
    is_vector(name)
        || accent(name).is_some()
        || dots(name).is_some()
        || is_font(name)
        || is_roman(name)
}

/// Whether a word is a plain letter, Latin or Greek.
pub(super) fn is_letter(kind: &Kind<'_>) -> bool {
    match kind {
        Kind::Letter(_) => true,
        Kind::Command(name) => SYMBOLS.contains(name),
        _ => false,
    }
}

/// Whether a symbol can begin with this word.
pub(super) fn begins_variable(kind: &Kind<'_>) -> bool {
    match kind {
        Kind::Letter(_) => true,
        Kind::Command(name) => SYMBOLS.contains(name) || takes_symbol(name) || *name == "prescript",
        Kind::Raw(Raw::Text, text) => {
            text.trim_start().starts_with(char::is_alphabetic) && !is_connective(text)
        }
        _ => false,
    }
}

/// The index after the `d` at `index`, if one is there: `d`, `\mathrm{d}`, `\dd`, `\partial`.
pub(super) fn differential_end(tokens: &[Token<'_>], index: usize) -> Option<usize> {
    let token = tokens.get(index)?;
    match token.kind {
        Kind::Letter('d') | Kind::Command("dd" | "partial" | "differentialD") => Some(index + 1),
        Kind::Raw(..) if is_upright_d(&token.kind) => Some(index + 1),
        Kind::Command(name) if is_roman(name) => {
            let rest = tokens.get(index + 1..index + 4)?;
            (rest[0].is('{') && rest[1].kind == Kind::Letter('d') && rest[2].is('}'))
                .then_some(index + 4)
        }
        _ => None,
    }
}

/// Whether the reader knows a command at all, in whatever place.
pub(super) fn is_known(name: &str) -> bool {
    const OTHERS: &[&str] = &[
        "sqrt",
        "binom",
        "dbinom",
        "tbinom",
        "sum",
        "prod",
        "lim",
        "nabla",
        "cdot",
        "times",
        "ast",
        "bullet",
        "div",
        "pm",
        "mp",
        "infty",
        "degree",
        "circ",
        "%",
        "boxed",
        "partial",
        "SI",
        "num",
        "ang",
        "ket",
        "bra",
        "braket",
        "mel",
        "matrixel",
        "prescript",
        "not",
        "|",
        "colon",
    ];
    OTHERS.contains(&name)
        || macros::is_macro(name)
        || mark(name).is_some()
        || relation(name).is_some()
        || is_consequence(name)
        || integral(name).is_some()
        || is_fraction(name)
        || takes_symbol(name)
        || function_names::function(name).is_some()
}

/// Whether a factor can begin with a command.
pub(super) fn begins_factor(name: &str) -> bool {
    const OPERATORS: &[&str] = &[
        "cdot", "times", "ast", "bullet", "div", "pm", "mp", "colon", "not", "over", "choose",
        "overset", "underset", "stackrel",
    ];
    !OPERATORS.contains(&name)
        && relation(name).is_none()
        && !is_consequence(name)
        && is_known(name)
}
