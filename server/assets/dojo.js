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
  if (text.startsWith("\ufeff")) return "starts with a byte-order mark";
  if (text.includes("\0")) return "contains a NUL character";
  return null;
}

function byteLength(text) {
  return new TextEncoder().encode(text).length;
}

function brevityBonus(bytes) {
  return Math.floor(200 * Math.exp(-bytes / 800));
}

function grouped(number) {
  return number.toLocaleString("en-US");
}

function countProgram(source, output) {
  const limit = Number(source.dataset.limit);
  const bytes = byteLength(canonical(source.value));
  const reason = refused(source.value);
  output.classList.toggle("over", bytes > limit || reason !== null);
  if (bytes === 0) {
    output.textContent = "0 bytes; fewer bytes score higher.";
    return;
  }
  const parts = [grouped(bytes) + (bytes === 1 ? " byte" : " bytes")];
  if (reason !== null) {
    parts.push(reason);
  } else if (bytes > limit) {
    parts.push("at most " + grouped(limit) + " are accepted");
  } else {
    parts.push("brevity bonus " + brevityBonus(bytes) + " when all terms are right");
  }
  const selected = source.value.slice(source.selectionStart, source.selectionEnd);
  if (selected !== "") parts.push(grouped(byteLength(selected)) + " selected");
  output.textContent = parts.join(" · ");
}

/** Formulas between $$ and $$, outside code, and whether the last one is left open; a formula never
    goes over a blank line. The preview of the server counts exactly. */
function countFormulas(text) {
  const fenced = /^ {0,3}(```+|~~~+)[^\n]*\n(?:[^]*?\n {0,3}\1[ \t]*$|[^]*)/gm;
  let closed = 0;
  let open = false;
  for (const paragraph of text.replace(/\r\n?/g, "\n").replace(fenced, "\n\n").split(/\n[ \t]*\n/)) {
    const marks = paragraph.replace(/`[^`]*`/g, "").match(/(?<!\\)\$\$/g) ?? [];
    closed += Math.floor(marks.length / 2);
    open = open || marks.length % 2 === 1;
  }
  return { closed, open };
}

function countDerivation(source, output) {
  const bytes = byteLength(source.value);
  const { closed, open } = countFormulas(source.value);
  const tooLong = bytes > Number(source.dataset.limit);
  const tooMany = closed > Number(source.dataset.formulas);
  output.classList.toggle("over", tooLong || tooMany || open);
  const parts = [
    grouped(bytes) + (bytes === 1 ? " byte" : " bytes"),
    grouped(closed) + (closed === 1 ? " formula" : " formulas") + " in $$…$$",
  ];
  if (tooLong) parts.push("at most " + grouped(Number(source.dataset.limit)) + " bytes are accepted");
  if (tooMany) parts.push("only the first " + source.dataset.formulas + " are compared");
  if (open) parts.push("a $$ is not closed in its paragraph");
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

function readDraft(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function writeDraft(key, draft) {
  try {
    if (draft === null) {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, JSON.stringify(draft));
    }
  } catch {
    // Without storage there is no draft; typing goes on.
  }
}

function setUpSubmit(form) {
  const source = form.querySelector("#source");
  const fields = [...form.querySelectorAll("textarea[name], input[name]:not([type])")];
  const file = form.querySelector("#file");
  const output = form.querySelector("#source-count");
  const note = form.querySelector("#draft-note");
  const key = form.dataset.draft;
  const count = form.dataset.counts === "derivation" ? countDerivation : countProgram;
  const update = () => count(source, output);
  const save = () => {
    const empty = fields.every((field) => field.value === "");
    writeDraft(key, empty ? null : Object.fromEntries(fields.map((field) => [field.name, field.value])));
  };

  // What the server sends back is newer than any draft. What was typed before signing in becomes
  // the draft of who signed in.
  let draft = null;
  if (form.dataset.kept !== "true") {
    draft = readDraft(key);
    if (draft === null) {
      draft = readDraft(form.dataset.visitorDraft);
      writeDraft(form.dataset.visitorDraft, null);
      writeDraft(key, draft);
    }
  }
  if (draft !== null && typeof draft.source === "string") {
    for (const field of fields) field.value = draft[field.name] ?? "";
    note.hidden = false;
  }
  form.querySelector("#draft-drop").addEventListener("click", () => {
    for (const field of fields) field.value = "";
    note.hidden = true;
    save();
    update();
    source.focus();
  });

  form.addEventListener("input", () => { save(); update(); });
  source.addEventListener("select", update);
  document.addEventListener("selectionchange", () => {
    if (document.activeElement === source) update();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    if (event.ctrlKey || event.metaKey) {
      const send = form.querySelector("#send");
      if (send !== null) {
        event.preventDefault();
        form.requestSubmit(send);
      }
    } else if (event.target === source && !event.shiftKey && !event.altKey) {
      keepIndent(event, source);
    }
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
    save();
    update();
    source.focus();
  });
  // One submission a click: a second one would be refused as too fast.
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (event.submitter !== null && event.submitter.id === "check") {
      event.preventDefault();
      showReading(form, event.submitter);
      return;
    }
    if (sent) event.preventDefault();
    sent = true;
  });
  window.addEventListener("pageshow", () => {
    sent = false;
    update();
  });
  for (const keys of form.querySelectorAll(".keys")) keys.hidden = false;
}

/** Asks how the formulas are read and shows the answer under the box; the page stays. */
async function showReading(form, button) {
  const box = document.getElementById("reading");
  const status = document.getElementById("reading-status");
  button.disabled = true;
  status.textContent = "";
  try {
    const answer = await fetch(button.formAction, { method: "POST", body: new FormData(form) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const read = page.getElementById("reading");
    if (read !== null && read.childElementCount > 0) {
      box.replaceChildren(...read.childNodes);
      status.textContent = box.querySelector(".facts").textContent;
    } else {
      const why = page.querySelector("main .error, main .lead");
      const message = document.createElement("p");
      message.className = "error";
      message.textContent = why === null ? "The server gave no answer." : why.textContent;
      box.replaceChildren(message);
      status.textContent = message.textContent;
    }
  } catch {
    status.textContent = "The server could not be reached.";
    box.textContent = status.textContent;
  }
  button.disabled = false;
}

// ---- A verdict that arrives -----------------------------------------------------------------

function setUpVerdict(box) {
  const status = document.getElementById("verdict-status");
  const events = new EventSource(box.dataset.events);
  let asked = 0;

  async function refresh() {
    const mine = ++asked;
    const answer = await fetch(box.dataset.fragment, { headers: { Accept: "text/html" } });
    if (!answer.ok || mine !== asked) return;
    const html = await answer.text();
    if (mine !== asked) return;
    box.innerHTML = html;
    const panel = box.querySelector("[data-state]");
    if (panel === null) return;
    status.textContent = panel.dataset.announce;
    if (panel.dataset.state === "done") {
      box.dataset.pending = "false";
      events.close();
      document.title = document.title.replace(/^\S[^–]*/, panel.dataset.name + " ");
    }
  }

  // The verdict may have come before the stream was open, or while it was broken.
  events.addEventListener("open", refresh);
  events.addEventListener("verdict", refresh);
}

// ---- Copying --------------------------------------------------------------------------------

async function copied(button, text) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(await text());
    button.textContent = "Copied";
  } catch {
    button.textContent = "Could not copy";
  }
  setTimeout(() => { button.textContent = before; }, 2000);
}

function setUpCopy(button) {
  if (navigator.clipboard === undefined) return;
  button.hidden = false;
  button.addEventListener("click", () => copied(button, async () => {
    if (button.dataset.copyText !== undefined) {
      return document.getElementById(button.dataset.copyText).textContent;
    }
    const answer = await fetch(document.getElementById(button.dataset.copyFrom).href);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }));
}

for (const form of document.querySelectorAll("form.submit")) setUpSubmit(form);
for (const box of document.querySelectorAll('#verdict[data-pending="true"]')) setUpVerdict(box);
for (const button of document.querySelectorAll("[data-copy-from], [data-copy-text]")) setUpCopy(button);
