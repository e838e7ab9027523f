"""A module as a definition: what the definition has words for, and what is told of the rest."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from broadside import main
from generator.definition.schema import Game
from generator.drawing.counters import counter_pictures
from generator.drawing.themes import load_theme
from generator.geography.layout import layout_of
from generator.packaging.assembling import assemble
from generator.packaging.building import MODULE
from generator.vassal import archive, documents, saves
from generator.vassal.commands import AddPiece, Board, ScenarioNote, SetBoards, SetProperty
from generator.vassal.documents import Element
from generator.vassal.traits import Trait, deck_state, piece_state, piece_type, stack_state, trait
from generator.workbench.importing import imported
from generator.workbench.importing.names import file_id, image_file, place_id, slug
from generator.workbench.linting import lint
from generator.workbench.opened import PIECE_SLOT, OpenModule, WorkbenchError, open_module
from tests.generator.workbench.modules_to_import import (
    GRIDS,
    PANEL,
    PICTURES,
    M,
    W,
    board,
    component,
    counters,
    defined,
    entry,
    layer,
    module,
    picker,
    picture,
    piece_slot,
    plain_map,
    stack,
    with_parts,
)
from tests.generator.workbench.small_modules import PALETTE, chain_of, holding, opened, text_of

Start = Counter[tuple[str, str, int, int]]


def built(game: Game, tmp_path: Path) -> OpenModule:
    """A module of nothing but what the definition says."""
    parts = assemble(
        game, None, keep_pictures=False, art=(tmp_path / "game" / "art",), progress=None
    )
    path = tmp_path / "built.vmod"
    path.write_bytes(parts[MODULE])
    return open_module(path)


def standing(module: OpenModule) -> Start:
    """(name, map, x, y) of every piece when a game begins, from the buildFile alone.

    Only for maps of one board: x and y are counted in the window.
    """
    found: Start = Counter()
    for map_ in module.root.iter(M + "Map", M + "PrivateMap", W + "WidgetMap"):
        edge = int(map_.get("edgeWidth") or 0), int(map_.get("edgeHeight") or 0)
        for holder in map_.iter(M + "map.SetupStack", M + "map.DrawPile"):
            x, y = int(holder.get("x")) + edge[0], int(holder.get("y")) + edge[1]
            for one in holder.iter(W + "PieceSlot", W + "CardSlot"):
                name = one.text.partition("/null/")[2].partition("/")[0].rpartition(";")[2]
                found[name, map_.get("mapName"), x, y] += 1
    return found


def test_a_module_tells_no_designer_and_the_definition_invents_none(tmp_path: Path) -> None:
    game = defined(imported(module(plain_map())), tmp_path)
    assert game.credits.design == ""
    told = built(game, tmp_path).members
    assert not [name for name, data in told.items() if b"<p>Game:" in data]


# --- The same pieces in the same places -------------------------------------------------------


def test_the_built_module_has_the_same_pieces_in_the_same_places(tmp_path: Path) -> None:
    tank = piece_slot("Tank", 1, layer("back.png"))
    card = [piece_slot("Card", 10 + at, trait("obs;", imageName="back.png")) for at in range(3)]
    other = [piece_slot(f"Ace {at}", 20 + at) for at in range(2)]
    pile = with_parts(
        component("map.DrawPile", name="Draw", x=90, y=80, shuffle="Never", owningBoard="Board"),
        *card,
        *other,
    )
    original = module(
        plain_map(
            stack(10, 20, piece_slot("Low", 2), piece_slot("High", 3), owningBoard="Board"),
            stack(-5, 299, piece_slot("Off", 4)),
            pile,
            edge=25,
        ),
        holding(PALETTE, {"name": "Pieces"}, holding(PANEL, {"entryName": "Red"}, tank)),
    )
    made = built(defined(imported(original), tmp_path), tmp_path)
    assert standing(made) == standing(original)
    (low,) = [one for one in made.root.iter(M + "map.SetupStack") if one.get("x") == "10"]
    assert [child.get("entryName") for child in low.children] == ["Low", "High"]
    (deck,) = made.root.iter(M + "map.DrawPile")
    names = [child.get("entryName") for child in deck.children if "Slot" in child.tag]
    assert names == ["Card", "Card", "Card", "Ace 0", "Ace 1"]
    assert made.members["images/board.png"] == PICTURES["board.png"]
    assert made.members["images/front.png"] == PICTURES["front.png"]


def test_a_real_module_keeps_its_pieces_and_places(shared: Path, tmp_path: Path) -> None:
    original = open_module(shared / "corpus/vassal/hex-n-counters-template.vmod")
    made = imported(original)
    game = defined(made, tmp_path)
    assert standing(built(game, tmp_path)) == standing(original)
    assert [one.name for one in game.maps] == ["TurnTrack", "Main Map", "DeadPile", "Draw"]
    assert {chart.id for chart in game.charts} == {"tec", "crt", "sequence_of_play", "vp", "uic"}
    told = "\n".join(made.report.lines())
    assert "HTML Chart: HTML Sample" in told and "Symbolic Die Face" in told
    assert [(one.name, one.count, one.sides) for one in game.dice] == [("1d6", 1, 6), ("2d6", 2, 6)]


# --- Boards and grids ---------------------------------------------------------------------------


def numbering(kind: str, **attributes: object) -> Element:
    return documents.make(
        f"{GRIDS}mapgrid.{kind}GridNumbering", {name: str(v) for name, v in attributes.items()}
    )


def grid(kind: str, *parts: Element, **attributes: object) -> Element:
    made = documents.make(GRIDS + kind, {name: str(v) for name, v in attributes.items()})
    return with_parts(made, *parts)


def zone(name: str, path: str, *parts: Element, **attributes: object) -> Element:
    given = {"name": name, "path": path, **attributes}
    made = documents.make(f"{GRIDS}mapgrid.Zone", {key: str(v) for key, v in given.items()})
    return with_parts(made, *parts)


def region(name: str, x: int, y: int) -> Element:
    return documents.make(GRIDS + "Region", {"name": name, "originx": str(x), "originy": str(y)})


HEXES = [
    {"dx": "45.5", "dy": "50.0", "x0": "10", "y0": "20"},
    {"dx": "40.0", "dy": "50.0", "x0": "-30", "y0": "0"},
    {"dx": "45.5", "dy": "50.0", "x0": "60", "y0": "70"},
    {"dx": "45.5", "dy": "50.0", "x0": "5", "y0": "8", "sideways": "true"},
]
NUMBERS = [
    {},
    {"stagger": "false", "sep": "-", "hLeading": "0", "vLeading": "2"},
    {"first": "V", "hType": "A", "vOff": "0", "hOff": "3"},
    {"hDescend": "true", "vDescend": "true", "sep": "."},
    {"vDescend": "true", "vType": "A"},
]


@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("hexes", HEXES)
def test_every_hex_keeps_its_name(
    hexes: dict[str, str], numbers: dict[str, str], tmp_path: Path
) -> None:
    """Against the names VASSAL gives (`generator.vassal.locations`), pixel by pixel."""
    drawn = grid("HexGrid", numbering("Hex", **numbers), **hexes)
    original = module(plain_map(grid=drawn))
    assert_same_names(original, tmp_path)


@pytest.mark.parametrize("numbers", NUMBERS)
def test_every_square_keeps_its_name(numbers: dict[str, str], tmp_path: Path) -> None:
    named = numbering("Square", **numbers)
    squares = grid("SquareGrid", named, dx="40.0", dy="37.5", x0="20", y0="9")
    assert_same_names(module(plain_map(grid=squares)), tmp_path)


def assert_same_names(original: OpenModule, tmp_path: Path) -> None:
    from generator.vassal import locations, modules
    from generator.vassal.metadata import Metadata

    tree = modules.parse(original.document.to_bytes(), "test")
    read = modules.Module(tree, Metadata(), "buildFile.xml")
    known = locations.from_tree(read, lambda _: (400, 300))
    (map_,) = defined(imported(original), tmp_path).maps
    layout = layout_of(map_)
    grid_ = [place for place in layout.places.values() if place.kind == "hex"]
    assert len(grid_) > 20
    for place in grid_:
        x, y = layout.pixels(place.id)
        if 0 <= x < 400 and 0 <= y < 300:
            assert known.spot("Main", x, y).location == place.id


def test_zones_keep_their_outlines_points_and_share_of_the_grid(tmp_path: Path) -> None:
    squares = grid("SquareGrid", numbering("Square"), dx="50.0", dy="50.0", x0="25", y0="25")
    track = grid("RegionGrid", region("T1", 310, 20), region("T2", 340, 20))
    own = grid("SquareGrid", numbering("Square"), dx="20.0", dy="20.0", x0="310", y0="210")
    zoned = grid(
        "ZonedGrid",
        zone("Track", "300,0;400,0;400,50;300,50", track),
        zone("North", "0,0;300,0;300,100;0,100", useParentGrid="true"),
        zone("Box", "300,200;360,200;360,260;300,260", own),
        zone("Empty", "380,280;400,280;400,300"),
        squares,
    )
    (map_,) = defined(imported(module(plain_map(grid=zoned))), tmp_path).maps
    layout = layout_of(map_)

    def name(x: int, y: int) -> tuple[str, str]:
        found = layout.locate(x, y)
        assert found is not None
        return found.zone, found.id

    assert name(342, 10) == ("Track", "T2")
    assert name(60, 60) == ("North", "0202")
    assert name(60, 160) == ("Board", "0204")
    assert name(330, 232) == ("Box", "Box: 0202"), "the board's grid has a 0202 already"
    assert name(396, 290) == ("Empty", "Empty")


def test_boards_beside_each_other_are_one_board_with_their_pictures(tmp_path: Path) -> None:
    boards = [board(name, image="board.png", reversible="true") for name in ("A", "B", "C")]
    default = "MainBoardPicker\tA\t0\t0\tB/rev\t1\t0"
    map_ = with_parts(
        component("Map", mapName="Main"),
        picker(*boards, default=default),
        stack(10, 20, piece_slot("Tank", 1), owningBoard="B"),
        stack(10, 20, piece_slot("Away", 2), owningBoard="C"),
    )
    made = imported(module(map_))
    game = defined(made, tmp_path)
    (board_,) = game.maps
    assert (round(board_.width, 3), round(board_.height, 3)) == (203.2, 76.2)
    assert [laid.turned for laid in board_.pictures] == [False, True]
    (placed,) = game.scenario().placements
    assert placed.x is not None and placed.y is not None
    assert (round(placed.x, 3), round(placed.y, 3)) == (104.14, 5.08)
    told = made.report.to_json()["word_for_word"]
    assert told["boards that lie on no map at the start"] == {"Main: C": 1}
    assert told["stacks of boards that do not lie there"] == {"Main: stack": 1}


def test_a_map_that_one_side_owns_is_private(tmp_path: Path) -> None:
    roster = with_parts(component("PlayerRoster"), entry("Red"), entry("Blue"))
    hand = with_parts(
        component("PrivateMap", mapName="Hand", side="Blue", visible="false"),
        picker(board("Hand", width=200, height=100, color="1,2,3")),
    )
    game = defined(imported(module(roster, plain_map(), hand)), tmp_path)
    assert [side.id for side in game.sides] == ["Red", "Blue"]
    assert game.map("Hand").private_to == "Blue"
    assert game.map("Hand").background == "#010203"


# --- Counters -----------------------------------------------------------------------------------


def test_a_layer_makes_the_counters_other_sides(tmp_path: Path) -> None:
    flipped = layer("back.png", levelNames=("+ (flipped)",))
    steps = layer("front.png", "back.png", alwaysActive=True, state="2")
    game, _ = counters(
        tmp_path,
        piece_slot("Tank", 1, flipped),
        piece_slot("Ship", 2, steps, image=""),
    )
    tank, ship = game.counters
    assert [face.image for face in tank.faces] == ["front.png", "back.png"]
    assert [face.name for face in tank.faces] == ["Tank", "Tank (flipped)"]
    assert [face.image for face in ship.faces] == ["front.png", "back.png"]
    assert (tank.tray, tank.size) == ("Pieces / Units", (12.7, 12.7))


def test_layers_that_do_not_turn_are_put_into_the_picture(tmp_path: Path) -> None:
    star = layer("star.png", name="Star", alwaysActive=True, xOff=15, state="1")
    game, made = counters(tmp_path, piece_slot("Tank", 1, star, layer("back.png")))
    (tank,) = game.counters
    assert [face.image for face in tank.faces] == ["front+star.png", "back+star.png"]
    with Image.open(io.BytesIO(made.files["art/images/front+star.png"])) as sheet:
        assert sheet.size == (50, 50)
        assert sheet.convert("L").getpixel((40, 25)) == 250
        assert sheet.convert("L").getpixel((10, 25)) == 90
    told = made.report.to_json()["told_otherwise"]
    assert told["layers put into the picture as they stand"] == {"Tank": 1}


def test_a_piece_without_a_picture_shows_its_whole_name(tmp_path: Path) -> None:
    name = "Third Guards Rifle Division"
    game, _ = counters(tmp_path, piece_slot(name, 1, image=""), piece_slot("", 2, image=""))
    assert [counter.faces[0].text for counter in game.counters] == [name, "?"]
    front = next(counter_pictures(game.counters[0], load_theme("atlas")))
    assert not front.warnings


def test_a_picture_far_beside_its_piece_is_a_counter_of_its_own_size(tmp_path: Path) -> None:
    star = layer("star.png", alwaysActive=True, xOff=2000, yOff=-900, state="1")
    game, made = counters(tmp_path, piece_slot("Sight", 1, star, image=""))
    (sight,) = game.counters
    assert sight.faces[0].image == "star.png"
    assert sight.size == pytest.approx((20 * 0.254, 20 * 0.254))
    told = made.report.to_json()["told_otherwise"]
    assert told["pictures beside their piece, which are counters there"] == {"Sight": 1}


def test_what_is_as_large_as_a_card_in_a_deck_is_a_card(tmp_path: Path) -> None:
    pile = with_parts(
        component("map.DrawPile", name="Draw", x=90, y=80, owningBoard="Board"),
        piece_slot("Ambush", 1, image="card.png"),
        piece_slot("Chit", 2),
        piece_slot("Ruler", 3, image="ruler.png"),
    )
    pictures = {"card.png": picture(250, 350), "ruler.png": picture(900, 60)}
    members = {f"images/{name}": data for name, data in pictures.items()}
    game = defined(imported(module(plain_map(pile), members=members)), tmp_path)
    assert {one.name: one.shape == "card" for one in game.counters} == {
        "Ambush": True,
        "Chit": False,
        "Ruler": False,
    }


def test_a_layer_may_be_an_svg(tmp_path: Path) -> None:
    mark = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">'
        b'<rect width="10" height="10" fill="#00ff00"/></svg>'
    )
    marked = layer("mark.svg", name="Mark", alwaysActive=True, state="1")
    _, made = counters(tmp_path, piece_slot("Tank", 1, marked), members={"images/mark.svg": mark})
    with Image.open(io.BytesIO(made.files["art/images/front+mark.png"])) as sheet:
        assert sheet.convert("RGB").getpixel((25, 25)) == (0, 255, 0)


def test_who_may_do_what_is_carried(tmp_path: Path) -> None:
    game, made = counters(
        tmp_path,
        piece_slot(
            "Spy",
            1,
            trait("obs;", imageName="back.png", maskName="Someone"),
            trait("hide;"),
            trait("immob;", stacking="R"),
            trait("footprint;"),
            trait("globalkey;"),
        ),
    )
    (spy,) = game.counters
    assert spy.mask is not None and spy.mask.name == "Someone" and spy.back is not None
    assert spy.back.image == "back.png" and spy.hide is not None
    assert (spy.trail, spy.roles) == (True, ("unstacked",))
    assert made.report.to_json()["word_for_word"]["traits of pieces"] == {"Global Key Command": 1}


def test_pictures_with_odd_names_or_none_at_all_do_no_harm(tmp_path: Path) -> None:
    odd = "sub/what? is;this:.png"
    game, made = counters(
        tmp_path,
        piece_slot("Odd", 1, image=odd),
        piece_slot("Gone", 2, image="nowhere.png"),
        piece_slot("", 3),
        piece_slot("{x}", 4, image=""),
        piece_slot("", 5, image=""),
        members={f"images/{odd}": PICTURES["front.png"], "images/broken.png": b"no picture"},
    )
    assert [one.name for one in game.counters] == ["Odd", "Gone", "", "(x)", ""]
    assert [one.faces[0].text for one in game.counters] == ["", "Gone", "", "(x)", "?"]
    assert game.counters[0].faces[0].image == "sub_what- is-this-.png"
    told = made.report.to_json()["missing"]
    assert told["pictures that are not in the module"] == {"nowhere.png": 1}


def test_equal_pieces_are_one_entry_with_a_count(tmp_path: Path) -> None:
    pieces = [piece_slot("Chit", at) for at in range(1, 6)]
    original = module(plain_map(stack(5, 5, *pieces)))
    made = imported(original)
    assert made.files["counters.csv"].decode().count("Chit") == 1
    game = defined(made, tmp_path)
    assert [one.id for one in game.counters] == [f"chit-{at}" for at in range(1, 6)]


# --- Set-ups and the rest -------------------------------------------------------------------------


def test_a_set_up_that_is_a_saved_game_becomes_a_scenario(tmp_path: Path) -> None:
    flip = layer("back.png")
    tank, card = piece_slot("Tank", 1, flip), piece_slot("Card", 2)

    def command(ident: str, name: str, gpid: str, x: int, y: int, *parts: Trait) -> AddPiece:
        chain = chain_of(name, *parts)
        chain = (*chain[:-1], chain[-1].changed(imageName="front.png"))
        chain = (*chain[:-1], chain[-1].with_state(f"Main;{x};{y};{gpid};0"))
        return AddPiece(ident, piece_type(chain), piece_state(chain))

    deck = trait("deck;", deckName="Draw")
    text = saves.compose(
        [
            command("1", "Tank", "1", 35, 45, flip.with_state("1")),
            command("2", "Tank", "1", 35, 45, flip),
            command("3", "Card", "2", 60, 60),
            command("4", "Lone", "77", 100, 100),
            AddPiece("5", "stack", stack_state("Main", 35, 45, ["1", "2"])),
            AddPiece("6", piece_type([deck]), deck_state("Main", 60, 60, True, ["3"])),
        ],
        [
            SetBoards("Main", (Board("Board", 0, 0),)),
            SetProperty("Score", "7", "Module"),
            ScenarioNote("Read this\nfirst"),
        ],
    )
    score = component("properties.GlobalProperty", name="Score", initialValue=1, isNumeric="true")
    original = module(
        with_parts(component("properties.GlobalProperties"), score),
        plain_map(component("map.DrawPile", name="Draw", x=50, y=50), edge=10),
        holding(PALETTE, {"name": "Pieces"}, holding(W + "PanelWidget", {}, tank, card)),
        component("PredefinedSetup", name="Battle", file="battle.vsav", useFile="true"),
        component("PredefinedSetup", name="Lost", file="lost.vsav", useFile="true"),
        members={"battle.vsav": saves.pack(saves.Save(text))},
    )
    made = imported(original)
    game = defined(made, tmp_path)
    battle = game.scenario("Battle")
    assert battle.text == "Read this\nfirst" and battle.properties == {"Score": 7}
    told = [
        (row.pieces, row.at or (round(row.x / 0.254), round(row.y / 0.254)), row.face)  # type: ignore[operator]
        for row in battle.placements
    ]
    assert told == [
        (("lone",), (90, 90), None),
        (("tank-1",), (25, 35), "face_2"),
        (("tank-2",), (25, 35), None),
        (("card",), "Draw", None),
    ]
    missing = made.report.to_json()["missing"]
    assert missing["set-ups whose file is not in the module"] == {"Lost": 1}


def test_dice_turns_charts_and_properties_are_carried(tmp_path: Path) -> None:
    tracker = with_parts(
        component("turn.TurnTracker", name="Day"),
        with_parts(
            component("turn.CounterTurnLevel", start=4),
            component("turn.ListTurnLevel", list="Move,Fight"),
        ),
    )
    own = documents.make(W + "Chart", {"chartName": "CRT", "fileName": "chart.png"})
    chart = holding(M + "ChartWindow", {}, own)
    game = defined(
        imported(
            module(
                plain_map(),
                tracker,
                chart,
                component("DiceButton", name="2d6", nDice=2, nSides=6),
                component("SpecialDiceButton", name="Odd dice"),
                with_parts(
                    component("SpecialDiceButton", name="Symbols"),
                    with_parts(
                        component("SpecialDie"),
                        *[component("SpecialDieFace", value=at, text=f"{at}") for at in (3, 1, 2)],
                    ),
                ),
            )
        ),
        tmp_path,
    )
    assert (game.turns.name, game.turns.first) == ("Day", 4)
    assert [step.name for step in game.tracked_steps()] == ["Move", "Fight"]
    assert [(one.name, one.count, one.sides) for one in game.dice] == [
        ("2d6", 2, 6),
        ("Symbols", 1, 3),
    ]
    assert [(one.name, one.kind) for one in game.charts] == [("CRT", "image")]


def test_what_is_carried_word_for_word_is_listed_in_the_folder_too(tmp_path: Path) -> None:
    made = imported(module(plain_map(), component("SpecialDiceButton", name="<odd> dice")))
    page = made.files["IMPORT.md"].decode()
    assert "Symbolic Dice Button: &lt;odd> dice" in page and "## Carried word for word" in page


def test_a_module_without_maps_sides_or_pieces_is_imported_all_the_same(tmp_path: Path) -> None:
    game = defined(imported(module()), tmp_path)
    assert [one.name for one in game.maps] == ["Map"]
    assert [one.id for one in game.sides] == ["Player"]


def test_a_piece_of_nothing_but_a_missing_prototype_is_imported_by_its_name(tmp_path: Path) -> None:
    text = text_of((trait("prototype;", prototypeName="None"),))
    hollow = documents.make(PIECE_SLOT, {"entryName": "Hollow", "gpid": "1"}, text)
    original = module(plain_map(stack(5, 6, hollow)))
    assert len(defined(imported(original), tmp_path).counters) == 1


def test_names_that_a_definition_cannot_hold_are_changed() -> None:
    assert place_id(' a "b"\t', "x") == "a 'b'" and place_id(" ", "x") == "x"
    assert file_id("a/b: c.", "x") == "a-b- c"
    assert image_file("x") == "x.png" and image_file("../a.GIF") == "_a.GIF"
    assert slug("Größe 5!", "x") == "groe_5" or slug("Größe 5!", "x") == "gro_e_5"


# --- The command ----------------------------------------------------------------------------------


def test_the_command_writes_the_folder_once(tmp_path: Path) -> None:
    path, folder = tmp_path / "old.vmod", tmp_path / "new"
    archive.write(path, module(plain_map()).to_members())
    words = ["import", str(path), str(folder)]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    assert "in the definition: 1 maps" in told.output and (folder / "IMPORT.md").is_file()
    assert CliRunner().invoke(main, ["info", str(folder)]).exit_code == 0
    again = CliRunner().invoke(main, words)
    assert again.exit_code == 2 and "not empty" in again.output
    other = CliRunner().invoke(main, [*words[:2], str(tmp_path / "other"), "--json"])
    assert json.loads(other.output)["in_definition"]["maps"] == 1


def test_an_extension_is_no_game(tmp_path: Path) -> None:
    made = opened(documents.make("VASSAL.build.module.ModuleExtension", {"module": "X"}))
    with pytest.raises(WorkbenchError, match="an extension is no game by itself"):
        imported(made)


def test_a_board_whose_picture_is_lost_reaches_to_all_that_lies_on_it(tmp_path: Path) -> None:
    region = component("map.boardPicker.board.Region", name="Far", originx=2500, originy=90)
    zone = component("map.boardPicker.board.mapgrid.Zone", name="Low", path="0,0;9,0;9,1800")
    grid = with_parts(documents.make(GRIDS + "ZonedGrid"), zone)
    zone.append(with_parts(documents.make(GRIDS + "RegionGrid"), region))
    home = with_parts(
        component("Map", mapName="Main"),
        picker(board("Board", grid, image="lost.png")),
        stack(3000, 100, piece_slot("Unit", 1), owningBoard="Board"),
    )
    made = built(defined(imported(module(home)), tmp_path), tmp_path)
    outside = ["region.outside", "zone.outside", "stack.outside"]
    assert [one.message for one in lint(made, select=outside).findings] == []


@pytest.mark.parametrize("odd", ["--1", "9" * 400, "9" * 5000])
def test_what_only_looks_like_a_number_is_none(odd: str) -> None:
    score = component("properties.GlobalProperty", name="Score", initialValue=odd, isNumeric="true")
    regions = with_parts(
        component("map.boardPicker.board.RegionGrid"),
        component("map.boardPicker.board.Region", name="A", originx=odd, originy="5"),
    )
    zones = with_parts(
        component("map.boardPicker.board.ZonedGrid"),
        component(
            "map.boardPicker.board.mapgrid.Zone",
            name="Z",
            path=f"{odd},0;9,0;9,9",
            useParentGrid="false",
        ),
    )
    for grid in (regions, zones):
        made = module(
            with_parts(component("properties.GlobalProperties"), score),
            with_parts(
                component("Map", mapName="Main"),
                picker(with_parts(board("Board", image="board.png"), grid)),
            ),
        )
        assert b"Score" not in imported(made).files["game.yaml"]
        lint(made)
