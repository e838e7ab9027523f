"""Functions for the signs of the verbs: units and hexes in declarations and on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeGuard

from validator.explaining import facts as seen
from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.verbs import Guess, Verb

from .land import hex_of, walks
from .state import State
from .tables import Tables

FACES = {
    "men": ("fresh", "dug_in", "aboard", "spent", "broken"),
    "riders": ("fresh", "spent", "broken"),
    "cars": ("fresh", "spent", "broken", "wreck"),
    "vehicle": ("fresh", "broken", "wreck"),
    "gun": ("fresh", "limbered", "dug_in", "spent", "broken", "destroyed"),
    "single": ("fresh", "aboard"),
    "plane": ("fresh", "spent", "down"),
    "glider": ("fresh", "landed"),
}
"""The roles of units, each with the faces of their counters."""
GROUND = ("men", "riders", "cars", "vehicle", "gun", "single")
RIDERS = ("men", "single")
"""Roles of units that get into vehicles."""
LAID = ("mines", "wire", "pontoon")
"""Markers for obstacles and pontoons in a hex."""
HANDLING = frozenset(
    (
        *("digs_in", "spent", "fresh", "breaks", "rallied", "embarks", "debarks", "limbers"),
        *("unlimbers", "destroyed", "wrecked", "shot_down", "bridge_prepared", "bridge_blown"),
        "landed",
    )
)
"""Menu entries that say no more than the face to which they turn their piece."""


WRECKS = ("wreck", "destroyed", "down")
"""Faces of lost units."""


def face(role: str, level: int) -> str:
    """The face with this number (from 1) for a role; empty if it has none."""
    return "".join(FACES.get(role, ())[level - 1 : level])


def level(role: str, face: str) -> int:
    """The number of a face for a role, from 1; 0 if it has none of that name."""
    faces = FACES[role]
    return faces.index(face) + 1 if face in faces else 0


# --- What is said


def tag(t: Tables, state: Any, detail: str) -> str | None:
    """The unit in a declaration: ``3 GI1 in 1105 at SR1`` or ``GI1 in 1105``."""
    words = detail.split(" in ")[0].split()
    return words[-1] if words and words[-1] in t.units else None


def target(t: Tables, state: Any, detail: str) -> dict[str, str] | None:
    """The target and its hex in a declaration: ``SR1 in 0604``."""
    name, _, place = detail.partition(" in ")
    return {"target": name, "hex": place} if name in t.units else None


def standing(t: Tables, state: Any, detail: str) -> dict[str, str] | None:
    """The unit in a declaration, and its hex if it is on the map: ``GI1 in 1105``."""
    name, place = tag(t, state, detail), detail.partition(" in ")[2]
    if name is None:
        return None
    return {"unit": name, "_at": place} if t.on_map(place) else {"unit": name}


def aimed_at(detail: str) -> str:
    """The target in ``3 GI1 in 1105 at SR1``; it may be an earlier target."""
    return detail.rpartition(" at ")[2]


def said(action: str, name: str = "unit") -> sign.Sign:
    """A menu entry of the unit in a field of the verb."""
    return sign.declared(action, detail=sign.field(name, tag))


def engaged(name: str) -> sign.Optional:
    """The unit in a field was declared as the target before."""
    return sign.announced(said("engaged", name))


def clicked(action: str, button: str, number: int) -> sign.AllOf:
    """A menu entry of a unit that rolls this number of dice."""
    dice = sign.field("dice", part.so_many(number))
    return sign.all_of(said(action), sign.rolled(button, dice=dice))


def clicked_die(action: str, button: str) -> sign.AllOf:
    """A menu entry of a unit that rolls a die."""
    return sign.all_of(said(action), sign.die(button))


# --- What is seen


def moved(name: str, roles: Iterable[str] = GROUND, **more: Any) -> Iterator[sign.Sign]:
    """The unit in a field of the verb moved, whatever its role."""
    for role in roles:
        yield sign.moved(role, piece=name, **more)


TO = sign.field("_to", part.a_hex, lambda t, state, verb: verb.path[-1] if verb.path else "")
"""The last hex of a path."""
FACING = sign.field("facing", lambda t, state, way: t.facings[way - 1])
LOST = part.among("German Losses", "Soviet Losses")
OFF = ("German Airfield", "Soviet Airfield", "German Losses", "Soviet Losses")
"""Boxes for units that are out of the battle, for now or for good."""
AWAY = part.among(*OFF)


def losses(t: Tables, state: State, verb: Any) -> str:
    """The box for the losses of a side."""
    return f"{t.side_of(verb.unit)} Losses"


def airfield(t: Tables, state: State, verb: Any) -> str:
    return f"{t.side_of(verb.unit)} Airfield"


def turned(role: str, face: str) -> sign.Sign:
    """The unit in the field ``unit`` was turned to one of its faces."""
    return sign.turned(role, piece="unit", level=is_face(role, face))


def played_by(role: str) -> sign.PlayedIf:
    """Whether the unit in the field ``unit`` has a role."""

    def holds(t: Tables, state: Any, verb: Any) -> bool:
        if verb.unit not in t.units:
            return False
        return tuple(face.id for face in t.game.counter(verb.unit).faces) == FACES[role]

    return sign.played_if(holds)


def is_turned(fact: seen.Fact) -> TypeGuard[seen.Turned]:
    """Whether a counter is turned to another face: one that is rotated shows another direction, and
    the numbers of the two are not the same."""
    return isinstance(fact, seen.Turned) and not isinstance(fact, seen.Faced)


def is_face(role: str, face: str) -> part.Part:
    """Whether a piece shows a face."""
    return lambda t, state, up: up == level(role, face)


def by_hand(fits: part.Part) -> part.Part:
    """A part that counts only in a log without dice."""
    return part.when(lambda t, state: state.by_hand, fits)


def shows(role: str, face: str, name: str, when: Callable[[Any, Any], bool]) -> sign.Sign:
    """The unit was turned to a face, which sets ``name`` for the guesses; players do it when a test
    of (state, verb) holds."""
    up = level(role, face)
    return sign.turned(
        role,
        piece="unit",
        level=sign.field(
            name,
            lambda t, state, now: True if now == up else None,
            lambda t, state, verb: up if when(state, verb) else 0,
        ),
    )


# --- What follows from what is seen


def legal_first(
    kind: Callable[[], type[Verb]], name: str, ways: Callable[..., Iterable[Any]], **usual: Any
) -> Guess:
    """For `validator.rules.verbs.guessed`: of the values that ``ways`` of (tables, state, known
    fields) gives for a field of a verb, first those that break nothing; ``usual``: fields that need
    not be known."""

    def guess(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[Any]:
        known = {**usual, **known}
        rows = [*dict.fromkeys(ways(context.tables, state, known))]
        if len(rows) < 2:
            return rows
        plain = {key: value for key, value in known.items() if not key.startswith("_")}
        return sorted(
            rows, key=lambda one: len(context.rulings.faults(state, kind()(**plain, **{name: one})))
        )

    return guess


def looks(context: Any, unit: str) -> str:
    """The facing of a unit on the table now."""
    return context.facing(unit, context.table) or ""


def along(t: Tables, start: str, end: str, most: int = 4) -> list[tuple[str, ...]]:
    """The shortest ways from one hex to another, up to ``most`` hexes."""
    far = t.distance(start, end)
    if far == 0 or far > most:
        return []
    return walks(t, start, far, lambda here, there, left: t.distance(there, end) == left)


def here(state: State, unit: str) -> str:
    """The hex of a unit, carried or not."""
    return hex_of(state, state.unit(unit))


def followed(context: Any) -> Iterator[seen.Declared]:
    """The next declarations, until a card is turned."""
    for fact in context.ahead:
        if isinstance(fact, seen.TurnShown) or fact.key == "group_card":
            return
        if isinstance(fact, seen.Declared):
            yield fact
