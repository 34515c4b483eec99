//! The Reveal of a season in a browser: the live show, and playing it again.

use serde_json::json;

use crate::chrome::in_browser_on;
use crate::looks::look_at;
use crate::page::Page;
use crate::site::Site;

const SHOW: &str = "/seasons/demo/show";

/// Moves the slider to a moment of the show.
async fn seek(page: &Page, at: &str) {
    let script = format!(
        "const slider = document.querySelector('.stage input');
         return fetch(document.querySelector('.stage').dataset.show).then((answer) => answer.json()).then((show) => {{
           slider.value = {at};
           slider.dispatchEvent(new Event('input'));
         }})"
    );
    page.script(&script, Vec::new()).await;
}

#[test]
fn everybody_sees_the_same_show_and_can_play_it_again() {
    in_browser_on(Site::own, async |page| {
        let site = page.site();
        let name = page.register("/seasons/demo").await;
        site.run(&["user", "role", &name, "organizer"]);
        site.reveal("demo");

        // Before it begins somebody may play it alone.
        page.open(SHOW).await;
        page.find(".stage:not([hidden])").await;
        assert!(page.text(".stage-ask").await.contains("Press Play"));
        look_at(page, "show-before").await;

        // In the middle of a problem: a program has turned red, others run.
        let middle = "show.acts[5].opens[60]";
        seek(page, middle).await;
        assert!(
            page.text(".stage-title")
                .await
                .starts_with("6 of 19: Hailstones")
        );
        assert_eq!(
            page.text(".show-terms span:last-child small").await,
            "a(161)"
        );
        let words = "return [...document.querySelectorAll('.stage .show-end')].map((end) => end.textContent)";
        let said = page.script(words, Vec::new()).await;
        let said: Vec<&str> = said
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap())
            .collect();
        assert!(said.contains(&"161 right"), "{said:?}");
        assert!(
            said.iter().any(|end| end.starts_with("broke at ")),
            "{said:?}"
        );
        look_at(page, "show-middle").await;

        seek(page, "show.acts[5].ranks + 2000").await;
        assert!(page.text(".standing li").await.contains("Ada"));
        look_at(page, "show-ranks").await;
        seek(page, "show.length").await;
        let winners = "return [...document.querySelectorAll('.stage .podium li')].map((row) => row.textContent)";
        let winners = page.script(winners, Vec::new()).await;
        assert!(winners.as_array().unwrap().len() > 3, "{winners}");
        assert!(winners[0].as_str().unwrap().starts_with("Ada"));
        look_at(page, "show-winners").await;

        // The organizer starts it for everybody, and is asked first; who is there follows.
        page.click("form[action$='show-start'] .button").await;
        page.find("main form[method='post'][action$='show-start']")
            .await;
        page.click("form[action$='show-start'] .button").await;
        page.find("form[action$='show-pause']").await;
        let live = "return document.querySelector('.stage-state').textContent";
        while page.script(live, Vec::new()).await != json!("Live: everybody sees this now.") {
            page.find(".stage:not([hidden])").await;
        }
        assert!(page.text(".stage-title").await.starts_with("1 of 19"));
        page.click("form[action$='show-pause'] .button").await;
        page.find("form[action$='show-resume']").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());

        page.without_scripts().await;
        page.open(SHOW).await;
        assert!(page.text(".stage-list .podium").await.starts_with("Ada"));
        page.find(".stage[hidden]").await;
    });
}

#[test]
fn a_live_reveal_is_told_on_every_page_and_not_ahead_of_itself() {
    in_browser_on(Site::own, async |page| {
        let site = page.site();
        let name = page.register("/seasons/demo").await;
        site.run(&["user", "role", &name, "organizer"]);
        site.score("demo");
        page.open("/seasons/demo/organize").await;
        look_at(page, "organize-before-show").await;
        page.click("form[action$='show-start'] .button").await;
        page.find("main form[method='post'][action$='show-start']")
            .await;
        look_at(page, "show-asked").await;
        page.click("form[action$='show-start'] .button").await;
        page.find(".stage[data-on='true'] .show-rows .cells").await;
        assert!(page.text(".stage-title").await.starts_with("1 of 19"));
        // Nobody can look ahead: no slider, no list, no ranks, no bytes.
        page.find(".stage-controls[hidden]").await;
        let told = "return fetch(document.querySelector('.stage').dataset.show).then((answer) => answer.json()).then((show) =>
            [show.is_whole, show.acts.length, show.winners.length, show.acts[0].rows.some((row) => row.bytes !== null)])";
        let told = page.script(told, Vec::new()).await;
        assert_eq!(told, json!([false, 1, 0, false]));
        look_at(page, "show-live").await;
        page.find(".stage .show-rows .out").await;
        page.open("/problems").await;
        assert!(
            page.text(".live-show")
                .await
                .starts_with("Live: the Reveal of ")
        );
        look_at(page, "live-banner").await;
        page.click(".live-show a").await;
        page.find(".stage[data-on='true'] .show-rows .cells").await;
        let head = page.text("#show-head").await;
        assert!(!head.contains("do not change"), "{head}");

        // Once everything may be told, the page says so by itself: its head, and all that was shown as a list.
        site.run(&["season", "reveal", "demo"]);
        page.find("#show-list .stage-list:not([open]) .podium")
            .await;
        let revealed = page.text("#show-head").await;
        assert_ne!(head, revealed);
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn the_graph_of_a_physics_problem_lights_up() {
    in_browser_on(Site::own, async |page| {
        page.site().reveal("physics-demo");
        page.open("/seasons/physics-demo/show").await;
        page.find(".stage:not([hidden])").await;
        let boxes = "return [...document.querySelectorAll('.stage-graph .graph-node')].map((box) =>
            [box.classList.contains('unlit'), box.querySelector('.graph-word').textContent,
             getComputedStyle(box.querySelector('.graph-formula')).opacity])";
        let lit = async || -> Vec<(bool, String, String)> {
            serde_json::from_value(page.script(boxes, Vec::new()).await).unwrap()
        };
        let all = "const [done] = arguments; fetch(document.querySelector('.stage').dataset.show)
            .then((answer) => answer.json()).then((show) => done(show.acts[1]))";
        let act = page.later(all, Vec::new()).await;
        let rows = act["rows"].as_array().unwrap();
        let credited = |node: usize| {
            let has =
                |row: &&serde_json::Value| row["cells"].as_str().unwrap().as_bytes()[node] != b'w';
            rows.iter().filter(has).count()
        };

        // One box after the other says how many have it; what is not open yet hides its formula.
        page.without_motion().await;
        seek(page, "show.acts[1].opens[2]").await;
        let half = lit().await;
        assert_eq!(
            half.len(),
            usize::try_from(act["cells"].as_u64().unwrap()).unwrap()
        );
        for (node, (unlit, words, opacity)) in half.iter().enumerate() {
            assert_eq!(*unlit, node > 2, "{half:?}");
            assert_eq!(opacity, if *unlit { "0" } else { "1" });
            let count = format!("{} of {}", credited(node), rows.len());
            assert_eq!(words.ends_with(&count), !unlit, "{words}: {count}");
        }
        page.find(".stage-graph .matched a[aria-label*=', credited to ']")
            .await;
        look_at(page, "show-graph").await;
        seek(page, "show.acts[1].ranks").await;
        assert!(lit().await.iter().all(|(unlit, ..)| !unlit));
        look_at(page, "show-graph-open").await;
        // A box leads to its formula on the page of the problem.
        page.click(".stage-graph a").await;
        page.find("#node-1:target").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());

        page.without_scripts().await;
        page.open("/seasons/physics-demo/show").await;
        let formulas = page.text(".stage-list .show-formulas").await;
        assert!(formulas.contains("credited to "), "{formulas}");
        page.find(".show-formulas math").await;
    });
}
