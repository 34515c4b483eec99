//! The settings of a server: a file, over it variables, over these flags; and `dojo config`, which
//! prints what holds and where it comes from.
//!
//! The keys of the file are the names of the flags of `dojo serve`, so that whatever has a flag can
//! stand in the file; tables of providers have no flags.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::data_folder::say;
use super::oidc;
use crate::store::DatabaseUrl;

/// The commands that take the settings of a server.
const COMMANDS: [&str; 2] = ["serve", "config"];

/// The flag that names the file; it cannot stand in it.
const FILE_FLAG: &str = "config";

/// Adds what a file of settings says to the commands that take them.
///
/// # Errors
/// When the file that the arguments name cannot be read or says what there is no flag for.
pub(super) fn with_file(command: Command, arguments: &[OsString]) -> anyhow::Result<Command> {
    let Some(file) = named_file(&command, arguments) else {
        return Ok(command);
    };
    let settings = read(&file).with_context(|| format!("cannot use {}", file.display()))?;
    let mut command = command;
    for name in COMMANDS {
        let known: Vec<String> = command
            .find_subcommand(name)
            .into_iter()
            .flat_map(Command::get_arguments)
            .filter_map(key)
            .collect();
        if let Some(unknown) = settings.keys().find(|key| !known.contains(key)) {
            bail!("{} says `{unknown}`, which is no setting", file.display());
        }
        command = command.mut_subcommand(name, |mut command| {
            for (key, value) in &settings {
                // Lives as long as the process does, as all of the command line.
                let value: &'static str = value.clone().leak();
                let id = key.replace('-', "_");
                command = command.mut_arg(id, |arg| arg.default_value(value));
            }
            command
        });
    }
    Ok(command)
}

/// Where a value stands that cannot be read, if not on the command line: a variable or the file.
pub(super) fn place_of(
    error: &clap::Error,
    command: &Command,
    arguments: &[OsString],
) -> Option<String> {
    let Some(ContextValue::String(shown)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let flag = shown.split([' ', '=']).next()?;
    let is_it = |argument: &OsString| argument.to_string_lossy().starts_with(flag);
    if arguments.iter().any(is_it) {
        return None;
    }
    let subcommand = arguments.get(1)?.to_str()?;
    let mut known = command.find_subcommand(subcommand)?.get_arguments();
    let arg = known.find(|arg| arg.get_long() == flag.strip_prefix("--"))?;
    let variable = arg
        .get_env()
        .filter(|name| std::env::var_os(name).is_some());
    match variable {
        Some(name) => Some(name.to_string_lossy().into_owned()),
        None => named_file(command, arguments).map(|file| file.display().to_string()),
    }
}

/// The file that the arguments or the environment name, whatever else is wrong with them.
fn named_file(command: &Command, arguments: &[OsString]) -> Option<PathBuf> {
    let matches = command
        .clone()
        .ignore_errors(true)
        .try_get_matches_from(arguments)
        .ok()?;
    let (name, matches) = matches.subcommand()?;
    if !COMMANDS.contains(&name) {
        return None;
    }
    matches.get_one::<PathBuf>(FILE_FLAG).cloned()
}

fn read(file: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let text = fs::read_to_string(file)?;
    let table: toml::Table = text.parse()?;
    table
        .into_iter()
        .filter(|(key, _)| key != oidc::KEY)
        .map(|(key, value)| {
            let value = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Boolean(yes) => yes.to_string(),
                _ => bail!("`{key}` is a text, a number, or true or false"),
            };
            Ok((key, value))
        })
        .collect()
}

/// Under which key an argument stands in the file; none for those that do not.
fn key(arg: &Arg) -> Option<String> {
    let name = arg.get_long()?;
    (!["help", "version", FILE_FLAG].contains(&name)).then(|| name.to_owned())
}

/// Prints each setting with where it comes from, in the form of the file.
///
/// # Errors
/// When it cannot be printed.
pub(super) fn print(command: &Command, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let file = matches.get_one::<PathBuf>(FILE_FLAG);
    let in_file = file.map(|file| read(file)).transpose()?.unwrap_or_default();
    for arg in command.get_arguments() {
        let Some(key) = key(arg) else { continue };
        let id = arg.get_id().as_str();
        let value = matches
            .get_raw(id)
            .and_then(|mut values| values.next())
            .map(|value| value.to_string_lossy().into_owned());
        let source = match (matches.value_source(id), file) {
            (Some(ValueSource::CommandLine), _) => format!("--{key}"),
            (Some(ValueSource::EnvVariable), _) => arg
                .get_env()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            (_, Some(file)) if in_file.contains_key(&key) => file.display().to_string(),
            _ => "default".to_owned(),
        };
        say(&match value {
            None => format!("# {key}: not set"),
            Some(value) => format!("{key} = {}  # {source}", shown(arg, &value)),
        })?;
    }
    for provider in file
        .map(|file| oidc::read(file))
        .transpose()?
        .into_iter()
        .flatten()
    {
        say(&format!(
            "# oidc {}: {}, sends people back to /login/with/{}/back",
            provider.name,
            quoted(provider.issuer.as_str()),
            provider.name
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A value as the file has it, without the password that an address may hold.
fn shown(arg: &Arg, value: &str) -> String {
    if arg.is_hide_env_values_set() {
        let url = value.parse::<DatabaseUrl>();
        let url = url.map_or_else(|_| "…".to_owned(), |url| url.to_string());
        return quoted(&url);
    }
    if matches!(value, "true" | "false") {
        return value.to_owned();
    }
    match value.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => quoted(value),
    }
}

/// As JSON quotes a text, which is one of the ways of TOML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
