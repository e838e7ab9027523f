// The table after any step, and the board it lies on: drawn, moved, enlarged.

const data = JSON.parse(document.getElementById("replay").textContent);
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const LAST = data.frames.length - 1;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const board = $("board"), world = $("world"), marking = $("marking"), under = $("under"), over = $("over");
let shown = -1, sheet = 0, following = true, at = null;

function make(name, attributes, text) {
  const made = document.createElement(name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  return made;
}
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  return made;
}

// --- the table ------------------------------------------------------------------------------

// Where everything lies: by thing a row of the thing, its window, left, top, picture, rank, place.
// Every 32nd table is kept once it was passed, so that a jump never replays more than that.
const EVERY = 32, kept = [];
function apply(table, frame) {
  for (const thing of frame.g || []) table.things.delete(thing);
  for (const row of frame.c || []) table.things.set(row[0], row);
  for (const [map, picture] of frame.k || []) table.grounds[map] = picture;
}
function tableAt(n) {
  if (!kept.length) {
    const first = { things: new Map(), grounds: data.sheets.map(() => -1) };
    apply(first, data.frames[0]);
    kept.push(first);
  }
  const begin = Math.min(Math.floor(n / EVERY), kept.length - 1), from = kept[begin];
  const table = { things: new Map(from.things), grounds: from.grounds.slice() };
  for (let f = begin * EVERY + 1; f <= n; f++) {
    apply(table, data.frames[f]);
    if (f % EVERY === 0 && kept.length === f / EVERY)
      kept.push({ things: new Map(table.things), grounds: table.grounds.slice() });
  }
  return table;
}

// --- pictures -------------------------------------------------------------------------------

// As it stands in the page: its kind, and its bytes in base64; null for one that could not be made.
function packedOf(number) {
  const packed = $("p" + (data.pictures[number][2] ?? number)); // equal to an earlier one
  return packed && { kind: packed.dataset.kind, text: packed.textContent };
}
function pictureOf(picture, name) {
  const packed = picture < 0 ? null : packedOf(picture);
  if (!packed) return make("span", { class: "bare" }, name);
  return make("img", { src: `data:${packed.kind};base64,${packed.text}`, alt: "", draggable: "false", decoding: "async" });
}

// --- where one looks ------------------------------------------------------------------------

const looks = data.sheets.map(() => null);
const size = () => data.sheets[sheet].slice(1);
let W = 0, H = 0; // of the board on the screen; asked for when it changes, for asking takes long
function measure() { W = board.clientWidth; H = board.clientHeight; sharpen(); }
function fit() {
  const [w, h] = size();
  return Math.min(W / w, H / h);
}
function look() {
  if (!W) measure();
  if (!looks[sheet]) {
    const [w, h] = size(), k = fit();
    looks[sheet] = { k, x: (W - w * k) / 2, y: (H - h * k) / 2, whole: true };
  }
  return looks[sheet];
}
function unveil() { $("glimpse")?.remove(); } // the picture that stands for the whole until all is there
// Where the eye is: it glides to where it is told to look.
let eye = null, gliding = 0;
const GLIDE = 350, eased = (part) => 1 - (1 - part) ** 3;
function place(glides) {
  const aim = look(), from = eye, begun = performance.now();
  if (!aim.whole) unveil();
  cancelAnimationFrame(gliding);
  const stays = !from || (from.k === aim.k && from.x === aim.x && from.y === aim.y);
  const way = (time) => {
    const part = glides && !stays && !still.matches ? eased(Math.min(1, Math.max(0, (time - begun) / GLIDE))) : 1;
    const on = (key) => (part < 1 ? from[key] + (aim[key] - from[key]) * part : aim[key]);
    eye = { k: on("k"), x: on("x"), y: on("y") };
    world.style.transform = marking.style.transform = `translate(${eye.x}px,${eye.y}px) scale(${eye.k})`;
    if (part < 1) gliding = requestAnimationFrame(way);
    if (time === begun) repaint(); else paint(time);
  };
  way(begun);
  mark();
}
function seen() {
  const { k, x, y } = eye;
  return [-x / k, -y / k, (W - x) / k, (H - y) / k];
}
function held() {
  // Some of the map always stays in sight.
  const [w, h] = size(), here = look();
  const keep = (value, room, length) => Math.min(Math.max(value, Math.min(room - length, 0) - room * .4), Math.max(room - length, 0) + room * .4);
  here.x = keep(here.x, W, w * here.k); here.y = keep(here.y, H, h * here.k);
}
function zoom(factor, x, y) {
  const here = look(); here.whole = false;
  const k = Math.min(Math.max(here.k * factor, fit() * .6), Math.max(6, fit() * 4));
  if (x === undefined) { x = W / 2; y = H / 2; }
  here.x = x - (x - here.x) * k / here.k; here.y = y - (y - here.y) * k / here.k; here.k = k;
  held(); place();
}
function pan(across, down) {
  const here = look(); here.whole = false;
  here.x += across * W / 4; here.y += down * H / 4;
  held(); place(true);
}
function whole() { looks[sheet] = null; place(true); }
// Brings a box of the map into sight, close enough to see its pieces.
function bring([left, top, right, bottom], glides) {
  const here = look();
  const small = Math.max(32, Math.min(right - left, bottom - top, 90));
  let k = here.k;
  if (k * small < 24) k = Math.min(34 / small, 1.5);
  k = Math.min(k, .8 * W / Math.max(1, right - left), .8 * H / Math.max(1, bottom - top));
  k = Math.max(k, fit());
  const sees = (value, room) => value > 30 && value < room - 30;
  const inside = sees(left * here.k + here.x, W) && sees(right * here.k + here.x, W) && sees(top * here.k + here.y, H) && sees(bottom * here.k + here.y, H);
  if (inside && k === here.k) return;
  here.whole = false;
  here.k = k; here.x = W / 2 - k * (left + right) / 2; here.y = H / 2 - k * (top + bottom) / 2;
  const [w, h] = size();
  const edge = (value, room, length) => length <= room ? (room - length) / 2 : Math.min(Math.max(value, room - length), 0);
  here.x = edge(here.x, W, w * k); here.y = edge(here.y, H, h * k);
  place(glides);
}

// --- what lies there ------------------------------------------------------------------------

let ground = null;
function lay() {
  const now = `${sheet} ${at.grounds[sheet]}`, [w, h] = size();
  if (ground === now) return;
  ground = now;
  for (const one of [world, marking]) { one.style.width = `${w}px`; one.style.height = `${h}px`; }
  for (const one of [under, over]) one.setAttribute("viewBox", `0 0 ${w} ${h}`);
  // A board is as large as it is, however large its sheet: pieces may lie beyond its edge.
  const number = at.grounds[sheet], [width, height] = number < 0 ? [w, h] : data.pictures[number];
  $("ground").style.width = `${width}px`; $("ground").style.height = `${height}px`;
  $("ground").replaceChildren(...(number >= 0 ? [pictureOf(number, "")] : []));
  $("ground").classList.toggle("empty", number < 0);
}
function boxOf(thing) {
  const one = at.things.get(thing);
  if (!one || one[1] !== sheet) return null;
  const [, , left, top, picture] = one, [width, height] = data.pictures[picture];
  return [left, top, left + width, top + height];
}

// What the step did: an arrow where a piece went, a ring around what changed, a word beside it.
let waiting = false;
function mark() {
  if (!waiting) { waiting = true; requestAnimationFrame(() => { waiting = false; if (at) point(); }); }
}
function point() {
  const k = look().k, frame = data.frames[shown], parts = [], words = [];
  const word = (x, y, text) => {
    const made = make("span", {}, text);
    made.style.transform = `translate(${x}px,${y}px) scale(${1 / k}) translate(-50%,-135%)`;
    words.push(made);
  };
  const ring = ([left, top, right, bottom], style) => {
    for (const [kind, wide] of [["casing", 6], ["ring", 3]])
      parts.push(shape("rect", { class: `${kind} ${style || ""}`, x: left - 3 / k, y: top - 3 / k, width: right - left + 6 / k, height: bottom - top + 6 / k, rx: 6 / k, "stroke-width": wide / k }));
  };
  for (const thing of frame.t || []) { const box = boxOf(thing); if (box) ring(box); }
  for (const thing of sought) { const box = boxOf(thing); if (box) ring(box, "sought"); }
  for (const [map, start, end, said] of frame.a || []) {
    if (map !== sheet) continue;
    if (start.length && end.length) parts.push(...arrow(start, upTo(start, end), k));
    else {
      const [x, y] = end.length ? end : start;
      if (!end.length) parts.push(...cross(x, y, k));
      if (said) word(x, y - 18, said);
    }
  }
  const told = new Set();
  for (const [thing, said] of frame.b || []) {
    const box = boxOf(thing);
    if (box && !told.has(thing)) { told.add(thing); word((box[0] + box[2]) / 2, box[1], said); }
  }
  over.replaceChildren(...parts);
  $("words").replaceChildren(...words.slice(0, 40));
}
function arrow([x0, y0], [x1, y1], k) {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1, ux = (x1 - x0) / length, uy = (y1 - y0) / length;
  const bend = Math.min(length * .12, 60), mx = (x0 + x1) / 2 + uy * bend, my = (y0 + y1) / 2 - ux * bend;
  const tx = x1 - mx, ty = y1 - my, t = Math.hypot(tx, ty) || 1, vx = tx / t, vy = ty / t;
  const head = Math.min(17 / k, length * .6), bx = x1 - vx * head, by = y1 - vy * head, side = head * .55;
  const line = `M${x0} ${y0}Q${mx} ${my} ${bx} ${by}`;
  const tip = `M${x1} ${y1}L${bx - vy * side} ${by + vx * side}L${bx + vy * side} ${by - vx * side}Z`;
  return [
    shape("path", { class: "casing", d: line, "stroke-width": 9 / k }),
    shape("path", { class: "casing tip", d: tip, "stroke-width": 4 / k }),
    shape("path", { class: "arrow", d: line, "stroke-width": 4.5 / k }),
    shape("path", { class: "arrow tip", d: tip, "stroke-width": 1 / k }),
    shape("circle", { class: "from", cx: x0, cy: y0, r: 5 / k, "stroke-width": 2 / k }),
  ];
}
// Where an arrow ends: at the edge of the piece that lies there, so that it is still seen.
function upTo([x0, y0], [x1, y1]) {
  const boxes = (data.frames[shown].t || []).map(boxOf).filter((box) => box && x1 >= box[0] && x1 <= box[2] && y1 >= box[1] && y1 <= box[3]);
  if (!boxes.length) return [x1, y1];
  const [l, t, r, b] = boxes[boxes.length - 1], half = .5 * Math.min(r - l, b - t), length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const back = Math.min(half, length * .4);
  return [x1 - (x1 - x0) / length * back, y1 - (y1 - y0) / length * back];
}
function cross(x, y, k) {
  const r = 9 / k, d = `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
  return [shape("path", { class: "casing", d, "stroke-width": 8 / k }), shape("path", { class: "arrow", d, "stroke-width": 4 / k })];
}
// The box of all that a step did on this map; null where it did nothing here.
function actionBox() {
  const frame = data.frames[shown], points = [];
  for (const thing of frame.t || []) { const box = boxOf(thing); if (box) points.push(box.slice(0, 2), box.slice(2)); }
  for (const [map, start, end] of frame.a || []) if (map === sheet) for (const one of [start, end]) if (one.length) points.push(one);
  return points.length ? around(points) : null;
}
function around(points) {
  const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

// --- by mouse, by finger --------------------------------------------------------------------

const fingers = new Map();
let dragged = 0;
const spot = (event) => { const box = board.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
board.addEventListener("pointerdown", (event) => {
  if (event.button || event.target.closest("button, a, #here")) return;
  if (!fingers.size) dragged = 0;
  fingers.set(event.pointerId, spot(event));
  board.setPointerCapture(event.pointerId);
});
board.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  if (event.pointerType !== "touch" && !event.buttons) { fingers.delete(event.pointerId); return; } // let go of elsewhere
  const now = spot(event), here = look();
  if (fingers.size === 1) {
    dragged += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    here.whole = false;
    here.x += now[0] - before[0]; here.y += now[1] - before[1];
    held(); place();
  } else {
    const [id] = [...fingers.keys()].filter((one) => one !== event.pointerId), other = fingers.get(id);
    const wide = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    dragged = 99;
    zoom(wide(now) / wide(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  }
  fingers.set(event.pointerId, now);
});
const lifted = (event) => {
  if (!fingers.delete(event.pointerId) || fingers.size || event.type !== "pointerup") return;
  if (dragged < 8) { const [x, y] = spot(event), here = look(); whatLies((x - here.x) / here.k, (y - here.y) / here.k, x, y); }
};
board.addEventListener("pointerup", lifted);
board.addEventListener("pointercancel", lifted);
board.addEventListener("wheel", (event) => {
  if (event.target.closest("#here")) return;
  if (document.documentElement.dataset.embed && !event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const [x, y] = spot(event), lines = event.deltaMode ? 24 : 1;
  zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) * (event.ctrlKey ? .01 : .0022)), x, y);
}, { passive: false });
new ResizeObserver(() => { measure(); if (!at || !W) return; if (look().whole) looks[sheet] = null; else held(); place(); }).observe(board);
