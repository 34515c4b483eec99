//! The policy of scoring 0.3 on programs of two kinds: answer tables, and programs that compute.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use dojo_judge::sequence::{
    Check, Payload, Rejection, Report, Rules, ScoringVersion, Verdict, check, judge,
};
use dojo_sandbox::Limits;
use serde::Deserialize;

use super::{folder, recaman, rules, runtime};

#[derive(Deserialize)]
struct Attack {
    file: String,
    attack: String,
}

#[derive(Deserialize)]
struct Honest {
    file: String,
    starts: String,
}

fn place(kind: &str, file: &str) -> PathBuf {
    folder("cases").join("policy-v0.2").join(kind).join(file)
}

fn manifest<T: for<'a> Deserialize<'a>>(kind: &str) -> Vec<T> {
    let text = fs::read(place(kind, "manifest.json")).unwrap();
    let cases: Vec<T> = serde_json::from_slice(&text).unwrap();
    assert!(cases.len() >= 30);
    let programs = fs::read_dir(place(kind, "")).unwrap().count() - 1;
    assert_eq!(cases.len(), programs, "each program is in the manifest");
    cases
}

fn rules_v0_3() -> Rules {
    Rules {
        scoring: ScoringVersion::V0_3,
        limits: Limits::default(),
        ..rules()
    }
}

fn checked(source: &[u8]) -> Check {
    check(runtime(), &rules_v0_3(), source).unwrap()
}

/// The verdict where the problem asks for just what the program prints.
fn judged(source: &[u8]) -> Report {
    judged_by(rules_v0_3(), source)
}

fn judged_by(rules: Rules, source: &[u8]) -> Report {
    let mut terms = runtime().run(source, &Limits::default()).unwrap().terms;
    if terms.is_empty() {
        terms.push("0".to_owned());
    }
    let count = u32::try_from(terms.len()).unwrap();
    let rules = Rules {
        n_check: count,
        n_stage: count.min(100),
        ..rules
    };
    judge(runtime(), &rules, &terms, source).unwrap()
}

fn refused(name: &str, source: &str) -> String {
    let report = judged(source.as_bytes());
    let Verdict::Rejected {
        reason: Rejection::Hardcode { message, line },
    } = report.verdict
    else {
        panic!("{name}: {:?} {:?}", report.verdict, report.payload);
    };
    assert!(line > 0, "{name}: {message}");
    assert!(message.contains("line "), "{name}: {message}");
    assert!(report.classification.is_none(), "{name}");
    message
}

#[test]
fn answer_tables_are_refused_with_the_place() {
    for Attack { file, attack } in manifest("attacks") {
        let source = fs::read_to_string(place("attacks", &file)).unwrap();
        refused(&format!("{file}, {attack}"), &source);
    }
}

/// A program with a line for each term, as many lines after the one before as the term says.
fn told_by_lines(item: &str, end: &str) -> String {
    let mut source = String::from("t=[\n");
    for term in recaman().iter().take(110) {
        let blank = "\n".repeat(usize::try_from(*term).unwrap());
        writeln!(source, "{blank}{item},").unwrap();
    }
    source + end
}

#[test]
fn tables_of_lines_and_columns_are_refused() {
    let first_lines = told_by_lines(
        "lambda:0",
        "]\nl=1\nfor f in t:\n m=f.__code__.co_firstlineno\n print(m-l-1)\n l=m",
    );
    let formatted = told_by_lines(
        "lambda:0",
        "]\nN=[int('{0.__code__.co_firstlineno}'.format(f))for f in t]\n\
         print(*[b-a-1 for a,b in zip([1]+N,N)])",
    );
    let tracebacks = told_by_lines(
        "lambda:z",
        "]\nl=1\nfor f in t:\n try:f()\n except NameError as e:\n  \
         m=e.__traceback__.tb_next.tb_lineno;print(m-l-1);l=m",
    );
    for source in [first_lines, formatted, tracebacks] {
        let message = refused("lines", &source);
        assert!(message.contains("prints something else"), "{message}");
    }
}

#[test]
fn the_message_says_what_turned_out_to_be_data() {
    let words = [
        "heron", "stork", "crane", "egret", "raven", "finch", "robin", "eagle",
    ];
    let mut source = String::from("# the order of the birds\nclass A:\n");
    for (at, word) in words.iter().enumerate() {
        writeln!(source, " {word}_{word}_of_the_river_{at}=1").unwrap();
    }
    source += "for w in vars(A):\n if '_' != w[0]: print(*map(ord, w))";
    let message = refused("names", &source);
    assert!(
        message.contains("without its comments, layout, own names"),
        "{message}"
    );
}

#[test]
fn programs_that_compute_are_accepted_and_do() {
    all_accepted("honest");
}

#[test]
fn programs_that_others_wrote_are_accepted() {
    all_accepted("oeis");
}

/// Heavy with data, and refused where no setter's program is. `docs/research/scoring-v0.3.md` names them.
const TOO_HEAVY_ALONE: [&str; 7] = [
    "bitwise_popcount_cli.py",
    "long_railway_blocks.py",
    "long_regular_expressions.py",
    "long_stack_machine.py",
    "machine_with_a_self_test.py",
    "model_easter_feasts.py",
    "model_pratt_parser.py",
];

/// Prints something else when its names are others.
const READS_ITS_NAMES: &str = "shifts_by_member_names.py";

fn all_accepted(kind: &str) {
    for Honest { file, starts } in manifest(kind) {
        let source = fs::read(place(kind, &file)).unwrap();
        if TOO_HEAVY_ALONE.contains(&file.as_str()) {
            assert_eq!(checked(&source).word(), "REJECT_HARDCODE", "{file}");
        } else if file == READS_ITS_NAMES {
            assert_eq!(judged(&source).verdict.word(), "REJECT_HARDCODE", "{file}");
        } else {
            accepted(&file, &source, &starts);
        }
    }
}

#[test]
fn what_is_too_heavy_alone_is_accepted_beside_a_setters_program_like_it() {
    for file in TOO_HEAVY_ALONE {
        let source = fs::read_to_string(place("honest", file)).unwrap();
        let rules = Rules {
            room: ScoringVersion::V0_3.room_beside(&source),
            ..rules_v0_3()
        };
        let report = judged_by(rules, source.as_bytes());
        assert_eq!(
            report.verdict,
            Verdict::Reward,
            "{file}: {:?}",
            report.payload
        );
    }
}

/// The text of the neutral form.
fn neutral(source: &str) -> String {
    let form = checked(source.as_bytes()).neutral;
    let form = form.unwrap_or_else(|| panic!("no neutral form: {source}"));
    form.lines
        .iter()
        .map(|line| line.text.clone() + "\n")
        .collect()
}

#[test]
fn what_python_does_not_need_is_not_in_the_neutral_form() {
    for (source, expected) in [
        ("'doc'\nn = 1 # why\nprint( n )", "v0 = 1\nprint(v0)"),
        (
            "LOUD = False\nif LOUD:\n print(1)\nelse:\n print(2)",
            "print(2)",
        ),
        ("if not 0:\n print(1)\nwhile 0:\n print(2)", "print(1)"),
        ("def left_alone():\n pass\nimport re\nprint(1)", "print(1)"),
        (
            "def ff(nn: int = 0, *aa: str, **kk) -> int:\n x: int = 1\n return ff\nff()",
            "def v0(v1=0, *v2, **v3):\n    return v0\nv0()",
        ),
        ("def ff():\n 'doc'\nff()", "def v0():\n    pass\nv0()"),
        (
            "assert aa, 'no'\nraise ValueError('no %d' % bb)",
            "assert v0\nraise ValueError('')",
        ),
        (
            "try:\n pass\nexcept ValueError as vv:\n raise KeyError('no')",
            "try:\n    pass\nexcept ValueError as v0:\n    raise KeyError('no')",
        ),
        (
            "import math as mm\nprint(mm.lefty(kk=1))",
            "import math as v0\nprint(v0.lefty(kk=1))",
        ),
        (
            "class Aa:\n append = 1\ncount = Aa().append\nprint(count)",
            "class v0:\n    append = 1\nv1 = v0().append\nprint(v1)",
        ),
        (
            "getattr(aa, 'do_' + ww).do_left.do_",
            "getattr(v0, 'do_' + v1).do_left.do_",
        ),
        (
            "aa('--lefty-side').lefty_side.ss",
            "v0('--lefty-side').lefty_side.v1",
        ),
        (
            "exec('for aa in bb:print(aa)')",
            "exec('for v0 in v1:\\n    print(v0)\\n')",
        ),
        ("exec('aa+=1;'*9)", "exec('v0 += 1\\n' * 9)"),
        (
            "CODE = 'aa=1'\nexec(CODE)\nprint(aa)",
            "v0 = 'v1 = 1\\n'\nexec(v0)\nprint(v1)",
        ),
        ("print(eval(')aa(tni'[::-1]))", "print(eval('int(v0)\\n'))"),
        ("aa = u'x' + u'y'\nprint(aa)", "v0 = 'x' + 'y'\nprint(v0)"),
        (
            "v3 = v0 = len('v3')\nprint(v0)",
            "v3 = v0 = len('v3')\nprint(v0)",
        ),
    ] {
        assert_eq!(neutral(source), expected.to_owned() + "\n", "{source}");
    }
}

#[test]
fn a_neutral_form_is_its_own_and_weighs_the_same() {
    let weight = |check: &Check| -> Vec<u32> {
        let form = check.neutral.as_ref().unwrap();
        form.lines.iter().map(|line| line.bytes).collect()
    };
    for Honest { file, .. } in manifest("oeis") {
        let source = fs::read_to_string(place("oeis", &file)).unwrap();
        let text = neutral(&source);
        assert_eq!(neutral(&text), text, "{file}");
        let (of_source, of_form) = (checked(source.as_bytes()), checked(text.as_bytes()));
        assert_eq!(weight(&of_source), weight(&of_form), "{file}");
    }
}

#[test]
fn a_neutral_form_says_which_line_of_the_source_is_which() {
    let source = "# one\n\ndef ff(nn):\n  # two\n  return nn\n\nprint(ff(1),\n  ff(2))";
    let form = checked(source.as_bytes()).neutral.unwrap();
    let lines: Vec<_> = (form.lines.iter())
        .map(|line| (line.line, line.text.as_str()))
        .collect();
    assert_eq!(
        lines,
        [
            (3, "def v0(v1):"),
            (5, "    return v1"),
            (7, "print(v0(1), v0(2))")
        ]
    );
}

#[test]
fn the_limit_follows_the_problem() {
    let words = "ნული ერთი ორი სამი ოთხი ხუთი ექვსი შვიდი რვა ცხრა ათი თერთმეტი თორმეტი ცამეტი \
                 თოთხმეტი თხუთმეტი თექვსმეტი ჩვიდმეტი თვრამეტი ცხრამეტი";
    let setter = format!(
        "w='{words}'.split()\ns='ოც','ორმოც','სამოც','ოთხმოც'\n\
         for n in range(100):print(len(w[n] if n<20 else s[n//20-1]+('და'+w[n%20] if n%20 else 'ი')))"
    );
    // Somebody else writes it longer.
    let solver = format!(
        "names = '{words}'.split()\nscores = ['', 'ოც', 'ორმოც', 'სამოც', 'ოთხმოც']\n\
         joint, ending = 'და', 'ი'\nfor n in range(100):\n  score, rest = divmod(n, 20)\n  \
         name = names[rest] if score == 0 else scores[score] + \
         (joint + names[rest] if rest else ending)\n  print(len(name))"
    );
    let alone = judged(solver.as_bytes());
    assert_eq!(
        alone.verdict.word(),
        "REJECT_HARDCODE",
        "{:?}",
        alone.payload
    );
    let rules = Rules {
        room: ScoringVersion::V0_3.room_beside(&setter),
        ..rules_v0_3()
    };
    let report = judged_by(rules, solver.as_bytes());
    assert_eq!(report.verdict, Verdict::Reward, "{:?}", rules.allowance());
    // It is no licence for tables.
    let terms: Vec<_> = recaman().iter().map(u32::to_string).collect();
    let table = format!("print('{}')", terms.join(" "));
    assert_eq!(
        judged_by(rules, table.as_bytes()).verdict.word(),
        "REJECT_HARDCODE"
    );
    // A light program takes nothing away, and under v0.1 there is nothing to follow.
    let light = ScoringVersion::V0_3.room_beside("for n in range(200):print(n*n)");
    let rules = Rules {
        room: light,
        ..rules
    };
    assert_eq!(rules.allowance(), ScoringVersion::V0_3.allowance());
    assert_eq!(
        ScoringVersion::V0_1.room_beside(&setter),
        Rules::default().room
    );
}

#[test]
fn the_counts_follow_the_problem_too() {
    // A problem about 300 given weights: whoever solves it has to have them, whether written like its setter or not.
    let weights: Vec<u32> = (0..300).map(|n| 1000 + n * n * 7919 % 9001).collect();
    let words: Vec<_> = weights.iter().map(u32::to_string).collect();
    let setter = format!(
        "w=[int(x)for x in'{}'.split()]\nfor n in range(200):print(sum(w[:n+1])%w[n])",
        words.join(" ")
    );
    let rows: Vec<_> = (weights.chunks(50)).map(|row| format!("{row:?}")).collect();
    let solver = format!(
        "rows = [{}]\nweights = [weight for row in rows for weight in row]\nso_far = 0\n\
         for weight in weights[:200]:\n  so_far += weight\n  print(so_far % weight)",
        rows.join(",\n  ")
    );
    let rules = Rules {
        room: ScoringVersion::V0_3.room_beside(&setter),
        ..rules_v0_3()
    };
    let report = judged_by(rules, solver.as_bytes());
    assert_eq!(report.verdict, Verdict::Reward, "{:?}", rules.thresholds());
    assert_eq!(judged(solver.as_bytes()).verdict.word(), "REJECT_HARDCODE");
    assert_eq!(rules_v0_3().thresholds(), ScoringVersion::V0_3.thresholds());
}

/// A program passes where the terms that it prints are asked for, and they start so.
fn accepted(file: &str, source: &[u8], starts: &str) -> Payload {
    let check = checked(source);
    assert_eq!(check.rejection, None, "{file}: {:?}", check.payload);
    let run = runtime().run(source, &Limits::default()).unwrap();
    let starts: Vec<_> = starts.split(' ').collect();
    assert_eq!(run.terms[..starts.len()], starts, "{file}");
    let report = judged(source);
    assert_eq!(report.verdict, Verdict::Reward, "{file}");
    report.payload.unwrap()
}

#[test]
fn the_document_has_the_figures_of_the_cases() {
    let document = include_str!("../../../docs/research/scoring-v0.3.md");
    let refused_of = |kind: &str, from: usize, to: usize| {
        let sources = (manifest::<Honest>(kind).into_iter())
            .map(|Honest { file, .. }| fs::read(place(kind, &file)).unwrap())
            .filter(|source| (from..to).contains(&source.len()));
        let verdicts: Vec<_> = sources.map(|source| checked(&source).rejection).collect();
        let refused = verdicts.iter().flatten().count();
        format!("{refused} of {}", verdicts.len())
    };
    let refused = [
        refused_of("honest", 0, 200),
        refused_of("honest", 200, 1000),
        refused_of("honest", 1000, 2000),
        refused_of("honest", 2000, 3000),
        refused_of("honest", 3000, 65_536),
        refused_of("oeis", 0, 65_536),
    ];
    let refused = refused.join(", ");
    assert!(document.contains(&refused), "{refused}");
}

#[test]
fn the_document_names_the_problems_whose_terms_make_a_light_list() {
    let problems = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../seasons/demo/problems");
    let mut light = Vec::new();
    for problem in fs::read_dir(problems).unwrap() {
        let problem = problem.unwrap().path();
        let setter = fs::read_to_string(problem.join("setter.py")).unwrap();
        let terms = (runtime().run(setter.as_bytes(), &Limits::default()))
            .unwrap()
            .terms;
        let rules = Rules {
            room: ScoringVersion::V0_3.room_beside(&setter),
            ..rules_v0_3()
        };
        let list = format!("print({})", terms.join(","));
        if judged_by(rules, list.as_bytes()).verdict == Verdict::Reward {
            let slug = problem.file_name().unwrap().to_string_lossy();
            light.push(format!("`{slug}`"));
        }
    }
    light.sort();
    let last = light.pop().unwrap();
    let told = format!("{} and {last}", light.join(", "));
    let document = include_str!("../../../docs/SCORING-v0.3.md").replace('\n', " ");
    assert!(document.contains(&told), "{told}");
}

#[test]
fn a_program_may_say_much_that_it_can_do_without() {
    let source = r#"
"""The triangular numbers, with more words than anybody could wish for, to see that they cost
nothing: the quick brown fox jumps over the lazy dog, and packs my box with five dozen jugs."""
from dataclasses import dataclass


@dataclass
class TriangularAccumulator:
    """Holds what has been accumulated so far."""

    accumulated_total: int = 0

    def advance_by(self, next_increment: int) -> int:
        # A comment that explains in great detail what everybody can see anyway.
        if next_increment < 0:
            raise ValueError(f"negative increments such as {next_increment} make no triangle")
        self.accumulated_total += next_increment
        return self.accumulated_total


triangular_accumulator = TriangularAccumulator()
for current_increment in range(200):
    print(triangular_accumulator.advance_by(current_increment))
"#;
    let payload = accepted("triangular", source.as_bytes(), "0 1 3 6 10");
    assert!(payload.in_full_bytes > 200, "{payload:?}");
    assert!(payload.total_bytes < 80, "{payload:?}");
}

#[test]
fn the_vocabulary_is_that_of_the_guest() {
    let program = include_bytes!("../../src/sequence/policy/vocabulary.py");
    let printed = (runtime().evaluate(program, &Limits::default()).unwrap()).unwrap();
    let vocabulary = include_str!("../../src/sequence/policy/vocabulary.txt");
    assert_eq!(str::from_utf8(&printed).unwrap(), vocabulary);
}

#[test]
fn what_is_asked_for_by_a_name_made_up_later_stays() {
    let source = r#"
import argparse
import logging

logger = logging.getLogger(__name__)


class Walker:
    """Visits each kind of number by a method of its own, as long programs like to do it."""

    def __init__(self, arguments):
        self.arguments = arguments

    def visit_even(self, number):
        return number // 2

    def visit_odd(self, number):
        return 3 * number + self.arguments.added_number

    def visit(self, number):
        logger.debug("now at %d", number)
        return getattr(self, "visit_" + ("odd" if number % 2 else "even"))(number)


parser = argparse.ArgumentParser(description="the longest sentence that this program has to say")
parser.add_argument("--added-number", type=int, default=1, help="what is added to an odd number")
walker = Walker(parser.parse_args([]))
for number in range(200):
    print(walker.visit(number))
"#;
    accepted("walker", source.as_bytes(), "0 4 1 10 2");
}

#[test]
fn submissions_that_differ_in_nothing_that_python_needs_have_one_neutral_hash() {
    let short = "x=0\nfor n in range(200):\n x+=n\n print(x)";
    let long = "\"\"\"Triangular numbers, step by step, with a name for each thing and a remark.\"\"\"\n\
        # The sum so far, at first nothing: no number has been added to it as yet, as one sees.\n\
        triangular_number_so_far = 0\nfor next_number_to_be_added in range(200):\n\
        \x20   # Another number is added here, which makes it the next triangular number.\n\
        \x20   triangular_number_so_far += next_number_to_be_added\n    print(triangular_number_so_far)";
    let hash = |source: &str| judged(source.as_bytes()).neutral_hash.unwrap();
    assert_eq!(hash(short), hash(long));
    assert_ne!(hash(short), hash(&short.replace("+=n", "-=n")));
    assert!(judged(long.as_bytes()).payload.unwrap().in_full_bytes > 66);
    let by_0_1 = judged_by(Rules::default(), short.as_bytes());
    assert_eq!(by_0_1.neutral_hash, None, "scoring 0.1 knows no such form");
}

#[test]
fn a_refusal_names_places_until_they_weigh_half() {
    let digits = |seed: u64| -> String {
        let digit = |n: u64| char::from(b'1' + u8::try_from(n * n * n * seed % 7919 % 9).unwrap());
        (1..40).map(digit).collect()
    };
    let lines: Vec<String> = (1..9)
        .map(|seed| format!("print({})", digits(seed)))
        .collect();
    let payload = checked(lines.join("\n").as_bytes()).payload.unwrap();
    let named: u32 = payload.heaviest.iter().map(|place| place.bytes).sum();
    assert!(named >= payload.total_bytes / 2, "{payload:?}");
    assert!((3..8).contains(&payload.heaviest.len()), "{payload:?}");
}

#[test]
fn scoring_0_2_judges_no_more() {
    let rules = Rules {
        scoring: ScoringVersion::V0_2,
        ..Rules::default()
    };
    let error = check(runtime(), &rules, b"print(1)").unwrap_err();
    assert_eq!(
        error.to_string(),
        "scoring 0.2 is read from archives, and judges no more"
    );
}

#[test]
fn a_short_constant_with_a_real_recurrence_is_accepted() {
    // The directions of A005132 as one number of 200 bits.
    let source = "d=0x8a5d0b4c3f29e17766aa55cc33f0e1d2c3b4a5968778695a4b\n\
                  x=0\nfor n in range(200):\n print(x)\n x+=(d>>n&1)*2*n-n";
    assert_eq!(checked(source.as_bytes()).rejection, None);
}

#[test]
fn a_number_that_is_repeated_counts_once() {
    // How far the 64 steps of MD5 turn, twice.
    let rows = ["7,12,17,22,", "5,9,14,20,", "4,11,16,23,", "6,10,15,21,"];
    let turns: String = rows.iter().map(|row| row.repeat(4)).collect();
    let source =
        format!("a=[{turns}]\nb=[{turns}]\nfor n in range(200):print(a[n%64]+b[n//7%64]*n)");
    let counts = checked(source.as_bytes()).counts.unwrap();
    assert!(counts.numeric_literals < 40, "{counts:?}");
    accepted("turns", source.as_bytes(), "7 19 31 43 35");
    let different: Vec<_> = (1000..1130).map(|n| n.to_string()).collect();
    let table = format!("print({})", different.join(","));
    assert_eq!(checked(table.as_bytes()).word(), "REJECT_HARDCODE");
}

#[test]
fn what_only_the_guest_can_read_is_weighed_too() {
    let table = format!("print(f'{{'{}'}}')", "3141592653".repeat(3));
    assert_eq!(checked(table.as_bytes()).rejection, None);
    let digits: String = (0..300u64)
        .map(|n| char::from(b'0' + u8::try_from(n * n * n % 7919 % 10).unwrap()))
        .collect();
    let table = format!("print(*f'{{'{digits}'}}')");
    let check = checked(table.as_bytes());
    assert_eq!(check.word(), "REJECT_HARDCODE", "{:?}", check.payload);
    // The neutral form of what only the guest can read is right.
    let source = format!(
        "# {}\nword_of_its_own=3\nfor n in range(200):print(f'{{word_of_its_own*n}}',f'{{'{{'}}'[1:])",
        "a long comment that says nothing ".repeat(9)
    );
    accepted("quotes", source.as_bytes(), "0 3 6");
}

#[test]
fn code_in_strings_is_read_within_bounds() {
    let call = "exec('a=1;'.replace('a','b'*1).replace('1','2'*1));";
    let nested = format!(
        "exec({:?}.replace('!','!!!!!!!!').replace('!','a=1;'))\n",
        "!".repeat(900)
    );
    // Every letter becomes many, twice: the text would have a quarter of a terabyte.
    let letters = "a".repeat(20_000);
    let (more, most) = ("b".repeat(20_000), "c".repeat(20_000));
    let grown = format!("exec('{letters}'.replace('a','{more}').replace('b','{most}'))\n");
    // Each step stays below the bound, and there are thousands.
    let step = "exec('aaaaaaaa'.replace('a','bbbbbbbb').replace('b','cccccccccccccccc'))\n";
    for (source, expected) in [
        (call.repeat(1200), "ACCEPT"),
        (nested.repeat(60), "REJECT_HARDCODE"),
        (grown, "REJECT_HARDCODE"),
        (step.repeat(800), "ACCEPT"),
    ] {
        assert!(source.len() <= 65_536);
        // Read without bounds, it would be gigabytes of code.
        assert_eq!(checked(source.as_bytes()).word(), expected, "{source:.20}");
    }
}

#[test]
fn sources_that_are_hard_to_parse_get_one_verdict() {
    for (source, expected) in [
        ("(".repeat(60_000), "REJECT_SYNTAX"),
        ("-".repeat(60_000) + "1", "REJECT_SYNTAX"),
        ("1+".repeat(1000) + "1", "ACCEPT"),
        ("x+".repeat(1000) + "x", "ACCEPT"),
        ("x=".repeat(30_000) + "1", "ACCEPT"),
        ("a".to_owned() + &".b".repeat(30_000), "REJECT_SYNTAX"),
        ("a".to_owned() + &".b".repeat(300), "ACCEPT"),
        ("'a'".repeat(600), "ACCEPT"),
        ("a if b else ".repeat(5400) + "c", "ACCEPT"),
        ("0".repeat(60_000), "ACCEPT"),
        // What is regular is quickly told.
        (format!("0x{}", "f".repeat(60_000)), "ACCEPT"),
        ("ﬁ=1;print(fi)".to_owned(), "ACCEPT"),
        ("x='\\ud800'".to_owned(), "ACCEPT"),
        ("x=f'{'\\ud800'}'".to_owned(), "ACCEPT"),
        ("#".repeat(65_000) + "\n1", "ACCEPT"),
    ] {
        let check = checked(source.as_bytes());
        assert_eq!(
            check.word(),
            expected,
            "{source:.12}… {:?}",
            check.rejection
        );
    }
}
