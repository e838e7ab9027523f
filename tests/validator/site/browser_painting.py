"""The pictures of a module as a browser paints them by their recipes, to be held against ours."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from generator.vassal.archive import Archive
from validator.site import packs

PAINTER = Path(packs.__file__).parent / "pages" / "painter.js"
_ROOT = Path(packs.__file__).resolve().parents[2]
_RECIPES = """
import json, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from generator.vassal import modules
from validator.painting import Painter
from validator.painting.recipes import written_out
from validator.reading.reader import read_file
from validator.reading.views import View
module, log = Path(sys.argv[2]), Path(sys.argv[3])
side, step = sys.argv[4] or None, int(sys.argv[5])
painter, view = Painter(modules.read(module)), View(read_file(log, module), side, reveal=False)
scene = view.scene(view.number_of(step))
found = []
for name in painter.maps:
    found.append([name, 0, 0, written_out(painter.ground(name, scene))])
    for one in painter.sprites(scene, name):
        found.append([name, one.left, one.top, written_out(one.image)])
print(json.dumps(found))
"""
_PAINT = """async ([source, rows]) => {
  const from = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { painted, opening } = await import(from);
  const bytes = async (path, member) =>
    Uint8Array.from(atob(await window.member(path, member)), (one) => one.charCodeAt(0));
  const drawn = async (data, w, h) => {
    const picture = new Image(w, h);
    picture.src = URL.createObjectURL(new Blob([data], { type: "image/svg+xml" }));
    await picture.decode();
    return createImageBitmap(picture, { resizeWidth: w, resizeHeight: h });
  };
  const { w, h, data } = await painted(rows, opening(bytes, drawn));
  let text = "";
  for (let at = 0; at < data.length; at += 8192)
    text += String.fromCharCode(...data.subarray(at, at + 8192));
  return [w, h, btoa(text)];
}"""


class Painted(NamedTuple):
    """A picture, and where it lies."""

    map: str
    left: int
    top: int
    image: Image.Image


def recipes(module: Path, log: Path, side: str = "", step: int = 0) -> list[Any]:
    """Map, left, top and recipe of all that lies on a table, boards among them: told by our Python
    alone, without any other package."""
    words = [str(one) for one in (_ROOT, module, log, side, step)]
    told = subprocess.run(
        [sys.executable, "-S", "-E", "-c", _RECIPES, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    found: list[Any] = json.loads(told.stdout)
    return found


def by_browser(page: Any, told: list[Any]) -> Iterator[Painted]:
    """They as a page paints them."""

    def member(path: str, name: str) -> str:
        with Archive(Path(path)) as opened:
            return base64.b64encode(opened.read(name)).decode()

    page.expose_function("member", member)
    source = PAINTER.read_text("utf-8")
    for name, left, top, rows in told:
        width, height, data = page.evaluate(_PAINT, [source, rows])
        pixels = Image.frombytes("RGBA", (width, height), base64.b64decode(data))
        yield Painted(name, left, top, pixels)
