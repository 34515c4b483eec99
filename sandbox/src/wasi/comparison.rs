//! The fifteen functions of this world beside those of `wasmtime-wasi`, call by call.
//!
//! What the guest's C library asks in the usual way, both answer alike. What it can be made to ask besides, an ordinary
//! program reaches as well (`tests/it/host_calls.rs`), and there they differ: mostly this world answers with an error
//! that the program can catch, where `wasmtime-wasi` ends the run with one that is no trap of the guest.
//!
//! Prices are not compared: `wasmtime-wasi` has none.

use std::collections::BTreeSet;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;
use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    MemorySection, MemoryType, TypeSection, ValType,
};
use wasmtime::{Config, Engine, Linker, Memory, Module, Store, Val};
use wasmtime_wasi::p1::{self, WasiP1Ctx};
use wasmtime_wasi::{HostMonotonicClock, HostWallClock, WasiCtxBuilder};

use super::{ENTROPY_SEED, FROZEN_TIME_SECONDS, NANOSECONDS, WASI, World};
use crate::call::{Export, Question, Reading, Start, Surroundings};
use crate::limits::Limits;

/// The size of the guest's memory.
const MEMORY_BYTES: i64 = 65_536;
/// What it is full of before a call.
const FILL: u8 = 0xa5;
/// Where there is room for any answer.
const ROOM: i64 = 1024;
/// Where buffers are listed: one of no bytes, one of a hundred, one that ends outside of the memory.
const BUFFERS: i64 = 512;
const FUEL: u64 = 10_000_000;

/// A function, the arguments that it is tried with, and where the two worlds differ.
struct Compared {
    name: &'static str,
    arguments: &'static [Argument],
    /// Bytes between the fields of a record. This world clears them, `wasmtime-wasi` leaves them alone.
    padding: usize,
    /// Where the worlds differ though each argument is usual.
    usual: &'static [Difference],
    /// Where they differ otherwise.
    unusual: &'static [Difference],
}

/// Values that are tried for an argument.
struct Argument {
    kind: ValType,
    usual: &'static [i64],
    unusual: &'static [i64],
}

/// What this world answers, and what `wasmtime-wasi` does.
type Difference = (Answer, Answer);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    Returns(i32),
    EndsTheRun,
}

use Answer::{EndsTheRun as Ends, Returns};

const fn argument(usual: &'static [i64], unusual: &'static [i64]) -> Argument {
    let kind = ValType::I32;
    Argument {
        kind,
        usual,
        unusual,
    }
}

const fn long_argument(usual: &'static [i64]) -> Argument {
    let (kind, unusual) = (ValType::I64, &[]);
    Argument {
        kind,
        usual,
        unusual,
    }
}

const FILE: Argument = argument(&[0, 1, 2, 3, 77, -1], &[]);
const PLACE: Argument = argument(&[ROOM], &[ROOM + 1, MEMORY_BYTES - 4, MEMORY_BYTES, -1]);
const CLOCK: Argument = argument(&[0, 1, 2, 3], &[4, 77, -1]);
const BUFFER_LIST: Argument = argument(&[BUFFERS], &[BUFFERS + 1, MEMORY_BYTES]);
const BUFFER_COUNT: Argument = argument(&[1, 2], &[0, 3, -1]);

const COMPARED: [Compared; 15] = [
    Compared {
        name: "environ_sizes_get",
        arguments: &[PLACE, PLACE],
        padding: 0,
        usual: &[],
        unusual: &[(Returns(0), Ends), (Returns(21), Ends)],
    },
    Compared {
        name: "environ_get",
        arguments: &[PLACE, PLACE],
        padding: 0,
        usual: &[],
        unusual: &[],
    },
    Compared {
        name: "clock_res_get",
        arguments: &[CLOCK, PLACE],
        padding: 0,
        usual: &[],
        unusual: &[(Returns(0), Ends), (Returns(8), Ends), (Returns(21), Ends)],
    },
    Compared {
        name: "clock_time_get",
        arguments: &[CLOCK, long_argument(&[0, -1]), PLACE],
        padding: 0,
        usual: &[],
        unusual: &[(Returns(0), Ends), (Returns(8), Ends), (Returns(21), Ends)],
    },
    Compared {
        name: "random_get",
        arguments: &[PLACE, argument(&[0, 1, 256, 60_000], &[70_000])],
        padding: 0,
        usual: &[],
        unusual: &[(Returns(21), Returns(0)), (Returns(21), Ends)],
    },
    Compared {
        name: "fd_write",
        arguments: &[FILE, BUFFER_LIST, BUFFER_COUNT, PLACE],
        padding: 0,
        usual: &[(Returns(0), Returns(8))],
        unusual: &[
            (Returns(0), Returns(8)),
            (Returns(0), Ends),
            (Returns(8), Ends),
            (Returns(21), Returns(0)),
            (Returns(21), Returns(8)),
            (Returns(21), Ends),
            (Ends, Returns(48)),
        ],
    },
    Compared {
        name: "fd_read",
        arguments: &[FILE, BUFFER_LIST, BUFFER_COUNT, PLACE],
        padding: 0,
        usual: &[],
        unusual: &[
            (Returns(0), Returns(48)),
            (Returns(0), Ends),
            (Returns(8), Returns(48)),
            (Returns(8), Ends),
            (Returns(21), Returns(48)),
            (Returns(21), Ends),
        ],
    },
    Compared {
        name: "fd_close",
        arguments: &[FILE],
        padding: 0,
        usual: &[],
        unusual: &[],
    },
    Compared {
        name: "fd_fdstat_get",
        arguments: &[FILE, PLACE],
        padding: 5,
        usual: &[],
        unusual: &[(Returns(0), Ends), (Returns(21), Ends)],
    },
    Compared {
        name: "fd_filestat_get",
        arguments: &[FILE, PLACE],
        padding: 7,
        usual: &[],
        unusual: &[(Returns(0), Ends), (Returns(21), Ends)],
    },
    Compared {
        name: "fd_seek",
        arguments: &[
            FILE,
            long_argument(&[0, -1]),
            argument(&[0, 1, 2], &[3, 77]),
            PLACE,
        ],
        padding: 0,
        usual: &[],
        unusual: &[(Returns(8), Ends), (Returns(70), Ends)],
    },
    Compared {
        name: "fd_tell",
        arguments: &[FILE, PLACE],
        padding: 0,
        usual: &[],
        unusual: &[],
    },
    // Of a subscription that it knows `wasmtime-wasi` waits for the event, on a runtime that is not here.
    Compared {
        name: "poll_oneoff",
        arguments: &[PLACE, PLACE, argument(&[0], &[]), PLACE],
        padding: 0,
        usual: &[(Returns(58), Returns(28))],
        unusual: &[(Returns(58), Returns(28))],
    },
    Compared {
        name: "sched_yield",
        arguments: &[],
        padding: 0,
        usual: &[],
        unusual: &[],
    },
    Compared {
        name: "proc_exit",
        arguments: &[argument(&[0, 1, 125, 126, -1], &[])],
        padding: 0,
        usual: &[],
        unusual: &[],
    },
];

/// What ends the run instead of returning.
const RETURNS_NOTHING: &str = "proc_exit";

/// A clock that shows so many seconds.
struct StandingClock(u64);

impl HostWallClock for StandingClock {
    fn resolution(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn now(&self) -> Duration {
        Duration::from_secs(self.0)
    }
}

impl HostMonotonicClock for StandingClock {
    fn resolution(&self) -> u64 {
        NANOSECONDS
    }

    fn now(&self) -> u64 {
        self.0 * NANOSECONDS
    }
}

/// `wasmtime-wasi` with the same clocks and entropy, and nothing else.
fn library_world() -> WasiP1Ctx {
    WasiCtxBuilder::new()
        .wall_clock(StandingClock(FROZEN_TIME_SECONDS))
        .monotonic_clock(StandingClock(0))
        .secure_random(ChaCha20Rng::seed_from_u64(ENTROPY_SEED))
        .allow_tcp(false)
        .allow_udp(false)
        .build_p1()
}

fn own_world() -> World {
    World::new(&Question {
        export: Export::Run,
        reading: Reading::Whole,
        limits: Limits::default(),
        start: Start::Fresh,
        surroundings: Surroundings::Usual,
    })
}

/// A guest that imports each function and exports a call of it.
fn guest() -> Vec<u8> {
    let mut types = TypeSection::new();
    let mut imports = ImportSection::new();
    let mut functions = FunctionSection::new();
    let mut exports = ExportSection::new();
    let mut code = CodeSection::new();
    for (index, compared) in (0..).zip(&COMPARED) {
        let results = (compared.name != RETURNS_NOTHING).then_some(ValType::I32);
        let kinds = compared.arguments.iter().map(|argument| argument.kind);
        types.ty().function(kinds, results);
        imports.import(WASI, compared.name, EntityType::Function(index));
        functions.function(index);
        let mut body = Function::new([]);
        for (place, _) in (0..).zip(compared.arguments) {
            body.instructions().local_get(place);
        }
        body.instructions().call(index).end();
        code.function(&body);
    }
    for (index, compared) in (imports.len()..).zip(&COMPARED) {
        exports.export(compared.name, ExportKind::Func, index);
    }
    exports.export("memory", ExportKind::Memory, 0);
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: Some(1),
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut module = wasm_encoder::Module::new();
    module.section(&types).section(&imports).section(&functions);
    module.section(&memories).section(&exports).section(&code);
    module.finish()
}

/// A call of a function, and the standard descriptor that is closed before.
struct Call<'a> {
    closed: Option<i32>,
    name: &'a str,
    arguments: Vec<Val>,
}

impl Call<'_> {
    /// What the world of the store answers, and the memory of its guest after that.
    fn answer<T: Send + 'static>(
        &self,
        mut store: Store<T>,
        linker: &Linker<T>,
        module: &Module,
        started: impl Fn(&mut T, Memory),
    ) -> (Answer, Vec<u8>) {
        store.set_fuel(FUEL).unwrap();
        let instance = at_once(linker.instantiate_async(&mut store, module)).unwrap();
        let memory = instance.get_memory(&mut store, "memory").unwrap();
        started(store.data_mut(), memory);
        memory.data_mut(&mut store).fill(FILL);
        let end = u32::try_from(MEMORY_BYTES).unwrap();
        let list = [2048, 0, 4096, 100, end - 10, 100].map(u32::to_le_bytes);
        let place = usize::try_from(BUFFERS).unwrap();
        memory
            .write(&mut store, place, list.as_flattened())
            .unwrap();
        let mut call = |name: &str, arguments: &[Val]| {
            let function = instance.get_func(&mut store, name).unwrap();
            let mut results = vec![Val::I32(0); function.ty(&store).results().len()];
            at_once(function.call_async(&mut store, arguments, &mut results))?;
            Ok::<_, wasmtime::Error>(results.first().map_or(0, Val::unwrap_i32))
        };
        if let Some(file) = self.closed {
            assert_eq!(call("fd_close", &[Val::I32(file)]).unwrap(), 0);
        }
        let answer = call(self.name, &self.arguments).map_or(Ends, Returns);
        (answer, memory.data(&store).to_vec())
    }
}

/// Nothing here waits.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => panic!("a function waits"),
    }
}

/// Each choice of a value for each argument, and whether all of them are usual.
fn choices(arguments: &[Argument]) -> Vec<(bool, Vec<Val>)> {
    let mut choices = vec![(true, Vec::new())];
    for Argument {
        kind,
        usual,
        unusual,
    } in arguments
    {
        let values = usual.iter().map(|value| (true, value));
        let values = values.chain(unusual.iter().map(|value| (false, value)));
        let values: Vec<(bool, Val)> = values
            .map(|(usual, value)| match kind {
                ValType::I64 => (usual, Val::I64(*value)),
                _ => (usual, Val::I32(i32::try_from(*value).unwrap())),
            })
            .collect();
        let longer = |(all_usual, chosen): &(bool, Vec<Val>)| {
            let (all_usual, chosen) = (*all_usual, chosen.clone());
            let longer = values.iter().map(move |(usual, value)| {
                let chosen = chosen.iter().chain([value]).copied().collect();
                (all_usual && *usual, chosen)
            });
            longer.collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    choices
}

#[test]
fn the_worlds_differ_where_this_says_and_nowhere_else() {
    let mut config = Config::new();
    config.consume_fuel(true).concurrency_support(false);
    let engine = Engine::new(&config).unwrap();
    let module = Module::new(&engine, guest()).unwrap();
    let mut own = Linker::new(&engine);
    World::link(&mut own, &module).unwrap();
    let mut library = Linker::new(&engine);
    p1::add_to_linker_async(&mut library, |world: &mut WasiP1Ctx| world).unwrap();

    for compared in &COMPARED {
        let (mut usual, mut unusual) = (BTreeSet::new(), BTreeSet::new());
        for (all_usual, arguments) in choices(compared.arguments) {
            for closed in [None, Some(0), Some(1)] {
                let (name, arguments) = (compared.name, arguments.clone());
                let call = Call {
                    closed,
                    name,
                    arguments,
                };
                let store = Store::new(&engine, own_world());
                let started = |world: &mut World, memory| world.memory = Some(memory);
                let (ours, our_memory) = call.answer(store, &own, &module, started);
                let store = Store::new(&engine, library_world());
                let (theirs, their_memory) = call.answer(store, &library, &module, |_, _| ());
                if ours != theirs {
                    let differences = if all_usual { &mut usual } else { &mut unusual };
                    differences.insert((ours, theirs));
                } else if ours == Returns(0) {
                    let bytes = our_memory.iter().zip(&their_memory);
                    let differ: Vec<_> = bytes.filter(|(ours, theirs)| ours != theirs).collect();
                    let arguments = &call.arguments;
                    assert_eq!(
                        differ,
                        vec![(&0, &FILL); compared.padding],
                        "{name} {arguments:?}"
                    );
                } else {
                    assert!(our_memory == their_memory, "{name} writes though it fails");
                }
            }
        }
        let expected = |of: &[Difference]| of.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(usual, expected(compared.usual), "{}", compared.name);
        assert_eq!(unusual, expected(compared.unusual), "{}", compared.name);
    }
}
