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
         return fetch('{SHOW}.json').then((answer) => answer.json()).then((show) => {{
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
        site.run(&["season", "freeze", "demo"]);
        site.run(&["season", "score", "demo"]);
        site.run(&["season", "reveal", "demo"]);

        // Before it begins somebody may play it alone.
        page.open(SHOW).await;
        page.find(".stage:not([hidden])").await;
        assert!(page.text(".stage-ask").await.contains("not started yet"));
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
        assert_eq!(winners.as_array().unwrap().len(), 3, "{winners}");
        assert!(winners[0].as_str().unwrap().starts_with("Ada"));
        look_at(page, "show-winners").await;

        // The organizer starts it for everybody; who is there follows.
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
