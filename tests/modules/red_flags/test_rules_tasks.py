"""Engineers, wire and reconnaissance (RF-12, RF-13, RF-15). ``k01`` and so on are the vectors of
the digest."""

from __future__ import annotations

from math import ceil

from modules.red_flags.recon import looked_into
from modules.red_flags.state import MOVED
from modules.red_flags.verbs import BlowBridge, Fire, Move, Recon, TurnCard, Work

READY = frozenset({"1006"})


def turns(bench, task, men):
    return ceil(bench.rules.tables.tasks[task].man_turns / men)


def worked(bench, task, hex_id, figures, turns_, **words):
    """A unit of two engineers at work for so many turns."""
    men = ("rifle",) * figures
    state = bench.field("S5", "spade", SE1={"at": hex_id, "men": men, "support": ""}, **words)
    for _ in range(turns_):
        state = bench.after(state, Work("SE1", task, hex_id, figures)).change("SE1", worked=False)
    return state


# --- How long


def test_mines_take_twelve_man_turns(bench):  # k01, k02
    assert (turns(bench, "lay_mines", 1), turns(bench, "lay_mines", 2)) == (12, 6)
    truck = {"SM3": "0605 SE"}
    assert "0605" not in worked(bench, "lay_mines", "0605", 2, 5, **truck).mines
    assert "0605" in worked(bench, "lay_mines", "0605", 2, 6, **truck).mines


def test_clearing_mines_takes_sixteen(bench):  # k03
    assert turns(bench, "clear_mines", 4) == 4
    assert "0805" in worked(bench, "clear_mines", "0805", 4, 3).mines
    assert "0805" not in worked(bench, "clear_mines", "0805", 4, 4).mines


def test_a_pontoon_takes_eighteen(bench):  # k04
    assert turns(bench, "pontoon_hex", 5) == 4


def test_a_bridge_takes_six(bench):  # k05
    assert turns(bench, "prepare_bridge", 2) == 3
    assert worked(bench, "prepare_bridge", "1006", 2, 3).prepared == READY


def test_wire_takes_four(bench):  # k06
    assert turns(bench, "remove_wire", 2) == 2
    assert "0804" not in worked(bench, "remove_wire", "0804", 2, 2).wire


def test_wire_is_cleared_on_a_black_card(bench):  # k07
    work = Work("SE1", "remove_wire", "0804", 5)
    bench.breaks("RF-4.5", bench.field("S5", "heart", SE1="0804"), work)
    bench.close("RF-4.5", bench.field("S5", "club", SE1="0804"), work)


def test_who_was_held_goes_on_when_the_wire_is_gone(bench):
    state = bench.field("S5", SE1={"at": "0804", "held_by_wire": True})
    bench.breaks("RF-4.4", state, Move("SE1", ("0704",), ""))
    assert not bench.after(state, Work("SE1", "remove_wire", "0804", 5)).unit("SE1").held_by_wire


def test_five_or_more_blow_a_bridge(bench):  # k08, k09
    state = bench.field("S5", SE1="1006", prepared=READY)
    bench.breaks("RF-12.10", state, BlowBridge("SE1", "1006", (1, 3), True))
    bench.breaks("RF-12.10", state, BlowBridge("SE1", "1006", (1, 3, 5), True))
    bench.breaks("RF-12.10", state, BlowBridge("SE1", "1006", (7, 3), True))
    bench.close("RF-12.10", state, BlowBridge("SE1", "1006", (2, 3), True))
    assert bench.after(state, BlowBridge("SE1", "1006", (2, 3), True)).blown == READY


def test_a_bridge_is_tried_once_a_turn(bench):
    state = bench.field("S5", SE1="1006", prepared=READY)
    failed = bench.after(state, BlowBridge("SE1", "1006", (1, 3), False))
    again = failed.change("SE1", worked=False, acts=())
    bench.breaks("RF-12.11", again, BlowBridge("SE1", "1006", (6, 3), True))
    bench.close("RF-12.11", state, BlowBridge("SE1", "1006", (6, 3), True))


def test_a_bridge_is_prepared_before_it_is_blown(bench):
    state = bench.field("S5", SE1="1006")
    bench.breaks("RF-12.9", state, BlowBridge("SE1", "1006", (6, 3), True))
    bench.close("RF-12.9", state, Work("SE1", "prepare_bridge", "1006", 5))
    bench.breaks("RF-12.9", state, Work("SE1", "prepare_bridge", "0906", 5))


# --- Who, where, with what


def test_engineers_do_engineers_work(bench):
    state = bench.field("S1", SI1="0805", SI2="1006", prepared=READY)
    bench.breaks("RF-12.4", state, Work("SI1", "clear_mines", "0805", 5))
    bench.breaks("RF-12.4", state, BlowBridge("SI2", "1006", (6, 6), True))
    bench.close("RF-12.4", state, Work("SI1", "lay_wire", "0805", 5))


def test_who_works_does_nothing_else(bench):
    state = bench.field("S5", SE1="0805")
    busy = bench.after(state, Work("SE1", "clear_mines", "0805", 5))
    bench.breaks("RF-12.4", busy, Move("SE1", ("0705",), ""))
    moved = state.change("SE1", acts=(MOVED,))
    bench.breaks("RF-12.4", moved, Work("SE1", "clear_mines", "0805", 5))
    bench.close("RF-12.4", state, Work("SE1", "clear_mines", "0805", 5))


def test_mines_come_from_a_truck(bench):
    with_it = bench.field("S5", SE1="0605", SM3="0606 SE")
    without = bench.field("S5", SE1="0605", SM2="0606 SE")
    work = Work("SE1", "lay_mines", "0605", 5)
    bench.breaks("RF-12.5", without, work)
    bench.close("RF-12.5", with_it, work)
    bench.close("RF-12.6", with_it, work)
    bench.breaks("RF-12.6", with_it.changed(mines=frozenset({"0605"})), work)


def test_mines_are_cleared_where_they_are(bench):
    state = bench.field("S5", SE1="0805")
    bench.breaks("RF-12.7", state, Work("SE1", "clear_mines", "0806", 5))
    bench.breaks("RF-12.7", state, Work("SE1", "clear_mines", "1006", 5))
    bench.close("RF-12.7", state, Work("SE1", "clear_mines", "0805", 5))


def test_a_pontoon_is_built_in_the_river(bench):
    state = bench.field("S5", SE1="0907", SM2="0906 SE")
    bench.breaks("RF-12.8", state, Work("SE1", "pontoon_hex", "0907", 5))
    bench.close("RF-12.8", state, Work("SE1", "pontoon_hex", "1007", 5))


def test_wire_is_laid_by_infantry_where_none_is(bench):
    state = bench.field("S1", SI1="0804", SI2="0703", SC1="0702")
    bench.breaks("RF-15.2", state, Work("SI1", "lay_wire", "0804", 5))
    bench.breaks("RF-15.2", state, Work("SC1", "lay_wire", "0702", 1))
    bench.close("RF-15.2", state, Work("SI2", "lay_wire", "0703", 4))


def test_wire_is_cleared_by_infantry_where_it_is(bench):
    state = bench.field("S1", SI1="0804", SI2="0703", SC1="0804")
    bench.breaks("RF-15.3", state, Work("SI2", "remove_wire", "0703", 4))
    bench.breaks("RF-15.3", state, Work("SC1", "remove_wire", "0804", 1))
    bench.close("RF-15.3", state, Work("SI1", "remove_wire", "0804", 5))


def test_no_more_men_work_than_there_are(bench):
    state = bench.field("S1", SI2="0703")
    bench.breaks("RFD-9", state, Work("SI2", "lay_wire", "0703", 5))
    bench.close("RFD-9", state, Work("SI2", "lay_wire", "0703", 4))


# --- Reconnaissance


def test_scouts_look_into_as_many_hexes_as_their_die_says(bench):  # g06
    state = bench.field("S6", SR1="0606")
    seen = looked_into(bench.rules.tables, state, "SR1", "SE", 4)
    assert len(seen) == 4
    bench.close("RF-13.1", state, Recon("SR1", "SE", 4, seen))
    bench.breaks("RF-13.1", state, Recon("SR1", "SE", 4, seen[:3]))
    bench.breaks("RF-13.1", state, Recon("SR1", "west", 4, ()))
    bench.breaks("RF-13.1", state, Recon("SR1", "SE", 7, seen))


def test_who_looks_turns_there(bench):
    state = bench.field("S6", SR2="0606 NW")
    seen = looked_into(bench.rules.tables, state, "SR2", "SE", 1)
    assert bench.after(state, Recon("SR2", "SE", 1, seen)).unit("SR2").facing == "SE"


def test_aircraft_look_into_three_more(bench):  # g05
    state = bench.field("G5", GX3="0906 NE")
    seen = looked_into(bench.rules.tables, state, "GX3", "NE", 4)
    assert seen == ("1005", "1004", "1106", "1105", "1104", "1205", "1204")
    bench.close("RF-13.2", state, Recon("GX3", "NE", 4, seen))
    bench.breaks("RF-13.2", state, Recon("GX3", "NE", 4, seen[:4]))


def test_only_scouts_look(bench):
    state = bench.field("S1", SI1="0305")
    bench.breaks("RF-13.4", state, Recon("SI1", "SE", 1, ("0405",)))
    bench.close("RF-13.4", bench.field("S6", SN1="0305"), Recon("SN1", "SE", 1, ("0405",)))


def test_to_look_at_an_enemy_is_to_engage_him(bench):
    state = bench.field("S6", SN1="0506", SR2="0505 SE", GI3="0606", GR1="0606 NW")
    met = bench.after(state, Recon("SN1", "SE", 1, ("0606",)))
    assert (met.combat.target, met.combat.first) == ("GI3", "GI3")
    bench.breaks("RF-5.6", met, Fire("SN1", ("rifle",), (1,) * 3))
    cars = bench.field("S6", SN1="0506", GR1="0606 NW")
    tied = bench.after(cars, Recon("SN1", "SE", 1, ("0606",)))
    bench.breaks("RF-13.3", tied, TurnCard("S1", "club"))
    bench.close("RF-13.3", bench.field("S6", SN1="0506"), TurnCard("S1", "club"))
