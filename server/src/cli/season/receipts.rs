//! `dojo season check-receipts`: whether the database has what contestants hold receipts for. A database
//! that was restored does not have what was accepted after the backup.

use std::path::PathBuf;
use std::process::ExitCode;

use dojo_judge::record::receipt::Receipt;

use super::OfSeason;
use crate::cli::data_folder::say;
use crate::cli::verify_receipt::read_receipt;
use crate::store::seasons::Season;
use crate::store::{self, AnyConnection, StoreError, SubmissionId, log, receipts};

pub(super) fn check(of: &OfSeason, files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let (pool, season) = of.open()?;
    let mut all_known = true;
    for file in files {
        let receipt = match read_receipt(file) {
            Ok(receipt) => receipt,
            Err(error) => {
                all_known = false;
                eprintln!("{error:#}");
                continue;
            }
        };
        let (is_known, what) = match receipt.verify(None) {
            Err(error) => (false, format!("the receipt is wrong: {error}")),
            Ok(_) => store::blocking(&pool, |conn| look(conn, &season, &receipt))?,
        };
        all_known &= is_known;
        say(&format!("{}: {what}", file.display()))?;
    }
    Ok(if all_known {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Whether the database has what a receipt says, and what there is to say about it.
fn look(
    conn: &mut AnyConnection,
    season: &Season,
    receipt: &Receipt,
) -> Result<(bool, String), StoreError> {
    let submitted = &receipt.submitted;
    if submitted.season != season.slug {
        return Ok((false, format!("it is of the season {}", submitted.season)));
    }
    let number = submitted.submission;
    let id = SubmissionId(i64::try_from(number).unwrap_or(i64::MAX));
    let end = log::find_head(conn, season.id)?.map_or(0, |head| head.seq);
    Ok(match receipts::find_receipt(conn, id, None)? {
        Some(known) if known.submitted == *submitted && known.entry == receipt.entry => {
            (true, format!("submission {number} is here"))
        }
        Some(_) => (
            false,
            format!(
                "submission {number} is another one here; the receipt is not from this database"
            ),
        ),
        None if receipt.entry.seq > end => (
            false,
            format!(
                "submission {number} is not here: the receipt is newer than this database, whose log ends with \
                 entry {end} where the receipt has {}",
                receipt.entry.seq
            ),
        ),
        None => (
            false,
            format!("submission {number} is not here, though the log goes beyond its entry"),
        ),
    })
}
