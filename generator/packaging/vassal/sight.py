"""The sight ruler of a module: a key on a counter tints the hexes it sees.

VASSAL has no such thing of its own. In the corner of the map lies a mark for each hex, which nobody
can pick up. It draws a tint on its hex: a Layer whose level is looked up in what `Ruler` knows of
the hex, by two properties of the module: the hex that is looked from, and the direction whose arcs
are wanted. So a key stroke changes two properties and nothing else; a button sets the first back.

The Layers stand in prototypes, and a mark that is saved names its prototype instead of holding its
traits (VASSAL reads it so): saves and logs stay short.
"""

from __future__ import annotations

from generator.definition.sighting import SIGHT_ARCS, SIGHT_FROM
from generator.geography.grid import DIRECTIONS
from generator.geography.layout import MM_PER_INCH
from generator.packaging.component import MAP, PROPERTIES, WIDGET, Component, component
from generator.packaging.keys import keyboard
from generator.packaging.ruler import LETTERS, Ruler, hex_grid, mark_of, numbering, ruler_of
from generator.packaging.scene import Map, Piece, Scene
from generator.packaging.vassal.dice import NO_GATE
from generator.packaging.vassal.expressions import chosen, quoted
from generator.packaging.vassal.prototypes import definition
from generator.vassal import sequences
from generator.vassal.commands import AddPiece, encode
from generator.vassal.encodings import Change, PropertyCommand
from generator.vassal.traits import (
    FURNITURE,
    Trait,
    basic_state,
    piece_state,
    piece_type,
    trait,
)

KIND = "sight"
"""The kind of a mark: what lists pieces leaves these out."""

SEES, ARCS = "What it sees", "Front, sides and rear"
"""Entries of a counter's menu."""
MENU, CLEAR = "Sight", "Clear sight"

_FINE = 100
"""Parts of a pixel that VASSAL, which divides whole numbers, counts in."""


def sight_traits(scene: Scene, piece: Piece) -> list[Trait]:
    """What lets a counter show what it sees, and its arcs if it faces somewhere."""
    said = scene.game.sight
    if said is None or not {piece.id, piece.kind}.intersection(said.kinds):
        return []
    here = f"{{{_number_here(scene)}}}"
    facing = _facing(scene, piece)
    keys = [(SEES, keyboard(said.key), "0")]
    keys += [(ARCS, keyboard(said.arcs_key), facing)] if facing else []
    looked = [PropertyCommand(name, key, Change("P", here)) for name, key, _ in keys]
    arcs = [PropertyCommand("", key, Change("P", facing)) for _, key, facing in keys]
    return [
        trait("submenu;", subMenu=MENU, commands=[name for name, _, _ in keys]),
        trait("setprop;", key=SIGHT_FROM, keyCommands=looked),
        trait("setprop;", key=SIGHT_ARCS, keyCommands=arcs),
    ]


def _facing(scene: Scene, piece: Piece) -> str:
    """The number of the direction a counter faces, in VASSAL's language; empty: it faces none."""
    ways = list(DIRECTIONS[hex_grid(scene.game).orientation])
    if not piece.facings or not set(piece.facings).issubset(ways):
        return ""
    numbers = [ways.index(facing) + 1 for facing in piece.facings]
    if numbers == list(range(1, len(numbers) + 1)):
        return "{Heading_Facing}"
    cases = [(f"Heading_Facing == {at}", str(way)) for at, way in enumerate(numbers[:-1], 1)]
    return f"{{{chosen(cases, str(numbers[-1]))}}}"


def _number_here(scene: Scene) -> str:
    """The number of the hex a counter stands on, in VASSAL's language; 0 off the grid.

    It is worked out from where the counter lies, as the name of the hex 0101 would be read as 101.
    """
    map_, grid = _map(scene), hex_grid(scene.game)
    known, edge, scale = numbering(grid), map_.layout.edge(), scene.ppi / MM_PER_INCH
    along = 1.5 * grid.size * grid.stretch * scale
    if grid.orientation == "flat":
        start = (
            grid.point((known.first, 0))[0] * scale + edge[0],
            (grid.point((0, known.low))[1] * scale + edge[1]),
        )
        names, beside = ("CurrentX", "CurrentY"), grid.height * scale
    else:
        start = (
            grid.point((0, known.first))[1] * scale + edge[1],
            (grid.point((known.low, 0))[0] * scale + edge[0]),
        )
        names, beside = ("CurrentY", "CurrentX"), grid.width * scale
    # Lines lie half a step around their hexes; every second one lies half a place further on.
    line = _steps(names[0], start[0] - along / 2, along)
    place = _steps(names[1], start[1] - beside / 4, beside)
    zones = [one.id for one in map_.layout.zones.values() if one.kind == "grid"]
    on_grid = " || ".join(f"CurrentZone == {quoted(zone)}" for zone in zones)
    on_grid = f"CurrentMap == {quoted(map_.name)} && ({on_grid})"
    return f"{on_grid} ? {line} * {known.places} + {place} + 1 : 0"


def _steps(name: str, start: float, step: float) -> str:
    return f"(({name} * {_FINE} - {round(start * _FINE)}) / {round(step * _FINE)})"


def _map(scene: Scene) -> Map:
    said = scene.game.sight
    assert said is not None
    return next(one for one in scene.maps if said.map in (one.id, one.name))


# -- marks --------------------------------------------------------------------------------------


def sight_prototypes(scene: Scene) -> list[Component]:
    """The prototypes of the marks, one for each hex."""
    if scene.game.sight is None:
        return []
    ruler = ruler_of(scene.game)
    return [
        definition(_prototype(name), (_layer(scene, ruler, name, at),))
        for name, at in _hexes(scene)
    ]


def _prototype(name: str) -> str:
    return f"Sight of {name}"


def _hexes(scene: Scene) -> list[tuple[str, tuple[int, int]]]:
    """Each hex, with where a counter rests on it."""
    grid, layout = hex_grid(scene.game), _map(scene).layout
    return [(name, layout.resting(*grid.centre(name))) for name in grid.cells]


def _layer(scene: Scene, ruler: Ruler, name: str, at: tuple[int, int]) -> Trait:
    known = LETTERS[: len(ruler.shown[0])]
    letter = f"{quoted(known)}.indexOf({quoted(ruler.rows[name])}.charAt({SIGHT_FROM}))"
    means = f"{quoted(''.join(ruler.shown))}.charAt({SIGHT_ARCS} * {len(known)} + {letter})"
    return trait(
        "emb2;",
        activateCommand="",
        activateKey="",
        activateKeyStroke="",
        upKey="",
        downKey="",
        resetKey="",
        imageNames=("", *(scene.image(one) for one in scene.tints)),
        levelNames=("",) * (len(scene.tints) + 1),
        name="Sight",
        xOff=at[0],
        yOff=at[1],
        followProperty=True,
        propertyName=f"{{{means}}}",
        alwaysActive=True,
        state="1",
    )


def _texts(name: str, state: str) -> tuple[str, str]:
    """(type, state) of a mark: never selected nor moved, on no stack, and what it draws."""
    chain = [
        trait("immob;", selection="ngZ", movement="V", stacking="R", description=FURNITURE),
        trait("mark;", keys=("Kind",), state={"values": (KIND,)}),
        trait("prototype;", prototypeName=_prototype(name)),
        trait("piece;", imageName="", commonName=_prototype(name), state=state),
    ]
    return piece_type(chain), piece_state(chain)


def marks_laid(scene: Scene, ids: int) -> list[AddPiece]:
    """The marks as a set-up lays them; ``ids`` is what the ids of its pieces are counted from."""
    if scene.game.sight is None:
        return []
    made = []
    for name, _ in _hexes(scene):
        own = str(ids + scene.numbers[mark_of(name)])
        number = str(scene.numbers[f"{mark_of(name)}/start"])
        state = basic_state(_map(scene).name, 0, 0, number, {"UniqueID": own})
        made.append(AddPiece(own, *_texts(name, state)))
    return made


def mark_stacks(scene: Scene, map_: Map) -> list[Component]:
    """The marks for a game that is begun without a set-up."""
    if scene.game.sight is None or map_ is not _map(scene):
        return []
    edge = map_.layout.edge()
    slots = []
    for name, _ in _hexes(scene):
        number = str(scene.numbers[f"{mark_of(name)}/start"])
        slots.append(
            component(
                WIDGET + "PieceSlot",
                encode(AddPiece(None, *_texts(name, basic_state(gpid=number)))),
                entryName=_prototype(name),
                gpid=number,
                width=0,
                height=0,
            )
        )
    stack = component(
        MAP + "SetupStack",
        name=MENU,
        owningBoard=map_.name,
        useGridLocation=False,
        location="",
        x=-edge[0],
        y=-edge[1],
    )
    return [stack.add(*slots)]


# -- properties ---------------------------------------------------------------------------------


def sight_properties(scene: Scene) -> list[Component]:
    """What the ruler shows, and the button that takes it away."""
    if scene.game.sight is None:
        return []
    clear = component(
        PROPERTIES + "ChangePropertyButton",
        desc="",
        text=CLEAR,
        tooltip="Take the sight ruler off the map",
        icon="",
        hotkey="",
        reportFormat="",
        propChanger=sequences.encode(["P", "0"], ","),
        **NO_GATE,
    )
    return [
        component(
            PROPERTIES + "GlobalProperty",
            name=name,
            description=text,
            initialValue=0,
            isNumeric=True,
            min="null",
            max="null",
            wrap=False,
        ).add(*buttons)
        for name, text, buttons in (
            (SIGHT_FROM, "The hex whose sight is shown, by its number", [clear]),
            (SIGHT_ARCS, "The direction whose arcs are shown; 0: all that is seen", []),
        )
    ]
