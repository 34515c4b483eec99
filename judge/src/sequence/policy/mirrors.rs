//! Where a program can look at itself.
//!
//! The sandbox wipes a source before it runs, so names, line numbers, columns and docstrings are
//! only data where Python hands them back: through frames, code objects, tracebacks, namespaces
//! and messages.

mod functions;
mod scopes;
mod words;

use std::collections::HashSet;

use super::super::tree::{Leaf, Tree};
pub(super) use functions::only_called;
use scopes::Scopes;
use words::Sight;

/// What a program may see of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mirrors {
    /// The spelling of its names, and its docstrings.
    pub(super) names: bool,
    /// Its lines and columns.
    pub(super) places: bool,
}

impl Mirrors {
    /// What the code of a tree may see. `known` are the places of names such as `exec` of which is
    /// known what they execute.
    pub(super) fn of(tree: &Tree, known: &HashSet<usize>) -> Self {
        let looking = Looking::new(tree, known);
        let all = (0..tree.nodes.len()).filter_map(|at| looking.sight_at(at));
        match all.max() {
            None => Self::default(),
            Some(Sight::Names) => Self {
                names: true,
                places: false,
            },
            Some(Sight::Places) => Self {
                names: true,
                places: true,
            },
        }
    }

    /// What either sees.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            names: self.names || other.names,
            places: self.places || other.places,
        }
    }
}

struct Looking<'a> {
    tree: &'a Tree,
    known: &'a HashSet<usize>,
    children: Vec<Vec<usize>>,
    scopes: Scopes<'a>,
    /// Whether names come from `from … import *`.
    has_star: bool,
}

impl<'a> Looking<'a> {
    fn new(tree: &'a Tree, known: &'a HashSet<usize>) -> Self {
        let has_star = (tree.nodes.iter()).any(|node| {
            node.slot == "name" && matches!(&node.leaf, Leaf::Name(name) if name == "*")
        });
        Self {
            tree,
            known,
            children: tree.children(),
            scopes: Scopes::new(tree),
            has_star,
        }
    }

    fn kind(&self, at: usize) -> &'static str {
        self.tree.nodes.get(at).map_or("", |node| node.kind)
    }

    /// The children of a node in a slot.
    fn children(&self, at: usize, slot: &str) -> impl Iterator<Item = usize> {
        let children = self.children.get(at).into_iter().flatten().copied();
        children.filter(move |&child| self.tree.nodes.get(child).is_some_and(|n| n.slot == slot))
    }

    /// What the node gives to see.
    fn sight_at(&self, at: usize) -> Option<Sight> {
        let node = self.tree.nodes.get(at)?;
        let parent = self.kind(node.parent);
        let name = match &node.leaf {
            Leaf::Name(name) => name.as_str(),
            Leaf::Text(text) => return words::sight_of_format(text),
            _ => return None,
        };
        match (parent, node.slot) {
            // `except E as e`, where the message has names.
            ("ExceptHandler", _) => Some(Sight::Names),
            // A metaclass is given the names in the class.
            ("keyword", _) => (name == "metaclass").then_some(Sight::Names),
            ("Attribute", _) => self.sight_of_attribute(node.parent, name),
            ("MatchClass", _) => words::sight_of_attribute(name),
            ("Name", _) => self.sight_of_name(at, node.parent, name),
            ("alias" | "ImportFrom", _) => words::sight(name),
            // What a program defines itself is only a mirror where Python calls it.
            _ => words::sight(name).filter(|_| name.starts_with("__")),
        }
    }

    fn sight_of_attribute(&self, attribute: usize, name: &str) -> Option<Sight> {
        let node = self.tree.nodes.get(attribute)?;
        // What is written to a `sys.stderr` of the program's own are tracebacks.
        if name == "stderr" && matches!(node.slot, "target" | "targets" | "elts") {
            return Some(Sight::Places);
        }
        // A format that is made up may read any attribute.
        if matches!(name, "format" | "format_map") {
            let mut object = self.children(attribute, "value");
            if !object.any(|at| self.kind(at) == "Str") {
                return Some(Sight::Places);
            }
        }
        words::sight_of_attribute(name)
    }

    fn sight_of_name(&self, at: usize, name_node: usize, name: &str) -> Option<Sight> {
        let sight = words::sight(name)?;
        if self.known.contains(&at) || self.scopes.is_own(at, name) {
            return None;
        }
        // Without an import, which would be seen, the name is of nothing.
        if !words::is_builtin(name) && !self.has_star {
            return None;
        }
        if name == "getattr"
            && let Some(attribute) = self.attribute_got(name_node)
        {
            return words::sight_of_attribute(attribute);
        }
        Some(sight)
    }

    /// The name in `getattr(x, 'name')`, if it is written out.
    fn attribute_got(&self, function: usize) -> Option<&str> {
        let node = self.tree.nodes.get(function)?;
        if node.slot != "func" {
            return None;
        }
        let name = self.children(node.parent, "args").nth(1)?;
        match &self.tree.nodes.get(name)?.leaf {
            Leaf::Text(name) => Some(name),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn seen(source: &str) -> (bool, bool) {
        let module = parse::module(source).unwrap();
        let tree = Tree::from_parsed(&module, source);
        let mirrors = Mirrors::of(&tree, &HashSet::new());
        (mirrors.names, mirrors.places)
    }

    #[test]
    fn what_shows_names_does_not_show_places() {
        for source in [
            "try:f()\nexcept E as e:print(e)",
            "class A(metaclass=m):0",
            "class A:\n def __exit__(s,*a):print(a)",
            "import enum\nclass A(enum.Enum):a=1",
            "print(dir(x))",
            "match x:\n case C(__name__=n):0",
            "print('{.__name__}'.format(f))",
        ] {
            assert_eq!(seen(source), (true, false), "{source}");
        }
    }

    #[test]
    fn what_reaches_frames_and_code_shows_places() {
        for source in [
            "f.__code__",
            "t.tb_lineno",
            "match t:\n case object(tb_lineno=n):0",
            "import sys\nsys.stderr=x",
            "import sys\na,sys.stderr=x",
            "a=b.format(f)",
            "'{0.__code__}'.format(f)",
            "from sys import*\nexc_info()",
            "from sys import*\ndef f():exc_info()\nexc_info=1",
            "g=getattr",
            "getattr(x,y)",
            "getattr(x,'f_back')",
            "def f(dir=vars):0",
            "def f(vars=vars):0",
            "@vars\ndef f(vars):0",
            "def f():vars=1\nvars(x)",
            "def f():\n global vars\n vars=vars(x)",
            "if x:vars=1\nprint(vars(x))",
            "vars=vars(x)",
            "vars=1\ndel vars\nvars(x)",
            "class A:\n vars=1\n def f(s):vars(s)",
            "def f():\n class A:vars=1\n vars(f)",
            "[0 for vars in x];vars(x)",
        ] {
            assert_eq!(seen(source), (true, true), "{source}");
        }
    }

    #[test]
    fn own_names_show_nothing() {
        for source in [
            "def f(w,dir):\n if dir==1:return dir",
            "gc=gcd(x,y)\nx//=gc",
            "dir=0\nwhile 1:dir=(dir+1)%4;print(dir)",
            "def f():\n vars=[1]\n return lambda:vars",
            "code,exec=1,2\nprint(code,exec)",
            "def trace(m):return m\nprint(trace(1))",
            "f(eval=1)",
            "'{}'.format(f)",
            "getattr(math,'comb')(2,1)",
            "x.__init__()",
            "if __name__=='__main__':f()",
            "try:f()\nexcept E:0",
        ] {
            assert_eq!(seen(source), (false, false), "{source}");
        }
    }
}
