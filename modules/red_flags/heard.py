"""What a log says of units and hexes, for the signs of the verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

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
"""The parts that units play, by the faces that their counters have."""
GROUND = ("men", "riders", "cars", "vehicle", "gun", "single")
RIDERS = ("men", "single")
"""Those who get into vehicles."""
LAID = ("mines", "wire", "pontoon")
"""Markers of what lies in a hex."""
HANDLING = frozenset(
    (
        *("digs_in", "spent", "fresh", "breaks", "rallied", "embarks", "debarks", "limbers"),
        *("unlimbers", "destroyed", "wrecked", "shot_down", "bridge_prepared", "bridge_blown"),
        "landed",
    )
)
"""Entries of menus that tell no more than the face to which they turn their piece."""


WRECKS = ("wreck", "destroyed", "down")
"""Faces of what is lost."""


def face(role: str, level: int) -> str:
    """The face of those who play a part that is counted so, from 1; empty: they have none."""
    return "".join(FACES.get(role, ())[level - 1 : level])


def level(role: str, face: str) -> int:
    """A face of those who play a part, counted from 1; 0: they have none of that name."""
    faces = FACES[role]
    return faces.index(face) + 1 if face in faces else 0


# --- What is said


def tag(t: Tables, state: Any, detail: str) -> str | None:
    """``3 GI1 in 1105 at SR1`` and ``GI1 in 1105`` name a unit."""
    words = detail.split(" in ")[0].split()
    return words[-1] if words and words[-1] in t.units else None


def target(t: Tables, state: Any, detail: str) -> dict[str, str] | None:
    """``SR1 in 0604`` names a target and its hex."""
    name, _, place = detail.partition(" in ")
    return {"target": name, "hex": place} if name in t.units else None


def aimed_at(detail: str) -> str:
    """``3 GI1 in 1105 at SR1`` names whom the unit fires at; that may be an earlier target."""
    return detail.rpartition(" at ")[2]


def said(action: str, name: str = "unit") -> sign.Sign:
    """An entry in the menu of the unit in a field of the verb."""
    return sign.declared(action, detail=sign.field(name, tag))


def engaged(name: str) -> sign.Optional:
    """The unit in a field was said to be the target before."""
    return sign.announced(said("engaged", name))


def thrown(number: int) -> part.Part:
    """So many dice."""
    return lambda t, state, dice: dice if len(dice) == number else None


def clicked(action: str, button: str, number: int) -> sign.AllOf:
    """An entry in the menu of a unit that throws so many dice."""
    return sign.all_of(said(action), sign.rolled(button, dice=sign.field("dice", thrown(number))))


def clicked_die(action: str, button: str) -> sign.AllOf:
    """An entry in the menu of a unit that throws a die."""
    return sign.all_of(said(action), sign.die(button))


# --- What is seen


def moved(name: str, roles: Iterable[str] = GROUND, **more: Any) -> Iterator[sign.Sign]:
    """The unit in a field of the verb was moved, whatever part it plays."""
    for role in roles:
        yield sign.moved(role, piece=name, **more)


TO = sign.field("_to", part.a_hex, lambda t, state, verb: verb.path[-1] if verb.path else "")
"""The last hex of a path."""
FACING = sign.field("facing", lambda t, state, way: t.facings[way - 1])
LOST = part.among("German Losses", "Soviet Losses")
OFF = ("German Airfield", "Soviet Airfield", "German Losses", "Soviet Losses")
"""Boxes of what is out of the battle, for now or for good."""
AWAY = part.among(*OFF)


def losses(t: Tables, state: State, verb: Any) -> str:
    """The box for what a side has lost."""
    return f"{t.side_of(verb.unit)} Losses"


def airfield(t: Tables, state: State, verb: Any) -> str:
    return f"{t.side_of(verb.unit)} Airfield"


def turned(role: str, face: str) -> sign.Sign:
    """The unit in the field ``unit`` was turned to one of its faces."""
    return sign.turned(role, piece="unit", level=is_face(role, face))


def played_by(role: str) -> sign.PlayedIf:
    """Whether the unit in the field ``unit`` plays a part."""

    def holds(t: Tables, state: Any, verb: Any) -> bool:
        return tuple(face.id for face in t.game.counter(verb.unit).faces) == FACES[role]

    return sign.played_if(holds)


def is_face(role: str, face: str) -> part.Part:
    """Whether a piece shows a face."""
    return lambda t, state, up: up == level(role, face)


def by_hand(fits: part.Part) -> part.Part:
    """What tells of a verb only where no dice are seen."""
    return part.when(lambda t, state: state.by_hand, fits)


def shows(role: str, face: str, name: str, when: Callable[[Any, Any], bool]) -> sign.Sign:
    """The unit was turned to a face, which says for the guesses that ``name`` is so; players do it
    when something holds of (state, verb)."""
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
    """For `validator.rules.verbs.guessed`: of the values that ``ways`` of (tables, state, fields
    that are known) gives for a field of a verb those first that break nothing; ``usual``: fields
    that need not be known."""

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
    """The way in which a unit looks on the table now."""
    return context.facing(unit, context.table) or ""


def along(t: Tables, start: str, end: str, most: int = 4) -> list[tuple[str, ...]]:
    """The shortest ways from a hex to another, none longer than so many hexes."""
    far = t.distance(start, end)
    if far == 0 or far > most:
        return []
    return walks(t, start, far, lambda here, there, left: t.distance(there, end) == left)


def here(state: State, unit: str) -> str:
    """Where a unit is, carried or not."""
    return hex_of(state, state.unit(unit))


def followed(context: Any, kinds: Iterable[str]) -> Iterator[seen.Declared]:
    """What is declared next, as far as it is one of these, until a card is turned."""
    wanted = frozenset(kinds)
    for fact in context.ahead:
        if isinstance(fact, seen.TurnShown) or fact.key == "group_card":
            return
        if isinstance(fact, seen.Declared) and fact.key in wanted:
            yield fact
