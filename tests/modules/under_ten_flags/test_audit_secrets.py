"""Neither side's secrets reach a report of the other's, and what each may think holds the truth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from modules.under_ten_flags.facts import hex_of
from modules.under_ten_flags.state import State
from tests.modules.recorded import RecordedGame, defined, recorded
from tests.modules.reports import PUBLIC, REVEALED, Eyes, Reports, found_in
from tests.modules.secret_changes import (
    Parts,
    done_twice,
    lives_exchanged,
    named,
    never_shown,
    other_passwords,
    written_elsewhere,
    written_nowhere,
)
from tests.modules.under_ten_flags.beginnings import first_cards, second_set
from tests.modules.under_ten_flags.table import GERMAN, Voyages
from validator.audit import audit

AS_GERMAN: Eyes = {"side": "german"}
AS_BRITISH: Eyes = {"side": "british"}
ATLANTIS, CRUISERS = ("plot_atlantis",), ("plot_devonshire", "plot_dorsetshire")
GERMAN_PLOT, BRITISH_PLOT = "german_plot", "british_plot"
SENTINEL, POINT = "Zanzibar", (7717, 6616)
KEYS = [(3, "purposeful", False), (5, "purposeful", True)]
SLOW = pytest.mark.slow
LONG = 280
"""So many steps are looked at byte by byte: with searches, a sinking, sets that come and go."""


def game_of(key: tuple[int, str, bool]) -> RecordedGame:
    return recorded("under_ten_flags", *key)


def cargo_vessels() -> list[str]:
    return [one.id for one in defined("under_ten_flags").counters if one.kind in ("ACV", "ghost")]


def reports(game: RecordedGame, parts: Parts, eyes: Eyes, folder: Path) -> Reports:
    return Reports(game.write(folder / "game.vlog", parts[1], parts[0]), eyes, folder)


# --- changing only secrets leaves every byte ------------------------------------------------


def _ships(game: RecordedGame, parts: Parts) -> Parts:
    """Two cargo vessels of different worth that nobody but the British saw change places."""
    hidden = never_shown(game, cargo_vessels(), len(parts[1]))
    return lives_exchanged(game, parts, hidden[0], hidden[-1])


def _german_plot(game: RecordedGame, parts: Parts) -> Parts:
    return written_elsewhere(game, parts, ATLANTIS, GERMAN_PLOT)


def _british_plots(game: RecordedGame, parts: Parts) -> Parts:
    return written_elsewhere(game, parts, CRUISERS, BRITISH_PLOT)


def _german_idle(game: RecordedGame, parts: Parts) -> Parts:
    return done_twice(game, parts, ATLANTIS[0])


def _british_idle(game: RecordedGame, parts: Parts) -> Parts:
    return done_twice(game, parts, CRUISERS[0])


SECRET_FROM: dict[str, tuple[Eyes, tuple[Callable[[RecordedGame, Parts], Parts], ...]]] = {
    "everybody": (PUBLIC, (_german_plot, _british_plots, _ships, _german_idle, other_passwords)),
    "the British": (AS_BRITISH, (_german_plot, _german_idle, other_passwords)),
    "the German": (AS_GERMAN, (_british_plots, _ships, _british_idle, other_passwords)),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "whom", [one if one == "everybody" else pytest.param(one, marks=SLOW) for one in SECRET_FROM]
)
def test_only_secrets_differ_and_every_byte_is_the_same(whom: str, tmp_path: Path) -> None:
    game = game_of(KEYS[0])
    eyes, all_changes = SECRET_FROM[whom]
    parts: Parts = (game.head, game.steps[:LONG])
    other = parts
    for change in all_changes:
        other = change(game, other)
        assert other != parts
    before = reports(game, parts, eyes, tmp_path)
    after = reports(game, other, eyes, tmp_path)
    for name, data in before:
        assert after.by_name[name] == data, name


# --- no byte names a secret -----------------------------------------------------------------


def marked(game: RecordedGame, *, german: bool, british: bool) -> Parts:
    """The game with every secret of a side under a name and on a point of its own."""
    parts: Parts = (game.head, game.steps[:LONG])
    if german:
        parts = named(game, parts, ATLANTIS[0], f"{SENTINEL} plot")
        parts = written_nowhere(game, parts, ATLANTIS, GERMAN_PLOT, POINT)
    if british:
        for number, unit in enumerate((*CRUISERS, *never_shown(game, cargo_vessels(), LONG))):
            parts = named(game, parts, unit, f"{SENTINEL} {number}")
        parts = written_nowhere(game, parts, CRUISERS, BRITISH_PLOT, POINT)
    return parts


@pytest.mark.parametrize(
    ("key", "eyes", "german", "british"),
    [
        (KEYS[0], PUBLIC, True, True),
        pytest.param(KEYS[0], AS_GERMAN, False, True, marks=SLOW),
        pytest.param(KEYS[0], AS_BRITISH, True, False, marks=SLOW),
        pytest.param(KEYS[1], PUBLIC, True, True, marks=SLOW),
    ],
    ids=["public", "german", "british", "by-hand"],
)
@pytest.mark.slow
def test_no_byte_of_a_report_names_a_secret_of_the_others(
    key: tuple[int, str, bool], eyes: Eyes, german: bool, british: bool, tmp_path: Path
) -> None:
    game = game_of(key)
    words = [SENTINEL, *map(str, POINT), *(seat.password for seat in game.logged.seats)]
    for name, data in reports(game, marked(game, german=german, british=british), eyes, tmp_path):
        assert found_in(data, words) == [], name


@pytest.mark.slow
def test_the_same_search_finds_them_where_everything_is_shown(tmp_path: Path) -> None:
    game = game_of(KEYS[0])
    told = reports(game, marked(game, german=True, british=True), REVEALED, tmp_path)
    assert found_in(told.by_name["page"], [SENTINEL, str(POINT[0])]) == [SENTINEL, str(POINT[0])]


# --- where the others may be ----------------------------------------------------------------


def truth(state: State, what: str) -> str | None:
    """The hex of a ship in the engine's own state."""
    if what == "Atlantis":
        return None if state.sunk else state.atlantis.place
    at = state.cruisers[what.lower()].at
    return hex_of(state, next(iter(at))) if at else None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "eyes"),
    [
        (KEYS[0], PUBLIC),
        pytest.param(KEYS[0], AS_GERMAN, marks=SLOW),
        pytest.param(KEYS[0], AS_BRITISH, marks=SLOW),
        pytest.param(KEYS[1], PUBLIC, marks=SLOW),
    ],
    ids=["public", "german", "british", "by-hand"],
)
def test_the_truth_is_never_outside(key: tuple[int, str, bool], eyes: Eyes) -> None:
    game = game_of(key)
    result = audit([game.path], belief=True, **eyes)
    found = result.beliefs
    assert [one.what for one in found or ()] == {
        "german": ["Devonshire", "Dorsetshire"],
        "british": ["Atlantis"],
    }.get(str(eyes.get("side")), ["Atlantis", "Devonshire", "Dorsetshire"])
    number_of = result.views[0].number_of
    for quarry in found or ():
        for moment in game.moments:
            place, now = truth(moment.state, quarry.what), quarry.at(number_of(moment.steps))
            assert place is None or now is not None
            if place is not None and now is not None:
                assert place in now.places, f"{quarry.what}, step {moment.steps}"


@pytest.mark.slow
def test_the_sets_tell_something() -> None:
    """What has been searched for and found is known for a while."""
    for quarry in audit([game_of(KEYS[1]).path], belief=True).beliefs or ():
        sizes = {len(one.places) for one in quarry.thoughts}
        assert len(sizes) > 3, quarry.what
        assert min(sizes - {0}) == 1, quarry.what


def a_stray_die(table: Voyages) -> None:
    """Two convoys are at sea, and a search is thrown when the next card is turned."""
    first_cards(table)
    table.sail_all("c1")
    second_set(table)
    table.plot("1507")
    table.card("hearts_2")
    table.roll(GERMAN, "atlantis_search", 6)
    table.sail_all("c1", "c2")
    table.draw("c3", "od_5", "od_6", "ghost_1")
    table.card("clubs_3")


def a_stopped_move(table: Voyages) -> None:
    """By hand: a check stops a move, and only then is the U-boat marked; the escort sails on."""
    table.set_up("1505", escort="devonshire", devonshire="0906")
    sets = (("c2", "od_9", "od_10", "teddy"), ("c3", "od_5", "od_6", "ghost_1"))
    for number, hex_id in enumerate(("1506", "1507", "1508", "1509"), 1):
        table.card(f"clubs_{number}")
        table.plot(hex_id)
        table.german("column_german", f"Column {number}", GERMAN_PLOT)
        if number % 2 == 0:
            table.card(f"hearts_{number}")
            table.sail_all(*table.at_sea())
            table.british("plot_devonshire", table.stage.where("c1"), BRITISH_PLOT)
            table.draw(*sets[number // 2 - 1])
    table.card("clubs_5")
    table.plot("1510")
    table.german("column_german", "Column 5", GERMAN_PLOT)
    table.german("plot_atlantis", "1509", GERMAN_PLOT)
    table.choose(GERMAN, "mark_uboat_2", "Flip")
    table.choose(GERMAN, "mark_uboat_2", "Flip")
    table.card("hearts_5")
    table.sail_all(*table.at_sea())
    table.british("plot_devonshire", table.stage.where("c1"), BRITISH_PLOT)
    table.draw("c4", "od_1", "od_2", "ole_jacob")
    table.card("clubs_6")
    table.german("column_german", "Column 6", GERMAN_PLOT)
    table.card("clubs_7")
    table.plot("1508")


@pytest.mark.parametrize(
    ("script", "by_hand"), [(a_stray_die, False), (a_stopped_move, True)], ids=["die", "plot"]
)
def test_the_truth_is_thought_of_behind_what_nobody_can_tell(
    script: Callable[[Voyages], None], by_hand: bool, tmp_path: Path
) -> None:
    table = Voyages(by_hand=by_hand)
    script(table)
    path = table.save(tmp_path / "game.vlog")
    found = audit([path], "under_ten_flags", reveal=True, belief=True)
    lost = [
        (one.what, str(it)) for one in found.beliefs or () for it in one.thoughts if not it.holds
    ]
    assert found.beliefs and not lost
