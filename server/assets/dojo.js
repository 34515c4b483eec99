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

function count(source, output) {
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
  const tag = form.querySelector("#method_tag");
  const notes = form.querySelector("#notes");
  const file = form.querySelector("#file");
  const output = form.querySelector("#source-count");
  const note = form.querySelector("#draft-note");
  const key = form.dataset.draft;
  const update = () => count(source, output);
  const save = () => {
    const empty = source.value === "" && notes.value === "";
    writeDraft(key, empty ? null : { source: source.value, tag: tag.value, notes: notes.value });
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
    source.value = draft.source;
    tag.value = draft.tag;
    notes.value = draft.notes;
    note.hidden = false;
  }
  form.querySelector("#draft-drop").addEventListener("click", () => {
    source.value = tag.value = notes.value = "";
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
    if (sent) event.preventDefault();
    sent = true;
  });
  window.addEventListener("pageshow", () => {
    sent = false;
    update();
  });
  for (const keys of form.querySelectorAll(".keys")) keys.hidden = false;
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
