//! Patterns of `match`.

use super::{Level, Piece, Pieces, Printing};

impl Printing<'_> {
    pub(super) fn pattern(&self, pieces: &mut Pieces, at: usize) {
        match self.kind(at) {
            // Brackets around a number of two parts are not in the grammar.
            "MatchValue" | "MatchSingleton" => pieces.expr(self.the(at, "value"), Level::Any),
            "MatchSequence" => {
                pieces.text("[");
                pieces.patterns(self.all(at, "patterns"));
                pieces.text("]");
            }
            "MatchMapping" => {
                pieces.text("{");
                let pairs = self.all(at, "keys").zip(self.all(at, "patterns"));
                pieces.separated(pairs, |pieces, (key, pattern)| {
                    pieces.expr(key, Level::Any);
                    pieces.text(": ");
                    pieces.0.push(Piece::Pattern(pattern));
                });
                if let Some(rest) = self.name(at, "rest") {
                    let comma = self.all(at, "keys").next().map_or("**", |_| ", **");
                    pieces.text(comma);
                    pieces.owned(rest);
                }
                pieces.text("}");
            }
            "MatchClass" => {
                pieces.expr(self.the(at, "cls"), Level::Atom);
                pieces.text("(");
                let positional = self.all(at, "patterns").map(|pattern| (None, pattern));
                let named = self.names(at, "kwd_attrs").map(Some);
                let named = named.zip(self.all(at, "kwd_patterns"));
                pieces.separated(positional.chain(named), |pieces, (name, pattern)| {
                    if let Some(name) = name {
                        pieces.owned(name);
                        pieces.text("=");
                    }
                    pieces.0.push(Piece::Pattern(pattern));
                });
                pieces.text(")");
            }
            "MatchStar" => {
                pieces.text("*");
                pieces.owned(self.name(at, "name").unwrap_or("_"));
            }
            "MatchAs" => {
                let name = self.name(at, "name").unwrap_or("_");
                if let Some(pattern) = self.one(at, "pattern") {
                    pieces.text("(");
                    pieces.0.push(Piece::Pattern(pattern));
                    pieces.text(" as ");
                    pieces.owned(name);
                    pieces.text(")");
                } else {
                    pieces.owned(name);
                }
            }
            "MatchOr" => {
                pieces.text("(");
                for (place, pattern) in self.all(at, "patterns").enumerate() {
                    if place > 0 {
                        pieces.text(" | ");
                    }
                    pieces.0.push(Piece::Pattern(pattern));
                }
                pieces.text(")");
            }
            _ => {}
        }
    }
}

impl Pieces {
    fn patterns(&mut self, all: impl IntoIterator<Item = usize>) {
        self.separated(all, |pieces, at| pieces.0.push(Piece::Pattern(at)));
    }
}
