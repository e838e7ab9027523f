"use strict";
(() => {
  const data = JSON.parse(document.getElementById("replay").textContent);
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const slider = $("slider"), where = $("where"), says = $("says"), board = $("board"), maps = $("maps");
  let shown = -1, sheet = 0, lit = new Set();

  // The table after frame n: the start, then every change up to n. Changes are small; replaying them is quick.
  function tableAt(n) {
    const at = new Map();
    for (let f = 0; f <= n; f++)
      for (const [piece, map, x, y, face, order] of data.frames[f].changes)
        if (map < 0) at.delete(piece); else at.set(piece, [map, x, y, face, order]);
    return at;
  }
  function element(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    return made;
  }
  const layers = data.sheets.map((one, index) => {
    const svg = element("svg", { viewBox: `0 0 ${one.width} ${one.height}`, role: "img" });
    const title = element("title", {}); title.textContent = one.name; svg.append(title);
    if (one.picture) svg.append(element("image", { href: one.picture, width: one.width, height: one.height }));
    else svg.append(element("rect", { width: one.width, height: one.height, fill: "#dfe6ea" }));
    const shade = element("g", {}), layer = element("g", {}); svg.append(shade, layer);
    svg.style.display = "none"; board.append(svg);
    const button = document.createElement("button");
    button.textContent = one.name; button.addEventListener("click", () => { sheet = index; draw(); });
    if (data.sheets.length > 1) maps.append(button);
    return { svg, shade, layer, button };
  });

  // Where hidden things could be: shaded hexes, the deeper the fewer they are.
  const COLOURS = ["#c2255c", "#5f3dc4", "#e67700", "#2b8a3e"];
  const hidden = (data.shades || []).map((one, index) => {
    const colour = COLOURS[index % COLOURS.length], row = document.createElement("div"), label = document.createElement("label");
    const box = document.createElement("input"), name = document.createElement("span"), told = document.createElement("span");
    box.type = "checkbox"; box.checked = true; box.style.accentColor = colour; box.addEventListener("change", () => shades());
    name.textContent = one.what; name.className = "what"; name.style.color = colour; told.className = "told";
    label.append(box, name); row.append(label, told, course(one, colour)); $("beliefs").append(row);
    return { one, colour, box, told, mark: row.querySelector(".now") };
  });
  const lastStep = data.frames[data.frames.length - 1].step || 1;
  function course(one, colour) {
    // How many places were possible, from the first step to the last; a click goes there.
    const last = data.frames[data.frames.length - 1].step || 1, most = Math.max(1, ...one.thoughts.map((t) => t.size));
    const svg = element("svg", { viewBox: "0 0 300 44", preserveAspectRatio: "none", class: "course", role: "img" });
    const title = element("title", {}); title.textContent = `${one.what}: at most ${most} places`; svg.append(title);
    let path = "";
    one.thoughts.forEach((t, i) => { path += `${i ? "H" : "M"}${(300 * t.step / last).toFixed(1)}${i ? "V" : " "}${(42 - 40 * t.size / most).toFixed(1)}`; });
    svg.append(element("path", { d: `${path}H300V44H0Z`, fill: colour, "fill-opacity": .25, stroke: "none" }));
    svg.append(element("path", { d: `${path}H300`, fill: "none", stroke: colour, "stroke-width": 1.5, "vector-effect": "non-scaling-stroke" }));
    svg.append(element("line", { class: "now", x1: 0, x2: 0, y1: 0, y2: 44, "vector-effect": "non-scaling-stroke" }));
    svg.addEventListener("click", (event) => { const at = svg.getBoundingClientRect(); show(frameOf(Math.round(last * (event.clientX - at.left) / at.width))); });
    return svg;
  }
  function shades() {
    for (const one of layers) one.shade.replaceChildren();
    const step = data.frames[shown].step;
    for (const { one, colour, box, told, mark } of hidden) {
      const now = one.thoughts.filter((t) => t.step <= step).pop();
      mark.setAttribute("x1", 300 * step / lastStep); mark.setAttribute("x2", 300 * step / lastStep);
      if (!now) { told.textContent = ""; continue; }
      const few = now.size > 0 && now.size <= 6 ? `: ${now.at.map((n) => one.places[n][0]).join(", ")}` : "";
      const truth = now.truth >= 0 ? ` (it was ${one.places[now.truth][0]})` : "";
      const many = now.size ? `${now.size} place${now.size === 1 ? "" : "s"}${few}` : "";
      told.textContent = [now.moment, now.says, many].filter((words) => words).join("; ") + truth;
      if (!box.checked) continue;
      const points = (n) => one.places[n][1].map((p) => p.join(",")).join(" ");
      for (const n of now.at) {
        const hex = element("polygon", { class: "may", points: points(n), fill: colour, "fill-opacity": (.16 + .5 / Math.sqrt(now.size)).toFixed(2), stroke: colour });
        const title = element("title", {}); title.textContent = `${one.what} could be in ${one.places[n][0]}`; hex.append(title);
        layers[one.sheet].shade.append(hex);
      }
      if (now.truth >= 0) layers[one.sheet].shade.append(element("polygon", { class: "truth", points: points(now.truth), stroke: colour }));
    }
  }
  function counter(piece, x, y, face) {
    const look = data.faces[face], group = element("g", { transform: `translate(${x},${y})` });
    const w = look.width, h = look.height, title = element("title", {});
    title.textContent = data.pieces[piece]; group.append(title);
    if (look.picture) group.append(element("image", { href: look.picture, x: -w / 2, y: -h / 2, width: w, height: h }));
    else {
      group.append(element("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 6, fill: "#f4efe2", stroke: "#333" }));
      const text = element("text", { "text-anchor": "middle", y: 4, "font-size": Math.min(15, 1.7 * w / Math.max(4, look.text.length)) });
      text.textContent = look.text; group.append(text);
    }
    if (lit.has(piece)) group.append(element("rect", { class: "glow", x: -w / 2 - 4, y: -h / 2 - 4, width: w + 8, height: h + 8, rx: 10 }));
    return group;
  }
  function draw() {
    const at = tableAt(shown);
    for (const one of layers) { one.layer.replaceChildren(); one.svg.style.display = "none"; one.button.setAttribute("aria-pressed", "false"); }
    layers[sheet].svg.style.display = "block"; layers[sheet].button.setAttribute("aria-pressed", "true");
    const standing = new Map();
    for (const [piece, place] of [...at].sort((a, b) => a[1][4] - b[1][4] || a[0] - b[0])) {
      const key = `${place[0]} ${place[1]} ${place[2]}`, below = standing.get(key) || 0;
      standing.set(key, below + 1);
      // Higher in the stack: a little up and to the right, as on a table.
      layers[place[0]].layer.append(counter(piece, place[1] + 9 * Math.min(below, 8), place[2] - 9 * Math.min(below, 8), place[3]));
    }
  }
  function show(n) {
    n = Math.max(0, Math.min(data.frames.length - 1, n));
    shown = n; slider.value = n;
    const frame = data.frames[n];
    const last = data.frames[data.frames.length - 1];
    where.textContent = n === 0 ? "Before the first step" : frame.entry === undefined ? `Step ${frame.step} of ${last.step}` : `Entry ${frame.entry} of ${last.entry}`;
    says.replaceChildren(...frame.says.map((line) => { const li = document.createElement("li"); li.textContent = line; return li; }));
    slider.setAttribute("aria-valuetext", where.textContent);
    if (n > 0 && frame.sheet >= 0) sheet = frame.sheet;
    lit = new Set(frame.changes.filter((c) => n > 0 && c[1] >= 0).map((c) => c[0]));
    draw(); shades();
  }
  const frameOf = (step) => { let found = 0; data.frames.forEach((f, i) => { if (f.step <= step) found = i; }); return found; };
  slider.max = data.frames.length - 1;
  slider.addEventListener("input", () => show(Number(slider.value)));
  $("back").addEventListener("click", () => show(shown - 1));
  $("next").addEventListener("click", () => show(shown + 1));
  document.addEventListener("keydown", (event) => {
    if (event.target === slider) return;
    if (event.key === "ArrowLeft") show(shown - 1);
    if (event.key === "ArrowRight") show(shown + 1);
  });
  for (const button of document.querySelectorAll("[data-step]"))
    button.addEventListener("click", () => {
      for (const li of document.querySelectorAll("#findings li")) li.classList.toggle("chosen", li.contains(button));
      show(frameOf(Number(button.dataset.step)));
      if (window.matchMedia("(max-width: 800px)").matches) $("stage").scrollIntoView();
    });
  const first = document.querySelector("#findings [data-step]");
  if (hidden.length) sheet = hidden[0].one.sheet;
  show(first ? frameOf(Number(first.dataset.step)) : 0);
  document.documentElement.dataset.ready = "yes";
})();
