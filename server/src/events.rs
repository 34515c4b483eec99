//! Events about judged submissions and other changes of boards, for whoever waits for them. They exist only in this
//! process and may be missed: a listener checks the database after subscribing, and again from time to time.

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::store::SubmissionId;

/// How many events a slow listener may be behind before it is told that it missed some.
const BACKLOG: usize = 1024;

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A submission has its verdict, or was set aside.
    Settled(SubmissionId),
    /// Something else changed that boards may show: a season's state, a ruling, a name.
    Changed,
    /// The server is stopping; open streams must end.
    Closing,
}

/// Sends events to all listeners.
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

    /// Sends an event. There may be no listeners.
    pub fn publish(&self, news: News) {
        // The only error is that there are no listeners.
        let _ = self.0.send(news);
    }
}

/// Waits until the server stops.
pub async fn closing(news: &mut broadcast::Receiver<News>) {
    loop {
        match news.recv().await {
            Ok(News::Closing) | Err(RecvError::Closed) => return,
            Ok(_) | Err(RecvError::Lagged(_)) => {}
        }
    }
}
