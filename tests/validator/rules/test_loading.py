"""A game folder's Python and its list of cases."""

from __future__ import annotations

import shutil
import sys

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from validator.playing.selfplay import play_game
from validator.rules.caselist import CaseListError, read_cases
from validator.rules.loading import RulesError, load_part, load_rules


def test_a_bundled_game_is_loaded_once():
    folder = games_folder() / "graf_spee"
    assert load_part(folder, "rules") is load_part(folder, "rules")


def test_a_game_of_ones_own_has_all_that_a_bundled_one_has(tmp_path):
    mine = tmp_path / "my_spee"
    shutil.copytree(games_folder() / "graf_spee", mine)
    rules = load_rules(load_game(mine), mine)
    assert play_game(rules, 1, "random").outcome is not None
    assert (
        rules.module is not load_rules(load_game("graf_spee"), games_folder() / "graf_spee").module
    )
    assert str(mine) in str(sys.modules[rules.module.state.__module__].__file__)


def test_a_folder_without_rules_says_so(tmp_path):
    with pytest.raises(RulesError, match="no such file"):
        load_part(tmp_path, "rules")


def test_rules_that_do_not_load_are_a_trouble_and_no_traceback(tmp_path):
    (tmp_path / "rules.py").write_text("raise RuntimeError('broken')")
    with pytest.raises(RulesError, match="RuntimeError: broken"):
        load_part(tmp_path, "rules")


def test_rules_must_hand_over_a_module(tmp_path):
    (tmp_path / "rules.py").write_text("MODULE = 3")
    with pytest.raises(RulesError, match="GameModule"):
        load_rules(None, tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id: GS-1", "a list of cases"),
        (
            "- {id: X-1, section: s, says: t, wy: u}",
            "cases.yaml:1: case 1: unknown key 'wy'; accepted: id, section, says, why, seldom, "
            "tests; did you mean 'why'?",
        ),
        (
            "# Mine\n- {id: X-1, section: s, says: t}\n\n- id: X-2\n  section: s\n  syas: t\n",
            "cases.yaml:6: case 2: unknown key 'syas'; .*did you mean 'says'?",
        ),
        ("\n- {id: X-1, section: s}", "cases.yaml:2: case 1: 'says' must be there"),
        (
            "- {id: X-1, section: s, says: t}\n- {id: X-1, section: s, says: t}",
            "yaml:2: case 2: X-1 stands here twice",
        ),
        ("- [", "no YAML"),
        ("- {id: X-1, section: s, says: t, tests: [1]}", "'tests' must be"),
    ],
)
def test_a_list_of_cases_that_is_wrong_is_told(tmp_path, text, said):
    (tmp_path / "cases.yaml").write_text(text)
    with pytest.raises(CaseListError, match=said.replace("?", r"\?").replace("[", r"\[")):
        read_cases(tmp_path)


def test_a_missing_list_of_cases_is_told(tmp_path):
    with pytest.raises(CaseListError, match="cannot be read"):
        read_cases(tmp_path)


def test_a_list_once_read_is_not_parsed_again(tmp_path, monkeypatch):
    (tmp_path / "cases.yaml").write_text("- {id: X-77, section: s, says: t, tests: [a, b]}")
    first = read_cases(tmp_path)
    monkeypatch.setattr("generator.plain_yaml._as_json", None)
    assert read_cases(tmp_path) == first


def test_a_case_may_say_why_it_hardly_ever_refuses(tmp_path):
    (tmp_path / "cases.yaml").write_text("- {id: X-1, section: s, says: t, seldom: u}")
    (entry,) = read_cases(tmp_path)
    assert (entry.seldom, entry.why, entry.tests) == ("u", "", ())


def test_an_enforced_case_that_is_not_listed_is_told(tmp_path):
    folder = tmp_path / "short"
    shutil.copytree(games_folder() / "graf_spee", folder)
    (folder / "cases.yaml").write_text("- {id: GS-1(a), section: s, says: t, why: w}")
    with pytest.raises(RulesError, match=r"cases\.yaml does not list case 'GS-4\(1\)a'; accepted"):
        load_rules(load_game("graf_spee"), folder)
