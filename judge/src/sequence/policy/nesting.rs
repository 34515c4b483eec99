//! An upper bound of the depth of a syntax tree, from the tokens alone.
//!
//! The parser has its own stack, but recursive code builds, rearranges and drops its tree, and a stack overflow kills
//! the process: it is not a panic that could be caught. Two thousand bytes of `-` are enough for that on a thread of
//! 2 MiB.
//!
//! Each node needs its own token, on the path from the root or beside it. So the depth inside a line is at most the
//! number of open tokens: in each bracket around the place, those since the last comma or semicolon, because these
//! separate siblings. The exception is a `lambda`, whose parameters contain commas and whose body continues; after
//! one, nothing is forgotten until its bracket closes. Blocks add their indentation, and each `elif` is an `if`
//! inside the `else` of the one before.

use rustpython_parser::{StringKind, Tok};

/// The bound so far, updated with each token of a source.
#[derive(Debug)]
pub(super) struct Nesting {
    brackets: Vec<Bracket>,
    blocks: usize,
    elifs: usize,
    deepest: usize,
}

/// The open tokens inside one bracket, or in the line outside of brackets.
#[derive(Debug, Default)]
struct Bracket {
    open: usize,
    has_lambda: bool,
}

impl Nesting {
    pub(super) fn new() -> Self {
        Self {
            brackets: vec![Bracket::default()],
            blocks: 0,
            elifs: 0,
            deepest: 0,
        }
    }

    /// The number of levels that no node of the tokens so far exceeds.
    pub(super) fn bound(&self) -> usize {
        self.deepest
    }

    /// Adds the next token.
    pub(super) fn token(&mut self, token: &Tok) {
        // An f-string is parsed from its text: each byte of it may be a level.
        let mut inside = 0;
        match token {
            Tok::Newline => {
                self.brackets.clear();
                self.brackets.push(Bracket::default());
            }
            Tok::Indent => self.blocks += 1,
            Tok::Dedent => self.blocks = self.blocks.saturating_sub(1),
            Tok::Lpar | Tok::Lsqb | Tok::Lbrace => {
                self.innermost().open += 1;
                self.brackets.push(Bracket::default());
            }
            Tok::Rpar | Tok::Rsqb | Tok::Rbrace => {
                if self.brackets.len() > 1 {
                    self.brackets.pop();
                }
            }
            Tok::Comma => {
                let bracket = self.innermost();
                if !bracket.has_lambda {
                    bracket.open = 1;
                }
            }
            // The next statement of a line, which may be in a block on the same line.
            Tok::Semi => {
                *self.innermost() = Bracket {
                    open: 2,
                    has_lambda: false,
                };
            }
            Tok::Lambda => {
                let bracket = self.innermost();
                bracket.open += 1;
                bracket.has_lambda = true;
            }
            Tok::Elif => {
                self.elifs += 1;
                self.innermost().open += 1;
            }
            Tok::String { value, kind, .. } => {
                self.innermost().open += 1;
                if matches!(kind, StringKind::FString | StringKind::RawFString) {
                    inside = value.len();
                }
            }
            _ => self.innermost().open += 1,
        }
        let line: usize = self.brackets.iter().map(|bracket| bracket.open + 1).sum();
        let depth = 2 * self.blocks + self.elifs + line + inside;
        self.deepest = self.deepest.max(depth);
    }

    fn innermost(&mut self) -> &mut Bracket {
        self.brackets
            .last_mut()
            .expect("the line outside of brackets is never popped")
    }
}
