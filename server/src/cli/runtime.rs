//! Opens the sandbox for a command, telling the person who waits what is going on.

use std::path::{Path, PathBuf};

use dojo_judge::derivation::OnFirstUse;
use dojo_sandbox::{OpenError, Progress, Runtime, Simplifier};
use formula::credit::eed::{Eed, Mode, Simplify};

use crate::allocator;

/// Where data is kept when no folder is named: `sequence-dojo` in the user's data folder.
pub(super) fn default_data_folder() -> PathBuf {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    std::env::var_os("XDG_DATA_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(home)
        .unwrap_or_else(|| PathBuf::from("."))
        .join("sequence-dojo")
}

/// Where programs run.
#[derive(Clone, Copy, Debug)]
pub(super) enum RunsWhere {
    /// In this process.
    Here,
    /// In processes of their own, behind the second wall.
    Apart,
}

/// For commands that may run programs either way.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct PlaceArgs {
    /// Run programs in this process, and not in processes of their own that can reach nothing of this
    /// machine.
    #[arg(long, env = "DOJO_IN_PROCESS")]
    in_process: bool,
}

impl PlaceArgs {
    pub(super) fn place(self) -> RunsWhere {
        if self.in_process {
            RunsWhere::Here
        } else {
            RunsWhere::Apart
        }
    }
}

/// The command of a process that programs run in: this program, even if its file was replaced
/// meanwhile.
const APART: [&str; 2] = ["/proc/self/exe", "sandbox"];

/// Opens the sandbox, with its compiled guest kept under `data`, or under the user's data folder
/// so that all commands share one.
pub(super) fn open(data: Option<&Path>, place: RunsWhere) -> anyhow::Result<Runtime> {
    open_telling(data, place, &mut || {})
}

/// The same; `compiling` is called if that takes long, because it has to be compiled first.
pub(super) fn open_telling(
    data: Option<&Path>,
    place: RunsWhere,
    compiling: &mut dyn FnMut(),
) -> anyhow::Result<Runtime> {
    let folder = folder(data);
    let opened = telling("the Python sandbox", |tell| {
        let tell = &mut |news| {
            tell(news);
            if news != Progress::Compiled {
                compiling();
            }
        };
        match place {
            RunsWhere::Here => Runtime::open(&folder, tell),
            RunsWhere::Apart => Runtime::open_apart(&folder, &APART, tell),
        }
    });
    opened.map_err(|error| match error {
        OpenError::Process(_) => anyhow::Error::from(error)
            .context("this system does not shut processes off; --in-process does without"),
        OpenError::Engine(_) | OpenError::Snapshot(_) | OpenError::Cache { .. } => {
            anyhow::Error::from(error).context("cannot open the Python sandbox")
        }
    })
}

/// Goes behind the second wall: from here on nothing but what is open already can be reached. For
/// commands that have read all they need and only judge and print.
pub(super) fn wall_off() {
    if let Err(error) = dojo_sandbox::wall_off() {
        eprintln!("Running without the second wall: {error}.");
    }
}

/// What measures how near answers are, through [`simplifier`].
pub(super) fn eed(data: Option<&Path>, mode: Mode, place: RunsWhere) -> Eed {
    Eed::new(simplifier(data, place), mode)
}

/// `SymPy`. Its sandbox is kept where the other is, and opened when the first formula needs it.
pub(super) fn simplifier(data: Option<&Path>, place: RunsWhere) -> impl Simplify + use<> {
    let folder = folder(data);
    OnFirstUse::new(move || {
        telling("SymPy's sandbox", |tell| match place {
            RunsWhere::Here => Simplifier::open(&folder, tell),
            RunsWhere::Apart => Simplifier::open_apart(&folder, &APART, tell),
        })
    })
}

/// Where the prepared sandboxes are kept: where a command is told, else where the machine's are shared.
pub(super) fn folder(data: Option<&Path>) -> PathBuf {
    let shared = || std::env::var_os("DOJO_CACHE_DIR").filter(|folder| !folder.is_empty());
    data.map(Path::to_path_buf)
        .or_else(|| shared().map(PathBuf::from))
        .unwrap_or_else(default_data_folder)
        .join("sandbox")
}

/// Says something in the log, where there is one, or else on standard error.
fn say(message: &str) {
    if tracing::enabled!(tracing::Level::INFO) {
        tracing::info!("{message}");
    } else {
        eprintln!("{message}");
    }
}

/// Opens something while the person who waits is told what goes on.
pub(super) fn telling<T>(
    what: &str,
    open: impl FnOnce(&mut dyn FnMut(Progress)) -> Result<T, OpenError>,
) -> Result<T, OpenError> {
    let mut compiled = false;
    let opened = open(&mut |news| match news {
        Progress::Compiling => {
            say(&format!(
                "Preparing {what}, once: this takes up to a minute."
            ));
        }
        Progress::Recompiling => {
            say(&format!(
                "A file of {what} was damaged. Preparing it again."
            ));
        }
        Progress::Compiled => {
            compiled = true;
            say(&format!("Prepared {what}."));
        }
    })?;
    if compiled {
        allocator::give_back();
    }
    Ok(opened)
}
