//! `dojo season export` and `dojo season finalize`: the record of a season, and its last step.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use dojo_judge::digest::Digest;
use dojo_judge::record::archive;

use super::OfSeason;
use crate::cli::data_folder::say;
use crate::season::command::Command;
use crate::season::record::load_record;
use crate::store;

pub(super) fn export(of: &OfSeason, output: Option<PathBuf>) -> anyhow::Result<ExitCode> {
    let (pool, season) = of.open()?;
    let record = store::blocking(&pool, |conn| {
        store::read(conn, |conn| load_record(conn, &season))
    });
    let record = match record {
        Ok(record) => record,
        Err(error) => return of.refuse(error),
    };
    let path = output.unwrap_or_else(|| PathBuf::from(archive::file_name(&of.season)));
    let shown = path.display().to_string();
    let file = File::create(&path).with_context(|| format!("cannot write {shown}"))?;
    let summary = archive::write(&record, BufWriter::new(file)).with_context(|| shown.clone())?;
    say(&format!("{shown}: results_hash {}", summary.results_hash))?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn finalize(
    of: &OfSeason,
    scores_only: bool,
    elsewhere: Option<Digest>,
) -> anyhow::Result<ExitCode> {
    let command = Command::Finalize {
        elsewhere,
        scores_only,
    };
    if scores_only {
        of.execute(&command)
    } else {
        of.execute_judging(&command)
    }
}
