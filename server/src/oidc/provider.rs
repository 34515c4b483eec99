//! One provider: what it says of itself, the address to which it wants people sent, and what its token says of a person.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use actix_web::web;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthenticationFlow, CoreClaimName, CoreClaimType, CoreClient,
    CoreClientAuthMethod, CoreErrorResponseType, CoreGenderClaim, CoreGrantType, CoreIdToken,
    CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm,
    CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType, CoreSubjectIdentifierType,
    CoreTokenResponse,
};
use openidconnect::{
    AccessTokenHash, AdditionalClaims, AdditionalProviderMetadata, AuthType, AuthorizationCode,
    CsrfToken, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, ProviderMetadata, RedirectUrl,
    RequestTokenError, Scope, SubjectIdentifier, TokenResponse as _, TokenUrl, UserInfoClaims,
    UserInfoUrl,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::{Mutex, Semaphore};
use ureq::Agent;

use super::attempt::Attempt;
use super::http;
use super::settings::{ProviderSettings, RequiredClaim, is_loopback, is_safe};
use crate::store::Moment;

/// How long is believed what a provider says of itself. People who come meanwhile do not ask again; one that is down, or
/// has new keys, is noticed soon.
const KNOWN_FOR: Duration = Duration::from_mins(1);

/// How long one that did not answer is left alone.
const DOWN_FOR: Duration = Duration::from_secs(5);

/// Requests to one provider at a time, so that a slow one does not take the threads that the database needs.
const AT_ONCE: usize = 8;

/// Longest subject, in bytes (OpenID Connect Core 1.0, 2).
const MAX_SUBJECT_BYTES: usize = 255;

/// How a token may be signed: by keys that the provider alone has, never by the secret that it shares with this site, and
/// never not at all.
const SIGNED: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// What a provider says of itself beside what the crate reads.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct MoreMetadata {
    /// It names itself in every answer (RFC 9207).
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for MoreMetadata {}

type Metadata = ProviderMetadata<
    MoreMetadata,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// All claims there are.
#[derive(Debug, Deserialize, Serialize)]
struct AllClaims(HashMap<String, Value>);

impl AdditionalClaims for AllClaims {}

/// Why nobody is signed in.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// It gives no answer, or none that can be used.
    #[error("the provider cannot be reached: {0}")]
    Unreachable(String),
    /// It does not take the code.
    #[error("the provider does not take the code: {0}")]
    Code(String),
    /// What it says cannot be believed.
    #[error("the provider's token is refused: {0}")]
    Token(String),
    /// It does not say of the person what the settings ask for.
    #[error("the provider does not say what is required of the person")]
    NotRequired,
}

/// Whom a provider has named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What it calls the person.
    pub subject: String,
}

/// One provider.
pub struct Provider {
    /// What the settings say of it.
    pub settings: ProviderSettings,
    redirect: RedirectUrl,
    agent: Agent,
    known: Mutex<Known>,
    is_down: AtomicBool,
    turns: Semaphore,
}

/// What it said last, and when.
#[derive(Default)]
struct Known {
    said: Option<(Instant, Arc<Metadata>)>,
    failed_at: Option<Instant>,
}

impl Provider {
    /// The provider of those settings. `origin` is the address of this site, below which it sends people back.
    ///
    /// # Errors
    /// When that is no address.
    pub fn new(settings: ProviderSettings, origin: &str) -> Result<Self, String> {
        let redirect = format!("{origin}/login/with/{}/back", settings.name);
        Ok(Self {
            redirect: RedirectUrl::new(redirect).map_err(|error| error.to_string())?,
            agent: http::agent(is_loopback(settings.issuer.url()), settings.roots.as_ref()),
            settings,
            known: Mutex::default(),
            is_down: AtomicBool::new(false),
            turns: Semaphore::new(AT_ONCE),
        })
    }

    /// Whoever asked it last got no answer.
    pub fn is_down(&self) -> bool {
        self.is_down.load(Ordering::Relaxed)
    }

    /// Where a person goes who begins that attempt.
    ///
    /// # Errors
    /// When the provider gives no answer.
    pub async fn address(self: &Arc<Self>, attempt: &Attempt) -> Result<String, ProviderError> {
        let metadata = self.load().await?;
        let name = &self.settings.name;
        let (state, nonce) = (attempt.state(name), attempt.nonce(name));
        let verifier = PkceCodeVerifier::new(attempt.verifier(name));
        let client = self.client(&metadata);
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new(state),
                || Nonce::new(nonce),
            )
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        for scope in &self.settings.scopes {
            request = request.add_scope(Scope::new(scope.clone()));
        }
        let (address, ..) = request.url();
        Ok(address.into())
    }

    /// An answer is from this provider, by what stands in it: another one cannot have given it in this one's name.
    ///
    /// # Errors
    /// When the provider gives no answer.
    pub async fn has_answered(self: &Arc<Self>, iss: Option<&str>) -> Result<bool, ProviderError> {
        if let Some(iss) = iss {
            return Ok(iss == self.settings.issuer.as_str());
        }
        let metadata = self.load().await?;
        let more = metadata.additional_metadata();
        Ok(!more.authorization_response_iss_parameter_supported)
    }

    /// Whom the provider names, by the code with which it sent the person back.
    ///
    /// # Errors
    /// When it names nobody, or cannot be believed, or does not say what the settings ask for.
    pub async fn ask(
        self: &Arc<Self>,
        attempt: &Attempt,
        code: String,
        now: Moment,
    ) -> Result<Named, ProviderError> {
        let metadata = self.load().await?;
        let _turn = self
            .turns
            .acquire()
            .await
            .map_err(|error| unreachable(&error))?;
        let (provider, attempt) = (Arc::clone(self), attempt.clone());
        let named = web::block(move || provider.exchange(&metadata, &attempt, code, now))
            .await
            .map_err(|error| unreachable(&error))?;
        if let Err(ProviderError::Token(_)) = &named {
            // Its keys may be new.
            self.known.lock().await.said = None;
        }
        named
    }

    /// What the provider says of itself.
    async fn load(self: &Arc<Self>) -> Result<Arc<Metadata>, ProviderError> {
        let mut known = self.known.lock().await;
        if let Some((at, metadata)) = &known.said
            && at.elapsed() < KNOWN_FOR
        {
            return Ok(Arc::clone(metadata));
        }
        if known.failed_at.is_some_and(|at| at.elapsed() < DOWN_FOR) {
            return Err(ProviderError::Unreachable(
                "it was asked just now".to_owned(),
            ));
        }
        let provider = Arc::clone(self);
        let found = web::block(move || provider.discover())
            .await
            .map_err(|error| unreachable(&error))?;
        self.is_down.store(found.is_err(), Ordering::Relaxed);
        match found {
            Ok(metadata) => {
                let metadata = Arc::new(metadata);
                known.said = Some((Instant::now(), Arc::clone(&metadata)));
                Ok(metadata)
            }
            Err(error) => {
                known.failed_at = Some(Instant::now());
                Err(error)
            }
        }
    }

    fn discover(&self) -> Result<Metadata, ProviderError> {
        let ask = |request: HttpRequest| http::ask(&self.agent, request);
        let metadata = Metadata::discover(&self.settings.issuer, &ask)
            .map_err(|error| unreachable(&chain(&error)))?;
        let may_be_here = is_loopback(self.settings.issuer.url());
        let places = [
            Some(metadata.authorization_endpoint().url()),
            metadata.token_endpoint().map(TokenUrl::url),
            metadata.userinfo_endpoint().map(UserInfoUrl::url),
            Some(metadata.jwks_uri().url()),
        ];
        let unsafe_one = places
            .into_iter()
            .flatten()
            .find(|url| !is_safe(url, may_be_here));
        match unsafe_one.map(ToString::to_string) {
            Some(url) => Err(unreachable(&format!(
                "{url} is neither https nor on this machine"
            ))),
            None => Ok(metadata),
        }
    }

    fn client(&self, metadata: &Metadata) -> Client {
        let methods = metadata.token_endpoint_auth_methods_supported();
        let takes = |method| methods.is_none_or(|methods| methods.contains(&method));
        let client = CoreClient::from_provider_metadata(
            metadata.clone(),
            self.settings.client_id.clone(),
            Some(self.settings.secret.clone()),
        )
        .set_redirect_uri(self.redirect.clone());
        // Without a word about it, a provider takes the first of them (OpenID Connect Discovery 1.0, 3).
        if takes(CoreClientAuthMethod::ClientSecretBasic) {
            client
        } else {
            client.set_auth_type(AuthType::RequestBody)
        }
    }

    fn exchange(
        &self,
        metadata: &Metadata,
        attempt: &Attempt,
        code: String,
        now: Moment,
    ) -> Result<Named, ProviderError> {
        let (client, name) = (self.client(metadata), &self.settings.name);
        let ask = |request: HttpRequest| http::ask(&self.agent, request);
        let answer = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| unreachable(&error))?
            .set_pkce_verifier(PkceCodeVerifier::new(attempt.verifier(name)))
            .request(&ask)
            .map_err(|error| match &error {
                // Of what it says beside the word, nothing is known.
                RequestTokenError::ServerResponse(said) => match said.error() {
                    CoreErrorResponseType::Extension(_) => {
                        ProviderError::Code("an error of its own".to_owned())
                    }
                    known => ProviderError::Code(known.to_string()),
                },
                RequestTokenError::Request(error) => unreachable(error),
                _ => ProviderError::Code("an answer that cannot be read".to_owned()),
            })?;
        let token = answer.id_token().ok_or_else(|| refused(&"there is none"))?;
        let nonce = Nonce::new(attempt.nonce(name));
        let subject = check_token(&client, metadata, (&answer, token), &nonce, now)?;
        if let Some(required) = &self.settings.required
            && !required.is_in(&claims_of(token)?)
        {
            let more = match metadata.userinfo_endpoint() {
                Some(_) => user_info(&client, &answer, &subject, &ask)?,
                None => Map::new(),
            };
            if !required.is_in(&more) {
                return Err(ProviderError::NotRequired);
            }
        }
        Ok(Named {
            subject: subject.to_string(),
        })
    }
}

impl RequiredClaim {
    fn is_in(&self, claims: &Map<String, Value>) -> bool {
        let is = |said: &Value| match said {
            Value::String(text) => *text == self.value,
            Value::Bool(yes) => self.value.parse() == Ok(*yes),
            Value::Number(number) => number.to_string() == self.value,
            _ => false,
        };
        match find_claim(claims, &self.name) {
            Some(Value::Array(all)) => all.iter().any(is),
            Some(one) => is(one),
            None => false,
        }
    }
}

/// The claim of that name, or the one to which the dots of the name lead through other claims. A name may have dots of its
/// own, as addresses have, so each way to read them is tried.
fn find_claim<'a>(claims: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    let inside = || {
        let mut ways = name.match_indices('.').map(|(at, _)| name.split_at(at));
        ways.find_map(|(outer, inner)| {
            let outer = claims.get(outer)?.as_object()?;
            find_claim(outer, inner.strip_prefix('.')?)
        })
    };
    claims.get(name).or_else(inside)
}

/// Who the token is about, if it is the provider's, for this site, this attempt and this moment.
fn check_token(
    client: &Client,
    metadata: &Metadata,
    (answer, token): (&CoreTokenResponse, &CoreIdToken),
    nonce: &Nonce,
    now: Moment,
) -> Result<SubjectIdentifier, ProviderError> {
    let said = metadata.id_token_signing_alg_values_supported();
    let signed = SIGNED.into_iter().filter(|one| said.contains(one));
    let verifier = client
        .id_token_verifier()
        .set_allowed_algs(signed)
        .set_time_fn(move || now.utc());
    let claims = token
        .claims(&verifier, nonce)
        .map_err(|error| refused(&chain(&error)))?;
    let client_id = client.client_id().as_str();
    if claims
        .authorized_party()
        .is_some_and(|party| party.as_str() != client_id)
    {
        return Err(refused(&"it is made for another site"));
    }
    if let Some(expected) = claims.access_token_hash() {
        let algorithm = token.signing_alg().map_err(|error| refused(&error))?;
        let key = token
            .signing_key(&verifier)
            .map_err(|error| refused(&error))?;
        let found = AccessTokenHash::from_token(answer.access_token(), algorithm, key);
        if found.map_err(|error| refused(&error))? != *expected {
            return Err(refused(&"it belongs to another access token"));
        }
    }
    let subject = claims.subject();
    let is_plain =
        (1..=MAX_SUBJECT_BYTES).contains(&subject.len()) && !subject.chars().any(char::is_control);
    if is_plain {
        Ok(subject.clone())
    } else {
        Err(refused(&"it names nobody"))
    }
}

/// All that a token says, whose signature was checked.
fn claims_of(token: &CoreIdToken) -> Result<Map<String, Value>, ProviderError> {
    let text = token.to_string();
    let payload = text.split('.').nth(1).unwrap_or_default();
    let bytes = BASE64_URL_SAFE_NO_PAD
        .decode(payload)
        .map_err(|error| refused(&error))?;
    serde_json::from_slice(&bytes).map_err(|error| refused(&error))
}

/// What the provider says of a person where it is asked for more.
fn user_info(
    client: &Client,
    answer: &CoreTokenResponse,
    subject: &SubjectIdentifier,
    ask: &impl Fn(HttpRequest) -> Result<openidconnect::HttpResponse, ureq::Error>,
) -> Result<Map<String, Value>, ProviderError> {
    let said: UserInfoClaims<AllClaims, CoreGenderClaim> = client
        .user_info(answer.access_token().clone(), Some(subject.clone()))
        .map_err(|error| unreachable(&error))?
        .request(ask)
        // What caused it may tell of the person.
        .map_err(|error| refused(&error))?;
    match serde_json::to_value(&said) {
        Ok(Value::Object(claims)) => Ok(claims),
        _ => Ok(Map::new()),
    }
}

fn unreachable(why: &impl ToString) -> ProviderError {
    ProviderError::Unreachable(why.to_string())
}

fn refused(why: &impl ToString) -> ProviderError {
    ProviderError::Token(why.to_string())
}

/// An error with what caused it.
fn chain(error: &dyn std::error::Error) -> String {
    let mut whole = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        whole.push_str(": ");
        whole.push_str(&error.to_string());
        cause = error.source();
    }
    whole
}
