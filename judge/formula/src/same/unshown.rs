//! Indices that no term shows: `\sum_{w=1}^{3} S^\nu` adds the same three times, and is not `\sum_{\nu=1}^{3} S^\nu`.
//!
//! What is raised and is no power is a part of a name, and so are the letters of a state, so that what such an index
//! runs over makes no difference to values. Two statements with as many series are not the same if more indices of one
//! occur nowhere in what is added.

use super::form;
use crate::tree::{Expr, Series, Statement, Symbol};

/// Letters in a row that are a word and no indices, but for the first and the last one.
const WORD: usize = 3;

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
        Expr::Operator(operator) => {
            shown |= operator.by.iter().any(|(by, _)| has_in_name(by, &index));
        }
        Expr::Derivative(derivative) => {
            shown |= derivative.by.iter().any(|(by, _)| has_in_name(by, &index));
        }
        _ => {}
    });
    shown
}

/// Whether an index stands in a name. The letter itself is none where another one hangs on it: `z_i` does not depend on `z`.
fn has_in_name(symbol: &Symbol, index: &str) -> bool {
    let is_letter = symbol.base == index && (symbol.subscript.is_some() || symbol.label.is_some());
    let name = plain(&symbol.name());
    let from = if is_letter { index.len() } else { 0 };
    let Some(name) = name.get(from..) else {
        return false;
    };
    if index.len() > 1 || !name.contains(index) {
        return name.contains(index);
    }
    // In `f_{ext}` there is no `x`.
    name.split(|letter: char| !letter.is_ascii_alphabetic())
        .any(|word| {
            let ends = word.starts_with(index) || word.ends_with(index);
            ends || word.len() < WORD && word.contains(index)
        })
}

/// A name without braces and spaces.
fn plain(name: &str) -> String {
    let is_kept = |letter: &char| !letter.is_whitespace() && !matches!(letter, '{' | '}');
    name.chars().filter(is_kept).collect()
}
