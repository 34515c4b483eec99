// Comforts of the pages. Everything works without this file, except that a verdict then needs a
// reload to arrive.
"use strict";

// ---- The submit box -------------------------------------------------------------------------

/** Canonical form of a source (docs/SPEC.md): newlines as \n, no blank lines at the end. */
function canonical(text) {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  while (lines.length > 0 && /^[ \t]*$/.test(lines[lines.length - 1])) lines.pop();
  return lines.join("\n");
}

/** Why a text has no canonical form, or null. */
function refused(text) {
  if (text.startsWith("\ufeff")) return say("source-mark");
  if (text.includes("\0")) return say("source-nul");
  // PEP 263: a comment in the first two lines may name an encoding, and only UTF-8 is accepted.
  for (const line of canonical(text).split("\n").slice(0, 2)) {
    const cookie = /^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)/.exec(line);
    if (cookie !== null) {
      const utf8 = /^utf-?8$|^utf-8-/i.test(cookie[1].replaceAll("_", "-"));
      return utf8 ? null : say("source-cookie", { name: cookie[1] });
    }
    if (!/^[ \t\f]*(#.*)?$/.test(line)) return null;
  }
  return null;
}

function byteLength(text) {
  return new TextEncoder().encode(text).length;
}

// Beside a par the bonus is half of its most there, else it falls as scoring 0.1 says.
function brevityBonus(bytes, par) {
  return Math.floor(200 * (par ? 2 ** (-bytes / par) : Math.exp(-bytes / 800)));
}

function countProgram(source, output) {
  const limit = Number(source.dataset.limit);
  const par = Number(source.dataset.par ?? 0);
  const bytes = byteLength(canonical(source.value));
  const reason = refused(source.value);
  output.classList.toggle("over", bytes > limit || reason !== null);
  if (bytes === 0) {
    output.textContent = say("source-empty");
    tellWorth(0, par);
    return;
  }
  const parts = [say("count-bytes", { n: bytes })];
  if (reason !== null) {
    parts.push(reason);
  } else if (bytes > limit) {
    parts.push(say("source-limit", { n: limit }));
  } else if (document.getElementById("source-worth") !== null) {
    parts.push(say("source-bonus", { n: brevityBonus(bytes, par) }));
  }
  const selected = source.value.slice(source.selectionStart, source.selectionEnd);
  if (selected !== "") parts.push(say("source-selected", { n: byteLength(selected) }));
  output.textContent = parts.join(" · ");
  tellWorth(bytes > limit ? 0 : bytes, par);
}

/** Tells how many bytes less give another point. */
function tellWorth(bytes, par) {
  const box = document.getElementById("source-worth");
  let less = 1;
  while (less < bytes && brevityBonus(bytes - less, par) === brevityBonus(bytes, par)) less += 1;
  if (box !== null) box.textContent = less < bytes ? say("source-worth", { n: less }) : "";
}

/** Whether a $$ is left open in its paragraph, outside code. What is found and how it is read, the server
    says beside the box. */
function leavesOpen(text) {
  const fenced = /^ {0,3}(```+|~~~+)[^\n]*\n(?:[^]*?\n {0,3}\1[ \t]*$|[^]*)/gm;
  const paragraphs = text.replace(/\r\n?/g, "\n").replace(fenced, "\n\n").split(/\n[ \t]*\n/);
  return paragraphs.some((paragraph) => (paragraph.replace(/`[^`]*`/g, "").match(/(?<!\\)\$\$/g) ?? []).length % 2 === 1);
}

function countDerivation(source, output) {
  const bytes = byteLength(source.value);
  const open = leavesOpen(source.value);
  const tooLong = bytes > Number(source.dataset.limit);
  output.classList.toggle("over", tooLong || open);
  const parts = [say("count-bytes", { n: bytes })];
  if (tooLong) parts.push(say("source-limit-bytes", { n: Number(source.dataset.limit) }));
  if (open) parts.push(say("source-open"));
  output.textContent = parts.join(" · ");
}

/** A new line starts under the first character of the line before. */
function keepIndent(event, source) {
  const before = source.value.slice(0, source.selectionStart);
  const indent = /(?:^|\n)([ \t]*)[^\n]*$/.exec(before)[1];
  if (indent !== "") {
    event.preventDefault();
    document.execCommand("insertText", false, "\n" + indent);
  }
}

/** Loads a script of the site; the promise is kept when it has run. */
function runScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => reject(new Error(address)));
    document.head.append(script);
  });
}

/** Loads the editor when the box is first used and puts it in its place. */
function setUpEditor(source) {
  const leave = source.closest(".field").querySelector(".leave");
  let view = null;
  const load = async () => {
    if (source.dataset.caret !== undefined) source.setSelectionRange(source.dataset.caret, source.dataset.caret);
    await runScript(source.dataset.editor);
    view = DojoEditor.mount(source, {
      language: source.dataset.language,
      label: source.labels[0].textContent,
      description: leave.textContent,
    });
    if (source.dataset.vim !== undefined) setUpVim(source, view);
    setUpHeaviest(source, view);
    // The part that scrolls holds something that keys reach: a text that is edited counts only with this.
    view.contentDOM.tabIndex = 0;
  };
  leave.hidden = false;
  source.addEventListener("line", ({ detail }) => goToLine(source, view, detail));
  source.addEventListener("keydown", (event) => {
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.isComposing);
    if (event.key === "Enter" && plain) keepIndent(event, source);
  });
  if (document.activeElement === source) load();
  else source.addEventListener("focus", () => setTimeout(load), { once: true });
}

/** Selects a line, in the editor if it is there. */
function goToLine(source, view, line) {
  const before = source.value.split("\n").slice(0, line - 1);
  const from = before.join("\n").length + (before.length > 0 ? 1 : 0);
  const end = source.value.indexOf("\n", from);
  const to = end < 0 ? source.value.length : end;
  if (view === null) source.setSelectionRange(from, to);
  else view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  source.focus();
}

/** Marks the line that a `heaviest` event names, until the text changes. */
function setUpHeaviest(source, view) {
  const { Decoration, EditorView, StateEffect, StateField } = DojoEditor.shared;
  const put = StateEffect.define();
  const marked = Decoration.line({ class: "heaviest" });
  const marks = StateField.define({
    create: () => Decoration.none,
    update(known, change) {
      const asked = change.effects.find((effect) => effect.is(put));
      if (asked !== undefined) return Decoration.set(marked.range(asked.value));
      return change.docChanged ? Decoration.none : known;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  const look = EditorView.theme({ ".heaviest": { backgroundColor: "var(--half-back)", boxShadow: "inset 4px 0 0 var(--half)" } });
  view.dispatch({ effects: StateEffect.appendConfig.of([marks, look]) });
  source.addEventListener("heaviest", ({ detail }) => {
    const { from } = view.state.doc.line(Math.min(detail, view.state.doc.lines));
    view.dispatch({ effects: [put.of(from), EditorView.scrollIntoView(from)] });
  });
}

/** A switch under the editor for vim keys, which are loaded when somebody wants them and remembered here. */
function setUpVim(source, view) {
  const choice = document.createElement("input");
  choice.type = "checkbox";
  const label = document.createElement("label");
  label.className = "vim";
  label.append(choice, " " + say("source-vim"));
  const field = source.closest(".field");
  (field.querySelector(".under") ?? field).append(label);
  const follow = async () => {
    try {
      if (choice.checked && typeof DojoVim === "undefined") await runScript(source.dataset.vim);
      DojoEditor.useKeys(view, choice.checked ? DojoVim.keys() : []);
    } catch {
      choice.checked = false;
    }
  };
  choice.addEventListener("change", () => {
    remember("vim-keys", choice.checked ? true : null);
    follow();
  });
  choice.checked = recall("vim-keys") === true;
  if (choice.checked) follow();
}

/** What this browser, or with `sessionStorage` this tab, keeps under `key`; `null` when that is nothing. */
function recall(key, storage = "localStorage") {
  try {
    return JSON.parse(window[storage].getItem(key));
  } catch {
    return null;
  }
}

function remember(key, value, storage = "localStorage") {
  try {
    if (value === null) {
      window[storage].removeItem(key);
    } else {
      window[storage].setItem(key, JSON.stringify(value));
    }
  } catch {
    // Without storage nothing outlives the page; typing goes on.
  }
}

function setUpKeys(form) {
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
    const button = form.querySelector(event.shiftKey ? "#send" : ".run, #check");
    if (button === null) return;
    event.preventDefault();
    button.click();
  });
}

// ---- Drafts ---------------------------------------------------------------------------------

/** Drafts of one problem that a browser keeps. */
const MOST_DRAFTS = 8;

function newTab() {
  const id = Math.random().toString(36).slice(2);
  try {
    sessionStorage.setItem("tab", id);
  } catch {
    // Then a reload begins with the newest draft.
  }
  return id;
}

/** The drafts of one problem in this browser, the newest first: one a tab, so that none writes over another's. */
class Drafts {
  constructor(key) {
    this.key = key;
    this.tab = newOrSameTab();
    this.own = this.list().find((draft) => draft.tab === this.tab) ?? this.list()[0] ?? null;
    if (typeof BroadcastChannel === "undefined") return;
    const channel = new BroadcastChannel("drafts");
    channel.addEventListener("message", ({ data }) => {
      if (data.tab === undefined) channel.postMessage({ tab: this.tab });
      // This one was made as its copy.
      else if (data.tab === this.tab) this.tab = newTab();
    });
    channel.postMessage({});
  }

  list(key = this.key) {
    const kept = recall(key);
    if (Array.isArray(kept)) return kept;
    // As it was kept by earlier versions.
    return kept === null ? [] : [{ ...kept, tab: "", at: 0 }];
  }

  /** Those that other tabs left or have. */
  rest() {
    return this.list().filter((draft) => draft.tab !== this.tab);
  }

  /** Keeps the fields of the form as the draft of this tab, in the place of what it began with if that is all in it. */
  save(fields) {
    const began = this.own;
    const isIn = (draft) => draft.tab === began?.tab && fields.source.includes(draft.source);
    const rest = this.rest().filter((draft) => !isIn(draft));
    const empty = Object.values(fields).every((value) => value === "");
    this.own = empty ? null : { ...fields, tab: this.tab, at: Date.now() };
    const all = empty ? rest : [this.own, ...rest].slice(0, MOST_DRAFTS);
    remember(this.key, all.length === 0 ? null : all);
  }

  /** The draft of this tab becomes another, beside what is typed next. */
  setAside() {
    if (this.own === null) return;
    const aside = { ...this.own, tab: Math.random().toString(36).slice(2) };
    remember(this.key, this.list().map((draft) => (draft.tab === this.own.tab ? aside : draft)));
    this.own = null;
  }

  /** Takes over what was typed before signing in, beside what the account has. */
  takeOver(key) {
    const typed = this.list(key);
    if (key === this.key || typed.length === 0) return;
    remember(key, null);
    this.setAside();
    remember(this.key, [...typed, ...this.list()].slice(0, MOST_DRAFTS));
    this.own = typed[0];
  }
}

function newOrSameTab() {
  try {
    return sessionStorage.getItem("tab") ?? newTab();
  } catch {
    return newTab();
  }
}

/** The menu over the box: drafts, and what was submitted before. `put(fields)` shows one of them. */
function setUpVersions(form, drafts, put) {
  const menu = form.querySelector("#versions");
  if (menu === null) return { follow() {} };
  const time = new Intl.DateTimeFormat(say("time-locale"), { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
  for (const empty of menu.querySelectorAll("optgroup:empty")) empty.remove();
  const group = document.createElement("optgroup");
  group.label = say("submit-drafts");
  let rest = [];
  const list = () => {
    rest = drafts.rest().filter((draft) => draft.tab !== drafts.own?.tab);
    group.replaceChildren(...rest.map((draft, at) => {
      const text = say("submit-draft-of", { at: time.format(draft.at), n: byteLength(draft.source) });
      return new Option(text, "draft-" + at);
    }));
    if (rest.length > 0) menu.append(group);
    else group.remove();
    menu.hidden = menu.options.length < 2;
  };
  list();
  menu.value = new URLSearchParams(location.search).get("from") ?? "";
  let turn = 0;
  menu.addEventListener("change", async () => {
    const mine = ++turn;
    const { value } = menu;
    if (value === "") return put(drafts.own ?? { source: "" });
    if (value.startsWith("draft-")) return put(rest[Number(value.slice("draft-".length))]);
    const answer = await fetch("/submissions/" + value + "/source");
    const source = await answer.text();
    if (mine === turn && answer.ok) put({ source });
  });
  /** What is typed from now on is the draft of this tab. */
  const follow = () => {
    list();
    menu.value = "";
  };
  return { follow };
}

function setUpSubmit(form) {
  const source = form.querySelector("#source");
  const fields = [...form.querySelectorAll("textarea[name], input[name]:not([type])")];
  const file = form.querySelector("#file");
  const output = form.querySelector("#source-count");
  const note = form.querySelector("#draft-note");
  const more = form.querySelector(".more");
  const drafts = new Drafts(form.dataset.draft);
  const count = form.dataset.counts === "derivation" ? countDerivation : countProgram;
  const update = () => count(source, output);
  const values = () => Object.fromEntries(fields.map((field) => [field.name, field.value]));
  // What is shown and is not the draft of this tab, until it is changed.
  let shown = null;
  let putting = false;
  const put = (draft) => {
    for (const field of fields) field.value = draft[field.name] ?? "";
    more.open ||= fields.some((field) => more.contains(field) && field.value !== "");
    shown = draft === drafts.own ? null : draft;
    putting = true;
    source.dispatchEvent(new Event("sync"));
    putting = false;
    update();
  };
  const save = () => {
    if (shown !== null) {
      if (drafts.own !== null && drafts.own.source !== shown.source) drafts.setAside();
      shown = null;
      versions.follow();
      // From now on it is the draft that a reload brings back.
      if (location.search !== "") history.replaceState(null, "", location.pathname + location.hash);
    }
    drafts.save(values());
  };

  drafts.takeOver(form.dataset.visitorDraft);
  // What the server sends is what was asked for. Otherwise the draft comes back.
  if (form.dataset.kept === "true") {
    shown = values();
  } else if (drafts.own !== null) {
    put(drafts.own);
    note.hidden = false;
  }
  const versions = setUpVersions(form, drafts, put);
  form.querySelector("#draft-drop").addEventListener("click", () => {
    put({ source: "" });
    shown = null;
    note.hidden = true;
    save();
    source.focus();
  });

  form.addEventListener("input", () => {
    if (!putting) save();
    update();
  });
  source.addEventListener("select", update);
  document.addEventListener("selectionchange", () => {
    if (document.activeElement === source) update();
  });
  file.addEventListener("change", async () => {
    if (file.files.length === 0) return;
    const bytes = new Uint8Array(await file.files[0].arrayBuffer());
    try {
      source.value = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return; // Not UTF-8: sent as it is, for the judge to say what is wrong.
    }
    file.value = "";
    source.dispatchEvent(new Event("sync"));
    save();
    update();
    source.focus();
  });
  // Before the editor, which would put a file where it was dropped.
  form.addEventListener("drop", (event) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    file.files = event.dataTransfer.files;
    file.dispatchEvent(new Event("change"));
  }, true);
  form.addEventListener("dragover", (event) => {
    if ([...event.dataTransfer.items].some((item) => item.kind === "file")) event.preventDefault();
  });
  const check = form.querySelector("#check");
  const read = check === null ? null : setUpReading(form, check);
  form.addEventListener("submit", (event) => {
    if (event.submitter === null || event.submitter !== check) return;
    event.preventDefault();
    read();
  });
  window.addEventListener("pageshow", update);
  for (const keys of form.querySelectorAll(".keys")) keys.hidden = false;
}

/** What is typed on the front page is the draft of its problem. */
function setUpSpecimen(box) {
  const source = box.querySelector("textarea");
  const drafts = new Drafts(box.dataset.draft);
  let first = true;
  source.addEventListener("input", () => {
    if (first) drafts.setAside();
    first = false;
    drafts.save({ source: source.value });
  });
}

const READING_PAUSE_MS = 600;

/** Shows beside the box how its formulas are read, again after each pause in typing. */
function setUpReading(form, button) {
  const box = document.getElementById("reading");
  const status = document.getElementById("reading-status");
  const isRead = box.querySelector(".facts, .error") !== null;
  const unread = isRead ? [] : [...box.childNodes];
  let turn = 0;
  let pause = 0;

  async function show(asked) {
    const mine = ++turn;
    let shown;
    try {
      const answer = await fetch(button.formAction, { method: "POST", body: new FormData(form) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const read = page.getElementById("reading");
      if (read !== null && read.childElementCount > 0) {
        shown = [...read.childNodes];
      } else {
        const why = page.querySelector("main .error, main .lead");
        shown = fault(why === null ? say("server-silent") : why.textContent);
      }
    } catch {
      shown = fault(say("server-away"));
    }
    if (mine !== turn) return;
    box.replaceChildren(...shown);
    if (!asked) return;
    status.textContent = box.querySelector(".facts, .error").textContent;
    box.scrollIntoView({ block: "nearest" });
  }

  function fault(text) {
    const message = document.createElement("p");
    message.className = "error";
    message.textContent = text;
    return [message];
  }

  const source = form.querySelector("#source");
  box.addEventListener("submit", (event) => {
    if (event.target.id !== "use-this") return;
    event.preventDefault();
    source.value = event.target.elements.source.value;
    source.dispatchEvent(new Event("sync"));
    source.dispatchEvent(new Event("input", { bubbles: true }));
    source.focus();
  });
  const read = () => {
    clearTimeout(pause);
    if (source.value.trim() !== "") {
      pause = setTimeout(() => show(false), READING_PAUSE_MS);
    } else {
      turn += 1;
      box.replaceChildren(...unread);
    }
  };
  source.addEventListener("input", read);
  // What was put there from elsewhere, now or before.
  source.addEventListener("sync", read);
  if (source.value !== "" && !isRead) read();
  return () => {
    clearTimeout(pause);
    show(true);
  };
}

// ---- Streams of events ----------------------------------------------------------------------

/** Whether an answer is none because there is too much at once, or a proxy found nobody to ask. */
function isBusy(answer) {
  return answer.status === 429 || answer.status >= 500;
}

/**
 * Calls `handlers`, by the names of events, for what the server tells at an address; gives a function that ends it.
 * An EventSource gives up for good when it is answered with an error, as a busy server and a proxy in front of one that
 * starts again do; then it is opened anew after a pause, which grows.
 */
function listenTo(address, handlers) {
  const FIRST_PAUSE_MS = 2000;
  const LONGEST_PAUSE_MS = 60000;
  let pause = FIRST_PAUSE_MS;
  let waiting = 0;
  let events = null;

  function open() {
    events = new EventSource(address);
    for (const [name, handler] of Object.entries(handlers)) events.addEventListener(name, handler);
    events.addEventListener("open", () => { pause = FIRST_PAUSE_MS; });
    events.addEventListener("error", () => {
      if (events.readyState !== EventSource.CLOSED) return;
      // Not all who were refused together come back together.
      waiting = setTimeout(open, pause * (0.5 + Math.random()));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    });
  }

  open();
  return () => {
    clearTimeout(waiting);
    events.close();
  };
}

// ---- Announcements --------------------------------------------------------------------------

/** Whether the reader's pages have not told of the announcement of that number yet. Visitors are told of none. */
function isNews(number) {
  const banner = document.getElementById("news");
  return banner !== null && Number(number) > Number(banner.dataset.news);
}

/** Takes over what the header and the banner of another page of the reader's say of announcements. */
function takeNews(page) {
  const banner = document.getElementById("news");
  const fresh = page.getElementById("news");
  if (banner === null || fresh === null || !isNews(fresh.dataset.news)) return;
  for (const id of ["news", "inbox"]) document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  Object.assign(banner.dataset, fresh.dataset);
  document.dispatchEvent(new CustomEvent("news", { detail: banner }));
  for (const field of banner.querySelectorAll("input[name=next]")) field.value = location.pathname + location.search;
  const status = document.querySelector(".live-status");
  if (status !== null && banner.querySelector("aside") !== null) status.textContent = say("live-news");
}

// ---- A verdict that arrives -----------------------------------------------------------------

function setUpVerdict(box) {
  const AGAIN_MS = 2000;
  const status = document.getElementById("verdict-status");
  let asked = 0;

  async function refresh() {
    const mine = ++asked;
    let html = null;
    try {
      const answer = await fetch(box.dataset.fragment, { headers: { Accept: "text/html" } });
      if (!answer.ok && !isBusy(answer)) return;
      if (answer.ok) html = await answer.text();
    } catch {
      // The network is away.
    }
    if (mine !== asked) return;
    // No other event may come.
    if (html === null) return setTimeout(refresh, AGAIN_MS * (1 + Math.random()));
    box.innerHTML = html;
    for (const button of box.querySelectorAll("[data-copy-text]")) setUpCopy(button);
    const panel = box.querySelector("[data-state]");
    if (panel === null) return;
    status.textContent = panel.dataset.announce;
    if (panel.dataset.state === "done") {
      box.dataset.pending = "false";
      end();
      document.title = document.title.replace(/^\S[^–]*/, panel.dataset.name + " ");
    }
  }

  // The verdict may have come before the stream was open, or while it was broken.
  const end = listenTo(box.dataset.events, { open: refresh, verdict: refresh });
}

// ---- Copying --------------------------------------------------------------------------------

async function copied(button, text) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(await text());
    button.textContent = say("copy-done");
  } catch {
    button.textContent = say("copy-failed");
  }
  setTimeout(() => { button.textContent = before; }, 2000);
}

function setUpCopy(button) {
  if (navigator.clipboard === undefined) return;
  button.hidden = false;
  button.addEventListener("click", () => copied(button, async () => {
    if (button.dataset.copyText !== undefined) {
      const text = document.getElementById(button.dataset.copyText).textContent;
      const path = button.dataset.copyPath;
      return path === undefined ? text : text + "\n" + new URL(path, location.href);
    }
    const answer = await fetch(document.getElementById(button.dataset.copyFrom).href);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }));
}

// ---- Long statements on a phone -------------------------------------------------------------

/** Folds a long statement on a narrow screen, so that the box to write in is on the first one. */
function setUpFold(button) {
  const text = document.getElementById(button.dataset.unfolds);
  if (!matchMedia("(max-width: 38rem)").matches || text.offsetHeight < Number(button.dataset.from)) return;
  text.classList.add("folded");
  button.hidden = false;
  button.addEventListener("click", () => {
    text.classList.remove("folded");
    button.hidden = true;
  });
}

// ---- Long forms -----------------------------------------------------------------------------

/** Who leaves a long form that was changed and not sent is asked first. */
function setUpGuard(form) {
  let changed = form.dataset.guard === "true";
  form.addEventListener("input", () => { changed = true; });
  form.addEventListener("submit", () => { changed = false; });
  addEventListener("beforeunload", (event) => {
    if (changed) event.preventDefault();
  });
}

// ---- What is sent ---------------------------------------------------------------------------

const SENT_ONCE_FOR_MS = 5000;

/** Sends a form once, however often its button is pressed. Where a file is the answer, the page stays. */
function sendOnce(event) {
  const form = event.target;
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  if (form.dataset.sent !== undefined) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "";
  setTimeout(() => { delete form.dataset.sent; }, SENT_ONCE_FOR_MS);
}

/** Refusals after which the same may be sent again: signed out, an old form, too much at once, a full disk. */
const SENT_AGAIN_AFTER = ["401", "403", "429", "503", "507"];

/** Most of what was refused that a tab keeps. */
const MOST_REFUSED = 8;

/** What this tab sent last, until its answer is a page, and what was refused. */
function sentHere() {
  return recall("sent", "sessionStorage") ?? { last: null, refused: [] };
}

function keepSentHere(sent) {
  remember("sent", sent, "sessionStorage");
}

/** Who is signed in on this page; undefined for a visitor. */
function viewer() {
  return document.querySelector(".who .me")?.dataset.name;
}

/** Keeps what a form sends, but for passwords and files; submit boxes keep drafts. */
function keepSent(event) {
  const form = event.target;
  // Fields may have the names of properties.
  const isOther = form.getAttribute("method") !== "post" || form.closest("main") === null || form.dataset.draft !== undefined;
  if (event.defaultPrevented || isOther || viewer() === undefined) return;
  const fields = [...new FormData(form, event.submitter)].filter(([name]) => name !== "csrf_token");
  const isKept = ([, value]) => typeof value === "string" || value.size === 0;
  if (form.querySelector("[type=password]") !== null || !fields.every(isKept)) return;
  keepSentHere({
    ...sentHere(),
    last: {
      viewer: viewer(),
      title: form.dataset.again ?? document.title.replace(/ · [^·]*$/, ""),
      action: event.submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href,
      enctype: form.getAttribute("enctype") ?? "",
      fields: fields.filter(([, value]) => typeof value === "string"),
    },
  });
}

function isSame(one, other) {
  return JSON.stringify([one.action, one.fields]) === JSON.stringify([other.action, other.fields]);
}

/** Offers what was refused to be sent again, to whom it is from. */
function setUpSent() {
  const { last, refused } = sentHere();
  const refusal = document.querySelector("main [data-refused]")?.dataset.refused;
  let waiting = refused;
  if (last !== null) {
    waiting = refused.filter((one) => !isSame(one, last));
    if (SENT_AGAIN_AFTER.includes(refusal)) waiting = [last, ...waiting].slice(0, MOST_REFUSED);
    keepSentHere({ last: null, refused: waiting });
  }
  // The newest stands first.
  for (const one of [...waiting].reverse()) if (one.viewer === viewer()) offerAgain(one);
}

function offerAgain(sent) {
  const form = document.createElement("form");
  for (const name of ["action", "enctype"]) form.setAttribute(name, sent[name]);
  form.setAttribute("method", "post");
  form.dataset.again = sent.title;
  const token = ["csrf_token", document.querySelector("header [name=csrf_token]").value];
  for (const [name, value] of [token, ...sent.fields]) {
    const field = document.createElement("textarea");
    Object.assign(field, { name, value, hidden: true });
    form.append(field);
  }
  const actions = document.createElement("p");
  actions.className = "actions";
  for (const [word, type, look] of [[say("sent-again"), "submit", []], [say("sent-drop"), "button", ["secondary"]]]) {
    const button = document.createElement("button");
    Object.assign(button, { type, textContent: word });
    button.classList.add("button", "small", ...look);
    actions.append(button);
  }
  const words = document.createElement("p");
  words.textContent = say("sent-refused", { name: sent.title });
  const box = document.createElement("aside");
  box.classList.add("notice", "calm");
  box.setAttribute("aria-label", say("sent-again"));
  form.append(actions);
  box.append(words, form);
  actions.lastChild.addEventListener("click", () => {
    const { last, refused } = sentHere();
    keepSentHere({ last, refused: refused.filter((one) => !isSame(one, sent)) });
    box.remove();
  });
  document.getElementById("main").prepend(box);
}

// ---- Light or dark --------------------------------------------------------------------------

/** Each click is for the next theme; the first is the one that was stored. */
function setUpTheme(button) {
  const names = { auto: say("site-theme"), light: say("site-theme-light"), dark: say("site-theme-dark") };
  let choice = storedTheme();
  button.hidden = false;
  button.textContent = names[choice];
  button.addEventListener("click", () => {
    choice = THEMES[(THEMES.indexOf(choice) + 1) % THEMES.length];
    try {
      localStorage.setItem("theme", choice);
    } catch {
      // Without storage the choice lasts for this page.
    }
    applyTheme(choice);
    button.textContent = names[choice];
  });
}

setUpTheme(document.getElementById("theme"));
for (const button of document.querySelectorAll("[data-unfolds]")) setUpFold(button);
for (const form of document.querySelectorAll("form.submit")) setUpKeys(form);
// Who may not submit to a problem has a box to try programs in, without a draft.
for (const form of document.querySelectorAll("form.submit[data-draft]")) setUpSubmit(form);
for (const box of document.querySelectorAll(".specimen[data-draft]")) setUpSpecimen(box);
for (const form of document.querySelectorAll("form[data-guard]")) setUpGuard(form);
document.addEventListener("submit", sendOnce);
document.addEventListener("submit", keepSent);
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
setUpSent();
for (const source of document.querySelectorAll("[data-editor]")) setUpEditor(source);
for (const box of document.querySelectorAll('#verdict[data-pending="true"]')) setUpVerdict(box);
for (const button of document.querySelectorAll("[data-copy-from], [data-copy-text]")) setUpCopy(button);
