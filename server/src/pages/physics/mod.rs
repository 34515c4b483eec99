//! What is particular to the physics contest: formulas as `MathML`, how those of a derivation were
//! read, and from Reveal on the graph of the reference solution.

pub mod asked;
mod drawing;
pub mod graph;
pub(super) mod latex;
mod layout;
pub mod problem;
pub mod reading;
#[cfg(test)]
mod samples;
pub mod verdict;

/// Whether a text shows a formula as it is written.
pub(super) fn shows_unread(html: &crate::html::TrustedHtml) -> bool {
    html.as_str().contains(latex::WRITTEN)
}

/// A formula in LaTeX, as it is read.
pub(super) fn formula(source: &str) -> crate::html::TrustedHtml {
    let source = source.trim().trim_matches('$');
    latex::whole(source)
}
