//! What `thirtyfour` leaves open: its HTTP client, and the browser commands that only Chromium has.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Bytes;
use serde_json::{Value, json};
use thirtyfour::common::command::FormatRequestData;
use thirtyfour::error::{WebDriverError, WebDriverResult};
use thirtyfour::session::http::{Body, HttpClient};
use thirtyfour::{RequestData, SessionId};
use ureq::http::{Method, Request, Response};

/// Longest that one command of the browser may take.
const COMMAND_TIMEOUT: Duration = Duration::from_mins(1);

/// Sends commands with `ureq`. It blocks, which is right for a test that has nothing else to do.
#[derive(Clone)]
pub(crate) struct Client(ureq::Agent);

impl Client {
    pub(crate) fn new() -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(COMMAND_TIMEOUT))
            .http_status_as_error(false)
            .build();
        Self(config.into())
    }

    fn exchange(&self, request: Request<Body<'_>>) -> Result<Response<Bytes>, ureq::Error> {
        let (parts, body) = request.into_parts();
        let text = match body {
            Body::Empty => String::new(),
            Body::Json(value) => value.to_string(),
        };
        let response = self.0.run(Request::from_parts(parts, text))?;
        let (parts, mut body) = response.into_parts();
        let bytes = body.with_config().limit(64 << 20).read_to_vec()?;
        Ok(Response::from_parts(parts, bytes.into()))
    }
}

type Answer<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl HttpClient for Client {
    fn send<'a, 'b, 'c>(
        &'a self,
        request: Request<Body<'b>>,
    ) -> Answer<'c, WebDriverResult<Response<Bytes>>>
    where
        'a: 'c,
        'b: 'c,
        Self: 'c,
    {
        Box::pin(async move {
            self.exchange(request)
                .map_err(|error| WebDriverError::HttpError(error.to_string()))
        })
    }

    fn new<'a, 'c>(&'a self) -> Answer<'c, Arc<dyn HttpClient>>
    where
        'a: 'c,
        Self: 'c,
    {
        Box::pin(async move { Arc::new(self.clone()) as Arc<dyn HttpClient> })
    }
}

/// A command of Chromium's own protocol, such as `Emulation.setDeviceMetricsOverride`.
#[derive(Debug)]
pub(crate) struct Chromium(pub(crate) &'static str, pub(crate) Value);

impl FormatRequestData for Chromium {
    fn format_request(&self, session: &SessionId) -> RequestData {
        RequestData::new(Method::POST, format!("/session/{session}/goog/cdp/execute"))
            .add_body(json!({ "cmd": self.0, "params": self.1 }))
    }
}
