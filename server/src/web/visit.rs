//! A request as handlers see it: who makes it, from where, when, and how to answer.

use std::net::{IpAddr, Ipv4Addr};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Once;

use actix_web::cookie::time;
use actix_web::dev::Payload;
use actix_web::http::{Method, StatusCode, header};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, HttpResponse, web};
use askama::Template;
use chrono::TimeDelta;
use futures_util::future::LocalBoxFuture;
use serde::Deserialize;

use super::announcement_views::unread_view;
use super::cookies::{CookieKind, Cookies, Notice, add_cookie};
use crate::app::App;
use crate::auth::{self, Secret, check_origin, hash_token, same_secret};
use crate::config::Registration;
use crate::daily;
use crate::error::{AppError, AppErrorKind};
use crate::messages::announcements::{Unread, load_unread};
use crate::oidc::{Attempt, LASTS};
use crate::pages::Shell;
use crate::pages::csv::CsvFile;
use crate::pages::shell::{Flash, FlashKind, UnreadView, Viewer};
use crate::store::audit::By;
use crate::store::sessions::NewSession;
use crate::store::users::User;
use crate::store::{
    self, Moment, StoreError, UserId, daily as solves, questions, sessions, sign_ins, users,
};
use crate::words::say;

/// How long a session lasts after signing in.
const SESSION_LIFETIME: TimeDelta = TimeDelta::days(30);

/// How long the code may come after the password.
const SIGN_IN_LASTS: TimeDelta = TimeDelta::minutes(10);

/// One request. Cheap to clone; made once a request.
#[derive(Clone)]
pub(super) struct Visit(Rc<Data>);

pub(super) struct Data {
    /// What handlers share.
    pub(super) app: web::Data<App>,
    /// When the request came.
    pub(super) now: Moment,
    /// From where.
    pub(super) address: IpAddr,
    /// Who is signed in.
    session: Option<SignedIn>,
    /// Identifies the sign-in of a person who has given the password but not yet the code.
    sign_in: Option<Secret>,
    /// The provider sign-in that this browser has begun.
    attempt: Option<Attempt>,
    /// The cookie that goes with forms before signing in, and whether the browser has it yet.
    form_cookie: (Secret, bool),
    /// The address under which the reader reaches the site.
    pub(super) origin: String,
    path: String,
    /// Browser and system, as in "Firefox · Linux"; empty when the request does not say.
    browser: String,
    notice: Option<Notice>,
    cookies: Cookies,
    /// The request does not come from a page of another site.
    own_origin: bool,
    /// The request is that of a form.
    sends_form: bool,
}

/// A form without fields; the token shows that it stands on a page of this site.
#[derive(Deserialize)]
pub(super) struct FormToken {
    #[serde(default)]
    pub(super) csrf_token: String,
}

struct SignedIn {
    token_hash: String,
    csrf_token: String,
    user: User,
    unread: Unread,
    waiting_questions: Option<(String, usize)>,
}

/// The place to go to afterwards, in the address of the sign-in page.
#[derive(Deserialize)]
pub(super) struct Next {
    #[serde(default)]
    pub(super) next: String,
}

impl Deref for Visit {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.0
    }
}

impl FromRequest for Visit {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Self::of(&request).await })
    }
}

impl Visit {
    /// The visit of a request, made at the first call.
    pub(super) async fn of(request: &HttpRequest) -> Result<Self, AppError> {
        if let Some(visit) = request.extensions().get::<Self>() {
            return Ok(visit.clone());
        }
        let app = request
            .app_data::<web::Data<App>>()
            .cloned()
            .ok_or_else(|| AppError::internal("the application has no state"))?;
        let cookies = Cookies::of(&app);
        let cookie = |kind| cookies.read(request, kind);
        let now = app.clock.now();
        let token = cookie(CookieKind::Session).and_then(|text| Secret::parse(&text));
        let session = match token {
            Some(token) => find_session(&app, &token, now).await?,
            None => None,
        };
        let sign_in = cookie(CookieKind::SignIn).and_then(|text| Secret::parse(&text));
        let form_cookie = cookie(CookieKind::Form).and_then(|text| Secret::parse(&text));
        let visit = Self(Rc::new(Data {
            now,
            cookies,
            address: address(request, app.config.behind_proxy),
            session,
            sign_in,
            attempt: cookie(CookieKind::Provider).and_then(|text| Attempt::parse(&text)),
            form_cookie: form_cookie
                .map_or_else(|| (Secret::random(), false), |secret| (secret, true)),
            origin: origin(request, &app),
            path: way_back(request),
            browser: browser_of(request),
            notice: cookie(CookieKind::Notice).and_then(|word| Notice::parse(&word)),
            sends_form: request.method() == Method::POST,
            own_origin: check_origin(
                request.headers(),
                app.config.public_url.as_ref(),
                host(request),
            ),
            app,
        }));
        request.extensions_mut().insert(visit.clone());
        Ok(visit)
    }

    /// Who is signed in.
    pub(super) fn user(&self) -> Option<&User> {
        self.session.as_ref().map(|session| &session.user)
    }

    /// The reader gets what every visitor gets.
    pub(super) fn is_anybody(&self) -> bool {
        self.session.is_none() && self.notice.is_none()
    }

    /// Who is signed in, by number.
    pub(super) fn user_id(&self) -> Option<UserId> {
        self.user().map(|user| user.id)
    }

    /// Who is signed in.
    ///
    /// # Errors
    /// When nobody is.
    pub(super) fn require_user(&self) -> Result<&User, AppError> {
        self.user()
            .ok_or_else(|| AppError::new(AppErrorKind::SignIn))
    }

    /// The reader runs seasons or the platform.
    pub(super) fn is_staff(&self) -> bool {
        self.user()
            .is_some_and(|user| user.role.sees_hidden_terms())
    }

    /// Who does something, and from where.
    pub(super) fn by(&self, user: &User) -> By {
        By {
            name: user.name.clone(),
            address: Some(self.address),
        }
    }

    /// The token that this reader's forms carry.
    pub(super) fn csrf_token(&self) -> String {
        match &self.session {
            Some(session) => session.csrf_token.clone(),
            None => auth::form_token(&self.form_cookie.0),
        }
    }

    /// Checks that a form was sent by its reader from a page of this site.
    ///
    /// # Errors
    ///
    /// When it was not.
    pub(super) fn check_form(&self, token: &str) -> Result<(), AppError> {
        if !self.own_origin {
            // Most often the site itself is reached by a name that nobody told it.
            static TOLD: Once = Once::new();
            TOLD.call_once(|| {
                tracing::warn!("a form of another site came; does `public-url` name this one?");
            });
            return Err(AppError::because(
                AppErrorKind::Forbidden,
                say!("refused-origin"),
            ));
        }
        if !same_secret(&self.csrf_token(), token) {
            return Err(AppError::because(
                AppErrorKind::Forbidden,
                say!("refused-form-old"),
            ));
        }
        Ok(())
    }

    /// Common data of the page that answers.
    pub(super) fn shell(&self) -> Shell {
        Shell {
            viewer: self.user().map(|user| Viewer {
                name: user.name.clone(),
                display_name: user.display_name.clone(),
                role: user.role.as_str().to_owned(),
            }),
            csrf_token: self.csrf_token(),
            page_key: Secret::random().as_str().to_owned(),
            origin: self.origin.clone(),
            public_origin: match &self.app.config.public_url {
                Some(url) => url.origin.clone(),
                None => String::new(),
            },
            path: self.path.clone(),
            answers_form: self.sends_form,
            is_open_to_all: self.app.config.registration == Registration::Open,
            is_shut: self.app.config.members_only && self.session.is_none(),
            live_shows: self
                .app
                .versions
                .now()
                .map_or_else(Vec::new, |known| known.live.clone()),
            unread: self
                .session
                .as_ref()
                .map_or_else(UnreadView::default, |session| {
                    let known = self.app.versions.now();
                    let last = known.and_then(|it| it.last_announcement(Some(session.user.id)));
                    unread_view(&session.unread, last)
                }),
            waiting_questions: self
                .session
                .as_ref()
                .and_then(|session| session.waiting_questions.clone()),
            flash: self.notice.map(|notice| Flash {
                kind: FlashKind::Done,
                text: notice.texts().1.to_owned(),
            }),
            now: self.now.utc(),
        }
    }

    /// A page.
    pub(super) fn page(&self, page: &impl Template) -> Result<HttpResponse, AppError> {
        self.page_with(StatusCode::OK, page)
    }

    /// A list for spreadsheets, as a file of that name.
    #[expect(clippy::unused_self, reason = "an answer of a visit, as its pages are")]
    pub(super) fn spreadsheet(&self, file: &str, list: CsvFile) -> HttpResponse {
        HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, "text/csv; charset=utf-8"))
            .insert_header((
                header::CONTENT_DISPOSITION,
                format!("attachment; filename=\"{file}\""),
            ))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .body(list.into_text())
    }

    /// A page with another status.
    pub(super) fn page_with(
        &self,
        status: StatusCode,
        page: &impl Template,
    ) -> Result<HttpResponse, AppError> {
        let mut response = HttpResponse::build(status);
        response.insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"));
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        if self.notice.is_some() {
            response.cookie(self.cookies.removal(CookieKind::Notice));
        }
        Ok(response.body(page.render()?))
    }

    /// A page with a form for people who have not signed in; it needs its cookie.
    pub(super) fn form_page(
        &self,
        status: StatusCode,
        page: &impl Template,
    ) -> Result<HttpResponse, AppError> {
        let mut response = self.page_with(status, page)?;
        if let (secret, false) = &self.form_cookie {
            add_cookie(
                &mut response,
                &self.cookies.make(CookieKind::Form, secret.as_str()),
            )?;
        }
        Ok(response)
    }

    /// Redirects to another page after an action.
    pub(super) fn see_other(&self, path: &str, notice: Option<Notice>) -> HttpResponse {
        let mut response = HttpResponse::SeeOther();
        response.insert_header((header::LOCATION, path));
        if let Some(notice) = notice {
            let mut cookie = self.cookies.make(CookieKind::Notice, notice.texts().0);
            cookie.set_max_age(time::Duration::minutes(1));
            response.cookie(cookie);
        }
        response.finish()
    }

    /// Signs in a person who has proved who they are, except for the code: if the account has a second factor, the
    /// code is asked for next.
    pub(super) async fn sign_in(
        &self,
        user: UserId,
        path: &str,
        notice: Notice,
    ) -> Result<HttpResponse, AppError> {
        let token = Secret::random();
        let token_hash = hash_token(token.as_str());
        let now = self.now;
        let waits = store::run_transaction(&self.app.pool, move |conn| {
            if users::load_user(conn, user)?.second_factor_at.is_none() {
                return Ok(false);
            }
            let new = (token_hash.as_str(), user);
            sign_ins::insert_sign_in(conn, new, now.plus(SIGN_IN_LASTS), now)?;
            Ok::<_, StoreError>(true)
        })
        .await?;
        if !waits {
            return self.begin_session(user, path, notice).await;
        }
        let shell = self.shell();
        let mut response = self.see_other(&shell.address_of("/login/code", path), None);
        let mut cookie = self.cookies.make(CookieKind::SignIn, token.as_str());
        cookie.set_max_age(time::Duration::seconds(SIGN_IN_LASTS.num_seconds()));
        add_cookie(&mut response, &cookie)?;
        Ok(response)
    }

    /// The provider sign-in that this browser has begun, if it has not expired.
    pub(super) fn attempt(&self) -> Option<&Attempt> {
        self.attempt
            .as_ref()
            .filter(|begun| !begun.is_over(self.now))
    }

    /// Sets or deletes the cookie of a provider sign-in.
    pub(super) fn keep_attempt(
        &self,
        response: &mut HttpResponse,
        attempt: Option<&Attempt>,
    ) -> Result<(), AppError> {
        let cookie = match attempt {
            Some(attempt) => {
                let mut cookie = self.cookies.make(CookieKind::Provider, &attempt.cookie());
                cookie.set_max_age(time::Duration::seconds(LASTS.num_seconds()));
                cookie
            }
            None => self.cookies.removal(CookieKind::Provider),
        };
        add_cookie(response, &cookie)
    }

    /// Hash of the secret of the sign-in that waits for a code, whether or not it still exists.
    pub(super) fn sign_in_hash(&self) -> Option<String> {
        self.sign_in
            .as_ref()
            .map(|token| hash_token(token.as_str()))
    }

    /// Signs a person in: a session with a new token replaces the old one, if any.
    pub(super) async fn begin_session(
        &self,
        user: UserId,
        path: &str,
        notice: Notice,
    ) -> Result<HttpResponse, AppError> {
        let token = Secret::random();
        let token_hash = hash_token(token.as_str());
        let csrf_token = Secret::random();
        let old = self
            .session
            .as_ref()
            .map(|session| session.token_hash.clone());
        let (now, browser) = (self.now, self.browser.clone());
        // What a visitor solved comes along.
        let visitor = self
            .session
            .is_none()
            .then(|| daily::solver(None, &self.csrf_token()));
        store::run_transaction(&self.app.pool, move |conn| {
            if let Some(old) = &old {
                sessions::delete_session(conn, old)?;
            }
            sessions::delete_expired_sessions(conn, now)?;
            let new = NewSession {
                token_hash: &token_hash,
                user,
                csrf_token: csrf_token.as_str(),
                browser: &browser,
                lifetime: SESSION_LIFETIME,
            };
            sessions::insert_session(conn, &new, now)?;
            if let Some(visitor) = visitor {
                let account = daily::solver(Some(user), "");
                solves::take_over(conn, &visitor, (&account, user))?;
            }
            Ok::<_, StoreError>(())
        })
        .await?;
        let mut response = self.see_other(path, Some(notice));
        let mut cookie = self.cookies.make(CookieKind::Session, token.as_str());
        cookie.set_max_age(time::Duration::seconds(SESSION_LIFETIME.num_seconds()));
        add_cookie(&mut response, &cookie)?;
        if self.sign_in.is_some() {
            add_cookie(&mut response, &self.cookies.removal(CookieKind::SignIn))?;
        }
        Ok(response)
    }

    /// Signs out.
    pub(super) async fn sign_out(&self) -> Result<HttpResponse, AppError> {
        if let Some(session) = &self.session {
            let token_hash = session.token_hash.clone();
            store::run_transaction(&self.app.pool, move |conn| {
                sessions::delete_session(conn, &token_hash).map_err(StoreError::from)
            })
            .await?;
        }
        self.go_out(Notice::SignedOut)
    }

    /// Redirects a person whose session is over to the front page.
    pub(super) fn go_out(&self, notice: Notice) -> Result<HttpResponse, AppError> {
        let mut response = self.see_other("/", Some(notice));
        add_cookie(&mut response, &self.cookies.removal(CookieKind::Session))?;
        Ok(response)
    }

    /// The hash of this session's token.
    pub(super) fn session_hash(&self) -> Option<&str> {
        self.session
            .as_ref()
            .map(|session| session.token_hash.as_str())
    }
}

/// The sign-in name of whoever a request came from, by session or by token.
#[derive(Clone)]
pub(super) struct Name(pub(super) String);

/// The sign-in name of the person who makes a request, if it has been looked up already.
pub(super) fn name_of(request: &HttpRequest) -> Option<String> {
    let extensions = request.extensions();
    let by_token = extensions.get::<Name>().map(|name| name.0.clone());
    by_token.or_else(|| {
        let visit = extensions.get::<Visit>()?;
        visit.user().map(|user| user.name.clone())
    })
}

async fn find_session(
    app: &App,
    token: &Secret,
    now: Moment,
) -> Result<Option<SignedIn>, StoreError> {
    let token_hash = hash_token(token.as_str());
    let wanted = token_hash.clone();
    let found = store::run(&app.pool, move |conn| {
        let Some(session) = sessions::find_session(conn, &wanted, now)? else {
            return Ok::<_, StoreError>(None);
        };
        let unread = load_unread(conn, session.user.id)?;
        let waiting_questions = if session.user.role.sees_hidden_terms() {
            questions::find_waiting(conn)?
        } else {
            None
        };
        Ok(Some((session, unread, waiting_questions)))
    })
    .await?;
    let Some((session, unread, waiting_questions)) = found else {
        return Ok(None);
    };
    if session.is_to_be_noted(now) {
        let (hash, user) = (token_hash.clone(), session.user.id);
        store::run_later(&app.pool, move |conn| {
            Ok(sessions::note_seen(conn, &hash, user, now)?)
        });
    }
    Ok(Some(SignedIn {
        token_hash,
        csrf_token: session.csrf_token,
        user: session.user,
        unread,
        waiting_questions,
    }))
}

/// The origin at which a request reached the site. Forwarded headers are trusted only behind a proxy.
fn origin(request: &HttpRequest, app: &App) -> String {
    if let Some(url) = &app.config.public_url {
        return url.origin.clone();
    }
    if app.config.behind_proxy {
        let connection = request.connection_info();
        return format!("{}://{}", connection.scheme(), connection.host());
    }
    let named = request.headers().get(header::HOST);
    let host = named
        .and_then(|host| host.to_str().ok())
        .unwrap_or_else(|| request.app_config().host());
    format!("http://{host}")
}

/// Where to go after signing in: this page, or from the sign-in page itself where that one leads, so that the address
/// never grows.
fn way_back(request: &HttpRequest) -> String {
    let signs_in = ["/login", "/register"];
    if signs_in
        .iter()
        .any(|start| request.path().starts_with(start))
    {
        let next = web::Query::<Next>::from_query(request.query_string());
        return next.map_or_else(
            |_| "/".to_owned(),
            |query| local_path(&query.next).to_owned(),
        );
    }
    request
        .uri()
        .path_and_query()
        .map_or("/", |path| path.as_str())
        .to_owned()
}

fn browser_of(request: &HttpRequest) -> String {
    let agent = request.headers().get(header::USER_AGENT);
    let agent = agent.and_then(|value| value.to_str().ok());
    browser_name(agent.unwrap_or_default())
}

/// Browser and system of a `User-Agent`. Most name the browsers that they resemble as well, so the first match in
/// this order is the right one.
fn browser_name(agent: &str) -> String {
    const BROWSERS: [(&str, &str); 6] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Macintosh", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let named = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(mark, _)| agent.contains(mark));
        found.map(|(_, name)| *name)
    };
    let parts = [named(&BROWSERS), named(&SYSTEMS)];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    parts.join(" · ")
}

/// Behind a proxy the last entry of `X-Forwarded-For` is the one that the proxy itself wrote.
pub(super) fn address(request: &HttpRequest, behind_proxy: bool) -> IpAddr {
    let peer = request
        .peer_addr()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
    if !behind_proxy {
        return peer;
    }
    request
        .headers()
        .get_all("x-forwarded-for")
        .last()
        .and_then(|value| value.to_str().ok())
        .and_then(|list| list.rsplit(',').next())
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(peer)
}

fn host(request: &HttpRequest) -> &str {
    request
        .headers()
        .get(header::HOST)
        .and_then(|value| value.to_str().ok())
        .or_else(|| {
            request
                .uri()
                .authority()
                .map(actix_web::http::uri::Authority::as_str)
        })
        .unwrap_or("")
}

/// The path on this site to which a form asks to return; the front page if it asks for anything else.
pub(super) fn local_path(next: &str) -> &str {
    let local = next.starts_with('/')
        && !next.starts_with("//")
        && !next.contains('\\')
        && next.bytes().all(|byte| byte.is_ascii_graphic());
    if local { next } else { "/" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_told_by_its_own_name() {
        let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
        for (agent, name) in [
            (chrome.to_owned(), "Chrome · Linux"),
            (format!("{chrome} Edg/142.0.0.0"), "Edge · Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0".to_owned(),
                "Firefox · Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1".to_owned(),
                "Safari · iPhone",
            ),
            ("curl/8.14.1".to_owned(), ""),
        ] {
            assert_eq!(browser_name(&agent), name, "{agent}");
        }
    }

    #[test]
    fn only_places_on_this_site_are_gone_to() {
        assert_eq!(local_path("/seasons/demo?x=1"), "/seasons/demo?x=1");
        for bad in [
            "",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\nb",
            "javascript:x",
        ] {
            assert_eq!(local_path(bad), "/", "{bad:?}");
        }
    }
}
