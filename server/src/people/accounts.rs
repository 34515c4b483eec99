//! Changes to accounts: organizers assign roles and labels, and disable and enable accounts; deleting an account.

use crate::season::lifecycle::ChangeError;
use crate::season::rulings;
use crate::store::audit::{self, By};
use crate::store::users::{self, Person};
use crate::store::{
    AnyConnection, Deed, Moment, Role, StoreError, accounts, second_factors, sessions, write,
};
use crate::words::say;

/// Longest label, in characters.
pub const MAX_LABEL_CHARS: usize = 40;
/// Longest text about who runs a model, and how, in characters.
pub const MAX_OPERATOR_CHARS: usize = 120;

/// Why a change to an account is refused.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// There is no such person.
    #[error("{}", say!("people-nobody", name = .0))]
    Nobody(String),
    /// Only an admin does that.
    #[error("{}", say!("people-of-admin"))]
    OfAdmin,
    /// Nobody would be left to run the site.
    #[error("{}", say!("people-last"))]
    Last,
    /// The account is switched off.
    #[error("{}", say!("people-is-disabled"))]
    Disabled,
    /// The account is deleted.
    #[error("{}", say!("people-is-deleted"))]
    Deleted,
    /// It is the own account, which is changed on the account page.
    #[error("{}", say!("people-own-factor"))]
    OwnFactor,
    /// What was submitted could not be withdrawn.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<diesel::result::Error> for AccountError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The account of that name, if a person with that role may change it: only admins may change admins' accounts.
pub(super) fn may_change(
    conn: &mut AnyConnection,
    name: &str,
    asker: Role,
) -> Result<Person, AccountError> {
    let person =
        users::find_person(conn, name)?.ok_or_else(|| AccountError::Nobody(name.to_owned()))?;
    if person.user.role == Role::Admin && asker != Role::Admin {
        return Err(AccountError::OfAdmin);
    }
    if person.is_deleted {
        return Err(AccountError::Deleted);
    }
    Ok(person)
}

/// Refuses a change that would leave nobody to run the site.
fn keep_one(conn: &mut AnyConnection, person: &Person) -> Result<(), AccountError> {
    if users::lock_staff(conn)? == [person.user.id] {
        return Err(AccountError::Last);
    }
    Ok(())
}

/// What is to be changed of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// What the person may do.
    Role(Role),
    /// An organizer's word about the person.
    Label(String),
    /// The account is disabled: its sessions and links end and its tokens do not work; or it is enabled again.
    Disabled(bool),
    /// The second factor is removed from another person's account, and that person is signed out.
    NoSecondFactor,
}

/// Changes an account: either all the changes are made or none. `asker` is the role of the person who does so.
/// Returns the sign-in name as its owner spells it.
///
/// # Errors
///
/// When a change is not allowed, for instance because nobody would be left to run the site.
pub fn change(
    conn: &mut AnyConnection,
    name: &str,
    changes: &[Change],
    (by, asker): (&By, Role),
    now: Moment,
) -> Result<String, AccountError> {
    write(conn, |conn| {
        let spelled = may_change(conn, name, asker)?.user.name;
        for change in changes {
            // Read again for each change: one change may decide whether the next is allowed.
            let person = may_change(conn, name, asker)?;
            if let Some((deed, details)) = apply(conn, &person, change, (by, asker), now)? {
                audit::note(conn, by, (deed, &spelled, &details), now)?;
            }
        }
        Ok(spelled)
    })
}

/// Deletes an account: its submissions to seasons that are not revealed yet are withdrawn, and everything that is not
/// part of a record is deleted. Returns the sign-in name as its owner spelt it, which stays.
///
/// # Errors
///
/// When that is not allowed, for instance because nobody would be left to run the site.
pub fn delete(
    conn: &mut AnyConnection,
    name: &str,
    (by, asker): (&By, Role),
    now: Moment,
) -> Result<String, AccountError> {
    write(conn, |conn| {
        let person = may_change(conn, name, asker)?;
        keep_one(conn, &person)?;
        users::lock_user(conn, person.user.id)?;
        rulings::withdraw_all(conn, person.user.id, now)?;
        accounts::delete_account(conn, person.user.id, now)?;
        let name = person.user.name;
        audit::note(conn, by, (Deed::Deleted, &name, ""), now)?;
        Ok(name)
    })
}

/// Makes one change; `None` when it was made already.
fn apply(
    conn: &mut AnyConnection,
    person: &Person,
    change: &Change,
    (by, asker): (&By, Role),
    now: Moment,
) -> Result<Option<(Deed, String)>, AccountError> {
    let id = person.user.id;
    Ok(match change {
        Change::Role(role) => {
            let before = person.user.role;
            if before == *role {
                return Ok(None);
            }
            if *role == Role::Admin && asker != Role::Admin {
                return Err(AccountError::OfAdmin);
            }
            if !role.sees_hidden_terms() {
                keep_one(conn, person)?;
            }
            users::set_role(conn, id, *role)?;
            Some((Deed::RoleChanged, format!("{before} → {role}")))
        }
        Change::Label(label) => {
            if person.label == *label {
                return Ok(None);
            }
            users::set_label(conn, id, label)?;
            let before = &person.label;
            Some((Deed::LabelChanged, format!("{before} → {label}")))
        }
        Change::Disabled(disabled) => {
            if person.disabled_at.is_some() == *disabled {
                return Ok(None);
            }
            if *disabled {
                keep_one(conn, person)?;
            }
            users::set_disabled(conn, id, disabled.then_some(now))?;
            let deed = if *disabled {
                Deed::Disabled
            } else {
                Deed::Enabled
            };
            Some((deed, String::new()))
        }
        Change::NoSecondFactor => {
            if by.is(&person.user.name) {
                return Err(AccountError::OwnFactor);
            }
            if person.user.second_factor_at.is_none() {
                return Ok(None);
            }
            second_factors::delete_factor(conn, id)?;
            sessions::delete_other_sessions(conn, id, "")?;
            Some((Deed::SecondFactorOff, String::new()))
        }
    })
}

/// A label as it is stored.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn check_label(text: &str) -> Result<String, String> {
    one_line(text, MAX_LABEL_CHARS).ok_or_else(|| say!("people-label-long", n = MAX_LABEL_CHARS))
}

/// Who runs a model, as it is stored.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn check_operator(text: &str) -> Result<String, String> {
    one_line(text, MAX_OPERATOR_CHARS)
        .filter(|operator| !operator.is_empty())
        .ok_or_else(|| say!("people-operator-wrong", n = MAX_OPERATOR_CHARS))
}

/// A text of so many characters, with single spaces.
fn one_line(text: &str, most: usize) -> Option<String> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (line.chars().count() <= most && !line.chars().any(char::is_control)).then_some(line)
}
