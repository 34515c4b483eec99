//! Pictures to share: what they are, that they change with what they show, and that they tell no more than pages.

use crate::client::{Answer, Person};
use crate::site::TestSite;

const PROBLEM: &str = "/seasons/trial/problems/squares";

/// A picture, which must be one.
#[track_caller]
fn picture(person: &Person, path: &str) -> Answer {
    let answer = person.get(path).expect(200);
    assert_eq!(answer.header("content-type"), "image/png");
    assert!(answer.bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{path}");
    let side = |at: usize| u32::from_be_bytes(answer.bytes[at..at + 4].try_into().unwrap());
    assert_eq!((side(16), side(20)), (1200, 630), "{path}");
    answer
}

/// The address that a page gives for its picture, without the site's.
fn card_of(page: &Answer, site: &TestSite) -> String {
    let start = format!(r#"<meta property="og:image" content="{}"#, site.url(""));
    let rest = page.body.split_once(&start).expect("a whole address").1;
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn a_problem_a_verdict_and_a_person_have_pictures_that_their_pages_name() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let id = ada.submit("squares", "for n in range(999):print(n*n)");
    ada.await_event(id);
    let visitor = site.visitor();
    let mut all = Vec::new();
    for path in [
        PROBLEM.to_owned(),
        format!("/submissions/{id}"),
        "/@ada".to_owned(),
    ] {
        let page = visitor.get(&path).expect(200);
        for name in ["og:title", "og:description", "og:image:alt"] {
            assert!(
                page.body
                    .contains(&format!(r#"property="{name}" content="#)),
                "{name} of {path}"
            );
        }
        let page = page.shows(r#"<meta name="twitter:card" content="summary_large_image">"#);
        let card = card_of(&page, &site);
        assert_eq!(card, format!("{path}/card.png"));
        let answer = picture(&visitor, &card);
        assert_eq!(answer.header("cache-control"), "public, max-age=300");
        let known = [("if-none-match", answer.header("etag"))];
        visitor.get_with(&card, &known).expect(304);
        assert!(!all.contains(&answer.bytes), "{path}");
        all.push(answer.bytes);
    }
    // Pages that are kept for all name theirs without an address that somebody could choose for the others.
    for (path, card) in [
        ("/", "/card.png"),
        ("/problems", "/card.png"),
        ("/seasons/trial", "/seasons/trial/card.png"),
        ("/seasons/trial/leaderboard", "/seasons/trial/card.png"),
    ] {
        let named = format!(r#"<meta property="og:image" content="{card}">"#);
        let itself = format!(r#"<meta property="og:url" content="{path}">"#);
        let itself = itself.replace(r#""/""#, r#""""#);
        visitor.get(path).expect(200).shows(&named).shows(&itself);
        let bytes = picture(&visitor, card).bytes;
        assert!(!all.contains(&bytes), "{path}");
    }
    // Boards say who is first.
    let problem = format!(r#"<meta property="og:image" content="{PROBLEM}/card.png">"#);
    visitor
        .get(&format!("{PROBLEM}/leaderboard"))
        .expect(200)
        .shows(&problem)
        .shows(&format!(
            r#"<meta property="og:url" content="{PROBLEM}/leaderboard">"#
        ))
        .shows(r#"content="ada is first with 30 bytes.""#);
    visitor
        .get("/seasons/trial/leaderboard")
        .expect(200)
        .shows(r#"content="ada is first with 1,192 points. "#);
    for path in [
        "/seasons/trial/problems/none",
        "/seasons/none",
        "/submissions/0",
        "/@nobody",
    ] {
        visitor.get(&format!("{path}/card.png")).expect(404);
    }
}

#[test]
fn a_picture_changes_with_the_verdict_and_not_with_what_is_hidden() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    // Of one length: right but for hidden terms at different places, and wrong at a public one.
    let programs = [
        "for n in range(999):print(n*n+n//120)",
        "for n in range(999):print(n*n+n//170)",
        "for n in range(999):print(n*n+n//050)",
        "for n in range(999):print(n*n+n//057)",
    ]
    .map(|program| program.replace("//0", "// "));
    let ids = programs.each_ref().map(|program| {
        let id = ada.submit("squares", program);
        ada.await_event(id);
        id
    });
    let cards =
        |person: &Person| ids.map(|id| picture(person, &format!("/submissions/{id}/card.png")));
    let own = cards(&ada);
    assert_eq!(
        own[0].bytes, own[1].bytes,
        "where a Stage Pass breaks is told"
    );
    assert_ne!(own[0].bytes, own[2].bytes);
    assert_ne!(own[2].bytes, own[3].bytes, "public terms may be told");
    assert_eq!(own[0].header("cache-control"), "private, no-cache");
    // Others have a picture of what stands on the board, and of nothing else.
    let visitor = site.visitor();
    let seen = ids.map(|id| visitor.get(&format!("/submissions/{id}/card.png")).status);
    let pages = ids.map(|id| visitor.get(&format!("/submissions/{id}")).status);
    assert_eq!(seen, pages);
    assert_eq!(seen.iter().filter(|status| **status == 200).count(), 1);
    let before = picture(&visitor, &format!("{PROBLEM}/card.png"));

    site.freeze_and_score();
    site.reveal();
    let all = cards(&visitor);
    assert_ne!(all[0].bytes, all[1].bytes, "all is told from Reveal on");
    let after = picture(&visitor, &format!("{PROBLEM}/card.png"));
    assert_ne!(before.header("etag"), after.header("etag"));
}
