//! The catalogue: opened once, asked by key.

use std::collections::HashMap;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Pattern};
use include_dir::{Dir, include_dir};

/// The files of the only language, one for each room of pages.
pub(super) static ENGLISH: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../templates/words/en");

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::open("en", &ENGLISH));

/// Each message stands between `⟦` and `⟧`, and what it was given stands outside, so that a test sees what of a page no
/// message said. Debug builds do so when they are asked.
static MARKS: LazyLock<bool> =
    LazyLock::new(|| cfg!(debug_assertions) && std::env::var_os("DOJO_MARK_WORDS").is_some());

/// The message of that key, which takes no argument.
pub(super) fn phrase(key: &'static str) -> &'static str {
    CATALOGUE.phrases.get(key).map_or_else(
        || {
            debug_assert!(false, "{key} is no message without arguments");
            key
        },
        String::as_str,
    )
}

/// The message of that key with its arguments.
pub fn sentence(key: &str, args: &FluentArgs<'_>) -> String {
    let marked = MARKS.then(|| outside(args));
    let args = marked.as_ref().unwrap_or(args);
    CATALOGUE.format(key, Some(args)).unwrap_or_else(|| {
        debug_assert!(false, "{key} lacks an argument, or is no message: {args:?}");
        key.to_owned()
    })
}

/// The same arguments, each outside of the marks of its message.
fn outside(args: &FluentArgs<'_>) -> FluentArgs<'static> {
    args.iter()
        .map(|(name, value)| match value {
            FluentValue::String(text) => (name.to_owned(), format!("⟧{text}⟦").into()),
            other => (name.to_owned(), other.clone().into_owned()),
        })
        .collect()
}

/// The message of that key as it is written, if there is one.
pub(super) fn pattern(key: &str) -> Option<&'static Pattern<&'static str>> {
    CATALOGUE.bundle.get_message(key)?.value()
}

struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    /// The messages that take no argument.
    phrases: HashMap<String, String>,
}

impl Catalogue {
    fn open(language: &str, files: &Dir<'_>) -> Self {
        let language = language.parse().expect("a language by its code");
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // They keep arguments of another direction of writing apart, and are bytes in every page.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| match value {
            FluentValue::Number(number) => Some(super::grouped(&number.as_string())),
            _ => None,
        }));
        bundle
            .add_builtins()
            .expect("a bundle that has no functions yet");
        let mut keys = Vec::new();
        for file in files.files() {
            let text = file.contents_utf8().expect("words are UTF-8");
            let resource = FluentResource::try_new(text.to_owned())
                .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", file.path().display()));
            keys.extend(resource.entries().filter_map(|entry| match entry {
                Entry::Message(message) => Some(message.id.name.to_owned()),
                _ => None,
            }));
            bundle
                .add_resource(resource)
                .unwrap_or_else(|errors| panic!("{}: {errors:?}", file.path().display()));
        }
        let mut catalogue = Self {
            bundle,
            phrases: HashMap::new(),
        };
        catalogue.phrases = keys
            .into_iter()
            .filter_map(|key| {
                let text = catalogue.format(&key, None)?;
                Some((key, text))
            })
            .collect();
        catalogue
    }

    /// The text of a message, if there is one of that key and it has its arguments.
    fn format(&self, key: &str, args: Option<&FluentArgs<'_>>) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, args, &mut errors);
        errors.is_empty().then(|| {
            if *MARKS {
                format!("⟦{text}⟧")
            } else {
                text.into_owned()
            }
        })
    }
}
