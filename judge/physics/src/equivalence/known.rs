//! The table of constants as comparisons need it, read once.

use std::sync::LazyLock;

use crate::constants::{Constant, TABLE};
use crate::formula::{Expr, Symbol};
use crate::latex;

/// A constant whose name and relation have been read.
#[derive(Debug)]
pub(super) struct KnownConstant {
    pub(super) constant: &'static Constant,
    pub(super) relation: Option<Expr>,
    name: String,
}

static KNOWN: LazyLock<Vec<KnownConstant>> = LazyLock::new(|| {
    let known = |constant: &'static Constant| KnownConstant {
        constant,
        relation: constant
            .relation
            .and_then(|text| latex::read(text).ok()?.first),
        name: bare(constant.symbol),
    };
    TABLE.iter().map(known).collect()
});

/// The constants that a symbol may be.
pub(super) fn constants_of(symbol: &Symbol) -> impl Iterator<Item = &'static KnownConstant> {
    let name = bare(&symbol.name());
    KNOWN.iter().filter(move |known| known.name == name)
}

fn bare(text: &str) -> String {
    text.replace(['{', '}'], "")
}
