// The days on which the problem of the day was solved in this browser, for who has no account: the streak, and what
// can be shared.
"use strict";

const KEPT_DAYS = 400;
const SOLVED_DAYS = "daily";

function dayBefore(day) {
  const before = new Date(day + "T00:00:00Z");
  before.setUTCDate(before.getUTCDate() - 1);
  return before.toISOString().slice(0, 10);
}

/** Days in a row up to this one. A day that is not over yet ends no row. */
function streakOf(days, today) {
  let day = days.includes(today) ? today : dayBefore(today);
  let streak = 0;
  for (; days.includes(day); day = dayBefore(day)) streak += 1;
  return streak;
}

function solvedDays() {
  try {
    const kept = JSON.parse(localStorage.getItem(SOLVED_DAYS));
    return { days: Array.isArray(kept.days) ? kept.days : [], told: kept.told ?? null };
  } catch {
    return { days: [], told: null };
  }
}

function showDaily(box) {
  const today = box.dataset.daily;
  const kept = solvedDays();
  const shared = document.getElementById("shared");
  if (shared !== null) {
    if (!kept.days.includes(today)) kept.days = [...kept.days, today].slice(-KEPT_DAYS);
    kept.told = { day: today, text: shared.textContent };
    try {
      localStorage.setItem(SOLVED_DAYS, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing has no streak.
    }
  }
  const streak = streakOf(kept.days, today);
  if (box.dataset.visitor !== undefined) {
    box.querySelector(".streak").textContent = say("daily-streak", { n: streak });
    if (shared !== null && streak > 1) shared.textContent += " · " + say("daily-streak", { n: streak });
  }
  // A page with a program in its box has turned to the next day.
  const left = box.querySelector(".daily-left");
  if (left !== null) left.hidden = recall(left.dataset.left) === null;
  const before = box.querySelector(".daily-before");
  if (before !== null && kept.told?.day === today && box.dataset.visitor !== undefined) {
    before.textContent = say("daily-solved-before", { what: kept.told.text });
    before.hidden = false;
  }
}

for (const box of document.querySelectorAll("[data-daily]")) showDaily(box);
