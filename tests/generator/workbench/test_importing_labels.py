"""Text labels of pieces that are imported: what is written into the pictures, what is left off."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from generator.vassal.traits import Trait, trait
from generator.workbench.importing import Imported, pictures
from generator.workbench.importing.labels import written
from tests.generator.workbench.modules_to_import import counters, layer, piece_slot


def _label(text: str, **more: object) -> Trait:
    middle: dict[str, object] = {"verticalPos": "c", "verticalJust": "c", "textFg": (255, 0, 0)}
    return trait("label;", state=text, **(middle | {"fontSize": 20} | more))


def _red(made: Imported, file: str) -> tuple[int, int, int, int] | None:
    """The box of what is red on a picture."""
    with Image.open(io.BytesIO(made.files[f"art/images/{file}"])) as sheet:
        red, green, _ = sheet.convert("RGB").split()
        return ImageChops.subtract(red, green).point(lambda one: 255 * (one > 60)).getbbox()


def _told(made: Imported) -> dict[str, dict[str, int]]:
    """What the report says of labels: each line, and the counters it names."""
    told = made.report.to_json()["told_otherwise"]
    return {what: names for what, names in told.items() if what.startswith("labels")}


def test_labels_are_written_into_the_picture(tmp_path: Path) -> None:
    game, made = counters(
        tmp_path,
        piece_slot("Tank", 1, _label("$strength$"), trait("mark;", keys=["strength"], state="8")),
        piece_slot("Gun", 2, _label("H", verticalOffset=-15, rotateDegrees=90)),
    )
    tank, gun = (counter.faces[0].image for counter in game.counters)
    assert (tank, gun) == ("front+8.png", "front+H.png")
    left, top, right, foot = _red(made, tank) or (0, 0, 0, 0)
    assert 22 <= (left + right) / 2 <= 28 and 20 <= (top + foot) / 2 <= 30
    left, _, _, _ = _red(made, gun) or (0, 0, 0, 0)
    assert left > 28, "turned about the middle of the counter: what was above is at its right"
    assert _told(made) == {"labels written into the picture as they stand": {"Tank": 1, "Gun": 1}}


@pytest.mark.parametrize(
    ("label", "told"),
    [
        (_label("$Turn$"), "labels whose words change in play, left off"),
        (_label("<html>Eight"), "labels in HTML, left off"),
        (_label("第3師団"), "labels with letters that our typefaces lack, left off"),
        (
            _label("فوج", fontFamily="Times"),
            "labels with letters that our typefaces lack, left off",
        ),
        (_label("\u26e8 8", fontStyle=1), "labels with letters that our typefaces lack, left off"),
        (
            _label("Eight", verticalPos="t", verticalJust="b"),
            "labels beside their counter, left off",
        ),
    ],
)
def test_labels_that_are_not_on_the_counter_are_left_off(
    label: Trait, told: str, tmp_path: Path
) -> None:
    _, made = counters(tmp_path, piece_slot("Tank", 1, label, label, layer("back.png")))
    assert _told(made) == {told: {"Tank": 1}}
    assert [name for name in made.files if "front" in name] == ["art/images/front.png"]


def test_a_label_stands_at_the_edges_of_what_lies_beneath_it(tmp_path: Path) -> None:
    star = layer("star.png", name="Star", alwaysActive=True, yOff=60, state="1")
    top = _label("8", verticalPos="t", verticalJust="t")
    foot = _label("8", verticalPos="b", verticalJust="b")
    game, made = counters(
        tmp_path,
        piece_slot("Over", 1, top, star),
        piece_slot("Low", 2, foot, star),
        piece_slot("Under", 3, star, foot),
    )
    files = [counter.faces[0].image for counter in game.counters]
    (_, over, _, _), (_, _, _, low), (_, _, _, under) = (
        _red(made, file) or (0,) * 4 for file in files
    )
    with Image.open(io.BytesIO(made.files[f"art/images/{files[0]}"])) as sheet:
        assert sheet.size == (50, 140), "the piece is 50 x 95, from 25 above its middle"
    assert 45 <= over <= 60 and 125 <= low <= 140 and 80 <= under <= 95


def test_a_label_stays_where_it_is_when_the_picture_lies_beside_its_piece(tmp_path: Path) -> None:
    star = layer("star.png", alwaysActive=True, xOff=2000, yOff=-900, state="1")
    corner = {"verticalPos": "t", "verticalJust": "t", "horizontalPos": "l", "horizontalJust": "l"}
    game, made = counters(
        tmp_path,
        piece_slot("Middle", 1, _label("8"), star, image=""),
        piece_slot("Corner", 2, _label("8", fontSize=12, **corner), star, image=""),
    )
    assert [counter.faces[0].image for counter in game.counters] == ["star.png", "star+8.png"]
    left, _, right, _ = _red(made, "star+8.png") or (0, 0, 0, 0)
    assert 0 <= left < right <= 10
    assert _told(made) == {
        "labels beside their counter, left off": {"Middle": 1},
        "labels written into the picture as they stand": {"Corner": 1},
    }


def test_a_label_of_a_dynamic_property_is_left_off(tmp_path: Path) -> None:
    steps, strength = trait("PROP;", key="x", state="4"), trait("mark;", keys=["x"], state="8")
    _, made = counters(
        tmp_path,
        piece_slot("Tank", 1, _label("$x$"), steps, strength),
        piece_slot("Gun", 2, _label("$x$"), strength, steps),
    )
    assert _told(made) == {
        "labels whose words change in play, left off": {"Tank": 1},
        "labels written into the picture as they stand": {"Gun": 1},
    }


def test_labels_without_a_picture_are_left_off(tmp_path: Path) -> None:
    _, made = counters(tmp_path, piece_slot("Tank", 1, _label("8"), image=""))
    assert _told(made) == {"labels without a picture, left off": {"Tank": 1}}


def test_labels_on_a_picture_that_is_too_large_are_left_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "MOST_PIXELS", 2_000)
    _, made = counters(tmp_path, piece_slot("Tank", 1, _label("8")))
    why = "labels on pictures that cannot be put together, left off"
    assert _told(made) == {why: {"Tank": 1}}


def test_a_label_under_a_picture_is_neither_written_nor_left_off(tmp_path: Path) -> None:
    over = layer("back.png", name="Over", alwaysActive=True, state="1")
    _, made = counters(tmp_path, piece_slot("Tank", 1, over, _label("8")))
    assert not _told(made)


@pytest.mark.parametrize("odd", ["--5", "9" * 400, "9" * 5000, "-", "1_0", ""])
@pytest.mark.parametrize("field", ["rotateDegrees", "fontSize", "fontStyle", "verticalOffset"])
def test_odd_numbers_in_a_label_are_none(field: str, odd: str) -> None:
    plain, label = _label("8", **{field: 10 if field == "fontSize" else 0}), _label("8")
    assert label.form is not None
    at = label.form.index(field)
    values = (*label.values[:at], odd, *label.values[at + 1 :])
    told = [written(one, {}.get) for one in (plain, replace(label, values=values))]
    assert told[0] == told[1]
