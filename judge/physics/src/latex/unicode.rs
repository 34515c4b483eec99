//! Characters beyond ASCII that are written for others: raised, lowered, or drawn alike.

use super::token::TokenKind;

/// The plain character that is meant by one that is drawn alike.
pub(super) fn plain(letter: char) -> Option<char> {
    Some(match letter {
        '−' | '–' => '-',
        '′' | '’' => '\'',
        '∗' => '*',
        '∕' | '⁄' => '/',
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
pub(super) fn plain_kind(plain: char) -> TokenKind<'static> {
    if plain.is_ascii_digit() {
        TokenKind::Digit(plain)
    } else if plain.is_ascii_alphabetic() {
        TokenKind::Letter(plain)
    } else {
        TokenKind::Char(plain)
    }
}
