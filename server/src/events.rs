//! News of judged submissions and of what else changes boards, to those who wait for it. It lives in this
//! process only and may be missed: who waits looks into the database after subscribing, and again
//! from time to time.

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::store::SubmissionId;

/// Messages that a slow listener may be behind before it is told that it missed some.
const BACKLOG: usize = 1024;

/// A piece of news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A submission has its verdict, or is set aside.
    Settled(SubmissionId),
    /// Something else was done that boards may show: a step of a season, a ruling, a name.
    Changed,
    /// The server is stopping; open streams end.
    Closing,
}

/// Spreads news to all who listen.
#[derive(Clone, Debug)]
pub struct Events(broadcast::Sender<News>);

impl Default for Events {
    fn default() -> Self {
        Self(broadcast::Sender::new(BACKLOG))
    }
}

impl Events {
    /// Listens from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<News> {
        self.0.subscribe()
    }

    /// Spreads a piece of news. Nobody may be listening.
    pub fn publish(&self, news: News) {
        // The only error is that nobody listens.
        let _ = self.0.send(news);
    }
}

/// Ends when the server stops.
pub async fn closing(news: &mut broadcast::Receiver<News>) {
    loop {
        match news.recv().await {
            Ok(News::Closing) | Err(RecvError::Closed) => return,
            Ok(_) | Err(RecvError::Lagged(_)) => {}
        }
    }
}
