// Finding people on a board: a filter, a jump to the reader's own row, and people who are followed, whose rows
// stand on top as well. Both reach over all pages of a board. Who is followed is kept in this browser alone.
"use strict";

(function () {
  const tools = document.querySelector(".board-tools");
  if (tools === null) return;
  const KEY = "dojo-followed";
  const filter = tools.querySelector("input[type=search]");
  const jump = tools.querySelector(".jump");
  const found = tools.querySelector(".found");
  /** Followed by a name, the address of the page on which that person is; empty where all are on this one. */
  const pageOf = tools.dataset.of;
  const me = document.querySelector("[data-live]")?.dataset.me;
  const OWN = "#own-row";
  const MOST_ELSEWHERE = 20;
  let turn = 0;

  function readFollowed() {
    try {
      const names = JSON.parse(localStorage.getItem(KEY));
      return new Set(Array.isArray(names) ? names : []);
    } catch {
      return new Set();
    }
  }

  function writeFollowed(names) {
    try {
      localStorage.setItem(KEY, JSON.stringify([...names]));
    } catch {
      // Without storage people are followed until the page is left.
    }
  }

  let followed = readFollowed();

  function table() {
    return document.querySelector("#board table");
  }

  function rows() {
    return [...document.querySelectorAll("#board tbody:not(.followed) tr[data-name]")];
  }

  function star(row) {
    const name = row.querySelector(".person");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "follow";
    button.dataset.name = row.dataset.name;
    button.setAttribute("aria-label", say("board-follow", { name: name.textContent }));
    button.addEventListener("click", () => {
      if (!followed.delete(row.dataset.name)) followed.add(row.dataset.name);
      writeFollowed(followed);
      keepInSight();
      document.querySelector("#board tbody:not(.followed) .follow[data-name=" + CSS.escape(row.dataset.name) + "]")?.focus();
    });
    row.querySelector("th").prepend(button, " ");
    return button;
  }

  /** The rows of those who are followed stand on top as well. */
  function keepInSight() {
    table()?.querySelector(".followed")?.remove();
    const top = document.createElement("tbody");
    top.className = "followed";
    for (const row of rows()) {
      const is = followed.has(row.dataset.name);
      const button = row.querySelector(".follow");
      button.textContent = is ? "★" : "☆";
      button.setAttribute("aria-pressed", is);
      if (!is) continue;
      const copy = row.cloneNode(true);
      copy.querySelector(".follow").addEventListener("click", () => button.click());
      top.append(copy);
    }
    if (top.children.length > 0) table().tHead.after(top);
    fetchOthers(top);
  }

  /** Adds the rows of those who are followed and stand on other pages. */
  async function fetchOthers(top) {
    if (pageOf === "") return;
    const mine = ++turn;
    const here = new Set(rows().map((row) => row.dataset.name));
    const missing = [...followed].filter((name) => !here.has(name)).slice(0, MOST_ELSEWHERE);
    const others = await Promise.all(missing.map((name) => fetchRow(name).catch(() => null)));
    if (mine !== turn) return; // Meanwhile the board or those who are followed have changed.
    for (const row of others) {
      if (row === null) continue;
      const button = star(row);
      button.textContent = "★";
      button.setAttribute("aria-pressed", "true");
      top.append(row);
    }
    if (top.children.length > 0) table()?.tHead.after(top);
  }

  async function fetchRow(name) {
    const answer = await fetch(pageOf + encodeURIComponent(name));
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("#board tr[data-name=" + CSS.escape(name) + "]");
  }

  function narrow() {
    const wanted = filter.value.trim().toLowerCase();
    let left = 0;
    for (const row of rows()) {
      const text = row.dataset.name + " " + row.querySelector(".person").textContent;
      row.hidden = !text.toLowerCase().includes(wanted);
      if (!row.hidden) left += 1;
    }
    found.textContent = wanted === "" ? "" : say("board-found", { n: left });
  }

  function setUp() {
    if (table() === null) {
      tools.hidden = true;
      return;
    }
    tools.hidden = false;
    for (const row of rows()) star(row);
    keepInSight();
    narrow();
    jump.hidden = ownRow() === null && (pageOf === "" || me === undefined);
  }

  function ownRow() {
    return document.querySelector("#board tbody:not(.followed) .me-row");
  }

  filter.addEventListener("input", narrow);
  filter.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    filter.value = "";
    narrow();
  });
  jump.addEventListener("click", () => {
    filter.value = "";
    narrow();
    const row = ownRow();
    if (row === null) {
      location.href = pageOf + encodeURIComponent(me) + OWN;
      return;
    }
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    row.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
    row.querySelector("th a").focus({ preventScroll: true });
  });
  document.addEventListener("live", setUp);
  window.addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    followed = readFollowed();
    keepInSight();
  });
  setUp();
  if (location.hash === OWN && ownRow() !== null) jump.click();
})();
