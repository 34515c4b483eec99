//! Answers requests while the sandbox is being compiled, which takes up to a minute at the first start: a platform
//! that gets no answer for so long kills the server, and compiling starts again.

use std::io;
use std::net::TcpListener;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use actix_web::dev::ServerHandle;
use actix_web::http::KeepAlive;
use actix_web::{App, HttpServer, rt};

use crate::web::health;

/// How many seconds a connection may take to end when the site takes over.
const SECONDS_TO_END: u64 = 1;

/// Answers on the listener of a site that is still starting, until it is dropped.
pub(crate) struct StartupAnswers {
    server: ServerHandle,
    thread: Option<JoinHandle<()>>,
}

impl StartupAnswers {
    /// Starts answering.
    ///
    /// # Errors
    /// When the system cannot start a thread or has no descriptor.
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
        // The command is sent at once; the end of the thread shows that it was followed.
        drop(self.server.stop(true));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
