"""What players of Red Flags do at the table besides the signs of their verbs."""

from __future__ import annotations

from typing import Any

from validator.rules.staging import Habits, Played

from .cards import Shuffle, TurnCard
from .effects import WRECKED
from .state import State
from .tables import AIRCRAFT
from .verbs import VERBS


def _tidied(hands: Any, verb: Any, one: Played) -> None:
    """Put lost units away, except wrecks, and the markers of finished tasks."""
    state: State = one.before
    for unit in state.units.values():
        if not unit.gone or not hands.tables.on_map(hands.stage.where(unit.id)):
            continue
        side, role = hands.tables.side_of(unit.id), hands.role(unit.id)
        if role in WRECKED and not unit.vehicles:
            hands.show_face(side, unit.id, WRECKED[role])
            continue
        flies = hands.tables.units[unit.id].target == AIRCRAFT
        home = "Airfield" if flies and hands.stage.face(unit.id) != 2 else "Losses"
        hands.stage.drag(side, [unit.id], "battlefield", f"{side} {home}")
    begun = {hex_id for _, hex_id in state.work}
    for site in hands.with_role("site") if isinstance(verb, TurnCard) else ():
        place = hands.stage.where(site)
        if hands.tables.on_map(place) and place not in begun:
            hands.stage.drag(hands.either(), [site], "staff", "Sites")


def _gathered(hands: Any, verb: Shuffle, one: Played) -> None:
    """By hand, put the cards back into their decks."""
    _tidied(hands, verb, one)
    for role, pile, deck in (
        ("group_card", "Active Group", "Activation"),
        ("pack_card", "Suits", "Pack"),
    ):
        lie = [card for card in hands.with_role(role) if hands.stage.where(card) == pile]
        if lie and hands.hands_only:
            hands.stage.drag(hands.either(), lie, "battlefield", deck)


def _with_riders(hands: Any, one: Played, move: Any) -> bool:
    """Move a carrier together with the units that it carries."""
    riders = [unit.id for unit in one.before.aboard(move.piece)]
    riders += [unit.id for rider in riders for unit in one.before.aboard(rider)]
    if not riders:
        return False
    hands.stage.drag(hands.side_of(one), [move.piece, *riders], move.map, move.place)
    return True


HABITS = Habits(before={**dict.fromkeys(VERBS, _tidied), Shuffle: _gathered}, carried=_with_riders)
