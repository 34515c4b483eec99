//! Boards that change by themselves, and finding people on them.

use serde_json::json;

use crate::chrome::{in_browser, in_browser_on};
use crate::looks::look_at;
use crate::page::Page;
use crate::site::Site;

const BOARD: &str = "/seasons/demo/leaderboard";

/// Somebody new solves the first problem; their name.
async fn solve(page: &Page) -> String {
    let name = page.register("/seasons/demo/problems/squares").await;
    page.write("for n in range(999):print(n*n)").await;
    page.click("#send").await;
    assert_eq!(page.verdict().await, "Solved");
    name
}

/// The same in a tab of its own.
async fn solve_in_another_tab(page: &Page) -> String {
    let here = page.driver.window().await.unwrap();
    let other = page.driver.new_tab().await.unwrap();
    page.driver.switch_to_window(other).await.unwrap();
    let name = solve(page).await;
    page.driver.switch_to_window(here).await.unwrap();
    name
}

#[test]
fn a_board_changes_by_itself() {
    in_browser_on(Site::own, async |page| {
        // One tab looks at the board, another one submits.
        page.open(BOARD).await;
        page.script("window.sameDocument = true", Vec::new()).await;
        let row = page.text("#board tr[data-name]").await;
        assert!(!row.contains("Guest"), "{row}");

        let name = solve_in_another_tab(page).await;
        let row = page.text(&format!("#board tr[data-name={name}]")).await;
        assert!(row.contains("1,192"), "{row}");
        let same = "return window.sameDocument === true";
        assert_eq!(page.script(same, Vec::new()).await, true);
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn a_question_is_answered_while_its_asker_looks_at_something_else() {
    in_browser_on(Site::own, async |page| {
        let name = page.register("/seasons/demo/questions").await;
        page.type_into("#ask-text", "Does it begin with zero?")
            .await;
        page.click("[action$='/questions'] .button").await;
        let own = page.text(".threads").await;
        assert!(own.contains("Does it begin with zero?"), "{own}");
        look_at(page, "questions").await;
        page.open("/seasons/demo").await;
        page.script("window.sameDocument = true", Vec::new()).await;

        // An organizer answers in another tab.
        page.site().run(&["user", "role", &name, "organizer"]);
        let here = page.driver.window().await.unwrap();
        let other = page.driver.new_tab().await.unwrap();
        page.driver.switch_to_window(other).await.unwrap();
        page.open("/seasons/demo/questions?state=open").await;
        page.click(".threads .row-links a").await;
        page.type_into("#answer", "Yes, with n = 0.").await;
        look_at(page, "question").await;
        page.click("form[action$='/answer'] .button").await;
        page.find(".flash-done").await;
        page.driver.switch_to_window(here).await.unwrap();

        let told = page.text("#news aside").await;
        assert!(told.contains("Yes, with n = 0."), "{told}");
        let same = "return window.sameDocument === true";
        assert_eq!(page.script(same, Vec::new()).await, true);
        assert!(page.text("#inbox").await.contains('1'));
        look_at(page, "announced").await;
        // It stays until it is dismissed.
        page.open("/problems").await;
        page.click("#news .button").await;
        page.find("#news:empty").await;
        assert_eq!(page.path().await, "/problems");
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn a_board_goes_on_after_a_server_had_no_time_for_it() {
    in_browser_on(Site::own, async |page| {
        page.open(BOARD).await;
        page.script("window.sameDocument = true", Vec::new()).await;
        // What the page listens to is refused, and so is what it asks for next.
        page.site().be_busy_for(2);

        let name = solve_in_another_tab(page).await;
        page.find(&format!("#board tr[data-name={name}]")).await;
        let same = "return window.sameDocument === true";
        assert_eq!(page.script(same, Vec::new()).await, true);
    });
}

#[test]
fn people_are_found_and_followed() {
    in_browser(async |page| {
        let name = solve(page).await;
        page.open(BOARD).await;
        page.click(".board-tools .jump").await;
        let at = "return document.activeElement.closest('tr').dataset.name";
        assert_eq!(page.script(at, Vec::new()).await, json!(name));

        let shown = "return [...document.querySelectorAll('#board tbody:not(.followed) tr')]
            .filter(row => row.offsetHeight > 0).map(row => row.dataset.name)";
        page.type_into(".board-tools input", "AD").await;
        let found = page.script(shown, Vec::new()).await;
        assert_eq!(found, json!(["ada"]));
        assert_eq!(
            page.text(".board-tools .found").await,
            "1 person on this page"
        );

        page.click("#board tr[data-name=ada] .follow").await;
        page.open("/seasons/demo/problems/squares/leaderboard")
            .await;
        let top = page.text("#board .followed tr[data-name=ada]").await;
        assert!(top.contains('★') && top.contains("Ada"), "{top}");
        look_at(page, "board-followed").await;
        page.open(BOARD).await;
        look_at(page, "season-board-followed").await;
        page.screen(1920, false).await;
        let fits = "const box = document.querySelector('#board .scroll').getBoundingClientRect(); return box.width > 1700";
        assert_eq!(page.script(fits, Vec::new()).await, true);
        page.picture("season-board-1920").await;
    });
}
