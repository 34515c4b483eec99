//! A whole site for one test: database, judges, routes, on a free port.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use dojo_judge::derivation::OnFirstUse;
use dojo_sandbox::{Runtime, Simplifier};
use dojo_server::clock::Clock;
use dojo_server::config::{PasswordCost, Rates, WebConfig};
use dojo_server::contests::{Judge, SandboxJudge};
use dojo_server::folder::Folder;
use dojo_server::mail::MailServer;
use dojo_server::oidc::ProviderSettings;
use dojo_server::season::lifecycle::{self, Actor, ChangeError, Dates};
use dojo_server::season::{self, Checked, SeasonContent};
use dojo_server::server::{Parts, Site};
use dojo_server::store::seasons::{self, Season};
use dojo_server::store::users::{self, NewUser, Registered};
use dojo_server::store::{
    self, AnyConnection, Moment, Pool, Role, SeasonId, StoreError, UserId, models,
};
use dojo_server::worker::Settings;
use formula::credit::eed::{Eed, Mode};
use tokio::sync::oneshot;

use crate::client::Person;
use crate::database::Database;

/// How long a test waits for what must come.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// Where the compiled sandbox is, for this process and those that tests start.
pub(crate) fn cache_folder() -> PathBuf {
    std::env::var_os("DOJO_CACHE_DIR").map_or_else(
        || Path::new(env!("CARGO_TARGET_TMPDIR")).to_path_buf(),
        PathBuf::from,
    )
}

/// The sandbox, opened once for all tests of this process.
pub(crate) fn runtime() -> Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    let open = || Runtime::open(&cache_folder().join("sandbox"), &mut |_| {}).unwrap();
    RUNTIME.get_or_init(open).clone()
}

/// What measures how near derivations come to answers, with the real `SymPy`.
pub(crate) fn eed() -> Arc<Eed> {
    static EED: OnceLock<Arc<Eed>> = OnceLock::new();
    let open = || Simplifier::open(&cache_folder().join("sandbox"), &mut |_| {});
    Arc::clone(EED.get_or_init(|| Arc::new(Eed::new(OnFirstUse::new(open), Mode::Dojo))))
}

/// The folder of the season that tests use.
pub(crate) fn trial_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/season")
}

/// Waits until `check` gives something.
pub(crate) fn eventually<T>(what: &str, mut check: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(value) = check() {
            return value;
        }
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What a test wants to be different.
pub(crate) struct Builder {
    judge: Option<Arc<dyn Judge>>,
    eed: Option<Arc<Eed>>,
    pub(crate) web: WebConfig,
    pub(crate) content: SeasonContent,
    threads: usize,
    open: bool,
    setter: Option<&'static str>,
    mail: Option<MailServer>,
    providers: Vec<ProviderSettings>,
}

/// A running site with the trial season.
pub(crate) struct TestSite {
    pub(crate) pool: Pool,
    pub(crate) address: SocketAddr,
    /// Microseconds by which the site's clock is ahead.
    ahead: Arc<AtomicI64>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    /// Where it keeps files that can be made again.
    pub(crate) data: tempfile::TempDir,
    // Last, so that the schema is dropped when nobody uses it any more.
    _database: Database,
}

impl TestSite {
    pub(crate) fn new() -> Self {
        Self::builder().start()
    }

    pub(crate) fn builder() -> Builder {
        Builder {
            judge: None,
            eed: None,
            web: WebConfig {
                rates: Rates::unlimited(),
                password_cost: PasswordCost::Weak,
                board_age: Duration::ZERO,
                readiness_age: Duration::ZERO,
                ..WebConfig::default()
            },
            content: season::read_season(&Folder::Disk(trial_folder())).unwrap(),
            threads: 2,
            open: true,
            setter: None,
            mail: None,
            providers: Vec::new(),
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Somebody with a browser who is not signed in.
    pub(crate) fn visitor(&self) -> Person {
        Person::new(format!("http://{}", self.address))
    }

    /// Somebody who has registered by the site's own form.
    pub(crate) fn contestant(&self, name: &str) -> Person {
        let person = self.visitor();
        person.register(name);
        person
    }

    /// Somebody with a role, who has signed in.
    pub(crate) fn staff(&self, name: &str, role: Role) -> Person {
        add_user(&self.pool, name, role);
        let person = self.visitor();
        let answer = person.sign_in(name, PASSWORD);
        assert_eq!(answer.status, 303, "{}", answer.body);
        person
    }

    /// A model that somebody runs, signed in.
    pub(crate) fn model(&self, name: &str, operator: &str) -> Person {
        let id = add_user(&self.pool, name, Role::Contestant);
        store::blocking(&self.pool, |conn| {
            models::set_operator(conn, id, operator).map_err(StoreError::from)
        })
        .unwrap();
        let person = self.visitor();
        person.sign_in(name, PASSWORD).expect(303);
        person
    }

    /// The time by the site's clock.
    pub(crate) fn now(&self) -> Moment {
        Moment::now().plus(TimeDelta::microseconds(self.ahead.load(Ordering::SeqCst)))
    }

    /// Moves the site's clock.
    pub(crate) fn advance(&self, by: TimeDelta) {
        self.ahead
            .fetch_add(by.num_microseconds().unwrap(), Ordering::SeqCst);
    }

    /// Does something to the season.
    pub(crate) fn change<T>(
        &self,
        f: impl FnOnce(&mut AnyConnection, Season) -> Result<T, ChangeError>,
    ) -> T {
        store::blocking(&self.pool, |conn| {
            let season = seasons::find_season(conn, "trial")?.unwrap();
            f(conn, season)
        })
        .unwrap()
    }

    pub(crate) fn freeze(&self) {
        self.change(|conn, season| {
            lifecycle::freeze(conn, season.id, &Actor::Terminal, &Moment::now)
        });
    }

    /// Freezes the season and waits for its bonuses.
    pub(crate) fn freeze_and_score(&self) {
        self.freeze();
        eventually("the bonuses", || {
            self.change(|_, season| Ok(season)).scored_at
        });
    }

    pub(crate) fn reveal(&self) {
        self.change(|conn, season| {
            lifecycle::reveal(conn, season.id, &Actor::Terminal, Moment::now())
        });
    }
}

/// The password of everybody in tests.
pub(crate) const PASSWORD: &str = "correct horse battery";

pub(crate) fn add_user(pool: &Pool, name: &str, role: Role) -> UserId {
    let passwords = dojo_server::auth::Passwords::new(PasswordCost::Weak).unwrap();
    let hash = passwords.hash_blocking(PASSWORD).unwrap();
    let new = NewUser {
        name,
        display_name: name,
        password_hash: &hash,
        role,
    };
    match store::blocking(pool, |conn| users::insert_user(conn, &new, Moment::now())).unwrap() {
        Registered::New(id) => id,
        Registered::NameTaken => panic!("{name} is taken"),
    }
}

impl Builder {
    pub(crate) fn judge(mut self, judge: impl Judge) -> Self {
        self.judge = Some(Arc::new(judge));
        self
    }

    /// Something else that measures how near derivations come to answers.
    pub(crate) fn eed(mut self, eed: Eed) -> Self {
        self.eed = Some(Arc::new(eed));
        self
    }

    /// Another number of judges than two.
    pub(crate) fn judges(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    pub(crate) fn web(mut self, change: impl FnOnce(&mut WebConfig)) -> Self {
        change(&mut self.web);
        self
    }

    /// Another season than the trial one.
    pub(crate) fn season(mut self, folder: &Path) -> Self {
        self.content = season::read_season(&Folder::Disk(folder.to_owned())).unwrap();
        self
    }

    pub(crate) fn content(mut self, change: impl FnOnce(&mut SeasonContent)) -> Self {
        change(&mut self.content);
        self
    }

    /// Leaves the season a draft.
    pub(crate) fn draft(mut self) -> Self {
        self.open = false;
        self
    }

    /// Makes somebody the setter of all problems.
    pub(crate) fn setter(mut self, name: &'static str) -> Self {
        self.setter = Some(name);
        self
    }

    /// Sends mails to that server.
    pub(crate) fn mail(mut self, server: MailServer) -> Self {
        self.mail = Some(server);
        self
    }

    /// People sign in through these, who send them back to the site's own address.
    pub(crate) fn providers(mut self, providers: Vec<ProviderSettings>) -> Self {
        self.providers = providers;
        self
    }

    pub(crate) fn start(mut self) -> TestSite {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        if !self.providers.is_empty() {
            self.web.public_url = Some(format!("http://{address}").parse().unwrap());
        }
        let database = Database::new();
        let pool = database.pool();
        let runtime = runtime();
        let setter = self.setter.map(|name| add_user(&pool, name, Role::Setter));
        let imported = store::blocking(&pool, |conn| {
            season::import(conn, &runtime, &self.content, setter, Moment::now())
        })
        .unwrap();
        if self.open {
            store::blocking(&pool, |conn| open_at_once(conn, imported.id())).unwrap();
        }

        let data = tempfile::tempdir().unwrap();
        let ahead = Arc::new(AtomicI64::new(0));
        let shift = Arc::clone(&ahead);
        let site = Site::start(Parts {
            pool: pool.clone(),
            judge: self
                .judge
                .unwrap_or_else(|| Arc::new(SandboxJudge(runtime))),
            eed: self.eed.unwrap_or_else(eed),
            workers: Settings {
                first_pause: Duration::from_millis(5),
                ..Settings::with_threads(self.threads)
            },
            web: self.web,
            mail: self.mail,
            providers: self.providers,
            clock: Clock::from_fn(move || {
                Moment::now().plus(TimeDelta::microseconds(shift.load(Ordering::SeqCst)))
            }),
            data: data.path().to_owned(),
        })
        .unwrap();
        let (stop, stopped) = oneshot::channel();
        let wait = async move {
            // A dropped sender stops the site too.
            let _ = stopped.await;
            "the end of the test"
        };
        let thread = std::thread::spawn(move || site.serve_until(listener, wait, |_| {}).unwrap());
        TestSite {
            pool,
            address,
            ahead,
            stop: Some(stop),
            thread: Some(thread),
            data,
            _database: database,
        }
    }
}

impl Drop for TestSite {
    fn drop(&mut self) {
        drop(self.stop.take());
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            assert!(
                matches!(ended, Some(Ok(()))),
                "the site did not end in good order"
            );
        }
    }
}

/// Commits, schedules and opens a draft, to be frozen by hand.
pub(crate) fn open_at_once(conn: &mut AnyConnection, id: SeasonId) -> Result<(), ChangeError> {
    let season = seasons::load_season(conn, id)?;
    let checked = Checked::load(conn, &season, Some(&runtime()))?;
    let (by_hand, actor) = (Dates::BY_HAND, &Actor::Terminal);
    lifecycle::open_at_once(conn, id, by_hand, &checked, actor, Moment::now())
}

/// Schedules a draft a second before `now`, so that it may open now.
pub(crate) fn schedule(
    conn: &mut AnyConnection,
    id: SeasonId,
    dates: Dates,
    now: Moment,
) -> Result<(), ChangeError> {
    let season = seasons::load_season(conn, id)?;
    let checked = Checked::load(conn, &season, Some(&runtime()))?;
    let before = now.plus(TimeDelta::seconds(-1));
    lifecycle::schedule(conn, id, dates, &checked, &Actor::Terminal, before)
}
