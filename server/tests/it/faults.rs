//! What strangers do to a server, by chance or on purpose: it goes on answering others, and what it
//! took for them it gives back.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::command_line::Server;
use crate::site::{PATIENCE, TestSite, eventually};

/// A connection that sends what a browser would not.
struct Wire(BufReader<TcpStream>);

impl Wire {
    fn to(site: &TestSite) -> Self {
        let stream = TcpStream::connect(site.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self(BufReader::new(stream))
    }

    fn send(&mut self, text: &str) {
        self.0.get_mut().write_all(text.as_bytes()).unwrap();
    }

    /// Reads one answer; its first line.
    fn answer(&mut self) -> String {
        let head = self.answer_head();
        head.lines().next().unwrap_or_default().to_owned()
    }

    /// Reads one answer; its first line, and its headers in lower case.
    fn answer_head(&mut self) -> String {
        let mut head = String::new();
        self.0.read_line(&mut head).unwrap();
        let mut length = 0;
        let mut chunked = false;
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).unwrap();
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(bytes) = line.strip_prefix("content-length: ") {
                length = bytes.parse().unwrap();
            }
            chunked |= line == "transfer-encoding: chunked";
            if line.is_empty() {
                break;
            }
            head.push_str(&line);
            head.push('\n');
        }
        if chunked {
            loop {
                let mut size = String::new();
                self.0.read_line(&mut size).unwrap();
                let bytes = usize::from_str_radix(size.trim_end(), 16).unwrap();
                self.0.read_exact(&mut vec![0; bytes + 2]).unwrap();
                if bytes == 0 {
                    break;
                }
            }
        } else {
            self.0.read_exact(&mut vec![0; length]).unwrap();
        }
        head.replace("\r\n", "\n")
    }
}

#[cfg(target_os = "linux")]
#[test]
fn signing_in_leaves_no_memory_behind() {
    const PEOPLE: usize = 25;
    const EACH: usize = 8;
    const LEFT_BEHIND: u64 = 150 << 20;

    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let server = Server::start(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--no-rate-limits",
        "--data",
        data,
    ]);
    let before = server.memory();
    thread::scope(|scope| {
        for _ in 0..PEOPLE {
            scope.spawn(|| {
                let stranger = server.person();
                for _ in 0..EACH {
                    stranger
                        .sign_in("nobody", "correct horse battery")
                        .expect(422);
                }
            });
        }
    });
    let left = server.memory().saturating_sub(before);
    assert!(left < LEFT_BEHIND, "{} MiB", left >> 20);
}

#[cfg(target_os = "linux")]
#[test]
fn readers_who_take_nothing_hold_little() {
    const READERS: usize = 100;
    // The file that each asks for has almost four million bytes.
    const HELD: u64 = 60 << 20;

    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let server = Server::start(&["serve", "--listen", "127.0.0.1:0", "--data", data]);
    let before = server.memory();
    let readers: Vec<TcpStream> = (0..READERS)
        .map(|_| {
            let mut reader = TcpStream::connect(server.base.replace("http://", "")).unwrap();
            reader.set_read_timeout(Some(PATIENCE)).unwrap();
            let ask =
                "GET /assets/python.wasm HTTP/1.1\r\nHost: dojo\r\nAccept-Encoding: zstd\r\n\r\n";
            reader.write_all(ask.as_bytes()).unwrap();
            reader.read_exact(&mut [0; 9]).unwrap();
            reader
        })
        .collect();
    let held = server.memory().saturating_sub(before);
    assert!(
        held < HELD,
        "{} MiB for {} readers",
        held >> 20,
        readers.len()
    );
}

#[test]
fn nobody_unpacks_what_strangers_pack() {
    let site = TestSite::new();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&vec![b'a'; 64 << 20]).unwrap();
    let packed = packed.finish().unwrap();
    let headers = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("content-encoding", "gzip"),
    ];
    for path in [
        "/login",
        "/register",
        "/seasons/trial/problems/squares/weigh",
    ] {
        let answer = site.visitor().post_raw(path, &headers, &packed);
        answer.expect(415).shows("without Content-Encoding");
    }
}

#[test]
fn a_form_that_never_ends_is_not_waited_for() {
    let site = TestSite::builder()
        .web(|web| web.body_timeout = Duration::from_millis(100))
        .start();
    let mut wire = Wire::to(&site);
    wire.send(
        "POST /login HTTP/1.1\r\nHost: dojo\r\nContent-Length: 100\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n\r\nname=ada",
    );
    assert_eq!(wire.answer(), "HTTP/1.1 400 Bad Request");
}

#[test]
fn a_body_that_nobody_would_take_is_refused_before_it_is_sent() {
    let site = TestSite::new();
    for path in [
        "/login",
        "/api/v1/problems/trial/squares/submissions",
        "/nowhere",
    ] {
        let mut wire = Wire::to(&site);
        wire.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: dojo\r\nContent-Length: 99999999999\r\n\r\n"
        ));
        assert_eq!(wire.answer(), "HTTP/1.1 413 Payload Too Large", "{path}");
    }
}

#[test]
fn an_address_that_holds_too_many_connections_is_told_so() {
    let site = TestSite::builder()
        .web(|web| web.connections = Some(3))
        .start();
    let mut held: Vec<Wire> = (0..3).map(|_| Wire::to(&site)).collect();
    let ask = "GET /healthz HTTP/1.1\r\nHost: dojo\r\n\r\n";
    for wire in &mut held {
        wire.send(ask);
        assert_eq!(wire.answer(), "HTTP/1.1 200 OK");
    }
    assert_eq!(Wire::to(&site).answer(), "HTTP/1.1 429 Too Many Requests");
    held.clear();
    site.visitor().get("/healthz").expect(200);
}

/// Ends what others do until then.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Two hundred connections of one address ask for more than is there to be had; another address reads on.
#[test]
fn a_crowd_of_one_address_is_refused_and_another_address_is_served() {
    let site = TestSite::builder()
        .web(|web| web.behind_proxy = true)
        .start();
    let (over, refused) = (AtomicBool::new(false), Mutex::new(None));
    let ask = |wire: &mut Wire, address: &str, path: &str| {
        wire.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: dojo\r\nAccept-Encoding: gzip\r\nX-Forwarded-For: {address}\r\n\r\n"
        ));
        wire.answer_head()
    };
    let (refusal, reader) = thread::scope(|scope| {
        let _over = Over(&over);
        for n in 0..200 {
            let (site, over, refused) = (&site, &over, &refused);
            scope.spawn(move || {
                let mut wire = Wire::to(site);
                while !over.load(Ordering::Relaxed) {
                    let head = ask(&mut wire, "192.0.2.1", &format!("/problems?q={n}"));
                    let costs = head.contains("\nx-request-id: ");
                    if !head.starts_with("HTTP/1.1 200") && !costs {
                        *refused.lock().unwrap() = Some(head);
                    }
                }
            });
        }
        let refusal = eventually("a refusal for which nothing was done", || {
            refused.lock().unwrap().clone()
        });
        let mut wire = Wire::to(&site);
        let reader: Vec<String> = (0..20)
            .map(|n| ask(&mut wire, "192.0.2.2", &format!("/problems?q=0,{n}")))
            .collect();
        (refusal, reader)
    });
    for head in reader {
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    }
    assert!(refusal.starts_with("HTTP/1.1 503"), "{refusal}");
    assert!(refusal.contains("\nretry-after: "), "{refusal}");
    assert!(refusal.contains("\ncontent-security-policy: "), "{refusal}");
    assert!(!refusal.contains("\ncontent-encoding: "), "{refusal}");
}

/// A compressed answer is two writes. Without `TCP_NODELAY` the second waits until the client's
/// system acknowledges the first, which is 40 ms later.
#[test]
fn a_compressed_page_does_not_wait_for_the_wire() {
    const DELAYED_ACKNOWLEDGEMENT: Duration = Duration::from_millis(40);

    let site = TestSite::new();
    let mut wire = Wire::to(&site);
    let mut ask = || {
        let begin = Instant::now();
        wire.send("GET /login HTTP/1.1\r\nHost: dojo\r\nAccept-Encoding: gzip\r\n\r\n");
        assert_eq!(wire.answer(), "HTTP/1.1 200 OK");
        begin.elapsed()
    };
    let fastest = (0..50).map(|_| ask()).skip(20).min().unwrap();
    assert!(fastest < DELAYED_ACKNOWLEDGEMENT, "{fastest:?}");
}
