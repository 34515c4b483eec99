//! Messages as scripts take them: JSON that `server/assets/words.js` makes text of.

use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use serde_json::{Map, Value, json};

use super::catalogue;

/// The keys that a script names: `say("copy-done")`.
pub fn keys(script: &str) -> impl Iterator<Item = &str> {
    script
        .split("say(\"")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0))
}

/// The messages of those keys, by key: a text, or a list of its parts.
///
/// # Panics
/// When there is no such message, or it has what no script can make text of.
pub fn messages<'a>(keys: impl IntoIterator<Item = &'a str>) -> Map<String, Value> {
    let message = |key: &str| {
        let pattern = catalogue::pattern(key).unwrap_or_else(|| panic!("a script says {key}"));
        (key.to_owned(), written(pattern))
    };
    keys.into_iter().map(message).collect()
}

fn written(pattern: &Pattern<&str>) -> Value {
    let mut parts: Vec<Value> = pattern.elements.iter().map(part).collect();
    match parts.as_slice() {
        [Value::String(_)] => parts.remove(0),
        _ => parts.into(),
    }
}

fn part(element: &PatternElement<&str>) -> Value {
    match element {
        PatternElement::TextElement { value } => json!(value),
        PatternElement::Placeable {
            expression: Expression::Inline(argument),
        } => json!([name(argument)]),
        PatternElement::Placeable {
            expression: Expression::Select { selector, variants },
        } => {
            let mut choices = Map::new();
            for variant in variants {
                let text = written(&variant.value);
                if variant.default {
                    choices.insert("other".to_owned(), text.clone());
                }
                let (VariantKey::Identifier { name } | VariantKey::NumberLiteral { value: name }) =
                    variant.key;
                choices.insert(name.to_owned(), text);
            }
            json!([name(selector), choices])
        }
    }
}

fn name<'a>(expression: &InlineExpression<&'a str>) -> &'a str {
    match expression {
        InlineExpression::VariableReference { id } => id.name,
        other => panic!("a message of a script has arguments alone: {other:?}"),
    }
}
