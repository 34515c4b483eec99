//! Asking how a derivation is read: an answer, and nothing else.

use dojo_server::config::Rate;
use dojo_server::web::MAX_BODY_SOURCE_BYTES;

use crate::physics::physics_folder;
use crate::site::TestSite;

const BOHR: &str = "/seasons/physics-demo/problems/bohr";
const READING: &str = "/seasons/physics-demo/problems/bohr/reading";

fn site() -> TestSite {
    TestSite::builder().season(&physics_folder()).start()
}

#[test]
fn formulas_are_shown_as_they_are_read_and_nothing_is_stored() {
    let site = site();
    let ada = site.contestant("ada");
    let text = "So $$E = -\\frac{m k^2}{2}$$ and\n\n$$r = (3$$ <b>";
    ada.post(READING, &[("source", text)])
        .expect(200)
        .shows("2 formulas found")
        .shows("1 not read")
        .shows("line 3, column 9")
        .shows("<mfrac>")
        .shows("$$r = (3$$ &#60;b&#62;</textarea>")
        .shows("10 submissions left");
    ada.get(BOHR).expect(200).shows("None yet.");
    // A formula of the reference solution reads like any other.
    let right = ada.post(READING, &[("source", "$$k Z q^2 = m v^2 r$$")]);
    let wrong = ada.post(READING, &[("source", "$$k Z q^2 = m v^2 r^9$$")]);
    for answer in [right.expect(200), wrong.expect(200)] {
        assert!(answer.body.contains("1 formula found"));
        for told in ["graph-1", "node-1", "class=\"credit", "matched<"] {
            assert!(!answer.body.contains(told), "{told}");
        }
    }
    let redirect = ada.get(READING).expect(303);
    assert_eq!(redirect.location(), BOHR);
}

#[test]
fn who_may_ask_and_how_much() {
    let site = site();
    let source = [("source", "$$a = b$$")];
    let visitor = site.visitor();
    // The first page of a visitor leaves no cookie, and it asks while they type.
    visitor
        .post_bare(READING, &source)
        .expect(200)
        .shows("How your formulas are read")
        .shows("1 formula found");
    let ada = site.contestant("ada");
    let elsewhere = "/seasons/physics-demo/problems/none/reading";
    ada.post(elsewhere, &source).expect(404);
    let long = "a".repeat(MAX_BODY_SOURCE_BYTES);
    ada.post(READING, &[("source", &long)])
        .expect(200)
        .shows("at most 262144 are allowed");
    ada.post(READING, &[("source", &(long + "a"))]).expect(413);
    ada.post(READING, &[("source", "a\0b")])
        .expect(200)
        .shows("there is a NUL at byte 1");

    let programs = TestSite::new();
    let ben = programs.contestant("ben");
    ben.post("/seasons/trial/problems/squares/reading", &source)
        .expect(404);
}

#[test]
fn asking_again_and_again_has_a_limit() {
    let site = TestSite::builder()
        .season(&physics_folder())
        .web(|web| {
            web.rates.read = Some(Rate {
                burst: 1,
                per_minute: 1,
            });
        })
        .start();
    let ada = site.contestant("ada");
    let source = [("source", "$$a = b$$")];
    ada.post(READING, &source).expect(200);
    ada.post(READING, &source).expect(429).shows("$$a = b$$");
}

#[test]
fn what_is_meant_to_count_and_does_not_is_proposed_and_not_submitted() {
    let site = site();
    let ada = site.contestant("ada");
    let text = "Hence $k Z q^2 = m v^2 r$.\n\n**Energy:** $E = K + U$";
    let tidied = "Hence\n\n$$k Z q^2 = m v^2 r$$\n\n**Energy:**\n\n$$E = K + U$$\n";
    ada.post(READING, &[("source", text)])
        .expect(200)
        .shows("2 formulas stand where they are not graded")
        .shows(&format!("<textarea name=\"source\" hidden>\n{tidied}"));
    // *Use this* asks how the proposed text is read, and needs nothing more.
    let used = ada
        .post(READING, &[("source", tidied)])
        .expect(200)
        .shows("2 formulas found");
    assert!(!used.body.contains("where they are not graded"));
    let submit = format!("{BOHR}/submissions");
    for unread in [text, "$$E = (3$$"] {
        ada.post(&submit, &[("source", unread), ("ask_first", "1")])
            .expect(422)
            .shows("Nothing was submitted")
            .shows("Submit it as it stands")
            .shows("10 submissions left");
    }
    ada.get(BOHR).expect(200).shows("None yet.");
    // All of it is read, or the author wants it so.
    ada.post(&submit, &[("source", tidied), ("ask_first", "1")])
        .expect(303);
    let ben = site.contestant("ben");
    ben.post(&submit, &[("source", text)]).expect(303);
}
