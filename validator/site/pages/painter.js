// Paints the pictures of a module by their recipes (validator/painting/recipes.py), makes them small
// and packs them: what Pillow does on the command line. Shapes have hard edges; the browser opens
// pictures, scales them and writes letters.
const GROUPED = 512, KEPT = 8e6;
const channels = (one) => (one.mode === "L" ? 1 : 4);
const blank = (mode, w, h) => ({ mode, w, h, data: new Uint8ClampedArray(w * h * (mode === "L" ? 1 : 4)) });

function canvasOf(w, h) { return new OffscreenCanvas(Math.max(1, w), Math.max(1, h)).getContext("2d", { willReadFrequently: true }); }
function shownOn({ w, h, data }) {
  const on = canvasOf(w, h);
  if (w && h) on.putImageData(new ImageData(data, w, h), 0, 0);
  return on.canvas;
}
function readFrom(on, w, h) { return { mode: "RGBA", w, h, data: w && h ? on.getImageData(0, 0, w, h).data : new Uint8ClampedArray(0) }; }

// --- pixels ---------------------------------------------------------------------------------

function put(to, at, ink) {
  if (to.mode === "L") to.data[at] = typeof ink === "number" ? ink : ink[0];
  else to.data.set(ink, 4 * at);
}
function dot(to, x, y, ink) { if (x >= 0 && y >= 0 && x < to.w && y < to.h) put(to, y * to.w + x, ink); }
function blend(to, at, from, share) {
  for (let n = 0; n < from.length; n++) to[at + n] = (from[n] * share + to[at + n] * (255 - share)) / 255;
}
function lay(to, x, y, w, h, colour, mask) {
  // A part of a picture is replaced, by colours or by one ink, as far as the mask lets it.
  const many = channels(to);
  for (let row = Math.max(0, -y); row < Math.min(h, to.h - y); row++)
    for (let across = Math.max(0, -x); across < Math.min(w, to.w - x); across++) {
      const share = mask ? mask.data[row * mask.w + across] : 255;
      if (share) blend(to.data, many * ((y + row) * to.w + x + across), colour(across, row), share);
    }
}
function paste(to, from, x, y, mask) {
  const many = channels(to);
  if (mask) return lay(to, x, y, from.w, from.h, (across, row) => from.data.subarray(many * (row * from.w + across), many * (row * from.w + across + 1)), mask);
  const left = Math.max(0, -x), right = Math.min(from.w, to.w - x);
  for (let row = Math.max(0, -y); row < Math.min(from.h, to.h - y) && right > left; row++)
    to.data.set(from.data.subarray(many * (row * from.w + left), many * (row * from.w + right)), many * ((y + row) * to.w + x + left));
}
function over(to, from, x, y, left, top, right, bottom) {
  const a = to.data, b = from.data;
  for (let row = Math.max(top, top - y); row < Math.min(bottom, from.h, to.h - y + top); row++)
    for (let across = Math.max(left, left - x); across < Math.min(right, from.w, to.w - x + left); across++) {
      const s = 4 * (row * from.w + across), d = 4 * ((y + row - top) * to.w + x + across - left), share = b[s + 3];
      if (!share) continue;
      const under = a[d + 3] * (255 - share) / 255, all = share + under;
      for (let n = 0; n < 3; n++) a[d + n] = (b[s + n] * share + a[d + n] * under) / all;
      a[d + 3] = all;
    }
}
function sized(to, from, smooth, [left, top, right, bottom]) {
  const across = (right - left) / to.w, down = (bottom - top) / to.h, many = channels(to);
  if (smooth && many === 4) {
    const on = canvasOf(to.w, to.h);
    on.imageSmoothingQuality = "high";
    on.drawImage(shownOn(from), left, top, right - left, bottom - top, 0, 0, to.w, to.h);
    to.data = readFrom(on, to.w, to.h).data;
    return;
  }
  for (let y = 0; y < to.h; y++) for (let x = 0; x < to.w; x++) {
    const x0 = Math.floor(left + x * across), y0 = Math.floor(top + y * down), at = many * (y * to.w + x);
    if (!smooth) { for (let n = 0; n < many; n++) to.data[at + n] = from.data[many * (y0 * from.w + x0) + n]; continue; }
    const x1 = Math.max(x0 + 1, Math.floor(left + (x + 1) * across)), y1 = Math.max(y0 + 1, Math.floor(top + (y + 1) * down));
    let sum = 0;
    for (let j = y0; j < y1; j++) for (let i = x0; i < x1; i++) sum += from.data[j * from.w + i];
    to.data[at] = sum / ((x1 - x0) * (y1 - y0));
  }
}
function turned(to, from, degrees) {
  const many = channels(to), { w, h } = from;
  for (let y = 0; y < to.h; y++) for (let x = 0; x < to.w; x++) {
    const [i, j] = { 90: [w - 1 - y, x], 180: [w - 1 - x, h - 1 - y], 270: [y, h - 1 - x] }[degrees];
    for (let n = 0; n < many; n++) to.data[many * (y * to.w + x) + n] = from.data[many * (j * w + i) + n];
  }
}
function affine(to, from, smooth, [a, b, c, d, e, f]) {
  const many = channels(to), { w, h, data } = from;
  for (let y = 0; y < to.h; y++) for (let x = 0; x < to.w; x++) {
    const i = a * (x + .5) + b * (y + .5) + c, j = d * (x + .5) + e * (y + .5) + f, at = many * (y * to.w + x);
    if (i < 0 || j < 0 || i >= w || j >= h) continue;
    if (!smooth || many === 1) { for (let n = 0; n < many; n++) to.data[at + n] = data[many * (Math.floor(j) * w + Math.floor(i)) + n]; continue; }
    const x0 = Math.floor(i - .5), y0 = Math.floor(j - .5), p = i - .5 - x0, q = j - .5 - y0;
    const sum = [0, 0, 0, 0];
    for (const [k, l, share] of [[x0, y0, (1 - p) * (1 - q)], [x0 + 1, y0, p * (1 - q)], [x0, y0 + 1, (1 - p) * q], [x0 + 1, y0 + 1, p * q]]) {
      const s = 4 * (Math.min(h - 1, Math.max(0, l)) * w + Math.min(w - 1, Math.max(0, k))), part = share * data[s + 3];
      for (let n = 0; n < 3; n++) sum[n] += part * data[s + n];
      sum[3] += part;
    }
    if (sum[3]) { for (let n = 0; n < 3; n++) to.data[at + n] = sum[n] / sum[3]; to.data[at + 3] = sum[3]; }
  }
}

// --- shapes ---------------------------------------------------------------------------------

function thin(to, [x0, y0], [x1, y1], ink) {
  let x = Math.trunc(x0), y = Math.trunc(y0);
  const i = Math.trunc(x1), j = Math.trunc(y1), across = Math.abs(i - x), down = -Math.abs(j - y), dx = x < i ? 1 : -1, dy = y < j ? 1 : -1;
  for (let off = across + down; ;) {
    dot(to, x, y, ink);
    if (x === i && y === j) return;
    const twice = 2 * off;
    if (twice >= down) { off += down; x += dx; }
    if (twice <= across) { off += across; y += dy; }
  }
}
function polygon(to, points, ink) {
  const edges = points.map((one, n) => [one, points[(n + 1) % points.length]]), rows = points.map((one) => one[1]);
  for (let y = Math.max(0, Math.floor(Math.min(...rows))); y <= Math.min(to.h - 1, Math.ceil(Math.max(...rows))); y++) {
    const cuts = edges.filter(([[, p], [, q]]) => (p <= y) !== (q <= y)).map(([[i, p], [k, q]]) => i + (y - p) * (k - i) / (q - p)).sort((p, q) => p - q);
    for (let n = 0; n + 1 < cuts.length; n += 2)
      for (let x = Math.max(0, Math.ceil(cuts[n])); x <= Math.min(to.w - 1, Math.floor(cuts[n + 1])); x++) put(to, y * to.w + x, ink);
  }
  for (const [one, other] of edges) if (Math.max(...one, ...other) < 2e5) thin(to, one, other, ink);
}
function line(to, points, ink, wide, joined) {
  for (let n = 0; n + 1 < points.length; n++) {
    const [[x0, y0], [x1, y1]] = [points[n], points[n + 1]], long = Math.hypot(x1 - x0, y1 - y0);
    if (wide < 2) { thin(to, [x0, y0], [x1, y1], ink); continue; }
    if (!long) continue;
    const i = (y1 - y0) * (wide - 1) / 2 / long, j = (x0 - x1) * (wide - 1) / 2 / long;
    polygon(to, [[x0 + i, y0 + j], [x1 + i, y1 + j], [x1 - i, y1 - j], [x0 - i, y0 - j]], ink);
    if (joined) round(to, [x0 - wide / 2, y0 - wide / 2, x0 + wide / 2, y0 + wide / 2], ink);
  }
}
function round(to, [left, top, right, bottom], ink, ring = false) {
  const x0 = (left + right) / 2, y0 = (top + bottom) / 2, a = (right - left + 1) / 2, b = (bottom - top + 1) / 2;
  const within = (x, y) => ((x - x0) / a) ** 2 + ((y - y0) / b) ** 2 <= 1;
  for (let y = Math.floor(top); y <= Math.ceil(bottom); y++) for (let x = Math.floor(left); x <= Math.ceil(right); x++) {
    if (!within(x, y) || (ring && within(x - 1, y) && within(x + 1, y) && within(x, y - 1) && within(x, y + 1))) continue;
    dot(to, x, y, ink);
  }
}
// Letters come one by one; those that stand near each other are written together.
function written(to, letters) {
  const high = Math.max(...letters.map(([, , , , css]) => parseInt(css.match(/(\d+)px/)[1], 10)));
  const left = Math.min(...letters.map((one) => one[0])) - high, top = Math.min(...letters.map((one) => one[1])) - 2 * high;
  const w = Math.max(...letters.map((one) => one[0])) + 3 * high - left, h = Math.max(...letters.map((one) => one[1])) + high - top;
  const on = canvasOf(w, h);
  for (const [x, base, text, ink, css] of letters) {
    on.font = css; on.fillStyle = `rgba(${ink[0]},${ink[1]},${ink[2]},${ink[3] / 255})`;
    on.fillText(text, x - left, base - top);
  }
  over(to, readFrom(on, w, h), left, top, 0, 0, w, h);
}

// --- a recipe -------------------------------------------------------------------------------

const two = {
  multiply: (a, b) => (a * b + 127) / 255 | 0, lighter: Math.max, darker: Math.min, subtract: (a, b) => Math.max(0, a - b),
};
export async function painted(rows, opened) {
  const made = [], uses = rows.map(() => 0);
  for (const [, , , steps] of rows) for (const step of steps) for (const one of step) if (one?.of !== undefined) uses[one.of]++;
  const used = (one) => { if (!one) return null; const found = made[one.of]; if (!--uses[one.of]) made[one.of] = null; return found; };
  for (const [number, [mode, w, h, steps]] of rows.entries()) {
    let to = null;
    const ready = () => (to ||= blank(mode, w, h));
    for (let n = 0; n < steps.length; n++) {
      const [name, ...given] = steps[n];
      switch (name) {
        case "from": { const last = uses[given[0].of] === 1, from = used(given[0]); to = { ...from, data: last ? from.data : from.data.slice() }; break; }
        case "file": to = await opened(...given, w, h); break;
        case "ink": { const [ink, x, y, wide, high, mask] = given, tint = [ink].flat(); lay(ready(), x, y, wide, high, () => tint, used(mask)); break; }
        case "paste": paste(ready(), used(given[0]), given[1], given[2], used(given[3])); break;
        case "over": over(ready(), used(given[0]), ...given.slice(1)); break;
        case "size": sized(ready(), used(given[0]), given[1], given[2]); break;
        case "turn": turned(ready(), used(given[0]), given[1]); break;
        case "affine": affine(ready(), used(given[0]), given[1], given[2]); break;
        case "alpha": { const { data } = used(given[0]); ready(); for (let at = 0; at < data.length; at++) to.data[4 * at + 3] = data[at]; break; }
        case "seen": { const { data } = used(given[0]); ready(); for (let at = 0; at < to.data.length; at++) to.data[at] = data[4 * at + 3]; break; }
        case "levels": { const { data } = used(given[0]); ready(); for (let at = 0; at < data.length; at++) to.data[at] = given[1][data[at]]; break; }
        case "line": line(ready(), ...given); break;
        case "polygon": polygon(ready(), ...given); break;
        case "ellipse": round(ready(), ...given); break;
        case "ring": round(ready(), ...given, true); break;
        case "text": {
          const letters = [given];
          for (; steps[n + 1]?.[0] === "text" && Math.abs(steps[n + 1][1] - given[0]) < GROUPED && Math.abs(steps[n + 1][2] - given[1]) < GROUPED; n++) letters.push(steps[n + 1].slice(1));
          written(ready(), letters); break;
        }
        default: { const { data: a } = used(given[0]), { data: b } = used(given[1]); ready(); for (let at = 0; at < a.length; at++) to.data[at] = two[name](a[at], b[at]); }
      }
    }
    made[number] = ready();
  }
  return made[rows.length - 1];
}

// --- pictures of a module -------------------------------------------------------------------

// Opens pictures in files: `brought` gives the bytes of one, `drawn` asks the page for an SVG, which
// no worker can open. The last ones are kept; those that cannot be opened are noted in `failed`.
export function opening(brought, drawn, failed = new Set()) {
  const kept = new Map(); let held = 0;
  return async (path, member, w, h) => {
    const key = `${path}\n${member}\n${w}\n${h}`;
    if (!kept.has(key)) {
      const on = canvasOf(w, h);
      try {
        const bytes = await brought(path, member), bitmap = await bitmapOf(bytes, w, h, drawn);
        on.imageSmoothingQuality = "high"; on.drawImage(bitmap, 0, 0, w, h); bitmap.close();
      } catch { failed.add(member); on.strokeStyle = "#c80000"; on.strokeRect(.5, .5, w - 1, h - 1); }
      const found = readFrom(on, w, h);
      if (w * h > KEPT / 4) return found;
      kept.set(key, found); held += w * h;
      for (const [old, one] of kept) { if (held <= KEPT || old === key) break; kept.delete(old); held -= one.w * one.h; }
    }
    const { data, ...rest } = kept.get(key);
    return { ...rest, data: data.slice() };
  };
}
async function bitmapOf(bytes, w, h, drawn) {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 4096));
  if (head.includes("<svg") && !/^(\x89PNG|GIF8|\xff\xd8)/.test(head)) return drawn(bytes, w, h);
  return createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" });
}

// --- packed ---------------------------------------------------------------------------------

async function small(picture, width, height, quality) {
  const on = canvasOf(width, height);
  on.imageSmoothingQuality = "high"; on.drawImage(shownOn(picture), 0, 0, width, height);
  return on.canvas.convertToBlob({ type: "image/webp", quality: quality / 100 });
}
// All pictures of a page, as small as they must be to fit: by name their kind and their bytes in
// base64. `plan` is what validator/reporting/packing.py says of them.
export async function packed({ pictures, levels, budget, longest, largest, sharper }, opened, tell) {
  const names = Object.keys(pictures);
  let found = {}, level = 0;
  for (; ;) {
    found = {}; let size = 0;
    const [scale, quality] = levels[level];
    for (const [number, name] of names.entries()) {
      if (number % 20 === 0) tell(number, names.length);
      const { width, height, ground, rows } = pictures[name], picture = await painted(rows, opened);
      const most = Math.min(ground ? 1 : Math.min(sharper, picture.w / Math.max(1, width)), longest / Math.max(width, height), Math.sqrt(largest / (width * height))) * scale;
      found[name] = await small(picture, Math.max(1, Math.round(width * most)), Math.max(1, Math.round(height * most)), quality);
      size += found[name].size;
    }
    if (size <= budget || level === levels.length - 1) break;
    const first = scale, fits = levels.findIndex(([one], at) => at > level && size * (one / first) ** 1.6 <= budget);
    level = fits < 0 ? levels.length - 1 : fits;
  }
  for (const name of names) found[name] = { kind: found[name].type, data: await base64(found[name]) };
  return found;
}
async function base64(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
