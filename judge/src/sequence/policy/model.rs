//! What an ideal coder expects of a program: one coder for each kind of message, and what predicts
//! the next symbol of it. `docs/SCORING-v0.2.md` §3.2 has the table.

use std::collections::HashSet;

use num_bigint::BigUint;

use super::super::tree::Node;
use super::coder::{Bits, Coder, Key};

/// What the coder has read, by kind of message.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    shapes: Coder,
    choices: Coder,
    numbers: Coder,
    texts: Coder,
    names: HashSet<String>,
    last_numbers: [Option<Key>; 2],
    last_name: Option<Key>,
}

impl Model {
    /// The same, before the first number and name of a program.
    pub(super) fn at_start(self) -> Self {
        Self {
            last_numbers: [None; 2],
            last_name: None,
            ..self
        }
    }

    /// Notes a name and says whether it is new.
    pub(super) fn is_new_name(&mut self, name: &str) -> bool {
        self.names.insert(name.to_owned())
    }

    /// The cost of a value after the two before it.
    pub(super) fn number(&mut self, value: Key, novel: Bits) -> Bits {
        let [before, last] = self.last_numbers.map(|key| key.map_or([0; 8], Key::bytes));
        let contexts = [
            Key::new(&[b"two", &before, &last]),
            Key::new(&[b"one", &last]),
            Key::new(&[b"none"]),
        ];
        self.last_numbers = [self.last_numbers[1], Some(value)];
        self.numbers.cost(&contexts, value, novel)
    }

    /// The cost of symbols that follow each other, their end included.
    pub(super) fn text(&mut self, of: &[u8], symbols: impl Iterator<Item = u32>) -> Bits {
        const END: u32 = u32::MAX;
        let mut before = [END; 3];
        let mut cost = Bits::ZERO;
        for symbol in symbols.chain([END]) {
            let [third, second, last] = before.map(u32::to_le_bytes);
            let contexts = [
                Key::new(&[of, &third, &second, &last]),
                Key::new(&[of, &second, &last]),
                Key::new(&[of, &last]),
                Key::new(&[of]),
            ];
            let novel = match symbol {
                0..128 | END => Bits::new(7),
                other => Bits::new(4 + u64::from(other.ilog2())),
            };
            cost += self
                .texts
                .cost(&contexts, Key::new(&[&symbol.to_le_bytes()]), novel);
            before = [before[1], before[2], symbol];
        }
        cost
    }

    /// The cost of a node's kind, given where it stands.
    pub(super) fn shape(
        &mut self,
        node: &Node,
        parent: &Node,
        grandparent: &str,
        last: &str,
    ) -> Bits {
        let [kind, slot, above, last] =
            [parent.kind, node.slot, grandparent, last].map(str::as_bytes);
        let contexts = [
            Key::new(&[b"long", above, parent.slot.as_bytes(), kind, slot, last]),
            Key::new(&[b"last", kind, slot, last]),
            Key::new(&[b"slot", kind, slot]),
        ];
        let symbol = Key::new(&[node.kind.as_bytes()]);
        self.shapes.cost(&contexts, symbol, Bits::new(6))
    }

    /// The cost of which name stands in a place.
    pub(super) fn choice(&mut self, name: &str, slot: &str, parent: &str) -> Bits {
        let symbol = Key::new(&[name.as_bytes()]);
        let last = self.last_name.map_or([0; 8], Key::bytes);
        let contexts = [
            Key::new(&[b"after", &last]),
            Key::new(&[parent.as_bytes(), slot.as_bytes()]),
        ];
        self.last_name = Some(symbol);
        self.choices.cost(&contexts, symbol, Bits::new(4))
    }
}

/// An integer that has not come before: its length in a self-delimiting code, and its bits.
pub(super) fn novel_integer(value: &BigUint) -> Bits {
    let bits = value.bits();
    Bits::new(bits + 2 * u64::from((bits + 1).ilog2()) + 1)
}

/// Decimal digits, to within one for a very long number.
pub(super) fn digits(value: &BigUint) -> usize {
    let bits = usize::try_from(value.bits()).unwrap_or(usize::MAX);
    bits.saturating_mul(1233) / 4096 + 1
}

/// A float that has not come before: its digits and its exponent.
pub(super) fn novel_float(bits: u64) -> (usize, Bits) {
    let text = format!("{:e}", f64::from_bits(bits));
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let length = u64::try_from(digits).unwrap_or(u64::MAX);
    (digits, Bits::new(3 + length * 10 / 3))
}
