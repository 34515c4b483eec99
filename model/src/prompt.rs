//! Prompts: files with a head and a text that has a place for the problem.
//!
//! A released version never changes: its hash is part of the key of every answer, and a test checks it.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::question::{Question, RowError};

/// The built-in prompts.
const BUILT_IN: [&str; 3] = [
    include_str!("../prompts/prism/1.md"),
    include_str!("../prompts/prism/1-bare.md"),
    include_str!("../prompts/phybench/1.md"),
];

/// The prompt for players of sequences.
const PLAY: &str = include_str!("../prompts/play/sequence.md");
/// The prompt for players of derivations.
const PLAY_PHYSICS: &str = include_str!("../prompts/play/physics.md");

/// The line before and after the head.
const FENCE: &str = "+++";
/// The placeholder for the problem.
const PROBLEM: &str = "{{problem}}";
/// The placeholder for a problem's own instructions on its answers.
const FORMAT: &str = "{{format}}";

/// Name, version and hash of a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptName {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
}

/// A prompt.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// Its name, version and hash.
    pub name: PromptName,
    /// The file, as it was read.
    pub source: String,
    head: Head,
    text: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    name: String,
    version: String,
    /// Keys that a row must have.
    #[serde(default)]
    needs: Vec<String>,
    /// The system message.
    system: Option<String>,
}

/// Why a prompt cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PromptError {
    /// There is no such prompt.
    #[error("there is no prompt `{asked}`, neither built in nor as a file; built in are {known}")]
    Unknown {
        /// What was asked for.
        asked: String,
        /// The existing prompts.
        known: String,
    },
    /// The file cannot be used.
    #[error("prompt {asked}: {why}")]
    Invalid {
        /// What was asked for.
        asked: String,
        /// Why.
        why: String,
    },
}

/// The messages for one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The system message.
    pub system: Option<String>,
    /// The user message.
    pub user: String,
}

impl Prompt {
    /// The built-in prompt with this name, such as `prism/1`, or the one in this file.
    ///
    /// # Errors
    /// When there is none, or the file is not a prompt.
    pub fn find(asked: &str) -> Result<Self, PromptError> {
        let invalid = |why: String| PromptError::Invalid {
            asked: asked.to_owned(),
            why,
        };
        for source in BUILT_IN {
            let prompt = Self::read(source).map_err(invalid)?;
            if prompt.to_string() == asked {
                return Ok(prompt);
            }
        }
        if !Path::new(asked).is_file() {
            return Err(PromptError::Unknown {
                asked: asked.to_owned(),
                known: built_in().join(", "),
            });
        }
        let source = fs::read_to_string(asked).map_err(|why| invalid(why.to_string()))?;
        let own = Self::read(&source).map_err(invalid)?;
        // A table says by name what was asked.
        if built_in().contains(&own.to_string()) && !BUILT_IN.contains(&source.as_str()) {
            return Err(invalid(format!(
                "{own} is the name of a prompt that is built in, and its text is another; give yours a name of its own"
            )));
        }
        Ok(own)
    }

    /// The prompt for a model that plays a season of programs.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn for_sequences() -> Self {
        Self::read(PLAY).expect("a test reads it")
    }

    /// The prompt for a model that plays a season of derivations.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn for_derivations() -> Self {
        Self::read(PLAY_PHYSICS).expect("a test reads it")
    }

    /// Parses the text of a prompt.
    ///
    /// # Errors
    /// When it has no head, the head cannot be read, or there is no place for the problem.
    pub fn read(source: &str) -> Result<Self, String> {
        let parts = source
            .strip_prefix(FENCE)
            .and_then(|rest| rest.split_once(&format!("\n{FENCE}\n")));
        let (head, text) = parts.ok_or_else(|| {
            format!("it has to begin with a head in TOML between two lines of {FENCE}")
        })?;
        let head: Head = toml::from_str(head).map_err(|why| why.to_string())?;
        if !text.contains(PROBLEM) {
            return Err(format!("there is no {PROBLEM} in it"));
        }
        if let Some(unknown) = unknown_place(text) {
            let known = "there is a place for {{problem}} and one for {{format}}";
            return Err(format!(
                "nothing is known to be put in place of {unknown}; {known}"
            ));
        }
        let name = PromptName {
            name: head.name.clone(),
            version: head.version.clone(),
            sha256: hex::encode(Sha256::digest(source)),
        };
        Ok(Self {
            name,
            source: source.to_owned(),
            text: text.trim_end().to_owned(),
            head,
        })
    }

    /// Puts a question into the text.
    ///
    /// # Errors
    /// When the row lacks something that the prompt needs.
    pub fn fill(&self, question: &Question) -> Result<Filled, RowError> {
        question.check(&self.head.needs)?;
        // One pass, so that nothing in a problem is taken for a placeholder.
        let mut user = String::new();
        for (at, part) in self.text.split(PROBLEM).enumerate() {
            if at > 0 {
                user.push_str(&question.problem());
            }
            user.push_str(&part.replace(FORMAT, &question.format()));
        }
        Ok(Filled {
            system: self.head.system.clone(),
            user,
        })
    }
}

/// The first placeholder that nothing takes the place of.
fn unknown_place(text: &str) -> Option<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ');
    text.match_indices("{{")
        .filter_map(|(at, _)| text[at..].split_inclusive("}}").next())
        .filter(|place| place.ends_with("}}") && ![PROBLEM, FORMAT].contains(place))
        .find(|place| place.len() > 4 && place[2..place.len() - 2].chars().all(is_word))
}

impl std::fmt::Display for Prompt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.head.name, self.head.version)
    }
}

/// The names of the built-in prompts.
pub fn built_in() -> Vec<String> {
    let prompts = BUILT_IN.iter().map(|source| Prompt::read(source));
    prompts
        .map(|prompt| prompt.expect("a test reads it").to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::judging::Judging;
    use crate::making::{self, Stage};

    fn filled(prompt: &str, row: &serde_json::Value) -> Filled {
        let question = Question::new("p", &row.to_string()).unwrap();
        Prompt::find(prompt).unwrap().fill(&question).unwrap()
    }

    #[test]
    fn a_released_version_never_changes() {
        let judges = Judging::ALL.map(Judging::source);
        let stages = Stage::ALL.map(Stage::source);
        let hashes: Vec<String> = (BUILT_IN
            .iter()
            .chain(&judges)
            .chain(&[PLAY, PLAY_PHYSICS])
            .chain(&stages)
            .chain(&making::OTHERS))
        .map(|source| {
            let prompt = Prompt::read(source).unwrap();
            format!("{prompt} {}", &prompt.name.sha256[..16])
        })
        .collect();
        assert_eq!(
            hashes,
            [
                "prism/1 d8db211a8c6b2b2e",
                "prism/1-bare 520c029569ed2d9a",
                "phybench/1 73bd430150850fba",
                "judge-outcome/2 53e88269ab7abc07",
                "judge-steps/2 909431970cf7329f",
                "judge-errors/3 468c5bc519d91eed",
                "play-sequence/1 8bd2969f157ac0d6",
                "play-physics/1 3f32ad1d801a2804",
                "make-normalize/1 f99cce44c6db02ed",
                "make-clarify/1 1857680d5e680e44",
                "make-graph/1 67c7bf5fd6b3bbf8",
                "make-review/1 3d5bbe4a1337168d",
                "make-rate/1 578e7b445fb8c931",
            ]
        );
    }

    #[test]
    fn the_bare_prompt_leaves_out_the_instructions_and_nothing_else() {
        let row = json!({
            "context": "A ball falls through $h$.",
            "subquestions": [
                {"letter": "a", "subproblem": "How long?", "final_answer_instructions": "Write $t = \\dots$."},
                {"letter": "b", "subproblem": "How fast?", "significant_figures": 3},
            ],
        });
        let (whole, bare) = (filled("prism/1", &row), filled("prism/1-bare", &row));
        let problem = "A ball falls through $h$.\n\n(a) How long?\n\n(b) How fast?\n";
        assert!(whole.user.contains(problem), "{}", whole.user);
        let format = "(a) Write $t = \\dots$.\n(b) Give the number with 3 significant figures.";
        assert!(whole.user.contains(format), "{}", whole.user);
        let part = format!("How to write the final answers:\n\n{format}\n\n");
        assert_eq!(whole.user.replace(&part, ""), bare.user);
    }

    #[test]
    fn nothing_but_what_may_be_told_reaches_a_prompt() {
        let canary = "kanarie";
        let mut row = json!({
            "context": "told-1", "content": "told-2", "final_answer_instructions": "told-3",
            "significant_figures": 4,
            "subquestions": [{"letter": "a", "subproblem": "told-4", "final_answer_instructions": "told-5",
                "significant_figures": 3, "solution": canary, "answer": canary, "hint": canary}],
            "images": [{"caption": canary, "location": canary}],
        });
        let others = [
            "solution",
            "answer",
            "grading_standard",
            "source",
            "licence",
            "human_baseline",
            "title",
            "tag",
            "domain",
            "difficulty",
            "constants",
            "aliases",
            "equivalence",
            "anything",
        ];
        for key in others {
            row[key] = json!(canary);
        }
        for prompt in built_in() {
            let sent = format!("{:?}", filled(&prompt, &row));
            assert!(!sent.contains(canary), "{prompt}: {sent}");
            assert!(sent.contains("told-1") && sent.contains("told-4"), "{sent}");
        }
    }

    #[test]
    fn what_a_prompt_needs_is_asked_for() {
        let question = Question::new("p7", r#"{"content": "Find $v$. {{format}}"}"#).unwrap();
        let sent = Prompt::find("phybench/1").unwrap().fill(&question).unwrap();
        assert!(sent.user.contains("Find $v$. {{format}}"), "{}", sent.user);
        let error = Prompt::find("prism/1")
            .unwrap()
            .fill(&question)
            .unwrap_err();
        assert_eq!(error.to_string(), "problem p7 has no `context`");
        let error = Prompt::find("prism/2").unwrap_err().to_string();
        assert!(
            error.ends_with("prism/1, prism/1-bare, phybench/1"),
            "{error}"
        );
        let file = tempfile::NamedTempFile::new().unwrap();
        let own = BUILT_IN[0].replace("{{problem}}", "Please: {{problem}}");
        fs::write(file.path(), own).unwrap();
        let error = Prompt::find(file.path().to_str().unwrap()).unwrap_err();
        assert!(error.to_string().contains("prism/1 is the name"), "{error}");
        let error =
            Prompt::read("+++\nname = \"a\"\nversion = \"1\"\nsystme = \"\"\n+++\n{{problem}}");
        assert!(error.unwrap_err().contains("line 4"));
    }
}
