//! The site map for crawlers (sitemaps.org).

use askama::Template;

/// `/sitemap.xml`.
#[derive(Template)]
#[template(path = "sitemap.xml")]
pub struct Sitemap {
    /// Address of the site, without a slash at the end.
    pub origin: String,
    /// Paths of its pages.
    pub paths: Vec<String>,
}
