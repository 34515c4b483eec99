//! What people type instead of LaTeX: arrows of ASCII characters, names of functions without a
//! backslash, entities of HTML, backslashes written twice.

use crate::vocabulary::{self, Operator, Role};

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
];

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
    if before.ends_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_') {
        return None;
    }
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    if letters < 2 {
        return None;
    }
    let (name, after) = text.split_at(letters);
    let command = vocabulary::find(name)?;
    if before.ends_with('{') && after.starts_with('}') {
        return None;
    }
    let bracket = after.starts_with('(') || after.starts_with("{(");
    let typed = match command.role {
        Role::Root => after.starts_with(['(', '{']),
        Role::Fraction => after.starts_with('{'),
        Role::Series(_) | Role::Limit | Role::Integral(_) => after.starts_with('_'),
        Role::Operator(Operator::Times | Operator::Dot) => !after.starts_with(['_', '^', '(']),
        Role::Function(_) => {
            bracket && (letters > 2 || name == "ln")
                || matches!(
                    name,
                    "sin" | "cos" | "tan" | "sinh" | "cosh" | "tanh" | "ln" | "log"
                )
        }
        _ => false,
    };
    typed.then_some((letters, command.name))
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

/// The character of an HTML entity at the beginning of a text, with its length.
pub(super) fn entity(text: &str) -> Option<(usize, char)> {
    const ENTITIES: &[(&str, char)] = &[
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&nbsp;", ' '),
        ("&quot;", ' '),
        ("&#39;", '\''),
        ("&le;", '≤'),
        ("&ge;", '≥'),
        ("&ne;", '≠'),
        ("&asymp;", '≈'),
        ("&times;", '×'),
        ("&middot;", '·'),
        ("&minus;", '−'),
        ("&plusmn;", '±'),
    ];
    let (entity, plain) = ENTITIES
        .iter()
        .find(|(entity, _)| text.starts_with(entity))?;
    Some((entity.len(), *plain))
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
            return false;
        }
        doubled |= letters > 1 && vocabulary::find(&rest[..letters]).is_some();
    }
    doubled
}
