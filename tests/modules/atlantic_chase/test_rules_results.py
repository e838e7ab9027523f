"""The four attacks and what their tables bring (pp. 27-34, 41-42, 49-54)."""

from __future__ import annotations

from types import SimpleNamespace

from modules.atlantic_chase.state import BAD, BRITISH, CUT, GERMAN, OUT
from modules.atlantic_chase.verbs import (
    AirStrike,
    Coordinate,
    Cut,
    Damage,
    Decline,
    Engage,
    Evade,
    Hit,
    Locate,
    MarkContact,
    MarkEvasive,
    MarkIntel,
    NavalSearch,
    PassTurn,
    Plot,
    Recon,
    RollAction,
    RollTimeLapse,
    Seize,
    Show,
    Spend,
    StealthAttack,
    Support,
    TakeOff,
    TimeLapse,
    Vie,
    Withdraw,
)
from validator.explaining.facts import Lined
from validator.explaining.rulings import Rulings
from validator.rules.scenes import Seen
from validator.rules.states import Pending


def owes(state):
    return [(one.what, one.piece) for one in state.pending]


def two(number):
    """Two dice that show so much."""
    return (number // 2, number - number // 2)


def searched(bench, dice, *before, **words):
    """G1 searched for B2 in 1512 and threw so much."""
    told = {"G1": "1512-1513", "B2": "1510-1511-1512-1612-1712", **words}
    state = bench.after(bench.sea(**told), NavalSearch("G1", "B2", "1512"), *before)
    return bench.after(state, RollAction(two(dice)))


# --- Naval Search ----------------------------------------------------------------------


def test_lines_are_searched_for_where_both_are(bench):
    state = bench.sea(G1="1512-1513", G2="1610", B2="1512-1511", B1="1513", B3="Plymouth")
    for case, target in (("AC-33.2", "B1"), ("AC-33.2", "G2"), ("AC-8.11", "B3")):
        bench.breaks(case, state, NavalSearch("G1", target, "1512"))
        bench.close(case, state, NavalSearch("G1", "B2", "1512"))
    bench.breaks("AC-33.2", state, NavalSearch("G1", "B2", "1513"))
    bench.breaks("AC-33.1", state, NavalSearch("G2", "B2", "1512"))
    bench.legal(state.changed(weather=BAD), NavalSearch("G1", "B2", "1512"))


def test_early_or_late_takes_a_side_away(bench):  # TV17
    state = searched(bench, 7, G1="1512-1513-1514", B2="1510-1511-1512-1612-1712-1812-1912")
    assert (state.throw.total, state.throw.results) == (10, ("EARLY_OR_LATE",))
    assert owes(state) == [("cut", "B2"), ("lapse", "G1"), ("seize", "")]
    for rest in (("1510", "1511"), ("1612", "1712", "1812", "1912")):
        bench.close("AC-51.3", state, Cut("B2", rest))
        bench.close("AC-51.1", state, Cut("B2", rest))
    bench.breaks("AC-51.3", state, Cut("B2", ("1510",)))
    bench.breaks("AC-51.3", state, Cut("B2", ("1612", "1712")))
    bench.breaks("AC-51.1", state, Cut("B2", ("1510", "1511", "1512")))
    cut = bench.after(state, Cut("B2", ("1510", "1511")))
    for hex_id in ("1512", "1513", "1514"):
        bench.legal(cut, TimeLapse("G1", (), hex_id))
    bench.breaks("AC-33.8", cut, Decline())
    bench.close("AC-33.8", bench.after(cut, TimeLapse("G1", (), "1513")), Decline("B2"))


def test_an_end_segment_goes_and_evasive_maneuvers_come(bench):
    state = searched(bench, 7, G1="1512-1513-1514", B2="1512-1612-1712-1812-1912-2012-2112")
    assert owes(state) == [("cut", "B2"), ("evasive", "B2"), ("lapse", "G1"), ("seize", "")]
    bench.breaks("AC-51.1", state, Cut("B2", ("1712", "1812", "1912", "2012", "2112")))
    done = bench.after(
        state,
        Cut("B2", ("1612", "1712", "1812", "1912", "2012", "2112")),
        TimeLapse("G1", (), "1512"),
        Seize("", (1, 1)),
        Show("tally", "1"),
    )
    for case in ("AC-51.5", "AC-24.1"):
        bench.breaks(case, done, PassTurn())
        bench.close(case, bench.after(done, MarkEvasive("B2")), PassTurn())


def test_the_only_segment_becomes_a_station(bench):
    state = searched(bench, 3, G1="1512-1513-1514-1515-1516-1517-1518", B2="1512-")
    assert state.throw.results == ("EARLY_OR_LATE",)
    bench.breaks("AC-51.2", state, Locate("B2", "1612"))
    bench.close("AC-51.2", state, Locate("B2", "1512"))


def test_evasive_maneuvers_let_the_owner_choose_the_side(bench):
    b2 = {"at": "1510-1511-1512-1612-1712-1812-1912", "evasive": True}
    state = searched(bench, 7, G1="1512-1513-1514", B2=b2)
    bench.close("AC-24.10", state, Cut("B2", ("1510", "1511"), True))
    assert not bench.after(state, Cut("B2", ("1510", "1511"), True)).force("B2").evasive
    plain = searched(bench, 7, G1="1512-1513-1514", B2=b2["at"])
    bench.breaks("AC-24.7", plain, Cut("B2", ("1510", "1511"), True))
    bench.close("AC-24.7", state, Cut("B2", ("1510", "1511"), True))
    end = {"at": "1512-1612-1712-1812-1912-2012-2112", "evasive": True}
    state = searched(bench, 7, G1="1512-1513-1514", B2=end)
    whole = ("1612", "1712", "1812", "1912", "2012", "2112")
    bench.breaks("AC-24.10", state, Cut("B2", whole, True))


def test_shadow_leaves_three_around_the_hex(bench):
    state = searched(bench, 6)
    assert (state.throw.total, state.throw.results) == (7, ("SHADOW",))
    for rest in (("1510", "1511", "1512"), ("1511", "1512", "1612"), ("1512", "1612", "1712")):
        for case in ("AC-53.6", "AC-53.7", "AC-53.8"):
            bench.close(case, state, Cut("B2", rest))
    bench.breaks("AC-53.6", state, Cut("B2", ("1511", "1512")))
    bench.breaks(
        "AC-53.7",
        searched(bench, 6, B2="1512-1612-1712-1812-1912"),
        Cut("B2", ("1612", "1712", "1812")),
    )
    bench.breaks("AC-53.8", state, Cut("B2", ("1510", "1512", "1712")))


def test_a_short_line_that_is_shadowed_earns_evasive_maneuvers(bench):
    state = searched(bench, 6, B2="1512-1612-1712")
    assert owes(state) == [("evasive", "B2"), ("lapse", "G1"), ("seize", "")]
    done = bench.after(state, TimeLapse("G1", (), "1512"), Seize("", (1, 1)), Show("tally", "1"))
    for case in ("AC-53.10", "AC-24.2"):
        bench.breaks(case, done, PassTurn())
        bench.close(case, bench.after(done, MarkEvasive("B2")), PassTurn())


def test_who_is_sighted_is_a_station_there(bench):
    state = searched(bench, 10, B2={"at": "1510-1511-1512", "contact": "1511 1512"})
    assert state.throw.results == ("SIGHTED",)
    bench.breaks("AC-54.1", state, Locate("B2", "1511"))
    bench.breaks("AC-54.1", state, TimeLapse("G1", (), "1512"))
    bench.close("AC-54.1", state, Locate("B2", "1512"))
    found = bench.after(state, Locate("B2", "1512"))
    bench.legal(found, TakeOff("contact", "B2", "1511"))
    bench.breaks("AC-23.4", found, TakeOff("contact", "B2", "1512"))


def test_nobody_becomes_a_station_for_nothing(bench):
    bench.breaks("AC-14.3", bench.sea(B2="1510-1511"), Locate("B2", "1510"))
    bench.close("AC-14.3", searched(bench, 10), Locate("B2", "1512"))


def test_a_search_offers_the_initiative(bench):
    state = bench.after(searched(bench, 10), Locate("B2", "1512"), TimeLapse("G1", (), "1512"))
    assert bench.breaks("AC-33.9", state, Plot("G1", ("1512",))).severity == "missing"
    done = bench.after(state, Decline("B2"))
    bench.close("AC-33.9", done, Plot("G1", ("1512",)))


def test_the_wrong_result_of_a_reconstructed_cell_accuses_nobody(bench):
    sighted = searched(bench, 10)
    found = bench.breaks("AC-33.6", sighted, Cut("B2", ("1510", "1511")))
    assert found.severity == "interpretation"
    printed = searched(bench, 7, G1="1512-1513-1514", B2="1510-1511-1512-1612-1712-1812-1912")
    found = bench.breaks("AC-33.6", printed, Locate("B2", "1512"))
    assert found.severity == "violation"
    bench.close("AC-33.6", sighted, Locate("B2", "1512"))


def test_who_forgets_a_modifier_is_told_which(bench):
    b2 = {"at": "1510-1511-1512-1612-1712", "contact": "1512", "evasive": True}
    contact = searched(bench, 6, B2=b2)  # 8 and a Total of 7: SHADOW; without Contact too
    assert contact.throw.results == ("SHADOW",)
    coordinated = searched(bench, 8, Coordinate("G2"), G2="1512")
    assert coordinated.throw.results == ("SIGHTED",)
    wrong = Cut("B2", ("1510", "1511", "1512"))
    bench.breaks("AC-47.5", coordinated, wrong)
    bench.close("AC-47.5", coordinated, Locate("B2", "1512"))
    evaded = searched(bench, 8, Evade("B2"), B2=b2)
    assert (evaded.throw.modified, evaded.throw.results) == (9, ("SHADOW",))
    for case in ("AC-46.6", "AC-24.11"):
        bench.breaks(case, evaded, Locate("B2", "1512"))
        bench.close(case, evaded, Cut("B2", ("1510", "1511", "1512")))
    known = searched(bench, 8, B2=b2)
    assert known.throw.results == ("SIGHTED",)
    for case in ("AC-46.3", "AC-23.7"):
        bench.breaks(case, known, wrong)
        bench.close(case, known, Locate("B2", "1512"))
    supported = searched(
        bench, 8, Support("G3", "1512"), G3={"at": "1512", "ships": "graf_zeppelin"}
    )
    bench.breaks("AC-45.6", supported, wrong)
    bench.close("AC-45.6", supported, Locate("B2", "1512"))


def test_walkers_coordination_is_not_forgotten(bench):
    state = bench.sea(
        BRITISH,
        B2="1512-1513",
        B1="1512",
        G1="1510-1511-1512-1612-1712",
        leaders={"walker": "southampton"},
    )
    state = bench.after(state, NavalSearch("B2", "G1", "1512"), Coordinate("B1"))
    state = bench.after(state, RollAction(two(7)))
    assert (state.throw.modified, state.throw.results) == (11, ("SIGHTED",))
    bench.breaks("AC-63.8", state, Cut("G1", ("1510", "1511", "1512")))
    bench.close("AC-63.8", state, Locate("G1", "1512"))


def test_who_counts_the_total_wrongly_is_told_how(bench):
    longer = searched(
        bench, 8, Coordinate("G2"), G2="1512-1513-1514-1515-1516", B2="1511-1512-1612-1712-1812"
    )
    assert (longer.throw.total, longer.throw.results) == (10, ("SHADOW",))
    bench.breaks("AC-17.2", longer, Locate("B2", "1512"))
    bench.breaks("AC-17.4", longer, Locate("B2", "1512"))
    right = Cut("B2", ("1511", "1512", "1612"))
    bench.close("AC-17.2", longer, right)
    bench.close("AC-17.4", longer, right)
    taken = searched(
        bench, 8, Coordinate("B1"), G1="1512-1513-1514", B1="1512-1412", B2="1511-1512-1612"
    )
    assert (taken.throw.total, taken.throw.modified, taken.throw.results) == (4, 7, ("SHADOW",))
    none = searched(
        bench, 9, Coordinate("B1"), G1="1512-1513-1514", B1="1512-1412", B2="1511-1512-1612"
    )
    assert none.throw.results == ("SIGHTED",)
    for case in ("AC-17.5", "AC-47.7"):
        bench.breaks(case, none, Cut("B2", ("1511", "1512", "1612")))
        bench.close(case, none, Locate("B2", "1512"))


# --- Engage ----------------------------------------------------------------------------


def test_stations_at_sea_are_engaged(bench):
    state = bench.sea(
        G1="1512-1513",
        B1={"at": "1512-1511", "contact": "1512"},
        B2="1512",
        B3="Plymouth",
        G2="1512",
    )
    for case in ("AC-31.3", "AC-13.4"):
        bench.breaks(case, state, Engage("G1", "B1", "1512"))
        bench.close(case, state, Engage("G1", "B2", "1512"))
    for case in ("AC-31.4", "AC-8.8"):
        bench.breaks(case, state, Engage("G1", "B3", "Plymouth"))
        bench.close(case, state, Engage("G1", "B2", "1512"))
    bench.breaks("AC-31.2", state, Engage("G1", "G2", "1512"))
    bench.breaks("AC-31.2", state, Engage("G1", "B2", "1513"))
    bench.close("AC-31.2", state, Engage("G1", "B2", "1512"))
    bench.breaks("AC-31.1", bench.sea(G1="1513", B2="1512"), Engage("G1", "B2", "1512"))
    bench.close("AC-31.1", state.changed(weather=BAD), Engage("G1", "B2", "1512"))


def engaged(bench, dice, *before, **words):
    told = {"G1": "1512-1513-1514-1515", "B2": "1512", **words}
    state = bench.after(bench.sea(**told), Engage("G1", "B2", "1512"), *before)
    return bench.after(state, RollAction(two(dice)))


def test_a_miss_shortens_all_lines_but_the_targets(bench):  # TV16
    state = engaged(
        bench,
        6,
        Coordinate("uboat_1"),
        Coordinate("B1"),
        B1="1512-1511-1510",
        stealth={"uboat_1": "1512"},
    )
    throw = state.throw
    assert (throw.total, throw.modified, throw.results) == (1, 7, ("miss",))
    assert owes(state) == [("lapse", "G1"), ("lapse", "B1"), ("vie", "")]
    for case in ("AC-31.9", "AC-19.1"):
        bench.breaks(case, state, Vie("", 3, 3))
    half = bench.after(state, TimeLapse("G1", (), "1512"))
    bench.breaks("AC-47.9", half, Vie("", 3, 3))
    both = bench.after(half, TimeLapse("B1", (), "1512"))
    bench.close("AC-47.9", both, Vie("", 3, 3))
    bench.close("AC-31.9", both, Vie("", 3, 3))


def test_a_miss_with_intel_hands_over(bench):
    from modules.atlantic_chase.verbs import Interrupt

    g2 = {"at": "1512-1612-1712-1812-1912", "intel": "1612"}
    state = engaged(bench, 2, Coordinate("G2"), Interrupt((1, 1)), G2=g2)
    assert state.active == BRITISH
    assert [what for what, _ in owes(state) if what in ("vie", "seize")] == []
    lapsed = bench.after(state, TimeLapse("G1", (), "1512"), TimeLapse("G2", ("1512", "1612")))
    bench.breaks("AC-53.2", lapsed, Vie("", 3, 3))
    bench.breaks("AC-53.2", lapsed, Plot("B2", ("1512",)))
    without = bench.after(engaged(bench, 2), TimeLapse("G1", (), "1512"))
    bench.close("AC-53.2", without, Vie("", 3, 3))


def test_printed_cells_of_the_engage_table(bench):
    for dice, own, result in (
        (8, "1512", "BATTLE"),
        (10, "1512", "SURPRISE"),
        (7, "1512", "CLOSING_IN"),
        (9, "1512-1513", "CLOSING_IN"),
    ):
        assert engaged(bench, dice, G1=own).throw.results == (result,)


def test_closing_in_on_an_equal_is_contact(bench):  # TV45
    state = engaged(bench, 9, G1="1512-1513")
    assert owes(state) == [("contact", "B2"), ("lapse", "G1"), ("vie", "")]
    done = bench.after(state, TimeLapse("G1", (), "1512"), Vie("", 6, 1), Show("tally", "1"))
    bench.breaks("AC-50.1", done, PassTurn())
    bench.close("AC-50.1", bench.after(done, MarkContact("B2", "1512")), PassTurn())
    slower = engaged(bench, 9, G1="1512-1513", B2={"at": "1512", "ships": "victorious"})
    assert ("fight", "G1") in owes(slower)


# --- Air Strike ------------------------------------------------------------------------


def struck(bench, dice, *before, active=GERMAN, **words):
    told = {"G3": {"at": "1512-1513-1514", "ships": "graf_zeppelin"}, "B2": "1512", **words}
    state = bench.after(bench.sea(**told), AirStrike("G3", "B2", "1512", "1512"), *before)
    return bench.after(state, RollAction(two(dice)))


def test_aircraft_strike_in_good_weather_within_two_hexes(bench):
    carrier = {"at": "1512-1513-1514", "ships": "graf_zeppelin"}
    state = bench.sea(G3=carrier, G1="1512", B2="1512-1412-1312", B1="Plymouth")
    good = AirStrike("G3", "B2", "1512", "1513")
    bench.breaks("AC-27.1", state.changed(weather=BAD), good)
    bench.breaks("AC-27.2", state, AirStrike("G1", "B2", "1512", "1512"))
    bench.breaks("AC-27.5", state, AirStrike("G3", "B2", "1512", "1412"))
    bench.breaks("AC-27.7", state, AirStrike("G3", "B2", "1513", "1513"))
    bench.breaks("AC-27.7", state, AirStrike("G3", "G1", "1512", "1513"))
    bench.breaks("AC-27.8", state, AirStrike("G3", "submarine_1", "1512", "1513"))
    bench.breaks("AC-27.9", state, AirStrike("G3", "B2", "1312", "1514"))
    bench.breaks("AC-27.12", state, AirStrike("G3", "B1", "Plymouth", "1513"))
    bench.breaks("AC-8.8", state, AirStrike("G3", "B1", "Plymouth", "1513"))
    for number in (1, 2, 5, 7, 8, 9, 12):
        bench.close(f"AC-27.{number}", state, good)
    bench.close("AC-8.8", state, good)


def test_no_strike_begins_or_ends_on_the_arctic_line(bench):
    state = bench.sea(G3={"at": "1608-1607", "ships": "graf_zeppelin"}, B2="1608-1707")
    bench.breaks("AC-27.6", state, AirStrike("G3", "B2", "1608", "1607"))
    bench.breaks("AC-27.10", state, AirStrike("G3", "B2", "1707", "1608"))
    for case in ("AC-27.6", "AC-27.10"):
        bench.close(case, state, AirStrike("G3", "B2", "1608", "1608"))
    north = bench.sea(B1="2802")
    bench.legal(north, AirStrike("North Cape", "B1", "2802", "2602"))  # TV32


def test_a_carrier_finds_a_cruiser(bench):  # TV11
    state = bench.sea(
        BRITISH, B3={"at": "1513-1512-1511-1510-1509", "ships": "victorious"}, G3="1514"
    )
    rolled = bench.after(state, AirStrike("B3", "G3", "1514", "1513"), RollAction(two(7)))
    throw = rolled.throw
    assert (throw.total, throw.modified, throw.results) == (5, 9, ("HIT_S", "CONTACT"))
    assert owes(rolled) == [("contact", "G3"), ("lapse", "B3"), ("vie", "")]
    bench.breaks("AC-27.19", rolled, TimeLapse("B3", ("1510", "1509")))
    bench.close("AC-27.19", rolled, TimeLapse("B3", ("1513", "1512")))
    bench.breaks("AC-27.17", rolled, Hit("leipzig"))
    bench.close("AC-27.17", struck(bench, 9), Hit("devonshire"))
    bench.breaks("AC-27.18", rolled, Vie("", 3, 3))
    lapsed = bench.after(rolled, TimeLapse("B3", ("1513", "1512")))
    bench.close("AC-27.18", lapsed, Vie("", 3, 3))
    bench.breaks("AC-27.20", lapsed, Plot("B3", ("1513", "1512", "1511")))
    done = bench.after(lapsed, Vie("", 6, 1), Show("tally", "1"), MarkContact("G3", "1514"))
    bench.close("AC-27.20", done, Plot("B3", ("1513", "1512", "1511")))
    bench.breaks("AC-50.2", bench.forced(lapsed, Vie("", 6, 1), Show("tally", "1")), PassTurn())
    bench.close("AC-50.2", done, PassTurn("B3"))


def test_an_airbase_damages_a_pocket_battleship(bench):  # TV12
    state = bench.sea(BRITISH, B4="2310-2309-2308-2307-2306-2305", G2="2310-2410-2510")
    rolled = bench.after(
        state, AirStrike("Methil", "G2", "2310", "2411"), Coordinate("B4"), RollAction((6, 6))
    )
    throw = rolled.throw
    assert (throw.total, throw.modified, throw.results) == (9, 15, ("DAMAGE", "CONTACT"))
    hurt = bench.after(rolled, Damage("scheer"))
    assert hurt.ship("scheer").damaged
    assert owes(rolled)[0] == ("damage", "G2")
    bench.breaks("AC-50.4", rolled, TimeLapse("B4", ("2310", "2309", "2308", "2307")))
    bench.close("AC-50.4", hurt, TimeLapse("B4", ("2310", "2309", "2308", "2307")))
    bench.breaks("AC-50.3", rolled, Damage("leipzig"))
    bench.close("AC-50.3", rolled, Damage("scheer"))


def test_the_active_player_chooses_the_ship(bench):
    state = struck(bench, 9)
    assert state.throw.results == ("HIT", "CONTACT")
    bench.breaks("AC-52.1", state, Hit("kent"))
    for ship in ("devonshire", "glasgow"):
        bench.close("AC-52.1", state, Hit(ship))
    bench.breaks("AC-52.1", state, Hit("devonshire", 2))
    bench.breaks("AC-52.1", state, TimeLapse("G3", ("1512",)))
    assert bench.after(state, Hit("devonshire")).ship("devonshire").damaged


def test_hits_for_slow_ships_find_no_fast_one(bench):
    convoy = {"at": "1512-1511-1510-1509-1508", "ships": "convoy_1 galatea"}
    state = struck(bench, 6, B2=convoy, G3={"at": "1512", "ships": "graf_zeppelin"})
    assert state.throw.results == ("HIT_S", "CONTACT")
    assert owes(state)[0] == ("hit", "B2")
    bench.breaks("AC-52.6", state, Hit("galatea"))
    bench.close("AC-52.6", state, Hit("convoy_1"))
    slow = struck(bench, 4, B2=convoy, G3={"at": "1512", "ships": "graf_zeppelin"})
    assert slow.throw.results == ("HIT_VS",)
    bench.breaks("AC-52.5", slow, Hit("galatea"))
    bench.close("AC-52.5", slow, Hit("convoy_1"))
    hit = bench.after(slow, Hit("convoy_1"))
    assert hit.points == {GERMAN: 1}


def test_a_task_force_without_ships_leaves_the_map(bench):
    state = struck(bench, 9, B2={"at": "1512", "ships": "devonshire"})
    hurt = state.with_ship(state.ship("devonshire").changed(damaged=True))
    sunk = bench.after(hurt, Hit("devonshire"))
    assert sunk.ship("devonshire").at == OUT
    done = bench.after(sunk, TimeLapse("G3", (), "1512"), Vie("", 6, 1), Show("tally", "1"))
    bench.breaks("AC-62.5", done, PassTurn())
    bench.close("AC-62.5", bench.after(done, Withdraw("B2")), PassTurn())
    assert sunk.points == {GERMAN: 2}


# --- Stealth ---------------------------------------------------------------------------


def test_a_recon_puts_intel_on_lines(bench):  # TV20
    state = bench.sea(stealth={"uboat_1": "U-Boat Box"}, G1="2004", B2="1512-1511", B1="1512")
    seen = bench.after(state, Recon("uboat_1", "1512"))
    assert owes(seen) == [("intel", "B2"), ("vie", "")]
    done = bench.after(seen, Vie("", 6, 1), Show("tally", "1"))
    for case in ("AC-41.8", "AC-21.2"):
        bench.breaks(case, done, PassTurn())
        bench.close(case, bench.after(done, MarkIntel("B2", "1512")), PassTurn())
    bench.breaks("AC-41.2", seen, PassTurn())
    bench.close("AC-41.2", bench.after(done, MarkIntel("B2", "1512")), PassTurn())


def test_boats_scout_and_mines_do_not(bench):
    state = bench.sea(stealth={"uboat_1": "1512", "mines_german_1": "1513", "submarine_1": "1611"})
    bench.breaks("AC-41.3", state, Recon("mines_german_1", "1514"))
    bench.breaks("AC-41.3", state, Recon("uboat_2", "1514"))
    bench.close("AC-41.3", state, Recon("uboat_1", "1514"))
    bench.breaks("AC-3.3", state, Recon("submarine_1", "1514"))
    bench.close("AC-3.3", state, Recon("uboat_1", "1514"))
    for case in ("AC-41.4", "AC-4.2"):
        bench.breaks(case, state, Recon("uboat_1", "2606"))
        bench.close(case, state, Recon("uboat_1", "0114"))
    stayed = bench.breaks("AC-41.4", state, Recon("uboat_1", "1512"))
    assert stayed.severity == "interpretation"


def test_ports_and_airbases_are_closed_to_a_recon(bench):  # TV31
    state = bench.sea(
        stealth={"uboat_1": "1512", "uboat_2": "1513"},
        B3={"at": "1514", "ships": "victorious"},
        leaders={"prien": "uboat_1"},
    )
    bench.breaks("AC-41.5", state, Recon("uboat_1", "2312"))
    bench.breaks("AC-41.5", state, Recon("uboat_1", "2311"))
    bench.close("AC-41.5", state, Recon("uboat_1", "1514"))
    bench.legal(state, Recon("uboat_1", "2311", "prien"))
    bench.breaks("AC-41.7", state, Recon("uboat_2", "2311", "prien"))
    bench.close("AC-41.7", state, Recon("uboat_1", "2311", "prien"))
    assert bench.after(state, Recon("uboat_1", "2311", "prien")).leaders["prien"] == OUT


def test_a_stealth_force_attacks_who_is_seen_in_its_hex(bench):
    state = bench.sea(
        stealth={"uboat_1": "1411", "uboat_2": "U-Boat Box"},
        B1={"at": "1411-1412", "contact": "1412"},
        B2={"at": "1411-1410", "intel": "1411"},
        B3="1411",
        B4="Plymouth",
        G1="1411",
    )
    bench.breaks("AC-41.10", state, StealthAttack("uboat_1", "B1", "1411"))
    bench.breaks("AC-41.10", state, StealthAttack("uboat_1", "B2", "1410"))
    bench.breaks("AC-41.10", state, StealthAttack("uboat_1", "G1", "1411"))
    for case in ("AC-41.11", "AC-8.8"):
        bench.breaks(case, state, StealthAttack("uboat_1", "B4", "1411"))
        bench.close(case, state, StealthAttack("uboat_1", "B3", "1411"))
    bench.breaks("AC-41.9", state, StealthAttack("uboat_2", "B3", "1411"))
    no_boat = {"force": "G1", "target": "B3"}
    assert not [*bench.rules.completions(state, StealthAttack, no_boat, legal=False)]
    bench.close("AC-41.9", state, StealthAttack("uboat_1", "B3", "1411"))
    bench.close("AC-41.10", state, StealthAttack("uboat_1", "B2", "1411"))


def attacked(bench, dice, *before, **words):
    told = {"B2": {"at": "1912-1812", "contact": "1912"}, **words}
    told.setdefault("stealth", {"uboat_1": told["B2"]["at"][:4]})
    state = bench.sea(**told)
    state = bench.after(state, StealthAttack("uboat_1", "B2", told["B2"]["at"][:4]), *before)
    return bench.after(state, RollAction(two(dice)))


def test_a_stealth_force_attacks_once(bench):  # TV21
    b2 = {"at": "1018-1017-1016-1015-1014", "intel": "1018"}
    state = attacked(bench, 10, Coordinate("G1"), B2=b2, G1="1018-1118")
    throw = state.throw
    assert (throw.total, throw.modified, throw.results) == (7, 12, ("miss",))
    assert state.stealth["uboat_1"] == OUT
    assert owes(state) == [("lapse", "G1"), ("spend", "uboat_1"), ("vie", "")]
    bench.breaks("AC-47.9", state, Vie("", 3, 3))
    spent = bench.after(state, TimeLapse("G1", (), "1018"), Spend("uboat_1"))
    lapsed = bench.after(spent, Vie("", 6, 1), Show("tally", "1"))
    bench.breaks("AC-7.4", lapsed, StealthAttack("uboat_1", "B2", "1018"))


def test_the_uboat_zone_and_dispersed_convoys_help(bench):
    seen = {"at": "1912", "contact": "1912"}
    zone = attacked(bench, 11, B2=seen)
    assert (zone.throw.modified, zone.throw.results) == (14, ("DAMAGE",))
    for case in ("AC-41.16", "AC-4.4"):
        bench.breaks(case, zone, Hit("devonshire"))
        bench.close(case, zone, Damage("devonshire"))
    told = bench.sea(B4={"at": "0914", "contact": "0914"}, stealth={"uboat_1": "0914"})
    told = told.with_ship(told.ship("convoy_1").changed(dispersed=True))
    rolled = bench.after(told, StealthAttack("uboat_1", "B4", "0914"), RollAction(two(9)))
    assert (rolled.throw.modified, rolled.throw.results) == (14, ("DAMAGE",))
    for case in ("AC-41.17", "AC-11.6"):
        bench.breaks(case, rolled, Hit("convoy_1"))
        bench.close(case, rolled, Damage("convoy_1"))


def test_only_the_supporting_length_counts_for_a_stealth_force(bench):
    state = attacked(
        bench, 11, Coordinate("G1"), B2={"at": "0914", "contact": "0914"}, G1="0914-0915"
    )
    assert (state.throw.total, state.throw.results) == (2, ("HIT",))
    bench.breaks("AC-41.13", state, Damage("devonshire"))
    bench.close("AC-41.13", state, Hit("devonshire"))


def test_lose_contact_takes_the_markers_in_the_hex(bench):
    b2 = {"at": "1018-1017", "intel": "1018", "contact": "1018 1017", "ships": "convoy_1"}
    state = attacked(bench, 8, B2=b2)
    assert state.throw.results == ("HIT_VS", "LOSE_CONTACT")
    hit = bench.after(state, Spend("uboat_1"), Hit("convoy_1"), Vie("", 6, 1), Show("tally", "1"))
    bench.breaks("AC-52.9", hit, PassTurn())
    cleared = bench.after(hit, TakeOff("contact", "B2", "1018"), TakeOff("intel", "B2", "1018"))
    bench.close("AC-52.9", cleared, PassTurn())
    bench.breaks("AC-23.4", hit, TakeOff("contact", "B2", "1017"))


def test_a_die_is_thrown_for_each_who_lapses_in_bad_weather(bench):
    state = searched(bench, 10, weather=BAD)
    found = bench.after(state, Locate("B2", "1512"), RollTimeLapse("G1", 1))
    bench.legal(found, TimeLapse("G1", ("1512",)))


def test_no_marker_is_owed_to_a_segment_that_has_gone(bench):
    state = bench.sea(G3="1514-1513").owing(Pending("contact", "", "AC-50.2", "G3", to="1514"))
    shorter = state.force("G3").changed(line=("1513",))
    assert owes(state.with_force(shorter)) == []
    assert owes(state.with_force(shorter.changed(evasive=True, line=("1513", "1514")))) == [
        ("contact", "G3")
    ]


def test_a_line_is_cut_in_whichever_order_its_sticks_can_lie(bench):
    """It may run 2611-2712-2612-2613 as well (DA-33)."""
    state = bench.sea(BRITISH, G1="2712-2611-2612-2613")
    state = state.owing(Pending("cut", BRITISH, "AC-51.3", "G1", to="2712"))
    assert "AC-51.3" not in bench.cases(state, Cut("G1", ("2612", "2613")))
    bench.breaks("AC-51.3", state, Cut("G1", ("2611", "2613")))


def test_each_result_of_an_action_is_tried_with_dice_on_the_desk(bench):
    """A line that is cut shows EARLY OR LATE, or SHADOW."""
    sea = bench.sea(G1="1512-1513", B2="1510-1511-1512-1612-1712")
    state = bench.after(sea, NavalSearch("G1", "B2", "1512"))
    cut = Lined(Seen(1), "segment", "b2_segment_1", "B2", (), ("1510", "1511"))
    rulings, tables = Rulings(bench.rules), bench.rules.tables
    context = SimpleNamespace(rulings=rulings, tables=tables, from_here=[cut])
    dice = RollAction.guesses["dice"](context, state, {})
    owed = [context.rulings.after(state, RollAction(one)).pending for one in dice]
    cuts = [one.case for row in owed[:2] for one in row if one.what == CUT]
    assert len({*owed}) == len(owed)
    assert len(cuts) == 2
    assert len({*cuts}) == 2
