//! The `dojo` program: reads the command line and hands over to [`dojo_server::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    dojo_server::cli::main()
}
