//! The words of LaTeX.

/// One word with its place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'s> {
    pub(super) kind: Kind<'s>,
    /// Byte where it begins.
    pub(super) start: usize,
    /// Byte after it.
    pub(super) end: usize,
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'s> {
    /// A letter of the Latin alphabet.
    Letter(char),
    /// A digit.
    Digit(char),
    /// Any other character that means something: `+ - = ( ) [ ] { } ^ _ | , …`.
    Char(char),
    /// A command without its backslash; also `{`, `}`, `%` and `|` for `\{`, `\}`, `\%` and `\|`.
    Command(&'s str),
    /// `\left`, `\bigl` with the delimiter that follows it; `.` for none.
    Open(Delimiter),
    /// `\right`, `\bigr` with the delimiter that follows it.
    Close(Delimiter),
    /// A command that takes raw text, with the text.
    Raw(Raw, &'s str),
    /// `\begin{…}` of something that is not only alignment.
    Begin(&'s str),
    /// The `\end{…}` to it.
    End(&'s str),
    /// `\\`
    Break,
    /// `\quad`, `\qquad`
    Quad,
    /// A character that is no LaTeX.
    Invalid,
}

/// Commands whose argument is not mathematics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Raw {
    /// `\text` and its kin
    Text,
    /// `\unit`, `\si`
    Unit,
}

/// A bracket or bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delimiter {
    /// `.`: nothing is shown
    Empty,
    Round,
    Square,
    Curly,
    Bar,
    DoubleBar,
    Angle,
    Floor,
    Ceiling,
}

impl Delimiter {
    /// How the opening one is written.
    pub(super) fn opening(self) -> &'static str {
        match self {
            Self::Empty => r"\left.",
            Self::Round => "(",
            Self::Square => "[",
            Self::Curly => r"\{",
            Self::Bar => "|",
            Self::DoubleBar => r"\|",
            Self::Angle => r"\langle",
            Self::Floor => r"\lfloor",
            Self::Ceiling => r"\lceil",
        }
    }

    /// How the closing one is written.
    pub(super) fn closing(self) -> &'static str {
        match self {
            Self::Empty => r"\right.",
            Self::Round => ")",
            Self::Square => "]",
            Self::Curly => r"\}",
            Self::Bar => "|",
            Self::DoubleBar => r"\|",
            Self::Angle => r"\rangle",
            Self::Floor => r"\rfloor",
            Self::Ceiling => r"\rceil",
        }
    }
}

impl Token<'_> {
    /// Whether it is this character.
    pub(super) fn is(&self, wanted: char) -> bool {
        self.kind == Kind::Char(wanted)
    }

    /// Whether it is this command.
    pub(super) fn is_command(&self, wanted: &str) -> bool {
        matches!(self.kind, Kind::Command(name) if name == wanted)
    }
}
