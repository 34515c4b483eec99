//! Runs guests in separate processes that are locked down by [`wall_off`].
//!
//! Such a process answers one question after another: it reads the question and the source from standard input and
//! writes the result to standard output. It is started when it is needed, with an empty environment, and ends when
//! its input ends. If one breaks, that is the host's fault, and the question is sent to another after a pause.

use std::ffi::OsString;
use std::io::{self, BufReader, Read, Write};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cache::Progress;
use crate::call::{Finished, Guests, Question};
use crate::digest::RuntimeDigest;
use crate::error::{OpenError, SandboxError};
use crate::guest::{self, Guest};
use crate::instances::{Instances, PAUSES, useful_slots};
use crate::wall::wall_off;

/// The most bytes of a message. Answers are far smaller; a process that sends more is broken.
const MAX_MESSAGE_BYTES: u32 = 1 << 28;

/// The first message of such a process, and then its answer to each question.
type Ready = Result<(), String>;
type Answer = Result<Finished, SandboxError>;

/// Opens the guest called `guest`, locks the process down and answers questions from standard input until it ends.
///
/// # Errors
///
/// When the pipes fail. Other errors are sent to the other side.
pub fn answer_behind_the_wall(cache_folder: &Path, guest: &str) -> io::Result<()> {
    match answer_all(cache_folder, guest) {
        // The other side has gone, which is a normal end like the end of the input.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

fn answer_all(cache_folder: &Path, guest: &str) -> io::Result<()> {
    let (mut input, mut output) = (BufReader::new(io::stdin().lock()), io::stdout().lock());
    let opened = open_behind_the_wall(cache_folder, guest);
    let (instances, ready): (_, Ready) = match opened {
        Ok(instances) => (Some(instances), Ok(())),
        Err(why) => (None, Err(why)),
    };
    send(&mut output, &ready, &[])?;
    let Some(instances) = instances else {
        return Ok(());
    };
    while let Some((question, source)) = receive::<Question>(&mut input)? {
        let answer: Answer = instances.call(question, &source);
        send(&mut output, &answer, &[])?;
    }
    Ok(())
}

fn open_behind_the_wall(cache_folder: &Path, guest: &str) -> Result<Instances, String> {
    let guest = [&guest::PYTHON, &guest::SYMPY]
        .into_iter()
        .find(|known| known.name == guest)
        .ok_or_else(|| format!("there is no guest {guest}"))?;
    let opened = Instances::open(guest, 1, cache_folder, &mut |_| {});
    let instances = opened.map_err(|error| error.to_string())?;
    wall_off().map_err(|error| error.to_string())?;
    Ok(instances)
}

/// Opens a guest in this process or, with a `program`, in separate processes: see [`Apart::open`].
pub(crate) fn open_guests(
    guest: &'static Guest,
    cache_folder: &Path,
    program: Option<&[&str]>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Arc<dyn Guests>, OpenError> {
    Ok(match program {
        None => Arc::new(Instances::open(
            guest,
            useful_slots(),
            cache_folder,
            progress,
        )?),
        Some(program) => Arc::new(Apart::open(guest, cache_folder, program, progress)?),
    })
}

/// A message is a value and additional bytes, preceded by the lengths of both.
fn send(pipe: &mut impl Write, value: &impl Serialize, beside: &[u8]) -> io::Result<()> {
    let value = postcard::to_allocvec(value).map_err(io::Error::other)?;
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).map_err(io::Error::other);
    let mut message = Vec::with_capacity(8 + value.len() + beside.len());
    message.extend_from_slice(&length(&value)?.to_le_bytes());
    message.extend_from_slice(&length(beside)?.to_le_bytes());
    message.extend_from_slice(&value);
    message.extend_from_slice(beside);
    pipe.write_all(&message)?;
    pipe.flush()
}

/// The next message, or `None` at the end of the pipe.
fn receive<T: DeserializeOwned>(pipe: &mut impl Read) -> io::Result<Option<(T, Vec<u8>)>> {
    let mut lengths = [[0; 4]; 2];
    match pipe.read_exact(lengths.as_flattened_mut()) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let mut part = |length| {
        let length = u32::from_le_bytes(length);
        if length > MAX_MESSAGE_BYTES {
            return Err(io::Error::other("a message that is too long"));
        }
        let mut bytes = vec![0; length as usize];
        pipe.read_exact(&mut bytes)?;
        Ok(bytes)
    };
    let [value, beside] = lengths;
    let (value, beside) = (part(value)?, part(beside)?);
    let value = postcard::from_bytes(&value).map_err(io::Error::other)?;
    Ok(Some((value, beside)))
}

/// The processes of one guest, started when they are needed.
pub(crate) struct Apart {
    program: Vec<OsString>,
    digest: RuntimeDigest,
    crew: Mutex<Crew>,
    one_is_free: Condvar,
}

struct Crew {
    idle: Vec<Process>,
    /// How many processes may still be taken, running or not.
    free: u32,
}

impl Apart {
    /// `program`, with two more arguments, must call [`answer_behind_the_wall`] with them.
    pub(crate) fn open(
        guest: &Guest,
        cache_folder: &Path,
        program: &[&str],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, OpenError> {
        // The compiled code made here is what the processes map.
        let digest = *Instances::open(guest, 1, cache_folder, progress)?.digest();
        let mut program: Vec<_> = program.iter().map(OsString::from).collect();
        program.extend([cache_folder.into(), guest.name.into()]);
        keep_descriptors_here();
        // Starting one now shows whether this system can lock processes down, before the first question needs it.
        let first = Process::start(&program).map_err(OpenError::Process)?;
        Ok(Self {
            program,
            digest,
            crew: Mutex::new(Crew {
                idle: vec![first],
                free: useful_slots(),
            }),
            one_is_free: Condvar::new(),
        })
    }

    fn attempt(&self, question: Question, source: &[u8]) -> io::Result<Answer> {
        let crew = self.crew.lock().expect("no panic while locked");
        let mut crew = self
            .one_is_free
            .wait_while(crew, |crew| crew.free == 0)
            .expect("no panic while locked");
        crew.free -= 1;
        let idle = crew.idle.pop();
        drop(crew);
        let process = idle.map_or_else(|| Process::start(&self.program), Ok);
        let answered = process.and_then(|mut process| {
            let answer = process.ask(question, source)?;
            Ok((process, answer))
        });
        let mut crew = self.crew.lock().expect("no panic while locked");
        crew.free += 1;
        self.one_is_free.notify_one();
        match answered {
            Ok((process, answer)) => {
                crew.idle.push(process);
                Ok(answer)
            }
            Err(error) => {
                // Whatever ended one has most likely ended them all.
                crew.idle.clear();
                Err(error)
            }
        }
    }
}

impl Guests for Apart {
    fn digest(&self) -> &RuntimeDigest {
        &self.digest
    }

    fn call(&self, question: Question, source: &[u8]) -> Result<Finished, SandboxError> {
        let mut pauses = PAUSES.iter();
        loop {
            match (self.attempt(question, source), pauses.next()) {
                (Ok(answer), _) => return answer,
                (Err(_), Some(pause)) => thread::sleep(*pause),
                (Err(error), None) => return Err(SandboxError::Process(error.to_string())),
            }
        }
    }
}

/// Marks all descriptors except the standard ones as close-on-exec. Those opened here already are; this covers
/// descriptors that this process inherited.
#[allow(unsafe_code, reason = "a call of the C library; see SAFETY")]
fn keep_descriptors_here() {
    let mark = libc::CLOSE_RANGE_CLOEXEC.cast_signed();
    // SAFETY: nothing is closed, and no memory is read or written. A kernel before 5.11 refuses, and nothing changes.
    unsafe { libc::close_range(3, libc::c_uint::MAX, mark) };
}

/// A process that answers questions.
struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn start(program: &[OsString]) -> io::Result<Self> {
        let (program, arguments) = program.split_first().expect("a program was given");
        let mut child = Command::new(program)
            .args(arguments)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Signals typed at the server's terminal must not reach it.
            .process_group(0)
            .spawn()?;
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut process = Self {
            child,
            input,
            output,
        };
        process.hear::<Ready>()?.map_err(io::Error::other)?;
        Ok(process)
    }

    fn ask(&mut self, question: Question, source: &[u8]) -> io::Result<Answer> {
        send(&mut self.input, &question, source)?;
        self.hear()
    }

    fn hear<T: DeserializeOwned>(&mut self) -> io::Result<T> {
        let heard = receive(&mut self.output)?;
        let (value, _) = heard.ok_or_else(|| io::Error::other("it ended"))?;
        Ok(value)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already; either way it must be gone.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
