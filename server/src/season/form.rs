//! The form for a season: one value for each field, by its key in `season.toml`. The input is turned into such a file
//! and read like any other.

use dojo_judge::contest::Contest;
use dojo_judge::package::{Files, check_line, check_slug};
use toml::{Table, Value};

use super::{FIELDS, read_season_file, write_season_file};
use crate::contests::{self, Field, FieldKind, Values, Wrong};
use crate::folder::{Folder, SEASON_FILE};
use crate::store::HandingIn;
use crate::store::seasons::NewSeason;
use crate::words::say;

/// All fields of a season of this type, in the order of the form.
pub fn fields(contest: Contest) -> impl Iterator<Item = &'static Field> {
    FIELDS.iter().chain(contests::of(contest).host.fields())
}

/// The default values of the fields.
pub fn defaults(contest: Contest) -> Values {
    let named = [("title", "-"), ("summary", "-")];
    let named = named.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let mut values = match read("new", contest, &named.into_iter().collect()) {
        Ok(season) => values_of(&season),
        // A type of contest may have a field without a default.
        Err(_) => Values::new(),
    };
    values.retain(|key, _| !matches!(key.as_str(), "title" | "summary"));
    values
}

/// A season with defaults only, with these scoring rules if they exist.
pub fn plain(contest: Contest, scoring: &str) -> Option<NewSeason> {
    let mut values = defaults(contest);
    let title = say!("problem-preview-season").to_owned();
    values.insert("title".to_owned(), title.clone());
    values.insert("summary".to_owned(), title);
    let with_scoring = || {
        let mut values = values.clone();
        values.insert("scoring".to_owned(), scoring.to_owned());
        read("new", contest, &values).ok()
    };
    with_scoring().or_else(|| read("new", contest, &values).ok())
}

/// The values of the fields for a season.
pub fn values_of(season: &NewSeason) -> Values {
    let table = write_season_file(season, &[]);
    fields(season.contest)
        .filter_map(|field| {
            let value = match field.key.split_once('.') {
                None => table.get(field.key)?,
                Some((of, key)) => table.get(of)?.get(key)?,
            };
            let shown = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some((field.key.to_owned(), shown))
        })
        .collect()
}

/// Reads the fields of a season; an empty field means its default.
///
/// # Errors
/// The mistake in each field.
pub fn read(slug: &str, contest: Contest, values: &Values) -> Result<NewSeason, Vec<Wrong>> {
    let mut wrong = Vec::new();
    if let Err(message) = check_slug(slug) {
        wrong.push(("slug".into(), message.to_owned()));
    }
    let mut table = Table::new();
    table.insert("slug".to_owned(), slug.into());
    table.insert("contest".to_owned(), contest.as_str().into());
    // An organizer who makes a season in a form reviews each handed-in problem, unless the form says otherwise.
    let handing_in = HandingIn::Agreed.as_str();
    table.insert("handing_in".to_owned(), handing_in.into());
    for field in fields(contest) {
        let typed = values.get(field.key).map_or("", |typed| typed.trim());
        match value(field, typed) {
            Ok(None) => {}
            Ok(Some(value)) => insert(&mut table, field.key, value),
            Err(message) => wrong.push((field.key.into(), message)),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let file = table.to_string().into_bytes();
    let folder = Folder::Unpacked(Files::from([(SEASON_FILE.to_owned(), file)]));
    let read = read_season_file(&folder);
    read.map(|(season, _)| season).map_err(|error| {
        let messages = error.messages().into_iter();
        messages.map(|message| ("".into(), message)).collect()
    })
}

fn value(field: &Field, typed: &str) -> Result<Option<Value>, String> {
    match field.kind {
        FieldKind::Line(chars) | FieldKind::Text(chars) => {
            // A text box with several lines is one paragraph.
            let line = typed.split_whitespace().collect::<Vec<_>>().join(" ");
            check_line(&line, chars)?;
            Ok(Some(line.into()))
        }
        _ if typed.is_empty() => Ok(None),
        FieldKind::Number(least) => match typed.replace(',', "").parse::<i64>() {
            Ok(number) if number >= least => Ok(Some(number.into())),
            _ => Err(say!("form-number", n = least)),
        },
        FieldKind::Choice(words) => {
            if words().contains(&typed) {
                Ok(Some(typed.into()))
            } else {
                Err(say!("form-choice").to_owned())
            }
        }
        _ => Ok(Some(typed.into())),
    }
}

fn insert(table: &mut Table, key: &str, value: Value) {
    match key.split_once('.') {
        None => {
            table.insert(key.to_owned(), value);
        }
        Some((of, key)) => {
            let inner = table
                .entry(of)
                .or_insert_with(|| Value::Table(Table::new()));
            if let Some(inner) = inner.as_table_mut() {
                inner.insert(key.to_owned(), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_season_has_set_is_read_back() {
        for contest in [Contest::Sequence, Contest::Physics] {
            let mut values = defaults(contest);
            assert!(values.len() > 4, "{values:?}");
            values.insert("title".to_owned(), "Autumn".to_owned());
            values.insert("summary".to_owned(), "Two\nlines".to_owned());
            values.insert("attempts.max".to_owned(), "7".to_owned());
            let season = read("autumn", contest, &values).unwrap();
            assert_eq!((season.attempts_max, season.contest), (7, contest));
            assert_eq!(season.handing_in, HandingIn::Agreed);
            assert_eq!(season.summary, "Two lines");
            assert_eq!(read("autumn", contest, &values_of(&season)), Ok(season));
        }
    }

    #[test]
    fn every_wrong_field_is_named() {
        let values = [("attempts.max", "0"), ("boards", "never"), ("title", "A")];
        let values = values.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let wrong = read("a b", Contest::Sequence, &values.into_iter().collect()).unwrap_err();
        let keys: Vec<&str> = wrong.iter().map(|(key, _)| key.as_ref()).collect();
        assert_eq!(keys, ["slug", "summary", "boards", "attempts.max"]);
    }
}
