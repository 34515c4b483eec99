// Runs a Python program in the visitor's own browser, as the judge runs it (sandbox/src/world.rs,
// sandbox/src/terms.rs): the same guest, the same closed world with its clock and entropy, the same
// grammar of terms and the same limits. Fuel is not counted here; the page stops this worker instead.
//
// In, to load: { guest: address, size, limits: { memory } }, or { guest: WebAssembly.Module }; to run:
// { source, limits: { terms, digits, output, memory }, omitted: words after the number of bytes of standard error left out }.
// Out: { loaded, of } in bytes of the line, then { module }; { began }, { terms: [...] } as they come, and at last
// { end, message?, index?, ms, stderr, output }.
"use strict";

const PAGE_BYTES = 65536;
const CLOCK_NS = 1735689600n * 1000000000n;
const ERRNO = { success: 0, badf: 8, notsup: 58, spipe: 70 };
const STDERR_BYTES = 16384;
/** Bytes of what was printed that are shown as they were written. */
const OUTPUT_BYTES = 8192;
/** Stack that a function of the guest may use without moving the stack pointer. */
const LEAF_STACK_BYTES = 128;

// ---- The guest ------------------------------------------------------------------------------

function leb(bytes, at) {
  let value = 0;
  let length = 0;
  for (;;) {
    const byte = bytes[at + length];
    value += (byte & 0x7f) * 2 ** (7 * length);
    length += 1;
    if (byte < 0x80) return { value, length };
  }
}

function toLeb(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80);
  return [...bytes, value];
}

/** The module with its memory bounded by `limit` bytes, so that it refuses to grow where the judge's
    does. The bound stands in the memory section: one memory, its flags, its minimum, its maximum. */
function limitMemory(bytes, limit) {
  const MEMORY_SECTION = 5;
  for (let at = 8; at < bytes.length;) {
    const size = leb(bytes, at + 1);
    const body = at + 1 + size.length;
    const end = body + size.value;
    if (bytes[at] === MEMORY_SECTION) {
      const flags = body + 1;
      const minimum = bytes.subarray(flags + 1, flags + 1 + leb(bytes, flags + 1).length);
      const section = [1, bytes[flags] | 1, ...minimum, ...toLeb(Math.floor(limit / PAGE_BYTES))];
      return new Blob([
        bytes.subarray(0, at),
        Uint8Array.of(MEMORY_SECTION, ...toLeb(section.length), ...section),
        bytes.subarray(end),
      ]).arrayBuffer();
    }
    at = end;
  }
  throw new Error("MEMORY_SECTION");
}

class Unloaded extends Error {}

/** The module, which has `size` bytes. A browser tells what came only after it unpacked it, so how much is still to
    come is a share of what the line carries. */
async function load(address, size, limit) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Unloaded(answer.status);
  const of = Number(answer.headers.get("Content-Length")) || size;
  const reader = answer.body.getReader();
  const bytes = new Uint8Array(size);
  let came = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value, came);
    came += value.length;
    postMessage({ loaded: of * came / size, of });
  }
  return WebAssembly.compile(await limitMemory(bytes, limit));
}

// ---- Terms ----------------------------------------------------------------------------------

const SHOWN_TOKEN_CHARS = 40;
const SHOWN_TOKEN_BYTES = 4 * SHOWN_TOKEN_CHARS + 1;
const isWhiteSpace = (byte) => byte === 32 || (byte >= 9 && byte <= 13);
const isDigit = (byte) => byte >= 48 && byte <= 57;

class Stopped extends Error {}

/** Reads terms, `-?(0|[1-9][0-9]*)` between white space, and stops at the first that is none. */
class TermReader {
  constructor(limits, news) {
    this.limits = limits;
    this.news = news;
    this.count = 0;
    this.token = [];
    this.left = limits.output;
    this.stop = null;
  }

  feed(bytes) {
    for (let at = 0; at < bytes.length && this.stop === null; at++) {
      if (this.left === 0) {
        this.stop = { end: "output" };
        return;
      }
      this.left -= 1;
      if (isWhiteSpace(bytes[at])) {
        this.endToken();
      } else {
        this.token.push(bytes[at]);
        this.check(bytes, at + 1);
      }
    }
  }

  finish() {
    if (this.stop === null) this.endToken();
  }

  check(bytes, following) {
    const token = this.token;
    const last = token[token.length - 1];
    const sign = token[0] === 45 ? 1 : 0;
    const digits = token.length - sign;
    let fits = isDigit(last);
    if (digits === 0) fits = true;
    else if (token[sign] === 48) fits = digits === 1 && sign === 0;
    if (!fits) {
      const badFrom = token.length - 1;
      for (let at = following; at < bytes.length && at < following + SHOWN_TOKEN_BYTES && !isWhiteSpace(bytes[at]); at++) {
        token.push(bytes[at]);
      }
      this.stopAtBadToken(badFrom);
    } else if (digits > this.limits.digits) {
      this.stop = { end: "term-size", index: this.count };
    }
  }

  endToken() {
    if (this.token.length === 0) return;
    if (this.token.length === 1 && this.token[0] === 45) {
      this.stopAtBadToken(0);
      return;
    }
    this.news(String.fromCharCode(...this.token));
    this.token = [];
    this.count += 1;
    if (this.count === this.limits.terms) this.stop = { end: "enough" };
  }

  /** The token is bad from this byte on; see `shown_token` in sandbox/src/terms.rs. */
  stopAtBadToken(badFrom) {
    const bytes = new Uint8Array(this.token);
    const good = new TextDecoder().decode(bytes.subarray(0, badFrom));
    const bad = [...(wholeCharacters(bytes.subarray(badFrom)) || new TextDecoder().decode(bytes.subarray(badFrom)))];
    const isLong = good.length >= SHOWN_TOKEN_CHARS;
    const room = isLong ? SHOWN_TOKEN_CHARS / 2 : SHOWN_TOKEN_CHARS - good.length;
    const shown = bad.slice(0, room).join("").replace(/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/gu, (c) =>
      c === " " ? c : "\\u{" + c.codePointAt(0).toString(16) + "}");
    const before = isLong ? good.slice(0, room) + "…" : good;
    this.stop = { end: "bad-token", index: this.count, message: before + shown + (bad.length > room ? "…" : "") };
  }
}

/** Text that was cut off somewhere, up to its last whole character. */
function wholeCharacters(bytes) {
  return new TextDecoder().decode(bytes, { stream: true });
}

// ---- Standard error -------------------------------------------------------------------------

/** Its beginning and its end, and the exception that the interpreter reported: sandbox/src/stderr.rs. */
class Stderr {
  /** `omitted` are the words after the number of bytes that are left out. */
  constructor(omitted) {
    this.omitted = omitted;
    this.first = new Uint8Array(0);
    this.last = new Uint8Array(0);
    this.bytes = 0;
    this.line = "";
    this.decoder = new TextDecoder();
    this.margin = null;
    this.raised = null;
    this.beginsAWrite = false;
    this.afterIgnored = false;
  }

  write(bytes) {
    const room = STDERR_BYTES - this.first.length;
    this.bytes += bytes.length;
    this.first = joined(this.first, bytes.subarray(0, room));
    this.last = joined(this.last, bytes.subarray(room)).slice(-STDERR_BYTES);
    this.beginsAWrite ||= this.line === "" && bytes.length > 0;
    const lines = this.decoder.decode(bytes, { stream: true }).split("\n");
    lines.forEach((piece, at) => {
      this.line = (this.line + piece).slice(0, 1024);
      if (at < lines.length - 1) this.endLine();
    });
  }

  endLine() {
    const { line, beginsAWrite, afterIgnored } = this;
    this.line = "";
    this.beginsAWrite = false;
    this.afterIgnored = /^Exception ignored /.test(line);
    const report = /^(  \+ Exception Group )?Traceback \(most recent call last\):$/.exec(line);
    const margin = report === null ? null : report[1] === undefined ? "" : "  | ";
    if (margin !== null && beginsAWrite && !afterIgnored) {
      this.margin = margin;
      return;
    }
    const raised = this.exception(line);
    if (raised !== null) {
      this.raised = raised;
      this.margin = null;
    }
  }

  exception(line) {
    if (this.margin === null || !line.startsWith(this.margin)) return null;
    const body = line.slice(this.margin.length);
    return body.startsWith("  ") || body.trim() === "" ? null : body.trim();
  }

  text() {
    if (this.bytes <= STDERR_BYTES) return new TextDecoder().decode(this.first);
    const half = STDERR_BYTES / 2 - 32;
    const kept = joined(this.first, this.last);
    const end = kept.subarray(kept.length - half);
    const cut = end.findIndex((byte) => (byte & 0xc0) !== 0x80);
    const notice = `\n… ${this.bytes - 2 * half} ${this.omitted} …\n`;
    return wholeCharacters(this.first.subarray(0, half)) + notice +
      new TextDecoder().decode(end.subarray(Math.max(0, cut)));
  }

  reason() {
    const lines = this.text().split("\n").filter((line) => line.trim() !== "");
    return this.exception(this.line) ?? this.raised ?? (lines.pop() ?? "").trim();
  }
}

function joined(a, b) {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

// ---- Entropy --------------------------------------------------------------------------------

/** The judge's one stream: ChaCha20 with the key that rand makes of the seed 0. */
class Entropy {
  constructor() {
    const key = [];
    let state = 0n;
    for (let i = 0; i < 8; i++) {
      state = BigInt.asUintN(64, state * 0x5851f42d4c957f2dn + 0xa17654e46fbe17f3n);
      const mixed = Number(BigInt.asUintN(32, ((state >> 18n) ^ state) >> 27n));
      const turn = Number(state >> 59n);
      key.push(((mixed >>> turn) | (mixed << (-turn & 31))) >>> 0);
    }
    this.input = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, 0, 0, 0, 0);
    this.words = [];
  }

  /** Each byte is the lowest of a word of its own, as the judge's host takes them. */
  fill(bytes) {
    for (let at = 0; at < bytes.length; at++) {
      if (this.words.length === 0) this.words = this.block();
      bytes[at] = this.words.shift();
    }
  }

  block() {
    const x = Uint32Array.from(this.input);
    const quarter = (a, b, c, d) => {
      for (const [to, by, mix, turn] of [[a, b, d, 16], [c, d, b, 12], [a, b, d, 8], [c, d, b, 7]]) {
        x[to] += x[by];
        x[mix] ^= x[to];
        x[mix] = (x[mix] << turn) | (x[mix] >>> (32 - turn));
      }
    };
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
      for (let i = 0; i < 4; i++) quarter(i, 4 + ((i + 1) & 3), 8 + ((i + 2) & 3), 12 + ((i + 3) & 3));
    }
    this.input[12] += 1;
    if (this.input[12] === 0) this.input[13] += 1;
    return [...x.map((word, i) => word + (i === 12 ? this.input[12] - 1 : this.input[i]))];
  }
}

// ---- The world ------------------------------------------------------------------------------

class Exited extends Error {}

/** WASI with everything shut, as the judge's: see `World` in sandbox/src/world.rs. */
function world(module, memory, write) {
  const entropy = new Entropy();
  const view = () => new DataView(memory().buffer);
  const bytes = (at, length) => new Uint8Array(memory().buffer, at, length);
  // Closing one changes nothing but the answers: what is written is heard all the same.
  const open = [true, true, true];
  const isOpen = (fd) => open[fd] === true;
  const calls = {
    fd_write(fd, vectors, count, written) {
      if (fd !== 1 && fd !== 2) return ERRNO.badf;
      let total = 0;
      for (let at = vectors; at < vectors + 8 * count; at += 8) {
        const length = view().getUint32(at + 4, true);
        write(fd, bytes(view().getUint32(at, true), length));
        total += length;
      }
      view().setUint32(written, total, true);
      return ERRNO.success;
    },
    fd_read(fd, vectors, count, read) {
      if (fd !== 0 || !isOpen(fd)) return ERRNO.badf;
      view().setUint32(read, 0, true);
      return ERRNO.success;
    },
    fd_close(fd) {
      if (!isOpen(fd)) return ERRNO.badf;
      open[fd] = false;
      return ERRNO.success;
    },
    fd_seek: (fd) => (isOpen(fd) ? ERRNO.spipe : ERRNO.badf),
    fd_tell: (fd) => (isOpen(fd) ? ERRNO.spipe : ERRNO.badf),
    fd_fdstat_get(fd, at) {
      if (!isOpen(fd)) return ERRNO.badf;
      bytes(at, 24).fill(0);
      const rights = fd === 0 ? 2n : 64n;
      view().setBigUint64(at + 8, rights, true);
      view().setBigUint64(at + 16, rights, true);
      return ERRNO.success;
    },
    fd_filestat_get(fd, at) {
      if (!isOpen(fd)) return ERRNO.badf;
      bytes(at, 64).fill(0);
      return ERRNO.success;
    },
    clock_time_get(clock, precision, at) {
      if (clock > 1) return ERRNO.badf;
      view().setBigUint64(at, clock === 0 ? CLOCK_NS : 0n, true);
      return ERRNO.success;
    },
    clock_res_get(clock, at) {
      if (clock > 1) return ERRNO.badf;
      view().setBigUint64(at, 1000000000n, true);
      return ERRNO.success;
    },
    random_get(at, length) {
      entropy.fill(bytes(at, length));
      return ERRNO.success;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return ERRNO.success;
    },
    environ_get: () => ERRNO.success,
    sched_yield: () => ERRNO.success,
    poll_oneoff: () => ERRNO.notsup,
    proc_exit() { throw new Exited(); },
  };
  // What the guest imports and this world does not have.
  const shut = () => ERRNO.badf;
  const names = WebAssembly.Module.imports(module).map((item) => item.name);
  return { wasi_snapshot_preview1: Object.fromEntries(names.map((name) => [name, calls[name] ?? shut])) };
}

/** What the guest's `run` came back with, in the judge's words. */
function ending(status, refused, stderr) {
  switch (status) {
    case 0: return { end: "finished" };
    case 2: return { end: "memory" };
    case 3: return { end: "stack" };
    case 4: return { end: "syntax", message: stderr.reason() };
    default: {
      const message = stderr.reason();
      const silent = message === "SystemError: error return without exception set";
      return refused && silent ? { end: "memory" } : { end: "exception", message };
    }
  }
}

/** A browser's own stack is smaller than the judge's 8 MiB. The guest's own lies at the bottom of its
    memory: one that ran over is out of bounds and below it. See `call_export` in
    sandbox/src/instances.rs. */
function trapped(error, refused, ranOver) {
  if (error instanceof RangeError || /call stack|recursion/i.test(error.message)) return { end: "browser-stack" };
  if (ranOver && /out of bounds/i.test(error.message)) return { end: "stack" };
  if (refused) return { end: "memory" };
  return { end: "exception", trap: error.message };
}

/** The guest as it wakes up, made before it is needed: that takes longer than most programs. */
class Guest {
  constructor(module) {
    this.write = () => {};
    this.instance = new WebAssembly.Instance(module, world(module, () => this.memory, (fd, bytes) => this.write(fd, bytes)));
    this.memory = this.instance.exports.memory;
  }
}

let spare = null;

function prepare(module) {
  try {
    spare ??= new Guest(module);
  } catch {
    // Whoever runs the next program is told why.
  }
}

function run(module, source, limits, omitted) {
  const began = performance.now();
  const stderr = new Stderr(omitted);
  let output = new Uint8Array(0);
  let fresh = [];
  // At once: a program may never write again.
  const tell = () => {
    if (fresh.length > 0) postMessage({ terms: fresh });
    fresh = [];
  };
  const reader = new TermReader(limits, (term) => fresh.push(term));
  const guest = spare ?? new Guest(module);
  spare = null;
  const { instance, memory } = guest;
  guest.write = (fd, bytes) => {
    if (fd === 2) {
      stderr.write(bytes);
      return;
    }
    if (output.length < OUTPUT_BYTES) output = joined(output, bytes.subarray(0, OUTPUT_BYTES - output.length));
    reader.feed(bytes);
    tell();
    if (reader.stop !== null) throw new Stopped();
  };
  const text = new TextEncoder().encode(source);
  const address = instance.exports.buf(text.length);
  new Uint8Array(memory.buffer, address, text.length).set(text);
  const stackPointer = () => instance.exports.__stack_pointer.value >>> 0;
  const stackTop = stackPointer();
  let outcome;
  try {
    const status = instance.exports.run(text.length);
    outcome = () => ending(status, full(), stderr);
    reader.finish();
  } catch (error) {
    if (error instanceof Exited) {
      reader.finish();
      outcome = () => ({ end: "finished" });
    } else {
      const pointer = stackPointer();
      outcome = () => trapped(error, full(), pointer < LEAF_STACK_BYTES || pointer > stackTop);
    }
  }
  function full() {
    return memory.buffer.byteLength + 1024 * PAGE_BYTES > limits.memory;
  }
  const end = reader.stop ?? outcome();
  tell();
  return { ...end, ms: performance.now() - began, stderr: stderr.text(), output: wholeCharacters(output) };
}

let loading = null;

onmessage = async ({ data }) => {
  try {
    if (typeof data.guest === "string") {
      loading = load(data.guest, data.size, data.limits.memory);
      postMessage({ module: await loading });
    } else if (data.guest !== undefined) {
      loading = Promise.resolve(data.guest);
    }
    const module = await loading;
    if (data.source !== undefined) {
      postMessage({ began: true });
      postMessage(run(module, data.source, data.limits, data.omitted));
    }
    prepare(module);
  } catch (error) {
    postMessage({ end: error instanceof Unloaded ? "unloaded" : "fault", message: error.message });
  }
};
