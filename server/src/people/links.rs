//! Links with which people come in. Opening one does not use it up, because programs that scan mail open links too;
//! sending the form behind it does.

use chrono::TimeDelta;

use super::Code;
use super::accounts::{AccountError, may_change};
use crate::store::audit::{self, By};
use crate::store::links::{self, Link, NewLink};
use crate::store::mail_addresses::{self, MailAddress};
use crate::store::users::{self, NO_PASSWORD, NewUser, Registered, User};
use crate::store::{
    AnyConnection, Deed, LinkId, LinkKind, Moment, Role, StoreError, UserId, write,
};

/// How long a link to set the site up holds.
pub const SETUP_LASTS: TimeDelta = TimeDelta::hours(1);

/// How long a link for one account holds.
pub const ENTER_LASTS: TimeDelta = TimeDelta::days(7);

/// How long a link for whoever lost a password holds once it is mailed.
pub const RESET_LASTS: TimeDelta = TimeDelta::minutes(30);

/// How long a link that verifies a mail address holds.
pub const VERIFY_LASTS: TimeDelta = TimeDelta::days(2);

/// How long the links of a list hold.
pub const LIST_LASTS: TimeDelta = TimeDelta::days(30);

/// What a link opens for whoever has it.
#[derive(Clone, Debug)]
pub enum Way {
    /// Making an account of this role with this label.
    Register(Link),
    /// Choosing a password for this account.
    Enter(Link, User),
    /// Verifying this account's mail address.
    Verify(Link, User, Box<MailAddress>),
}

/// The result of sending the form behind a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// Whose account it is.
    Done(UserId),
    /// The link was used up, or is over.
    Gone,
    /// Somebody has that name.
    NameTaken,
}

/// Creates a link for the first organizer's account, unless somebody runs this site already.
///
/// # Errors
///
/// When the database fails.
pub fn make_setup(conn: &mut AnyConnection, now: Moment) -> Result<Option<Code>, StoreError> {
    write(conn, |conn| {
        if users::has_staff(conn)? {
            return Ok(None);
        }
        let code = Code::random();
        links::insert_link(
            conn,
            &NewLink {
                kind: LinkKind::Setup,
                secret_hash: &code.hash(),
                user_id: None,
                role: Role::Organizer,
                label: "",
                uses: 1,
                expires_at: now.plus(SETUP_LASTS),
                made_by: &By::terminal().name,
                created_at: now,
            },
        )?;
        audit::note(conn, &By::terminal(), (Deed::SetupLinkMade, "", ""), now)?;
        Ok(Some(code))
    })
}

/// An invitation, as an organizer asks for one.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// What whoever comes by it may do.
    pub role: Role,
    /// The label that they get.
    pub label: String,
    /// How many may come.
    pub uses: i32,
    /// Until when.
    pub expires_at: Moment,
}

/// Creates an invitation. `asker` is the role of the person who does so.
///
/// # Errors
///
/// When that role may not invite to the other.
pub fn make_invitation(
    conn: &mut AnyConnection,
    invitation: &Invitation,
    (by, asker): (&By, Role),
    now: Moment,
) -> Result<Code, AccountError> {
    if invitation.role == Role::Admin && asker != Role::Admin {
        return Err(AccountError::OfAdmin);
    }
    write(conn, |conn| {
        let code = Code::random();
        links::insert_link(
            conn,
            &NewLink {
                kind: LinkKind::Invite,
                secret_hash: &code.hash(),
                user_id: None,
                role: invitation.role,
                label: &invitation.label,
                uses: invitation.uses,
                expires_at: invitation.expires_at,
                made_by: &by.name,
                created_at: now,
            },
        )?;
        let details = format!("{}, {} uses", invitation.role, invitation.uses);
        let done = (
            Deed::InvitationMade,
            invitation.label.as_str(),
            details.as_str(),
        );
        audit::note(conn, by, done, now)?;
        Ok(code)
    })
}

/// Creates a link for an account; earlier ones for it end. `asker` is the role of the person who does so.
///
/// # Errors
/// When that person may not change that account.
pub fn make_enter(
    conn: &mut AnyConnection,
    name: &str,
    (by, asker): (&By, Role),
    now: Moment,
) -> Result<Code, AccountError> {
    write(conn, |conn| {
        let person = may_change(conn, name, asker)?;
        if person.disabled_at.is_some() {
            return Err(AccountError::Disabled);
        }
        links::end_links_of(conn, person.user.id)?;
        let code = insert_enter(conn, person.user.id, by, now.plus(ENTER_LASTS), now)?;
        audit::note(conn, by, (Deed::EnterLinkMade, &person.user.name, ""), now)?;
        Ok(code)
    })
}

/// Stores a link for an account, inside a transaction.
pub(super) fn insert_enter(
    conn: &mut AnyConnection,
    user: UserId,
    by: &By,
    expires_at: Moment,
    now: Moment,
) -> Result<Code, StoreError> {
    insert_for_account(conn, (LinkKind::Enter, user), by, expires_at, now)
}

/// Makes a link that is mailed to whoever lost the password, inside a transaction that writes.
///
/// # Errors
/// When the database fails.
pub fn make_reset(
    conn: &mut AnyConnection,
    user: &User,
    by: &By,
    now: Moment,
) -> Result<Code, StoreError> {
    let of = (LinkKind::Reset, user.id);
    let code = insert_for_account(conn, of, by, now.plus(RESET_LASTS), now)?;
    audit::note(conn, by, (Deed::ResetLinkMade, &user.name, ""), now)?;
    Ok(code)
}

/// Makes a link that is mailed to an address to verify it, inside a transaction that writes.
///
/// # Errors
/// When the database fails.
pub fn make_verify(
    conn: &mut AnyConnection,
    user: &User,
    by: &By,
    now: Moment,
) -> Result<Code, StoreError> {
    let of = (LinkKind::Verify, user.id);
    let code = insert_for_account(conn, of, by, now.plus(VERIFY_LASTS), now)?;
    audit::note(conn, by, (Deed::VerifyLinkMade, &user.name, ""), now)?;
    Ok(code)
}

fn insert_for_account(
    conn: &mut AnyConnection,
    (kind, user): (LinkKind, UserId),
    by: &By,
    expires_at: Moment,
    now: Moment,
) -> Result<Code, StoreError> {
    let code = Code::random();
    links::insert_link(
        conn,
        &NewLink {
            kind,
            secret_hash: &code.hash(),
            user_id: Some(user),
            role: Role::Contestant,
            label: "",
            uses: 1,
            expires_at,
            made_by: &by.name,
            created_at: now,
        },
    )?;
    Ok(code)
}

/// Ends an invitation; false when there is none.
///
/// # Errors
/// When the database fails.
pub fn end_invitation(
    conn: &mut AnyConnection,
    id: LinkId,
    by: &By,
    now: Moment,
) -> Result<bool, StoreError> {
    write(conn, |conn| {
        let Some(label) = links::end_invitation(conn, id)? else {
            return Ok(false);
        };
        audit::note(conn, by, (Deed::InvitationEnded, &label, ""), now)?;
        Ok(true)
    })
}

/// What a link opens; `None` when it is used up, over, or was never made.
///
/// # Errors
/// When the database fails.
pub fn find_way(
    conn: &mut AnyConnection,
    code: &Code,
    now: Moment,
) -> Result<Option<Way>, StoreError> {
    let Some(link) = links::find_usable(conn, &code.hash(), now)? else {
        return Ok(None);
    };
    Ok(match (link.kind, link.user_id) {
        // Once somebody runs the site, they let others in.
        (LinkKind::Setup, _) if users::has_staff(conn)? => None,
        (LinkKind::Setup | LinkKind::Invite, _) => Some(Way::Register(link)),
        (LinkKind::Enter | LinkKind::Reset, Some(user)) => {
            let user = users::load_user(conn, user)?;
            Some(Way::Enter(link, user))
        }
        (LinkKind::Verify, Some(user)) => mail_addresses::find_recipient(conn, user)?
            .map(|(user, mail)| Way::Verify(link, user, Box::new(mail))),
        (LinkKind::Enter | LinkKind::Reset | LinkKind::Verify, None) => None,
    })
}

/// Makes an account by a link and uses it up once.
///
/// # Errors
/// When the database fails.
pub fn register(
    conn: &mut AnyConnection,
    code: &Code,
    new: &NewUser<'_>,
    by: &By,
    now: Moment,
) -> Result<Entered, StoreError> {
    write(conn, |conn| register_inside(conn, code, new, by, now))
}

/// The same, inside a transaction that writes.
pub(super) fn register_inside(
    conn: &mut AnyConnection,
    code: &Code,
    new: &NewUser<'_>,
    by: &By,
    now: Moment,
) -> Result<Entered, StoreError> {
    let Some(Way::Register(link)) = find_way(conn, code, now)? else {
        return Ok(Entered::Gone);
    };
    if !users::list_taken(conn, &[new.name.to_owned()])?.is_empty() {
        return Ok(Entered::NameTaken);
    }
    if !links::take_use(conn, link.id, now)? {
        return Ok(Entered::Gone);
    }
    let new = NewUser {
        role: link.role,
        ..new.clone()
    };
    let Registered::New(id) = users::insert_user(conn, &new, now)? else {
        return Ok(Entered::NameTaken);
    };
    users::set_label(conn, id, &link.label)?;
    let details = format!("{} {}, {}", link.kind, link.made_by, link.role);
    audit::note(conn, by, (Deed::Registered, new.name, &details), now)?;
    Ok(Entered::Done(id))
}

/// Verifies the mail address of an account by a link, and uses that up.
///
/// # Errors
/// When the database fails.
pub fn verify(
    conn: &mut AnyConnection,
    code: &Code,
    by: &By,
    now: Moment,
) -> Result<Entered, StoreError> {
    write(conn, |conn| {
        let Some(Way::Verify(link, user, mail)) = find_way(conn, code, now)? else {
            return Ok(Entered::Gone);
        };
        if !links::take_use(conn, link.id, now)? {
            return Ok(Entered::Gone);
        }
        mail_addresses::set_verified(conn, &mail, now)?;
        // Links that were mailed to the address before end.
        links::end_links_of_kind(conn, user.id, LinkKind::Verify)?;
        links::end_links_of_kind(conn, user.id, LinkKind::Reset)?;
        audit::note(conn, by, (Deed::MailVerified, &user.name, ""), now)?;
        Ok(Entered::Done(user.id))
    })
}

/// Sets the password that was chosen by a link, and uses the link up. All sessions of the account end.
///
/// # Errors
///
/// When the database fails.
pub fn enter(
    conn: &mut AnyConnection,
    code: &Code,
    password_hash: &str,
    by: &By,
    now: Moment,
) -> Result<Entered, StoreError> {
    debug_assert!(password_hash != NO_PASSWORD);
    write(conn, |conn| {
        let Some(Way::Enter(link, user)) = find_way(conn, code, now)? else {
            return Ok(Entered::Gone);
        };
        if !links::take_use(conn, link.id, now)? {
            return Ok(Entered::Gone);
        }
        users::set_password(conn, user.id, password_hash, None, now)?;
        let details = format!("{} {}", link.kind, link.made_by);
        audit::note(conn, by, (Deed::EnterLinkUsed, &user.name, &details), now)?;
        Ok(Entered::Done(user.id))
    })
}
