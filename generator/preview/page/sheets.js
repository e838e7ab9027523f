// Counters as they lie on sheets of paper: fronts, and backs turned over the long edge.

import { show } from "/pictures.js";
import { made } from "/problems.js";

const MARGIN = 12;
const SPACE = 3;
const SCALE = 2.4;

/** The counters in sheets: each side, then each size, apart. */
export function arranged(entries, [width, height]) {
  const kinds = new Map();
  for (const one of entries) {
    const key = `${one.side}\n${one.width}x${one.height}`;
    (kinds.get(key) ?? kinds.set(key, []).get(key)).push(one);
  }
  const sheets = [];
  for (const list of kinds.values()) {
    const { width: wide, height: high, side } = list[0];
    const across = Math.max(1, Math.floor((width - 2 * MARGIN + SPACE) / (wide + SPACE)));
    const down = Math.max(1, Math.floor((height - 2 * MARGIN + SPACE) / (high + SPACE)));
    const left = (width - across * (wide + SPACE) + SPACE) / 2;
    for (let at = 0; at < list.length; at += across * down) {
      const cells = list.slice(at, at + across * down).map((entry, index) => ({
        entry,
        x: left + (index % across) * (wide + SPACE),
        y: MARGIN + Math.floor(index / across) * (high + SPACE),
      }));
      sheets.push({ side, size: `${wide} × ${high} mm`, cells });
    }
  }
  return sheets;
}

export class Sheets {
  constructor(pictures) {
    this.pictures = pictures;
    this.view = document.getElementById("pages");
    this.paper = document.getElementById("paper");
    this.tally = document.getElementById("sheet-tally");
    this.entries = [];
    this.names = new Map();
    this.inSight = new Set();
    this.paper.addEventListener("change", () => this.arrange());
    this.watch = new IntersectionObserver((seen) => {
      for (const one of seen) {
        if (one.isIntersecting) this.inSight.add(one.target);
        else this.inSight.delete(one.target);
        if (!one.isIntersecting) one.target.replaceChildren();
      }
      this.paint();
    }, { root: this.view, rootMargin: "400px" });
  }

  take(entries, sides) {
    if (entries) this.entries = entries;
    if (sides) this.names = new Map(sides.map((one) => [one.id, one.name]));
    this.arrange();
  }

  arrange() {
    if (!this.view.clientWidth) return;
    const [width, height] = this.paper.value.split(" ").map(Number);
    const scale = Math.min(SCALE, (this.view.clientWidth - 24) / width);
    const sheets = arranged(this.entries, [width, height]);
    const key = JSON.stringify([width, scale, sheets.map((one) => one.cells.map((cell) => [cell.entry.id, cell.x, cell.y]))]);
    this.tally.value = `${sheets.length} ${sheets.length === 1 ? "sheet" : "sheets"}, front and back`;
    if (key === this.key) return this.paint();
    this.key = key;
    this.watch.disconnect();
    this.inSight.clear();
    this.view.replaceChildren(...sheets.map((sheet, number) => {
      const papers = ["front", "back"].map((face) => {
        const paper = made("div", "paper");
        Object.assign(paper.style, { width: `${width * scale}px`, height: `${height * scale}px` });
        paper.dataset.title = `Sheet ${number + 1}, ${face}`;
        Object.assign(paper, { sheet, face, scale, across: width });
        this.watch.observe(paper);
        return paper;
      });
      return made("section", "pair", [made("h2", "", [`${this.names.get(sheet.side) ?? "No side"}, ${sheet.size}`]), ...papers]);
    }));
    return this.paint();
  }

  paint() {
    if (!this.view.clientWidth) return;
    const subjects = new Set();
    for (const paper of this.inSight) {
      for (const { entry, x, y } of paper.sheet.cells) {
        subjects.add(`counter/${entry.id}`);
        const back = paper.face === "back";
        const pictures = this.pictures.of(`counter/${entry.id}`)?.pictures;
        const index = back ? (entry.back ? entry.faces.length : 1) : 0;
        const picture = pictures?.[index];
        const cells = (paper.cells ??= new Map());
        let host = cells.get(entry.id);
        if (!host || host.parentNode !== paper) {
          if (!picture) continue;
          host = paper.appendChild(made("div", "face"));
          cells.set(entry.id, host);
        }
        const left = back ? paper.across - x - entry.width : x;
        Object.assign(host.style, {
          left: `${left * paper.scale}px`, top: `${y * paper.scale}px`,
          width: `${entry.width * paper.scale}px`, height: `${entry.height * paper.scale}px`,
        });
        show(host, picture?.svg ?? "");
      }
    }
    this.pictures.ask([...subjects], 0, () => this.paint());
  }
}
