"""Pictures look as they did when a person last looked at them and accepted them.

``python -m pytest tests/generator/pictures/test_accepted_pictures.py --accept-pictures`` keeps
what is drawn now, after you have looked at it. What differs is left in ``pictures-that-differ`` of
the temporary folder pytest names, beside what was expected.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from generator.definition.reader import load_game
from generator.drawing.picture import Picture
from generator.pictures.gallery import game_pictures
from generator.pictures.rendering import render
from generator.starting import begin

from .likeness import difference

ACCEPTED = Path(__file__).parent / "accepted"

COUNTERS, BOARDS, CHARTS = 150, 26, 36
"""Dots per inch: counters as large as on a screen, boards and charts as thumbnails."""

SHOWN = {
    "graf_spee": (
        "counter-graf_spee-normal", "counter-graf_spee-damaged", "counter-ark_royal-front",
        "counter-exeter-front", "counter-exeter-back", "counter-supply_1-used",
        "counter-search_1-front", "map-south_atlantic", "map-voyage_log", "chart-key",
    ),
    "hex-and-counter": (
        "counter-s_1_9g-full", "counter-s_1_60t-reduced", "counter-g_stug-full",
        "counter-g_fus-reduced", "counter-supply_1-front", "map-map", "chart-crt", "chart-terrain",
    ),
    "area": (
        "counter-c_guard-full", "counter-l_3rd-two", "counter-lira-front",
        "counter-control_1-crown", "counter-crown_fleet_1-front", "map-map", "chart-battle",
    ),
    "naval": (
        "counter-tirp-whole", "counter-norf-damaged", "counter-u1-whole", "counter-m4-whole",
        "counter-duke-back", "counter-force_a-front", "map-sea", "chart-british_log",
    ),
    "cards": (
        "counter-gale-front", "counter-sledge-front", "counter-sledge-back", "counter-wreck-front",
        "counter-supply_1-front", "map-board",
    ),
}  # fmt: skip
"""Game -> its pictures that are looked at."""

EVERY = [(game, name) for game, names in SHOWN.items() for name in names]

Draw = Callable[[str], dict[str, bytes]]


@pytest.fixture(scope="module")
def draw(tmp_path_factory: pytest.TempPathFactory) -> Draw:
    """The pictures of a game that are looked at, as PNG; each game is drawn once."""
    found: dict[str, dict[str, bytes]] = {}

    def drawn(name: str) -> dict[str, bytes]:
        if name not in found:
            place = name
            if name != "graf_spee":
                folder = tmp_path_factory.mktemp("begun") / "my_game"
                begin(folder, name)
                place = str(folder)
            found[name] = _pngs(game_pictures(load_game(place)), SHOWN[name])
        return found[name]

    return drawn


def _pngs(pictures: list[Picture], names: tuple[str, ...]) -> dict[str, bytes]:
    held = {one.name: one for one in pictures}
    pngs: dict[str, bytes] = {}
    for dpi in (COUNTERS, BOARDS, CHARTS):
        pngs |= render([held[name] for name in names if _dpi(name, held[name]) == dpi], dpi)
    return pngs


def _dpi(name: str, picture: Picture) -> int:
    if name.startswith("map-"):
        return BOARDS
    return COUNTERS if picture.width_mm < 40 else CHARTS


@pytest.mark.parametrize(("game", "name"), EVERY, ids=lambda word: word)
def test_a_picture_looks_as_it_was_accepted(
    game: str, name: str, draw: Draw, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    png = draw(game)[name]
    kept = ACCEPTED / game / f"{name}.png"
    with Image.open(io.BytesIO(png)) as opened:
        now = opened.convert("RGBA")
    if request.config.getoption("--accept-pictures"):
        if not kept.exists() or difference(Image.open(kept), now).seen:
            kept.parent.mkdir(parents=True, exist_ok=True)
            now.convert("RGB" if name.startswith(("map-", "chart-")) else "RGBA").save(
                kept, optimize=True
            )
        return
    assert kept.exists(), f"{kept.name} is new: look at it and run with --accept-pictures"
    found = difference(Image.open(kept), now)
    if found.seen:
        apart = tmp_path / "pictures-that-differ"
        apart.mkdir()
        (apart / f"{name}-now.png").write_bytes(png)
        (apart / f"{name}-accepted.png").write_bytes(kept.read_bytes())
        pytest.fail(f"{name} of {game} differs by {found}; see {apart}")


def test_only_pictures_that_are_compared_are_kept() -> None:
    kept = {(path.parent.name, path.stem) for path in ACCEPTED.rglob("*.png")}
    assert kept == set(EVERY)
    assert sum(path.stat().st_size for path in ACCEPTED.rglob("*.png")) < 1_000_000
