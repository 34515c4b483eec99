//! The children of each node of a tree.

use super::Tree;

/// The children of each node, in order, without the `end` and `none` marks.
#[derive(Debug)]
pub(in super::super) struct Children {
    /// Where the children of each node start in `all`, and where the last ones end.
    starts: Vec<usize>,
    all: Vec<usize>,
}

impl Children {
    /// The children of one node.
    pub(in super::super) fn of(&self, at: usize) -> &[usize] {
        let bounds = self.starts.get(at).zip(self.starts.get(at + 1));
        (bounds.and_then(|(&start, &end)| self.all.get(start..end))).unwrap_or_default()
    }
}

impl Tree {
    /// The children of each node.
    pub(in super::super) fn children(&self) -> Children {
        let nodes = || {
            let all = self.nodes.iter().enumerate().skip(1);
            all.filter(|(_, node)| !matches!(node.kind(), "end" | "none"))
        };
        // The start of the node before, which moves to the node's own start as children are placed.
        let mut starts = vec![0; self.nodes.len() + 2];
        for (_, node) in nodes() {
            if let Some(count) = starts.get_mut(node.parent() + 2) {
                *count += 1;
            }
        }
        let mut before = 0;
        for start in &mut starts {
            before += *start;
            *start = before;
        }
        let mut all = vec![0; before];
        for (at, node) in nodes() {
            if let Some(next) = starts.get_mut(node.parent() + 1) {
                if let Some(child) = all.get_mut(*next) {
                    *child = at;
                }
                *next += 1;
            }
        }
        Children { starts, all }
    }
}
