"""What players of Atlantic Chase do at the table besides the signs of their verbs."""

from __future__ import annotations

from typing import Any

from validator.rules.staging import Besides, Habits, Occasions, Played

from .air_strike import AirStrike
from .attack import Support
from .maneuver import Maneuver
from .reorganize import Deploy, Merge, Split

PLAIN, CONTACT = "plain", "contact"
"""The faces of a Station."""
before, after = Occasions[Besides](), Occasions[Besides]()


@before
def _launch_marked(hands: Any, verb: AirStrike | Support, one: Played) -> None:
    """Put the Launch marker on the hex of an airbase that launches."""
    if verb.force not in hands.tables.forces:
        side = hands.side_of(one)
        hands.stage.drag(side, [f"launch_{side.lower()}"], "operations", verb.launch)


@after
def _all_aboard(hands: Any, verb: Merge | Deploy, one: Played) -> None:
    """Move all ships of a task force that joins another, or of a group that enters; the sign of the
    verb is one of them."""
    left, into = (verb.force, verb.into) if isinstance(verb, Merge) else (verb.group, verb.force)
    if isinstance(verb, Merge):
        _markers_joined(hands, verb, one)
    for ship in one.before.ships_of(left):
        if hands.stage.where(ship.id) != into:
            side = hands.side_of(one)
            hands.stage.drag(side, [ship.id], f"{side.lower()}_forces", into)


@after
def _parted(hands: Any, verb: Split, one: Played) -> None:
    """Put away the markers that went with the new task force."""
    if verb.evasive:
        hands.stage.put_away(hands.side_of(one), _evasive(verb.force))
    if verb.contact:
        hands.show_face(hands.side_of(one), f"{verb.force.lower()}_station", PLAIN)


def _evasive(force: str) -> str:
    return f"{force.lower()}_em"


def _markers_joined(hands: Any, verb: Merge, one: Played) -> None:
    """Lay the markers of a task force with the one that it joins."""
    side, left, into = hands.side_of(one), one.before.force(verb.force), one.before.force(verb.into)
    if left.evasive:
        hands.stage.put_away(side, _evasive(left.id))
        if not into.evasive:
            hands.stage.drag(side, [_evasive(into.id)], f"{side.lower()}_forces", into.id)
    if left.station in left.contact and into.station not in into.contact:
        hands.show_face(side, f"{into.id.lower()}_station", CONTACT)


def _with_its_smoke(hands: Any, one: Played, move: Any) -> bool:
    """Move a ship that makes Smoke together with its marker."""
    battle = one.before.battle
    if not isinstance(one.verb, Maneuver) or one.verb.ship not in battle.smoke:
        return False
    smoke = [it for it in hands.with_role("smoke") if hands.stage.where(it) == move.start]
    hands.stage.drag(hands.side_of(one), [move.piece, *smoke[:1]], move.map, move.place)
    return True


HABITS = Habits(
    before=before, after=after, carried=_with_its_smoke, clicked=frozenset({"round", "marker"})
)
