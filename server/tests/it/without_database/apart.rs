//! Programs that run in processes of their own, where nothing can be reached.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use dojo_sandbox::{End, Fuel, Limits, Runtime};

use crate::command_line::run_well;
use crate::site::{cache_folder, runtime};

/// What runs programs apart, and the turn to do so: these tests look at all such processes of this one.
fn apart() -> (MutexGuard<'static, ()>, Runtime) {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let program = [env!("CARGO_BIN_EXE_dojo"), "sandbox"];
    let apart = Runtime::open_apart(&cache_folder().join("sandbox"), &program, &mut |_| {});
    (turn, apart.unwrap())
}

/// The processes that this one has started to run programs in, as folders under `/proc`.
fn processes() -> Vec<PathBuf> {
    let ours = format!("PPid:\t{}\n", std::process::id());
    let all = fs::read_dir("/proc").unwrap();
    let all = all.filter_map(|entry| Some(entry.ok()?.path()));
    let is_ours = |folder: &PathBuf| {
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
        read("status").contains(&ours) && read("cmdline").contains("\0sandbox\0")
    };
    all.filter(is_ours).collect()
}

#[test]
fn programs_run_apart_as_they_run_here() {
    let (_turn, apart) = apart();
    assert_eq!(apart.digest(), runtime().digest());
    for program in [
        "for n in range(200): print(n * n)",
        "print(1, 2.5)",
        "print('x' * 10**6)",
        "print(10**1000)",
        "1 / 0",
        "while 1: pass",
        "import sys; sys.stderr.write('\u{e9}' * 99999)",
        "def f(): f()\nf()",
        "x = [0]\nwhile 1: x += x",
        "'",
        "import os; os._exit(200)",
    ] {
        let limits = Limits {
            fuel: Fuel(100_000_000),
            ..Limits::default()
        };
        let there = apart.run(program.as_bytes(), &limits).unwrap();
        let here = runtime().run(program.as_bytes(), &limits).unwrap();
        assert_eq!(there, here, "{program}");
        let count = |runtime: &Runtime| runtime.count(program.as_bytes()).unwrap();
        assert_eq!(count(&apart), count(&runtime()), "{program}");
        let evaluate =
            |runtime: &Runtime| runtime.evaluate(b"print('x' * 99999)", &limits).unwrap();
        assert_eq!(evaluate(&apart), evaluate(&runtime()));
    }
    let little = Limits {
        memory_bytes: 1,
        ..Limits::default()
    };
    let error = apart.run(b"", &little).unwrap_err().to_string();
    assert_eq!(error, runtime().run(b"", &little).unwrap_err().to_string());
}

#[test]
fn a_process_is_behind_the_wall_and_another_takes_the_place_of_one_that_dies() {
    let (_turn, apart) = apart();
    let squares = || {
        let run = apart.run(b"for n in range(200): print(n * n)", &Limits::default());
        assert_eq!(run.unwrap().end, End::Enough);
    };
    squares();
    let first = processes();
    assert!(!first.is_empty());
    for process in &first {
        let read = |name: &str| fs::read_to_string(process.join(name)).unwrap();
        assert!(read("status").contains("Seccomp:\t2\n"));
        assert!(read("status").contains("NoNewPrivs:\t1\n"));
        assert_eq!(read("environ"), "");
        let id = process.file_name().unwrap().to_string_lossy().into_owned();
        let killed = Command::new("kill").args(["-9", &id]).status();
        assert!(killed.unwrap().success());
    }
    squares();
}

/// What a shell or a supervisor left open for the server is not open for programs.
#[test]
fn what_the_server_inherited_is_not_open_in_a_process() {
    let file = tempfile::NamedTempFile::new().unwrap();
    // Unlike what the standard library opens, this is open in programs that are started, too.
    let _inherited = rustix::io::dup(&file).unwrap();
    let (_turn, _apart) = apart();
    let processes = processes();
    assert!(!processes.is_empty());
    for process in processes {
        let open = fs::read_dir(process.join("fd")).unwrap();
        for descriptor in open.filter_map(Result::ok) {
            let target = fs::read_link(descriptor.path()).unwrap_or_default();
            assert_ne!(target, file.path());
        }
    }
}

#[test]
fn a_process_that_does_not_start_is_an_error_of_opening() {
    let folder = cache_folder().join("sandbox");
    let open = |program: &[&str]| Runtime::open_apart(&folder, program, &mut |_| {}).err();
    let error = open(&["/nowhere"]).unwrap().to_string();
    assert!(error.contains("No such file"), "{error}");
    let error = open(&["true"]).unwrap().to_string();
    assert!(error.contains("it ended"), "{error}");
    assert!(!run_well(&["serve", "--help"]).contains("dojo sandbox"));
}
