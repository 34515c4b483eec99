// Runs the program in the box here, in the reader's browser, and shows on the strip which public terms
// it prints right. Nothing is sent. The interpreter is loaded when the box is first used. A browser without
// WebAssembly asks the server to run it.
"use strict";

const TYPING_PAUSE_MS = 300;
const TYPED_RUN_MS = 10000;
const ASKED_RUN_MS = 120000;
const SHOWN_DIGITS = 40;
const TIMES_AGAIN = 3;

/** The judge's interpreter in a worker of its own; one run at a time. */
class Interpreter {
  constructor(data) {
    this.script = data.worker;
    this.guest = new URL(data.guest, location.href).href;
    this.limits = {
      terms: Number(data.check),
      digits: Number(data.digits),
      output: Number(data.output),
      memory: Number(data.memory),
    };
    this.worker = null;
    this.running = null;
  }

  /** Starts loading; a run waits for it. */
  load() {
    if (this.worker !== null) return;
    this.worker = new Worker(this.script);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.hear({ end: "fault", message: event.message ?? "" });
    this.worker.postMessage({ guest: this.guest, limits: this.limits });
  }

  hear(news) {
    if (news.module !== undefined) this.guest = news.module;
    else if (news.terms !== undefined) this.running?.onTerms(news.terms);
    else {
      if (news.end === "fault") this.drop();
      const run = this.running;
      this.running = null;
      run?.resolve(news);
    }
  }

  /** Runs a program; `onTerms` hears of terms as they come. Ends a run that still goes on. */
  run(source, onTerms) {
    this.stop();
    this.load();
    return new Promise((resolve) => {
      this.running = { onTerms, resolve };
      this.worker.postMessage({ guest: this.guest, source, limits: this.limits });
    });
  }

  /** Ends the run and its worker: a program cannot be asked to stop. */
  stop(end = { end: "stopped" }) {
    if (this.running === null) return;
    const run = this.running;
    this.running = null;
    this.drop();
    run.resolve(end);
  }

  drop() {
    this.worker?.terminate();
    this.worker = null;
  }
}

function shortTerm(term) {
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
      if (this.complete() && printed !== null) return say("cell-made", { index, printed });
      return say("cell-hidden", { index });
    }
    const expected = shortTerm(this.known[at]);
    if (at < this.right) return say("cell-right", { index, expected });
    if (at === this.right && printed !== null) return say("cell-wrong", { index, expected, printed });
    return say("cell-known", { index, expected });
  }
}

/** A trial in words: what stands under the box. */
function verdictOf(comparison, end) {
  const { right, known, printed } = comparison;
  const index = comparison.number(right);
  const expected = right < known.length ? shortTerm(known[right]) : null;
  if (comparison.differs()) return say("tried-differs", { index, expected, printed: shortTerm(printed[right]) });
  switch (end.end) {
    case "enough":
      if (comparison.made() === 0) return say("tried-all-right", { n: known.length });
      return say("tried-made", { n: known.length, made: comparison.made() });
    case "finished": return say("tried-ended", { n: right, all: comparison.check });
    case "bad-token":
      if (expected === null) return say("tried-bad-token", { index, token: end.message });
      return say("tried-bad-token-expected", { index, expected, token: end.message });
    case "exception":
      return say("tried-exception", { n: right, what: end.message ?? say("trial-trap", { why: end.trap }) });
    case "syntax": return end.message + ".";
    case "memory": return say("tried-memory", { n: right });
    case "browser-stack": return say("trial-stack", { n: right });
    case "stack": return say("tried-stack", { n: right });
    case "output": return say("tried-output", { n: right });
    case "term-size": return say("tried-term-size", { index });
    case "stopped": {
      const stopped = say("trial-stopped", { n: right });
      if (end.after === undefined) return stopped;
      return stopped + " " + (end.after === TYPED_RUN_MS ? say("trial-stopped-typed") : say("trial-stopped-asked"));
    }
    case "unloaded": return say("trial-fault", { why: say("trial-unloaded", { status: end.message }) });
    default: return say("trial-fault", { why: end.message });
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

class Trial {
  constructor(box) {
    const data = box.dataset;
    this.box = box;
    this.source = box.querySelector("textarea");
    this.svg = box.querySelector(".cells");
    this.said = box.querySelector(".said");
    this.cellText = box.querySelector(".cell-text");
    this.trace = box.querySelector(".trace");
    this.runButton = box.querySelector(".run");
    this.stopButton = box.querySelector(".stop");
    this.weighButton = box.querySelector(".weigh");
    this.weighed = box.querySelector(".weighed-box");
    this.termsAddress = data.terms;
    this.tryAddress = data.try;
    this.origin = Number(data.origin);
    this.check = Number(data.check);
    this.interpreter = new Interpreter(data);
    this.known = null;
    this.turn = 0;
    this.frame = 0;
    this.comparison = null;
  }

  setUp() {
    for (const hidden of this.box.querySelectorAll("[hidden].needs-script")) hidden.hidden = false;
    this.weighButton?.addEventListener("click", () => this.weigh());
    this.source.addEventListener("input", () => this.weighed.replaceChildren());
    if (typeof WebAssembly !== "object") {
      this.runButton.textContent = say("trial-run-there");
      this.said.textContent = say("trial-no-webassembly");
      this.runButton.addEventListener("click", () => this.runThere());
      this.source.addEventListener("trial", () => this.runThere());
      return;
    }
    let pause = 0;
    this.source.addEventListener("focus", () => this.prepare(), { once: true });
    this.source.addEventListener("input", () => {
      clearTimeout(pause);
      this.box.dataset.state = "typed";
      pause = setTimeout(() => this.run(TYPED_RUN_MS), TYPING_PAUSE_MS);
    });
    this.source.addEventListener("trial", () => {
      clearTimeout(pause);
      this.run(ASKED_RUN_MS);
    });
    this.runButton.addEventListener("click", () => this.source.dispatchEvent(new Event("trial")));
    this.stopButton.addEventListener("click", () => this.interpreter.stop());
    const sayAgain = exploreStrip(this.svg, this.check, (index) => this.tell(index), this.cellText);
    const learn = () => this.loadTerms().then(sayAgain, () => {});
    this.svg.addEventListener("pointerenter", learn, { once: true });
    this.svg.addEventListener("focus", learn, { once: true });
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
    this.interpreter.load();
    this.loadTerms().catch(() => {});
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

  /** Has the server run the program; nothing is stored. */
  async runThere() {
    const form = new FormData();
    form.set("source", this.source.value);
    this.runButton.disabled = true;
    this.box.dataset.state = "running";
    try {
      const answer = await send(this.tryAddress, form);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const tried = page.querySelector(".tried");
      const why = page.querySelector("main .error") ?? page.querySelector("main .lead");
      this.said.replaceChildren(...(tried?.querySelector(".said").childNodes ?? [why?.textContent ?? say("server-silent")]));
      const strip = page.querySelector(".trial .cells");
      if (tried !== null) {
        this.svg.replaceChildren(...strip.childNodes);
        this.svg.setAttribute("aria-label", strip.getAttribute("aria-label"));
      }
      this.trace.textContent = tried?.querySelector(".trace")?.textContent ?? "";
      this.trace.hidden = this.trace.textContent === "";
    } catch {
      this.said.textContent = say("server-away");
    }
    this.runButton.disabled = false;
    this.box.dataset.state = "done";
  }

  tooLarge(source) {
    const limit = Number(this.box.dataset.bytes);
    return byteLength(source) > limit ? say("source-large", { n: limit }) : null;
  }

  async run(longest) {
    const source = canonical(this.source.value);
    const mine = ++this.turn;
    if (source === "") {
      this.interpreter.stop();
      return;
    }
    this.stopButton.hidden = false;
    this.box.dataset.state = "running";
    let end;
    let comparison = null;
    const reason = refused(this.source.value) ?? this.tooLarge(source);
    try {
      await this.loadTerms();
      if (mine !== this.turn) return;
      comparison = new Comparison(this.origin, this.check, this.known);
      if (reason !== null) {
        end = { end: "syntax", message: say("source-refused", { why: reason }) };
      } else {
        const running = this.interpreter.run(source, (terms) => {
          comparison.add(terms);
          this.showSoon(mine, comparison);
        });
        const patience = setTimeout(() => { if (mine === this.turn) this.interpreter.stop({ end: "stopped", after: longest }); }, longest);
        end = await running;
        clearTimeout(patience);
      }
    } catch (error) {
      end = { end: "fault", message: error.message };
      comparison ??= new Comparison(this.origin, this.check, []);
    }
    if (mine !== this.turn) return;
    this.finish(comparison, end);
  }

  /** Terms come faster than pictures; one a frame is enough. */
  showSoon(mine, comparison) {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (mine === this.turn) this.show(comparison, say("trial-running"), false);
    });
  }

  finish(comparison, end) {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const broken = end.end !== "stopped" && end.end !== "fault" && !(end.end === "enough");
    this.show(comparison, verdictOf(comparison, end), broken);
    if (end.ms !== undefined) {
      this.said.append(" " + say("trial-took", { n: Math.max(1, Math.round(end.ms)) }));
    }
    const trace = comparison.differs() ? "" : (end.stderr ?? "").trimEnd();
    this.trace.textContent = trace;
    this.trace.hidden = trace === "";
    this.stopButton.hidden = true;
    this.box.dataset.state = end.end === "stopped" ? "stopped" : "done";
  }

  show(comparison, words, broken) {
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

for (const box of document.querySelectorAll(".trial")) new Trial(box).setUp();
