//! Ordered labelled trees, which the edit distance compares.

use serde::de::{Deserializer, Error as _};
use serde::ser::{SerializeTuple as _, Serializer};
use serde::{Deserialize, Serialize};

/// A tree of at least one node. In JSON, `[label, [child, …]]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    /// The kind of the node and its content: `number_1/2`, `symbol_x`, `operator_Add`, `function_sin`.
    pub label: String,
    /// The nodes below it, in order.
    pub children: Vec<Self>,
}

impl Tree {
    /// A node without children.
    pub fn leaf(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            children: Vec::new(),
        }
    }

    /// A node above others.
    pub fn new(label: impl Into<String>, children: Vec<Self>) -> Self {
        Self {
            label: label.into(),
            children,
        }
    }

    /// How many nodes it has.
    pub fn size(&self) -> usize {
        1 + self.children.iter().map(Self::size).sum::<usize>()
    }
}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&self.label)?;
        pair.serialize_element(&self.children)?;
        pair.end()
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (label, children) = <(String, Vec<Self>)>::deserialize(deserializer)
            .map_err(|error| D::Error::custom(format!("a tree is [label, [trees]]: {error}")))?;
        Ok(Self { label, children })
    }
}
