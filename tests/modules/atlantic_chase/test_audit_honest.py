"""Logs as honest people write them: nobody is accused."""

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

HONEST = {
    "a stick dragged twice": PLOT.replace(
        "g1_segment_4 to 2710", "g1_segment_4 to 2611\nGerman drags g1_segment_4 to 2710"
    ),
    "a stick too many put back": PLOT
    + "German drags g1_segment_6 to 2612\nGerman picks Take off of g1_segment_6\n",
    "sticks laid from the far end": "\n".join(
        ["German drags g1_station to 2712", *(PLOT.strip().splitlines()[1:][::-1])]
    ),
    "a box looked at first": "German drags g2_station to Bergen\nGerman drags g2_station to 2509\n"
    + PLOT,
    "chat in between": "German says here she comes\n" + PLOT + "British says hmm\n",
    "a reconnaissance and its dice": """
German drags uboat_1 to 1015
German rolls Vie, Active: 4
British rolls Vie, Inactive: 2
German presses Initiative kept
""",
    "dice before the word": """
German drags uboat_1 to 1015
British rolls Vie, Inactive: 6
German rolls Vie, Active: 4
British presses Initiative to British
British presses Weather Check: 3
""",
    "a completion declined": """
British says your move
German drags g2_station to Bergen
German picks Completion of g2_station
British presses Decline
German drags g2_station to G2 Pieces
""",
    "a completion declined in words": """
German drags g2_station to Bergen
German picks Completion of g2_station
British says decline
German drags g2_station to G2 Pieces
German drags uboat_1 to 1015
German rolls Vie, Active: 4
British rolls Vie, Inactive: 2
German presses Initiative kept
""",
    "all by hand": """
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2811
German drags g1_station to G1 Pieces
German drags initiative to Initiative 1
British drags b1_station to 2311
""",
    "by hand: a Station where its line was just drawn to": """
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2811
German drags g1_station to G1 Pieces
German drags initiative to Initiative 1
British drags b1_station to 2311
British drags initiative to Initiative 0
German drags g1_segment_3 to 2810
German drags g1_segment_4 to 2710
German drags g1_segment_4 to G1 Pieces
German drags g1_segment_3 to G1 Pieces
German drags g1_segment_1 to G1 Pieces
German drags g1_segment_2 to G1 Pieces
German drags g1_station to 2810
""",
    "by hand: Stations that merge before the marker of the Initiative is moved": """
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2811
German drags g1_station to G1 Pieces
British drags b3_station to B3 Pieces
British drags victorious to B1
British drags kent to B1
German drags initiative to Initiative 1
British drags b1_station to 2311
British drags b1_station to Scapa Flow
British drags b1_station to B1 Pieces
British drags b4_segment_7 to 0813
German drags initiative to Initiative 0
""",
    "a completion declined for nothing, and another for Evasive Maneuvers": NO_LINE
    + """
British picks Completion of b1_station
German presses Decline
British picks Take off of b1_station
British picks Completion of b3_station
German picks Earned of g2_em
British picks Take off of b3_station
British drags submarine_1 to 1518
British rolls Vie, Active: 4
German rolls Vie, Inactive: 2
British presses Initiative kept
""",
    "a task force that comes again": """
German drags initiative to Initiative 1
British drags b1_station to 2311
British drags b1_station to B1 Pieces
British drags montcalm to B1
British drags b1_station to Gibraltar
British drags group_british_1 to Out of Play
British drags b1_segment_1 to 2521
British drags b1_segment_2 to 2421
British drags b1_station to B1 Pieces
""",
    "a Station taken off last, as before": """
German drags g2_station to 2509
German drags g2_segment_1 to 2509
German picks Take off of g2_station
German picks Trajectory of g2_segment_1
German picks Pass with it of g2_segment_1
German picks Take off of g2_segment_1
German drags g2_station to 2509
British presses Initiative to British
British presses Weather Check: 3
British picks Pass with it of b2_segment_1
British picks Take off of b2_segment_1
British picks Take off of b2_segment_2
British picks Take off of b2_segment_3
British picks Take off of b2_segment_4
British drags b2_station to 1707
British presses Initiative to German
German presses Weather Check: 3
German drags g2_segment_1 to 2509
German drags g2_segment_2 to 2508
German picks Take off of g2_station
German picks Trajectory of g2_segment_1
""",
    "a log that ends while a line is laid from its far end": PLOT
    + "British says hm\nGerman drags g2_segment_1 to 2308\n",
    "a log that ends before the first stick of a line is laid": """
German drags g2_station to Bergen
German picks Completion of g2_station
British presses Decline
German drags g2_station to G2 Pieces
German picks Trajectory of g1_station
German drags g1_station to G1 Pieces
""",
    "a log that ends while a line becomes a Station": """
German presses Initiative to British
British presses Weather Check: 3
British picks Pass with it of b2_segment_1
British drags b2_station to 1707
British picks Take off of b2_segment_1
""",
    "ships that part, and a group that comes": LOST
    + """
British drags b1_station to 2311
British drags b6_station to 2311
British drags liverpool to B6
British rolls Reinforcement: 4 6
British drags montcalm to B9
British drags b9_station to Gibraltar
British drags group_british_1 to Out of Play
""",
    "a target that nobody named": """
German drags g1_station to 2712
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2612
German drags g1_segment_3 to 2611
German drags g1_segment_4 to 2511
German drags g1_segment_5 to 2410
German drags g1_segment_6 to 2409
German drags g1_segment_7 to 2510
German drags g1_segment_8 to 2610
German picks Take off of g1_station
German picks Intel of g1_segment_8
German picks Trajectory of g1_segment_1
"""
    + LOST
    + """
British drags launch_british to 2411
British picks Air Strike of launch_british
British picks Coordinates of submarine_1
British rolls Action: 3 4
British picks Intel and Contact of g1_segment_8
British rolls Vie, Active: 4
German rolls Vie, Inactive: 2
British presses Initiative kept
British drags submarine_1 to 1820
""",
    "Intel laid by hand, and a Time Lapse": """
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2611
German drags g1_segment_3 to 2610
German picks Flip of g1_segment_3
German drags g1_segment_1 to G1 Pieces
German drags g1_segment_3 to G1 Pieces
British drags b1_station to 2311
German drags uboat_1 to 1015
""",
    "a cut and a Time Lapse by hand, in one go": """
German drags g1_station to 2712
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2612
German drags g1_segment_3 to 2611
German drags g1_segment_4 to 2511
German drags g1_segment_5 to 2410
German drags g1_segment_6 to 2311
German drags g1_segment_7 to 2310
German drags g1_station to G1 Pieces
German picks Flip of g1_segment_6
German drags initiative to Initiative 1
British drags b1_station to 2311
British drags g1_segment_1 to G1 Pieces
British drags g1_segment_2 to G1 Pieces
British drags g1_segment_3 to G1 Pieces
British drags g1_segment_4 to G1 Pieces
British drags g1_segment_5 to G1 Pieces
British drags g1_segment_7 to G1 Pieces
German drags initiative to Initiative 0
British drags submarine_1 to 1820
""",
    "the marker of the weather moved by hand": WEATHER_BY_HAND,
    "a Station dragged on into its port": """
German drags g2_station to 2510
German drags g2_station to Bergen
German drags uboat_1 to 1015
""",
    "dice by mistake, and a click called off, while sticks are taken off": """
German drags g2_station to 2509
German drags g2_segment_1 to 2509
German drags g2_segment_2 to 2508
German drags g2_segment_3 to 2407
German picks Take off of g2_station
German picks Trajectory of g2_segment_1
German picks Pass with it of g2_segment_1
German picks Take off of g2_segment_3
German rolls Torpedo: 5 5
German picks Take off of g2_segment_2
German drags g2_station to 2509
German presses Decline
German says sorry, wrong button
German picks Take off of g2_segment_1
"""
    + TO_THE_BRITISH,
}
HONEST["a stick laid after the Initiative was passed too early"] = PLOT.replace(
    "German drags g1_segment_5 to 2711\n",
    """German rolls Reinforcement: 1 1
German presses Initiative to British
German says wait, one more hex
German drags g1_segment_5 to 2711
British presses Weather Check: 3
British drags submarine_1 to 1820
""",
)
HONEST["the Initiative passed, taken back by mistake, and passed again"] = (
    PLOT
    + """
German rolls Reinforcement: 1 1
German presses Initiative to British
German presses Initiative to German
German says oops
German presses Initiative to British
British presses Weather Check: 3
British drags submarine_1 to 1820
"""
)
HONEST["the other side's die of a Vie by mistake"] = LOST.replace(
    "German rolls Vie, Active: 1",
    "German rolls Vie, Inactive: 1\nGerman says wrong one\nGerman rolls Vie, Active: 1",
)
STRAY_BETWEEN = """
British picks Flip of g1_segment_8
British rolls Torpedo: 5 5
British picks Flip of g1_segment_8
"""
HONEST["a stick turned twice, and dice by mistake between"] = HONEST[
    "a target that nobody named"
].replace("British picks Intel and Contact of g1_segment_8", STRAY_BETWEEN)
HONEST["dice by mistake between a Station taken off and its line"] = (
    NO_LINE
    + """
British drags b1_station to 2311
British drags b1_station to Scapa Flow
British picks Take off of b1_station
British picks Trajectory of b1_segment_1
British drags b1_segment_1 to 2312
British rolls Gunnery, Extreme: 2 1 6
British drags b1_segment_2 to 2211
British drags b1_segment_3 to 2311
"""
)

HONEST |= {
    "by hand: a line drawn out of the port that its Station has just entered": """
German drags g1_station to 2811
German drags uboat_1 to 1015
German drags tally to Tally 1
German drags g1_station to Kiel
German drags g1_station to G1 Pieces
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2711
German drags g1_segment_3 to 2611
German drags initiative to Initiative 1
British drags b1_station to 2311
""",
    "by hand: a line that ends at once": """
German drags g1_station to G1 Pieces
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2711
German drags g1_segment_1 to G1 Pieces
German drags g1_segment_2 to G1 Pieces
German drags g1_station to 2711
German drags initiative to Initiative 1
British drags b1_station to 2311
""",
    "by hand: a line that the other player takes off": """
German drags g1_station to G1 Pieces
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2612
German drags g1_segment_3 to 2611
German drags g1_segment_4 to 2511
German drags g1_segment_5 to 2410
German drags g1_segment_1 to G1 Pieces
British drags g1_segment_2 to G1 Pieces
British drags g1_segment_3 to G1 Pieces
British drags g1_segment_4 to G1 Pieces
British drags g1_segment_5 to G1 Pieces
British drags g1_station to 2511
British drags initiative to Initiative 1
""",
    "a target that nobody named, marked after the Vie": HONEST["a target that nobody named"]
    .replace("British picks Coordinates of submarine_1\n", "")
    .replace("Action: 3 4", "Action: 4 5")
    .replace("British picks Intel and Contact of g1_segment_8\n", "")
    .replace("Initiative kept\n", "Initiative kept\nBritish picks Contact of g1_segment_7\n"),
}
LOST_AFTER = """
British rolls Vie, Active: 1
German rolls Vie, Inactive: 6
German presses Initiative to German
German presses Weather Check: 3
"""
HONEST["a target that nobody named, marked when the turn was over"] = (
    HONEST["a target that nobody named, marked after the Vie"].split(
        "British rolls Vie, Active: 4"
    )[0]
    + LOST_AFTER
    + "British picks Contact of g1_segment_7\nGerman drags uboat_1 to 1120\n"
)
B1_EVADES = (
    """
German picks Completion of g2_station
British presses Decline
British picks Earned of b1_em
German drags g2_station to G2 Pieces
German picks Pass with it of g1_station
"""
    + TO_THE_BRITISH
    + "British presses Reorganize\n"
)
"""The British player has Evasive Maneuvers with B1, and reorganizes."""
SCOUTED = """
British drags submarine_1 to 1820
British rolls Vie, Active: 1
German rolls Vie, Inactive: 6
British presses Initiative to German
German presses Weather Check: 3
"""
B1_JOINS_B3 = """
British drags b1_station to B1 Pieces
British drags southampton to B3
British drags liverpool to B3
"""
SPENDS = """
German drags uboat_1 to 1015
British drags {0}_em to {1} Pieces
German rolls Vie, Active: 4
British rolls Vie, Inactive: 4
British presses Initiative to British
British presses Weather Check: 3
"""
HONEST |= {
    "Evasive Maneuvers that go with who parts": B1_EVADES
    + """
British drags b6_station to Scapa Flow
British drags liverpool to B6
British drags b1_em to B1 Pieces
British drags b6_em to B6
"""
    + SCOUTED
    + SPENDS.format("b6", "B6"),
    "Evasive Maneuvers of who joins": B1_EVADES
    + B1_JOINS_B3
    + "British drags b1_em to B1 Pieces\nBritish drags b3_em to B3\n"
    + SCOUTED
    + SPENDS.format("b3", "B3"),
    "Evasive Maneuvers of who joins, earned again": B1_EVADES
    + B1_JOINS_B3
    + SCOUTED
    + """
German picks Completion of g1_station
British presses Decline
British picks Earned of b3_em
German drags g1_station to G1 Pieces
""",
}


@pytest.mark.parametrize("script", one_in(9, HONEST.values()), ids=HONEST)
def test_nobody_is_accused(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, script: str
) -> None:
    assert findings(atlantic_chase_rules, module, tmp_path, script) == []


TO_THE_GERMAN = """
British picks Completion of b1_station
German presses Seize: 6 6
British presses Initiative to German
German presses Weather Check: 3
"""
SPENT = """
German picks Completion of g1_station
British presses Decline
British picks Earned of b2_em
German drags g1_station to G1 Pieces
German picks Completion of g2_station
British drags b2_em to B2 Pieces
British presses Seize: 6 6
British presses Initiative to British
British presses Weather Check: 3
"""
NO_GROUP = (
    LOST
    + """
British rolls Reinforcement: 1 2
British presses Initiative to German
German presses Weather Check: 3
German drags uboat_1 to 1016
German rolls Vie, Active: 4
British rolls Vie, Inactive: 2
German presses Initiative kept
"""
)
STRUCK = HONEST["a target that nobody named"]
TWICE = (
    STRUCK.replace("British drags submarine_1 to 1820", "")
    + """
British picks Air Strike of launch_british
British picks Coordinates of submarine_1
British rolls Action: 1 1
British rolls Vie, Active: 4
German rolls Vie, Inactive: 2
British presses Initiative kept
British drags submarine_1 to 1820
"""
)
FOUND = (
    """
German drags g1_station to 2712
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2612
German drags g1_segment_3 to 2611
German drags g1_segment_4 to 2511
German drags g1_segment_5 to 2410
German drags g1_segment_6 to 2311
German picks Take off of g1_station
German picks Intel of g1_segment_6
German picks Trajectory of g1_segment_1
"""
    + LOST
    + """
British drags b1_station to 2311
British picks Naval Search of b1_station
British picks Is the target of g1_segment_6
British rolls Action: 5 6
"""
    + "".join(f"British picks Take off of g1_segment_{number}\n" for number in range(1, 7))
    + """
British drags g1_station to 2311
German presses Decline
German picks Earned of g1_em
British drags launch_british to 2411
British picks Air Strike of launch_british
British picks Is the target of g1_station
British rolls Action: 1 1
British rolls Vie, Active: 4
German rolls Vie, Inactive: 2
British presses Initiative kept
British drags submarine_1 to 1820
"""
)
"""A Naval Search that finds, and an Air Strike on who was found."""
KEPT_TWICE = (
    """
German drags uboat_2 to 1519
German rolls Vie, Active: 5
British says rolled 2
British presses Initiative kept
German drags uboat_1 to 1215
British rolls Vie, Inactive: 1
German rolls Vie, Active: 5
German presses Initiative kept
"""
    + PLOT
)


@pytest.mark.parametrize("by", ["German", "British"])
def test_a_piece_in_the_wrong_place_is_put_right_when_its_owner_says_so(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, by: str
) -> None:
    """The searcher laid it beside the hex, and its owner had already answered."""
    wrong = FOUND.replace(
        "British drags g1_station to 2311\nGerman presses Decline\n",
        "British drags g1_station to 2310\nGerman presses Decline\n"
        f"German says it was 2311\n{by} drags g1_station to 2311\n",
    )
    assert wrong != FOUND
    assert findings(atlantic_chase_rules, module, tmp_path, wrong) == []


def test_a_stick_that_stays_behind_when_its_line_is_found_is_taken_off_later(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path
) -> None:
    late = FOUND.replace("British picks Take off of g1_segment_1\n", "").replace(
        "British rolls Action: 1 1\n",
        "British rolls Action: 1 1\nGerman picks Take off of g1_segment_1\n",
    )
    assert late != FOUND
    assert findings(atlantic_chase_rules, module, tmp_path, late) == []


def test_dice_by_mistake_while_the_sticks_of_a_line_that_signals_are_taken_off(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path
) -> None:
    """So is a click called off among them. The Signals are only declared when all are off."""
    seen, _, _ = FOUND.partition("British drags b1_station to 2311")
    sticks = [f"British picks Take off of g1_segment_{number}\n" for number in range(1, 7)]
    sticks.insert(1, "British picks Count it of g1_segment_2\nBritish says oops\n")
    sticks.insert(4, "German rolls Interruption: 3 3\n")
    signals = """
British picks Signals on it of g1_segment_6
British drags g1_station to 2311
German presses Decline
British drags submarine_1 to 1820
"""
    script = seen + "".join(sticks) + signals
    assert findings(atlantic_chase_rules, module, tmp_path, script) == []


@pytest.mark.parametrize(
    "script",
    one_in(
        3,
        [
            KEPT_TWICE,
            FOUND,
            FOUND.replace("British rolls Action: 5 6", "British says 5 and 6"),
            HONEST["a reconnaissance and its dice"].replace("German rolls Vie, Active: 4", ""),
            LOST.replace("British rolls Vie, Inactive: 6", ""),
            LOST.replace("German rolls Vie, Active: 1\nBritish rolls Vie, Inactive: 6", ""),
            LOST.replace("British presses Weather Check: 3", "British drags submarine_1 to 1820"),
            HONEST["the marker of the weather moved by hand"].replace(
                "British presses Weather Check: 6", ""
            ),
            STRUCK.replace("British rolls Action: 3 4", "British says 3 and 4"),
            HONEST["ships that part, and a group that comes"].replace("rolls Reinf", "says reinf"),
            NO_GROUP.replace("rolls Reinf", "says reinf"),
            LOST.replace("British presses Weather Check: 3", TO_THE_GERMAN),
            SPENT.replace("British presses Seize: 6 6", "British says 6 and 6"),
            TWICE.replace("British rolls Action: 3 4", "British says 3 and 4", 1),
        ],
    ),
)
def test_dice_on_the_desk_are_missing_at_most(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, script: str
) -> None:
    """What they showed is told by what was done next."""
    found = findings(atlantic_chase_rules, module, tmp_path, script)
    assert {one.severity for one in found} <= {Severity.MISSING, Severity.UNVERIFIABLE}, found
    assert len(found) <= 1
