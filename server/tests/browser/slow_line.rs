//! A slow line between a browser and a site. What developer tools throttle does not reach workers.

use std::io::{Read, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A line on an address of its own, which carries so many bits a second to the browser.
pub(crate) struct SlowLine {
    /// As in `127.0.0.1:43121`.
    pub(crate) address: String,
    down: Arc<Down>,
}

/// What all connections carry together.
struct Down {
    bytes_a_second: u32,
    free_at: Mutex<Instant>,
    carried: AtomicU64,
}

impl Down {
    /// Waits until there is room for so many bytes.
    fn carry(&self, bytes: u32) {
        let took = Duration::from_secs(1) * bytes / self.bytes_a_second;
        let mut free_at = self.free_at.lock().unwrap_or_else(PoisonError::into_inner);
        *free_at = (*free_at).max(Instant::now()) + took;
        let wait = free_at.saturating_duration_since(Instant::now());
        drop(free_at);
        thread::sleep(wait);
        self.carried.fetch_add(bytes.into(), Ordering::Relaxed);
    }
}

impl SlowLine {
    /// A line to a site; it ends with the test program.
    pub(crate) fn to(authority: &str, bits_a_second: u32) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let down = Arc::new(Down {
            bytes_a_second: bits_a_second / 8,
            free_at: Mutex::new(Instant::now()),
            carried: AtomicU64::new(0),
        });
        let (site, shared) = (authority.to_owned(), Arc::clone(&down));
        thread::spawn(move || {
            for browser in listener.incoming().map_while(Result::ok) {
                let Ok(server) = TcpStream::connect(&site) else {
                    continue;
                };
                let (up, upper) = (browser.try_clone().unwrap(), server.try_clone().unwrap());
                thread::spawn(move || relay(up, upper, |_| {}));
                let down = Arc::clone(&shared);
                thread::spawn(move || relay(server, browser, |bytes| down.carry(bytes)));
            }
        });
        Self { address, down }
    }

    /// What the browser was sent.
    pub(crate) fn bytes(&self) -> u64 {
        self.down.carried.load(Ordering::Relaxed)
    }
}

fn relay(mut from: TcpStream, mut to: TcpStream, carry: impl Fn(u32)) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        carry(u32::try_from(read).unwrap());
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    // The other side may have left already.
    let _ = to.shutdown(Shutdown::Both);
}
