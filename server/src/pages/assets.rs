//! The files that pages load, built into the program: one style sheet, scripts, a font for formulas, an icon.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// One file under `/assets/`.
#[derive(Debug)]
pub struct Asset {
    /// Its name, as in `style.css`.
    pub name: &'static str,
    /// Its media type.
    pub content_type: &'static str,
    /// Its content.
    pub body: &'static [u8],
    /// The first 16 hexadecimal digits of its SHA-256; the `v` of its address, and its `ETag`.
    pub version: String,
}

/// Finds `/assets/{name}`. A request whose `v` equals [`Asset::version`] may be cached for ever.
pub fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The address of an asset, with its version, so that an old copy is never used for a new page.
pub(super) fn href(name: &str) -> String {
    let version = find(name).map_or("", |asset| asset.version.as_str());
    format!("/assets/{name}?v={version}")
}

static ASSETS: LazyLock<[Asset; 15]> = LazyLock::new(|| {
    [
        asset(
            "style.css",
            "text/css; charset=utf-8",
            include_bytes!("../../assets/style.css"),
        ),
        asset(
            "theme.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/theme.js"),
        ),
        asset(
            "dojo.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/dojo.js"),
        ),
        asset(
            "editor.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/editor.js"),
        ),
        asset(
            "vim.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/vim.js"),
        ),
        asset(
            "board.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/board.js"),
        ),
        asset(
            "live.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/live.js"),
        ),
        asset(
            "reveal.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/reveal.js"),
        ),
        asset(
            "show.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/show.js"),
        ),
        asset(
            "strip.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/strip.js"),
        ),
        asset(
            "times.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/times.js"),
        ),
        asset(
            "trial.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/trial.js"),
        ),
        asset(
            "worker.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../assets/worker.js"),
        ),
        asset(
            "math.woff2",
            "font/woff2",
            include_bytes!("../../assets/math.woff2"),
        ),
        asset(
            "icon.svg",
            "image/svg+xml",
            include_bytes!("../../assets/icon.svg"),
        ),
    ]
});

fn asset(name: &'static str, content_type: &'static str, body: &'static [u8]) -> Asset {
    let version = hex::encode(Sha256::digest(body)).chars().take(16).collect();
    Asset {
        name,
        content_type,
        body,
        version,
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

    /// The colours of one theme: the first block of declarations after `start`.
    fn colours(start: &str) -> Vec<(String, [f64; 3])> {
        let css = str::from_utf8(find("style.css").unwrap().body).unwrap();
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
