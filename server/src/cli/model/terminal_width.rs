//! How wide the terminal is.

use std::io::stdout;

/// Columns where the output is no terminal.
const USUAL_WIDTH: usize = 100;

/// The columns of the terminal.
pub(super) fn width() -> usize {
    let terminal = rustix::termios::tcgetwinsize(stdout()).ok();
    let columns = terminal.map(|size| usize::from(size.ws_col));
    columns
        .filter(|columns| *columns > 0)
        .unwrap_or(USUAL_WIDTH)
}
