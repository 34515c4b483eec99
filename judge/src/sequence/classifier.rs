//! The coarse static classifier: decides which family of methods a program belongs to, and why. It reads only the
//! syntax tree, and it contradicts a declared tag only if it is sure (`docs/SCORING-v0.3.md` §6.3).

mod signs;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::method::Tag;
use super::tree::Tree;
use signs::View;

/// The most pieces of evidence that are listed.
const MAX_EVIDENCE: usize = 8;

/// A family of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// Each term is an expression in its index.
    ClosedForm,
    /// Each term is computed from earlier terms.
    Recurrence,
    /// A term is an entry of the power of a matrix.
    MatrixPower,
    /// Candidates are tried, and those that pass a test are kept or counted.
    Search,
    /// None of these, or more than one of them.
    Unclear,
}

impl Family {
    /// The word for the family.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ClosedForm => "closed_form",
            Self::Recurrence => "recurrence",
            Self::MatrixPower => "matrix_power",
            Self::Search => "search",
            Self::Unclear => "unclear",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A piece of evidence for a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Line of the canonical source, from 1.
    pub line: u32,
    /// The evidence, in a sentence.
    pub why: String,
}

/// The classifier's findings about a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classification {
    /// The family.
    pub family: Family,
    /// The evidence for it, in the order of the lines.
    pub evidence: Vec<Evidence>,
    /// The suggested tags that the program cannot deserve, each with the reason.
    pub contradicted: Vec<Contradiction>,
}

/// A tag that a program strongly contradicts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// The tag.
    pub tag: Tag,
    /// Why the program cannot deserve it, in a sentence.
    pub why: String,
}

impl Classification {
    /// Classifies a tree.
    pub(super) fn of(tree: &Tree) -> Self {
        let view = View::new(tree);
        let recurrence = signs::recurrence(&view);
        let search = signs::search(&view);
        let matrix = signs::matrix(&view);
        let none = recurrence.is_empty() && search.is_empty() && matrix.is_empty();
        let closed_form = signs::closed_form(&view).filter(|_| none);
        let family = match (matrix.is_empty(), recurrence.is_empty(), search.is_empty()) {
            (false, _, _) => Family::MatrixPower,
            (true, false, true) => Family::Recurrence,
            (true, true, false) => Family::Search,
            (true, true, true) if closed_form.is_some() => Family::ClosedForm,
            (true, _, _) => Family::Unclear,
        };
        if view.is_spent() {
            return Self {
                family: Family::Unclear,
                evidence: Vec::new(),
                contradicted: Vec::new(),
            };
        }
        let mut contradicted = Vec::new();
        let mut contradict = |tag: &str, why: &str| {
            contradicted.push(Contradiction {
                tag: Tag::new(tag),
                why: why.to_owned(),
            });
        };
        if closed_form.is_some() {
            let why = "there is no state, no recursion and no search: each term is an expression \
                       in its index";
            contradict("linear_recurrence", why);
            contradict("matrix_power", why);
            contradict("search_enum", why);
        } else if !signs::multiplies(&view) {
            contradict("matrix_power", "nothing is multiplied");
        }
        if family == Family::Recurrence && signs::writes_what_it_carries(&view) {
            contradict(
                "closed_form",
                "the terms that are written are computed from terms before them",
            );
        }
        let mut evidence = [matrix, recurrence, search].concat();
        evidence.extend(closed_form);
        evidence.sort_by_key(|evidence| evidence.line);
        evidence.truncate(MAX_EVIDENCE);
        Self {
            family,
            evidence,
            contradicted,
        }
    }

    /// Why the program cannot deserve a declared tag; `None` if it may.
    pub fn strongly_contradicts(&self, declared: &Tag) -> Option<&str> {
        self.contradicted
            .iter()
            .find(|contradiction| contradiction.tag == *declared)
            .map(|contradiction| contradiction.why.as_str())
    }

    /// Whether a declared tag counts for the diversity bonus of scoring v0.2: it is specified, and the program does
    /// not strongly contradict it.
    pub fn accepts(&self, declared: &Tag) -> bool {
        !declared.is_unspecified() && self.strongly_contradicts(declared).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::super::policy;
    use super::*;

    fn classify(source: &str) -> Classification {
        Classification::of(&policy::read_tree(source, 120).unwrap().1)
    }

    fn contradicted(source: &str) -> Vec<String> {
        let all = classify(source).contradicted;
        all.into_iter().map(|one| one.tag.to_string()).collect()
    }

    const RECURRENCES: [&str; 7] = [
        "a,b=0,1\nwhile 1:print(a);a,b=b,a+b",
        "def g():\n a=3\n while True:\n  yield a\n  a=a+sum(map(int,str(a)))\nfor x in g():print(x)",
        "a=[1,1]\nfor n in range(2,200):a.append(a[n-1]+a[n-2])\nprint(*a)",
        "c=1\nfor n in range(200):\n print(c)\n c=c*(4*n+2)//(n+2)",
        "f=lambda n:n if n<2 else f(n-1)+f(n-2)\nfor n in range(30):print(f(n))",
        "from itertools import*\nb=1,\nwhile 1:print(b[-1]);b=*accumulate(b[::-1],initial=0),",
        "x=n=0;s=[]\nwhile 1:print(x);s+=x,;n+=1;y=x-n;x=[y,x+n][y<1or y in s]",
    ];
    const CLOSED_FORMS: [&str; 5] = [
        "for n in range(200):print(n*n)",
        "print(*[n*(n+1)//2 for n in range(200)])",
        "n=0\nwhile 1:print(n^n>>1);n+=1",
        "from math import isqrt\ndef f(n):\n return n+(m:=isqrt(n))*m\nfor n in range(200):print(f(n))",
        "n=0\nwhile True:\n print(pow(3,n,1000))\n n=n+1",
    ];
    const SEARCHES: [&str; 7] = [
        "for n in range(9999):n%7==3 and print(n)",
        "for n in range(9999):\n if n%7!=3:continue\n print(n)",
        "n=1\nwhile 1:\n n+=1\n if all(n%d for d in range(2,n)):print(n)",
        "for n in range(1,200):print(sum(n%d<1 for d in range(1,n+1)))",
        "from itertools import count\nfor n in range(200):print(next(k for k in count(n) if k%7==0))",
        "from itertools import product\nfor n in range(9):print(len(set(map(sum,product((0,1),repeat=n)))))",
        "def f(n):\n k=n\n while k%9:k+=1\n return k\nfor n in range(200):print(f(n))",
    ];
    const MATRICES: [&str; 2] = [
        "def m(a,b):return[[sum(a[i][k]*b[k][j]for k in(0,1))for j in(0,1)]for i in(0,1)]\n\
         p=[[1,0],[0,1]]\nfor n in range(200):print(p[0][1]);p=m(p,[[1,1],[1,0]])",
        "def m(a,b):return[[sum(x*y for x,y in zip(r,c))for c in zip(*b)]for r in a]\nprint(m([[1]],[[1]]))",
    ];

    #[test]
    fn what_takes_too_long_to_tell_is_not_told() {
        let names = |count: usize| -> String {
            let each = (0..count).map(|at| format!(" v{at}=v{}\n", at + 1));
            format!("while 1:\n{} v{count}=v0", each.collect::<String>())
        };
        assert_eq!(classify(&names(9)).family, Family::Recurrence);
        let much = classify(&names(4000));
        assert_eq!((much.family, much.evidence), (Family::Unclear, Vec::new()));
    }

    #[test]
    fn families_are_told_apart_with_reasons() {
        for (family, sources) in [
            (Family::Recurrence, RECURRENCES.as_slice()),
            (Family::ClosedForm, &CLOSED_FORMS),
            (Family::Search, &SEARCHES),
            (Family::MatrixPower, &MATRICES),
        ] {
            for source in sources {
                let found = classify(source);
                assert_eq!(found.family, family, "{source}: {found:?}");
                assert!(!found.evidence.is_empty(), "{source}");
                assert!(found.evidence.iter().all(|why| why.line > 0), "{source}");
            }
        }
    }

    #[test]
    fn nothing_contradicts_the_tag_that_fits() {
        for (tag, sources) in [
            ("linear_recurrence", RECURRENCES.as_slice()),
            ("closed_form", &CLOSED_FORMS),
            ("search_enum", &SEARCHES),
            ("matrix_power", &MATRICES),
        ] {
            for source in sources {
                assert!(classify(source).accepts(&Tag::new(tag)), "{source}");
            }
        }
    }

    #[test]
    fn a_tag_is_refused_only_when_the_program_rules_it_out() {
        for source in CLOSED_FORMS {
            assert_eq!(
                contradicted(source),
                ["linear_recurrence", "matrix_power", "search_enum"],
                "{source}"
            );
        }
        let fibonacci = "a,b=0,1\nwhile 1:print(a);a,b=b,a+b";
        assert_eq!(contradicted(fibonacci), ["matrix_power", "closed_form"]);
        // A closed form may need a helper with a loop in it.
        let helper = "def root(n):\n x=n\n while x*x>n:x=(x+n//x)//2\n return x\n\
                      for n in range(1,200):print(root(n)+n)";
        assert!(classify(helper).accepts(&Tag::new("closed_form")));
    }

    #[test]
    fn state_that_hides_is_no_closed_form() {
        for source in [
            "a,b=0,1\ndef f():\n global a,b\n a,b=b,a+b\n return a\nfor n in range(9):print(f())",
            "a=[0,1]\ndef f():\n a.append(a[-1]+a[-2])\n return a[-1]\nwhile 1:print(f())",
            "a={0:0,1:1}\ndef f(n):\n a[n]=a[n-1]+a[n-2]\n return a[n]\nfor n in range(2,9):print(f(n))",
            "a,b=0,1\nfor n in range(9):print(t:=a+b);a=b;b=t",
            "a,b=0,1\nprint(*[(a:=b,b:=c)[0] for n in range(9) if (c:=a+b)])",
            "class S:\n a=0\n def f(s):s.a+=s.a+1;return s.a\ns=S()\nwhile 1:print(s.f())",
            "exec('a=1\\nwhile 1:print(a);a*=a+1')",
        ] {
            let found = classify(source);
            assert_ne!(found.family, Family::ClosedForm, "{source}: {found:?}");
            assert!(found.accepts(&Tag::new("linear_recurrence")), "{source}");
        }
    }

    #[test]
    fn words_of_ones_own_are_believed_and_silence_is_not() {
        let found = classify(CLOSED_FORMS[0]);
        for tag in ["other", "symbolic_guess", "generating function"] {
            assert!(found.accepts(&Tag::new(tag)), "{tag}");
        }
        assert!(!found.accepts(&Tag::unspecified()));
        let why = found.strongly_contradicts(&Tag::new("matrix_power"));
        assert!(why.is_some_and(|why| why.contains("expression")));
    }
}
