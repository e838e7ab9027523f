"""What a browser paints by recipes is what is painted on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from generator.vassal import modules, saves
from generator.vassal.commands import GameUnderWay
from tests.validator.painting import small_game as small
from tests.validator.site.browser_painting import Painted, by_browser, recipes
from validator.painting import Painter
from validator.reading.reader import read_file
from validator.reading.views import View

CLOSE = 24
SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">'
    b'<rect width="30" height="20" fill="#00f"/><circle cx="15" cy="10" r="8" fill="#fff"/></svg>'
)
HEXES = (
    '<VASSAL.build.module.map.boardPicker.board.HexGrid dx="26" dy="30" x0="13" y0="15" '
    'visible="true" color="200,0,0" dotsVisible="true"/>'
)


def on_the_command_line(module: Path, log: Path, side: str, step: int) -> Iterator[Painted]:
    with Painter(modules.read(module)) as painter:
        view = View(read_file(log, module), side or None, reveal=False)
        scene = view.scene(view.number_of(step))
        for name in painter.maps:
            yield Painted(name, 0, 0, painter.ground(name, scene))
            for one in painter.sprites(scene, name):
                yield Painted(name, one.left, one.top, one.image)


def apart(one: Painted, other: Painted) -> float:
    """How many of their pixels differ, as a share; all where they lie or reach otherwise."""
    if (one.left, one.top, one.image.size) != (other.left, other.top, other.image.size):
        return 1.0
    pixels = []
    for image in (one.image, other.image):
        white = Image.new("RGBA", image.size, "white")
        white.alpha_composite(image.convert("RGBA"))
        pixels.append(np.asarray(white, dtype=np.int16))
    return float((np.abs(pixels[0] - pixels[1]).max(axis=2) > CLOSE).mean())


def compared(page: Any, module: Path, log: Path, side: str = "", step: int = 0) -> list[float]:
    told = recipes(module, log, side, step)
    ours = list(on_the_command_line(module, log, side, step))
    assert [one[0] for one in told] == [one.map for one in ours]
    return [apart(*pair) for pair in zip(by_browser(page, told), ours, strict=True)]


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    page = browser.new_page()
    yield page
    page.close()


def test_recipes_tell_sizes_and_equal_pictures_without_painting() -> None:
    from validator.painting.recipes import Image as Told
    from validator.painting.recipes import ImageDraw, written_out

    one, other = (Told.new("RGBA", (30, 20), (1, 2, 3, 255)) for _ in range(2))
    assert one.tobytes() == other.tobytes()
    kept = one.copy()
    ImageDraw.Draw(one).line((0, 0, 9, 9), fill=(9, 9, 9, 255))
    assert one.tobytes() != other.tobytes() == Told.new("RGBA", (30, 20), (1, 2, 3, 255)).tobytes()
    assert one.transpose(Told.Transpose.ROTATE_90).size == (20, 30)
    rows = written_out(kept)
    assert [row[:3] for row in rows] == [["RGBA", 30, 20]] * 2
    assert rows[1][3] == [["from", {"of": 0}]]


@pytest.mark.slow
def test_traits_boards_and_pictures_of_all_kinds(page: Any, tmp_path: Path) -> None:
    pictures = {
        "a.svg": SVG,
        "b.gif": small.picture(small.GREEN, (21, 13), "GIF"),
        "c.jpg": small.picture(small.BLUE, (16, 16), "JPEG"),
        "d.png": small.picture((200, 0, 0, 120), (25, 25)),
        "broken.png": b"\x89PNG\r\n\x1a\n" + bytes(3) + b"\rIHDR" + bytes((0, 0, 0, 9) * 2),
    }
    module = small.module_file(tmp_path, pictures, in_board=HEXES)
    pieces = [
        small.piece(str(at), name, 20 + 30 * at, 40)
        for at, name in enumerate((*pictures, "not-there.png"))
    ]
    log = tmp_path / "game.vsav"
    saves.write(log, saves.Save(saves.compose(pieces, [GameUnderWay()], [])))
    found = compared(page, module, log)
    assert len(found) == 1 + len(pieces)
    broken = 1 + list(pictures).index("broken.png")
    # A browser tells of a broken picture when it comes to it: its box is marked.
    assert [one for at, one in enumerate(found) if at != broken and one > 0.04] == []


@pytest.mark.slow
def test_every_trait_of_the_visual_module(page: Any, shared: Path) -> None:
    """Letters alone differ: nothing measures them here, and they are drawn by the browser."""
    folder = shared / "vassal/reference/visual"
    if not folder.is_dir():
        pytest.skip("the module of all traits is not beside this checkout")
    found = compared(page, folder / "visual.vmod", folder / "visual-setup.vsav")
    assert len(found) > 200
    assert sum(one <= 0.01 for one in found) / len(found) > 0.85
    assert sum(one <= 0.1 for one in found) / len(found) > 0.96
