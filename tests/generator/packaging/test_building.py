"""Builds: the same bytes, nothing done twice, nothing left half done."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from generator.definition.schema import Game
from generator.errors import BroadsideError
from generator.packaging import build
from generator.packaging import shelf as shelf_module
from generator.packaging.building import Built, laid
from generator.packaging.scene import Scene
from generator.packaging.shelf import KEPT, Shelf
from generator.vassal import locations, modules


@pytest.fixture(scope="module")
def built(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(game, tmp_path_factory.mktemp("dist"))


def contents(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_module_is_named_for_game_and_version_and_stands_alone(built: Built) -> None:
    assert [path.name for path in built.module.parent.iterdir()] == ["graf_spee-1.0.vmod"]


@pytest.mark.slow
def test_a_build_in_an_empty_cache_gives_the_same_bytes(
    built: Built, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROADSIDE_CACHE", str(tmp_path / "cache"))
    again = build(game, tmp_path / "dist")
    assert not again.reused
    assert again.module.read_bytes() == built.module.read_bytes()
    assert again.sha256 == built.sha256


def test_a_second_build_leaves_the_file_alone(built: Built, game: Game) -> None:
    before = built.module.stat().st_mtime_ns
    again = build(game, built.module.parent)
    assert again.reused
    assert built.module.stat().st_mtime_ns == before


def test_a_damaged_module_is_written_again(built: Built, game: Game, tmp_path: Path) -> None:
    spoilt = tmp_path / built.module.name
    spoilt.write_bytes(built.module.read_bytes()[:-1])
    assert not build(game, tmp_path).reused
    assert spoilt.read_bytes() == built.module.read_bytes()


def test_pictures_have_the_size_of_the_board_and_its_counters(built: Built) -> None:
    images = contents(built.module)
    assert size_of(images["images/map-south_atlantic.png"]) == (2480, 1754)
    assert size_of(images["images/counter-exeter-front.png"]) == (75, 75)


def test_the_backs_of_face_down_pieces_are_equal_to_the_byte(built: Built, game: Game) -> None:
    images = contents(built.module)
    backs = {
        images[f"images/counter-{counter.id}-back.png"] for counter in game.counters if counter.mask
    }
    assert len(backs) == 1


def test_one_counter_changed_changes_its_picture_and_no_other(
    built: Built, game: Game, tmp_path: Path
) -> None:
    (renown,) = [counter for counter in game.counters if counter.id == "renown"]
    face = renown.faces[0].model_copy(update={"title": "Repulse"})
    changed = renown.model_copy(update={"faces": (face, *renown.faces[1:])})
    counters = tuple(changed if one.id == "renown" else one for one in game.counters)
    other = build(
        game.model_copy(update={"counters": counters, "definition_hash": "0" * 64}), tmp_path
    )
    old, new = contents(built.module), contents(other.module)
    assert set(old) == set(new)
    pictures = {name for name in old if name.startswith("images/") and old[name] != new[name]}
    assert pictures == {"images/counter-renown-front.png"}


def test_another_resolution_scales_the_boards_and_says_so(game: Game, tmp_path: Path) -> None:
    images = contents(build(game, tmp_path, dpi=75).module)
    assert size_of(images["images/map-south_atlantic.png"]) == (1240, 877)
    assert b"ppi=75" in images["moduledata"]


def test_pictures_kept_are_svg_beside_png(game: Game, tmp_path: Path) -> None:
    kept = build(game, tmp_path, keep_pictures=True).pictures
    assert kept is not None
    names = {path.stem for path in kept.iterdir()}
    assert {path.name for path in kept.iterdir()} == {
        f"{name}{ending}" for name in names for ending in (".svg", ".png")
    }
    assert "map-south_atlantic" in names


def test_an_interrupted_build_leaves_the_old_module_whole(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "graf_spee-1.0.vmod"
    old.write_bytes(b"the old one")

    def interrupted(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build(game, tmp_path)
    assert old.read_bytes() == b"the old one"
    assert [path.name for path in tmp_path.iterdir()] == [old.name]


def test_a_full_disk_is_one_line_and_leaves_the_old_module_whole(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "graf_spee-1.0.vmod"
    old.write_bytes(b"the old one")

    opens = Path.open

    def full(self: Path, *how: Any, **options: Any) -> Any:
        if self.suffix == ".part" and self.parent == tmp_path:
            raise OSError(28, "No space left on device")
        return opens(self, *how, **options)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(BroadsideError) as caught:
        build(game, tmp_path)
    assert "No space left on device" in str(caught.value)
    assert "\n" not in str(caught.value)
    monkeypatch.undo()
    assert old.read_bytes() == b"the old one"
    assert [path.name for path in tmp_path.iterdir()] == [old.name]


def test_a_folder_that_cannot_be_made_is_one_line(game: Game, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(BroadsideError) as caught:
        build(game, tmp_path / "taken" / "dist")
    assert "taken" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_progress_is_told(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROADSIDE_CACHE", str(tmp_path / "cache"))
    told: list[tuple[int, int, str]] = []
    build(
        game, tmp_path, dpi=40, progress=lambda done, total, what: told.append((done, total, what))
    )
    assert {what for _, _, what in told} >= {"drawing", "pictures", "packing"}
    assert all(0 <= done <= total for done, total, _ in told)


def test_a_damaged_entry_of_the_shelf_counts_as_absent(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put("a", {"one.zip": b"content"})
    assert shelf.get("a") == {"one.zip": b"content"}
    entry = tmp_path / "a"
    entry.write_bytes(entry.read_bytes()[:-3])
    assert shelf.get("a") is None
    assert shelf.get("b") is None


def test_the_shelf_packs_no_pdf_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    parts = {"kit.pdf": bytes(5000), "notes.txt": bytes(5000)}
    shelf.put("kit", parts)
    assert 5000 < (tmp_path / "kit").stat().st_size < 6000
    assert shelf.get("kit") == parts


def test_what_is_too_much_to_be_held_is_handed_on_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_module, "HELD_BYTES", 2500)
    shelf = Shelf(tmp_path)
    parts = {name: name.encode() * 1000 for name in "abc"}
    assert dict(shelf.keeping("large", parts.items())) == parts
    assert shelf.get("large") is None
    few = {name: parts[name] for name in "ab"}
    assert dict(shelf.keeping("small", few.items())) == few == shelf.get("small")


def test_each_file_is_let_go_before_the_next_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_module, "HELD_BYTES", 0)
    held: list[int] = []

    class File(bytes):
        """Bytes that tell when they are let go."""

        def __del__(self) -> None:
            held.pop()

    def files() -> Iterator[tuple[str, bytes]]:
        for number in range(3):
            assert not held
            held.append(number)
            yield f"{number}.txt", File(b"%d" % number * 2000)

    done = laid(tmp_path / "out", Shelf(tmp_path / "shelf").keeping("key", files()))
    assert done.sizes == {f"{number}.txt": 2000 for number in range(3)} and not done.reused
    assert (tmp_path / "out" / "2.txt").read_bytes() == b"2" * 2000


def test_the_shelf_keeps_only_the_newest(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for number in range(KEPT + 5):
        shelf.put(f"{number:02}", {"one": b"x"})
    assert len(list(tmp_path.iterdir())) == KEPT
    assert shelf.get(f"{KEPT + 4:02}") == {"one": b"x"}


def test_the_shelf_keeps_less_of_what_is_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_module, "KEPT_BYTES", 3000)
    shelf = Shelf(tmp_path)
    for number in range(4):
        shelf.put(str(number), {"one.zip": bytes(1100)})
        os.utime(tmp_path / str(number), (number, number))
    assert [shelf.get(str(number)) is not None for number in range(4)] == [False, False, True, True]
    shelf.put("large", {"one.zip": bytes(9000)})
    assert [path.name for path in tmp_path.iterdir()] == ["large"]


def test_vassal_calls_every_place_what_the_definition_calls_it(built: Built, scene: Scene) -> None:
    where = locations.read(modules.read(built.module))
    for map_ in scene.maps:
        for place in map_.layout.places.values():
            spot = where.spot(map_.name, *map_.layout.pixels(place.id))
            if place.kind == "box" and map_.layout.locate(*map_.layout.pixels(place.id)) != place:
                continue  # the middle of a box may be nearer to a named spot inside it
            assert (spot.zone, spot.location) == (place.zone, place.id)


def test_vassal_and_the_layout_agree_on_any_pixel(built: Built, scene: Scene) -> None:
    where = locations.read(modules.read(built.module))
    for map_ in scene.maps:
        width, height = map_.layout.size()
        for x in range(3, width, 61):
            for y in range(5, height, 53):
                place = map_.layout.locate(x, y)
                spot = where.spot(map_.name, x, y)
                assert spot.location == (place.id if place else locations.OFF_BOARD), (x, y)
