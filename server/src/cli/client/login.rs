//! The server and the token that `dojo login` keeps: a private file in the user's config folder.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::cli::data_folder::make_private_folder;
use crate::config::PublicUrl;

/// A server, and who somebody is there.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Login {
    /// Address without a slash at the end.
    pub(super) url: String,
    /// Token of the API.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) token: Option<String>,
}

impl Login {
    /// The server that is named, else the one that is kept. A kept token goes with its own server
    /// alone; `DOJO_TOKEN` goes with whichever is meant.
    pub(super) fn find(named: Option<&PublicUrl>) -> anyhow::Result<Option<Self>> {
        let kept = Self::read()?;
        let login = match (named, kept) {
            (Some(named), Some(kept)) if named.origin == kept.url => kept,
            (Some(named), _) => Self {
                url: named.origin.clone(),
                token: None,
            },
            (None, Some(kept)) => kept,
            (None, None) => return Ok(None),
        };
        let token = std::env::var("DOJO_TOKEN").ok();
        Ok(Some(Self {
            token: token.filter(|token| !token.is_empty()).or(login.token),
            ..login
        }))
    }

    fn read() -> anyhow::Result<Option<Self>> {
        let path = file()?;
        match fs::read_to_string(&path) {
            Ok(text) => {
                let login = toml::from_str(&text)
                    .with_context(|| format!("{} is damaged; log in again", path.display()))?;
                Ok(Some(login))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    /// Keeps it for later commands, in place of an earlier one; nobody else can read it.
    pub(super) fn keep(&self) -> anyhow::Result<PathBuf> {
        let path = file()?;
        let folder = path.parent().unwrap_or(Path::new("."));
        make_private_folder(folder)?;
        let written = || -> anyhow::Result<()> {
            // A temporary file is made with mode 0600.
            let mut new = tempfile::NamedTempFile::new_in(folder)?;
            new.write_all(toml::to_string(self)?.as_bytes())?;
            new.persist(&path)?;
            Ok(())
        };
        written().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    /// Forgets what is kept; false when nothing is.
    pub(super) fn forget() -> anyhow::Result<bool> {
        let path = file()?;
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error).with_context(|| format!("cannot remove {}", path.display())),
        }
    }
}

/// `sequence-dojo/login.toml` in the user's config folder.
fn file() -> anyhow::Result<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config"));
    std::env::var_os("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(home)
        .map(|config| config.join("sequence-dojo/login.toml"))
        .context("there is no config folder: set HOME or XDG_CONFIG_HOME")
}
