"""What the definition says otherwise of a module's parts, as attributes of their components."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generator.definition.carried import Change
from generator.packaging.carried.loom import Loom
from generator.packaging.carried.pieces import picture_of
from generator.packaging.component import MODULE
from generator.packaging.scene import Scene
from generator.vassal import sequences

Put = Callable[[Any], str]

_SHUFFLES = {"always": "Always", "on_command": "Via right-click Menu", "never": "Never"}
_SHOWN_ONLY = frozenset(
    {"terrain", "features", "ports", "labels", "towns", "lines", "geography", "furniture"}
    | {"grid_style", "theme", "style", "status", "why", "source", "provenance", "insets"}
    | {"boxes", "tracks", "background"}
)
"""What a map of ours draws or tells the rules: a carried board is a picture and shows none of it.
"""
_ATTRIBUTES: Mapping[str, Mapping[str, tuple[str, Put]]] = {
    "properties": {
        "initial": ("initialValue", lambda value: str(value or 0)),
        "least": ("min", lambda value: str(value or 0)),
        "most": ("max", lambda value: str(100 if value is None else value)),
        "text": ("description", lambda value: value or ""),
    },
    "dice": {
        "name": ("name", str),
        "count": ("nDice", str),
        "sides": ("nSides", lambda value: str(value or 6)),
        "tooltip": ("tooltip", lambda value: value or ""),
    },
    "charts": {"name": ("chartName", str)},
}
"""Sort -> field -> the attribute it stands in, and how it is written there."""
_SYMBOLIC = MODULE + "SpecialDiceButton"
"""A dice button that has each face of each die as a component."""
_UNSEEN = {
    "sides": {"name", "role", "colour", "emblem", "text"},
    "properties": {"track"},
    "dice": {"side", "each", "chart", "case"},
    "charts": {"case", "cases", "title", "text"},
    "decks": {"kinds", "box", "name"},
}
"""Fields of no meaning to a carried module: the rules, a print kit and a table read them."""
_ALWAYS_UNSEEN = {"status", "why", "source", "provenance"}


def reword(loom: Loom, scene: Scene, change: Change) -> None:
    """Put a changed field into the component it belongs to, or note that it stays."""
    if change.field in _ALWAYS_UNSEEN or change.field in _UNSEEN.get(change.kind, ()):
        return
    known = _ATTRIBUTES.get(change.kind, {}).get(change.field)
    if known is not None:
        attribute, written = known
        _set(loom, change, attribute, written(change.now))
    elif change.kind == "charts" and change.field == "image" and change.now:
        loom.at("charts", change.id).set("fileName", picture_of(loom, change.now))
    elif change.kind == "maps":
        _map(loom, change)
    elif change.kind == "decks":
        _deck(loom, scene, change)
    elif change.kind == "game":
        _game(loom, change)
    else:
        stays(loom, change)


def stays(loom: Loom, change: Change, what: str = "") -> None:
    """Note that the module does not follow a change."""
    loom.note(
        f"{_SORTS.get(change.kind, change.kind)} {change.id!r}: {what or change.field} stays as "
        "the imported module has it; change it in carried/"
    )


_SORTS = {
    "counters": "counter",
    "maps": "map",
    "decks": "deck",
    "charts": "chart",
    "properties": "property",
    "dice": "dice button",
    "sides": "side",
    "scenarios": "set-up",
    "game": "game",
}


def _set(loom: Loom, change: Change, attribute: str, value: str) -> None:
    element = loom.at(change.kind, change.id)
    if element.tag == _SYMBOLIC and attribute not in ("name", "tooltip"):
        stays(loom, change)
        return
    if change.kind == "dice" and change.field == "name" and element.get("text") == change.was:
        element.set("text", value)
    element.set(attribute, value)


def _map(loom: Loom, change: Change) -> None:
    if change.field in _SHOWN_ONLY:
        return
    boards = loom.bound("maps", change.id).get("boards", ())
    if change.field == "image" and change.was and change.now and len(boards) == 1:
        for board in loom.at("maps", change.id).iter():
            if board.tag.endswith(".boardPicker.Board") and board.get("name") == boards[0][0]:
                board.set("image", picture_of(loom, change.now))
                return
    stays(loom, change)


def _deck(loom: Loom, scene: Scene, change: Change) -> None:
    element = loom.at("decks", change.id)
    deck = next(one for one in scene.decks if one.name == change.id)
    match change.field:
        case "x" | "y":
            x, y = scene.map(deck.map).pixels(deck.x, deck.y)
            board = owner(loom, scene, deck.map, element.get("owningBoard"))
            element.set("x", str(x - board[0]))
            element.set("y", str(y - board[1]))
            element.set("useGridLocation", "false")
        case "width" | "height":
            length = deck.width if change.field == "width" else deck.height
            element.set(change.field, str(max(1, round(length / 25.4 * scene.ppi))))
        case "face_down":
            element.set("faceDown", "Always" if deck.face_down else "Never")
        case "draw_face_up":
            element.set("drawFaceUp", "true" if deck.draw_face_up else "false")
        case "shuffle":
            element.set("shuffle", _SHUFFLES[deck.shuffle])
        case "side":
            sides = [loom.bound("sides", one).get("side", one) for one in deck.drawn_by]
            element.set("deckRestrictAccess", "true" if sides else "false")
            element.set("deckOwners", sequences.encode(sides, ",") or "")
        case _:
            stays(loom, change)


def owner(loom: Loom, scene: Scene, map_name: str, board: str) -> tuple[int, int]:
    """The corner of the board that a place on a map is counted from, in pixels of the map."""
    (map_id,) = [one.id for one in scene.maps if one.name == map_name]
    for name, left, top, *_ in loom.bound("maps", map_id).get("boards", ()):
        if name == board:
            return int(left), int(top)
    return 0, 0


def _game(loom: Loom, change: Change) -> None:
    match change.field:
        case "name" | "version":
            loom.root.set(change.field, change.now)
        case "text":
            loom.root.set("description", change.now or "")
        case "turns" if _only(change, {"first", "last", "track", "marker"}):
            first = (change.now or {}).get("first", 1)
            if first != (change.was or {}).get("first", 1):
                loom.at("turns", "counter").set("start", str(first))
        case "sequence":
            _sequence(loom, change)
        case _:
            stays(loom, change)


def _only(change: Change, fields: Iterable[str]) -> bool:
    was, now = change.was or {}, change.now or {}
    return all(was.get(key) == now.get(key) for key in {*was, *now} - {*fields})


def _sequence(loom: Loom, change: Change) -> None:
    """The steps the tracker stops at; what the definition says of them besides is for the rules."""
    names = [
        [step["name"] for step in rows or () if step.get("tracked")]
        for rows in (change.was, change.now)
    ]
    if names[0] == names[1]:
        return
    if not loom.bound("turns", "steps"):
        stays(loom, change)
        return
    loom.at("turns", "steps").set("list", sequences.encode(names[1], ",") or "")
