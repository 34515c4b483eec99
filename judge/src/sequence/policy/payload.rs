//! What scoring v0.2 weighs: the information that a source carries as data, in bytes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::verdict::Rejection;
use super::coder::Bits;

/// Places that a payload lists.
const LISTED: usize = 3;

/// The payload of a source by what carries it. Each amount is rounded up to whole bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payload {
    /// All of it.
    pub total_bytes: u32,
    /// All of it but the shape: what is there to be read as data.
    pub data_bytes: u32,
    /// In numbers.
    pub number_bytes: u32,
    /// In strings and bytes.
    pub text_bytes: u32,
    /// In the spelling of names.
    pub name_bytes: u32,
    /// In choices that the program makes again and again in the same setting.
    pub shape_bytes: u32,
    /// In spaces and blank lines, where the program can read them.
    pub layout_bytes: u32,
    /// The heaviest places, the heaviest first.
    pub heaviest: Vec<Weight>,
}

/// One place of a source and what it weighs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weight {
    /// Line of the canonical source, from 1.
    pub line: u32,
    /// What is there, in a few words.
    pub what: String,
    /// What it weighs, in bytes, rounded up.
    pub bytes: u32,
}

/// The largest payload that is accepted, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// For [`Payload::data_bytes`].
    pub data_bytes: u32,
    /// For [`Payload::total_bytes`].
    pub total_bytes: u32,
}

impl Allowance {
    /// Refuses a payload above the allowance and names the heaviest places.
    ///
    /// # Errors
    /// [`Rejection::Hardcode`]
    pub fn examine(&self, payload: &Payload) -> Result<(), Rejection> {
        let (what, weight, limit) = if payload.data_bytes > self.data_bytes {
            ("data", payload.data_bytes, self.data_bytes)
        } else if payload.total_bytes > self.total_bytes {
            (
                "data and repeated choices",
                payload.total_bytes,
                self.total_bytes,
            )
        } else {
            return Ok(());
        };
        let parts: Vec<_> = [
            ("numbers", payload.number_bytes),
            ("strings", payload.text_bytes),
            ("names", payload.name_bytes),
            ("layout", payload.layout_bytes),
            ("repeated choices", payload.shape_bytes),
        ]
        .into_iter()
        .filter(|&(_, bytes)| bytes > 0)
        .map(|(what, bytes)| format!("{what} {bytes}"))
        .collect();
        let places: Vec<_> = (payload.heaviest.iter())
            .map(|Weight { line, what, bytes }| {
                let verb = if what.starts_with("a ") {
                    "weighs"
                } else {
                    "weigh"
                };
                format!("line {line}: {what} {verb} {bytes} bytes")
            })
            .collect();
        Err(Rejection::Hardcode {
            message: format!(
                "looks like an answer table: the program carries {weight} bytes of {what}, at \
                 most {limit} are accepted ({}); the heaviest: {}",
                parts.join(", "),
                places.join("; ")
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
    Layout,
}

impl Carrier {
    const ALL: [Self; 5] = [
        Self::Numbers,
        Self::Text,
        Self::Names,
        Self::Shape,
        Self::Layout,
    ];

    /// So many of them with so many characters, in words.
    fn describe(self, count: usize, length: usize) -> String {
        match (self, count) {
            (Self::Numbers, 1) => format!("a number of about {length} digits"),
            (Self::Numbers, _) => format!("{count} numbers"),
            (Self::Text, 1) => format!("a string of {length} characters"),
            (Self::Text, _) => format!("{count} strings of {length} characters together"),
            (Self::Names, 1) => format!("a name of {length} letters"),
            (Self::Names, _) => format!("{count} new names of {length} letters together"),
            (Self::Shape, _) => "choices repeated in the same setting".to_owned(),
            (Self::Layout, _) => "spaces and line breaks that the program can read".to_owned(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    count: usize,
    length: usize,
    bits: Bits,
}

/// What has been charged, by line and carrier.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    entries: BTreeMap<(u32, Carrier), Entry>,
}

impl Ledger {
    /// Charges one more thing of `length` characters.
    pub(super) fn charge(&mut self, carrier: Carrier, line: u32, length: usize, bits: Bits) {
        let entry = self.entries.entry((line, carrier)).or_default();
        entry.count += 1;
        entry.length = entry.length.saturating_add(length);
        entry.bits += bits;
    }

    /// The payload.
    pub(super) fn payload(&self) -> Payload {
        let of = |carrier: Carrier| -> Bits {
            (self.entries.iter())
                .filter(|((_, of), _)| *of == carrier)
                .map(|(_, entry)| entry.bits)
                .sum()
        };
        let [numbers, text, names, shape, layout] = Carrier::ALL.map(of);
        let data = numbers + text + names + layout;
        let mut places: Vec<_> = (self.entries.iter())
            .filter(|(_, entry)| entry.bits > Bits::ZERO)
            .collect();
        // The sort is stable: of equal weights the earlier line comes first.
        places.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.bits));
        let heaviest = (places.into_iter().take(LISTED))
            .map(|(&(line, carrier), entry)| Weight {
                line,
                what: carrier.describe(entry.count, entry.length),
                bytes: entry.bits.bytes(),
            })
            .collect();
        Payload {
            total_bytes: (data + shape).bytes(),
            data_bytes: data.bytes(),
            number_bytes: numbers.bytes(),
            text_bytes: text.bytes(),
            name_bytes: names.bytes(),
            shape_bytes: shape.bytes(),
            layout_bytes: layout.bytes(),
            heaviest,
        }
    }
}
