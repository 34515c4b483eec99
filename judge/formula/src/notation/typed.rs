//! What people type instead of LaTeX: arrows of ASCII characters, names of functions without a
//! backslash, entities of HTML, backslashes written twice.

use super::words;
use crate::notation::vocabulary;
use crate::notation::vocabulary::{Command, Operator, Role};

/// Arrows and relations of several characters, the longest first.
const SIGNS: &[(&str, &str)] = &[
    ("<==>", "iff"),
    ("<=>", "iff"),
    ("<-->", "iff"),
    ("<->", "iff"),
    ("==>", "implies"),
    ("=>", "implies"),
    ("-->", "to"),
    ("->", "to"),
    ("<<", "ll"),
    (">>", "gg"),
];

/// Letters of the longest name that is looked for; LaTeX has none of more.
const LONGEST: usize = 24;

/// The command that is typed at the beginning of a text without its backslash, with the bytes that
/// it takes up. `before` is what stands in front.
///
/// Letters are a function where they stand together and a bracket follows, `sqrt(2gh)`, and where
/// they are no product that anybody would write, `sin x`, `frac{a}{b}`, `sum_{i=1}^n`, `3 times 4`.
pub(super) fn command(text: &str, before: &str) -> Option<(usize, &'static str)> {
    if let Some((sign, name)) = SIGNS.iter().find(|(sign, _)| text.starts_with(sign)) {
        return Some((sign.len(), name));
    }
    if text.starts_with("!=") && before.ends_with(char::is_whitespace) {
        return Some((2, "neq"));
    }
    // No further than that: this is asked at each letter of a row.
    let row = text.bytes().take(LONGEST + 1);
    let letters = row.take_while(u8::is_ascii_alphabetic).count();
    if !(2..=LONGEST).contains(&letters) {
        return None;
    }
    let (name, after) = text.split_at(letters);
    if before.ends_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_') {
        let is_function = matches!(name, "sin" | "cos" | "tan")
            && after.trim_start().starts_with(['(', '\\'])
            && follows_factors(before);
        let command = vocabulary::find(name).filter(|_| is_function)?;
        return Some((letters, command.name));
    }
    let command = vocabulary::find(name)?;
    if before.ends_with('{') && after.starts_with('}') && command.role != Role::Infinity {
        return None;
    }
    let bracket = after.starts_with('(') || after.starts_with("{(");
    let typed = match command.role {
        Role::Root => after.starts_with(['(', '{']),
        Role::Fraction => after.starts_with('{'),
        Role::Series(_) | Role::Limit | Role::Integral(_) => after.starts_with('_'),
        // `cross` and `cp` are words of their own.
        Role::Operator(Operator::Times | Operator::Dot) => {
            matches!(command.canonical, "times" | "cdot" | "ast" | "bullet")
                && !after.starts_with(['_', '^', '('])
        }
        Role::Function(_) => {
            bracket && (letters > 2 || name == "ln")
                || matches!(
                    name,
                    "sin" | "cos" | "tan" | "sinh" | "cosh" | "tanh" | "ln" | "log"
                )
        }
        // `lambda`; a product of two or three letters may be meant by `mu` and `phi`.
        Role::Letter => {
            name == "pi" && is_typed_pi(after, before)
                || letters > 3
                    && vocabulary::known(command.canonical)
                        .shown
                        .starts_with(is_greek)
        }
        Role::Infinity => name == "infty",
        // `vec{F}`
        Role::Vector | Role::Bold | Role::Accent(_) | Role::Dots(_) => {
            letters > 2 && after.starts_with('{')
        }
        _ => false,
    };
    typed.then_some((letters, command.name))
}

/// Whether a text ends in a few letters that are factors of what follows, `A` in `Acos(\omega t)`, and no part of a name:
/// `acos` and `arcos` are inverse functions.
fn follows_factors(before: &str) -> bool {
    const MOST: usize = 3;
    let letters = before.bytes().rev();
    let letters = letters.take_while(u8::is_ascii_alphabetic).count();
    let (rest, factors) = before.split_at(before.len() - letters);
    (1..=MOST).contains(&letters)
        && !rest.ends_with(['\\', '_', '^'])
        && factors != "a"
        && !factors.starts_with("ar")
}

/// Whether the letters of `2*pi` are a number: an asterisk stands beside them.
fn is_typed_pi(after: &str, before: &str) -> bool {
    let (before, after) = (before.trim_end(), after.trim_start());
    // Two are a power.
    let is_one = |stars: usize| stars == 1;
    is_one(before.len() - before.trim_end_matches('*').len())
        || is_one(after.len() - after.trim_start_matches('*').len())
}

/// The length of a word at the beginning of a text that leads over from one formula to another, `hence`, `where`: as a
/// product nobody writes so many letters. `before` is what stands in front.
pub(super) fn connective(text: &str, before: &str, is_first: bool) -> Option<usize> {
    const SHORTEST: usize = 4;
    if before.ends_with(|letter: char| letter.is_ascii_alphabetic() || "\\_^{".contains(letter)) {
        return None;
    }
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, after) = text.split_at(length);
    // `So,\quad x = 3`
    let leads = matches!(word, "So" | "so") && is_first && after.starts_with([',', ':', '\\']);
    (leads || length >= SHORTEST && words::is_connective(word)).then_some(length)
}

/// The length of the name of an operator of vector calculus that is typed without a backslash before a vector at the
/// beginning of a text, `div\vec B`. `before` is what stands in front.
pub(super) fn nabla(text: &str, before: &str) -> Option<usize> {
    const VECTORS: [&str; 6] = ["vec", "overrightarrow", "mathbf", "boldsymbol", "bm", "vb"];
    let is_in_name = match before.strip_suffix('{') {
        Some(outside) => outside.ends_with(['_', '^']),
        None => {
            before.ends_with(|letter: char| letter.is_ascii_alphabetic() || "\\_^".contains(letter))
        }
    };
    if is_in_name {
        return None;
    }
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, after) = text.split_at(length);
    vocabulary::nabla_name(name)?;
    let of = after.trim_start().strip_prefix('\\')?;
    let letters = of.bytes().take_while(u8::is_ascii_alphabetic).count();
    VECTORS.contains(&&of[..letters]).then_some(length)
}

fn is_greek(letter: char) -> bool {
    matches!(letter, 'Α'..='Ω' | 'α'..='ω' | 'ϕ' | 'ϵ')
}

/// The command that a capital letter with a range below is: `\Sigma_{n=0}^\infty` is a sum. `after` is what
/// follows its name.
pub(super) fn series<'s>(name: &'s str, after: &str) -> &'s str {
    let below = after
        .strip_prefix("_{")
        .and_then(|rest| rest.split_once('}'));
    match (name, below) {
        ("Sigma", Some((range, above))) if range.contains('=') && above.starts_with('^') => "sum",
        ("Pi", Some((range, above))) if range.contains('=') && above.starts_with('^') => "prod",
        _ => name,
    }
}

/// What an entity of HTML at the beginning of a text stands for.
pub(super) enum Entity {
    Character(char),
    /// A digit that is raised.
    Raised(char),
    /// A letter that has the name of LaTeX.
    Letter(&'static Command),
}

/// The HTML entity at the beginning of a text, with its length.
pub(super) fn entity(text: &str) -> Option<(usize, Entity)> {
    const ENTITIES: &[(&str, char)] = &[
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("nbsp", ' '),
        ("ensp", ' '),
        ("emsp", ' '),
        ("thinsp", ' '),
        ("quot", ' '),
        ("#39", '\''),
        ("apos", '\''),
        ("prime", '\''),
        ("equals", '='),
        ("plus", '+'),
        ("le", '≤'),
        ("ge", '≥'),
        ("ne", '≠'),
        ("asymp", '≈'),
        ("times", '×'),
        ("middot", '·'),
        ("sdot", '·'),
        ("minus", '−'),
        ("ndash", '–'),
        ("plusmn", '±'),
        ("divide", '÷'),
        ("radic", '√'),
        ("infin", '∞'),
        ("part", '∂'),
        ("nabla", '∇'),
        ("int", '∫'),
        ("sum", '∑'),
        ("prod", '∏'),
        ("prop", '∝'),
        ("rarr", '→'),
        ("rArr", '⇒'),
        ("deg", '°'),
        ("micro", 'µ'),
        ("frac12", '½'),
        ("frac14", '¼'),
        ("frac34", '¾'),
    ];
    const LONGEST: usize = 8;
    let end = text
        .bytes()
        .take(LONGEST + 2)
        .position(|byte| byte == b';')?;
    let name = text[..end].strip_prefix('&')?;
    let length = end + 1;
    if let Some(exponent) = name.strip_prefix("sup") {
        let power = exponent.parse().ok().filter(char::is_ascii_digit)?;
        return Some((length, Entity::Raised(power)));
    }
    if let Some((_, plain)) = ENTITIES.iter().find(|(known, _)| *known == name) {
        return Some((length, Entity::Character(*plain)));
    }
    let letter = vocabulary::find(name).filter(|command| command.role == Role::Letter)?;
    Some((length, Entity::Letter(letter)))
}

/// Whether the letter of `\n` begins a text, as JSON writes the end of a line, and no command.
pub(super) fn is_newline_of_json(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    text.starts_with('n') && vocabulary::find(&text[..letters]).is_none()
}

/// Whether each command has two backslashes: there is one with two, and none with one.
pub(super) fn has_doubled_backslashes(text: &str) -> bool {
    let mut doubled = false;
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let run = rest[at..].bytes().take_while(|byte| *byte == b'\\').count();
        rest = &rest[at + run..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 {
            continue;
        }
        if run % 2 == 1 {
            if is_newline_of_json(rest) {
                continue;
            }
            return false;
        }
        doubled |= letters > 1 && vocabulary::find(&rest[..letters]).is_some();
    }
    doubled
}
