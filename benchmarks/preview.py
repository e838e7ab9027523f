"""How long a builder waits: from saving a file to the changed picture on the screen.

``python -m benchmarks.preview [--count 3000] [--repeat 5]`` writes a game with so many counters
(one CSV row each), starts ``broadside preview`` on it in a process of its own, opens the page in
Chromium and saves one file after another: a cell of the CSV file, a template that every counter
starts from, a cell of a chart, a colour of the theme, a mistake and its mending. The clock runs
from just before the file is written until the frame after the one in which everything in sight
shows the change. Each figure is the median and the worst of the repeats.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.pictures import write_game
from generator.places import art_folder

HALF_A_SECOND = 0.5
"""Ceiling: seconds from save to paint."""

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")

_SEEN = """
(panel) => new Promise((done, failed) => {
  const until = performance.now() + 8000;
  const look = () => {
    const settled = panel !== "counters" || document.getElementById("table").dataset.painted;
    if (settled && (SEEN)) {
      const painted = () => done(performance.timeOrigin + performance.now());
      requestAnimationFrame(() => setTimeout(painted));
    } else if (performance.now() > until) failed(new Error("never shown"));
    else requestAnimationFrame(look);
  };
  look();
})
"""
_COUNTER = "document.querySelector(\"[data-id='{id}'] .face\")?.shadowRoot?"
_CHART = 'document.querySelector("figure[data-name=chart-ships] .face")?.shadowRoot?'
_BANNER = 'document.getElementById("banner")'


@dataclass(frozen=True, slots=True)
class Edit:
    """A save: in ``file`` one word becomes another, and what of the page then shows it.

    ``words`` are (before, after); ``seen`` is JavaScript with ``{}`` for the word that is shown.
    """

    name: str
    file: str
    words: tuple[str, str]
    seen: str
    shown: tuple[str, str]
    panel: str = "counters"


EDITS = (
    Edit(
        "a cell of the CSV file",
        "royal_navy.csv",
        ("ship_7,Unit 7,", "ship_7,Revenge 7,"),
        _COUNTER.format(id="ship_7") + ".textContent.includes('{}')",
        ("Unit 7", "Revenge 7"),
    ),
    Edit(
        "a template all start from",
        "counters.yaml",
        ('title: "{name}", symbol: "{profile}"', 'title: "HMS {name}", symbol: "{profile}"'),
        _COUNTER.format(id="ship_7") + ".textContent.startsWith('{}')",
        ("Unit 7", "HMS Unit 7"),
    ),
    Edit(
        "a cell of a chart, on counters",
        "charts.yaml",
        ("strength: 2,", "strength: 8,"),
        _COUNTER.format(id="exeter") + ".textContent.endsWith('{}')",
        ("2", "8"),
    ),
    Edit(
        "a cell of a chart, on the chart",
        "charts.yaml",
        ("strength: 2,", "strength: 8,"),
        _CHART + ".textContent.includes('{}')",
        ("Cruiser2", "Cruiser8"),
        "charts",
    ),
    Edit(
        "a colour of the theme",
        "art/themes/admiralty.yaml",
        ("#1f4168", "#5f1f3a"),
        _COUNTER.format(id="ship_7") + ".querySelector('[fill=\"{}\"]')",
        ("#1f4168", "#5f1f3a"),
    ),
    Edit(
        "a mistake, and its mending",
        "counters.yaml",
        ("template: royal_navy", "template: royal_nawy"),
        _BANNER + ".hidden === !'{}'.length",
        ("", "shown"),
    ),
)


@contextmanager
def previewed(folder: Path, cache: Path) -> Iterator[str]:
    """The address of a preview of the game in ``folder``."""
    command = [sys.executable, "-m", "broadside", "preview", str(folder), "--no-open"]
    running = subprocess.Popen(
        command,
        env=os.environ | {"BROADSIDE_CACHE": str(cache), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    try:
        yield running.stdout.readline().split()[0]
    finally:
        running.terminate()
        running.wait()


def waited(page: Any, edit: Edit, folder: Path) -> Iterator[float]:
    """Seconds from save to paint, there and back."""
    path = folder / edit.file
    before, after = edit.words
    text = path.read_text("utf-8")
    if before not in text:
        raise SystemExit(f"{edit.file} does not hold {before!r}")
    page.evaluate("panel => document.getElementById(`tab-${panel}`).click()", edit.panel)
    first, second = (_SEEN.replace("SEEN", edit.seen.replace("{}", one)) for one in edit.shown)
    page.evaluate(first, edit.panel)
    for words, seen in ((text.replace(before, after), second), (text, first)):
        begun = time.time()
        path.write_text(words, "utf-8")
        yield page.evaluate(seen, edit.panel) / 1000 - begun
        time.sleep(0.3)


def measured(count: int, repeat: int) -> dict[str, list[float]]:
    """Every edit's waits."""
    from playwright.sync_api import sync_playwright

    chromium = next((path for name in CHROMIUMS if (path := shutil.which(name))), None)
    found: dict[str, list[float]] = {edit.name: [] for edit in EDITS}
    with tempfile.TemporaryDirectory() as work, sync_playwright() as play:
        folder = Path(work, "game")
        write_game(folder, count)
        themes = folder / "art" / "themes"
        themes.mkdir(parents=True)
        shutil.copy(art_folder() / "themes" / "admiralty.yaml", themes)
        with previewed(folder, Path(work, "cache")) as url:
            browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(url)
            page.wait_for_selector("#state:not(:has-text('proofing'))", timeout=60_000)
            for _ in range(repeat):
                for edit in EDITS:
                    waits = list(waited(page, edit, folder))
                    found[edit.name] += waits
                    print(f"{edit.name}: {', '.join(f'{one:.2f}' for one in waits)}", flush=True)
            browser.close()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    found = measured(options.count, options.repeat)
    print(f"{options.count} counters, seconds from save to paint")
    print(f"{'':<34}{'median':>9}{'worst':>9}")
    for name, waits in found.items():
        print(f"{name:<34}{statistics.median(waits):>9.2f}{max(waits):>9.2f}")
    print(f"ceiling: {HALF_A_SECOND} s")
    if any(statistics.median(waits) > HALF_A_SECOND for waits in found.values()):
        raise SystemExit("above the ceiling")


if __name__ == "__main__":
    main()
