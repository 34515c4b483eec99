//! Runs `SymPy` in the sandbox as the simplifier of EED.

use std::sync::{Mutex, OnceLock, PoisonError};

use dojo_sandbox::{OpenError, SandboxError, Simplifier};
use formula::credit::eed::{Before, Fuel, Simplified, Simplify, SimplifyError};
use serde_json::Value;

/// A simplifier that is opened when the first expression needs it: most answers never do, and compiling the guest
/// takes a while.
pub struct OnFirstUse<F> {
    open: F,
    opened: OnceLock<Simplifier>,
    opening: Mutex<()>,
}

impl<F: Fn() -> Result<Simplifier, OpenError> + Send + Sync> OnFirstUse<F> {
    /// Will open the simplifier by calling `open`, once.
    pub fn new(open: F) -> Self {
        Self {
            open,
            opened: OnceLock::new(),
            opening: Mutex::new(()),
        }
    }

    fn opened(&self) -> Result<&Simplifier, SimplifyError> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let _alone = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let opened = (self.open)().map_err(|error| SimplifyError(error.into()))?;
        Ok(self.opened.get_or_init(|| opened))
    }
}

impl<F: Fn() -> Result<Simplifier, OpenError> + Send + Sync> Simplify for OnFirstUse<F> {
    fn simplify(
        &self,
        tree: &Value,
        fuel: Fuel,
        before: Option<Before<'_>>,
    ) -> Result<Simplified, SimplifyError> {
        let before = before.map(|before| dojo_sandbox::Before {
            tree: before.tree,
            fuel: dojo_sandbox::Fuel(before.fuel.0),
        });
        answer((self.opened()?).simplify(tree, dojo_sandbox::Fuel(fuel.0), before))
    }

    fn arrange(&self, tree: &Value, fuel: Fuel) -> Result<Simplified, SimplifyError> {
        answer(self.opened()?.arrange(tree, dojo_sandbox::Fuel(fuel.0)))
    }
}

fn answer(
    answered: Result<dojo_sandbox::Simplified, SandboxError>,
) -> Result<Simplified, SimplifyError> {
    match answered.map_err(|error| SimplifyError(error.into()))? {
        dojo_sandbox::Simplified::Tree(tree) => Ok(Simplified::Tree(tree)),
        dojo_sandbox::Simplified::Refused(message) => Ok(Simplified::Refused(message)),
        dojo_sandbox::Simplified::Exhausted => Ok(Simplified::Exhausted),
    }
}
