//! Every page on a phone, on a wide screen and in the dark: nothing runs over the edge, nothing is
//! refused by the content policy, and a screen reader finds its way.

use crate::chrome::in_browser;
use crate::page::Page;

/// What is wrong with the page as it stands, one line each.
const AUDIT: &str = include_str!("audit.js");

#[test]
fn every_page_fits_and_is_in_order() {
    in_browser(async |page| {
        for (name, path) in [
            ("home", "/"),
            ("season", "/seasons/demo"),
            ("problem-visitor", "/seasons/demo/problems/squares"),
            ("problem-huge-terms", "/seasons/demo/problems/domino-strips"),
            ("board", "/seasons/demo/problems/squares/leaderboard"),
            ("season-board", "/seasons/demo/leaderboard"),
            ("login", "/login"),
            ("register", "/register"),
            ("rules", "/docs/rules"),
            ("spec", "/docs/spec"),
            ("platform", "/docs/platform"),
            ("scoring", "/docs/scoring-v0.1"),
        ] {
            page.open(path).await;
            look_at(page, name).await;
        }
        assert_eq!(page.complaints().await, Vec::<String>::new());

        page.register("/seasons/demo/problems/squares").await;
        look_at(page, "problem").await;
        page.type_into("#source", "for n in range(999):print(n*n*1.0)")
            .await;
        page.click("#send").await;
        assert_eq!(page.verdict().await, "Not an integer");
        look_at(page, "submission").await;
        page.open("/account").await;
        page.type_into("#label", "my laptop").await;
        page.click("form[action='/account/tokens'] button").await;
        page.find("#new-token").await;
        look_at(page, "account").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());

        page.open("/no/such/page").await;
        look_at(page, "not-found").await;
    });
}

/// Looks at the page that is open, in three ways.
pub(crate) async fn look_at(page: &Page, name: &str) {
    for (way, width, dark) in [
        ("wide", 1280, false),
        ("phone", 360, false),
        ("dark", 1280, true),
    ] {
        page.screen(width, dark).await;
        let faults = page.script(AUDIT, Vec::new()).await;
        assert_eq!(faults, serde_json::json!([]), "{name}, {way}");
        page.picture(&format!("{name}-{way}")).await;
    }
}
