//! A contest in physics: a derivation is written, looked at, graded, and after Reveal seen on the
//! graph of the reference solution.

use thirtyfour::prelude::*;

use crate::chrome::{in_browser, in_browser_on};
use crate::looks::look_at;
use crate::page::Page;
use crate::site::Site;

pub(crate) const BUCKET: &str = "/seasons/physics-demo/problems/bucket";

/// Right laws, a wrong integral, and a formula that cannot be read.
const DERIVATION: &str = r"The mass decreases evenly:

$$M' = M + m\left(1 - \frac{t}{\tau}\right)$$

Newton's second law, with $g$ downwards, and $$P = M' \left( \frac{dv}{dt} + g \right)$$

$$v_{empty} = \frac{P \tau}{m} \ln \left( \frac{M + m}{m} \right) - g \tau$$

$$x = (3$$";

async fn submit(page: &Page, problem: &str, text: &str) -> String {
    page.open(problem).await;
    page.paste(text).await;
    page.click("#send").await;
    page.verdict().await
}

/// A visitor sees it on the first page they open. The font that comes with the site has brackets of every height.
#[test]
fn brackets_are_as_high_as_what_they_hold() {
    in_browser(async |page| {
        page.open(BUCKET).await;
        page.paste(r"$$x = \left(\frac{a}{\frac{b}{c}}\right)^2$$")
            .await;
        page.click("#check").await;
        page.find("#reading math mfrac").await;
        let heights = "return document.fonts.ready.then(() => ['mo[stretchy=true]', 'mfrac'].map(
            (css) => document.querySelector('#reading math ' + css).getBoundingClientRect().height))";
        let heights = page.script(heights, Vec::new()).await;
        let [bracket, held] = [0, 1].map(|at| heights[at].as_f64().unwrap());
        assert!(bracket >= held, "{heights}");
    });
}

/// On a phone the box to write in is on the first screen, below what of the statement has room there.
#[test]
fn the_box_for_a_derivation_is_on_the_first_screen_of_a_phone() {
    const TOP: &str = "return document.getElementById('source').getBoundingClientRect().top";
    const ALL: &str = "return [...document.querySelectorAll('.problem h3 a')].map((link) => link.getAttribute('href'))";
    in_browser(async |page| {
        page.open("/seasons/physics-demo").await;
        let all = page.script(ALL, Vec::new()).await;
        page.screen(390, false).await;
        let problems = all.as_array().unwrap();
        assert!(problems.len() > 10, "{all}");
        for problem in problems {
            let problem = problem.as_str().unwrap();
            page.open(problem).await;
            let top = page.script(TOP, Vec::new()).await.as_f64().unwrap();
            assert!(top < 800.0, "the box of {problem} is {top} px down");
        }
        page.open("/seasons/physics-demo/problems/radial-field")
            .await;
        page.click(".unfold").await;
        let whole = page.script(TOP, Vec::new()).await.as_f64().unwrap();
        assert!(whole > 800.0, "the rest of the statement is shown");
    });
}

#[test]
fn a_derivation_is_looked_at_and_graded_without_a_reload() {
    in_browser(async |page| {
        page.open(BUCKET).await;
        assert!(
            !page
                .driver
                .find_all(By::Css(".prose math"))
                .await
                .unwrap()
                .is_empty()
        );
        page.register(BUCKET).await;
        page.paste(DERIVATION).await;
        assert_eq!(page.text("#source-count").await, "253 bytes");
        page.script("window.sameDocument = true", Vec::new()).await;
        page.click("#check").await;
        let read = page.text("#reading .facts").await;
        assert_eq!(read, "4 formulas found\n3 read\n1 not read");
        assert_eq!(page.text("#formula-4 mark").await, "⟵ end");
        assert!(page.text("#formula-4 .error").await.contains("line 9"));
        page.screen(1280, false).await;
        page.picture("physics-1-reading").await;
        // Nothing was stored.
        assert_eq!(
            page.text("section[aria-labelledby='mine-heading']").await,
            "Your submissions\nNone yet."
        );
        let same = page.script("return window.sameDocument", Vec::new()).await;
        assert_eq!(same, true);

        page.click("#source").await;
        page.driver
            .action_chain()
            .key_down(Key::Control)
            .key_down(Key::Shift)
            .send_keys(Key::Enter)
            .key_up(Key::Shift)
            .key_up(Key::Control)
            .perform()
            .await
            .unwrap();
        // One of the formulas is not read, so the author is asked first.
        let told = page.text("form.submit > .error").await;
        assert!(told.contains("Nothing was submitted"), "{told}");
        page.click("#reading form button").await;
        assert_eq!(page.verdict().await, "Part marks");
        assert_eq!(page.text("#verdict .score").await, "400 of 1,000");
        assert!(page.path().await.starts_with("/submissions/"));
        // Before Reveal nothing is told of the reference solution.
        assert!(
            page.driver
                .find_all(By::Css(".graph, .credit"))
                .await
                .unwrap()
                .is_empty()
        );
        look_at(page, "physics-2-verdict").await;

        page.click("#verdict a[href$='/leaderboard']").await;
        let row = page.text(".me-row").await;
        assert!(
            row.contains("400") && row.contains("2 of 3") && row.contains("66 %"),
            "{row}"
        );
        look_at(page, "physics-3-board").await;
        page.open("/seasons/physics-demo/leaderboard").await;
        assert!(page.text(".me-row").await.contains("400"));
        look_at(page, "physics-4-season-board").await;
        page.open("/seasons/physics-demo").await;
        look_at(page, "physics-5-season").await;
        page.open(BUCKET).await;
        look_at(page, "physics-6-problem").await;
        // A browser logs that the derivation was given back.
        let mut complaints = page.complaints().await;
        complaints.retain(|line| !line.ends_with("status of 422 (Unprocessable Entity)"));
        assert_eq!(complaints, Vec::<String>::new());
    });
}

#[test]
fn a_derivation_is_looked_at_without_scripts() {
    in_browser(async |page| {
        page.without_scripts().await;
        page.register(BUCKET).await;
        page.type_into("#source", "So $$v = 3$$ and $$w = (2$$")
            .await;
        page.click("#check").await;
        assert_eq!(
            page.text("#reading .facts").await,
            "2 formulas found\n1 read\n1 not read"
        );
        let kept = page.find("#source").await.prop("value").await.unwrap();
        assert_eq!(kept.as_deref(), Some("So $$v = 3$$ and $$w = (2$$"));
    });
}

#[test]
fn a_formula_that_is_left_open_is_told() {
    in_browser(async |page| {
        page.open(BUCKET).await;
        for (text, open) in [
            ("$$a = b$$ and $$c = d", true),
            ("$$a = b$$ costs \\$5", false),
            ("```\n$$\n```\n$$c = d$$", false),
            ("`$$` and $$c = d$$", false),
        ] {
            page.paste(text).await;
            let shown = page.text("#source-count").await;
            let told = shown.ends_with("a $$ is not closed in its paragraph");
            assert_eq!(told, open, "{text:?}: {shown}");
        }
    });
}

#[test]
fn after_reveal_the_graph_shows_what_was_reached() {
    in_browser_on(Site::own, async |page| {
        let site = page.site();
        page.register(BUCKET).await;
        let (readable, _) = DERIVATION.rsplit_once("\n\n").unwrap();
        assert_eq!(submit(page, BUCKET, readable).await, "Part marks");
        let submission = page.path().await;
        let cliff = "/seasons/physics-demo/problems/cliff";
        assert_eq!(
            submit(page, cliff, r"$$R = v_0 \sqrt{\frac{2 h}{g}}$$").await,
            "Part marks"
        );
        let range = page.path().await;
        page.open(BUCKET).await;
        assert!(
            page.driver
                .find_all(By::Css(".graph"))
                .await
                .unwrap()
                .is_empty()
        );
        site.reveal("physics-demo");

        // Two formulas are matched, the others missed; each match names the formula behind it.
        page.open(&submission).await;
        let class = async |css: &str| page.find(css).await.class_name().await.unwrap().unwrap();
        for (node, wanted) in [
            (1, "matched"),
            (2, "matched"),
            (3, "missed"),
            (5, "missed answer"),
        ] {
            let class = class(&format!("#graph-{node}")).await;
            assert_eq!(class.trim(), format!("graph-node {wanted}"));
            let word = page.text(&format!("#graph-{node} .graph-word")).await;
            assert!(word.contains(wanted.split(' ').next().unwrap()), "{word}");
        }
        assert_eq!(page.text("#node-2 .by a").await, "formula 2");
        assert_eq!(page.text("#node-2 .credit").await, "matched");
        assert_eq!(page.text("#formula-2 td:last-child").await, "2");
        assert!(page.text("#verdict").await.contains("First wrong step"));
        look_at(page, "physics-7-graph").await;
        page.click("#graph-5 a").await;
        assert_eq!(
            page.script("return location.hash", Vec::new()).await,
            "#node-5"
        );

        // A result credits the laws that it follows from.
        page.open(&range).await;
        assert_eq!(page.text("#node-4 .credit").await, "matched");
        assert_eq!(page.text("#node-1 .credit").await, "credited");
        assert!(page.text("#node-1 .by").await.contains("through 4"));
        look_at(page, "physics-8-credited").await;

        page.open(BUCKET).await;
        page.find(".graph").await;
        page.click(".proofs > summary").await;
        let proofs = page.text(".proofs").await;
        assert!(proofs.contains("agrees with the"), "{proofs}");
        look_at(page, "physics-9-revealed").await;
        page.open(cliff).await;
        look_at(page, "physics-10-reference").await;
        page.open(&format!("{cliff}/solutions")).await;
        look_at(page, "physics-11-solutions").await;

        // Practice is graded and shown whole at once.
        assert_eq!(
            submit(page, BUCKET, "$$P = M' (\\frac{dv}{dt} + g)$$").await,
            "Part marks"
        );
        page.find(".graph").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}
