//! Translates the names of a solution into those of the reference.

use std::collections::{BTreeMap, BTreeSet};

use super::super::problem::Problem;
use super::abbreviations::name_of;
use super::{GraderError, upright_products};
use crate::algebra::constants;
use crate::tree::{Expr, Formula, Function, Statement, Symbol, symbols_of};

/// Words for the answer itself, which are accepted whatever the reference calls it.
const ANSWERS: [&str; 8] = [
    "ans",
    "answer",
    "result",
    "solution",
    "final answer",
    "final result",
    "the answer",
    "the result",
];

/// The names that a solution may use instead of those of the reference.
#[derive(Clone, Debug, Default)]
pub(super) struct ProblemNames {
    /// The aliases that the problem gives for its symbols.
    pub(super) aliases: BTreeMap<Symbol, Symbol>,
    /// Symbols that stand for the magnitude of the vector by the same name.
    magnitudes: BTreeSet<Symbol>,
    /// The symbols of the reference.
    pub(super) symbols: BTreeSet<Symbol>,
    /// The names of its changes, `\Delta p`.
    changes: BTreeSet<Symbol>,
    /// Whether the reference uses one of the words for answers as a symbol.
    answer_is_a_symbol: bool,
    /// Letter forms that the reference does not use, each with the form that it uses.
    forms: Vec<(&'static str, &'static str)>,
}

/// Letters that have two forms. They are two symbols only if a problem uses both.
const FORMS: [(&str, &str); 4] = [
    (r"\phi", r"\varphi"),
    (r"\theta", r"\vartheta"),
    (r"\rho", r"\varrho"),
    (r"\kappa", r"\varkappa"),
];

impl ProblemNames {
    /// Reads the aliases of a problem; `formulas` are those of its reference.
    pub(super) fn new(problem: &Problem, formulas: &[&Formula]) -> Result<Self, GraderError> {
        let read =
            |name: &str| constants::symbol(name).ok_or_else(|| GraderError::Alias(name.to_owned()));
        let mut aliases = BTreeMap::new();
        for (written, meant) in &problem.aliases {
            aliases.insert(read(written)?, read(meant)?);
        }
        let symbols = symbols_of(formulas.iter().flat_map(|formula| formula.sides()));
        let mut changes = BTreeSet::new();
        for side in formulas.iter().flat_map(|formula| formula.sides()) {
            side.walk(&mut |part| {
                if let Expr::Change(..) = part {
                    changes.extend(name_of(part));
                }
            });
        }
        let is_magnitude =
            |symbol: &&Symbol| !symbol.vector && !symbols.contains(&(**symbol).clone().as_vector());
        Ok(Self {
            aliases,
            forms: forms(formulas),
            magnitudes: symbols.iter().filter(is_magnitude).cloned().collect(),
            answer_is_a_symbol: symbols.iter().any(is_answer),
            symbols,
            changes,
        })
    }

    /// Names in which one name stands for another.
    pub(super) fn renaming(name: &Symbol, meant: &Symbol) -> Self {
        Self {
            aliases: [(name.clone(), meant.clone())].into(),
            ..Self::default()
        }
    }

    /// The statement with the names of the reference.
    pub(super) fn meant(&self, statement: &Statement) -> Statement {
        statement.map_sides(|side| self.expr(side))
    }

    /// The formula with the names of the reference.
    pub(super) fn meant_formula(&self, formula: &Formula) -> Formula {
        formula.map_sides(|side| self.expr(side))
    }

    /// Whether the problem has a meaning for a name.
    pub(super) fn know(&self, name: &Symbol) -> bool {
        match self.expr(&Expr::symbol(name.clone())) {
            Expr::Symbol(meant) => {
                self.symbols.contains(&meant) || self.changes.contains(name) || is_answer(name)
            }
            // Upright letters that form a product.
            _ => true,
        }
    }

    /// Whether a statement gives the answer without naming its quantity: `\text{Result} = 3`.
    pub(super) fn is_answer(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Relation {
                left: Expr::Symbol(symbol),
                ..
            } => !self.answer_is_a_symbol && is_answer(symbol),
            _ => false,
        }
    }

    fn expr(&self, expr: &Expr) -> Expr {
        if self.forms.is_empty() {
            return self.named(expr);
        }
        self.named(&expr.renamed(&|symbol| {
            for (written, meant) in &self.forms {
                symbol.replace(written, meant);
            }
        }))
    }

    fn named(&self, expr: &Expr) -> Expr {
        if let Expr::Function(Function::Abs | Function::Norm, arguments) = expr
            && let [Expr::Symbol(vector)] = arguments.as_slice()
            && vector.vector
        {
            let magnitude = Symbol {
                vector: false,
                ..(**vector).clone()
            };
            if self.magnitudes.contains(&magnitude) {
                return Expr::symbol(magnitude);
            }
        }
        if let Some(product) = upright_products::product(expr, &self.symbols) {
            return product;
        }
        match expr {
            Expr::Symbol(symbol) => self
                .aliases
                .get(symbol.as_ref())
                .map_or_else(|| expr.clone(), |meant| Expr::symbol(meant.clone())),
            Expr::Call(call) => {
                let mut call = (**call).clone();
                call.arguments = call.arguments.iter().map(|one| self.named(one)).collect();
                if let Some(meant) = self.aliases.get(&call.function) {
                    call.function = meant.clone();
                }
                Expr::Call(Box::new(call))
            }
            _ => expr.map_children(&mut |child| self.named(child)),
        }
    }
}

/// The letter forms that formulas do not use, each with the form that they use.
fn forms(formulas: &[&Formula]) -> Vec<(&'static str, &'static str)> {
    let written: Vec<String> = formulas.iter().map(|formula| formula.to_latex()).collect();
    let has = |form: &str| written.iter().any(|formula| formula.contains(form));
    let both = FORMS
        .into_iter()
        .flat_map(|(one, other)| [(one, other), (other, one)]);
    both.filter(|(form, meant)| !has(form) && has(meant))
        .collect()
}

/// A word for the answer.
pub(super) fn answer() -> Symbol {
    Symbol::new("answer")
}

/// Whether a symbol is a word for the answer.
fn is_answer(symbol: &Symbol) -> bool {
    let word = symbol.base.to_lowercase();
    symbol.subscript.is_none() && ANSWERS.contains(&word.as_str())
}
