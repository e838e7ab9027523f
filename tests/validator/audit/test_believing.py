"""What a side could know of hidden places, from logs whose truth is known."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from modules.graf_spee.verbs import NoContact
from tests.modules.graf_spee.log_builder import BRITISH, GERMAN, LogBuilder
from tests.modules.graf_spee.played_logs import (
    AS_BRITISH,
    AS_GERMAN,
    PUBLIC,
    REVEALED,
    STYLES,
    Eyes,
    PlayedGame,
    played,
    the_tables,
)
from tests.modules.graf_spee.turns import course
from tests.sampling import one_in
from tests.validator.audit.conftest import Desk
from validator.audit import audit
from validator.audit.believing import Quarry, Thought, put_off, steps_done, with_truth
from validator.explaining import prices
from validator.reporting import text_lines
from validator.rules.scenes import Act

GAMES = list(product(range(1, 5), STYLES, (False, True)))


def thought_of(game: PlayedGame, eyes: Eyes) -> Quarry:
    found = audit([game.path], belief=True, **eyes).beliefs
    assert found is not None
    (quarry,) = found
    return quarry


@pytest.mark.parametrize("eyes", [PUBLIC, AS_BRITISH], ids=["public", "british"])
@pytest.mark.parametrize("key", one_in(6, GAMES), ids=str)
@pytest.mark.slow
def test_the_truth_is_never_outside(key: tuple[int, str, bool], eyes: Eyes) -> None:
    game = played(*key)
    result = audit([game.path], belief=True, **eyes)
    (quarry,) = result.beliefs or ()
    for moment in game.moments:
        place = moment.state.ship.place
        now = quarry.at(result.views[0].number_of(moment.steps))
        if now is not None and now.says == "out of the game":
            assert moment.state.hits or moment.state.scuttled
        elif place is not None and now is not None:
            assert place in now.places, f"step {moment.steps}, turn {moment.state.turn}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_in(2, [2074, 2090]))
def test_points_marked_apart_are_no_raid_of_a_ship_that_still_stands(seed: int) -> None:
    quarry = thought_of(played(seed, "random", True), REVEALED)
    assert all(one.holds for one in quarry.thoughts)


@pytest.mark.parametrize("key", one_in(6, GAMES), ids=str)
def test_at_the_end_of_a_game_the_truth_is_told_beside_it(key: tuple[int, str, bool]) -> None:
    quarry = thought_of(played(*key), REVEALED)
    assert all(one.holds for one in quarry.thoughts)
    known = [one for one in quarry.thoughts if one.truth is not None]
    assert known or len(quarry.thoughts) < 5, "only a game of one turn shows no settled course"


@pytest.mark.slow
def test_the_sets_tell_something() -> None:
    """They are not simply everything: they shrink to one hex, and are half the sea on average."""
    some = GAMES[::6]  # those of the default run
    sizes = [len(one.places) for key in some for one in thought_of(played(*key), PUBLIC).thoughts]
    sea = len(the_tables().neighbours)
    assert min(size for size in sizes if size) == 1
    assert len({*sizes}) > 10
    assert sum(sizes) / len(sizes) < 0.6 * sea


def test_the_owner_of_the_secret_is_told_that_nothing_is_hidden() -> None:
    result = audit([played(1).path], belief=True, **AS_GERMAN)
    assert result.beliefs == ()
    assert "Nothing of the others is hidden from the German side by its place." in [
        *text_lines(result)
    ]


@pytest.mark.parametrize(
    ("acts", "steps"),
    [
        ([(4, True), (6, True), (9, True)], [4, 6, 9]),
        ([(4, True), (9, True), (6, True)], [4, 6, 6]),  # done before step 9, though it is read so
        ([(4, True), (6, True), (9, True), (5, False)], [4, 6, 9, 9]),  # a stray die, known late
        ([(4, True), (0, True), (9, True)], [4, 4, 9]),  # nothing shows the second
    ],
)
def test_an_act_counts_as_done_by_the_step_that_shows_it(
    acts: list[tuple[int, bool]], steps: list[int]
) -> None:
    assert steps_done(1, acts) == steps


def test_an_act_that_counts_only_later_may_have_been_done_when_it_is_seen() -> None:
    """A look is read before the end of the turn that the log shows before it: until the look, the
    turn may be over, and what nothing shows may be done."""
    said = NoContact()
    acts = [Act(said, 4), Act(said, 9), Act(said, 6, late=True), Act(said), Act(said, 12)]
    assert put_off(acts, [4, 9, 9, 9, 12]) == [[2, 3], [2, 3], [], [], []]


# --- the command line -----------------------------------------------------------------------


def told(*args: str) -> str:
    made = CliRunner().invoke(main, ["audit", *args])
    assert made.exit_code == 0, made.output
    return made.stdout


def test_a_ship_that_has_left_has_no_true_place_though_it_may_have_left_later() -> None:
    """The truth is read in two ways in that step: it escapes now, or with the next click."""
    gone = "off the map"
    known = Quarry("ship", "sea", (Thought(9, "turn 2", "escape", (), gone),))
    for real, truth in (
        (Thought(9, "", "escape", ("B6",), gone), None),
        (Thought(9, "", "move", ("B6",)), "B6"),
    ):
        assert with_truth(known, replace(known, thoughts=(real,))).thoughts[0].truth == truth


def test_the_table_and_the_json_say_the_same() -> None:
    path = str(played(1).path)
    table = told(path, "--belief", "--as", "BRITISH")
    rows = json.loads(told(path, "--belief", "--as", "british", "--json"))["beliefs"][0]["thoughts"]
    assert "Where Admiral Graf Spee could be, as the British side could know it then" in table
    lines = table.splitlines()
    start = next(at for at, line in enumerate(lines) if line.split()[:2] == ["step", "time"]) + 1
    for row, line in zip(rows, lines[start:], strict=False):
        assert line.split()[0] == str(row["step"])
        assert row["moment"] in line
        assert f" {row['size']}" in line
        assert row["size"] == len(row["places"])


def test_without_belief_nothing_is_added() -> None:
    path = str(played(1).path)
    assert "could be" not in told(path)
    assert "beliefs" not in json.loads(told(path, "--json"))


@pytest.mark.parametrize("side", ["germn", "Kriegsmarine"])
def test_a_side_that_nobody_has_is_refused(side: str) -> None:
    made = CliRunner().invoke(main, ["audit", str(played(1).path), "--belief", "--as", side])
    assert made.exit_code == 2
    assert "sides: British, German" in made.stderr
    assert ("did you mean 'German'" in made.stderr) == (side == "germn")


def test_a_game_without_rules_is_refused(foreign: Callable[[], Any], desk: Desk) -> None:
    log = desk.file(foreign().say(GERMAN, "hello"))
    made = CliRunner().invoke(main, ["audit", str(log), "--belief"])
    assert made.exit_code == 2
    assert "no rules are known" in made.stderr


# --- what was said cannot all be true ---------------------------------------------------------


AROUND = {
    **{"ark_royal": "D1", "exeter": "E2", "sussex": "C1", "shropshire": "D2", "hermes": "E3"},
    **{"cumberland": "B1", "renown": "C2", "dummy_1": "D3", "dummy_2": "E4"},
}
"""All hexes that the ship can reach from E1, with the fuel of a supply ship, but for E1 itself."""


def _quiet(log: Any, turn: int) -> Any:
    course(log, turn).declare("END OF MOVEMENT", "British", turn=turn)
    return log.declare("NO CONTACT", "German", turn=turn)


def _hunted(pixels: dict[tuple[str, str], tuple[int, int]]) -> Any:
    """The ship is shown in E1; next turn it can have gone nowhere unseen, and its player says that
    there was no contact, and that it is not in E1 either."""
    log = LogBuilder(pixels, {"GermanScore": "0"})
    for piece, place in AROUND.items():
        log.move(piece, place)
    log = _quiet(log.start(), 1).declare("RAID", "German", turn=1).move("graf_spee", "E1")
    log.score_button(2).move("graf_spee", "Holding", "Voyage Log").end_of_turn(1)
    _quiet(log, 2).show("ark_royal").move("search_1", "E1", by=BRITISH)
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=2)
    return log.declare("NOT FOUND", "German", turn=2)


@pytest.mark.parametrize("eyes", [PUBLIC, AS_BRITISH], ids=["public", "british"])
def test_an_empty_set_says_which_statements_it_rests_on(
    eyes: Eyes, pixels: dict[tuple[str, str], tuple[int, int]], desk: Desk
) -> None:
    result = desk.audit(_hunted(pixels), belief=True, **eyes)
    (quarry,) = result.beliefs or ()
    last = quarry.thoughts[-1]
    assert (last.places, last.says) == ((), "some statement was false")
    said = last.doubted[0]
    assert (said.why, said.step, said.side) == ("answer", last.step, "German")
    assert said.player == "German Player P1"
    assert [one.why for one in last.doubted[1:]] == ["no contact", "raid"]
    assert last.to_json()["doubted"]
    (line,) = [one for one in text_lines(result) if "statement was false" in one]
    assert f"answer in step {said.step}, German (German Player P1), or no contact" in line


def test_a_log_that_the_rules_cannot_explain_to_its_end_says_nothing_of_hidden_places(
    pixels: dict[tuple[str, str], tuple[int, int]], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = _hunted(pixels)
    assert desk.audit(log, belief=True).beliefs
    for name in ("FOLLOWED", "FOLLOWED_A_FACT"):
        monkeypatch.setattr(prices, name, 0)
    for eyes in (PUBLIC, REVEALED):
        result = desk.audit(log, belief=True, **eyes)
        assert result.beliefs == ()
        assert "The log fits no game by these rules, so nobody" in "".join(text_lines(result))


def test_what_an_empty_set_rested_on_is_told_until_the_thing_is_shown(
    pixels: dict[tuple[str, str], tuple[int, int]], desk: Desk
) -> None:
    log = _hunted(pixels)
    log.declare("RAID", "German", turn=2).move("graf_spee", "D1").roll("Commerce raid", 2)
    (quarry,) = desk.audit(log, belief=True).beliefs or ()
    assert quarry.thoughts[-1].places == ("D1",)
    assert not quarry.thoughts[-1].doubted
    assert any(one.doubted for one in quarry.thoughts)
