//! The `dojo` program: reads the command line and calls [`dojo_server::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    dojo_server::cli::main()
}
