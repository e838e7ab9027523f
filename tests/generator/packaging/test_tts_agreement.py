"""VASSAL, Tabletop Simulator and print say the same of every piece, whatever the game.

Each package is read as a stranger would read it, and told in the same words: pictures, names,
millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.drawing.names import counter_picture
from generator.geography.layout import MM_PER_INCH
from generator.packaging.scene import Scene, look_of, scene_of, sides_of
from generator.packaging.seats import seats
from generator.packaging.tabletop.layout import Area
from generator.packaging.tabletop.pieces import card_size, memo_of, tile_size
from generator.packaging.tabletop.save import Setting, save_of
from generator.packaging.tabletop.undrawn import undrawn
from generator.packaging.vassal.module import members
from generator.places import games_folder
from generator.printing.pieces import card_pieces, counter_pieces
from generator.starting import STARTERS, begin
from generator.tabletop_simulator.calibration import Calibration, calibration
from generator.tabletop_simulator.save import every_object
from generator.tabletop_simulator.schema import faults
from generator.vassal import saves
from generator.vassal.commands import AddPiece, decode
from generator.vassal.traits import is_furniture, read_piece
from tests.generator.packaging.rare_game import FILES
from tests.sampling import one_in

RARE = "rare"
GAMES = [
    RARE,
    "atlantic_chase",
    "graf_spee",
    "red_flags",
    "uboat_variant",
    "under_ten_flags",
    *STARTERS,
]
KNOWN = calibration()
HAIR = 1e-3
"""Millimetres: saves hold numbers of seven digits."""


@dataclass(frozen=True)
class Told:
    """What a package says of a piece."""

    looks: tuple[tuple[str, str], ...]
    """Picture and name of each look."""
    mask: tuple[str, str] | None
    """Picture and name of its back."""


@dataclass(frozen=True)
class Standing:
    """Where a package says that a piece begins; a deck by its name, or mm of a map."""

    map: str
    deck: str
    x: float
    y: float
    look: int
    masked: bool


@dataclass(frozen=True)
class Built:
    """A game, with its module and its save as they are read again."""

    game: Game
    scene: Scene
    setting: Setting
    module: Mapping[str, bytes]
    save: dict[str, Any]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    made: dict[str, Built] = {}

    def one(name: str) -> Built:
        if name not in made:
            folder = games_folder() / name
            if name == RARE:
                folder = tmp_path_factory.mktemp(name)
                for file, text in FILES.items():
                    (folder / file).parent.mkdir(exist_ok=True)
                    (folder / file).write_text(text, "utf-8")
            if name in STARTERS:
                folder = tmp_path_factory.mktemp(name.replace("-", "_")) / "my_game"
                begin(folder, name)
            made[name] = built_from(folder)
        return made[name]

    return one


def built_from(folder: Path, known: Calibration = KNOWN) -> Built:
    game = load_game(folder)
    art = (folder / "art",) if (folder / "art").is_dir() else ()
    scene = scene_of(game)
    setting = Setting(scene, seats(game, art), undrawn(scene, known), str, known)
    save = save_of(setting, game.scenario()).as_json()
    images = {scene.image(name): b"" for name in scene.pictures()}
    return Built(game, scene, setting, members(scene, images), save)


# --- The module ---------------------------------------------------------------------------


def vassal_pieces(built: Built) -> tuple[dict[str, Told], dict[str, tuple[int, int]]]:
    """Every piece of the palette, and its size in pixels."""
    told: dict[str, Told] = {}
    sizes: dict[str, tuple[int, int]] = {}
    root = etree.fromstring(built.module["buildFile.xml"])
    (window,) = root.iter("VASSAL.build.module.PieceWindow")
    for slot in window.iter("VASSAL.build.widget.PieceSlot"):
        command = decode(slot.text or "")
        assert isinstance(command, AddPiece)
        name, piece = _vassal_piece(read_piece(command.type, command.state))
        told[name] = piece
        sizes[name] = int(slot.get("width", 0)), int(slot.get("height", 0))
    return told, sizes


def _vassal_piece(traits: Any) -> tuple[str, Told]:
    by_id = {trait.id: trait for trait in traits}
    mark = next(
        dict(zip(one["keys"], one.state_of("values"), strict=True))
        for one in traits
        if one.id == "mark;" and "UnitId" in one["keys"]
    )
    basic = traits[-1]
    looks = [(basic["imageName"], basic["commonName"])]
    if "emb2;" in by_id:
        layer = by_id["emb2;"]
        names = [getattr(one, "text", one) or basic["commonName"] for one in layer["levelNames"]]
        looks = list(zip(layer["imageNames"], names, strict=True))
    mask = by_id.get("obs;")
    back = (_stem(mask["imageName"]), mask["maskName"]) if mask else None
    return mark["UnitId"], Told(tuple((_stem(file), name) for file, name in looks), back)


def _stem(file: str) -> str:
    return Path(file).stem


def vassal_standing(built: Built) -> dict[str, Standing]:
    """Where the pieces of the module's set-up stand."""
    name = f"{built.game.scenario().id}.vsav"
    found: dict[str, Standing] = {}
    ids: dict[str | None, str] = {}
    decks: dict[str, str] = {}
    maps = {map_.name: map_ for map_ in built.scene.maps}
    for command in saves.from_bytes(built.module[name], name).position():
        if not isinstance(command, AddPiece) or is_furniture(command.type):
            continue
        if command.type.startswith("deck;"):
            (cup,) = read_piece(command.type, command.state)
            decks |= dict.fromkeys(cup.state_of("cards") or (), cup["deckName"])
        elif command.type != "stack":
            traits = read_piece(command.type, command.state)
            by_id = {trait.id: trait for trait in traits}
            unit, _ = _vassal_piece(traits)
            basic = traits[-1]
            x, y = maps[basic.state_of("mapId")].layout.millimetres(
                basic.state_of("x"), basic.state_of("y")
            )
            look = by_id["emb2;"].state_of("value") - 1 if "emb2;" in by_id else 0
            masked = "obs;" in by_id and by_id["obs;"].state_of("obscuredBy") not in ("", "null")
            ids[command.id] = unit
            found[unit] = Standing(basic.state_of("mapId"), "", x, y, look, masked)
    for piece_id, deck in decks.items():
        old = found[ids[piece_id]]
        found[ids[piece_id]] = Standing(old.map, deck, old.x, old.y, old.look, old.masked)
    return found


# --- The save -----------------------------------------------------------------------------


def tts_objects(built: Built) -> dict[str, tuple[dict[str, Any], str]]:
    """Every piece of the save by its id, with the deck or bag that it lies in."""
    found = {}
    for top in built.save["ObjectStates"]:
        for one in every_object([top]):
            kind, _, name = one["Memo"].partition("/")
            if kind == "piece" and ("States" in one or name not in found):
                found[name] = (one, top["Memo"] if one is not top else "")
    return found


def tts_states(made: dict[str, Any]) -> tuple[list[dict[str, Any]], int]:
    """All states of an object in order, and the number of the one on the table."""
    others = {int(number): state for number, state in made.get("States", {}).items()}
    current = next(n for n in range(1, len(others) + 2) if n not in others)
    return [{**others, current: made}[n] for n in range(1, len(others) + 2)], current


def tts_pieces(built: Built) -> dict[str, Told]:
    return {name: _tts_piece(built, name, made) for name, (made, _) in tts_objects(built).items()}


def _tts_piece(built: Built, name: str, made: dict[str, Any]) -> Told:
    states, _ = tts_states(made)
    sides = [_tts_sides(built, name, number, state) for number, state in enumerate(states)]
    names = [state["GMNotes"] or state["Nickname"] for state in states]
    if built.scene.piece(name).face_down is not None:
        # A counter's own name is for the game master: everybody reads that of its back.
        (back,) = {back for _, back in sides}
        said = {state["Nickname"] for state in states if state["Name"] == "Custom_Tile"}
        (mask,) = said or {built.scene.piece(name).face_down.name}  # type: ignore[union-attr]
        looks = tuple(zip((front for front, _ in sides), names, strict=True))
        return Told(looks, (back, mask))
    if len(states) == 1 and sides[0][0] != sides[0][1]:
        piece = built.scene.piece(name)
        return Told(((sides[0][0], names[0]), (sides[0][1], piece.looks[1].name)), None)
    return Told(tuple((front, name) for (front, _), name in zip(sides, names, strict=True)), None)


def _tts_sides(built: Built, name: str, state: int, made: dict[str, Any]) -> tuple[str, str]:
    """The pictures in front and behind; those of cards stand on atlases, held by another test."""
    if made["Name"] == "Card":
        return sides_of(built.scene.piece(name))[state]
    image = made["CustomImage"]
    return _stem(image["ImageURL"]), _stem(image["ImageSecondaryURL"])


def tts_size(built: Built, name: str) -> tuple[float, float]:
    """Width and height of a piece in mm, as its scales say."""
    made, _ = tts_objects(built)[name]
    piece = built.scene.piece(name)
    scale = made["Transform"]["scaleX"], made["Transform"]["scaleZ"]
    size = card_size if made["Name"] == "Card" else tile_size
    known = built.setting.known
    wide, deep = size(scale, piece.width / piece.height, known)
    return wide / known.units_per_inch * MM_PER_INCH, deep / known.units_per_inch * MM_PER_INCH


def tts_standing(built: Built) -> dict[str, Standing]:
    names = {map_.id: map_.name for map_ in built.scene.maps}
    found = {}
    for name, (made, inside) in tts_objects(built).items():
        if inside.startswith("tray/"):
            continue
        place = made["Transform"]
        where = built.setting.table.from_world(place["posX"], place["posZ"])
        assert where is not None, f"{name} lies beside all boards"
        _, current = tts_states(made)
        turned = place["rotZ"] == built.setting.known.face_down_rotation
        look, masked = look_of(built.scene.piece(name), current, turned)
        deck = inside.removeprefix("deck/") if inside else _pile(built, name)
        found[name] = Standing(names[where[0]], deck, where[1], where[2], look, masked)
    return found


def _pile(built: Built, name: str) -> str:
    """The deck of a single piece that lies in it: a deck of one is nothing but that piece."""
    start = built.scene.starts[built.game.scenario().id][name]
    return start.place if start.deck else ""


# --- What they agree on ---------------------------------------------------------------------


@pytest.mark.parametrize("name", one_in(4, GAMES))
def test_all_three_show_the_same_pictures_and_names(
    built: Callable[[str], Built], name: str
) -> None:
    one = built(name)
    module, _ = vassal_pieces(one)
    assert tts_pieces(one) == module
    assert set(module) == {counter.id for counter in one.game.counters}
    printed: dict[str, list[tuple[str, str | None]]] = {}
    owners = {
        counter_picture(counter.id, face.id): counter.id
        for counter in one.game.counters
        for face in counter.faces
    }
    for paper in (*counter_pieces(one.game), *card_pieces(one.game)):
        printed.setdefault(owners[paper.front], []).append((paper.front, paper.back))
    for piece, told in module.items():
        faces = one.game.counter(piece).faces
        shown = zip(faces, told.looks, strict=True)
        pictures = [picture for face, (picture, _) in shown if face.on_paper]
        if told.mask is not None:
            assert printed[piece] == [(picture, told.mask[0]) for picture in pictures]
        else:
            cut = [side for sides in printed.get(piece, ()) for side in sides if side]
            assert cut == pictures


@pytest.mark.parametrize("name", one_in(4, GAMES))
def test_all_three_have_pieces_of_one_size(built: Callable[[str], Built], name: str) -> None:
    one = built(name)
    _, pixels = vassal_pieces(one)
    papers = (*counter_pieces(one.game), *card_pieces(one.game))
    printed = {paper.front: (paper.width, paper.height) for paper in papers}
    for piece in one.scene.pieces:
        assert tts_size(one, piece.id) == pytest.approx((piece.width, piece.height), abs=HAIR)
        faces = zip(piece.looks, one.game.counter(piece.id).faces, strict=True)
        for look in [look for look, face in faces if face.on_paper][:1]:
            assert printed[look.picture] == (piece.width, piece.height)
        for length, shown in zip((piece.width, piece.height), pixels[piece.id], strict=True):
            assert abs(length / MM_PER_INCH * one.scene.ppi - shown) <= 0.5


@pytest.mark.parametrize("name", one_in(4, GAMES))
def test_a_set_up_is_the_same_in_both_programs(built: Callable[[str], Built], name: str) -> None:
    one = built(name)
    module, table = vassal_standing(one), tts_standing(one)
    assert table.keys() == module.keys()
    pixel = MM_PER_INCH / one.scene.ppi
    # What VASSAL's pile covers lies on its face where there is no pile but the counters.
    covered = {deck.name for deck in one.scene.decks if deck.face_down}
    for piece, there in module.items():
        here = table[piece]
        if here.deck in covered and here.masked:
            there = replace(there, masked=True)
        assert (here.map, here.deck, here.look, here.masked) == (
            there.map,
            there.deck,
            there.look,
            there.masked,
        ), piece
        assert abs(here.x - there.x) <= pixel, piece
        assert abs(here.y - there.y) <= pixel, piece


@pytest.mark.parametrize("name", one_in(4, GAMES))
def test_pieces_snap_to_the_same_points(built: Callable[[str], Built], name: str) -> None:
    one = built(name)
    root = etree.fromstring(one.module["buildFile.xml"])
    maps = {map_.name: map_ for map_ in one.scene.maps}
    regions = {
        (
            maps[board.get("name", "")].id,
            int(region.get("originx", 0)),
            int(region.get("originy", 0)),
        )
        for board in root.iter("VASSAL.build.module.map.boardPicker.Board")
        for region in board.iter("VASSAL.build.module.map.boardPicker.board.Region")
    }
    places = [(map_, place) for map_ in one.scene.maps for place in map_.layout.places.values()]
    cells = {
        (map_.id, *map_.layout.numbered[place.zone].snapped(*map_.pixels(place.x, place.y)))
        for map_, place in places
        if place.zone in map_.layout.numbered
    }
    numbered = [
        f"VASSAL.build.module.map.boardPicker.board.mapgrid.{kind}GridNumbering"
        for kind in ("Hex", "Square")
    ]
    assert bool(cells) == (next(root.iter(*numbered), None) is not None)
    snapped = set()
    for point in one.save["SnapPoints"]:
        where = one.setting.table.from_world(point["Position"]["x"], point["Position"]["z"])
        assert where is not None
        map_ = next(map_ for map_ in one.scene.maps if map_.id == where[0])
        snapped.add((where[0], *map_.pixels(where[1], where[2])))
    around = {
        (map_id, x + across, y + down)
        for map_id, x, y in snapped
        for across in (-1, 0, 1)
        for down in (-1, 0, 1)
    }
    assert regions | cells <= around
    decks = {
        (maps[deck.map].id, *maps[deck.map].pixels(deck.x, deck.y)) for deck in one.scene.decks
    }
    near = {
        (map_id, x + across, y + down)
        for map_id, x, y in regions | cells | decks
        for across in (-1, 0, 1)
        for down in (-1, 0, 1)
    }
    assert snapped <= near


@pytest.mark.parametrize("name", one_in(4, GAMES))
def test_nothing_on_the_table_lies_on_a_board_that_does_not_belong_there(
    built: Callable[[str], Built], name: str
) -> None:
    one = built(name)
    areas = {f"board/{place.map}": place.area for place in one.setting.table.boards}
    for made in one.save["ObjectStates"]:
        size = _free_size(made)
        if size is not None:
            place = made["Transform"]
            areas[made["Memo"]] = Area(place["posX"], place["posZ"], *size)
    assert len(areas) > len(one.scene.maps)
    for first, second in combinations(areas, 2):
        assert not areas[first].meets(areas[second]), (first, second)


def _free_size(made: dict[str, Any]) -> tuple[float, float] | None:
    """Width and depth of what lies beside the boards."""
    wide, deep = made["Transform"]["scaleX"], made["Transform"]["scaleZ"]
    if made["Name"].startswith("Die_"):
        return wide * KNOWN.die_side, deep * KNOWN.die_side
    if made["Name"] == "Notecard":
        return wide * KNOWN.notecard_width, deep * KNOWN.notecard_height
    if made["Memo"].startswith("tray/"):
        return wide * KNOWN.bag_side, deep * KNOWN.bag_side
    if made["Name"] == "HandTrigger":
        return wide * KNOWN.zone_unit, deep * KNOWN.zone_unit
    return None


def test_another_calibration_changes_the_save_but_not_the_game() -> None:
    other = replace(
        KNOWN,
        units_per_inch=2.0,
        tile_short_side=1.5,
        tile_stretch=True,
        card_stretch=True,
        card_width=2.0,
        picture_right=-1,
        picture_down=1,
        upright_rotation=0.0,
        face_down_rotation=90.0,
    )
    one = built_from(games_folder() / "under_ten_flags", other)
    assert tts_pieces(one) == vassal_pieces(one)[0]
    module, table = vassal_standing(one), tts_standing(one)
    for piece, there in module.items():
        here = table[piece]
        assert replace(here, x=0, y=0) == replace(there, x=0, y=0)
        assert (here.x, here.y) == pytest.approx((there.x, there.y), abs=0.2)
    for scene_piece in one.scene.pieces:
        size = scene_piece.width, scene_piece.height
        assert tts_size(one, scene_piece.id) == pytest.approx(size, abs=HAIR)
    assert not faults(one.save, strict=True)


@pytest.mark.parametrize("name", one_in(4, GAMES))
def test_a_save_passes_its_schema(built: Callable[[str], Built], name: str) -> None:
    assert not [f"{one.where}: {one.message}" for one in faults(built(name).save, strict=True)]


def test_a_piece_told_otherwise_is_seen(built: Callable[[str], Built]) -> None:
    """The tests above can fail: each finds a save that was tampered with."""
    one = built("graf_spee")
    made, _ = tts_objects(one)["exeter"]
    kept = dict(made["CustomImage"]), dict(made["Transform"])
    try:
        made["CustomImage"]["ImageURL"] = "counter-ajax-front.png"
        assert tts_pieces(one)["exeter"] != vassal_pieces(one)[0]["exeter"]
        made["Transform"]["scaleX"] *= 1.1
        assert tts_size(one, "exeter") != pytest.approx((12.7, 12.7), abs=HAIR)
        made["Transform"]["rotZ"] = 0.0
        assert tts_standing(one)["exeter"].masked is not vassal_standing(one)["exeter"].masked
    finally:
        made["CustomImage"].update(kept[0])
        made["Transform"].update(kept[1])
    assert memo_of(one.scene.piece("exeter")) == made["Memo"]
