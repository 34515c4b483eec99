//! The application: what handlers share.

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

/// How long a page waits for its turn at rendering.
const RENDERING_PATIENCE: Duration = Duration::from_secs(2);

/// Bytes of bodies that one address may have on their way: ten of the largest submissions.
const BYTES_PER_ADDRESS: usize = 32 << 20;

/// What handlers share.
pub struct App {
    /// The database.
    pub pool: Pool,
    /// The time.
    pub clock: Clock,
    /// News of judged submissions.
    pub events: Events,
    /// Wakes the judges of this process.
    pub waker: Waker,
    /// Validates setters' packages.
    pub validator: Validator,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// The line in front of the site.
    pub admission: Arc<LoadShedding>,
    /// What answers cost.
    pub costs: RouteCosts,
    /// Turns at rendering what people wrote.
    pub rendering: WaitingLine,
    /// Pictures to share.
    pub pictures: PngCache,
    /// Bytes of bodies on their way.
    pub bodies: Arc<PerAddressLimits>,
    /// Limits for each address.
    pub limiters: Limiters,
    /// Limits for each account.
    pub guesses: Guesses,
    /// The same for codes of second factors, right after a password.
    pub code_guesses: Guesses,
    /// Seals the secrets of second factors.
    pub factor_key: Arc<FactorKey>,
    /// Providers through which people sign in.
    pub providers: Vec<Arc<Provider>>,
    /// Boards as everybody reads them.
    pub boards: RenderedCache,
    /// Problems as they are searched.
    pub catalogue: Catalogue,
    /// What there is to see of each season, by versions.
    pub versions: Versions,
    /// Counts of people.
    pub tallies: Arc<SolveCounts>,
    /// What the show of a season plays, while it is on.
    pub playbills: Arc<SeasonCache<ShowScript>>,
    /// How many solved and tried each problem, of seasons past Reveal.
    pub solved: Arc<SeasonCache<BTreeMap<ProblemId, (u32, u32)>>>,
    /// Trees over all submissions, of seasons past Freeze.
    pub sealed: Arc<SeasonCache<Sealed>>,
    /// Archives of seasons past Reveal.
    pub archives: Arc<Archives>,
    /// Folder of files that can be made again, but for the key of second factors.
    pub data: PathBuf,
    /// How the website behaves.
    pub config: WebConfig,
    /// When this process began to serve.
    pub since: Moment,
    /// Whether the server can do its work.
    pub readiness: Probe<Readiness>,
}

/// Whether the server can do its work, and what to tell whoever asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readiness {
    /// It can.
    pub is_ready: bool,
    /// Lines for whoever runs it.
    pub told: String,
}

impl App {
    /// Puts the parts together.
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

    /// The same, with providers through which people sign in.
    ///
    /// # Errors
    /// When there is no public address to which they could send people back.
    pub fn with_providers(self, settings: Vec<ProviderSettings>) -> anyhow::Result<Self> {
        let url = self.config.public_url.as_ref();
        let make = |settings| {
            // An address that follows what a request says of the site would lead wherever a stranger likes.
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
