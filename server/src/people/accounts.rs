//! What organizers do to accounts: make them from a list, give and take roles, switch them off and on.

use std::collections::BTreeSet;

use super::links::{LIST_LASTS, insert_enter};
use super::list::{ListError, ListedPerson, given_names};
use super::{Code, make_names};
use crate::store::audit::{self, By};
use crate::store::users::{self, NO_PASSWORD, NewUser, Person, Registered};
use crate::store::{AnyConnection, Deed, Moment, Role, StoreError, write};
use crate::words::say;

/// Longest label, in characters.
pub const MAX_LABEL_CHARS: usize = 40;

/// Why nothing is done to an account.
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
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<diesel::result::Error> for AccountError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Store(error.into())
    }
}

/// An account that was made from a list.
#[derive(Clone)]
pub struct MadeAccount {
    /// Sign-in name.
    pub name: String,
    /// Name that others see.
    pub display_name: String,
    /// The secret of its link.
    pub code: Code,
}

/// Makes an account for everybody on a list, each with a link.
///
/// # Errors
/// Inside, the lines whose names somebody has: nobody is made then.
pub fn make_listed(
    conn: &mut AnyConnection,
    people: &[ListedPerson],
    label: &str,
    by: &By,
    now: Moment,
) -> Result<Result<Vec<MadeAccount>, Vec<ListError>>, StoreError> {
    write(conn, |conn| {
        let mut used = given_names(people);
        let given: Vec<String> = used.iter().cloned().collect();
        let taken: BTreeSet<String> = users::list_taken(conn, &given)?.into_iter().collect();
        if !taken.is_empty() {
            let named = people
                .iter()
                .filter_map(|it| Some((it.line, it.name.as_ref()?)));
            let wrong = named.filter(|(_, name)| taken.contains(&name.to_lowercase()));
            let errors = wrong
                .map(|(line, name)| ListError::taken(line, name))
                .collect();
            return Ok(Err(errors));
        }
        let nameless = people.iter().filter(|it| it.name.is_none()).count();
        let mut made_up = free_names(conn, nameless, &mut used)?.into_iter();
        let mut made = Vec::with_capacity(people.len());
        for person in people {
            let Some(name) = person.name.clone().or_else(|| made_up.next()) else {
                break;
            };
            let new = NewUser {
                name: &name,
                display_name: &person.display_name,
                password_hash: NO_PASSWORD,
                role: Role::Contestant,
            };
            let Registered::New(id) = users::insert_user(conn, &new, now)? else {
                // Somebody was quicker: all of it is undone.
                return Err(diesel::result::Error::RollbackTransaction.into());
            };
            users::set_label(conn, id, label)?;
            let code = insert_enter(conn, id, by, now.plus(LIST_LASTS), now)?;
            audit::note(conn, by, (Deed::Listed, &name, label), now)?;
            made.push(MadeAccount {
                name,
                display_name: person.display_name.clone(),
                code,
            });
        }
        Ok(Ok(made))
    })
}

/// So many made-up names that nobody has.
fn free_names(
    conn: &mut AnyConnection,
    count: usize,
    used: &mut BTreeSet<String>,
) -> Result<Vec<String>, StoreError> {
    loop {
        let names = make_names(count, used);
        let taken = users::list_taken(conn, &names)?;
        if taken.is_empty() {
            return Ok(names);
        }
        used.extend(taken);
    }
}

/// A made-up sign-in name that nobody has, to begin with.
pub fn suggest_name(conn: &mut AnyConnection) -> Result<String, StoreError> {
    let names = free_names(conn, 1, &mut BTreeSet::new())?;
    Ok(names.into_iter().next().unwrap_or_default())
}

/// The account of that name, if somebody of that role may change it: admins' accounts are theirs alone.
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
    Ok(person)
}

/// Refuses what would leave nobody who runs the site.
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
    /// The account is switched off, with all its sessions and links, and its tokens rest; or it is on again.
    Disabled(bool),
}

/// Changes an account: everything that is asked for, or nothing. `asker` is what whoever does so may do. Gives the
/// sign-in name as its owner spells it.
///
/// # Errors
/// When that may not be, for instance because nobody would be left to run the site.
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
            // Read anew: what is changed first decides on what comes then.
            let person = may_change(conn, name, asker)?;
            if let Some((deed, details)) = apply(conn, &person, change, asker, now)? {
                audit::note(conn, by, (deed, &spelled, &details), now)?;
            }
        }
        Ok(spelled)
    })
}

/// Makes one change; `None` when it was made already.
fn apply(
    conn: &mut AnyConnection,
    person: &Person,
    change: &Change,
    asker: Role,
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
    })
}

/// A label as it is stored.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn check_label(text: &str) -> Result<String, String> {
    let label = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if label.chars().count() > MAX_LABEL_CHARS || label.chars().any(char::is_control) {
        return Err(say!("people-label-long", n = MAX_LABEL_CHARS));
    }
    Ok(label)
}
