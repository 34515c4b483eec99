//! Problems that are left out of a table, with the reasons.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use help::dataset::Item;

use super::load;
use crate::cli::csv::Csv;
use crate::cli::input::counted;

/// Longest list of problems to leave out, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// Why problems are left out, by id.
#[derive(Default)]
pub(crate) struct Errata(BTreeMap<String, String>);

impl Errata {
    /// Reads a CSV file with the columns `id` and `reason`; none leaves out nothing.
    pub(crate) fn read(file: Option<&Path>) -> anyhow::Result<Self> {
        let Some(file) = file else {
            return Ok(Self::default());
        };
        let read = || {
            let text = String::from_utf8(load::bytes(file, MAX_BYTES)?)?;
            let csv = Csv::read(&text)?;
            let rows = csv.column("id")?.zip(csv.column("reason")?);
            let rows = rows.map(|(id, reason)| (id.to_owned(), reason.to_owned()));
            Ok::<_, anyhow::Error>(Self(rows.collect()))
        };
        read().with_context(|| file.display().to_string())
    }

    /// Takes the problems out of a data set and gives the reasons for those that were in it. Others are told.
    pub(crate) fn leave_out(self, items: &mut Vec<Item>) -> BTreeMap<String, String> {
        let mut reasons = self.0;
        reasons.retain(|id, _| {
            let is_there = items.iter().any(|item| item.problem.id == *id);
            if !is_there {
                eprintln!("warning: `{id}` is to be left out and is no problem of the data set");
            }
            is_there
        });
        items.retain(|item| !reasons.contains_key(&item.problem.id));
        reasons
    }
}

/// What stands under a table about problems that were left out.
pub(crate) fn told(reasons: &BTreeMap<String, String>) -> Vec<String> {
    if reasons.is_empty() {
        return Vec::new();
    }
    let head = format!("{} left out:", counted(reasons.len(), "problem"));
    let each = reasons
        .iter()
        .map(|(id, reason)| format!("  {id}: {reason}"));
    [head].into_iter().chain(each).collect()
}
