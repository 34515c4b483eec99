//! Names, marks and letters in `MathML`.

use formula::notation::vocabulary;
use formula::notation::vocabulary::{Command, Role};
use formula::tree::{Accent, Symbol};

/// Text with the special characters of markup escaped and control characters shown as `�`.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(letter),
            _ if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                escaped.push('\u{fffd}');
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// The base of a symbol with its arrow, as one element.
pub(super) fn base(symbol: &Symbol) -> String {
    let name = symbol.base.as_str();
    let (text, variant) = match name.strip_prefix('\\') {
        None => (
            escape(name),
            if name.chars().count() > 1 {
                " mathvariant=\"normal\""
            } else {
                ""
            },
        ),
        Some(command) => {
            if let Some(markup) = composed(command) {
                return markup;
            }
            if let Some((font, letters)) = command.split_once('{') {
                (
                    styled(font, letters.trim_end_matches('}')),
                    " mathvariant=\"normal\"",
                )
            } else {
                let capital = command.starts_with(|letter: char| letter.is_ascii_uppercase());
                let variant = if capital {
                    " mathvariant=\"normal\""
                } else {
                    ""
                };
                (
                    letter(command).map_or_else(|| escape(name), str::to_owned),
                    variant,
                )
            }
        }
    };
    let base = format!("<mi{variant}>{text}</mi>");
    if symbol.vector && !symbol.accents.contains(&Accent::Hat) && name != r"\nabla" {
        return super::accented("mover", &base, "→");
    }
    base
}

/// Symbols that are named by what stands in them: kets and bras, nuclides, operators.
fn composed(command: &str) -> Option<String> {
    let (name, rest) = command.split_once('{')?;
    let text = |(open, close): (&str, &str)| {
        let inside = plain(rest.strip_suffix('}').unwrap_or(rest));
        format!("<mrow><mo>{open}</mo><mtext>{inside}</mtext><mo>{close}</mo></mrow>")
    };
    Some(match name {
        "ket" => text(("|", "⟩")),
        "bra" => text(("⟨", "|")),
        "braket" => text(("⟨", "⟩")),
        "slashed" => format!("<mi>{}\u{338}</mi>", plain(rest.strip_suffix('}')?)),
        "prescript" => {
            let mut parts = rest.splitn(3, "}{");
            let (upper, lower) = (plain(parts.next()?), plain(parts.next()?));
            let inner = plain(parts.next()?.strip_suffix('}')?);
            format!(
                "<mmultiscripts><mi>{inner}</mi><mprescripts/>\
                 <mtext>{lower}</mtext><mtext>{upper}</mtext></mmultiscripts>"
            )
        }
        "frac" => {
            let (above, below) = rest.strip_suffix('}')?.rsplit_once("}{")?;
            format!(
                "<mfrac><mtext>{}</mtext><mtext>{}</mtext></mfrac>",
                plain(above),
                plain(below)
            )
        }
        _ => return None,
    })
}

/// Letters in one of the mathematical alphabets.
fn styled(font: &str, letters: &str) -> String {
    let offset: u32 = match font {
        "mathcal" | "mathscr" => 0x1D49C,
        "mathbb" => 0x1D538,
        "mathfrak" => 0x1D504,
        "mathsf" => 0x1D5A0,
        _ => 0x1D670,
    };
    letters
        .chars()
        .map(|letter| {
            let early = match (font, letter) {
                ("mathcal" | "mathscr", _) => "B\u{212C}E\u{2130}F\u{2131}H\u{210B}I\u{2110}L\u{2112}M\u{2133}R\u{211B}e\u{212F}g\u{210A}o\u{2134}",
                ("mathbb", _) => "C\u{2102}H\u{210D}N\u{2115}P\u{2119}Q\u{211A}R\u{211D}Z\u{2124}",
                ("mathfrak", _) => "C\u{212D}H\u{210C}I\u{2111}R\u{211C}Z\u{2128}",
                _ => "",
            };
            // Unicode had these letters before it got the alphabets.
            let mut pairs = early.chars();
            while let (Some(plain), Some(special)) = (pairs.next(), pairs.next()) {
                if plain == letter {
                    return special;
                }
            }
            let place = match letter {
                'A'..='Z' => u32::from(letter) - u32::from('A'),
                'a'..='z' => u32::from(letter) - u32::from('a') + 26,
                _ => return letter,
            };
            char::from_u32(offset + place).unwrap_or(letter)
        })
        .collect()
}

/// The letters that the commands in a name stand for.
fn plain(text: &str) -> String {
    let mut shown = String::new();
    let mut mark = None;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first == '\\' {
            let length = rest[1..]
                .bytes()
                .take_while(u8::is_ascii_alphabetic)
                .count();
            let command = &rest[1..=length];
            match (letter(command), combining(command)) {
                (Some(letter), _) => shown.push_str(letter),
                (None, Some(over)) => mark = Some(over),
                (None, None) if command == "text" => {}
                (None, None) => shown.push_str(&escape(&rest[..=length])),
            }
            if letter(command).is_some() {
                shown.extend(mark.take());
            }
            rest = rest[1 + length..].trim_start();
        } else {
            match first {
                '{' | '}' => {}
                '-' => shown.push('−'),
                _ => {
                    shown.push_str(&escape(&first.to_string()));
                    shown.extend(mark.take());
                }
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    shown
}

/// The combining character for an accent.
fn combining(command: &str) -> Option<char> {
    Some(match vocabulary::find(command)?.role {
        Role::Accent(Accent::Hat) => '\u{302}',
        Role::Accent(Accent::Bar) => '\u{304}',
        Role::Accent(Accent::Tilde) => '\u{303}',
        Role::Vector | Role::Bold => '\u{20d7}',
        Role::Dots(1) => '\u{307}',
        Role::Dots(2) => '\u{308}',
        _ => return None,
    })
}

/// A subscript or label as one element.
pub(super) fn subscript(text: &str) -> String {
    let shown = plain(text);
    let number = !shown.is_empty() && shown.bytes().all(|byte| byte.is_ascii_digit());
    if number {
        return format!("<mn>{shown}</mn>");
    }
    let single = shown.chars().count() == 1;
    if single {
        return format!("<mi>{shown}</mi>");
    }
    format!("<mtext>{shown}</mtext>")
}

/// The element and the mark for an accent.
pub(super) fn accent(accent: Accent) -> (&'static str, &'static str) {
    match accent {
        Accent::Hat => ("mover", "^"),
        Accent::Bar => ("mover", "¯"),
        Accent::Tilde => ("mover", "~"),
        Accent::Check => ("mover", "ˇ"),
        Accent::Breve => ("mover", "˘"),
        Accent::Acute => ("mover", "´"),
        Accent::Grave => ("mover", "`"),
        Accent::Ring => ("mover", "˚"),
        Accent::Underline => ("munder", "_"),
        Accent::Dot => ("mover", "˙"),
        Accent::DoubleDot => ("mover", "¨"),
    }
}

/// The character or text for a letter, sign or function that is named by its LaTeX.
pub(super) fn shown(latex: &'static str) -> &'static str {
    let latex = latex.trim();
    let upright = [r"\operatorname{", r"\mathrm{"]
        .into_iter()
        .find_map(|font| latex.strip_prefix(font)?.strip_suffix('}'));
    match (upright, latex.strip_prefix('\\')) {
        (Some(name), _) => name,
        (None, Some(name)) => vocabulary::find(name)
            .and_then(Command::character)
            .unwrap_or(name),
        (None, None) if latex == "-" => "−",
        (None, None) => latex,
    }
}

/// The character of a command.
pub(super) fn letter(command: &str) -> Option<&'static str> {
    let shown = vocabulary::find(command)?.shown;
    (!shown.is_empty()).then_some(shown)
}
