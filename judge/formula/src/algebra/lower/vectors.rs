//! Brings products of vectors into one form.
//!
//! Both products are linear in sums and scalar factors. Dot products are sorted, cross products are sorted with their
//! sign, a double cross product is written with dot products, and a triple product is sorted.

use super::{Head, Lowered, Lowering, MAX_TERMS, Obstacle};
use crate::algebra::graph::{Node, Op};
use crate::tree::{Accent, Symbol};

/// The letters of unit vectors of which each is the cross product of the two after it, around.
const TRIADS: [[&str; 3]; 8] = [
    ["x", "y", "z"],
    ["i", "j", "k"],
    ["r", r"\theta", r"\phi"],
    ["r", r"\theta", r"\varphi"],
    [r"\rho", r"\phi", "z"],
    [r"\rho", r"\varphi", "z"],
    ["s", r"\phi", "z"],
    ["s", r"\varphi", "z"],
];

/// A number, a scalar and a vector: their product is a term of a vector.
type VectorTerm = (f64, Node, Node);

impl Lowering<'_> {
    pub(super) fn is_vector(&self, node: Node) -> bool {
        self.graph.slots(node).intersects(self.symbols.vectors())
    }

    pub(super) fn vector_terms(&mut self, node: Node) -> Vec<VectorTerm> {
        let one = self.graph.number(1.0);
        let (number, terms) = self.graph.terms(node);
        let mut found = Vec::new();
        if number != 0.0 {
            found.push((number, one, one));
        }
        for (by, term) in terms {
            let (vectors, scalar) = self.parted(term, Self::is_vector);
            match vectors.as_slice() {
                [(vector, power)] if (*power - 1.0).abs() == 0.0 => {
                    if *vector == term || !matches!(self.graph.op(*vector), Op::Sum(..)) {
                        found.push((by, scalar, *vector));
                    } else {
                        for (inner, factor, atom) in self.vector_terms(*vector) {
                            let factor = self.graph.product(scalar, factor);
                            found.push((by * inner, factor, atom));
                        }
                    }
                }
                _ => found.push((by, one, term)),
            }
        }
        found
    }

    /// A product of two vectors, multiplied out.
    fn bilinear(
        &mut self,
        left: Node,
        right: Node,
        product: fn(&mut Self, Node, Node) -> Lowered,
    ) -> Lowered {
        let (lefts, rights) = (self.vector_terms(left), self.vector_terms(right));
        if lefts.len() * rights.len() > MAX_TERMS {
            return product(self, left, right);
        }
        let mut parts = Vec::with_capacity(lefts.len() * rights.len());
        for &(a, scalar, vector) in &lefts {
            for &(b, other, atom) in &rights {
                let value = product(self, vector, atom)?;
                let scalars = self.graph.product(scalar, other);
                parts.push((a * b, self.graph.product(scalars, value)));
            }
        }
        Ok(self.graph.combination(&parts))
    }

    pub(super) fn dot(&mut self, left: Node, right: Node) -> Lowered {
        self.bilinear(left, right, Self::dot_of_two)
    }

    pub(super) fn cross(&mut self, left: Node, right: Node) -> Lowered {
        self.bilinear(left, right, Self::cross_of_two)
    }

    /// The factors of a node that is a cross product.
    pub(super) fn crossed(&self, node: Node) -> Option<(Node, Node)> {
        match self.as_opaque(node)? {
            (Head::Cross, &[left, right]) => Some((left, right)),
            _ => None,
        }
    }

    fn is_unit_vector(&self, node: Node) -> bool {
        let symbol = self.as_symbol(node);
        symbol.is_some_and(|symbol| symbol.vector && symbol.accents.contains(&Accent::Hat))
    }

    /// The letter of a vector's length, where one of the formulas has it: `r` for `\vec r`.
    fn letter_of_length(&self, node: Node) -> Option<Symbol> {
        let symbol = self.as_symbol(node)?;
        let letter = Symbol {
            vector: false,
            ..symbol.clone()
        };
        let is_unit = symbol.accents.contains(&Accent::Hat);
        (!is_unit && self.survey.stands_alone(&letter)).then_some(letter)
    }

    fn dot_of_two(&mut self, left: Node, right: Node) -> Lowered {
        match (self.crossed(left), self.crossed(right)) {
            _ if self.settings.letters => self.product_of(&Head::Dot, [left, right]),
            (Some((a, b)), Some((c, d))) => {
                let (ac, bd) = (self.dot(a, c)?, self.dot(b, d)?);
                let (ad, bc) = (self.dot(a, d)?, self.dot(b, c)?);
                let (plus, minus) = (self.graph.product(ac, bd), self.graph.product(ad, bc));
                Ok(self.graph.difference(plus, minus))
            }
            (Some((a, b)), None) => self.triple(right, a, b),
            (None, Some((a, b))) => self.triple(left, a, b),
            (None, None) => {
                if left == right && self.is_unit_vector(left) {
                    return Ok(self.graph.number(1.0));
                }
                if left == right
                    && let Some(letter) = self.letter_of_length(left)
                {
                    let length = self.symbol(&letter)?;
                    return Ok(self.graph.product(length, length));
                }
                self.product_of(&Head::Dot, [left, right])
            }
        }
    }

    /// A product of two vectors that is not carried out.
    fn product_of(&mut self, head: &Head, [left, right]: [Node; 2]) -> Lowered {
        let pair = vec![left.min(right), left.max(right)];
        self.opaque(head, pair, *head == Head::Cross)
    }

    /// `a · (b × c)`
    fn triple(&mut self, a: Node, b: Node, c: Node) -> Lowered {
        if a == b || b == c || a == c {
            return Ok(self.graph.number(0.0));
        }
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let place = |node: Node| sorted.iter().position(|other| *other == node);
        let even = matches!(
            (place(a), place(b)),
            (Some(0), Some(1)) | (Some(1), Some(2)) | (Some(2), Some(0))
        );
        let value = self.opaque(&Head::Triple, sorted.to_vec(), false)?;
        Ok(self.graph.scaled(if even { 1.0 } else { -1.0 }, value))
    }

    fn cross_of_two(&mut self, left: Node, right: Node) -> Lowered {
        if left == right {
            return Ok(self.graph.number(0.0));
        }
        let crossed = |node| self.crossed(node).filter(|_| !self.settings.letters);
        match (crossed(left), crossed(right)) {
            (_, Some((b, c))) => return self.double_cross(left, b, c),
            (Some((b, c)), None) => {
                let value = self.double_cross(right, b, c)?;
                return Ok(self.graph.scaled(-1.0, value));
            }
            (None, None) => {}
        }
        if let Some((sign, third)) = self.third_of_triad(left, right) {
            let third = self.symbol(&third)?;
            return Ok(self.graph.scaled(sign, third));
        }
        let value = self.product_of(&Head::Cross, [left, right])?;
        Ok(self
            .graph
            .scaled(if left < right { 1.0 } else { -1.0 }, value))
    }

    /// The unit vector that two of a right-handed triad make, with its sign: `\hat z` of `\hat x \times \hat y`.
    fn third_of_triad(&self, left: Node, right: Node) -> Option<(f64, Symbol)> {
        if self.settings.letters || !self.is_unit_vector(left) || !self.is_unit_vector(right) {
            return None;
        }
        let (one, other) = (self.as_symbol(left)?, self.as_symbol(right)?);
        let with = |base: &str, like: &Symbol| Symbol {
            base: base.to_owned(),
            ..like.clone()
        };
        TRIADS.iter().find_map(|triad| {
            let place = |of: &Symbol| triad.iter().position(|base| *base == of.base);
            let (at, after) = (place(one)?, place(other)?);
            if at == after || with(&one.base, other) != *one {
                return None;
            }
            let sign = if (at + 1) % 3 == after { 1.0 } else { -1.0 };
            Some((sign, with(triad[3 - at - after], one)))
        })
    }

    /// `a × (b × c) = b (a · c) − c (a · b)`
    fn double_cross(&mut self, a: Node, b: Node, c: Node) -> Lowered {
        let (ac, ab) = (self.dot(a, c)?, self.dot(a, b)?);
        let (plus, minus) = (self.graph.product(b, ac), self.graph.product(c, ab));
        Ok(self.graph.difference(plus, minus))
    }

    /// The length of a vector.
    pub(super) fn length(&mut self, vector: Node) -> Result<Node, Obstacle> {
        let square = self.dot(vector, vector)?;
        let half = self.graph.number(0.5);
        Ok(self.graph.power(square, half))
    }
}
