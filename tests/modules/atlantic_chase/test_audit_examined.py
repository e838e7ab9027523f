"""Logs as people write them: honest ones, in which nobody is accused, and guilty ones, of which the
right case is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.places import games_folder
from modules.atlantic_chase.desk import LOW, no_group_came
from modules.atlantic_chase.heard import lapsing
from modules.atlantic_chase.markers import TakeOver
from modules.atlantic_chase.reading import _settled, mute
from modules.atlantic_chase.setup import under_way
from tests.blank_module import write_blank_module
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.explaining.context import Context
from validator.explaining.facts import Declared, Lined, Moved, Rolled
from validator.playing.scripted import play_script
from validator.rules.engine import GameRules
from validator.rules.scenes import Change, Scene, Seen, Token
from validator.rules.states import THIS_TURN

pytestmark = pytest.mark.slow  # one of a kind is tried by default elsewhere

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
    "all by hand": """
German drags g1_segment_1 to 2712
German drags g1_segment_2 to 2811
German drags g1_station to G1 Pieces
German drags initiative to Initiative 1
British drags b1_station to 2311
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
    "the marker of the weather moved by hand": """
German drags uboat_1 to 1015
German rolls Vie, Active: 1
British rolls Vie, Inactive: 6
British presses Initiative to British
British presses Weather Check: 6
British drags weather to Weather 1
""",
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
NO_LINE = "German picks Pass with it of g2_station\n" + TO_THE_BRITISH
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
    "over land": (
        NO_LINE + "British drags b1_station to 2311\nBritish drags b1_segment_1 to 2411\n"
        "British drags b1_segment_2 to 2312\nBritish picks Take off of b1_station\n"
        "British picks Trajectory of b1_segment_1\n",
        "AC-4.9",
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
        HONEST["the marker of the weather moved by hand"].replace("Check: 6", "Check: 2"),
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


@pytest.fixture(scope="session")
def module(atlantic_chase_rules: GameRules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module of the game; its pictures do not matter here."""
    return write_blank_module(atlantic_chase_rules.game, tmp_path_factory.mktemp("module"))


def _found(rules: GameRules, module: Path, folder: Path, script: str) -> list[str]:
    """The cases that are cited, notes left out."""
    return [case for one in _findings(rules, module, folder, script) for case in one.cases]


def _findings(rules: GameRules, module: Path, folder: Path, script: str) -> list[Finding]:
    told, log = folder / "script.txt", folder / "game.vlog"
    told.write_text(script, "utf-8")
    play_script(rules.game, games_folder() / rules.game.id, module, told, log)
    return [one for one in audit([log], trial=True).findings if one.severity is not Severity.NOTE]


@pytest.mark.parametrize("script", one_in(9, HONEST.values()), ids=HONEST)
def test_nobody_is_accused(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, script: str
) -> None:
    assert _found(atlantic_chase_rules, module, tmp_path, script) == []


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


def test_who_acts_out_of_turn_is_to_blame(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path
) -> None:
    """And not the other side, whose turn it was."""
    found = _findings(atlantic_chase_rules, module, tmp_path, GUILTY["out of turn"][0])
    assert {(one.code, one.side) for one in found if "AC-3.3" in (one.code, *one.also)} == {
        ("AC-3.3", "British")
    }


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
    found = _findings(atlantic_chase_rules, module, tmp_path, script)
    assert {one.severity for one in found} <= {Severity.MISSING, Severity.UNVERIFIABLE}, found
    assert len(found) <= 1


def test_a_log_that_begins_in_the_midst_is_read_from_the_table(
    atlantic_chase_rules: GameRules,
) -> None:
    tables, start = atlantic_chase_rules.tables, atlantic_chase_rules.start()

    def token(piece: str, place: str, level: int = 1) -> tuple[str, Token]:
        return piece, Token(piece, piece, None, piece, "", place, level=level)

    placed = tables.game.scenario().placements
    table = dict(token(piece, one.at or "") for one in placed for piece in one.pieces)
    assert under_way(tables, start, table) == start
    table |= (
        token("g1_station", "G1 Pieces"),
        token("g1_segment_2", "2712"),
        token("g1_segment_1", "2612", 2),
        token("g1_segment_3", "2611"),
        token("g2_station", "2509", 2),
        token("gneisenau", "G1", 2),
        token("changes", "Change 3"),
        token("initiative", "Initiative 1"),
    )
    state = under_way(tables, start, table)
    assert set(state.force("G1").line) == {"2712", "2612", "2611"}
    assert state.force("G1").intel == {"2612"}
    assert state.force("G2").contact == {"2509"}
    assert (state.active, state.turn, state.ship("gneisenau").hits) == ("British", 3, 1)
    assert THIS_TURN in state.doubt


@pytest.mark.parametrize(
    ("moved", "place", "left"),
    [
        ("b4_segment_1", "B4 Pieces", {"b4_station"}),
        ("b4_station", "B4 Pieces", {"b4_station", "b4_segment_1", "b4_segment_2"}),
        ("b4_segment_2", "1614", {"b4_station", "b4_segment_1", "b4_segment_2"}),
    ],
)
def test_sticks_that_a_station_has_replaced_are_no_line_when_a_log_begins(
    moved: str, place: str, left: set[str]
) -> None:
    """They are taken off next; of a line that is being drawn the Station is."""
    table = {
        piece: Token(piece, piece, None, piece, "", place)
        for piece, place in (
            ("b4_station", "1412"), ("b4_segment_1", "1513"), ("b4_segment_2", "1612"),
        )
    }  # fmt: skip
    goes = Change(table[moved], replace(table[moved], place=place))
    assert set(_settled(Scene(table, (Seen(1, changes=(goes,)),)))) == left


def test_a_station_goes_aside_whose_line_was_drawn_before_the_log_began(
    atlantic_chase_rules: GameRules,
) -> None:
    rules = atlantic_chase_rules
    state = rules.start()
    context = Context(rules, rules.tables, Scene({}, ()), (), {})
    aside = Moved(Seen(1, side="German"), "station", "g2_station", "Bergen", "G2 Pieces")
    assert not mute(context, state, aside)
    drawn = state.with_force(state.force("G2").changed(station="", line=("2509", "2508")))
    assert mute(context, drawn, aside)


def test_a_ship_that_is_out_of_play_neither_fights_nor_is_lost(
    atlantic_chase_rules: GameRules,
) -> None:
    rules = atlantic_chase_rules
    context = Context(rules, rules.tables, Scene({}, ()), (), {})
    harbour = "German Harbour"
    for start, end, nothing in (
        ("G1", "German Sunk", True),
        ("German Near", "British Near", True),
        (harbour, "British Near", False),
        (harbour, "German Sunk", False),
    ):
        moved = Moved(Seen(1), "ship", "dd_german_9", start, end)
        assert mute(context, rules.start(), moved) is nothing


def test_whose_die_is_thrown_is_named_where_nobody_knows_who_waits_for_one(
    atlantic_chase_rules: GameRules,
) -> None:
    """A log begins while several task forces perform their Time Lapses."""
    rules, seen = atlantic_chase_rules, Seen(1)
    facts = (Declared(seen, "lapses", "B2", None), Rolled(seen, "time_lapse", (6,)))
    context = Context(rules, rules.tables, Scene({}, ()), facts, {})
    context.take(1)
    for doubt, found in ((frozenset[str](), []), (frozenset({THIS_TURN}), ["B2"])):
        assert lapsing(context, rules.start().changed(doubt=doubt), {}) == found


def test_who_was_active_when_the_log_began_is_told_by_the_marker(
    atlantic_chase_rules: GameRules,
) -> None:
    """It may have had to be moved by then."""
    rules, moved = atlantic_chase_rules, TakeOver("British")
    start = rules.start()
    assert [case.id for case, _ in rules.faults(start, moved)] == ["AC-26.1"]
    unknown = start.changed(doubt=frozenset({THIS_TURN}))
    assert not rules.faults(unknown, moved)
    assert rules.apply(unknown, moved).active == "British"


def test_a_group_that_stayed_away_is_told_by_the_time_lapse_and_the_weather_behind_it() -> None:
    """Its dice fell on the desk; those of the Time Lapse are seen."""
    off = Lined(Seen(3), "segment", "b2_segment_1", "B2", (), ("1609",))
    lapse = (Rolled(Seen(1), "time_lapse", (2,)), Declared(Seen(2), "lapses", "B2", None), off)
    checks = Declared(Seen(4), "weather_check", "", None)
    assert no_group_came(SimpleNamespace(from_here=(*lapse, checks)), None) == {"dice": LOW}
    assert no_group_came(SimpleNamespace(from_here=(checks,)), None) is None
    acts = Rolled(Seen(4), "action", (3, 4))
    assert no_group_came(SimpleNamespace(from_here=(*lapse, acts)), None) is None


@pytest.mark.parametrize(("script", "case"), one_in(5, GUILTY.values(), arguments=2), ids=GUILTY)
def test_the_case_is_found(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, script: str, case: str
) -> None:
    assert case in _found(atlantic_chase_rules, module, tmp_path, script)


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
    rows = _findings(atlantic_chase_rules, module, tmp_path, script)
    assert len(rows) == 1, [(str(one), one.cases) for one in rows]
    (found,) = rows
    assert found.cases == cases
