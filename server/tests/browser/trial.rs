//! Programs run in the visitor's own browser, as the judge runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use dojo_sandbox::{End, Limits, Runtime};
use serde_json::json;

use crate::chrome::{in_browser, in_browser_on, in_firefox};
use crate::looks::look_at;
use crate::page::Page;
use crate::site::{Site, cache};
use crate::slow_line::SlowLine;

pub(crate) const SQUARES: &str = "/seasons/demo/problems/squares";

/// Types a program over what is in the box and waits until it was run; what is said of it.
pub(crate) async fn tried(page: &Page, source: &str) -> String {
    page.write(source).await;
    page.find(".trial[data-state='done']").await;
    page.text(".said").await
}

#[test]
fn a_program_runs_while_it_is_typed() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        let loaded = "return performance.getEntriesByType('resource').some(entry => /wasm|editor/.test(entry.name))";
        assert_eq!(
            page.script(loaded, Vec::new()).await,
            false,
            "before it is used"
        );
        let said = tried(page, "for n in range(999):print(n*n)").await;
        assert!(
            said.starts_with(
                "All 100 public terms are right, and 100 more were made. Only the judge compares those"
            ),
            "{said}"
        );
        assert!(
            said.ends_with("ms in this browser; nothing was sent."),
            "{said}"
        );
        assert_eq!(cells(page).await, ["made 100", "right 100"]);
        for (name, width, dark) in [
            ("wide", 1280, false),
            ("phone", 390, false),
            ("dark", 1280, true),
        ] {
            page.screen(width, dark).await;
            page.picture(&format!("trial-{name}")).await;
        }

        let said = tried(page, "for n in range(999):print(n*n+n//57)").await;
        assert!(
            said.starts_with("a(57): expected 3249, printed 3250. "),
            "{said}"
        );
        assert_eq!(
            cells(page).await,
            ["locked 100", "open 42", "right 57", "wrong 1"]
        );
        page.screen(1280, false).await;
        page.picture("trial-wrong").await;

        let said = tried(page, "for n in range(3):print(n*n)\nprint(9/0)").await;
        assert!(
            said.starts_with(
                "The program raised “ZeroDivisionError: division by zero” after 3 terms."
            ),
            "{said}"
        );
        assert!(page.text(".trace").await.contains("line 2, in <module>"));
        let said = tried(page, "print(0,1,-0+4,'007')").await;
        assert!(
            said.starts_with("a(3): expected 9, printed “007”, which is not a decimal integer."),
            "{said}"
        );
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

/// The rows of the table of what was printed.
const BESIDE: &str = "return [...document.querySelectorAll('.beside tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent).join(' '))";

#[test]
fn what_was_printed_stands_beside_what_was_expected() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        tried(page, "for n in range(150):print(n*n+(n==11)+(n>97))").await;
        let rows = page.script(BESIDE, Vec::new()).await;
        let rows = rows.as_array().unwrap();
        assert_eq!(rows.len(), 89, "{rows:?}");
        assert_eq!(rows[0], "11 121 122");
        assert_eq!(rows[1], "12 144 144");
        assert_eq!(rows[88], "99 9801 9802");
        let differing = "return document.querySelectorAll('.beside .differs').length";
        assert_eq!(page.script(differing, Vec::new()).await, 3);
        let raw = "return document.querySelector('.raw pre').textContent";
        let raw = page.script(raw, Vec::new()).await;
        assert!(raw.as_str().unwrap().starts_with("0\n1\n4\n"), "{raw}");
        // Cells after the first wrong one tell what was printed too.
        page.find(".cells").await.focus().await.unwrap();
        for (steps, told) in [
            (
                12,
                "a(12) = 144; you printed the same, after the first difference",
            ),
            (86, "a(98) = 9604; you printed 9605"),
            (
                2,
                "a(100): you printed 10001; what is right is hidden until Reveal",
            ),
        ] {
            for _ in 0..steps {
                page.press(thirtyfour::Key::Right).await;
            }
            assert_eq!(page.text(".cell-text").await, told);
        }
        look_at(page, "trial-printed").await;

        // What is no term is shown with what helps.
        let said = tried(page, "print('terms:')\nprint(*[0,1,4],sep=',')").await;
        assert!(
            said.starts_with("a(0): expected 0, printed “terms:”"),
            "{said}"
        );
        let raw = page.text(".raw").await;
        assert!(raw.ends_with("as it was written"), "{raw}");
        let said = tried(page, "print(*[0,1,4],sep=',')").await;
        assert!(
            said.contains("Print the terms without commas or brackets; print(*terms) does that"),
            "{said}"
        );
        assert_eq!(page.script(BESIDE, Vec::new()).await, json!(["0 0 0,1,4"]));
        // A right program has no difference.
        tried(page, "for n in range(999):print(n*n)").await;
        assert_eq!(page.script(BESIDE, Vec::new()).await, json!([]));
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn the_lines_of_a_traceback_lead_to_the_source() {
    in_browser(async |page| {
        page.register(SQUARES).await;
        tried(page, "for n in range(3):print(n*n)\nprint(9/0)").await;
        page.click(".trace .line").await;
        let selected = "const box = document.getElementById('source');
            return [box.value.slice(box.selectionStart, box.selectionEnd), document.activeElement.className]";
        assert_eq!(
            page.script(selected, Vec::new()).await,
            json!(["print(9/0)", "editor"])
        );
        page.click("#send").await;
        assert_eq!(page.verdict().await, "Exception");
        page.click(".stderr a").await;
        let target = "return document.querySelector(':target').textContent";
        assert_eq!(page.script(target, Vec::new()).await, "print(9/0)");
        // The verdict shows what was printed, as far as the terms are public.
        page.click(".printed > summary").await;
        page.find(".trial[data-state='done']").await;
        assert!(cells(page).await.contains(&"right 3".to_owned()));
        look_at(page, "submission-printed").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

/// WCAG 2.1.2 and 2.2.1: the way out is told, and it waits.
#[test]
fn escape_then_tab_leaves_the_editor_however_late() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        page.write("print(0)").await;
        assert_eq!(page.text(".leave").await, "Esc, then Tab leaves the box.");
        let described = "const root = document.querySelector('.editor').shadowRoot;
            return root.getElementById(root.querySelector('.cm-content').getAttribute('aria-describedby')).textContent";
        assert_eq!(
            page.script(described, Vec::new()).await,
            "Esc, then Tab leaves the box."
        );
        let focused = "return document.activeElement.className";
        page.press(thirtyfour::Key::Escape).await;
        let later = "const now = Date.now; Date.now = () => now() + 3600000";
        page.script(later, Vec::new()).await;
        page.press(thirtyfour::Key::Tab).await;
        assert_ne!(page.script(focused, Vec::new()).await, "editor");
        // Another key in between, and Tab indents again.
        page.write("1").await;
        page.press(thirtyfour::Key::Escape).await;
        page.keys("2").await;
        page.press(thirtyfour::Key::Tab).await;
        assert_eq!(page.script(focused, Vec::new()).await, "editor");
    });
}

const LABEL: &str = "return document.querySelector('.cells').getAttribute('aria-label')";
const OPEN: &str = "The strip: 200 terms, 100 public, 100 hidden until Reveal.";

#[test]
fn the_strip_is_of_the_text_in_the_box() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        let explained = page.text(".said").await;
        tried(page, "for n in range(999):print(n*n)").await;
        // An endless program prints nothing, and what was green is of another text.
        page.write("while 1:pass").await;
        page.find(".trial[data-state='running']:not([data-stale])")
            .await;
        assert_eq!(page.text(".said").await, "Running…");
        assert_eq!(cells(page).await, ["locked 100", "open 100"]);
        page.click(".stop").await;
        // Grey at the key, before anything was run.
        tried(page, "for n in range(999):print(n*n)").await;
        let at_once = "
            const box = document.getElementById('source');
            box.value = 'print(1)';
            box.dispatchEvent(new Event('input', { bubbles: true }));
            return getComputedStyle(document.querySelector('.cells')).filter;";
        assert_eq!(page.script(at_once, Vec::new()).await, "grayscale(1)");
        page.find(".trial[data-state='done'] .cell-wrong").await;
        // An empty box has an open strip.
        page.script(SET, vec![json!("")]).await;
        assert_eq!(page.script(LABEL, Vec::new()).await, OPEN);
        assert_eq!(cells(page).await, ["locked 100", "open 100"]);
        assert_eq!(page.text(".said").await, explained);
        // A draft that comes back is run.
        tried(page, "for n in range(999):print(n*n)").await;
        page.driver.refresh().await.unwrap();
        page.find(".trial[data-state='done']").await;
        assert_eq!(cells(page).await, ["made 100", "right 100"]);
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

/// Opens the page over a slow line and goes into the editor.
async fn come_over_a_line(page: &Page, bits_a_second: u32) -> SlowLine {
    let authority = page.site().address.strip_prefix("http://").unwrap();
    let line = SlowLine::to(authority, bits_a_second);
    let address = format!("http://{}{SQUARES}", line.address);
    page.driver.goto(&address).await.unwrap();
    page.script("document.getElementById('source').focus()", Vec::new())
        .await;
    page.find("#source ~ .editor").await;
    line
}

/// Typing goes on while the interpreter comes over a slow line: it comes once, and what was typed last is run.
#[test]
fn the_interpreter_is_loaded_once_however_slowly_it_comes() {
    in_browser(async |page| {
        let line = come_over_a_line(page, 1_600_000).await;
        let began = Instant::now();
        let mut told = Vec::new();
        for key in "for n in range(999):print(n*n) # squares, 44".chars() {
            page.keys(&key.to_string()).await;
            page.later(PAUSE, Vec::new()).await;
            told.push(page.text(".said").await);
        }
        page.find(".trial[data-state='done']").await;
        eprintln!("{:?} from the first key to the strip", began.elapsed());
        assert!(
            told.iter()
                .any(|said| said.starts_with("Loading Python, ") && said.ends_with(" of 3.9 MB.")),
            "{told:?}"
        );
        assert!(
            !told.iter().any(|said| said.contains("Stopped")),
            "{told:?}"
        );
        assert_eq!(cells(page).await, ["made 100", "right 100"]);
        let came = line.bytes();
        assert!((3_900_000..4_500_000).contains(&came), "{came} bytes");
    });
}

/// Types a program as a script does, and how many milliseconds later the strip had it.
const KEY_TO_STRIP: &str = "const [source, done] = arguments;
    const box = document.querySelector('.trial'), text = document.getElementById('source');
    const began = performance.now();
    box.dataset.state = '';
    text.value = source;
    text.dispatchEvent(new Event('sync'));
    text.dispatchEvent(new Event('input', { bubbles: true }));
    const wait = () => box.dataset.state === 'done' ? done(performance.now() - began) : setTimeout(wait, 1);
    wait();";

/// What the page and all it has loaded weigh on the line.
const BYTES: &str = "return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
    .reduce((sum, one) => sum + one.encodedBodySize, 0)";

/// Prints how long what a visitor waits for takes, and what pages weigh. Times depend on the machine and decide nothing here.
#[test]
fn the_figures_of_the_first_minute_are_printed() {
    in_browser(async |page| {
        for path in [
            "/",
            SQUARES,
            "/seasons/physics-demo/problems/cliff",
            "/seasons/demo",
            "/seasons/demo/leaderboard",
            "/problems",
            "/daily",
            "/login",
        ] {
            page.open(path).await;
            let bytes = page.script(BYTES, Vec::new()).await.as_f64().unwrap();
            eprintln!("{path}: {:.1} KB before the editor", bytes / 1000.0);
            assert!(bytes < 60_000.0, "{path}: {bytes} bytes");
        }

        page.open(SQUARES).await;
        page.script("document.getElementById('source').focus()", Vec::new())
            .await;
        page.find("#source ~ .editor").await;
        tried(page, "for n in range(999):print(n*n)").await;
        let mut times = Vec::new();
        for edit in 0..20 {
            let source = format!("for n in range(999):print(n*n+{edit}-{edit})");
            let took = page.later(KEY_TO_STRIP, vec![json!(source)]).await;
            times.push(took.as_f64().unwrap());
        }
        times.sort_by(f64::total_cmp);
        let (p50, p95) = (times[times.len() / 2], times[times.len() * 19 / 20]);
        eprintln!("key to filled strip, warm: p50 {p50:.0} ms, p95 {p95:.0} ms");
        assert_eq!(cells(page).await, ["made 100", "right 100"]);

        come_over_a_line(page, 5_000_000).await;
        let began = Instant::now();
        page.keys("for n in range(999):print(n*n)").await;
        page.find(".trial[data-state='done']").await;
        eprintln!(
            "first run on 5 Mbit/s: {:.1} s after the first key",
            began.elapsed().as_secs_f64()
        );
        assert_eq!(cells(page).await, ["made 100", "right 100"]);
    });
}

/// As long as it takes to run what was typed.
const PAUSE: &str = "setTimeout(arguments[0], 450)";

/// Where the browser's stack ends the server's does not.
#[test]
fn the_server_runs_what_is_too_deep_for_the_browser() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        let said = tried(
            page,
            "from functools import cache\nf=cache(lambda n:n and f(n-1)+2*n-1)\nf(900)\nfor n in range(999):print(f(n))",
        )
        .await;
        assert!(
            said.starts_with("All 100 public terms are right, and 100 more were made."),
            "{said}"
        );
        assert!(
            said.ends_with("This browser has too small a stack for it, so it ran on the server; no attempt was spent."),
            "{said}"
        );
        assert_eq!(cells(page).await, ["made 100", "right 100"]);
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn a_program_without_end_is_stopped() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        page.write("print(0,1,4,flush=True)\nwhile 1:0").await;
        page.find(".trial[data-state='running'] .cell-right").await;
        page.click(".stop").await;
        page.find(".trial[data-state='stopped']").await;
        assert_eq!(page.text(".said").await, "Stopped after 3 terms.");
        page.write("print(0,1,flush=True)\nwhile 1:0").await;
        page.find(".trial[data-state='running']").await;
        page.find(".trial[data-state='stopped']").await;
        assert_eq!(
            page.text(".said").await,
            "Stopped after 2 terms. A run while you type has ten seconds; “Run here” gives it two minutes."
        );
        // The next one is run by a new worker.
        let said = tried(page, "print(0)").await;
        assert!(
            said.starts_with("The program ended after 1 term; the judge asks for 200."),
            "{said}"
        );
    });
}

/// Imports a season that asks for the squares.
fn import_season(site: &Site, slug: &str, settings: &str, options: &[&str]) {
    let season = tempfile::tempdir().unwrap();
    let problem = season.path().join("problems/squares");
    fs::create_dir_all(&problem).unwrap();
    let squares = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seasons/demo/problems/squares");
    for file in ["problem.toml", "setter.py", "statement.md"] {
        fs::copy(squares.join(file), problem.join(file)).unwrap();
    }
    let settings = format!(
        "slug = \"{slug}\"\ntitle = \"A season\"\nsummary = \"Of one problem.\"\n{settings}\nproblems = [\"squares\"]\n"
    );
    fs::write(season.path().join("season.toml"), settings).unwrap();
    let import = ["season", "import", season.path().to_str().unwrap()];
    site.run(&[&import, options].concat());
}

#[test]
fn a_problem_closes_by_itself_when_its_season_ends() {
    in_browser_on(Site::own, async |page| {
        page.register("/").await;
        import_season(page.site(), "short", "", &[]);
        page.site().run(&["season", "commit", "short"]);
        let [opening, end] = [15, 20].map(|seconds| {
            let at = chrono::Utc::now() + chrono::TimeDelta::seconds(seconds);
            at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
        });
        let dates = ["--opens-at", &opening, "--freeze-at", &end];
        page.site()
            .run(&[&["season", "schedule", "short"], &dates[..]].concat());
        page.site().run(&["season", "open", "short"]);
        page.open("/seasons/short/problems/squares").await;
        let clock = page.text(".clock").await;
        assert!(clock.starts_with("Ends in 0:"), "{clock}");
        page.write("print(0)").await;
        page.script("window.sameDocument = true", Vec::new()).await;
        let said = page.text("#gate .notice").await;
        assert!(said.starts_with("The season ended on "), "{said}");
        let same = "return window.sameDocument && document.querySelector('#send') === null";
        assert_eq!(page.script(same, Vec::new()).await, true);
        // What comes too late comes back.
        let send = "document.getElementById('source').form.submit()";
        page.script(send, Vec::new()).await;
        let refused = page.text(".error[role='alert']").await;
        assert!(
            refused.starts_with("! The season ended on ")
                || refused.starts_with("The season ended on "),
            "{refused}"
        );
        assert!(
            refused.ends_with("Your text is below; it was not submitted."),
            "{refused}"
        );
        let kept = "return document.getElementById('source').value";
        assert_eq!(page.script(kept, Vec::new()).await, "print(0)");
    });
}

#[test]
fn a_page_hears_when_its_season_will_end_and_that_it_has_ended() {
    in_browser_on(Site::own, async |page| {
        page.register("/").await;
        import_season(page.site(), "open-end", "", &[]);
        page.site().run(&["season", "open", "open-end"]);
        page.open("/seasons/open-end/problems/squares").await;
        page.write("print(0)").await;
        let clock = "return document.getElementById('clock').textContent";
        assert_eq!(page.script(clock, Vec::new()).await, "");
        page.script("window.sameDocument = true", Vec::new()).await;
        let end = chrono::Utc::now() + chrono::TimeDelta::minutes(30);
        let end = end.format("%Y-%m-%dT%H:%M:%SZ").to_string();
        let moved = ["season", "move-dates", "open-end", "--freeze-at", &end];
        let reason = ["--reason", "the bell rings then"];
        page.site().run(&[&moved[..], &reason].concat());
        // It is found once it has a time in it, and ticks like one that was there from the beginning.
        let clock = page.text("#clock:has(time)").await;
        assert!(
            clock.starts_with("Ends in 29:") || clock.starts_with("Ends in 30:"),
            "{clock}"
        );
        page.site().run(&["season", "freeze", "open-end"]);
        let said = page.text("#gate .notice").await;
        assert!(said.starts_with("The season ended on "), "{said}");
        let same = "return window.sameDocument && document.querySelector('#send') === null \
                    && document.getElementById('source').value === 'print(0)'";
        assert_eq!(page.script(same, Vec::new()).await, true);
    });
}

#[test]
fn a_page_hears_announcements_and_that_its_problem_is_hidden_and_shown_again() {
    in_browser_on(Site::own, async |page| {
        page.register("/").await;
        import_season(page.site(), "hiding", "", &[]);
        page.site().run(&["season", "open", "hiding"]);
        page.open("/seasons/hiding/problems/squares").await;
        page.write("for n in range(999):print(n*n)").await;
        page.script("window.sameDocument = true", Vec::new()).await;

        let of = ["hiding", "squares", "--reason", "a(7) is being checked"];
        page.site()
            .run(&[&["season", "hold-problem"][..], &of].concat());
        assert_eq!(
            page.text("#gate .notice").await,
            "The organizers have hidden this problem for now: a(7) is being checked. \
             What you typed stays in the box."
        );
        let banner = page.text("#news aside").await;
        assert!(banner.contains("a(7) is being checked"), "{banner}");
        assert_eq!(page.text("#inbox .role").await, "1");
        let is_gone = "return document.querySelector('#send') === null \
                       && document.getElementById('source').value.endsWith('print(n*n)')";
        assert_eq!(page.script(is_gone, Vec::new()).await, true);
        look_at(page, "problem-hidden").await;

        page.site()
            .run(&[&["season", "release-problem"][..], &of].concat());
        page.find("#send").await;
        let correction = ["--text", "The first index is 0."];
        page.site().run(
            &[
                &["season", "correct-problem", "hiding", "squares"][..],
                &correction,
            ]
            .concat(),
        );
        let above = page.text("#told aside").await;
        assert!(above.contains("The first index is 0."), "{above}");
        let same = "return window.sameDocument === true";
        assert_eq!(page.script(same, Vec::new()).await, true);
        // Below what is told there is still room for all that one works with.
        page.window(1440, 900).await;
        let in_sight =
            "return document.getElementById('send').getBoundingClientRect().bottom <= innerHeight";
        assert_eq!(page.script(in_sight, Vec::new()).await, true);
        page.click("#send").await;
        assert_eq!(page.verdict().await, "Solved");
    });
}

#[test]
fn the_heaviest_line_is_marked_in_the_source() {
    const MARKED: &str = "
        const lines = document.querySelector('.editor').shadowRoot.querySelectorAll('.cm-line.heaviest');
        return [...lines].map(line => line.textContent).join('|')";
    in_browser_on(Site::own, async |page| {
        // The demo is scored by a version that weighs nothing.
        import_season(page.site(), "weighed", "scoring = \"0.3\"", &["--open"]);
        page.open("/seasons/weighed/problems/squares").await;
        // A source of fewer bytes than data may have is light as it stands.
        let heavy = "b='iynbdanerztspeqvjblphcjupznwmyvshvsdxkiitkkzzwswvvfgwcoewvawhfzbmvkyxgfiuzioagxfbflagvllavqyznbhz'";
        page.write(&format!("a=1\n{heavy}\nprint(a,b)")).await;
        page.click(".weigh").await;
        page.find(".weighed").await;
        assert_eq!(page.script(MARKED, Vec::new()).await, heavy);
        page.picture("trial-heaviest").await;
        page.write("print(0)").await;
        assert_eq!(page.script(MARKED, Vec::new()).await, "");
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn what_was_loaded_once_works_without_a_network() {
    in_browser_on(Site::own, async |page| {
        page.open(SQUARES).await;
        tried(page, "print(0)").await;
        page.site().end();
        let said = tried(page, "for n in range(999):print(n*n)").await;
        assert!(said.starts_with("All 100 public terms are right"), "{said}");
    });
}

#[test]
fn a_browser_without_webassembly_is_told_so() {
    in_browser(async |page| {
        page.before_scripts("delete window.WebAssembly").await;
        page.open(SQUARES).await;
        assert!(
            page.text(".said")
                .await
                .starts_with("This browser has no WebAssembly")
        );
        // What needs none still works.
        page.write("for n in range(999):print(n*n)").await;
        page.click(".weigh").await;
        assert!(
            page.text(".weighed")
                .await
                .starts_with("It is no table of answers.")
        );
    });
}

#[test]
fn a_cell_says_its_index_and_term() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        let strip = page.find(".cells").await;
        strip.focus().await.unwrap();
        page.press(thirtyfour::Key::Right).await;
        page.press(thirtyfour::Key::Right).await;
        page.find(".cells[aria-valuetext='a(2) = 4']").await;
        assert_eq!(page.text(".cell-text").await, "a(2) = 4");
        page.press(thirtyfour::Key::End).await;
        assert_eq!(
            page.text(".cell-text").await,
            "a(199) is hidden until Reveal"
        );
    });
}

#[test]
fn the_first_key_on_the_front_page_turns_cells_green() {
    in_browser(async |page| {
        page.open("/").await;
        page.click(".specimen textarea").await;
        page.find(".editor").await;
        page.driver
            .action_chain()
            .send_keys("n")
            .perform()
            .await
            .unwrap();
        page.find(".trial[data-state='done'] .cell-right").await;
        assert_eq!(cells(page).await, ["made 100", "right 100"]);
        for (name, width, dark) in [
            ("wide", 1280, false),
            ("phone", 390, false),
            ("dark", 1280, true),
        ] {
            page.screen(width, dark).await;
            page.picture(&format!("trial-home-{name}")).await;
        }
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn what_was_typed_on_the_front_page_goes_with_the_reader() {
    const RIGHT: &str = "for n in range(999):print(n*n)";
    in_browser(async |page| {
        page.open("/").await;
        page.script(SET, vec![json!(RIGHT)]).await;
        page.find(".keep:not([hidden])").await;
        let keep = page.text(".keep").await;
        assert!(
            keep.starts_with("Keep it: 30 bytes, rank ") && keep.ends_with(" if you submit"),
            "{keep}"
        );
        look_at(page, "home-kept").await;
        page.click(".keep").await;
        page.find(".trial[data-state='done'] .cell-made").await;
        let value = "return document.getElementById('source').value";
        assert_eq!(page.path().await, SQUARES);
        assert_eq!(page.script(value, Vec::new()).await, RIGHT);
        assert_eq!(page.complaints().await, Vec::<String>::new());
    });
}

#[test]
fn a_browser_and_the_judge_find_the_same() {
    in_browser(async |page| finds_what_the_judge_finds(page, programs()).await);
}

/// With every program of the demo, what looks at the world around it, and each tenth of the rest: Firefox takes ten
/// times as long for one.
#[test]
fn firefox_and_the_judge_find_the_same() {
    in_firefox(async |page| {
        let (mut some, rest): (Vec<_>, Vec<_>) = programs()
            .into_iter()
            .partition(|(name, _)| name.contains("seasons/demo") || !name.contains('/'));
        some.extend(rest.into_iter().step_by(10));
        finds_what_the_judge_finds(page, some).await;
    });
}

/// Runs each program in the browser and in the sandbox and compares terms, end and standard error.
async fn finds_what_the_judge_finds(page: &Page, programs: Vec<(String, String)>) {
    let limits = Limits::default();
    let runtime = Runtime::open(&cache(), &mut |_| {}).unwrap();
    assert!(programs.len() > 100, "{} programs", programs.len());
    page.open(SQUARES).await;
    page.later(START, Vec::new()).await;
    let mut times = Vec::new();
    // Programs nested so deeply that only the judge's stack holds them.
    let mut shallow = 0;
    for (name, source) in programs {
        let judged = runtime.run(source.as_bytes(), &limits).unwrap();
        if judged.end == End::Fuel {
            continue; // What a browser cannot count.
        }
        let began = Instant::now();
        let here = page.later(RUN, vec![json!(source)]).await;
        times.push(began.elapsed());
        if here["end"] == "browser-stack" {
            shallow += 1;
            continue;
        }
        assert_eq!(here["terms"], json!(judged.terms), "{name}");
        assert_eq!(here["end"], word(&judged.end), "{name}: {here}");
        assert_eq!(here["stderr"], json!(judged.stderr), "{name}");
    }
    assert!(shallow * 50 < times.len(), "{shallow} of {}", times.len());
    times.sort_unstable();
    eprintln!(
        "{} programs in the browser: p50 {:?}, p95 {:?}",
        times.len(),
        times[times.len() / 2],
        times[times.len() * 95 / 100]
    );
}

#[test]
fn a_browser_and_the_server_tell_an_end_in_the_same_words() {
    in_browser(async |page| {
        page.open(SQUARES).await;
        for source in [
            "for n in range(999):print(n*n)",
            "for n in range(100):print(n*n)",
            "print(0,1)",
            "0",
            "print(0,1,5)",
            "print(0,10**50)",
            "print(0,'x')",
            "print(0,True)",
            "print([0])",
            "print(0,1.5)",
            "print(0,None)",
            "print(1)",
            "import resource",
            "for n in range(120):print(n*n+n//97)",
            "print(0)\nraise ValueError('no')",
            "print(",
            "print(0)\nx=[0]\nwhile 1:x+=x",
            "print(0,1)\nprint(' '*300000)",
            "print(0,10**1000)",
            "def f(n):return f(n+1)\nf(0)",
        ] {
            page.script(SET, vec![json!(source)]).await;
            page.find(".trial[data-state='done']").await;
            let here = page.script(TOLD, Vec::new()).await;
            let there = page.later(ASK, vec![json!(source)]).await;
            assert_eq!(there, here, "{source}");
        }
    });
}

/// Puts a program into the box.
const SET: &str = "
    const box = document.getElementById('source');
    box.value = arguments[0];
    box.dispatchEvent(new Event('input', { bubbles: true }));
    box.dispatchEvent(new Event('trial'));";

/// What is said of the program in the box, what helps, and what it printed.
const TOLD: &str = "return [...document.querySelectorAll('.said strong, .said .hint, .trial .beside tbody tr')].map((it) => it.textContent)";

/// What the server says of a program that it runs for a browser that cannot. It may be busy with those of other tests.
const ASK: &str = "
    const [source, done] = arguments;
    const form = new FormData();
    form.set('source', source);
    (async function ask() {
      const answer = await fetch(document.querySelector('.trial').dataset.try, { method: 'POST', body: form });
      if (answer.status === 503) return setTimeout(ask, 1000 * Number(answer.headers.get('Retry-After')));
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      done([...page.querySelectorAll('.tried .said strong, .tried .said .hint, .trial .beside tbody tr')].map((it) => it.textContent));
    })();";

/// Keeps one worker for all programs.
const START: &str = "
    const done = arguments[0];
    const { worker, guest, guestBytes, check, digits, output, memory } = document.querySelector('.trial').dataset;
    window.interpreter = new Worker(worker);
    window.limits = { terms: +check, digits: +digits, output: +output, memory: +memory };
    window.interpreter.onmessage = ({ data }) => {
      if (data.module !== undefined) done();
    };
    window.interpreter.onmessageerror = () => done();
    window.interpreter.postMessage({ guest: new URL(guest, location.href).href, size: +guestBytes, limits: window.limits });";

const RUN: &str = "
    const [source, done] = arguments;
    const terms = [];
    window.interpreter.onmessage = ({ data }) => {
      if (data.terms !== undefined) terms.push(...data.terms);
      else if (data.end !== undefined) done({ ...data, terms });
    };
    window.interpreter.postMessage({ source, limits: window.limits, omitted: say('trial-stderr-omitted') });";

/// How a run ended, as `worker.js` says it.
fn word(end: &End) -> &'static str {
    match end {
        End::Enough => "enough",
        End::Finished => "finished",
        End::Exception { .. } => "exception",
        End::Syntax { .. } => "syntax",
        End::BadToken { .. } => "bad-token",
        End::Fuel => "fuel",
        End::Memory => "memory",
        End::Output => "output",
        End::TermSize { .. } => "term-size",
        End::Stack => "stack",
    }
}

/// The programs of the demo season, those that the judge is tested with, and some that look at what
/// only the world around them decides.
fn programs() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in [
        "seasons/demo",
        "judge/tests/cases",
        "sandbox/guest/training",
    ] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let mut programs: Vec<(String, String)> = files
        .into_iter()
        .filter_map(|file| {
            let source = fs::read_to_string(&file).ok()?;
            // A NUL never reaches the guest.
            (!source.contains('\0')).then(|| (file.display().to_string(), source))
        })
        .collect();
    for (name, source) in WORLD {
        programs.push(((*name).to_owned(), (*source).to_owned()));
    }
    programs
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "py") {
            files.push(path);
        }
    }
}

const WORLD: [(&str, &str); 20] = [
    (
        "more standard error than is kept",
        "import sys\nfor n in range(4000):print('é', n, file=sys.stderr)\nprint(1)\n1/0",
    ),
    (
        "a wild read",
        "import opcode\ndef f(): pass\no = opcode.opmap\nfar = [o['EXTENDED_ARG'], 31] + [o['EXTENDED_ARG'], 255] * 2\n\
         code = bytes([o['RESUME'], 0, *far, o['LOAD_CONST'], 255, o['RETURN_VALUE'], 0])\n\
         f.__code__ = f.__code__.replace(co_code=code)\nf()",
    ),
    (
        "entropy",
        "import os\nfor b in os.urandom(150):print(b)\nfor b in os.urandom(3)+os.urandom(40):print(b)",
    ),
    (
        "random",
        "import random\nfor i in range(100):print(random.randrange(10**9))",
    ),
    (
        "system random",
        "import random\nr=random.SystemRandom()\nfor i in range(200):print(r.randrange(10**6))",
    ),
    (
        "secrets",
        "import secrets\nfor i in range(200):print(secrets.randbelow(1000))",
    ),
    (
        "clock",
        "import time\nprint(int(time.time()),time.monotonic_ns(),time.perf_counter_ns(),time.time_ns())",
    ),
    (
        "hash",
        "print(hash('abc'),hash(b'x'),hash((1,2)),*{ord(c) for c in 'sequence'})",
    ),
    ("minus zero", "print(0,-0)\nprint('-0')"),
    ("leading zeros", "print(1,'007')"),
    ("a truth value", "print(1,True)"),
    ("a lone minus", "print(1,'-')"),
    ("escapes", "print(1,'\\x1b[0m\\u200bé')"),
    ("a long term", "print(1,10**999)\nprint(10**1000)"),
    ("memory", "x=[0]\nwhile 1:x+=x"),
    ("memory by bytes", "x=bytearray(120<<20)\nprint(len(x))"),
    ("recursion", "def f(n):return f(n+1)\nf(0)"),
    ("too much output", "print(' '*300000)"),
    (
        "files",
        "import os\nfor i in range(5):\n try:print(os.fstat(i).st_size)\n except OSError as e:print(e.errno)\nprint(len(os.read(0,9)))\nopen('x')",
    ),
    (
        "an early exit",
        "import os\nprint(5)\nprint(7,end='',flush=True)\nos._exit(3)",
    ),
];

/// How many cells are in which state.
pub(crate) async fn cells(page: &Page) -> Vec<String> {
    let count = "return [...document.querySelectorAll('.cells path:not(.cell-mark)')]
        .map(path => path.getAttribute('class').replace('cell-', '') + ' ' + (path.getAttribute('d').split('z').length - 1))
        .sort()";
    serde_json::from_value(page.script(count, Vec::new()).await).unwrap()
}
