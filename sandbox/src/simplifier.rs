//! Runs `SymPy` in the sandbox to simplify expressions.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use crate::cache::Progress;
use crate::call::{Exit, Export, Guests, Question, Reading, Start, Surroundings};
use crate::digest::RuntimeDigest;
use crate::engine::runtime_digest;
use crate::error::{OpenError, SandboxError};
use crate::guest;
use crate::guest_process::open_guests;
use crate::limits::{Fuel, Limits};

/// The memory of a simplification, including `SymPy` itself.
const MEMORY_BYTES: u64 = 256 << 20;

/// The opened `SymPy` guest. Cheap to clone; every method may be called from any thread. Answers depend only on the
/// expression, the fuel, the expression before it and the [`RuntimeDigest`].
#[derive(Clone)]
pub struct Simplifier {
    guests: Arc<dyn Guests>,
}

/// An expression that is simplified first in the same instance, so that `SymPy`'s caches help the next one.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// The expression.
    pub tree: &'a Value,
    /// The fuel for simplifying it.
    pub fuel: Fuel,
}

/// The outcome of a simplification.
#[derive(Clone, Debug, PartialEq)]
pub enum Simplified {
    /// The simplified tree.
    Tree(Value),
    /// `SymPy` cannot handle it, or its result is not an expression; its message.
    Refused(String),
    /// Fuel, memory or stack ran out.
    Exhausted,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Report {
    Tree(Value),
    Error(String),
}

impl Simplifier {
    /// Opens the guest. It is compiled on first use, which takes about half a minute on all cores, and cached in
    /// `cache_folder`; `progress` is told about it.
    ///
    /// # Errors
    ///
    /// When the engine does not start or the cache cannot be written.
    pub fn open(
        cache_folder: &Path,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, OpenError> {
        let guests = open_guests(&guest::SYMPY, cache_folder, None, progress)?;
        Ok(Self { guests })
    }

    /// Like [`Simplifier::open`], in separate processes; see [`Runtime::open_apart`](crate::Runtime::open_apart).
    ///
    /// # Errors
    ///
    /// Like [`Runtime::open_apart`](crate::Runtime::open_apart).
    pub fn open_apart(
        cache_folder: &Path,
        program: &[&str],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, OpenError> {
        let guests = open_guests(&guest::SYMPY, cache_folder, Some(program), progress)?;
        Ok(Self { guests })
    }

    /// The digest of everything that an answer depends on besides the expression and the fuel. The guest need not be
    /// open.
    pub fn digest() -> RuntimeDigest {
        runtime_digest(&guest::SYMPY.manifest().image_sha256)
    }

    /// Simplifies a tree; every symbol stands for a positive quantity. The format of trees is in
    /// `sandbox/guest/sympy/README.md`.
    ///
    /// With `before`, the guest first simplifies another expression, which has its own fuel. This is fast if that
    /// expression was simplified recently without one before it, because its memory is cached.
    ///
    /// # Errors
    ///
    /// Only when the sandbox itself fails.
    pub fn simplify(
        &self,
        tree: &Value,
        fuel: Fuel,
        before: Option<Before<'_>>,
    ) -> Result<Simplified, SandboxError> {
        let call = call_of("simplify", tree);
        let Some(before) = before else {
            return self.ask(&call, fuel, Start::FreshAndKept);
        };
        let first = call_of("simplify", before.tree);
        let start = Start::After {
            bytes: u32::try_from(first.len()).map_err(|_| SandboxError::not_as_asked())?,
            fuel: before.fuel,
        };
        self.ask(&(first + &call), fuel, start)
    }

    /// Sorts the terms and factors of a tree as `SymPy` does, without simplifying.
    ///
    /// # Errors
    ///
    /// Only when the sandbox itself fails.
    pub fn arrange(&self, tree: &Value, fuel: Fuel) -> Result<Simplified, SandboxError> {
        self.ask(&call_of("arrange", tree), fuel, Start::Fresh)
    }

    fn ask(&self, source: &str, fuel: Fuel, start: Start) -> Result<Simplified, SandboxError> {
        let limits = Limits {
            fuel,
            memory_bytes: MEMORY_BYTES,
            ..Limits::default()
        };
        let question = Question {
            export: Export::Run,
            reading: Reading::Whole,
            limits,
            start,
            surroundings: Surroundings::Usual,
        };
        let finished = self.guests.call(question, source.as_bytes())?;
        let report = finished.written.into_whole()?;
        match finished.exit {
            Exit::Code(0) => serde_json::from_slice(&report)
                .map(|report| match report {
                    Report::Tree(tree) => Simplified::Tree(tree),
                    Report::Error(message) => Simplified::Refused(message),
                })
                .map_err(|error| SandboxError::Report(error.to_string())),
            Exit::Fuel | Exit::Stack | Exit::Abort | Exit::Code(_) => Ok(Simplified::Exhausted),
            Exit::Fault(trap) => Ok(Simplified::Refused(format!("the guest stopped: {trap}"))),
            Exit::Process | Exit::Stopped => Err(SandboxError::Report("it is cut off".into())),
        }
    }
}

/// A program that calls one of the guest's functions.
fn call_of(function: &str, tree: &Value) -> String {
    // A JSON string is a valid Python literal.
    format!("{function}({})", Value::String(tree.to_string()))
}
