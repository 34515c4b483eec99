//! The outcome of a run: how it ended and what it produced.

use std::fmt;

use crate::limits::Fuel;

/// The reason why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// `max_terms` terms were read, and the run was stopped.
    Enough,
    /// The program ended by itself, including by `SystemExit` with any code.
    Finished,
    /// An uncaught Python exception.
    Exception {
        /// Its type and the first line of its message, such as `ZeroDivisionError: division by zero`.
        message: String,
    },
    /// The source does not compile.
    Syntax {
        /// `CPython`'s message, with the line.
        message: String,
    },
    /// A token that is not a decimal integer.
    BadToken {
        /// The position of the token among the terms, from 0.
        index: u32,
        /// The token, shortened, with unprintable bytes escaped.
        token: String,
    },
    /// The fuel ran out.
    Fuel,
    /// The program asked for more memory than the limit allows and did not handle that.
    Memory,
    /// The output exceeded the limit before the last term was read.
    Output,
    /// A term with more digits than the limit.
    TermSize {
        /// The position of the term, from 0.
        index: u32,
    },
    /// Too deep recursion: an uncaught `RecursionError`, or the machine stack ran out.
    Stack,
}

/// Why a program wrote no more terms, in a clause that follows how many it wrote.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enough => f.write_str("it was stopped"),
            Self::Finished => f.write_str("the program ended by itself"),
            Self::Exception { message } => write!(f, "the program raised “{message}”"),
            Self::Syntax { message } => write!(f, "the program does not compile: {message}"),
            Self::BadToken { token, .. } => {
                write!(f, "it wrote “{token}”, which is not a decimal integer")
            }
            Self::Fuel => f.write_str("the fuel was used up"),
            Self::Memory => f.write_str("the memory was used up"),
            Self::Output => f.write_str("the output was used up"),
            Self::TermSize { .. } => f.write_str("the next term has too many digits"),
            Self::Stack => f.write_str("the program recursed too deeply"),
        }
    }
}

/// The result of a run. It depends only on the source, the limits and the runtime digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Why the run ended.
    pub end: End,
    /// The terms read, in canonical decimal form, at most `max_terms`.
    pub terms: Vec<String>,
    /// Fuel used.
    pub fuel: Fuel,
    /// The largest size of the linear memory, in bytes.
    pub peak_memory_bytes: u64,
    /// Standard error with invalid UTF-8 replaced; if it exceeds the limit, its beginning and its end.
    pub stderr: String,
}

/// What the guest's own `ast` module found in a source, which was parsed but not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// The source compiles.
    Counted(GuestCounts),
    /// The source does not compile.
    Syntax {
        /// `CPython`'s message.
        message: String,
        /// The line, from 1; 0 when it is not known.
        line: u32,
    },
}

/// Literals of a source, counted on `CPython`'s syntax tree. Lines count from 1; 0 means none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuestCounts {
    /// Integer and float constants, including those inside f-strings.
    pub numeric_literals: u32,
    /// Code points of all string constants, including f-string parts.
    pub string_literal_chars: u32,
    /// Direct children of the longest list or tuple display.
    pub list_tuple_elements: u32,
    /// Line of the number that exceeds the limit of 120, or of the last one.
    pub numeric_line: u32,
    /// Line of the longest string.
    pub string_line: u32,
    /// Line of the longest list or tuple display.
    pub list_tuple_line: u32,
}
