"""Boards and pieces of a small module, pixel by pixel."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from generator.vassal import modules, traits
from generator.vassal.commands import AddPiece, Command, Player, SetTurn
from generator.vassal.traits import Trait, deck_state, trait
from tests.validator.painting import small_game as small
from tests.validator.painting.small_game import BLUE, GREEN, RED, SEA
from validator.painting import Painter, PaintingError, painter
from validator.painting.values import Values

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def at(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    found = image.convert("RGB").getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def test_a_piece_lies_about_its_point(tmp_path: Path) -> None:
    image = small.table(small.module_file(tmp_path), small.piece("1", "red.png", 50, 40))
    assert image.size == (200, 100)
    assert at(image, 40, 30) == at(image, 59, 49) == RED
    assert at(image, 39, 30) == at(image, 60, 49) == SEA


def test_of_two_pieces_the_later_one_lies_on_top(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    one, other = small.piece("9", "red.png", 50, 40), small.piece("1", "green.png", 55, 40)
    assert at(small.table(path, one, other), 52, 40) == GREEN
    assert at(small.table(path, other, one), 52, 40) == RED


def test_a_stack_is_spread_upward_and_to_the_right(tmp_path: Path) -> None:
    image = small.table(
        small.module_file(tmp_path),
        small.piece("1", "red.png", 50, 40),
        small.piece("2", "green.png", 50, 40),
        small.stack("3", 50, 40, "1", "2"),
    )
    assert at(image, 40, 49) == RED
    assert at(image, 42, 26) == at(image, 61, 45) == GREEN
    assert at(image, 41, 26) == at(image, 62, 45) == SEA


def test_lower_pieces_are_boxes_where_stacks_have_a_colour(tmp_path: Path) -> None:
    metrics = '<VASSAL.build.module.map.StackMetrics color="7,8,9" unexSepX="4" unexSepY="0"/>'
    image = small.table(
        small.module_file(tmp_path, in_map=metrics),
        small.piece("1", "red.png", 50, 40),
        small.piece("2", "green.png", 50, 40),
        small.stack("3", 50, 40, "1", "2"),
    )
    assert at(image, 42, 40) == (7, 8, 9)
    assert at(image, 40, 40) == BLACK


def test_layers_of_a_map_lie_over_one_another(tmp_path: Path) -> None:
    layers = (
        '<VASSAL.build.module.map.LayeredPieceCollection property="Level" layerOrder="low,high"/>'
    )
    path = small.module_file(tmp_path, in_map=layers)
    high = trait("mark;", keys=("Level",), state={"values": ("high",)})
    low = trait("mark;", keys=("Level",), state={"values": ("low",)})
    image = small.table(
        path, small.piece("1", "red.png", 50, 40, high), small.piece("2", "green.png", 55, 40, low)
    )
    assert at(image, 52, 40) == RED


def test_a_layer_of_the_map_that_cannot_be_reckoned_is_the_top_one(tmp_path: Path) -> None:
    layers = (
        '<VASSAL.build.module.map.LayeredPieceCollection property="Level" layerOrder="low,high"/>'
    )
    path = small.module_file(tmp_path, in_map=layers)
    broken = trait("calcProp;", name="Level", expression="{Nothing - true}")
    low = trait("mark;", keys=("Level",), state={"values": ("low",)})
    image = small.table(
        path,
        small.piece("1", "red.png", 50, 40, broken),
        small.piece("2", "green.png", 55, 40, low),
    )
    assert at(image, 52, 40) == RED


def test_the_layer_of_a_piece_is_reckoned_again_where_what_it_asks_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layers = (
        '<VASSAL.build.module.map.LayeredPieceCollection property="Level" layerOrder="low,high"/>'
    )
    path = small.module_file(tmp_path, in_map=layers)
    level = trait("calcProp;", name="Level", expression='{Night == 1 ? "high" : "low"}')
    day = trait("calcProp;", name="Level", expression='{Night == 1 ? "low" : "high"}')
    pieces = [
        small.piece("1", "red.png", 50, 40, level),
        small.piece("2", "green.png", 55, 40, day),
    ]
    reckoned: list[object] = []

    class Counted(Values):
        def __init__(self, *given: Any) -> None:
            reckoned.append(given)
            super().__init__(*given)

    monkeypatch.setattr(painter, "Values", Counted)
    scene = small.scene(path, pieces)
    with small.painter(path) as opened:
        for night, colour, often in (("0", GREEN, 2), ("0", GREEN, 2), ("1", RED, 4)):
            vars(scene)["properties"] = {"Night": night}
            assert at(opened.table(scene, "Sea"), 52, 40) == colour
            assert len(reckoned) == often


def test_a_layer_may_follow_a_calculated_property(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    strength = trait("mark;", keys=("Strength",), state={"values": ("7",)})
    level = trait("calcProp;", name="Level", expression="{Strength > 5 ? 2 : 1}")
    shown = trait(
        "emb2;",
        imageNames="red.png,green.png",
        followProperty=True,
        propertyName="Level",
        state="1",
    )
    image = small.table(path, small.piece("1", "", 50, 40, shown, level, strength))
    assert at(image, 50, 40) == GREEN


def test_a_board_whose_picture_is_not_there_goes_to_its_last_zone(tmp_path: Path) -> None:
    grids = "VASSAL.build.module.map.boardPicker.board."
    zone = (
        f'<{grids}ZonedGrid><{grids}mapgrid.Zone name="A" path="0,0;900,0;900,700;0,700"/>'
        f'<{grids}RegionGrid><{grids}Region name="B" originx="1200" originy="50"/>'
        f"</{grids}RegionGrid></{grids}ZonedGrid>"
    )
    path = small.module_file(tmp_path, {"sea.png": b"nothing"}, in_board=zone)
    assert small.table(path).size == (1200, 700)


def test_a_layer_may_follow_the_turn(tmp_path: Path) -> None:
    turn = "VASSAL.build.module.turn."
    tracker = (
        f'<{turn}TurnTracker name="Turn"><{turn}CounterTurnLevel property="Turn" start="1">'
        f'<{turn}ListTurnLevel property="Phase" list="Move,Fight"/>'
        f"</{turn}CounterTurnLevel></{turn}TurnTracker>"
    )
    path = small.module_file(tmp_path, around=tracker)
    shown = trait(
        "emb2;", imageNames="red.png,green.png", followProperty=True, propertyName="Turn", state="1"
    )
    phase = trait("label;", state="$Phase$")
    pieces = [small.piece("1", "", 50, 40, phase, shown)]
    later = SetTurn("TurnTracker0", "0|2;0;false;-1;1\\;0\\;0\\;true,true")
    with small.painter(path) as painter:
        for before, colour, word in (([], RED, "Move"), ([later], GREEN, "Fight")):
            scene = small.scene(path, [*pieces, *before])
            assert at(painter.table(scene, "Sea"), 50, 40) == colour
            assert painter.sprites(scene, "Sea")[0].labels[0].text == word


def test_a_prototype_that_a_save_names_is_painted(tmp_path: Path) -> None:
    layer = trait("emb2;", imageNames="green.png", state="1")
    inner = small.piece("1", "", 0, 0, layer)
    around = (
        "<VASSAL.build.module.PrototypesContainer><VASSAL.build.module.PrototypeDefinition "
        f'name="Ship">+/null/{inner.type}/{inner.state}</VASSAL.build.module.PrototypeDefinition>'
        "</VASSAL.build.module.PrototypesContainer>"
    )
    path = small.module_file(tmp_path, around=around)
    use = trait("prototype;", prototypeName="Ship")
    assert at(small.table(path, small.piece("1", "red.png", 50, 40, use)), 50, 40) == GREEN


def test_a_masked_piece_shows_others_its_back_alone(tmp_path: Path) -> None:
    path = small.module_file(tmp_path, {"blue.png": small.picture(BLUE)})
    mask = trait("obs;", imageName="blue.png", access="side:", displayStyle="I", state="Red;")
    masked = small.piece("1", "red.png", 50, 40, mask)
    assert at(small.table(path, masked), 55, 45) == BLUE
    own = small.table(path, masked, side="Red")
    assert (at(own, 42, 32), at(own, 55, 45)) == (BLUE, RED)


def test_a_hidden_piece_is_painted_for_nobody_else(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    hidden = trait("hide;", access="side:", transparency=0.5, state="Red")
    piece = small.piece("1", "red.png", 50, 40, hidden)
    assert at(small.table(path, piece), 50, 40) == SEA
    assert at(small.table(path, piece, side="Red"), 50, 40) == (190, 105, 115)


def _told(path: Path, pieces: list[Command], side: str | None = None) -> object:
    """All that a viewer is shown of a table."""
    scene = small.scene(path, pieces, side)
    with small.painter(path) as painter:
        sprites = painter.sprites(scene, "Sea")
        shown = [(one.pieces, one.key, one.left, one.top, one.labels) for one in sprites]
        return shown, painter.table(scene, "Sea").tobytes(), painter.unpainted


def _secrets(kind: str, image: str, name: str, *inside: Trait) -> list[Command]:
    """A table with a piece that others may not know."""
    back = trait("obs;", imageName="blue.png", access="side:", state="Red;")
    match kind:
        case "a masked piece":
            return [small.piece("1", image, 50, 40, back, *inside, name=name)]
        case "a hidden piece":
            hidden = trait("hide;", access="side:", state="Red")
            return [
                small.piece("1", image, 50, 40, hidden, *inside, name=name),
                small.piece("2", "red.png", 50, 40),
                small.stack("3", 50, 40, "1", "2"),
            ]
    card = trait("obs;", imageName="blue.png", access="player:", state="null;")
    cards = [
        small.piece("1", image, 50, 40, *inside, card, *inside, name=name),
        small.piece("2", "red.png" if image != "red.png" else "green.png", 50, 40, card),
    ]
    deck = trait("deck;", deckName="Cards").type
    return [*cards, AddPiece("3", deck, deck_state("Sea", 50, 40, True, ["2", "1"]))]


@pytest.mark.parametrize("kind", ["a masked piece", "a hidden piece", "a card face down"])
def test_a_secret_changes_no_picture_of_who_may_not_know_it(tmp_path: Path, kind: str) -> None:
    path = small.module_file(tmp_path, {"blue.png": small.picture(BLUE)})
    label = trait("label;", verticalPos="b", state="{Broken(")
    one = _secrets(kind, "red.png", "Bismarck")
    other = _secrets(kind, "lost.png", "Dummy", label)
    for side in (None, "Blue"):
        assert _told(path, one, side) == _told(path, other, side)
    if kind != "a card face down":
        assert _told(path, one, "Red") != _told(path, other, "Red")


def test_a_card_without_a_back_is_not_shown_by_a_deck_that_lies_face_down(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    deck = trait("deck;", deckName="Cards").type
    pieces = [
        small.piece("1", "red.png", 50, 40, name="Bismarck"),
        AddPiece("3", deck, deck_state("Sea", 50, 40, True, ["1"])),
    ]
    scene = small.scene(path, pieces)
    with small.painter(path) as painter:
        (sprite,) = painter.sprites(scene, "Sea")
    assert sprite.pieces == ("3",) and sprite.box.width == 40
    assert (*RED, 255) not in [colour for _, colour in sprite.image.getcolors(5000) or ()]


def test_a_hidden_card_on_an_open_deck_is_painted_for_nobody_else(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    deck = trait("deck;", deckName="Cards").type
    hidden = trait("hide;", access="side:", state="Red")
    cards: list[Command] = [
        small.piece("1", "red.png", 50, 40),
        small.piece("2", "green.png", 50, 40, hidden),
        AddPiece("3", deck, deck_state("Sea", 50, 40, False, ["1", "2"])),
    ]
    assert at(small.table(path, *cards), 50, 40) == RED
    assert at(small.table(path, *cards, side="Red"), 52, 38) != RED


def test_a_label_tells_how_many_cards_lie_in_a_deck_of_its_map(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    deck = trait("deck;", deckName="Draw Pile").type
    told = "Cards: $Draw Pile_numPieces$$Unknown$"
    reckoned = '{"of " + GetMapProperty("Draw Pile_numPieces", "Sea")}'
    pieces = [
        small.piece("1", "red.png", 50, 40),
        small.piece("2", "red.png", 50, 40),
        AddPiece("3", deck, deck_state("Sea", 50, 40, True, ["1", "2"])),
        small.piece("4", "red.png", 90, 40, trait("label;", state=told)),
        small.piece("5", "red.png", 130, 40, trait("label;", state=reckoned)),
    ]
    with small.painter(path) as painter:
        sprites = painter.sprites(small.scene(path, pieces), "Sea")
    found = [label.text for sprite in sprites for label in sprite.labels]
    assert found == ["Cards: 2", "of 2"]


def test_a_name_holds_nothing_of_a_label_whose_properties_are_not_the_pieces_own(
    tmp_path: Path,
) -> None:
    path = small.module_file(tmp_path)
    own = trait("PROP;", key="Fuel", state="3")
    pieces = [
        small.piece("1", "red.png", 50, 40, trait("label;", state="$Elsewhere$")),
        small.piece("2", "red.png", 90, 40, trait("label;", state="F$Fuel$"), own),
        small.piece("3", "red.png", 130, 40, trait("label;", state="Left: $Elsewhere$")),
        small.piece("4", "red.png", 150, 40, trait("label;", state="$Elsewhere$ $Elsewhere$")),
    ]
    names = [one.name for one in small.scene(path, pieces).pieces]
    assert names == ["Unit", "Unit (F3)", "Unit (Left: )", "Unit"]


def test_a_name_has_no_marks_of_html(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    labels = "<HTML><font color=#000000>Rock &amp; Hill</font></html>", "<5 men>"
    pieces = [
        small.piece(str(at), "red.png", 50 * at, 40, trait("label;", state=label))
        for at, label in enumerate(labels, 1)
    ]
    names = [one.name for one in small.scene(path, pieces).pieces]
    assert names == ["Unit (Rock & Hill)", "Unit (<5 men>)"]


def test_a_label_shows_a_message_that_the_piece_bears(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    message = trait("locmsg;", key="Word", message="1st Card")
    pieces = [small.piece("1", "red.png", 50, 40, trait("label;", state="$Word$"), message)]
    with small.painter(path) as painter:
        (sprite,) = painter.sprites(small.scene(path, pieces), "Sea")
    assert [label.text for label in sprite.labels] == ["1st Card"]


def test_a_label_is_filled_in_and_has_a_ground(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    fuel = trait("PROP;", key="Fuel", state="3")
    label = trait(
        "label;", verticalPos="b", verticalJust="t", textBg="255,255,255", state="F$Fuel$"
    )
    scene = small.scene(path, [small.piece("1", "red.png", 50, 40, label, fuel)])
    with small.painter(path) as painter:
        (sprite,) = painter.sprites(scene, "Sea")
        image = painter.table(scene, "Sea")
    assert [one.text for one in sprite.labels] == ["F3"]
    assert at(image, 50 - sprite.labels[0].box.width // 2, 51) == WHITE


@pytest.mark.parametrize("text", ["by $Own$", "{Own.substring(0, 4)}", "{nosuch(1) + Own}", "{PW}"])
def test_a_password_stands_in_no_label_and_no_report(tmp_path: Path, text: str) -> None:
    path = small.module_file(tmp_path)
    label = trait("label;", state=text.replace("PW", '"hunter2" + "secret"'))
    own = trait("PROP;", key="Own", state="hunter2secret")
    by = Player("hunter2secret", "Bob", "Red")
    broken = trait("label;", state='{nosuch("' + 46 * " " + 'hunter2secret")}')
    with small.painter(path) as painter:
        scene = small.scene(path, [by, small.piece("1", "red.png", 50, 40, label, broken, own)])
        labels = painter.sprites(scene, "Sea")[0].labels
        assert len(labels) == 2
        assert "hunt" not in str(labels[-1]) + str(painter.unpainted)


def test_a_formula_counts_the_pieces_of_its_stack_that_the_viewer_knows(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    strong = trait("mark;", keys=("Strength",), state={"values": ("4",)})
    mask = trait("obs;", imageName="green.png", access="side:", state="Red;")
    label = trait("label;", state='{SumStack("Strength") + "/" + CountStack("{Strength > 9}")}')
    pieces = [
        small.piece("1", "red.png", 50, 40, strong),
        small.piece("2", "red.png", 50, 40, mask, strong),
        small.piece("3", "red.png", 50, 40, label, strong),
        small.stack("4", 50, 40, "1", "2", "3"),
    ]
    with small.painter(path) as painter:
        told = [
            painter.sprites(small.scene(path, pieces, side), "Sea")[-1].labels[0].text
            for side in (None, "Red")
        ]
    assert told == ["8/0", "12/0"]


def test_a_turned_piece_grows_to_its_corners(tmp_path: Path) -> None:
    turned = trait("rotate;", nFacings="8", state="1")
    path = small.module_file(tmp_path)
    scene = small.scene(path, [small.piece("1", "red.png", 50, 40, turned)])
    with small.painter(path) as painter:
        (sprite,) = painter.sprites(scene, "Sea")
        image = painter.table(scene, "Sea")
    assert sprite.box == (35, 25, 30, 30)
    assert (at(image, 50, 28), at(image, 41, 31)) == (RED, SEA)


def test_equal_pieces_have_equal_keys(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    pieces = [small.piece(str(n), "red.png", 20 * n, 40) for n in (1, 2)]
    scene = small.scene(path, [*pieces, small.piece("3", "green.png", 90, 40)])
    with small.painter(path) as painter:
        keys = [one.key for one in painter.sprites(scene, "Sea")]
    assert keys[0] == keys[1] != keys[2]


def test_a_missing_picture_is_a_marked_box_and_is_told(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    scene = small.scene(path, [small.piece("1", "lost.png", 50, 40, name="Exeter")])
    with small.painter(path) as painter:
        (sprite,) = painter.sprites(scene, "Sea")
        assert painter.unpainted == [("picture 'lost.png': not in the module", 1)]
    assert sprite.image.getcolors(2000) is not None and sprite.box.width == 48


def test_a_class_of_the_module_is_told_and_what_is_in_it_painted(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    inner = small.piece("1", "red.png", 50, 40)
    strange = AddPiece("1", f"turr;3;x\t{inner.type}", f"\t{inner.state}")
    scene = small.scene(path, [strange])
    with small.painter(path) as painter:
        image = painter.table(scene, "Sea")
        assert painter.unpainted == [("turr: painted by the module's own code", 1)]
    assert at(image, 50, 40) == RED


def test_what_a_map_paints_by_code_of_its_own_is_told(tmp_path: Path) -> None:
    path = small.module_file(tmp_path, in_map="<fog.OfWar/>")
    with small.painter(path) as painter:
        painter.table(small.scene(path, []), "Sea")
        assert painter.unpainted == [("map 'Sea': fog.OfWar paints by the module's own code", 0)]


def test_names_in_other_letters_and_without_ending_are_found(tmp_path: Path) -> None:
    path = small.module_file(tmp_path, {"Exeter.GIF": small.picture(BLUE, kind="GIF")})
    assert at(small.table(path, small.piece("1", "exeter.gif", 50, 40)), 50, 40) == BLUE
    assert at(small.table(path, small.piece("1", "exeter", 50, 40)), 50, 40) == BLUE


def test_pictures_of_an_extension_are_found(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    more = tmp_path / "more.vmdx"
    with zipfile.ZipFile(more, "w") as packed:
        packed.writestr("images/more.png", small.picture(BLUE))
        packed.writestr("images/red.png", small.picture(GREEN))
    scene = small.scene(
        path, [small.piece("1", "more.png", 50, 40), small.piece("2", "red.png", 90, 40)]
    )
    with Painter(modules.read(path), extensions=[more]) as painter:
        image = painter.table(scene, "Sea")
    assert (at(image, 50, 40), at(image, 90, 40)) == (BLUE, RED)


@pytest.mark.parametrize("kind", ["JPEG", "GIF", "PNG"])
def test_pictures_of_every_kind_are_opened(tmp_path: Path, kind: str) -> None:
    path = small.module_file(tmp_path, {"a": small.picture(BLUE, kind=kind)})
    found = at(small.table(path, small.piece("1", "a", 50, 40)), 50, 40)
    assert max(abs(one - other) for one, other in zip(found, BLUE, strict=True)) < 8


def test_an_svg_is_drawn_in_its_size(tmp_path: Path) -> None:
    svg = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">'
        b'<rect width="30" height="20" fill="#0000c8"/></svg>'
    )
    path = small.module_file(tmp_path, {"a.svg": svg})
    image = small.table(path, small.piece("1", "a.svg", 50, 40))
    assert at(image, 35, 30) == at(image, 64, 49) == BLUE
    assert at(image, 34, 30) == SEA


def _bomb(side: int) -> bytes:
    """A PNG of a few bytes that says it is very large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    body = zlib.compress(b"\0" * 100)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("folder", ["", "{folder}/", "file://{folder}/"])
def test_an_svg_is_given_no_file_of_this_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    (tmp_path / "secret.png").write_bytes(small.picture(RED, (60, 60)))
    monkeypatch.chdir(tmp_path)
    address = folder.format(folder=tmp_path) + "secret.png"
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">'
        f'<image href="{address}" width="60" height="60"/></svg>'
    )
    path = small.module_file(tmp_path, {"spy.svg": svg.encode()})
    assert at(small.table(path, small.piece("1", "spy.svg", 50, 40)), 50, 50) != RED


def test_a_picture_too_large_is_told_and_not_opened(tmp_path: Path) -> None:
    path = small.module_file(tmp_path, {"huge.png": _bomb(60_000), "torn.png": _bomb(40)[:60]})
    pieces = [small.piece("1", "huge.png", 50, 40), small.piece("2", "torn.png", 100, 40)]
    with small.painter(path) as painter:
        painter.table(small.scene(path, pieces), "Sea")
        told = [what for what, _ in painter.unpainted]
    assert "picture 'huge.png': too large: 60,000 by 60,000 pixels" in told
    assert any(what.startswith("picture 'torn.png'") for what in told)


def test_a_grid_is_drawn_where_it_is_to_be_seen(tmp_path: Path) -> None:
    grid = (
        '<VASSAL.build.module.map.boardPicker.board.SquareGrid dx="50" dy="50" x0="25" y0="25" '
        'visible="{}" color="9,9,9"/>'
    )
    drawn = small.table(small.module_file(tmp_path, in_board=grid.format("true")))
    assert at(drawn, 50, 10) == (9, 9, 9) and at(drawn, 51, 10) == SEA
    bare = small.table(small.module_file(tmp_path, in_board=grid.format("false")))
    assert at(bare, 50, 10) == SEA


def test_a_broken_label_is_told_and_shown_as_it_stands(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    label = trait("label;", state="{SumStack(}")
    scene = small.scene(path, [small.piece("1", "red.png", 50, 40, label)])
    with small.painter(path) as painter:
        (sprite,) = painter.sprites(scene, "Sea")
        assert [what.partition(":")[0] for what, _ in painter.unpainted] == ["label '{SumStack(}'"]
    assert sprite.labels[0].text == "{SumStack(}"


HOSTILE = {
    "a layer far away": trait(
        "emb2;", imageNames="green.png", xOff=900_000, yOff=900_000, state="1"
    ),
    "a label far too long": trait("label;", fontSize=400, state="W" * 9_000),
    "HTML far too long": trait("label;", fontSize=400, state="<html>" + "W" * 4_000),
    "a shape far too large": trait(
        "nonRect2;", shapeSpec="m,-900000,-900000,l,900000,0,l,0,900000,c"
    ),
    "an area far too wide": trait("AreaOfEffect;", radius=900_000, alwaysActive=True),
    "a trail from far away": trait(
        "footprint;", state="true;Map0;2;900000000,5;-900000000,-900000000;true"
    ),
    "a frame far too thick": trait("border;", thickness=900_000),
}


@pytest.mark.parametrize("around", HOSTILE.values(), ids=HOSTILE)
def test_a_trait_beyond_measure_paints_no_more_than_there_is_room_for(
    tmp_path: Path, around: Trait
) -> None:
    path = small.module_file(tmp_path)
    hidden = trait("hide;", access="side:", state="Red")
    turned = trait("rotate;", nFacings="8", state="1")
    pieces = [
        small.piece("1", "red.png", 50, 40, around),
        small.piece("2", "red.png", 80, 40, turned, around),
        small.piece("3", "red.png", 90, 40, hidden, around),
    ]
    scene = small.scene(path, pieces, "Red")
    with small.painter(path) as painter:
        sprites = painter.sprites(scene, "Sea")
        assert painter.table(scene, "Sea").size == (200, 100)
    assert all(one.image.width * one.image.height <= 40_000_000 for one in sprites)


def test_a_map_too_large_is_refused_in_words(tmp_path: Path) -> None:
    path = small.module_file(tmp_path)
    wide = path.with_name("wide.vmod")
    with zipfile.ZipFile(path) as packed:
        build = packed.read("buildFile.xml").decode()
    build = build.replace('image="sea.png"', 'width="99999" height="99999"')
    with zipfile.ZipFile(wide, "w") as packed:
        packed.writestr("buildFile.xml", build)
    with small.painter(wide) as painter, pytest.raises(PaintingError, match="too many to paint"):
        painter.table(small.scene(wide, []), "Sea")


_GRIDS = "VASSAL.build.module.map.boardPicker.board."
_NAMED = (
    f'<{_GRIDS}mapgrid.HexGridNumbering visible="true" fontSize="999999" hLeading="99999999" '
    'rotateText="90"/>'
)
HOSTILE_BOARDS = {
    "cells far too small": f'<{_GRIDS}HexGrid visible="true" dx="0.02" dy="0.02">{_NAMED}',
    "cells far too large": f'<{_GRIDS}HexGrid visible="true" dx="1e8" dy="1e8">{_NAMED}',
    "names far too long": f'<{_GRIDS}HexGrid visible="true" dx="20" dy="20">{_NAMED}',
    "a zone without corners": (
        f"<{_GRIDS}ZonedGrid><{_GRIDS}mapgrid.ZonedGridHighlighter>"
        f'<{_GRIDS}mapgrid.ZoneHighlight name="" coverage="Zone Border" width="999999"/>'
        f"</{_GRIDS}mapgrid.ZonedGridHighlighter>"
        f'<{_GRIDS}mapgrid.Zone name="Z" path="" useHighlight="true" highlightProperty="H"/>'
    ),
    "a zone far too large": (
        f"<{_GRIDS}ZonedGrid><{_GRIDS}mapgrid.ZonedGridHighlighter>"
        f'<{_GRIDS}mapgrid.ZoneHighlight name="" coverage="Zone Border" width="999999"/>'
        f'</{_GRIDS}mapgrid.ZonedGridHighlighter><{_GRIDS}mapgrid.Zone name="Z" '
        'path="-99999999,0;99999999,5;3,99999999" useHighlight="true" highlightProperty="H"/>'
    ),
}


@pytest.mark.parametrize("grid", HOSTILE_BOARDS.values(), ids=HOSTILE_BOARDS)
def test_a_grid_beyond_measure_is_drawn_as_far_as_it_makes_sense(tmp_path: Path, grid: str) -> None:
    tag = grid[1:].partition(" ")[0].partition(">")[0]
    path = small.module_file(tmp_path, in_board=f"{grid}</{tag}>")
    assert small.table(path).size == (200, 100)


@pytest.mark.parametrize("kind", sorted(traits.forms()))
def test_a_trait_with_whatever_values_and_states_is_painted(tmp_path: Path, kind: str) -> None:
    path = small.module_file(tmp_path)
    with small.painter(path) as painter:
        for body in ("", ";" * 30, "1;2;3;4;5;6;7;8", "x;-1;9999999999;{;$;,;true"):
            for state in ("", "x;y;z", "true;a;3;1,2;x", "999999999999", "\\"):
                given = traits.nest([state, traits.basic_state("Sea", 50, 40)])
                whole = traits.nest([f"{kind.rstrip('1')}{body}", "piece;;;red.png;Unit"])
                scene = small.scene(path, [AddPiece("1", whole, given)], "Red")
                assert painter.table(scene, "Sea").size == (200, 100)
