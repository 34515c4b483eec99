//! The audit log of accounts and links, as organizers search it.

use askama::Template;
use chrono::SecondsFormat;

use super::csv::CsvFile;
use super::filters;
use super::people::DeedView;
use super::shell::Shell;
use super::text;
use crate::html::TrustedHtml;

/// What is looked for, as it was typed.
#[derive(Clone, Debug, Default)]
pub struct SoughtDeeds {
    /// A sign-in name.
    pub name: String,
    /// Word of what was done.
    pub deed: String,
}

/// `/people/log?name=…&deed=…&before=…`, for organizers. The same with `.csv` is a list for spreadsheets.
#[derive(Template)]
#[template(path = "people/log.html")]
pub struct AuditPage {
    /// Common data.
    pub shell: Shell,
    /// What is looked for.
    pub sought: SoughtDeeds,
    /// What can be looked for.
    pub words: Vec<&'static str>,
    /// A page of what was found, newest first.
    pub deeds: Vec<DeedView>,
    /// The number before which there are older ones.
    pub older: Option<i64>,
}

impl AuditPage {
    /// What is looked for, as an address has it.
    fn query(&self) -> TrustedHtml {
        let (name, deed) = (
            text::query(&self.sought.name),
            text::query(&self.sought.deed),
        );
        TrustedHtml::vouch(format!("name={name}&amp;deed={deed}"))
    }
}

/// The list as CSV.
pub fn csv(deeds: &[DeedView]) -> CsvFile {
    let mut out = CsvFile::new(&["at", "by", "address", "deed", "subject", "details"]);
    for deed in deeds {
        out.push(&[
            deed.at
                .to_rfc3339_opts(SecondsFormat::Micros, true)
                .as_str(),
            &deed.by,
            deed.address.as_deref().unwrap_or_default(),
            deed.deed,
            &deed.subject,
            &deed.details,
        ]);
    }
    out
}
