//! `dojo season status`: where a season stands.

use std::process::ExitCode;

use serde_json::Value;

use super::OfSeason;
use crate::cli::input;
use crate::season::status::Status;
use crate::store;

pub(super) fn status(of: &OfSeason, json: bool) -> anyhow::Result<ExitCode> {
    let (pool, season) = of.open()?;
    let status = store::blocking(&pool, |conn| {
        store::read(conn, |conn| Status::load(conn, season))
    })?;
    if json {
        input::print_json(&status)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut lines = Vec::new();
    let value = serde_json::to_value(&status)?;
    for (key, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Null => {}
            Value::Array(_) if key == "problems" => {}
            Value::Array(all) => lines.extend(all.iter().map(|one| {
                format!(
                    "{key}\t{}",
                    one.as_str().map_or(one.to_string(), str::to_owned)
                )
            })),
            Value::String(text) => lines.push(format!("{key}\t{text}")),
            other => lines.push(format!("{key}\t{other}")),
        }
    }
    for problem in &status.problems {
        let commitment = problem.commitment.as_deref().unwrap_or("not committed");
        lines.push(format!("{}\t{}\t{commitment}", problem.slug, problem.state));
    }
    input::print_lines(&lines)?;
    Ok(ExitCode::SUCCESS)
}
