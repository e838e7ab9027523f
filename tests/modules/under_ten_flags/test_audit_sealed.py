"""Plotting sheets kept on paper: entries sealed in the chat are judged by the same cases."""

from __future__ import annotations

from typing import Any

import pytest

from tests.modules.under_ten_flags.table import BRITISH, GERMAN, Voyages
from validator.hidden.plots import Kept, SealBook, entry_of

every_view = pytest.mark.parametrize(
    "view", [{"reveal": True}, {"reveal": False}, {"side": GERMAN}, {"side": BRITISH}], ids=str
)


class Paper:
    """The German's sheet on paper, sealed line by line in the chat."""

    def __init__(self, table: Voyages, *lines: str) -> None:
        self.table = table
        book = SealBook("under_ten_flags", GERMAN)
        sealed = book.with_sealed(entry_of(one, "atlantis") for one in lines)
        self.kept: dict[str, Kept] = {str(one.entry.label): one for one in sealed.kept}

    def seal(self, label: str) -> int:
        """The line of a seal; the number of the step."""
        self.table.stage.say(GERMAN, str(self.kept[label].seal()))
        return self.table.steps

    def reveal(self) -> None:
        """All that was sealed is shown."""
        for one in self.kept.values():
            self.table.stage.say(GERMAN, str(one.reveal()))


def _sailed(*lines: str) -> tuple[Voyages, int]:
    """Two German activations with the plot on paper; the step of the second entry."""
    table = Voyages()
    paper = Paper(table, *lines)
    paper.seal("start")
    table.draw("c1", "od_3", "od_7", "athelking")
    table.british("plot_devonshire", "1201", "british_plot")
    table.british("plot_dorsetshire", "1201", "british_plot")
    table.card("clubs_1")
    paper.seal("atlantis.1")
    table.card("clubs_2")
    step = paper.seal("atlantis.2")
    table.card("hearts_1")
    table.sail_all("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    paper.reveal()
    return table, step


@every_view
def test_a_legal_way_on_paper_is_clean(view: dict[str, Any]) -> None:
    table, _ = _sailed("start: 1505", "1: 1506", "2: 1507")
    assert table.codes(**{"reveal": False, **view}) == []


@every_view
def test_two_hexes_on_paper_are_too_many(view: dict[str, Any]) -> None:
    table, step = _sailed("start: 1505", "1: 1506", "2: 1508")
    (found,) = table.findings(**{"reveal": False, **view})
    assert (found.code, found.step) == ("UTF-6.1b", table.counted_by(step, **view))


@every_view
def test_a_closed_side_on_paper(view: dict[str, Any]) -> None:
    table, step = _sailed("start: 2404", "1: 2405", "2: 2505")
    (found,) = table.findings(**{"reveal": False, **view})
    assert (found.code, found.step) == ("UTF-6.1h", table.counted_by(step, **view))
