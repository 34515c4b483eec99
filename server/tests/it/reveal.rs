//! What there is from Reveal on: the resolver, the solutions side by side, the setters' board.

use dojo_judge::record::history::History;
use dojo_server::season;
use dojo_server::season::lifecycle::{self, Actor};
use dojo_server::season::scores;
use dojo_server::store::{Moment, Role};

use crate::client::{Answer, Person};
use crate::site::TestSite;

const SHORT: &str = "for n in range(999):print(n*n)";
const ADA: &str = "a=0\nfor n in range(999):print(a);a+=2*n+1 # ADA-PROGRAM <b>";
const BOB: &str = "for n in range(999):\n    print(n ** 2)  # BOB-PROGRAM";
const CLEO: &str = "for n in range(120):print(n*n) # CLEO-STAGE";

const SOLUTIONS: &str = "/seasons/trial/problems/squares/solutions";

/// An open season with three people on its board.
struct Contest {
    site: TestSite,
    ada: Person,
    cleo: Person,
    /// The best submissions of the first two.
    best: [i64; 2],
    /// One that solves the problem, but is not its author's best.
    longer: i64,
    stage: i64,
}

fn judged(person: &Person, problem: &str, tag: &str, source: &str) -> i64 {
    let path = format!("/seasons/trial/problems/{problem}/submissions");
    let fields = [("source", source), ("method_tag", tag)];
    let answer = person.post(&path, &fields).expect(303);
    let id = answer.location().strip_prefix("/submissions/").unwrap();
    let id = id.parse().unwrap();
    person.await_event(id);
    id
}

impl Contest {
    fn new() -> Self {
        let site = TestSite::builder().setter("sigrid").start();
        let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
        let cleo = site.contestant("cleo");
        let best = [
            judged(&ada, "squares", "linear_recurrence", ADA),
            judged(&bob, "squares", "<i>mine</i>", BOB),
        ];
        let padded = format!("{BOB}{}", " ".repeat(300)) + "#";
        let longer = judged(&bob, "squares", "<i>mine</i>", &padded);
        judged(&bob, "short", "", "print(*[1]*6)");
        let stage = judged(&cleo, "squares", "", CLEO);
        Self {
            site,
            ada,
            cleo,
            best,
            longer,
            stage,
        }
    }

    fn freeze(&self) {
        self.site.freeze();
        let scored = self
            .site
            .change(|conn, season| scores::score(conn, season.id, Moment::now()));
        assert!(!matches!(scored, scores::Scored::Missing(_)), "{scored:?}");
    }

    fn reveal(&self) {
        self.site.reveal();
    }

    fn revealed() -> Self {
        let contest = Self::new();
        contest.freeze();
        contest.reveal();
        contest
    }

    fn page(&self, path: &str) -> Answer {
        self.site.visitor().get(path).expect(200)
    }
}

trait Hides {
    /// The page has none of these.
    fn hides(self, texts: &[&str]) -> Self;
}

impl Hides for Answer {
    #[track_caller]
    fn hides(self, texts: &[&str]) -> Self {
        for text in texts {
            assert!(!self.body.contains(text), "`{text}` in {}", self.body);
        }
        self
    }
}

#[test]
fn before_reveal_these_pages_are_not_there_and_tell_nothing() {
    let contest = Contest::new();
    let iris = contest.site.staff("iris", Role::Organizer);
    let visitor = contest.site.visitor();
    let [left, right] = contest.best;
    let addresses = [
        "/seasons/trial/setters".to_owned(),
        SOLUTIONS.to_owned(),
        format!("{SOLUTIONS}?page=1"),
        format!("{SOLUTIONS}?left={left}&right={right}"),
    ];
    let secrets = [
        "ADA-PROGRAM",
        "BOB-PROGRAM",
        "CLEO-STAGE",
        "linear_recurrence",
        "sigrid",
    ];
    let hidden_everywhere = || {
        for reader in [&visitor, &contest.ada, &contest.cleo, &iris] {
            for address in &addresses {
                reader.get(address).expect(404).hides(&secrets);
            }
            let season = reader.get("/seasons/trial").expect(200);
            season.hides(&["/show", "/setters"]);
        }
        for path in ["", "/leaderboard"] {
            let page = visitor.get(&format!("/seasons/trial/problems/squares{path}"));
            page.expect(200)
                .hides(&secrets[..3])
                .hides(&["/solutions", "plot-bar", "mine"]);
        }
    };
    hidden_everywhere();
    contest.freeze();
    hidden_everywhere();
    contest.reveal();
    for address in &addresses {
        visitor.get(address).expect(200);
    }
}

#[test]
fn the_final_ranks_and_each_problem_are_parts_of_the_one_show() {
    let contest = Contest::new();
    let parts = [
        ("resolver", "final-ranks"),
        ("resolver?shown=3", "final-ranks"),
        ("problems/squares/show", "squares"),
    ];
    let visitor = contest.site.visitor();
    for (path, _) in parts {
        visitor.get(&format!("/seasons/trial/{path}")).expect(404);
    }
    contest.freeze();
    contest.reveal();
    let page = contest.page("/seasons/trial/show");
    for (path, part) in parts {
        let answer = visitor.get(&format!("/seasons/trial/{path}")).expect(303);
        assert_eq!(answer.location(), format!("/seasons/trial/show#{part}"));
        assert!(page.body.contains(&format!("id=\"{part}\"")), "{part}");
    }
    let ranks = page.body.split("id=\"final-ranks\"").nth(1).unwrap();
    let at = |name: &str| ranks.find(name).unwrap();
    assert!(at("bob") < at("ada") && at("ada") < at("cleo"));
}

#[test]
fn a_season_that_nobody_tried_has_a_show() {
    let site = TestSite::new();
    site.freeze();
    site.change(|conn, season| {
        scores::score(conn, season.id, Moment::now())?;
        lifecycle::reveal(conn, season.id, &Actor::Terminal, Moment::now())
    });
    let visitor = site.visitor();
    visitor
        .get("/seasons/trial/show")
        .expect(200)
        .shows("Nobody is on the board of this problem");
    visitor
        .get(SOLUTIONS)
        .expect(200)
        .shows("Nobody solved it whole.");
    visitor.get("/seasons/trial/setters").expect(200);
}

#[test]
fn the_best_correct_program_of_each_person_is_shown_with_plots() {
    let contest = Contest::new();
    let three = ["dora", "eli", "finn"].map(|name| contest.site.contestant(name));
    for person in &three[..2] {
        judged(person, "squares", "closed_form", SHORT);
    }
    contest.freeze();
    contest.reveal();
    // Four are too few for a chart.
    contest.page(SOLUTIONS).hides(&["People by method"]);

    let contest = Contest::new();
    let three = ["dora", "eli", "finn"].map(|name| contest.site.contestant(name));
    for person in &three {
        judged(person, "squares", "closed_form", SHORT);
    }
    contest.freeze();
    contest.reveal();
    let problem = contest.page("/seasons/trial/problems/squares");
    let plots = |page: Answer| {
        page.shows("People by method")
            .shows("linear_recurrence: 1. ")
            .shows("&#60;i&#62;mine&#60;/i&#62;: 1. ")
            .shows("People by bytes")
            .hides(&["<i>mine"])
    };
    plots(problem).shows(&format!("href=\"{SOLUTIONS}\""));
    let [ada, bob] = contest.best;
    plots(contest.page(SOLUTIONS))
        .shows("ADA-PROGRAM &#60;b&#62;")
        .shows("BOB-PROGRAM")
        .shows(&format!("/submissions/{ada}\""))
        .shows(&format!("/submissions/{bob}\""))
        .hides(&["CLEO-STAGE", &format!("/submissions/{}\"", contest.longer)]);
    // Practice changes nothing.
    judged(&contest.cleo, "squares", "", SHORT);
    contest
        .page(SOLUTIONS)
        .shows("BOB-PROGRAM")
        .hides(&["cleo"]);
}

#[test]
fn two_programs_are_set_side_by_side() {
    let contest = Contest::revealed();
    let [ada, bob] = contest.best;
    let pair = contest.page(&format!("{SOLUTIONS}?left={bob}&right={ada}"));
    let at = |text: &str| pair.body.find(text).unwrap();
    assert!(at("BOB-PROGRAM") < at("ADA-PROGRAM"));
    let pair = contest.page(&format!("{SOLUTIONS}?left={ada}&right={bob}"));
    let at = |text: &str| pair.body.find(text).unwrap();
    assert!(at("ADA-PROGRAM") < at("BOB-PROGRAM"));
    contest
        .page(&format!("{SOLUTIONS}?right={bob}"))
        .shows("BOB-PROGRAM")
        .hides(&["ADA-PROGRAM"]);
    // What is no best correct program of this problem cannot be chosen.
    for other in [contest.longer, contest.stage, 999_999] {
        let path = format!("{SOLUTIONS}?left={bob}&right={other}");
        contest.site.visitor().get(&path).expect(404);
    }
    let elsewhere = SOLUTIONS.replace("squares", "short");
    let path = format!("{elsewhere}?left={ada}");
    contest.site.visitor().get(&path).expect(404);
}

#[test]
fn the_setters_board_agrees_with_the_results() {
    let contest = Contest::revealed();
    contest
        .page("/seasons/trial")
        .shows("href=\"/seasons/trial/setters\"");
    let record = contest
        .site
        .change(|conn, season| season::record::load_record(conn, &season));
    let (history, _) = History::read(&record.log);
    let results = record.results(&history).unwrap().results;
    let total = results.setters[0].total;
    assert!(total > 1000, "{results:?}");
    let page = contest.page("/seasons/trial/setters").shows("sigrid");
    page.shows(&format!("{},{:03}", total / 1000, total % 1000));
}

#[test]
fn where_few_solved_a_problem_nobody_is_said_to_have() {
    let contest = Contest::revealed();
    for path in [SOLUTIONS, "/seasons/trial/problems/squares"] {
        let page = contest.page(path).shows("2 people solved it.");
        page.hides(&["Nobody solved it"]);
    }
    contest
        .page("/seasons/trial/problems/marked/solutions")
        .shows("Nobody solved it whole.");
}

#[test]
fn a_withdrawn_problem_counts_for_nobody_and_is_not_played() {
    let contest = Contest::new();
    let iris = contest.site.staff("iris", Role::Organizer);
    let season = contest.ada.get("/seasons/trial").expect(200);
    season.shows("<dd>1 of 3</dd>");
    let fields = [
        ("problem", "squares"),
        ("reason", "wrong terms"),
        ("confirm", "trial"),
    ];
    iris.post("/seasons/trial/organize/withdraw-problem", &fields)
        .expect(303);
    let season = contest.ada.get("/seasons/trial").expect(200);
    season.shows("<dd>0 of 2</dd>");
    let front = contest.ada.get("/").expect(200);
    front.hides(&["you solved 1"]);
    let page = contest.ada.get("/seasons/trial/problems/squares");
    page.expect(200)
        .shows("This problem was withdrawn; it takes no more submissions.")
        .hides(&["This season takes no more submissions."]);
    contest.freeze();
    contest.reveal();
    let show = contest.page("/seasons/trial/show.json").json();
    let acts = show["acts"].as_array().unwrap().iter();
    let acts: Vec<_> = acts.map(|act| act["slug"].clone()).collect();
    assert_eq!(acts, ["marked", "short"]);
}
