//! Formulas as MathML.
