//! Indices that no term shows: `\sum_{w=1}^{3} S^\nu` adds the same three times, and is not `\sum_{\nu=1}^{3} S^\nu`.
//!
//! What is raised and is no power is a part of a name, and so are the letters of a state, so that what such an index
//! runs over makes no difference to values. Two statements with as many series are not the same if more indices of one
//! occur nowhere in what is added.

use super::form;
use crate::formula::{Expr, Series, Statement, Symbol};

/// Whether two statements with as many series differ in how many of them have an index that no term shows.
pub(super) fn differ(reference: &Statement, answer: &Statement) -> bool {
    let ([series, unshown], [others, also]) = (count(reference), count(answer));
    series == others && unshown != also
}

/// How many series a statement has, and how many of them do not show their index.
fn count(statement: &Statement) -> [usize; 2] {
    let [mut all, mut unshown] = [0; 2];
    for side in form::sides(statement) {
        side.walk(&mut |part| {
            if let Expr::Series(series) = part {
                all += 1;
                unshown += usize::from(!shows_index(series));
            }
        });
    }
    [all, unshown]
}

fn shows_index(series: &Series) -> bool {
    let Some((index, ..)) = series.range() else {
        return true;
    };
    let index = plain(&index.name());
    let mut shown = false;
    series.body.walk(&mut |part| match part {
        Expr::Symbol(symbol) => shown |= has_in_name(symbol, &index),
        Expr::Call(call) => shown |= has_in_name(&call.function, &index),
        _ => {}
    });
    shown
}

fn has_in_name(symbol: &Symbol, index: &str) -> bool {
    plain(&symbol.name()).contains(index)
}

/// A name without braces and spaces.
fn plain(name: &str) -> String {
    let is_kept = |letter: &char| !letter.is_whitespace() && !matches!(letter, '{' | '}');
    name.chars().filter(is_kept).collect()
}
