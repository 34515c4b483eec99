//! A password that somebody typed, held against the one of an account.

use super::visit::Visit;
use crate::auth::PASSWORD_MAX_BYTES;
use crate::error::AppError;
use crate::store::users::{self, User};
use crate::store::{self, StoreError};

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
        users::find_user_with_password(conn, &wanted).map_err(StoreError::from)
    })
    .await?;
    let (user, stored) = found.unzip();
    let typed = if typed.len() > PASSWORD_MAX_BYTES {
        String::new()
    } else {
        typed.to_owned()
    };
    if app.passwords.verify(turn, typed, stored).await? {
        return Ok(user);
    }
    app.limiters.login.count(visit.address);
    Ok(None)
}
