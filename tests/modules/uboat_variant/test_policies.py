"""Tables that the article lacks: declared, reconstructed, or an owner's own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from generator.definition.reader import load_game
from generator.definition.troubles import DefinitionError
from generator.places import games_folder
from modules.uboat_variant import state as st
from modules.uboat_variant.verbs import AirDetect, SecondRoll
from validator.rules.loading import load_rules
from validator.rules.policies import PolicyError, policies_of, with_policies

FOLDER = games_folder() / "uboat_variant"
ROOT = Path(__file__).parents[3]
OWN = """overlay: {id: own, name: My own tables}
charts:
  charts:
    - id: air_detection
      status: printed
      rows:
        - {id: patrol, name: Patrol aircraft, cells: {success: 7}}
        - {id: bomber, name: Bombers, cells: {success: 2}}
"""


def rules_of(*policies, overlays=()):
    return load_rules(with_policies(load_game("uboat_variant", overlays), policies), FOLDER)


def searching(rules):
    """A Catalina off New York looks for a boat on the surface in 5.6."""
    start = rules.start()
    state = start.changed(step=st.SECOND, turn=3).change("U-66", at="CA", depth=st.SURFACED)
    return state.fly("PBY-1", at="CA")


def found(rules, die, seen):
    search = AirDetect("PBY-1", "U-66", die, seen)
    return [(one.case, one.severity) for one in rules.check(searching(rules), search)]


def test_what_is_declared_is_believed_and_known_to_be():
    rules = rules_of()
    assert rules.policies["air_detection"] == "declared"
    assert found(rules, 9, True) == found(rules, 1, False) == []
    assert rules.declared(AirDetect) == {"air_detection": "UVX-8.4"}
    assert rules.declared(SecondRoll) == {}


def test_dice_and_what_comes_before_are_held_all_the_same():
    assert found(rules_of(), 11, True) == [("UVD-1", "interpretation")]
    rules = rules_of()
    dived = searching(rules).change("U-66", depth=st.SUBMERGED)
    told = rules.check(dived, AirDetect("PBY-1", "U-66", 3, True))
    assert [one.case for one in told] == ["UV-5.6.2"]


def test_reconstructed_tables_are_decisions_of_ours():
    rules = rules_of("air_detection=reconstructed")
    assert found(rules, 9, True) == [("UVX-8.4", "interpretation")]
    assert found(rules, 5, True) == []
    assert rules.declared(AirDetect) == {}


def test_an_owners_own_table_gives_violations(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text(OWN)
    rules = rules_of(overlays=(own,))
    assert rules.policies["air_detection"] == "printed"
    assert found(rules, 7, True) == []
    assert found(rules, 8, True) == [("UVX-8.4", "violation")]
    declared = rules_of("air_detection=declared", overlays=(own,))
    assert found(declared, 8, True) == []


def test_a_scenario_chooses_row_by_row(tmp_path):
    rows = tmp_path / "rows.yaml"
    rows.write_text(
        "overlay: {id: rows}\n"
        "scenarios: {campaign: {policies: {huff_duff: reconstructed, movement: declared}}}\n"
    )
    policies = policies_of(load_game("uboat_variant", (rows,)))
    assert policies["huff_duff"] == "reconstructed"
    assert policies["movement"] == "declared"
    assert policies["air_detection"] == "declared"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "overlay: {id: hole}\ncharts: {charts: [{id: torpedo, above: error, below: error, "
            "rows: [{rolls: [2, 9], cells: {hits: 0}}, {rolls: [10, 10], cells: {hits: 1}}]}]}\n",
            "the rows of 'torpedo' begin at 2, the dice at 1",
        ),
        (
            "overlay: {id: hole}\ncharts: {charts: [{id: asw, rows: ["
            "{rolls: [1, 4], cells: {t: 0}}, {rolls: [6, 13], cells: {t: 9}}]}]}\n",
            "these rolls leave a gap: the row above ends at 4",
        ),
        (
            "overlay: {id: other}\nscenarios: {campaign: {policies: {huffduff: declared}}}\n",
            "no chart 'huffduff' has a policy",
        ),
        (
            "overlay: {id: other}\nscenarios: {campaign: {policies: {huff_duff: guessed}}}\n",
            "'guessed' is not accepted here; accepted: declared, reconstructed",
        ),
    ],
)
def test_an_overlay_that_does_not_fit_is_told_with_its_place(tmp_path, text, told):
    overlay = tmp_path / "mine.yaml"
    overlay.write_text(text)
    with pytest.raises(DefinitionError) as trouble:
        load_game("uboat_variant", (overlay,))
    assert told in str(trouble.value)
    assert "mine.yaml:" in str(trouble.value)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("huffduff=declared", "no table 'huffduff' with a policy; accepted: all, "),
        ("huff_duff=guessed", "'guessed' is not a policy; accepted: declared or reconstructed"),
        ("huff_duff", "NAME=POLICY is expected"),
    ],
)
def test_a_policy_that_nobody_can_follow_is_told(word, told):
    with pytest.raises(PolicyError, match="--policy") as trouble:
        rules_of(word)
    assert told in str(trouble.value)


def test_a_game_without_such_tables_says_so():
    with pytest.raises(PolicyError, match="has no table with a policy"):
        with_policies(load_game("graf_spee"), ["huff_duff=declared"])


def broadside(*args):
    run = subprocess.run(
        [sys.executable, str(ROOT / "broadside.py"), *map(str, args)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    return run.returncode, run.stdout, run.stderr


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """A log of the tutorial's two turns, played by chance."""
    log = tmp_path_factory.mktemp("policies") / "patrol.vlog"
    code, _, told = broadside(
        *(
            "play",
            "uboat_variant",
            "--scenario",
            "first_patrol",
            "--players",
            "random",
            "--seed",
            "10",
            "-o",
            log,
        )
    )
    assert code == 0, told
    return log


@pytest.mark.slow
def test_the_report_counts_what_could_not_be_judged(campaign):
    code, told, _ = broadside("audit", campaign, "--json")
    report = json.loads(told)
    assert code in (0, 1)
    rows = {row["code"]: row for row in report["unjudged"]}
    tables = {code: row for code, row in rows.items() if code.startswith("UVX-")}
    assert tables
    for code, row in tables.items():
        assert row["count"] == len(row["steps"])
        finding = next(one for one in report["findings"] if one["code"] == code)
        assert finding["severity"] == "unverifiable"
    _, text, _ = broadside("audit", campaign)
    assert "What could not be judged, and why" in text
    _, held, _ = broadside("audit", campaign, "--json", "--policy", "all=reconstructed")
    assert not [one for one in json.loads(held).get("unjudged", []) if one["code"] in tables]


@pytest.mark.slow
def test_commands_tell_a_wrong_policy(campaign):
    for args in (
        ("audit", campaign, "--policy", "asw=guessed"),
        ("play", "uboat_variant", "--policy", "nothing=declared", "-o", campaign.parent / "x.vlog"),
        ("rules", "uboat_variant", "--proof", "--policy", "nothing=declared"),
    ):
        code, _, told = broadside(*args)
        assert code == 2
        assert "--policy" in told
        assert "accepted" in told
