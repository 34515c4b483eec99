//! Every page on a phone, on a wide screen and in the dark: nothing runs over the edge, nothing is
//! refused by the content policy, and a screen reader finds its way.

use crate::chrome::{in_browser, in_browser_on};
use crate::page::Page;
use crate::site::Site;

/// What is wrong with the page as it stands, one line each.
pub(crate) const AUDIT: &str = include_str!("audit.js");

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
            ("all-problems", "/problems?q=0,+1"),
            ("person", "/@ada"),
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
        page.write("for n in range(999):print(n*n*1.0)").await;
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

#[test]
fn the_pages_of_an_organizer_and_those_after_reveal_fit_too() {
    in_browser_on(Site::own, async |page| {
        let site = page.site();
        let name = page.register("/seasons/demo").await;
        site.run(&["user", "role", &name, "organizer"]);
        site.run(&[
            "season",
            "disqualify",
            "demo",
            "--person",
            "finn",
            "--reason",
            "Two accounts.",
        ]);
        page.open("/seasons/demo/organize").await;
        look_at(page, "organize-open").await;
        // What was typed into a form that is refused is still there, and the form is open.
        page.click("#out-submission-form > summary").await;
        page.type_into("#out-submission", "many").await;
        page.type_into("#out-reason", "Copied.").await;
        page.click("#out-submission-form button").await;
        assert!(page.text(".error").await.contains("many is not the number"));
        let typed = "return document.querySelector('#out-reason').value";
        assert_eq!(page.script(typed, Vec::new()).await, "Copied.");
        page.find("#out-submission-form[open]").await;
        look_at(page, "organize-refused").await;

        site.reveal("demo");
        for (name, path) in [
            ("organize-revealed", "/seasons/demo/organize"),
            ("setter", "/setter"),
            ("season-revealed", "/seasons/demo"),
            (
                "board-revealed",
                "/seasons/demo/problems/squares/leaderboard",
            ),
            ("solutions", "/seasons/demo/problems/squares/solutions"),
            ("season-show", "/seasons/demo/show"),
            ("problem-revealed", "/seasons/demo/problems/hailstones"),
            ("setters", "/seasons/demo/setters"),
            ("api", "/docs/api"),
            ("archive", "/docs/archive"),
        ] {
            page.open(path).await;
            look_at(page, name).await;
        }
    });
}

#[test]
fn a_document_on_a_phone_begins_with_its_title_and_folds_what_leads_elsewhere() {
    const TOP: &str = "return document.querySelector('h1').getBoundingClientRect().top";
    in_browser(async |page| {
        page.screen(390, false).await;
        page.open("/docs/rules").await;
        let top = page.script(TOP, Vec::new()).await.as_f64().unwrap();
        assert!(top < 250.0, "the title is {top} px down");
        page.click(".doc-fold > summary").await;
        page.click(".doc-fold a[href='#attempts']").await;
        page.click(".doc-fold .doc-group:has(a[href='/docs/spec']) > summary")
            .await;
        page.click(".doc-fold a[href='/docs/spec']").await;
        assert_eq!(page.text("h1").await, "Protocol");
        page.screen(1280, false).await;
        page.click(".doc-side a[href='/docs/rules']").await;
        assert_eq!(page.text("h1").await, "Rules");
    });
}

#[test]
fn the_board_of_nineteen_problems_fits_the_window_of_a_laptop() {
    const OVER: &str = "const box = document.querySelector('#board .scroll');
        return [box.scrollWidth - box.clientWidth, document.querySelectorAll('thead th.cell').length]";
    in_browser(async |page| {
        page.screen(1280, false).await;
        page.open("/seasons/demo/leaderboard").await;
        assert_eq!(
            page.script(OVER, Vec::new()).await,
            serde_json::json!([0, 19])
        );
    });
}

#[test]
fn long_names_and_methods_stay_on_the_page() {
    in_browser_on(Site::own, async |page| {
        let name = "mw".repeat(16);
        let shown = "MW".repeat(20);
        page.open("/register?next=/seasons/demo/problems/squares")
            .await;
        for (field, value) in [
            ("#name", name.as_str()),
            ("#display_name", shown.as_str()),
            ("#password", "correct horse battery"),
        ] {
            page.type_into(field, value).await;
        }
        page.click("main .button").await;
        page.find("#send").await;
        page.write("for n in range(999):print(n*n)").await;
        page.click(".more > summary").await;
        page.type_into("#method_tag", &"M".repeat(64)).await;
        page.type_into("#notes", &"N".repeat(500)).await;
        page.click("#send").await;
        assert_eq!(page.verdict().await, "Solved");
        look_at(page, "long-submission").await;
        let person = format!("/@{name}");
        for (page_name, path) in [
            ("long-home", "/"),
            ("long-account", "/account"),
            ("long-problem", "/seasons/demo/problems/squares"),
            ("long-season", "/seasons/demo"),
            ("long-board", "/seasons/demo/problems/squares/leaderboard"),
            ("long-season-board", "/seasons/demo/leaderboard"),
            ("long-person", &person),
        ] {
            page.open(path).await;
            look_at(page, page_name).await;
        }
        page.site().reveal("demo");
        for (page_name, path) in [
            ("long-solutions", "/seasons/demo/problems/squares/solutions"),
            ("long-methods", "/seasons/demo/problems/squares"),
        ] {
            page.open(path).await;
            look_at(page, page_name).await;
        }
    });
}

#[test]
fn a_setter_tries_programs_on_a_problem_of_their_own() {
    in_browser(async |page| {
        page.open("/login?next=/seasons/demo/problems/squares")
            .await;
        let notice = page.text(".notice").await;
        let password = notice.trim_end_matches('.').rsplit(' ').next().unwrap();
        page.type_into("#name", "otto").await;
        page.type_into("#password", password).await;
        page.click("main .button").await;
        page.find("form.trial .run").await;
        look_at(page, "own-problem").await;
        page.find("[data-copy-from='terms-list']:not([hidden])")
            .await;
        page.write("for n in range(999):print(n*n)").await;
        page.find(".trial[data-state='done']").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

/// Where something lies in the window: left, top, right, bottom.
async fn place(page: &Page, css: &str) -> [f64; 4] {
    const PLACE: &str = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
        return [box.left, box.top, box.right, box.bottom]";
    let place = page.script(PLACE, vec![css.into()]).await;
    serde_json::from_value(place).unwrap()
}

/// All of these lie in a window of that height, whole.
async fn in_sight(page: &Page, height: u32, all: &[&str]) {
    for css in all {
        let [left, top, right, bottom] = place(page, css).await;
        assert!(
            top >= 0.0 && bottom <= f64::from(height) && right > left && bottom > top,
            "{css} lies from {top} to {bottom} of {height}"
        );
    }
}

#[test]
fn what_one_works_with_is_in_one_window() {
    const SQUARES: &str = "/seasons/demo/problems/squares";
    const FURTHER: &str = "document.querySelector('.terms-view').scrollIntoView()";
    in_browser(async |page| {
        page.register(SQUARES).await;
        for (width, height) in [(1440, 900), (1280, 720), (1100, 720)] {
            page.window(width, height).await;
            page.open(SQUARES).await;
            let all = [".now .cells", ".editor", ".said", "#send"];
            page.write("for n in range(999):print(n*n)").await;
            page.find(".trial[data-state='done']").await;
            in_sight(page, height, &all).await;
            for left in ["h1", "#statement", ".plot-box", ".terms"] {
                assert!(place(page, left).await[2] <= place(page, ".editor").await[0]);
            }
            // What was printed takes of the editor's room.
            page.write("for n in range(999):print(n*n+n//57)").await;
            page.find(".trial[data-state='done'] .beside .differs")
                .await;
            in_sight(page, height, &all).await;
            in_sight(page, height, &[".output"]).await;
            let [_, top, _, bottom] = place(page, ".editor").await;
            assert!(bottom - top >= 90.0, "{} px of editor", bottom - top);
            page.script(FURTHER, Vec::new()).await;
            in_sight(page, height, &all).await;
            page.script("scrollTo(0, 0)", Vec::new()).await;
        }
        page.window(390, 844).await;
        page.open(SQUARES).await;
        in_sight(page, 844, &["#source", ".now .cells", "#send"]).await;
        page.write("for n in range(999):print(n*n)").await;
        page.find(".trial[data-state='done']").await;
        in_sight(page, 844, &[".editor", ".now .cells", "#send"]).await;
        // With the keys of a phone in the window, and a program that is longer than what is left of it.
        let long = "a=1\n".repeat(40) + "for n in range(999):print(n*n)";
        page.write(&long).await;
        page.find(".trial[data-state='done']").await;
        let room = page.script(ABOVE_THE_STRIP, Vec::new()).await;
        assert!(room.as_f64().unwrap() >= 0.0, "{room} px below the caret");
        page.window(390, 420).await;
        page.press(thirtyfour::Key::End).await;
        page.find(".trial[data-state='done']").await;
        in_sight(page, 420, &[".now .cells", ".said"]).await;
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

/// The pixels between the caret and the strip below it.
const ABOVE_THE_STRIP: &str = "
    const caret = document.querySelector('.editor').shadowRoot.querySelector('.cm-cursor-primary');
    return document.querySelector('.now').getBoundingClientRect().top - caret.getBoundingClientRect().bottom";

#[test]
fn a_derivation_stands_left_of_how_it_is_read() {
    in_browser(async |page| {
        page.register(crate::physics::BUCKET).await;
        for (width, height) in [(1440, 900), (1280, 720), (1100, 720)] {
            page.window(width, height).await;
            page.open(crate::physics::BUCKET).await;
            page.write("Energy is conserved, so\n\n$$m g h = \\frac{1}{2} m v^2$$")
                .await;
            page.find("#reading .formulas").await;
            in_sight(page, height, &[".editor", "#send", "#reading"]).await;
            for (left, right) in [("#statement", ".editor"), (".editor", "#reading")] {
                assert!(place(page, left).await[2] <= place(page, right).await[0]);
            }
        }
        // On a phone the statement is read whole, and the button waits below it.
        page.window(390, 844).await;
        page.open(crate::physics::BUCKET).await;
        in_sight(page, 844, &["#send"]).await;
        assert!(place(page, "#source").await[1] < place(page, "#send").await[1]);
        look_at(page, "derivation-three-panes").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());
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
