"""What searches, combat and morale make necessary must be done before play goes on."""

from __future__ import annotations

from collections.abc import Mapping

from validator.rules.cases import Verdicts, left_out

from . import state as st
from . import verbs as v
from .book import cases
from .state import State
from .tables import Tables

OWED: Mapping[str, str] = {
    "UTF-7.2.1e": "{0} was not put back on {1} though an escort had reacted",
    "UTF-7.3d": "{0} crashed and was not put on {1}",
    "UTF-7.4c": "the {0} disguise was not marked {1}",
    "UTF-7.4d": "the {0} disguise was not marked {1}",
    "UTF-7.4e": "the {0} disguise was not marked {1}",
    "UTF-7.5b": "{0} was found and not put on the {1} box",
    "UTF-7.5c": "{0} did not roll its counter-search",
    "UTF-7.5i": "{0} escaped and was not put back on {1}",
    "UTF-8.1a": "{0} was not put in the {1} box",
    "UTF-8.1b": "{0} was not put in the {1} box",
    "UTF-8.1c": "the gun range die was not thrown for {0}",
    "UTF-8.1d": "{0} got away and was not put back on {1}",
    "UTF-8.1e": "{0} was lost and its marker was not put on {1}",
    "UTF-8.2.3": "{0}, a Chasing Ghost, was discovered and did not leave the game",
    "UTF-9.1a": "the fatigue marker was not moved",
    "UTF-9.1g": "the fatigue marker was not moved for the rest",
    "UTF-9.2c": "the fatigue marker was not moved for the U-boat",
    "UTF-9.2e": "{0} was not marked {1}",
    "UTF-9.2f": "{0} was not marked {1}",
    "DU-14": "the markers of {0} were not set aside",
}
"""Case to what is said when what it demands was left out."""
SAID_OF = {
    st.ANSWER: "the search of the cruiser was not answered",
    st.SHOW: "the name of {0} was not shown",
}
"""What is said of what is owed by several cases."""
AT_THE_END = (*st.OF_A_SEARCH, st.DISPLAY, st.BOX, st.SHOW, st.ASIDE)
"""What must be done before the activation closes."""


@cases(*OWED)
def what_is_demanded_is_done(
    tables: Tables, state: State, act: v.EndActivation | v.CruiserSearch
) -> Verdicts:
    """A cruiser's search waits for the one before it; steps of morale to and fro need not be
    made, for the marker stays where it is."""
    kinds: tuple[str, ...] = st.OF_A_SEARCH
    if isinstance(act, v.EndActivation):
        steps = sum(p.points for p in state.pending if p.what == st.MORALE)
        kinds = (*AT_THE_END, st.MORALE) if steps else AT_THE_END
    for one in state.pending:
        if one.what in kinds and one.case in OWED:
            about, _, where = one.piece.partition("=")
            did = SAID_OF.get(one.what, OWED[one.case]).format(about, where)
            yield one.case, did if one.case == "DU-14" else left_out(did)
