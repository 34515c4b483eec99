//! Characters beyond ASCII that have a LaTeX spelling.

use super::token::{Delimiter, Kind};

/// What a character stands for.
pub(super) fn kind(letter: char) -> Option<Kind<'static>> {
    let command = match letter {
        '−' | '–' => return Some(Kind::Char('-')),
        '′' | '’' => return Some(Kind::Char('\'')),
        '∗' => return Some(Kind::Char('*')),
        '∕' | '⁄' => return Some(Kind::Char('/')),
        '⟨' | '〈' => return Some(Kind::Open(Delimiter::Angle)),
        '⟩' | '〉' => return Some(Kind::Close(Delimiter::Angle)),
        '×' => "times",
        '·' | '⋅' | '∙' => "cdot",
        '÷' => "div",
        '±' => "pm",
        '∓' => "mp",
        '≤' | '⩽' => "leq",
        '≥' | '⩾' => "geq",
        '≠' => "neq",
        '≈' => "approx",
        '≃' => "simeq",
        '≅' => "cong",
        '≡' => "equiv",
        '∼' => "sim",
        '∝' => "propto",
        '≪' => "ll",
        '≫' => "gg",
        '→' => "to",
        '⇒' | '⟹' => "Rightarrow",
        '⇔' | '⟺' => "Leftrightarrow",
        '∈' => "in",
        '∞' => "infty",
        '∂' => "partial",
        '∇' => "nabla",
        '∫' => "int",
        '∬' => "iint",
        '∭' => "iiint",
        '∮' => "oint",
        '∑' => "sum",
        '∏' => "prod",
        '√' => "sqrt",
        '…' | '⋯' => "ldots",
        '⊥' => "perp",
        '∥' => "parallel",
        'ℏ' => "hbar",
        'ℓ' => "ell",
        '∆' => "Delta",
        '∴' => "therefore",
        _ => greek(letter)?,
    };
    Some(Kind::Command(command))
}

fn greek(letter: char) -> Option<&'static str> {
    Some(match letter {
        'α' => "alpha",
        'β' => "beta",
        'γ' => "gamma",
        'δ' => "delta",
        'ε' | 'ϵ' => "epsilon",
        'ζ' => "zeta",
        'η' => "eta",
        'θ' => "theta",
        'ϑ' => "vartheta",
        'ι' => "iota",
        'κ' => "kappa",
        'λ' => "lambda",
        'μ' | 'µ' => "mu",
        'ν' => "nu",
        'ξ' => "xi",
        'π' => "pi",
        'ρ' => "rho",
        'σ' => "sigma",
        'ς' => "varsigma",
        'τ' => "tau",
        'υ' => "upsilon",
        'φ' => "varphi",
        'ϕ' => "phi",
        'χ' => "chi",
        'ψ' => "psi",
        'ω' => "omega",
        'Γ' => "Gamma",
        'Δ' => "Delta",
        'Θ' => "Theta",
        'Λ' => "Lambda",
        'Ξ' => "Xi",
        'Π' => "Pi",
        'Σ' => "Sigma",
        'Υ' => "Upsilon",
        'Φ' => "Phi",
        'Ψ' => "Psi",
        'Ω' => "Omega",
        _ => return None,
    })
}

/// For a raised or lowered character `^` or `_`, and the character itself.
pub(super) fn script(letter: char) -> Option<(char, char)> {
    const RAISED: &str = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-ⁿnⁱi";
    const LOWERED: &str = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-ₐaₑeₒoₓxᵢiⱼjₖkₗlₘmₙnₚpᵣrₛsₜtᵤuᵥv";
    for (mark, table) in [('^', RAISED), ('_', LOWERED)] {
        let mut pairs = table.chars();
        while let (Some(script), Some(plain)) = (pairs.next(), pairs.next()) {
            if script == letter {
                return Some((mark, plain));
            }
        }
    }
    None
}

/// The word that a plain character is.
pub(super) fn plain_kind(plain: char) -> Kind<'static> {
    if plain.is_ascii_digit() {
        Kind::Digit(plain)
    } else if plain.is_ascii_alphabetic() {
        Kind::Letter(plain)
    } else {
        Kind::Char(plain)
    }
}
