"""Combat, damage and pursuit."""

from __future__ import annotations

from modules.graf_spee.state import FIRE, VOYAGE_LOG
from modules.graf_spee.verbs import (
    AirAttack,
    AirSearch,
    Answer,
    ChangeScore,
    DamageShip,
    EndTurn,
    Fire,
    HidePiece,
    LogCourse,
    MovePiece,
    Pursue,
    ReturnPiece,
    RollSinking,
    SinkPiece,
)

ATLANTIC, INDIAN = "Atlantic Ocean", "Indian Ocean"
SHIP = "graf_spee"
MISS = (1, 2, 3)


def _found(bench, **words):
    quiet = bench.searching(
        ship="C3", at={"hermes": "B3", "ark_royal": "D4"}, up=("hermes", "ark_royal"), **words
    )
    return bench.after(quiet, AirSearch("hermes", "C3"), Answer(True))


def _fired(bench, target, dice, *names):
    return bench.after(bench.contact(target, *names), Fire(SHIP, target, dice))


def test_only_ships_that_met_fight(bench):
    bench.breaks(
        "GS-6(1)", bench.searching(at={"exeter": "C3"}, ship="C4"), Fire("exeter", SHIP, (1, 2))
    )
    met = bench.contact("exeter", at={"sussex": "B3"})
    bench.breaks("GS-6(1)", met, Fire("sussex", SHIP, (1, 2)))
    bench.breaks("GS-6(1)", met, Fire(SHIP, "sussex", MISS))
    bench.breaks("GS-6(1)", met, Fire("exeter", "sussex", (1, 2)))
    bench.close("GS-6(1)", met, Fire("exeter", SHIP, (1, 2)))


def test_each_ship_rolls_its_strength(bench):
    met = bench.contact("exeter", "renown")
    bench.breaks("GS-6(2)a", met, Fire("exeter", SHIP, (1, 2, 3)))
    bench.breaks("GS-6(2)a", met, Fire("renown", SHIP, (1,) * 8))
    bench.breaks("GS-6(2)a", met, Fire(SHIP, "exeter", (1, 2)))
    bench.close("GS-6(2)a", met, Fire("renown", SHIP, (1,) * 9))
    bench.close("GS-6(2)a", met, Fire("exeter", SHIP, (1, 2)))


def test_nobody_rolls_twice(bench):
    fired = _fired(bench, "exeter", MISS)
    bench.breaks("GS-6(2)a", fired, Fire(SHIP, "exeter", (6, 6, 6)))
    again = bench.after(fired, Fire("exeter", SHIP, (1, 2)))
    bench.breaks("GS-6(2)a", again, Fire("exeter", SHIP, (6, 6)))


def test_both_sides_roll(bench):
    fired = bench.after(_fired(bench, "exeter", MISS))
    breach = bench.breaks("GS-6(2)a", fired, EndTurn())
    assert breach.severity == "missing"
    assert "exeter" in breach.did


def test_a_cruiser_is_not_hit_by_a_four(bench):
    missed = _fired(bench, "exeter", (4, 4, 1))
    bench.breaks("GS-6(2)b", missed, ReturnPiece("exeter", ATLANTIC))
    bench.breaks("GS-6(2)b", missed, SinkPiece("exeter"))
    bench.close("GS-6(2)b", _fired(bench, "exeter", (5, 4, 1)), ReturnPiece("exeter", ATLANTIC))
    bench.close("GS-6(2)b", _fired(bench, "exeter", (5, 6, 1)), SinkPiece("exeter"))


def test_the_battleship_is_not_hit_by_a_five(bench):
    five = _fired(bench, "renown", (5, 5, 1))
    bench.breaks("GS-6(2)c", five, ReturnPiece("renown", ATLANTIC))
    bench.breaks("GS-6(2)c", five, SinkPiece("renown"))
    one = _fired(bench, "renown", (5, 5, 6))
    bench.breaks("GS-6(2)c", one, SinkPiece("renown"))
    bench.close("GS-6(2)c", one, ReturnPiece("renown", ATLANTIC))


def test_the_ship_is_not_hit_by_a_five(bench):
    missed = bench.after(bench.contact("exeter"), Fire("exeter", SHIP, (5, 5)))
    bench.breaks("GS-6(2)d", missed, DamageShip())
    bench.breaks("GS-6(2)d", missed, RollSinking(3))
    hit = bench.after(bench.contact("exeter"), Fire("exeter", SHIP, (6, 5)))
    bench.close("GS-6(2)d", hit, DamageShip())


def test_an_air_attack_has_three_dice_once(bench):
    found = _found(bench)
    bench.breaks("GS-6(2)e", found, AirAttack("hermes", (1, 2)))
    bench.close("GS-6(2)e", found, AirAttack("hermes", (1, 2, 3)))
    attacked = bench.after(found, AirAttack("hermes", (1, 2, 3)))
    bench.breaks("GS-6(2)e", attacked, AirAttack("hermes", (6, 6, 6)))


def test_one_hit_does_not_sink(bench):
    hit = _fired(bench, "exeter", (6, 1, 1))
    bench.breaks("GS-6(2)f", hit, SinkPiece("exeter"))
    bench.close("GS-6(2)f", _fired(bench, "exeter", (6, 6, 1)), SinkPiece("exeter"))
    # That is the one mistake: it cannot have stayed on the map, too.
    assert "GS-6(5)b" in bench.cases(hit, EndTurn())
    assert "GS-6(5)b" not in bench.cases(bench.forced(hit, SinkPiece("exeter")), EndTurn())


def test_a_ship_that_is_hit_is_marked(bench):
    hit = bench.after(
        bench.contact("exeter"), Fire("exeter", SHIP, (6, 5)), Fire(SHIP, "exeter", MISS)
    )
    assert bench.breaks("GS-6(2)f", hit, EndTurn()).severity == "missing"
    marked = bench.after(hit, DamageShip(), HidePiece("exeter"))
    bench.close("GS-6(2)f", marked, EndTurn())
    bench.breaks("GS-6(2)f", marked, DamageShip())


def test_two_hits_sink(bench):
    sunk = _fired(bench, "exeter", (6, 5, 1))
    bench.breaks("GS-6(2)g", sunk, ReturnPiece("exeter", ATLANTIC))
    bench.close("GS-6(2)g", _fired(bench, "exeter", (6, 4, 1)), ReturnPiece("exeter", ATLANTIC))


def test_the_ship_does_not_sink_with_one_hit(bench):
    hit = bench.after(
        bench.contact("exeter"), Fire("exeter", SHIP, (6, 5)), Fire(SHIP, "exeter", MISS)
    )
    bench.breaks("GS-6(2)g", hit, RollSinking(2))
    sunk = bench.after(
        bench.contact("exeter"), Fire("exeter", SHIP, (6, 6)), Fire(SHIP, "exeter", MISS)
    )
    bench.close("GS-6(2)g", sunk, RollSinking(2))


def test_the_ship_fires_at_one_piece(bench):
    fired = _fired(bench, "exeter", MISS, "sussex")
    bench.breaks("GS-6(2)h", fired, Fire(SHIP, "sussex", MISS))
    bench.close("GS-6(2)h", bench.contact("exeter", "sussex"), Fire(SHIP, "sussex", MISS))


def test_the_ship_does_not_fire_at_a_carrier_beside_a_cruiser(bench):
    met = bench.contact("hermes", "exeter")
    assert "exeter" in bench.breaks("GS-6(2)i", met, Fire(SHIP, "hermes", MISS)).legal
    bench.close("GS-6(2)i", bench.contact("hermes", "dummy_1"), Fire(SHIP, "hermes", MISS))


def test_a_carrier_attacks_only_what_it_found_itself(bench):
    found = _found(bench)
    bench.breaks("GS-6(3)a", found, AirAttack("ark_royal", (1, 2, 3)))
    bench.breaks("GS-6(3)a", bench.contact("hermes"), AirAttack("hermes", (1, 2, 3)))
    bench.close("GS-6(3)a", found, AirAttack("hermes", (1, 2, 3)))


def test_a_carrier_in_the_hex_does_not_fire(bench):
    met = bench.contact("hermes", "exeter")
    bench.breaks("GS-6(3)b", met, Fire("hermes", SHIP, (1, 2, 3)))
    bench.close("GS-6(3)b", met, Fire("exeter", SHIP, (1, 2)))


def test_all_fire_before_the_loss_is_rolled(bench):
    sunk = bench.after(bench.contact("exeter"), Fire("exeter", SHIP, (6, 6)))
    assert bench.breaks("DG-8", sunk, RollSinking(2)).severity == "interpretation"
    bench.close("DG-8", bench.after(sunk, Fire(SHIP, "exeter", MISS)), RollSinking(2))


def test_play_does_not_go_on_when_the_ship_has_sunk(bench):
    sunk = bench.position(VOYAGE_LOG, hits=2, damaged=True)
    bench.breaks("GS-6(4)a", sunk, LogCourse("C4", False))
    hurt = bench.position(VOYAGE_LOG, hits=1, damaged=True)
    bench.close("GS-6(4)a", hurt, LogCourse("C4", False))


def test_one_more_hit_sinks_a_damaged_ship(bench):
    met = bench.contact("exeter", damaged=True, hits=1)
    hit = bench.after(met, Fire("exeter", SHIP, (6, 1)), Fire(SHIP, "exeter", MISS))
    bench.breaks("GS-6(4)c", hit, DamageShip())
    assert bench.breaks("GS-6(4)c", hit, EndTurn()).severity == "missing"
    fresh = bench.after(
        bench.contact("exeter"), Fire("exeter", SHIP, (6, 1)), Fire(SHIP, "exeter", MISS)
    )
    bench.close("GS-6(4)c", fresh, DamageShip())


def test_a_sunk_piece_is_removed(bench):
    sunk = _fired(bench, "exeter", (6, 6, 1))
    assert bench.breaks("GS-6(5)a", sunk, EndTurn()).severity == "missing"
    bench.breaks("GS-6(5)a", bench.contact("exeter"), SinkPiece("exeter"))
    bench.close("GS-6(5)a", sunk, SinkPiece("exeter"))


def test_a_damaged_piece_goes_to_the_atlantic(bench):
    hit = _fired(bench, "exeter", (6, 1, 1))
    assert bench.breaks("GS-6(5)b", hit, EndTurn()).severity == "missing"
    bench.breaks("GS-6(5)b", hit, ReturnPiece("exeter", INDIAN))
    bench.close("GS-6(5)b", hit, ReturnPiece("exeter", ATLANTIC))


def test_a_damaged_piece_comes_back_as_new(bench):
    met = bench.contact("exeter")
    veteran = met.with_piece(met.pieces["exeter"].changed(returned=1))
    hit = bench.after(veteran, Fire(SHIP, "exeter", (6, 1, 1)))
    bench.breaks("GS-10(Q3)", hit, SinkPiece("exeter"))
    bench.close(
        "GS-10(Q3)", bench.after(veteran, Fire(SHIP, "exeter", (6, 5, 1))), SinkPiece("exeter")
    )


def test_a_returned_piece_forgets_its_combat(bench):
    hit = bench.after(_fired(bench, "exeter", (6, 1, 1)), ReturnPiece("exeter", ATLANTIC))
    assert hit.pieces["exeter"].returned == 1


# --- Pursuit ---------------------------------------------------------------------------------


def _fought(bench, *names, dice=MISS):
    state = bench.after(bench.contact(*names), Fire(SHIP, names[0], dice))
    for name in names:
        if bench.rules.tables.kinds[bench.rules.tables.units[name]].fires:
            state = bench.after(state, Fire(name, SHIP, (1,) * (9 if name == "renown" else 2)))
    return state


def test_an_undamaged_cruiser_that_fought_pursues(bench):
    fought = _fought(bench, "exeter")
    bench.close("GS-6(6)a", fought, Pursue("exeter"))
    bench.breaks("GS-6(6)a", _fought(bench, "exeter", dice=(6, 1, 1)), Pursue("exeter"))
    bench.breaks("GS-6(6)a", fought, Pursue("sussex"))
    bench.breaks("GS-6(6)a", _fought(bench, "renown"), Pursue("renown"))
    bench.breaks("GS-6(6)a", bench.after(fought, Pursue("exeter")), Pursue("exeter"))


def test_pursuit_is_declared_when_the_combat_is_over(bench):
    halfway = bench.after(bench.contact("exeter"), Fire("exeter", SHIP, (1, 1)))
    bench.breaks("GS-6(6)a", halfway, Pursue("exeter"))


def test_pursuit_is_judged_by_the_combat_of_this_turn(bench):
    state = bench.after(_fought(bench, "exeter"), HidePiece("exeter"), EndTurn())
    state = bench.forced(state, LogCourse("B6", False))
    later = bench.searching(ship="B6", turn=4, at={"exeter": "B4"})
    later = later.with_piece(later.pieces["exeter"].changed(fought=3))
    assert state.pieces["exeter"].fought == 3
    bench.breaks("GS-10(Q6)", later, Pursue("exeter"))
    bench.close("GS-10(Q6)", _fought(bench, "exeter"), Pursue("exeter"))


# --- Dice nobody saw ---------------------------------------------------------------------------


def test_with_dice_unseen_any_result_is_believed(bench):
    fired = bench.after(bench.contact("exeter"), Fire(SHIP, "exeter", None))
    bench.legal(fired, SinkPiece("exeter"))
    bench.legal(fired, ReturnPiece("exeter", ATLANTIC))
    hit = bench.after(bench.contact("exeter"), Fire("exeter", SHIP, None))
    bench.legal(hit, DamageShip())


def test_points_follow_from_what_was_done_when_dice_are_unseen(bench):
    fired = bench.after(bench.contact("hermes"), Fire(SHIP, "hermes", None))
    assert bench.cases(fired, ChangeScore(6)) == ["GS-8(2)a"]
    bench.legal(bench.after(fired, SinkPiece("hermes")), ChangeScore(6))
    bench.legal(bench.after(fired, ReturnPiece("hermes", ATLANTIC)), ChangeScore(1))


def test_surplus_hits_are_lost(bench):
    sunk = bench.after(_fired(bench, "exeter", (6, 6, 6), "sussex"), SinkPiece("exeter"))
    assert sunk.pieces["sussex"].at == "B4"
    assert [p.piece for p in sunk.pending if p.what == FIRE] == ["exeter", "sussex"]
    bench.legal(sunk, Fire("exeter", SHIP, (6, 1)))


def test_a_piece_that_fought_moves_next_turn(bench):
    state = bench.after(_fought(bench, "exeter"), HidePiece("exeter"), EndTurn())
    state = bench.after(state, LogCourse("B6", False))
    bench.legal(state, MovePiece("exeter", "B6"))
