//! Setters who write problems here and hand them in, and an organizer who sends one back and then agrees.

use crate::chrome::in_browser_on;
use crate::looks::look_at;
use crate::page::Page;
use crate::site::Site;

/// What is typed into which field.
type Fields = &'static [(&'static str, &'static str)];

/// Problems of both types of contest: the contest, the season, and the fields.
const PROBLEMS: [(&str, &str, Fields); 2] = [
    (
        "sequence",
        "Sequences",
        &[
            ("#title", "Squares"),
            ("#statement", "The squares $n^2$, in order."),
            ("#setter", "for n in range(1, 999): print(n * n)"),
            ("#editorial", "Each is the one before and an *odd* number."),
        ],
    ),
    (
        "physics",
        "Falling",
        &[
            ("#title", "A stone falls"),
            (
                "#context",
                "A stone falls from the height $h$ with $g$. It lands with speed $v$ after time $t$.",
            ),
            ("[id='subquestions.0.subproblem']", "How fast does it land?"),
            (
                "[id='grading_standard.0.formula']",
                r"h = \frac{1}{2} g t^2",
            ),
            ("[id='grading_standard.1.formula']", r"v = \sqrt{2 g h}"),
            ("[id='grading_standard.1.dependency']", "1"),
        ],
    ),
];

const NOTE: &str = "Please say where it begins.";

/// A picture of the page, where scripts can look at it.
async fn look(page: &Page, looks: bool, name: &str) {
    if looks {
        look_at(page, name).await;
    }
}

/// From an empty server to a problem of each type that an organizer agreed to.
async fn hand_in(page: &Page, looks: bool) {
    page.open(&page.site().opening.clone()).await;
    page.type_into("#name", "olga").await;
    page.type_into("#password", "a long password").await;
    page.click("main form .button").await;
    page.find("header .me").await;
    let olga = page.change_seats(Vec::new()).await;
    let name = page.register("/").await;
    page.site().run(&["user", "role", &name, "setter"]);
    let sue = page.change_seats(olga).await;

    for (contest, title, fields) in PROBLEMS {
        let slug = title.to_lowercase();
        let organize = format!("/seasons/{slug}/organize");
        page.open(&format!("/new-season?contest={contest}")).await;
        page.type_into("#title", title).await;
        page.type_into("#summary", "For 10b.").await;
        page.click("main form .button").await;
        page.click("form[action$='/take-problems'] .button").await;
        page.find("form[action$='/take-no-problems']").await;

        // A setter writes a problem, sees what contestants will, and hands it in.
        let olga = page.change_seats(sue.clone()).await;
        page.open(&format!("/setter/new?season={slug}")).await;
        page.click(".problem-form > details:last-of-type > summary")
            .await;
        for (field, text) in fields {
            page.type_into(field, text).await;
        }
        // What it comes to is drawn beside what was typed.
        page.click("#drawing .button").await;
        page.find("#drawing svg").await;
        look(page, looks, &format!("{contest}-drawn")).await;
        if looks {
            let (name, top) = match contest {
                "sequence" => ("terms", "label[for='setter']"),
                _ => ("graph", "#drawing"),
            };
            page.guide(name, top, 760).await;
        }
        page.click(".problem-form .button[value='save']").await;
        let report = page.text(".report h2").await;
        assert!(report.contains("Report: valid"), "{report}");
        let draft = page.path().await;
        if looks && contest == "sequence" {
            page.guide("report", ".report", 620).await;
        }
        page.click("main a[href$='/preview']").await;
        let shown = page.text("main").await;
        assert!(shown.contains("Nothing can be submitted."), "{shown}");
        assert!(!shown.contains("odd number"), "{shown}");
        look(page, looks, &format!("{contest}-preview")).await;
        page.click(".crumbs a[href^='/setter/drafts/']").await;
        hand_in_again(page).await;
        look(page, looks, &format!("{contest}-waits-for-setter")).await;

        // The organizer sends it back.
        page.change_seats(olga.clone()).await;
        page.open(&organize).await;
        look(page, looks, &format!("{contest}-waiting")).await;
        page.click("#waiting + ul a").await;
        page.type_into("#note", NOTE).await;
        look(page, looks, &format!("{contest}-waits")).await;
        page.click("form[action$='/send-back'] .button").await;
        page.find("#back-heading").await;

        // The setter is told, and hands it in again.
        page.change_seats(sue.clone()).await;
        page.open("/").await;
        let told = page.text(".news").await;
        assert!(told.contains(NOTE), "{told}");
        page.open(&draft).await;
        let note = page.text("main .note").await;
        assert_eq!(note, NOTE);
        look(page, looks, &format!("{contest}-sent-back")).await;
        hand_in_again(page).await;

        // The organizer agrees.
        page.change_seats(olga).await;
        page.open(&organize).await;
        page.click("#waiting + ul a").await;
        page.click("main a[href$='/agree']").await;
        page.find("form[method='post'][action$='/agree']").await;
        look(page, looks, &format!("{contest}-agree")).await;
        page.click("form[method='post'][action$='/agree'] .button")
            .await;
        page.find("#plan-zone").await;
        let all = page.text("main").await;
        assert!(!all.contains("waits for you"), "{all}");
        assert!(all.contains(&name), "{all}");
        page.open(&draft).await;
        assert_eq!(page.text("#became-heading").await, "Committed");
        page.open("/seasons").await;
    }
}

/// Hands in the draft whose page is open.
async fn hand_in_again(page: &Page) {
    page.click("form[action$='/commit'] .button").await;
    page.click("form[method='post'][action$='/commit'] .button")
        .await;
    page.find("form[action$='/take-back']").await;
}

#[test]
fn a_setter_of_each_type_hands_in_what_an_organizer_sends_back_and_then_agrees_to() {
    in_browser_on(Site::empty, async |page| hand_in(page, true).await);
}

#[test]
fn the_same_without_scripts() {
    in_browser_on(Site::empty, async |page| {
        page.without_scripts().await;
        hand_in(page, false).await;
    });
}
