//! A generated site that has been in use for years: what each kind of page costs, and what others notice of a crowd
//! on the dearest.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use chrono::TimeDelta;
use dojo_sandbox::Runtime;
use serde::Serialize;

use super::figures::{milliseconds, percentile};
use super::generated;
use super::server::{self, Server};
use crate::auth::{Secret, hash_token};
use crate::cli::data_folder::query;
use crate::season::archives::Archives;
use crate::season::finalize::replay_and_finalize;
use crate::season::lifecycle::{self, Actor};
use crate::season::scores;
use crate::store::sessions::{self, NewSession};
use crate::store::{self, Moment, Pool, Role, SeasonId, UserId};

const SEASONS: u32 = 500;
const PEOPLE: u32 = 50_000;

/// Problems of the open season and of a large one that is over, among which most submissions are; others have [`FEW`].
const MANY: u32 = 50;
const FEW: u32 = 10;
/// Submissions of each of the other seasons.
const SMALL: u32 = 10;
/// Submissions of the person who is signed in, to either of the large ones.
const OWN: u32 = 100;

/// How often a page is asked for, and again with a verdict before each time.
const TIMES: u32 = 20;
const VERDICTS: u32 = 5;

/// Until the server has noticed what another process did.
const NOTICED: Duration = Duration::from_millis(1500);
/// How long a crowd asks.
const CROWD: Duration = Duration::from_secs(15);
const CROWD_SIZE: usize = 64;
/// Readers beside it, and pauses between their pages.
const OTHERS: usize = 4;
const PAUSE: Duration = Duration::from_millis(20);

/// Pages for everybody. `{own}` is a submission of the person who is signed in.
const PUBLIC: [&str; 26] = [
    "/",
    "/?page=20",
    "/seasons/open",
    "/seasons/over",
    "/seasons/s7",
    "/seasons/open/leaderboard",
    "/seasons/over/leaderboard",
    "/seasons/open/problems/p7",
    "/seasons/over/problems/p7",
    "/seasons/open/problems/p7/leaderboard",
    "/seasons/over/problems/p7/leaderboard",
    "/seasons/over/problems/p7/all-time",
    "/seasons/over/problems/p7/solutions",
    "/seasons/over/setters",
    "/seasons/over/show",
    "/problems",
    "/problems?page=50",
    "/problems?q=squares",
    "/problems?q=problem",
    "/problems?q=1,2,3",
    "/problems?q=zzzz",
    "/@person0",
    "/daily",
    "/feed.atom",
    "/feed.json",
    "/api/v1/seasons",
];
const CONTESTANTS: [&str; 6] = [
    "/account/export.zip",
    "/submissions/{own}",
    "/submissions/{own}/receipt.json",
    "/account",
    "/seasons/open/questions",
    "/announcements",
];
const ORGANIZERS: [&str; 15] = [
    "/seasons/open/organize",
    "/seasons/open/submissions",
    "/seasons/open/submissions?q=print",
    "/seasons/open/people",
    "/seasons/open/people?page=20",
    "/seasons/open/problems/p7/progress",
    "/seasons/open/submissions.csv",
    "/seasons/open/trouble",
    "/seasons/open/questions",
    "/seasons/open/people.csv",
    "/people",
    "/people?q=person4",
    "/people/log",
    "/people/mail",
    "/setter",
];

/// What a page is made for.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Who {
    Visitor,
    Contestant,
    Organizer,
}

#[derive(Serialize)]
struct Page {
    who: Who,
    path: String,
    status: u16,
    bytes: usize,
    /// Of the server, in the mean.
    cpu_ms: f64,
    /// The same right after a verdict.
    cpu_ms_after_verdict: f64,
}

#[derive(Serialize)]
pub(super) struct Figures {
    seasons: u32,
    people: u32,
    submissions: u32,
    generate_s: f64,
    pages: Vec<Page>,
    crowd: Crowd,
}

/// What others noticed while so many asked for the dearest page.
#[derive(Serialize)]
struct Crowd {
    path: String,
    connections: usize,
    served: usize,
    refused: usize,
    others_served: usize,
    others_refused: usize,
    others_ms_p50: f64,
    others_ms_p99: f64,
    others_ms_max: f64,
}

/// Generates a site with that many submissions and measures.
pub(super) fn bench(runtime: &Runtime, data: Option<&Path>, count: u32) -> anyhow::Result<Figures> {
    let folder = tempfile::tempdir()?;
    let pool = store::open(&server::database(folder.path()), 2)?;
    store::blocking(&pool, store::migrate)?;
    let began = Instant::now();
    let site = Site::generate(&pool, runtime, folder.path(), count)?;
    let generate_s = began.elapsed().as_secs_f64();
    let server = Server::start(folder.path(), data, &["--behind-proxy"])?;
    let client = Client::new(&server, &site);
    let own = client.find_own()?;
    let mut wanted = Vec::new();
    for (who, path) in list() {
        wanted.push((who, path.replace("{own}", &own)));
    }
    let pages = measure(&server, &client, &site, &pool, wanted)?;
    let crowd = crowd(&client, &pages)?;
    Ok(Figures {
        seasons: SEASONS,
        people: PEOPLE,
        submissions: count,
        generate_s,
        pages,
        crowd,
    })
}

fn list() -> impl Iterator<Item = (Who, &'static str)> {
    let public = [Who::Visitor, Who::Contestant, Who::Organizer];
    let public = public.map(|who| PUBLIC.map(|path| (who, path)));
    let contestants = CONTESTANTS.map(|path| (Who::Contestant, path));
    let organizers = ORGANIZERS.map(|path| (Who::Organizer, path));
    public
        .into_iter()
        .flatten()
        .chain(contestants)
        .chain(organizers)
}

struct Site {
    open: SeasonId,
    people: Vec<UserId>,
    contestant: Secret,
    organizer: Secret,
    digest: String,
    count: u32,
}

impl Site {
    fn generate(pool: &Pool, runtime: &Runtime, data: &Path, count: u32) -> anyhow::Result<Self> {
        let now = Moment::now();
        let archives = Archives::new(data);
        let digest = runtime.digest().to_string();
        let people = generated::register(pool, PEOPLE, now.plus(-TimeDelta::days(1000)))?;
        // Seasons end a day apart; their numbers go on, so that no program is there twice.
        let mut next = 0;
        let mut season = |(slug, title): (&str, &str), problems, many: u32, days: u32| {
            let opened = now.plus(-TimeDelta::days(days.into()));
            let opened = opened.plus(-TimeDelta::milliseconds((next + many + OWN).into()));
            let season = generated::open(pool, runtime, (slug, title), problems, opened)?;
            let fill = |people: &[UserId], numbers| {
                generated::fill(pool, season, people, numbers, opened, &digest)
            };
            fill(&people, next..next + many)?;
            next += many;
            if problems == MANY {
                fill(&people[..1], next..next + OWN)?;
                next += OWN;
            }
            anyhow::Ok(season)
        };
        let small = SEASONS - 2;
        for number in 0..small {
            let (slug, title) = (format!("s{number}"), format!("Season {number}"));
            let season = season((&slug, &title), FEW, SMALL, small + 1 - number)?;
            finish(pool, &archives, season)?;
        }
        let large = (count - small * SMALL) / 2;
        let over = season(("over", "Large season that is over"), MANY, large, 1)?;
        finish(pool, &archives, over)?;
        let open = season(("open", "Open season"), MANY, large, 0)?;
        let organizer = store::blocking(pool, |conn| {
            generated::register_one(conn, "olga", Role::Organizer, now)
        })?;
        Ok(Self {
            open,
            contestant: sign_in(pool, people[0], now)?,
            organizer: sign_in(pool, organizer, now)?,
            people,
            digest,
            count: next,
        })
    }

    /// One verdict more.
    fn judge_another(&self, pool: &Pool, number: u32) -> anyhow::Result<()> {
        let number = self.count + number;
        let since = Moment::now().plus(-TimeDelta::milliseconds(number.into()));
        generated::submit(pool, self.open, &self.people, number..number + 1, since)?;
        generated::judge(pool, &self.digest, Moment::now())
    }
}

/// Ends a season, without judging anything again.
fn finish(pool: &Pool, archives: &Archives, season: SeasonId) -> anyhow::Result<()> {
    let by = Actor::Terminal;
    store::blocking(pool, |conn| {
        lifecycle::freeze(conn, season, &by, &Moment::now)
    })?;
    store::blocking(pool, |conn| scores::score(conn, season, Moment::now()))?.done()?;
    store::blocking(pool, |conn| {
        lifecycle::reveal(conn, season, &by, Moment::now())
    })?;
    store::blocking(pool, |conn| {
        replay_and_finalize(conn, archives, season, None, None, &by, &Moment::now)
    })?;
    Ok(())
}

fn sign_in(pool: &Pool, user: UserId, now: Moment) -> anyhow::Result<Secret> {
    let token = Secret::random();
    query(pool, |conn| {
        let new = NewSession {
            token_hash: &hash_token(token.as_str()),
            user,
            csrf_token: "bench",
            browser: "",
            lifetime: TimeDelta::days(1),
        };
        sessions::insert_session(conn, &new, now)
    })?;
    Ok(token)
}

struct Client<'a> {
    agent: ureq::Agent,
    base: String,
    site: &'a Site,
}

impl<'a> Client<'a> {
    fn new(server: &Server, site: &'a Site) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_idle_connections(CROWD_SIZE)
            .max_idle_connections_per_host(CROWD_SIZE);
        Self {
            agent: config.build().into(),
            base: format!("http://{}", server.address),
            site,
        }
    }

    /// A page as a browser asks for it, from that address of the proxy's clients.
    fn get(&self, who: Who, path: &str, address: &str) -> anyhow::Result<(u16, Vec<u8>)> {
        self.get_as("gzip", who, path, address)
    }

    fn get_as(
        &self,
        encoding: &str,
        who: Who,
        path: &str,
        address: &str,
    ) -> anyhow::Result<(u16, Vec<u8>)> {
        let mut request = self.agent.get(format!("{}{path}", self.base));
        let session = match who {
            Who::Visitor => None,
            Who::Contestant => Some(&self.site.contestant),
            Who::Organizer => Some(&self.site.organizer),
        };
        if let Some(session) = session {
            request = request.header("cookie", format!("dojo-session={}", session.as_str()));
        }
        let mut answer = request
            .header("accept-encoding", encoding)
            .header("x-forwarded-for", address)
            .call()?;
        let status = answer.status().as_u16();
        Ok((status, answer.body_mut().read_to_vec()?))
    }

    /// A submission of the person who is signed in.
    fn find_own(&self) -> anyhow::Result<String> {
        let (_, page) = self.get_as("identity", Who::Contestant, "/@person0", READER)?;
        let page = String::from_utf8_lossy(&page);
        let (_, behind) = page
            .split_once("href=\"/submissions/")
            .context("no submission on the page of a person")?;
        Ok(behind.chars().take_while(char::is_ascii_digit).collect())
    }
}

const READER: &str = "192.0.2.1";
const CROWDED: &str = "192.0.2.2";

fn measure(
    server: &Server,
    client: &Client<'_>,
    site: &Site,
    pool: &Pool,
    wanted: Vec<(Who, String)>,
) -> anyhow::Result<Vec<Page>> {
    let mut pages = Vec::new();
    for (who, path) in wanted {
        let (status, body) = client.get(who, &path, READER)?;
        ensure!(status == 200, "{path} answered {status}");
        let cpu_ms = server.cpu(|| {
            for _ in 0..TIMES {
                client.get(who, &path, READER)?;
            }
            Ok(())
        })? / f64::from(TIMES);
        pages.push(Page {
            who,
            path,
            status,
            bytes: body.len(),
            cpu_ms,
            cpu_ms_after_verdict: 0.0,
        });
    }
    let many = pages.len();
    for number in 0..VERDICTS {
        site.judge_another(pool, number)?;
        thread::sleep(NOTICED);
        // What several pages share is made for another one first each time.
        let first = many * number as usize / VERDICTS as usize;
        for place in (first..many).chain(0..first) {
            let page = &mut pages[place];
            page.cpu_ms_after_verdict += server.cpu(|| {
                client.get(page.who, &page.path, READER)?;
                Ok(())
            })? / f64::from(VERDICTS);
        }
    }
    Ok(pages)
}

/// A crowd at one address asks for the dearest page and comes back at once; readers elsewhere ask for others.
fn crowd(client: &Client<'_>, pages: &[Page]) -> anyhow::Result<Crowd> {
    let (dearest, others): (Vec<&Page>, Vec<&Page>) = {
        let mut sorted: Vec<&Page> = pages
            .iter()
            .filter(|page| !matches!(page.who, Who::Organizer))
            .collect();
        sorted.sort_by(|a, b| b.cpu_ms.total_cmp(&a.cpu_ms));
        let others = sorted.split_off(1);
        (sorted, others)
    };
    let dearest = *dearest.first().context("no page was answered")?;
    let over = AtomicBool::new(false);
    let ask = |who, path: &str, address| {
        let began = Instant::now();
        let (status, _) = client.get(who, path, address)?;
        anyhow::Ok((status == 200, began.elapsed()))
    };
    let (ask, over, others) = (&ask, &over, &others);
    let [crowd, readers] = thread::scope(|scope| {
        let crowd: Vec<_> = (0..CROWD_SIZE)
            .map(|_| {
                scope.spawn(move || {
                    let mut answers = Vec::new();
                    while !over.load(Relaxed) {
                        answers.push(ask(dearest.who, &dearest.path, CROWDED)?);
                    }
                    anyhow::Ok(answers)
                })
            })
            .collect();
        let readers: Vec<_> = (0..OTHERS)
            .map(|reader| {
                scope.spawn(move || {
                    let mut answers = Vec::new();
                    for page in others.iter().cycle().skip(reader * others.len() / OTHERS) {
                        if over.load(Relaxed) {
                            break;
                        }
                        answers.push(ask(page.who, &page.path, READER)?);
                        thread::sleep(PAUSE);
                    }
                    anyhow::Ok(answers)
                })
            })
            .collect();
        thread::sleep(CROWD);
        over.store(true, Relaxed);
        [crowd, readers].map(|threads| {
            threads
                .into_iter()
                .map(|thread| thread.join().expect("a client does not panic"))
                .collect::<anyhow::Result<Vec<_>>>()
                .map(|answers| answers.concat())
        })
    });
    let (crowd, readers) = (crowd?, readers?);
    let served = |answers: &[(bool, Duration)]| answers.iter().filter(|(fine, _)| *fine).count();
    let mut times: Vec<Duration> = readers.iter().map(|(_, time)| *time).collect();
    ensure!(!times.is_empty(), "nobody read beside the crowd");
    Ok(Crowd {
        path: dearest.path.clone(),
        connections: CROWD_SIZE,
        served: served(&crowd),
        refused: crowd.len() - served(&crowd),
        others_served: served(&readers),
        others_refused: readers.len() - served(&readers),
        others_ms_p50: milliseconds(percentile(&mut times, 0.5)),
        others_ms_p99: milliseconds(percentile(&mut times, 0.99)),
        others_ms_max: milliseconds(percentile(&mut times, 1.0)),
    })
}

pub(super) fn describe(figures: &Figures) -> Vec<String> {
    let mut lines = vec![
        format!(
            "site of {} seasons, {} people, {} submissions: generated in {:.1} s",
            figures.seasons, figures.people, figures.submissions, figures.generate_s
        ),
        "milliseconds of a core for a page, and right after a verdict:".to_owned(),
    ];
    for page in &figures.pages {
        let who = match page.who {
            Who::Visitor => "visitor",
            Who::Contestant => "contestant",
            Who::Organizer => "organizer",
        };
        lines.push(format!(
            "{who:10} {:8.1} {:8.1} {:9} B  {} {}",
            page.cpu_ms, page.cpu_ms_after_verdict, page.bytes, page.status, page.path
        ));
    }
    let crowd = &figures.crowd;
    lines.push(format!(
        "{} connections of one address ask for {}: {} served, {} refused; pages of others meanwhile: {} served, {} refused, \
         p50 {:.0} ms, p99 {:.0} ms, at most {:.0} ms",
        crowd.connections,
        crowd.path,
        crowd.served,
        crowd.refused,
        crowd.others_served,
        crowd.others_refused,
        crowd.others_ms_p50,
        crowd.others_ms_p99,
        crowd.others_ms_max
    ));
    lines
}
