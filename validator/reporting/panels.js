// Beside the board: the story, the log, what lies where, where hidden things could be.

const sought = new Set();
// Of several frames of a step the first: the others are files without steps that follow it.
const frameOf = (step) => { let low = 0, high = LAST; while (low < high) { const mid = (low + high) >> 1; if (data.frames[mid].s < step) low = mid + 1; else high = mid; } return data.frames[low].s > step && low ? low - 1 : low; };
const stepLink = (frame, text, name) => make("a", { href: `#step=${data.frames[frame].s}`, class: name || "", "data-frame": frame }, text);
const player = (number) => (number < 0 ? "" : data.players[number]);
const number = (frame) => (data.frames[frame].e === undefined ? data.frames[frame].s : data.frames[frame].e);

// --- tabs -----------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("#tabs [role=tab]")], filled = new Set();
let open = "";
function choose(name, focus) {
  open = name;
  for (const tab of tabs) {
    const mine = tab.id === `of-${name}`;
    tab.setAttribute("aria-selected", mine); tab.tabIndex = mine ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !mine;
    if (mine && focus) tab.focus();
  }
  if (!filled.has(name)) { filled.add(name); ({ story: fillStory, log: fillLog }[name] || (() => {}))(); }
  follow();
}
for (const [n, tab] of tabs.entries()) {
  // Who clicked goes on with the arrows through the game, who came by key through the tabs.
  tab.addEventListener("click", (event) => { choose(tab.id.slice(3)); if (event.detail) tab.blur(); });
  tab.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (way) { event.stopPropagation(); event.preventDefault(); choose(tabs[(n + way + tabs.length) % tabs.length].id.slice(3), true); }
  });
}
$("taller").addEventListener("click", () => {
  const tall = document.body.classList.toggle("tall");
  $("taller").setAttribute("aria-expanded", tall);
});
for (const button of document.querySelectorAll("[data-tab]")) button.addEventListener("click", () => choose(button.dataset.tab, true));

// --- story and log --------------------------------------------------------------------------

let storied = [], logged = [];
function fillStory() {
  const parts = [];
  for (const [heading, paragraphs] of data.story) {
    if (heading) parts.push(make("h2", {}, heading));
    for (const told of paragraphs) {
      const p = make("p");
      for (const [frame, text] of told) {
        if (frame > 0) { const link = stepLink(frame, text, "told"); storied.push([frame, link]); p.append(link, " "); }
        else p.append(`${text} `);
      }
      parts.push(p);
    }
  }
  $("tab-story").replaceChildren(...parts);
  storied.sort((a, b) => a[0] - b[0]);
}
function lineOf([kind, who, text, dice]) {
  const li = make("li", { class: `${kind}${who >= 0 ? ` player${who % 6}` : ""}` });
  if (kind === "say") li.append(make("b", {}, player(who) ? `${player(who)}: ` : ""), text);
  else if (dice && dice.length && dice.length <= 20) {
    li.append(`${text.split(" rolls ")[0]} `, diceOf(dice));
    const more = text.match(/ [+-]\d.*$|= .*$/); if (more) li.append(more[0]);
    if (who >= 0) li.append(make("small", {}, player(who)));
  } else { li.append(text); if (who >= 0 && !text.includes(player(who).replace(/ P\d+$/, ""))) li.append(make("small", {}, player(who))); }
  return li;
}
function diceOf(dice) {
  const all = make("span", { class: "thrown", role: "img", "aria-label": dice.join(", ") });
  all.append(...dice.map((one) => make("span", { class: "die", "aria-hidden": "true" }, one)));
  return all;
}
function fillLog() {
  const rows = [], starts = new Map(data.turns);
  data.frames.forEach((frame, n) => {
    if (starts.has(n)) rows.push(make("li", { class: "chapter" }, starts.get(n)));
    if (!n || !frame.l) return;
    const row = make("li", { class: frame.u ? "undone" : "" }), lines = make("ul");
    lines.append(...frame.l.map(lineOf));
    row.append(stepLink(n, number(n), "number"), lines);
    if (frame.u) row.title = "taken back later";
    rows.push(row); logged.push([n, row]);
  });
  $("log").replaceChildren(...rows);
  seek();
}
// The entry of the step that is shown, marked and in sight.
const marked = {};
function follow() {
  for (const [name, rows] of [["story", storied], ["log", logged]]) {
    if (!filled.has(name)) continue;
    let found = null;
    for (const [frame, element] of rows) { if (frame > shown) break; found = element; }
    if (marked[name]) { marked[name].classList.remove("now"); marked[name].removeAttribute("aria-current"); }
    marked[name] = found;
    if (!found) continue;
    found.classList.add("now"); found.setAttribute("aria-current", "step");
    if (open === name) intoSight($(`tab-${name}`), found);
  }
  if (open === "table") fillTable();
}
// Lines out of sight are as high as is guessed until they come into it: so it is looked at again.
let tries = 0;
function intoSight(box, found) {
  cancelAnimationFrame(tries);
  const again = (left) => {
    const line = found.getBoundingClientRect(), room = box.getBoundingClientRect();
    if (line.top >= room.top + 60 && line.bottom <= room.bottom - 20) return;
    box.scrollTop += line.top - room.top - room.height / 3;
    if (left) tries = requestAnimationFrame(() => again(left - 1));
  };
  tries = requestAnimationFrame(() => again(4));
}
function seek() {
  const wanted = $("search").value.trim().toLowerCase();
  let count = 0;
  for (const [, row] of logged) {
    const hit = !wanted || row.textContent.toLowerCase().includes(wanted);
    row.hidden = !hit; if (hit) count++;
  }
  for (const turn of document.querySelectorAll("#log .chapter")) turn.hidden = Boolean(wanted);
  $("found").textContent = wanted ? `${count} found` : "";
}
$("search").addEventListener("input", seek);
$("search").addEventListener("keydown", (event) => {
  event.stopPropagation();
  if (event.key === "Escape") { $("search").value = ""; seek(); $("search").blur(); }
  if (event.key !== "Enter") return;
  const hits = logged.filter(([, row]) => !row.hidden);
  const next = event.shiftKey ? hits.filter(([n]) => n < shown).pop() || hits[hits.length - 1] : hits.find(([n]) => n > shown) || hits[0];
  if (next) show(next[0]);
});

// --- what lies where ------------------------------------------------------------------------

// Where no grid tells a place VASSAL calls it so, on the board too: that says nothing.
const spotName = (spot) => (/^offboard/.test(data.places[spot]) ? "" : data.places[spot]);
function fillTable() {
  const windows = data.sheets.map(([name]) => [name, new Map()]);
  for (const [thing, map, , , , , spot] of at.things.values()) {
    if (data.things[thing] === null) continue; // no piece
    const rows = windows[map][1], where = spotName(spot) || "no named place";
    if (!rows.has(where)) rows.set(where, []);
    rows.get(where).push(thing);
  }
  const parts = [make("p", { class: "quiet" }, `What stands where after ${number(shown) ? `step ${number(shown)}` : "the set-up"}. Choose a place to see it.`)];
  windows.forEach(([name, rows], n) => {
    if (!rows.size) return;
    const all = make("details"), list = make("ul", { class: "places" });
    all.open = n === sheet;
    all.append(make("summary", {}, name), list);
    for (const [where, things] of [...rows].sort((a, b) => a[0].localeCompare(b[0], undefined, { numeric: true }))) {
      const li = make("li"), button = make("button", {}, where);
      button.addEventListener("click", () => { turnTo(n); sought.clear(); for (const one of things) sought.add(one); const boxes = things.map(boxOf).filter(Boolean); bring(around(boxes.flatMap(([l, t, r, b]) => [[l, t], [r, b]])), true); mark(); });
      li.append(button, make("span", {}, things.map((one) => data.things[one] || "?").join(", ")));
      list.append(li);
    }
    parts.push(all);
  });
  $("tab-table").replaceChildren(...parts);
}
// A card with all that lies under a point, the uppermost first.
function whatLies(x, y, left, top) {
  const inside = ([l, t, r, b]) => x >= l && x <= r && y >= t && y <= b;
  const here = pile().filter(([thing]) => data.things[thing] !== null && inside(boxOf(thing))).reverse();
  sought.clear();
  if (!here.length) { close(); return; }
  const spot = here[0][6], first = boxOf(here[0][0]);
  const crowd = spotName(spot) ? pile().filter((one) => one[6] === spot && near(boxOf(one[0]), first)).reverse() : here;
  const list = make("ul");
  for (const [thing, , , , number] of crowd.slice(0, 40)) {
    sought.add(thing);
    const li = make("li"), picture = pictureOf(number, data.things[thing]);
    li.append(picture, make("span", {}, data.things[thing] || "?"));
    list.append(li);
  }
  const card = $("here"), shut = make("button", { "aria-label": "Close" }, "×");
  shut.addEventListener("click", close);
  card.replaceChildren(make("strong", {}, spotName(spot) || data.sheets[sheet][0]), shut, list);
  card.hidden = false;
  card.style.left = `${Math.max(4, Math.min(left + 12, W - card.offsetWidth - 4))}px`;
  card.style.top = `${Math.max(4, Math.min(top + 12, H - card.offsetHeight - 4))}px`;
  mark();
}
const near = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) < 2.5 * (b[2] - b[0]);
function close() { $("here").hidden = true; sought.clear(); mark(); }

// --- where hidden things could be: shaded hexes, the deeper the fewer they are ---------------

const COLOURS = ["#c2255c", "#5f3dc4", "#e67700", "#2b8a3e"];
const end = data.frames[LAST].s || 1;
const hidden = (data.shades || []).map((one, index) => {
  const colour = COLOURS[index % COLOURS.length], row = make("div"), label = make("label");
  const box = make("input", { type: "checkbox" }), name = make("span", { class: "what" }, one.what), told = make("span", { class: "told" });
  box.checked = true; box.style.accentColor = colour; box.addEventListener("change", shades);
  name.style.borderColor = colour;
  label.append(box, name); row.append(label, told, thoughts(one, colour)); $("beliefs").append(row);
  return { one, colour, box, told, mark: row.querySelector(".now") };
});
function thoughts(one, colour) {
  // How many places were possible, from the first step to the last; a click goes there.
  const most = Math.max(1, ...one.thoughts.map((t) => t.size));
  const svg = shape("svg", { viewBox: "0 0 300 44", preserveAspectRatio: "none", class: "thoughts", role: "img" });
  const title = shape("title", {}); title.textContent = `${one.what}: at most ${most} places`; svg.append(title);
  let path = "";
  one.thoughts.forEach((t, i) => { path += `${i ? "H" : "M"}${(300 * t.step / end).toFixed(1)}${i ? "V" : " "}${(42 - 40 * t.size / most).toFixed(1)}`; });
  svg.append(shape("path", { d: `${path}H300V44H0Z`, fill: colour, "fill-opacity": .25, stroke: "none" }));
  svg.append(shape("path", { d: `${path}H300`, fill: "none", stroke: colour, "stroke-width": 1.5, "vector-effect": "non-scaling-stroke" }));
  svg.append(shape("line", { class: "now", x1: 0, x2: 0, y1: 0, y2: 44, "vector-effect": "non-scaling-stroke" }));
  svg.addEventListener("click", (event) => { const box = svg.getBoundingClientRect(); show(frameOf(Math.round(end * (event.clientX - box.left) / box.width))); });
  return svg;
}
function shades() {
  const step = data.frames[shown].s, parts = [];
  for (const { one, colour, box, told, mark } of hidden) {
    const now = one.thoughts.filter((t) => t.step <= step).pop();
    mark.setAttribute("x1", 300 * step / end); mark.setAttribute("x2", 300 * step / end);
    if (!now) { told.textContent = ""; continue; }
    const few = now.size > 0 && now.size <= 6 ? `: ${now.at.map((n) => one.places[n][0]).join(", ")}` : "";
    const truth = now.truth >= 0 ? ` (it was ${one.places[now.truth][0]})` : "";
    const many = now.size ? `${now.size} place${now.size === 1 ? "" : "s"}${few}` : "";
    told.textContent = [now.moment, now.says, many].filter((words) => words).join("; ") + truth;
    if (!box.checked || one.sheet !== sheet) continue;
    const points = (n) => one.places[n][1].map((p) => p.join(",")).join(" ");
    for (const n of now.at) {
      const hex = shape("polygon", { class: "may", points: points(n), fill: colour, "fill-opacity": (.16 + .5 / Math.sqrt(now.size)).toFixed(2), stroke: colour });
      const title = shape("title", {}); title.textContent = `${one.what} could be in ${one.places[n][0]}`; hex.append(title);
      parts.push(hex);
    }
    if (now.truth >= 0) parts.push(shape("polygon", { class: "truth", points: points(now.truth), stroke: colour }));
  }
  under.replaceChildren(...parts);
}
