//! Documents and what is said of errors.

use super::super::docs::{DocGroup, DocLink, DocPage};
use super::super::error::ErrorPage;
use super::super::markdown;
use super::{HOSTILE, render, visitor};

#[test]
fn document() {
    insta::assert_snapshot!(render(&DocPage {
        shell: visitor("/docs/rules"),
        document: markdown::document(
            "# Rules\n\nThe *rules*, v1.\n\n## Terms\n\n| L | bonus |\n|--:|--:|\n| 1 | 199 |\n\n## Attempts\n\n```python\nprint(1)\n```\n"
        ),
        name: "rules".into(),
        all: vec![
            DocLink {
                group: DocGroup::Playing,
                name: "rules".into(),
                title: "Rules".into()
            },
            DocLink {
                group: DocGroup::Checking,
                name: "spec".into(),
                title: "Protocol".into()
            }
        ],
    }));
}

#[test]
fn errors() {
    insta::assert_snapshot!(render(&ErrorPage {
        detail: Some("The problem “squares” has been withdrawn.".into()),
        kept_text: Some(format!("print(1)\n{HOSTILE}")),
        ..ErrorPage::new(visitor("/x"), 409)
    }));
    let again = "http-equiv=\"refresh\"";
    let busy = ErrorPage {
        again_after_s: Some(5),
        ..ErrorPage::new(visitor("/seasons/demo"), 503)
    };
    let html = render(&busy);
    assert!(html.contains(again) && html.contains("href=\"/seasons/demo\""));
    assert!(!render(&ErrorPage::new(visitor("/x"), 503)).contains(again));
    for status in [400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 503] {
        let html = render(&ErrorPage::new(visitor("/x"), status));
        assert!(html.contains(&format!(r#"<p class="status">{status}</p>"#)));
        assert!(html.contains("fault") == (status == 500), "{status}");
    }
}
