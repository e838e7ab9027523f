"""What searches, combat and morale make necessary must be done before play goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from validator.rules.cases import INTERPRETATION, MISSING, Fault

from . import state as st
from .book import case
from .state import State
from .tables import Tables
from .verbs import CruiserSearch, EndActivation

OF_A_SEARCH = (st.ANSWER, st.ACV_COUNTER, st.ATLANTIS_COUNTER, st.GUN)
"""What must be settled before another cruiser searches."""

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

_KINDS = (
    st.ANSWER,
    st.ACV_COUNTER,
    st.ATLANTIS_COUNTER,
    st.GUN,
    st.DISPLAY,
    st.BOX,
    st.SHOW,
    st.ASIDE,
)


def _left_out(case_id: str, says: str) -> Callable[[Tables, State, EndActivation], Fault]:
    def left_out(tables: Tables, state: State, act: EndActivation | CruiserSearch) -> Fault:
        """Something that this case demands is still to be done."""
        if not state.pending:
            return None
        ending = isinstance(act, EndActivation)
        kinds = _KINDS if ending else OF_A_SEARCH
        for pending in state.pending:
            if pending.case == case_id and (
                pending.what in kinds or (ending and _morale_left(state, pending.what))
            ):
                about, _, where = pending.piece.partition("=")
                if pending.what == st.ANSWER:
                    return "the search of the cruiser was not answered"
                if pending.what == st.SHOW:
                    return f"the name of {about} was not shown"
                return says.format(about, where)
        return None

    return left_out


def _morale_left(state: State, what: str) -> bool:
    """Steps to and fro need not be made: the marker stays where it is."""
    return what == st.MORALE and sum(p.points for p in state.pending if p.what == st.MORALE) != 0


for _case_id, _says in OWED.items():
    _severity = INTERPRETATION if _case_id.startswith("DU-") else MISSING
    case(_case_id, severity=_severity)(_left_out(_case_id, _says))
