//! Lays out formulas for writing: what is beside, above and below what, and where brackets are needed.
//!
//! A layout is made once from a formula. [`Layout::to_latex`] writes it as LaTeX that reads back to the same tree,
//! and `mathml` writes what a page shows; neither makes decisions. LaTeX needs more brackets than the eye, because
//! the reader takes in as much as it can; each bracket records who needs it. Signs are named by their LaTeX, and
//! `vocabulary` knows the characters that show them.

mod calculus;
mod expr;
mod text;

pub use expr::{formula, row};

use std::fmt;

use super::vocabulary::{Role, latex_of};
use crate::tree::{Expr, Formula, MatrixStyle, Relation, Symbol, Unit};

/// A part of a layout.
#[derive(Debug)]
pub enum Layout<'a> {
    /// Parts side by side.
    Row(Vec<Layout<'a>>),
    /// Digits with their decimal point.
    Digits(String),
    /// A symbol with all its marks.
    Symbol(&'a Symbol),
    /// A unit.
    Unit(&'a Unit),
    /// A name below something, such as what is held fixed.
    Index(&'a str),
    /// An upright or single letter, or the name of a function.
    Letter(&'static str),
    /// An operator or relation, with the spaces that LaTeX has around it.
    Sign(&'static str),
    /// Between two factors.
    Times {
        /// Whether LaTeX writes a dot.
        written: bool,
        /// Whether a dot is shown.
        shown: bool,
    },
    /// Between a function and its argument.
    Apply,
    /// Something that only LaTeX has.
    Gap(&'static str),
    /// A thin space, before a differential.
    Thin,
    /// The bar after what is evaluated.
    Bar,
    /// Brackets, who needs them, and their content.
    Fenced(Fence, Needed, Box<Layout<'a>>),
    /// Content that LaTeX holds together with braces.
    Braced(Box<Layout<'a>>),
    /// Numerator over denominator.
    Fraction(Box<Layout<'a>>, Box<Layout<'a>>),
    /// Upper over lower, in brackets without a line.
    Binomial(Box<Layout<'a>>, Box<Layout<'a>>),
    /// Radicand and degree.
    Root(Box<Layout<'a>>, Option<Box<Layout<'a>>>),
    /// A base with something below or above it.
    Script(Box<Script<'a>>),
    /// A function's name, its exponent and its argument: `sin²x`.
    Raised(Box<[Layout<'a>; 3]>),
    /// So many dots over something.
    Dots(u32, Box<Layout<'a>>),
    /// Rows of cells.
    Matrix(MatrixStyle, Vec<Vec<Layout<'a>>>),
}

/// A base with something below or above it.
#[derive(Debug)]
pub struct Script<'a> {
    /// What it stands at.
    pub base: Layout<'a>,
    /// The index.
    pub below: Option<Layout<'a>>,
    /// The exponent.
    pub above: Option<Layout<'a>>,
    /// Whether they are limits, directly below and above the base, not beside it.
    pub limits: bool,
}

/// A pair of brackets.
#[derive(Clone, Copy, Debug)]
pub struct Fence {
    /// As LaTeX writes them, with the spaces inside.
    text: (&'static str, &'static str),
    /// As they are shown.
    pub shown: (&'static str, &'static str),
}

impl Fence {
    /// Brackets that are shown as LaTeX writes them.
    const fn plain(open: &'static str, close: &'static str) -> Self {
        Self {
            text: (open, close),
            shown: (open, close),
        }
    }

    const ROUND: Self = Self::plain("(", ")");
}

/// Who needs a pair of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needed {
    /// LaTeX and the eye.
    Always,
    /// LaTeX only, so that it reads back.
    InText,
    /// The eye only.
    Shown,
}

impl Layout<'_> {
    /// Adds round brackets if LaTeX or the eye needs them.
    fn bracketed(self, in_text: bool, shown: bool) -> Self {
        let needed = match (in_text, shown) {
            (false, false) => return self,
            (true, true) => Needed::Always,
            (true, false) => Needed::InText,
            (false, true) => Needed::Shown,
        };
        Self::Fenced(Fence::ROUND, needed, Box::new(self))
    }

    fn above(self, exponent: Self) -> Self {
        self.scripts(None, Some(exponent), false)
    }

    fn below(self, index: Self) -> Self {
        self.scripts(Some(index), None, false)
    }

    fn scripts(self, below: Option<Self>, above: Option<Self>, limits: bool) -> Self {
        Self::Script(Box::new(Script {
            base: self,
            below,
            above,
            limits,
        }))
    }

    fn over(self, below: Self) -> Self {
        Self::Fraction(Box::new(self), Box::new(below))
    }

    /// LaTeX that reads back to what it was made from.
    pub fn to_latex(&self) -> String {
        let mut text = String::new();
        text::write(self, &mut text);
        text
    }
}

impl Formula {
    /// LaTeX that reads back to this formula.
    pub fn to_latex(&self) -> String {
        formula(self).to_latex()
    }
}

impl Expr {
    /// LaTeX that reads back to this tree.
    pub fn to_latex(&self) -> String {
        row(self).to_latex()
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_latex())
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_latex())
    }
}

impl Relation {
    /// Its LaTeX.
    pub fn as_latex(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Less => "<",
            Self::Greater => ">",
            named => latex_of(Role::Relation(named)).expect("every other relation has a command"),
        }
    }
}
