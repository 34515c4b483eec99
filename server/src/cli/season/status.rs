//! `dojo season status`: where a season stands.

use std::process::ExitCode;

use serde_json::json;

use super::OfSeason;
use crate::cli::home::{query, say};
use crate::season;
use crate::season::needs::Facts;
use crate::store::seasons::Season;
use crate::store::{self, Moment, records};

pub(super) fn status(of: &OfSeason, json: bool) -> anyhow::Result<ExitCode> {
    let (pool, season) = of.open()?;
    let facts = store::blocking(&pool, |conn| {
        store::read(conn, |conn| Facts::load(conn, season))
    })?;
    let record = query(&pool, |conn| records::find_record(conn, facts.season.id))?;
    let next = facts.season.state.next();
    let needs: Vec<String> = next
        .map(|event| facts.needs(event))
        .unwrap_or_default()
        .iter()
        .map(ToString::to_string)
        .collect();
    let at = |moment: Option<Moment>| moment.map(|moment| moment.utc().to_rfc3339());
    let Season {
        opens_at,
        freeze_at,
        freeze_started_at,
        blackout_at,
        scored_at,
        revealed_at,
        finalized_at,
        ..
    } = facts.season;
    let value = json!({
        "slug": facts.season.slug,
        "state": facts.season.state.as_str(),
        "next": next.map(season::state::Event::as_str),
        "needs": needs,
        "queued": facts.queued,
        "internal": facts.internal,
        "opens_at": at(opens_at),
        "freeze_at": at(freeze_at),
        "blackout_at": at(blackout_at),
        "freeze_started_at": at(freeze_started_at),
        "scored_at": at(scored_at),
        "revealed_at": at(revealed_at),
        "finalized_at": at(finalized_at),
        "manifest_hash": record.as_ref().map(|record| &record.manifest_hash),
        "merkle_root": record.as_ref().and_then(|record| record.merkle_root.as_ref()),
        "results_hash": record.as_ref().and_then(|record| record.results_hash.as_ref()),
    });
    if json {
        say(&value.to_string())?;
    } else if let Some(object) = value.as_object() {
        for (key, value) in object {
            match value {
                serde_json::Value::Null => {}
                serde_json::Value::String(text) => say(&format!("{key}\t{text}"))?,
                other => say(&format!("{key}\t{other}"))?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
