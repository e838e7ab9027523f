// The page: what the server tells goes to the panels; what the reader chooses is kept here.

import { Pictures, flash, show } from "/pictures.js";
import { Table } from "/counters.js";
import { Viewer } from "/viewer.js";
import { Sheets } from "/sheets.js";
import { copyButton, editorLink, made, placeText, problemCard, quoted } from "/problems.js";

const by = (id) => document.getElementById(id);
const root = document.documentElement;
const PANELS = ["counters", "maps", "charts", "sheets", "problems"];
const CHART_SCALE = 4.4;

const pictures = new Pictures();
const page = { panel: "counters", game: null, entries: [], errors: [], noticed: [], editor: "", inspected: null, took: 0, edition: 0 };

const table = new Table(pictures, (entry) => inspect("counter", entry.id));
const sheets = new Sheets(pictures);
const viewer = new Viewer(by("stage"), (scale) => (by("scale").value = `${Math.round(scale * 100)} %`));

// -- what the server tells

function listen() {
  const news = new EventSource("/events");
  const told = (name, take) => news.addEventListener(name, (event) => take(JSON.parse(event.data)));
  told("hello", (hello) => {
    page.editor = hello.editor;
    by("game").title = hello.folder;
    pictures.forget();
  });
  told("edition", edition);
  told("proof", proof);
  news.onerror = () => state("off", "The preview has ended or cannot be reached; trying again");
}

function edition(news) {
  page.edition = news.number;
  page.errors = news.errors;
  page.took = news.took;
  if (news.game) {
    page.game = news.game;
    if (news.counters) page.entries = news.counters;
    if (news.changed?.length) {
      const changed = new Map(news.changed.map((one) => [one.id, one]));
      page.entries = page.entries.map((one) => changed.get(one.id) ?? one);
    }
    const all = news.redraw === undefined || news.redraw === "all";
    pictures.forget(all ? null : ["charts", "buttons", ...news.game.maps.map((one) => `map/${one.id}`), ...news.redraw.map((id) => `counter/${id}`)]);
    by("game").textContent = news.game.name;
    document.title = `${news.game.name} – Broadside preview`;
    by("tab-counters").lastElementChild.textContent = page.entries.length;
    by("tab-maps").lastElementChild.textContent = news.game.maps.length;
    by("tab-charts").lastElementChild.textContent = news.game.charts.length;
    chooseMaps(news.game.maps);
    render(Boolean(news.counters || news.changed?.length));
    if (page.inspected) inspect(...page.inspected);
  }
  problems();
  root.dataset.edition = news.number;
}

function proof(news) {
  page.noticed = news.problems;
  page.proof = news;
  table.warn(news.problems.filter((one) => one.about.startsWith("counter/")).map((one) => one.about.slice(8)));
  problems();
}

function state(name, words) {
  root.dataset.state = name;
  by("state").textContent = words;
}

// -- the panels

function open(panel) {
  page.panel = panel;
  for (const one of PANELS) {
    by(one).hidden = one !== panel;
    const tab = by(`tab-${one}`);
    tab.setAttribute("aria-selected", String(one === panel));
    tab.tabIndex = one === panel ? 0 : -1;
  }
  if (location.hash !== `#${panel}`) history.replaceState(null, "", `#${panel}`);
  by("banner").hidden = !page.errors.length || panel === "problems";
  render(true);
}

function render(relay) {
  if (!page.game) return;
  if (page.panel === "counters") relay ? table.take(page.entries, page.game.sides) : table.paint();
  if (page.panel === "maps") map();
  if (page.panel === "charts") charts();
  if (page.panel === "sheets") sheets.take(page.edition);
}

function chooseMaps(maps) {
  const before = by("map").value;
  by("map").replaceChildren(...maps.map((one) => new Option(one.name, one.id)));
  by("map").value = maps.some((one) => one.id === before) ? before : maps[0]?.id ?? "";
  by("map").hidden = maps.length < 2;
}

function map() {
  const subject = `map/${by("map").value}`;
  const known = pictures.of(subject);
  if (known?.pictures.length) viewer.lay(subject, known.pictures[0]);
  pictures.ask([subject], 0, map);
}

function charts() {
  const known = pictures.of("charts");
  const board = by("board");
  if (known) {
    const named = new Map(page.game.charts.map((one) => [`chart-${one.id}`, one]));
    const hosts = new Map([...board.querySelectorAll("figure")].map((one) => [one.dataset.name, one]));
    const figures = known.pictures.map((picture) => {
      const chart = named.get(picture.name);
      const figure = hosts.get(picture.name) ?? chartFigure(picture.name);
      figure.style.setProperty("--width", `${picture.width * CHART_SCALE}px`);
      figure.querySelector(".title").textContent = chart?.name ?? picture.name.replace(/^chart-/, "");
      const button = figure.querySelector(".link");
      button.hidden = !chart;
      button.onclick = () => inspect("chart", chart.id);
      const host = figure.querySelector(".face");
      host.style.aspectRatio = `${picture.width} / ${picture.height}`;
      if (show(host, picture.svg)) flash(host);
      return figure;
    });
    const signs = pictures.of("buttons")?.pictures ?? [];
    const rows = signs.length ? [made("h2", "", ["Buttons"]), made("div", "icons", signs.map(sign))] : [];
    const wanted = [...figures, ...rows];
    if (known.trouble) wanted.unshift(made("p", "", [known.trouble]));
    if (!wanted.length) wanted.push(made("p", "none", ["The game has no charts."]));
    board.replaceChildren(...wanted);
  }
  pictures.ask(["charts", "buttons"], 0, charts);
}

function chartFigure(name) {
  const link = made("button", "link", ["Definition"], { type: "button" });
  const caption = made("figcaption", "", [made("span", "title"), link]);
  const figure = made("figure", "", [caption, made("div", "face")]);
  figure.dataset.name = name;
  return figure;
}

function sign(picture) {
  const host = made("div", "face", [], { title: picture.name.replace(/^icon-/, "") });
  host.style.width = host.style.height = "36px";
  show(host, picture.svg);
  return host;
}

// -- problems

function problems() {
  const { errors, noticed, proof } = page;
  const banner = by("banner");
  banner.hidden = !errors.length || page.panel === "problems";
  if (errors.length) {
    const good = page.game ? " The last good pictures stay." : "";
    const words = errors.length === 1 ? "The game cannot be read." : `The game cannot be read: ${errors.length} problems.`;
    banner.replaceChildren(made("p", "", [words + good]), ...errors.slice(0, 3).map((one) => problemCard(one, page.editor)));
    if (errors.length > 3) {
      const more = made("button", "link", [`All ${errors.length} problems`], { type: "button" });
      more.addEventListener("click", () => open("problems"));
      banner.append(more);
    }
    state("error", "Waiting for the next save");
  } else {
    const checking = proof && proof.done < proof.total ? `, proofing ${proof.done} of ${proof.total}` : "";
    state("live", `Live, read in ${page.took} ms${checking}`);
  }
  const all = [...errors, ...noticed];
  const tab = by("tab-problems");
  tab.lastElementChild.textContent = all.length || "";
  tab.classList.toggle("bad", all.some((one) => one.kind === "error"));
  tab.classList.toggle("warn", all.length > 0 && !all.some((one) => one.kind === "error"));
  const fine = made("div", "fine", [made("h2", "", ["Nothing is wrong"]), made("p", "", ["Every name is known, every word fits, every colour can be read."])]);
  by("list").replaceChildren(...(all.length ? all.map((one) => problemCard(one, page.editor, reveal)) : [fine]));
}

function reveal(subject) {
  const [kind, ...rest] = subject.split("/");
  const name = rest.join("/");
  if (kind === "counter") {
    open("counters");
    table.reveal(name);
    inspect("counter", name);
  } else if (kind === "map") {
    by("map").value = name;
    open("maps");
  } else {
    open("charts");
  }
}

// -- where a thing is defined

async function inspect(kind, name) {
  page.inspected = [kind, name];
  const words = new URLSearchParams({ kind, name });
  const answer = await fetch(`/definition?${words}`).catch(() => null);
  if (page.inspected?.[1] !== name) return;
  const places = answer?.ok ? (await answer.json()).places : [];
  const entry = kind === "counter" ? page.entries.find((one) => one.id === name) : null;
  const title = entry?.name || page.game[`${kind}s`]?.find?.((one) => one.id === name)?.name || name;
  const close = made("button", "close", ["×"], { type: "button", ariaLabel: "Close" });
  close.addEventListener("click", dismiss);
  const about = [kind, name, entry?.side, entry?.kind].filter(Boolean).join(" · ");
  const parts = [made("div", "top", [made("h2", "", [title]), close]), made("p", "about", [about])];
  if (entry) parts.push(faces(entry));
  for (const place of places) {
    parts.push(made("h3", "", [place.kind === kind ? "Defined in" : `Its template ${place.name}`]));
    parts.push(made("div", "place", [made("code", "", [placeText(place)])]), quoted(place, false));
    const link = editorLink(page.editor, place);
    const ways = [copyButton(place, "")];
    if (link) ways.unshift(made("a", "", ["Open in editor"], { href: link }));
    parts.push(made("div", "open", ways));
  }
  if (!places.length) parts.push(made("p", "", ["Nothing of this name is defined any more."]));
  const about_it = page.noticed.filter((one) => one.about === `${kind}/${name}`);
  if (about_it.length) parts.push(made("h3", "", ["Noticed"]), ...about_it.map((one) => problemCard({ ...one, file: "", quoted: [], about: "" }, "")));
  const scrolled = by("inspector").scrollTop;
  by("inspector").replaceChildren(...parts);
  by("inspector").hidden = false;
  by("inspector").scrollTop = scrolled;
  table.mark(kind === "counter" ? name : "");
}

function faces(entry) {
  const subject = `counter/${entry.id}`;
  const box = made("div", "faces");
  const fill = () => {
    const names = [...entry.faces, ...(entry.back ? ["back"] : [])];
    const known = pictures.of(subject)?.pictures ?? [];
    const scale = Math.min(12, 300 / entry.width);
    box.replaceChildren(...known.map((picture, index) => {
      const host = made("div", "face");
      Object.assign(host.style, { width: `${entry.width * scale}px`, height: `${entry.height * scale}px` });
      show(host, picture.svg);
      return made("figure", "", [host, made("figcaption", "", [names[index] ?? ""])]);
    }));
  };
  fill();
  pictures.ask([subject], 0, fill);
  return box;
}

function dismiss() {
  page.inspected = null;
  by("inspector").hidden = true;
  table.mark("");
}

// -- light and dark, tabs, keys

const LIGHTS = { auto: ["◐", "as the system has it"], light: ["☀", "light"], dark: ["☾", "dark"] };

function light(chosen) {
  root.dataset.light = chosen;
  localStorage.setItem("light", chosen);
  const [sign, words] = LIGHTS[chosen];
  by("light").textContent = sign;
  by("light").setAttribute("aria-label", `Colours: ${words}`);
}

function nextLight() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order = dark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  light(order[(order.indexOf(root.dataset.light) + 1) % 3]);
}

by("light").addEventListener("click", nextLight);
for (const one of PANELS) by(`tab-${one}`).addEventListener("click", () => open(one));
document.querySelector(".tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  open(PANELS[(PANELS.indexOf(page.panel) + step + PANELS.length) % PANELS.length]);
  by(`tab-${page.panel}`).focus();
});
by("map").addEventListener("change", map);
by("nearer").addEventListener("click", () => viewer.zoom(1.4));
by("farther").addEventListener("click", () => viewer.zoom(1 / 1.4));
by("fit").addEventListener("click", () => viewer.fit());
by("true").addEventListener("click", () => viewer.trueSize());
by("map-definition").addEventListener("click", () => inspect("map", by("map").value));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    if (event.target === table.find && table.find.value) return;
    dismiss();
  }
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, #stage")) return;
  if (event.key === "/") {
    event.preventDefault();
    open("counters");
    table.find.focus();
    table.find.select();
  }
  if (event.key.toLowerCase() === "d") nextLight();
  if (PANELS[Number(event.key) - 1]) open(PANELS[Number(event.key) - 1]);
});

const kept = localStorage.getItem("light");
light(LIGHTS[kept] ? kept : "auto");
open(PANELS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "counters");
listen();
