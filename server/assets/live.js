// Pages that change by themselves: the server tells that there is something new, the page fetches itself and
// takes the marked parts over. Without this file it changes when it is loaded again.
"use strict";

(function () {
  const mark = document.querySelector("[data-live]");
  if (mark === null || mark.dataset.live === "") return;

  // All who listen are told at once; each waits a little of their own before asking.
  const SPREAD_MS = 2000;
  const AGAIN_MS = 1200;
  const LONGEST_AGAIN_MS = 60000;

  const me = mark.dataset.me;
  const status = mark.querySelector(".live-status");
  let shown = mark.dataset.version;
  let latest = shown;
  let waiting = 0;
  let end = null;
  /** The last announcement that the page asked for. */
  let asked = 0;

  /** Fetches the page after `delay`; what is not there yet is asked for again after `pause`, and then more and more rarely. */
  function ask(delay, pause) {
    clearTimeout(waiting);
    waiting = setTimeout(() => take(pause), delay);
  }

  async function take(pause) {
    waiting = 0;
    // Whoever comes back is told anew.
    if (document.hidden) return;
    let page;
    try {
      // Without a cookie it is the page that all visitors share; whoever sees more than they do fetches their own.
      const credentials = mark.dataset.shared === "true" ? "omit" : "same-origin";
      const answer = await fetch(location.href, { credentials });
      if (isBusy(answer)) return again(pause);
      if (!answer.ok) return;
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      return again(pause);
    }
    const theirs = page.querySelector("[data-live]");
    if (theirs === null) return;
    shown = theirs.dataset.version;
    for (const part of document.querySelectorAll("[data-live-part]")) {
      const fresh = page.getElementById(part.id);
      if (fresh !== null && fresh.innerHTML !== part.dataset.was) replace(part, fresh);
    }
    if (shown !== latest) again(pause);
  }

  function again(pause) {
    ask(pause * (1 + Math.random()), Math.min(2 * pause, LONGEST_AGAIN_MS));
  }

  function replace(part, fresh) {
    const html = fresh.innerHTML;
    const first = part.dataset.was === undefined;
    part.dataset.was = html;
    for (const row of fresh.querySelectorAll("tr[data-name]")) {
      if (row.dataset.name !== me) continue;
      row.classList.add("me-row");
      const you = document.createElement("span");
      you.className = "you";
      you.textContent = say("common-you");
      row.querySelector(".person")?.parentElement.append(" ", you);
    }
    if (first && part.innerHTML === fresh.innerHTML) return;
    const scroll = part.querySelector(".scroll");
    const left = scroll === null ? 0 : scroll.scrollLeft;
    const before = new Map([...part.querySelectorAll("tr[data-name]")].map((row) => [row.dataset.name, row.textContent]));
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const place = focused === null ? -1 : [...part.querySelectorAll("a, [tabindex]")].indexOf(focused);
    part.replaceChildren(...fresh.childNodes);
    const now = part.querySelector(".scroll");
    if (now !== null) now.scrollLeft = left;
    if (place >= 0) part.querySelectorAll("a, [tabindex]")[place]?.focus({ preventScroll: true });
    let changed = 0;
    for (const row of part.querySelectorAll("tr[data-name]")) {
      if (before.get(row.dataset.name) === row.textContent) continue;
      changed += 1;
      row.classList.add("changed");
    }
    if (status !== null && changed > 0) status.textContent = say("live-changed", { n: changed });
    document.dispatchEvent(new CustomEvent("live", { detail: part }));
  }

  /** What the header and the banner say of announcements is in every page of the reader's. */
  async function tell(last) {
    if (!isNews(last) || asked >= last) return;
    asked = last;
    try {
      const answer = await fetch("/announcements");
      if (answer.ok) takeNews(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      asked = 0;
    }
  }

  function listen() {
    if (end !== null) return;
    end = listenTo(mark.dataset.live, {
      board(event) {
        latest = event.data;
        if (latest !== shown && waiting === 0) ask(Math.random() * SPREAD_MS, AGAIN_MS);
      },
      news(event) {
        tell(Number(event.data));
      },
    });
  }

  // A page that nobody sees costs nobody anything.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return listen();
    end?.();
    end = null;
  });
  if (!document.hidden) listen();
})();
