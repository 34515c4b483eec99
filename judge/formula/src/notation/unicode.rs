//! Replaces characters beyond ASCII that stand for others: raised, lowered, or similar in shape.

use super::token::TokenKind;

/// The plain character that a similar one stands for.
pub(super) fn plain(letter: char) -> Option<char> {
    Some(match letter {
        '−' | '–' => '-',
        '′' | '’' => '\'',
        '∗' => '*',
        '∕' | '⁄' => '/',
        '。' => '.',
        '、' => ',',
        // Invisible brackets of equation editors.
        '〖' => '{',
        '〗' => '}',
        // Full-width characters, as Chinese and Japanese keyboards type them.
        '！'..='～' => {
            let narrow = char::from_u32(u32::from(letter) - 0xFEE0)?;
            let is_plain = narrow.is_ascii_alphanumeric() || "+-=*/()[]<>|.,:;!^_".contains(narrow);
            is_plain.then_some(narrow)?
        }
        _ => return None,
    })
}

/// The degree of a root sign that is one character.
pub(super) fn root(letter: char) -> Option<char> {
    match letter {
        '∛' => Some('3'),
        '∜' => Some('4'),
        _ => None,
    }
}

/// The digits of a fraction that is one character.
pub(super) fn fraction(letter: char) -> Option<(char, char)> {
    const FRACTIONS: &str = "½12⅓13⅔23¼14¾34⅕15⅖25⅗35⅘45⅙16⅚56⅐17⅛18⅜38⅝58⅞78⅑19";
    let mut written = FRACTIONS.chars();
    while let (Some(fraction), Some(upper), Some(lower)) =
        (written.next(), written.next(), written.next())
    {
        if fraction == letter {
            return Some((upper, lower));
        }
    }
    None
}

/// The command of a combining mark over the character before it.
pub(super) fn accent(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\u{302}' => "hat",
        '\u{303}' => "tilde",
        '\u{304}' | '\u{305}' => "bar",
        '\u{307}' => "dot",
        '\u{308}' => "ddot",
        '\u{20d7}' => "vec",
        _ => return None,
    })
}

/// The letter and the command of its accent, for an accented letter.
pub(super) fn accented(letter: char) -> Option<(char, &'static str)> {
    const HATS: &str = "ÂAâaĈCĉcÊEêeĜGĝgĤHĥhÎIîiĴJĵjÔOôoŜSŝsÛUûuŴWŵwŶYŷyẐZẑz";
    const DOTS: &str =
        "ȦAȧaḂBḃbĊCċcḊDḋdĖEėeḞFḟfĠGġgḢHḣhṀMṁmṄNṅnȮOȯoṖPṗpṘRṙrṠSṡsṪTṫtẆWẇwẊXẋxẎYẏyŻZżz";
    const DOUBLE_DOTS: &str = "ẌXẍxŸYÿy";
    const BARS: &str = "ĀAāaĒEēeḠGḡgĪIīiŌOōoŪUūuȲYȳy";
    let tables = [
        ("hat", HATS),
        ("dot", DOTS),
        ("ddot", DOUBLE_DOTS),
        ("bar", BARS),
    ];
    for (command, table) in tables {
        if let Some(plain) = beside(letter, table) {
            return Some((plain, command));
        }
    }
    None
}

/// The character behind another one in a table of pairs.
fn beside(letter: char, table: &str) -> Option<char> {
    let place = table.chars().step_by(2).position(|own| own == letter)?;
    table.chars().nth(2 * place + 1)
}

/// The plain letter or digit for a character of the mathematical alphabets, and whether it is bold. Script and
/// double-struck letters are other symbols.
pub(super) fn alphabet(letter: char) -> Option<(char, bool)> {
    /// Where each alphabet of 26 capital and 26 small letters begins, and whether it is bold.
    const ALPHABETS: [(u32, bool); 6] = [
        (0x1D400, true),
        (0x1D434, false),
        (0x1D468, true),
        (0x1D5A0, false),
        (0x1D5D4, true),
        (0x1D63C, true),
    ];
    const DIGITS: u32 = 0x1D7CE;
    if letter == 'ℎ' {
        return Some(('h', false));
    }
    let code = u32::from(letter);
    if (DIGITS..DIGITS + 50).contains(&code) {
        return char::from_digit((code - DIGITS) % 10, 10).map(|digit| (digit, false));
    }
    let (first, is_bold) = ALPHABETS
        .into_iter()
        .find(|(first, _)| (*first..first + 52).contains(&code))?;
    let place = u8::try_from(code - first).ok()?;
    let plain = if place < 26 {
        b'A' + place
    } else {
        b'a' + place - 26
    };
    Some((char::from(plain), is_bold))
}

/// For a raised or lowered character `^` or `_`, and the character itself.
pub(super) fn script(letter: char) -> Option<(char, char)> {
    const RAISED: &str = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-ⁿnⁱi";
    const LOWERED: &str = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-ₐaₑeₒoₓxᵢiⱼjₖkₗlₘmₙnₚpᵣrₛsₜtᵤuᵥv";
    let raised = beside(letter, RAISED).map(|plain| ('^', plain));
    raised.or_else(|| beside(letter, LOWERED).map(|plain| ('_', plain)))
}

/// The token of a plain character.
pub(super) fn plain_kind(plain: char) -> TokenKind<'static> {
    if plain.is_ascii_digit() {
        TokenKind::Digit(plain)
    } else if plain.is_ascii_alphabetic() {
        TokenKind::Letter(plain)
    } else {
        TokenKind::Char(plain)
    }
}
