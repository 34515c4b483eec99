//! What to try next with a program that printed something else than integers, or raised an exception.

use crate::words::say;

/// What helps with some exceptions: programs raise the stack through a thread or a limit of the process, which are not
/// there and not needed.
pub(super) fn of_exception(message: &str) -> Option<&'static str> {
    let (kind, what) = message.split_once(": ").unwrap_or((message, ""));
    let asks_for_stack = match kind {
        "RuntimeError" => what.ends_with("thread"),
        "ModuleNotFoundError" => what.contains("resource"),
        _ => false,
    };
    asks_for_stack.then(|| say!("explain-one-thread"))
}

/// What usually is behind a token of that look.
pub(super) fn of_token(token: &str) -> &'static str {
    if token.contains([',', '[', ']', '(', ')']) {
        say!("explain-token-commas")
    } else if token.contains('.')
        || token.contains('e') && token.starts_with(|c: char| c.is_ascii_digit())
    {
        say!("explain-token-fraction")
    } else if matches!(token, "True" | "False") {
        say!("explain-token-truth")
    } else if matches!(token, "None") {
        say!("explain-token-none")
    } else {
        say!("explain-token-other")
    }
}
