"use strict";
const table = document.getElementById("games");
const body = table.tBodies[0];
const words = document.getElementById("words");
const rules = document.getElementById("rules");
const broken = document.getElementById("broken");

function choose() {
  const wanted = words.value.toLowerCase();
  let shown = 0;
  for (const row of body.rows) {
    row.hidden = (rules.value && row.dataset.rules !== rules.value)
      || (broken.checked && row.dataset.broken !== "1")
      || (wanted && !row.textContent.toLowerCase().includes(wanted));
    shown += row.hidden ? 0 : 1;
  }
  document.getElementById("count").textContent = `${shown} of ${body.rows.length} game${body.rows.length === 1 ? "" : "s"}`;
}

function sortBy(button) {
  const head = button.parentElement;
  const at = head.cellIndex;
  const down = head.getAttribute("aria-sort") === "ascending";
  for (const other of head.parentElement.cells) other.setAttribute("aria-sort", "none");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const value = (row) => row.cells[at].textContent;
  const compare = button.dataset.number === "1"
    ? (a, b) => Number(value(a) || -1) - Number(value(b) || -1)
    : (a, b) => value(a).localeCompare(value(b), undefined, { numeric: true });
  const rows = [...body.rows].sort((a, b) => (down ? -1 : 1) * compare(a, b));
  body.append(...rows);
}

for (const one of [words, rules, broken]) one.addEventListener("input", choose);
for (const button of table.tHead.querySelectorAll("button")) {
  button.addEventListener("click", () => sortBy(button));
}
choose();
