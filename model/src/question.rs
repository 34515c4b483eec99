//! The part of a problem that a model may see. A row has its solution beside the question, so only the fields listed
//! here are ever read.

use std::fs;
use std::path::{Component, Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;

/// Why a row cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// A field is not as expected.
    #[error("problem {id}: {why}")]
    Invalid {
        /// The problem.
        id: String,
        /// Why.
        why: String,
    },
    /// The prompt needs a key that the row lacks.
    #[error("problem {id} has no `{key}`")]
    Missing {
        /// The problem.
        id: String,
        /// The key.
        key: String,
    },
    /// There is nothing to ask.
    #[error("problem {id} asks nothing")]
    Empty {
        /// The problem.
        id: String,
    },
    /// An image cannot be read.
    #[error("problem {id}: cannot read the image {file}: {why}")]
    Image {
        /// The problem.
        id: String,
        /// The image.
        file: String,
        /// Why.
        why: String,
    },
}

/// The part of a problem that may be shown.
#[derive(Clone, Debug)]
pub struct Question {
    /// The problem.
    pub id: String,
    told: Told,
}

/// The fields that may be shown. Other keys of a row are ignored.
#[derive(Clone, Debug, Deserialize)]
struct Told {
    #[serde(default)]
    context: Option<String>,
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    subquestions: Option<Vec<Part>>,
    #[serde(default)]
    final_answer_instructions: Option<String>,
    #[serde(default)]
    significant_figures: Option<Value>,
    #[serde(default)]
    images: Option<Vec<Image>>,
}

#[derive(Clone, Debug, Deserialize)]
struct Part {
    #[serde(default)]
    letter: Option<String>,
    #[serde(default)]
    subproblem: Option<String>,
    #[serde(default)]
    final_answer_instructions: Option<String>,
    #[serde(default)]
    significant_figures: Option<Value>,
}

/// An image: the name of its file, alone or with more about it. The file is looked for, and its name is never told.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Image {
    File(String),
    Described {
        #[serde(default)]
        location: Option<String>,
    },
}

impl Image {
    fn location(&self) -> Option<&str> {
        match self {
            Self::File(name) => Some(name),
            Self::Described { location } => location.as_deref(),
        }
    }
}

impl Question {
    /// Takes the allowed fields from a row.
    ///
    /// # Errors
    /// When the row is not JSON, or an allowed field is not as expected.
    pub fn new(id: &str, row: &str) -> Result<Self, RowError> {
        let told = serde_json::from_str(row).map_err(|why| RowError::Invalid {
            id: id.to_owned(),
            why: why.to_string(),
        })?;
        Ok(Self {
            id: id.to_owned(),
            told,
        })
    }

    /// Checks that everything that a prompt needs exists.
    pub(crate) fn check(&self, needs: &[String]) -> Result<(), RowError> {
        for key in needs {
            let is_there = match key.as_str() {
                "context" => self.told.context.is_some(),
                "content" => self.told.content.is_some(),
                "subquestions" => self.told.subquestions.is_some(),
                "images" => self.told.images.is_some(),
                _ => false,
            };
            if !is_there {
                return Err(RowError::Missing {
                    id: self.id.clone(),
                    key: key.clone(),
                });
            }
        }
        if self.problem().is_empty() {
            return Err(RowError::Empty {
                id: self.id.clone(),
            });
        }
        Ok(())
    }

    /// The problem: its text, then each question with its letter.
    pub fn problem(&self) -> String {
        let whole = [&self.told.context, &self.told.content];
        let whole = whole
            .into_iter()
            .flatten()
            .map(|text| text.trim().to_owned());
        let parts = self.told.subquestions.iter().flatten();
        let parts = parts.map(|part| {
            let text = part.subproblem.as_deref().unwrap_or_default().trim();
            format!("{}{text}", part.mark())
        });
        let texts: Vec<String> = whole.chain(parts).filter(|text| !text.is_empty()).collect();
        texts.join("\n\n")
    }

    /// The problem's instructions on how to write its answers.
    pub(crate) fn format(&self) -> String {
        let whole = wanted(
            self.told.final_answer_instructions.as_deref(),
            self.told.significant_figures.as_ref(),
        );
        let parts = self.told.subquestions.iter().flatten();
        let parts = parts.filter_map(|part| {
            let wanted = wanted(
                part.final_answer_instructions.as_deref(),
                part.significant_figures.as_ref(),
            )?;
            Some(format!("{}{wanted}", part.mark()))
        });
        let lines: Vec<String> = whole.into_iter().chain(parts).collect();
        if lines.is_empty() {
            "The problem asks for no form of its own.".to_owned()
        } else {
            lines.join("\n")
        }
    }

    /// The images that the problem names and that exist in the folder, as data URLs. Names that lead out of the
    /// folder are ignored.
    ///
    /// # Errors
    /// When an existing image cannot be read.
    pub fn images(&self, folder: &Path) -> Result<Vec<String>, RowError> {
        let mut urls = Vec::new();
        for (file, kind) in self.locations().filter_map(|name| find_image(folder, name)) {
            let bytes = fs::read(&file).map_err(|why| RowError::Image {
                id: self.id.clone(),
                file: file.display().to_string(),
                why: why.to_string(),
            })?;
            urls.push(format!("data:{kind};base64,{}", STANDARD.encode(bytes)));
        }
        Ok(urls)
    }

    /// The images that the problem names and that are not in the folder, or of no kind that is sent.
    pub fn missing_images(&self, folder: &Path) -> Vec<&str> {
        self.locations()
            .filter(|name| find_image(folder, name).is_none())
            .collect()
    }

    fn locations(&self) -> impl Iterator<Item = &str> {
        let images = self.told.images.iter().flatten();
        images.filter_map(Image::location)
    }
}

/// The file of an image, where it is named or beside, and what kind of image it is.
fn find_image(folder: &Path, location: &str) -> Option<(PathBuf, &'static str)> {
    let location = Path::new(location);
    let is_inside = location
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let beside = location.file_name().map(|name| folder.join(name));
    let inside = is_inside.then(|| folder.join(location));
    let file = inside
        .into_iter()
        .chain(beside)
        .find(|file| file.is_file())?;
    Some((file, media_type(location)?))
}

impl Part {
    fn mark(&self) -> String {
        match self.letter.as_deref().map(str::trim) {
            Some(letter) if !letter.is_empty() => format!("({letter}) "),
            _ => String::new(),
        }
    }
}

fn wanted(instructions: Option<&str>, figures: Option<&Value>) -> Option<String> {
    let instructions = instructions.map(str::trim).filter(|text| !text.is_empty());
    let figures = figures
        .and_then(Value::as_u64)
        .map(|figures| format!("Give the number with {figures} significant figures."));
    let parts: Vec<String> = instructions
        .map(str::to_owned)
        .into_iter()
        .chain(figures)
        .collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn media_type(file: &Path) -> Option<&'static str> {
    let extension = file.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "png" => Some("image/png"),
        "jpg" | "jpeg" => Some("image/jpeg"),
        "gif" => Some("image/gif"),
        "webp" => Some("image/webp"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_sent_from_their_folder_alone() {
        let outside = tempfile::tempdir().unwrap();
        let folder = outside.path().join("images");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("a.png"), b"\x89PNG").unwrap();
        fs::write(outside.path().join("b.png"), b"secret").unwrap();
        let row = r#"{"context": "c", "images": [{"location": "figures/a.png"}, {"location": "../b.png"},
            {"location": "none.png"}, {"caption": "d"}, {"location": "a.txt"}]}"#;
        let question = Question::new("p", row).unwrap();
        assert_eq!(
            question.images(&folder).unwrap(),
            ["data:image/png;base64,iVBORw=="]
        );
    }

    #[test]
    fn a_field_of_the_wrong_kind_is_told() {
        let error = Question::new("p", r#"{"context": 3}"#)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("problem p: invalid type: integer `3`"),
            "{error}"
        );
        let empty = Question::new("p", r#"{"content": " "}"#).unwrap();
        assert_eq!(
            empty.check(&[]).unwrap_err().to_string(),
            "problem p asks nothing"
        );
    }
}
