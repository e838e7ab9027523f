"""Games whose boards, counters and charts were drawn elsewhere: pictures are shown as they are."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.definition.troubles import DefinitionError
from generator.errors import BroadsideError
from generator.packaging.assembling import assemble
from generator.packaging.building import MODULE
from generator.packaging.scene import Scene, scene_of
from generator.packaging.tabletop.pictures import album_of
from generator.packaging.vassal.module import members
from generator.packaging.vassal.setup import setup_file
from generator.pictures.gallery import GalleryError
from generator.tabletop_simulator.calibration import calibration
from generator.vassal import saves
from generator.vassal.archive import Archive
from generator.vassal.commands import AddPiece
from generator.vassal.metadata import Metadata

FILES = {
    "game.yaml": """\
id: pic
name: Pictures
version: "1"
theme: admiralty
credits: {design: Nobody, edition: test, notice: None}
sides: [{id: Red, colour: "#aa3322"}]
""",
    "map.yaml": """\
maps:
  - id: board
    name: Board
    width: 101.6mm
    height: 76.2mm
    ppi: 100
    margin: 12.7mm
    image: board.jpg
    zones:
      - {id: Off, outline: [{x: 0mm, y: 0mm}, {x: 20mm, y: 0mm}, {x: 0mm, y: 20mm}],
         points: {T1: {x: 2.54mm, y: 2.54mm}}}
    decks: [{id: Draw, x: 50.8mm, y: 50.8mm, shuffle: never}]
  - id: two
    name: Two
    width: 101.6mm
    height: 76.2mm
    background: "#123456"
    pictures:
      - {image: half.png, x: 0mm, y: 0mm, width: 50.8mm, height: 76.2mm}
      - {image: half.png, x: 50.8mm, y: 0mm, width: 50.8mm, height: 76.2mm, turned: true}
""",
    "counters.yaml": """\
csv: [tanks.csv]
counters:
  - {id: "card_{n}", name: Card, count: 3, size: 12.7mm, images: [tank.png],
     back_image: back.png, mask: {access: [Red]}}
""",
    "tanks.csv": """\
id,name,tray,size,images[]
a,Tank A,Axis / Armour,12.7mm,tank.png;back.png
b,Tank B,Axis / Armour,12.7mm,tank.png
big,Big,Axis / Other,12.7mm,big.gif
""",
    "charts.yaml": "charts: [{id: table, name: Table, kind: image, image: table.png}]\n",
    "scenarios/one.yaml": """\
id: one
name: One
placements:
  - {pieces: [b, a], map: board, x: 2.54mm, y: -5.08mm}
  - {pieces: [big], map: board, at: T1}
  - {pieces: [card_3, card_1, card_2], map: board, at: Draw}
""",
}
IMAGES = {
    "board.jpg": (400, 300),
    "half.png": (200, 300),
    "tank.png": (50, 50),
    "back.png": (51, 49),
    "big.gif": (100, 100),
    "table.png": (300, 700),
}

Make = Callable[..., Game]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """The game, with texts replaced: ``make(("map.yaml", old, new))``."""

    def made(*changes: tuple[str, str, str]) -> Game:
        files = dict(FILES)
        for name, old, new in changes:
            assert files[name].count(old) == 1
            files[name] = files[name].replace(old, new)
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        folder = tmp_path / "art" / "images"
        folder.mkdir(parents=True, exist_ok=True)
        for name, size in IMAGES.items():
            Image.linear_gradient("L").resize(size).save(folder / name)
        return load_game(tmp_path)

    return made


def built(game: Game, tmp_path: Path, dpi: int | None = None) -> dict[str, bytes]:
    parts = assemble(game, dpi, keep_pictures=False, art=(tmp_path / "art",), progress=None)
    with Archive(parts[MODULE], name="module") as archive:
        return {name: archive.read(name) for name in archive}


def tree(scene: Scene) -> etree._Element:
    written = members(scene, {scene.image(name): b"" for name in scene.pictures()})
    return etree.fromstring(written["buildFile.xml"])


def test_pictures_of_the_right_size_are_packed_as_they_are(make: Make, tmp_path: Path) -> None:
    packed = built(make(), tmp_path)
    for name in ("board.jpg", "tank.png", "back.png", "table.png"):
        assert packed[f"images/{name}"] == (tmp_path / "art" / "images" / name).read_bytes()
    assert "images/big.gif" not in packed, "it is too large and drawn again"
    assert Image.open(io.BytesIO(packed["images/counter-big-front.png"])).size == (50, 50)
    build = packed["buildFile.xml"].decode()
    assert 'image="board.jpg"' in build and "tank.png,back.png" in build
    assert 'fileName="table.png"' in build


def test_a_board_of_several_pictures_is_put_together(make: Make, tmp_path: Path) -> None:
    board = Image.open(io.BytesIO(built(make(), tmp_path)["images/map-two.png"])).convert("L")
    assert board.size == (400, 300)
    grey = board.tobytes()
    # The gradient runs down in the left half and, turned, up in the right one.
    assert grey[20 * 400 + 50] < 60 < 190 < grey[280 * 400 + 50]
    assert grey[280 * 400 + 350] < 60 < 190 < grey[20 * 400 + 350]


SIDES = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="30">'
    '<rect width="20" height="15" fill="#ff0000"/>'
    '<rect y="15" width="20" height="15" fill="#0000ff"/></svg>'
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_board_of_svgs_is_put_together(make: Make, tmp_path: Path, encoding: str) -> None:
    make()
    (tmp_path / "art/images/half.png").write_bytes(SIDES.encode(encoding))
    packed = built(load_game(tmp_path), tmp_path)["images/map-two.png"]
    board = Image.open(io.BytesIO(packed)).convert("RGB")
    red, blue = (255, 0, 0), (0, 0, 255)
    assert [board.getpixel((50, y)) for y in (10, 140, 160, 290)] == [red, red, blue, blue]
    assert [board.getpixel((350, y)) for y in (10, 140, 160, 290)] == [blue, blue, red, red]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x89PNG\r\n\x1a\n1234IHDR", "art/images/half.png: damaged"),
        (SIDES[:-9].encode(), "art/images/half.png, line 1: "),
        (b"nothing", "art/images/half.png: none of PNG, GIF, JPEG and SVG"),
    ],
)
def test_a_broken_part_of_a_board_is_named(
    make: Make, tmp_path: Path, data: bytes, why: str
) -> None:
    make()
    (tmp_path / "art/images/half.png").write_bytes(data)
    with pytest.raises(BroadsideError, match=why):
        built(load_game(tmp_path), tmp_path)


def test_at_another_resolution_every_picture_is_drawn_anew(make: Make, tmp_path: Path) -> None:
    packed = built(make(), tmp_path, 200)
    assert Image.open(io.BytesIO(packed["images/map-board.png"])).size == (800, 600)
    assert "images/tank.png" not in packed and "images/table.png" in packed


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">'
    '<rect width="50" height="50" fill="#00ff00"/></svg>'
)


def test_an_svg_is_packed_for_vassal_and_drawn_for_tabletop_simulator(
    make: Make, tmp_path: Path
) -> None:
    (tmp_path / "art/images").mkdir(parents=True)
    (tmp_path / "art/images/star.svg").write_text(SVG, "utf-8")
    game = make(("tanks.csv", "b,Tank B,Axis / Armour,12.7mm,tank.png", "b,B,,12.7mm,star.svg"))
    assert built(game, tmp_path)["images/star.svg"] == SVG.encode()
    album = album_of(scene_of(game, None), (tmp_path / "art",), calibration())
    picture = Image.open(io.BytesIO(album.files[album.counters["counter-b-front"]]))
    middle = picture.convert("RGB").getpixel((picture.width // 2, picture.height // 2))
    assert picture.format == "PNG" and middle == (0, 255, 0)


def test_a_broken_picture_is_named(make: Make, tmp_path: Path) -> None:
    game = make()
    path = tmp_path / "art/images/tank.png"
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(BroadsideError, match=r"art/images/tank\.png: damaged"):
        album_of(scene_of(game, None), (tmp_path / "art",), calibration())


def test_a_margin_counts_in_saves_and_not_on_the_board(make: Make) -> None:
    game = make()
    scene = scene_of(game)
    stack = next(tree(scene).iter("VASSAL.build.module.map.SetupStack"))
    assert (stack.get("x"), stack.get("y")) == ("10", "-20")
    window = next(tree(scene).iter("VASSAL.build.module.Map"))
    assert (window.get("edgeWidth"), window.get("edgeHeight")) == ("50", "50")
    save = saves.from_bytes(setup_file(scene, game.scenario(), Metadata()), "setup")
    stacks = [one for one in save.position() if isinstance(one, AddPiece) and one.type == "stack"]
    assert stacks[0].state.startswith("Board;60;30;")
    layout = scene.map("Board").layout
    place = layout.locate(60, 60)
    assert place is not None and place.id == "T1" and layout.pixels("T1") == (60, 60)


def test_counters_on_one_point_are_one_stack_from_the_bottom_up(make: Make) -> None:
    game = make()
    scene = scene_of(game)
    stack = next(tree(scene).iter("VASSAL.build.module.map.SetupStack"))
    assert [slot.get("entryName") for slot in stack] == ["Tank B", "Tank A"]
    save = saves.from_bytes(setup_file(scene, game.scenario(), Metadata()), "setup")
    added = [one for one in save.position() if isinstance(one, AddPiece)]
    names = {one.id: one.type.rpartition(";")[2] for one in added}
    (first, _) = [one.state.split(";")[3:-1] for one in added if one.type == "stack"]
    assert [names[member] for member in first] == ["Tank B", "Tank A"]


def test_cards_lie_in_a_deck_in_the_order_of_the_set_up(make: Make) -> None:
    deck = next(tree(scene_of(make())).iter("VASSAL.build.module.map.DrawPile"))
    ids = [str(slot.text).partition("UnitId")[0] for slot in deck]
    assert len(ids) == 3
    marks = [str(slot.text).split("card_")[1][0] for slot in deck]
    assert marks == ["3", "1", "2"]


def test_trays_are_parts_of_the_palette(make: Make) -> None:
    palette = next(tree(scene_of(make())).iter("VASSAL.build.module.PieceWindow"))
    chooser = next(palette.iter("VASSAL.build.widget.ListWidget"))
    assert chooser.get("entryName") == "Axis"
    assert [panel.get("entryName") for panel in chooser] == ["Armour", "Other"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("map.yaml", "board.jpg", "bord.jpg"), "no image 'bord.jpg'.*did you mean 'board.jpg'"),
        (("map.yaml", "board.jpg", "../board.jpg"), "a picture is a file of art/images"),
        (("counters.yaml", "images: [tank.png]", "images: [tnk.png]"), "did you mean 'tank.png'"),
        (
            ("counters.yaml", "images: [tank.png]", "images: [tank.png], faces: [{id: a}]"),
            "faces: and images: say the same",
        ),
        (("scenarios/one.yaml", "x: 2.54mm, y", "y"), "either at: .a place or a deck. or at x:"),
    ],
)
def test_mistakes_with_pictures_are_told(
    make: Make, change: tuple[str, str, str], words: str
) -> None:
    with pytest.raises(DefinitionError, match=words):
        make(change)


def test_a_picture_with_the_name_of_a_drawing_is_told(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "art" / "images"
    folder.mkdir(parents=True)
    Image.new("L", (9, 9)).save(folder / "counter-big-front.png")
    game = make(("charts.yaml", "image: table.png", "image: counter-big-front.png"))
    with pytest.raises(GalleryError, match="has the name of a drawn picture"):
        built(game, tmp_path)
