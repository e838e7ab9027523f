// The table of counters: thousands lie there, only those in sight are in the page.

import { flash, show } from "/pictures.js";

const GAP = 12;
const CAPTION = 19;
const HEAD = 44;
const BEYOND = 300;
const MOST_FLASHES = 12;

export class Table {
  constructor(pictures, chosen) {
    this.pictures = pictures;
    this.chosen = chosen;
    this.entries = [];
    this.sides = [];
    this.warned = new Set();
    this.cells = [];
    this.rows = [];
    this.shown = new Map();
    this.at = 0;
    this.view = document.getElementById("table");
    this.spread = document.getElementById("spread");
    this.find = document.getElementById("find");
    this.side = document.getElementById("side");
    this.faces = document.getElementById("faces");
    this.size = document.getElementById("size");
    this.tally = document.getElementById("tally");
    this.size.value = localStorage.getItem("size") ?? "6";
    this.find.addEventListener("input", () => this.arrange(true));
    this.find.form.addEventListener("submit", (event) => event.preventDefault());
    for (const one of [this.side, this.faces]) one.addEventListener("change", () => this.arrange(true));
    this.size.addEventListener("input", () => {
      localStorage.setItem("size", this.size.value);
      this.arrange();
    });
    this.view.addEventListener("scroll", () => this.paint(), { passive: true });
    this.view.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.arrange()).observe(this.view);
  }

  /** The game's counters and sides; null for what is as it was. */
  take(entries, sides) {
    if (entries) this.entries = entries;
    if (sides && JSON.stringify(sides) !== JSON.stringify(this.sides)) {
      this.sides = sides;
      const before = this.side.value;
      const none = this.entries.some((one) => !one.side) ? [["-", "No side"]] : [];
      const listed = [["", "All sides"], ...sides.map((one) => [one.id, one.name]), ...none];
      this.side.replaceChildren(...listed.map(([value, name]) => new Option(name, value)));
      this.side.value = listed.some(([value]) => value === before) ? before : "";
    }
    this.arrange();
  }

  /** Lay the counters that are looked for in rows, a heading for each side. */
  arrange(fromTop = false) {
    const width = this.view.clientWidth - 2 * parseFloat(getComputedStyle(this.spread).marginLeft || 0);
    if (width <= 0) return;
    const scale = Number(this.size.value);
    const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.entries.filter((one) => this.#wanted(one, words));
    const named = new Map(this.sides.map((one) => [one.id, one.name]));
    const groups = new Map(this.sides.map((one) => [one.id, []]));
    for (const one of found) (groups.get(one.side) ?? groups.set(one.side, []).get(one.side)).push(one);
    this.cells = [];
    this.rows = [];
    let y = 0;
    for (const [side, entries] of groups) {
      const cells = entries.flatMap((one) => this.#cells(one));
      if (!cells.length) continue;
      this.rows.push({ y, height: HEAD, head: named.get(side) ?? (side || "No side"), number: entries.length, cells: [] });
      y += HEAD + GAP;
      let x = 0;
      let row = null;
      for (const cell of cells) {
        cell.wide = cell.entry.width * scale;
        cell.high = cell.entry.height * scale;
        cell.room = Math.max(cell.wide, 44);
        if (!row || (x > 0 && x + cell.room > width)) {
          row = { y, height: 0, cells: [] };
          this.rows.push(row);
          x = 0;
        }
        cell.x = x;
        cell.y = row.y;
        cell.index = this.cells.length;
        this.cells.push(cell);
        row.cells.push(cell);
        row.height = Math.max(row.height, cell.high + CAPTION);
        y = row.y + row.height + GAP;
        x += cell.room + GAP;
      }
    }
    this.spread.style.height = `${y + GAP}px`;
    const all = this.entries.length;
    this.tally.value = found.length === all ? `${all} counters` : `${found.length} of ${all}`;
    this.spread.querySelector(".none")?.remove();
    if (!found.length && all) {
      const none = document.createElement("p");
      none.className = "none";
      none.textContent = "No counter is called so.";
      this.spread.append(none);
    }
    this.at = Math.min(this.at, Math.max(0, this.cells.length - 1));
    if (fromTop) {
      this.view.scrollTop = 0;
      this.at = 0;
    }
    this.paint();
  }

  #wanted(entry, words) {
    if (this.side.value && entry.side !== (this.side.value === "-" ? "" : this.side.value)) return false;
    if (!words.length) return true;
    const text = `${entry.name}\n${entry.id}\n${entry.kind}\n${entry.template}\n${entry.faces.join("\n")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }

  #cells(entry) {
    const faces = entry.faces.length;
    const cell = (index, name) => ({ key: `${entry.id}/${index}`, entry, index: 0, face: index, name });
    if (this.faces.value === "fronts") return [cell(0, entry.name || entry.id)];
    const back = entry.back ? [cell(faces, `${entry.name || entry.id}, back`)] : [];
    if (this.faces.value === "backs") return back;
    return [...entry.faces.map((name, index) => cell(index, index ? name : entry.name || entry.id)), ...back];
  }

  /** How many of a counter's pictures are needed to show it; 0 is all. */
  get first() {
    return this.faces.value === "fronts" ? 1 : 0;
  }

  /** Put what is in sight into the page, take the rest out, ask for what is not drawn. */
  paint() {
    if (!this.view.clientHeight) return;
    const top = this.view.scrollTop - BEYOND;
    const foot = this.view.scrollTop + this.view.clientHeight + BEYOND;
    const keep = new Map();
    const near = new Set();
    const inSight = new Set();
    this.flashes = 0;
    for (const row of this.rows) {
      if (row.y + row.height < top || row.y > foot) continue;
      if (row.head) keep.set(`head/${row.head}`, this.#heading(row));
      const seen = row.y + row.height > top + BEYOND && row.y < foot - BEYOND;
      for (const cell of row.cells) {
        keep.set(cell.key, this.#piece(cell));
        (seen ? inSight : near).add(`counter/${cell.entry.id}`);
      }
    }
    for (const [key, element] of this.shown) if (!keep.has(key)) element.remove();
    this.shown = keep;
    const here = this.cells[this.at];
    if (here) this.shown.get(here.key)?.setAttribute("tabindex", "0");
    const waits = [...inSight].some((one) => this.pictures.wants(one, this.first));
    this.view.dataset.painted = waits ? "" : "yes";
    // What lies just out of sight is asked for when nothing in sight is missing.
    this.pictures.ask([...(waits ? inSight : near)], this.first, () => this.paint());
  }

  #heading(row) {
    const key = `head/${row.head}`;
    const head = this.shown.get(key) ?? this.spread.appendChild(document.createElement("h2"));
    const tally = document.createElement("span");
    tally.textContent = row.number;
    head.replaceChildren(row.head, tally);
    head.style.top = `${row.y}px`;
    return head;
  }

  #piece(cell) {
    let piece = this.shown.get(cell.key);
    if (!piece) {
      piece = document.createElement("button");
      piece.className = "piece";
      piece.append(document.createElement("span"), document.createElement("span"));
      piece.firstChild.className = "face waiting";
      piece.lastChild.className = "name";
      piece.addEventListener("click", () => {
        this.at = piece.cell.index;
        this.chosen(piece.cell.entry);
      });
      this.spread.append(piece);
    }
    piece.cell = cell;
    const face = piece.firstChild;
    piece.tabIndex = -1;
    piece.dataset.id = cell.entry.id;
    piece.setAttribute("aria-label", `${cell.name}: where it is defined`);
    piece.title = cell.name;
    piece.style.transform = `translate(${cell.x}px, ${cell.y}px)`;
    piece.style.width = `${cell.room}px`;
    face.style.width = `${cell.wide}px`;
    face.style.height = `${cell.high}px`;
    if (piece.lastChild.textContent !== cell.name) piece.lastChild.textContent = cell.name;
    const known = this.pictures.of(`counter/${cell.entry.id}`);
    const picture = known?.pictures[cell.face];
    piece.classList.toggle("warned", this.warned.has(cell.entry.id));
    face.classList.toggle("waiting", !known);
    face.classList.toggle("failed", Boolean(known && !picture && known.trouble));
    // A few that changed are pointed out; where all did, there is nothing to point at.
    if (picture && show(face, picture.svg) && (this.flashes += 1) <= MOST_FLASHES) flash(face);
    return piece;
  }

  /** Counters that drawing had something to say about, by id. */
  warn(ids) {
    this.warned = new Set(ids);
    this.paint();
  }

  /** Bring a counter into sight, whatever is looked for. */
  reveal(id) {
    let cell = this.cells.find((one) => one.entry.id === id);
    if (!cell) {
      this.find.value = "";
      this.side.value = "";
      this.arrange();
      cell = this.cells.find((one) => one.entry.id === id);
    }
    if (!cell) return;
    this.at = cell.index;
    this.view.scrollTop = Math.max(0, cell.y - this.view.clientHeight / 3);
    this.paint();
  }

  /** Mark the counter whose definition is shown. */
  mark(id) {
    for (const piece of this.shown.values()) piece.classList.toggle("chosen", Boolean(id) && piece.dataset.id === id);
  }

  key(event) {
    const here = this.cells[this.at];
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    let to = null;
    if (event.key === "ArrowRight") to = this.at + 1;
    if (event.key === "ArrowLeft") to = this.at - 1;
    if (event.key === "Home") to = 0;
    if (event.key === "End") to = this.cells.length - 1;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const lower = event.key === "ArrowDown";
      const rows = this.rows.filter((row) => row.cells.length);
      const row = rows[rows.findIndex((one) => one.y === here.y) + (lower ? 1 : -1)];
      if (row) to = row.cells.reduce((best, one) => (Math.abs(one.x - here.x) < Math.abs(best.x - here.x) ? one : best)).index;
    }
    if (to === null) return;
    event.preventDefault();
    this.at = Math.min(Math.max(to, 0), this.cells.length - 1);
    const cell = this.cells[this.at];
    const view = this.view;
    if (cell.y < view.scrollTop) view.scrollTop = cell.y - GAP;
    const foot = cell.y + cell.high + CAPTION + GAP;
    if (foot > view.scrollTop + view.clientHeight) view.scrollTop = foot - view.clientHeight;
    this.paint();
    this.shown.get(cell.key)?.focus({ preventScroll: true });
  }
}
