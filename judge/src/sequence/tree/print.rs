//! Prints a tree as Python source of one form: what the sandbox runs in place of a submission's own
//! text, and reads as the same tree.
//!
//! There is nothing in it that the tree does not say: no comment, no blank line, one statement a
//! line, no bracket that could be left out but those around tuples. The walk keeps its own list of
//! what is left to print, because a recursive one would need stack for each level.

mod expressions;
mod literals;
mod patterns;
mod statements;

use super::{Leaf, Tree};

/// How tightly an expression holds together, loosest first: the levels of Python's grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// Whatever may stand alone.
    Any,
    /// `lambda` and `… if … else …`
    Test,
    Or,
    And,
    Not,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Term,
    Factor,
    Power,
    Await,
    Atom,
}

impl Level {
    /// The next tighter one.
    fn tighter(self) -> Self {
        match self {
            Self::Any => Self::Test,
            Self::Test => Self::Or,
            Self::Or => Self::And,
            Self::And => Self::Not,
            Self::Not => Self::Comparison,
            Self::Comparison => Self::BitOr,
            Self::BitOr => Self::BitXor,
            Self::BitXor => Self::BitAnd,
            Self::BitAnd => Self::Shift,
            Self::Shift => Self::Sum,
            Self::Sum => Self::Term,
            Self::Term => Self::Factor,
            Self::Factor => Self::Power,
            Self::Power => Self::Await,
            Self::Await | Self::Atom => Self::Atom,
        }
    }
}

/// Something left to print.
#[derive(Clone, Debug)]
enum Piece {
    Text(&'static str),
    Owned(String),
    /// An expression where only what holds together so tightly needs no brackets.
    Expr(usize, Level),
    /// A pattern of `match`.
    Pattern(usize),
    Statement(usize),
    /// The start of a line.
    Line,
    Indent,
    Dedent,
}

/// The pieces of one node, in order.
#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    fn text(&mut self, text: &'static str) {
        self.0.push(Piece::Text(text));
    }

    fn line(&mut self) {
        self.0.push(Piece::Line);
    }

    fn owned(&mut self, text: impl Into<String>) {
        self.0.push(Piece::Owned(text.into()));
    }

    fn expr(&mut self, at: usize, level: Level) {
        self.0.push(Piece::Expr(at, level));
    }

    /// A keyword and an expression, if there is one.
    fn maybe(&mut self, before: &'static str, at: Option<usize>) {
        if let Some(at) = at {
            self.text(before);
            self.expr(at, Level::Test);
        }
    }

    /// What `each` prints of each, with a comma between.
    fn separated<T>(&mut self, all: impl IntoIterator<Item = T>, each: impl Fn(&mut Self, T)) {
        for (at, item) in all.into_iter().enumerate() {
            if at > 0 {
                self.text(", ");
            }
            each(self, item);
        }
    }

    fn exprs(&mut self, all: impl IntoIterator<Item = usize>) {
        self.separated(all, |pieces, at| pieces.expr(at, Level::Test));
    }

    fn names<'a>(&mut self, all: impl IntoIterator<Item = &'a str>) {
        self.separated(all, Self::owned);
    }
}

/// A tree with the children of each node, marks too.
struct Printing<'a> {
    tree: &'a Tree,
    children: Vec<Vec<usize>>,
}

impl Tree {
    /// Prints the tree.
    pub(in super::super) fn print(&self) -> String {
        let printing = Printing::new(self);
        let mut pieces = Pieces::default();
        printing.body(&mut pieces, 0, "body");
        printing.print(pieces)
    }
}

impl<'a> Printing<'a> {
    fn new(tree: &'a Tree) -> Self {
        let mut children = vec![Vec::new(); tree.nodes.len()];
        for (at, node) in tree.nodes.iter().enumerate().skip(1) {
            if node.kind() != "end"
                && let Some(siblings) = children.get_mut(node.parent())
            {
                siblings.push(at);
            }
        }
        Self { tree, children }
    }

    fn print(&self, pieces: Pieces) -> String {
        let mut printed = String::new();
        let mut left = pieces.0;
        left.reverse();
        let mut depth = 0;
        while let Some(piece) = left.pop() {
            let mut more = Pieces::default();
            match piece {
                Piece::Text(text) => printed.push_str(text),
                Piece::Owned(text) => printed.push_str(&text),
                Piece::Line => {
                    if !printed.is_empty() {
                        printed.push('\n');
                    }
                    printed.extend(std::iter::repeat_n(' ', depth));
                }
                Piece::Indent => depth += 1,
                Piece::Dedent => depth = depth.saturating_sub(1),
                Piece::Expr(at, level) => self.expression(&mut more, at, level),
                Piece::Pattern(at) => self.pattern(&mut more, at),
                Piece::Statement(at) => self.statement(&mut more, at),
            }
            left.extend(more.0.into_iter().rev());
        }
        printed
    }

    fn kind(&self, at: usize) -> &'static str {
        self.tree.nodes.get(at).map_or("none", |node| node.kind())
    }

    fn leaf(&self, at: usize) -> &'a Leaf {
        const NOTHING: &Leaf = &Leaf::Nothing;
        self.tree.nodes.get(at).map_or(NOTHING, |node| &node.leaf)
    }

    /// All in a slot; `none` where a key of a dictionary is missing.
    fn all(&self, at: usize, slot: &'static str) -> impl DoubleEndedIterator<Item = usize> {
        let children = self.children.get(at).into_iter().flatten().copied();
        children.filter(move |&child| self.tree.nodes.get(child).is_some_and(|n| n.slot() == slot))
    }

    /// What is in a slot, if anything.
    fn one(&self, at: usize, slot: &'static str) -> Option<usize> {
        self.all(at, slot).find(|&child| self.kind(child) != "none")
    }

    /// What has to be in a slot.
    fn the(&self, at: usize, slot: &'static str) -> usize {
        self.one(at, slot).unwrap_or(usize::MAX)
    }

    /// The name in a slot.
    fn name(&self, at: usize, slot: &'static str) -> Option<&'a str> {
        match self.leaf(self.one(at, slot)?) {
            Leaf::Name(name) => Some(name),
            _ => None,
        }
    }

    fn names(&self, at: usize, slot: &'static str) -> impl Iterator<Item = &'a str> {
        self.all(at, slot).filter_map(|at| match self.leaf(at) {
            Leaf::Name(name) => Some(&**name),
            _ => None,
        })
    }
}
