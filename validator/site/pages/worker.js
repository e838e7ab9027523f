// Python in a worker: loads Pyodide, unpacks our sources and the games needed, and audits.
const GIVEN = "/given/", APP = "/app", PACKAGES = "/packages";
class Told extends Error {} // a message for people; Python goes on
const told = (words, done, of) => postMessage({ kind: "tells", words, done, of });
let python = null, judging = null, site = null, painter = null, mounted = [], asking = 0;
const unpacked = new Set(), waiting = new Map();
let readsOverlays = false;

async function brought(url, integrity) {
  const answer = await fetch(url, integrity ? { integrity } : {});
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return answer;
}
async function code(url, integrity) {
  // The digest is checked before it runs: a plain import could not check it.
  const text = await (await brought(url, integrity)).blob();
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try { return await import(address); } finally { URL.revokeObjectURL(address); }
}
async function ready(home) {
  const own = (name) => new URL(name, home).href;
  site = { home: own, ...await (await brought(own("site.json"))).json() };
  const { base, files } = site.runtime, at = (name) => own(base + name);
  const steps = 4; let done = 0;
  const step = (words) => told(words, ++done, steps);
  step("Loading Python, once");
  const sources = brought(own("code.zip")).then((answer) => answer.arrayBuffer());
  sources.catch(() => {});
  const plain = self.fetch;
  self.fetch = (what, options) => {
    const name = String(what.url || what).split("/").pop();
    return plain(what, files[name] ? { ...options, integrity: files[name] } : options);
  };
  const lock = brought(at("pyodide-lock.json")).then((answer) => answer.text());
  lock.catch(() => {});
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => code(at(name), files[name])));
  painter = await code(own("painter.js"));
  step("Starting Python");
  python = await loadPyodide({
    indexURL: own(base), createPyodideModule, lockFileContents: await lock,
    env: { BROADSIDE_CACHE: `${APP}/cache` },
  });
  step("Unpacking the rules");
  python.unpackArchive(await sources, "zip", { extractDir: APP });
  python.runPython(`import sys; sys.path.insert(0, "${APP}")`);
  judging = python.pyimport("validator.site.judging");
  step("Ready");
}
function laid(files) {
  // The files of one audit, in a folder of their own.
  for (const folder of mounted.splice(0)) python.FS.unmount(folder);
  python.runPython(`import shutil; shutil.rmtree("${GIVEN}", ignore_errors=True)`);
  return files.map(({ name, bytes, file }, index) => {
    // Two files may have one name: each gets a folder of its own.
    const folder = `${GIVEN}${index}`, plain = name.replace(/[/\\\0]/g, "_");
    python.FS.mkdirTree(folder);
    if (file) { // a large one stays on the disk and is read in parts
      python.FS.mount(python.FS.filesystems.WORKERFS, { blobs: [{ name: plain, data: file }] }, folder);
      mounted.push(folder);
    } else python.FS.writeFile(`${folder}/${plain}`, new Uint8Array(bytes));
    return `${folder}/${plain}`;
  });
}
function pictureOf(path, member) {
  const found = judging.picture(path, member);
  try { return found.toJs(); } finally { found.destroy?.(); }
}
function drawn(bytes, w, h) {
  // A worker cannot open an SVG: the page does, as a picture, which runs no script and loads nothing.
  const number = asking++;
  postMessage({ kind: "draws", number, bytes, w, h });
  return new Promise((done, failed) => waiting.set(number, (bitmap) => (bitmap ? done(bitmap) : failed(new Error("no picture")))));
}
async function painted(page, plan, result) {
  const failed = new Set();
  const found = await painter.packed(JSON.parse(plan), painter.opening(pictureOf, drawn, failed),
    (done, of) => told("Painting the module's pictures", done, of));
  if (failed.size) result.shown.push(`Pictures of the module that cannot be opened: ${[...failed].slice(0, 5).join(", ")}.`);
  return page.replace(/data-kind="recipe">([0-9a-f]{64})</g, (_, name) => `data-kind="${found[name].kind}">${found[name].data}<`);
}
// The packages that read overlays; other audits do not need them.
async function overlayReaders() {
  if (readsOverlays) return;
  const wheels = Object.entries(site.runtime.wheels);
  if (!wheels.length) throw new Told("This site has no packages to read overlays. Use the command line: broadside audit --overlay");
  told("Loading the packages that read overlays (only once)");
  const found = await Promise.all(wheels.map(([url, digest]) => brought(site.home(url), digest).then((answer) => answer.arrayBuffer()))).catch((error) => {
    throw new Told(`The packages that read overlays could not be loaded (${error.message}). Is there a network? It is needed when an overlay is dropped for the first time.`);
  });
  for (const wheel of found) python.unpackArchive(wheel, "zip", { extractDir: PACKAGES });
  python.runPython(`import importlib; sys.path.append("${PACKAGES}"); importlib.invalidate_caches()`);
  readsOverlays = true;
}
async function audited({ files, side, reveal, belief }) {
  const paths = laid(files), ends = (kind) => paths.filter((path) => kind.test(path));
  const modules = ends(/\.(vmod|vmdx)$/i), overlays = ends(/\.ya?ml$/i);
  const logs = paths.filter((path) => !modules.includes(path) && !overlays.includes(path));
  const games = judging.games_of(logs).toJs();
  for (const name of games) {
    if (unpacked.has(name)) continue;
    if (!site.games[name]) throw new Told(`These are logs of a game whose rules are not on this site; it has: ${Object.values(site.games).map((one) => one.name).join(", ")}.`);
    told(`Fetching ${site.games[name].name}`);
    python.unpackArchive(await (await brought(site.home(`games/${name}.zip`))).arrayBuffer(), "zip", { extractDir: APP });
    unpacked.add(name);
  }
  if (overlays.length && games.length) await overlayReaders();
  const answer = judging.examined.callKwargs(logs, {
    side: side || undefined, modules, overlays, reveal, belief, tell: (words) => told(words),
  });
  const result = answer.toJs({ dict_converter: Object.fromEntries }); answer.destroy();
  let page = result.trouble ? "" : python.FS.readFile(judging.PAGE.toString(), { encoding: "utf8" });
  if (result.paint) page = await painted(page, result.paint, result);
  delete result.paint;
  // Remove the worker's own paths from what people read.
  if (result.trouble) result.trouble = result.trouble.replaceAll(/\/given\/\d+\//g, "");
  postMessage({ kind: "asked", result, page });
}
let loaded = null;
self.onmessage = async ({ data }) => {
  if (data.drawn !== undefined) { waiting.get(data.drawn)(data.bitmap); waiting.delete(data.drawn); return; }
  if (data.site) {
    loaded = ready(data.site).catch((error) => {
      const trouble = `Python could not be loaded (${error.message}). Is there a network? Reload this page to try again. The owner of the site can serve Python from it: broadside site --runtime.`;
      postMessage({ kind: "asked", result: { trouble }, page: "", broken: true });
      return new Error(trouble);
    });
    return;
  }
  try {
    const failed = await loaded;
    if (failed) throw failed;
    await audited(data);
  } catch (error) {
    // After such an error Python may be in any state: the page starts a new worker.
    const trouble = String(error.message || error).slice(0, 2000);
    postMessage({ kind: "asked", result: { trouble }, page: "", broken: !(error instanceof Told) });
  }
};
