//! A report as a record stores it.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::Report;
use crate::canonical_json;

/// A report as a record stores it: the JSON that some program wrote, which may contain keys that this one does not
/// know, and the report that this program reads from it. Results follow from the report (`docs/ARCHIVE.md`,
/// Judgements) and hashes from the JSON, so that a record of an earlier program keeps its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedReport {
    json: String,
    report: Report,
}

impl RecordedReport {
    /// The report as canonical JSON.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The report that was read from it.
    pub fn report(&self) -> &Report {
        &self.report
    }
}

impl From<Report> for RecordedReport {
    fn from(report: Report) -> Self {
        let json = canonical_json::to_string(&report).expect("texts and integers only");
        Self { json, report }
    }
}

impl Serialize for RecordedReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: Value = serde_json::from_str(&self.json).expect("canonical JSON is JSON");
        value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RecordedReport {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let report = Report::deserialize(&value).map_err(D::Error::custom)?;
        let json = canonical_json::canonical(value).map_err(D::Error::custom)?;
        Ok(Self { json, report })
    }
}
