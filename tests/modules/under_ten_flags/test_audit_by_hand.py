"""Searches by hand with dice on the desk, in which two counters are put down the other way round.

Nobody sees when the dice fell, so neither who lays a disguise or flies a plane, nor who searches
or is found, is accused for a counter that came a moment later than the book says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

import pytest

from tests.modules.under_ten_flags.beginnings import greys, second_set, under_low_morale
from tests.modules.under_ten_flags.offences_of_fights import SETS, _one_cruiser_is_active
from tests.modules.under_ten_flags.table import BRITISH, BRITISH_PLOT, GERMAN, GERMAN_PLOT, Voyages
from tests.modules.under_ten_flags.test_audit_legal import VIEWS
from tests.sampling import one_in
from validator.audit.findings import Severity

Gesture = Callable[[Voyages], object]


def _german(piece: str, place: str) -> Gesture:
    return lambda table: table.german(piece, place)


def _british(piece: str, place: str, map_id: str = "oceans") -> Gesture:
    return lambda table: table.british(piece, place, map_id)


def _marked(table: Voyages) -> None:
    table.choose(GERMAN, "mark_soviet", "Flip")


class Search(NamedTuple):
    """A search: what came before, its gestures as the book has them, how play goes on."""

    before: Gesture
    gestures: Mapping[str, Gesture]
    after: Gesture


def _raider_sails(table: Voyages, escort: str = "") -> None:
    table.set_up("0907", escort=escort, devonshire="0906" if escort else "1201")
    if escort:
        table.choose(BRITISH, escort, "Flip")
    table.card("clubs_1")
    table.plot("0906")


def _ships_sail(table: Voyages, escort: str = "") -> None:
    table.card("hearts_1")
    table.sail_all("c1")
    if escort:
        table.british(f"plot_{escort}", table.stage.where("c1"), BRITISH_PLOT)
    second_set(table)


def _cruiser_sails(table: Voyages) -> None:
    _one_cruiser_is_active(table)
    table.british("plot_devonshire", "1301", BRITISH_PLOT)


def _set_is_drawn(table: Voyages) -> None:
    table.draw(*SETS[0])
    table.card("clubs_2")


ESCORTED = (partial(_raider_sails, escort="devonshire"), partial(_ships_sail, escort="devonshire"))
RAIDER = _german("atlantis", "0906")
HOME = _german("atlantis", "Held")
FOUND = _german("atlantis", "Atlantis Sighting")
SOVIET = {
    "laid": _german("disguise", "Soviet"),
    "marked": _marked,
    "taken": _german("disguise", "Held"),
}
SHIP = {
    "sighted": _british("athelking", "British Sighting"),
    "back": _british("athelking", "C1 Ship", "od_display"),
}
WALRUS = _british("walrus", "British Aircraft")
CRUISER = {"there": _british("devonshire", "1301")}
CRUISER_HOME = {"gone": _british("devonshire", "Cruiser Markers")}
REACTS = {"there": _british("devonshire", "0906")}
AT_HOME = {"gone": _british("devonshire", "C1 Ship", "od_display")}

SEARCHES = {
    "a disguise scrapes": Search(
        _raider_sails,
        {
            "laid": SOVIET["laid"],
            "raider": RAIDER,
            "marked": _marked,
            **SHIP,
            "taken": SOVIET["taken"],
            "home": HOME,
        },
        _ships_sail,
    ),
    "a disguise is seen through": Search(
        _raider_sails,
        {
            "laid": SOVIET["laid"],
            "raider": RAIDER,
            "slashed": _marked,
            "crossed": _marked,
            "taken": SOVIET["taken"],
            "home": HOME,
        },
        _ships_sail,
    ),
    "the raider's plane flies": Search(
        _raider_sails,
        {
            "laid": _german("disguise", "Atlantis Aircraft"),
            "raider": RAIDER,
            **SHIP,
            "taken": SOVIET["taken"],
            "home": HOME,
        },
        _ships_sail,
    ),
    "a cruiser's Walrus finds": Search(
        _cruiser_sails,
        {
            "laid": WALRUS,
            **CRUISER,
            "found": FOUND,
            "home": HOME,
            "taken": _british("walrus", "Held"),
            **CRUISER_HOME,
        },
        _set_is_drawn,
    ),
    "a Walrus crashes": Search(
        _cruiser_sails,
        {
            "laid": WALRUS,
            **CRUISER,
            "lost": _british("walrus", "Out of the Game"),
            **CRUISER_HOME,
        },
        _set_is_drawn,
    ),
    "the raider counters with a disguise": Search(
        _cruiser_sails,
        {**CRUISER, "found": FOUND, **SOVIET, "home": HOME, **CRUISER_HOME},
        _set_is_drawn,
    ),
    "an escort reacts": Search(
        ESCORTED[0],
        {
            "raider": RAIDER,
            "sighted": SHIP["sighted"],
            **REACTS,
            "back": SHIP["back"],
            **AT_HOME,
            "home": HOME,
        },
        ESCORTED[1],
    ),
    "an escort's Walrus reacts": Search(
        ESCORTED[0],
        {
            "raider": RAIDER,
            "laid": WALRUS,
            **REACTS,
            "taken": _british("walrus", "Held"),
            **AT_HOME,
            "home": HOME,
        },
        ESCORTED[1],
    ),
    "an escort finds the raider, who counters": Search(
        ESCORTED[0],
        {"raider": RAIDER, **REACTS, "found": FOUND, **SOVIET, **AT_HOME, "home": HOME},
        ESCORTED[1],
    ),
}


def _orders(search: Search) -> Iterator[list[str]]:
    """The gestures as they are, and with each two neighbours changed."""
    names = list(search.gestures)
    yield names
    for first in range(len(names) - 1):
        yield [*names[:first], names[first + 1], names[first], *names[first + 2 :]]


PLAYED = [(name, order) for name, search in SEARCHES.items() for order in _orders(search)]
LATEST = [
    ("a disguise scrapes", ["raider", "sighted", "laid", "marked", "back", "taken", "home"]),
    ("a disguise scrapes", ["raider", "sighted", "back", "laid", "taken", "home", "marked"]),
]
"""The ship lies on the displays when the disguise is laid, or has left them."""


@pytest.mark.parametrize(
    ("name", "order"),
    [*one_in(4, LATEST, arguments=2), *one_in(9, PLAYED, arguments=2)],
    ids=lambda one: "-".join(one) if isinstance(one, list) else one,
)
def test_a_counter_put_down_a_little_late_accuses_nobody(name: str, order: list[str]) -> None:
    table, search = Voyages(by_hand=True), SEARCHES[name]
    search.before(table)
    for gesture in order:
        search.gestures[gesture](table)
    search.after(table)
    for view in VIEWS:
        found = table.findings(**view)
        grave = [one for one in found if one.severity is not Severity.UNVERIFIABLE]
        assert not grave, (view, [(one.code, one.step, one.did) for one in grave])


def test_a_disguise_laid_when_the_die_lies_is_the_germans_fault() -> None:
    """The ship was shown for it: that is one mistake, and none of the British."""
    table = Voyages()
    _raider_sails(table)
    RAIDER(table)
    step = table.roll(GERMAN, "atlantis_search", 4)
    SHIP["sighted"](table)
    SOVIET["laid"](table)
    _marked(table)
    table.roll(BRITISH, "acv_counter", 1)
    SHIP["back"](table)
    SOVIET["taken"](table)
    HOME(table)
    _ships_sail(table)
    (found,) = table.findings(reveal=True)
    assert (found.code, found.step, found.side) == ("UTF-7.4a", step, GERMAN)


def _rests_in_grey(table: Voyages) -> None:
    table.set_up("1505")
    greys(table, "1506", "1507", "1508", "1509")
    table.card("clubs_5")
    table.german("column_german", "Column 5", GERMAN_PLOT)
    table.german("fatigue", "Fatigued")


def _rests_after_grey(table: Voyages) -> None:
    under_low_morale(table)
    table.german("column_german", "Column 6", GERMAN_PLOT)


def _marked_up_late(table: Voyages) -> int:
    table.card("hearts_5")
    step = table.german("fatigue", "Fresh")
    table.sail_all(*table.at_sea())
    table.draw("c4", "od_1", "od_2", "ole_jacob")
    table.card("clubs_7")
    return step


@pytest.mark.parametrize("rests", one_in(2, [_rests_in_grey, _rests_after_grey]))
def test_morale_won_by_a_rest_may_be_marked_behind_the_british_card(rests: Gesture) -> None:
    """Nothing but the markers shows a rest: what is marked late tells it from a plot."""
    table = Voyages(by_hand=True)
    rests(table)
    _marked_up_late(table)
    for view in VIEWS:
        found = table.findings(**view)
        grave = [one for one in found if one.severity is not Severity.UNVERIFIABLE]
        assert not grave, (view, [(one.code, one.step, one.did) for one in grave])


def test_morale_won_by_a_rest_may_be_marked_after_the_turn() -> None:
    """Nobody sees what was plotted: the guess that it was a move, as always, may be wrong."""
    table = Voyages(by_hand=True)
    _rests_in_grey(table)
    table.card("clubs_6")
    table.plot("1510")
    table.card("clubs_8")
    table.card("joker")
    table.end_of_turn(1)
    _marked_up_late(table)
    for view in VIEWS:
        found = table.findings(**view)
        grave = [one for one in found if one.severity is not Severity.UNVERIFIABLE]
        assert not grave, (view, [(one.code, one.step, one.did) for one in grave])


def test_morale_marked_up_behind_a_move_is_found_when_dice_are_seen() -> None:
    """By hand a U-boat may have raised it, whose die nobody sees."""
    for by_hand in (False, True):
        table = Voyages(by_hand=by_hand)
        under_low_morale(table)
        table.plot("1511")
        step = _marked_up_late(table)
        found = [(one.code, one.step, one.side) for one in table.findings(reveal=True)]
        assert found == ([] if by_hand else [("UTF-9.1g", step, GERMAN)])
