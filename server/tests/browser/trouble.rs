//! The hour of trouble: an organizer goes each way out of the page *Something is wrong*, and a contestant sees what came
//! of it.

use std::path::Path;

use thirtyfour::Cookie;

use crate::chrome::in_browser_on;
use crate::looks::look_at;
use crate::page::Page;
use crate::site::Site;

const SQUARES: &str = "/seasons/trial/problems/squares";

/// An organizer and a contestant, who take turns at one browser.
struct Trouble<'a> {
    page: &'a Page,
    has_scripts: bool,
    /// Sign-in name of the contestant.
    contestant: String,
    /// The cookies of whoever is away.
    away: Vec<Cookie>,
}

impl<'a> Trouble<'a> {
    /// From an empty server to an open season of which one problem is wrong, as its first contestant finds out.
    async fn begin(page: &'a Page, has_scripts: bool) -> Self {
        let site = page.site();
        page.open(&site.opening.clone()).await;
        page.type_into("#name", "olga").await;
        page.type_into("#password", "a long password").await;
        page.click("main form .button").await;
        page.find("header .me").await;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/season");
        site.run(&["season", "import", folder.to_str().unwrap()]);
        site.run(&["season", "commit", "trial"]);
        page.open("/seasons/trial/organize").await;
        page.find("#plan-freeze_at").await;
        let end = "const end = new Date(Date.now() + 72 * 3600e3).toISOString().slice(0, 16);
            document.getElementById('plan-zone').value = 'UTC';
            document.getElementById('plan-freeze_at').value = end";
        page.script(end, Vec::new()).await;
        page.click("[formaction$='/open-at-once']").await;
        page.click("[name='sure']").await;
        page.click("form[method='post'][action$='/open-at-once'] .button")
            .await;
        page.find(".phase-open").await;
        if !has_scripts {
            page.without_scripts().await;
        }
        let olga = page.change_seats(Vec::new()).await;
        let contestant = page.register(SQUARES).await;
        if has_scripts {
            page.write("for n in range(999):print(n**3)").await;
        } else {
            page.type_into("#source", "for n in range(999):print(n**3)")
                .await;
        }
        page.click("#send").await;
        assert_eq!(page.verdict().await, "Wrong term");
        let away = page.change_seats(olga).await;
        Self {
            page,
            has_scripts,
            contestant,
            away,
        }
    }

    /// The other one sits down.
    async fn turn(&mut self) {
        let away = std::mem::take(&mut self.away);
        self.away = self.page.change_seats(away).await;
    }

    /// The organizer goes one way out.
    async fn way(&self, link: &str) {
        self.page.open("/seasons/trial/trouble").await;
        self.page.click(&format!("main a[href$='{link}']")).await;
    }

    /// The page that the organizer left by a button is there again; what the way led to is its target no longer.
    async fn comes_back(&self, css: &str) {
        self.page.find(&format!("{css}:not(:target)")).await;
    }

    /// The contestant reads this on a page, or does not; then it is the organizer's turn again.
    async fn reads(&mut self, path: &str, css: &str, text: &str, is_there: bool) {
        self.turn().await;
        self.page.open(path).await;
        let shown = self.page.text(css).await;
        assert_eq!(shown.contains(text), is_there, "{path}, {text}: {shown}");
        self.turn().await;
    }

    async fn look(&self, name: &str) {
        if self.has_scripts {
            look_at(self.page, name).await;
        }
    }

    async fn tell_and_extend(&mut self) {
        let page = self.page;
        self.way("#tell").await;
        page.type_into("#tell-text", "The lights are back.").await;
        page.click("#tell .button").await;
        page.find(".threads").await;
        self.reads("/", ".news", "The lights are back.", true).await;

        self.way("#extend-reason").await;
        page.type_into("#extend-reason", "a power cut").await;
        page.click("[name='minutes'][value='30']").await;
        self.comes_back("#extend-reason").await;
        self.reads("/seasons/trial", "main", "a power cut", true)
            .await;
        self.reads("/", ".news", "a power cut", true).await;
    }

    async fn correct_and_hide(&mut self) {
        let page = self.page;
        self.way("#correct-problem").await;
        page.type_into("#correct-text", "Zero counts as a square.")
            .await;
        page.click("#correct .button").await;
        let shown = page.text("main section aside.notice").await;
        assert!(shown.contains("Zero counts as a square."), "{shown}");
        self.look("trouble-correct").await;
        page.click("form.stack-form[method='post'] .button").await;
        self.comes_back("#correct-problem").await;
        self.reads(SQUARES, "main", "Zero counts as a square.", true)
            .await;

        self.way("#hold-problem").await;
        page.type_into("#hold-reason", "the terms are wrong").await;
        page.click("#hold .button").await;
        self.comes_back("#hold-problem").await;
        self.reads(SQUARES, "main", "the terms are wrong", true)
            .await;
        self.reads(SQUARES, "main", "The square numbers.", false)
            .await;
        self.way("#hold-problem").await;
        page.type_into("#hold-reason", "they are right after all")
            .await;
        page.click("#hold .secondary").await;
        self.comes_back("#hold-problem").await;
        self.reads(SQUARES, "main", "The square numbers.", true)
            .await;
    }

    /// The draft of another problem takes the place of the wrong one.
    async fn replace(&mut self) {
        let page = self.page;
        page.open("/setter/new?season=trial").await;
        page.type_into("#title", "Cubes").await;
        page.type_into("#statement", "The cubes.").await;
        page.type_into("#setter", "for n in range(999): print(n**3)")
            .await;
        page.click(".problem-form .button[value='save']").await;
        assert!(page.text(".report h2").await.contains("valid"));

        self.way("#replace-problem").await;
        page.type_into("#replace-reason", "wrong terms").await;
        page.click("#replace [name='all']").await;
        page.click("#replace .button").await;
        page.find("#confirm").await;
        let shown = page.text("main").await;
        for word in ["1 submission", "Wrong term", "Solved"] {
            assert!(shown.contains(word), "{word}: {shown}");
        }
        self.look("trouble-replace").await;
        page.type_into("#confirm", "trial").await;
        page.click("form.stack-form[method='post'] .button").await;
        page.find("#replace").await;

        self.turn().await;
        page.open(SQUARES).await;
        let shown = page.text("main").await;
        assert!(shown.contains("wrong terms"), "{shown}");
        page.open("/seasons/trial/problems/cubes").await;
        page.click("main a[href^='/submissions/']").await;
        assert_eq!(page.verdict().await, "Solved");
        self.turn().await;
    }

    /// Out, from the list of submissions, and back in from there.
    async fn put_out_and_back_in(&mut self) {
        let page = self.page;
        for (reason, button, is_out) in [
            ("two accounts", ".danger", true),
            ("they are twins", ".secondary", false),
        ] {
            self.way("/trial/submissions").await;
            self.look("trouble-submissions").await;
            page.click(&format!("td a[href='?person={}']", self.contestant))
                .await;
            page.click("main a[href*='disqualify?person=']").await;
            page.type_into("#out-reason", reason).await;
            self.look(if is_out { "trouble-out" } else { "trouble-in" })
                .await;
            page.click(&format!("#out-submission-form {button}")).await;
            self.comes_back("#out-reason").await;
            let all = page.text("main").await;
            assert_eq!(all.contains("two accounts"), is_out, "{all}");
            self.reads("/seasons/trial", "main", "two accounts", is_out)
                .await;
        }
    }
}

async fn mend(page: &Page, has_scripts: bool) {
    let mut trouble = Trouble::begin(page, has_scripts).await;
    trouble.tell_and_extend().await;
    trouble.correct_and_hide().await;
    trouble.replace().await;
    trouble.put_out_and_back_in().await;
    page.open("/seasons/trial/trouble").await;
    let judges = page.text("#judges").await;
    assert!(judges.contains("0 submissions"), "{judges}");
    trouble.look("trouble").await;
    if has_scripts {
        page.guide("trouble", ".crumbs", 980).await;
    }
    page.open("/people/log?name=trial").await;
    let log = page.text("main .list").await;
    for deed in ["problem replaced", "problem hidden", "dates moved"] {
        assert!(log.contains(deed), "{deed}: {log}");
    }
    trouble.look("trouble-log").await;
}

#[test]
fn an_organizer_goes_each_way_out_and_a_contestant_sees_what_came_of_it() {
    in_browser_on(Site::empty, async |page| mend(page, true).await);
}

#[test]
fn the_same_without_scripts() {
    in_browser_on(Site::empty, async |page| mend(page, false).await);
}
