//! The thread that sends what is in the queue. It takes a mail with a lease, so that a crash loses none and several
//! servers send each once; what the mail server does not take is tried again for a day.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use chrono::TimeDelta;
use lettre::transport::smtp::client::SmtpConnection;

use super::letters::{Written, address, write_letter};
use super::server::{Cause, MailServer, Refusal, hand_over};
use crate::clock::Clock;
use crate::store::mails::{self, Mail};
use crate::store::{self, AnyConnection, Moment, Pool, StoreError};
use crate::supervised_threads;
use crate::wake_signal::WakeSignal;

/// How often the queue is looked at.
const EVERY: Duration = Duration::from_millis(500);

/// How long a mail is held by whoever sends it: longer than any conversation.
const LEASE: TimeDelta = TimeDelta::minutes(10);

/// How long a mail is tried.
const TRIED_FOR: TimeDelta = TimeDelta::days(1);

/// The longest wait between two tries.
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(2);

/// How long a server that is away is left alone.
const PAUSE: TimeDelta = TimeDelta::seconds(30);

/// How often old mails are forgotten.
const FORGET_EVERY: TimeDelta = TimeDelta::hours(1);

/// How long the end of the process waits for a conversation; a mail that was in it is sent again after its lease.
const LAST_WAIT: Duration = Duration::from_secs(3);

/// The running thread.
pub struct Sender {
    bell: Arc<WakeSignal>,
    ended: Arc<WakeSignal>,
    thread: JoinHandle<()>,
}

impl Sender {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(server: MailServer, pool: Pool, clock: Clock) -> std::io::Result<Self> {
        let (bell, ended) = (
            Arc::new(WakeSignal::default()),
            Arc::new(WakeSignal::default()),
        );
        let (theirs, over) = (Arc::clone(&bell), Arc::clone(&ended));
        let thread = supervised_threads::spawn("mail".to_owned(), move || {
            let mut round = Round {
                server: &server,
                pool: &pool,
                clock: &clock,
                bell: &theirs,
                paused_until: None,
                forgotten_at: None,
            };
            // It waits first, so that a round that panics is not tried again at once.
            while !theirs.wait(EVERY) {
                if let Err(error) = round.go() {
                    tracing::error!(%error, "cannot send mails");
                }
            }
            over.ring();
        })?;
        Ok(Self {
            bell,
            ended,
            thread,
        })
    }

    /// Ends it, after the conversation it is in, if that is short.
    pub fn stop(self) {
        self.bell.ring();
        if self.ended.wait(LAST_WAIT) && self.thread.join().is_err() {
            tracing::error!("the thread of mails had panicked");
        }
    }
}

struct Round<'a> {
    server: &'a MailServer,
    pool: &'a Pool,
    clock: &'a Clock,
    bell: &'a WakeSignal,
    paused_until: Option<Moment>,
    forgotten_at: Option<Moment>,
}

impl Round<'_> {
    /// Sends all that is due.
    fn go(&mut self) -> Result<(), StoreError> {
        let now = self.clock.now();
        if self
            .forgotten_at
            .is_none_or(|at| now >= at.plus(FORGET_EVERY))
        {
            self.write(|conn| mails::delete_old(conn, now))?;
            self.forgotten_at = Some(now);
        }
        if self.paused_until.is_some_and(|until| now < until) {
            return Ok(());
        }
        let mut connection = None;
        while !self.bell.wait(Duration::ZERO) {
            let Some(mail) = self.claim()? else { break };
            let refused = self.send(&mail, &mut connection)?;
            if refused == Some(Cause::Server) {
                self.paused_until = Some(self.clock.now().plus(PAUSE));
                break;
            }
        }
        if let Some(mut connection) = connection {
            // It has what it needs; what it says to this changes nothing.
            drop(connection.quit());
        }
        Ok(())
    }

    fn claim(&self) -> Result<Option<Mail>, StoreError> {
        let now = self.clock.now();
        // Only looked at first: others write, too.
        let is_due = store::blocking(self.pool, |conn| {
            mails::has_due(conn, now).map_err(StoreError::from)
        })?;
        if !is_due {
            return Ok(None);
        }
        self.write(|conn| mails::claim(conn, now, now.plus(LEASE)))
    }

    /// Sends a mail and notes what became of it; gives why it did not go out.
    fn send(
        &self,
        mail: &Mail,
        connection: &mut Option<SmtpConnection>,
    ) -> Result<Option<Cause>, StoreError> {
        let now = self.clock.now();
        // It waited while no mails were sent.
        if mail.refusal.is_none() && now > mail.queued_at.plus(TRIED_FOR) {
            self.write(|conn| mails::delete_mail(conn, mail.id))?;
            return Ok(None);
        }
        let to = self.write(|conn| address(conn, mail, now))?;
        let Some(to) = to else {
            return Ok(None);
        };
        // Before it is written, so that no link is made while the server is away.
        let connection = match self.connect(connection) {
            Ok(connection) => connection,
            Err(refusal) => return self.refuse(mail, &refusal).map(Some),
        };
        let written = store::blocking_write(self.pool, |conn| {
            write_letter(conn, mail, to, self.server, now)
        })?;
        let handed = match written {
            Written::Nothing => return Ok(None),
            Written::Letter(message) => hand_over(connection, &message),
            Written::Wrong(words) => Err(Refusal {
                words,
                cause: Cause::ForGood,
            }),
        };
        match handed {
            Ok(()) => {
                let now = self.clock.now();
                self.write(|conn| mails::set_sent(conn, mail.id, now))?;
                tracing::info!(mail = mail.id.0, kind = %mail.kind, "mailed");
                Ok(None)
            }
            Err(refusal) => self.refuse(mail, &refusal).map(Some),
        }
    }

    /// The conversation that there is, or another.
    fn connect<'c>(
        &self,
        connection: &'c mut Option<SmtpConnection>,
    ) -> Result<&'c mut SmtpConnection, Refusal> {
        let present = connection.take().filter(|it| !it.has_broken());
        let present = present.map_or_else(|| self.server.connect(self.clock.now()), Ok)?;
        Ok(connection.insert(present))
    }

    fn refuse(&self, mail: &Mail, refusal: &Refusal) -> Result<Cause, StoreError> {
        let next = match refusal.cause {
            Cause::ForGood => None,
            Cause::Server | Cause::Now => next_try(mail, self.clock.now()),
        };
        self.write(|conn| mails::set_refused(conn, mail.id, &refusal.words, next))?;
        tracing::warn!(
            mail = mail.id.0,
            kind = %mail.kind,
            gives_up = next.is_none(),
            why = refusal.words,
            "a mail did not go out"
        );
        Ok(refusal.cause)
    }

    fn write<T, E: Into<StoreError>>(
        &self,
        f: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, StoreError> {
        store::blocking_write(self.pool, |conn| f(conn).map_err(Into::into))
    }
}

/// When a mail is tried again: after one minute, two, four and so on; never once its day is over.
fn next_try(mail: &Mail, now: Moment) -> Option<Moment> {
    let doublings = u32::try_from(mail.tries - 1).unwrap_or(0).min(10);
    let wait = (TimeDelta::minutes(1) * 2_i32.pow(doublings)).min(LONGEST_WAIT);
    let next = now.plus(wait);
    (next < mail.queued_at.plus(TRIED_FOR)).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{MailId, MailKind};

    #[test]
    fn the_waits_grow_and_end_after_a_day() {
        let begin = Moment::now();
        let mut mail = Mail {
            id: MailId(1),
            kind: MailKind::Verify,
            typed_name: None,
            asked_from: None,
            user_id: None,
            announcement_id: None,
            queued_at: begin,
            tries: 1,
            refusal: None,
        };
        let mut now = begin;
        let mut waits = Vec::new();
        while let Some(next) = next_try(&mail, now) {
            waits.push(next.since(now).num_minutes());
            now = next;
            mail.tries += 1;
        }
        assert_eq!(waits[..8], [1, 2, 4, 8, 16, 32, 64, 120]);
        assert!(waits.len() < 30, "{waits:?}");
        assert!(now.since(begin) > TimeDelta::hours(21));
    }
}
