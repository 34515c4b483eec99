//! The words of pages: one catalogue a language, in Fluent, under `templates/words/`.
//!
//! A sentence is one message, with its links and its plurals; pages and templates name it by its key and give it
//! arguments, and never write words themselves. Messages that take no argument are made once, when the catalogue is
//! opened. Knows no page.
//!
//! In a template, where messages may have markup and every argument is escaped:
//!
//! ```text
//! {{ "common-problems"|say }}
//! {{ "common-of"|say(n = solved, of = problems.len()) }}
//! ```
//!
//! In a source, as plain text, which askama escapes like any other: [`say!`](crate::words::say), and [`Phrase`] where a
//! message is named in one place and said in another.
//!
//! In a script of `server/assets/`: `say("count-bytes", { n })`. The messages that scripts name are a part of `dojo.js`
//! ([`script`]).

mod argument;
mod catalogue;
pub mod filters;
mod phrase;
pub mod script;

#[cfg(test)]
mod tests;

pub use argument::Argument;
pub use catalogue::sentence;
pub use phrase::Phrase;

/// The digits of a decimal integer grouped by three: `-12345` → `-12,345`.
pub fn grouped(decimal: &str) -> String {
    let (sign, digits) = match decimal.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", decimal),
    };
    let mut out = String::with_capacity(decimal.len() * 4 / 3 + 1);
    out.push_str(sign);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A message as plain text: `say!("state-open")` is a `&'static str`, `say!("count-bytes", n = bytes)` a `String`.
macro_rules! say {
    ($key:literal) => {
        $crate::words::Phrase($key).text()
    };
    ($key:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::words::sentence(
            $key,
            &[$((stringify!($name), $crate::words::Argument::plain(&$value))),+].into_iter().collect(),
        )
    };
}
pub(crate) use say;
