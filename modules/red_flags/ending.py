"""How the battle ends and who has won it (RF-3.4, RFD-48)."""

from __future__ import annotations

from validator.rules.states import Outcome

from .land import enemies_in, friends_in
from .state import GERMAN, SOVIET, State
from .tables import Tables


def ended(t: Tables, state: State) -> Outcome | None:
    """The outcome at the end of a turn; ``None`` if the battle goes on. A turn that the marker
    skipped does not count."""
    if state.turn - state.skipped < t.last_turn:
        return None
    return Outcome(SOVIET if red_army_wins(t, state) else GERMAN, "RF-3.4")


def red_army_wins(t: Tables, state: State) -> bool:
    """Whether an unbroken Soviet ground unit is on the bridge and the Soviets hold enough of the
    village; or is alone on the only hex that decides."""
    if t.goal:
        whole = any(not one.stage for one in friends_in(t, state, t.goal, SOVIET))
        return whole and not enemies_in(t, state, t.goal, SOVIET)
    held = [
        one
        for one in t.village
        if friends_in(t, state, one, SOVIET) and not enemies_in(t, state, one, SOVIET)
    ]
    whole = any(not one.stage for one in friends_in(t, state, t.bridge, SOVIET))
    return whole and len(held) >= t.village_hexes
