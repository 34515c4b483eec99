//! An organizer's season by forms alone: made, filled, planned by the clocks of the place, announced.

use std::path::Path;

use serde_json::json;

use crate::chrome::in_browser_on;
use crate::looks::look_at;
use crate::page::Page;
use crate::site::Site;

/// An organizer, who counts clicks and fields.
struct Organizer<'a> {
    page: &'a Page,
    steps: usize,
}

impl Organizer<'_> {
    async fn click(&mut self, css: &str) {
        self.page.click(css).await;
        self.steps += 1;
    }

    async fn write(&mut self, css: &str, text: &str) {
        self.page.type_into(css, text).await;
        self.steps += 1;
    }

    /// Chooses a date and a time. How they are typed is the matter of the browser's language.
    async fn date(&mut self, css: &str, local: &str) {
        self.page.find(css).await;
        let script = "document.querySelector(arguments[0]).value = arguments[1]";
        self.page
            .script(script, vec![json!(css), json!(local)])
            .await;
        self.steps += 1;
    }
}

#[test]
fn an_organizer_makes_a_season_by_a_form_and_plans_it_by_the_clocks_of_the_place() {
    in_browser_on(Site::own, async |page| {
        let site = page.site();
        let name = page.register("/seasons").await;
        site.run(&["user", "role", &name, "organizer"]);
        page.in_zone("Asia/Tokyo").await;
        let mut olga = Organizer { page, steps: 0 };
        page.open("/seasons").await;
        olga.click("a[href='/new-season?contest=sequence']").await;
        page.find("#title").await;
        look_at(page, "season-form").await;
        olga.write("#title", "Autumn").await;
        olga.write("#summary", "Sequences for 10b.").await;
        olga.click("main form .button").await;
        page.find("#plan-zone").await;
        assert_eq!(page.path().await, "/seasons/autumn/organize");
        eprintln!("a draft: {} clicks and fields", olga.steps);
        assert_eq!(olga.steps, 4);

        // Another draft, with problems.
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/season");
        site.run(&["season", "import", folder.to_str().unwrap()]);
        page.open("/seasons/trial/organize/settings").await;
        look_at(page, "season-settings").await;
        page.open("/seasons/trial/organize").await;
        olga.steps = 0;
        olga.click("form[action$='/commit'] button").await;
        olga.click("main form[method='post'] .button").await;
        // The zone of the browser is chosen already.
        page.find("form[action$='/schedule']").await;
        let zone = "return document.getElementById('plan-zone').value";
        assert_eq!(page.script(zone, Vec::new()).await, "Asia/Tokyo");
        let year = "return String(new Date().getUTCFullYear() + 1)";
        let year = page.script(year, Vec::new()).await;
        let local = |rest: &str| format!("{}-{rest}", year.as_str().unwrap());
        olga.date("#plan-opens_at", &local("01-10T18:00")).await;
        olga.date("#plan-freeze_at", &local("01-24T18:00")).await;
        olga.click("form[action$='/schedule'] .button").await;
        page.find("main form[method='post'] .button").await;
        let plan = page.text("main").await;
        assert!(plan.contains("09:00 UTC"), "{plan}");
        assert!(plan.contains("after 14 days"), "{plan}");
        look_at(page, "confirm-schedule").await;
        olga.click("main form[method='post'] .button").await;
        page.find(".phase-soon").await;
        eprintln!("announced: {} clicks and fields", olga.steps);
        assert_eq!(olga.steps, 6);

        // What ends something asks for the address.
        page.open("/seasons/trial/organize/cancel").await;
        look_at(page, "confirm-cancel").await;
        page.type_into("#confirm", "trial").await;
        page.click("main form[method='post'] .button").await;
        assert_eq!(page.text("h1 .phase").await, "Cancelled");
    });
}
