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
from validator.rules.caselist import read_cases, rules_report
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

HERE = Path(__file__).parent
ROOT = HERE.parent.parent.parent
RULES = load_rules(load_game("graf_spee"), games_folder() / "graf_spee")
ENFORCED = sorted(RULES.module.book.ids())


@cache
def _loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"held_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@cache
def _tests() -> dict[str, Callable[..., None]]:
    """Node id to test, of all tests that need nothing but a bench."""
    found = {}
    for path in sorted(HERE.glob("test_rules_*.py")):
        if path == Path(__file__):
            continue
        for name, test in inspect.getmembers(_loaded(path), inspect.isfunction):
            if name.startswith("test_") and list(inspect.signature(test).parameters) == ["bench"]:
                found[f"{path.relative_to(ROOT).as_posix()}::{name}"] = test
    return found


def _bench(rules: GameRules):
    return _loaded(HERE / "conftest.py").Bench(rules)


@cache
def _holds() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Case to the tests that break it, and to those that come close to breaking it."""
    broken: dict[str, list[str]] = defaultdict(list)
    close: dict[str, list[str]] = defaultdict(list)
    for node, test in _tests().items():
        bench = _bench(RULES)
        test(bench)
        for case_id in dict.fromkeys(bench.held):
            broken[case_id].append(node)
        for case_id in dict.fromkeys(bench.closed):
            close[case_id].append(node)
    return broken, close


@pytest.mark.parametrize("case_id", ENFORCED)
def test_a_test_breaks_each_case_and_fails_when_it_is_switched_off(case_id):
    broken, _ = _holds()
    assert broken[case_id], f"no test breaks {case_id}"
    without = RULES.without(case_id)
    for node in broken[case_id]:
        with pytest.raises(AssertionError):
            _tests()[node](_bench(without))


@pytest.mark.parametrize("case_id", ENFORCED)
def test_a_test_comes_close_to_each_case_and_is_legal(case_id):
    assert _holds()[1][case_id], f"no legal test comes close to {case_id}"


def test_the_list_of_cases_names_the_tests_that_hold_them():
    broken, close = _holds()
    for entry in read_cases(RULES.folder):
        held = list(dict.fromkeys((*broken[entry.id], *close[entry.id])))
        assert list(entry.tests) == held, entry.id


def test_every_case_of_the_rule_book_is_enforced_or_stated_with_a_reason():
    report = rules_report(RULES)
    for row in report["cases"]:
        assert row["says"], row["id"]
        if row["status"] == "enforced":
            assert row["tests"], row["id"]
            assert not row["why"], row["id"]
        else:
            assert row["status"] == "stated"
            assert row["why"], row["id"]
    assert {row["status"] for row in report["decisions"]} == {"enforced"}


def test_no_enforced_case_is_given_a_reason_for_being_stated():
    for entry in read_cases(RULES.folder):
        assert bool(entry.why) != (entry.id in ENFORCED), entry.id


def test_every_case_of_the_digest_is_listed(shared):
    digest = YAML(typ="safe").load((shared / "games" / "graf_spee.cases.yaml").read_text("utf-8"))
    listed = [row["id"] for row in rules_report(RULES)["cases"]]
    assert listed == [row["id"] for row in digest]


def test_a_case_that_does_not_exist_cannot_be_switched_off():
    with pytest.raises(KeyError):
        RULES.without("GS-99(9)z")
