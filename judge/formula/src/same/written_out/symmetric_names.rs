//! Names whose indices may change places: `\delta_{mn}`, and the metrics `g_{\mu\nu}` and `\eta_{\mu\nu}`.

use super::names::names;
use super::parts::{Pair, respelled};
use crate::tree::{Expr, Statement, Symbol, script_words};

/// The first statement with the order of indices that the second has.
pub(super) fn as_elsewhere([statement, other]: Pair<'_>) -> Option<Statement> {
    let there = names(other);
    respelled(statement, &|part| match part {
        Expr::Symbol(symbol) => {
            let exchanged = exchanged(symbol)?;
            let is_there = there.contains(&exchanged) && !there.contains(&**symbol);
            // One of the two is changed.
            (is_there && exchanged < **symbol).then(|| Expr::symbol(exchanged))
        }
        _ => None,
    })
}

/// The same name with its two indices in the other order.
pub(super) fn exchanged(symbol: &Symbol) -> Option<Symbol> {
    let is_metric = matches!(symbol.base.as_str(), "g" | r"\eta");
    if !is_metric && symbol.base != r"\delta" || !symbol.accents.is_empty() {
        return None;
    }
    let (indices, is_raised) = match (&symbol.subscript, &symbol.label) {
        (Some(lowered), None) => (lowered, false),
        (None, Some(raised)) => (raised, true),
        _ => return None,
    };
    let [first, second] = script_words(indices).collect::<Vec<_>>()[..] else {
        return None;
    };
    let are_greek = first.starts_with('\\') && second.starts_with('\\');
    let exchanged = (are_greek || !is_metric).then(|| format!("{second}{first}"));
    let mut symbol = symbol.clone();
    *(if is_raised {
        &mut symbol.label
    } else {
        &mut symbol.subscript
    }) = Some(exchanged?);
    Some(symbol)
}
