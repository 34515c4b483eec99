//! The table of physical constants in the form that comparisons need; its LaTeX is parsed once.

use std::sync::LazyLock;

use crate::algebra::constants::{Constant, TABLE};
use crate::notation;
use crate::tree::{Expr, Symbol};

/// A constant whose name and relation have been read.
#[derive(Debug)]
pub(crate) struct KnownConstant {
    pub(crate) constant: &'static Constant,
    pub(crate) relation: Option<Expr>,
    name: String,
}

static KNOWN: LazyLock<Vec<KnownConstant>> = LazyLock::new(|| {
    let known = |constant: &'static Constant| KnownConstant {
        constant,
        relation: constant
            .relation
            .and_then(|text| notation::read(text).ok()?.first),
        name: bare(constant.symbol),
    };
    TABLE.iter().map(known).collect()
});

/// The constants of the table that a symbol may stand for.
pub(crate) fn constants_of(symbol: &Symbol) -> impl Iterator<Item = &'static KnownConstant> {
    let name = bare(&symbol.name());
    KNOWN.iter().filter(move |known| known.name == name)
}

/// Whether a relation uses no symbols but known ones and π.
pub(crate) fn is_over(relation: &Expr, is_known: impl Fn(&Symbol) -> bool) -> bool {
    let is_other = |symbol: &Symbol| !symbol.is(r"\pi") && !is_known(symbol);
    !relation.any(|part| matches!(part, Expr::Symbol(symbol) if is_other(symbol)))
}

fn bare(text: &str) -> String {
    text.replace(['{', '}'], "")
}
