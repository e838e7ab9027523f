"""Parts of the logs of which the tests ask what the audit finds, and what it finds."""

from __future__ import annotations

from pathlib import Path

from generator.places import games_folder
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.playing.scripted import play_script
from validator.rules.engine import GameRules

PLOT = """
German drags g1_station to 2712
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2811
German drags g1_segment_3 to 2810
German picks Take off of g1_station
German drags g1_segment_4 to 2710
German drags g1_segment_5 to 2711
"""
"""The German leaves Kiel: a line of five hexes, in none of which it is seen."""
TO_THE_BRITISH = "German presses Initiative to British\nBritish presses Weather Check: 3\n"
LOST = """
German drags uboat_1 to 1015
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
British presses Initiative to British
British presses Weather Check: 3
"""
"""The German scouts, and loses the Initiative."""
NO_LINE = "German picks Pass with it of g2_station\n" + TO_THE_BRITISH
WEATHER_BY_HAND = """
German drags uboat_1 to 1015
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
British presses Initiative to British
British presses Weather Check: 6
British drags weather to Weather 1
"""


def findings(rules: GameRules, module: Path, folder: Path, script: str) -> list[Finding]:
    told, log = folder / "script.txt", folder / "game.vlog"
    told.write_text(script, "utf-8")
    play_script(rules.game, games_folder() / rules.game.id, module, told, log)
    return [one for one in audit([log]).findings if one.severity is not Severity.NOTE]
