"""Trajectories: drawn, lengthened, and what gives them away (pp. 14-16, 21, 43)."""

from __future__ import annotations

import pytest

from modules.atlantic_chase.state import BRITISH, GERMAN
from modules.atlantic_chase.verbs import MarkIntel, PassTurn, Plot, TimeLapse

_WAY = "2811 2810 2710 2610 2510 2409 2309 2208 2108 2007 1907 1806"
OUT_TO_SEA = tuple(_WAY.split(" "))
COLUMN = tuple(f"15{row:02}" for row in range(8, 23))
"""Fifteen hexes from north to south."""


def test_a_station_in_port_becomes_a_line_that_a_submarine_sees_once(bench):
    state = bench.sea(G1="Kiel", stealth={"submarine_1": "2610"})
    after = bench.after(state, Plot("G1", OUT_TO_SEA))
    assert [(one.what, one.piece, one.to) for one in after.pending] == [("intel", "G1", "2610")]
    assert after.force("G1").line == OUT_TO_SEA
    assert after.active == GERMAN


def test_a_station_that_is_found_is_owed_no_intel(bench):
    state = bench.sea(G1="Kiel", stealth={"submarine_1": "2610"})
    after = bench.after(state, Plot("G1", OUT_TO_SEA))
    found = after.force("G1").changed(line=(), station="2610")
    assert after.pending and not after.with_force(found).pending


@pytest.mark.parametrize("length", range(1, 16))
def test_a_line_may_have_one_to_fifteen_hexes(bench, length):  # TV34
    bench.legal(bench.sea(G1="1508"), Plot("G1", COLUMN[:length]))


def test_a_line_has_no_sixteenth_hex(bench):
    state = bench.sea(G1="-".join(COLUMN))
    for case in ("AC-15.1", "AC-43.5", "AC-2.1"):
        bench.breaks(case, state, Plot("G1", (*COLUMN, "1622")))
        bench.close(case, bench.sea(G1="1508"), Plot("G1", COLUMN))
    bench.breaks("AC-15.1", bench.sea(G1="1508"), Plot("G1", ()))


def test_a_line_has_one_segment_in_a_hex(bench):
    state = bench.sea(G1="1510")
    for case in ("AC-15.2", "AC-43.5"):
        bench.breaks(case, state, Plot("G1", ("1510", "1511", "1510")))
    bench.close("AC-15.2", state, Plot("G1", ("1510", "1511", "1411", "1410")))


def test_a_line_has_no_gap(bench):
    state = bench.sea(G1="1510", B1="2312")
    for case in ("AC-15.5", "AC-43.6"):
        bench.breaks(case, state, Plot("G1", ("1510", "1512")))
        bench.close(case, state, Plot("G1", ("1510", "1511")))


def test_a_line_runs_over_no_land(bench):
    state = bench.sea(BRITISH, B1="2312")
    for case in ("AC-4.9", "AC-43.6"):
        bench.breaks(case, state, Plot("B1", ("2312", "2411")))
    bench.close("AC-4.9", state, Plot("B1", ("2312", "2211", "2311", "2411")))


def test_only_germans_pass_the_canal(bench):
    german, british = bench.sea(G1="2712"), bench.sea(BRITISH, B1="2712")
    bench.breaks("AC-4.8", british, Plot("B1", ("2712", "2811")))
    bench.close("AC-4.8", german, Plot("G1", ("2712", "2811")))


def test_segments_lie_in_playable_hexes(bench):
    state = bench.sea(G1="2509", B1="1609")
    for case in ("AC-4.2", "AC-43.12"):
        bench.breaks(case, state, Plot("G1", ("2509", "2508", "2606")))
        bench.close(case, state, Plot("G1", ("2509", "2508", "2507")))
    for case in ("AC-8.2", "AC-15.4"):
        bench.breaks(case, state, Plot("G1", ("2509", "Bergen")))
        bench.close(case, state, Plot("G1", ("2509",)))


def test_a_line_begins_in_the_hex_of_its_station(bench):
    state = bench.sea(G1="1510", G2="1812")
    bench.breaks("AC-43.1", state, Plot("G1", ("1511", "1512")))
    bench.breaks("AC-43.1", state, Plot("G3", ("1511",)))
    bench.close("AC-43.1", state, Plot("G1", ("1509", "1510", "1511")))


def test_a_line_out_of_a_port_box_begins_at_its_port(bench):
    state = bench.sea(BRITISH, B1={"at": "Scapa Flow and Methil", "port": "Methil"}, G1="Kiel")
    bench.breaks("AC-43.2", state, Plot("B1", ("2209", "2210")))
    bench.breaks("AC-9.4", state, Plot("B1", ("2311", "2211")))
    for case in ("AC-43.2", "AC-9.4"):
        bench.close(case, state, Plot("B1", ("2411", "2410")))
    bench.legal(state.changed(active=GERMAN), Plot("G1", ("2712", "2711")))
    bench.legal(state.changed(active=GERMAN), Plot("G1", ("2811", "2810")))


def test_a_line_grows_at_its_ends_only(bench):  # TV34
    state = bench.sea(G1="1510-1511-1512")
    for case in ("AC-16.1", "AC-43.4"):
        bench.breaks(case, state, Plot("G1", ("1510", "1611", "1512")))
        bench.breaks(case, state, Plot("G1", ("1511", "1512", "1513")))
        bench.close(case, state, Plot("G1", ("1509", "1510", "1511", "1512", "1513")))
    turned = bench.after(state, Plot("G1", ("1513", "1512", "1511", "1510")))
    assert turned.force("G1").line == ("1510", "1511", "1512", "1513")


def test_ships_not_yet_in_play_have_no_line(bench):
    state = bench.sea(G1="1510")
    bench.breaks("AC-7.4", state, Plot("group_german_1", ("2811",)))
    bench.close("AC-7.4", state, Plot("G1", ("1510",)))


def test_only_the_active_player_draws(bench):
    state = bench.sea(G1="1510", B1="1812")
    bench.breaks("AC-3.3", state, Plot("B1", ("1812", "1813")))
    bench.close("AC-3.3", state, Plot("G1", ("1510", "1511")))


# --- Intel -----------------------------------------------------------------------------


def test_enemy_ports_airbases_stations_and_stealth_give_a_segment_away(bench):
    for at, words in (
        ("2312", {}),  # the Clyde
        ("2602", {"active": BRITISH}),  # the airbase of the North Cape
        ("1608", {"B1": "1608"}),
        ("2610", {"stealth": {"submarine_1": "2610"}}),
    ):
        own = "B2" if words.get("active") else "G1"
        state = bench.sea(**{own: at}, **words)
        for case in ("AC-43.8", "AC-21.1"):
            drawn = bench.after(state, Plot(own, (at,)))
            bench.breaks(case, drawn, PassTurn(own))
            bench.close(case, bench.after(drawn, MarkIntel(own, at)), PassTurn(own))


def test_enemy_segments_give_nothing_away(bench):
    """Nor does a carrier's: it is no airbase."""
    state = bench.sea(G1="2209", B3="2108-2208-2207", B2="2208-2308")
    drawn = bench.after(state, Plot("G1", ("2209", "2208", "2207", "2107")))
    assert drawn.pending == ()
    bench.breaks("AC-21.3", drawn, MarkIntel("G1", "2208"))


def test_intel_is_put_on_when_a_segment_is_laid_beside_an_enemy(bench):
    state = bench.after(bench.sea(G1="2209", B1="2210"), Plot("G1", ("2209", "2210", "2211")))
    good = MarkIntel("G1", "2210")
    for case in ("AC-21.1", "AC-21.3", "AC-21.4", "AC-21.5", "AC-21.6"):
        bench.close(case, state, good)
    marked = bench.after(state, good)
    bench.breaks("AC-21.4", marked, good)
    bench.breaks("AC-21.1", state, MarkIntel("G1", "2211"))
    bench.breaks("AC-21.5", state, MarkIntel("B1", "2210"))
    later = bench.sea(G1="2209-2210", B1="2210")
    bench.breaks("AC-21.6", later, MarkIntel("G1", "2210"))


def test_several_lines_may_be_drawn_before_the_markers_are_laid(bench):
    state = bench.sea(G1="2209", G2="2108", B1="2210")
    drawn = bench.after(state, Plot("G1", ("2209", "2210")))
    bench.legal(drawn, Plot("G2", ("2108", "2107")))


def test_an_action_is_finished_before_a_line_is_drawn(bench):
    state = bench.after(bench.sea(G1="1510-1511-1512", B1="1812"), PassTurn("G1"))
    bench.breaks("AC-25.3", state, Plot("B1", ("1812", "1813")))
    done = bench.forced(state, TimeLapse("G1", (), "1510"))
    assert "AC-25.3" not in bench.cases(done, Plot("B1", ("1812", "1813")))


# --- Shapes that are no line, at every length --------------------------------------------


@pytest.mark.parametrize("length", range(2, 16))
def test_a_hole_anywhere_makes_no_line(bench, length):
    state = bench.sea(G1="1508")
    for at in range(1, length):
        line = (*COLUMN[:at], *COLUMN[at + 1 : length + 1])
        if len(line) > 1 and at < len(COLUMN) - 1 and line != COLUMN[:at]:
            assert "AC-15.5" in bench.cases(state, Plot("G1", line))


@pytest.mark.parametrize("length", range(2, 16))
def test_a_branch_anywhere_makes_no_line(bench, length):
    """A hex beside the line is adjacent to it, and yet no end of it."""
    state = bench.sea(G1="1508")
    for at in range(length - 1):
        beside = f"14{COLUMN[at][2:]}"
        line = (*COLUMN[: length - 1], beside)
        legal = bench.rules.tables.touch(GERMAN, line[-2], beside)
        assert ("AC-15.5" in bench.cases(state, Plot("G1", line))) is not legal


@pytest.mark.parametrize("length", range(2, 16))
def test_a_hex_twice_makes_no_line(bench, length):
    state = bench.sea(G1="1508")
    line = (*COLUMN[: length - 1], COLUMN[max(0, length - 3)])
    assert "AC-15.2" in bench.cases(state, Plot("G1", line))


@pytest.mark.parametrize("length", range(1, 15))
def test_a_line_of_any_length_grows_at_either_end_and_nowhere_else(bench, length):
    middle = COLUMN[1 : length + 1]
    state = bench.sea(G1="-".join(middle) + ("-" if length == 1 else ""))
    bench.legal(state, Plot("G1", (COLUMN[0], *middle)))
    if length < 14:
        bench.legal(state, Plot("G1", (*middle, COLUMN[length + 1])))
    if length > 1:
        assert "AC-16.1" in bench.cases(state, Plot("G1", (*middle[:-1], COLUMN[0])))


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        (("1508", "1509"), True),
        (("1509", "1508"), True),
        (("1509", "1510"), False),
        (("1508", "1510"), False),
        (("1508", "1509", "1508"), False),
        ((), False),
        (COLUMN, True),
    ],
)
def test_the_lines_that_are_offered_grow_from_the_station(bench, line, offered):
    assert bench.rules.offers(bench.sea(G1="1508"), Plot("G1", line)) is offered


def test_what_is_no_task_force_is_offered_no_line(bench):
    assert not bench.rules.offers(bench.sea(G1="1508"), Plot("North Cape", ("1508", "1509")))
