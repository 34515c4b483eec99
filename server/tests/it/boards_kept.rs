//! The bytes of a board, made once for everybody who asks within a moment.

use std::time::Duration;

use crate::site::TestSite;

#[test]
fn a_board_is_the_same_bytes_for_everybody_for_a_while() {
    let site = TestSite::builder()
        .web(|web| web.board_age = Duration::from_hours(1))
        .start();
    for board in [
        "/seasons/trial/leaderboard",
        "/api/v1/seasons/trial/leaderboard",
    ] {
        let first = site.visitor().get(board).expect(200);
        let etag = first.header("etag").to_owned();
        assert_eq!(etag.len(), 34, "{etag}");
        assert_eq!(first.header("cache-control"), "no-cache");
        let again = site.visitor().get_with(board, &[("if-none-match", &etag)]);
        again.expect(304);
        assert_eq!(site.visitor().get(board).expect(200).body, first.body);
    }

    // Whoever is signed in gets a page of their own, with what is there now.
    let ada = site.contestant("ada");
    ada.await_event(ada.submit("squares", "for n in range(999):print(n*n)"));
    let own = ada.get("/seasons/trial/leaderboard").expect(200);
    assert_eq!(own.header("cache-control"), "no-store");
    own.shows("1,192");
    let board = site.visitor().get("/seasons/trial/leaderboard").expect(200);
    assert!(!board.body.contains("1,192"), "it is kept");
    // Another address of the same board is made for the one who asks.
    site.visitor()
        .get("/seasons/trial/leaderboard?page=1&x=1")
        .expect(200)
        .shows("1,192");
}
