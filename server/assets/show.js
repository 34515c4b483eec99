// The Reveal of a problem, played again: its hidden terms open one by one, and each program goes on until
// it breaks. Without this file the page is the list of how far each came.
"use strict";

const TERM_MS = 250;
const TERMS_BESIDE = 6;

class Show {
  constructor(box) {
    this.box = box;
    this.origin = Number(box.dataset.origin);
    this.from = Number(box.dataset.public);
    this.check = Number(box.dataset.check);
    this.list = box.querySelector(".show-rows");
    this.rows = [...this.list.children].map((element) => ({
      element,
      matched: Number(element.dataset.matched),
      svg: element.querySelector(".cells"),
      end: element.querySelector(".show-end"),
    }));
    this.slider = box.querySelector("input");
    this.play = box.querySelector(".play");
    this.shown = box.querySelector(".show-terms");
    this.terms = [];
    this.timer = 0;
  }

  async setUp() {
    const answer = await fetch(this.box.dataset.terms);
    if (!answer.ok) return;
    this.terms = (await answer.text()).trim().split(/\s+/);
    this.box.querySelector(".needs-script").hidden = false;
    this.slider.addEventListener("input", () => {
      this.pause();
      this.draw();
    });
    this.play.addEventListener("click", () => (this.timer === 0 ? this.start() : this.pause()));
    this.drawTerms();
  }

  start() {
    if (this.open() >= this.check) this.slider.value = this.from;
    this.play.textContent = say("show-pause");
    this.timer = setInterval(() => {
      this.slider.value = this.open() + 1;
      this.draw();
      if (this.open() >= this.check) this.pause();
    }, TERM_MS);
    this.draw();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.play.textContent = say("common-play");
  }

  open() {
    return Number(this.slider.value);
  }

  drawTerms() {
    const open = this.open();
    const first = Math.max(0, open - TERMS_BESIDE);
    this.shown.replaceChildren(...this.terms.slice(first, open).map((term, place) => {
      const item = document.createElement("span");
      const name = document.createElement("small");
      name.textContent = "a(" + (this.origin + first + place) + ")";
      item.append(name, term.length <= 12 ? term : term.slice(0, 5) + "…" + term.slice(-4));
      return item;
    }));
  }

  draw() {
    this.drawTerms();
    const open = this.open();
    for (const row of this.rows) {
      const broken = row.matched < open;
      row.element.classList.toggle("out", broken);
      const right = Math.min(row.matched, open);
      const cells = Array.from({ length: this.check }, (_, index) => {
        if (index < right) return "right";
        if (broken && index === row.matched) return "wrong";
        return index < open ? "open" : "locked";
      });
      drawStrip(row.svg, cells, say("strip-open", { n: right, of: open }));
    }
    // Who still runs stays above who broke; a later break is better.
    const order = this.rows.map((row, rank) => ({ row, rank }));
    order.sort((a, b) => Math.min(b.row.matched, open) - Math.min(a.row.matched, open) || a.rank - b.rank);
    order.forEach(({ row }, place) => { row.element.style.order = place; });
  }
}

for (const box of document.querySelectorAll(".show")) new Show(box).setUp();
