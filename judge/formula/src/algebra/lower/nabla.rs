//! Lowers what is written with `\nabla`. Where derivatives are carried out, products follow the product rule.

use super::{Head, Lowered, Lowering, MAX_TERMS, Obstacle};
use crate::algebra::graph::Node;
use crate::tree::Nabla;

impl Lowering<'_> {
    /// `∇` and related operators. What is applied twice has one form: `∇·∇f` is `∇²f`, `∇×∇f` and `∇·(∇×v)` are 0, and
    /// `∇×(∇×v)` is `∇(∇·v) − ∇²v`.
    pub(super) fn nabla(&mut self, nabla: Nabla, of: Node, vector: bool) -> Lowered {
        match (nabla, self.under_nabla(of)) {
            (Nabla::Divergence, Some((Nabla::Gradient, inner))) => {
                return self.nabla(Nabla::Laplacian, inner, false);
            }
            (Nabla::Curl, Some((Nabla::Gradient, _)))
            | (Nabla::Divergence, Some((Nabla::Curl, _))) => return Ok(self.graph.number(0.0)),
            (Nabla::Curl, Some((Nabla::Curl, inner))) => {
                let divergence = self.nabla(Nabla::Divergence, inner, false)?;
                let gradient = self.nabla(Nabla::Gradient, divergence, true)?;
                let laplacian = self.nabla(Nabla::Laplacian, inner, true)?;
                return Ok(self.graph.difference(gradient, laplacian));
            }
            _ => {}
        }
        // What stands under it is taken term by term where another operator would be seen there.
        let (constant, terms) = self.graph.terms(of);
        let shows = |(by, term): &(f64, Node)| {
            (terms.len() > 1 || (by - 1.0).abs() > 0.0) && self.under_nabla(*term).is_some()
        };
        if constant == 0.0 && terms.iter().any(shows) {
            let mut parts = Vec::with_capacity(terms.len());
            for (by, term) in terms {
                parts.push((by, self.nabla(nabla, term, vector)?));
            }
            return Ok(self.graph.combination(&parts));
        }
        match self.nabla_of_product(nabla, of)? {
            Some(value) => Ok(value),
            None => self.linear(&Head::Nabla(nabla), of, &[], vector, true),
        }
    }

    /// The operator and the operand of a node that is an opaque term with `∇`.
    fn under_nabla(&self, node: Node) -> Option<(Nabla, Node)> {
        match self.as_opaque(node)? {
            (Head::Nabla(nabla), &[inner]) => Some((*nabla, inner)),
            _ => None,
        }
    }

    /// `∇(f g)`, `∇·(f v)`, `∇×(f v)`, `∇²f` and `∇·(v × w)` as sums of products. `None` where nothing is multiplied, or
    /// nothing is to be carried out.
    fn nabla_of_product(&mut self, nabla: Nabla, of: Node) -> Result<Option<Node>, Obstacle> {
        match nabla {
            Nabla::Laplacian => {
                return match self.gradient_of_parts(of)? {
                    Some(gradient) => self.nabla(Nabla::Divergence, gradient, false).map(Some),
                    None => Ok(None),
                };
            }
            Nabla::Gradient => return self.gradient_of_parts(of),
            Nabla::Divergence | Nabla::Curl => {}
        }
        if let (Nabla::Divergence, Some((left, right))) = (nabla, self.crossed(of)) {
            if !self.carries_out() {
                return Ok(None);
            }
            let of_left = self.nabla(Nabla::Curl, left, true)?;
            let of_right = self.nabla(Nabla::Curl, right, true)?;
            let (plus, minus) = (self.dot(right, of_left)?, self.dot(left, of_right)?);
            self.note_carried_out();
            return Ok(Some(self.graph.difference(plus, minus)));
        }
        let of = self.graph.multiplied_out(of, MAX_TERMS);
        let terms = self.vector_terms(of);
        let is_product = |(_, scalar, vector): &(f64, Node, Node)| {
            self.graph.as_number(*scalar).is_none()
                || nabla == Nabla::Divergence && self.crossed(*vector).is_some()
        };
        let are_vectors = terms.iter().all(|(_, _, vector)| self.is_vector(*vector));
        if !are_vectors || !terms.iter().any(is_product) || !self.carries_out() {
            return Ok(None);
        }
        let multiply = if nabla == Nabla::Curl {
            Self::cross
        } else {
            Self::dot
        };
        let mut parts = Vec::with_capacity(2 * terms.len());
        for (by, scalar, vector) in terms {
            let of_vector = self.nabla(nabla, vector, nabla == Nabla::Curl)?;
            parts.push((by, self.graph.product(scalar, of_vector)));
            let shows = matches!(self.under_nabla(vector), Some((Nabla::Gradient, _)));
            let mut slots = self.graph.slots(scalar).iter();
            if !slots.all(|slot| self.is_taken_for_constant(slot, shows, false)) {
                let slope = self.nabla(Nabla::Gradient, scalar, true)?;
                parts.push((by, multiply(self, slope, vector)?));
            }
        }
        self.note_carried_out();
        Ok(Some(self.graph.combination(&parts)))
    }

    /// `∇f` by the chain rule; `None` where `f` is no expression of symbols.
    fn gradient_of_parts(&mut self, of: Node) -> Result<Option<Node>, Obstacle> {
        if self.is_vector(of) {
            return Ok(None);
        }
        let Some(parts) = self.by_parts(of, None) else {
            return Ok(None);
        };
        let mut terms = Vec::with_capacity(parts.len());
        for (factor, part) in parts {
            let slope = self.linear(&Head::Nabla(Nabla::Gradient), part, &[], true, true)?;
            terms.push((1.0, self.graph.product(factor, slope)));
        }
        Ok(Some(self.graph.combination(&terms)))
    }
}
