"""What players of Red Flags do at the table besides the signs of their verbs."""

from __future__ import annotations

from typing import Any

from validator.rules.staging import Habits, Played

from .heard import LAID
from .state import State
from .tables import AIRCRAFT
from .verbs import VERBS


def _tidied(hands: Any, verb: Any, one: Played) -> None:
    """Who is lost is put away, but for wrecks; markers lie where work was finished."""
    state: State = one.before
    for unit in state.units.values():
        place = hands.stage.where(unit.id)
        if unit.gone and hands.tables.on_map(place):
            side = hands.tables.side_of(unit.id)
            if hands.role(unit.id) in ("vehicle", "cars") or hands.stage.face(unit.id) == 5:
                continue
            flies = hands.tables.units[unit.id].target == AIRCRAFT
            home = "Airfield" if flies and hands.stage.face(unit.id) != 2 else "Losses"
            hands.stage.drag(side, [unit.id], "battlefield", f"{side} {home}")
    for role, lying in zip(LAID, (state.mines, state.wire, state.pontoons), strict=True):
        _laid(hands, role, lying)


    begun = {hex_id for _, hex_id in state.work}
    for site in hands.with_role("site"):
        place = hands.stage.where(site)
        if hands.tables.on_map(place) and place not in begun:
            hands.stage.drag(hands.either(), [site], "staff", "Sites")


def _laid(hands: Any, role: str, lying: frozenset[str]) -> None:
    """Markers are laid where there is something now, and taken off where there is not."""
    where = {one: hands.stage.where(one) for one in hands.with_role(role)}
    free = [one for one, place in where.items() if place == "Markers"]
    for hex_id in sorted(lying.difference(where.values()))[: len(free)]:
        hands.stage.drag(hands.either(), [free.pop()], "battlefield", hex_id)
    for piece, place in where.items():
        if hands.tables.on_map(place) and place not in lying:
            hands.stage.drag(hands.either(), [piece], "battlefield", "Markers")


def _with_riders(hands: Any, one: Played, move: Any) -> bool:
    """What carries others goes with them."""
    riders = [unit.id for unit in one.before.aboard(move.piece)]
    riders += [unit.id for rider in riders for unit in one.before.aboard(rider)]
    if not riders:
        return False
    hands.stage.drag(hands.side_of(one), [move.piece, *riders], move.map, move.place)
    return True


HABITS = Habits(before=dict.fromkeys(VERBS, _tidied), carried=_with_riders)
