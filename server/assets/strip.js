// Draws the strip anew (server/src/pages/strip.rs draws it first) and says what a cell is.
"use strict";

const STRIP = {
  columns: 50,
  square: "m.07.07h.86v.86h-.86zm-.07-.07",
  marks: {
    open: "",
    locked: "m.3.7l.4-.4m-.7-.3",
    right: "",
    wrong: "m.25.25l.5.5m0-.5l-.5.5m-.25-.75",
    made: "m.12.88l.76-.76m-.88-.12",
  },
};

/** One shape in each cell of a state. */
function stripPath(cells, state, shape) {
  let path = "";
  cells.forEach((cell, index) => {
    if (cell === state) path += "M" + (index % STRIP.columns) + " " + Math.floor(index / STRIP.columns) + shape;
  });
  return path;
}

/** Shows `cells`, each a key of `STRIP.marks`, and says so in words. */
function drawStrip(svg, cells, label) {
  const paths = [];
  const add = (name, d) => {
    if (d === "") return;
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", name);
    path.setAttribute("d", d);
    paths.push(path);
  };
  for (const [state, mark] of Object.entries(STRIP.marks)) {
    add("cell-" + state, stripPath(cells, state, STRIP.square));
    if (mark !== "") add("cell-mark mark-" + state, stripPath(cells, state, mark));
  }
  svg.replaceChildren(...paths);
  svg.setAttribute("aria-label", label);
}

/**
 * Lets a reader go over the cells with a pointer or the arrow keys; `tell(index)` gives the words. What it gives back says
 * them anew, when there is more to be said.
 */
function exploreStrip(svg, count, tell, output) {
  const rows = Math.ceil(count / STRIP.columns);
  let at = 0;
  const cursor = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  cursor.setAttribute("class", "cell-cursor");
  cursor.setAttribute("width", "1");
  cursor.setAttribute("height", "1");
  const show = (index) => {
    at = index;
    cursor.setAttribute("x", index % STRIP.columns);
    cursor.setAttribute("y", Math.floor(index / STRIP.columns));
    svg.append(cursor);
    output.textContent = tell(index);
    svg.setAttribute("aria-valuenow", index);
    svg.setAttribute("aria-valuetext", output.textContent);
  };
  const hide = () => {
    cursor.remove();
    output.textContent = "";
  };
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: STRIP.columns, ArrowUp: -STRIP.columns, Home: -count, End: count };
  svg.setAttribute("tabindex", "0");
  svg.setAttribute("role", "slider");
  svg.setAttribute("aria-valuemin", "0");
  svg.setAttribute("aria-valuemax", count - 1);
  svg.setAttribute("aria-valuenow", "0");
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * STRIP.columns);
    const y = Math.floor(((event.clientY - box.top) / box.height) * rows);
    const index = y * STRIP.columns + x;
    if (index >= 0 && index < count) show(index);
  });
  svg.addEventListener("pointerleave", hide);
  svg.addEventListener("focus", () => show(at));
  svg.addEventListener("blur", hide);
  svg.addEventListener("keydown", (event) => {
    if (!(event.key in steps)) return;
    event.preventDefault();
    show(Math.min(count - 1, Math.max(0, at + steps[event.key])));
  });
  return () => {
    if (cursor.isConnected) show(at);
  };
}
