//! Physical constants: the built-in table, and the definitions that a problem gives.
//!
//! A problem's definitions always hold: `c` is what the problem says it is. The built-in table only helps
//! when two formulas write the same thing with different constants (`k` and `1/(4\pi\epsilon_0)`, `R` and
//! `N_A k_B`). It holds no values: what a constant is in numbers, a problem says.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::notation;
use crate::tree::{Expr, Symbol};

/// How many definitions may stand in one another, since each takes a part of the stack when they are put in.
const MOST_LEVELS: usize = 50;

/// A constant of the built-in table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constant {
    /// Its symbol in LaTeX.
    pub symbol: &'static str,
    /// The name of the constant.
    pub name: &'static str,
    /// The constant expressed by other constants of the table.
    pub relation: Option<&'static str>,
}

const fn constant(
    symbol: &'static str,
    name: &'static str,
    relation: Option<&'static str>,
) -> Constant {
    Constant {
        symbol,
        name,
        relation,
    }
}

/// A symbol may occur twice: the comparison takes the relation whose symbols occur in the two formulas.
#[rustfmt::skip]
pub const TABLE: &[Constant] = &[
    constant("c", "speed of light", Some(r"\frac{1}{\sqrt{\mu_0 \epsilon_0}}")),
    constant("h", "Planck constant", Some(r"2 \pi \hbar")),
    constant(r"\hbar", "reduced Planck constant", Some(r"\frac{h}{2 \pi}")),
    constant("e", "elementary charge", None),
    constant("k_B", "Boltzmann constant", None),
    constant("k", "Coulomb constant", Some(r"\frac{1}{4 \pi \epsilon_0}")),
    constant("k_e", "Coulomb constant", Some(r"\frac{1}{4 \pi \epsilon_0}")),
    constant("k", "Boltzmann constant", Some("k_B")),
    constant("N_A", "Avogadro constant", None),
    constant("R", "molar gas constant", Some("N_A k_B")),
    constant("F", "Faraday constant", Some("N_A e")),
    constant(r"\epsilon_0", "vacuum electric permittivity", Some(r"\frac{1}{\mu_0 c^2}")),
    constant(r"\mu_0", "vacuum magnetic permeability", Some(r"\frac{1}{\epsilon_0 c^2}")),
    constant("Z_0", "impedance of vacuum", Some(r"\mu_0 c")),
    constant("G", "constant of gravitation", None),
    constant("g", "standard acceleration of gravity", None),
    constant(r"\sigma", "Stefan-Boltzmann constant", Some(r"\frac{2 \pi^5 k_B^4}{15 h^3 c^2}")),
    constant("b", "Wien displacement constant", None),
    constant("m_e", "electron mass", None),
    constant("m_p", "proton mass", None),
    constant("m_n", "neutron mass", None),
    constant("m_u", "atomic mass constant", None),
    constant(r"\alpha", "fine-structure constant", Some(r"\frac{e^2}{4 \pi \epsilon_0 \hbar c}")),
    constant("a_0", "Bohr radius", Some(r"\frac{4 \pi \epsilon_0 \hbar^2}{m_e e^2}")),
    constant(r"R_\infty", "Rydberg constant", Some(r"\frac{m_e e^4}{8 \epsilon_0^2 h^3 c}")),
    constant(r"\mu_B", "Bohr magneton", Some(r"\frac{e \hbar}{2 m_e}")),
    constant(r"\Phi_0", "magnetic flux quantum", Some(r"\frac{h}{2 e}")),
];

/// What a problem defines a symbol to be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Definition {
    /// A number.
    Number(f64),
    /// LaTeX: `\frac{1}{\sqrt{\mu_0 \epsilon_0}}`, `9.8 \unit{m/s^2}`.
    Text(String),
}

/// Why definitions cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DefinitionError {
    /// The name is not a symbol.
    #[error("`{0}` is no symbol that could be defined")]
    Name(String),
    /// The definition cannot be read.
    #[error("the definition of `{name}` cannot be read: {problem}")]
    Text {
        /// The symbol.
        name: String,
        /// What the reader found.
        problem: String,
    },
    /// The value is not a finite number.
    #[error("the definition of `{0}` is no finite number")]
    Number(String),
    /// A symbol is defined by itself.
    #[error("the definition of `{0}` leads back to itself")]
    Cycle(String),
    /// A definition uses another one, that one a third, and so on for too long.
    #[error("the definition of `{0}` needs a chain of more than {MOST_LEVELS} definitions")]
    Deep(String),
    /// The same symbol is defined twice, in two spellings.
    #[error("`{0}` is defined twice")]
    Twice(String),
}

/// A definition that has been read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Meaning {
    Number(f64),
    Formula(Expr),
}

/// The definitions of a problem, read and free of cycles.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Definitions {
    meanings: BTreeMap<Symbol, Meaning>,
}

impl Definitions {
    /// Reads definitions: pairs of a symbol in LaTeX and its value.
    ///
    /// # Errors
    /// When a name is not a symbol, a text cannot be read, or the definitions form a cycle or a long chain.
    pub fn read<'a>(
        definitions: impl IntoIterator<Item = (&'a str, &'a Definition)>,
    ) -> Result<Self, DefinitionError> {
        let mut meanings = BTreeMap::new();
        for (name, definition) in definitions {
            let symbol = symbol(name).ok_or_else(|| DefinitionError::Name(name.to_owned()))?;
            let meaning = match definition {
                Definition::Number(number) if number.is_finite() => Meaning::Number(*number),
                Definition::Number(_) => return Err(DefinitionError::Number(name.to_owned())),
                Definition::Text(text) => Meaning::Formula(read_text(name, text)?),
            };
            if meanings.insert(symbol, meaning).is_some() {
                return Err(DefinitionError::Twice(name.to_owned()));
            }
        }
        let definitions = Self { meanings };
        let mut known = BTreeMap::new();
        for symbol in definitions.meanings.keys() {
            definitions.levels(symbol, &mut Vec::new(), &mut known)?;
        }
        Ok(definitions)
    }

    pub(crate) fn find(&self, symbol: &Symbol) -> Option<&Meaning> {
        self.meanings.get(symbol)
    }

    /// How many definitions deep a symbol is. `open` are those that lead to it, and `known` the levels of symbols that
    /// were asked for before.
    fn levels<'a>(
        &'a self,
        symbol: &'a Symbol,
        open: &mut Vec<&'a Symbol>,
        known: &mut BTreeMap<&'a Symbol, usize>,
    ) -> Result<usize, DefinitionError> {
        if let Some(levels) = known.get(symbol) {
            return Ok(*levels);
        }
        if open.contains(&symbol) {
            return Err(DefinitionError::Cycle(symbol.name()));
        }
        let too_deep = || DefinitionError::Deep(symbol.name());
        if open.len() == MOST_LEVELS {
            return Err(too_deep());
        }
        open.push(symbol);
        let mut levels = 1;
        for used in self.uses(symbol) {
            levels = levels.max(self.levels(used, open, known)? + 1);
        }
        open.pop();
        if levels > MOST_LEVELS {
            return Err(too_deep());
        }
        known.insert(symbol, levels);
        Ok(levels)
    }

    /// The defined symbols that a definition uses, alone or as functions: `v(t)` may be read as `v`.
    fn uses(&self, symbol: &Symbol) -> BTreeSet<&Symbol> {
        let mut uses = BTreeSet::new();
        if let Some(Meaning::Formula(expr)) = self.find(symbol) {
            expr.walk(&mut |node| {
                let name = match node {
                    Expr::Symbol(symbol) => symbol,
                    Expr::Call(call) => &call.function,
                    _ => return,
                };
                uses.extend(self.meanings.get_key_value(name).map(|(known, _)| known));
            });
        }
        uses
    }
}

/// The symbol that a name in LaTeX stands for.
pub fn symbol(name: &str) -> Option<Symbol> {
    let formula = notation::read(name).ok()?;
    match (formula.first, formula.links.is_empty()) {
        (Some(Expr::Symbol(symbol)), true) => Some(*symbol),
        _ => None,
    }
}

/// The expression of a definition; `c = …` for `c` is read as its right side.
fn read_text(name: &str, text: &str) -> Result<Expr, DefinitionError> {
    let problem = |problem: String| DefinitionError::Text {
        name: name.to_owned(),
        problem,
    };
    let formula = notation::read(text).map_err(|error| problem(error.to_string()))?;
    match (formula.first, formula.links.as_slice()) {
        (Some(expr), []) => Ok(expr),
        (_, [(_, right)]) => Ok(right.clone()),
        _ => Err(problem("it holds more than one relation".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, Definition)]) -> Result<Definitions, DefinitionError> {
        Definitions::read(pairs.iter().map(|(name, definition)| (*name, definition)))
    }

    fn text(text: &str) -> Definition {
        Definition::Text(text.to_owned())
    }

    #[test]
    fn the_table_agrees_with_itself() {
        for constant in TABLE {
            assert!(symbol(constant.symbol).is_some(), "{}", constant.symbol);
            if let Some(relation) = constant.relation {
                assert!(notation::read(relation).is_ok(), "{relation}");
            }
        }
    }

    #[test]
    fn definitions_may_use_each_other_but_not_themselves() {
        assert!(read(&[("a", text("b + 1")), ("b", text("2 c")), ("c", text("3"))]).is_ok());
        assert_eq!(
            read(&[("a", text("b + 1")), ("b", text("2 a"))]),
            Err(DefinitionError::Cycle("a".to_owned()))
        );
        assert_eq!(
            read(&[("a", text("a + 1"))]),
            Err(DefinitionError::Cycle("a".to_owned()))
        );
        assert_eq!(
            read(&[("v", text("v(t)"))]),
            Err(DefinitionError::Cycle("v".to_owned()))
        );
    }

    #[test]
    fn a_chain_of_definitions_has_an_end() {
        let chain = |length: u32, later: i32| {
            let name = |at: u32| format!("a_{{{:05}}}", at.cast_signed() * later + 20_000);
            let definition = |at: u32| (name(at), text(&format!("2 {}", name(at + 1))));
            let all: Vec<(String, Definition)> = (0..length).map(definition).collect();
            Definitions::read(all.iter().map(|(name, it)| (name.as_str(), it)))
        };
        for later in [1, -1] {
            assert!(chain(50, later).is_ok());
            for length in [51, 10_000] {
                assert!(matches!(
                    chain(length, later),
                    Err(DefinitionError::Deep(_))
                ));
            }
        }
    }

    #[test]
    fn bad_definitions_are_named() {
        assert_eq!(
            read(&[("a + b", Definition::Number(1.0))]),
            Err(DefinitionError::Name("a + b".to_owned()))
        );
        assert_eq!(
            read(&[("a", Definition::Number(f64::NAN))]),
            Err(DefinitionError::Number("a".to_owned()))
        );
        assert!(matches!(
            read(&[("a", text(r"\frac{1}"))]),
            Err(DefinitionError::Text { .. })
        ));
        assert_eq!(
            read(&[
                (r"\epsilon_0", Definition::Number(1.0)),
                (r"\varepsilon_{0}", Definition::Number(1.0)),
            ]),
            Err(DefinitionError::Twice(r"\varepsilon_{0}".to_owned()))
        );
    }
}
