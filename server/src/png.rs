//! Renders the SVG pictures of pages as PNG. A few are rendered at a time, off the web threads, and the latest are
//! cached.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use actix_web::web::Bytes;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::error::AppError;
use crate::waiting_line::WaitingLine;

/// How long a request waits for its turn; pictures are fetched by machines, which retry.
const PATIENCE: Duration = Duration::from_secs(5);

/// The most cached pictures, of about 30 kB each; when there are more, the cache is emptied.
const MOST: usize = 256;

/// The fonts of titles and names. No system fonts are used, so a picture is the same on every machine.
static LETTERS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut letters = fontdb::Database::new();
    letters.load_font_data(include_bytes!("../font/text.ttf").to_vec());
    Arc::new(letters)
});

/// A cache of pictures, by the name of their drawing.
pub struct PngCache {
    turns: WaitingLine,
    made: Mutex<HashMap<String, Bytes>>,
}

impl Default for PngCache {
    fn default() -> Self {
        Self {
            turns: WaitingLine::new(PATIENCE),
            made: Mutex::default(),
        }
    }
}

impl PngCache {
    /// Renders a drawing; `name` identifies its bytes.
    ///
    /// # Errors
    /// `Unavailable` when there was no turn in time, and when the drawing is invalid.
    pub async fn png(&self, name: &str, drawing: String) -> Result<Bytes, AppError> {
        if let Some(made) = self.made().get(name) {
            return Ok(made.clone());
        }
        let made = self.turns.run(move || png(&drawing)).await?;
        let made = Bytes::from(made.map_err(AppError::internal)?);
        let mut kept = self.made();
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(name.to_owned(), made.clone());
        Ok(made)
    }

    fn made(&self) -> std::sync::MutexGuard<'_, HashMap<String, Bytes>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Renders a drawing as PNG.
fn png(drawing: &str) -> Result<Vec<u8>, String> {
    let options = Options {
        font_family: "STIX Two Text".to_owned(),
        fontdb: Arc::clone(&LETTERS),
        ..Options::default()
    };
    let tree = Tree::from_str(drawing, &options).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("a drawing without an area")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::png;

    #[test]
    fn letters_and_shapes_are_drawn_and_what_is_no_drawing_is_refused() {
        let drawing = |inside: &str| {
            let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">"#;
            png(&format!("{svg}{inside}</svg>")).unwrap()
        };
        let pictures = [
            drawing(""),
            drawing(r#"<text x="1" y="20">Ada</text>"#),
            drawing(r#"<text x="1" y="20">Ада</text>"#),
            drawing(r#"<rect width="9" height="9"/>"#),
        ];
        for (at, picture) in pictures.iter().enumerate() {
            assert!(picture.starts_with(b"\x89PNG\r\n"));
            assert!(!pictures[..at].contains(picture), "{at}");
        }
        assert!(png("<svg").is_err());
    }
}
