// The time line and all that moves along it.

const slider = $("slider"), play = $("play");

// --- windows of the module ------------------------------------------------------------------

const windows = [...$("windows").children];
windows.forEach((button, n) => button.addEventListener("click", () => turnTo(n)));
function turnTo(n, glides, follows) {
  const other = sheet !== n;
  sheet = n;
  if (other) eye = null;
  windows.forEach((button, one) => button.setAttribute("aria-pressed", one === n));
  if (other) { close(); windows[n]?.scrollIntoView({ block: "nearest", inline: "nearest" }); }
  const box = follows && actionBox();
  lay();
  if (box) bring(box, glides);
  place(glides); shades(); announce();
}

// --- a step ---------------------------------------------------------------------------------

const turnOf = (n) => { let found = ""; for (const [frame, words] of data.turns) { if (frame > n) break; found = words; } return found; };
function where(n) {
  const frame = data.frames[n], last = data.frames[LAST];
  if (!LAST) return "The table as it was saved";
  if (n === 0) return "Before the first step";
  return frame.e === undefined ? `Step ${frame.s} of ${last.s}` : `Entry ${frame.e} of ${last.e}`;
}
function announce() {
  const count = pile().length;
  board.setAttribute("aria-label", `${data.sheets[sheet][0]}, ${count} piece${count === 1 ? "" : "s"} in sight. The tab Table lists them.`);
}
function show(n, { quiet = false, glides = true, whole = false } = {}) {
  n = Math.max(0, Math.min(LAST, n));
  if (shown >= 0) unveil();
  const near = n === shown + 1 && glides;
  const before = at, frame = data.frames[n], turn = turnOf(n);
  shown = n; slider.value = n; at = tableAt(n);
  glide(near ? before : null, frame);
  $("where").textContent = where(n) + (turn ? ` · ${turn}` : "");
  $("says").replaceChildren(...(frame.l || []).slice(0, 40).map(lineOf));
  slider.setAttribute("aria-valuetext", $("where").textContent);
  close();
  const follows = following && n > 0;
  turnTo(follows && frame.m !== undefined ? frame.m : sheet, near, follows && !whole);
  roll(frame); follow(); here(n);
  if (!quiet) remember();
}
function roll(frame) {
  const thrown = (frame.l || []).filter(([kind, , , dice]) => kind === "roll" && dice && dice.length && dice.length <= 20);
  $("tray").hidden = !thrown.length;
  $("tray").replaceChildren(...thrown.slice(0, 4).map(([, who, text, dice]) => { const row = make("div"); row.append(make("span", {}, text.split(" rolls ")[0]), diceOf(dice)); return row; }));
}
// Where we are, on the time line and in the charts.
function here(n) {
  const part = LAST ? n / LAST : 0;
  for (const svg of document.querySelectorAll("[data-course]")) {
    const x = part * svg.viewBox.baseVal.width, line = svg.querySelector(".now");
    line.setAttribute("x1", x); line.setAttribute("x2", x);
  }
  document.querySelectorAll("#marks a").forEach((mark) => mark.classList.toggle("now", Number(mark.dataset.frame) === n));
}
for (const svg of document.querySelectorAll("[data-course]"))
  svg.addEventListener("click", (event) => { const box = svg.getBoundingClientRect(); show(Math.round(LAST * (event.clientX - box.left) / box.width)); });

// --- the time line --------------------------------------------------------------------------

slider.max = LAST;
$("line").classList.toggle("bandless", data.bands.length < 2 && !data.curves.length);
slider.addEventListener("input", () => { stop(); show(Number(slider.value), { glides: false }); });
(data.bands.length > 1 || data.curves.length ? data.bands : []).forEach(([frame, words], n) => {
  const short = words.match(/\d+$/);
  const next = n + 1 < data.bands.length ? data.bands[n + 1][0] : LAST, band = stepLink(frame, words);
  // The whole name where there is room, else its number, else nothing; the title says it.
  new ResizeObserver(() => { band.textContent = [words, short ? short[0] : ""].find((one) => one.length * 7.5 + 8 <= band.clientWidth) || ""; }).observe(band);
  band.tabIndex = -1; band.title = words;
  band.style.left = `${100 * frame / (LAST || 1)}%`; band.style.width = `${100 * (next - frame) / (LAST || 1)}%`;
  $("bands").append(band);
});
for (const [frame, severity, told, number] of data.findings) {
  const mark = stepLink(frame, data.signs[severity], severity);
  mark.tabIndex = -1; mark.title = told; mark.style.left = `${100 * frame / (LAST || 1)}%`;
  mark.addEventListener("click", () => { choose("findings"); chosen(number); });
  $("marks").append(mark);
}
if (data.curves.length) {
  $("line").classList.add("curved");
  const points = data.curves[0][1], values = points.map((p) => p[1]), low = Math.min(0, ...values), high = Math.max(0, ...values), room = high - low || 1;
  const y = (value) => (2 + 26 * (high - value) / room).toFixed(1), x = (frame) => (1000 * frame / (LAST || 1)).toFixed(1);
  $("curve").setAttribute("viewBox", "0 0 1000 30");
  const path = `M0 ${y(points[0][1])}${points.map(([frame, value]) => `H${x(frame)}V${y(value)}`).join("")}H1000`;
  $("curve").append(shape("path", { d: path }));
}
function chosen(number) {
  for (const li of document.querySelectorAll("#findings > li")) li.classList.toggle("chosen", li.id === `finding-${number}`);
  $(`finding-${number}`)?.scrollIntoView({ block: "nearest" });
}
for (const button of document.querySelectorAll("[data-step]"))
  button.addEventListener("click", () => {
    stop(); chosen(button.closest("li").id.slice(8)); show(frameOf(Number(button.dataset.step)), { glides: false });
  });
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-frame]");
  if (!link) return;
  event.preventDefault(); stop(); show(Number(link.dataset.frame), { glides: false });
});

// --- play -----------------------------------------------------------------------------------

let timer = 0;
function stop() { clearTimeout(timer); timer = 0; play.setAttribute("aria-label", "Play"); play.querySelector("path").setAttribute("d", "M7 4v16l13-8z"); }
function start() {
  if (shown >= LAST) show(0, { glides: false });
  play.setAttribute("aria-label", "Stop"); play.querySelector("path").setAttribute("d", "M6 4h4v16H6zM14 4h4v16h-4z");
  const on = () => { if (shown >= LAST) return stop(); show(shown + 1, { quiet: true }); timer = setTimeout(on, wait()); };
  timer = setTimeout(on, 200);
}
// A step that tells more stays longer.
const wait = () => (700 + 500 * Math.min(3, (data.frames[shown].l || []).length)) / Number($("speed").value);
const starts = data.turns.map((one) => one[0]);
const turnBack = () => starts.filter((one) => one < shown).pop() ?? 0;
const turnNext = () => starts.find((one) => one > shown) ?? LAST;
const marks = [...new Set(data.findings.map((one) => one[0]))].sort((a, b) => a - b);
function toFinding(frame, side) {
  if (frame !== undefined) return show(frame, { glides: false });
  $("where").textContent = `${where(shown)} · ${marks.length ? `no finding ${side} this` : "no finding is about one step"}`;
}
const acts = {
  first: () => show(0, { glides: false }), last: () => show(LAST, { glides: false }),
  back: () => show(shown - 1, { glides: false }), next: () => show(shown + 1),
  "turn-back": () => show(turnBack(), { glides: false }), "turn-next": () => show(turnNext(), { glides: false }),
};
for (const name in acts) $(name).addEventListener("click", () => { stop(); acts[name](); });
play.addEventListener("click", () => (timer ? stop() : start()));
$("closer").addEventListener("click", () => zoom(1.4));
$("wider").addEventListener("click", () => zoom(1 / 1.4));
$("whole").addEventListener("click", whole);
$("follow").addEventListener("click", () => { following = !following; $("follow").setAttribute("aria-pressed", following); if (following) show(shown); });

// --- keys, links, light ---------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=search], select, dialog *")) return;
  const shift = event.shiftKey;
  const keys = {
    ArrowLeft: shift ? acts["turn-back"] : acts.back, ArrowRight: shift ? acts["turn-next"] : acts.next,
    Home: acts.first, End: acts.last,
    "[": () => toFinding(marks.filter((one) => one < shown).pop(), "before"), "]": () => toFinding(marks.find((one) => one > shown), "after"),
    w: () => pan(0, 1), a: () => pan(1, 0), s: () => pan(0, -1), d: () => pan(-1, 0),
    "+": () => zoom(1.4), "=": () => zoom(1.4), "-": () => zoom(1 / 1.4), "0": whole,
    f: () => $("follow").click(), "/": () => { choose("log"); $("search").focus(); }, "?": () => $("keys").showModal(),
    Escape: () => { if ($("here").hidden && window.parent !== window) window.parent.postMessage("escape", "*"); close(); },
  };
  if (event.key === " " && !event.target.closest("button, a, summary")) { event.preventDefault(); timer ? stop() : start(); return; }
  const digit = /^[1-9]$/.test(event.key) && Number(event.key) <= data.sheets.length;
  const act = digit ? () => turnTo(Number(event.key) - 1) : keys[event.key] || keys[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") stop();
  act();
});
function remember() {
  const wanted = `#step=${data.frames[shown].s}`;
  try { if (location.hash !== wanted) history.replaceState(null, "", wanted); } catch { /* a frame without a history */ }
}
function asLinked() {
  const found = /[#&]step=(\d+)/.exec(location.hash);
  return found ? frameOf(Number(found[1])) : null;
}
window.addEventListener("hashchange", () => { const frame = asLinked(); if (frame !== null && frame !== shown) show(frame, { glides: false }); });
$("share").addEventListener("click", async () => {
  remember();
  const told = $("share"), step = `#step=${data.frames[shown].s}`;
  // A page that another page made has no address that leads back to it.
  const made = ["blob:", "about:", "data:"].includes(location.protocol), link = made ? step : location.href.split("#")[0] + step;
  try {
    if (made) throw new Error("no address");
    await navigator.clipboard.writeText(link);
    told.textContent = "Copied"; setTimeout(() => { told.textContent = "Link"; }, 1500);
  } catch {
    $("link-says").textContent = made ? "This page has no address of its own until you save it. Add this to the address of the saved page:" : "The browser did not let the page copy the link. Copy it here:";
    $("address").value = link; $("link").showModal(); $("address").select();
  }
});
$("theme").addEventListener("click", () => {
  const root = document.documentElement, dark = getComputedStyle(root).colorScheme === "dark" || (root.dataset.theme !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
});
$("help").addEventListener("click", () => $("keys").showModal());

const linked = asLinked();
choose(data.tab);
if (hidden.length) sheet = hidden[0].one.sheet;
show(linked ?? data.opens, { quiet: linked === null, glides: false, whole: Boolean($("glimpse")) });
// The whole map comes first, as one small picture; of a page that opens at a finding then its place.
function whenThere() {
  if ($("glimpse") && (canvas.dataset.waits !== "0" || world.querySelector("img")?.complete === false)) return setTimeout(whenThere, 50);
  const box = data.tab === "findings" && look().whole && actionBox();
  unveil();
  if (box) bring(box, true);
}
whenThere();
const opening = data.tab === "findings" && data.findings.find(([frame]) => frame === shown);
if (opening) chosen(opening[3]);
document.documentElement.dataset.ready = "yes";
