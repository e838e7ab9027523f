"""Logs in which one rule is broken: the right case is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.modules.atlantic_chase.scripts import (
    LOST,
    NO_LINE,
    PLOT,
    TO_THE_BRITISH,
    WEATHER_BY_HAND,
    findings,
)
from tests.sampling import one_in
from validator.audit.findings import Severity
from validator.rules.engine import GameRules

pytestmark = pytest.mark.slow  # one of a kind is tried by default elsewhere

GUILTY = {
    "a squadron on the Battle Board without a Battle": (
        "German drags dd_german_2 to British Near\n" + LOST,
        "AC-55.1",
    ),
    "a gap in a line": (
        PLOT + "German drags g1_segment_6 to 2409\nGerman picks Trajectory of g1_segment_1\n"
        "German drags uboat_1 to 1015\n",
        "AC-15.5",
    ),
    "two sticks in a hex": (
        PLOT + "German drags g1_segment_6 to 2710\nGerman picks Trajectory of g1_segment_1\n"
        "German drags uboat_1 to 1015\n",
        "AC-15.2",
    ),
    "a stick in a Port Box": (
        "German picks Take off of g1_station\nGerman drags g1_segment_1 to Kiel\n"
        "German drags uboat_1 to 1015\nGerman rolls Vie, Active: 4\n"
        "British rolls Vie, Inactive: 2\nGerman presses Initiative kept\n",
        "AC-8.2",
    ),
    "over land": (
        NO_LINE + "British drags b1_station to 2311\nBritish drags b1_segment_1 to 2411\n"
        "British drags b1_segment_2 to 2312\nBritish picks Take off of b1_station\n"
        "British picks Trajectory of b1_segment_1\n",
        "AC-4.9",
    ),
    "a ship lost though nothing has hit it": (
        LOST + "British drags southampton to British Sunk\nBritish drags submarine_1 to 1522\n"
        "British rolls Vie, Active: 5\nGerman rolls Vie, Inactive: 5\n",
        "AC-52.1",
    ),
    "out of turn": (
        "British drags b2_segment_5 to 1708\nBritish picks Trajectory of b2_segment_5\n",
        "AC-3.3",
    ),
    "Intel forgotten": (
        PLOT + "German drags g1_segment_6 to 2610\nGerman picks Trajectory of g1_segment_6\n"
        "German drags uboat_1 to 1015\nGerman says your move\n",
        "AC-21.1",
    ),
    "a station that jumps": (
        "German drags g2_station to 2308\nGerman picks Trajectory of g2_station\n"
        "German drags uboat_1 to 1015\n",
        "AC-14.3",
    ),
    "the weather misread": (
        WEATHER_BY_HAND.replace("Check: 6", "Check: 2") + "British drags submarine_1 to 1820\n",
        "AC-25.8",
    ),
    "a vie that was lost": (
        "German drags uboat_1 to 1015\nGerman rolls Vie, Active: 4\n"
        "British rolls Vie, Inactive: 2\nBritish presses Initiative to British\n"
        "British presses Weather Check: 2\nBritish drags submarine_1 to 1820\n",
        "AC-26.1",
    ),
    "a ship that leaves a line": (
        LOST
        + """
British drags devonshire to B6
British drags b6_station to 1609
British drags b1_station to 2311
British drags submarine_1 to 1820
""",
        "AC-37.2",
    ),
    "too long a Time Lapse, with Intel": (
        """
German drags uboat_1 to 1114
German picks Intel of b4_segment_3
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
British presses Initiative to British
British presses Weather Check: 3
British picks Pass with it of b4_segment_1
British picks Take off of b4_segment_1
British picks Take off of b4_segment_2
British picks Take off of b4_segment_3
British presses Initiative to German
German presses Weather Check: 3
German drags uboat_2 to 1519
""",
        "AC-19.5",
    ),
    "a Time Lapse past the Intel Limit": (
        """
German drags uboat_1 to 1014
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
British presses Initiative to British
British presses Weather Check: 3
German picks Intel of b4_segment_2
British picks Pass with it of b4_segment_1
British picks Take off of b4_segment_1
British picks Take off of b4_segment_2
British presses Initiative to German
German presses Weather Check: 3
German drags uboat_2 to 1519
""",
        "AC-20.7",
    ),
    "a second weather check that counts": (
        LOST.replace("Check: 3\n", "Check: 6\nBritish presses Weather Check: 6\n").replace(
            "1015", "1014"
        )
        + "German presses Good Weather\nGerman picks Intel of b4_segment_2\n"
        "British drags submarine_1 to 1820\n",
        "AC-25.10",
    ),
    "a Convoy that disperses in the other side's time": (
        "British picks Flip of convoy_1\nGerman drags uboat_2 to 1519\n"
        "German rolls Vie, Active: 4\nBritish rolls Vie, Inactive: 2\n"
        "German presses Initiative kept\n" + LOST + "British drags submarine_1 to 1820\n",
        "AC-11.4",
    ),
    "gone without completing": (
        "German drags g2_station to Bergen\nGerman drags g2_station to G2 Pieces\n"
        "German rolls Reinforcement: 4 5\n",
        "AC-29.6",
    ),
    "too short a Time Lapse": (
        PLOT
        + "German picks Trajectory of g1_segment_1\nGerman picks Pass with it of g1_segment_1\n"
        "German picks Take off of g1_segment_5\n"
        + TO_THE_BRITISH
        + "British drags submarine_1 to 1820\n",
        "AC-19.3",
    ),
}


def test_who_acts_out_of_turn_is_to_blame(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path
) -> None:
    """And not the other side, whose turn it was."""
    found = findings(atlantic_chase_rules, module, tmp_path, GUILTY["out of turn"][0])
    assert {(one.code, one.side) for one in found if "AC-3.3" in (one.code, *one.also)} == {
        ("AC-3.3", "British")
    }


@pytest.mark.parametrize(("script", "case"), one_in(5, GUILTY.values(), arguments=2), ids=GUILTY)
def test_the_case_is_found(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, script: str, case: str
) -> None:
    """Beyond reasonable doubt."""
    rows = findings(atlantic_chase_rules, module, tmp_path, script)
    sure = [one for one in rows if one.severity is not Severity.UNVERIFIABLE]
    assert case in {cited for one in sure for cited in one.cases}


UNTIL_THE_END = """
German presses Initiative to British
British presses Weather Check: 3
British drags submarine_1 to 1820
British rolls Vie, Active: 1
German rolls Vie, Inactive: 6
British presses Initiative to German
German presses Weather Check: 3
German drags uboat_1 to 1015
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
"""
"""Both scout, and lose the Initiative."""


@pytest.mark.parametrize(
    ("script", "cases"),
    [
        (GUILTY["a gap in a line"][0], ("AC-15.5", "AC-43.6")),
        (
            PLOT
            + "German picks Trajectory of g1_segment_1\nGerman picks Pass with it of g1_segment_1\n"
            + UNTIL_THE_END
            + UNTIL_THE_END.replace("1820", "1720").replace("1015", "1114"),
            ("AC-19.1", "AC-19.10", "AC-35.1", "AC-25.3"),
        ),
    ],
    ids=["on two pages", "owed to the end"],
)
def test_one_mistake_is_one_finding(
    atlantic_chase_rules: GameRules,
    module: Path,
    tmp_path: Path,
    script: str,
    cases: tuple[str, ...],
) -> None:
    """The rule book says it on several pages, or it shows again with every action."""
    rows = findings(atlantic_chase_rules, module, tmp_path, script)
    assert len(rows) == 1, [(str(one), one.cases) for one in rows]
    (found,) = rows
    assert found.cases == cases


def test_a_stick_taken_out_of_a_new_line_is_found_where_it_is_taken(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path
) -> None:
    """Slips come between, so that the line counts as laid only later; a stick of it that is gone
    by then is no sign of another act, such as an Interruption of a line that was there before."""
    slips = (
        "German rolls Reinforcement: 1 1\nGerman picks Take off of g1_segment_3\n"
        "German picks Take off of g1_station\nGerman drags g1_segment_4 to 2710\n"
        "German presses Decline\n"
    )
    whole = "German picks Take off of g1_station\nGerman drags g1_segment_4 to 2710\n"
    script = PLOT.replace(whole, slips) + TO_THE_BRITISH + "British drags submarine_1 to 1821\n"
    assert slips in script
    first, *_ = findings(atlantic_chase_rules, module, tmp_path, script)
    assert (first.code, first.step) == ("AC-51.1", 6)
