"""Games by mail as people play them: a click too early or twice, a word instead of a button, a
piece put right later. Nobody is accused of anything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.places import games_folder
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.playing.scripted import play_script
from validator.rules.engine import GameRules

pytestmark = pytest.mark.slow  # one of a kind is tried by default elsewhere

SCENARIOS = games_folder() / "atlantic_chase" / "scenarios"


def _episode(number: int, *changes: tuple[str, str]) -> tuple[str, str]:
    """An episode of the tutorial, with some of its lines changed."""
    name = f"tutorial_{number}"
    text = (SCENARIOS / f"{name}.txt").read_text("utf-8")
    return name, _changed(text, *changes)


def _otherwise(number: int, line: str, then: str) -> tuple[str, str]:
    """An episode of the tutorial up to a line, and what is done then."""
    name, text = _episode(number)
    before, found, _ = text.partition(line)
    assert found, line
    return name, before + then


def _changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def _shot(side: str, ship: str, target: str, dice: str) -> str:
    button = "Gunnery" if len(dice.split()) == 2 else "Gunnery, Extreme"
    return (
        f"{side} picks Fires of {ship}\n{side} picks Is fired at of {target}\n"
        f"{side} rolls {button}: {dice}\n"
    )


BATTERY = _shot("German", "battery_german", "sheffield", "5 5")
KOLN = _shot("German", "koln", "manchester", "1 2 2")
SHEFFIELD = _shot("British", "sheffield", "koln", "1 2 3")
MANCHESTER = _shot("British", "manchester", "koln", "6 5 1")
HIT = "British picks Flip of sheffield\n"
MOVES = """German drags koln to German Near
British drags sheffield to British Near
British drags manchester to British Near
"""
NEXT = "British presses Next round\n"
SECOND = (
    _shot("German", "battery_german", "sheffield", "2 2")
    + _shot("German", "koln", "manchester", "1 2")
    + _shot("British", "sheffield", "koln", "1 2")
    + _shot("British", "manchester", "koln", "1 3")
)
ROUNDS = BATTERY + KOLN + SHEFFIELD + MANCHESTER + HIT + MOVES + NEXT + SECOND
ROUNDS += "German presses Next round\nGerman presses Battle ends\n"


def _battle(*changes: tuple[str, str]) -> tuple[str, str]:
    """Two rounds off the Shore Battery, with some lines changed."""
    return "battle_shore_battery", _changed(ROUNDS, *changes)


NORFOLK = "British rolls Gunnery, Extreme: 1 2 5\n"
TWO_DICE = "British rolls Gunnery: 1 2\n"
VIE = "British rolls Vie, Active: 2\nGerman rolls Vie, Inactive: 5\n"
FIRES = [
    f"{side} picks Fires of {ship}\n{side} picks Is fired at of {target}\n"
    for side, ship, target in (
        ("British", "norfolk", "gneisenau"),
        ("British", "suffolk", "gneisenau"),
        ("German", "gneisenau", "norfolk"),
    )
]
SLIPPED = """German picks Engage of g1_segment_4
German picks Is the target of b2_station
British rolls Interruption: 3 5
British says slip: evade
German rolls Vie, Active: 4
British rolls Vie, Inactive: 1
British picks Earned of b2_em
German presses Initiative kept
"""
SEIZED = """German picks Engage of g1_segment_4
German picks Is the target of b2_station
British rolls Interruption: 3 5
German rolls Vie, Active: 1
British rolls Vie, Inactive: 4
British presses Weather Check: 6
British presses Bad Weather
British presses Initiative to British
British picks Earned of b2_em
"""
LAST_STICK = "German picks Take off of g1_segment_7\n"
PASSED = "German presses Initiative to British\n"
CHECKED = "British presses Weather Check: 3\n"
KOLN_AGAIN = _shot("German", "koln", "manchester", "1 2")
HONEST = {
    "a stick of a Time Lapse after Initiative": _episode(
        1, (LAST_STICK, ""), (PASSED, PASSED + LAST_STICK)
    ),
    "a stick of a Time Lapse, when reminded": _episode(
        1,
        (LAST_STICK, ""),
        (CHECKED, CHECKED + "British says one more has to go\n" + LAST_STICK),
    ),
    "a Pass in words": _episode(
        1, ("German picks Pass with it of g1_segment_7", "German says I pass")
    ),
    "dice of a Time Lapse in Good Weather, called off": _episode(
        1, (LAST_STICK, LAST_STICK + "German rolls Time Lapse: 4\nGerman says oops, no die\n")
    ),
    "Initiative pressed by both": _episode(
        1, (PASSED, PASSED + "British presses Initiative to British\n")
    ),
    "Evasive Maneuvers told before the dice": _episode(
        2,
        ("German picks Spent of g1_em\n", "German says I spend my Evasive Maneuvers\n"),
        ("British rolls Action: 4 5\n", "British rolls Action: 4 5\nGerman picks Spent of g1_em\n"),
    ),
    "two dice, then the three of Extreme range": _episode(
        2,
        (
            "British rolls Gunnery, Extreme: 1",
            "British rolls Gunnery: 1 2\nBritish rolls Gunnery, Extreme: 1",
        ),
    ),
    "a Hit marked after the Battle": _episode(
        2,
        ("British picks Flip of norfolk\n", ""),
        (
            "British presses Battle ends\n",
            "British presses Battle ends\nBritish picks Flip of norfolk\n",
        ),
    ),
    "two dice, and the third told": _episode(
        2, (NORFOLK, TWO_DICE + "British says and the third die is a 5\n")
    ),
    "two dice, and two more": _episode(2, (NORFOLK, TWO_DICE + "British rolls Gunnery: 5 6\n")),
    "shots of which only the dice are seen": _episode(2, *((one, "") for one in FIRES)),
    "a Vie, each with the other's button": _episode(
        2, (VIE, "British rolls Vie, Inactive: 2\nGerman rolls Vie, Active: 5\n")
    ),
    "an Engage in words": _episode(
        2, ("British picks Engage of b2_station\n", "British says I engage\n")
    ),
    "a Slip in words": _episode(
        1, ("German picks Pass with it of g1_segment_7\n", SLIPPED + "German says I pass\n")
    ),
    "two rounds": _battle(),
    "a Hit marked among the shots of the next round": _battle(
        (HIT, ""), (KOLN_AGAIN, KOLN_AGAIN + HIT)
    ),
    "a Hit marked before the end": _battle(
        (HIT, ""), ("German presses Battle ends\n", HIT + "German presses Battle ends\n")
    ),
    "the wrong ship marked, put right among the shots of the next round": _battle(
        (HIT, "British picks Flip of manchester\n"),
        (
            KOLN_AGAIN,
            KOLN_AGAIN
            + "German says the Sheffield was hit\nBritish picks Flip of manchester\n"
            + HIT,
        ),
    ),
    "the next round pressed after its first shot": _battle(
        (NEXT, ""), (KOLN_AGAIN, NEXT + KOLN_AGAIN)
    ),
    "the next round pressed by both": _battle((NEXT, NEXT + "German presses Next round\n")),
    "a ship that had not fired yet": (
        "battle_shore_battery",
        BATTERY
        + KOLN
        + SHEFFIELD
        + HIT
        + NEXT
        + "British says wait, Manchester forgot to fire\n"
        + MANCHESTER
        + "German drags koln to German Near\n"
        + NEXT
        + "German presses Battle ends\n",
    ),
    "a ship moved too far, put right in the next round": _battle(
        ("koln to German Near", "koln to Close"),
        (NEXT, NEXT + "British says one zone only!\nGerman drags koln to German Near\n"),
    ),
}


@pytest.mark.parametrize("script", HONEST.values(), ids=HONEST)
def test_nobody_is_accused(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, script: tuple[str, str]
) -> None:
    found = _found(atlantic_chase_rules, module, tmp_path, script)
    grave = (Severity.VIOLATION, Severity.MISSING, Severity.SUSPICIOUS)
    assert [(one.code, one.side, one.step) for one in found if one.severity in grave] == []


def test_a_slip_whose_marker_comes_last_leaves_no_doubt(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path
) -> None:
    script = _otherwise(1, "German picks Pass with it", SEIZED)
    found = _found(atlantic_chase_rules, module, tmp_path, script)
    assert [one.code for one in found if one.severity is not Severity.NOTE] == []


def _found(
    rules: GameRules, module: Path, folder: Path, script: tuple[str, str]
) -> Sequence[Finding]:
    scenario, text = script
    game = rules.game.begun_at(scenario)
    told, log = folder / "script.txt", folder / "game.vlog"
    told.write_text(text, "utf-8")
    play_script(game, games_folder() / game.id, module, told, log)
    return audit([log], game="atlantic_chase").findings
