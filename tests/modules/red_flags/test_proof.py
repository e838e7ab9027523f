"""The proof of this game: what is no offence, though an offence was planted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.vassal import modules
from modules.red_flags.cards import Shuffle
from modules.red_flags.effects import Casualty
from modules.red_flags.fire import Engage, Fire, RollFirst
from modules.red_flags.landing import Drop
from modules.red_flags.melee import Withdraw
from modules.red_flags.morale import Morale
from modules.red_flags.movement import Limber, Move
from modules.red_flags.tasks import Work
from tests.blank_module import write_blank_module
from validator.playing.hands import UnshownError
from validator.playing.selfplay import Played, Record
from validator.proving import moves, otherwise, unseen
from validator.proving.offences import Candidate, cases_of
from validator.proving.planting import Plant, Plot
from validator.proving.slips import against_a_word, only_noted, slip, turned_for_nothing
from validator.proving.subject import Subject
from validator.proving.unsaid import is_legal_uncounted
from validator.rules.engine import GameRules
from validator.rules.verbs import Verb


@pytest.fixture(scope="session")
def plot(first_shots: GameRules, module: Path, tmp_path_factory: pytest.TempPathFactory) -> Plot:
    """A battle in which offences are planted."""
    subject = Subject(first_shots, modules.read(module), tmp_path_factory.mktemp("logs"))
    return Plot(subject, subject.play(1700, "random", by_hand=False))


def _planted(plot: Plot, how: str, at: int, verb: Verb, side: str) -> Plant:
    broken = cases_of(plot.subject.rules, plot.game.played[at].before, verb)
    return plot.planted(broken[0], Candidate(how, verb, side, at, broken))


def test_what_the_other_side_owes_it_may_throw_a_moment_later(plot: Plot) -> None:
    """Who fired goes on before the dice for a hit fall; of one's own hits one knows."""
    late: dict[bool, str] = {}
    rows = list(enumerate(pairwise(plot.game.played)))
    for at, (thrown, then) in rows:
        if isinstance(thrown.verb, Casualty) and cases_of(
            plot.subject.rules, thrown.before, then.verb
        ):
            own = then.side == thrown.side
            if own not in late and type(then.verb) in (Move, Fire, Engage):
                plant = _planted(plot, "late", at, then.verb, then.side)
                late[own] = unseen.why_unseen(plant, missed=False)
    assert late[False] == "the other side threw a moment later what it owed"
    assert not late.get(True)


def test_the_button_that_begins_a_turn_may_be_clicked_twice(plot: Plot) -> None:
    """The rules only note a turn without any card."""
    rows = [(at, one) for at, one in enumerate(plot.game.played) if one.before.turn == 2]
    at, row = next((at, one) for at, one in rows if isinstance(one.verb, Shuffle))
    plant = _planted(plot, "twice", at + 1, row.verb, row.side)
    assert plant.one.cases[0] == "RF-3.5"
    assert only_noted(plant) == "by the rules it means nothing"


def test_a_turn_that_begins_too_early_ends_the_one_before(plot: Plot) -> None:
    """Cards that were not turned are missing then."""
    rows = [(at, one) for at, one in enumerate(plot.game.played) if one.before.turn == 2]
    at, row = next((at, one) for at, one in rows if one.before.carded)
    plant = _planted(plot, "any time", at, Shuffle(), row.side)
    assert "RF-3.4" in otherwise._broken_with_it(plant)


def test_which_way_men_look_is_only_noted(plot: Plot) -> None:
    """A tank looks somewhere."""
    rows = enumerate(plot.game.played)
    at = next(at for at, one in rows if one.before.group and "G1" not in one.before.carded)
    for unit, noted in (("GI2", True), ("GP1", False)):
        plant = _planted(plot, "any time", at, Move(unit, (), "N"), "German")
        assert plant.one.cases[0] in ("RF-3.2", "RF-3.3")
        assert bool(only_noted(plant)) == noted


def test_two_drags_may_break_a_rule_as_one_move(plot: Plot) -> None:
    """And they are no idle turns of a counter."""
    rules = plot.subject.rules
    for at, row in enumerate(plot.game.played):
        if not isinstance(row.verb, Move) or len(row.verb.path) != 1:
            continue
        state = rules.apply(row.before, row.verb)
        for hex_id in rules.tables.near[row.verb.path[0]]:
            verb = replace(row.verb, path=(hex_id,), facing="")
            broken = cases_of(rules, state, verb)
            as_one = replace(verb, path=(*row.verb.path, hex_id))
            if "RF-4.1" in broken and "RF-4.14" in cases_of(rules, row.before, as_one):
                one = Candidate("any time", verb, row.side, at + 1, broken)
                plant = plot.planted("RF-4.1", one)
                assert otherwise.also_broken(plant, {"RF-4.14"}) == {"RF-4.14"}
                assert not turned_for_nothing(plant)
                return
    raise AssertionError


@pytest.mark.slow
def test_who_names_a_target_and_does_not_fire_may_have_slipped(plot: Plot) -> None:
    """Then the gun may still be limbered."""
    other = Plot(plot.subject, plot.subject.play(2100, "random", by_hand=False))
    rules = plot.subject.rules
    rows = [(at, one) for at, one in enumerate(other.game.played) if isinstance(one.verb, Engage)]
    at, row = next((at, one) for at, one in rows[::-1] if one.verb.unit == "SA1")
    limber = Limber("SA1", True)
    assert cases_of(rules, rules.apply(row.before, row.verb), limber) == ("RF-4.10",)
    assert against_a_word(_planted(other, "any time", at + 1, limber, row.side))


def _shown(plot: Plot, at: int, verbs: Iterable[Verb], side: str) -> Iterator[Plant]:
    """Those of these verbs planted that the table shows."""
    for verb in verbs:
        with suppress(UnshownError):
            yield _planted(plot, "any time", at, verb, side)


@pytest.mark.slow
def test_one_player_may_throw_what_he_owes_in_another_order(plot: Plot) -> None:
    """Who is beaten throws for his morale before he withdraws; but nobody fires before he throws
    for those who were hit."""
    other = Plot(plot.subject, plot.subject.play(1700, "purposeful", by_hand=False))
    for kinds, why in (
        ((Withdraw, Morale), "one player did what he owed in another order"),
        ((Casualty, Fire), ""),
    ):
        rows = enumerate(pairwise(other.game.played))
        at, then = next(
            (at, then)
            for at, (one, then) in rows
            if (type(one.verb), type(then.verb)) == kinds and one.side == then.side
        )
        plant = _planted(other, "any time", at, then.verb, then.side)
        assert unseen.why_unseen(plant, missed=False) == why


def test_dice_thrown_from_the_menu_of_another_unit_are_a_slip(plot: Plot) -> None:
    """Where nothing rests on them: not those by which somebody is hit."""
    rows = list(enumerate(pairwise(plot.game.played)))
    thrown = next((at, one) for at, (one, _) in rows if isinstance(one.verb, RollFirst))
    hit = next(
        (at, one)
        for at, (one, then) in rows
        if isinstance(one.verb, Fire) and one.side == "Soviet" and isinstance(then.verb, Casualty)
    )
    for (at, one), is_slip in ((thrown, True), (hit, False)):
        others = (replace(one.verb, unit=unit) for unit in one.before.units)
        wrong = (verb for verb in others if cases_of(plot.subject.rules, one.before, verb))
        assert bool(slip(next(_shown(plot, at, wrong, one.side)))) == is_slip


@pytest.mark.slow
def test_who_is_no_paratrooper_has_nothing_to_show_that_he_jumps(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    """Out of a truck he is dragged: he has got out, and gone as far as he is dragged."""
    module = write_blank_module(red_flags_rules.game, tmp_path)
    subject, begun = (
        Subject(red_flags_rules, modules.read(module), tmp_path),
        red_flags_rules.start(),
    )
    shown = {}
    for unit in ("SI6", "SQ1"):
        jump = Played("Soviet", Drop(unit, (1,) * begun.unit(unit).figures, "0204"), begun)
        record = Record("red_flags", 1, "random", (jump,), begun, None)
        shown[unit] = bool(subject.played_out(record, by_hand=True).gestures)
    assert shown == {"SI6": False, "SQ1": True}


def test_a_drag_shows_only_where_it_ends(plot: Plot) -> None:
    """Whatever way was meant, its distance is seen."""
    rows = enumerate(plot.game.played)
    at, row = next((at, one) for at, one in rows if type(one.verb) is Move and one.verb.path)
    start, tables = row.before.unit(row.verb.unit).at, plot.subject.rules.tables
    far = next(one for one in sorted(tables.ground) if tables.distance(start, one) == 4)
    plant = _planted(plot, "another value", at, replace(row.verb, path=(far,)), row.side)
    assert "RF-2.1" in plant.one.cases
    ways = [*moves.ways_to_the_end(plant)]
    assert ways
    assert {len(way.path) for way in ways} == {4}
    assert all(way.path[-1] == far for way in ways)


def test_how_many_men_work_shows_no_sign(plot: Plot) -> None:
    rules = plot.subject.rules
    rows = (one for one in plot.game.played if isinstance(one.verb, Work))
    row = next(one for one in rows if not cases_of(rules, one.before, one.verb))
    many = replace(row.verb, figures=99)
    plant: Any = SimpleNamespace(rules=rules)
    assert cases_of(rules, row.before, many)
    assert is_legal_uncounted(plant, row.before, [many])
    assert not is_legal_uncounted(plant, row.before, [replace(row.verb, task="nothing")])


def test_a_marker_for_nothing_may_be_followed_by_another_breach(
    plot: Plot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who fell by his marker, and not by his die, is missed later."""
    rows = enumerate(plot.game.played)
    at, row = next(
        (at, one) for at, one in rows if isinstance(one.verb, Casualty) and not one.verb.fell
    )
    plant = _planted(plot, "another value", at, replace(row.verb, fell=True), row.side)
    monkeypatch.setattr(
        otherwise, "first_broken", lambda plant, verb: () if verb.fell else ("RF-10.2",)
    )
    assert "RF-10.2" in otherwise._broken_alike(plant, {"RF-10.2"})
