//! The first start of a server, which compiles the sandbox.
#![cfg(target_os = "linux")]

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixDatagram;
use std::process::Stdio;

use crate::command_line::{dojo, text};
use crate::site::{PATIENCE, eventually};

/// The status and the body of an answer, once somebody answers.
fn answer_at(address: &str, path: &str) -> Option<(String, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.to_owned(), body.to_owned()))
}

#[test]
fn a_first_start_answers_while_the_sandbox_is_compiled() {
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let manager = UnixDatagram::bind(folder.path().join("manager")).unwrap();
    manager.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut command = dojo(&["serve", "--listen", &address, "--data", text(folder.path())]);
    command
        .env("DOJO_CACHE_DIR", folder.path())
        .env("NOTIFY_SOCKET", folder.path().join("manager"))
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    let (status, _) = eventually("an answer", || answer_at(&address, "/healthz"));
    assert_eq!(status, "200");
    let (status, body) = eventually("an answer", || answer_at(&address, "/readyz"));
    assert_eq!(status, "503");
    assert!(body.starts_with("preparing"), "{body}");

    let mut told = [0; 64];
    let length = manager.recv(&mut told).unwrap();
    assert_eq!(&told[..length], b"READY=1");
    let (status, _) = eventually("an answer", || answer_at(&address, "/readyz"));
    assert_eq!(status, "200");
    child.kill().unwrap();
    child.wait().unwrap();
}
