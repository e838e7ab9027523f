"""The test of the tests: every enforced case is held by a test that fails without it."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from ruamel.yaml import YAML

from generator.definition.reader import load_game
from generator.places import games_folder
from tests.sampling import one_in
from validator.rules.bench import Bench
from validator.rules.caselist import read_cases, rules_report
from validator.rules.engine import GameRules
from validator.rules.fitting import misfits
from validator.rules.loading import load_rules

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
GAMES = ("graf_spee", "under_ten_flags", "atlantic_chase", "red_flags", "uboat_variant")
ENFORCED = [
    (game, entry.id)
    for game in GAMES
    for entry in sorted(read_cases(games_folder() / game), key=lambda entry: entry.id)
    if not entry.why
]
"""As the lists of cases say; that they say what the engine enforces is tested below."""


@cache
def _rules(game: str) -> GameRules:
    return load_rules(load_game(game), games_folder() / game)


@cache
def _loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"held_{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@cache
def _tests(game: str) -> dict[str, Callable[..., None]]:
    """Node id to test, of all tests that need nothing but a bench."""
    found = {}
    for path in sorted((HERE / game).glob("test_rules_*.py")):
        for name, test in inspect.getmembers(_loaded(path), inspect.isfunction):
            if name.startswith("test_") and list(inspect.signature(test).parameters) == ["bench"]:
                found[f"{path.relative_to(ROOT).as_posix()}::{name}"] = test
    return found


def _bench(game: str, rules: GameRules) -> Bench:
    made: Bench = _loaded(HERE / game / "conftest.py").Bench(rules)
    return made


@cache
def _holds(game: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Case to the tests that break it, and to those that come close to breaking it."""
    broken: dict[str, list[str]] = defaultdict(list)
    close: dict[str, list[str]] = defaultdict(list)
    for node, test in _tests(game).items():
        bench = _bench(game, _rules(game))
        test(bench)
        for case_id in dict.fromkeys(bench.held):
            broken[case_id].append(node)
        for case_id in dict.fromkeys(bench.closed):
            close[case_id].append(node)
    return broken, close


@pytest.mark.parametrize(("game", "case_id"), one_in(3, ENFORCED, arguments=2))
def test_a_test_breaks_each_case_and_fails_when_it_is_switched_off(game, case_id):
    broken, _ = _holds(game)
    assert broken[case_id], f"no test breaks {case_id}"
    without = _rules(game).without(case_id)
    for node in broken[case_id]:
        with pytest.raises(AssertionError):
            _tests(game)[node](_bench(game, without))


@pytest.mark.parametrize(("game", "case_id"), ENFORCED)
def test_a_test_comes_close_to_each_case_and_is_legal(game, case_id):
    assert _holds(game)[1][case_id], f"no legal test comes close to {case_id}"


@pytest.mark.parametrize("game", GAMES)
def test_every_name_in_cases_and_signs_is_one_of_the_verbs_or_of_the_definition(game):
    assert list(misfits(_rules(game))) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_cases_names_the_tests_that_hold_them(game):
    broken, close = _holds(game)
    for entry in read_cases(_rules(game).folder):
        held = list(dict.fromkeys((*broken[entry.id], *close[entry.id])))
        assert list(entry.tests) == held, entry.id


@pytest.mark.parametrize("game", GAMES)
def test_every_case_of_the_rule_book_is_enforced_or_stated_with_a_reason(game):
    report = rules_report(_rules(game))
    for row in report["cases"]:
        assert row["says"], row["id"]
        if row["status"] == "enforced":
            assert row["tests"], row["id"]
            assert not row["why"], row["id"]
        else:
            assert row["status"] == "stated"
            assert row["why"], row["id"]
    # The decisions of Atlantic Chase are told with the tables and cases that rest on them.
    rulings = set() if game == "atlantic_chase" else {"enforced"}
    assert {row["status"] for row in report["decisions"]} == rulings


@pytest.mark.parametrize("game", GAMES)
def test_no_enforced_case_is_given_a_reason_for_being_stated(game):
    enforced = _rules(game).module.book.ids()
    for entry in read_cases(_rules(game).folder):
        assert bool(entry.why) != (entry.id in enforced), entry.id
    assert enforced == {case_id for one, case_id in ENFORCED if one == game}


@pytest.mark.parametrize("game", GAMES)
def test_every_case_of_the_digest_is_listed(game, shared):
    digest = YAML(typ="safe").load((shared / "games" / f"{game}.cases.yaml").read_text("utf-8"))
    listed = [row["id"] for row in rules_report(_rules(game))["cases"]]
    assert listed == [row["id"] for row in digest]


@pytest.mark.parametrize("game", GAMES)
def test_a_case_that_does_not_exist_cannot_be_switched_off(game):
    with pytest.raises(KeyError):
        _rules(game).without("GS-99(9)z")
