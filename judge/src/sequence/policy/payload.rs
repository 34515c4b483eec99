//! The payload of a source: the information that it carries as data, in bytes, which scoring 0.3 weighs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::verdict::Rejection;
use super::bits::Bits;

/// Weighing stops at this amount: it is far above any limit, and this bounds the cost of weighing.
pub(super) const ENOUGH: Bits = Bits::new(8 * ENOUGH_BYTES as u64);
pub(super) const ENOUGH_BYTES: u32 = 4096;

/// The words before an amount that may be larger because weighing stopped.
pub fn more(bytes: u32) -> &'static str {
    if bytes > ENOUGH_BYTES {
        "more than "
    } else {
        ""
    }
}

/// The most places that a payload lists. It lists them until half of the weight is named.
const LISTED: usize = 12;

/// The payload of a source, divided by what carries it. Each amount is rounded up to whole bytes. After 4,096 bytes
/// the rest of the source is not read: each amount covers what comes before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Payload {
    /// The weight of the source text, letter by letter.
    pub in_full_bytes: u32,
    /// The total that counts.
    pub total_bytes: u32,
    /// The total without the shape: the data in the source.
    pub data_bytes: u32,
    /// The part in numbers.
    pub number_bytes: u32,
    /// The part in strings and bytes.
    pub text_bytes: u32,
    /// The part in the spelling of names.
    pub name_bytes: u32,
    /// The part in choices of structure, as far as they count.
    pub shape_bytes: u32,
    /// Decimal digits of the longest number, to within one.
    pub longest_number_digits: u32,
    /// Elements of the longest list, tuple, set or dictionary.
    pub longest_display: u32,
    /// The heaviest places, the heaviest first, until they are half of the total or there are twelve.
    pub heaviest: Vec<Weight>,
}

/// One place of a source and its weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weight {
    /// Line of the canonical source, from 1.
    pub line: u32,
    /// What is there, in a few words.
    pub what: String,
    /// Its weight, in bytes, rounded up.
    pub bytes: u32,
}

impl Payload {
    /// The payload of a source that is weighed only as text.
    pub(in super::super) fn of_text(bytes: u32) -> Self {
        Self {
            in_full_bytes: bytes,
            total_bytes: bytes,
            data_bytes: bytes,
            text_bytes: bytes,
            ..Self::default()
        }
    }

    /// The heaviest places, as the end of a message.
    pub(in super::super) fn heaviest_places(&self) -> String {
        let places: Vec<_> = (self.heaviest.iter())
            .map(|Weight { line, what, bytes }| {
                let verb = if what.starts_with("a ") {
                    "weighs"
                } else {
                    "weigh"
                };
                format!("line {line}: {what} {verb} {bytes} bytes")
            })
            .collect();
        format!("; the heaviest: {}", places.join("; "))
    }
}

/// The largest accepted payload, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    /// For [`Payload::data_bytes`].
    pub data_bytes: u32,
    /// For [`Payload::total_bytes`].
    pub total_bytes: u32,
}

impl Allowance {
    /// The larger of two allowances, number by number.
    #[must_use]
    pub fn or_more(self, other: Self) -> Self {
        Self {
            data_bytes: self.data_bytes.max(other.data_bytes),
            total_bytes: self.total_bytes.max(other.total_bytes),
        }
    }

    /// Refuses a source that is too heavy as text and has no neutral form.
    ///
    /// # Errors
    /// [`Rejection::Hardcode`]
    pub(in super::super) fn examine_text(self, bytes: u32) -> Result<(), Rejection> {
        if bytes <= self.data_bytes {
            return Ok(());
        }
        Err(Rejection::Hardcode {
            message: format!(
                "looks like an answer table: as text the program carries {}{bytes} bytes, at most {} are accepted, and \
                 it is nested too deeply or too large to be brought into its neutral form",
                more(bytes),
                self.data_bytes
            ),
            line: 0,
        })
    }

    /// Refuses a payload above the allowance and names the heaviest places.
    ///
    /// # Errors
    /// [`Rejection::Hardcode`]
    pub fn examine(&self, payload: &Payload) -> Result<(), Rejection> {
        let (what, weight, limit) = if payload.data_bytes > self.data_bytes {
            ("data", payload.data_bytes, self.data_bytes)
        } else if payload.total_bytes > self.total_bytes {
            ("data and choices", payload.total_bytes, self.total_bytes)
        } else {
            return Ok(());
        };
        let more = more(payload.total_bytes);
        let parts: Vec<_> = [
            ("numbers", payload.number_bytes),
            ("strings", payload.text_bytes),
            ("names", payload.name_bytes),
            ("choices", payload.shape_bytes),
        ]
        .into_iter()
        .filter(|&(_, bytes)| bytes > 0)
        .map(|(what, bytes)| format!("{what} {bytes}"))
        .collect();
        Err(Rejection::Hardcode {
            message: format!(
                "looks like an answer table: the program carries {more}{weight} bytes of {what}, at \
                 most {limit} are accepted ({}){}",
                parts.join(", "),
                payload.heaviest_places()
            ),
            line: payload.heaviest.first().map_or(0, |weight| weight.line),
        })
    }
}

/// What carries information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Carrier {
    Numbers,
    Text,
    Names,
    Shape,
}

impl Carrier {
    const ALL: [Self; 4] = [Self::Numbers, Self::Text, Self::Names, Self::Shape];

    /// Describes `count` items with `length` characters, in words.
    fn describe(self, count: usize, length: usize) -> String {
        match (self, count) {
            (Self::Numbers, 1) => format!("a number of about {length} digits"),
            (Self::Numbers, _) => format!("{count} numbers"),
            (Self::Text, 1) => format!("a string of {length} characters"),
            (Self::Text, _) => format!("{count} strings of {length} characters together"),
            (Self::Names, 1) => format!("a name of {length} letters"),
            (Self::Names, _) => format!("{count} new names of {length} letters together"),
            (Self::Shape, _) => "choices of what stands where".to_owned(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    count: usize,
    length: usize,
    bits: Bits,
}

/// The charges so far, by line and carrier.
#[derive(Debug, Default)]
pub(in super::super) struct Ledger {
    entries: BTreeMap<(u32, Carrier), Entry>,
    data: Bits,
    all: Bits,
    longest_number: usize,
    longest_display: u32,
}

impl Ledger {
    /// Charges one more item of `length` characters.
    pub(super) fn charge(&mut self, carrier: Carrier, line: u32, length: usize, bits: Bits) {
        let entry = self.entries.entry((line, carrier)).or_default();
        entry.count += 1;
        entry.length = entry.length.saturating_add(length);
        entry.bits += bits;
        self.all += bits;
        if carrier != Carrier::Shape {
            self.data += bits;
        }
        if carrier == Carrier::Numbers {
            self.longest_number = self.longest_number.max(length);
        }
    }

    /// Records a display with this many elements.
    pub(super) fn display(&mut self, elements: u32) {
        self.longest_display = self.longest_display.max(elements);
    }

    /// Whether so much has been charged that any limit is exceeded.
    pub(super) fn is_enough(&self) -> bool {
        self.all > ENOUGH
    }

    /// What each line weighs, in bytes.
    pub(in super::super) fn by_line(&self) -> BTreeMap<u32, u32> {
        let mut lines: BTreeMap<u32, Bits> = BTreeMap::new();
        for (&(line, _), entry) in &self.entries {
            *lines.entry(line).or_default() += entry.bits;
        }
        (lines.into_iter())
            .map(|(line, bits)| (line, bits.bytes()))
            .collect()
    }

    /// The payload.
    pub(in super::super) fn payload(&self) -> Payload {
        let of = |carrier: Carrier| -> Bits {
            (self.entries.iter())
                .filter(|((_, of), _)| *of == carrier)
                .map(|(_, entry)| entry.bits)
                .sum()
        };
        let [numbers, text, names, shape] = Carrier::ALL.map(of);
        let mut places: Vec<_> = (self.entries.iter())
            .filter(|(_, entry)| entry.bits > Bits::ZERO)
            .collect();
        // The sort is stable: of equal weights the earlier line comes first.
        places.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.bits));
        let mut so_far = Bits::ZERO;
        let heaviest = (places.into_iter().take(LISTED))
            .take_while(|(_, entry)| {
                let enough = so_far + so_far >= self.all;
                so_far += entry.bits;
                !enough
            })
            .map(|(&(line, carrier), entry)| Weight {
                line,
                what: carrier.describe(entry.count, entry.length),
                bytes: entry.bits.bytes(),
            })
            .collect();
        Payload {
            in_full_bytes: 0,
            total_bytes: self.all.bytes(),
            data_bytes: self.data.bytes(),
            number_bytes: numbers.bytes(),
            text_bytes: text.bytes(),
            name_bytes: names.bytes(),
            shape_bytes: shape.bytes(),
            longest_number_digits: u32::try_from(self.longest_number).unwrap_or(u32::MAX),
            longest_display: self.longest_display,
            heaviest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: Allowance = Allowance {
        data_bytes: 80,
        total_bytes: 128,
    };

    fn payload(numbers: u64, shape: u64) -> Payload {
        let mut ledger = Ledger::default();
        ledger.charge(Carrier::Numbers, 3, 7, Bits::new(8 * numbers));
        ledger.charge(Carrier::Shape, 2, 1, Bits::new(8 * shape));
        ledger.payload()
    }

    #[test]
    fn only_what_is_above_a_limit_is_refused() {
        for (numbers, shape) in [(0, 0), (80, 48), (1, 127)] {
            assert_eq!(MOST.examine(&payload(numbers, shape)), Ok(()));
        }
        for (numbers, shape) in [(81, 0), (80, 49), (0, 129)] {
            assert!(MOST.examine(&payload(numbers, shape)).is_err());
        }
    }

    #[test]
    fn the_message_says_what_weighs_how_much_and_where() {
        assert_eq!(
            MOST.examine(&payload(100, 20)),
            Err(Rejection::Hardcode {
                message: "looks like an answer table: the program carries 100 bytes of data, at \
                          most 80 are accepted (numbers 100, choices 20); the heaviest: \
                          line 3: a number of about 7 digits weighs 100 bytes"
                    .to_owned(),
                line: 3,
            })
        );
    }

    #[test]
    fn what_is_stored_comes_back() {
        let payload = payload(9, 5);
        let json = serde_json::to_string(&payload).unwrap();
        assert_eq!(serde_json::from_str::<Payload>(&json).unwrap(), payload);
    }
}
