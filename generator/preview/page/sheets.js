// Counters and cards as the print kit lays them on paper; only sheets in sight are filled.

import { show } from "/pictures.js";
import { made } from "/problems.js";

const SCALE = 2.6;

export class Sheets {
  constructor(pictures) {
    this.pictures = pictures;
    this.view = document.getElementById("pages");
    this.paper = document.getElementById("paper");
    this.backs = document.getElementById("backs");
    this.tally = document.getElementById("sheet-tally");
    this.inSight = new Set();
    for (const one of [this.paper, this.backs]) one.addEventListener("change", () => this.take());
    this.watch = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) {
        if (isIntersecting) this.inSight.add(target);
        else {
          this.inSight.delete(target);
          target.replaceChildren();
          target.hosts = new Map();
        }
      }
      this.paint();
    }, { root: this.view, rootMargin: "300px" });
  }

  /** Lay the sheets of an edition out, unless they lie there; without one, as newly chosen. */
  async take(edition = this.edition) {
    const key = `${edition} ${this.paper.value} ${this.backs.value}`;
    if (key === this.key) return this.paint();
    this.key = key;
    this.edition = edition;
    const words = new URLSearchParams({ paper: this.paper.value, backs: this.backs.value });
    const answer = await fetch(`/sheets?${words}`).catch(() => null);
    if (!answer?.ok || key !== this.key) return undefined;
    return this.lay(await answer.json());
  }

  lay({ pages, trouble }) {
    this.tally.value = trouble || `${pages.length} ${pages.length === 1 ? "page" : "pages"}`;
    const scale = Math.min(SCALE, (this.view.clientWidth - 24) / Math.max(1, ...pages.map((one) => one.width)));
    const papers = [...this.view.children];
    for (const paper of papers.splice(pages.length)) {
      this.watch.unobserve(paper);
      this.inSight.delete(paper);
      paper.remove();
    }
    pages.forEach((page, index) => {
      const paper = papers[index] ?? this.view.appendChild(Object.assign(made("section", "paper"), { hosts: new Map() }));
      Object.assign(paper, { page, scale });
      paper.dataset.title = page.name;
      paper.setAttribute("aria-label", page.name);
      Object.assign(paper.style, { width: `${page.width * scale}px`, height: `${page.height * scale}px` });
      if (!papers[index]) this.watch.observe(paper);
    });
    return this.paint();
  }

  paint() {
    if (!this.view.clientWidth) return;
    const subjects = new Set();
    for (const paper of this.inSight) {
      const used = new Set(["marks"]);
      show(this.#host(paper, "marks", "marks"), paper.page.marks);
      for (const one of paper.page.placed) {
        subjects.add(`counter/${one.counter}`);
        const key = `${one.counter}/${one.face}`;
        used.add(key);
        const picture = this.pictures.of(`counter/${one.counter}`)?.pictures[one.face];
        const host = this.#host(paper, key, "face");
        // A turned picture is turned about the middle of the place it fills.
        const [wide, high] = one.turn % 180 ? [one.height, one.width] : [one.width, one.height];
        Object.assign(host.style, {
          left: `${(one.x + (one.width - wide) / 2) * paper.scale}px`,
          top: `${(one.y + (one.height - high) / 2) * paper.scale}px`,
          width: `${wide * paper.scale}px`,
          height: `${high * paper.scale}px`,
          rotate: `${one.turn}deg`,
        });
        show(host, picture?.svg ?? "");
      }
      for (const [key, host] of paper.hosts) {
        if (used.has(key)) continue;
        host.remove();
        paper.hosts.delete(key);
      }
    }
    this.pictures.ask([...subjects], 0, () => this.paint());
  }

  #host(paper, key, className) {
    let host = paper.hosts.get(key);
    if (!host) {
      host = paper.appendChild(made("div", className));
      paper.hosts.set(key, host);
    }
    return host;
  }
}
