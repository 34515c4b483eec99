//! The main job: register, submit, see the verdict arrive, stand on the board.

use crate::chrome::in_browser;

#[test]
fn a_newcomer_submits_and_stands_on_the_board() {
    in_browser(async |page| {
        page.open("/").await;
        page.screen(1280, false).await;
        page.picture("main-1-home").await;
        page.click(".hero .button").await;
        assert!(page.path().await.starts_with("/seasons/demo/problems/"));

        page.open("/seasons/demo/problems/squares").await;
        page.write("for n in range(999):print(n*n)").await;
        assert_eq!(
            page.text("#source-count").await,
            "30 bytes · bonus for shortness 192"
        );
        page.click(".actions a[href^='/register']").await;
        page.type_into("#name", "newcomer").await;
        page.type_into("#display_name", "New Comer").await;
        page.type_into("#password", "correct horse battery").await;
        page.picture("main-2-register").await;
        page.click("main .button").await;

        // Back on the problem, with what was typed before.
        page.find("#send").await;
        assert_eq!(page.path().await, "/seasons/demo/problems/squares");
        let draft = page.find("#source").await.prop("value").await.unwrap();
        assert_eq!(draft.as_deref(), Some("for n in range(999):print(n*n)"));
        page.screen(1280, false).await;
        page.picture("main-3-problem").await;
        page.click("#send").await;

        assert_eq!(page.verdict().await, "Solved");
        assert!(page.path().await.starts_with("/submissions/"));
        assert_eq!(page.text(".headline").await, "All 200 terms are right.");
        assert_eq!(page.text(".sum tfoot td").await, "1,192");
        assert!(page.driver.title().await.unwrap().starts_with("Solved"));
        page.picture("main-4-verdict").await;

        page.click("#verdict a[href$='/leaderboard']").await;
        let row = page.text(".me-row").await;
        assert!(
            row.contains("New Comer") && row.contains("1,192") && row.contains("30"),
            "{row}"
        );
        page.screen(1280, false).await;
        page.picture("main-5-board").await;
        page.open("/seasons/demo/leaderboard").await;
        assert!(page.text(".me-row").await.contains("1,192"));
        page.screen(1280, false).await;
        page.picture("main-6-season-board").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn a_verdict_arrives_without_a_reload() {
    in_browser(async |page| {
        page.register("/seasons/demo/problems/squares").await;
        // Burns all its fuel, so that the page is there before the verdict.
        page.write("while 1:0").await;
        page.click("#send").await;
        page.find("#verdict[data-pending='true']").await;
        page.script("window.sameDocument = true", Vec::new()).await;
        page.picture("waiting").await;
        assert_eq!(page.verdict().await, "Too many instructions");
        assert_eq!(
            page.script("return window.sameDocument === true", Vec::new())
                .await,
            true
        );
        let status = page
            .script(
                "return document.getElementById('verdict-status').textContent",
                Vec::new(),
            )
            .await;
        assert!(
            status
                .as_str()
                .unwrap()
                .starts_with("Too many instructions. The program ran more instructions"),
            "{status}"
        );
        assert!(
            page.driver
                .title()
                .await
                .unwrap()
                .starts_with("Too many instructions – submission")
        );
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn a_verdict_arrives_though_the_site_was_busy() {
    in_browser(async |page| {
        page.before_scripts(
            "{
                const { fetch } = window;
                let left = 2;
                window.fetch = (address, ...rest) => String(address).endsWith('/verdict') && left-- > 0
                    ? Promise.resolve(new Response('', { status: 503 }))
                    : fetch(address, ...rest);
            }",
        )
        .await;
        page.register("/seasons/demo/problems/squares").await;
        page.write("while 1:0").await;
        page.click("#send").await;
        page.find("#verdict[data-pending='true']").await;
        assert_eq!(page.verdict().await, "Too many instructions");
    });
}

#[test]
fn a_wrong_term_is_shown_with_what_was_expected() {
    in_browser(async |page| {
        page.register("/seasons/demo/problems/squares").await;
        page.write("for n in range(999):print(n*n+n//57)").await;
        page.click("#send").await;
        assert_eq!(page.verdict().await, "Wrong term");
        assert_eq!(
            page.text(".headline").await,
            "a(57), the 58th term, is wrong."
        );
        let compared = page.text(".compare").await;
        assert!(
            compared.contains("3249") && compared.contains("3250"),
            "{compared}"
        );
        page.screen(360, true).await;
        page.picture("wrong-dark-phone").await;
    });
}
