//! Extracts the query string of an address into a type. Unlike actix's own extractor, a refusal names the parameter
//! that is wrong.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::future::{Ready, ready};
use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::error::QueryPayloadError;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;

use crate::error::{AppError, AppErrorKind};
use crate::words::say;

/// The query string, parsed.
pub(super) struct AddressQuery<T>(T);

impl<T> AddressQuery<T> {
    pub(super) fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for AddressQuery<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned> FromRequest for AddressQuery<T> {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(parse(request.query_string()).map(Self))
    }
}

fn parse<T: DeserializeOwned>(query: &str) -> Result<T, AppError> {
    let query = &with_lists(query);
    let read = |part: &str| web::Query::<T>::from_query(part).map(web::Query::into_inner);
    read(query).map_err(|error| {
        let why = error.to_string();
        // The one that fails alike by itself.
        let wrong = query
            .split('&')
            .find(|part| read(part).is_err_and(|error| error.to_string() == why));
        let detail = match (error, wrong) {
            (QueryPayloadError::Deserialize(error), Some(part)) => {
                let (name, value) = part.split_once('=').unwrap_or((part, ""));
                let why = reason(value, &error.to_string());
                say!("refused-parameter", name = name, why = why)
            }
            (QueryPayloadError::Deserialize(error), None) => {
                say!("refused-query-because", why = error.to_string())
            }
            _ => say!("refused-query").to_owned(),
        };
        AppError::because(AppErrorKind::Unreadable, detail)
    })
}

/// The same query with each name once: several check boxes of one name are a list with commas.
fn with_lists(query: &str) -> String {
    let mut lists: Vec<(&str, String)> = Vec::new();
    // A stranger sends as many names as an address has room for.
    let mut places: HashMap<&str, usize> = HashMap::new();
    for part in query.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match places.entry(name) {
            Entry::Occupied(place) => {
                let (_, values) = &mut lists[*place.get()];
                values.push_str("%2C");
                values.push_str(value);
            }
            Entry::Vacant(place) => {
                place.insert(lists.len());
                lists.push((name, value.to_owned()));
            }
        }
    }
    let parts = lists.iter().map(|(name, value)| format!("{name}={value}"));
    parts.collect::<Vec<_>>().join("&")
}

/// The standard library's messages about numbers say neither what was sent nor what is accepted.
fn reason(value: &str, why: &str) -> String {
    let errors = [
        value.parse::<u32>().err(),
        value.parse::<u64>().err(),
        value.parse::<i64>().err(),
    ];
    let is_of_number = errors
        .iter()
        .flatten()
        .any(|error| error.to_string() == why);
    match value.parse::<i128>() {
        Err(_) if is_of_number => say!("refused-no-number", name = value),
        Ok(_) if is_of_number => say!("refused-number-range", name = value),
        _ => why.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Sought {
        page: u32,
        before: Option<i64>,
    }

    #[test]
    fn the_parameter_that_is_wrong_is_named() {
        let told = |query: &str| parse::<Sought>(query).map(drop).unwrap_err().to_string();
        for (query, name, why) in [
            ("before=3&page=abc", "`page`", "“abc” is no whole number"),
            ("page=-1", "`page`", "-1 is not taken"),
            ("page=&before=3", "`page`", "“” is no whole number"),
            ("page=99999999999", "`page`", "99999999999 is not taken"),
            ("page=1&before=x", "`before`", "“x” is no whole number"),
        ] {
            let told = told(query);
            assert!(told.contains(name) && told.contains(why), "{query}: {told}");
        }
        assert_eq!(parse::<Sought>("before=-3").unwrap().before, Some(-3));
    }

    #[test]
    fn what_check_boxes_send_is_a_list() {
        #[derive(Deserialize)]
        struct Chosen {
            id: String,
        }
        let chosen = |query: &str| parse::<Chosen>(query).unwrap().id;
        assert_eq!(chosen("id=3&x=1&id=5&id=8"), "3,5,8");
        assert_eq!(chosen("id=3"), "3");
    }
}
