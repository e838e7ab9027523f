"""What lies in a private window is committed by the log itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.modules.graf_spee.log_builder import GERMAN
from tests.validator.audit.conftest import Desk
from validator.reporting import text_lines

Begin = Callable[[], Any]


def sailed(ours: Begin, *places: str) -> Any:
    log = ours()
    for place in places:
        log.move("plot", place, "Voyage Log").say(GERMAN, "logged")
    return log


def test_the_entries_of_a_window_are_told_when_all_is_revealed(ours: Begin, desk: Desk) -> None:
    (window,) = desk.audit(sailed(ours, "B3", "C3"), reveal=True).windows
    assert (window.name, window.sides) == ("Voyage Log", ("German", "Referee"))
    assert [(one.step, one.place) for one in window.entries or ()] == [(1, "B3"), (3, "C3")]
    assert window.in_words() == "Voyage Log (German, Referee): 2 entries, steps 1 to 3"


@pytest.mark.parametrize("eyes", [{}, {"side": "British"}], ids=str)
def test_others_are_told_that_it_is_there_and_no_more(
    ours: Begin, desk: Desk, eyes: dict[str, Any]
) -> None:
    """A plot that moved and one that stayed look the same."""
    told = []
    for place in ("B3", "B4"):
        result = desk.audit(sailed(ours, place), **eyes)
        (window,) = result.windows
        assert window.entries is None
        told.append([line for line in text_lines(result) if "Voyage" in line])
    assert told[0] == told[1]
    assert told[0] == [
        "  Voyage Log (German, Referee): every entry stands in these files, to be checked at the "
        "end when all is revealed"
    ]


def test_the_owner_sees_his_own_entries(ours: Begin, desk: Desk) -> None:
    (window,) = desk.audit(sailed(ours, "B3"), side="german").windows
    assert len(window.entries or ()) == 1


def test_a_plot_moved_between_two_files_is_found_at_the_end(ours: Begin, desk: Desk) -> None:
    """No log shows the move, but the second file does not begin as the first ended."""
    first, second = ours().say(GERMAN, "my turn"), ours()
    second.move("plot", "E4", "Voyage Log").start().say(GERMAN, "mine again")
    assert "chain.gap" not in desk.codes(first, second)
    (gap,) = [one for one in desk.general(first, second, reveal=True) if one.code == "chain.gap"]
    assert "plot" in gap.did.lower()
