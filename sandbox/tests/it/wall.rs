//! Behind the second wall nothing of the host can be reached, and programs run as always.

use std::env;
use std::fs::{self, File};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixDatagram;
use std::process::Command;
use std::thread;

use crate::{run, runtime};

/// The wall is for a whole process and for good, so this test runs another one in a process of its
/// own.
#[test]
fn nothing_of_the_host_is_behind_the_wall() {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "wall::behind", "--ignored", "--test-threads=1"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("1 passed"), "{told}");
}

/// Everything is tried before as well, so that what fails behind the wall fails because of it.
#[test]
#[ignore = "shuts its process off; started by the test above"]
fn behind() {
    runtime();
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let path = folder.path().join("written");
    let attempts: [(&str, &dyn Fn() -> bool); 9] = [
        ("read a file", &|| File::open("/etc/passwd").is_ok()),
        ("read its own memory", &|| {
            File::open("/proc/self/mem").is_ok()
        }),
        ("write a file", &|| fs::write(&path, "x").is_ok()),
        ("list a folder", &|| fs::read_dir("/").is_ok()),
        ("connect", &|| TcpStream::connect(address).is_ok()),
        ("listen", &|| TcpListener::bind("127.0.0.1:0").is_ok()),
        ("send", &|| UdpSocket::bind("127.0.0.1:0").is_ok()),
        ("pair sockets", &|| UnixDatagram::pair().is_ok()),
        ("start a process", &|| Command::new("true").status().is_ok()),
    ];
    for (what, attempt) in attempts {
        assert!(attempt(), "cannot {what} on this side either");
    }
    dojo_sandbox::wall_off().unwrap();
    for (what, attempt) in attempts {
        assert!(!attempt(), "can {what} behind the wall");
        assert!(thread::spawn(|| 0).join().is_ok());
    }
    let squares = "for n in range(200): print(n * n)";
    let here = run(squares);
    let there = thread::scope(|scope| scope.spawn(|| run(squares)).join().unwrap());
    assert_eq!((here.terms.len(), &here), (200, &there));
    // The folder cannot be removed from here.
    std::mem::forget(folder);
}
