//! How organizers list and change people, and who may do so.

use serde::Deserialize;

use super::boards::PageNumber;
use crate::error::{AppError, AppErrorKind};
use crate::events::News;
use crate::people::accounts::{self, AccountError, Change};
use crate::people::class::{self, MadeAccount};
use crate::people::{Code, ListError, links, read_list};
use crate::store::audit::By;
use crate::store::users::{self, PeopleFilter, Person, User};
use crate::store::{self, AnyConnection, Role};
use crate::web::visit::Visit;
use crate::words::say;

/// People on one page.
pub(in crate::web) const PAGE_PEOPLE: u32 = 100;

/// Which people are asked for.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct PeopleQuery {
    /// Part of a name.
    q: String,
    /// A role, or nothing.
    role: String,
    /// A label, whole, or nothing.
    label: String,
    /// From 1.
    page: PageNumber,
}

/// A page of people.
pub(in crate::web) struct FoundPeople {
    pub(in crate::web) filter: PeopleFilter,
    pub(in crate::web) people: Vec<Person>,
    pub(in crate::web) labels: Vec<String>,
    pub(in crate::web) total: u32,
    pub(in crate::web) page: u32,
    pub(in crate::web) pages: u32,
}

impl FoundPeople {
    /// Loads a page of the people who match.
    ///
    /// # Errors
    ///
    /// When there is no such role.
    pub(in crate::web) fn load(
        conn: &mut AnyConnection,
        query: PeopleQuery,
    ) -> Result<Self, AppError> {
        let role = match query.role.as_str() {
            "" => None,
            word => Some(parse_role(word)?),
        };
        let filter = PeopleFilter {
            text: query.q.trim().to_owned(),
            role,
            label: query.label,
        };
        let page = query.page.0;
        let rows = i64::from(PAGE_PEOPLE);
        let part = (i64::from(page - 1) * rows, rows);
        let (people, total) = users::list_people(conn, &filter, part)?;
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        Ok(Self {
            filter,
            people,
            labels: users::list_labels(conn)?,
            total,
            page,
            pages: total.div_ceil(PAGE_PEOPLE).max(1),
        })
    }
}

/// A role by its word.
///
/// # Errors
/// When there is none.
pub(in crate::web) fn parse_role(word: &str) -> Result<Role, AppError> {
    let wrong = |_| AppError::because(AppErrorKind::Invalid, say!("invite-role-wrong"));
    word.parse().map_err(wrong)
}

/// The roles that somebody of this role may give.
pub(in crate::web) fn roles_of(asker: Role) -> Vec<&'static str> {
    let all = Role::ALL.iter();
    let given = all.filter(|role| asker == Role::Admin || **role != Role::Admin);
    given.map(|role| role.as_str()).collect()
}

/// The organizer who changes accounts.
#[derive(Clone)]
pub(in crate::web) struct Asking {
    pub(in crate::web) by: By,
    pub(in crate::web) role: Role,
}

impl Asking {
    /// That person, who must be known to be an organizer.
    pub(in crate::web) fn of(visit: &Visit, user: &User) -> Self {
        Self {
            by: visit.by(user),
            role: user.role,
        }
    }
}

impl From<AccountError> for AppError {
    fn from(error: AccountError) -> Self {
        let kind = match error {
            AccountError::Nobody(_) => AppErrorKind::NotFound,
            AccountError::OfAdmin => AppErrorKind::Forbidden,
            AccountError::Last
            | AccountError::Disabled
            | AccountError::Deleted
            | AccountError::OwnFactor => AppErrorKind::Conflict,
            AccountError::Change(error) => return error.into(),
            AccountError::Store(error) => return error.into(),
        };
        Self::because(kind, error.to_string())
    }
}

/// Changes an account: either all the changes are made or none.
///
/// # Errors
///
/// When there is none, or a change is not allowed.
pub(in crate::web) async fn change(
    visit: &Visit,
    asking: Asking,
    name: String,
    changes: Vec<Change>,
) -> Result<(), AppError> {
    let now = visit.now;
    store::run_write(&visit.app.pool, move |conn| {
        let asker = (&asking.by, asking.role);
        accounts::change(conn, &name, &changes, asker, now)?;
        Ok::<_, AppError>(())
    })
    .await
}

/// Deletes an account.
///
/// # Errors
///
/// When there is none, or that is not allowed.
pub(in crate::web) async fn delete(
    visit: &Visit,
    asking: Asking,
    name: String,
) -> Result<(), AppError> {
    let now = visit.now;
    store::run_write(&visit.app.pool, move |conn| {
        accounts::delete(conn, &name, (&asking.by, asking.role), now)?;
        Ok::<_, AppError>(())
    })
    .await?;
    visit.app.events.publish(News::Changed);
    Ok(())
}

/// Makes an account with a link for everybody on a list.
///
/// # Errors
///
/// The inner error says what is wrong with the list: then no account is made.
pub(in crate::web) async fn make_listed(
    visit: &Visit,
    asking: Asking,
    label: String,
    list: &[u8],
) -> Result<Result<Vec<MadeAccount>, Vec<ListError>>, AppError> {
    let people = match read_list(list) {
        Ok(people) => people,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let now = visit.now;
    store::run_write(&visit.app.pool, move |conn| {
        let made = class::make_listed(conn, &people, &label, &asking.by, now)?;
        Ok::<_, AppError>(made)
    })
    .await
}

/// Makes new links for those with a label who have not come yet.
///
/// # Errors
///
/// When the database fails.
pub(in crate::web) async fn renew_links(
    visit: &Visit,
    asking: Asking,
    label: String,
) -> Result<Vec<MadeAccount>, AppError> {
    let now = visit.now;
    store::run_write(&visit.app.pool, move |conn| {
        Ok::<_, AppError>(class::renew_links(conn, &label, &asking.by, now)?)
    })
    .await
}

/// Makes a link for an account.
///
/// # Errors
///
/// When there is none, or that is not allowed.
pub(in crate::web) async fn make_link(
    visit: &Visit,
    asking: Asking,
    name: String,
) -> Result<Code, AppError> {
    let now = visit.now;
    store::run_write(&visit.app.pool, move |conn| {
        let asker = (&asking.by, asking.role);
        Ok::<_, AppError>(links::make_enter(conn, &name, asker, now)?)
    })
    .await
}

/// The address of a link as its reader reaches the site.
pub(in crate::web) fn link_address(visit: &Visit, code: &Code) -> String {
    format!("{}/link/{code}", visit.origin)
}
