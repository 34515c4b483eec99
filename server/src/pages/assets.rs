//! The files that pages load, built into the program: one style sheet, two scripts, an icon.

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
    pub body: &'static str,
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

static ASSETS: LazyLock<[Asset; 4]> = LazyLock::new(|| {
    [
        asset(
            "style.css",
            "text/css; charset=utf-8",
            include_str!("../../assets/style.css"),
        ),
        asset(
            "theme.js",
            "text/javascript; charset=utf-8",
            include_str!("../../assets/theme.js"),
        ),
        asset(
            "dojo.js",
            "text/javascript; charset=utf-8",
            include_str!("../../assets/dojo.js"),
        ),
        asset(
            "icon.svg",
            "image/svg+xml",
            include_str!("../../assets/icon.svg"),
        ),
    ]
});

fn asset(name: &'static str, content_type: &'static str, body: &'static str) -> Asset {
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
}
