//! What runs programs, in Firefox.

use crate::chrome::in_firefox;
use crate::trial::{SQUARES, cells, tried};

#[test]
fn a_program_runs_in_firefox_while_it_is_typed() {
    in_firefox(async |page| {
        page.open(SQUARES).await;
        let said = tried(page, "for n in range(999):print(n*n)").await;
        assert!(
            said.starts_with("All 100 public terms are right, and 100 more were made."),
            "{said}"
        );
        assert_eq!(cells(page).await, ["made 100", "right 100"]);
        let said = tried(page, "for n in range(999):print(n*n+n//57)").await;
        assert!(
            said.starts_with("a(57): expected 3249, printed 3250. "),
            "{said}"
        );
    });
}
