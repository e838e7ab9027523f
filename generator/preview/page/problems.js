// What is wrong and where: quoted lines, and ways to the place.

/** An element with a class, children and what else it has. */
export function made(tag, className, children = [], more = {}) {
  const element = Object.assign(document.createElement(tag), more);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** Where a file is opened: the link of the editor, or null. */
export function editorLink(editor, place) {
  if (!editor || !place.path) return null;
  // A Windows path C:\x\y is /C:/x/y in a link.
  const path = place.path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/").replace(/^([A-Za-z])%3A/, "/$1:");
  return editor
    .replaceAll("{path}", path)
    .replaceAll("{line}", String(place.line || 1))
    .replaceAll("{column}", String(place.column || 1));
}

export function placeText(place) {
  return place.line ? `${place.file}:${place.line}:${place.column}` : place.file;
}

/** A button that puts `file:line:column` on the clipboard. */
export function copyButton(place, className = "link") {
  const button = made("button", className, ["Copy place"], { type: "button" });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(placeText(place));
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = "Copy place"), 1500);
  });
  return button;
}

/** Numbered lines of a file, the one in question marked, a caret under its column. */
export function quoted(place, caret = true) {
  const lines = [];
  for (const [number, text] of place.quoted) {
    const here = number === place.line;
    lines.push(made("div", here ? "here" : "", [made("span", "number", [String(number)]), made("span", "", [text || " "])]));
    if (here && caret && place.column > 0 && !place.file.endsWith(".csv")) {
      const before = text.slice(0, place.column - 1).replace(/[^\t]/g, " ");
      lines.push(made("div", "caret", [made("span", "number", [" "]), made("span", "", [`${before}^`])], { ariaHidden: "true" }));
    }
  }
  return made("pre", "quoted", lines, { tabIndex: lines.length ? 0 : -1 });
}

/** One problem with its place; `reveal` shows the picture it is about. */
export function problemCard(problem, editor, reveal) {
  const parts = [];
  if (problem.file) {
    const link = editorLink(editor, problem);
    const place = [made("code", "", [placeText(problem)])];
    if (link) place.push(made("a", "", ["Open in editor"], { href: link }));
    if (problem.line) place.push(copyButton(problem));
    parts.push(made("div", "place", place));
  }
  parts.push(made("p", "", [problem.message]));
  if (problem.about && reveal) {
    const button = made("button", "link", [`Show ${problem.about.replace("/", " ")}`], { type: "button" });
    button.addEventListener("click", () => reveal(problem.about));
    parts.push(button);
  }
  if (problem.quoted.length) parts.push(quoted(problem, problem.kind === "error"));
  return made("article", `problem ${problem.kind}`, parts);
}
