"""Signs that several verbs share, and the functions that they use."""

from __future__ import annotations

from validator.explaining import parts as part
from validator.explaining import signs as sign

from . import places as at
from . import state as st


def back(role: str) -> sign.Sign:
    """A marker of a waiting set goes back into its cup."""
    return sign.put_back(role, start=sign.field("acvm", at.WAITING.whose))


BACK = tuple(sign.optional(back(role)) for role in ("port", "port", "cargo"))

FREE_AGAIN = sign.moved("marker", piece="acvm", start=at.WAITING.whose, to=at.free)
CA = sign.meant("ca")
PAPER = part.among("start", "plot", st.ATLANTIS)
ESCORTED = sign.meant(at.escorted_ship, at.in_row)
AT_START = sign.meant(at.escorted_ship, at.in_phase(st.SET_UP, at.in_row))
MARKED = sign.field("state", part.face_of(at.MARKS))
OWN_SHIP = sign.meant(at.own_ship)
COLUMN = sign.moved("column", to=sign.meant(lambda t, state, verb: f"Column {state.column + 1}"))
GERMANS_ACT = sign.played_if(lambda tables, state, verb: state.phase == st.GERMAN_PHASE)
ALL_PLOTTED = sign.maybe_declared("cruisers_plotted")


def search(button: str, action: str, counter: sign.Sign, alone: sign.Sign) -> sign.AnyOf:
    """The die of a search, announced by the searcher's counter and a declaration; or the counter
    ``alone``, if the die is not seen."""
    word = sign.announced(sign.declared(action))
    return sign.any_of(
        sign.all_of(sign.die(button), sign.announced(counter), word), sign.all_of(alone, word)
    )


FROM_ANOTHER_SET = {
    role: sign.optional(sign.moved(role, piece=sign.meant(None), start=at.with_a_set, to=at.in_row))
    for role in ("port", "cargo")
}
"""Pieces taken from another set instead of a draw, which the rules forbid."""
