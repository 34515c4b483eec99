// Times in the reader's own zone, countdowns that tick, and pages that turn by themselves at the moment
// for which they are announced. The clock is the server's: its time stands in the page.
"use strict";

(function () {
  // The server wrote it as the page began to come; this runs when all of it is here.
  const [arrival] = performance.getEntriesByType("navigation");
  const came = performance.timeOrigin + (arrival?.responseStart || performance.now());
  const behind = came - Date.parse(document.body.dataset.now);
  const now = () => Date.now() - behind;
  const DAY_S = 86400;
  const TRIES = 10;

  const local = new Intl.DateTimeFormat(say("time-locale"), { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
  const utcHour = new Intl.DateTimeFormat(say("time-locale"), { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
  const utcDay = new Intl.DateTimeFormat(say("time-locale"), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

  // Who types a date means the clocks of the place where the browser is, unless a place was chosen.
  for (const zones of document.querySelectorAll("select[data-zone]")) {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const chosen = zones.querySelector("option[selected]");
    if (chosen === null && Array.from(zones.options, (option) => option.value).includes(own)) zones.value = own;
  }

  /** `22 Nov 2026, 16:00 (15:00 UTC)`. */
  function inOwnZone(date) {
    if (date.getTimezoneOffset() === 0) return null;
    const other = date.getDate() === date.getUTCDate() ? utcHour : utcDay;
    return say("time-own", { at: local.format(date), utc: other.format(date) });
  }

  function two(number) {
    return String(number).padStart(2, "0");
  }

  /** `in 1:02:03`; the server's words serve for what is further away. */
  function countdown(seconds) {
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return say("time-in", { n: (hours > 0 ? hours + ":" + two(minutes) : minutes) + ":" + two(seconds % 60) });
  }

  /** Where the page submits, or says why it does not. */
  const gate = document.querySelector("[data-turn-part]");

  /** What stood there while somebody could submit. */
  let actions = [];

  /** Puts a reason there instead. */
  function shut(nodes) {
    if (gate.querySelector(".button") !== null) actions = [...gate.childNodes];
    gate.setAttribute("role", "status");
    gate.replaceChildren(...nodes);
  }

  /** What stands there when the problem is not to be seen any more. */
  function gone(page) {
    const notice = document.createElement("p");
    notice.className = "notice";
    notice.textContent = page.querySelector("main .lead").textContent + " " + say("submit-kept");
    return notice;
  }

  /**
   * Fetches the page and takes over whether somebody can submit, and until when; what stands above the statement; and
   * announcements. What is being written is left alone. Whether that was possible; an error when the server has no page.
   */
  async function renew() {
    if (gate === null) return false;
    const answer = await fetch(location.href);
    if (!answer.ok && answer.status !== 404) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    takeNews(page);
    if (answer.status === 404) {
      shut([gone(page)]);
      return true;
    }
    const fresh = page.getElementById(gate.id);
    if (fresh === null) return false;
    const [told, toTell] = [document, page].map((of) => of.getElementById("told"));
    told.replaceChildren(...toTell.childNodes);
    read(told);
    if (fresh.querySelector(".button") !== null) {
      if (actions.length > 0) {
        gate.replaceChildren(...actions);
        gate.removeAttribute("role");
      }
      const [old, clock] = [gate, fresh].map((part) => part.querySelector(".clock"));
      if (old === null) return false;
      old.replaceChildren(...clock.childNodes);
      read(old);
      return true;
    }
    if (fresh.querySelector("[data-turns]") !== null) return false;
    shut(fresh.childNodes);
    return true;
  }

  let ticking = [];
  let turning = 0;

  /** Reads the times of a part of the page. */
  function read(part) {
    ticking = ticking.filter(({ time }) => time.isConnected);
    for (const time of part.querySelectorAll("time[datetime]")) {
      const date = new Date(time.dateTime);
      const own = inOwnZone(date);
      if (time.hasAttribute("title")) {
        if (own !== null) time.title = own;
        if (date > now()) ticking.push({ time, date });
      } else if (own !== null) {
        time.textContent = own;
      }
    }
    tick();
    waitForTurn();
  }

  function tick() {
    for (const { time, date } of ticking) {
      const seconds = Math.ceil((date - now()) / 1000);
      if (seconds < DAY_S) time.textContent = seconds > 0 ? countdown(seconds) : say("time-over");
    }
  }

  /**
   * Loads the page again; its live parts change all the same. Where something was written, or the page is what a form
   * was answered with, which would be sent again, it says that its time is over.
   */
  function reload() {
    const boxes = [...document.querySelectorAll("textarea")];
    const isWritten = boxes.some((box) => box.value !== box.defaultValue);
    if (!isWritten && document.body.dataset.answer === undefined) return location.reload();
    for (const told of document.querySelectorAll("[data-turned]")) told.hidden = false;
  }

  // At the moment itself everybody would come at once, so each waits a little of their own. The server
  // may turn a second later than announced: then the page asks again, a few times.
  function waitForTurn() {
    clearTimeout(turning);
    const turns = [...document.querySelectorAll("time[data-turns]")].map((time) => Date.parse(time.dateTime) - now());
    if (turns.length === 0) return;
    const first = Math.min(...turns);
    const key = "turn:" + location.pathname;
    const tries = Number(sessionStorage.getItem(key) ?? 0);
    if (first > 0) sessionStorage.removeItem(key);
    if (first >= DAY_S * 1000 || tries >= TRIES) return;
    turning = setTimeout(() => {
      if (first <= 0) sessionStorage.setItem(key, tries + 1);
      renew().then((renewed) => { if (!renewed) reload(); }, reload);
    }, Math.max(first, 1000) + 500 + 1500 * Math.random());
  }

  read(document);
  setInterval(tick, 1000);
  for (const change of ["live", "news"]) document.addEventListener(change, (event) => read(event.detail));

  // Where somebody can submit, the page hears when that changes and when something is announced. One that nobody sees
  // does not listen.
  const mark = document.querySelector("[data-admission]");
  const SPREAD_MS = 1500;
  let asking = 0;
  let end = null;

  /** All who listen are told at once; each waits a little of their own, and a server without time is asked again. */
  function ask(tries, after) {
    clearTimeout(asking);
    asking = setTimeout(() => renew().then((renewed) => {
      // Where there is no box nothing can be lost.
      if (!renewed && document.querySelector("form.submit") === null) reload();
    }, () => {
      if (tries > 1) ask(tries - 1, 2 * after);
    }), after * Math.random());
  }

  function listen() {
    if (document.hidden) {
      end?.();
      end = null;
      return;
    }
    end ??= listenTo(mark.dataset.admission, {
      admission(event) {
        if (event.data === mark.dataset.version) return;
        mark.dataset.version = event.data;
        ask(TRIES, SPREAD_MS);
      },
      news(event) {
        if (isNews(event.data)) ask(TRIES, SPREAD_MS);
      },
    });
  }
  if (mark !== null) {
    document.addEventListener("visibilitychange", listen);
    listen();
  }
})();
