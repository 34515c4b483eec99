//! The vocabulary of LaTeX: every command and environment that the reader knows, in one table.
//!
//! The name of a command, its role, the characters that write and show it, and its spelling in names are in one row
//! of [`commands::COMMANDS`]. The lexer, the reader, the second reading of EED, `MathML` and `lint` use the row; none
//! of them has its own list. A new command is a new row.

mod commands;
mod environments;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use environments::{Lines, environment, name_of};

use crate::tree::{Accent, Function, IntegralKind, Nabla, Relation, SeriesKind};

/// One command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// Its name, without the backslash.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    /// The character that shows it; empty if no character does.
    pub shown: &'static str,
    /// Further characters that are read as this command.
    typed: &'static str,
    /// The canonical name for it and its other spellings.
    pub canonical: &'static str,
    /// How it is written in a subscript or label.
    in_names: InNames,
    /// Whether LaTeX has no such command, only `\operatorname` with the name.
    is_upright: bool,
    /// How many groups in braces after it are ignored, as for `\xrightarrow{…}` and `\tag{…}`.
    pub notes: u8,
}

/// How a command is written in a subscript or label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InNames {
    /// It cannot stand there.
    No,
    /// With its backslash: `\alpha`.
    Command,
    /// As a plain word: `max`.
    Word,
}

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A letter of a formula: `\alpha`.
    Letter,
    /// A sign that occurs only in names: `\odot`.
    Mark,
    /// A ring, which is a degree sign when raised.
    Ring,
    /// `\degree`
    Degree,
    /// `\%`
    Percent,
    /// `\infty`
    Infinity,
    /// `\nabla`
    Nabla,
    /// `\partial`
    Partial,
    /// An upright d: `\dd`.
    Differential,
    /// A function that is known.
    Function(Function),
    /// Stands between two sides.
    Relation(Relation),
    /// `\not`, before a relation.
    Not,
    /// Stands between two formulas: `\Rightarrow`.
    Consequence,
    /// Stands between two operands.
    Operator(Operator),
    /// A character that is written with a backslash: `\_`.
    Character(char),
    /// `\int`
    Integral(IntegralKind),
    /// `\sum`
    Series(SeriesKind),
    /// `\lim`
    Limit,
    /// `\frac`
    Fraction,
    /// `\binom`
    Binomial,
    /// `\sqrt`
    Root,
    /// Makes a vector of its argument by an arrow.
    Vector,
    /// Makes a vector of a symbol by bold letters, and emphasises anything else.
    Bold,
    /// Puts an accent over its argument.
    Accent(Accent),
    /// Puts this many dots over its argument.
    Dots(u8),
    /// Letters of another alphabet, which are other symbols: `\mathcal`.
    Font,
    /// Upright letters: `\mathrm`.
    Roman,
    /// `\ket` and similar commands, with how many groups may follow.
    State(u8),
    /// `\prescript`
    Prescript,
    /// `\ce`: a chemical reaction.
    Chemistry,
    /// A number with a unit: `\qty`, `\SI`. `\qty` is also a bracket that fits its content.
    Quantity,
    /// `\num`
    Number,
    /// `\ang`
    Angle,
    /// A frame around what it holds: `\boxed`.
    Frame,
    /// A table, under the name of the environment that it is: `\pmqty{a & b \\\\ c & d}`, `\pmatrix{…}`.
    Table(&'static str),
    /// Is expanded to something else.
    Macro(Macro),
    /// Raw text: `\text`.
    Text,
    /// A unit in raw text: `\unit`.
    Unit,
    /// A bracket that opens.
    Open(Delimiter),
    /// A bracket that closes.
    Close(Delimiter),
    /// `\vert`, which does not say which way it faces.
    Bar,
    /// `\|`
    DoubleBar,
    /// Sets the size of the bracket after it, and whether it opens or closes: `\left`, `\big`.
    Size(Option<bool>),
    /// A sign that stands for words: `\forall`.
    Says(&'static str),
    /// A space whose length follows: `\hskip 1em`.
    Skip,
    /// `\\`
    Break,
    /// A wide space.
    Quad,
    /// `\begin`
    Begin,
    /// `\end`
    End,
    /// Layout or decoration, which is ignored.
    Layout,
}

/// An operator between operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `\cdot`
    Dot,
    /// `\times`
    Times,
    /// `\div`
    Over,
    /// `\otimes`, `\cap`: combines its operands into this function.
    Joins(Function),
    /// `\pm`
    PlusMinus,
    /// `\mp`
    MinusPlus,
}

/// A command that is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Macro {
    /// `\substack{a = b \\ c = d}`: its lines.
    Stacked,
    /// `\underbrace{…}_{note}`
    Underbrace,
    /// `\overbrace{…}^{note}`
    Overbrace,
    /// `\overset{note}{=}`
    Noted,
    /// `{a \over b}`
    Over,
    /// `{n \choose k}`
    Choose,
    /// `\dv{x}{t}`
    Derivative,
    /// `\pdv{f}{x}`
    Partial,
    /// `\mathrel{=}`: sets the class of its argument in TeX.
    Classed,
    /// `\expval{A}{\psi}`, `\expval{A}`
    Mean,
    /// `\ketbra{a}{b}`
    Dyad,
    /// `\abs{x}` and its kin
    Fenced(Delimiter),
    /// `\eval{f}_0^1`
    Placed,
    /// `\comm{x}{p}` and its kin
    Paired(Delimiter),
    /// `v_{\rm max}`
    Upright,
    /// `{\bf F}`
    Emboldened,
    /// `\tensor{T}{^\mu_\nu}`, `T\indices{^\mu_\nu}`
    Indices,
}

/// A bracket or bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Delimiter {
    /// `.`: nothing is shown
    Empty,
    /// `(`
    Round,
    /// `[`
    Square,
    /// `\{`
    Curly,
    /// `|`
    Bar,
    /// `\|`
    DoubleBar,
    /// `\langle`
    Angle,
    /// `\lfloor`
    Floor,
    /// `\lceil`
    Ceiling,
}

impl Delimiter {
    /// How the opening one is written.
    pub fn opening(self) -> &'static str {
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
    pub fn closing(self) -> &'static str {
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

/// The rows by name.
static BY_NAME: LazyLock<HashMap<&'static str, &'static Command>> = LazyLock::new(|| {
    let rows = commands::COMMANDS.iter();
    rows.map(|command| (command.name, command)).collect()
});

/// The rows by the characters that stand for them; typed characters come before shown ones.
static BY_CHARACTER: LazyLock<HashMap<char, &'static Command>> = LazyLock::new(|| {
    let mut rows = HashMap::new();
    let typed = commands::COMMANDS.iter().map(|row| (row.typed, row));
    let shown = commands::COMMANDS.iter().map(|row| (row.shown, row));
    for (characters, row) in typed.chain(shown) {
        for character in characters.chars() {
            rows.entry(character).or_insert(row);
        }
    }
    rows
});

/// The LaTeX for each role: the first row that has it.
static BY_ROLE: LazyLock<HashMap<Role, String>> = LazyLock::new(|| {
    let mut rows = HashMap::new();
    for row in commands::COMMANDS {
        rows.entry(row.role).or_insert_with(|| {
            if row.is_upright {
                format!(r"\operatorname{{{}}}", row.name)
            } else {
                format!(r"\{}", row.name)
            }
        });
    }
    rows
});

/// The LaTeX for a role; `None` if no command has it.
pub fn latex_of(role: Role) -> Option<&'static str> {
    BY_ROLE.get(&role).map(String::as_str)
}

/// The command by a name, without its backslash.
pub fn find(name: &str) -> Option<&'static Command> {
    BY_NAME.get(name).copied()
}

/// The name of the command whose backslash precedes a text: letters, or one character.
pub(crate) fn command_name(text: &str) -> &str {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let first = text.chars().next().map_or(0, char::len_utf8);
    &text[..if letters > 0 { letters } else { first }]
}

/// All rows, in the order of the table.
#[cfg(test)]
pub fn all() -> &'static [Command] {
    commands::COMMANDS
}

/// A command that must be in the table.
///
/// # Panics
/// If there is no such row.
pub fn known(name: &str) -> &'static Command {
    find(name).unwrap_or_else(|| panic!("the table holds `{name}`"))
}

/// The operator of `\nabla` with this name in upright letters.
pub fn nabla_name(name: &str) -> Option<Nabla> {
    Some(match name {
        "grad" => Nabla::Gradient,
        "div" => Nabla::Divergence,
        "curl" | "rot" => Nabla::Curl,
        "laplacian" => Nabla::Laplacian,
        _ => return None,
    })
}

/// The command that a character beyond ASCII stands for.
pub fn of_character(letter: char) -> Option<&'static Command> {
    BY_CHARACTER.get(&letter).copied()
}

impl Command {
    /// The base of a symbol for this command, in canonical spelling: `\epsilon`.
    pub fn symbol(&self) -> Option<String> {
        (self.role == Role::Letter).then(|| format!(r"\{}", self.canonical))
    }

    /// The character that shows it as a sign: its own, or the first that is read as it.
    pub fn character(&'static self) -> Option<&'static str> {
        let characters = [self.shown, self.typed]
            .into_iter()
            .find(|text| !text.is_empty())?;
        let first = characters.chars().next()?;
        Some(&characters[..first.len_utf8()])
    }

    /// How it is written in a subscript or label.
    pub fn mark(&self) -> Option<String> {
        match self.in_names {
            InNames::No => None,
            InNames::Command => Some(format!(r"\{}", self.canonical)),
            InNames::Word => Some(self.canonical.to_owned()),
        }
    }

    /// The relation for this command.
    pub fn relation(&self) -> Option<Relation> {
        match self.role {
            Role::Relation(relation) => Some(relation),
            _ => None,
        }
    }

    /// Whether it turns the symbol that is its argument into another symbol.
    pub fn takes_symbol(&self) -> bool {
        matches!(
            self.role,
            Role::Vector | Role::Bold | Role::Accent(_) | Role::Dots(_) | Role::Font | Role::Roman
        )
    }

    /// Whether it only emphasises an argument that is not a symbol: `\mathbf{a = b}`, `\underline{2x}`.
    pub fn emphasises(&self) -> bool {
        matches!(
            self.role,
            Role::Bold | Role::Roman | Role::Accent(Accent::Underline)
        )
    }

    /// Whether it is a mark when raised, not a power.
    pub fn is_label(&self) -> bool {
        matches!(
            self.name,
            "ast" | "star" | "dagger" | "ddagger" | "perp" | "parallel" | "ominus" | "oplus"
        )
    }

    /// At most how many groups after it are its arguments.
    pub fn groups(&self) -> usize {
        match self.role {
            _ if self.takes_symbol() => 1,
            Role::State(groups) => usize::from(groups),
            Role::Prescript => 3,
            Role::Fraction | Role::Binomial | Role::Quantity => 2,
            Role::Root
            | Role::Function(_)
            | Role::Says(_)
            | Role::Frame
            | Role::Number
            | Role::Angle
            | Role::Differential
            | Role::Table(_) => 1,
            Role::Macro(which) => match which {
                Macro::Over | Macro::Choose | Macro::Upright | Macro::Emboldened => 0,
                Macro::Noted | Macro::Paired(_) | Macro::Mean | Macro::Dyad | Macro::Indices => 2,
                Macro::Derivative | Macro::Partial => 3,
                Macro::Stacked
                | Macro::Underbrace
                | Macro::Overbrace
                | Macro::Classed
                | Macro::Fenced(_)
                | Macro::Placed => 1,
            },
            _ => 0,
        }
    }

    /// Whether a factor can begin with it.
    pub fn begins_factor(&self) -> bool {
        !matches!(
            self.role,
            Role::Operator(_)
                | Role::Relation(_)
                | Role::Consequence
                | Role::Character(_)
                | Role::Not
                | Role::Macro(Macro::Over | Macro::Choose | Macro::Noted)
        )
    }

    /// Whether it only changes how a formula looks.
    pub fn is_formatting(&self) -> bool {
        match self.role {
            Role::Size(_) | Role::Quad | Role::Text => true,
            Role::Layout => self.notes == 0,
            Role::Roman => self.name != "operatorname",
            Role::Bold => self.name == "mathbf",
            Role::Font => self.name == "mathsf",
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_character_stand_in_one_row() {
        let mut names: Vec<_> = commands::COMMANDS.iter().map(|row| row.name).collect();
        names.sort_unstable();
        let rows = names.len();
        names.dedup();
        assert_eq!(names.len(), rows);
        let typed: String = commands::COMMANDS.iter().map(|row| row.typed).collect();
        let mut characters: Vec<char> = typed.chars().collect();
        characters.sort_unstable();
        characters.dedup();
        assert_eq!(characters.len(), typed.chars().count());
    }

    #[test]
    fn every_other_spelling_leads_to_a_row_that_is_its_own() {
        for command in commands::COMMANDS {
            let canonical = known(command.canonical);
            assert_eq!(canonical.canonical, canonical.name, "{}", command.name);
        }
    }
}
