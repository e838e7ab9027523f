"""One game played to both formats: an audit finds the same in the log and in the save."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.both_formats import PUBLIC, REVEALED, differences, played_twice
from generator.files import replace_file
from generator.places import games_folder
from generator.tabletop_simulator.save import to_bytes
from tests.modules.graf_spee import offences_moves, offences_results
from tests.modules.graf_spee.offence_places import Offence
from tests.modules.graf_spee.played_logs import grave, looked_at, played, told
from tests.modules.graf_spee.tabletop_plants import played_at_a_table
from tests.modules.recorded import defined, read_module
from tests.modules.under_ten_flags import test_audit_legal, test_audit_planted
from tests.modules.under_ten_flags.recorded_table import RecordedVoyages
from tests.sampling import one_in
from validator.playing.performing import staging_of
from validator.playing.tabletop.savegame import recorded_game
from validator.rules.loading import load_part
from validator.rules.staging import Played

GAMES = [
    ("graf_spee", 3, "purposeful", False),
    ("graf_spee", 3, "random", True),
    ("graf_spee", 6, "purposeful", True),
    ("graf_spee", 6, "random", False),
    ("atlantic_chase", 3, "random", False),
]
"""Short ones; ``python -m benchmarks.fuzz GAME --tts`` plays as many as one likes."""


@pytest.mark.parametrize("key", one_in(5, GAMES), ids=lambda key: "-".join(map(str, key)))
def test_a_game_gives_the_same_findings_in_both_formats(
    key: tuple[str, int, str, bool], tmp_path: Path
) -> None:
    name, *how = key
    game, folder = defined(name), games_folder() / name
    played_both = played_twice(tmp_path, game, folder, read_module(name), *how)
    assert not differences(played_both, game)
    assert played_both.findings(REVEALED) == ([], [])


OFFENCES: list[tuple[Offence, bool, set[str]]] = [
    (offences_moves.sailed_too_far, False, {"GS-4(1)a"}),
    (offences_moves.moved_too_far, True, {"GS-5(4)a"}),
    (offences_moves.drawn_and_put_back, True, {"GS-5(2)d", "GS-10(Q1)"}),
    (offences_moves.searched_two_hexes_away, False, {"GS-5(6)c"}),
    (offences_results.raided_on_a_closed_hex, False, {"GS-7(2)"}),
    (offences_results.points_for_nothing, True, {"GS-8(2)a", "GS-5(3)a"}),
]
"""Each with whether it is done by hand, and its cases."""


@pytest.mark.parametrize("row", one_in(6, OFFENCES), ids=lambda row: row[0].__name__)
def test_an_offence_at_a_table_is_found_by_its_case_at_its_entry(
    row: tuple[Offence, bool, set[str]], tmp_path: Path
) -> None:
    offence, by_hand, cited = row
    games = (played(seed, "random", by_hand) for seed in range(1, 13))
    plant = next(plant for game in games for plant in islice(offence(game), 1))
    path, before = played_at_a_table(plant, tmp_path / "planted.json")
    for eyes in plant.eyes:
        found = grave(looked_at(path, eyes))
        assert {one.code for one in found} & cited, told(found)
        assert {one.code for one in found} <= cited, told(found)
        assert all(one.entry is not None and one.entry > before for one in found), told(found)


@pytest.mark.slow
def test_an_offence_at_a_table_is_found_in_under_ten_flags() -> None:
    name = "an_idle_cruiser_searches"
    one = next(row for row in test_audit_planted.OFFENCES if row.name == name)
    table = RecordedVoyages()
    entry = one.script(table)
    for eyes in (PUBLIC, REVEALED):
        found = table.findings(**eyes)
        cited = [row for row in found if row.code == one.cites]
        assert cited, [str(row) for row in found]
        assert any(row.entry is not None and row.entry <= entry for row in cited)
        assert {row.code for row in found} <= {one.cites} | one.besides


@pytest.mark.slow
def test_legal_play_at_a_table_is_clean() -> None:
    name = "a_joker_as_the_very_first_card_is_shuffled_back"
    script = next(row for row in test_audit_legal.SCRIPTS if row.__name__ == name)
    table = RecordedVoyages()
    script(table)
    for eyes in (PUBLIC, REVEALED):
        assert not table.findings(**eyes)


@pytest.mark.slow
@pytest.mark.parametrize("by_button", one_in(2, [0.5, 0.0]), ids=["some", "all"])
def test_dice_that_players_throw_themselves_break_no_rule(by_button: float, tmp_path: Path) -> None:
    """Nothing says what for: they are not held against the rules, and that is told."""
    folder = games_folder() / "graf_spee"
    own, rng = staging_of(load_part(folder, "rules").MODULE), Random(1)
    thrown = []

    def staging(stage: Any, record: Sequence[Played]) -> Iterator[int]:
        click = stage.roll

        def throw(side: str, button: str, dice: Sequence[int]) -> None:
            if rng.random() < by_button:
                click(side, button, dice)
                return
            thrown.append(button)
            stage._world.cast(dice)
            stage._world.roll(stage._colours[side], [f"die/6/{n}" for n, _ in enumerate(dice, 1)])
            stage._world.wait()

        stage.roll = throw
        return own(stage, record)

    recorded = recorded_game(defined("graf_spee"), seed=1, players="random", staging=staging)
    path = tmp_path / "thrown.json"
    replace_file(path, to_bytes(recorded.save))
    assert thrown
    for eyes in (PUBLIC, REVEALED):
        found = looked_at(path, eyes).findings
        assert [one.code for one in found if one.code == "dice.undeclared"]
        assert not grave(looked_at(path, eyes)), told(found)
