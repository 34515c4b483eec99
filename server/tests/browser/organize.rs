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

    /// Puts a text into a box at once, below what is there, as pasting does.
    async fn paste(&mut self, css: &str, text: &str) {
        self.page.find(css).await;
        let script = "document.querySelector(arguments[0]).value += arguments[1]";
        self.page
            .script(script, vec![json!(css), json!(text)])
            .await;
        self.steps += 1;
    }

    /// Makes the season whose form is open, and begins its first problem.
    async fn season(&mut self, title: &str) {
        self.write("#title", title).await;
        self.write("#summary", "For 10b.").await;
        self.click("main form .button").await;
        self.page.find("a[href^='/setter/new']").await;
        self.page.guide("season", ".crumbs", 900).await;
        self.click("a[href^='/setter/new']").await;
    }

    /// Saves a problem that is valid, and hands it in to the season that it was begun for.
    async fn hand_in(&mut self, problem: &str) {
        look_at(self.page, &format!("{problem}-form")).await;
        self.click(".problem-form .button[value='save']").await;
        let report = self.page.text(".report h2").await;
        assert!(
            report.contains("Report: valid"),
            "{report}: {}",
            self.page.text(".report").await
        );
        look_at(self.page, &format!("{problem}-draft")).await;
        self.click("form[action$='/commit'] .button").await;
        self.click("form[method='post'][action$='/commit'] .button")
            .await;
        self.page.find("#plan-zone").await;
    }

    /// The next step of the season whose page is open, with the page that asks before it.
    async fn step(&mut self, word: &str, slug: &str, next: &str) {
        self.click(&format!("form[action$='/{word}'] .button"))
            .await;
        if word == "freeze" {
            self.write("#confirm", slug).await;
        }
        self.click(&format!("form[method='post'][action$='/{word}'] .button"))
            .await;
        self.page.find(next).await;
    }

    /// To final, from the page of an open season.
    async fn finish(&mut self, slug: &str) {
        self.step("freeze", slug, "form[action$='/reveal']").await;
        // What the next step still needs goes away by itself.
        self.page.find("#organize-needs:not(:has(li))").await;
        self.step("reveal", slug, "form[action$='/finalize']").await;
        self.step("finalize", slug, "h1 .phase-done").await;
        assert_eq!(self.page.text("h1 .phase").await, "Final");
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

#[test]
fn what_was_typed_while_the_session_ended_is_sent_again_by_its_author() {
    in_browser_on(Site::own, async |page| {
        let name = page.register("/seasons").await;
        page.site().run(&["user", "role", &name, "organizer"]);
        page.open("/new-season?contest=sequence").await;
        page.type_into("#title", "Winter, typed for an hour").await;
        page.type_into("#summary", "For 10b.").await;
        page.driver.delete_all_cookies().await.unwrap();
        page.click("main form .button").await;
        assert_eq!(page.text("p.status").await, "401");
        // What is refused later takes the place of nothing.
        page.sign_in(&name, "/seasons").await;
        page.find("a.me").await;
        page.open("/new-season?contest=physics").await;
        page.type_into("#title", "Spring").await;
        page.type_into("#summary", "For 10b, too.").await;
        page.driver.delete_all_cookies().await.unwrap();
        page.click("form.stack-form .button").await;
        assert_eq!(page.text("p.status").await, "401");
        // Somebody else who signs in at this browser is not offered it.
        page.register("/seasons").await;
        assert!(!page.text("main").await.contains("was not stored"));
        page.click("header form[action='/logout'] button").await;
        page.find("header a[href^='/login']").await;

        page.sign_in(&name, "/seasons").await;
        page.find("a.me").await;
        for title in ["Spring", "Winter, typed for an hour"] {
            assert!(page.text("main aside").await.contains("was not stored"));
            page.click("main aside form .button:not(.secondary)").await;
            page.find("a[href^='/setter/new']").await;
            assert!(page.text("h1").await.contains(title));
        }
        // Each is offered once.
        page.open("/seasons").await;
        assert!(!page.text("main").await.contains("was not stored"));
        let complaints = page.complaints().await;
        assert!(
            complaints.iter().all(|of| of.contains("status of 401")),
            "{complaints:?}"
        );
    });
}

#[test]
fn a_button_that_is_pressed_twice_sends_its_form_once() {
    in_browser_on(Site::own, async |page| {
        let name = page.register("/announcements").await;
        page.site().run(&["user", "role", &name, "organizer"]);
        page.open("/announcements").await;
        page.type_into("#tell-text", "Lunch is at one.").await;
        let twice = "const { form } = document.querySelector('#tell-text');
            form.querySelector('.button').click();
            return form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));";
        assert_eq!(page.script(twice, Vec::new()).await, false);
        page.find(".flash").await;
        page.open("/announcements").await;
        let told = page.text(".threads").await;
        assert_eq!(told.matches("Lunch is at one.").count(), 1);
    });
}

/// The class of 10b, as a teacher has it in a spreadsheet.
fn class() -> String {
    let rows = (1..=30).map(|n| format!("Pupil {n}"));
    rows.collect::<Vec<_>>().join("\n")
}

/// A pupil comes by the link on the strip and solves both problems.
async fn solve_both(page: &Page, link: &str) {
    page.open(&link[link.find("/link/").or(link.find("/enter/")).unwrap()..])
        .await;
    page.type_into("#password", "another long one").await;
    page.click("main form .button").await;
    page.find("header .me").await;
    page.open("/seasons/sequences/problems/squares").await;
    page.write("for n in range(1, 999): print(n * n)").await;
    page.click("#send").await;
    let verdict = page.verdict().await;
    assert_eq!(verdict, "Solved");
    page.open("/seasons/falling/problems/a-stone-falls").await;
    page.find("#source").await;
    let script = "document.getElementById('source').value = arguments[0]";
    page.script(script, vec![json!(r"It lands with $$v = \sqrt{2 h g}$$")])
        .await;
    page.click("#send").await;
    let verdict = page.verdict().await;
    assert_eq!(verdict, "Full marks");
}

/// A teacher who has read nothing, from an empty server to two final seasons with problems of her own.
#[test]
fn a_teacher_gets_from_an_empty_server_to_two_final_seasons_in_fifty_eight_steps() {
    in_browser_on(Site::empty, async |page| {
        let mut mira = Organizer { page, steps: 1 };
        page.open(&page.site().opening.clone()).await;
        mira.write("#name", "mira").await;
        mira.write("#password", "a long password").await;
        mira.click("main form .button").await;
        eprintln!("an account: {} clicks and fields", mira.steps);

        // The first page of an empty server leads there.
        mira.click("main a[href='/people/list']").await;
        mira.paste("#list", &class()).await;
        mira.click("main form .button").await;
        let link = page.text(".strips li:last-child code").await;
        page.guide("class", ".crumbs", 620).await;
        eprintln!("a class of thirty: {} clicks and fields", mira.steps);

        mira.click("main a[href='/new-season']").await;
        mira.season("Sequences").await;
        mira.write("#title", "Squares").await;
        mira.write("#statement", "The squares $n^2$, in order.")
            .await;
        mira.paste(
            "#setter",
            "n = 0\nwhile True:\n    n += 1\n    print(n * n)",
        )
        .await;
        mira.hand_in("sequence").await;
        let end = "const day = new Date(Date.now() + Number(arguments[0]) * 3600e3); const two = (n) => String(n).padStart(2, '0');
            return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T${two(day.getHours())}:00`";
        let hours = async |n: u32| {
            let at = page.script(end, vec![json!(n)]).await;
            at.as_str().unwrap().to_owned()
        };
        mira.date("#plan-opens_at", &hours(24).await).await;
        mira.date("#plan-freeze_at", &hours(72).await).await;
        mira.click("form[action$='/schedule'] .button").await;
        page.find("form[method='post'][action$='/schedule']").await;
        page.guide("plan", ".crumbs", 620).await;
        mira.click("form[method='post'][action$='/schedule'] .button")
            .await;
        page.find(".phase-soon").await;
        mira.step("open", "sequences", ".phase-open").await;
        eprintln!(
            "a season of sequences is open: {} clicks and fields",
            mira.steps
        );

        mira.click("header a[href='/seasons']").await;
        mira.click("a[href='/new-season?contest=physics']").await;
        mira.season("Falling").await;
        mira.write("#title", "A stone falls").await;
        mira.write(
            "#context",
            "A stone falls from the height $h$ with $g$. It lands with speed $v$ after time $t$.",
        )
        .await;
        mira.write("[id='subquestions.0.subproblem']", "How fast does it land?")
            .await;
        mira.write(
            "[id='grading_standard.0.formula']",
            r"h = \frac{1}{2} g t^2",
        )
        .await;
        mira.write("[id='grading_standard.1.formula']", r"v = \sqrt{2 g h}")
            .await;
        mira.write("[id='grading_standard.1.dependency']", "1")
            .await;
        mira.hand_in("physics").await;
        mira.click("[formaction$='/open-at-once']").await;
        mira.click("[name='sure']").await;
        mira.click("form[method='post'][action$='/open-at-once'] .button")
            .await;
        page.find(".phase-open").await;
        eprintln!(
            "a season in physics is open: {} clicks and fields",
            mira.steps
        );

        let teacher = page.change_seats(Vec::new()).await;
        solve_both(page, &link).await;
        page.change_seats(teacher).await;
        page.open("/seasons/falling/organize").await;
        mira.finish("falling").await;
        mira.click("header a[href='/seasons']").await;
        mira.click("main a[href='/seasons/sequences/organize']")
            .await;
        mira.finish("sequences").await;
        eprintln!("two final seasons: {} clicks and fields", mira.steps);
        assert!(mira.steps <= 58, "{} clicks and fields", mira.steps);
        page.open("/seasons/sequences/leaderboard").await;
        page.guide("board", ".crumbs", 480).await;
    });
}
