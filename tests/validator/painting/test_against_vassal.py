"""What we paint is what VASSAL paints: size, places, colours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from tests.validator.painting.vassal_pictures import Line, Studio, boxes, lines
from validator.painting import Sprite

FLOOR = 0.995
"""Least share of the pixels outside writing that are alike."""
TURNED = ("49", "51")
"""Pieces that are turned with their label."""

HIDDEN = ("observer", "69 label outside hidden")
"""Has a box in VASSAL, but nothing of it is painted in a stack."""


@pytest.fixture(scope="module")
def studio(shared: Path) -> Studio:
    folder = shared / "vassal/reference"
    if not (folder / "pictures" / "index.csv").is_file():
        pytest.skip("the pictures that VASSAL painted are not beside this checkout")
    return Studio(folder)


def _first_of_each(studio: Studio) -> Iterator[Line]:
    """One line for every picture."""
    seen = set()
    for line in lines(studio.folder):
        if line.picture not in seen:
            seen.add(line.picture)
            yield line


@pytest.mark.parametrize(
    "part", ["visual.Traits", "visual.Stacks-B", "visual.Decks", "visual.Grids", "visual.Play"]
)
def test_a_map_looks_as_in_vassal(studio: Studio, part: str) -> None:
    for line in _first_of_each(studio):
        if line.picture.startswith(part):
            compared = studio.compare(line)
            assert compared.same_size, line
            assert compared.alike >= FLOOR, (line, compared.alike)


@pytest.mark.slow
def test_every_picture_is_as_vassal_painted_it(studio: Studio) -> None:
    approved: dict[str, Image.Image] = {}
    apart, count = [], 0
    for line in lines(studio.folder):
        count += 1
        ours = studio.paint(line)
        if ours == approved.get(line.picture):
            continue  # as for an earlier line, which was compared
        compared = studio.compare(line)
        if compared.same_size and compared.alike >= FLOOR:
            approved[line.picture] = ours
        else:
            apart.append((line, compared.alike))
    assert apart == []
    assert (count, len(approved)) == (1299, 109)


def _sprites(studio: Studio, name: str, viewer: str) -> list[Sprite]:
    painter = studio.painter("visual/visual.vmod")
    line = Line("visual/visual.vmod", "visual-setup.vsav", 0, name, viewer, 1.0, 0, 0, "")
    scene = studio.scene(line)
    return painter.sprites(scene, name, opened=studio.opened(scene, name))


@pytest.mark.parametrize("viewer", ["Red", "observer"])
def test_every_piece_lies_where_vassal_places_it(studio: Studio, viewer: str) -> None:
    maps = ("Traits", "Stacks A", "Stacks B", "Grids", "Play")
    ours = {name: [tuple(one.box) for one in _sprites(studio, name, viewer)] for name in maps}
    wanted = [
        one
        for one in boxes(studio.folder, viewer)
        if one.map in maps and one.bounds[2] and (viewer, one.piece) != HIDDEN
    ]
    # Areas and trails count for no box of ours: there it is VASSAL's shape.
    apart = [
        one
        for one in wanted
        if not any(_near(box, one.bounds) or _near(box, one.shape) for box in ours[one.map])
    ]
    assert len(wanted) > 190
    assert apart == []


def test_labels_have_the_boxes_they_have_in_vassal(studio: Studio) -> None:
    ours = [tuple(one.box) for sprite in _sprites(studio, "Traits", "Red") for one in sprite.labels]
    wanted = [
        one
        for one in boxes(studio.folder, "Red")
        if one.map == "Traits" and one.label and not one.piece.startswith(TURNED)
    ]
    assert len(wanted) > 25
    assert [one for one in wanted if not any(_near(box, one.label or ()) for box in ours)] == []


def _near(box: tuple[int, ...], other: tuple[int, ...]) -> bool:
    edges, others = (
        (left, top, left + width, top + height) for left, top, width, height in (box, other)
    )
    return all(abs(a - b) <= 1 for a, b in zip(edges, others, strict=True))
