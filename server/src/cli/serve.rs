//! `dojo serve`: the website and the judges on a database of one's own.

use std::fs::File;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt::time::sleep;
use actix_web::web;
use anyhow::Context as _;
use clap::builder::RangedU64ValueParser;
use dojo_sandbox::Runtime;
use serde_json::json;

use super::data_folder::{self, DataFolder, DataFolderArgs, say};
use super::judges::{LeaseArgs, ThreadArgs};
use super::log::LogFormat;
use super::mail::MailArgs;
use super::oidc;
use crate::config::{
    DEFAULT_CONNECTIONS, PublicUrl, Rate, Rates, Registration, StaffSecondFactor, WebConfig,
};
use crate::contests::SandboxJudge;
use crate::oidc::ProviderSettings;
use crate::people::{Code, links};
use crate::season;
use crate::server::{Parts, Site};
use crate::store::{self, DatabaseUrl, Moment, Pool};

/// Connections for pages; the judges and the relay have their own on top.
const PAGE_CONNECTIONS: usize = 9;

/// How often a server that serves readers alone looks whether there is room again.
const LOOK_AT_DISK: Duration = Duration::from_secs(5);

/// Options of `dojo serve`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// File of settings, in TOML; its keys are the names of these flags.
    #[arg(long, value_name = "FILE", env = "DOJO_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    home: DataFolderArgs,
    #[command(flatten)]
    site: SiteArgs,
    /// Address under which people reach the site, such as `https://dojo.example`. With https the
    /// cookies are for https only.
    #[arg(long, value_name = "URL", env = "DOJO_PUBLIC_URL")]
    public_url: Option<PublicUrl>,
    /// The site is reached through a proxy only, which writes the client's address at the end of
    /// X-Forwarded-For.
    #[arg(long, env = "DOJO_BEHIND_PROXY")]
    behind_proxy: bool,
    /// Where people report faults that let somebody cheat or harm this server, such as
    /// `mailto:security@dojo.example`; it stands in `/.well-known/security.txt`.
    #[arg(long, value_name = "URI", env = "DOJO_SECURITY_CONTACT", value_parser = contact)]
    security_contact: Option<String>,
    /// Who may make an account: everybody, or whoever has a link of an organizer's.
    #[arg(
        long,
        value_name = "WHO",
        env = "DOJO_REGISTRATION",
        default_value = "open"
    )]
    registration: Registration,
    /// Only people who are signed in see the site, and only tokens of theirs work; everybody else gets the sign-in page.
    #[arg(long, env = "DOJO_MEMBERS_ONLY")]
    members_only: bool,
    #[command(flatten)]
    mail: MailArgs,
    /// Whether organizers and admins need a second factor. Until they have one, they are led to set it up, and nothing
    /// else that is theirs works.
    #[arg(
        long,
        value_name = "WHETHER",
        env = "DOJO_STAFF_SECOND_FACTOR",
        default_value = "optional"
    )]
    staff_second_factor: StaffSecondFactor,
    /// File of the key that seals the secrets of second factors; by default second-factor.key in the data folder. It is
    /// made when it is needed. Servers that share a database share it.
    #[arg(long, value_name = "FILE", env = "DOJO_SECOND_FACTOR_KEY")]
    second_factor_key: Option<PathBuf>,
    /// Address of the figures for Prometheus, as in 127.0.0.1:9100; by default there are none. It is
    /// not for everybody.
    #[arg(long, value_name = "ADDRESS", env = "DOJO_METRICS")]
    metrics: Option<String>,
    /// How lines of the log look.
    #[arg(
        long,
        value_name = "FORMAT",
        env = "DOJO_LOG_FORMAT",
        default_value = "text"
    )]
    log_format: LogFormat,
    /// Without judges of its own: `dojo worker` judges on other machines. Over PostgreSQL only.
    #[arg(long, env = "DOJO_NO_JUDGES", conflicts_with = "workers")]
    no_judges: bool,
    #[command(flatten)]
    lease: LeaseArgs,
}

/// Options that `dojo serve` and `dojo demo` share.
#[derive(Debug, clap::Args)]
pub(super) struct SiteArgs {
    /// Address to listen on; port 0 takes a free one.
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "DOJO_LISTEN",
        default_value = "127.0.0.1:8000"
    )]
    pub(super) listen: String,
    /// Without limits on how often one address may sign in, register and submit; for measurements.
    #[arg(long)]
    no_rate_limits: bool,
    /// Wrong passwords from one address: at once, and a minute. Right ones count for nothing.
    #[arg(long, value_name = "N,N", env = "DOJO_RATE_LOGIN", default_value_t = Rate::LOGIN)]
    rate_login: Rate,
    /// Guesses at one account, from whatever addresses.
    #[arg(long, value_name = "N,N", env = "DOJO_RATE_ACCOUNT", default_value_t = Rate::ACCOUNT)]
    rate_account: Rate,
    /// Registrations from one address.
    #[arg(long, value_name = "N,N", env = "DOJO_RATE_REGISTER", default_value_t = Rate::REGISTER)]
    rate_register: Rate,
    /// Submissions from one address.
    #[arg(long, value_name = "N,N", env = "DOJO_RATE_SUBMIT", default_value_t = Rate::SUBMIT)]
    rate_submit: Rate,
    /// Questions from one address how a derivation is read.
    #[arg(long, value_name = "N,N", env = "DOJO_RATE_READ", default_value_t = Rate::READ)]
    rate_read: Rate,
    /// Programs that the server runs for who only tries them, of one account or one address.
    #[arg(long, value_name = "N,N", env = "DOJO_RATE_TRIAL", default_value_t = Rate::TRIAL)]
    rate_trial: Rate,
    /// Links by mail for whoever lost a password, from one address, and for one account.
    #[arg(long, value_name = "N,N", env = "DOJO_RATE_MAIL", default_value_t = Rate::MAIL)]
    rate_mail: Rate,
    /// Connections that one address may hold; behind a proxy there is no such limit.
    #[arg(long, value_name = "N", env = "DOJO_CONNECTIONS_PER_ADDRESS", default_value_t = DEFAULT_CONNECTIONS,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    connections_per_address: usize,
    #[command(flatten)]
    threads: ThreadArgs,
}

impl SiteArgs {
    pub(super) fn workers(&self) -> usize {
        self.threads.count()
    }

    pub(super) fn rates(&self) -> Rates {
        if self.no_rate_limits {
            Rates::unlimited()
        } else {
            Rates {
                login: Some(self.rate_login),
                account: Some(self.rate_account),
                register: Some(self.rate_register),
                submit: Some(self.rate_submit),
                read: Some(self.rate_read),
                trial: Some(self.rate_trial),
                mail: Some(self.rate_mail),
            }
        }
    }

    pub(super) fn connections_per_address(&self) -> Option<usize> {
        (!self.no_rate_limits).then_some(self.connections_per_address)
    }

    /// Connections that this many judges and the pages can use.
    pub(super) fn connections(&self) -> u32 {
        u32::try_from(self.workers() + PAGE_CONNECTIONS).unwrap_or(u32::MAX)
    }
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    // What actix says of a request that nobody could read is about a stranger, not about us.
    super::log::log_to_stderr_as(args.log_format, "info,actix_server=warn,actix_http=off");
    let home = DataFolder::open_or_make(&args.home)?;
    anyhow::ensure!(
        !args.no_judges || matches!(home.url, DatabaseUrl::Postgres(_)),
        "nobody but this server can judge what is in a file: leave out --no-judges, or give --database postgres://…"
    );
    let threads = if args.no_judges {
        0
    } else {
        args.site.workers()
    };
    let listener = TcpListener::bind(&args.site.listen)
        .with_context(|| format!("cannot listen on {}", args.site.listen))?;
    let metrics = args.metrics.as_ref().map(|address| {
        TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))
    });
    let metrics = metrics.transpose()?;
    let mail = args.mail.server(args.public_url.as_ref())?;
    let providers = providers(args)?;
    let (pool, _lock) = loop {
        match open(args, &home) {
            Ok(opened) => break opened,
            Err(error) => {
                let listeners = (&listener, metrics.as_ref());
                if serve_readers(args, &home, listeners, providers.clone(), error)? {
                    return Ok(ExitCode::SUCCESS);
                }
            }
        }
    };
    let runtime = home.runtime_of_site(&listener)?;
    let digest = runtime.digest().to_string();
    for waiting in store::blocking(&pool, |conn| season::runtime::list_waiting(conn, &digest))? {
        tracing::warn!("{waiting}");
    }
    let setup_pool = pool.clone();
    let site = Site::start(Parts {
        mail,
        ..parts(args, &home, (pool, runtime), providers, threads)?
    })?
    .with_metrics(metrics);
    let settings = args
        .config
        .as_ref()
        .map(|file| tracing::field::display(file.display()));
    tracing::info!(settings, database = %home.url, workers = threads, "serving");
    let setup = store::blocking(&setup_pool, |conn| links::make_setup(conn, Moment::now()))?;
    site.serve(listener, |address| greet(args, address, setup.as_ref()))?;
    Ok(ExitCode::SUCCESS)
}

/// Says where the site is, and how its first organizer gets in.
fn greet(args: &Args, address: SocketAddr, setup: Option<&Code>) {
    for line in greeting(address, args.public_url.as_ref(), setup) {
        let told = match args.log_format {
            LogFormat::Text => say(&line),
            LogFormat::Json => say(&json!({ "level": "INFO", "message": line }).to_string()),
        };
        if let Err(error) = told {
            tracing::warn!(%error, "cannot write to the terminal");
        }
    }
}

/// Opens the database for the one server that an embedded one has.
fn open(args: &Args, home: &DataFolder) -> anyhow::Result<(Pool, Option<File>)> {
    let pool = home.server_pool(args.site.connections())?;
    let lock = home.become_the_server(&pool)?;
    Ok((pool, lock))
}

/// Serves readers from a copy while the disk of a SQLite file is full or takes nothing; returns whether the process was
/// told to stop. What is wrong otherwise, and a copy that cannot be made, ends the start.
fn serve_readers(
    args: &Args,
    home: &DataFolder,
    (listener, metrics): (&TcpListener, Option<&TcpListener>),
    providers: Vec<ProviderSettings>,
    error: anyhow::Error,
) -> anyhow::Result<bool> {
    let is_of_disk = error.chain().any(data_folder::is_of_disk);
    if !is_of_disk {
        return Err(error);
    }
    let Ok((pool, _copy)) = home.copy_for_readers(args.site.connections()) else {
        return Err(error);
    };
    tracing::error!(
        error = format!("{error:#}"),
        database = %home.url,
        "the disk is full or takes nothing: make room; until then readers are served from a copy, and nobody else"
    );
    let runtime = home.runtime_of_site(listener)?;
    let metrics = metrics.map(TcpListener::try_clone).transpose()?;
    let parts = parts(args, home, (pool, runtime), providers, 0)?;
    let site = Site::start(parts)?.with_metrics(metrics);
    let url = home.url.clone();
    let has_room = async move {
        loop {
            sleep(LOOK_AT_DISK).await;
            let url = url.clone();
            if let Ok(true) = web::block(move || store::takes_writes(&url)).await {
                return "the disk takes something again";
            }
        }
    };
    site.serve_readers(listener.try_clone()?, has_room, |address| {
        greet(args, address, None);
    })
}

/// Reads the providers of the settings file.
fn providers(args: &Args) -> anyhow::Result<Vec<ProviderSettings>> {
    let providers = args.config.as_deref().map(oidc::read).transpose()?;
    let providers = providers.unwrap_or_default();
    anyhow::ensure!(
        providers.is_empty() || args.public_url.is_some(),
        "providers send people back to this site; say --public-url as well"
    );
    Ok(providers)
}

/// The parts of a site that sends no mails.
fn parts(
    args: &Args,
    home: &DataFolder,
    (pool, runtime): (Pool, Runtime),
    providers: Vec<ProviderSettings>,
    threads: usize,
) -> anyhow::Result<Parts> {
    Ok(Parts {
        clock: data_folder::clock(&pool)?,
        pool,
        judge: Arc::new(SandboxJudge(runtime)),
        eed: Arc::new(home.eed()),
        workers: args.lease.settings(threads),
        web: WebConfig {
            public_url: args.public_url.clone(),
            behind_proxy: args.behind_proxy,
            rates: args.site.rates(),
            connections: args.site.connections_per_address(),
            security_contact: args.security_contact.clone(),
            registration: args.registration,
            members_only: args.members_only,
            staff_second_factor: args.staff_second_factor,
            second_factor_key: args.second_factor_key.clone(),
            ..WebConfig::default()
        },
        mail: None,
        providers,
        data: home.data().to_owned(),
    })
}

/// Reads a contact as RFC 9116 has it.
fn contact(text: &str) -> Result<String, String> {
    let known = ["mailto:", "https://", "tel:"];
    let is_known = known.iter().any(|scheme| text.starts_with(scheme));
    if is_known && !text.contains(char::is_whitespace) {
        Ok(text.to_owned())
    } else {
        Err("it begins with mailto:, https:// or tel: and has no spaces".to_owned())
    }
}

/// What is said once the site is there.
fn greeting(
    address: SocketAddr,
    public_url: Option<&PublicUrl>,
    setup: Option<&Code>,
) -> impl Iterator<Item = String> {
    let url = match public_url {
        Some(url) => format!("{}/", url.origin),
        None => local_url(address),
    };
    let setup = setup.map(|code| {
        format!("Nobody runs this site yet. Make the first organizer's account within an hour: {url}link/{code}")
    });
    setup.into_iter().chain([format!("Open {url}")])
}

/// The address for a browser on this machine.
pub(super) fn local_url(address: SocketAddr) -> String {
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(_) => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
    };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}
