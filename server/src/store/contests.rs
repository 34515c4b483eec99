//! How the database stores a season's type of contest, by its word, and the organizer's settings, as JSON that the
//! judge reads and checks.

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Text;
use dojo_judge::contest::{Contest, Settings};
use serde_json::{Map, Value};

/// The word of a type of contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct StoredContest(Contest);

/// The organizer's settings for a season, under the word of its type of contest: `{"text": {…}}`.
#[derive(Clone, Debug, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct StoredSettings {
    settings: Settings,
    json: String,
}

impl From<Contest> for StoredContest {
    fn from(contest: Contest) -> Self {
        Self(contest)
    }
}

impl From<StoredContest> for Contest {
    fn from(stored: StoredContest) -> Self {
        stored.0
    }
}

impl From<Settings> for StoredSettings {
    fn from(settings: Settings) -> Self {
        let word = settings.contest().as_str();
        let json = serde_json::json!({ word: settings }).to_string();
        Self { settings, json }
    }
}

impl From<StoredSettings> for Settings {
    fn from(stored: StoredSettings) -> Self {
        stored.settings
    }
}

impl StoredSettings {
    /// The settings.
    pub(super) fn get(&self) -> &Settings {
        &self.settings
    }
}

impl<DB: Backend> ToSql<Text, DB> for StoredContest
where
    str: ToSql<Text, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.0.as_str().to_sql(out)
    }
}

impl<DB: Backend> FromSql<Text, DB> for StoredContest
where
    String: FromSql<Text, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(String::from_sql(bytes)?.parse()?))
    }
}

impl<DB: Backend> ToSql<Text, DB> for StoredSettings
where
    str: ToSql<Text, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.json.as_str().to_sql(out)
    }
}

impl<DB: Backend> FromSql<Text, DB> for StoredSettings
where
    String: FromSql<Text, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        let json = String::from_sql(bytes)?;
        let all: Map<String, Value> = serde_json::from_str(&json)?;
        let Some((word, settings)) = all.into_iter().next() else {
            return Err("settings of no type of contest".into());
        };
        let settings = word.parse::<Contest>()?.read_settings(settings)?;
        Ok(Self { settings, json })
    }
}
