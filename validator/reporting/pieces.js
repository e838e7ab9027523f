// The pieces: painted on a canvas as large as the board on the screen, so that a jump to another
// step costs one painting, however many of them lie elsewhere then.

const canvas = $("pieces"), pen = canvas.getContext("2d");
const SHARPEST = 3, LARGEST = 8e6, MOVES = 300;
let dense = 1; // pixels of the canvas for one of the page
function sharpen() {
  dense = Math.min(window.devicePixelRatio || 1, SHARPEST, Math.sqrt(LARGEST / Math.max(1, W * H)));
  const wide = Math.max(1, Math.round(W * dense)), high = Math.max(1, Math.round(H * dense));
  if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; }
}

// --- pictures, unpacked ---------------------------------------------------------------------

// A picture is unpacked once, beside the page's own work: those of pieces in sight come first, then
// the others of the game, so that a jump finds them. Where all would be too many pixels they are
// kept smaller, and those in sight are unpacked anew when one looks closer. From far away a piece
// is painted from a copy half as large, or half of that: each is made once, when it is first wanted.
const ROOM = 20e6, NEARER = 6e6, ABREAST = 6, LONGEST = 2000;
const VECTORS = Boolean(document.querySelector('script[data-kind="image/svg+xml"]')), FINEST = VECTORS ? 8 : 2;
const grounds = new Set(data.frames.flatMap((frame) => (frame.k || []).map((one) => one[1])));
const sourceOf = (number) => data.pictures[number][2] ?? number;
const faces = data.pictures.map((_, number) => number).filter((number) => sourceOf(number) === number && !grounds.has(number) && packedOf(number));
const USUAL = Math.min(2, Math.sqrt(ROOM / Math.max(1, faces.reduce((sum, number) => sum + data.pictures[number][0] * data.pictures[number][1], 0))));
const stock = { usual: new Map(), near: new Map(), halves: new Map() };
const soon = new Set(), coming = new Set(), broken = new Set(), far = new Map();
const lessening = new Set();
let others = 0, idle = false, nearer = 0, paints = 0, scale = 1;

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const plain = atob(text), bytes = new Uint8Array(plain.length);
  for (let n = 0; n < plain.length; n++) bytes[n] = plain.charCodeAt(n);
  return bytes;
}
// A picture with so many pixels for one of its map, or as many as it has.
async function sized(number, fine) {
  const { kind, text } = packedOf(number), [w, h] = data.pictures[number];
  const part = Math.min(fine, LONGEST / Math.max(w, h)), width = Math.max(1, Math.ceil(w * part)), height = Math.max(1, Math.ceil(h * part));
  if (!VECTORS) {
    const whole = await createImageBitmap(new Blob([bytesOf(text)], { type: kind }));
    if (whole.width <= width * 1.2) return whole;
    const less = await createImageBitmap(whole, { resizeWidth: width, resizeHeight: height, resizeQuality: "medium" });
    whole.close();
    return less;
  }
  const picture = new Image(), made = document.createElement("canvas");
  picture.src = `data:${kind};base64,${text}`;
  await picture.decode();
  made.width = width; made.height = height;
  made.getContext("2d").drawImage(picture, 0, 0, width, height);
  return made;
}
async function unpack(number, near) {
  const fine = near ? Math.min(FINEST, 2 ** Math.ceil(Math.log2(scale))) : USUAL;
  coming.add(number);
  try {
    const picture = await sized(number, fine);
    if (near) { nearer += picture.width * picture.height; stock.near.set(number, { picture, fine, seen: paints }); } else stock.usual.set(number, picture);
  } catch { broken.add(number); }
  coming.delete(number);
  if (nearer > NEARER) release();
  if (!(coming.size || soon.size)) repaint(); else if (!$("glimpse")) repaintSoon();
  next();
}
// Of those that were unpacked for a closer look only what is in sight stays.
function release() {
  for (const [number, { picture, seen }] of stock.near)
    if (seen < paints) { nearer -= picture.width * picture.height; picture.close?.(); stock.near.delete(number); }
}
function next() {
  for (const number of soon) {
    if (coming.size >= ABREAST) return;
    soon.delete(number);
    if (!coming.has(number)) unpack(number, stock.usual.has(number));
  }
  if (!idle && !coming.size && (others < faces.length || far.size)) { idle = true; whenIdle(ahead); }
}
const whenIdle = (act) => (window.requestIdleCallback ? requestIdleCallback(act, { timeout: 300 }) : setTimeout(act, 60));
function ahead() {
  idle = false;
  if (soon.size) return;
  const until = performance.now() + 8;
  for (const [number, times] of far) {
    if (performance.now() > until) break;
    far.delete(number);
    if (!lessening.has(number)) lessen(number, times);
  }
  for (; others < faces.length && coming.size < ABREAST; others++)
    if (!stock.usual.has(faces[others]) && !coming.has(faces[others]) && !broken.has(faces[others])) unpack(faces[others], false);
}
// A copy of half the size, and of that another, until there is the one that is wanted.
async function lessen(number, times) {
  lessening.add(number);
  const halves = stock.halves.get(number) || [];
  stock.halves.set(number, halves);
  for (let picture = halves[halves.length - 1] || stock.usual.get(number); halves.length < times; halves.push(picture)) {
    const size = { resizeWidth: Math.ceil(picture.width / 2), resizeHeight: Math.ceil(picture.height / 2) };
    picture = await createImageBitmap(picture, { ...size, resizeQuality: "medium" });
  }
  lessening.delete(number);
  if (!(far.size || lessening.size)) repaint(); else next();
}
// The picture as it is painted now; nothing until it is there.
function shownAs(number) {
  const usual = stock.usual.get(number);
  if (!usual) { if (packedOf(number)) soon.add(number); else broken.add(number); return null; }
  const times = Math.min(6, Math.floor(Math.log2(usual.width / (.95 * scale * data.pictures[number][0]))));
  if (times > 0) {
    const halves = stock.halves.get(number);
    if (halves?.length >= times) return halves[times - 1];
    far.set(number, times);
    return halves?.[halves.length - 1] || usual;
  }
  if (scale <= USUAL * 1.2 || USUAL >= FINEST) return usual;
  const near = stock.near.get(number);
  if (!near || (near.fine < scale && near.fine < FINEST)) soon.add(number);
  if (near) near.seen = paints;
  return near?.picture || usual;
}

// --- painting -------------------------------------------------------------------------------

let painting = 0, moving = new Map(), moved = 0, lying = [], ofTable = null, ofSheet = -1;
const lies = (one) => one[1] === sheet, lower = (a, b) => a[5] - b[5];
// The pieces of the window, the uppermost last.
function pile() {
  if (ofTable === at && ofSheet === sheet) return lying;
  ofTable = at; ofSheet = sheet;
  lying = [...at.things.values()].filter(lies).sort(lower);
  return lying;
}
// Pieces that a step moved on the same window go there before one's eyes.
function glide(before, frame) {
  moving.clear(); moved = performance.now();
  if (!before || still.matches) return;
  for (const [thing, map, left, top] of frame.c || []) {
    const old = before.things.get(thing);
    if (old && old[1] === map && (old[2] !== left || old[3] !== top)) moving.set(thing, [old[2], old[3]]);
  }
}
function repaint() { painting ||= requestAnimationFrame(paint); }
let repainting = 0;
function repaintSoon() { repainting ||= setTimeout(() => { repainting = 0; repaint(); }, 120); }
function paint(time) {
  cancelAnimationFrame(painting); painting = 0;
  if (!at || !eye || !(eye.k > 0)) return; // a board that is hidden has no size: it is painted when it gets one
  paints++;
  scale = eye.k * dense;
  const part = moving.size ? eased(Math.min(1, Math.max(0, (time - moved) / MOVES))) : 1;
  const [l, t, r, b] = seen();
  let waits = 0, painted = 0;
  pen.setTransform(1, 0, 0, 1, 0, 0); pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, eye.x * dense, eye.y * dense);
  for (const [thing, , left, top, number] of pile()) {
    const [w, h] = data.pictures[number], from = part < 1 && moving.get(thing);
    const x = from ? from[0] + (left - from[0]) * part : left, y = from ? from[1] + (top - from[1]) * part : top;
    if (x > r || y > b || x + w < l || y + h < t) continue;
    const source = sourceOf(number), picture = broken.has(source) ? null : shownAs(source);
    if (picture) pen.drawImage(picture, x, y, w, h);
    else if (broken.has(source)) plain(data.things[thing] || "", x, y, w, h);
    else waits++;
    painted++;
  }
  if (part < 1) repaint(); else moving.clear();
  // What is painted, what has no picture yet, what has one that a better will take the place of.
  Object.assign(canvas.dataset, { painted: painted - waits, waits, rough: far.size + soon.size + coming.size + lessening.size + moving.size });
  next();
}
// A piece without a picture is a box with its name.
function plain(name, x, y, w, h) {
  pen.save();
  pen.beginPath(); pen.roundRect(x + 1, y + 1, w - 2, h - 2, Math.min(7, w / 4, h / 4)); pen.clip();
  pen.fillStyle = "#f7f3e8"; pen.fill(); pen.strokeStyle = "#60584e"; pen.lineWidth = 3; pen.stroke();
  pen.fillStyle = "#261f1a"; pen.font = "12px sans-serif"; pen.textAlign = "center"; pen.textBaseline = "middle";
  const lines = [""];
  for (const word of name.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (pen.measureText(longer).width <= w - 8) lines[lines.length - 1] = longer; else lines.push(word);
  }
  const told = lines.filter(Boolean).slice(0, Math.max(1, Math.floor((h - 6) / 13)));
  told.forEach((line, n) => pen.fillText(line, x + w / 2, y + h / 2 + (n - (told.length - 1) / 2) * 13));
  pen.restore();
}
