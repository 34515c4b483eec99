//! Reads a source with `rustpython-parser`, inside bounds that keep it from harm and to forms
//! that it reads as `CPython` does.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustpython_parser::ast::Mod;
use rustpython_parser::lexer::lex;
use rustpython_parser::{Mode, StringKind, Tok, parse_tokens};

use super::Counts;
use super::count::count;
use super::nesting::Nesting;

/// Deepest nesting that is parsed here, as [`Nesting`] bounds it.
///
/// Far above what programs have (the deepest of 119 real ones has MEASURED), and low enough that
/// parsing, dropping included, needs less than STACK of stack in a debug build, a fraction of any
/// thread's. It also stays below the depth of 500 at which the guest's compiler gives up, so that
/// a source which is read here never fails there for its depth.
const MAX_NESTING: usize = 200;

/// Why a source was not read here. The guest decides what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Not in the grammar of the parser, which is a little older than the guest's.
    Grammar,
    /// Nested too deeply.
    Depth,
    /// An f-string that the parser may read otherwise than the guest.
    FString,
}

/// Counts the literals of a canonical source. `numeric_limit` decides which number's line is
/// named.
///
/// Needs less than STACK of stack.
///
/// # Errors
/// [`Unread`] if the source has to be left to the guest.
pub fn read(source: &str, numeric_limit: u32) -> Result<Counts, Unread> {
    let mut tokens = Vec::new();
    let mut nesting = Nesting::new();
    for token in lex(source, Mode::Module) {
        let token = token.map_err(|_| Unread::Grammar)?;
        nesting.token(&token.0);
        if nesting.bound() > MAX_NESTING {
            return Err(Unread::Depth);
        }
        if is_doubtful(&token.0) {
            return Err(Unread::FString);
        }
        tokens.push(Ok(token));
    }
    // A panic of the parser is a bug there, not an answer to the contestant; the guest has one.
    let parsed = catch_unwind(AssertUnwindSafe(|| {
        parse_tokens(tokens, Mode::Module, "main.py")
    }));
    match parsed {
        Ok(Ok(Mod::Module(module))) => Ok(count(&module.body, source, numeric_limit)),
        Ok(Ok(_) | Err(_)) | Err(_) => Err(Unread::Grammar),
    }
}

/// f-strings that this parser may accept and read otherwise than [PEP 701](https://peps.python.org/pep-0701/)
/// says: a backslash in a format specification is not an escape here, and a `#` does not start a
/// comment everywhere. Where quotes make the braces hard to match, any of the two is enough.
fn is_doubtful(token: &Tok) -> bool {
    let Tok::String { value, kind, .. } = token else {
        return false;
    };
    if !matches!(kind, StringKind::FString | StringKind::RawFString) {
        return false;
    }
    let mut inside = 0u32;
    let (mut fields, mut quotes, mut marks) = (false, false, false);
    for byte in value.bytes() {
        match byte {
            b'{' => {
                fields = true;
                inside += 1;
            }
            b'}' => inside = inside.saturating_sub(1),
            b'\'' | b'"' => quotes = true,
            b'\\' | b'#' if inside > 0 => return true,
            b'\\' | b'#' => marks = true,
            _ => {}
        }
    }
    fields && quotes && marks
}
