//! The comforts of the submit box: keyboard, count, draft, and that it works without scripts.

use dojo_judge::sequence::{Canonical, brevity_bonus};
use serde_json::json;
use thirtyfour::prelude::*;

use crate::chrome::in_browser;
use crate::looks::look_at;
use crate::page::Page;

const SQUARES: &str = "/seasons/demo/problems/squares";

#[test]
fn the_whole_way_can_be_gone_by_keyboard() {
    in_browser(async |page| {
        page.register(SQUARES).await;
        page.open(SQUARES).await;
        // The first stop skips the head of the page.
        page.press(Key::Tab).await;
        let skip = page.driver.active_element().await.unwrap();
        assert_eq!(skip.text().await.unwrap(), "Skip to the content");
        assert!(
            skip.rect().await.unwrap().y >= 0.0,
            "the skip link is on the screen"
        );
        page.press(Key::Enter).await;
        // The editor may have taken the place of the box already.
        let is_there = "return document.activeElement.matches('#source, #source ~ .editor')";
        let mut stops = 0;
        while page.script(is_there, Vec::new()).await != true {
            page.press(Key::Tab).await;
            stops += 1;
            assert!(stops < 40, "the source is never reached");
        }
        page.find("#source ~ .editor").await;
        page.keys("for n in range(999):print(n*n)").await;
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
        assert_eq!(page.verdict().await, "Solved");
    });
}

/// Is done when the vim keys have come.
const VIM_LISTENS: &str = "
    const [done] = arguments;
    (function look() {
      const panel = document.querySelector('.editor')?.shadowRoot.querySelector('.cm-vim-panel');
      if (panel?.textContent === '--NORMAL--') done(null);
      else setTimeout(look, 50);
    })();";

#[test]
fn vim_keys_are_there_for_who_wants_them() {
    in_browser(async |page| {
        let loads = "return performance.getEntriesByType('resource').some((entry) => /vim/.test(entry.name))";
        let focused = "return document.activeElement.className";
        page.open(SQUARES).await;
        page.write("for n in range(9):print(n)").await;
        assert_eq!(page.script(loads, Vec::new()).await, false);
        // Escape, then Tab leaves the editor.
        assert_eq!(page.script(focused, Vec::new()).await, "editor");
        page.press(Key::Escape).await;
        page.press(Key::Tab).await;
        assert_ne!(page.script(focused, Vec::new()).await, "editor");

        page.click(".vim input").await;
        page.driver.refresh().await.unwrap();
        page.script("document.getElementById('source').focus()", Vec::new())
            .await;
        page.later(VIM_LISTENS, Vec::new()).await;
        page.keys("ggdGifor n in range(99):print(n*n)").await;
        assert_eq!(page.script(loads, Vec::new()).await, true);
        page.press(Key::Escape).await;
        page.keys("0wcwm").await;
        page.press(Key::Escape).await;
        page.keys(":s/n\\*n/m*m/\n").await;
        let value = "return document.getElementById('source').value";
        assert_eq!(
            page.script(value, Vec::new()).await,
            "for m in range(99):print(m*m)"
        );
        look_at(page, "vim").await;
        // Keys of the form work, and there is a way out.
        page.driver
            .action_chain()
            .key_down(Key::Control)
            .send_keys(Key::Enter)
            .key_up(Key::Control)
            .perform()
            .await
            .unwrap();
        page.find(".trial[data-state='done'] .cell-right").await;
        page.press(Key::Escape).await;
        page.press(Key::Tab).await;
        assert_ne!(page.script(focused, Vec::new()).await, "editor");

        page.click(".vim input").await;
        page.write("print(0)").await;
        assert_eq!(page.script(value, Vec::new()).await, "print(0)");
        page.driver.refresh().await.unwrap();
        page.write("print(1)").await;
        assert_eq!(page.script(value, Vec::new()).await, "print(1)");
        assert_eq!(page.script(loads, Vec::new()).await, false);
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn the_count_is_that_of_the_judge() {
    let sources = [
        "print(1)",
        "print(1)\n",
        "print(1)\r\n\r\n",
        "print(1)\n \t\n",
        "print(1) \n",
        "\n\nprint(1)",
        "a=1\n\n\n  \nprint(a)\t",
        "print('é中😀')",
        "x='\u{2028}\u{b}\u{c}'",
        "\r\rprint(1)\r",
        "print(1)\n\u{a0}\n",
    ];
    in_browser(async |page| {
        page.open(SQUARES).await;
        page.find("#source").await;
        for source in sources {
            let shown = page
                .script(
                    "const box = document.getElementById('source');
                     box.value = arguments[0];
                     box.dispatchEvent(new Event('input', { bubbles: true }));
                     return document.getElementById('source-count').textContent;",
                    vec![json!(source)],
                )
                .await;
            let bytes = Canonical::new(source.as_bytes()).unwrap().l_chars();
            let wanted = format!(
                "{bytes} bytes · bonus for shortness {}",
                brevity_bonus(bytes, None)
            );
            assert_eq!(shown.as_str().unwrap(), wanted, "{source:?}");
        }
        let long = "#".repeat(65_537);
        let shown = page
            .script(
                "const box = document.getElementById('source');
                 box.value = arguments[0];
                 box.dispatchEvent(new Event('input', { bubbles: true }));
                 return document.getElementById('source-count').textContent;",
                vec![json!(long)],
            )
            .await;
        assert_eq!(shown, "65,537 bytes · at most 65,536 are accepted");
    });
}

/// What is told by colour is told by shape as well.
#[test]
fn a_board_tells_whole_half_and_none_apart_without_colours() {
    const SHAPES: &str = "return ['.c-good', '.c-half', '.none'].map((css) => {
        const cell = document.querySelector('.season-board td.cell ' + css);
        const mark = getComputedStyle(cell, '::after');
        return [mark.content, mark.height, mark.backgroundImage.replace(/rgba?\\([^)]*\\)/g, 'colour'), cell.textContent === '·'].join(' ');
    })";
    in_browser(async |page| {
        page.open("/seasons/demo/leaderboard").await;
        let shapes = page.script(SHAPES, Vec::new()).await;
        let shapes = shapes.as_array().unwrap();
        let different: std::collections::HashSet<_> = shapes.iter().collect();
        assert_eq!(different.len(), 3, "{shapes:?}");
    });
}

#[test]
fn a_draft_outlives_a_reload_until_it_is_cleared() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        page.write("for n in range(9):").await;
        page.click(".more > summary").await;
        page.type_into("#notes", "half done").await;
        page.driver.refresh().await.unwrap();
        assert_eq!(
            page.find("#source")
                .await
                .prop("value")
                .await
                .unwrap()
                .as_deref(),
            Some("for n in range(9):")
        );
        assert_eq!(
            page.find("#notes")
                .await
                .prop("value")
                .await
                .unwrap()
                .as_deref(),
            Some("half done")
        );
        assert!(page.find("#draft-note").await.is_displayed().await.unwrap());
        // Another problem has its own draft.
        page.open("/seasons/demo/problems/stairs").await;
        assert_eq!(
            page.find("#source")
                .await
                .prop("value")
                .await
                .unwrap()
                .as_deref(),
            Some("")
        );
        page.open(SQUARES).await;
        page.click("#draft-drop").await;
        page.driver.refresh().await.unwrap();
        assert_eq!(
            page.find("#source")
                .await
                .prop("value")
                .await
                .unwrap()
                .as_deref(),
            Some("")
        );
        assert!(!page.find("#draft-note").await.is_displayed().await.unwrap());
    });
}

const VALUE: &str = "return document.getElementById('source').value";

/// Types into the box of a tab that may not have the focus.
const PUT: &str = "const box = document.getElementById('source');
    box.value = arguments[0];
    box.dispatchEvent(new Event('input', { bubbles: true }));";

/// Chooses from the menu over the box what has these words.
async fn choose(page: &Page, words: &str) {
    let script = "const menu = document.getElementById('versions');
        menu.value = [...menu.options].find((option) => option.textContent.includes(arguments[0])).value;
        menu.dispatchEvent(new Event('change'))";
    page.script(script, vec![json!(words)]).await;
}

/// Waits until the box holds this text.
async fn holds(page: &Page, text: &str) {
    let script = "const [text, done] = arguments;
        (function look() {
          if (document.getElementById('source').value === text) done(true);
          else setTimeout(look, 50);
        })()";
    page.later(script, vec![json!(text)]).await;
}

#[test]
fn what_was_submitted_comes_back_to_be_made_shorter() {
    const RIGHT: &str = "for n in range(999):print(n*n)#";
    in_browser(async |page| {
        page.register(SQUARES).await;
        page.write(RIGHT).await;
        page.click("#send").await;
        assert_eq!(page.verdict().await, "Solved");
        // In a browser that keeps another draft, the program that was asked for is in the box, and run.
        page.open(SQUARES).await;
        page.write("print(7)").await;
        page.driver.back().await.unwrap();
        page.click(".next a[href*='?from=']").await;
        holds(page, RIGHT).await;
        page.find(".trial[data-state='done'] .cell-made").await;
        // On the small board is the own row, wherever it stands.
        assert!(page.text(".mini .me-row").await.contains("31"));
        assert_eq!(
            page.text("#source-worth").await,
            "3 bytes less give a point more"
        );
        choose(page, "Your draft").await;
        holds(page, "print(7)").await;
        choose(page, "Solved, 31 bytes").await;
        holds(page, RIGHT).await;
        // What is changed becomes the draft; the one before is kept, and in the menu at once.
        page.write("print(8)").await;
        choose(page, ", 8 bytes").await;
        holds(page, "print(7)").await;
        page.driver.refresh().await.unwrap();
        holds(page, "print(8)").await;
        choose(page, ", 8 bytes").await;
        holds(page, "print(7)").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn what_a_visitor_typed_is_kept_beside_the_draft_of_the_account() {
    in_browser(async |page| {
        page.register(SQUARES).await;
        page.write("print(1)").await;
        let account = page.change_seats(Vec::new()).await;
        page.open(SQUARES).await;
        page.write("print(22)").await;
        page.change_seats(account).await;
        page.open(SQUARES).await;
        holds(page, "print(22)").await;
        choose(page, ", 8 bytes").await;
        holds(page, "print(1)").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn two_tabs_keep_two_drafts() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        page.script(PUT, vec![json!("print(1)")]).await;
        let first = page.driver.window().await.unwrap();
        let second = page.driver.new_tab().await.unwrap();
        page.driver.switch_to_window(second.clone()).await.unwrap();
        page.open(SQUARES).await;
        // A new tab begins with the newest draft.
        holds(page, "print(1)").await;
        page.script(PUT, vec![json!("print(22)")]).await;
        for (tab, draft) in [(&first, "print(1)"), (&second, "print(22)")] {
            page.driver.switch_to_window(tab.clone()).await.unwrap();
            page.driver.refresh().await.unwrap();
            assert_eq!(page.script(VALUE, Vec::new()).await, draft);
        }
        choose(page, ", 8 bytes").await;
        holds(page, "print(1)").await;
        // What another tab left and this one writes over is kept, though no page has it now.
        page.driver.switch_to_window(first.clone()).await.unwrap();
        page.open("/docs/rules").await;
        let third = page.driver.new_tab().await.unwrap();
        page.driver.switch_to_window(third).await.unwrap();
        page.open(SQUARES).await;
        page.script(PUT, vec![json!("print(333)")]).await;
        page.driver.switch_to_window(first).await.unwrap();
        page.open(SQUARES).await;
        holds(page, "print(1)").await;
        choose(page, ", 10 bytes").await;
        holds(page, "print(333)").await;
    });
}

#[test]
fn a_file_is_dropped_on_the_editor() {
    const DROP: &str = "const data = new DataTransfer();
        data.items.add(new File(['print(3)\\n'], 'solver.py'));
        const box = document.querySelector('.editor').shadowRoot.querySelector('.cm-content');
        box.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, composed: true, cancelable: true }))";
    in_browser(async |page| {
        page.open(SQUARES).await;
        page.write("print(1)").await;
        page.script(DROP, Vec::new()).await;
        holds(page, "print(3)\n").await;
    });
}

#[test]
fn a_refused_submission_keeps_the_source() {
    in_browser(async |page| {
        page.register(SQUARES).await;
        page.write("print(0)").await;
        page.click("#send").await;
        page.find("#verdict").await;
        page.open(SQUARES).await;
        page.write("print(1) # typed with care").await;
        page.click("#send").await;
        page.find(".submit .error").await;
        let kept = page.find("#source").await.prop("value").await.unwrap();
        assert_eq!(kept.as_deref(), Some("print(1) # typed with care"));
        page.picture("refused").await;
    });
}

#[test]
fn a_file_fills_the_box() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solver.py");
    std::fs::write(&file, "for n in range(999):print(n*n)\n").unwrap();
    in_browser(async |page| {
        page.open(SQUARES).await;
        page.type_into("#file", file.to_str().unwrap()).await;
        page.driver
            .query(By::Id("source-count"))
            .with_text("30 bytes · bonus for shortness 192")
            .first()
            .await
            .unwrap();
    });
}

#[test]
fn the_theme_is_chosen_and_remembered() {
    in_browser(async |page| {
        page.open("/").await;
        page.screen(1280, false).await;
        let ground = "return getComputedStyle(document.body).backgroundColor";
        let light = page.script(ground, Vec::new()).await;
        page.click("#theme").await;
        assert_eq!(page.text("#theme").await, "Theme: light");
        page.click("#theme").await;
        assert_eq!(page.text("#theme").await, "Theme: dark");
        let dark = page.script(ground, Vec::new()).await;
        assert_ne!(light, dark);
        page.open("/seasons").await;
        assert_eq!(page.script(ground, Vec::new()).await, dark);
    });
}

#[test]
fn the_terms_are_there_as_a_plain_list() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        page.click("#terms-list").await;
        let list = page.text("body").await;
        let terms: Vec<u64> = list.lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(terms, (0..100).map(|n| n * n).collect::<Vec<u64>>());
    });
}

#[test]
fn everything_works_without_scripts() {
    in_browser(async |page| {
        page.without_scripts().await;
        page.register(SQUARES).await;
        assert!(!page.find("#theme").await.is_displayed().await.unwrap());
        page.type_into("#source", "for n in range(999):print(n*n)")
            .await;
        page.click("#send").await;
        // The page reloads itself until the verdict is there.
        assert_eq!(page.verdict().await, "Solved");
        page.open("/login").await;
        page.click(".who form button").await;
        page.find(".who a[href^='/login']").await;
    });
}

#[test]
fn the_problem_of_the_day_needs_no_account_and_its_streak_stays_in_the_browser() {
    use dojo_server::daily::pool::pool;

    in_browser(async |page| {
        page.open("/").await;
        page.click("header a[href='/daily']").await;
        let title = page.text("h1").await;
        let problem = pool()
            .iter()
            .find(|problem| problem.title == title)
            .unwrap();
        assert_eq!(page.text(".streak").await, "no streak yet");
        page.paste(&problem.setter).await;
        page.find(".trial[data-state='done'] .cell-made").await;
        look_at(page, "daily").await;
        page.click(".act button.button:not(.run)").await;
        assert!(page.text(".daily-done strong").await.contains("place "));
        assert_eq!(page.text(".streak").await, "1 day in a row");
        assert!(page.text("#shared").await.starts_with(&title));
        look_at(page, "daily-solved").await;

        // Who solved it on the days before has them counted.
        let before = "
            const kept = JSON.parse(localStorage.getItem('daily'));
            const day = (back) => new Date(Date.now() - back * 86400000).toISOString().slice(0, 10);
            kept.days = [day(4), day(2), day(1), ...kept.days];
            localStorage.setItem('daily', JSON.stringify(kept));";
        page.script(before, Vec::new()).await;
        page.open("/daily").await;
        assert_eq!(page.text(".streak").await, "3 days in a row");
        assert!(page.text("#shared").await.ends_with("3 days in a row"));
        // What the server has forgotten of the visitor is in the browser.
        page.driver.delete_all_cookies().await.unwrap();
        page.open("/daily").await;
        assert!(page.text(".daily-before").await.contains("place "));
        // What was typed for the day before is not lost when the page turns.
        page.find(".daily-left[hidden]").await;
        let left =
            "localStorage.setItem(document.querySelector('.daily-left').dataset.left, '[{}]')";
        page.script(left, Vec::new()).await;
        page.driver.refresh().await.unwrap();
        assert!(
            page.text(".daily-left:not([hidden])")
                .await
                .starts_with("What you wrote for yesterday")
        );
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}
