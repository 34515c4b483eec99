//! The audit log of accounts and links, for organizers: the page with its filters, and the list for spreadsheets.

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::accounts::{asking, deed_view};
use super::route::{at, read};
use super::visit::Visit;
use crate::error::{AppError, AppErrorKind};
use crate::pages::audit::{AuditPage, SoughtDeeds, csv};
use crate::store::audit::{AuditFilter, Entry, list_found};
use crate::store::{self, Deed, StoreError};
use crate::web::address_query::AddressQuery;

/// Entries on one page.
const PAGE_ROWS: usize = 100;

/// Entries in one list for spreadsheets.
const CSV_ROWS: usize = 100_000;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/people/log", read().to(page)))
        .service(at("/people/log.csv", read().to(as_csv)));
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct AuditQuery {
    name: String,
    deed: String,
    before: Option<i64>,
}

impl AuditQuery {
    fn filter(&self) -> Result<AuditFilter, AppError> {
        let deed =
            match self.deed.as_str() {
                "" => None,
                word => Some(word.parse::<Deed>().map_err(|error| {
                    AppError::because(AppErrorKind::Unreadable, error.to_string())
                })?),
            };
        let name = self.name.trim();
        Ok(AuditFilter {
            name: (!name.is_empty()).then(|| name.to_owned()),
            deed,
            before: self.before,
        })
    }
}

/// A page of the matching entries, and whether there are older ones.
async fn load(
    visit: &Visit,
    filter: AuditFilter,
    rows: usize,
) -> Result<(Vec<Entry>, bool), AppError> {
    let limit = i64::try_from(rows).unwrap_or(i64::MAX).saturating_add(1);
    let mut found = store::run(&visit.app.pool, move |conn| {
        list_found(conn, &filter, limit).map_err(StoreError::from)
    })
    .await?;
    let more = found.len() > rows;
    found.truncate(rows);
    Ok((found, more))
}

async fn page(visit: Visit, query: AddressQuery<AuditQuery>) -> Result<HttpResponse, AppError> {
    asking(&visit)?;
    let (found, more) = load(&visit, query.filter()?, PAGE_ROWS).await?;
    let last = found.last().map(|entry| entry.id);
    let query = query.into_inner();
    visit.page(&AuditPage {
        shell: visit.shell(),
        sought: SoughtDeeds {
            name: query.name,
            deed: query.deed,
        },
        words: Deed::ALL.iter().map(|deed| deed.as_str()).collect(),
        deeds: found.into_iter().map(deed_view).collect(),
        older: last.filter(|_| more),
    })
}

async fn as_csv(visit: Visit, query: AddressQuery<AuditQuery>) -> Result<HttpResponse, AppError> {
    asking(&visit)?;
    let (found, _) = load(&visit, query.filter()?, CSV_ROWS).await?;
    let deeds: Vec<_> = found.into_iter().map(deed_view).collect();
    Ok(visit.spreadsheet("log.csv", csv(&deeds)))
}
