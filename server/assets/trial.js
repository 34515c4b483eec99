// Runs the program in the box here, in the reader's browser, and shows on the strip which public terms
// it prints right. Nothing is sent. The interpreter is loaded when the box is first used. A browser without
// WebAssembly asks the server to run it.
"use strict";

const TYPING_PAUSE_MS = 300;
/** What takes longer is told. */
/** Who goes on typing within this time asks no server yet: it runs few programs of one person a minute. */
const TYPED_THERE_MS = 1200;
const PATIENCE_MS = 500;
const TYPED_RUN_MS = 10000;
const ASKED_RUN_MS = 120000;
const SHOWN_DIGITS = 40;
const TIMES_AGAIN = 3;

/** The judge's interpreter: loaded once, then run in a worker, one program at a time. */
class Interpreter {
  /** `onLoaded` hears how many bytes have come, and of how many. */
  constructor(data, onLoaded) {
    this.script = data.worker;
    this.limits = {
      terms: Number(data.check),
      digits: Number(data.digits),
      output: Number(data.output),
      memory: Number(data.memory),
    };
    /** What a new worker is given to be ready. */
    this.guest = { guest: new URL(data.guest, location.href).href, size: Number(data.guestBytes), limits: this.limits };
    this.onLoaded = onLoaded;
    this.loading = null;
    this.worker = null;
    this.running = null;
  }

  /** Loads it, unless that was begun already; what fails is tried again by who asks next. */
  load() {
    this.loading ??= new Promise((resolve, reject) => {
      const worker = new Worker(this.script);
      worker.onmessage = ({ data }) => {
        if (data.loaded !== undefined) return this.onLoaded(data.loaded, data.of);
        if (data.module === undefined) return reject(data);
        this.guest = { guest: data.module };
        this.employ(worker);
        resolve();
      };
      // Firefox gives a page no module: there each worker loads its own, which the browser has kept.
      worker.onmessageerror = () => {
        this.employ(worker);
        resolve();
      };
      worker.onerror = (event) => reject({ end: "fault", message: event.message ?? "" });
      worker.postMessage(this.guest);
    });
    this.loading.catch(() => { this.loading = null; });
    return this.loading;
  }

  employ(worker) {
    this.worker = worker;
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => this.hear({ end: "fault", message: event.message ?? "" });
  }

  hear(news) {
    const run = this.running;
    if (run === null || news.loaded !== undefined) return;
    if (news.began) run.patience = setTimeout(() => this.stop({ end: "stopped", after: run.longest }), run.longest);
    else if (news.terms !== undefined) run.onTerms(news.terms);
    else {
      if (news.end === "fault") this.replace();
      this.end(news);
    }
  }

  /** Runs a program, once it is loaded, for `longest` ms from when the program begins; `onTerms` hears of terms as they come. */
  run(source, longest, onTerms) {
    return new Promise((resolve) => {
      this.running = { longest, onTerms, resolve };
      this.worker.postMessage({ source, limits: this.limits, omitted: say("trial-stderr-omitted") });
    });
  }

  /** Ends the run and its worker: a program cannot be asked to stop. */
  stop(end = { end: "stopped" }) {
    if (this.running === null) return;
    this.replace();
    this.end(end);
  }

  end(news) {
    const run = this.running;
    this.running = null;
    clearTimeout(run.patience);
    run.resolve(news);
  }

  /** Another worker, ready for the next program. */
  replace() {
    this.worker.terminate();
    this.employ(new Worker(this.script));
    this.worker.postMessage(this.guest);
  }
}

function shortTerm(term) {
  if (!/^-?\d+$/.test(term)) return term;
  const digits = term.replace("-", "").length;
  return digits <= SHOWN_DIGITS ? term : say("tried-digits", { term: term.slice(0, 12) + "…" + term.slice(-12), n: digits });
}

/** What the first public terms and those printed have to do with each other. */
class Comparison {
  constructor(origin, check, known) {
    this.origin = origin;
    this.check = check;
    this.known = known;
    this.printed = [];
    this.right = 0;
  }

  add(terms) {
    for (const term of terms) {
      this.printed.push(term);
      if (this.right === this.printed.length - 1 && term === this.known[this.right]) this.right += 1;
    }
  }

  /** The index of a term as it is written, without groups of digits. */
  number(index) {
    return String(this.origin + index);
  }

  /** It printed the right terms, and began one too early or too late; a single equal term says nothing. */
  isShifted() {
    const alike = (known, printed) => {
      const overlap = Math.min(known.length, printed.length);
      return overlap > 1 && known.slice(0, overlap).every((term, at) => term === printed[at]);
    };
    return this.right === 0 && (alike(this.known.slice(1), this.printed) || alike(this.known, this.printed.slice(1)));
  }

  /** A public term was printed wrong. */
  differs() {
    return this.right < this.printed.length && this.right < this.known.length;
  }

  /** Every public term is right. */
  complete() {
    return this.right === this.known.length;
  }

  /** Terms printed beyond the public ones, right as far as anybody can know here. */
  made() {
    return this.complete() ? this.printed.length - this.known.length : 0;
  }

  cells(broken) {
    return Array.from({ length: this.check }, (_, index) => {
      if (index < this.right) return "right";
      if (index === this.right && (this.differs() || broken) && index < this.known.length) return "wrong";
      if (this.complete() && index < this.printed.length) return "made";
      return index < this.known.length ? "open" : "locked";
    });
  }

  /** What is known of one cell, in words. */
  cell(at) {
    const index = this.number(at);
    const printed = at < this.printed.length ? shortTerm(this.printed[at]) : null;
    if (at >= this.known.length) {
      if (printed === null) return say("cell-hidden", { index });
      return this.complete() ? say("cell-made", { index, printed }) : say("cell-hidden-printed", { index, printed });
    }
    const expected = shortTerm(this.known[at]);
    if (at < this.right) return say("cell-right", { index, expected });
    if (printed === null) return say("cell-known", { index, expected });
    if (this.printed[at] === this.known[at]) return say("cell-same", { index, expected });
    return say("cell-wrong", { index, expected, printed });
  }

  /** What was printed beside what was expected, from the first difference on; `token` was printed in the place of a term. */
  rows(token) {
    const printed = token === undefined ? this.printed : [...this.printed, token];
    if (this.right === printed.length) return [];
    const end = Math.min(this.known.length, this.printed.length + 1);
    return Array.from({ length: Math.max(0, end - this.right) }, (_, offset) => {
      const at = this.right + offset;
      return { index: this.number(at), expected: this.known[at], printed: printed[at] };
    });
  }
}

/** A trial in words: what stands under the box. */
function verdictOf(comparison, end) {
  const { right, known, printed } = comparison;
  if (comparison.differs()) {
    return say("tried-differs", {
      index: comparison.number(right), expected: shortTerm(known[right]), printed: shortTerm(printed[right]),
    });
  }
  // Whether what was made beyond the public terms is right is not known here.
  const reached = printed.length;
  const index = comparison.number(reached);
  const expected = reached < known.length ? shortTerm(known[reached]) : null;
  switch (end.end) {
    case "enough":
      if (comparison.made() === 0) return say("tried-all-right", { n: known.length });
      return say("tried-made", { n: known.length, made: comparison.made() });
    case "finished": return say("tried-ended", { n: reached, all: comparison.check });
    case "bad-token":
      if (expected === null) return say("tried-bad-token", { index, token: end.message });
      return say("tried-bad-token-expected", { index, expected, token: end.message });
    case "exception":
      return say("tried-exception", { n: reached, what: end.message || (end.trap ? say("trial-trap", { why: end.trap }) : say("trial-unnamed")) });
    // What the interpreter says may end with a question.
    case "syntax": return /[.?!]$/.test(end.message) ? end.message : end.message + ".";
    case "memory": return say("tried-memory", { n: reached });
    case "browser-stack": return say("trial-stack", { n: reached });
    case "stack": return say("tried-stack", { n: reached });
    case "output": return say("tried-output", { n: reached });
    case "term-size": return say("tried-term-size", { index });
    case "stopped": {
      const stopped = say("trial-stopped", { n: reached });
      if (end.after === undefined) return stopped;
      return stopped + " " + (end.after === TYPED_RUN_MS ? say("trial-stopped-typed") : say("trial-stopped-asked"));
    }
    case "unloaded": return say("trial-fault", { why: say("trial-unloaded", { status: end.message }) });
    default: return say("trial-fault", { why: end.message });
  }
}

/** What usually is behind such an end; server/src/pages/tried.rs gives the same advice. */
function adviceOf(comparison, end) {
  if (comparison.differs()) return comparison.isShifted() ? say("explain-offset", { index: comparison.number(0) }) : "";
  switch (end.end) {
    case "finished": return say("explain-short-advice", { n: comparison.check });
    case "bad-token": return tokenAdvice(end.message);
    case "exception": return asksForStack(end.message) ? say("explain-one-thread") : "";
    case "output": return say("explain-output-advice");
    case "stack": return say("explain-stack-advice");
    default: return "";
  }
}

/** The program wants to raise its stack through a thread or a limit of the process, which are not there. */
function asksForStack(message) {
  return /^RuntimeError: .*thread$|^ModuleNotFoundError: .*resource/.test(message);
}

/** What usually is behind a token of that look. */
function tokenAdvice(token) {
  if (/[,[\]()]/.test(token)) return say("explain-token-commas");
  if (token.includes(".") || /^[0-9].*e/.test(token)) return say("explain-token-fraction");
  if (token === "True" || token === "False") return say("explain-token-truth");
  if (token === "None") return say("explain-token-none");
  return say("explain-token-other");
}

/** Under the strip: what was printed beside what was expected, and all of it as it was written. */
class OutputPane {
  /** `leadTo(line)` makes what leads to a line of the source. */
  constructor(box, leadTo) {
    this.box = box;
    this.leadTo = leadTo;
  }

  /** What the server shows of its own run. */
  take(shown) {
    this.box.replaceWith(shown);
    this.box = shown;
    this.showTrace(shown.querySelector(".trace").textContent);
  }

  /** Shows what the program said on standard error; the lines that it names lead to the source. */
  showTrace(text) {
    const trace = this.box.querySelector(".trace");
    const parts = text.trimEnd().split(/(?<=File "main\.py", )(line \d+)/);
    trace.replaceChildren(...parts.map((part, at) => (at % 2 === 1 ? this.leadTo(part) : part)));
    trace.hidden = trace.textContent === "";
  }

  show(rows, raw, trace) {
    this.showTrace(trace);
    const table = this.box.querySelector("table");
    table.tBodies[0].replaceChildren(...rows.map(OutputPane.row));
    table.parentElement.hidden = rows.length === 0;
    const whole = this.box.querySelector(".raw");
    whole.hidden = raw === "";
    whole.querySelector("pre").textContent = raw;
    this.box.hidden = rows.length === 0 && raw === "" && trace === "";
  }

  static row({ index, expected, printed }) {
    const row = document.createElement("tr");
    const number = document.createElement("th");
    number.scope = "row";
    number.className = "num";
    number.textContent = index;
    row.append(number);
    for (const term of [expected, printed]) row.insertCell().textContent = term === undefined ? say("tried-nothing") : shortTerm(term);
    if (expected !== printed) row.className = "differs";
    return row;
  }
}

/** The server's answer to a form; a server that is busy is asked again when it says so. */
async function send(address, form) {
  for (let times = 0; ; times += 1) {
    const answer = await fetch(address, { method: "POST", body: form });
    const pause = Number(answer.headers.get("Retry-After"));
    if (answer.status !== 503 || times === TIMES_AGAIN || pause === 0) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1000 * pause));
  }
}

/** The keys of a phone may lie over the page: what stays in sight at its bottom stays above them. */
function stayAboveKeys() {
  const view = window.visualViewport;
  const sheet = new CSSStyleSheet();
  const place = () => {
    const covered = view.scale === 1 ? innerHeight - view.height - view.offsetTop : 0;
    sheet.replaceSync(":root { --keys: " + Math.max(0, Math.round(covered)) + "px; }");
  };
  document.adoptedStyleSheets.push(sheet);
  view?.addEventListener("resize", place);
  view?.addEventListener("scroll", place);
}

class Trial {
  constructor(box) {
    const data = box.dataset;
    this.box = box;
    this.source = box.querySelector("textarea");
    this.svg = box.querySelector(".cells");
    this.said = box.querySelector(".said");
    this.cellText = box.querySelector(".cell-text");
    this.output = new OutputPane(box.querySelector(".output"), (line) => this.leadTo(line));
    this.runButton = box.querySelector(".run");
    this.stopButton = box.querySelector(".stop");
    this.weighButton = box.querySelector(".weigh");
    this.weighed = box.querySelector(".weighed-box");
    this.keep = box.querySelector(".keep");
    this.termsAddress = data.terms;
    this.tryAddress = data.try;
    this.origin = Number(data.origin);
    this.check = Number(data.check);
    this.public = Number(data.known);
    this.interpreter = new Interpreter(data, (loaded, of) => this.tellLoading(loaded, of));
    this.known = null;
    this.turn = 0;
    this.frame = 0;
    this.pause = 0;
    this.comparison = null;
    this.explained = box.querySelector(".tried") === null ? [...this.said.childNodes] : [];
  }

  setUp() {
    for (const hidden of this.box.querySelectorAll("[hidden].needs-script")) hidden.hidden = false;
    this.weighButton?.addEventListener("click", () => this.weigh());
    const onText = (react) => {
      for (const name of ["input", "sync"]) this.source.addEventListener(name, react);
    };
    onText(() => this.weighed?.replaceChildren());
    this.runButton.addEventListener("click", () => this.source.dispatchEvent(new Event("trial")));
    if (typeof WebAssembly !== "object") {
      this.explained = [document.createTextNode(say("trial-no-webassembly"))];
      this.runButton.textContent = say("trial-run-there");
      this.explain();
      this.source.addEventListener("trial", () => this.runThere(this.begin(), say("trial-ran-on-server")));
      onText(() => this.follow());
      return;
    }
    this.source.addEventListener("focus", () => this.prepare(), { once: true });
    onText(() => {
      if (this.follow()) this.pause = setTimeout(() => this.run(TYPED_RUN_MS), TYPING_PAUSE_MS);
    });
    this.source.addEventListener("trial", () => {
      if (this.follow()) this.run(ASKED_RUN_MS);
    });
    this.stopButton.addEventListener("click", () => this.halt());
    const sayAgain = exploreStrip(this.svg, this.check, (index) => this.tell(index), this.cellText);
    const learn = () => this.loadTerms().then(sayAgain, () => {});
    this.svg.addEventListener("pointerenter", learn, { once: true });
    this.svg.addEventListener("focus", learn, { once: true });
    // What is folded is run when it is opened.
    this.box.closest("details")?.addEventListener("toggle", () => this.source.dispatchEvent(new Event("trial")), { once: true });
    // A draft that came back, or what the server sent: nobody has seen yet what it does.
    const isNew = this.box.matches(".submit") && this.box.querySelector(".tried") === null;
    if (isNew && this.follow()) this.run(TYPED_RUN_MS);
  }

  /** The words of a cell, from the last run or from the public terms alone. */
  tell(index) {
    if (this.comparison !== null) return this.comparison.cell(index);
    if (this.known === null) return "";
    return new Comparison(this.origin, this.check, this.known).cell(index);
  }

  loadTerms() {
    this.loading ??= fetch(this.termsAddress).then(async (answer) => {
      if (!answer.ok) throw new Error(say("trial-no-terms"));
      this.known = (await answer.text()).trim().split(/\s+/).slice(0, this.check);
    }).catch((error) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  /** Begins to load all that a run needs. */
  prepare() {
    this.loadTerms().catch(() => {});
    this.loadInterpreter().catch(() => {});
  }

  /** Tells how the load goes on while nothing else is told, and takes it back when it is done. */
  loadInterpreter() {
    if (this.interpreter.loading === null) this.loadBegan = performance.now();
    return this.interpreter.load().finally(() => {
      if (!this.said.hasAttribute("aria-busy")) return;
      this.said.removeAttribute("aria-busy");
      if (this.box.dataset.state === "running") this.said.textContent = say("trial-running");
      else this.explain();
    });
  }

  tellLoading(loaded, of) {
    if (this.comparison !== null || performance.now() - this.loadBegan < PATIENCE_MS) return;
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    this.said.textContent = say("trial-loading", { loaded: megabytes(loaded), of: megabytes(of) });
    // Read aloud when it begins, and not each time that it goes on.
    this.said.setAttribute("aria-busy", "true");
  }

  /** Asks the server what the policy says of the program; nothing is stored. */
  async weigh() {
    const form = new FormData();
    form.set("source", this.source.value);
    this.weighButton.disabled = true;
    try {
      const answer = await send(this.weighButton.dataset.address, form);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const shown = page.querySelector(".weighed, main .error, main .lead");
      this.weighed.replaceChildren(shown ?? say("server-silent"));
      const line = Number(shown?.dataset.line);
      if (line > 0) this.source.dispatchEvent(new CustomEvent("heaviest", { detail: line }));
    } catch {
      this.weighed.textContent = say("server-away");
    }
    this.weighButton.disabled = false;
  }

  /** What is shown is of another text from now on, and greyed until there is news of this one. */
  begin() {
    clearTimeout(this.pause);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.turn += 1;
    this.interpreter.stop();
    this.box.dataset.stale = "";
    return this.turn;
  }

  /** Ends what runs, since the text is another; whether there is one to run. */
  follow() {
    this.begin();
    this.box.dataset.state = "typed";
    this.stopButton.hidden = true;
    if (canonical(this.source.value) !== "") return true;
    this.clear();
    return false;
  }

  /** Says what this is for. */
  explain() {
    this.said.replaceChildren(...this.explained.map((node) => node.cloneNode(true)));
  }

  /** An empty box has an open strip. */
  clear() {
    this.comparison = null;
    const hidden = this.check - this.public;
    drawStrip(
      this.svg,
      Array.from({ length: this.check }, (_, index) => (index < this.public ? "open" : "locked")),
      hidden === 0
        ? say("strip-public", { n: this.check })
        : say("strip-hidden", { n: this.check, public: this.public, hidden }),
    );
    this.explain();
    this.tellKeep(false);
    this.output.show([], "", "");
    this.settle("empty");
  }

  halt() {
    if (this.interpreter.running !== null) return this.interpreter.stop();
    this.turn += 1;
    this.finish(new Comparison(this.origin, this.check, this.known ?? []), { end: "stopped" });
  }

  settle(state) {
    delete this.box.dataset.stale;
    this.stopButton.hidden = true;
    this.box.dataset.state = state;
  }

  /** Has the server run the program, nothing is stored, and adds why it was the server. */
  async runThere(mine, why) {
    const form = new FormData();
    form.set("source", this.source.value);
    this.runButton.disabled = true;
    this.box.dataset.state = "running";
    let tried = null;
    let output = null;
    let fault = say("server-away");
    try {
      const answer = await send(this.tryAddress, form);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      tried = page.querySelector(".tried");
      output = page.querySelector(".trial .output");
      fault = (page.querySelector("main .error") ?? page.querySelector("main .lead"))?.textContent ?? say("server-silent");
    } catch {
      // It could not be reached.
    }
    this.runButton.disabled = false;
    if (mine !== this.turn) return;
    if (tried === null) {
      this.said.textContent = this.comparison === null ? fault : say("trial-stack", { n: this.comparison.right + this.comparison.made() }) + " " + fault;
    } else {
      const parts = [...tried.querySelectorAll(".said strong, .said .hint")];
      this.said.replaceChildren(...parts.flatMap((part) => [part, " "]), why);
      this.output.take(output);
      const strip = tried.querySelector(".cells");
      this.svg.replaceChildren(...strip.childNodes);
      this.svg.setAttribute("aria-label", strip.getAttribute("aria-label"));
      this.comparison = null;
    }
    this.settle("done");
  }

  tooLarge(source) {
    const limit = Number(this.box.dataset.bytes);
    return byteLength(source) > limit ? say("source-large", { n: limit }) : null;
  }

  /** Runs what is in the box, for so long at most. The newest text is run, as soon as there is what runs it. */
  async run(longest) {
    const source = canonical(this.source.value);
    const mine = this.turn;
    this.stopButton.hidden = false;
    this.box.dataset.state = "running";
    let end;
    let comparison = null;
    const reason = refused(this.source.value) ?? this.tooLarge(source);
    try {
      await Promise.all([this.loadTerms(), reason === null ? this.loadInterpreter() : null]);
      if (mine !== this.turn) return;
      comparison = new Comparison(this.origin, this.check, this.known);
      if (reason !== null) {
        end = { end: "syntax", message: say("source-refused", { why: reason }) };
      } else {
        const slow = setTimeout(() => this.showSoon(mine, comparison), PATIENCE_MS);
        end = await this.interpreter.run(source, longest, (terms) => {
          comparison.add(terms);
          this.showSoon(mine, comparison);
        });
        clearTimeout(slow);
      }
    } catch (error) {
      end = error.end === undefined ? { end: "fault", message: error.message } : error;
      comparison ??= new Comparison(this.origin, this.check, []);
    }
    if (mine !== this.turn) return;
    if (end.end !== "browser-stack") return this.finish(comparison, end);
    this.comparison = comparison;
    if (longest === TYPED_RUN_MS) {
      await new Promise((resolve) => { setTimeout(resolve, TYPED_THERE_MS); });
      if (mine !== this.turn) return;
    }
    await this.runThere(mine, say("trial-stack-there"));
  }

  /** Terms come faster than pictures; one a frame is enough. */
  showSoon(mine, comparison) {
    if (this.frame !== 0 || mine !== this.turn) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.show(comparison, say("trial-running"), false);
    });
  }

  finish(comparison, end) {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const broken = end.end !== "stopped" && end.end !== "fault" && end.end !== "unloaded" && end.end !== "enough";
    this.show(comparison, verdictOf(comparison, end), broken);
    this.tellBeside("hint", adviceOf(comparison, end));
    if (end.ms !== undefined) this.tellBeside("took", say("trial-took", { n: Math.max(1, Math.round(end.ms)) }));
    this.tellKeep(comparison.complete() && end.end === "enough");
    const token = end.end === "bad-token" ? end.message : undefined;
    this.output.show(comparison.rows(token), end.output ?? "", comparison.differs() ? "" : end.stderr ?? "");
    this.settle(end.end === "stopped" ? "stopped" : "done");
  }

  /** On the front page: what a program that is right would come to on the board. */
  tellKeep(isRight) {
    if (this.keep === null) return;
    this.keep.hidden = !isRight;
    const n = byteLength(canonical(this.source.value));
    const lengths = this.box.dataset.lengths.split(" ").filter((length) => length !== "");
    const rank = lengths.filter((length) => Number(length) <= n).length + 1;
    this.keep.textContent = lengths.length === 0 ? say("seasons-keep", { n }) : say("seasons-keep-rank", { n, rank });
  }

  /** One more sentence after what is said. */
  tellBeside(name, words) {
    if (words === "") return;
    const sentence = document.createElement("span");
    sentence.className = name;
    sentence.textContent = words;
    this.said.append(" ", sentence);
  }

  leadTo(line) {
    const [number] = /\d+/.exec(line);
    if (document.getElementById("L" + number) !== null) {
      const link = document.createElement("a");
      link.href = "#L" + number;
      link.textContent = line;
      return link;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.className = "line";
    button.textContent = line;
    const go = new CustomEvent("line", { detail: Number(number) });
    button.addEventListener("click", () => this.source.dispatchEvent(go));
    return button;
  }

  show(comparison, words, broken) {
    delete this.box.dataset.stale;
    this.comparison = comparison;
    const verdict = document.createElement("strong");
    verdict.textContent = words;
    this.said.replaceChildren(verdict);
    const [right, known, made] = [comparison.right, comparison.known.length, comparison.made()];
    drawStrip(this.svg, comparison.cells(broken), made > 0
      ? say("strip-tried-made", { n: right, of: known, made })
      : say("strip-tried", { n: right, of: known }));
  }
}

stayAboveKeys();
for (const box of document.querySelectorAll(".trial")) new Trial(box).setUp();
