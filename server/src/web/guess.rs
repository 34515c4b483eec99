//! Checks a typed password against an account, with limits on wrong guesses.

use super::visit::Visit;
use crate::auth::PASSWORD_MAX_BYTES;
use crate::error::{AppError, AppErrorKind};
use crate::store::users::{self, User};
use crate::store::{self, StoreError};
use crate::words::say;

/// Returns the person of that name if the password is right. A request that is refused because the queue is too long
/// is not counted as a guess, and neither is a right password, so it costs others at that address nothing.
///
/// # Errors
///
/// When there were too many wrong guesses from that address or for that account, and when there is no turn in time;
/// says when to retry.
pub(super) async fn guess(
    visit: &Visit,
    name: &str,
    typed: &str,
) -> Result<Option<User>, AppError> {
    let app = &visit.app;
    // Checked before the queue, so that those who are refused do not wait in it, and again after it, when others may
    // have guessed wrong.
    app.limiters.login.check(visit.address)?;
    let turn = app.passwords.enter().await?;
    app.limiters.login.check(visit.address)?;
    app.guesses.check(name, visit.address)?;
    let wanted = name.to_owned();
    let found = store::run(&app.pool, move |conn| {
        users::find_candidate(conn, &wanted).map_err(StoreError::from)
    })
    .await?;
    // An account without a password is treated as if it did not exist.
    let stored = (found.as_ref())
        .map(|found| found.password_hash.clone())
        .filter(|hash| hash != users::NO_PASSWORD);
    let typed = if typed.len() > PASSWORD_MAX_BYTES {
        String::new()
    } else {
        typed.to_owned()
    };
    if app.passwords.verify(turn, typed, stored).await? {
        return match found {
            Some(found) if found.disabled_at.is_some() => Err(AppError::because(
                AppErrorKind::Forbidden,
                say!("refused-disabled"),
            )),
            found => Ok(found.map(|found| found.user)),
        };
    }
    app.limiters.login.count(visit.address);
    Ok(None)
}
