//! Every kind of page that links lead to, in both themes and both widths: nothing is wrong with it, nothing is complained
//! about, and it is light. With `DOJO_AXE` naming the file `axe.min.js` of axe-core 4, axe looks at each too.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use serde_json::json;

use crate::chrome::in_browser_on;
use crate::looks::AUDIT;
use crate::page::Page;
use crate::site::Site;

/// Bytes that a page may load before its editor is used, as they come over the wire.
const MOST_BYTES: u64 = 60 * 1024;

/// Bytes of the pictures of a guide, which come while one reads.
const MOST_PICTURE_BYTES: u64 = 400 * 1024;

/// What is no page.
const FILES: [&str; 11] = [
    ".csv", ".txt", ".atom", ".ics", ".tar", ".zst", ".json", ".jsonl", ".png", "/source",
    "/package",
];

/// Pages of one kind have addresses that differ in names and numbers alone.
fn kind(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let mut kind = String::new();
    let mut before = "";
    for part in path.split('/').filter(|part| !part.is_empty()) {
        let name = match before {
            "problems" | "submissions" | "drafts" | "rejudges" | "questions" => "…",
            _ if part.starts_with('@') => "@…",
            _ => part,
        };
        kind.push('/');
        kind.push_str(name);
        before = part;
    }
    kind
}

/// One page of each kind that can be reached from `starts` and is not `known`, with what is wrong with it.
async fn walk(
    page: &Page,
    starts: &[&str],
    mut known: BTreeSet<String>,
) -> BTreeMap<String, Vec<String>> {
    let mut open: VecDeque<String> = starts.iter().map(|path| (*path).to_owned()).collect();
    known.extend(open.iter().map(|path| kind(path)));
    let mut found = BTreeMap::new();
    while let Some(path) = open.pop_front() {
        page.screen(1280, false).await;
        page.open(&path).await;
        let links = page.script(LINKS, Vec::new()).await;
        for link in links.as_array().unwrap() {
            let link = link.as_str().unwrap();
            let is_page = !FILES
                .iter()
                .any(|end| link.split('?').next().unwrap().ends_with(end));
            if is_page && known.insert(kind(link)) {
                open.push_back(link.to_owned());
            }
        }
        found.insert(path.clone(), faults(page).await);
    }
    found
}

async fn faults(page: &Page) -> Vec<String> {
    let mut faults = Vec::new();
    let weight = page.script(WEIGHT, Vec::new()).await;
    let [bytes, of_pictures]: [u64; 2] = serde_json::from_value(weight).unwrap();
    if bytes > MOST_BYTES || of_pictures > MOST_PICTURE_BYTES {
        faults.push(format!(
            "loads {bytes} bytes, and {of_pictures} of pictures"
        ));
    }
    faults.extend(faults_in_every_look(page).await);
    faults.extend(page.complaints().await);
    faults
}

/// What is wrong with the page that is open, in both themes and both widths.
pub(crate) async fn faults_in_every_look(page: &Page) -> Vec<String> {
    let axe = std::env::var_os("DOJO_AXE").map(|file| std::fs::read_to_string(file).unwrap());
    let mut faults = Vec::new();
    for (width, dark) in [(1280, false), (1280, true), (360, false), (360, true)] {
        page.still_screen(width, dark).await;
        let way = format!("{width} px{}", if dark { ", dark" } else { "" });
        let audit = page.script(AUDIT, Vec::new()).await;
        let mut wrong: Vec<String> = serde_json::from_value(audit).unwrap();
        // What axe finds depends on the theme or on the width, hardly on both together.
        if let Some(axe) = axe.as_ref().filter(|_| dark == (width == 360)) {
            let source = format!("{axe};\n{ASK_AXE}");
            wrong.extend(
                serde_json::from_value::<Vec<String>>(page.later(&source, Vec::new()).await)
                    .unwrap(),
            );
        }
        faults.extend(wrong.into_iter().map(|fault| format!("{way}: {fault}")));
    }
    faults
}

const LINKS: &str = "return [...document.querySelectorAll('a[href^=\"/\"]')].map((link) => link.getAttribute('href'))";

const WEIGHT: &str = "const late = new Set([...document.querySelectorAll('img[loading=lazy]')].map((it) => it.src));
    const sums = [0, 0];
    for (const entry of [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')])
      sums[late.has(entry.name) ? 1 : 0] += entry.encodedBodySize;
    return sums";

const ASK_AXE: &str = "const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then(
      (report) => done(report.violations.map((it) => it.id + ': ' + it.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', '))),
      (error) => done([String(error)]));";

#[test]
fn nothing_is_wrong_with_any_kind_of_page() {
    in_browser_on(Site::own, async |page| {
        let site = page.site();
        let starts = ["/", "/login", "/register", "/none"];
        let visitor = walk(page, &starts, BTreeSet::new()).await;
        assert!(visitor.len() > 20, "{visitor:?}");
        // Documents come with the program: no season changes them.
        let documents: BTreeSet<String> = (visitor.keys().map(|path| kind(path)))
            .filter(|kind| kind.starts_with("/docs/"))
            .collect();
        assert!(documents.len() > 10, "{documents:?}");
        let name = page.register("/seasons/demo/problems/squares").await;
        page.write("for n in range(999):print(n*n)").await;
        page.click("#send").await;
        page.verdict().await;
        let own = page.path().await;
        site.run(&["user", "role", &name, "organizer"]);
        let draft = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/season");
        site.run(&["season", "import", draft.to_str().unwrap()]);
        let starts = [
            "/",
            "/account",
            "/seasons/demo/organize",
            "/seasons/demo/organize/cancel",
            "/seasons/trial/organize",
            "/seasons/trial/organize/settings",
            "/seasons/trial/organize/commit",
            "/setter",
            &own,
        ];
        let open = walk(page, &starts, documents.clone()).await;
        for season in ["demo", "physics-demo"] {
            site.reveal(season);
        }
        let revealed = walk(page, &starts, documents).await;
        assert!(revealed.len() > open.len(), "{revealed:?}");
        let mut wrong = Vec::new();
        for (state, pages) in [("visitor", visitor), ("open", open), ("revealed", revealed)] {
            eprintln!("{state}: {} kinds of pages", pages.len());
            for (path, faults) in pages {
                wrong.extend(
                    faults
                        .into_iter()
                        .map(|fault| format!("{state}: {path}: {fault}")),
                );
            }
        }
        // The page that is not there complains, as it must.
        wrong.retain(|fault| !fault.contains("/none"));
        assert_eq!(json!(wrong), json!([]), "{}", wrong.join("\n"));
    });
}

#[test]
fn after_reveal_all_terms_are_shown() {
    in_browser_on(Site::own, async |page| {
        let site = page.site();
        site.reveal("demo");
        page.open("/seasons/demo/problems/squares").await;
        assert_eq!(page.text("#terms-heading").await, "All terms");
        let count = async |css: &str| {
            let script = format!("return document.querySelectorAll('{css}').length");
            page.script(&script, Vec::new()).await
        };
        assert_eq!(count(".terms tbody tr").await, 200);
        assert_eq!(page.text(".terms tbody tr:last-child td").await, "39601");
        assert_eq!(count("#plot-title ~ .plot-dots circle").await, 200);
        let label = "return document.querySelector('.cells').getAttribute('aria-label')";
        assert_eq!(
            page.script(label, Vec::new()).await,
            "The strip: 200 terms, all public."
        );
        assert_eq!(count(".cells .cell-locked").await, 0);
        // The last cell has its value, and a program that is right is wholly right.
        page.find(".cells").await.focus().await.unwrap();
        page.press(thirtyfour::Key::End).await;
        page.find(".cells[aria-valuetext='a(199) = 39601']").await;
        page.write("for n in range(999):print(n*n)").await;
        page.find(".trial[data-state='done']").await;
        assert!(
            page.text(".said")
                .await
                .starts_with("All 200 terms are right.")
        );
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}
