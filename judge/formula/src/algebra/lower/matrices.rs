//! Lowers matrices as sums over their positions, so that they add, take factors and are compared member by
//! member.

use super::{Head, Lowered, Lowering, Obstacle};
use crate::algebra::graph::Node;
use crate::tree::{Expr, Formula, MatrixStyle, Relation};

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

    /// Cases; the order of their rows does not matter.
    fn cases(&mut self, rows: &[Vec<Expr>]) -> Lowered {
        let mut cases = Vec::with_capacity(rows.len());
        let otherwise = otherwise(rows);
        for row in rows {
            let row = otherwise.as_ref().map_or(row, |(own, instead)| {
                if std::ptr::eq(row, *own) {
                    instead
                } else {
                    row
                }
            });
            let members = row.iter().map(|member| match member {
                Expr::Condition(condition) => self.condition(&without_borders(condition)),
                member => self.expr(member),
            });
            let members = members.collect::<Result<_, Obstacle>>()?;
            cases.push(self.opaque(&Head::Case, members, false)?);
        }
        self.opaque(&Head::Cases, cases, false)
    }

    /// A relation in the place of an expression; `x > 0` is `0 < x`.
    pub(super) fn condition(&mut self, formula: &Formula) -> Lowered {
        let mut sides = self.sides(formula)?;
        let mut relations: Vec<Relation> = formula.links.iter().map(|(link, _)| *link).collect();
        let greater = |link: &Relation| {
            matches!(
                link,
                Relation::Greater | Relation::GreaterOrEqual | Relation::MuchGreater
            )
        };
        if relations.iter().all(greater) {
            sides.reverse();
            relations.reverse();
            relations = relations
                .into_iter()
                .filter_map(Relation::flipped)
                .collect();
        }
        self.opaque(&Head::Condition(relations), sides, false)
    }
}

/// A condition of a case, regardless of the case to which the border belongs: `r \ge R` is `r > R`. What is compared
/// with a number other than 0 may be counted, and `n \ge 1` is not `n > 1`.
fn without_borders(condition: &Formula) -> Formula {
    let mut open = condition.clone();
    let is_counted = |side: &Expr| matches!(side, Expr::Number(_)) && *side != Expr::integer(0);
    if condition.sides().any(is_counted) {
        return open;
    }
    for (relation, _) in &mut open.links {
        *relation = match *relation {
            Relation::LessOrEqual => Relation::Less,
            Relation::GreaterOrEqual => Relation::Greater,
            other => other,
        };
    }
    open
}

/// If one of two cases says `\text{otherwise}`, that row and what it stands for: the opposite of the other
/// condition.
fn otherwise(rows: &[Vec<Expr>]) -> Option<(&Vec<Expr>, Vec<Expr>)> {
    const WORDS: [&str; 3] = ["otherwise", "else", "elsewhere"];
    let [first, last] = rows else {
        return None;
    };
    let ([_, Expr::Condition(condition)], [value, Expr::Symbol(word)]) =
        (first.as_slice(), last.as_slice())
    else {
        return None;
    };
    let is_it = WORDS
        .iter()
        .any(|known| word.base.trim_matches(['{', '}']).ends_with(known));
    let [(relation, right)] = condition.links.as_slice() else {
        return None;
    };
    let negated = match relation {
        Relation::Less => Relation::GreaterOrEqual,
        Relation::LessOrEqual => Relation::Greater,
        Relation::Greater => Relation::LessOrEqual,
        Relation::GreaterOrEqual => Relation::Less,
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        _ => return None,
    };
    let left = condition.first.clone()?;
    let instead = Formula::relation(left, negated, right.clone());
    is_it.then(|| {
        (
            last,
            vec![value.clone(), Expr::Condition(Box::new(instead))],
        )
    })
}
