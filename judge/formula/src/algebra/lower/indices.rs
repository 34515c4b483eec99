//! Indices of series that occur inside names: `m_i`, `V_{ij}`, `|i\rangle`.
//!
//! Under a sum over `i`, the name `m_i` is an opaque term that depends on `i`, and so is `m_{ij}`.

use super::head::Name;
use super::{Head, Lowered, Lowering, Obstacle};
use crate::algebra::graph::Node;
use crate::tree::{Call, Expr, Symbol};

impl Lowering<'_> {
    /// Runs `inside` while indices stand for nodes, also inside names.
    pub(super) fn with_indices<T>(
        &mut self,
        indices: &[(Symbol, Node)],
        inside: impl FnOnce(&mut Self) -> Result<T, Obstacle>,
    ) -> Result<T, Obstacle> {
        let (scope, names) = (self.scope.len(), self.indices.len());
        self.scope.extend_from_slice(indices);
        self.indices.extend_from_slice(indices);
        let result = inside(self);
        self.scope.truncate(scope);
        self.indices.truncate(names);
        result
    }

    /// Lowers a symbol whose name contains indices; `None` if it contains none.
    pub(super) fn indexed(&mut self, symbol: &Symbol) -> Option<Lowered> {
        if self.indices.is_empty() {
            return None;
        }
        let (name, indices) = self.named(symbol);
        if indices.is_empty() {
            return None;
        }
        let value = self.opaque(&Head::Name(name), indices, symbol.vector);
        if self.survey.is_operator(symbol)
            && let Ok(node) = value
        {
            self.symbols.mark_ordered(self.graph.slots(node));
        }
        Some(value)
    }

    /// Splits a symbol into its name and the indices in it.
    pub(super) fn named(&self, symbol: &Symbol) -> (Name, Vec<Node>) {
        let index = |word: &str| {
            let mut known = self.indices.iter().rev();
            known.find(|(index, _)| index.name() == word)
        };
        let mut indices = Vec::new();
        let parts: Vec<Option<String>> = if self.indices.is_empty() {
            Vec::new()
        } else {
            words(symbol, |word| index(word).is_some())
                .into_iter()
                .map(|word| match index(&word) {
                    Some((_, node)) => {
                        indices.push(*node);
                        None
                    }
                    None => Some(word),
                })
                .collect()
        };
        if indices.is_empty() {
            return (Name::plain(symbol.clone()), indices);
        }
        let symbol = spelled(symbol, "");
        (Name { symbol, parts }, indices)
    }
}

/// The tree with an index replaced by a number in all names.
pub(super) fn with_index(expr: &Expr, index: &str, value: &str) -> Expr {
    match expr {
        Expr::Symbol(symbol) => Expr::symbol(replaced(symbol, index, value)),
        Expr::Call(call) => Expr::Call(Box::new(Call {
            function: replaced(&call.function, index, value),
            arguments: call
                .arguments
                .iter()
                .map(|argument| with_index(argument, index, value))
                .collect(),
        })),
        expr => expr.map_children(&mut |child| with_index(child, index, value)),
    }
}

fn replaced(symbol: &Symbol, index: &str, value: &str) -> Symbol {
    let words = words(symbol, |word| word == index);
    if !words.iter().any(|word| word == index) {
        return symbol.clone();
    }
    let text: String = words
        .iter()
        .map(|word| if word == index { value } else { word })
        .collect();
    spelled(symbol, &text)
}

/// The part of a name in which indices stand: the subscript, or what is in a ket.
fn spelling(symbol: &Symbol) -> &str {
    match state(symbol) {
        Some((_, inside)) => inside,
        None => symbol.subscript.as_deref().unwrap_or_default(),
    }
}

/// The symbol with its [`spelling`] replaced.
pub(super) fn spelled(symbol: &Symbol, text: &str) -> Symbol {
    let mut symbol = symbol.clone();
    match state(&symbol) {
        Some((command, _)) => symbol.base = format!("{command}{{{text}"),
        None => symbol.subscript = Some(text.to_owned()),
    }
    symbol
}

fn state(symbol: &Symbol) -> Option<(&str, &str)> {
    let split = symbol.base.split_once('{');
    split.filter(|(command, _)| matches!(*command, r"\ket" | r"\bra" | r"\braket"))
}

/// Splits a name into words and the text between them, in order. Primes and indices belong to the word before
/// them, but for an index of its own. `ij` is two words if one of them is an index, `EF` if both are, `LM_L` if `M_L` is.
pub(super) fn words(symbol: &Symbol, is_index: impl Fn(&str) -> bool) -> Vec<String> {
    let text = spelling(symbol);
    if let Some((first, second)) = pair(text).filter(|_| state(symbol).is_none()) {
        let letters = |letter: char| letter.is_ascii_lowercase() || letter == '\'';
        let sure = text.contains('_') || text.chars().all(letters);
        let known = [first, second].into_iter().filter(|word| is_index(word));
        if known.count() >= if sure { 1 } else { 2 } {
            return vec![first.to_owned(), ",".to_owned(), second.to_owned()];
        }
    }
    let mut words: Vec<String> = Vec::new();
    let mut in_word = false;
    for letter in text.chars() {
        let hangs = in_word && matches!(letter, '\'' | '_');
        let belongs = letter.is_alphanumeric() || letter == '\\' || hangs;
        // `j\ldots`: a command is a word of its own.
        match words
            .last_mut()
            .filter(|_| belongs && in_word && letter != '\\')
        {
            Some(word) => word.push(letter),
            None => words.push(letter.to_string()),
        }
        in_word = belongs;
    }
    // `\phi_n` in a ket depends on `n`.
    let parts = words
        .into_iter()
        .flat_map(|word| match word.rsplit_once('_') {
            Some((letter, index)) if is_index(index) && !is_index(&word) => {
                vec![format!("{letter}_"), index.to_owned()]
            }
            _ => vec![word],
        });
    parts.collect()
}

/// The two letters, each with its primes and index, of which a text consists.
fn pair(text: &str) -> Option<(&str, &str)> {
    let second = text.len() - after_letter(text)?.len();
    let (first, second) = text.split_at(second);
    after_letter(second)?.is_empty().then_some((first, second))
}

/// The text after a letter with its primes and an index of one letter or digit.
fn after_letter(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(|letter: char| letter.is_ascii_alphabetic())?;
    let rest = rest.trim_start_matches('\'');
    let index = rest.strip_prefix('_');
    let index =
        index.and_then(|rest| rest.strip_prefix(|letter: char| letter.is_ascii_alphanumeric()));
    Some(index.unwrap_or(rest))
}
