//! Two ways to the same answer: the policy's parser and the guest's, `check` and `judge`.

use std::fs;

use dojo_judge::sequence::policy::{read, read_payload};
use dojo_judge::sequence::{
    Canonical, Counts, Rules, ScoringVersion, Verdict, check, judge, read_payload_in_guest,
};
use dojo_sandbox::Count;

use super::{cases, folder, rules, runtime, terms};

/// The sources to count, with their names.
fn sources() -> Vec<(String, String)> {
    let mut sources: Vec<_> = fs::read_dir(folder("sources"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    sources.sort();
    assert!(sources.len() > 10);
    sources
}

#[test]
fn the_policy_counts_as_the_guest_does() {
    for (name, source) in sources() {
        let guest = match runtime().count(source.as_bytes()).unwrap() {
            Count::Counted(counts) => Counts::from(counts),
            Count::Syntax { message, line } => panic!("{name}: {message} in line {line}"),
        };
        match read(&source, 120) {
            Ok(counts) => {
                assert_eq!(counts, guest, "{name}");
                assert!(
                    !name.starts_with("guest_"),
                    "{name} is read by the policy itself"
                );
            }
            Err(unread) => assert!(name.starts_with("guest_"), "{name}: {unread:?}"),
        }
    }
}

#[test]
fn the_policy_weighs_as_the_guest_does() {
    let cases = cases().into_iter().filter_map(|case| {
        let source = String::from_utf8(case.source).ok()?;
        Some((case.name, source))
    });
    let corpora = ["attacks", "honest", "oeis"].into_iter().flat_map(|kind| {
        let programs = fs::read_dir(folder("cases").join("policy-v0.2").join(kind)).unwrap();
        programs.map(|entry| {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            (path.display().to_string(), text)
        })
    });
    let programs = corpora.filter(|(name, _)| !name.ends_with("manifest.json"));
    let mut compared = 0;
    for (name, source) in sources().into_iter().chain(cases).chain(programs) {
        let Ok(canonical) = Canonical::new(source.as_bytes()) else {
            continue;
        };
        let Ok(own) = read_payload(canonical.text(), 120) else {
            continue;
        };
        if let Some(guest) = read_payload_in_guest(runtime(), source.as_bytes(), 120).unwrap() {
            assert_eq!(own, guest, "{name}");
            compared += 1;
        }
    }
    assert!(compared > 240, "{compared}");
}

#[test]
fn the_policy_counts_submissions_as_the_guest_does() {
    let mut compared = 0;
    for case in cases() {
        let Ok(source) = std::str::from_utf8(&case.source) else {
            continue;
        };
        if let (Ok(counts), Ok(Count::Counted(guest))) =
            (read(source, 120), runtime().count(source.as_bytes()))
        {
            assert_eq!(counts, Counts::from(guest), "{}", case.name);
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn a_check_and_a_judging_refuse_the_same_for_the_same_reason() {
    let sources = sources().into_iter().map(|(name, source)| {
        let name = format!("squares_{name}");
        (name, source.into_bytes())
    });
    let cases = cases().into_iter().map(|case| (case.name, case.source));
    for (name, source) in cases.chain(sources) {
        for &scoring in ScoringVersion::ALL.iter().filter(|it| !it.is_retired()) {
            let rules = Rules { scoring, ..rules() };
            let check = check(runtime(), &rules, &source).unwrap();
            let report = judge(runtime(), &rules, &terms(&name), &source).unwrap();
            let refused = match report.verdict {
                Verdict::Rejected { reason } => Some(reason),
                Verdict::Reward | Verdict::Stage { .. } | Verdict::Failed { .. } => None,
            };
            assert_eq!(check.counts, report.counts, "{name}");
            assert_eq!(check.payload, report.payload, "{name}");
            // Whether its neutral form does the same is only known when it has run.
            let may_differ = check.rejection.is_none() && check.rests_on_neutral_form(&rules);
            if may_differ && refused.is_some() {
                continue;
            }
            assert_eq!(check.rejection, refused, "{name}");
            assert_eq!(check.classification, report.classification, "{name}");
            assert_eq!(check.l_chars, report.l_chars, "{name}");
            assert_eq!(check.solver_hash, report.solver_hash, "{name}");
        }
    }
}
