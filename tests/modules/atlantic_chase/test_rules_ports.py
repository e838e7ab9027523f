"""Port Boxes (pp. 8-9)."""

from __future__ import annotations

from modules.atlantic_chase.state import BRITISH, SEIZE, WEATHER
from modules.atlantic_chase.verbs import EnterPort, LeavePort, PassTurn, TakeOff, TimeLapse
from validator.rules.states import Pending

BOX = "Scapa Flow and Methil"


def test_a_station_enters_the_box_of_the_port_in_its_hex(bench):
    state = bench.sea(G1="2509", G2="2508")
    assert bench.after(state, EnterPort("G1", "Bergen")).force("G1").station == "Bergen"
    bench.breaks("AC-8.3", state, EnterPort("G2", "Bergen"))
    bench.breaks("AC-8.3", state, EnterPort("G1", "Kiel"))
    bench.close("AC-8.3", state, EnterPort("G1", "Bergen"))


def test_only_a_friendly_port_opens_its_box(bench):
    state = bench.sea(G1="2312", G2="2509")
    bench.breaks("AC-8.6", state, EnterPort("G1", "Clyde and Liverpool"))
    bench.close("AC-8.6", state, EnterPort("G2", "Bergen"))


def test_a_port_without_a_box_takes_nobody_in(bench):
    state = bench.sea(BRITISH, B1="2802", B2="2312")
    bench.breaks("AC-9.3", state, EnterPort("B1", "Murmansk"))
    bench.close("AC-9.3", state, EnterPort("B2", "Clyde and Liverpool"))


def test_a_neutral_port_is_of_no_use(bench):
    state = bench.sea(BRITISH, B1="1808", B2="2312")
    tables = bench.rules.tables
    ports = {**tables.ports, "Reykjavik": _neutral(tables.ports["Reykjavik"])}
    rules = _with_ports(bench.rules, ports)
    neutral = type(bench)(rules, bench.held, bench.closed)
    neutral.breaks("AC-8.12", state, EnterPort("B1", "Reykjavik"))
    neutral.close("AC-8.12", state, EnterPort("B2", "Clyde and Liverpool"))


def _neutral(port):
    from dataclasses import replace

    return replace(port, side="neutral")


def _with_ports(rules, ports):
    from dataclasses import replace

    from validator.rules.engine import GameRules

    tables = replace(rules.tables, ports=ports)
    return GameRules(rules.game, rules.module, rules.folder, off=rules.off, tables=tables)


def test_a_station_leaves_to_a_hex_of_its_port(bench):
    state = bench.sea(G1="Bergen")
    bench.breaks("AC-8.4", state, LeavePort("G1", "2510"))
    bench.close("AC-8.4", state, LeavePort("G1", "2509"))


def test_scapa_flow_and_methil_share_a_box_and_not_a_way_out(bench):
    state = bench.after(bench.sea(BRITISH, B1="2411"), EnterPort("B1", "Methil"))
    assert state.force("B1").station == BOX
    bench.breaks("AC-9.4", state, LeavePort("B1", "2311"))
    bench.close("AC-9.4", state, LeavePort("B1", "2411"))
    bench.legal(bench.sea(BRITISH, B1=BOX), LeavePort("B1", "2311"))


def test_kiel_opens_to_both_seas(bench):
    state = bench.after(bench.sea(G1="2811"), EnterPort("G1", "Kiel"), LeavePort("G1", "2712"))
    assert state.force("G1").station == "2712"


def test_only_the_active_player_shifts_stations(bench):
    state = bench.sea(G1="2509", B1="2312")
    bench.breaks("AC-8.5", state, EnterPort("B1", "Clyde and Liverpool"))
    bench.close("AC-8.5", state, EnterPort("G1", "Bergen"))


def test_who_became_a_station_by_passing_stays_out_of_the_box(bench):
    passed = bench.after(bench.sea(G1="2509-2508", B1="2004"), PassTurn("G1"))
    found = bench.after(passed, TimeLapse("G1", (), "2509"))
    bench.breaks("AC-8.7", found, EnterPort("G1", "Bergen"))
    still = bench.sea(G1="2509", B1="2004")
    bench.close("AC-8.7", still, EnterPort("G1", "Bergen"))


def test_stations_are_shifted_between_actions(bench):
    state = bench.sea(G1="2509", B1="2312")
    asked = state.changed(pending=(Pending(SEIZE, BRITISH, "AC-39.7"),))
    bench.breaks("AC-25.3", asked, EnterPort("G1", "Bergen"))
    bench.close("AC-25.3", state, EnterPort("G1", "Bergen"))
    changed = state.changed(pending=(Pending(WEATHER, "German", "AC-25.7"),))
    early = bench.breaks("AC-25.7", changed, EnterPort("G1", "Bergen"))
    assert early.severity == "interpretation"


def test_contact_stays_behind_when_a_station_goes_into_port(bench):
    """Ambiguity 23."""
    state = bench.sea(G1={"at": "2509", "contact": "2509"}, B1="2004")
    inside = bench.after(state, EnterPort("G1", "Bergen"))
    assert bench.breaks("AC-23.4", inside, PassTurn()).severity == "missing"
    bench.close("AC-23.4", inside, TakeOff("contact", "G1", "2509"))
