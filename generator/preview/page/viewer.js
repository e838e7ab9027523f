// A large picture under a glass: wheel, drag, pinch and keys; crisp again as soon as it rests.

import { show } from "/pictures.js";

const TRUE = 96 / 25.4;
const NEAREST = 40;
const REST = 140;

export class Viewer {
  constructor(stage, told) {
    this.stage = stage;
    this.told = told;
    this.sheet = document.createElement("div");
    this.sheet.className = "sheet";
    stage.append(this.sheet);
    this.width = this.height = 0;
    this.scale = this.drawn = 1;
    this.x = this.y = 0;
    this.fitted = true;
    this.fingers = new Map();
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) stage.addEventListener(name, (event) => this.up(event));
    stage.addEventListener("dblclick", (event) => this.zoom(2, ...this.#at(event)));
    stage.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => (this.fitted ? this.fit() : this.place())).observe(stage);
  }

  /** Lay a picture of so many millimetres on the stage; a redrawn one stays where it lies. */
  lay(key, picture) {
    const other = key !== this.key_ || picture.width !== this.width || picture.height !== this.height;
    this.key_ = key;
    this.width = picture.width;
    this.height = picture.height;
    show(this.sheet, picture.svg);
    if (other) this.fit();
  }

  get least() {
    const room = Math.min(this.stage.clientWidth / this.width, this.stage.clientHeight / this.height);
    return Math.min(room, TRUE) / 2;
  }

  fit() {
    if (!this.width || !this.stage.clientWidth) return;
    const margin = this.stage.clientWidth > 700 ? 32 : 12;
    this.scale = Math.min(
      (this.stage.clientWidth - margin) / this.width,
      (this.stage.clientHeight - margin) / this.height,
    );
    this.x = (this.stage.clientWidth - this.width * this.scale) / 2;
    this.y = (this.stage.clientHeight - this.height * this.scale) / 2;
    this.fitted = true;
    this.rest();
  }

  /** As large as in print, by the browser's reckoning of a millimetre. */
  trueSize() {
    this.zoom(TRUE / this.scale, this.stage.clientWidth / 2, this.stage.clientHeight / 2);
  }

  /** Nearer by a factor, the point of the stage staying where it is. */
  zoom(factor, x = this.stage.clientWidth / 2, y = this.stage.clientHeight / 2) {
    const scale = Math.min(Math.max(this.scale * factor, this.least), NEAREST);
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.fitted = false;
    this.place();
  }

  shift(x, y) {
    this.x += x;
    this.y += y;
    this.fitted = false;
    this.place();
  }

  place() {
    if (!this.width) return;
    // Some of it always stays in sight.
    const keep = 60;
    this.x = Math.min(Math.max(this.x, keep - this.width * this.scale), this.stage.clientWidth - keep);
    this.y = Math.min(Math.max(this.y, keep - this.height * this.scale), this.stage.clientHeight - keep);
    this.stage.classList.add("moving");
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale / this.drawn})`;
    this.told(this.scale / TRUE);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rest(), REST);
  }

  /** While it moves the picture is stretched; at rest it is drawn anew at its size. */
  rest() {
    if (this.fingers.size) return;
    clearTimeout(this.timer);
    this.drawn = this.scale;
    this.sheet.style.width = `${this.width * this.scale}px`;
    this.sheet.style.height = `${this.height * this.scale}px`;
    this.sheet.style.transform = `translate(${Math.round(this.x)}px, ${Math.round(this.y)}px)`;
    this.stage.classList.remove("moving");
    this.told(this.scale / TRUE);
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    if (event.shiftKey) return this.shift(-(event.deltaX || event.deltaY) * lines, 0);
    const speed = event.ctrlKey ? 0.01 : 0.0018;
    return this.zoom(Math.exp(-event.deltaY * lines * speed), ...this.#at(event));
  }

  down(event) {
    this.stage.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, this.#at(event));
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = this.#at(event);
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, now);
    if (!other) return void this.shift(now[0] - before[0], now[1] - before[1]);
    const apart = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
    this.shift((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    this.zoom(apart(now) / apart(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    this.rest();
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const far = event.shiftKey ? 400 : 80;
    const keys = {
      "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8), "_": () => this.zoom(0.8),
      0: () => this.fit(), 1: () => this.trueSize(),
      ArrowLeft: () => this.shift(far, 0), ArrowRight: () => this.shift(-far, 0),
      ArrowUp: () => this.shift(0, far), ArrowDown: () => this.shift(0, -far),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  #at(event) {
    const box = this.stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}
