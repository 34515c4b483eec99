//! `dojo user`: accounts without a browser, above all the first organizer.

use std::io::BufRead as _;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;

use super::home::{Home, HomeArgs, query, say};
use crate::auth::{self, Passwords, Secret};
use crate::config::PasswordCost;
use crate::store::users::{self, NewUser, Registered};
use crate::store::{self, Moment, Role};

/// Options of `dojo user`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Register somebody. Without --password-stdin a password is made and printed.
    Add {
        /// Sign-in name.
        name: String,
        /// Name that others see; by default the sign-in name.
        #[arg(long, value_name = "TEXT")]
        display_name: Option<String>,
        /// contestant, setter, organizer or admin.
        #[arg(long, default_value = "contestant")]
        role: Role,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
        #[command(flatten)]
        home: HomeArgs,
    },
    /// Make somebody a contestant, setter, organizer or admin.
    Role {
        /// Sign-in name.
        name: String,
        /// contestant, setter, organizer or admin.
        role: Role,
        #[command(flatten)]
        home: HomeArgs,
    },
    /// Give somebody a new password, end all their sessions and revoke all their tokens.
    Password {
        /// Sign-in name.
        name: String,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
        #[command(flatten)]
        home: HomeArgs,
    },
}

pub(super) fn main(args: Args) -> anyhow::Result<ExitCode> {
    super::log_to_stderr("warn");
    match args.command {
        Command::Add {
            name,
            display_name,
            role,
            password_stdin,
            home,
        } => add(&name, display_name.as_deref(), role, password_stdin, &home),
        Command::Role { name, role, home } => change_role(&name, role, &home),
        Command::Password {
            name,
            password_stdin,
            home,
        } => change_password(&name, password_stdin, &home),
    }
}

fn add(
    name: &str,
    display_name: Option<&str>,
    role: Role,
    password_stdin: bool,
    home: &HomeArgs,
) -> anyhow::Result<ExitCode> {
    auth::check_name(name)?;
    let display_name = auth::check_display_name(display_name.unwrap_or(name))?;
    let (password, made) = password(name, password_stdin)?;
    let password_hash = Passwords::new(PasswordCost::Strong)?.hash_blocking(&password)?;
    let pool = Home::open(home)?.pool(1)?;
    let new = NewUser {
        name,
        display_name: &display_name,
        password_hash: &password_hash,
        role,
    };
    match store::blocking(&pool, |conn| users::insert_user(conn, &new, Moment::now()))? {
        Registered::New(_) => say(&format!("{name} is registered as {role}"))?,
        Registered::NameTaken => {
            eprintln!("the name `{name}` is taken");
            return Ok(ExitCode::FAILURE);
        }
    }
    tell(&password, made)
}

fn change_role(name: &str, role: Role, home: &HomeArgs) -> anyhow::Result<ExitCode> {
    let pool = Home::open(home)?.pool(1)?;
    let user = query(&pool, |conn| users::find_user(conn, name))?
        .with_context(|| format!("there is no user `{name}`"))?;
    query(&pool, |conn| users::set_role(conn, user.id, role))?;
    say(&format!("{} is {role} now", user.name))?;
    Ok(ExitCode::SUCCESS)
}

fn change_password(name: &str, password_stdin: bool, home: &HomeArgs) -> anyhow::Result<ExitCode> {
    let pool = Home::open(home)?.pool(1)?;
    let user = query(&pool, |conn| users::find_user(conn, name))?
        .with_context(|| format!("there is no user `{name}`"))?;
    let (password, made) = password(name, password_stdin)?;
    let hash = Passwords::new(PasswordCost::Strong)?.hash_blocking(&password)?;
    query(&pool, |conn| {
        users::change_password(conn, user.id, &hash, None, Moment::now())
    })?;
    say(&format!("{name} has a new password"))?;
    tell(&password, made)
}

fn password(name: &str, from_stdin: bool) -> anyhow::Result<(String, bool)> {
    if !from_stdin {
        return Ok((Secret::random().as_str().chars().take(20).collect(), true));
    }
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .context("cannot read the password")?;
    let password = line.trim_end_matches(['\r', '\n']).to_owned();
    auth::check_password(&password, name)?;
    Ok((password, false))
}

fn tell(password: &str, made: bool) -> anyhow::Result<ExitCode> {
    if made {
        say(&format!("password: {password}"))?;
    }
    Ok(ExitCode::SUCCESS)
}
