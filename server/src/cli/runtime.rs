//! Opens the sandbox for a command, telling the person who waits what is going on.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use dojo_judge::physics::OnFirstUse;
use dojo_physics::eed::{Eed, Mode};
use dojo_sandbox::{OpenError, Progress, Runtime, Simplifier};

use crate::memory;

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

/// Opens the sandbox, with its compiled guest kept under `data`, or under the user's data folder
/// so that all commands share one.
pub(super) fn open(data: Option<&Path>) -> anyhow::Result<Runtime> {
    let data = data.map_or_else(default_data_folder, Path::to_path_buf);
    let mut compiled = false;
    let mut tell = |news| match news {
        Progress::Compiling => {
            eprintln!("Preparing the Python sandbox, once: this takes up to a minute.");
        }
        Progress::Recompiling => {
            eprintln!("The prepared Python sandbox was damaged. Preparing it again.");
        }
        Progress::Compiled => {
            compiled = true;
            eprintln!("The Python sandbox is ready.");
        }
    };
    let runtime = Runtime::open(&data.join("sandbox"), &mut tell)
        .context("cannot open the Python sandbox")?;
    if compiled {
        memory::give_back();
    }
    Ok(runtime)
}

/// Goes behind the second wall: from here on nothing but what is open already can be reached. For
/// commands that have read all they need and only judge and print.
pub(super) fn wall_off() {
    if let Err(error) = dojo_sandbox::wall_off() {
        eprintln!("Running without the second wall: {error}.");
    }
}

/// What measures how near answers are. The sandbox that simplifies is kept where the other is, and
/// opened when the first formula needs it.
pub(super) fn eed(data: Option<&Path>, mode: Mode) -> Eed {
    let folder = data
        .map_or_else(default_data_folder, Path::to_path_buf)
        .join("sandbox");
    Eed::new(OnFirstUse::new(move || open_simplifier(&folder)), mode)
}

fn open_simplifier(folder: &Path) -> Result<Simplifier, OpenError> {
    let mut compiled = false;
    let mut tell = |news| match news {
        Progress::Compiling => {
            eprintln!("Preparing SymPy's sandbox, once: this takes up to a minute.");
        }
        Progress::Recompiling => {
            eprintln!("SymPy's prepared sandbox was damaged. Preparing it again.");
        }
        Progress::Compiled => {
            compiled = true;
            eprintln!("SymPy's sandbox is ready.");
        }
    };
    let simplifier = Simplifier::open(folder, &mut tell)?;
    if compiled {
        memory::give_back();
    }
    Ok(simplifier)
}
