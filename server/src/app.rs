//! The application state that handlers share.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;

use crate::auth::{FactorKey, Guesses, Limiters, Passwords};
use crate::catalogue::Catalogue;
use crate::clock::Clock;
use crate::config::{Rate, WebConfig};
use crate::events::Events;
use crate::load_shedding::LoadShedding;
use crate::oidc::{Provider, ProviderSettings};
use crate::per_address_limits::PerAddressLimits;
use crate::png::PngCache;
use crate::probe::Probe;
use crate::rendered::RenderedCache;
use crate::route_costs::RouteCosts;
use crate::season::archives::Archives;
use crate::season::show_script::ShowScript;
use crate::season_cache::SeasonCache;
use crate::season_versions::Versions;
use crate::solve_counts::SolveCounts;
use crate::store::receipts::Sealed;
use crate::store::{Moment, Pool, ProblemId};
use crate::validator::Validator;
use crate::waiting_line::WaitingLine;
use crate::worker::Waker;

/// How long a page waits until it may render.
const RENDERING_PATIENCE: Duration = Duration::from_secs(2);

/// The most bytes of request bodies in flight from one address: ten of the largest submissions.
const BYTES_PER_ADDRESS: usize = 32 << 20;

/// The state that handlers share.
pub struct App {
    /// The database.
    pub pool: Pool,
    /// The time.
    pub clock: Clock,
    /// Events about judged submissions.
    pub events: Events,
    /// Wakes the judges of this process.
    pub waker: Waker,
    /// Validates setters' packages.
    pub validator: Validator,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// Refuses requests when the server has more work than it can do.
    pub admission: Arc<LoadShedding>,
    /// The measured cost of each route.
    pub costs: RouteCosts,
    /// The waiting line for rendering what people wrote.
    pub rendering: WaitingLine,
    /// A cache of preview pictures for links.
    pub pictures: PngCache,
    /// Limits the bytes of request bodies in flight for each address.
    pub bodies: Arc<PerAddressLimits>,
    /// Rate limits for each address.
    pub limiters: Limiters,
    /// Rate limits on password guesses for each account.
    pub guesses: Guesses,
    /// Rate limits on codes of second factors, after the password.
    pub code_guesses: Guesses,
    /// The key that encrypts the secrets of second factors.
    pub factor_key: Arc<FactorKey>,
    /// The providers through which people sign in.
    pub providers: Vec<Arc<Provider>>,
    /// A cache of rendered boards.
    pub boards: RenderedCache,
    /// The problems, prepared for searching.
    pub catalogue: Catalogue,
    /// The current version of what each season shows.
    pub versions: Versions,
    /// The numbers of people who tried and solved problems.
    pub tallies: Arc<SolveCounts>,
    /// The scripts of running shows.
    pub playbills: Arc<SeasonCache<ShowScript>>,
    /// How many people solved and tried each problem, for seasons past Reveal.
    pub solved: Arc<SeasonCache<BTreeMap<ProblemId, (u32, u32)>>>,
    /// The Merkle trees over all submissions, for seasons past Freeze.
    pub sealed: Arc<SeasonCache<Sealed>>,
    /// The archives of seasons past Reveal.
    pub archives: Arc<Archives>,
    /// The folder of files that can be recreated, except the key of second factors.
    pub data: PathBuf,
    /// How the website behaves.
    pub config: WebConfig,
    /// When this process started to serve.
    pub since: Moment,
    /// Whether the server can work, cached for a while.
    pub readiness: Probe<Readiness>,
}

/// Whether the server can work, and the text for whoever asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readiness {
    /// Whether it can.
    pub is_ready: bool,
    /// Lines for the operator.
    pub told: String,
}

impl App {
    /// Builds the application.
    ///
    /// # Errors
    /// When passwords cannot be hashed on this machine.
    pub fn new(
        pool: Pool,
        clock: Clock,
        events: Events,
        waker: Waker,
        validator: Validator,
        data: PathBuf,
        config: WebConfig,
    ) -> anyhow::Result<Self> {
        let since = clock.now();
        let key_file = config.second_factor_key.clone();
        let key_file = key_file.unwrap_or_else(|| data.join("second-factor.key"));
        Ok(Self {
            pool,
            clock,
            events,
            waker,
            validator,
            passwords: Passwords::new(config.password_cost)?,
            admission: LoadShedding::new(),
            costs: RouteCosts::default(),
            rendering: WaitingLine::new(RENDERING_PATIENCE),
            pictures: PngCache::default(),
            bodies: PerAddressLimits::new(Some(BYTES_PER_ADDRESS)),
            limiters: Limiters::new(&config.rates),
            guesses: Guesses::new(config.rates.account),
            code_guesses: Guesses::new(config.rates.account.map(|_| Rate::CODE)),
            factor_key: Arc::new(FactorKey::in_file(key_file)),
            providers: Vec::new(),
            boards: RenderedCache::new(config.board_age),
            catalogue: Catalogue::new(config.board_age),
            versions: Versions::default(),
            tallies: Arc::default(),
            playbills: Arc::default(),
            solved: Arc::default(),
            sealed: Arc::default(),
            archives: Arc::new(Archives::new(&data)),
            data,
            readiness: Probe::new(config.readiness_age),
            config,
            since,
        })
    }

    /// Adds the providers through which people sign in.
    ///
    /// # Errors
    /// When there is no public address that they could send people back to.
    pub fn with_providers(self, settings: Vec<ProviderSettings>) -> anyhow::Result<Self> {
        let url = self.config.public_url.as_ref();
        let make = |settings| {
            // An address taken from the request would let a stranger choose where people are sent.
            let url = url.context("providers send people back; say --public-url as well")?;
            let provider = Provider::new(settings, &url.origin);
            provider.map(Arc::new).map_err(anyhow::Error::msg)
        };
        let providers = settings.into_iter().map(make);
        Ok(Self {
            providers: providers.collect::<anyhow::Result<_>>()?,
            ..self
        })
    }
}
