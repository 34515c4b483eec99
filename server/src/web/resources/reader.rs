//! Who makes a request, by page or by API.

use crate::store::UserId;
use crate::store::users::User;
use crate::web::visit::Visit;

/// Who makes a request.
#[derive(Clone, Copy)]
pub(in crate::web) struct Reader {
    /// The signed-in person; `None` for a visitor.
    pub(in crate::web) id: Option<UserId>,
    /// Somebody who runs seasons.
    pub(in crate::web) staff: bool,
}

impl Reader {
    /// A visitor.
    pub(in crate::web) const ANYBODY: Self = Self {
        id: None,
        staff: false,
    };

    /// Whoever asks for a page.
    pub(in crate::web) fn of(visit: &Visit) -> Self {
        visit.user().map_or(Self::ANYBODY, Self::person)
    }

    /// This person.
    pub(in crate::web) fn person(user: &User) -> Self {
        Self {
            id: Some(user.id),
            staff: user.role.sees_hidden_terms(),
        }
    }
}
