//! Answers while the sandbox is compiled, which takes up to a minute at the first start: a platform that meets silence
//! for so long kills the server, and compiling begins anew.

use std::io;
use std::net::TcpListener;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use actix_web::dev::ServerHandle;
use actix_web::http::KeepAlive;
use actix_web::{App, HttpServer, rt};

use crate::web::health;

/// Seconds that a connection may take to end when the site takes over.
const SECONDS_TO_END: u64 = 1;

/// What answers on the listener of a site that is not there yet, until it is dropped.
pub(crate) struct StartupAnswers {
    server: ServerHandle,
    thread: Option<JoinHandle<()>>,
}

impl StartupAnswers {
    /// Begins to answer.
    ///
    /// # Errors
    /// When the system gives no thread or no descriptor.
    pub(crate) fn start(listener: &TcpListener) -> io::Result<Self> {
        let listener = listener.try_clone()?;
        let (tell, told) = mpsc::channel();
        let thread = thread::Builder::new().name("preparing".to_owned());
        let thread = thread.spawn(move || {
            let ended = rt::System::new().block_on(async move {
                let server = HttpServer::new(|| App::new().configure(health::preparing))
                    .workers(1)
                    .keep_alive(KeepAlive::Disabled)
                    .shutdown_timeout(SECONDS_TO_END)
                    .disable_signals()
                    .listen(listener)?
                    .run();
                let _ = tell.send(server.handle());
                server.await
            });
            if let Err(error) = ended {
                tracing::warn!(%error, "cannot answer while the sandbox is prepared");
            }
        })?;
        let server = told.recv().map_err(io::Error::other)?;
        Ok(Self {
            server,
            thread: Some(thread),
        })
    }
}

impl Drop for StartupAnswers {
    fn drop(&mut self) {
        // The command goes out at once; that it was followed is seen by the end of the thread.
        drop(self.server.stop(true));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
