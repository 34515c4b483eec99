// Returns what is wrong with this page, one line each.
const faults = [];
const name = (element) => element.tagName.toLowerCase() + (element.id ? "#" + element.id : "") + (element.className && element.className.baseVal === undefined ? "." + element.className : "");

const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > width) {
  for (const element of document.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (box.right > width + 1 && element.closest(".scroll, .formula, pre, .code, .unseen, svg") === null) faults.push("over the edge: " + name(element));
  }
  if (faults.length === 0) faults.push("the page scrolls sideways");
}

if (document.documentElement.lang === "") faults.push("no language");
if (document.title === "") faults.push("no title");
if (document.querySelectorAll("h1").length !== 1) faults.push("not exactly one h1");
let level = 0;
for (const heading of document.querySelectorAll("main h1, main h2, main h3, main h4")) {
  const next = Number(heading.tagName[1]);
  if (next > level + 1 && level > 0) faults.push("a level is skipped before: " + heading.textContent.trim());
  level = next;
}

for (const drawing of document.querySelectorAll("main svg")) {
  const frame = drawing.getBoundingClientRect();
  // Folded away.
  if (frame.width === 0) continue;
  for (const text of drawing.querySelectorAll("text")) {
    const box = text.getBoundingClientRect();
    if (box.width === 0) continue;
    const inside = box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
    if (!inside) faults.push("cut off in its drawing: " + text.textContent);
  }
}

const ids = new Set();
for (const element of document.querySelectorAll("[id]")) {
  if (ids.has(element.id)) faults.push("twice the id " + element.id);
  ids.add(element.id);
}
for (const element of document.querySelectorAll("[aria-describedby], [aria-labelledby]")) {
  for (const attribute of ["aria-describedby", "aria-labelledby"]) {
    for (const id of (element.getAttribute(attribute) || "").split(/\s+/).filter(Boolean)) {
      if (!ids.has(id)) faults.push(name(element) + " refers to no element: " + id);
    }
  }
}
for (const field of document.querySelectorAll("input:not([type=hidden]), textarea, select")) {
  if (field.labels.length === 0 && !field.hasAttribute("aria-label")) faults.push("no label: " + name(field));
}
for (const control of document.querySelectorAll("a[href], button")) {
  if (control.textContent.trim() === "" && !control.hasAttribute("aria-label")) faults.push("no name: " + name(control));
}
for (const form of document.querySelectorAll('form[method="post"]')) {
  if (form.querySelector("input[name=csrf_token][value]:not([value=''])") === null) faults.push("no token: " + name(form));
}
for (const table of document.querySelectorAll("table")) {
  if (table.querySelector("th") === null) faults.push("a table without headings");
}
for (const element of document.querySelectorAll("[style], style, script:not([src])")) faults.push("inline: " + name(element));
for (const box of document.querySelectorAll(".scroll, pre, .code")) {
  if (box.scrollWidth > box.clientWidth && box.tabIndex < 0) faults.push("cannot be scrolled by keyboard: " + name(box));
}
return faults;
