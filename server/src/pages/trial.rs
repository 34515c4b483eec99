//! Running a program in the reader's own browser: what `trial.js` needs to know of a problem.

use std::sync::LazyLock;

use dojo_sandbox::Image;

use super::html::TrustedHtml;
use super::seasons::LimitsView;
use super::strip;
use super::text;

static IMAGE: LazyLock<Image> = LazyLock::new(Image::python);

/// The judge's interpreter as browsers load it.
pub fn image() -> &'static Image {
    &IMAGE
}

/// What the `v` of its address is: the first 16 hexadecimal digits of its SHA-256.
pub fn image_version() -> &'static str {
    image().sha256.get(..16).unwrap_or_default()
}

/// A problem whose programs can be run in the page.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The address of its page.
    pub problem: String,
    /// Index of the first term.
    pub index_origin: i64,
    /// Terms that everybody may see.
    pub known: usize,
    /// Terms that the judge checks.
    pub n_check: u32,
    /// What a run may use.
    pub limits: LimitsView,
}

impl Trial {
    /// The address of the interpreter, which names its content.
    pub fn guest(&self) -> String {
        format!("/assets/python.wasm?v={}", image_version())
    }

    /// Every term that the judge checks is public.
    pub fn all_known(&self) -> bool {
        self.known >= self.cells()
    }

    pub(super) fn cells(&self) -> usize {
        usize::try_from(self.n_check).unwrap_or(usize::MAX)
    }

    /// The strip before anything was run.
    pub fn strip(&self) -> TrustedHtml {
        let all = self.cells();
        let terms = text::count(&all.to_string(), "term");
        let label = if self.all_known() {
            format!("The strip: {terms}, all public.")
        } else {
            let hidden = all - self.known;
            format!(
                "The strip: {terms}, {} public, {hidden} hidden until Reveal.",
                self.known
            )
        };
        strip::strip(&strip::terms(self.known, all), &label)
    }
}
