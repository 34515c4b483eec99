//! Constants.

use std::fmt::Write as _;

use num_bigint::BigUint;

/// What lone surrogates of a string were moved by, so that it can be kept as UTF-8.
const MOVED: u32 = 0x0010_0000;

/// An integer. Python refuses to read a long one in decimal.
pub(super) fn integer(value: &BigUint) -> String {
    if value.bits() <= 64 {
        value.to_string()
    } else {
        format!("{value:#x}")
    }
}

/// A float by its bits, in the fewest digits that are read back as the same.
pub(super) fn float(bits: u64) -> String {
    let value = f64::from_bits(bits);
    if value.is_infinite() {
        "1e999".to_owned()
    } else {
        format!("{value:e}")
    }
}

pub(super) fn text(text: &str) -> String {
    format!("'{}'", inside(text))
}

/// The letters of a string between single quotes.
pub(super) fn inside(text: &str) -> String {
    let mut inside = String::with_capacity(text.len());
    for letter in text.chars() {
        let code = u32::from(letter);
        let written = match letter {
            '\'' | '\\' => {
                inside.push('\\');
                inside.push(letter);
                Ok(())
            }
            '\n' => {
                inside.push_str("\\n");
                Ok(())
            }
            '\0'..'\x20' | '\x7f' => write!(inside, "\\x{code:02x}"),
            _ if code >= MOVED && (0xd800..0xe000).contains(&(code - MOVED)) => {
                write!(inside, "\\u{:04x}", code - MOVED)
            }
            _ => {
                inside.push(letter);
                Ok(())
            }
        };
        written.expect("a string takes everything");
    }
    inside
}

pub(super) fn bytes(bytes: &[u8]) -> String {
    let mut text = String::from("b'");
    for &byte in bytes {
        match byte {
            b'\'' | b'\\' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            b' '..=b'~' => text.push(char::from(byte)),
            _ => write!(text, "\\x{byte:02x}").expect("a string takes everything"),
        }
    }
    text.push('\'');
    text
}

/// Whether text means itself in a format specification.
pub(super) fn is_plain(text: &str) -> bool {
    (text.bytes()).all(|byte| byte.is_ascii_alphanumeric() || b" <>=^+-,._%#".contains(&byte))
}
