//! Grading with a comparer that only knows letters, so that the rules of credit stand alone.

use super::super::problem::{Node, Problem};
use super::*;
use crate::tree::{Expr, Formula, Relation, Statement, Symbol};

/// Whether a solution states the only formula of a problem, by the real comparer.
pub(super) fn is_right(formula: &str, solution: &str) -> bool {
    let node = serde_json::json!({"index": 1, "formula": formula, "dependency": [], "is_final_answer": true});
    let problem = serde_json::json!({"id": "x", "context": "x", "subquestions": [], "grading_standard": [node]});
    let problem = Problem::read(problem.to_string().as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    grader.grade(solution).final_correct
}

/// Statements are the same when they are written the same, or with their sides exchanged around
/// an equals sign. A capital letter is the negative of its small one.
struct Letters;

impl Compare for Letters {
    type Prepared = String;

    fn prepare(&self, _: NodeIndex, statement: &Statement) -> String {
        self.prepare_written(statement)
    }

    fn prepare_written(&self, statement: &Statement) -> String {
        match statement {
            Statement::Expression(value) => name(value),
            Statement::Relation {
                left,
                relation,
                right,
            } => {
                let (mut left, mut right) = (name(left), name(right));
                if *relation == Relation::Equal && right < left {
                    std::mem::swap(&mut left, &mut right);
                }
                format!("{left}{}{right}", relation.as_latex())
            }
            Statement::Continuation { .. } => unreachable!("continuations are completed"),
        }
    }

    fn knows(&self, _: &Symbol) -> bool {
        true
    }

    fn compare(&self, _: NodeIndex, reference: &String, written: &String) -> StatementComparison {
        let negative = !reference.is_empty() && reference.eq_ignore_ascii_case(written);
        StatementComparison {
            equivalent: reference == written,
            trials: 10,
            reason: if reference == written {
                "the same letters"
            } else {
                "another sign"
            }
            .into(),
            carried_out: false,
            difference: (negative && reference != written).then_some(Difference::SignOrFactor),
        }
    }

    fn compare_branches(&self, _: NodeIndex, _: &Formula, _: &Formula) -> StatementComparison {
        StatementComparison {
            equivalent: false,
            trials: 0,
            reason: String::new(),
            carried_out: false,
            difference: None,
        }
    }

    fn contradict(&self, _: NodeIndex, _: &[Formula], _: &[Formula]) -> bool {
        false
    }

    fn is_rival(&self, _: NodeIndex, known: &String, other: &String) -> bool {
        known.split('=').next() == other.split('=').next()
    }

    fn gives_a_value(&self, node: NodeIndex, known: &String, stating: &String) -> bool {
        self.is_rival(node, known, stating)
    }

    fn is_rounded(&self, _: NodeIndex, _: &String, _: &String) -> bool {
        false
    }

    fn is_beyond_rounding(&self, _: NodeIndex, _: &String, _: &String) -> bool {
        true
    }
}

fn name(side: &Expr) -> String {
    match side {
        Expr::Symbol(symbol) => symbol.base.clone(),
        other => panic!("only letters here: {other:?}"),
    }
}

/// Reads `a=b<c`, `=b` and `a`; `?` cannot be read.
fn read(text: &str) -> Result<Formula, Unread> {
    if let Some(at) = text.find('?') {
        return Err(Unread {
            column: at + 1,
            message: "`?` means nothing here".into(),
            place: None,
        });
    }
    let letter = |text: &str| Expr::symbol(Symbol::new(text));
    let mut sides = text.split(['=', '<']);
    let relations = text.chars().filter_map(|c| match c {
        '=' => Some(Relation::Equal),
        '<' => Some(Relation::Less),
        _ => None,
    });
    let first = sides.next().filter(|side| !side.is_empty()).map(letter);
    Ok(Formula {
        first,
        links: relations.zip(sides.map(letter)).collect(),
        conditions: Vec::new(),
    })
}

/// A problem of formulas, each with what it depends on; `!` marks final answers.
fn problem(formulas: &[(&str, &[NodeIndex])]) -> Problem {
    let text = r#"{"grading_standard": [{"index": 1, "formula": "x", "dependency": []}]}"#;
    let mut problem = Problem::read(text.as_bytes()).unwrap();
    let nodes = (1..)
        .zip(formulas)
        .map(|(index, (formula, dependency))| Node {
            index,
            formula: formula.trim_end_matches('!').into(),
            dependency: dependency.to_vec(),
            is_final_answer: formula.ends_with('!'),
            points: None,
        });
    problem.nodes = nodes.collect();
    problem
}

fn graded_up_to(problem: &Problem, solution: &str, most: usize) -> Report {
    let nodes = problem.nodes.iter();
    let formulas: Vec<_> = nodes.map(|node| read(node.latex())).collect();
    let reference = Reference::new(problem, &formulas, &Letters).unwrap();
    let written: Vec<WrittenFormula> = solution
        .split_whitespace()
        .zip(1..)
        .map(|(source, line)| WrittenFormula {
            source: source.into(),
            place: TextPlace { line, column: 1 },
            formula: read(source),
            boxed: None,
            is_remarked: false,
        })
        .collect();
    grade(&reference, &written, &[], None, &Letters, most)
}

fn graded(problem: &Problem, solution: &str) -> Report {
    graded_up_to(problem, solution, DEFAULT_MAX_FORMULAS as usize)
}

#[test]
fn a_match_credits_its_ancestors_and_no_more() {
    let problem = problem(&[("a=b", &[]), ("c=d", &[]), ("e=f", &[1]), ("g=h!", &[2, 3])]);
    let report = graded(&problem, "f=e");
    assert_eq!((report.matched, report.achieved), (vec![3], vec![1, 3]));
    assert_eq!(report.score_fraction.to_string(), "2/4");
    assert_eq!(report.contest_score, 500);
    assert!(!report.final_correct);
    assert_eq!(report.policies.strict.to_string(), "1/4");
    assert_eq!(report.policies.prefix.to_string(), "3/4");
    let credits: Vec<_> = report
        .nodes
        .iter()
        .map(|node| (node.credit, node.through))
        .collect();
    assert_eq!(
        credits,
        [
            (Credit::Descendant, Some(3)),
            (Credit::Missed, None),
            (Credit::Matched, None),
            (Credit::Missed, None)
        ]
    );
    let full = graded(&problem, "g=h");
    assert_eq!((full.contest_score, full.final_correct), (1000, true));
}

#[test]
fn one_formula_may_match_several_nodes() {
    let problem = problem(&[("a=b", &[]), ("b=a!", &[1])]);
    let report = graded(&problem, "x=y a=b");
    assert_eq!(report.matched, [1, 2]);
    assert_eq!(report.formulas[1].matches, [1, 2]);
    assert_eq!((report.formulas_matched, report.formulas_scored), (1, 2));
    assert!((report.shares().matched_share - 0.5).abs() < 1e-12);
}

#[test]
fn a_chain_states_its_neighbours_and_its_ends() {
    let problem = problem(&[
        ("a=b", &[]),
        ("b=c", &[]),
        ("a=c", &[]),
        ("c=d", &[]),
        ("a=d!", &[]),
    ]);
    assert_eq!(graded(&problem, "a=b=c<d").matched, [1, 2, 3]);
    // Equals signs alone lead on from line to line, as within one.
    assert_eq!(graded(&problem, "a=b =c =d").matched, [1, 2, 3, 4, 5]);
    assert_eq!(graded(&problem, "a=b =c <d").matched, [1, 2, 3]);
    assert_eq!(graded(&problem, "a<b =d").matched, Vec::<u32>::new());
}

#[test]
fn a_reference_chain_needs_every_relation() {
    let problem = problem(&[("n<t", &[]), ("s=n<t!", &[1])]);
    assert_eq!(graded(&problem, "n<t s=t").matched, [1]);
    assert_eq!(graded(&problem, "s=n<t").matched, [1, 2]);
    let apart = graded(&problem, "n<t s=n");
    assert_eq!(apart.matched, [1, 2]);
    assert_eq!(apart.nodes[1].formulas, [2, 1]);
}

#[test]
fn a_reference_without_left_side_continues_the_node_before() {
    let problem = problem(&[("a=b", &[]), ("=c", &[1]), ("x=y!", &[2])]);
    assert_eq!(graded(&problem, "b=c").matched, [2]);
    assert_eq!(graded(&problem, "a=c").matched, [2]);
    assert_eq!(graded(&problem, "x=c").matched, [] as [NodeIndex; 0]);
}

#[test]
fn points_weigh_nodes_exactly() {
    let mut problem = problem(&[("a=b", &[]), ("c=d", &[]), ("e=f!", &[1, 2])]);
    for (node, points) in problem.nodes.iter_mut().zip([333, 333, 334]) {
        node.points = Some(super::super::problem::Points(points));
    }
    let report = graded(&problem, "a=b c=d");
    assert_eq!(report.score_fraction.to_string(), "666/1000");
    assert_eq!(report.contest_score, 666);
    assert!((report.shares().step_accuracy - 2.0 / 3.0).abs() < 1e-12);
    let third = graded(
        &self::problem(&[("a=b", &[]), ("c=d", &[]), ("e=f!", &[])]),
        "c=d a=b",
    );
    assert_eq!(third.contest_score, 666, "666.67 is cut, not rounded");
}

#[test]
fn what_cannot_be_read_is_reported_and_costs_nothing_else() {
    let problem = problem(&[("a=b", &[]), ("c?d", &[1]), ("e=f!", &[2])]);
    let report = graded(&problem, "a=? e=f");
    assert_eq!(report.achieved, [1, 2, 3]);
    assert!(!report.formulas[0].read);
    assert_eq!(report.formulas[0].error.as_ref().unwrap().column, 3);
    assert_eq!(
        report.notes,
        [
            "node 2 of the problem cannot be read and so cannot be matched: column 2: `?` means nothing here"
        ]
    );
}

#[test]
fn formulas_beyond_the_limit_are_not_scored() {
    let problem = problem(&[("a=b", &[]), ("e=f!", &[])]);
    let report = graded_up_to(&problem, "x=y=z e=f a=b", 3);
    assert_eq!(report.matched, [2], "a chain of two counts as two");
    assert_eq!((report.formulas.len(), report.formulas_found), (2, 3));
    assert_eq!(
        report.notes,
        [
            "1 of the 3 formulas are not scored: formula 3 (line 3, column 1) is the first beyond the limit"
        ]
    );
}

#[test]
fn the_first_wrong_step_stands_where_its_prerequisites_are_credited() {
    let problem = problem(&[("a=b", &[]), ("c=d", &[1]), ("e=f", &[2]), ("g=h!", &[3])]);
    let wrong = |solution| graded(&problem, solution).first_wrong;
    assert_eq!(wrong("a=b g=h"), None, "all is credited");
    assert_eq!(wrong("a=b"), None, "nothing wrong was written");
    let step = wrong("a=b m=n c=d E=F").unwrap();
    assert_eq!(step.formula, 4, "m=n led on to c=d and is not blamed");
    assert_eq!(step.could_have_been, [3]);
    assert_eq!(step.resembles, Some(3));
    assert_eq!(step.suggested_label, Some(ErrorLabel::Dce));
    // What the reference does not have is not wrong for that.
    assert_eq!(wrong("q=r a=b x=y"), None);
    assert_eq!(wrong("q=r"), None);
    assert_eq!(wrong("q=r A=B").unwrap().formula, 2);
}

#[test]
fn labels_are_found_again() {
    for label in ErrorLabel::ALL {
        assert_eq!(ErrorLabel::find(label.word()), Some(label));
        let json = serde_json::to_string(&label).unwrap();
        assert_eq!(json, format!("\"{label}\""));
    }
}

#[test]
fn a_list_of_guesses_states_nothing() {
    let mut problem = problem(&[("a=b", &[]), ("c=d", &[1]), ("c=e!", &[2])]);
    let graded = |problem: &Problem, solution| graded(problem, solution);
    // One wrong value is a mistake that was put right, wherever it stands.
    assert_eq!(graded(&problem, "a=x a=b").matched, [1]);
    assert_eq!(
        graded(&problem, "a=b a=x a=x").matched,
        [1],
        "one value, twice"
    );
    let guessed = graded(&problem, "a=x a=y a=b a=z");
    assert_eq!((guessed.matched, guessed.contest_score), (vec![], 0));
    assert_eq!(guessed.formulas[2].matches, [] as [NodeIndex; 0]);
    let told = "the right value is one of a list; other values of the same quantity in the same \
                symbols are in formulas 1, 2, 4";
    assert_eq!(guessed.nodes[0].reason, told);
    assert_eq!(guessed.notes, [format!("node 1 is not matched: {told}")]);
    // What follows from the node still credits it, and what states another node is no guess.
    assert_eq!(graded(&problem, "a=x a=y a=b c=d c=e").achieved, [1, 2, 3]);
    for (guesses, matched) in [(0, vec![]), (3, vec![1])] {
        problem.guesses = Some(guesses);
        assert_eq!(
            graded(&problem, "a=x a=b").matched,
            [1].repeat(usize::from(guesses > 0))
        );
        assert_eq!(graded(&problem, "a=x a=y a=b a=z").matched, matched);
    }
}

#[test]
fn guesses_of_changes_means_and_functions_are_guesses() {
    for (right, wrong) in [
        (
            r"\Delta S = n R \ln\frac{V_2}{V_1}",
            r"\Delta S = n R \ln\frac{V_1}{V_2}",
        ),
        (
            r"\langle x \rangle = \frac{L}{2}",
            r"\langle x \rangle = \frac{L}{3}",
        ),
        (r"N(t) = N_0 e^{-\lambda t}", r"N(t) = N_0 e^{\lambda t}"),
    ] {
        let node = format!(
            r#"{{"grading_standard": [{{"index": 1, "formula": "$${}$$", "dependency": [], "is_final_answer": true}}]}}"#,
            right.replace('\\', r"\\")
        );
        let problem = Problem::read(node.as_bytes()).unwrap();
        let grader = Grader::new(&problem, &Settings::default()).unwrap();
        let score = |solution: String| grader.grade(&solution).contest_score;
        let (_, value) = wrong.split_once('=').unwrap();
        assert_eq!(
            score(format!("$${wrong}$$ no: $${right}$$")),
            1000,
            "{right}"
        );
        assert_eq!(score(format!("$${right} = {value}$$")), 0, "{right}");
        let other = wrong.replace('=', "= 3");
        assert_eq!(
            score(format!("$${right}$$ $${wrong}$$ $${other}$$")),
            0,
            "{right}"
        );
    }
}

fn cliff(guesses: &str, solution: &str) -> Report {
    let text = format!(
        r#"{{"grading_standard": [
            {{"index": 1, "formula": "$$m g h = \\frac{{1}}{{2}} m v^2$$", "dependency": []}},
            {{"index": 2, "formula": "$$v = \\sqrt{{2 g h}}$$", "dependency": [1], "is_final_answer": true}},
            {{"index": 3, "formula": "$$t = 3.2 \\unit{{s}}$$", "dependency": [], "is_final_answer": true}}
        ]{guesses}}}"#
    );
    let problem = Problem::read(text.as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    grader.grade(solution)
}

#[test]
fn guesses_are_told_from_derivations() {
    for (solution, score) in [
        // Guesses: the same symbols again and again.
        (
            r"$$v = g h$$ $$v = 2 g h$$ $$v = \sqrt{2 g h}$$ $$v = \sqrt{g h}$$",
            0,
        ),
        (r"$$v^2 = g h$$ $$v^2 = 2 g h$$ $$v^2 = 4 g h$$", 0),
        (r"$$g h = v$$ $$2 g h = v$$ $$v = \sqrt{2 g h}$$", 0),
        (r"$$v = g h = 2 g h = \sqrt{2 g h}$$", 0),
        // A chain with a false link, in one line or in several.
        (r"$$v = \sqrt{2 g h} = \sqrt{3 g h}$$", 0),
        (r"$$v = \sqrt{3 g h} = \sqrt{2 g h}$$", 0),
        (
            r"\begin{align} v &= \sqrt{2 g h} \\ &= 2 \sqrt{g h} \end{align}",
            0,
        ),
        (r"$$t = \frac{6.4}{2} \unit{s} = 2.2 \unit{s}$$", 0),
        (
            r"$$t = \frac{6.4}{2} \unit{s} = 2.2 \unit{s}$$ no: $$t = 3.2 \unit{s}$$",
            333,
        ),
        // True ones: other symbols, roundings, other units, either sign.
        (r"$$v = \frac{p}{m} = \sqrt{2 g h} = 14 \unit{m/s}$$", 666),
        (
            r"$$t = \frac{6.42}{2} \unit{s} = 3.21 \unit{s} \approx 3 \unit{s}$$ $$t = 3.2 \unit{s}$$",
            333,
        ),
        (r"$$t = 3.2 \unit{s} = 0.053 \unit{min}$$", 333),
        (r"$$t = 3.2 \unit{s} = 0.054 \unit{min}$$", 333),
        (r"$$t = 3.2 \unit{s} = 0.05 \unit{min} = 3 \unit{s}$$", 0),
        (r"$$t = \pm 3.2 \unit{s}$$", 333),
        (
            r"$$t = 3.2 \unit{s}$$ $$t = 5 \unit{s}$$ $$t = 7 \unit{s}$$",
            0,
        ),
        // Derivations: one value of the quantity in each set of symbols, corrections, rounding.
        (r"$$v = g h$$ no: $$v = \sqrt{2 g h}$$", 666),
        (
            r"$$v = g h$$ $$v = h g$$ $$v = 1 h g$$ no: $$v = \sqrt{2 g h}$$",
            666,
        ),
        (
            r"$$v = g t$$ $$v = \frac{p}{m}$$ $$v = \sqrt{\frac{2 K}{m}}$$ $$v = \sqrt{2 g h}$$",
            666,
        ),
        (
            r"$$t = 3.2 \unit{s}$$ $$t \approx 3.19 \unit{s}$$ $$t = 3.204 \unit{s}$$",
            333,
        ),
        (
            r"$$v = 3 \unit{m/s}$$ $$v = 4 \unit{m/s}$$ $$v = \sqrt{2 g h}$$",
            666,
        ),
        // An equation of the symbols of a value gives each of them a value; a law of the problem gives none.
        (r"$$m g h = \frac12 m v^2$$ $$h = g v$$ $$g = v h$$", 333),
        (r"$$m g h = \frac12 m v^2$$ $$h = k v$$ $$g = v k$$", 666),
    ] {
        assert_eq!(cliff("", solution).contest_score, score, "{solution}");
        assert!(
            cliff(r#", "guesses": 100"#, solution).contest_score >= score.max(333),
            "{solution}"
        );
    }
    let once = r"$$v = g h$$ $$v = \sqrt{2 g h}$$";
    assert_eq!(cliff(r#", "guesses": 0"#, once).contest_score, 0);
}

#[test]
fn slips_of_writing_are_told_where_they_cost_a_match() {
    let told = |solution: &str| cliff("", solution).notes;
    assert_eq!(
        told(r"$$t = 3.2 s$$"),
        ["formula 1: `s` in slanted letters are symbols; write the unit as `\\unit{s}`"]
    );
    assert_eq!(
        told(r"$$u = 12 k m/s^2$$"),
        ["formula 1: `km/s^2` in slanted letters are symbols; write the unit as `\\unit{km/s^2}`"]
    );
    assert_eq!(
        told(r"$$W = \int_0^h F$$"),
        ["formula 1: an integral has no differential, such as `dx`"]
    );
    assert_eq!(
        told(r"$$t = 3,2$$"),
        ["formula 1: `3,2` is read as a list of two numbers; a decimal comma is written `3{,}2`"]
    );
    assert_eq!(
        told(r"$$t = 3\frac15$$"),
        ["formula 1: `3\\frac15` is read as a product, not as a sum; write one fraction, or `+`"]
    );
    assert_eq!(
        told(r"`$t = 3.2$` and `$x$`"),
        [
            "1 formula stands between backticks, which makes it code that is not read; leave them out"
        ]
    );
    // What matches, symbols of the problem and numbers are left alone.
    assert_eq!(
        told(
            r"$$t = 3.2 \unit{s}$$ $$W = 2 m g h$$ $$E = 3 m$$ $$x = 4$$ $$n = 1, 2$$ $$y = 3 \cdot \frac15$$"
        ),
        [""; 0]
    );
}

#[test]
fn values_that_are_given_one_by_one_are_a_list() {
    let score = |nodes: &[&str], solution: &str| {
        let nodes: Vec<_> = nodes
            .iter()
            .zip(1..)
            .map(|(latex, index)| {
                serde_json::json!({"index": index, "formula": format!("$${latex}$$"), "dependency": []})
            })
            .collect();
        let text = serde_json::json!({ "grading_standard": nodes }).to_string();
        let problem = Problem::read(text.as_bytes()).unwrap();
        let grader = Grader::new(&problem, &Settings::default()).unwrap();
        grader.grade(solution).contest_score
    };
    let list = ["q = 3, -5"];
    for (right, wrong) in [
        (
            r"$$q = 3 \text{ or } q = -5$$",
            r"$$q = 3 \text{ or } q = 5$$",
        ),
        (r"$$q = -5 \lor q = 3$$", r"$$q = -5 \lor q = 2$$"),
        (r"$$q = 3;\ q = -5$$", r"$$q = 3;\ q = -5;\ q = 5$$"),
        (
            r"$$q_1 = 3, \quad q_2 = -5$$",
            r"$$q_1 = 3, \quad q_3 = -5$$",
        ),
        (
            r"$$q_1 = 3$$ and $$q_2 = -5$$",
            r"$$q_1 = 3$$ and $$p_2 = -5$$",
        ),
        (
            r"$$q = -1 \pm 4$$ $$q = -1 + 4 = 3$$ $$q = -1 - 4 = -5$$",
            r"$$q = -1 \pm 5$$ $$q = -1 + 5 = 3$$ $$q = -1 - 4 = -5$$",
        ),
    ] {
        assert_eq!(score(&list, right), 1000, "{right}");
        assert_eq!(score(&list, wrong), 0, "{wrong}");
    }
    // Where the problem gives one of them alone, each is what it is.
    let alone = ["q = 3, -5", "q = 3"];
    assert_eq!(score(&alone, "$$q = 3$$ $$q = -5$$"), 500);
    let symbols = ["q = a b, -c"];
    assert_eq!(
        score(&symbols, "$$q = d + a b$$ $$q = a b$$ $$q = -c$$"),
        1000
    );
    assert_eq!(score(&symbols, "$$q = a b$$ $$q = c$$"), 0);
}

#[test]
fn aliases_are_proposed_where_one_symbol_alone_fits() {
    let text = r#"{"grading_standard": [
        {"index": 1, "formula": "$$E = \\frac{1}{2} m v^2$$", "dependency": []},
        {"index": 2, "formula": "$$p = m v$$", "dependency": []},
        {"index": 3, "formula": "$$a + b = c$$", "dependency": [1, 2], "is_final_answer": true}
    ]}"#;
    let problem = Problem::read(text.as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    let proposed = |solution: &str| -> Vec<String> {
        let aliases = grader.propose_aliases(solution).into_iter();
        aliases
            .map(|alias| format!("{} {} {}", alias.name, alias.symbol, alias.node))
            .collect()
    };
    let solution = r"$$W = \frac{m v^2}{2}$$ and $$P = m v$$";
    assert_eq!(proposed(solution), ["P p 2", "W E 1"]);
    // Wrong, right, of two unknown names, and with two symbols that fit.
    assert_eq!(proposed(r"$$W = m v^2$$ $$p = m v$$ $$P = M v$$"), [""; 0]);
    assert_eq!(proposed("$$a + x = c$$"), ["x b 3"]);
    assert_eq!(proposed("$$c = y + b$$ $$m v = c d$$"), ["y a 3"]);
}

#[test]
fn a_letter_with_one_index_all_through_is_that_of_the_problem() {
    let text = r#"{"grading_standard": [
        {"index": 1, "formula": "$$r = \\frac{a n^2}{Z}$$", "dependency": []},
        {"index": 2, "formula": "$$E = -\\frac{b}{r}$$", "dependency": [1], "is_final_answer": true}
    ]}"#;
    let problem = Problem::read(text.as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    let matched = |solution: &str| grader.grade(solution).matched;
    let all = r"$$r_n = \frac{a n^2}{Z}$$ $$E_n = -\frac{b}{r_n}$$";
    let report = grader.grade(all);
    assert_eq!(report.matched, [1, 2]);
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("`E_{n}` is taken for `E`"))
    );
    // With two of them each is another one, and what a sum runs over counts members.
    assert_eq!(
        matched(r"$$r_1 = \frac{a n^2}{Z}$$ $$E = -\frac{b}{r_2}$$"),
        [0; 0]
    );
    assert_eq!(
        matched(r"$$E_n = -\frac{b}{r}$$ $$S = \sum_{n} E_n$$"),
        [0; 0]
    );
    // Beside the letter itself, its index has to say what it is.
    let text = text.replace(r"E = -\\frac{b}{r}", r"E = -\\frac{b Z}{a n^2}");
    let problem = Problem::read(text.as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    let matched = |solution: &str| grader.grade(solution).matched;
    assert_eq!(
        matched(r"$$E = -\frac{b}{r}$$ $$E_n = -\frac{b Z}{a n^2}$$"),
        [2]
    );
    assert_eq!(
        matched(r"$$E = -\frac{b}{r}$$ $$E_1 = -\frac{b Z}{a n^2}$$"),
        [0; 0]
    );
}

#[test]
fn a_letter_with_an_index_and_an_argument_is_that_of_the_problem() {
    let wave = r"$$\psi = \sqrt{\frac{2}{L}}\sin\frac{n\pi x}{L}$$";
    assert!(is_right(
        wave,
        r"$$\psi_n(x) = \sqrt{\frac2L}\sin\left(\frac{n\pi x}{L}\right)$$"
    ));
    assert!(!is_right(
        wave,
        r"$$\psi_n(x) = \sqrt{\frac2L}\cos\left(\frac{n\pi x}{L}\right)$$"
    ));
    let potential = r"$$V = \frac{Q}{4\pi\epsilon_0 r}$$";
    assert!(is_right(
        potential,
        r"$$V_{out}(r) = \frac{Q}{4\pi\epsilon_0 r}$$"
    ));
    // With two of them each is another one.
    assert!(!is_right(
        potential,
        r"$$V_1(r) = \frac{Q}{4\pi\epsilon_0 r}$$ $$V_2(r) = 0$$"
    ));
}

#[test]
fn the_hat_of_an_operator_may_be_left_out_throughout() {
    let (plain, hatted) = (r"$$H\psi = E\psi$$", r"$$\hat H\psi = E\psi$$");
    assert!(is_right(plain, hatted));
    assert!(is_right(hatted, plain));
    // With both of them each is another one, and a hat over a small letter makes a unit vector.
    assert!(!is_right(plain, r"$$\hat H\psi = E\psi$$ $$H = 2 b$$"));
    assert!(!is_right("$$r = 2 a$$", r"$$\hat r = 2 a$$"));
}

#[test]
fn a_letter_that_the_problem_differentiates_is_no_constant() {
    let text = r#"{"grading_standard": [
        {"index": 1, "formula": "$$\\frac{dm}{dt} = -b$$", "dependency": []},
        {"index": 2, "formula": "$$\\frac{d}{dt}(m\\dot x) = F$$", "dependency": [1], "is_final_answer": true}
    ]}"#;
    let problem = Problem::read(text.as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    assert!(is_right(
        r"$$\frac{d}{dt}(m\dot x) = F$$",
        r"$$m\ddot x = F$$"
    ));
    assert_eq!(grader.grade(r"$$m\ddot x = F$$").matched, [0; 0]);
    assert_eq!(
        grader.grade(r"$$m\ddot x + \dot x\dot m = F$$").matched,
        [2]
    );
}

#[test]
fn a_formula_that_holds_elsewhere_does_not_match() {
    let text = r#"{"grading_standard": [
        {"index": 1, "formula": "$$x = 3 b \\quad (t > 0)$$", "dependency": [], "is_final_answer": true}
    ]}"#;
    let problem = Problem::read(text.as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    let matched = |solution: &str| !grader.grade(solution).matched.is_empty();
    assert!(matched("$$x = 3 b$$"));
    assert!(matched(r"$$x = 3 b \text{ for } t \ge 0$$"));
    assert!(matched(r"$$x = 3 b \quad (a > 0)$$"));
    assert!(!matched(r"$$x = 3 b \quad (t < 0)$$"));
    assert!(!matched(r"$$x = 3 b \text{ if } t < 0$$"));
}

/// The score of formulas, one a line, for a reference of one formula.
fn score(reference: &str, solution: &str) -> u32 {
    let reference = reference.replace('\\', r"\\");
    let problem = format!(
        r#"{{"id": 1, "context": "", "subquestions": [], "grading_standard": [
            {{"index": 1, "formula": "$${reference}$$", "dependency": [], "is_final_answer": true}}]}}"#
    );
    let problem = Problem::read(problem.as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    let formulas = solution.lines().map(|formula| format!("$${formula}$$\n\n"));
    grader.grade(&formulas.collect::<String>()).contest_score
}

#[test]
fn both_signs_are_one_equation() {
    let root = r"x = x_0 \pm \sqrt{\frac{2E}{k}}";
    assert_eq!(score(root, r"(x-x_0)^2 = \frac{2E}{k}"), 1000);
    assert_eq!(score(root, r"\frac{1}{2} k (x-x_0)^2 = E"), 1000);
    assert_eq!(score(r"(x-x_0)^2 = \frac{2E}{k}", root), 1000);
    assert_eq!(score(r"x^2 + 2 b x = c", r"x = -b \pm \sqrt{b^2+c}"), 1000);
    assert_eq!(score(root, r"x = x_0 + \sqrt{\frac{2E}{k}}"), 0);
    assert_eq!(score(root, r"(x-x_0)^2 = \frac{E}{k}"), 0);
    assert_eq!(score(r"x^2 + 2 b x = c", r"x = b \pm \sqrt{b^2+c}"), 0);
    // A list of guesses stays one.
    let guesses = r"x = -b \pm \sqrt{b^2+2c}
x = -b \pm \sqrt{b^2+3c}
x = -b \pm \sqrt{b^2+c}";
    assert_eq!(score(r"x^2 + 2 b x = c", guesses), 0);
}

#[test]
fn what_a_known_quantity_is_defines_a_name() {
    let wave = r"x = A \cos(\omega t)";
    assert_eq!(
        score(wave, "x = A \\cos(2\\pi f t)\n\\omega = 2\\pi f"),
        1000
    );
    assert_eq!(score(wave, "x = A \\cos(2\\pi f t)\n\\omega = \\pi f"), 0);
    assert_eq!(
        score(
            r"p = \hbar k",
            "p = \\frac{h}{\\lambda}\nk = \\frac{2\\pi}{\\lambda}"
        ),
        1000
    );
    assert_eq!(
        score(
            r"p = \hbar k",
            "p = \\frac{h}{\\lambda}\nk = \\frac{\\pi}{\\lambda}"
        ),
        0
    );
    // A constant is nobody's name.
    let volume = r"V = \frac{4}{3} A r";
    assert_eq!(score(volume, "V = \\frac{4}{3} \\pi r^3\nA = \\pi r^2"), 0);
    let heat = r"Q = m c \Delta T";
    assert_eq!(
        score(heat, "Q = m c (T_f - T_i)\n\\Delta T = T_f - T_i"),
        1000
    );
    assert_eq!(score(heat, "Q = m c (T_f - T_i)\n\\Delta T = T_f + T_i"), 0);
    let kinetic = r"K = (\gamma - 1) m c^2";
    let speed = r"K = m c^2 \left(\frac{1}{\sqrt{1-v^2/c^2}} - 1\right)
\gamma = \frac{1}{\sqrt{1-v^2/c^2}}";
    assert_eq!(score(kinetic, speed), 1000);
}

#[test]
fn hats_of_operators_may_be_left_out() {
    assert_eq!(
        score(r"[\hat x, \hat p] = i\hbar", r"[x, p] = i\hbar"),
        1000
    );
    let energy = r"\hat H = \hbar\omega\left(\hat a^\dagger\hat a + \frac12\right)";
    assert_eq!(
        score(energy, r"H = \hbar\omega\left(a^\dagger a + \frac12\right)"),
        1000
    );
    assert_eq!(
        score(energy, r"H = \hbar\omega\left(a a^\dagger + \frac12\right)"),
        0
    );
    assert_eq!(
        score(r"\hat T = \frac{\hat p^2}{2m}", r"T = \frac{p^2}{2m}"),
        1000
    );
    // A unit vector is none of them.
    assert_eq!(score(r"\vec F = F \hat x", r"\vec F = F x"), 0);
}

#[test]
fn two_forms_of_a_letter_are_one_symbol_where_only_one_is_used() {
    assert_eq!(score(r"\phi = \omega t", r"\varphi = \omega t"), 1000);
    assert_eq!(score(r"\phi = \omega t", "φ = ωt"), 1000);
    assert_eq!(score(r"E_\varphi = a", r"E_\phi = a"), 1000);
    let flux = r"\Phi = \int_0^a f(\phi)\,d\phi";
    assert_eq!(score(flux, r"\Phi = \int_0^a f(\varphi)\,d\varphi"), 1000);
    assert_eq!(score(r"\phi = \omega t", r"\theta = \omega t"), 0);
    assert_eq!(score(r"\phi = \varphi t", r"\varphi = \phi t"), 0);
}

#[test]
fn a_chain_with_a_false_angle_states_nothing() {
    let problem = r#"{"id": 1, "context": "", "subquestions": [], "grading_standard": [
        {"index": 1, "formula": "$$\\theta = \\frac{\\pi}{6}$$", "dependency": [], "is_final_answer": true}]}"#;
    let problem = Problem::read(problem.as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    let score = |solution: &str| grader.grade(solution).contest_score;
    assert_eq!(score(r"$$\theta = \frac{\pi}{6} = 30^\circ$$"), 1000);
    assert_eq!(score(r"$$\theta = \frac{\pi}{6} = 60^\circ$$"), 0);
    assert_eq!(
        score(r"$$\theta = \frac{\pi}{6} \text{ rad} = 60^\circ$$"),
        0
    );
}

#[test]
fn a_chain_may_go_on_to_the_rounded_value_in_another_unit() {
    let problem = r#"{"id": 1, "context": "", "subquestions": [], "grading_standard": [
        {"index": 1, "formula": "$$t = 95 \\unit{s}$$", "dependency": [], "is_final_answer": true}]}"#;
    let problem = Problem::read(problem.as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    let score = |solution: &str| grader.grade(&format!("$${solution}$$")).contest_score;
    assert_eq!(score(r"t = 95 \unit{s} = 1.6 \unit{min}"), 1000);
    assert_eq!(score(r"t = 94.9 \unit{s} \approx 1.6 \unit{min}"), 0);
    assert_eq!(score(r"t = 95 \unit{s} \approx 1.6 \unit{min}"), 1000);
    assert_eq!(score(r"t = 95 \unit{s} = 1.7 \unit{min}"), 0);
    assert_eq!(score(r"t = 95 \unit{s} = 16 \unit{min}"), 0);
    assert_eq!(score(r"t = 95 \unit{s} = 95 \unit{min}"), 0);
}

#[test]
fn a_chain_may_come_from_numbers_without_units_in_another_one() {
    let score = |reference: &str, solution: &str| {
        let node = serde_json::json!({"index": 1, "formula": format!("$${reference}$$"), "dependency": []});
        let text = serde_json::json!({ "grading_standard": [node] }).to_string();
        let problem = Problem::read(text.as_bytes()).unwrap();
        let grader = Grader::new(&problem, &Settings::default()).unwrap();
        grader.grade(&format!("$${solution}$$")).contest_score
    };
    for (reference, solution) in [
        (
            r"r = 5.0 \unit{cm}",
            r"r = \frac{0.1}{2} = 0.050 \unit{m} = 5.0 \unit{cm}",
        ),
        (
            r"E = 2.48 \unit{eV}",
            r"E = \frac{6.63 \times 10^{-34} \times 3 \times 10^8}{500 \times 10^{-9}} = 3.98 \times 10^{-19} \unit{J} = 2.48 \unit{eV}",
        ),
        (
            r"R = 2\,\text{k}\Omega",
            r"R = \frac{3000 \cdot 6000}{3000 + 6000} = 2000\,\Omega = 2\,\text{k}\Omega",
        ),
        (
            r"T = 20.0\,^\circ\text{C}",
            r"T = \frac{83.8 - 33.4}{2.514} \approx 20.0\,^\circ\text{C}",
        ),
    ] {
        assert_eq!(score(reference, solution), 1000, "{solution}");
    }
    let wrong = r"r = \frac{0.1}{2} = 0.060 \unit{m} = 5.0 \unit{cm}";
    assert_eq!(score(r"r = 5.0 \unit{cm}", wrong), 0);
}

#[test]
fn what_stands_together_is_taken_apart_as_the_reference_has_it() {
    let score = |reference: &str, solution: &str| {
        let node = serde_json::json!({"index": 1, "formula": format!("$${reference}$$"), "dependency": []});
        let text = serde_json::json!({ "grading_standard": [node] }).to_string();
        let problem = Problem::read(text.as_bytes()).unwrap();
        let grader = Grader::new(&problem, &Settings::default()).unwrap();
        grader.grade(&format!("$${solution}$$")).contest_score
    };
    // Letters that are upright.
    assert_eq!(score("E = m g h", r"\mathrm{E} = \mathrm{mgh}"), 1000);
    assert_eq!(score("E = m g h", r"E = \mathrm{mgg}"), 0);
    assert_eq!(score(r"v = \sqrt{2 g h}", r"v = \sqrt{2\mathrm{gh}}"), 1000);
    assert_eq!(score(r"v = \sqrt{2 g h}", r"v = \sqrt{3\mathrm{gh}}"), 0);
    // Of a power it is not told what is squared.
    let energy = r"E = \frac12 (m v)^2";
    assert_eq!(score(energy, r"E = \frac12 \mathrm{mv}^2"), 0);
    // Two names with signs.
    assert_eq!(score("E_+ = a + b", r"E_\pm = a \pm b"), 1000);
    assert_eq!(score("E_- = a - b", r"E_\pm = a \pm b"), 1000);
    assert_eq!(score("E_+ = a + b", r"E_\pm = a \mp b"), 0);
    assert_eq!(score("E_+ = a + b", r"E_\mp = a \pm b"), 0);
    // Two values by a sign.
    let roots = "x = 2, 3";
    assert_eq!(score(roots, r"x = \frac{5 \pm 1}{2}"), 1000);
    assert_eq!(
        score(
            roots,
            r"x_{1,2} = \frac{5 \pm \sqrt{25 - 24}}{2} = \frac{5 \pm 1}{2}"
        ),
        1000
    );
    assert_eq!(
        score(
            roots,
            r"x_{1,2} = \frac{5 \pm \sqrt{25 - 20}}{2} = \frac{5 \pm 1}{2}"
        ),
        0
    );
    assert_eq!(score(roots, r"x = \frac{5 \pm 3}{2}"), 0);
}

#[test]
fn what_a_derivation_has_no_operations_left_for_could_not_be_decided() {
    let problem = problem(&[(r"v = \sqrt{2 g h}", &[])]);
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    let sums = |by: usize| {
        format!(
            r"$$v = {by} \sum_{{i=1}}^{{64}} \sum_{{j=1}}^{{64}} \sum_{{k=1}}^{{64}} \frac{{g h}}{{i j k}}$$"
        )
    };
    let costly: Vec<String> = (2..62).map(sums).collect();
    let report = grader.grade(&format!("$$v^2 = 2 g h$$\n\n{}", costly.join("\n\n")));
    assert_eq!(report.contest_score, 1000);
    let late = grader.grade(&format!("{}\n\n$$v^2 = 2 g h$$", costly.join("\n\n")));
    assert_eq!(late.contest_score, 0);
    // It is the same the next time, and nothing of it is left to the next derivation.
    assert_eq!(grader.grade(&costly.join("\n\n")).contest_score, 0);
    assert_eq!(grader.grade("$$v^2 = 2 g h$$").contest_score, 1000);
}

#[test]
fn a_wrong_answer_that_is_stated_is_the_first_wrong_step_whatever_credits_it() {
    let grade = |answers: &str| {
        let text = serde_json::json!({
            "answer": answers,
            "grading_standard": [
                {"index": 1, "formula": "$$p = m v$$", "dependency": []},
                {"index": 2, "formula": "$$v = \\frac{a t}{2}$$", "dependency": [1], "is_final_answer": true},
                {"index": 3, "formula": "$$s = v t$$", "dependency": [2], "is_final_answer": true},
            ],
        });
        let problem = Problem::read(text.to_string().as_bytes()).unwrap();
        let grader = Grader::new(&problem, &Settings::default()).unwrap();
        grader.grade("$$p = m v$$\n\n$$v = a t$$\n\n$$s = v t$$")
    };
    let any = grade("any");
    assert_eq!(any.contest_score, 1000);
    assert_eq!(any.first_wrong.map(|step| step.formula), Some(2));
    assert!(!any.final_correct);
    let stated = grade("stated");
    assert_eq!(stated.contest_score, 666);
    assert_eq!(stated.first_wrong.map(|step| step.formula), Some(2));
}

/// The report on a solution of a problem with a law and a final answer that follows from it.
fn law_and_answer(law: &str, answer: &str, solution: &str) -> Report {
    let text = serde_json::json!({
        "grading_standard": [
            {"index": 1, "formula": format!("$${law}$$"), "dependency": []},
            {"index": 2, "formula": format!("$${answer}$$"), "dependency": [1], "is_final_answer": true},
        ],
    });
    let problem = Problem::read(text.to_string().as_bytes()).unwrap();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    grader.grade(solution)
}

#[test]
fn a_chain_that_ends_wrongly_keeps_its_law_and_is_the_first_wrong_step() {
    for (law, answer, chain) in [
        (
            "K = h f - W",
            r"K = 0.80 \unit{eV}",
            r"K = h f - W = 3.10 - 2.30 = 0.70\,\text{eV}",
        ),
        (
            r"\eta = 1 - \frac{T_c}{T_h}",
            r"\eta = 0.4",
            r"\eta = 1 - \frac{T_c}{T_h} = 1 - \frac{300}{500} = 0.6",
        ),
        (
            "m_1 g - T = m_1 a",
            r"T = \frac{2 m_1 m_2 g}{m_1 + m_2}",
            r"T = m_1 (g - a) = \frac{m_1 m_2 g}{m_1 + m_2}",
        ),
    ] {
        let report = law_and_answer(law, answer, &format!("$${chain}$$"));
        assert_eq!(report.contest_score, 500, "{chain}");
        let wrong = report.first_wrong.expect(chain);
        assert_eq!((wrong.formula, wrong.resembles), (1, Some(2)), "{chain}");
    }
}

#[test]
fn a_value_in_a_box_answers_where_it_is_no_guess() {
    let score = |solution: &str| {
        let report = law_and_answer(r"t = \sqrt{2 h / g}", r"R = 35.3 \unit{m}", solution);
        report.contest_score
    };
    assert_eq!(score(r"so \boxed{35.3\text{ m}}"), 1000);
    assert_eq!(score(r"so \boxed{36.9\text{ m}}"), 0);
    assert_eq!(score(r"so $35.3\text{ m}$"), 0, "an aside");
    let guesses = [50, 35, 70, 90].map(|value| format!(r"\boxed{{{value}.3\text{{ m}}}}"));
    assert_eq!(score(&guesses.join(" or ")), 0);
}

#[test]
fn a_number_is_rounded_behind_a_sign_for_about_too() {
    let chain = r"$$R = v t \approx 17.32 \times 2.04 \approx 35.3\,\text{m}$$";
    let report = law_and_answer(r"t = \sqrt{2 h / g}", r"R = 35.3 \unit{m}", chain);
    assert_eq!(report.contest_score, 1000);
}

#[test]
fn a_letter_that_is_taken_for_another_one_accuses_nobody() {
    let first_wrong = |solution: &str| {
        let node =
            serde_json::json!({"index": 1, "formula": "$$E = \\frac12 m v^2$$", "dependency": []});
        let problem = serde_json::json!({"id": "x", "context": "x", "subquestions": [], "grading_standard": [node]});
        let problem = Problem::read(problem.to_string().as_bytes()).unwrap();
        let grader = Grader::new(&problem, &Settings::default()).unwrap();
        grader.grade(solution).first_wrong
    };
    assert!(first_wrong("$$E = m v^2$$").is_some());
    assert!(first_wrong("$$E_p = m v^2$$").is_none());
}
