//! The commitment to a problem (`docs/SPEC.md`, Commitment): one digest, published at the commit, that fixes every
//! byte of the problem and reveals nothing about it before Reveal.
//!
//! Problems of all types are committed in the same way. A physics problem has its reference solution (the bytes of
//! `problem.json`) in the place of the setter's program, its public card in the place of `problem.toml`, the grader's
//! digest in the place of the sandbox's, and no terms. The domain separator contains the type of the problem.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::canonical_json::{self, JsonError};
use crate::contest::Contest;
use crate::digest::{Digest, Fields, NotADigest, Salt};

/// The commitment C of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Commitment(pub Digest);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Commitment {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Self, NotADigest> {
        text.parse().map(Self)
    }
}

/// What a commitment fixes.
#[derive(Clone, Copy, Debug)]
pub struct Committed<'a> {
    /// What the problem asks for.
    pub kind: Contest,
    /// Slug of the season.
    pub season: &'a str,
    /// Slug of the problem.
    pub problem: &'a str,
    /// Version of the problem, from 1; hashed as decimal text.
    pub version: u32,
    /// `problem.toml` as canonical JSON, from [`problem_json`]; the card of a physics problem.
    pub problem_json: &'a str,
    /// Canonical source of the setter's program; the reference solution of a physics problem.
    pub setter: &'a [u8],
    /// Bytes of `statement.md`.
    pub statement: &'a [u8],
    /// [`terms_hash`](crate::digest::terms_hash); the hash of no terms for a physics problem.
    pub terms_hash: Digest,
    /// Digest of the sandbox that made the terms; of the grader for a physics problem.
    pub runtime_digest: Digest,
}

impl Committed<'_> {
    /// The commitment with this salt:
    /// `SHA-256(domain ‖ season ‖ slug ‖ version ‖ SHA-256(problem.toml as canonical JSON) ‖
    /// SHA-256(canonical setter.py) ‖ SHA-256(statement.md) ‖ terms_hash ‖ runtime_digest ‖ salt)`,
    /// every field preceded by its length as eight bytes, most significant first. Digests and the
    /// salt are their 32 bytes, the version is decimal text.
    pub fn commit(&self, salt: &Salt) -> Commitment {
        let digest = Fields::new(self.kind.names().commitment)
            .text(self.season)
            .text(self.problem)
            .text(&self.version.to_string())
            .digest(&Digest::of(self.problem_json))
            .digest(&Digest::of(self.setter))
            .digest(&Digest::of(self.statement))
            .digest(&self.terms_hash)
            .digest(&self.runtime_digest)
            .bytes(&salt.0)
            .finish();
        Commitment(digest)
    }

    /// Whether this content with this salt gives the commitment.
    pub fn verify(&self, salt: &Salt, commitment: &Commitment) -> bool {
        self.commit(salt) == *commitment
    }
}

/// Why a `problem.toml` has no canonical JSON.
#[derive(Debug, thiserror::Error)]
pub enum ProblemJsonError {
    /// It is not TOML.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// It contains something that canonical JSON cannot represent.
    #[error(transparent)]
    Json(#[from] JsonError),
}

/// The canonical JSON of the text of a `problem.toml`: exactly its keys and values. Comments, order
/// and layout do not matter.
///
/// # Errors
/// When it is not TOML or contains a float.
pub fn problem_json(problem_toml: &str) -> Result<String, ProblemJsonError> {
    let table: toml::Table = toml::from_str(problem_toml)?;
    Ok(canonical_json::to_string(&table)?)
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::digest::terms_hash;

    fn squares<'a>(problem_json: &'a str, setter: &'a [u8]) -> Committed<'a> {
        Committed {
            kind: Contest::Sequence,
            season: "s1",
            problem: "squares",
            version: 1,
            problem_json,
            setter,
            statement: b"Squares.\n",
            terms_hash: terms_hash(&["0", "1", "4"]),
            runtime_digest: Digest([7; 32]),
        }
    }

    /// Assembled by hand, as the document says, without code of this module.
    #[test]
    fn the_formula_of_the_protocol() {
        let json = r#"{"slug":"squares"}"#;
        let mut input = Vec::new();
        let mut field = |bytes: &[u8]| {
            input.extend(u64::try_from(bytes.len()).unwrap().to_be_bytes());
            input.extend(bytes);
        };
        field(b"sequence-dojo/commit/1");
        field(b"s1");
        field(b"squares");
        field(b"1");
        field(&Sha256::digest(json));
        field(&Sha256::digest("print(0)"));
        field(&Sha256::digest("Squares.\n"));
        field(&Sha256::digest("0\n1\n4\n"));
        field(&[7; 32]);
        field(&[9; 32]);
        let expected = hex::encode(Sha256::digest(&input));
        let commitment = squares(json, b"print(0)").commit(&Salt([9; 32]));
        assert_eq!(commitment.to_string(), expected);
    }

    #[test]
    fn every_field_matters() {
        let json = r#"{"slug":"squares"}"#;
        let salt = Salt([9; 32]);
        let committed = squares(json, b"print(0)");
        let commitment = committed.commit(&salt);
        assert!(committed.verify(&salt, &commitment));
        assert!(!committed.verify(&Salt([8; 32]), &commitment));
        let changed = [
            Committed {
                kind: Contest::Physics,
                ..committed
            },
            Committed {
                season: "s2",
                ..committed
            },
            Committed {
                problem: "square",
                ..committed
            },
            Committed {
                version: 2,
                ..committed
            },
            Committed {
                problem_json: "{}",
                ..committed
            },
            Committed {
                setter: b"print(1)",
                ..committed
            },
            Committed {
                statement: b"Squares",
                ..committed
            },
            Committed {
                terms_hash: terms_hash(&["0", "1", "5"]),
                ..committed
            },
            Committed {
                runtime_digest: Digest([6; 32]),
                ..committed
            },
        ];
        for other in changed {
            assert!(!other.verify(&salt, &commitment), "{other:?}");
        }
    }

    #[test]
    fn layout_of_the_toml_does_not_matter() {
        let one = "slug = \"a\"\n# a comment\ntags = [ \"x\", \"y\" ]\nindex_origin = 0\n";
        let other = "index_origin=0\nslug='a'\ntags=['x','y']";
        let json = r#"{"index_origin":0,"slug":"a","tags":["x","y"]}"#;
        assert_eq!(problem_json(one).unwrap(), json);
        assert_eq!(problem_json(other).unwrap(), json);
        assert!(problem_json("a = 1.5").is_err());
        assert!(problem_json("a = ").is_err());
    }
}
