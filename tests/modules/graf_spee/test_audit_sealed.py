"""A voyage log kept on paper: its courses, sealed in the chat, are judged by the same cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.modules.graf_spee.turns import LOG, close, course
from validator.audit import audit
from validator.hidden.plots import Kept, SealBook, entry_of

Codes = Callable[..., list[str]]
GERMAN, BRITISH = "secret-one", "secret-two"

every_view = pytest.mark.parametrize(
    "eyes", [{}, {"side": "british"}, {"side": "german"}, {"reveal": True}], ids=str
)


class Paper:
    """A voyage log on paper, sealed line by line in the chat."""

    def __init__(self, log: Any, *lines: str) -> None:
        self.log = log
        book = SealBook("graf_spee", "German").with_sealed(entry_of(one, "plot") for one in lines)
        self.kept: dict[str, Kept] = {str(one.entry.label): one for one in book.kept}

    def seal(self, label: str) -> Paper:
        self.log.say(GERMAN, str(self.kept[label].seal()))
        return self

    def reveal(self) -> Any:
        for one in self.kept.values():
            self.log.say(GERMAN, str(one.reveal()))
        return self.log


def sailed(log: Any, *lines: str, met: str = "") -> Any:
    """Two turns with the plot on paper; in the first a cruiser goes to ``met``."""
    paper = Paper(log.start(), *lines)
    if "start" in paper.kept:
        paper.seal("start")
    for turn in (1, 2):
        paper.seal(f"plot.{turn}")
        log.declare("COURSE LOGGED", "German", turn=turn)
        if turn == 1 and met:
            log.move("exeter", met)
        close(log, turn)
    return paper.reveal()


@every_view
def test_a_legal_way_on_paper_is_clean(log: Any, codes: Codes, eyes: dict[str, Any]) -> None:
    assert codes(sailed(log, "start: A3", "1: B3", "2: B4", met="A1"), **eyes) == []


@every_view
def test_four_hexes_are_too_many(log: Any, audited: Any, eyes: dict[str, Any]) -> None:
    (found,) = audited.findings(sailed(log, "start: A3", "1: B4", "2: D2"), **eyes)
    assert (found.code, found.side, found.step) == ("GS-4(1)a", "German", 7)
    assert "4 hexes from B4" in found.did


@every_view
def test_a_start_that_is_none_is_told(log: Any, codes: Codes, eyes: dict[str, Any]) -> None:
    assert codes(sailed(log, "start: D4", "1: D4", "2: D4"), **eyes) == ["GS-2(3)a"]


@every_view
def test_silence_with_a_cruiser_in_the_hex(log: Any, codes: Codes, eyes: dict[str, Any]) -> None:
    """It could have been elsewhere, as long as nobody had seen the paper."""
    assert codes(sailed(log, "start: A3", "1: A2", "2: A1", met="A2"), **eyes) == ["GS-5(5)a"]


def test_as_long_as_nothing_is_revealed_nothing_is_judged(log: Any, codes: Codes) -> None:
    paper = Paper(log.start(), "start: A3", "1: A2").seal("start").seal("plot.1")
    log.move("exeter", "A2")
    assert codes(close(log, 1)) == []
    assert codes(paper.reveal()) == ["GS-5(5)a"]


def test_a_text_that_was_not_sealed_is_not_judged_as_a_course(log: Any, codes: Codes) -> None:
    paper = Paper(log.start(), "start: A3", "1: B3").seal("start").seal("plot.1")
    close(log, 1)
    false = str(paper.kept["plot.1"].reveal()).replace("B3", "E4")
    assert codes(log.say(GERMAN, false)) == ["seal.false"]


def test_a_course_sealed_after_the_royal_navy_has_moved(log: Any, codes: Codes) -> None:
    paper = Paper(log.start(), "start: A3", "1: B3").seal("start")
    log.move("exeter", "A1")
    paper.seal("plot.1")
    assert codes(close(paper.reveal(), 1)) == ["GS-3(2)"]


def test_the_other_side_cannot_seal_a_course(log: Any, codes: Codes) -> None:
    book = SealBook("graf_spee", "British").with_sealed([entry_of("1: E4", "plot")])
    log.start().say(BRITISH, str(book.kept[0].seal()))
    close(course(log, 1), 1)
    assert codes(log.say(BRITISH, str(book.kept[0].reveal()))) == []


@pytest.mark.parametrize("eyes", [{}, {"reveal": True}], ids=str)
def test_refuelling_is_written_on_paper_too(log: Any, codes: Codes, eyes: dict[str, Any]) -> None:
    """From B3 three hexes with the fuel of the supply ship there; without it, one too many."""
    lines = ("start: B3", "supply_1: B3", "supply_2: D3", "supply_3: C5")
    for words, told in (("1: E3 refuel", []), ("1: E3", ["GS-4(3)c"])):
        paper = Paper(type(log)(log.pixels, {"GermanScore": "0"}).start(), *lines, words)
        for label in paper.kept:
            paper.seal(label)
        assert codes(close(paper.reveal(), 1), **eyes) == told, words


def test_what_was_shown_at_the_end_is_kept_from_those_who_guess(log: Any, tmp_path: Any) -> None:
    """The sets of ``--belief`` are those of the time; the truth is in them."""
    path = sailed(log, "start: A3", "1: B3", "2: B4", met="A1").save(tmp_path / "game.vlog")
    (quarry,) = audit([path], belief=True).beliefs or ()
    assert min(len(one.places) for one in quarry.thoughts) > 5
    for step, place in ((3, "B3"), (7, "B4")):
        now = quarry.at(step)
        assert now is not None
        assert place in now.places


def test_the_window_of_the_module_is_a_commitment_too(log: Any, audited: Any) -> None:
    """Nobody sealed anything: the plot's moves stand in the log, and are judged at the end."""
    log.move("plot", "A3", LOG)
    for number, place in enumerate(("B3", "D3", "C5"), 1):
        log.move(f"supply_{number}", place, LOG)
    close(course(log.start(), 1, "D1"), 1)
    assert audited.codes(log) == []
    (found,) = audited.findings(log, reveal=True)
    assert (found.code, found.step) == ("GS-4(1)a", 1)
