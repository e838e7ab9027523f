"""One offence in a game that otherwise keeps the rules: it is found by its case, and nothing else.

The offences are put in with a player's own gestures, in several games and places each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from tests.modules.graf_spee import offences_moves, offences_pieces, offences_results
from tests.modules.graf_spee.offence_places import Offence
from tests.modules.graf_spee.played_logs import (
    ALL_EYES,
    STYLES,
    Plant,
    PlayedGame,
    grave,
    looked_at,
    played,
    told,
)
from tests.sampling import one_in

pytestmark = pytest.mark.slow  # one of a kind is tried by default elsewhere

SEEDS = range(1, 13)
ENOUGH = 3
"""So many plants of each offence are tried, each in another game where there are as many."""

# The case that must be cited, then cases that may be cited with it or in its stead: the same
# offence read in the other way that the table allows.
CASES: list[tuple[Offence, set[str], set[str]]] = [
    # GS-3 Sequence of play
    (offences_moves.moved_before_the_course, {"GS-3(2)"}, set()),
    (offences_moves.moved_after_the_combat, {"GS-3(3)"}, set()),
    (offences_moves.sailed_after_the_navy, {"GS-3(1)"}, set()),
    # GS-4 Movement of the Graf Spee
    (offences_moves.sailed_too_far, {"GS-4(1)a"}, set()),
    (offences_moves.damaged_ship_two_hexes, {"GS-6(4)b"}, set()),
    (offences_moves.refuelled_twice, {"GS-4(3)d"}, set()),
    (offences_moves.shown_where_it_cannot_be, {"GS-4(1)a"}, set()),
    (offences_moves.raided_elsewhere_than_written, {"GS-7(3)"}, set()),
    # GS-5 Movement and search of the Royal Navy
    (offences_moves.moved_too_far, {"GS-5(4)a"}, set()),
    (offences_moves.moved_twice, {"GS-5(2)b"}, set()),
    (offences_moves.too_many_pieces, {"GS-5(3)a"}, {"GS-5(2)a"}),
    (offences_moves.battleship_two_hexes, {"GS-5(4)b"}, set()),
    (offences_moves.battleship_two_hexes_shown_later, {"GS-5(4)b"}, set()),
    # Before the first move of the game it is a look at the pieces while they are divided.
    (offences_moves.drawn_and_put_back, {"GS-5(2)d", "GS-10(Q1)"}, set()),
    # It may have come on where it should, and gone on from there.
    (offences_moves.entered_at_the_wrong_gate, {"GS-5(4)a", "GS-5(4)b", "DG-1"}, set()),
    (offences_moves.searched_two_hexes_away, {"GS-5(6)c"}, set()),
    # GS-6 Combat
    (offences_results.ship_fired_not, {"GS-6(2)a"}, set()),
    (offences_results.fired_until_it_pleased, {"GS-6(2)a", "dice.repeated"}, set()),
    (offences_results.damage_for_nothing, {"GS-6(2)d"}, set()),
    (offences_results.damaged_piece_stays, {"GS-6(5)b"}, set()),
    (offences_results.sunk_without_hits, {"GS-6(2)b", "GS-6(2)c"}, set()),
    (offences_results.dummy_fights, {"GS-5(5)d"}, set()),
    # The German's silence stands for NO CONTACT, and pursuit is declared after it.
    (offences_results.pursued_without_a_fight, {"GS-6(6)a"}, {"GS-3(3)"}),
    # GS-7 Commerce raiding
    (offences_results.raided_on_a_closed_hex, {"GS-7(2)"}, set()),
    (offences_results.raided_when_discovered, {"GS-7(1)"}, set()),
    (offences_results.icon_taken_twice, {"GS-7(6)"}, set()),
    # The die of a troopship hex that has paid stands in GS-7(6).
    (offences_results.raid_die_not_honoured, {"GS-7(5)", "GS-7(6)"}, set()),
    (offences_results.raid_not_rolled, {"GS-7(5)", "GS-7(6)"}, set()),
    (offences_results.raid_rolled_until_it_pleased, {"GS-7(5)", "GS-7(6)", "dice.repeated"}, set()),
    (offences_results.raid_roll_taken_back, {"dice.undone"}, set()),
    # GS-8 Points: wrong ones are told of what last could give any.
    (offences_results.points_for_nothing, {"GS-8(2)a", "GS-5(3)a"}, set()),
    (offences_results.points_left_out, {"GS-7(4)"}, set()),
    # Pieces by hand
    (offences_pieces.piece_added, {"table.created"}, set()),
    (offences_pieces.piece_removed, {"table.deleted"}, set()),
    (offences_pieces.piece_swapped, {"table.replaced"}, set()),
    (offences_pieces.piece_made_another, {"table.altered"}, {"table.twin"}),
    (offences_pieces.turned_up_by_the_other_side, {"table.unmasked"}, {"table.hand"}),
    (offences_pieces.moved_by_the_other_side, {"table.hand"}, set()),
]


def _games() -> Iterator[PlayedGame]:
    for seed in SEEDS:
        for style in STYLES:
            for by_hand in (False, True):
                yield played(seed, style, by_hand)


@cache
def plants_of(offence: Offence) -> list[Plant]:
    """The first plant of each game, until there are enough; then a later one of each."""
    found: list[Plant] = []
    spare: list[Plant] = []
    for game in _games():
        here = list(islice(offence(game), 2))
        found += here[:1]
        spare += here[1:]
        if len(found) >= ENOUGH:
            break
    return (found + spare)[:ENOUGH]


def _name(row: tuple[Offence, set[str], set[str]]) -> str:
    return row[0].__name__


@pytest.mark.parametrize("number", one_in(ENOUGH, range(ENOUGH)))
@pytest.mark.parametrize("row", one_in(20, CASES), ids=_name)
def test_an_offence_is_found_by_its_case_and_nothing_else(
    row: tuple[Offence, set[str], set[str]], number: int, tmp_path: Path
) -> None:
    offence, cited, besides = row
    assert plants_of(offence), "no game has room for it"
    for plant in plants_of(offence)[number : number + 1]:
        file = plant.game.write(tmp_path / "planted.vlog", plant.steps)
        for eyes in plant.eyes:
            result = looked_at(file, eyes)
            found = grave(result)
            where = f"{plant.game}, steps {plant.first} to {plant.last}, {eyes}:\n{told(found)}"
            assert cited & {one.code for one in found}, where
            assert {one.code for one in found} <= cited | besides, where
            first, last = map(result.views[0].number_of, (plant.first, plant.last))
            assert all(first <= one.step <= last for one in found), where
            assert result.has_findings


def test_every_offence_stands_in_the_table() -> None:
    tried = {row[0].__name__ for row in CASES} | {"hit_not_marked"}
    written = {
        name
        for module in (offences_moves, offences_results, offences_pieces)
        for name, found in vars(module).items()
        if getattr(found, "__module__", "") == module.__name__
        and getattr(found, "__annotations__", {}).get("return") == "Iterator[Plant]"
    }
    assert tried == written


@pytest.mark.parametrize("number", one_in(ENOUGH, range(ENOUGH)))
def test_a_hit_that_is_not_marked_shows_to_those_who_see_the_counter(
    number: int, tmp_path: Path
) -> None:
    """The counter may have been turned on the voyage log, which others do not see."""
    assert plants_of(offences_results.hit_not_marked)
    for plant in plants_of(offences_results.hit_not_marked)[number : number + 1]:
        file = plant.game.write(tmp_path / "planted.vlog", plant.steps)
        revealed = grave(looked_at(file, {"reveal": True}))
        assert {one.code for one in revealed} == {"GS-6(2)f"}, told(revealed)
        public = grave(looked_at(file, {}))
        assert {one.code for one in public} <= {"GS-6(2)f"}, told(public)


@pytest.mark.parametrize("row", one_in(13, CASES), ids=_name)
def test_without_the_offence_the_same_stretch_is_clean(
    row: tuple[Offence, set[str], set[str]], tmp_path: Path
) -> None:
    """The game cut at the same turn and not meddled with: what was found is the plant's."""
    for plant in plants_of(row[0])[:1]:
        end = next(
            (m.steps for m in plant.game.moments if m.steps >= plant.first - 1),
            len(plant.game.steps),
        )
        file = plant.game.write(tmp_path / "clean.vlog", plant.game.steps[:end])
        for eyes in ALL_EYES[:2]:
            assert not grave(looked_at(file, eyes)), f"{plant.game} up to {end}"
