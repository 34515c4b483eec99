//! Before Reveal no page, feed, record or answer tells of the hidden terms, the setters' programs, the
//! salts or others' programs; from Reveal on the same walk finds them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Read as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use dojo_judge::contest;
use dojo_judge::digest::terms_hash;
use dojo_judge::sequence::{JudgeError, Report, Rules};
use dojo_sandbox::Runtime;
use dojo_server::contests::{Judge, SandboxJudge};
use dojo_server::season::commit;
use dojo_server::season::lifecycle::Dates;
use dojo_server::store::{Moment, Role, SubmissionId, judgements, problems};

use crate::client::Person;
use crate::season::Copy;
use crate::setter::archive;
use crate::site::{TestSite, eventually, runtime};

/// A program that knows the public terms alone.
const STAGE: &str = "for n in range(999):print(n)";

/// What is hidden of the problems whatever is submitted: terms, programs, where they are from.
const HIDDEN: [&str; 4] = [
    "707070000",
    "8989898989",
    "SETTER-SECRET",
    "KNOWN-AS-SECRET",
];

/// The same terms as pages group them.
const HIDDEN_GROUPED: [&str; 2] = ["70,707,000,0", "8,989,898,989"];

/// Where the one of Ada's programs goes wrong that knows some of the hidden terms.
const WRONG_AT: [&str; 4] = [
    "a(137)",
    "first 136 terms",
    "\"index\":136",
    "\"terms_matched\":136",
];

/// What Ada writes, and nobody else.
const ADAS: [&str; 3] = ["ADA-SECRET", "ada-secret-tag", "ADA-NOTE"];

/// What is in the draft that Seth keeps.
const DRAFTS: &str = "DRAFT-SECRET";

/// What Ada submits: problem and program.
const PROGRAMS: [(&str, &str); 6] = [
    (
        "marked",
        "for n in range(200):print(n if n<100 else 70707*10**9+n*n+(n==136))",
    ),
    ("marked", "for n in range(150):print(n)\nprint('x')"),
    ("marked", "for n in range(50):print(n)\nprint(7)"),
    // Wrong below `n_stage`, at a term that is not published.
    ("short", "print(1,1,2,3,4,5)"),
    ("squares", "for n in range(999):print(n*n)"),
    ("squares", BROKEN),
];

/// The judge fails at it until it is mended, which holds the bonuses up.
const BROKEN: &str = "print(1)#BROKEN";

/// A judge that can be mended.
struct Mended {
    runtime: Runtime,
    is_mended: Arc<AtomicBool>,
}

impl Judge for Mended {
    fn digest(&self) -> String {
        SandboxJudge(runtime()).digest()
    }

    fn judge(
        &self,
        rules: &Rules,
        expected: &[String],
        source: &[u8],
    ) -> Result<Report, JudgeError> {
        let broken = String::from_utf8_lossy(source).contains(BROKEN);
        if broken && !self.is_mended.load(Ordering::SeqCst) {
            return Err(JudgeError::IncompleteRun { terms: 0 });
        }
        SandboxJudge(runtime()).judge(rules, expected, source)
    }

    fn runtime(&self) -> Option<&Runtime> {
        Some(&self.runtime)
    }
}

/// The addresses of the site, as its code names them.
pub(crate) fn patterns() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    patterns_in(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web"),
        &mut all,
    );
    all
}

/// The addresses that the files of a folder name, below the scope that its `mod.rs` gives them.
fn patterns_in(folder: &Path, all: &mut BTreeSet<String>) {
    let root = folder.join("mod.rs");
    let root = root.exists().then(|| fs::read_to_string(root).unwrap());
    let scope = literals(&root.unwrap_or_default(), "web::scope(").pop();
    let scope = scope.unwrap_or_default();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            patterns_in(&path, all);
            continue;
        }
        let code = fs::read_to_string(&path).unwrap();
        let mut found = literals(&code, "at(");
        found.extend(literals(&code, "web::resource("));
        let reads = code.matches("read().to(").count();
        assert!(
            found.len() >= reads,
            "{} has a route that is not seen here",
            path.display()
        );
        all.extend(found.iter().map(|pattern| format!("{scope}{pattern}")));
    }
}

/// The addresses in quotes that follow `mark`.
fn literals(code: &str, mark: &str) -> Vec<String> {
    let rests = code.split(mark).skip(1).map(str::trim_start);
    let quoted = rests.filter_map(|rest| rest.strip_prefix('"')?.split('"').next());
    let paths = quoted.filter(|path| path.starts_with('/'));
    paths.map(str::to_owned).collect()
}

/// An address with every right and some wrong values of its parameters.
fn filled(pattern: &str, ids: &[i64]) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('{') else {
        return vec![pattern.to_owned()];
    };
    let (name, after) = rest.split_once('}').unwrap();
    let values: Vec<String> = match name {
        "season" => ["trial", "none"].map(str::to_owned).into(),
        "problem" => ["squares", "marked", "short", "fall", "none"]
            .map(str::to_owned)
            .into(),
        "id" => (ids.iter().chain([&0]).map(i64::to_string))
            .chain(["x".to_owned()])
            .collect(),
        "action" => vec!["reveal".to_owned()],
        "day" => ["2026-11-01", "none"].map(str::to_owned).into(),
        "name" | "code" | "provider" => vec!["none".to_owned()],
        "person" => ["ada", "none"].map(str::to_owned).into(),
        // The one that Seth keeps is number 1.
        "draft" => ["1", "2", "x"].map(str::to_owned).into(),
        other => panic!("what is `{other}` in {pattern}?"),
    };
    values
        .iter()
        .flat_map(|value| filled(&format!("{before}{value}{after}"), ids))
        .collect()
}

/// Somebody who looks at everything, with a browser and a token at once.
pub(crate) struct Reader {
    pub(crate) name: &'static str,
    pub(crate) person: Person,
    pub(crate) authorization: Option<String>,
}

impl Reader {
    pub(crate) fn signed_in(name: &'static str, person: Person) -> Self {
        let authorization = Some(format!("Bearer {}", person.api_token()));
        Self {
            name,
            person,
            authorization,
        }
    }

    /// Status and all text of what is at every address and wherever its links lead.
    pub(crate) fn walk(&self, ids: &[i64]) -> BTreeMap<String, (u16, String)> {
        let mut open: Vec<String> = patterns()
            .iter()
            .flat_map(|pattern| filled(pattern, ids))
            .collect();
        for place in [
            "/leaderboard?page=2",
            "/leaderboard?page=x",
            "/log.jsonl?from=1",
        ] {
            open.push(format!("/seasons/trial{place}"));
        }
        let mut seen = BTreeMap::new();
        while let Some(path) = open.pop() {
            if seen.contains_key(&path) {
                continue;
            }
            let authorization = self.authorization.as_deref();
            let headers = authorization.map(|value| ("authorization", value));
            let answer = if path.ends_with("/live") {
                self.person.beginning(&path)
            } else {
                self.person.get_with(&path, headers.as_slice())
            };
            let links = answer.body.split("href=\"/").skip(1);
            let links = links.filter_map(|rest| rest.split(['"', '#']).next());
            // Messages and what stands in them may be marked; no browser sends the marks as they are.
            let plain = |link: &str| link.replace(['⟦', '⟧'], "").replace("&amp;", "&");
            // Where somebody goes after signing in changes nothing else of the page.
            let links = links.map(|link| link.split("?next=").next().unwrap_or(link));
            open.extend(links.map(|link| format!("/{}", plain(link))));
            let body = if answer.header("content-type") == "application/zip" {
                unpacked(&answer.bytes)
            } else {
                answer.body
            };
            let mut headers = answer.headers;
            // Digits by chance, which may be those of a term.
            headers.remove("x-request-id");
            seen.insert(path, (answer.status, format!("{headers:?}\n{body}")));
        }
        seen
    }
}

/// The names and texts of the files of an archive.
fn unpacked(zip: &[u8]) -> String {
    let mut zip = zip::ZipArchive::new(Cursor::new(zip)).unwrap();
    let mut text = String::new();
    for place in 0..zip.len() {
        let mut file = zip.by_index(place).unwrap();
        writeln!(text, "{:?}", file.name()).unwrap();
        file.read_to_string(&mut text).unwrap();
        text.push('\n');
    }
    text
}

/// A site with somebody of each kind, and what Ada has submitted.
pub(crate) struct Watched {
    pub(crate) site: TestSite,
    pub(crate) readers: [Reader; 4],
    iris: Person,
    pub(crate) mended: Arc<AtomicBool>,
    pub(crate) ids: Vec<i64>,
}

/// Seth keeps a draft, which is nobody else's business whatever the season does.
fn keep_a_draft(site: &TestSite) {
    let season = Copy::new();
    let folder = season.path("problems/squares");
    let setter = fs::read_to_string(folder.join("setter.py")).unwrap();
    fs::write(folder.join("setter.py"), format!("{setter}#{DRAFTS}\n")).unwrap();
    season.replace("problems/squares/statement.md", "", DRAFTS);
    season.replace(
        "problems/squares/problem.toml",
        "title = \"",
        &format!("title = \"{DRAFTS} "),
    );
    let seth = site.staff("seth", Role::Setter);
    let authorization = format!("Bearer {}", seth.api_token());
    let kept = seth
        .post_raw(
            "/api/v1/drafts?season=0.1",
            &[("authorization", &authorization)],
            &archive(&folder),
        )
        .expect(201)
        .json();
    assert_eq!(
        (&kept["id"], &kept["state"]),
        (&1.into(), &"validated".into())
    );
    seth.get("/setter/drafts/1").expect(200).shows(DRAFTS);
    seth.get("/setter/drafts/1/package")
        .expect(200)
        .shows(DRAFTS);
}

/// What the readers found.
type Found = Vec<(&'static str, BTreeMap<String, (u16, String)>)>;

impl Watched {
    pub(crate) fn draft() -> Self {
        let mended = Arc::new(AtomicBool::new(false));
        let site = TestSite::builder()
            .judge(Mended {
                runtime: runtime(),
                is_mended: Arc::clone(&mended),
            })
            .content(|content| {
                let short = content.problems.iter_mut().find(|one| one.slug == "short");
                "print(1,1,*[8989898989]*4)".clone_into(&mut short.unwrap().setter_source);
            })
            .draft()
            .start();
        let readers = [
            Reader {
                name: "a visitor",
                person: site.visitor(),
                authorization: None,
            },
            Reader::signed_in("ada", site.contestant("ada")),
            Reader::signed_in("bob", site.contestant("bob")),
            // She has set problems, though none of these.
            Reader::signed_in("sue", site.staff("sue", Role::Setter)),
        ];
        keep_a_draft(&site);
        Self {
            iris: site.staff("iris", Role::Organizer),
            site,
            readers,
            mended,
            ids: Vec::new(),
        }
    }

    pub(crate) fn schedule(&self) {
        self.site.change(|conn, season| {
            let now = Moment::now();
            commit::commit_problems(conn, season.id, now)?;
            let dates = Dates {
                opens_at: Some(now.plus(chrono::TimeDelta::hours(1))),
                frozen_by_hand: true,
                ..Dates::default()
            };
            crate::site::schedule(conn, season.id, dates, now)
        });
    }

    pub(crate) fn organize(&self, action: &str, fields: &[(&str, &str)]) {
        let mut fields = fields.to_vec();
        fields.push(("confirm", "trial"));
        self.iris
            .post(&format!("/seasons/trial/organize/{action}"), &fields)
            .expect(303);
    }

    pub(crate) fn submit_all(&mut self) {
        let ada = &self.readers[1].person;
        for (problem, program) in PROGRAMS {
            let answer = ada.post(
                &format!("/seasons/trial/problems/{problem}/submissions"),
                &[
                    ("source", &format!("# ADA-SECRET\n{program}")),
                    ("method_tag", "ada-secret-tag"),
                    ("notes", "ADA-NOTE"),
                ],
            );
            let place = answer.expect(303).location().to_owned();
            self.ids
                .push(place.rsplit('/').next().unwrap().parse().unwrap());
        }
        for id in &self.ids {
            ada.await_event(*id);
        }
    }

    fn walk(&self) -> Found {
        thread::scope(|scope| {
            let walks = self
                .readers
                .each_ref()
                .map(|reader| (reader.name, scope.spawn(|| reader.walk(&self.ids))));
            walks
                .map(|(name, walk)| (name, walk.join().unwrap()))
                .into()
        })
    }

    /// Exact fuel of each of Ada's runs, and the hashes of her programs.
    fn runs(&self) -> (Vec<String>, Vec<String>) {
        self.site.change(|conn, _| {
            let (mut fuel, mut hashes) = (Vec::new(), Vec::new());
            for id in &self.ids {
                if let Some(judgement) = judgements::find_judgement(conn, SubmissionId(*id))? {
                    let contest::Report::Sequence(report) = judgement.report else {
                        panic!("a season of programs");
                    };
                    assert_ne!(report.fuel, report.public(0, 0).fuel, "a test of nothing");
                    fuel.push(report.fuel.0.to_string());
                    hashes.extend(report.solver_hash);
                }
            }
            Ok((fuel, hashes))
        })
    }

    /// Salts of the commitments, and what would tell a guess of the terms from the terms.
    fn salts_and_hashes(&self) -> (Vec<String>, Vec<String>) {
        self.site.change(|conn, season| {
            let all = problems::list_problems(conn, season.id)?;
            let salts = all.iter().filter_map(|one| one.salt().map(str::to_owned));
            let hashes = all
                .iter()
                .map(|one| terms_hash(&one.check_terms()).to_string());
            Ok((salts.collect(), hashes.collect()))
        })
    }

    /// Nothing that is hidden is anywhere.
    fn assert_hidden(&self, state: &str, more: &[&str]) {
        let (fuel, mut sources) = self.runs();
        sources.extend(ADAS.map(str::to_owned));
        let (salts, hashes) = self.salts_and_hashes();
        let mut secrets: Vec<String> = [fuel, salts, hashes].concat();
        let fixed = HIDDEN.iter().chain(&HIDDEN_GROUPED).chain(&WRONG_AT);
        secrets.push(DRAFTS.to_owned());
        secrets.extend(fixed.chain(more).map(|text| (*text).to_owned()));
        for (name, pages) in self.walk() {
            for (path, (status, text)) in pages {
                for secret in &secrets {
                    assert!(
                        !text.contains(secret),
                        "{state}: {path} tells {name} {secret}"
                    );
                }
                if name != "ada" {
                    for secret in &sources {
                        assert!(
                            !text.contains(secret),
                            "{state}: {path} tells {name} {secret}"
                        );
                    }
                }
                let record = path.starts_with("/seasons/trial/log.jsonl")
                    || path == "/seasons/trial/archive.tar.zst";
                assert!(
                    !record || status == 404,
                    "{state}: {path} is {status} for {name}"
                );
            }
        }
    }

    /// All that was hidden is found by everybody.
    fn assert_shown(&self, state: &str) {
        let (fuel, hashes) = self.runs();
        let (salts, _) = self.salts_and_hashes();
        let mut shown: Vec<String> = [fuel, hashes, salts].concat();
        let fixed = HIDDEN.iter().chain(&WRONG_AT).chain(&ADAS);
        shown.extend(fixed.map(|text| (*text).to_owned()));
        for (name, pages) in self.walk() {
            let all: String = pages.into_values().map(|(_, text)| text).collect();
            assert!(!all.contains(DRAFTS), "{state}: {name} sees a draft");
            for secret in &shown {
                // Reports in full are in the API, which wants a token.
                let known = name != "a visitor" || ADAS.contains(&secret.as_str());
                assert!(
                    !known || all.contains(secret),
                    "{state}: {name} misses {secret}"
                );
            }
        }
    }
}

#[test]
fn nothing_hidden_is_anywhere_before_reveal_and_everything_is_after() {
    const STATEMENT: &str = "The natural numbers, for a while";
    let mut watched = Watched::draft();
    watched.assert_hidden("draft", &[STATEMENT, "Trial season"]);
    watched.schedule();
    watched.assert_hidden("scheduled", &[STATEMENT]);
    watched.organize("open", &[]);
    watched.submit_all();
    let page = "/seasons/trial/problems/marked";
    for (name, pages) in watched.walk() {
        assert!(pages[page].1.contains(STATEMENT), "{name}");
        assert!(pages.contains_key("/docs/rules"), "links are followed");
    }
    watched.assert_hidden("open", &[]);
    watched.site.freeze();
    watched.assert_hidden("frozen", &[]);
    watched.mended.store(true, Ordering::SeqCst);
    watched.organize("retry", &[]);
    eventually("the bonuses", || {
        watched.site.change(|_, season| Ok(season)).scored_at
    });
    watched.assert_hidden("scored", &[]);

    watched.organize("reveal", &[]);
    watched.assert_shown("revealed");
    watched.organize("finalize", &[]);
    watched.assert_shown("final");
    let archive = "/seasons/trial/archive.tar.zst";
    watched.site.visitor().get(archive).expect(200);
}

#[test]
fn a_cancelled_season_stays_hidden() {
    let mut watched = Watched::draft();
    watched.schedule();
    watched.organize("open", &[]);
    watched.submit_all();
    watched.site.freeze();
    watched.organize("cancel", &[]);
    watched.assert_hidden("cancelled", &[]);
}

#[test]
fn of_a_stage_pass_nothing_is_told_but_that() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    // One goes wrong at the first hidden term, the other ends by an exception half-way.
    let wrong = ada.submit("marked", STAGE);
    let broken = ada.submit("marked", "for n in range(150):print(n)\n1/0");
    let mut reports = Vec::new();
    for id in [wrong, broken] {
        let body = ada.api_verdict(&token, id);
        assert_eq!(body["verdict"], "STAGE");
        let report = body["report"].as_object().unwrap();
        for hidden in [
            "terms_matched",
            "reason",
            "index",
            "expected",
            "got",
            "stage_pass",
        ] {
            assert!(!report.contains_key(hidden), "{hidden} in {body}");
        }
        let fuel = report["fuel"].as_u64().unwrap().to_string();
        assert!(
            fuel.trim_end_matches('0').len() <= 2,
            "{fuel} has more than two significant digits"
        );
        reports.push(ada.get(&format!("/submissions/{id}/verdict")).expect(200));
    }
    // The page of the second shows what the program itself wrote to stderr, and nothing of terms.
    for page in &reports {
        for hidden in [
            "WRONG",
            "expected",
            "Expected",
            "index 100",
            "100 of",
            "150 of",
        ] {
            assert!(!page.body.contains(hidden), "{hidden} in {}", page.body);
        }
    }
}

#[test]
fn others_see_of_a_submission_only_what_makes_its_score() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let bob = site.contestant("bob");
    let source = "# ADA-SECRET\nfor n in range(999):print(n*n)";
    let best = ada.submit("squares", source);
    let other = ada.submit("squares", "# ADA-SECRET\nprint(1)");
    ada.await_event(best);
    ada.await_event(other);

    ada.get(&format!("/submissions/{best}/source"))
        .expect(200)
        .shows(source);
    for reader in [&bob, &site.visitor()] {
        let page = reader
            .get(&format!("/submissions/{best}"))
            .expect(200)
            .shows("Solved");
        assert!(!page.body.contains("ADA-SECRET"));
        reader
            .get(&format!("/submissions/{best}/source"))
            .expect(404);
        for part in ["", "/verdict", "/source", "/events"] {
            reader
                .get(&format!("/submissions/{other}{part}"))
                .expect(404);
        }
    }
    let token = bob.api_token();
    let body = bob.api_verdict(&token, best);
    let mut keys: Vec<&String> = body["report"].as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(keys, ["brevity_bonus", "l_chars", "score"]);
}
