//! How providers are asked: by the client that the rest of the program has, without redirects, which could lead to machines
//! behind this one.

use std::time::Duration;

use openidconnect::http::{Method, Request, Response};
use openidconnect::{HttpRequest, HttpResponse};
use ureq::Agent;
use ureq::tls::{RootCerts, TlsConfig};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Longest answer that is read, in bytes.
const MAX_ANSWER_BYTES: u64 = 1 << 20;

/// A client for a provider whose certificate one of `roots` has signed, or without them one of Mozilla's. One on this
/// machine is asked without the proxy that the environment may name.
pub(super) fn agent(is_on_loopback: bool, roots: Option<&RootCerts>) -> Agent {
    let mut config = Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .http_status_as_error(false)
        .max_redirects(0);
    if let Some(roots) = roots {
        config = config.tls_config(TlsConfig::builder().root_certs(roots.clone()).build());
    }
    if is_on_loopback {
        config.proxy(None).build().into()
    } else {
        config.build().into()
    }
}

/// Asks once.
///
/// # Errors
/// When no answer comes, or one that is too long.
pub(super) fn ask(agent: &Agent, request: HttpRequest) -> Result<HttpResponse, ureq::Error> {
    let answer = if request.method() == Method::GET {
        let (head, _) = request.into_parts();
        agent.run(Request::from_parts(head, ()))?
    } else {
        agent.run(request)?
    };
    let (head, mut body) = answer.into_parts();
    let body = body.with_config().limit(MAX_ANSWER_BYTES).read_to_vec()?;
    Ok(Response::from_parts(head, body))
}
