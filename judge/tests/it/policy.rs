//! Policy v0.2 on programs of two kinds: answer tables, and programs that compute.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use dojo_judge::sequence::{
    Check, Payload, Rejection, Report, Rules, ScoringVersion, Verdict, check, judge,
};
use dojo_sandbox::{Fuel, Limits};
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

fn rules_v0_2() -> Rules {
    Rules {
        scoring: ScoringVersion::V0_2,
        limits: Limits::default(),
        ..rules()
    }
}

fn checked(source: &[u8]) -> Check {
    check(runtime(), &rules_v0_2(), source).unwrap()
}

/// The verdict where the problem asks for just what the program prints.
fn judged(source: &[u8]) -> Report {
    judged_by(rules_v0_2(), source)
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
        message.contains("without its own names, comments and layout")
            || message.contains("without its comments and layout"),
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

fn all_accepted(kind: &str) {
    for Honest { file, starts } in manifest(kind) {
        let source = fs::read(place(kind, &file)).unwrap();
        accepted(&file, &source, &starts);
    }
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
        room: ScoringVersion::V0_2.room_beside(&setter),
        ..rules_v0_2()
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
    let light = ScoringVersion::V0_2.room_beside("for n in range(200):print(n*n)");
    let rules = Rules {
        room: light,
        ..rules
    };
    assert_eq!(rules.allowance(), ScoringVersion::V0_2.allowance());
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
        room: ScoringVersion::V0_2.room_beside(&setter),
        ..rules_v0_2()
    };
    let report = judged_by(rules, solver.as_bytes());
    assert_eq!(report.verdict, Verdict::Reward, "{:?}", rules.thresholds());
    assert_eq!(judged(solver.as_bytes()).verdict.word(), "REJECT_HARDCODE");
    assert_eq!(rules_v0_2().thresholds(), ScoringVersion::V0_2.thresholds());
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

/// Median, nine of ten and the most of data, and of that with shape.
fn figures(what: &str, payloads: &[Payload]) -> String {
    let of = |bytes: fn(&Payload) -> u32| {
        let mut all: Vec<_> = payloads.iter().map(bytes).collect();
        all.sort_unstable();
        let at = |tenths: usize| all[(all.len() - 1) * tenths / 10];
        format!("{}, {}, {}", at(5), at(9), at(10))
    };
    let (data, total) = (of(|p| p.data_bytes), of(|p| p.total_bytes));
    format!("| {what} | {} | {data} | {total} |", payloads.len())
}

#[test]
fn the_document_has_the_figures_of_the_cases() {
    let read = |kind: &str, file: &str| fs::read(place(kind, file)).unwrap();
    let checks = |kind: &str| -> Vec<Check> {
        (manifest::<serde_json::Value>(kind).iter())
            .map(|case| checked(&read(kind, case["file"].as_str().unwrap())))
            .collect()
    };
    let payloads = |checks: Vec<Check>| -> Vec<Payload> {
        checks
            .into_iter()
            .filter_map(|check| check.payload)
            .collect()
    };
    let (refused, later): (Vec<_>, Vec<_>) = checks("attacks")
        .into_iter()
        .partition(|check| check.rejection.is_some());
    let of_length = |from: usize, to: usize| -> Vec<Payload> {
        let sources = (manifest::<Honest>("honest").into_iter())
            .map(|Honest { file, .. }| read("honest", &file))
            .filter(|source| (from..to).contains(&source.len()));
        sources
            .filter_map(|source| checked(&source).payload)
            .collect()
    };
    let rows = [
        figures("of these, below 200 bytes", &of_length(0, 200)),
        figures("200 to 999 bytes", &of_length(200, 1000)),
        figures("1,000 to 1,999 bytes", &of_length(1000, 2000)),
        figures("2,000 to 2,999 bytes", &of_length(2000, 3000)),
        figures("3,000 bytes and more", &of_length(3000, 65_536)),
        figures(
            "written for this project: golfed, long, heavy with data",
            &payloads(checks("honest")),
        ),
        figures(
            "of OEIS, the heavy and the long ones, by Chai Wah Wu",
            &payloads(checks("oeis")),
        ),
        figures(
            "answer tables that are refused before they run",
            &payloads(refused),
        ),
        figures(
            "answer tables whose lighter forms print something else",
            &payloads(later),
        ),
    ];
    let document = include_str!("../../../docs/SCORING-v0.2.md");
    let refused_of = |kind: &str, from: usize, to: usize| {
        let sources = (manifest::<Honest>(kind).into_iter())
            .map(|Honest { file, .. }| read(kind, &file))
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
    let missing: Vec<_> = rows.iter().filter(|row| !document.contains(*row)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

/// What the document says is left open.
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
            room: ScoringVersion::V0_2.room_beside(&setter),
            ..rules_v0_2()
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
    let document = include_str!("../../../docs/SCORING-v0.2.md");
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

/// Its words are long, and it counts its own steps, which nothing else mentions.
const COUNTS_ITS_STEPS: &str = r#"
rules = {"zweiundvierzig": 3, "siebenundneunzig": 5, "einhundertundelf": 7, "fünfundsechzig": 11,
         "achtundzwanzigste": 13, "gewürztraminer": 17, "eierschalensollbruchstelle": 19,
         "kaffeemaschinenentkalker": 23, "schlittschuhläufer": 29, "zwetschgendatschi": 31}


class Steps:
    def first_step(self):
        pass

    def second_step(self):
        pass


def total_of(number):
    return sum(number % rules[word] for word in rules) + len(vars(Steps))


for number in range(200):
    print(total_of(number))
"#;

#[test]
fn a_form_that_keeps_what_is_needed_counts_in_place_of_one_that_fails() {
    let first = checked(COUNTS_ITS_STEPS.as_bytes()).payload.unwrap();
    let counted = accepted("steps", COUNTS_ITS_STEPS.as_bytes(), "8 18 28 35");
    let most = ScoringVersion::V0_2.allowance().unwrap();
    assert!(counted.data_bytes <= most.data_bytes, "{counted:?}");
    assert!(first.in_full_bytes > most.data_bytes, "{first:?}");
    assert_eq!(counted.in_full_bytes, first.in_full_bytes);
}

#[test]
fn all_forms_together_have_the_fuel_of_the_source() {
    let source = COUNTS_ITS_STEPS.as_bytes();
    let Fuel(used) = judged(source).fuel;
    let verdict = |fuel| {
        let mut rules = rules_v0_2();
        rules.limits.fuel = Fuel(fuel);
        judged_by(rules, source).verdict
    };
    // The source needs it once, and so does each form, of which the first prints something else.
    let with_little = verdict(used * 5 / 4);
    assert!(
        matches!(with_little, Verdict::Rejected { .. }),
        "{with_little:?}"
    );
    assert_eq!(verdict(used * 4), Verdict::Reward);
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
        (step.repeat(800), "REJECT_HARDCODE"),
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
