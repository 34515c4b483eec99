//! What the judge says of each committed submission.

use dojo_judge::sequence::Report;
use dojo_sandbox::Fuel;

use super::{cases, folder, report};

#[test]
fn submissions_get_their_reports() {
    for case in cases() {
        let report = report(&case);
        // A folder is named for what it must show, whatever the snapshot says.
        let word = report.verdict.word();
        if let Some(expected) = case.name.strip_prefix("squares_") {
            assert!(
                expected.starts_with(&word.to_lowercase()),
                "{}: {word}",
                case.name
            );
        }
        // Fuel and memory change with each build of the guest; that they are the same every time
        // is another test's matter.
        let report = Report {
            fuel: Fuel(0),
            peak_memory_bytes: 0,
            ..report
        };
        insta::with_settings!({
            snapshot_path => folder("cases").join(&case.name),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_json_snapshot!("expected", report);
        });
    }
}
