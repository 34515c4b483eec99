// Plays the Reveal of a season. What is to be seen is a function of the milliseconds that are over; in the live
// show these come from the server, so that everybody sees the same at the same second, late-comers too. Until the live
// show is over the server tells no more than what was shown, so it is asked again every second and played a little later.
"use strict";

(function () {
  const stage = document.querySelector(".stage");
  if (stage === null) return;
  const TICK_MS = 100;
  const ASK_MS = 1000;
  const BEHIND_MS = 1800;
  const TERMS_BESIDE = 6;
  const LETTERS = { r: "right", m: "made", w: "wrong" };
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const find = (css) => stage.querySelector(css);
  const slider = find("input");
  const play = find(".play");
  const back = find(".back");

  let show = null;
  /** The live show: its position at a time of this page's own clock. */
  let live = null;
  /** Playing for oneself: likewise. `null` while the live show is followed. */
  let own = null;
  let drawn = "";
  let asking = 0;
  let act = null;
  let rows = [];
  /** The boxes of a graph, in the order of the cells. */
  let boxes = [];
  let isListOpen = false;

  function position(clock) {
    let at = clock.position + (clock.running ? performance.now() - clock.heard : 0);
    if (!show.is_whole) at -= BEHIND_MS;
    return Math.max(0, Math.min(show.length, at));
  }

  function clock() {
    return own ?? live;
  }

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className !== "") made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function person(who) {
    const player = show.people[who];
    const link = element("a", "plain person", player.display_name);
    link.href = "/@" + player.name;
    return link;
  }

  /** How many cells are open; with less motion, ten at a time. */
  function openCells(of, at) {
    let open = 0;
    while (open < of.opens.length && of.opens[open] <= at) open += 1;
    if (still.matches && open < of.opens.length && of.opens.length > 20) open -= open % 10;
    return of.known + open;
  }

  /** What of a row the server tells more of from time to time. */
  function played(row) {
    return { submission: row.submission, cells: row.cells, bytes: row.bytes, breaks: row.ends ? row.cells.indexOf("w") : -1 };
  }

  /** The same show, of which more is told now. */
  function goOn(next) {
    show = next;
    slider.max = show.length;
    if (act === null) return;
    const same = show.acts.find((one) => one.slug === act.slug);
    const isSame = same !== undefined && same.graph === act.graph && same.rows.every((row) =>
      rows.some((mine) => mine.submission === row.submission && mine.bytes === row.bytes));
    if (!isSame) {
      act = null;
    } else {
      act = same;
      same.rows.forEach((row, rank) => Object.assign(rows.find((mine) => mine.submission === row.submission), played(row), { rank }));
    }
    drawn += " ";
  }

  function enter(next) {
    act = next;
    const number = show.acts.indexOf(act) + 1;
    find(".stage-title").textContent = say("stage-act", { n: number, of: show.of, title: act.title });
    rows = act.rows.map((row, place) => {
      const item = element("li", "");
      const who = element("span", "show-who");
      who.append(person(row.who));
      if (row.bytes !== null) who.append(element("span", "fine", say("count-bytes", { n: row.bytes })));
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const columns = Math.min(STRIP.columns, Math.max(act.cells, 1));
      svg.classList.add("cells");
      svg.classList.toggle("cells-few", act.cells < STRIP.columns);
      svg.setAttribute("viewBox", "0 0 " + columns + " " + Math.ceil(Math.max(act.cells, 1) / STRIP.columns));
      svg.setAttribute("role", "img");
      const end = element("a", "show-end fine", "");
      end.href = "/submissions/" + row.submission;
      item.append(element("span", "rank num", place + 1), who, svg, end);
      return { item, svg, end, rank: place, ...played(row) };
    });
    find(".show-rows").replaceChildren(...rows.map((row) => row.item));
    enterGraph();
  }

  /** Shows the graph of a physics problem, with nothing in its boxes. */
  function enterGraph() {
    const graph = find(".stage-graph");
    graph.hidden = act.graph === undefined;
    find(".show-terms").hidden = !graph.hidden;
    graph.innerHTML = act.graph ?? "";
    boxes = [...graph.querySelectorAll(".graph-node")].map((node) => {
      const link = node.querySelector("a");
      link.href.baseVal = "/seasons/" + stage.dataset.season + "/problems/" + act.slug + link.href.baseVal;
      const word = node.querySelector(".graph-word");
      // A box without a formula has no room for more than a count.
      const words = node.querySelector(".graph-formula") === null ? "" : word.textContent;
      return { node, link, word, name: link.getAttribute("aria-label"), words };
    });
  }

  /** Lights up the boxes that are open: what anybody says, what is credited through another, what nobody has. */
  function drawGraph(open) {
    boxes.forEach(({ node, link, word, name, words }, index) => {
      const lit = index < open;
      const has = (letters) => rows.filter((row) => letters.includes(row.cells[index])).length;
      const credited = has("rm");
      const state = has("r") > 0 ? "matched" : credited > 0 ? "credited" : "missed";
      for (const name of ["matched", "credited", "missed"]) node.classList.toggle(name, lit && name === state);
      node.classList.toggle("unlit", !lit);
      const count = say("common-of", { n: credited, of: rows.length });
      word.textContent = lit && words !== "" ? words + ", " + count : lit ? count : words;
      link.setAttribute("aria-label", lit
        ? say("stage-box-open", { name, n: credited, of: rows.length })
        : say("stage-box-shut", { name }));
    });
    if (open === 0 || open > boxes.length) return;
    // Where the graph is larger than its place, the box that has just opened is in sight.
    const graph = find(".stage-graph");
    const [place, box] = [graph, boxes[open - 1].node].map((element) => element.getBoundingClientRect());
    graph.scrollBy({
      left: box.left + box.width / 2 - place.left - place.width / 2,
      top: box.top + box.height / 2 - place.top - place.height / 2,
      behavior: still.matches ? "auto" : "smooth",
    });
  }

  function drawTerms(open) {
    const until = open - act.known;
    const first = Math.max(0, until - TERMS_BESIDE);
    find(".show-terms").replaceChildren(...act.terms.slice(first, until).map((term, place) => {
      const item = element("span", "");
      item.append(element("small", "", "a(" + (act.origin + act.known + first + place) + ")"), term);
      return item;
    }));
  }

  function drawRows(open) {
    const reached = (row) => row.breaks >= 0 && row.breaks < open ? row.breaks : open;
    for (const row of rows) {
      const broken = row.breaks >= 0 && row.breaks < open;
      const cells = Array.from({ length: act.cells }, (_, index) => {
        if (index >= open) return "locked";
        if (broken && index > row.breaks) return "open";
        return LETTERS[row.cells[index]] ?? "locked";
      });
      let right = 0;
      for (let index = 0; index < open; index += 1) if (row.cells[index] !== "w") right += 1;
      row.item.classList.toggle("out", broken);
      // The board's order is told when all is open.
      row.item.querySelector(".rank").textContent = open < act.cells ? "" : row.rank + 1;
      row.end.textContent = broken
        ? say("stage-broke", { index: String(act.origin + row.breaks) })
        : boxes.length > 0 ? say("physics-graph-credited", { n: right }) : say("show-right", { n: right });
      drawStrip(row.svg, cells, say("strip-stage", { n: right, of: open }));
    }
    drawGraph(open);
    if (act.terms.length === 0) return;
    // Who still runs stays above who broke; a later break is better.
    const order = [...rows].sort((a, b) => reached(b) - reached(a) || a.rank - b.rank);
    const list = find(".show-rows");
    if (order.some((row, place) => list.children[place] !== row.item)) list.replaceChildren(...order.map((row) => row.item));
  }

  function drawRanks(ranks, moves) {
    const list = find(".standing");
    const before = new Map([...list.children].map((item) => [item.dataset.who, item.getBoundingClientRect().top]));
    list.replaceChildren(...ranks.map((row) => {
      const item = element("li", "");
      item.dataset.who = row.who;
      item.append(element("span", "rank num", row.rank + "."), person(row.who), element("span", "total num", DIGITS.format(row.total)));
      return item;
    }));
    if (!moves || still.matches) return;
    for (const item of list.children) {
      const top = before.get(item.dataset.who);
      const by = top === undefined ? 40 : top - item.getBoundingClientRect().top;
      if (by !== 0) item.animate([{ transform: "translateY(" + by + "px)" }, { transform: "none" }], { duration: 1200, easing: "ease-in-out" });
    }
  }

  function drawWinners(count) {
    const named = show.winners.slice(show.winners.length - count);
    find(".stage-winners").hidden = false;
    find(".stage-winners .podium").replaceChildren(...named.map((row) => {
      const item = element("li", "");
      item.value = row.rank;
      item.append(person(row.who), " ", element("span", "fine", say("count-points", { n: row.total })));
      return item;
    }));
  }

  function announce(text) {
    const said = find(".stage-said");
    if (said.textContent !== text) said.textContent = text;
  }

  function draw() {
    const now = clock();
    find(".stage-curtain").hidden = now !== null;
    // Until it is over nobody can play it for themselves.
    find(".stage-controls").hidden = !show.is_whole;
    const at = now === null ? 0 : position(now);
    const place = show.acts.findLastIndex((one) => one.begins <= at);
    const current = show.acts[Math.max(0, place)];
    const last = show.acts[show.acts.length - 1];
    const over = show.acts.length === show.of && at >= last.ends;
    const open = openCells(current, at);
    const moved = at >= current.ranks;
    const named = show.named.filter((time) => time <= at).length;
    if (over && show.winners.length < named) return;
    const key = [current.slug, open, moved, over, named, now === null].join(" ");
    if (document.activeElement !== slider || own?.running !== false) slider.value = at;
    const time = (ms) => Math.floor(ms / 60000) + ":" + String(Math.floor(ms / 1000) % 60).padStart(2, "0");
    find(".stage-time").textContent = say("common-of", { n: time(at), of: time(show.length) });
    slider.setAttribute("aria-valuetext", time(at));
    play.textContent = own?.running ? say("show-pause") : say("common-play");
    play.hidden = own === null && live !== null && live.running && position(live) < show.length;
    back.hidden = own === null || live === null || !live.running || position(live) >= show.length;
    stage.dataset.on = own === null && now !== null && now.running && at < show.length;
    find(".stage-state").textContent = own !== null || now === null ? "" :
      at >= show.length ? say("stage-over") :
      now.running ? say("stage-live") : say("stage-paused");
    if (own?.running && at >= show.length) own = { position: show.length, running: false, heard: 0 };
    if (key === drawn) return;
    const known = drawn !== "";
    drawn = key;
    stage.querySelector(".stage-act").hidden = now === null || over;
    stage.querySelector(".stage-ranks").hidden = now === null || over;
    if (act !== current) enter(current);
    drawTerms(open);
    drawRows(open);
    const index = show.acts.indexOf(current);
    const ranks = moved ? current.ranks_after : index > 0 ? show.acts[index - 1].ranks_after : [];
    drawRanks(ranks, known && moved);
    find(".stage-winners").hidden = true;
    if (over) {
      drawWinners(named);
      if (named > 0) {
        const row = show.winners[show.winners.length - named];
        announce(say("stage-winner", { rank: row.rank, name: show.people[row.who].display_name }));
      }
    } else if (moved) {
      const first = ranks.slice(0, 3).map((row) => row.rank + ". " + show.people[row.who].display_name).join(", ");
      announce(say("stage-after", { title: current.title, first }));
    } else {
      announce(find(".stage-title").textContent);
    }
  }

  play.addEventListener("click", () => {
    const now = clock();
    const at = now === null || position(now) >= show.length ? 0 : position(now);
    own = { position: at, running: !(own?.running ?? false), heard: performance.now() };
    draw();
  });
  slider.addEventListener("input", () => {
    own = { position: Number(slider.value), running: false, heard: 0 };
    draw();
  });
  back.addEventListener("click", () => {
    own = null;
    draw();
  });

  /** Asks what there is to play, again while there is more to come. */
  async function ask() {
    clearTimeout(asking);
    const answer = await fetch(stage.dataset.show).catch(() => null);
    const wait = answer?.status === 503 ? 1000 * Number(answer.headers.get("Retry-After") ?? 2) : ASK_MS;
    const next = answer?.ok ? await answer.json() : null;
    if (next !== null && next.acts.length > 0) {
      const begins = show === null;
      goOn(next);
      if (begins) begin();
      draw();
    }
    const waits = show === null ? answer?.status === 503 || live?.running : live?.running && !show.is_whole;
    if (waits) asking = setTimeout(ask, wait);
  }

  /** Beside the stage the list is folded, also when more of it comes, until the reader unfolds it. */
  function foldList() {
    const list = document.querySelector(".stage-list");
    if (list !== null) list.open = isListOpen;
  }

  function begin() {
    stage.hidden = false;
    foldList();
    document.addEventListener("live", foldList);
    // The list is another one after each change; the event does not bubble.
    document.addEventListener("toggle", ({ target }) => {
      if (target.matches(".stage-list")) isListOpen = target.open;
    }, true);
    const slug = location.hash.slice(1);
    const act = show.acts.find((one) => one.slug === slug);
    const at = act?.begins ?? (slug === "final-ranks" ? show.acts[show.acts.length - 1].ends : null);
    if (show.is_whole && at !== null) own = { position: at, running: true, heard: performance.now() };
    setInterval(draw, TICK_MS);
  }

  listenTo(stage.dataset.events, {
    show(event) {
      const told = JSON.parse(event.data);
      live = { position: told.position, running: told.running, heard: performance.now() };
      if (show === null || !show.is_whole) ask();
      else draw();
    },
    board() {
      if (show !== null && !show.is_whole) ask();
    },
  });

  ask();
})();
