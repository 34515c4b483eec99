//! Lowers matrices as sums over their positions, so that they add, take factors and are compared member by
//! member.

use super::{Head, Lowered, Lowering, Obstacle};
use crate::algebra::graph::Node;
use crate::tree::{Expr, MatrixStyle};

/// A matrix with more members than this is one opaque term.
const MAX_MEMBERS: usize = 36;
/// A determinant with more rows than this is not multiplied out.
const MAX_ROWS: usize = 4;

type Rows = Vec<Vec<Node>>;

impl Lowering<'_> {
    pub(super) fn matrix(&mut self, style: MatrixStyle, rows: &[Vec<Expr>]) -> Lowered {
        match style {
            MatrixStyle::Cases => self.cases(rows),
            MatrixStyle::Bars => self.determinant(rows),
            MatrixStyle::Plain | MatrixStyle::Round | MatrixStyle::Square => {
                let rows = self.members(rows)?;
                self.placed(rows)
            }
        }
    }

    fn members(&mut self, rows: &[Vec<Expr>]) -> Result<Rows, Obstacle> {
        rows.iter().map(|row| self.exprs(row)).collect()
    }

    /// The sum of each member times the variable of its position.
    fn placed(&mut self, rows: Rows) -> Lowered {
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        if height * width > MAX_MEMBERS {
            let members = rows.into_iter().flatten().collect();
            return self.opaque(&Head::Matrix(width), members, false);
        }
        let mut parts = Vec::with_capacity(height * width);
        for (i, row) in rows.into_iter().enumerate() {
            for (j, member) in row.into_iter().enumerate() {
                let head = Head::Place {
                    row: i,
                    column: j,
                    of: (height, width),
                };
                let place = self.opaque(&head, Vec::new(), false)?;
                let slots = self.graph.slots(place);
                self.symbols.mark_whole(slots);
                parts.push((1.0, self.graph.product(member, place)));
            }
        }
        Ok(self.graph.combination(&parts))
    }

    /// The product of matrices beside each other; `None` if their sizes do not fit.
    pub(super) fn matrix_product(
        &mut self,
        factors: &[&[Vec<Expr>]],
    ) -> Result<Option<Node>, Obstacle> {
        let Some((first, rest)) = factors.split_first() else {
            return Ok(None);
        };
        let mut product = self.members(first)?;
        for factor in rest {
            let right = self.members(factor)?;
            let width = right.first().map_or(0, Vec::len);
            let fits = product.iter().all(|row| row.len() == right.len());
            if !fits || product.len() * width > MAX_MEMBERS {
                return Ok(None);
            }
            product = product
                .into_iter()
                .map(|row| {
                    (0..width)
                        .map(|column| {
                            let mut parts = Vec::with_capacity(row.len());
                            for (member, other) in row.iter().zip(&right) {
                                parts.push((1.0, self.graph.product(*member, other[column])));
                            }
                            self.graph.combination(&parts)
                        })
                        .collect()
                })
                .collect();
        }
        if let [row] = product.as_slice()
            && let [member] = row.as_slice()
        {
            return Ok(Some(*member));
        }
        self.placed(product).map(Some)
    }

    pub(super) fn determinant(&mut self, rows: &[Vec<Expr>]) -> Lowered {
        let rows = self.members(rows)?;
        let square = rows.iter().all(|row| row.len() == rows.len());
        if !square || rows.len() > MAX_ROWS {
            let width = rows.first().map_or(0, Vec::len);
            let members = rows.into_iter().flatten().collect();
            return self.opaque(&Head::Determinant(width), members, false);
        }
        let columns: Vec<usize> = (0..rows.len()).collect();
        Ok(self.minor(&rows, &columns))
    }

    /// The determinant of the given rows in the given columns, expanded along the first row.
    fn minor(&mut self, rows: &[Vec<Node>], columns: &[usize]) -> Node {
        let Some((first, rest)) = rows.split_first() else {
            return self.graph.number(1.0);
        };
        let mut parts = Vec::with_capacity(columns.len());
        let mut sign = 1.0;
        for column in columns {
            let others: Vec<usize> = columns
                .iter()
                .copied()
                .filter(|other| other != column)
                .collect();
            let minor = self.minor(rest, &others);
            parts.push((sign, self.graph.product(first[*column], minor)));
            sign = -sign;
        }
        self.graph.combination(&parts)
    }
}
