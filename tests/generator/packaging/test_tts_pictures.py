"""Pictures of a table of Tabletop Simulator are read, drawn and written no more than needed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from generator.packaging.assembling import Gathered
from generator.packaging.scene import Scene
from generator.packaging.tabletop import pictures, thumbnail
from generator.packaging.tabletop.layout import Area
from generator.packaging.tabletop.thumbnail import Faces
from generator.tabletop_simulator.calibration import calibration
from generator.tabletop_simulator.objects import Place, Thing, custom_tile

KNOWN = calibration()


def png(shade: int, size: tuple[int, int] = (40, 40)) -> bytes:
    Image.new("RGBA", size, (shade, 0, 0, 255)).save(out := BytesIO(), "PNG")
    return out.getvalue()


def test_what_many_counters_show_is_opened_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = [look.picture for piece in scene.pieces for look in piece.looks]
    looks = {scene.image(name): png(at % 3) for at, name in enumerate(shown)}
    others = {scene.image(name): png(200) for name in scene.pictures()}
    opened: Counter[bytes] = Counter()
    real = pictures.opened_picture

    def counting(data: bytes) -> Image.Image:
        opened[data] += 1
        return real(data)

    monkeypatch.setattr(pictures, "opened_picture", counting)
    album = pictures.album_from(Gathered(scene, {**others, **looks}, ()), KNOWN)
    assert [opened[png(shade)] for shade in range(3)] == [1, 1, 1]
    assert {*shown} <= album.counters.keys()
    assert len({album.counters[name] for name in shown}) == 3


def test_a_counter_as_large_as_a_card_is_drawn_no_finer_than_a_card(scene: Scene) -> None:
    small = scene.pieces[0]
    large = replace(small, width=95.0, height=133.0)
    assert pictures.sharpness(small) == pictures.COUNTER_PPI
    assert pictures.sharpness(large) == pictures.CARD_PPI


def test_the_thumbnails_of_two_saves_open_each_picture_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faces = Faces({"a": png(9), "b": png(90, (60, 30))})
    save = {
        "ObjectStates": [
            custom_tile(Thing(f"{at}", Place(float(at), 1.0, 0.0)), "ab"[at % 2]) for at in range(4)
        ]
    }
    opened: list[object] = []
    real = Image.open
    monkeypatch.setattr(thumbnail.Image, "open", lambda file: opened.append(file) or real(file))
    room = Area(1.5, 0.0, 6.0, 4.0)
    first, second = (thumbnail.thumbnail(save, faces, room, KNOWN, 200) for _ in range(2))
    assert first == second
    assert len(opened) == 2
