//! Signing in through a provider of OpenID Connect, and connecting the own account with one. Every answer of a
//! provider ends on a page with a sentence.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::account::{self, Said, back_to_account};
use super::body_limits::LINKS;
use super::cookies::Notice;
use super::guess::guess;
use super::provider_views::{view, word_of};
use super::route::{at, read};
use super::sign_in::{check_names, login_page};
use super::visit::{FormToken, Next, Visit, local_path};
use crate::auth::same_secret;
use crate::config::Registration;
use crate::error::AppError;
use crate::oidc::{Aim, Attempt, LASTS, Named, Provider, ProviderError};
use crate::pages::form::FieldErrors;
use crate::pages::providers::{LeavePage, NewFromProviderPage, ProviderFailedPage};
use crate::people::class::suggest_name;
use crate::people::links::{Entered, Way, find_way};
use crate::people::providers::{self as people, Connecting, Disconnecting};
use crate::people::{Code, NAMED_ORGANIZERS};
use crate::store::audit::By;
use crate::store::identities::{self, Identity};
use crate::store::users::{self, User};
use crate::store::{self, IdentityId, StoreError};
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/login/with/{provider}", read().to(begin)))
        .service(at("/login/with/{provider}/back", read().to(back)))
        .service(
            web::resource("/login/with/{provider}/new")
                .route(read().to(new_form))
                .route(web::post().to(make_account)),
        )
        .service(
            web::resource("/account/connect/{provider}")
                .route(read().to(back_to_account))
                .route(web::post().to(connect)),
        )
        .service(at(
            "/account/connected/{id}/end",
            web::post().to(disconnect),
        ));
}

fn find(visit: &Visit, name: &str) -> Result<Arc<Provider>, AppError> {
    let mut all = visit.app.providers.iter();
    let found = all.find(|one| one.settings.name == name);
    found.cloned().ok_or_else(AppError::not_found)
}

/// Redirects to the provider, and gives the browser the cookie that it must bring back.
async fn begin(
    visit: Visit,
    name: web::Path<String>,
    query: web::Query<Next>,
) -> Result<HttpResponse, AppError> {
    let provider = find(&visit, &name)?;
    let next = local_path(&query.next);
    if visit.user().is_some() {
        return Ok(visit.see_other(next, None));
    }
    let attempt = Attempt::new(Aim::SignIn, next, visit.now);
    match provider.address(&attempt).await {
        Ok(address) => {
            let mut response = visit.see_other(&address, None);
            visit.keep_attempt(&mut response, Some(&attempt))?;
            Ok(response)
        }
        // The page says so at the button.
        Err(error) => {
            note(&provider, &error);
            let page = login_page(&visit, "", next, FieldErrors::new());
            visit.form_page(StatusCode::SERVICE_UNAVAILABLE, &page)
        }
    }
}

/// The query with which a provider sends the person back.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Returned {
    state: String,
    code: String,
    error: String,
    iss: Option<String>,
}

/// Why a person who comes back is not signed in.
enum Refusal {
    /// This browser has not begun the attempt, or too long ago.
    Attempt,
    /// A different provider has answered.
    Other,
    /// The person said no.
    Denied,
    /// The provider reports another error.
    Error,
    /// The provider cannot be reached or its answer cannot be trusted, or it names somebody else.
    Provider(ProviderError),
    /// No account is connected with this person.
    Unknown,
    /// The person is new, and has no invitation.
    Uninvited,
    /// The account is switched off.
    Disabled,
    /// The account can no longer be connected.
    Over,
    /// The account is connected already, or the person is connected with another account.
    Taken,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::Attempt | Self::Other | Self::Error | Self::Over => StatusCode::BAD_REQUEST,
            Self::Provider(ProviderError::Code(_) | ProviderError::Token(_)) => {
                StatusCode::BAD_REQUEST
            }
            Self::Provider(ProviderError::Unreachable(_)) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Provider(ProviderError::NotRequired)
            | Self::Denied
            | Self::Unknown
            | Self::Uninvited
            | Self::Disabled => StatusCode::FORBIDDEN,
            Self::Taken => StatusCode::CONFLICT,
        }
    }

    fn message(&self, word: &str) -> String {
        match self {
            Self::Attempt => say!("provider-refused-attempt", n = LASTS.num_minutes()),
            Self::Other => say!("provider-refused-other", name = word),
            Self::Denied => say!("provider-refused-denied", name = word),
            Self::Error => say!("provider-refused-error", name = word),
            Self::Provider(ProviderError::Unreachable(_)) => {
                say!("provider-refused-down", name = word)
            }
            Self::Provider(ProviderError::Code(_)) => say!("provider-refused-code", name = word),
            Self::Provider(ProviderError::Token(_)) => say!("provider-refused-token", name = word),
            Self::Provider(ProviderError::NotRequired) => {
                say!("provider-refused-claim", name = word)
            }
            Self::Unknown => say!("provider-refused-unknown", name = word),
            Self::Uninvited => say!("provider-refused-uninvited", name = word),
            Self::Disabled => super::middleware::sentence(say!("refused-disabled")),
            Self::Over => say!("provider-refused-over").to_owned(),
            Self::Taken => say!("provider-refused-taken", name = word),
        }
    }

    /// Only an organizer can do something about it.
    fn needs_organizer(&self) -> bool {
        self.status() == StatusCode::FORBIDDEN && !matches!(self, Self::Denied)
    }
}

impl From<ProviderError> for Refusal {
    fn from(error: ProviderError) -> Self {
        Self::Provider(error)
    }
}

/// Logs the error. The line contains nothing that would let anybody sign in.
fn note(provider: &Provider, error: &ProviderError) {
    tracing::warn!(provider = provider.settings.name, %error, "nobody was signed in");
}

/// Handles the return from the provider: nothing in it counts unless this browser has begun the attempt.
async fn back(
    visit: Visit,
    name: web::Path<String>,
    query: web::Query<Returned>,
) -> Result<HttpResponse, AppError> {
    let provider = find(&visit, &name)?;
    // As with passwords, only wrong attempts count against the address: a code that the provider does not know, and no
    // fault of the provider's own.
    visit.app.limiters.login.check(visit.address)?;
    let begun = visit.attempt().cloned();
    let (attempt, named) = match hear(&visit, &provider, begun.as_ref(), query.into_inner()).await {
        Ok(heard) => heard,
        Err(refusal) => {
            if let Refusal::Provider(error) = &refusal {
                note(&provider, error);
                if matches!(error, ProviderError::Code(_)) {
                    visit.app.limiters.login.count(visit.address);
                }
            }
            let aim = begun.map_or(Aim::SignIn, |begun| begun.aim);
            return refuse(&visit, &provider, aim, refusal).await;
        }
    };
    let identity = Identity {
        issuer: provider.settings.issuer.to_string(),
        subject: named.subject,
    };
    if attempt.aim == Aim::Connect {
        return finish_connecting(&visit, &provider, &attempt, identity).await;
    }
    let wanted = identity.clone();
    let found = store::run(&visit.app.pool, move |conn| {
        identities::find_owner(conn, &wanted).map_err(StoreError::from)
    })
    .await?;
    match found {
        Some((_, Some(_))) => refuse(&visit, &provider, attempt.aim, Refusal::Disabled).await,
        Some((user, None)) => {
            if user.second_factor_at.is_none() {
                visit.app.guesses.remember(&user.name, visit.address);
            }
            let mut response = visit
                .sign_in(user.id, local_path(&attempt.next), Notice::SignedIn)
                .await?;
            visit.keep_attempt(&mut response, None)?;
            Ok(response)
        }
        None => welcome(&visit, &provider, &attempt, identity).await,
    }
}

/// The person whom the provider names, if this browser has begun the attempt.
async fn hear(
    visit: &Visit,
    provider: &Arc<Provider>,
    begun: Option<&Attempt>,
    said: Returned,
) -> Result<(Attempt, Named), Refusal> {
    let attempt = begun
        .filter(|begun| begun.aim != Aim::Register)
        .filter(|begun| same_secret(&begun.state(&provider.settings.name), &said.state))
        .ok_or(Refusal::Attempt)?;
    if !provider.has_answered(said.iss.as_deref()).await? {
        return Err(Refusal::Other);
    }
    match said.error.as_str() {
        "" => {}
        "access_denied" => return Err(Refusal::Denied),
        _ => return Err(Refusal::Error),
    }
    if said.code.is_empty() {
        return Err(Refusal::Error);
    }
    let named = provider.ask(attempt, said.code, visit.now).await?;
    Ok((attempt.clone(), named))
}

/// The page that says why somebody is not signed in. The attempt is over.
async fn refuse(
    visit: &Visit,
    provider: &Provider,
    aim: Aim,
    refusal: Refusal,
) -> Result<HttpResponse, AppError> {
    let organizers = if refusal.needs_organizer() {
        store::run(&visit.app.pool, |conn| {
            users::list_organizers(conn, NAMED_ORGANIZERS).map_err(StoreError::from)
        })
        .await?
    } else {
        Vec::new()
    };
    let word = &provider.settings.word;
    let is_here = visit.user().is_some();
    let page = ProviderFailedPage {
        shell: visit.shell(),
        title: if aim == Aim::Connect {
            say!("provider-failed-connect", name = word)
        } else {
            say!("provider-failed-sign-in", name = word)
        },
        message: refusal.message(word),
        organizers,
        again: if is_here { "/account" } else { "/login" }.to_owned(),
    };
    let mut response = visit.form_page(refusal.status(), &page)?;
    visit.keep_attempt(&mut response, None)?;
    Ok(response)
}

/// The invitation with which the attempt began, if there is one.
fn invitation_of(attempt: &Attempt) -> Option<Code> {
    Code::parse(attempt.next.strip_prefix(LINKS)?)
}

/// Lets a new person choose a name, if new people may come.
async fn welcome(
    visit: &Visit,
    provider: &Provider,
    attempt: &Attempt,
    identity: Identity,
) -> Result<HttpResponse, AppError> {
    if !provider.settings.create {
        return refuse(visit, provider, attempt.aim, Refusal::Unknown).await;
    }
    if !may_come(visit, attempt).await? {
        return refuse(visit, provider, attempt.aim, Refusal::Uninvited).await;
    }
    let named = Attempt::new(Aim::Register, &attempt.next, visit.now);
    let (secret, now) = (named.secret.clone(), visit.now);
    store::run_write(&visit.app.pool, move |conn| {
        people::may_register(conn, &secret, identity, (now.plus(LASTS), now))
    })
    .await?;
    let address = format!("/login/with/{}/new", provider.settings.name);
    let mut response = visit.see_other(&address, None);
    visit.keep_attempt(&mut response, Some(&named))?;
    Ok(response)
}

/// Whether a new person may come: registration is open, or there is an invitation.
async fn may_come(visit: &Visit, attempt: &Attempt) -> Result<bool, AppError> {
    if visit.app.config.registration == Registration::Open {
        return Ok(true);
    }
    let Some(code) = invitation_of(attempt) else {
        return Ok(false);
    };
    let now = visit.now;
    let way = store::run(&visit.app.pool, move |conn| find_way(conn, &code, now)).await?;
    Ok(matches!(way, Some(Way::Register(_))))
}

/// The person whom a provider named in this browser and who has no account yet.
async fn find_new(
    visit: &Visit,
    provider: &Provider,
) -> Result<Option<(Attempt, Identity)>, AppError> {
    let Some(attempt) = visit
        .attempt()
        .filter(|it| it.aim == Aim::Register)
        .cloned()
    else {
        return Ok(None);
    };
    let (secret, now) = (attempt.secret.clone(), visit.now);
    let issuer = provider.settings.issuer.to_string();
    let found = store::run(&visit.app.pool, move |conn| {
        people::find_new(conn, &secret, &issuer, now)
    })
    .await?;
    Ok(found.map(|identity| (attempt, identity)))
}

fn new_page(
    visit: &Visit,
    provider: &Provider,
    status: StatusCode,
    (name, display_name): (String, String),
    errors: FieldErrors,
) -> Result<HttpResponse, AppError> {
    visit.form_page(
        status,
        &NewFromProviderPage {
            shell: visit.shell(),
            provider: view(provider),
            name,
            display_name,
            errors,
        },
    )
}

async fn new_form(visit: Visit, name: web::Path<String>) -> Result<HttpResponse, AppError> {
    let provider = find(&visit, &name)?;
    if find_new(&visit, &provider).await?.is_none() {
        return Ok(visit.see_other("/login", None));
    }
    let name = store::run(&visit.app.pool, suggest_name).await?;
    let names = (name, String::new());
    new_page(&visit, &provider, StatusCode::OK, names, FieldErrors::new())
}

#[derive(Deserialize)]
struct NewForm {
    #[serde(default)]
    csrf_token: String,
    name: String,
    #[serde(default)]
    display_name: String,
}

async fn make_account(
    visit: Visit,
    provider: web::Path<String>,
    form: web::Form<NewForm>,
) -> Result<HttpResponse, AppError> {
    let provider = find(&visit, &provider)?;
    visit.check_form(&form.csrf_token)?;
    let Some((attempt, identity)) = find_new(&visit, &provider).await? else {
        return refuse(&visit, &provider, Aim::Register, Refusal::Attempt).await;
    };
    if !may_come(&visit, &attempt).await? {
        return refuse(&visit, &provider, Aim::Register, Refusal::Uninvited).await;
    }
    let form = form.into_inner();
    let (display_name, errors) = check_names(&form.name, &form.display_name);
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    let typed = (form.name.clone(), form.display_name);
    if !errors.is_empty() {
        return new_page(&visit, &provider, status, typed, errors);
    }
    let invitation = invitation_of(&attempt);
    if invitation.is_none() {
        visit.app.limiters.register.check(visit.address)?;
    }
    let next = if invitation.is_some() {
        "/"
    } else {
        local_path(&attempt.next)
    };
    let (secret, name, now) = (attempt.secret.clone(), form.name, visit.now);
    let word = provider.settings.word.clone();
    let by = By {
        name: name.clone(),
        address: Some(visit.address),
    };
    let entered = store::run_write(&visit.app.pool, move |conn| {
        people::register(
            conn,
            (&secret, invitation.as_ref()),
            (&name, &display_name),
            (&identity, &word),
            (&by, now),
        )
    })
    .await?;
    match entered {
        Entered::Done(user) => {
            let mut response = visit.sign_in(user, next, Notice::Registered).await?;
            visit.keep_attempt(&mut response, None)?;
            Ok(response)
        }
        Entered::Gone => refuse(&visit, &provider, Aim::Register, Refusal::Attempt).await,
        Entered::NameTaken => {
            let errors = FieldErrors::one("name", say!("register-name-taken"));
            new_page(&visit, &provider, status, typed, errors)
        }
    }
}

#[derive(Deserialize)]
struct ConnectForm {
    #[serde(default)]
    csrf_token: String,
    #[serde(default)]
    password: String,
}

/// Redirects a person who has just given the password to the provider.
async fn connect(
    visit: Visit,
    provider: web::Path<String>,
    form: web::Form<ConnectForm>,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    let provider = find(&visit, &provider)?;
    let refuse = |status, why: String| {
        let said = Said::about("connect_password", why);
        account::page(&visit, user, status, said)
    };
    if guess(&visit, &user.name, &form.password).await?.is_none() {
        let why = account::why_wrong(&visit, user).await?;
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, why).await;
    }
    let attempt = Attempt::new(Aim::Connect, "/account", visit.now);
    let address = match provider.address(&attempt).await {
        Ok(address) => address,
        Err(error) => {
            note(&provider, &error);
            let why = Refusal::Provider(error).message(&provider.settings.word);
            return refuse(StatusCode::SERVICE_UNAVAILABLE, why).await;
        }
    };
    let (secret, id, now) = (attempt.secret.clone(), user.id, visit.now);
    let issuer = provider.settings.issuer.to_string();
    store::run_write(&visit.app.pool, move |conn| {
        people::may_connect(conn, &secret, (id, &issuer), (now.plus(LASTS), now))
    })
    .await?;
    let mut response = visit.page(&LeavePage {
        shell: visit.shell(),
        word: provider.settings.word.clone(),
        address,
    })?;
    visit.keep_attempt(&mut response, Some(&attempt))?;
    Ok(response)
}

async fn finish_connecting(
    visit: &Visit,
    provider: &Provider,
    attempt: &Attempt,
    identity: Identity,
) -> Result<HttpResponse, AppError> {
    let Some(user) = visit.user().cloned() else {
        return refuse(visit, provider, attempt.aim, Refusal::Over).await;
    };
    let (secret, by, now) = (attempt.secret.clone(), visit.by(&user), visit.now);
    let word = provider.settings.word.clone();
    let done = store::run_write(&visit.app.pool, move |conn| {
        people::connect(conn, &secret, (&user, &identity), (&word, &by), now)
    })
    .await?;
    match done {
        Connecting::Done => {
            let mut response = visit.see_other("/account", Some(Notice::Connected));
            visit.keep_attempt(&mut response, None)?;
            Ok(response)
        }
        Connecting::Over => refuse(visit, provider, attempt.aim, Refusal::Over).await,
        Connecting::Taken => refuse(visit, provider, attempt.aim, Refusal::Taken).await,
    }
}

async fn disconnect(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<FormToken>,
) -> Result<HttpResponse, AppError> {
    let user: &User = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    let (owner, by, now) = (user.clone(), visit.by(user), visit.now);
    let (id, all) = (IdentityId(*id), visit.app.providers.clone());
    let done = store::run_write(&visit.app.pool, move |conn| {
        let word_of = |issuer: &str| word_of(&all, issuer);
        people::disconnect(conn, &owner, id, &word_of, (&by, now))
    })
    .await?;
    match done {
        Disconnecting::Done => Ok(visit.see_other("/account", Some(Notice::Disconnected))),
        Disconnecting::Last => {
            let said = Said::about("connected", say!("provider-last"));
            account::page(&visit, user, StatusCode::CONFLICT, said).await
        }
    }
}
