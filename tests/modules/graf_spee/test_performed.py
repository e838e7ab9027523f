"""What is performed by the signs of verbs is read by them as just these verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from generator.places import games_folder
from generator.vassal import saves
from modules.graf_spee.state import BRITISH, GERMAN
from modules.graf_spee.verbs import (
    VERBS,
    Draw,
    HidePiece,
    LogCourse,
    Look,
    MovePiece,
    PutBack,
    Raid,
    RevealPiece,
    SinkPiece,
)
from tests.modules.graf_spee.played_logs import the_game
from tests.modules.recorded import read_module
from tests.sampling import one_in
from validator.audit.logs import files_in, joined, open_files, read_files
from validator.audit.observing import observe
from validator.audit.sealing import seals_of
from validator.explaining.telling import explain
from validator.playing.logbook import Logged, played_out, save_of
from validator.playing.performing import UnshownError, perform, staging_of
from validator.playing.selfplay import Played
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules
from validator.rules.staging import Stage
from validator.rules.verbs import Verb, field_names

GAMES = [(1, "random"), (1, "purposeful"), (2, "random"), (5, "purposeful"), (34, "random")]
"""In these every verb is played that the rules ever allow."""


@cache
def the_rules() -> GameRules:
    return load_rules(the_game(), games_folder() / "graf_spee")


def read_back(logged: Logged, folder: Path) -> list[Verb]:
    """The verbs as which a log is read that hides nothing."""
    path = folder / "game.vlog"
    saves.write(path, save_of(read_module("graf_spee"), logged))
    logs = joined(read_files(open_files([path]), the_game(), None, reveal=True, module=None))
    files = files_in(logs)
    seals = seals_of(the_game(), logs, files)
    scene = observe(the_game(), [log.view for log in logs], files[0].first_step, seals.by_step)
    entries = explain(the_rules(), scene).entries
    return [entry.verb for entry in entries if entry.verb is not None]


def same(one: Verb, other: Verb) -> bool:
    """Whether two verbs are one, as far as both know it and something shows it: nothing says which
    of several cruisers fired, and at whom."""
    if type(one) is not type(other):
        return False
    names = [n for n in field_names(type(one)) if n not in ("shooter", "target")]
    rows = [(_unordered(getattr(one, n)), _unordered(getattr(other, n))) for n in names]
    return all(a == b or a is None or b is None for a, b in rows)


def _unordered(value: object) -> object:
    return sorted(value) if isinstance(value, tuple) else value


def showed(played: Sequence[Played]) -> Iterator[Verb]:
    """What a table shows: verbs that have signs, no move to where the piece stands, and no piece
    turned down that is at once turned up again."""
    still: set[int] = set()
    for at, (one, then) in enumerate(pairwise(played)):
        if isinstance(one.verb, HidePiece) and isinstance(then.verb, RevealPiece):
            still.update((at, at + 1) if one.verb.piece == then.verb.piece else ())
    for at, one in enumerate(played):
        verb = one.verb
        stays = isinstance(verb, MovePiece) and one.before.pieces[verb.piece].at == verb.to
        if type(verb).signs is not None and not stays and at not in still:
            yield verb


@pytest.mark.parametrize(("seed", "style"), one_in(3, GAMES, arguments=2))
def test_every_verb_of_a_game_is_read_as_it_was_performed(
    seed: int, style: str, tmp_path: Path
) -> None:
    logged = played_out(the_game(), read_module("graf_spee"), seed=seed, players=style)
    told = read_back(logged, tmp_path)
    for shown in showed(logged.record.played):
        found = next((verb for verb in told if same(verb, shown)), None)
        assert found is not None, shown.in_words()
        told.remove(found)


@pytest.mark.slow
def test_these_games_hold_every_verb_but_two() -> None:
    played = {
        type(one.verb)
        for seed, style in GAMES
        for one in played_out(
            the_game(), read_module("graf_spee"), seed=seed, players=style
        ).record.played
    }
    assert set(VERBS) - played == {PutBack, Look}


def with_one_more(kind: type[Verb], verb: Verb) -> Logged:
    """A game up to the first verb of a kind, and one more that is performed as it is."""

    def staging(stage: Stage, played: Sequence[Played]) -> Iterator[int]:
        first = next(at for at, one in enumerate(played, 1) if isinstance(one.verb, kind))
        for done in staging_of(the_rules().module)(stage, played[:first]):
            if done == first:
                perform(the_rules().module, stage, Played(verb.by, verb, played[first].before))
                yield first
                return
            yield done

    return played_out(
        the_game(), read_module("graf_spee"), seed=1, players="random", staging=staging
    )


def first(kind: type[Verb]) -> Verb:
    logged = played_out(the_game(), read_module("graf_spee"), seed=1, players="random")
    return next(one.verb for one in logged.record.played if isinstance(one.verb, kind))


def test_a_piece_drawn_and_put_back_is_read_as_that(tmp_path: Path) -> None:
    drawn = first(Draw)
    assert isinstance(drawn, Draw)
    verb = PutBack(drawn.piece, drawn.ocean)
    assert verb in read_back(with_one_more(Draw, verb), tmp_path)


def test_a_look_is_read_as_that(tmp_path: Path) -> None:
    moved = first(MovePiece)
    assert isinstance(moved, MovePiece)
    kind = the_rules().tables.units.get(moved.piece, "dummy")
    told = read_back(with_one_more(MovePiece, Look(moved.piece, kind)), tmp_path)
    assert any(same(verb, Look(moved.piece, kind)) for verb in told)


def test_a_raid_that_no_rule_allows_now_is_read_as_that(tmp_path: Path) -> None:
    hex_id = first(LogCourse).hex  # type: ignore[attr-defined]
    assert Raid(hex_id) in read_back(with_one_more(LogCourse, Raid(hex_id)), tmp_path)


@pytest.mark.parametrize(
    "verb",
    [MovePiece("nobody", "B3"), SinkPiece("dummy_1"), Raid("Z9")],
    ids=["no such piece", "a dummy sinks", "no such hex"],
)
def test_what_no_table_shows_is_told(verb: Verb) -> None:
    assert verb.by in (BRITISH, GERMAN)
    with pytest.raises(UnshownError, match="cannot be shown"):
        with_one_more(LogCourse, verb)
