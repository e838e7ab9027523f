"""Movement on the ground (RF-4): how far, over what, on which card. ``m01`` and so on are the
vectors of the digest."""

from __future__ import annotations

from modules.red_flags.state import FOUGHT, MOVED
from modules.red_flags.verbs import Debus, Embus, Engage, Limber, Move
from validator.rules.cases import NOTE


def go(unit, *path, facing=""):
    return Move(unit, path, facing)


# --- How far


def test_infantry_moves_one_hex(bench):  # m01, m02
    state = bench.field("S1", SI1="0305")
    bench.close("RF-4.14", state, go("SI1", "0405"))
    bench.breaks("RF-4.14", state, go("SI1", "0405", "0505"))


def test_a_road_gives_one_hex_more(bench):  # m03
    state = bench.field("S1", SI1="0306")
    bench.close("RF-4.3", state, go("SI1", "0406", "0506"))


def test_the_commander_and_a_road_give_one_hex_each(bench):  # m04
    state = bench.field("S1", SI1="0306", SC1="0306")
    bench.legal(state, go("SI1", "0406", "0506", "0507"))
    assert "RF-4.3" not in bench.cases(state, go("SI1", "0406"))


def test_three_hexes_of_rifles_with_the_commander_on_the_road(bench):
    state = bench.field("S1", SI2="0306", SC1="0306")
    bench.legal(state, go("SI2", "0406", "0506", "0507"))


def test_a_commander_leads_those_with_whom_he_begins(bench):
    apart = bench.after(bench.field("S1", SI1="0605", SC1="0705"), go("SI1", "0705"))
    bench.breaks("RF-4.1", apart, go("SI1", "0805"))
    led = bench.after(bench.field("S1", SI1="0605", SC1="0605"), go("SI1", "0705"))
    bench.legal(led, go("SI1", "0805"))


def test_a_medium_tank_moves_three_hexes_by_road_and_two_else(bench):  # m05, m06
    by_road = bench.field(ST1="0206 SE")
    bench.close("RF-4.17", by_road, go("ST1", "0306", "0406", "0506"))
    across = bench.field(ST1="0205 SE")
    bench.breaks("RF-4.17", across, go("ST1", "0305", "0405", "0505"))


def test_the_last_step_off_the_road_loses_the_bonus(bench):  # m07
    state = bench.field(ST1="0206 SE")
    bench.breaks("RF-4.3", state, go("ST1", "0306", "0406", "0405"))


def test_uphill_is_one_hex(bench):  # m08, m09
    up, down = bench.field("S2", SV1="0505"), bench.field("S2", SV1="0404")
    bench.breaks("RF-4.2", up, go("SV1", "0504", "0404"))
    bench.close("RF-4.2", down, go("SV1", "0504", "0505"))


def test_uphill_first_and_on_in_a_second_move(bench):
    state = bench.field("S2", SV1="0505")
    climbed = bench.after(state, go("SV1", "0504"))
    bench.breaks("RF-4.2", climbed, go("SV1", "0503"))


def test_a_tank_enters_one_wood_a_turn(bench):  # m10, m11
    state = bench.field("S6", SR2="0607 SE")
    bench.breaks("RF-4.11", state, go("SR2", "0608", "0609"))
    bench.close("RF-4.11", state, go("SR2", "0608", "0508", "0408"))


def test_transport_needs_a_black_card_in_woods(bench):  # m12, m13
    for suit in ("heart", "diamond"):
        state = bench.field("S5", suit, SM4="0607 SE")
        bench.breaks("RF-4.12", state, go("SM4", "0608"))
    bench.close("RF-4.12", bench.field("S5", "spade", SM4="0607 SE"), go("SM4", "0608"))


def test_mines_need_a_black_card_going_in_and_coming_out(bench):  # m14, trap 1
    state = bench.field(suit="diamond", ST1="0706 SE")
    bench.breaks("RF-4.6", state, go("ST1", "0805"))
    inside = bench.field(suit="heart", ST1="0805 SE")
    bench.breaks("RF-4.6", inside, go("ST1", "0806"))
    bench.close("RF-4.6", bench.field(suit="club", ST1="0805 SE"), go("ST1", "0806"))


def test_mines_end_a_move(bench):  # m15
    state = bench.field(ST1="0706 SE")
    bench.breaks("RF-4.7", state, go("ST1", "0805", "0905"))
    bench.close("RF-4.7", state, go("ST1", "0805"))
    within = bench.after(bench.field(ST1="0706 SE", mines=frozenset({"0806"})), go("ST1", "0806"))
    assert [one.what for one in within.pending] == ["mines"]


def test_who_went_into_mines_goes_no_farther_with_the_commander(bench):  # trap 2
    state = bench.field("G4", "spade", GE1="0904", GC1="0904", mines=frozenset({"0804"}))
    bench.breaks("RF-4.7", state, go("GE1", "0804", "0704"))


def test_a_medium_gun_moves_only_towed(bench):  # m17
    bench.breaks("RF-4.16", bench.field("S4", SB1="0204 SE"), go("SB1", "0205"))
    bench.close("RF-4.16", bench.field("S4", SB1="0204 SE limbered"), go("SB1", "0205"))


def test_a_field_gun_is_moved_by_hand(bench):  # m18
    state = bench.field("S4", SA1="0204 SE")
    bench.close("RF-4.15", state, go("SA1", "0205"))
    bench.breaks("RF-4.15", state, go("SA1", "0205", "0206"))


def test_nights_are_short(bench):  # m19, m20
    bench.at_night()
    bench.close("RF-16.2", bench.field("S6", SR2="0206 SE"), go("SR2", "0306", "0406"))
    bench.breaks("RF-16.2", bench.field("S6", SR2="0205 SE"), go("SR2", "0305", "0405"))


def test_the_commander_alone_moves_two_hexes(bench):  # m21, m22
    state = bench.field("S1", SC1="0306")
    bench.breaks("RF-4.2", state, go("SC1", "0405", "0404"))
    flat = bench.field("S1", SC1="0307")
    bench.close("RF-4.21", flat, go("SC1", "0407", "0507"))
    bench.breaks("RF-4.21", flat, go("SC1", "0407", "0408", "0409"))


def test_two_moves_are_together_as_far_as_one(bench):
    state = bench.after(bench.field("S2", SV1="0411"), go("SV1", "0410"))
    bench.close("RF-4.1", state, go("SV1", "0409"))
    bench.breaks("RF-4.1", bench.after(state, go("SV1", "0409")), go("SV1", "0408"))


def test_scouts_move_as_their_type(bench):
    state = bench.field("S6", SN1="0305", SR2="0305 SE")
    bench.close("RF-4.18", state, go("SR2", "0405", "0505", "0605"))
    bench.breaks("RF-4.18", state, go("SN1", "0405", "0505"))


def test_a_wagon_moves_two_hexes_and_a_truck_three(bench):
    state = bench.field("S5", SW1="0107 SE", SM4="0107 SE")
    bench.close("RF-4.19", state, go("SM4", "0207", "0308", "0408"))
    bench.breaks("RF-4.19", state, go("SW1", "0207", "0308", "0408"))


# --- Over what


def test_a_way_leads_from_hex_to_hex(bench):
    state = bench.field("S1", SI1="0305")
    bench.breaks("RF-2.1", state, go("SI1", "0505"))
    bench.breaks("RF-2.1", state, go("SI1"))
    bench.close("RF-2.1", state, go("SI1", "0304"))


def test_a_counter_without_a_facing_that_is_turned_is_only_noted(bench):
    state = bench.field("S1", SI1="0305")
    found = bench.rules.faults(state, Move("SI1", (), "NW"))
    assert [(case.id, said.severity) for case, said in found] == [("RF-2.1", NOTE)]


def test_the_river_is_crossed_on_the_bridge(bench):
    state = bench.field("S1", SI1="0907", SI2="0906")
    bench.breaks("RFD-35", state, go("SI1", "1007"))
    bench.close("RFD-35", state, go("SI2", "1006"))
    blown = state.changed(blown=frozenset({"1006"}))
    bench.breaks("RFD-35", blown, go("SI2", "1006"))
    bench.legal(state.changed(pontoons=frozenset({"1007"})), go("SI1", "1007"))


def test_a_hex_has_room_for_twelve_points(bench):
    state = bench.field(ST1="0305 SE", ST2="0306 SE", ST3="0306 SE", SI2="0405", ST4="0405 SE")
    bench.breaks("RF-2.3", state, go("ST1", "0306"))
    bench.close("RF-2.3", bench.field(ST1="0305 SE", ST2="0306 SE"), go("ST1", "0306"))


def test_a_move_does_not_go_through_the_enemy(bench):
    state = bench.field("S2", SV1="0505", GI3="0605")
    bench.breaks("RF-10.1", state, go("SV1", "0605", "0705"))
    met = bench.after(state, go("SV1", "0605"))
    owed = [(one.what, one.piece) for one in met.pending]
    assert owed == [("melee", "GI3"), ("melee", "SV1")]


# --- Wire


def test_wire_holds_who_enters_it(bench):
    state = bench.field("S2", SV1="0904")
    bench.breaks("RF-4.4", state, go("SV1", "0804", "0704"))
    held = bench.after(state, go("SV1", "0804"))
    bench.breaks("RF-4.4", held, go("SV1", "0704"))
    bench.close("RF-4.4", state, go("SV1", "0804"))


def test_a_tank_drives_over_wire_on_a_red_card(bench):
    state = bench.field(suit="heart", ST1="0904 SE")
    bench.close("RF-4.4", state, go("ST1", "0804", "0704"))


# --- Vehicles and guns


def test_a_vehicle_that_troops_left_stays(bench):  # trap 5
    state = bench.field(SM1="0107 SE", SI6="in SM1")
    out = bench.after(state, Debus("SI6"))
    bench.breaks("RF-4.8", out, go("SM1", "0207"))
    bench.close("RF-4.8", state, go("SM1", "0207"))


def test_nobody_gets_out_of_a_vehicle_that_has_moved(bench):  # trap 5
    state = bench.field(SM1="0107 SE", SI6="in SM1")
    moved = bench.after(state, go("SM1", "0206", "0306"))
    bench.breaks("RF-4.8", moved, Debus("SI6"))
    bench.close("RF-4.8", state, Debus("SI6"))


def test_a_vehicle_that_troops_entered_stays(bench):
    state = bench.field(SM1="0107 SE", SI6="0107")
    loaded = bench.after(state, Embus("SI6", "SM1"))
    bench.breaks("RF-4.9", loaded, go("SM1", "0207"))
    moved = bench.after(bench.field(SM1="0207 SE", SI6="0107"), go("SM1", "0107"))
    bench.breaks("RF-4.9", moved, Embus("SI6", "SM1"))
    bench.close("RF-4.9", state, Embus("SI6", "SM1"))


def test_a_truck_carries_one_unit(bench):
    state = bench.field("S1", SI1="0107", SM1="0107 SE", SI6="in SM1", SM4="0107 SE")
    bench.breaks("RF-1.15", state, Embus("SI1", "SM1"))
    bench.close("RF-1.15", state, Embus("SI1", "SM4"))


def test_a_truck_does_not_carry_what_has_wheels(bench):
    state = bench.field("S2", SV1="0107", SM4="0107 SE", SI4="0107", GH1="0107 NW")
    bench.breaks("RF-1.15", state, Embus("SV1", "SM4"))
    bench.breaks("RF-1.15", state, Embus("SI4", "GH1"))
    assert (
        bench.rules.apply(state, Embus("SI4", "SV1")).unit("SI4").at == "0107"
    )  # no vehicle at all


def test_horses_carry_nobody(bench):
    state = bench.field("S1", SI1="0107", SW1="0107 SE", SM4="0107 SE")
    bench.breaks("RF-1.16", state, Embus("SI1", "SW1"))
    bench.close("RF-1.16", state, Embus("SI1", "SM4"))


def test_limbering_takes_the_turn(bench):  # trap 6
    state = bench.field("S4", SA2="0208 NE")
    limbered = bench.after(state, Limber("SA2", True))
    bench.breaks("RF-4.10", limbered, go("SA2", "0207", "0206"))
    bench.breaks("RF-4.10", limbered, Limber("SA2", False))
    bench.breaks("RF-4.10", bench.after(state, go("SA2", "0207")), Limber("SA2", True))
    bench.close("RF-4.10", state, Limber("SA2", True))
    lost = bench.field("S4", SA2={"at": state.unit("SA2").at, "vehicles": 0})
    bench.breaks("RF-4.10", lost, Limber("SA2", True))


def test_a_gun_does_not_fire_when_it_is_unlimbered(bench):
    state = bench.field("S4", SP1="0506 NE limbered", GT1="0606 NW")
    ready = bench.after(state, Limber("SP1", False))
    bench.breaks("RF-4.10", ready, Engage("SP1", "0606", "GT1"))
    bench.breaks("RF-4.10", state, Limber("SP1", True))


def test_only_guns_are_limbered(bench):
    bench.breaks("RF-4.10", bench.field("S1", SI1="0305"), Limber("SI1", True))


def test_move_then_fight_or_fight_then_move(bench):
    between = {"at": "0505 SE", "acts": (MOVED, FOUGHT)}
    state = bench.field(ST1=between, ST2={"at": "0507 SE", "acts": (FOUGHT,)})
    bench.breaks("RF-2.6", state, go("ST1", "0605"))
    bench.close("RF-2.6", state, go("ST2", "0607"))


def test_a_position_is_left_by_moving(bench):
    state = bench.after(bench.field("G1", GI1="1105 SW dug"), go("GI1", "1205"))
    assert not state.unit("GI1").dug_in
