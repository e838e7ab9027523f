"""Games that are played out at the table are read again as they were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.modules.atlantic_chase.scripts import findings
from validator.audit import audit
from validator.audit.findings import Severity
from validator.playing import logbook
from validator.rules.engine import GameRules


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 3])
def test_a_game_by_chance_is_read_without_a_finding(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, seed: int
) -> None:
    log = tmp_path / "game.vlog"
    logbook.play_as_log(atlantic_chase_rules.game, module, log, seed=seed, players="random")
    found = audit([log]).findings
    assert [one for one in found if one.severity is not Severity.NOTE] == []


AS_PLAYED = {
    "a late Contact that goes with the ships that part": """
German drags uboat_1 to 1015
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
British presses Initiative to British
British presses Weather Check: 3
British drags b1_station to 2311
British drags b1_segment_1 to 2311
British drags b1_segment_2 to 2410
British picks Take off of b1_station
British picks Pass with it of b1_segment_1
British picks Take off of b1_segment_1
British picks Take off of b1_segment_2
British drags b1_station to 2410
British presses Initiative to German
German presses Weather Check: 3
German drags launch_german to 2509
German picks Air Strike of launch_german
German picks Is the target of b1_station
German rolls Action: 4 3
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
British presses Initiative to British
British presses Weather Check: 3
German picks Contact of b1_station
British drags b6_station to 2410
British picks Contact of b6_station
British drags liverpool to B6
British picks No marker of b1_station
British drags submarine_1 to 1522
British rolls Vie, Active: 5
German rolls Vie, Inactive: 5
British presses Initiative kept
""",
    "a force that helps is not the target": """
German drags g1_station to 2712
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2612
German drags g1_segment_3 to 2611
German drags g1_segment_4 to 2511
German drags g1_segment_5 to 2510
German picks Take off of g1_station
German picks Trajectory of g1_segment_1
German drags g2_segment_1 to 2509
German drags g2_segment_2 to 2510
German picks Take off of g2_station
German drags uboat_1 to 1015
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
British presses Initiative to British
British presses Weather Check: 3
British drags launch_british to 2411
British picks Air Strike of launch_british
German picks Coordinates of g1_segment_15
British rolls Action: 2 3
German picks Take off of g1_segment_1
German picks Take off of g1_segment_2
German picks Take off of g1_segment_3
German picks Take off of g1_segment_4
British rolls Vie, Active: 4
German rolls Vie, Inactive: 2
British presses Initiative kept
British drags submarine_1 to 1820
""",
    "a die for a line of which no stick can be taken off": """
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2611
German drags g1_segment_3 to 2610
German picks Take off of g1_station
German picks Intel of g1_segment_3
German picks Trajectory of g1_segment_1
German drags g2_segment_1 to 2509
German drags g2_segment_2 to 2508
German picks Take off of g2_station
German picks Pass with it of g1_segment_1
German picks Take off of g1_segment_1
German picks Take off of g1_segment_2
British presses Initiative to British
British presses Weather Check: 6
British presses Bad Weather
British picks Pass with it of b2_segment_1
British rolls Time Lapse: 4
British picks Take off of b2_segment_1
British picks Take off of b2_segment_2
British picks Take off of b2_segment_3
British picks Take off of b2_segment_4
British drags b2_station to 1707
German presses Initiative to German
German presses Weather Check: 3
German rolls Reinforcement: 1 2
German rolls Time Lapse: 2
British presses Initiative to British
British presses Weather Check: 3
British drags submarine_1 to 1820
British rolls Vie, Active: 1
German rolls Vie, Inactive: 6
German presses Initiative to German
German presses Weather Check: 3
German picks Pass with it of g2_segment_1
German rolls Time Lapse: 1
German picks Take off of g2_segment_1
British presses Initiative to British
British presses Weather Check: 3
""",
    "a leader used twice before the tracker is clicked": """
German drags g1_station to 2811
German drags uboat_1 to 1015
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
British presses Initiative to British
British presses Weather Check: 3
British picks Completion of b1_station
German picks Earned of g1_em
German presses Weather Check: 3
German drags uboat_1 to 1016
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
British presses Weather Check: 3
British picks Completion of b1_station
German picks Use of lutjens
German presses Weather Check: 3
German presses Initiative to German
German drags uboat_1 to 1017
German rolls Vie, Active: 5
British rolls Vie, Inactive: 2
German presses Initiative kept
""",
    "Contact on a stick that got its Intel before": """
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2612
German drags g1_segment_3 to 2611
German drags g1_segment_4 to 2511
German drags g1_segment_5 to 2410
German drags g1_segment_6 to 2311
German drags g1_station to G1 Pieces
German picks Flip of g1_segment_6
British drags submarine_1 to 1820
German picks Flip of g1_segment_6
German picks Flip of g1_segment_6
German drags uboat_1 to 1015
German drags g1_segment_7 to 2310
German drags uboat_1 to 1017
""",
}
"""Parts of games by chance in which somebody was accused once."""


@pytest.mark.slow
@pytest.mark.parametrize("script", AS_PLAYED.values(), ids=AS_PLAYED)
def test_nobody_is_accused(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, script: str
) -> None:
    assert findings(atlantic_chase_rules, module, tmp_path, script) == []
