"""Dice thrown outside the log are missing, and nobody is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.blank_module import write_blank_module
from tests.modules.red_flags.scripts import (
    AT_THE_VILLAGE,
    FLOWN,
    GRENADIERS,
    NEXT,
    OTHERS,
    RIFLEMEN,
    audited,
    cited,
    graded,
)
from validator.audit.findings import Severity
from validator.rules.engine import GameRules

_MISSES = "Soviet picks Close combat (1d6) of SC1: 1\n"
ON_THE_DESK = {
    "dice of a shot": (
        RIFLEMEN
        + "Soviet picks Is the target of GI1\nSoviet says on my desk: 5 3 4 2\n"
        + "German picks Hit: rifleman (1d6) of GI1: 6\n"
        + NEXT,
        "RF-5.3",
    ),
    "dice of a shot, and a marker is laid for another man than throws first": (
        RIFLEMEN
        + "Soviet picks Is the target of GI1\nSoviet says on my desk: 5 5 4 2\n"
        + "German picks Hit: rifleman (1d6) of GI1: 6\nGerman drags fallen_rifle_1 to 0906\n"
        + "German picks Hit: rifleman (1d6) of GI1: 1\n"
        + NEXT,
        "RF-5.3",
    ),
    "dice of a shot, and who is shot at fires back with as many": (
        GRENADIERS
        + "German picks Is the target of SI1\nGerman says on my desk: 1 1 4 2\n"
        + "Soviet picks Heavy machine-gun (4d6) of SI1: 1 3 4 2\n"
        + NEXT,
        "RF-5.3",
    ),
    "dice of a shot, who is shot at fires back, and another is hit in a close combat": (
        RIFLEMEN
        + "Soviet picks Is the target of GI1\n"
        + (_GUNNERS := "German picks Hit: support weapon (1d6) of GI1: 4\n")
        + "German picks Hit: machine-gunner (1d6) of GI1: 2\n"
        + (
            _CLOSE := (
                "German picks Heavy machine-gun (4d6) of GI1: 4 2 1 1\nSoviet drags SC1 to 0906\n"
                "German picks 5 men (5d6) of GI1: 1 6 6 3 4\n"
                "Soviet picks Close combat (1d6) of SC1: 1\n"
                "Soviet picks Hit (1d6) of SC1: 3\nSoviet drags SC1 to Soviet Losses\n"
            )
        )
        + NEXT,
        "RF-5.3",
    ),
    **{
        f"dice of a first round of close combat, {how}": (
            RIFLEMEN
            + "Soviet picks Is the target of GI1\n"
            + _CLOSE.replace("3 4\n", "3 4 1\n").replace(
                "German picks 5 men (5d6)", f"{told}{_MISSES}German picks 6 men (6d6)"
            )
            + NEXT,
            "RF-10.1",
        )
        for how, told in (
            ("told in the chat", "German says rolled 1 2 1 2 3 1\nGerman rolls Scatter: 3\n"),
            ("told by nobody", ""),
        )
    },
    "a suit that nobody turns": (
        "Soviet drags card_S1 to Active Group\n"
        + AT_THE_VILLAGE
        + "German picks Hit: rifleman (1d6) of GI1: 6\n"
        + NEXT,
        "RFD-1",
    ),
    "the die of a man who is hit": (
        RIFLEMEN + AT_THE_VILLAGE + "German says a rifleman, 6 on my desk\n" + NEXT,
        "RF-7.1",
    ),
    "the die of one of three men who are hit, and a marker is laid before another is named": (
        GRENADIERS
        + "German picks Is the target of SI1\n"
        + "German picks Heavy machine-gun (4d6) of GI1: 6 6 6 2\n"
        + "Soviet drags fallen_rifle_1 to 0605\nSoviet picks Hit: rifleman (1d6) of SI1: 3\n"
        + "Soviet says rolled 6\nSoviet picks Hit: rifleman (1d6) of SI1: 5\n"
        + NEXT,
        "RF-7.1",
    ),
    "dice of one weapon, and the others fire by the menu": (
        RIFLEMEN
        + "Soviet drags SI2 to 0806\n"
        + GRENADIERS
        + "German picks Is the target of SI2\nGerman says rolled 5 2 4 6\n"
        + 2 * (_SMG := "Soviet picks Hit: submachine-gunner (1d6) of SI2: 6\n")
        + "German picks 2 rifles (2d6) of GI1: 1 2\n"
        + "German picks 1 sub-machine-gun (2d6) of GI1: 1 6\n"
        + _SMG
        + "German picks 1 light machine-gun (2d6) of GI1: 1 3\n"
        + NEXT,
        "RF-5.3",
    ),
    "the die of a man who falls, and those who are left fight on": (
        GRENADIERS
        + "German picks Is the target of SI1\n"
        + "German picks Heavy machine-gun (4d6) of GI1: 5 1 1 1\n"
        + "Soviet says a 1 on my desk, a rifleman is gone\n"
        + RIFLEMEN
        + "Soviet drags SI1 to 0706\n"
        + NEXT
        + "".join(f"Soviet presses Next card: card_{cards}\n" for cards in (OTHERS[0], *OTHERS[2:]))
        + "Soviet presses Turn ends\nSoviet presses New turn\n"
        + RIFLEMEN
        + "Soviet picks Is the target of GI1\n"
        + "German picks Heavy machine-gun (4d6) of GI1: 1 1 1 1\n"
        + "Soviet picks 1 light machine-gun (2d6) of SI1: 1 1\n"
        + "Soviet drags SI1 to 0906\n"
        + "Soviet picks 5 men (5d6) of SI1: 6 1 1 1 1\n"
        + "German picks 6 men (6d6) of GI1: 6 6 1 1 1 1\n"
        + "Soviet picks Hit: submachine-gunner (1d6) of SI1: 6\n"
        + "Soviet picks Hit: machine-gunner (1d6) of SI1: 6\n"
        + "German picks Hit: rifleman (1d6) of GI1: 6\n"
        + "Soviet drags SI1 to 0806\nSoviet picks Morale (1d6) of SI1: 6\n"
        + "German presses Next card: card_G2, clubs_7\n",
        "RF-7.1",
    ),
    "the first of two dice for morale": (
        RIFLEMEN
        + "Soviet drags SI2 to 0806\n"
        + NEXT
        + "".join(f"Soviet presses Next card: card_{cards}\n" for cards in OTHERS)
        + "Soviet presses Turn ends\nSoviet presses New turn\n"
        + RIFLEMEN
        + "Soviet drags SI2 to 0906\n"
        + "Soviet picks 4 men (4d6) of SI2: 1 1 1 1\n"
        + "German picks 6 men (6d6) of GI1: 6 1 1 1 1 1\n"
        + "Soviet picks Hit: submachine-gunner (1d6) of SI2: 6\n"
        + "Soviet drags SI2 to 0806\nSoviet picks Broken of SI2\n"
        + "Soviet picks Morale (1d6) of SI2: 4\n"
        + NEXT,
        "RF-11.1",
    ),
}
"""What is thrown or turned where the log does not show it, and the case that asks for it."""
_HIT = "German picks Hit: rifleman (1d6) of GI1: 6\n" * 2
BOMBED_ON_THE_DESK = {
    "the die of the fan": (
        "Soviet picks Is the target of GI1\nSoviet says a 5 on my desk\n"
        "Soviet picks Bombs (4d6) of SX1: 5 6 1 1\n",
        [("RF-5.14", Severity.MISSING)],
    ),
    "all dice": (
        "Soviet says bombs on GI1, on my desk: a 5, then 5 6 1 1\n",
        [("dice.elsewhere", Severity.NOTE)],
    ),
    "none": (
        "Soviet picks Is the target of GI1\nSoviet picks Where the bombs fall (1d6) of SX1: 5\n"
        "Soviet picks Bombs (4d6) of SX1: 5 6 1 1\n",
        [],
    ),
}
"""Of the large battle, when an aircraft has flown for two turns."""


@pytest.mark.slow
def test_a_fighter_strafes_on_the_desk_whom_its_side_has_named(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    module = write_blank_module(red_flags_rules.game, tmp_path)
    script = (
        "Soviet presses Next card: card_S7, spades_2\nSoviet drags SX2 to 0906\n"
        "Soviet picks Is the target of GI2\nGerman picks Hit: rifleman (1d6) of GI2: 6\n"
        "Soviet drags SX3 to 0604\nGerman presses Next card: card_G1, clubs_3\n"
    )
    found = audited(red_flags_rules, module, tmp_path, script).findings
    about = [(one.code, one.severity) for one in found if not one.code.startswith("log.")]
    assert about == [("dice.elsewhere", Severity.NOTE)]


@pytest.mark.parametrize(("script", "case"), ON_THE_DESK.values(), ids=ON_THE_DESK)
@pytest.mark.slow
def test_dice_on_the_desk_are_missing_and_nobody_is_accused(
    first_shots: GameRules, module: Path, tmp_path: Path, script: str, case: str
) -> None:
    assert graded(first_shots, module, tmp_path, script) == [(case, Severity.MISSING)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "hits",
    (f"{_GUNNERS}German says rolled 2, the machine-gunner\n", "German says rolled 4, then a 2\n"),
    ids=("one of the dice", "none"),
)
def test_whoever_shoots_on_the_desk_may_hit_more_who_are_thrown_for_there(
    first_shots: GameRules, module: Path, tmp_path: Path, hits: str
) -> None:
    script = f"{RIFLEMEN}Soviet picks Is the target of GI1\n{hits}{_CLOSE}{NEXT}"
    assert graded(first_shots, module, tmp_path, script) == [
        ("RF-5.3", Severity.MISSING),
        ("RF-7.1", Severity.MISSING),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("told", ("", "Soviet says his die on my desk: 6\n"), ids=("", "told"))
@pytest.mark.parametrize(
    ("who", "expected"),
    [("SI2, SC1", ("dice.elsewhere", Severity.NOTE)), ("SI2", ("RF-7.1", Severity.VIOLATION))],
)
def test_the_commander_throws_his_die_on_the_desk(
    first_shots: GameRules,
    module: Path,
    tmp_path: Path,
    who: str,
    expected: tuple[str, Severity],
    told: str,
) -> None:
    """After a shot of which the log shows the dice, if he is with those who fire."""
    shot = "Soviet picks 1 sub-machine-gun (2d6) of SI2: 1 3\n"
    script = (
        f"{RIFLEMEN}Soviet drags {who} to 0806\nSoviet picks Is the target of GI1\n"
        f"German picks Heavy machine-gun (4d6) of GI1: 1 1 1 1\n{shot}{told}"
        f"German drags fallen_rifle_1 to 0906\nGerman picks Hit: rifleman (1d6) of GI1: 1\n{NEXT}"
    )
    found = audited(first_shots, module, tmp_path, script).findings
    assert [(one.code, one.severity) for one in found if not one.code.startswith("log.")] == [
        expected
    ]


@pytest.mark.slow
def test_a_man_for_whom_a_marker_is_laid_has_fallen_by_dice_that_nobody_sees(
    first_shots: GameRules, module: Path, tmp_path: Path
) -> None:
    told = (first_shots.folder / "scenarios" / "first_shots.txt").read_text("utf-8")
    die = "German picks Hit: rifleman (1d6) of GI1: 2\n"
    script = told.replace(die, "German says a 2\n", 1)
    assert graded(first_shots, module, tmp_path, script) == [("RF-7.1", Severity.MISSING)]


@pytest.mark.slow
def test_who_is_put_away_was_shot_at_even_if_no_dice_are_seen(
    first_shots: GameRules, module: Path, tmp_path: Path
) -> None:
    script = (
        RIFLEMEN
        + "Soviet drags SC1 to 0806\n"
        + GRENADIERS
        + "German picks Is the target of SC1\nGerman says rolled 6 6 5 5\n"
        + "Soviet drags SC1 to Soviet Losses\n"
        + NEXT
    )
    assert graded(first_shots, module, tmp_path, script) == [
        ("RF-5.3", Severity.MISSING),  # a roll is told, so dice were thrown beside the buttons
        ("RF-7.1", Severity.MISSING),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("bombs", "expected"), BOMBED_ON_THE_DESK.values(), ids=BOMBED_ON_THE_DESK)
def test_who_bombs_on_the_desk_is_not_accused(
    red_flags_rules: GameRules, tmp_path: Path, bombs: str, expected: list[tuple[str, Severity]]
) -> None:
    module = write_blank_module(red_flags_rules.game, tmp_path)
    found = audited(red_flags_rules, module, tmp_path, f"{FLOWN}{bombs}{_HIT}{NEXT}").findings
    about = [(one.code, one.severity) for one in found if not one.code.startswith("log.")]
    assert about == expected


@pytest.mark.slow
@pytest.mark.parametrize("told", ["Soviet says rolled 5\n", ""], ids=["told", "told by nobody"])
@pytest.mark.parametrize("turned", [0, 1], ids=["ahead", "turned first"])
def test_who_is_met_by_a_look_that_no_menu_shows_may_fire(
    red_flags_rules: GameRules, tmp_path: Path, turned: int, told: str
) -> None:
    module = write_blank_module(red_flags_rules.game, tmp_path)
    script = (
        "Soviet presses Next card: card_S6, spades_2\n"
        "Soviet drags SR1 to 0706\nSoviet drags SR1 to 0806\n"
        + turned * "Soviet picks Turn left of SR1\n"
        + f"{told}German picks Mortar (2d6) of GI2: 1 2\n{NEXT}"
    )
    found = audited(red_flags_rules, module, tmp_path, script).findings
    about = [(one.code, one.severity) for one in found if not one.code.startswith("log.")]
    assert about == [("dice.elsewhere", Severity.NOTE)]


@pytest.mark.slow
def test_who_tells_no_die_of_a_shot_throws_for_all_his_men_in_close_combat(
    first_shots: GameRules, module: Path, tmp_path: Path
) -> None:
    script = f"{RIFLEMEN}Soviet picks Is the target of GI1\n{_CLOSE}{NEXT}"
    assert cited(first_shots, module, tmp_path, script) == ["RF-10.2"]
