//! The test vectors of the documents, from which others check programs of their own.

use dojo_judge::canonical_json;
use dojo_judge::contest::Contest;
use dojo_judge::digest::terms_hash;
use dojo_judge::digest::{Digest, Fields, Salt, Seed};
use dojo_judge::record::commitment::Committed;
use dojo_judge::record::log::{Entry, verify_chain};
use dojo_judge::record::merkle::Tree;
use dojo_judge::record::receipt::Submitted;
use dojo_judge::sequence::Canonical;
use serde_json::Value;

use super::{ARCHIVE, SPEC, blocks, rows, section};

fn vectors() -> Value {
    let text = blocks(section(ARCHIVE, "## Test vectors"), "json");
    serde_json::from_str(text[0]).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no {key}"))
}

fn digest(value: &Value, key: &str) -> Digest {
    text(value, key).parse().unwrap()
}

#[test]
fn the_vectors_of_the_canonical_source_hold() {
    let spec = section(SPEC, "## 5. Canonical source");
    let mut hashes = Vec::new();
    for row in rows(spec) {
        let Some(source) = row[0]
            .strip_prefix("`\"")
            .and_then(|it| it.strip_suffix("\"`"))
        else {
            continue;
        };
        let source = source
            .replace("\\r", "\r")
            .replace("\\n", "\n")
            .replace("\\t", "\t");
        let canonical = Canonical::new(source.as_bytes()).unwrap();
        assert_eq!(canonical.l_chars().to_string(), row[1], "{source:?}");
        hashes.push(canonical.hash().to_string());
    }
    assert_eq!(hashes.len(), 5);
    let (last, same) = hashes.split_last().unwrap();
    assert!(same.iter().all(|hash| spec.contains(hash)), "{same:?}");
    assert!(!spec.contains(last));
}

#[test]
fn the_vectors_of_the_archive_hold() {
    let vectors = vectors();
    let fields: Vec<&str> = vectors["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    let hash = fields[1..]
        .iter()
        .fold(Fields::new(fields[0]), |hash, field| hash.text(field));
    assert_eq!(hash.finish(), digest(&vectors, "H"));
    assert_eq!(
        canonical_json::to_string(&vectors["value"]).unwrap(),
        text(&vectors, "canonical")
    );

    let told = &vectors["commitment"];
    let terms: Vec<&str> = told["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    assert_eq!(terms_hash(&terms), digest(told, "terms_hash"));
    let committed = Committed {
        kind: Contest::Sequence,
        season: text(told, "season"),
        problem: text(told, "slug"),
        version: u32::try_from(told["version"].as_u64().unwrap()).unwrap(),
        problem_json: text(told, "problem.json"),
        setter: text(told, "setter.py").as_bytes(),
        statement: text(told, "statement.md").as_bytes(),
        terms_hash: terms_hash(&terms),
        runtime_digest: digest(told, "runtime_digest"),
    };
    let salt: Salt = serde_json::from_value(told["salt"].clone()).unwrap();
    assert_eq!(committed.commit(&salt).0, digest(told, "commitment"));

    let leaf: Submitted = serde_json::from_value(vectors["leaf"].clone()).unwrap();
    assert_eq!(leaf.leaf(), digest(&vectors, "leaf_hash"));
    let log: Vec<Entry> = serde_json::from_value(vectors["log"].clone()).unwrap();
    assert_eq!(log.len(), 2);
    verify_chain("spring", &log).unwrap();
    let leaves: Vec<Digest> = serde_json::from_value(vectors["leaves"].clone()).unwrap();
    assert_eq!(Tree::new(leaves).root(), digest(&vectors, "root"));
    let seed: Seed = serde_json::from_value(vectors["seed"].clone()).unwrap();
    assert_eq!(
        seed.commitment("spring"),
        digest(&vectors, "seed_commitment")
    );
}
