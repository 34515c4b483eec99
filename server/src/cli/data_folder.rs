//! The data folder of a server, and how commands open it.

use std::env;
use std::error::Error;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chrono::TimeDelta;
use dojo_sandbox::Runtime;
use formula::credit::eed::{Eed, Mode};
use rustix::fs::{Access, access};
use rustix::io::Errno;
use tempfile::TempDir;

use super::runtime::{self, PlaceArgs, RunsWhere};
use crate::clock::Clock;
use crate::startup_answers::StartupAnswers;
use crate::store::{self, DatabaseUrl, Moment, Pool, StoreError, Trouble};
use crate::whole_file::folder_of;

/// By how much this machine's clock may differ from the database's.
const MAX_CLOCK_DIFFERENCE: TimeDelta = TimeDelta::seconds(1);

/// Where the data is.
#[derive(Debug, clap::Args)]
pub(super) struct DataFolderArgs {
    /// Folder of the database and of the compiled sandbox; by default sequence-dojo in the user's
    /// data folder.
    #[arg(long, value_name = "DIR", env = "DOJO_DATA")]
    pub(super) data: Option<PathBuf>,
    /// Database: a SQLite file or postgres://…; by default dojo.sqlite in the data folder.
    #[arg(
        long,
        value_name = "URL",
        env = "DOJO_DATABASE_URL",
        hide_env_values = true
    )]
    pub(super) database: Option<String>,
    /// File that holds the same, for an address with a password in it.
    #[arg(
        long,
        value_name = "FILE",
        env = "DOJO_DATABASE_URL_FILE",
        conflicts_with = "database"
    )]
    pub(super) database_url_file: Option<PathBuf>,
    /// Folder of the compiled sandbox, when it is to be shared.
    #[arg(long, value_name = "DIR", env = "DOJO_CACHE_DIR")]
    pub(super) cache: Option<PathBuf>,
    #[command(flatten)]
    pub(super) place: PlaceArgs,
}

/// An opened data folder.
pub(super) struct DataFolder {
    data: PathBuf,
    cache: PathBuf,
    place: RunsWhere,
    /// A database without a schema gets one.
    may_begin: bool,
    pub(super) url: DatabaseUrl,
}

impl DataFolder {
    /// Opens it for a command that needs a database which is there; a wrong path makes none.
    pub(super) fn open(args: &DataFolderArgs) -> anyhow::Result<Self> {
        let home = Self::locate(args)?;
        if let DatabaseUrl::Sqlite(file) = &home.url {
            may_be_used(file)?;
        }
        make_private_folder(&home.data)?;
        Ok(home)
    }

    /// Opens it for a worker, whose database several machines have to reach.
    pub(super) fn open_shared(args: &DataFolderArgs) -> anyhow::Result<Self> {
        let home = Self::locate(args)?;
        anyhow::ensure!(
            matches!(home.url, DatabaseUrl::Postgres(_)),
            "workers of their own need a database that several machines can reach: give --database postgres://…"
        );
        make_private_folder(&home.data)?;
        Ok(home)
    }

    /// Opens it for a command that changes nothing: file and folder need not take anything.
    pub(super) fn open_to_read(args: &DataFolderArgs) -> anyhow::Result<Self> {
        let home = Self::locate(args)?;
        if let DatabaseUrl::Sqlite(file) = &home.url {
            may_be(Access::READ_OK, file)?;
        }
        Ok(home)
    }

    /// Opens it for a command with which a site begins: folder and database are made when there are none.
    pub(super) fn open_or_make(args: &DataFolderArgs) -> anyhow::Result<Self> {
        let home = Self {
            may_begin: true,
            ..Self::locate(args)?
        };
        make_private_folder(&home.data)?;
        if let DatabaseUrl::Sqlite(file) = &home.url
            && file.exists()
        {
            may_be_used(file)?;
        }
        Ok(home)
    }

    fn locate(args: &DataFolderArgs) -> anyhow::Result<Self> {
        let shared = runtime::default_data_folder();
        let cache = args
            .cache
            .as_ref()
            .or(args.data.as_ref())
            .unwrap_or(&shared)
            .clone();
        let data = args.data.clone().unwrap_or(shared);
        let url = match (&args.database, &args.database_url_file) {
            (Some(text), _) => text.parse()?,
            (None, Some(file)) => read_url(file)
                .with_context(|| format!("no address of a database in {}", file.display()))?,
            (None, None) => DatabaseUrl::Sqlite(data.join("dojo.sqlite")),
        };
        Ok(Self {
            data,
            cache,
            place: args.place.place(),
            may_begin: false,
            url,
        })
    }

    /// The folder itself.
    pub(super) fn data(&self) -> &Path {
        &self.data
    }

    /// A file in the folder.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.data.join(name)
    }

    /// As [`DataFolder::server_pool`], for a command that goes by this machine's clock. It refuses when that is not
    /// the database's.
    pub(super) fn pool(&self, connections: u32) -> anyhow::Result<Pool> {
        let pool = self.server_pool(connections)?;
        let before = Moment::now();
        let told = query(&pool, store::time)?;
        let early = before.since(told);
        let late = told.since(Moment::now());
        let off = early.max(late);
        anyhow::ensure!(
            off <= MAX_CLOCK_DIFFERENCE,
            "this machine's clock is {} s {} the database's; set it right and try again",
            off.num_seconds(),
            if early > late { "ahead of" } else { "behind" },
        );
        Ok(pool)
    }

    /// Opens the database whatever its schema is, for one who does one thing after the other.
    pub(super) fn pool_as_it_is(&self) -> anyhow::Result<Pool> {
        store::open(&self.url, 1).with_context(|| format!("cannot open {}", self.url))
    }

    /// Opens the database to read it. SQLite reads no file beside which it can write nothing: of one on a disk that is
    /// full or takes nothing, a copy in a folder in `scratch` is opened, which is there as long as what is given back.
    pub(super) fn pool_to_read(&self, scratch: &Path) -> anyhow::Result<(Pool, Option<TempDir>)> {
        let opened = store::open(&self.url, 1);
        let DatabaseUrl::Sqlite(file) = &self.url else {
            return Ok((opened?, None));
        };
        match opened {
            Err(error) if takes_nothing(&error) => {
                let shown = file.display();
                eprintln!("{shown} cannot be read where it is ({error}), so a copy is read");
                let (folder, copy) = copy_to_read(file, scratch)?;
                let pool = store::open(&copy, 1)?;
                store::blocking(&pool, store::check_file)?;
                Ok((pool, Some(folder)))
            }
            opened => {
                let pool = opened.with_context(|| format!("cannot open {}", self.url))?;
                Ok((pool, None))
            }
        }
    }

    /// A copy of the database for readers, with the newest schema, of which nothing can be changed: for a site whose
    /// disk is full or takes nothing. It is there as long as the folder that is given back.
    pub(super) fn copy_for_readers(&self, connections: u32) -> anyhow::Result<(Pool, TempDir)> {
        let DatabaseUrl::Sqlite(file) = &self.url else {
            anyhow::bail!("PostgreSQL reads on by itself");
        };
        let (folder, copy) = copy_to_read(file, &env::temp_dir())?;
        {
            let pool = store::open(&copy, 1)?;
            store::blocking(&pool, store::check_file)?;
            store::blocking(&pool, store::migrate)?;
        }
        Ok((store::open_for_readers(&copy, connections)?, folder))
    }

    /// Opens the database and brings its schema up to date.
    pub(super) fn server_pool(&self, connections: u32) -> anyhow::Result<Pool> {
        let pool = store::open(&self.url, connections)
            .with_context(|| format!("cannot open {}", self.url))?;
        anyhow::ensure!(
            self.may_begin || query(&pool, store::has_schema)?,
            "there is no site in {}: --database or DOJO_DATABASE_URL says where it is, and `dojo serve` begins one",
            self.url
        );
        store::blocking(&pool, store::migrate)?;
        Ok(pool)
    }

    /// Opens the sandbox; the first time it is compiled, which the person who waits is told.
    pub(super) fn runtime(&self) -> anyhow::Result<Runtime> {
        runtime::open(Some(&self.cache), self.place)
    }

    /// The same for a site: while the sandbox is compiled, somebody answers on its listener.
    pub(super) fn runtime_of_site(&self, listener: &TcpListener) -> anyhow::Result<Runtime> {
        let mut preparing = None;
        runtime::open_telling(Some(&self.cache), self.place, &mut || {
            if preparing.is_none() {
                preparing = StartupAnswers::start(listener)
                    .inspect_err(|error| tracing::warn!(%error, "cannot answer meanwhile"))
                    .ok();
            }
        })
    }

    /// What measures how near derivations come to final answers. Its sandbox is opened, and the first
    /// time compiled, when the first formula has to be simplified.
    pub(super) fn eed(&self) -> Eed {
        runtime::eed(Some(&self.cache), Mode::Dojo, self.place)
    }

    /// Makes sure that this is the only server on an embedded database, and takes back what an
    /// earlier one had begun when it died. On PostgreSQL there may be others, and leases run out.
    pub(super) fn become_the_server(&self, pool: &Pool) -> anyhow::Result<Option<File>> {
        let Some(lock) = self.lock()? else {
            return Ok(None);
        };
        store::blocking(pool, store::check_file)?;
        let jobs = store::blocking(pool, store::queue::give_back_all)?;
        if jobs > 0 {
            tracing::warn!(jobs, "took back what an earlier server had begun");
        }
        Ok(Some(lock))
    }

    /// Makes sure that no server uses an embedded database.
    pub(super) fn lock(&self) -> anyhow::Result<Option<File>> {
        match &self.url {
            DatabaseUrl::Sqlite(path) => lock(&path.with_extension("lock")).map(Some),
            DatabaseUrl::Postgres(_) => Ok(None),
        }
    }
}

fn read_url(file: &Path) -> anyhow::Result<DatabaseUrl> {
    Ok(fs::read_to_string(file)?.trim().parse()?)
}

/// The clock of a server on this database.
pub(super) fn clock(pool: &Pool) -> anyhow::Result<Clock> {
    let pool = pool.clone();
    Ok(Clock::steady(move || query(&pool, store::time))?)
}

/// Whether SQLite cannot write beside its file, or the file itself.
fn takes_nothing(error: &StoreError) -> bool {
    matches!(error.trouble(), Some(Trouble::Full | Trouble::Away))
}

/// Whether an error is that the disk is full or takes nothing, as the database or the system tells it.
pub(super) fn is_of_disk(error: &(dyn Error + 'static)) -> bool {
    let kind = error.downcast_ref().map(io::Error::kind);
    let is_of_system = matches!(
        kind,
        Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::ReadOnlyFilesystem)
    );
    is_of_system || error.downcast_ref().is_some_and(takes_nothing)
}

/// Copies a file of SQLite into a new folder in `scratch`.
fn copy_to_read(file: &Path, scratch: &Path) -> anyhow::Result<(TempDir, DatabaseUrl)> {
    let folder = tempfile::tempdir_in(scratch)?;
    let copy = folder.path().join("dojo.sqlite");
    copy_database(file, &copy).with_context(|| format!("cannot copy {}", file.display()))?;
    Ok((folder, DatabaseUrl::Sqlite(copy)))
}

/// Copies a file of SQLite with what was committed to its log alone.
fn copy_database(file: &Path, copy: &Path) -> io::Result<()> {
    fs::copy(file, copy)?;
    let log = |path: &Path| {
        let mut name = path.as_os_str().to_owned();
        name.push("-wal");
        PathBuf::from(name)
    };
    match fs::copy(log(file), log(copy)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn may_be_used(file: &Path) -> anyhow::Result<()> {
    may_be(Access::READ_OK | Access::WRITE_OK, file)
}

/// SQLite says of a missing file and of wrong rights alike that it cannot open the file.
fn may_be(wanted: Access, file: &Path) -> anyhow::Result<()> {
    let shown = file.display();
    let folder = folder_of(file);
    let verb = if wanted.contains(Access::WRITE_OK) {
        "read and write"
    } else {
        "read"
    };
    match access(file, wanted).and_then(|()| access(folder, wanted | Access::EXEC_OK)) {
        // What cannot be written there, the database itself tells.
        Ok(()) | Err(Errno::ROFS) => Ok(()),
        Err(Errno::NOENT) => anyhow::bail!(
            "there is no database {shown}: --data or DOJO_DATA says where it is, and `dojo serve` makes one"
        ),
        Err(Errno::ACCESS | Errno::PERM) => anyhow::bail!(
            "this user may not {verb} {shown} and its folder: run the command as the user that the server \
             runs as, or change the owner (chown -R)"
        ),
        Err(error) => Err(error).with_context(|| format!("cannot use the database {shown}")),
    }
}

fn lock(path: &Path) -> anyhow::Result<File> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            anyhow::bail!(
                "another server is using this database: it holds {}",
                path.display()
            )
        }
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}

/// What is in it is nobody else's business on a shared machine.
pub(super) fn make_private_folder(path: &Path) -> anyhow::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(path)
        .with_context(|| format!("cannot make the folder {}", path.display()))
}

/// Writes a line for the person at the terminal, or for the program that reads it.
pub(super) fn say(line: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// Runs a function of the store, whose error may be the database's own.
pub(super) fn query<T, E>(
    pool: &Pool,
    f: impl FnOnce(&mut store::AnyConnection) -> Result<T, E>,
) -> Result<T, StoreError>
where
    StoreError: From<E>,
{
    store::blocking(pool, |conn| f(conn).map_err(StoreError::from))
}
