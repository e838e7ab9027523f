// Python in a worker: loads Pyodide, unpacks our sources and the games that are asked for, audits.
const GIVEN = "/given/", APP = "/app";
const told = (words, done, of) => postMessage({ kind: "tells", words, done, of });
let python = null, judging = null, site = null;
const unpacked = new Set();

async function brought(url, integrity) {
  const answer = await fetch(url, integrity ? { integrity } : {});
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return answer;
}
async function code(url, integrity) {
  // Held against its digest first, then run: an import by itself could not be.
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
  python.runPython(`import shutil; shutil.rmtree("${GIVEN}", ignore_errors=True)`);
  return files.map(({ name, bytes }, index) => {
    // Two files may bear one name: each lies in a folder of its own.
    python.FS.mkdirTree(`${GIVEN}${index}`);
    const path = `${GIVEN}${index}/${name.replace(/[/\\\0]/g, "_")}`;
    python.FS.writeFile(path, new Uint8Array(bytes)); return path;
  });
}
async function audited({ files, side, reveal, belief }) {
  const paths = laid(files), modules = paths.filter((path) => /\.(vmod|vmdx)$/i.test(path));
  const logs = paths.filter((path) => !modules.includes(path));
  const games = judging.games_of(logs).toJs();
  for (const name of games) {
    if (unpacked.has(name)) continue;
    told(`Fetching ${site.games[name]?.name || name}`);
    python.unpackArchive(await (await brought(site.home(`games/${name}.zip`))).arrayBuffer(), "zip", { extractDir: APP });
    unpacked.add(name);
  }
  const answer = judging.examined.callKwargs(logs, {
    side: side || undefined, modules, reveal, belief, tell: (words) => told(words),
  });
  const result = answer.toJs({ dict_converter: Object.fromEntries }); answer.destroy();
  const page = result.trouble ? "" : python.FS.readFile(judging.PAGE.toString(), { encoding: "utf8" });
  // No path of this little machine stands in what people read.
  if (result.trouble) result.trouble = result.trouble.replaceAll(/\/given\/\d+\//g, "");
  postMessage({ kind: "asked", result, page });
}
let loaded = null;
self.onmessage = async ({ data }) => {
  if (data.site) {
    loaded = ready(data.site).catch((error) => {
      const trouble = `Python could not be fetched (${error.message}). Is there a network? Load this page again to try once more. Whoever runs the site can have it carry Python itself: broadside site --runtime.`;
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
    // After such an error nobody knows what state Python is in: the page begins another.
    const trouble = String(error.message || error).slice(0, 2000);
    postMessage({ kind: "asked", result: { trouble }, page: "", broken: true });
  }
};
