"""For every code of a lint a small module that has the trouble, and one that only looks like it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator.vassal import commands, documents, saves
from generator.vassal.commands import GameUnderWay, Player
from generator.vassal.documents import Element
from generator.vassal.encodings import Key
from generator.vassal.traits import Trait, trait
from generator.workbench.linting.structure import PARTS
from generator.workbench.opened import OpenModule
from tests.generator.workbench.small_modules import (
    LIST,
    MAP,
    PALETTE,
    PROTOTYPES,
    chain_of,
    holding,
    marker,
    opened,
    planted,
    prototype,
    text_of,
)

P = "VASSAL.build.module."
GRID = P + "map.boardPicker.board."
PIECE = "VASSAL.build.widget.PieceSlot"
CARD = "VASSAL.build.widget.CardSlot"


@dataclass(frozen=True, slots=True)
class Case:
    """A module with a trouble, and one without."""

    broken: Callable[[], OpenModule]
    innocent: Callable[[], OpenModule]


# --- What modules are made of -----------------------------------------------------------


def png(width: int = 60, height: int = 60) -> bytes:
    """A grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x80" * width for _ in range(min(height, 64))))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def piece(name: str, *parts: Trait, gpid: str = "1", image: str = "", tag: str = PIECE) -> Element:
    """A piece with no picture but the one named."""
    chain = chain_of(name, *parts, gpid=gpid)
    chain = (*chain[:-1], chain[-1].changed(imageName=image))
    return documents.make(tag, {"entryName": name, "gpid": gpid}, text_of(chain))


def raw(text: str) -> Element:
    """A piece of a text."""
    return documents.make(PIECE, {"entryName": "Raw", "gpid": "9"}, text)


def board(name: str, *inside: Element, width: int = 1000, height: int = 800) -> Element:
    """A board without a picture."""
    size = {"width": str(width), "height": str(height), "image": ""}
    return holding(P + "map.boardPicker.Board", {"name": name, **size}, *inside)


def game_map(name: str, *inside: Element, boards: tuple[Element, ...] = ()) -> Element:
    """A map with all its parts."""
    picker = holding(P + "map.BoardPicker", {}, *boards)
    parts = [documents.make(tag) for tag in PARTS]
    return holding(MAP, {"mapName": name}, picker, *parts, *inside)


def part(tag: str, **attributes: str) -> Element:
    """Another component."""
    return documents.make(tag if "." in tag and tag[0] == "V" else P + tag, attributes)


def module(
    *inside: Element,
    pieces: tuple[Element, ...] = (),
    prototypes: tuple[Element, ...] = (),
    sides: tuple[str, ...] = (),
    **members: bytes,
) -> OpenModule:
    """A module of some components, pieces, prototypes, sides and images."""
    roster = holding(P + "PlayerRoster", {})
    for side in sides:
        roster.append(documents.make("entry", text=side))
    root = planted(
        {"name": "Small", "version": "1.0", "VassalVersion": "3.7.9"},
        documents.make(P + "BasicCommandEncoder"),
        roster,
        holding(PROTOTYPES, {}, *prototypes),
        *inside,
        holding(PALETTE, {"name": "Pieces"}, holding(LIST, {"entryName": "All"}, *pieces)),
    )
    return opened(root, **members)


def with_members(made: OpenModule, members: Mapping[str, bytes]) -> OpenModule:
    """The module with members besides."""
    made.members.update(members)
    return made


def one(*parts: Trait, **kwargs: bytes) -> OpenModule:
    """A module of one piece with some traits."""
    return module(pieces=(piece("Unit", *parts),), **kwargs)


def two(mine: tuple[Trait, ...], others: tuple[Trait, ...]) -> OpenModule:
    """A module of two pieces."""
    return module(pieces=(piece("Unit", *mine), piece("Other", *others, gpid="2")))


def key(name: str) -> Key:
    """A named key command."""
    return Key.named(name)


def sends(name: str) -> Trait:
    """A trigger that sends its piece a key."""
    return trait("macro;", name="Do", command="Do", key=key("do"), actionKeys=(key(name),))


def reports(name: str, text: str = "done") -> Trait:
    """A report of a key."""
    return trait("report;", keys=(key(name),), reportFormat=text)


def calculated(expression: str) -> Trait:
    """A calculated property."""
    return trait("calcProp;", name="Sum", expression=expression)


def asks(condition: str) -> Trait:
    """A trigger with a condition, whose key is reported."""
    return trait("macro;", name="If", command="If", key=key("if"), propertyMatch=condition)


def prop(name: str) -> Element:
    """A global property of the module."""
    return holding(
        P + "properties.GlobalProperties", {}, part("properties.GlobalProperty", name=name)
    )


def saved(*restore: commands.Command, piece_gpid: str = "1") -> bytes:
    """A saved game with one piece."""
    chain = chain_of("Unit", gpid=piece_gpid)
    text = text_of(chain).removeprefix("+/null")
    added = commands.decode(f"+/100{text}")
    data = saves.compose([added], [GameUnderWay(), *restore])
    return saves.pack(saves.Save(data))


def setup(data: bytes, **attributes: str) -> OpenModule:
    """A module with a predefined setup."""
    made = module(
        part("PredefinedSetup", name="Start", file="start.vsav", useFile="true", **attributes),
        pieces=(piece("Unit"),),
    )
    return with_members(made, {"start.vsav": data})


def zone(name: str, path: str) -> Element:
    """A zone."""
    return part("map.boardPicker.board.mapgrid.Zone", name=name, path=path)


def zoned(*zones: Element) -> OpenModule:
    """A module with zones on its board."""
    grid = holding(GRID + "ZonedGrid", {}, *zones)
    return module(game_map("Main", boards=(board("Sea", grid),)))


def regions(*places: tuple[str, int, int]) -> OpenModule:
    """A module with regions on its board."""
    rows = [
        part("map.boardPicker.board.Region", name=name, originx=str(x), originy=str(y))
        for name, x, y in places
    ]
    return module(game_map("Main", boards=(board("Sea", holding(GRID + "RegionGrid", {}, *rows)),)))


def gridded(grid: Element) -> OpenModule:
    """A module with a grid on its board."""
    return module(game_map("Main", boards=(board("Sea", grid),)))


def restricted(side: str, *sides: str) -> OpenModule:
    """A module with a piece that only one side may touch, and some sides."""
    rows = (piece("Unit", trait("restrict;", sides=(side,))),)
    return module(pieces=rows, sides=sides)


def stack(tag: str, **attributes: str) -> OpenModule:
    """A module with an at-start stack or deck on its map."""
    made = holding(P + tag, {"name": "Fleet", "x": "10", "y": "10", **attributes})
    return module(game_map("Main", made, boards=(board("Sea"),)))


def circle(second: str) -> OpenModule:
    """Prototypes that use each other."""
    uses = [trait("prototype;", prototypeName=name) for name in ("One", "Two", second)]
    return module(
        pieces=(piece("Unit", uses[0]),),
        prototypes=(prototype("One", uses[1]), prototype("Two", uses[2]), prototype("End")),
    )


def duplicated(tag: str, first: str, second: str, key: str = "name") -> tuple[Element, Element]:
    """Two components that differ in their names."""
    return part(tag, **{key: first}), part(tag, **{key: second})


def gpids(first: str, second: str) -> OpenModule:
    """Two pieces by their numbers."""
    return module(pieces=(piece("Unit", gpid=first), piece("Other", gpid=second)))


def encoder_last(has_encoder: bool) -> OpenModule:
    """A module whose pieces stand before the encoder, or after it."""
    made = module(pieces=(piece("Unit"),))
    encoder = made.root.children[0]
    if not has_encoder:
        made.root.remove(encoder)
        made.root.append(encoder)
    return made


def lacking(tag: str) -> OpenModule:
    """A module whose map lacks a part."""
    made = module(game_map("Main", boards=(board("Sea"),)))
    home = next(made.root.iter(MAP))
    for child in home.children:
        if child.tag == tag:
            home.remove(child)
    return made


def chart(text: str) -> OpenModule:
    """A module with an HTML chart."""
    made = module(
        holding(
            P + "ChartWindow", {}, part("VASSAL.build.widget.HtmlChart", fileName="chart.html")
        ),
        table=png(),
    )
    return with_members(made, {"chart.html": text.encode()})


def cards(*sizes: tuple[int, int]) -> OpenModule:
    """A deck whose cards are of some sizes."""
    names = [f"card{at}" for at in range(len(sizes))]
    rows = [
        piece(name, gpid=str(at), image=f"{name}.png", tag=CARD) for at, name in enumerate(names)
    ]
    deck = holding(P + "map.DrawPile", {"name": "Deck", "x": "9", "y": "9"}, *rows)
    pictures = {name: png(*size) for name, size in zip(names, sizes, strict=True)}
    return module(game_map("Main", deck, boards=(board("Sea"),)), **pictures)


SQUARE = "0,0;400,0;400,400;0,400"


def layer(**fields: object) -> Trait:
    """A layer that players turn over by a menu entry."""
    shown = {"imageNames": ("a.png", "b.png"), "name": "Side", "alwaysActive": True}
    return trait("emb2;", **{**shown, **fields})


def turned(*others: Trait) -> OpenModule:
    """A piece that is turned over."""
    flip = layer(upCommand="Flip", increaseKeyStroke=key("flip"))
    return one(*others, flip, a=png(), b=png())


CASES: dict[str, Case] = {
    "image.missing": Case(
        lambda: module(pieces=(piece("Unit", image="lost.png"),)),
        lambda: module(
            pieces=(piece("Unit", image="found.png"), piece("Other", image="/images/die.gif")),
            found=png(),
        ),
    ),
    "image.case": Case(
        lambda: module(pieces=(piece("Unit", image="Tank.PNG"),), tank=png()),
        lambda: module(pieces=(piece("Unit", image="tank.png"),), tank=png()),
    ),
    "image.unreadable": Case(
        lambda: module(pieces=(piece("Unit", image="a.png"),), a=b"no picture at all"),
        lambda: module(pieces=(piece("Unit", image="a.png"),), a=b"BM a bitmap"),
    ),
    "image.large": Case(
        lambda: module(pieces=(piece("Unit", image="a.png"),), a=png(6000, 6000)),
        lambda: module(pieces=(piece("Unit", image="a.png"),), a=png(2000, 2000)),
    ),
    "image.unused": Case(
        lambda: module(a=png()),
        lambda: one(trait("label;", state={"label": '<html><img src="a$n$.png">'}), a1=png()),
    ),
    "page.image": Case(
        lambda: chart('<img src="gone.png">'), lambda: chart('<p><IMG SRC="table.png"></p>')
    ),
    "sound.missing": Case(
        lambda: one(trait("playSound;", format="bang.wav")),
        lambda: with_members(one(trait("playSound;", format="a$n$.wav")), {"sounds/a.wav": b""}),
    ),
    "file.missing": Case(
        lambda: module(part("PredefinedSetup", name="Start", file="lost.vsav", useFile="true")),
        lambda: setup(saved()),
    ),
    "prototype.undefined": Case(
        lambda: one(trait("prototype;", prototypeName="Ship")),
        lambda: module(
            pieces=(piece("Unit", trait("prototype;", prototypeName="Ship")),),
            prototypes=(prototype("Ship"),),
        ),
    ),
    "prototype.circular": Case(lambda: circle("One"), lambda: circle("End")),
    "prototype.unused": Case(
        lambda: module(prototypes=(prototype("Ship"),)), lambda: circle("End")
    ),
    "piece.broken": Case(
        lambda: module(pieces=(raw("+/null/mark;A  piece;;;;Unit/x  null;0;0;1"),)),
        lambda: module(pieces=(raw(""), piece("Unit", marker("A", "x")))),
    ),
    "trait.unknown": Case(
        lambda: module(pieces=(raw("+/null/odd;1\tpiece;;;;Unit/\tnull;0;0;1"),)),
        lambda: with_members(
            module(pieces=(raw("+/null/odd;1\tpiece;;;;Unit/\tnull;0;0;1"),)), {"Odd.class": b""}
        ),
    ),
    "duplicate.prototype": Case(
        lambda: module(prototypes=(prototype("Ship"), prototype("Ship"))),
        lambda: module(prototypes=(prototype("Ship"), prototype("ship"))),
    ),
    "duplicate.map": Case(
        lambda: module(game_map("Main"), game_map("Main")),
        lambda: module(game_map("Main"), game_map("Side")),
    ),
    "duplicate.board": Case(
        lambda: module(game_map("Main", boards=(board("Sea"), board("Sea")))),
        lambda: module(
            game_map("Main", boards=(board("Sea"),)), game_map("Side", boards=(board("Sea"),))
        ),
    ),
    "duplicate.deck": Case(
        lambda: module(game_map("Main", *duplicated("map.DrawPile", "Deck", "Deck"))),
        lambda: module(game_map("Main", *duplicated("map.DrawPile", "Deck", "Cup"))),
    ),
    "duplicate.zone": Case(
        lambda: zoned(zone("A", SQUARE), zone("A", "500,0;600,0;600,90")),
        lambda: zoned(zone("A", SQUARE), zone("B", "500,0;600,0;600,90")),
    ),
    "duplicate.region": Case(
        lambda: regions(("A", 1, 1), ("A", 50, 50)), lambda: regions(("A", 1, 1), ("B", 50, 50))
    ),
    "duplicate.property": Case(
        lambda: module(
            holding(
                P + "properties.GlobalProperties",
                {},
                *duplicated("properties.GlobalProperty", "Turn", "Turn"),
            )
        ),
        lambda: module(
            prop("Turn"), game_map("Main", prop("Turn"))
        ),  # a map's own hides the module's
    ),
    "duplicate.gpid": Case(lambda: gpids("7", "7"), lambda: gpids("7", "8")),
    "key.unheard": Case(
        lambda: one(sends("go"), reports("stay")), lambda: one(sends("go"), reports("go"))
    ),
    "key.collision": Case(
        lambda: one(
            trait("delete;", commandName="Remove", key=key("x")),
            trait("clone;", commandName="Copy", key=key("x")),
        ),
        lambda: one(
            trait("delete;", commandName="Remove", key=key("x")),
            trait("clone;", commandName="", key=key("x")),
        ),
    ),
    "menu.no-key": Case(
        lambda: one(trait("delete;", commandName="Sink", key=None)),
        lambda: one(trait("label;", labelKey=None)),
    ),
    "menu.item": Case(
        lambda: module(part("ToolbarMenu", menuItems="Rol"), part("DiceButton", text="Roll")),
        lambda: module(part("ToolbarMenu", menuItems="Roll"), part("DiceButton", text="Roll")),
    ),
    "property.no-global": Case(
        lambda: one(trait("setprop;", key="Turn")),
        lambda: module(
            prop("Turn Red"), pieces=(piece("Unit", trait("setprop;", key='{"Turn " + Side}')),)
        ),
    ),
    "property.misspelt": Case(
        lambda: one(calculated('{GetProperty("CurrentMpa")}')),
        lambda: one(calculated("{CurrentMap + Moved}")),
    ),
    "property.unset": Case(
        lambda: one(calculated("{Wealth + 1}")),
        lambda: one(
            calculated('{Wealth + GetProperty("Wealth" + BasicName) + SumStack("Wealth")}'),
            marker("Wealth", "3"),
        ),
    ),
    "property.lacking": Case(
        lambda: module(
            part("Inventory", include='{CurrentMap == "Main" && !ObscuredToOthers}'),
            pieces=(piece("Masked", trait("obs;")), piece("Open", gpid="2")),
        ),
        lambda: module(
            part("Inventory", include="{Masks == true && !ObscuredToOthers}"),
            part("Inventory", include="{ObscuredToOthers != true || Moved == true}"),
            pieces=(
                piece("Masked", trait("obs;"), marker("Masks", "true")),
                piece("Open", gpid="2"),
            ),
        ),
    ),
    "property.unread": Case(
        lambda: one(marker("Wealth", "3")),
        lambda: one(
            marker("Wealth of Red", "3"), asks('{GetProperty("Wealth of " + BasicName) > 2}')
        ),
    ),
    "expression.syntax": Case(
        lambda: one(calculated("{Moved ==}")),
        lambda: one(calculated('{Moved == "\\"" ? (int) 3 : -Strength}')),
    ),
    "expression.function": Case(
        lambda: one(calculated('{GetProprety("Moved")}')),
        lambda: one(calculated('{GetProperty("Moved") + Math.abs(3) + Integer.parseInt("3")}')),
    ),
    "expression.arguments": Case(
        lambda: one(calculated("{Random()}")), lambda: one(calculated("{Random(1, 6) + Random(6)}"))
    ),
    "expression.method": Case(
        lambda: one(calculated("{BasicName.charAt(1)}")),
        lambda: one(calculated('{BasicName.contains("x") ? BasicName : PieceName.toString()}')),
    ),
    "expression.assignment": Case(
        lambda: one(asks("{Moved = true}")), lambda: one(asks("{Moved == true}"))
    ),
    "expression.letter": Case(
        lambda: one(asks("{Moved == Übermacht}")),
        lambda: one(asks('{BasicName =="É la" && Größe == /* Ü */"À"}')),
    ),
    "expression.pattern": Case(
        lambda: one(asks('{BasicName =~ "*x"}')), lambda: one(asks('{BasicName =~ ".*(x|y)"}'))
    ),
    "expression.dollar": Case(
        lambda: one(asks('{"$CurrentMap$" == "Main"}')),
        lambda: one(asks('{$CurrentMap$ == "$5 and more"}')),
    ),
    "match.broken": Case(
        lambda: one(asks("Moved == true")), lambda: one(asks("Moved = true && BasicName != x"))
    ),
    "match.loose": Case(lambda: one(asks("Moved")), lambda: one(asks("Moved =~ (t|T).*"))),
    "format.dollar": Case(
        lambda: one(reports("x", "$PieceName$ moves to $location")),
        lambda: one(reports("x", "$PieceName$ costs $5")),
    ),
    "zone.empty": Case(
        lambda: zoned(zone("A", "0,0;5,5")), lambda: zoned(zone("A", "0,0;5,5;0,9"))
    ),
    "zone.outside": Case(
        lambda: zoned(zone("A", "1200,0;1300,0;1300,90")),
        lambda: zoned(zone("A", "900,0;1300,0;1300,90")),
    ),
    "zone.hidden": Case(
        lambda: zoned(zone("All", SQUARE), zone("Part", "10,10;90,10;90,90;10,90")),
        lambda: zoned(zone("Part", "10,10;90,10;90,90;10,90"), zone("All", SQUARE)),
    ),
    "region.outside": Case(lambda: regions(("A", 1200, 5)), lambda: regions(("A", 1000, 5))),
    "region.hidden": Case(
        lambda: regions(("A", 5, 5), ("B", 5, 5)), lambda: regions(("A", 5, 5), ("B", 5, 6))
    ),
    "grid.size": Case(
        lambda: module(
            game_map("Main", boards=(board("Sea", part(GRID + "HexGrid", dx="0", dy="1")),))
        ),
        lambda: module(game_map("Main", boards=(board("Sea", part(GRID + "HexGrid", dx="1.5")),))),
    ),
    "stack.board": Case(
        lambda: stack("map.SetupStack", owningBoard="Land"),
        lambda: stack("map.SetupStack", owningBoard="Sea"),
    ),
    "stack.outside": Case(
        lambda: stack("map.SetupStack", owningBoard="Sea", x="2000"),
        lambda: stack("map.SetupStack", owningBoard="Sea", x="999"),
    ),
    "deck.board": Case(
        lambda: stack("map.DrawPile", owningBoard="Land"),
        lambda: stack("map.DrawPile", owningBoard=""),
    ),
    "deck.outside": Case(
        lambda: stack("map.DrawPile", owningBoard="Sea", y="-5"),
        lambda: stack("map.DrawPile", owningBoard="Sea", y="0"),
    ),
    "deck.unknown": Case(
        lambda: one(trait("return;", deckSelect=False, deckExpression="Fleet")),
        lambda: one(trait("return;", deckSelect=True, deckExpression="")),
    ),
    "deck.sizes": Case(
        lambda: cards((60, 90), (60, 90), (60, 90), (60, 90), (200, 300)),
        lambda: cards((60, 90), (61, 90), (60, 91), (60, 90), (70, 100)),
    ),
    "target.unknown": Case(
        lambda: module(
            game_map("Main"),
            pieces=(piece("Unit", trait("sendto;", key=key("s"), mapId="Mian")),),
        ),
        lambda: module(
            game_map("Main"),
            pieces=(piece("Unit", trait("sendto;", key=key("s"), mapId="$CurrentMap$")),),
        ),
    ),
    "side.unknown": Case(
        lambda: module(
            pieces=(piece("Unit", trait("restrict;", sides=("Red",))),), sides=("Blue",)
        ),
        lambda: module(pieces=(piece("Unit", trait("restrict;", sides=("Red",))),), sides=("Red",)),
    ),
    "report.silent": Case(lambda: turned(reports("other")), lambda: turned(reports("flip"))),
    "component.unknown": Case(
        lambda: module(part("VASSAL.build.module.Mapp")),
        lambda: with_members(module(part("VASSAL.own.Thing")), {"VASSAL/own/Thing.class": b""}),
    ),
    "component.order": Case(lambda: encoder_last(False), lambda: encoder_last(True)),
    "attribute.unknown": Case(
        lambda: module(part("DiceButton", nDise="2")), lambda: module(part("DiceButton", nDice="2"))
    ),
    "attribute.value": Case(
        lambda: module(part("DiceButton", nSides="six")),
        lambda: module(part("DiceButton", nSides="-6")),
    ),
    "map.parts": Case(
        lambda: lacking(P + "map.PieceMover"), lambda: lacking(P + "map.BoardPicker")
    ),
    "setup.password": Case(
        lambda: setup(saved(Player("secret-word", "Ann", "Red"))), lambda: setup(saved())
    ),
    "setup.unreadable": Case(lambda: setup(b"no save"), lambda: setup(saved())),
    "setup.pieces": Case(lambda: setup(saved(piece_gpid="99")), lambda: setup(saved())),
}
