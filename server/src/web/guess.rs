//! A password that somebody typed, held against the one of an account.

use super::visit::Visit;
use crate::auth::PASSWORD_MAX_BYTES;
use crate::error::{AppError, AppErrorKind};
use crate::store::users::{self, User};
use crate::store::{self, StoreError};
use crate::words::say;

/// The person of that name, if that is the password. Who finds the line too long has not guessed, and who has the right
/// password has taken nothing from the others at that address.
///
/// # Errors
/// When too many guesses were wrong, from that address or at that account, and when there is no turn in time; says when
/// to come back.
pub(super) async fn guess(
    visit: &Visit,
    name: &str,
    typed: &str,
) -> Result<Option<User>, AppError> {
    let app = &visit.app;
    // Before the line, which is not there for those who are refused anyway, and after it, where others were wrong.
    app.limiters.login.check(visit.address)?;
    let turn = app.passwords.enter().await?;
    app.limiters.login.check(visit.address)?;
    app.guesses.check(name, visit.address)?;
    let wanted = name.to_owned();
    let found = store::run(&app.pool, move |conn| {
        users::find_candidate(conn, &wanted).map_err(StoreError::from)
    })
    .await?;
    // Whoever has chosen no password yet has none that could be right, and is told like one that there is not.
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
