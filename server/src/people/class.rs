//! Creates accounts for everybody on a list at once.

use std::collections::BTreeSet;

use super::links::{LIST_LASTS, insert_enter};
use super::list::{ListError, ListedPerson, MAX_LISTED, given_names};
use super::{Code, make_names};
use crate::store::audit::{self, By};
use crate::store::links;
use crate::store::users::{self, NO_PASSWORD, NewUser, PeopleFilter, Person, Registered};
use crate::store::{AnyConnection, Deed, Moment, Role, StoreError, write};

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

/// Creates an account for everybody on a list, each with a link.
///
/// # Errors
///
/// The inner error has the lines whose names are taken, and those without one whose people have an account with this
/// label: then no account is created.
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
        // A list that is sent again, or has grown, makes nobody a second account.
        let unnamed = people.iter().filter(|it| it.name.is_none());
        let shown: Vec<String> = unnamed.map(|it| it.display_name.clone()).collect();
        let known = users::list_labelled(conn, label, &shown)?;
        let known: BTreeSet<String> = known.into_iter().collect();
        let error = |it: &ListedPerson| match &it.name {
            Some(name) if taken.contains(&name.to_lowercase()) => {
                Some(ListError::taken(it.line, name))
            }
            None if known.contains(&it.display_name) => {
                Some(ListError::known(it.line, &it.display_name, label))
            }
            _ => None,
        };
        let errors: Vec<ListError> = people.iter().filter_map(error).collect();
        if !errors.is_empty() {
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
                // Another request was quicker: everything is rolled back.
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

/// New links for the contestants with a label who have not come yet, for whom the strips of paper are lost; earlier links
/// end.
///
/// # Errors
/// When the database fails.
pub fn renew_links(
    conn: &mut AnyConnection,
    label: &str,
    by: &By,
    now: Moment,
) -> Result<Vec<MadeAccount>, StoreError> {
    let waits = |person: &Person| {
        let comes = person.has_password || person.is_connected;
        let is_out = person.disabled_at.is_some() || person.is_deleted;
        !comes && !is_out && person.user.role == Role::Contestant && person.operator.is_none()
    };
    write(conn, |conn| {
        let filter = PeopleFilter {
            label: label.to_owned(),
            ..PeopleFilter::default()
        };
        let all = i64::try_from(MAX_LISTED).unwrap_or(i64::MAX);
        let (people, _) = users::list_people(conn, &filter, (0, all))?;
        let mut made = Vec::new();
        for person in people.into_iter().filter(waits) {
            let user = person.user;
            links::end_links_of(conn, user.id)?;
            let code = insert_enter(conn, user.id, by, now.plus(LIST_LASTS), now)?;
            audit::note(conn, by, (Deed::EnterLinkMade, &user.name, label), now)?;
            made.push(MadeAccount {
                name: user.name,
                display_name: user.display_name,
                code,
            });
        }
        Ok(made)
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
///
/// # Errors
/// When the database fails.
pub fn suggest_name(conn: &mut AnyConnection) -> Result<String, StoreError> {
    let names = free_names(conn, 1, &mut BTreeSet::new())?;
    Ok(names.into_iter().next().unwrap_or_default())
}
