"""Files made to break a page or to keep a computer busy: one strange piece costs itself alone."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

import pytest

from generator.drawing.svg_filters import MOST_WORK, filter_work
from generator.vassal.traits import Trait, read_trait, trait
from tests.validator.painting import small_game as small
from tests.validator.painting.small_game import GREEN, RED
from validator.painting import pictures
from validator.painting.parts import Layered
from validator.painting.values import Values


def gif(width: int, height: int) -> bytes:
    """A GIF whose one frame is larger than its screen of 4 by 4 pixels."""
    data = bytearray(small.picture(RED, (4, 4), "GIF"))
    table = 3 * (2 << (data[10] & 7)) if data[10] & 128 else 0
    frame = data.index(b",", 13 + table)
    data[frame + 5 : frame + 9] = struct.pack("<HH", width, height)
    return bytes(data)


def svg(sides: str) -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {sides}/>'.encode()


def told(folder: Path, *around: Trait, image: str = "red.png", data: bytes | None = None) -> str:
    """What is told of a strange piece; another one is painted beside it."""
    path = small.module_file(folder, {image: data} if data is not None else {})
    pieces = [
        small.piece("1", image, 50, 40, *around, name="Strange"),
        small.piece("2", "green.png", 150, 40),
    ]
    with small.painter(path) as painter:
        table = painter.table(small.scene(path, pieces), "Sea")
        assert table.getpixel((150, 40)) == (*GREEN, 255)
        return " ".join(what for what, _ in painter.unpainted)


@pytest.mark.parametrize(
    "data",
    [
        svg('width="." height="5"'),
        svg(f'width="{"9" * 400}" height="5"'),
        svg('viewBox="0 0 1e999 5"'),
        svg('viewBox="0 0 nan 5"'),
        gif(65535, 65535),
        gif(10500, 10500),
    ],
    ids=["no number", "too many digits", "infinite", "nan", "far too large", "too large"],
)
def test_a_picture_of_no_proper_size_is_told_and_not_opened(tmp_path: Path, data: bytes) -> None:
    assert told(tmp_path, image="strange", data=data).startswith("picture 'strange'")


def test_a_board_too_large_to_open_keeps_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "MOST_PIXELS", 10_000)
    path = small.module_file(tmp_path)
    with small.painter(path) as painter:
        image = painter.ground("Sea", small.scene(path, []))
        assert image.size == (200, 100)
        assert "too large: 200 by 100" in painter.unpainted[0][0]


@pytest.mark.parametrize(
    ("primitive", "drawn"),
    [
        ('<feTurbulence numOctaves="3"/>', True),
        ('<feGaussianBlur stdDeviation="2"/>', True),
        ('<feTurbulence type="a>b" numOctaves="1000000"/>', False),
        ("<x:feTurbulence numOctaves='&many;'/>", False),
        ('<feMorphology radius="2 2000"/>', False),
        (1000 * '<feConvolveMatrix order="9"/>', False),
        (9 * "<use/>" + "<feFlood/>", False),
    ],
)
def test_an_svg_whose_filters_take_for_ever_is_not_drawn(primitive: str, drawn: bool) -> None:
    assert (
        filter_work(f'<filter>{primitive}</filter><g filter="url(#f)">', 3600) < MOST_WORK
    ) is drawn


def test_an_svg_that_is_not_drawn_for_its_filters_is_told(tmp_path: Path) -> None:
    turbid = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><filter id="f">'
        b'<feTurbulence numOctaves="1000000"/></filter><rect filter="url(#f)"/></svg>'
    )
    assert told(tmp_path, image="a.svg", data=turbid).endswith("its filters take too long")


@pytest.mark.parametrize("state", ["nan", "inf", "-inf", "1e308"])
@pytest.mark.parametrize("facings", [1, 6])
def test_a_piece_turned_beyond_measure_is_painted(tmp_path: Path, facings: int, state: str) -> None:
    turning = read_trait(f"rotate;{facings};37,130;39,130;a;b;;;Rot;n").with_state(state)
    label = trait("label;", state="{Rot_Degrees}")
    assert told(tmp_path, label, turning) == ""


def test_a_label_in_html_that_breaks_off_shows_what_could_be_read(tmp_path: Path) -> None:
    assert told(tmp_path, trait("label;", state="<html>hi<![foo[x]]>")) == ""


def test_properties_that_ask_one_another_are_reckoned_once_each() -> None:
    asked: list[str] = []
    deep = [
        trait("calcProp;", name=f"P{at}", expression=f"{{P{at + 1} + P{at + 1}}}")
        for at in range(10)
    ]

    def around(name: str) -> str:
        asked.append(name)
        return "1"

    assert Values(deep, around).get("P0") == "1024"
    assert asked == ["P10", "P10"]


@pytest.mark.parametrize("method", ["__init__", "paint"])
def test_a_piece_that_cannot_be_painted_is_a_marked_box_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(Layered, method, fail)
    layer = trait("emb2;", imageNames="green.png", state="1")
    assert told(tmp_path, layer) == "what it is made of cannot be painted: KeyError 'lost'"


def test_a_board_of_a_negative_size_is_painted(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    wide = path.with_name("negative.vmod")
    with zipfile.ZipFile(path) as packed, zipfile.ZipFile(wide, "w") as changed:
        build = packed.read("buildFile.xml").decode()
        build = build.replace('image="sea.png"', 'width="-5" height="30"')
        changed.writestr("buildFile.xml", build)
    assert small.table(wide).size == (1, 30)
