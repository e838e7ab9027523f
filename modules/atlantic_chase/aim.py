"""Guesses for the target of an attack that nobody named, from what the log shows behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, takewhile
from typing import Any

from validator.explaining import facts as seen

from .desk import CONTACTS, NEAR_BY, apart, done_with
from .forces import forces_of
from .heard import ATTACKS, force, row

Known = Mapping[str, Any]
Rolled = Callable[[Any, Any, Known, Iterator[seen.Fact]], Any]
"""(context, state, known fields, facts): the state after the dice of an attack, which are taken
from these facts with all before them; ``None`` if no dice are seen."""


def attacked(
    context: Any, state: Any, known: Known, rolled: Rolled | None = None
) -> list[tuple[str, str]]:
    """The likely targets and hexes of an attack: first those that the aircraft of both sides can
    reach; of these those of which the dice ask for what is done then; of these what is handled
    before the Initiative is tested, in the hexes that are named or change then, or marked later,
    before the next act. Not a force that helps."""
    t, here, launch = context.tables, known.get("hex"), known.get("launch")
    rows, hexes, helps = _handled(context, state)
    found = [
        (force.id, hex_id)
        for force in forces_of(t, state, state.inactive)
        for hex_id in (force.places if force.id not in helps else ())
        if (hex_id == here if here else launch and t.flight(launch, hex_id) is not None)
    ]

    def unlike(target: str, hex_id: str) -> int:
        facts, told = _clicked_once(context.ahead), {**known, "target": target, "hex": hex_id}
        after = rolled(context, state, told, facts) if rolled is not None else None
        return apart(after.pending, done_with(t, facts, target, state)) if after is not None else 0

    def likely(one: tuple[str, str]) -> tuple[bool, int, bool, bool, bool]:
        far = any(t.flight(base, one[1]) is None for base in bases)
        return far, unlike(*one), one not in marked, one[1] not in hexes, one[0] not in rows

    marked, bases = _marked(_clicked_once(context.ahead)), _supporting(context)
    return sorted(found, key=likely)


def _clicked_once(facts: Iterable[seen.Fact]) -> Iterator[seen.Fact]:
    """The facts without dice that a side rolls again at once, as by a double click."""
    last: tuple[str, str | None] | None = None
    for fact in facts:
        roll = (fact.key, fact.seen.side) if isinstance(fact, seen.Rolled) else None
        if roll is None or roll != last:
            yield fact
        last = roll


def _supporting(context: Any) -> set[str]:
    """The hexes from which aircraft are said to support the attack, before its dice."""
    until = takewhile(lambda one: not isinstance(one, seen.Rolled), context.ahead)
    said = (one for one in until if isinstance(one, seen.Declared) and one.key == "supports")
    return {base for one in said if (base := one.detail.partition(" from ")[2])}


def _marked(facts: Iterable[seen.Fact]) -> set[tuple[str, str]]:
    """The task forces that get a Contact marker, with the hex, before the dice of the action after
    the next."""
    found, rolled = set(), 0
    for fact in islice(facts, 2 * NEAR_BY):
        rolled += isinstance(fact, seen.Rolled) and fact.key == "action"
        if rolled > 1:
            break
        if isinstance(fact, seen.Turned) and fact.level in CONTACTS.get(fact.key, ()):
            found.add((row(fact.piece), fact.place))
    return found


def _handled(context: Any, state: Any) -> tuple[set[str], set[str], set[str]]:
    """The task forces and hexes in which something is done behind an attack, and the forces that
    help in it."""
    rows, hexes, helps, tested, over = set(), set(), set(), False, 0
    for fact in _clicked_once(context.ahead):
        if tested and (fact.key in ("action", *ATTACKS) or (over and _begins(fact))):
            break
        match fact:
            case seen.TurnShown(turn=turn):
                if not tested or over not in (0, turn):
                    break
                over = turn
            case seen.Rolled(key="vie_active" | "vie_inactive" | "seize"):
                tested = True
            case seen.Turned(key="segment" | "station", place=place):
                hexes.add(place)
                if not tested:
                    rows.add(row(fact.piece))
            case _ if tested:
                continue
            case seen.Declared(key="coordinates", detail=detail):
                if name := force(context.tables, state, detail):
                    helps.add(name)
                hexes.add(detail.partition(" in ")[2])
            case seen.Lined(row=name, taken=taken):
                rows.add(name)
                hexes.update(taken)
            case seen.Moved(key="station" | "evasive", piece=piece, after=place):
                rows.add(row(piece))
                hexes.add(place)
            case seen.Moved(key="ship", piece=piece) | seen.Turned(key="ship", piece=piece):
                rows.add(state.ship(piece).at)
    return rows, hexes, helps


def _begins(fact: seen.Fact) -> bool:
    """Whether a line or a piece that is no marker of a track is moved: another act."""
    return isinstance(fact, seen.Lined) or (isinstance(fact, seen.Moved) and fact.key != "marker")


def targets(rolled: Rolled) -> Callable[[Any, Any, Known], Iterable[str]]:
    """A guess for the target: those of `attacked`."""
    return lambda context, state, known: dict.fromkeys(
        force for force, _ in attacked(context, state, known, rolled)
    )


def hexes(rolled: Rolled) -> Callable[[Any, Any, Known], Iterable[str]]:
    """A guess for the hex: those of `attacked`."""
    return lambda context, state, known: [
        hex_id
        for force, hex_id in attacked(context, state, known, rolled)
        if force == known["target"]
    ]
