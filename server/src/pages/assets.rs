//! The files that pages load, built into the program: one style sheet, scripts, a font for formulas, an icon.

use std::borrow::Cow;
use std::io::Write as _;
use std::sync::{LazyLock, OnceLock};

use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::words::script;

/// One file under `/assets/`.
#[derive(Debug)]
pub struct Asset {
    /// Its name, as in `style.css`.
    pub name: &'static str,
    /// Its media type.
    pub content_type: &'static str,
    /// Its content.
    pub body: Cow<'static, [u8]>,
    /// The first 16 hexadecimal digits of its SHA-256; the `v` of its address, and its `ETag`.
    pub version: String,
    gzip: OnceLock<Vec<u8>>,
}

impl Asset {
    /// The content in gzip, packed once, and better than what is packed for each answer. Nothing for a font
    /// and a picture, which are packed already.
    ///
    /// # Panics
    /// Never: writing to memory cannot fail.
    pub fn gzip(&self) -> Option<&[u8]> {
        let pack = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            let written = encoder.write_all(&self.body);
            written
                .and_then(|()| encoder.finish())
                .expect("writing to memory cannot fail")
        };
        let is_packed = ["font/", PNG]
            .iter()
            .any(|packed| self.content_type.starts_with(packed));
        (!is_packed).then(|| self.gzip.get_or_init(pack).as_slice())
    }
}

/// What every page loads, the sign-in page too.
pub const OF_EVERY_PAGE: [&str; 6] = [
    "style.css",
    "math.woff2",
    "icon.svg",
    "theme.js",
    "dojo.js",
    "times.js",
];

/// Finds `/assets/{name}`. A request whose `v` equals [`Asset::version`] may be cached for ever.
pub fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The address of an asset, with its version, so that an old copy is never used for a new page.
pub(super) fn href(name: &str) -> String {
    let version = find(name).map_or("", |asset| asset.version.as_str());
    format!("/assets/{name}?v={version}")
}

/// The scripts that are written here. The editor's are made by `server/editor/`, and say nothing of ours.
const SCRIPTS: [(&str, &str); 10] = [
    ("theme.js", include_str!("../../assets/theme.js")),
    ("daily.js", include_str!("../../assets/daily.js")),
    ("dojo.js", include_str!("../../assets/dojo.js")),
    ("board.js", include_str!("../../assets/board.js")),
    ("live.js", include_str!("../../assets/live.js")),
    ("reveal.js", include_str!("../../assets/reveal.js")),
    ("strip.js", include_str!("../../assets/strip.js")),
    ("times.js", include_str!("../../assets/times.js")),
    ("trial.js", include_str!("../../assets/trial.js")),
    ("worker.js", include_str!("../../assets/worker.js")),
];

/// What says messages.
const WORDS: &str = include_str!("../../assets/words.js");

/// Loaded by every page before the scripts that are its own, so that it brings what they say messages with.
const FIRST: &str = "dojo.js";

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let scripts =
        SCRIPTS.map(|(name, text)| asset(name, JAVASCRIPT, with_words(name, text).into_bytes()));
    let style = without_comments(include_str!("../../assets/style.css"));
    let style = asset("style.css", "text/css; charset=utf-8", style.into_bytes());
    let files = [
        (
            "editor.js",
            JAVASCRIPT,
            &include_bytes!("../../assets/editor.js")[..],
        ),
        ("vim.js", JAVASCRIPT, include_bytes!("../../assets/vim.js")),
        (
            "math.woff2",
            "font/woff2",
            include_bytes!("../../assets/math.woff2"),
        ),
        (
            "icon.svg",
            "image/svg+xml",
            include_bytes!("../../assets/icon.svg"),
        ),
    ];
    let files = files.map(|(name, content_type, body)| asset(name, content_type, body));
    let pictures = PICTURES.files().filter_map(|file| {
        let name = file.path().file_name()?.to_str()?;
        Some(asset(name, PNG, file.contents()))
    });
    let own = scripts.into_iter().chain([style]);
    own.chain(files).chain(pictures).collect()
});

/// The pictures of the guides, which the browser tests make.
static PICTURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../docs/guide");

const PNG: &str = "image/png";

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// A script with the messages before it that it says.
fn with_words(name: &str, text: &str) -> String {
    let messages = script::messages(script::keys(text));
    let text = without_comments(text);
    if messages.is_empty() {
        return text;
    }
    let before = if name == FIRST {
        WORDS
    } else {
        "\"use strict\";\n"
    };
    let messages = Value::from(messages);
    format!("{before}\nObject.assign(WORDS, {messages});\n\n{text}")
}

/// A script or style sheet without its lines of comments, which readers need not load.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.lines() {
        let words = line.trim();
        inside |= words.starts_with("/*");
        if !inside && !words.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
        inside &= !words.ends_with("*/");
    }
    kept
}

fn asset(
    name: &'static str,
    content_type: &'static str,
    body: impl Into<Cow<'static, [u8]>>,
) -> Asset {
    let body = body.into();
    let version = hex::encode(Sha256::digest(&body))
        .chars()
        .take(16)
        .collect();
    Asset {
        name,
        content_type,
        body,
        version,
        gzip: OnceLock::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_asset_is_found_under_its_versioned_address() {
        for asset in ASSETS.iter() {
            let found = find(asset.name).unwrap();
            assert_eq!(
                href(asset.name),
                format!("/assets/{}?v={}", found.name, found.version)
            );
            assert_eq!(found.version.len(), 16);
        }
        assert!(find("../Cargo.toml").is_none());
    }

    #[test]
    fn readers_load_no_lines_of_comments() {
        let text = "/** Two\n  lines. */\na {\n  /* One. */\n  b: \"/* c */\"; // d\n}\n// Last.\n";
        assert_eq!(without_comments(text), "a {\n  b: \"/* c */\"; // d\n}\n");
    }

    /// The colours of one theme: the first block of declarations after `start`.
    fn colours(start: &str) -> Vec<(String, [f64; 3])> {
        let css = str::from_utf8(&find("style.css").unwrap().body).unwrap();
        let block = css.split(start).nth(1).unwrap().split('}').next().unwrap();
        block
            .split(';')
            .filter_map(|line| line.trim().split_once(": #"))
            .map(|(name, value)| {
                let part = |at: usize| {
                    f64::from(u8::from_str_radix(&value[at..at + 2], 16).unwrap()) / 255.0
                };
                (name.to_owned(), [part(0), part(2), part(4)])
            })
            .collect()
    }

    /// Contrast of two colours (WCAG 2.2, relative luminance).
    fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
        let luminance = |colour: [f64; 3]| {
            let linear = |c: f64| {
                if c <= 0.040_45 {
                    c / 12.92
                } else {
                    ((c + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_can_be_read_in_both_themes() {
        for start in [":root {", ":root[data-theme=\"dark\"] {"] {
            let theme = colours(start);
            let colour = |name: &str| theme.iter().find(|(known, _)| known == name).unwrap().1;
            let mut pairs = vec![
                ("--on-action", "--action"),
                ("--on-seal", "--seal"),
                ("--ink", "--mine"),
                ("--soft", "--mine"),
            ];
            for ground in ["--paper", "--raised", "--sunk"] {
                pairs.extend(
                    ["--ink", "--soft", "--link", "--bad", "--good", "--half"]
                        .map(|text| (text, ground)),
                );
            }
            pairs.extend([
                ("--good", "--good-back"),
                ("--half", "--half-back"),
                ("--bad", "--bad-back"),
                ("--calm", "--calm-back"),
            ]);
            for (text, ground) in pairs {
                let ratio = contrast(colour(text), colour(ground));
                assert!(ratio >= 4.5, "{start} {text} on {ground}: {ratio:.2}");
            }
        }
    }

    #[test]
    fn the_dark_theme_is_the_same_by_choice_and_by_system() {
        assert_eq!(
            colours(":root:not([data-theme=\"light\"]) {"),
            colours(":root[data-theme=\"dark\"] {")
        );
    }
}
