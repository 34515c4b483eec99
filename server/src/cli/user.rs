//! `dojo user`: accounts without a browser, above all the first organizer.

use std::io::BufRead as _;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;

use super::data_folder::{DataFolder, DataFolderArgs, query, say};
use crate::auth::{self, API_TOKEN_PREFIX, Passwords, Secret, hash_token};
use crate::config::{PasswordCost, PublicUrl};
use crate::people::accounts::{self, Change};
use crate::people::links;
use crate::store::audit::By;
use crate::store::tokens::{self, MAX_TOKENS, NewToken};
use crate::store::users::{self, NewUser, PeopleFilter, Registered, User};
use crate::store::{self, Moment, Role, Scope, StoreError, models};

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
        /// The account is of a model: it never ranks among people, and boards say what it is.
        #[arg(long, requires = "operator", conflicts_with_all = ["role", "password_stdin"])]
        model: bool,
        /// Who runs the model, and with which settings, as boards say it.
        #[arg(long, value_name = "TEXT", requires = "model")]
        operator: Option<String>,
        #[command(flatten)]
        home: DataFolderArgs,
    },
    /// Make a token with which a program takes part in somebody's name, and print it. It is shown once.
    Token {
        /// Sign-in name.
        name: String,
        /// What it is called in the list of tokens.
        #[arg(long, value_name = "TEXT", default_value = "terminal")]
        label: String,
        /// What it is for: read, submit, set or organize, as far as its owner may; each includes those before it.
        #[arg(long, default_value = "organize")]
        scope: Scope,
        #[command(flatten)]
        home: DataFolderArgs,
    },
    /// Make somebody a contestant, setter, organizer or admin.
    Role {
        /// Sign-in name.
        name: String,
        /// contestant, setter, organizer or admin.
        role: Role,
        #[command(flatten)]
        home: DataFolderArgs,
    },
    /// Show people: sign-in name, role, state, when last seen, label, name that others see.
    List {
        /// Part of a name.
        #[arg(long, default_value = "")]
        search: String,
        /// contestant, setter, organizer or admin.
        #[arg(long)]
        role: Option<Role>,
        /// Label, whole.
        #[arg(long, default_value = "")]
        label: String,
        #[command(flatten)]
        home: DataFolderArgs,
    },
    /// Make a link with which somebody chooses a new password: it works once, for a week.
    Link {
        /// Sign-in name.
        name: String,
        /// Address under which people reach the site, such as `https://dojo.example`; without it the path alone is
        /// printed.
        #[arg(long, value_name = "URL", env = "DOJO_PUBLIC_URL")]
        public_url: Option<PublicUrl>,
        #[command(flatten)]
        home: DataFolderArgs,
    },
    /// Take the second factor off an account, whose owner is signed out: for whoever has lost phone and recovery codes.
    SecondFactor {
        /// Sign-in name.
        name: String,
        /// Take it off; nobody puts it on somebody else.
        #[arg(long, required = true)]
        off: bool,
        #[command(flatten)]
        home: DataFolderArgs,
    },
    /// Switch an account off: its owner is signed out and cannot sign in, and its API tokens do not work meanwhile.
    Disable {
        /// Sign-in name.
        name: String,
        #[command(flatten)]
        home: DataFolderArgs,
    },
    /// Switch an account on again.
    Enable {
        /// Sign-in name.
        name: String,
        #[command(flatten)]
        home: DataFolderArgs,
    },
    /// Delete an account for ever. What stands in records of seasons keeps the sign-in name, which nobody else can take;
    /// what was submitted to seasons that are not revealed yet is withdrawn.
    Delete {
        /// Sign-in name.
        name: String,
        #[command(flatten)]
        home: DataFolderArgs,
    },
    /// Give somebody a new password, end all their sessions and revoke all their tokens.
    Password {
        /// Sign-in name.
        name: String,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
        #[command(flatten)]
        home: DataFolderArgs,
    },
}

pub(super) fn main(args: Args) -> anyhow::Result<ExitCode> {
    super::log::log_to_stderr("warn");
    match args.command {
        Command::Add {
            name,
            display_name,
            role,
            password_stdin,
            model: _,
            operator,
            home,
        } => match operator {
            Some(operator) => add_model(&name, display_name.as_deref(), &operator, &home),
            None => add(&name, display_name.as_deref(), role, password_stdin, &home),
        },
        Command::Token {
            name,
            label,
            scope,
            home,
        } => make_token(&name, &label, scope, &home),
        Command::Role { name, role, home } => {
            let done = format!("is {role} now");
            change(&name, &Change::Role(role), &done, &home)
        }
        Command::List {
            search,
            role,
            label,
            home,
        } => {
            let filter = PeopleFilter {
                text: search,
                role,
                label,
            };
            list(&filter, &home)
        }
        Command::Link {
            name,
            public_url,
            home,
        } => make_link(&name, public_url.as_ref(), &home),
        Command::SecondFactor { name, off: _, home } => {
            let done = "signs in with the password alone";
            change(&name, &Change::NoSecondFactor, done, &home)
        }
        Command::Disable { name, home } => {
            change(&name, &Change::Disabled(true), "is switched off", &home)
        }
        Command::Enable { name, home } => {
            change(&name, &Change::Disabled(false), "is switched on", &home)
        }
        Command::Delete { name, home } => delete(&name, &home),
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
    home: &DataFolderArgs,
) -> anyhow::Result<ExitCode> {
    auth::check_name(name)?;
    let display_name = auth::check_display_name(display_name.unwrap_or(name))?;
    let (password, made) = password(name, password_stdin)?;
    let password_hash = Passwords::new(PasswordCost::Strong)?.hash_blocking(&password)?;
    let pool = DataFolder::open(home)?.pool(1)?;
    let new = NewUser {
        name,
        display_name: &display_name,
        password_hash: &password_hash,
        role,
    };
    match store::blocking(&pool, |conn| users::register(conn, &new, Moment::now()))? {
        Registered::New(_) => say(&format!("{name} is registered as {role}"))?,
        Registered::NameTaken => {
            eprintln!("the name `{name}` is taken");
            return Ok(ExitCode::FAILURE);
        }
    }
    tell(&password, made)
}

/// An account of a model has no password: it takes part by token alone.
fn add_model(
    name: &str,
    display_name: Option<&str>,
    operator: &str,
    home: &DataFolderArgs,
) -> anyhow::Result<ExitCode> {
    auth::check_name(name)?;
    let display_name = auth::check_display_name(display_name.unwrap_or(name))?;
    let operator = accounts::check_operator(operator).map_err(anyhow::Error::msg)?;
    let pool = DataFolder::open(home)?.pool(1)?;
    let new = NewUser {
        name,
        display_name: &display_name,
        password_hash: users::NO_PASSWORD,
        role: Role::Contestant,
    };
    let registered = store::blocking(&pool, |conn| {
        store::write(conn, |conn| {
            let registered = users::insert_user(conn, &new, Moment::now())?;
            if let Registered::New(id) = registered {
                models::set_operator(conn, id, &operator)?;
            }
            Ok::<_, StoreError>(registered)
        })
    })?;
    if registered == Registered::NameTaken {
        eprintln!("the name `{name}` is taken");
        return Ok(ExitCode::FAILURE);
    }
    say(&format!(
        "{name} is registered as a model, run by {operator}; `dojo user token {name}` lets it take part"
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn make_token(
    name: &str,
    label: &str,
    scope: Scope,
    home: &DataFolderArgs,
) -> anyhow::Result<ExitCode> {
    let label = auth::check_display_name(label).context("--label")?;
    let pool = DataFolder::open(home)?.pool(1)?;
    let user = query(&pool, |conn| users::find_user(conn, name))?
        .with_context(|| format!("there is no user `{name}`"))?;
    let token = format!("{API_TOKEN_PREFIX}{}", Secret::random().as_str());
    let hash = hash_token(&token);
    let stored = query(&pool, |conn| {
        let new = NewToken {
            label: &label,
            token_hash: &hash,
            scope,
            expires_at: None,
        };
        tokens::insert_limited(conn, user.id, &new, MAX_TOKENS, Moment::now())
    })?;
    if !stored {
        eprintln!("{name} has {MAX_TOKENS} tokens already; revoke one first");
        return Ok(ExitCode::FAILURE);
    }
    say(&token)?;
    Ok(ExitCode::SUCCESS)
}

/// Whoever is at the terminal may do what admins may.
fn asker() -> (By, Role) {
    (By::terminal(), Role::Admin)
}

fn change(
    name: &str,
    change: &Change,
    done: &str,
    home: &DataFolderArgs,
) -> anyhow::Result<ExitCode> {
    let pool = DataFolder::open(home)?.pool(1)?;
    let (by, role) = asker();
    let now = Moment::now();
    let spelled = store::blocking(&pool, |conn| {
        let changes = std::slice::from_ref(change);
        accounts::change(conn, name, changes, (&by, role), now)
    })?;
    say(&format!("{spelled} {done}"))?;
    Ok(ExitCode::SUCCESS)
}

fn delete(name: &str, home: &DataFolderArgs) -> anyhow::Result<ExitCode> {
    let pool = DataFolder::open(home)?.pool(1)?;
    let (by, role) = asker();
    let now = Moment::now();
    let spelled = store::blocking(&pool, |conn| accounts::delete(conn, name, (&by, role), now))?;
    say(&format!("{spelled} is deleted"))?;
    Ok(ExitCode::SUCCESS)
}

fn make_link(
    name: &str,
    url: Option<&PublicUrl>,
    home: &DataFolderArgs,
) -> anyhow::Result<ExitCode> {
    let pool = DataFolder::open(home)?.pool(1)?;
    let (by, role) = asker();
    let now = Moment::now();
    let code = store::blocking(&pool, |conn| {
        links::make_enter(conn, name, (&by, role), now)
    })?;
    let origin = url.map_or("", |url| &url.origin);
    say(&format!("{origin}/link/{code}"))?;
    if url.is_none() {
        say("Open it below the address of the site; --public-url ADDRESS prints it whole.")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn list(filter: &PeopleFilter, home: &DataFolderArgs) -> anyhow::Result<ExitCode> {
    let pool = DataFolder::open(home)?.pool(1)?;
    let (people, _) = query(&pool, |conn| {
        users::list_people(conn, filter, (0, i64::MAX))
    })?;
    for person in people {
        let state = match (
            person.disabled_at,
            person.has_password || person.is_connected,
        ) {
            _ if person.is_deleted => "deleted",
            (Some(_), _) => "off",
            _ if person.operator.is_some() => "model",
            (None, true) => "active",
            (None, false) => "new",
        };
        let seen = person.last_seen_at.map_or_else(
            || "-".to_owned(),
            |at| at.utc().format("%Y-%m-%dT%H:%MZ").to_string(),
        );
        let User {
            name,
            role,
            display_name,
            ..
        } = person.user;
        let label = if person.label.is_empty() {
            "-"
        } else {
            &person.label
        };
        say(&format!(
            "{name}\t{role}\t{state}\t{seen}\t{label}\t{display_name}"
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn change_password(
    name: &str,
    password_stdin: bool,
    home: &DataFolderArgs,
) -> anyhow::Result<ExitCode> {
    let pool = DataFolder::open(home)?.pool(1)?;
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
