// The page: takes files, lets the worker audit them, shows the result. No file leaves this page.
const $ = (id) => document.getElementById(id);
const EVERYTHING = "*";
const MOST = 300e6;
const LOG = /\.(vlog|vsav|json)$/i, MODULE = /\.(vmod|vmdx)$/i, OVERLAY = /\.ya?ml$/i;
const LACKS = "Now drop the log or save of a game too (.vlog, .vsav, .json): that is what is audited.";
let given = [], worker = null, known = "", address = "", audits = 0;

function size(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
function say(words) { $("status").textContent = words; }
function trouble(words) { $("trouble").textContent = words; $("trouble").hidden = !words; }
function busy(now) {
  $("start").disabled = now || !given.some((file) => LOG.test(file.name));
  $("cancel").hidden = !now; $("progress").hidden = !now; $("files").disabled = now;
}
function list() {
  // Consent to see everything is only for the files that were dropped then.
  if ($("side").value === EVERYTHING) $("side").value = "";
  $("given").replaceChildren(...given.map((file, index) => {
    const row = document.createElement("li"), away = document.createElement("button");
    row.textContent = `${file.name} (${size(file.size)}) `;
    away.type = "button"; away.textContent = "\u00d7"; away.setAttribute("aria-label", `Leave out ${file.name}`);
    away.addEventListener("click", () => { given.splice(index, 1); list(); });
    row.append(away); return row;
  }));
  busy(false);
  const lacks = given.length && !given.some((file) => LOG.test(file.name));
  if (lacks) say(LACKS); else if ($("status").textContent === LACKS) say("");
}
function take(files) {
  trouble("");
  for (const file of files) {
    if (![LOG, MODULE, OVERLAY].some((kind) => kind.test(file.name)))
      trouble(`${file.name}: this is not a log, save, module or overlay (.vlog, .vsav, .json, .vmod, .vmdx, .yaml)`);
    else if (file.size > MOST)
      trouble(`${file.name}: ${size(file.size)} are too much for a browser; use the command line: broadside audit "${file.name}"`);
    else if (!given.some((one) => one.name === file.name && one.size === file.size)) given.push(file);
  }
  list();
}
async function helper() {
  // One worker for the whole visit, so that Python is loaded once. It starts from a blob, so that
  // this page's policy applies to it too: the code that reads other people's logs has no network.
  if (worker) return worker;
  const source = await (await fetch("worker.js")).blob();
  const begin = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  worker = new Worker(begin, { type: "module" });
  worker.onmessage = ({ data }) => ({ tells, asked, draws })[data.kind]?.(data);
  worker.onerror = (event) => { event.preventDefault?.(); stop(); trouble(`The audit cannot run here: ${event.message || "the worker did not start"}`); };
  worker.postMessage({ site: new URL(".", location.href).href });
  return worker;
}
function tells({ words, done, of }) {
  say(words); if (of && done === of) document.documentElement.dataset.python = "ready";
  const bar = $("progress");
  if (of) { bar.max = of; bar.value = done; } else bar.removeAttribute("value");
}
async function draws({ number, bytes, w, h }) {
  // An SVG of a module, for the worker. As a picture it runs no script and loads nothing.
  const from = URL.createObjectURL(new Blob([bytes], { type: "image/svg+xml" })), picture = new Image(w, h);
  let bitmap = null;
  try {
    picture.src = from; await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: w, height: h });
    canvas.getContext("2d").drawImage(picture, 0, 0, w, h);
    bitmap = await createImageBitmap(canvas);
  } catch { /* a damaged one: the worker is told of none */ }
  URL.revokeObjectURL(from);
  worker?.postMessage({ drawn: number, bitmap }, bitmap ? [bitmap] : []);
}
function asked({ result, page, broken }) {
  busy(false);
  if (broken) { worker.terminate(); worker = null; delete document.documentElement.dataset.python; }
  if (result.trouble) { say(""); trouble(result.trouble); return; }
  sides(result);
  say(`${result.game}: done.`);
  $("headline").textContent = `${result.game}: ${result.headline}`;
  $("view").textContent = [result.view, ...result.shown].join(" "); $("text").textContent = result.text;
  if (address) URL.revokeObjectURL(address);
  address = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  $("report").src = address; $("save").href = address; $("result").hidden = false;
  document.documentElement.dataset.done = String(++audits);
}
function sides({ game, sides: all }) {
  if (known === game) return;
  known = game; $("sides-later").hidden = true;
  const choice = $("side"), kept = choice.value;
  const rows = [["", "everybody at the table"], ...all.map(([id, name]) => [id, name || id]), [EVERYTHING, "everything in the files …"]];
  choice.replaceChildren(...rows.map(([value, words]) => new Option(words, value)));
  choice.value = rows.some(([value]) => value === kept) ? kept : "";
}
async function start() {
  trouble(""); $("result").hidden = true; busy(true); say("Reading the files");
  try {
    const files = await Promise.all(given.map(async (file) => (MODULE.test(file.name) ? { name: file.name, file } : { name: file.name, bytes: await file.arrayBuffer() })));
    const chosen = $("side").value;
    (await helper()).postMessage(
      { files, side: chosen === EVERYTHING ? "" : chosen, reveal: chosen === EVERYTHING, belief: $("belief").checked },
      files.flatMap((one) => one.bytes || []));
  } catch (error) { busy(false); say(""); trouble(`The files could not be read: ${error.message}`); }
}
function stop() {
  worker?.terminate(); worker = null; busy(false); say("");
}
async function allowed() {
  if ($("side").value !== EVERYTHING) return true;
  const ask = $("ask"); ask.returnValue = "no"; ask.showModal();
  await new Promise((done) => ask.addEventListener("close", done, { once: true }));
  if (ask.returnValue === "yes") return true;
  $("side").value = ""; return false;
}
$("files").addEventListener("change", (event) => { take(event.target.files); event.target.value = ""; });
$("form").addEventListener("submit", (event) => { event.preventDefault(); start(); });
$("cancel").addEventListener("click", () => { stop(); say("Cancelled."); });
$("side").addEventListener("change", async () => { if (await allowed() && !$("result").hidden) start(); });
function widen(wide) { $("result").classList.toggle("wide", wide); $("wide").textContent = wide ? "Back" : "Full window"; }
$("wide").addEventListener("click", () => widen(!$("result").classList.contains("wide")));
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !$("ask").open) widen(false); });
// The replay in the frame says so if Escape was pressed there and it had nothing to close.
window.addEventListener("message", (event) => { if (event.source === $("report").contentWindow && event.data === "escape") widen(false); });
for (const kind of ["dragover", "dragleave", "drop"])
  document.addEventListener(kind, (event) => {
    event.preventDefault(); $("drop").classList.toggle("over", kind === "dragover");
    if (kind === "drop" && !$("files").disabled) take(event.dataTransfer.files);
  });
list(); helper().catch((error) => trouble(`A part of the page is missing: ${error.message}`));
if ("serviceWorker" in navigator && location.protocol !== "file:")
  navigator.serviceWorker.register("offline.js").catch(() => {});
document.documentElement.dataset.ready = "yes";
