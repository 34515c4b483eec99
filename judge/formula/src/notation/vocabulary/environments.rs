//! The table of environments.

use crate::tree::MatrixStyle;

/// An environment: what is between `\begin{…}` and `\end{…}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Environment {
    /// Its name, without a star.
    name: &'static str,
    /// How its lines are read.
    pub lines: Lines,
    /// Whether it is display mathematics by itself, without `$$` around it.
    pub displays: bool,
    /// Whether a group with the columns follows.
    pub has_columns: bool,
}

/// How an environment's lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// It only aligns them: each is a formula.
    Formulas,
    /// They are the rows of a table.
    Rows(MatrixStyle),
}

const fn formulas(name: &'static str) -> Environment {
    Environment {
        name,
        lines: Lines::Formulas,
        displays: true,
        has_columns: false,
    }
}

const fn rows(name: &'static str, style: MatrixStyle) -> Environment {
    Environment {
        name,
        lines: Lines::Rows(style),
        displays: false,
        has_columns: false,
    }
}

impl Environment {
    /// An environment that also occurs in prose, where it says nothing about its content.
    const fn anywhere(mut self) -> Self {
        self.displays = false;
        self
    }

    const fn with_columns(mut self) -> Self {
        self.has_columns = true;
        self
    }

    /// An environment that is display mathematics by itself, although its lines are rows.
    const fn displayed(mut self) -> Self {
        self.displays = true;
        self
    }
}

static ENVIRONMENTS: &[Environment] = &[
    formulas("equation"),
    formulas("align"),
    formulas("aligned"),
    formulas("gather"),
    formulas("gathered"),
    formulas("split"),
    formulas("alignat").with_columns(),
    formulas("alignedat").with_columns(),
    formulas("multline"),
    formulas("eqnarray"),
    formulas("displaymath"),
    formulas("math"),
    formulas("flalign"),
    formulas("dmath"),
    formulas("dgroup"),
    formulas("subequations").anywhere(),
    formulas("boxed").anywhere(),
    formulas("IEEEeqnarray").with_columns(),
    formulas("empheq").with_columns(),
    formulas("mathpar").anywhere(),
    formulas("center").anywhere(),
    rows("matrix", MatrixStyle::Plain),
    rows("smallmatrix", MatrixStyle::Plain),
    rows("array", MatrixStyle::Plain).with_columns(),
    rows("pmatrix", MatrixStyle::Round),
    rows("psmallmatrix", MatrixStyle::Round),
    rows("bmatrix", MatrixStyle::Square),
    rows("bsmallmatrix", MatrixStyle::Square),
    rows("Bmatrix", MatrixStyle::Square),
    rows("vmatrix", MatrixStyle::Bars),
    rows("Vmatrix", MatrixStyle::Bars),
    rows("cases", MatrixStyle::Cases),
    rows("dcases", MatrixStyle::Cases),
    rows("rcases", MatrixStyle::Cases),
    rows("numcases", MatrixStyle::Cases).displayed(),
    rows("subnumcases", MatrixStyle::Cases).displayed(),
];

/// The environment by a name, with or without a star.
pub fn environment(name: &str) -> Option<&'static Environment> {
    let bare = name.strip_suffix('*').unwrap_or(name);
    ENVIRONMENTS
        .iter()
        .find(|environment| environment.name == bare)
}

/// The name of the environment for a matrix of this style.
pub fn name_of(style: MatrixStyle) -> &'static str {
    ENVIRONMENTS
        .iter()
        .find(|environment| environment.lines == Lines::Rows(style))
        .map(|environment| environment.name)
        .expect("the table has a name for each style")
}
