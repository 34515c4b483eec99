//! `dojo demo`: a season of each type of contest, with sample users whose submissions fill the boards.
//!
//! The seasons and their people are built into the program. The first start imports, opens and judges
//! them; later starts go on from the same data.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use chrono::TimeDelta;
use dojo_sandbox::Runtime;
use include_dir::{Dir, include_dir};
use serde::Deserialize;

use super::data_folder::{self, DataFolder, DataFolderArgs, query, say};
use super::runtime::{self, PlaceArgs};
use super::serve::{SiteArgs, local_url};
use crate::auth::Passwords;
use crate::config::{PasswordCost, WebConfig};
use crate::contests::SandboxJudge;
use crate::folder::{Folder, read_toml};
use crate::season::lifecycle::{Actor, ChangeError, Dates};
use crate::season::{self, Checked, ImportError, SeasonContent};
use crate::server::{Parts, Site};
use crate::store::submissions::{self, NewSubmission};
use crate::store::users::{self, NewUser, Registered};
use crate::store::{
    self, Moment, Pool, Role, SeasonId, SeasonState, SubmissionKind, UserId, queue, seasons,
};
use crate::worker::Settings;

/// The people of the demo.
const PEOPLE: &str = "people.toml";

static DEMO: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../seasons/demo");

static PHYSICS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../seasons/physics-demo");

/// The demo season's folder.
pub(super) fn folder() -> Folder {
    Folder::Embedded(&DEMO)
}

/// The example solutions that are Reward Correct, with their paths.
pub(super) fn reward_examples() -> impl Iterator<Item = (String, &'static [u8])> {
    DEMO.find("problems/*/examples/reward/*.py")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.as_file())
        .map(|file| (file.path().display().to_string(), file.contents()))
}

/// How long before the first start the demo season appears to have been opened; the sample
/// submissions are spread over this time.
const SEASON_AGE: TimeDelta = TimeDelta::hours(30);

/// How often the queue is looked at while the sample submissions are judged.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Options of `dojo demo`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder of the demo's data; by default sequence-dojo/demo in the user's data folder.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Folder of the compiled sandbox, when it is to be shared.
    #[arg(long, value_name = "DIR", env = "DOJO_CACHE_DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    site: SiteArgs,
}

/// A season that is built in, with its people.
struct Sample {
    folder: Folder,
    content: SeasonContent,
    people: People,
}

impl Sample {
    fn read(folder: Folder) -> anyhow::Result<Self> {
        let content = season::read_season(&folder).context("the built-in demo season is broken")?;
        let people = folder
            .read_text(PEOPLE)
            .and_then(|text| read_toml(PEOPLE, &text))
            .context("the built-in demo people are broken")?;
        Ok(Self {
            folder,
            content,
            people,
        })
    }

    /// Brings the season and its people into the database.
    fn import(
        &self,
        pool: &Pool,
        runtime: &Runtime,
        password_hash: &str,
        now: Moment,
    ) -> Result<Loaded<'_>, anyhow::Error> {
        let users = register(pool, &self.people, password_hash, now.plus(-SEASON_AGE))?;
        let mut people = self.people.user.iter().zip(&users);
        let setter = people.find(|(person, _)| person.role == Role::Setter.as_str());
        let setter = setter.map(|(_, user)| *user);
        let imported = store::blocking(pool, |conn| {
            season::import(conn, runtime, &self.content, setter, now)
        })?;
        Ok(Loaded {
            sample: self,
            season: imported.id(),
            users,
        })
    }
}

/// A sample that is in the database.
struct Loaded<'a> {
    sample: &'a Sample,
    season: SeasonId,
    users: Vec<UserId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct People {
    user: Vec<Person>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Person {
    name: String,
    display_name: String,
    role: String,
    submissions: Vec<String>,
}

pub(super) fn main(args: Args) -> anyhow::Result<ExitCode> {
    super::log::log_to_stderr("warn");
    let shared = runtime::default_data_folder();
    // Without a folder of its own the demo shares the compiled sandbox with the other commands.
    let home = DataFolder::open_or_make(&DataFolderArgs {
        cache: args
            .cache
            .or_else(|| args.data.is_none().then(|| shared.clone())),
        data: Some(args.data.unwrap_or_else(|| shared.join("demo"))),
        database: None,
        database_url_file: None,
        place: args.place,
    })?;
    let pool = home.server_pool(args.site.connections())?;
    let _lock = home.become_the_server(&pool)?;
    let runtime = home.runtime()?;
    let password = password(&home.file("demo-password"))?;
    let hash = Passwords::new(PasswordCost::Strong)?.hash_blocking(&password)?;
    let now = Moment::now();
    // The last one is the newest season.
    let samples = [
        Sample::read(Folder::Embedded(&PHYSICS))?,
        Sample::read(folder())?,
    ];
    let import = |sample| {
        Sample::import(sample, &pool, &runtime, &hash, now).map_err(|error| {
            match error.downcast_ref::<ImportError>() {
                Some(ImportError::Differs { .. }) => error.context(format!(
                    "{} holds the demo of another version; remove it or choose another folder with --data",
                    home.data().display()
                )),
                _ => error,
            }
        })
    };
    let [derivations, programs] = &samples;
    let [derivations, programs] = [import(derivations)?, import(programs)?];
    let sandbox = runtime.clone();
    programs.open_with_submissions(&pool, &sandbox, now)?;
    let digest = runtime.digest().to_string();
    let waiting = store::blocking(&pool, |conn| season::runtime::list_waiting(conn, &digest))?;
    anyhow::ensure!(
        waiting.is_empty(),
        "{} holds the demo of a version with another sandbox; remove it or choose another folder with --data",
        home.data().display()
    );
    let [_, Sample { people, .. }] = &samples;

    let listener = listen(&args.site.listen)?;
    let on_this_machine = listener.local_addr()?.ip().is_loopback();
    let site = Site::start(Parts {
        pool: pool.clone(),
        judge: Arc::new(SandboxJudge(runtime)),
        eed: Arc::new(home.eed()),
        workers: Settings::with_threads(args.site.workers()),
        web: WebConfig {
            rates: args.site.rates(),
            connections: args.site.connections_per_address(),
            // Only who sits at this machine is told the password by the site itself.
            login_hint: on_this_machine.then(|| hint(people, &password)),
            ..WebConfig::default()
        },
        mail: None,
        providers: Vec::new(),
        clock: data_folder::clock(&pool)?,
        data: home.data().to_owned(),
    })?;
    wait_for_judges(&pool, programs.season)?;
    // Wrong derivations have to wait until what simplifies formulas is compiled; the pages need not.
    derivations.open_with_submissions(&pool, &sandbox, now)?;
    site.serve(listener, |address| {
        if let Err(error) = greet(address, &samples, people, &password, home.data()) {
            tracing::warn!(%error, "cannot write to the terminal");
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The password of all sample users: made at random at the first start, kept in the data folder.
fn password(path: &Path) -> anyhow::Result<String> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(mut file) => {
            let bits = hex::encode(rand::random::<[u8; 6]>());
            let (first, rest) = bits.split_at(4);
            let (second, third) = rest.split_at(4);
            let password = format!("{first}-{second}-{third}");
            file.write_all(password.as_bytes())?;
            Ok(password)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Ok(std::fs::read_to_string(path)?.trim().to_owned())
        }
        Err(error) => Err(error).with_context(|| format!("cannot write {}", path.display())),
    }
}

/// Registers the people who are not there yet; their numbers, in order.
fn register(
    pool: &Pool,
    people: &People,
    password_hash: &str,
    since: Moment,
) -> anyhow::Result<Vec<UserId>> {
    people
        .user
        .iter()
        .map(|person| {
            let role = person.role.parse()?;
            let new = NewUser {
                name: &person.name,
                display_name: &person.display_name,
                password_hash,
                role,
            };
            match store::blocking(pool, |conn| users::register(conn, &new, since))? {
                Registered::New(id) => Ok(id),
                Registered::NameTaken => query(pool, |conn| users::find_user(conn, &person.name))?
                    .map(|user| user.id)
                    .with_context(|| format!("`{}` is neither free nor taken", person.name)),
            }
        })
        .collect()
}

impl Loaded<'_> {
    /// Opens the season and stores the sample submissions, both or neither.
    fn open_with_submissions(
        &self,
        pool: &Pool,
        runtime: &Runtime,
        now: Moment,
    ) -> anyhow::Result<()> {
        let Sample { folder, people, .. } = self.sample;
        let season = self.season;
        let problems = store::blocking(pool, |conn| season::problems_by_slug(conn, season))?;
        let mut samples = Vec::new();
        for (person, user) in people.user.iter().zip(&self.users) {
            for example in &person.submissions {
                let (problem, file) = example
                    .split_once('/')
                    .with_context(|| format!("`{example}` names no problem"))?;
                let id = problems
                    .get(problem)
                    .with_context(|| format!("`{example}`: there is no such problem"))?
                    .id;
                samples.push(NewSubmission {
                    problem: id,
                    user: *user,
                    source: folder.read(&format!("problems/{problem}/examples/{file}"))?,
                    method_tag: String::new(),
                    notes: String::new(),
                });
            }
        }
        let opened = now.plus(-SEASON_AGE);
        let draft = query(pool, |conn| seasons::load_season(conn, season))?;
        let checked = store::blocking(pool, |conn| Checked::load(conn, &draft, Some(runtime)))?;
        let steps = i32::try_from(samples.len())
            .unwrap_or(i32::MAX)
            .saturating_add(1);
        store::blocking(pool, |conn| {
            store::write(conn, |conn| {
                if seasons::load_season(conn, season)?.state != SeasonState::Draft {
                    return Ok(());
                }
                let (by_hand, actor) = (Dates::BY_HAND, &Actor::Terminal);
                season::lifecycle::open_at_once_in(conn, season, by_hand, &checked, actor, opened)?;
                for (sample, step) in samples.iter().zip(1..) {
                    let at = opened.plus(SEASON_AGE / steps * step);
                    submissions::insert_queued(conn, sample, SubmissionKind::Ranked, at)?;
                }
                Ok::<_, ChangeError>(())
            })
        })?;
        Ok(())
    }
}

/// Lets the boards of a season be full when the first page is opened.
fn wait_for_judges(pool: &Pool, season: SeasonId) -> anyhow::Result<()> {
    let left = || query(pool, |conn| queue::count_jobs_of(conn, season));
    let waiting = left()?;
    if waiting > 0 {
        eprintln!("Judging {waiting} sample submissions …");
    }
    while left()? > 0 {
        thread::sleep(LOOK_EVERY);
    }
    Ok(())
}

/// The address asked for, or a free port when that one is taken.
fn listen(address: &str) -> anyhow::Result<TcpListener> {
    match TcpListener::bind(address) {
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            let (host, _) = address.rsplit_once(':').context("an address has a port")?;
            let listener = TcpListener::bind(format!("{host}:0"))
                .with_context(|| format!("cannot listen on {host}"))?;
            say(&format!(
                "{address} is taken by another program; using a free port instead."
            ))?;
            Ok(listener)
        }
        other => other.with_context(|| format!("cannot listen on {address}")),
    }
}

fn hint(people: &People, password: &str) -> String {
    format!(
        "In this demo you can sign in as {}, each with the password {password}.",
        names(people)
    )
}

fn names(people: &People) -> String {
    let mut names: Vec<String> = people
        .user
        .iter()
        .map(|person| format!("{} ({})", person.name, person.role))
        .collect();
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} or {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

fn greet(
    address: SocketAddr,
    samples: &[Sample],
    people: &People,
    password: &str,
    data: &Path,
) -> anyhow::Result<()> {
    for Sample { content, .. } in samples.iter().rev() {
        say(&format!(
            "Sequence Dojo: “{}” with {} problems",
            content.season.title,
            content.problems.len()
        ))?;
    }
    say(&format!("Open {}", local_url(address)))?;
    say(&format!(
        "Sign in as {}; the password of each is {password}",
        names(people)
    ))?;
    say("or register a name of your own.")?;
    say(&format!(
        "Ctrl-C stops the server; its data stays in {}",
        data.display()
    ))
}
