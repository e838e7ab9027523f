"""Fire (RF-5): who sees whom, who fires first, with what, and how many dice. ``d01`` and so on are
the vectors of the digest."""

from __future__ import annotations

from modules.red_flags.arms import arms_of, dice_of, usable
from modules.red_flags.fire import dice_for
from modules.red_flags.state import CASUALTY, FOUGHT
from modules.red_flags.verbs import (
    Casualty,
    Engage,
    Fire,
    HoldFire,
    MaterialHit,
    Melee,
    Move,
    RollFirst,
    TurnCard,
)
from validator.rules.cases import NOTE

NEAR = {"SI1": "0505", "GI3": "0605"}
"""Two units of infantry side by side."""
SHOTS = (6, 5, 5, 2)


def first_dice(firer, his, target, its):
    """Firer and target throw for the first shot."""
    return RollFirst(firer, his), RollFirst(target, its)


def near(bench, his, its):
    """SI1 has engaged GI3, and both have thrown for the first shot."""
    state = bench.field("S1", **NEAR)
    return bench.after(state, Engage("SI1", "0605", "GI3"), *first_dice("SI1", his, "GI3", its))


def dice(bench, state, unit, arms):
    return dice_of(bench.rules.tables, state, state.unit(unit), arms)


def arms_at(bench, state, unit, foe, hex_id):
    return tuple(usable(bench.rules.tables, state, state.unit(unit), foe, hex_id))


# --- Dice and ranges


def test_grenadiers_throw_nine_dice_at_two_hexes(bench):  # d01
    state = bench.field("G1", GI1="0505", SI1="0305")
    arms = arms_at(bench, state, "GI1", "SI1", "0305")
    assert arms == ("rifle", "lmg", "hmg")
    assert dice(bench, state, "GI1", arms) == 9


def test_grenadiers_throw_eleven_dice_at_one_hex(bench):  # d02
    state = bench.field("G1", GI1="0505", SI1="0405")
    arms = arms_at(bench, state, "GI1", "SI1", "0405")
    assert dice(bench, state, "GI1", arms) == 11


def test_only_the_machine_gun_reaches_three_hexes(bench):  # d03
    state = bench.field("G1", GI1="0505", SI1="0205")
    assert arms_at(bench, state, "GI1", "SI1", "0205") == ("hmg",)
    assert dice(bench, state, "GI1", ("hmg",)) == 4


def test_one_die_at_a_tank_in_the_next_hex_and_none_farther(bench):  # d04, d05
    state = bench.field("G1", GI1="0505", ST1="0405 SE", ST2="0305 SE")
    assert arms_at(bench, state, "GI1", "ST1", "0405") == ("inf_at",)
    assert dice(bench, state, "GI1", ("inf_at",)) == 1
    bench.breaks("RF-5.9", state, Engage("GI1", "0305", "ST2"))
    bench.close("RF-5.9", state, Engage("GI1", "0405", "ST1"))


def test_a_tank_gun_throws_four_dice_at_six_hexes_and_none_at_seven(bench):  # d06, d07
    state = bench.field(ST1="0201 SE", GI1="0801", GI2="0901")
    assert dice(bench, state, "ST1", ("medium_tank_gun",)) == 4
    bench.close("RF-5.18", state, Engage("ST1", "0801", "GI1"))
    bench.breaks("RF-5.18", state, Engage("ST1", "0901", "GI2"))


def test_a_gun_throws_two_dice_for_each_of_its_crew(bench):  # d08, d09
    state = bench.field("S4", SA1="0204 SE", SA2={"at": "0208 SE", "men": ("crew",)})
    assert dice(bench, state, "SA1", ("field_gun",)) == 4
    assert dice(bench, state, "SA2", ("field_gun",)) == 2


def test_the_commander_gives_a_die(bench):  # d10
    state = bench.field("G2", GT1="1101 NW", GC1="1101", SI1="0901", GT2="1301 NW")
    shot = bench.after(state, Engage("GT1", "0901", "SI1"))
    assert dice_for(bench.rules.tables, shot, "GT1", ("medium_tank_gun",)) == 5
    led = Fire("GT1", ("medium_tank_gun",), (1,) * 5)
    bench.close("RF-1.20", shot, led)
    bench.legal(shot, Fire("GT1", ("medium_tank_gun",), (1,) * 4))  # he may do without it
    bench.breaks("RF-1.20", shot.change("GC1", at="1201"), led)


def test_the_commander_gives_one_die_in_an_exchange(bench):
    state = bench.field("S1", **NEAR, SC1="0505")
    shot = bench.after(
        state, Engage("SI1", "0605", "GI3"), RollFirst("SI1", 6), RollFirst("GI3", 1)
    )
    fired = bench.after(shot, Fire("SI1", ("rifle",), (1,) * 4))
    bench.breaks("RF-1.20", fired, Fire("SI1", ("lmg",), (1,) * 3))
    bench.legal(fired, Fire("SI1", ("lmg",), (1,) * 2))


def test_a_man_fires_his_rifle_or_his_anti_tank_weapon(bench):
    state = bench.field("G1", GI1="0605", SI1="0505")
    shot = bench.after(
        state, Engage("GI1", "0505", "SI1"), RollFirst("GI1", 6), RollFirst("SI1", 1)
    )
    pierced = bench.after(shot, Fire("GI1", ("inf_at",), (1,)))
    bench.breaks("RF-5.19", pierced, Fire("GI1", ("rifle",), (1,) * 3))
    bench.legal(pierced, Fire("GI1", ("rifle",), (1,) * 2))
    volley = bench.after(shot, Fire("GI1", ("rifle",), (1,) * 3))
    bench.breaks("RFD-8", volley, Fire("GI1", ("inf_at",), (1,)))


def test_an_anti_aircraft_machine_gun_throws_eight_dice_at_aircraft(bench):  # d11
    state = bench.field("S4", SF1="0304 SE", GX1="0404 NW")
    assert dice(bench, state, "SF1", ("aa_mg",)) == 8
    bench.close("RF-5.11", state, Engage("SF1", "0404", "GX1"))


def test_light_flak_reaches_two_hexes_into_the_air(bench):  # d12
    state = bench.field("G3", GF1="1306 NW", SX1="1006 SE", SX2="1106 SE")
    bench.breaks("RF-5.22", state, Engage("GF1", "1006", "SX1"))
    bench.close("RF-5.22", state, Engage("GF1", "1106", "SX2"))
    aimed = bench.forced(state, Engage("GF1", "1006", "SX1"))
    bench.breaks("RF-5.22", aimed, Fire("GF1", ("light_aa",), (1,) * 4))


def test_flak_fires_at_a_tank_four_hexes_away(bench):  # d13
    state = bench.field("G3", GF1="1301 NW", ST1="0901 SE")
    bench.legal(state, Engage("GF1", "0901", "ST1"))
    assert dice(bench, state, "GF1", ("light_aa",)) == 4


def test_only_flak_fires_at_aircraft(bench):
    state = bench.field("G1", GI1="1105", SX1="1106 SE")
    bench.breaks("RF-5.11", state, Engage("GI1", "1106", "SX1"))
    aimed = bench.forced(state, Engage("GI1", "1106", "SX1"))
    bench.breaks("RF-5.11", aimed, Fire("GI1", ("rifle",), (1,) * 3))


def test_five_and_six_hit_and_six_alone_after_a_move(bench):  # d14, d15
    state = bench.field(ST1="0505 SE", GI3="0705")
    shot = bench.after(
        state, Engage("ST1", "0705", "GI3"), Fire("ST1", ("medium_tank_gun",), SHOTS)
    )
    assert len(shot.pending) == 3
    moved = bench.after(state, Move("ST1", ("0604",), "SE"), Engage("ST1", "0705", "GI3"))
    moved = bench.after(moved, Fire("ST1", ("medium_tank_gun",), SHOTS))
    assert len(moved.pending) == 1


def test_ranges_are_one_hex_at_night(bench):  # d16
    bench.at_night()
    state = bench.field(ST1="0505 SE", GI3="0605", GI1="0705")
    bench.breaks("RF-5.18", state, Engage("ST1", "0705", "GI1"))
    aimed = bench.forced(state, Engage("ST1", "0705", "GI1"))
    bench.breaks("RF-16.3", aimed, Fire("ST1", ("medium_tank_gun",), (1,) * 4))
    near = bench.after(state, Engage("ST1", "0605", "GI3"))
    bench.close("RF-16.3", near, Fire("ST1", ("medium_tank_gun",), (1,) * 4))


def test_shells_of_field_guns_scatter_at_night(bench):  # d17
    bench.at_night()
    state = bench.field("S4", SA1="0404 SE", GI1="0806", GI2="0907", SO1="0706")
    aimed = bench.after(state, Engage("SA1", "0806", "GI1", "SO1"))
    bench.breaks("RF-16.4", aimed, Fire("SA1", ("field_gun",), (6, 6, 1, 1)))
    shell = Fire("SA1", ("field_gun",), (6, 6, 1, 1), 3)
    bench.close("RF-16.4", aimed, shell)
    assert {one.piece for one in bench.after(aimed, shell).pending} == {"GI2"}


def test_shells_do_not_scatter_by_day(bench):
    state = bench.field("S4", SA1="0505 SE", GI3="0805")
    aimed = bench.after(state, Engage("SA1", "0805", "GI3"))
    by_day = Fire("SA1", ("field_gun",), (6, 6, 1, 1), 3)
    bench.breaks("RF-16.4", aimed, by_day)
    found = bench.rules.faults(aimed, by_day)
    assert [(case.id, said.severity) for case, said in found] == [("RF-16.4", NOTE)]


def test_a_flamethrower_is_empty_after_four_shots(bench):  # d19, trap 10
    state = bench.field("S5", SE1="0505", GI3="0605")
    aimed = bench.after(
        state, Engage("SE1", "0605", "GI3"), RollFirst("SE1", 6), RollFirst("GI3", 1)
    )
    shot = Fire("SE1", ("flamethrower",), (1,) * 4)
    bench.close("RF-5.21", aimed, shot)
    assert bench.after(aimed, shot).unit("SE1").shots == 3
    empty = aimed.change("SE1", shots=0)
    bench.breaks("RF-5.21", empty, shot)


def test_a_charge_is_laid_once(bench):
    state = bench.field("S5", SE1={"at": "0505", "charges": 1}, GI3="0605")
    aimed = bench.after(
        state, Engage("SE1", "0605", "GI3"), RollFirst("SE1", 6), RollFirst("GI3", 1)
    )
    laid = Fire("SE1", ("charge",), (1,) * 4)
    bench.close("RF-5.20", aimed, laid)
    bench.breaks("RF-5.20", aimed, Fire("SE1", ("charge", "charge"), (1,) * 8))
    assert bench.after(aimed, laid).unit("SE1").charges == 0


def test_a_man_with_an_anti_tank_weapon_has_a_rifle(bench):
    state = bench.field("G1", GI1="0505")
    assert arms_of(bench.rules.tables, state.unit("GI1"))["rifle"] == 3
    assert dice(bench, state, "GI1", ("rifle", "inf_at")) == 3


def test_as_many_dice_as_the_table_says(bench):
    shot = bench.after(
        bench.field("S1", **NEAR),
        Engage("SI1", "0605", "GI3"),
        RollFirst("SI1", 6),
        RollFirst("GI3", 1),
    )
    bench.breaks("RF-5.19", shot, Fire("SI1", ("rifle",), (1,) * 5))
    bench.breaks("RF-5.19", shot, Fire("SI1", ("rifle",), (1, 2, 7)))
    bench.close("RF-5.19", shot, Fire("SI1", ("rifle",), (1,) * 3))


def test_fewer_men_may_fire_than_could(bench):
    shot = bench.after(
        bench.field("S1", **NEAR),
        Engage("SI1", "0605", "GI3"),
        RollFirst("SI1", 6),
        RollFirst("GI3", 1),
    )
    bench.legal(shot, Fire("SI1", ("rifle",), (1,) * 2))
    bench.legal(shot, Fire("SI1", ("smg", "rifle"), (1,) * 3))
    cars = bench.after(bench.field("S6", SR2="0505 SE", GI3="0605"), Engage("SR2", "0605", "GI3"))
    bench.legal(cars, Fire("SR2", ("light_tank_gun",), (1,) * 4))
    bench.breaks("RF-5.19", cars, Fire("SR2", ("light_tank_gun",), (1,) * 6))


def test_each_arm_is_fired_once(bench):
    shot = bench.after(
        bench.field("S1", **NEAR),
        Engage("SI1", "0605", "GI3"),
        RollFirst("SI1", 6),
        RollFirst("GI3", 1),
    )
    fired = bench.after(shot, Fire("SI1", ("rifle",), (1,) * 3))
    bench.breaks("RFD-8", fired, Fire("SI1", ("rifle",), (1,) * 3))
    bench.close("RFD-8", fired, Fire("SI1", ("smg",), (1,) * 2))


def test_small_arms_do_not_fire_at_a_tank(bench):  # trap 3
    state = bench.field("G1", GI1="0505", ST1="0405 SE")
    shot = bench.after(
        state, Engage("GI1", "0405", "ST1"), RollFirst("GI1", 6), RollFirst("ST1", 1)
    )
    bench.breaks("RF-5.10", shot, Fire("GI1", ("rifle",), (6,) * 3))
    bench.close("RF-5.10", shot, Fire("GI1", ("inf_at",), (6,)))


def test_who_fires_has_the_weapon(bench):
    shot = bench.after(
        bench.field("S1", **NEAR),
        Engage("SI1", "0605", "GI3"),
        RollFirst("SI1", 6),
        RollFirst("GI3", 1),
    )
    bench.breaks("RF-5.18", shot, Fire("SI1", ("inf_mortar",), (1,) * 2))


# --- Who sees whom


def test_a_hex_and_a_unit_in_it_are_named(bench):
    state = bench.field("S1", **NEAR, SI2="0506")
    bench.breaks("RF-5.1", state, Engage("SI1", "0604", "GI3"))
    bench.breaks("RF-5.1", state, Engage("SI1", "0506", "SI2"))
    bench.close("RF-5.1", state, Engage("SI1", "0605", "GI3"))


def test_an_anti_tank_gun_sees_for_itself(bench):  # trap 4
    hill = bench.field("G3", GP1="1107 NW", GO1="1504", SI1="0708")
    bench.breaks("RF-2.7", hill, Engage("GP1", "0708", "SI1", "GO1"))
    wood = bench.field("G3", GP1="1308 NW", SI1="1310", GO1="1311")
    bench.breaks("RF-2.7", wood, Engage("GP1", "1310", "SI1"))
    bench.close(
        "RF-2.7", bench.field("G3", GP1="1308 NW", SI1="1307"), Engage("GP1", "1307", "SI1")
    )


def test_scouts_see_for_a_gun(bench):
    state = bench.field("S4", SA1="0204 SE", SR2="0606 SE", GI2="1107")
    bench.breaks("RF-2.10", state, Engage("SA1", "1107", "GI2"))
    bench.close("RF-2.10", state, Engage("SA1", "1107", "GI2", "SR2"))
    bench.breaks("RF-2.10", state.change("SR2", at="0702"), Engage("SA1", "1107", "GI2", "SR2"))
    bench.breaks("RF-2.10", state, Engage("SA1", "1107", "GI2", "GI2"))


def test_an_observer_has_one_target_a_turn(bench):
    units = {"SA1": "0204 SE", "SA2": "0208 NE", "SO1": "0404", "GI1": "1105", "GI3": "1104"}
    state = bench.after(bench.field("S4", **units), Engage("SA1", "1105", "GI1", "SO1"))
    bench.breaks("RF-1.18", state, Engage("SA2", "1104", "GI3", "SO1"))
    bench.close("RF-1.18", state, Engage("SA2", "1105", "GI1", "SO1"))


# --- Who fires first


def test_the_higher_die_may_fire_first(bench):  # q02
    state = bench.after(
        bench.field("S1", **NEAR),
        Engage("SI1", "0605", "GI3"),
        RollFirst("SI1", 3),
        RollFirst("GI3", 5),
    )
    assert state.combat.first == "GI3"
    bench.breaks("RF-5.3", state, Fire("SI1", ("rifle",), (1,) * 3))
    bench.close("RF-5.3", state, Fire("GI3", ("rifle",), (1,) * 3))


def test_a_tie_is_thrown_again(bench):
    state = bench.after(
        bench.field("S1", **NEAR),
        Engage("SI1", "0605", "GI3"),
        RollFirst("SI1", 4),
        RollFirst("GI3", 4),
    )
    assert not state.combat.first
    bench.legal(state, RollFirst("SI1", 4))
    assert bench.after(state, RollFirst("GI3", 1), RollFirst("SI1", 4)).combat.first == "SI1"


def test_dice_for_the_first_shot_are_due_only_once(bench):
    state = bench.after(bench.field("S1", **NEAR), Engage("SI1", "0605", "GI3"))
    bench.breaks("RF-5.3", bench.after(state, RollFirst("SI1", 4)), RollFirst("SI1", 4))
    bench.breaks("RF-5.3", state, RollFirst("SI1", 9))
    bench.breaks("RF-5.3", state, RollFirst("GI1", 4))
    bench.breaks("RF-5.3", state, TurnCard("S2", "club"))


def test_a_die_that_decides_nothing_harms_nobody(bench):
    """Thrown where nobody has to; not thrown once more where both do."""
    state = bench.field("S1", SI1="0505", GI1="0605 NW dug")
    aimed = bench.after(state, Engage("SI1", "0605", "GI1"))
    for quiet in (state, aimed):
        ((_, said),) = bench.rules.faults(quiet, RollFirst("SI1", 4))
        assert said.severity == NOTE
    assert bench.forced(aimed, RollFirst("SI1", 6)).combat == aimed.combat
    asked = bench.after(bench.field("S1", **NEAR), Engage("SI1", "0605", "GI3"))
    for again in (bench.after(asked, RollFirst("SI1", 2)), _decided(bench, asked)):
        ((_, said),) = bench.rules.faults(again, RollFirst("SI1", 4))
        assert isinstance(said, str)


def test_dice_that_were_left_out_of_an_earlier_combat_are_thrown_in_the_next(bench):
    """Nobody should, and the battle goes on."""
    first = bench.after(bench.field("S1", **NEAR), Engage("SI1", "0605", "GI3"))
    again = bench.forced(first, Engage("SI1", "0605", "GI3"))
    thrown = [RollFirst("SI1", 2), RollFirst("GI3", 5)] * 2
    assert bench.forced(again, *thrown).combat.first == "GI3"


def _decided(bench, state):
    """Both have thrown."""
    return bench.after(bench.after(state, RollFirst("SI1", 2)), RollFirst("GI3", 5))


def test_who_is_dug_in_fires_first(bench):  # q03
    state = bench.field("S1", SI1="0505", GI1="0605 NW dug")
    aimed = bench.after(state, Engage("SI1", "0605", "GI1"))
    assert (aimed.combat.first, aimed.pending) == ("GI1", ())
    bench.breaks("RF-5.5", aimed, Fire("SI1", ("rifle",), (1,) * 3))
    bench.close("RF-5.5", aimed, Fire("GI1", ("rifle",), (1,) * 3))


def test_scouts_fire_last(bench):  # q04, trap 9
    state = bench.field("S6", SR2="0505 SE", GI1="0605", GI2="0405 NE dug")
    aimed = bench.after(state, Engage("SR2", "0605", "GI1"))
    assert aimed.combat.first == "GI1"
    bench.breaks("RF-5.6", aimed, Fire("SR2", ("light_tank_gun",), (6,) * 8))
    bench.close("RF-5.6", aimed, Fire("GI1", ("inf_at",), (1,)))
    dug = bench.after(state, Engage("SR2", "0405", "GI2"))
    bench.breaks("RF-5.5", dug, Fire("SR2", ("light_tank_gun",), (6,) * 8))


def test_who_is_enfiladed_does_not_fire_back(bench):
    state = bench.field(ST1="0505 SE", GT1="0605 SE", GT2="0604 NW")
    aimed = bench.after(state, Engage("ST1", "0605", "GT1"))
    assert aimed.combat.first == "ST1"
    bench.breaks("RF-5.7", aimed, Fire("GT1", ("medium_tank_gun",), (1,) * 4))
    front = bench.after(
        state, Engage("ST1", "0604", "GT2"), RollFirst("ST1", 1), RollFirst("GT2", 2)
    )
    bench.close("RF-5.7", front, Fire("GT2", ("medium_tank_gun",), (1,) * 4))


def test_results_count_before_the_other_fires(bench):
    aimed = bench.after(
        bench.field("S1", **NEAR),
        Engage("SI1", "0605", "GI3"),
        RollFirst("SI1", 6),
        RollFirst("GI3", 1),
    )
    fired = bench.after(aimed, Fire("SI1", ("rifle",), (6, 1, 1)))
    bench.breaks("RF-7.1", fired, Fire("GI3", ("rifle",), (1,) * 3))
    fallen = bench.after(fired, Casualty("GI3", "rifle", 1, True))
    bench.breaks("RF-5.19", fallen, Fire("GI3", ("rifle",), (1,) * 3))
    answered = bench.after(fallen, Fire("GI3", ("rifle",), (1,) * 2))
    bench.breaks("RF-6.1", answered, Fire("SI1", ("smg",), (1,) * 2))
    bench.close("RF-6.1", fallen, Fire("GI3", ("rifle",), (1,) * 2))


def test_who_may_fire_first_lets_the_other(bench):
    aimed = bench.after(
        bench.field("S1", **NEAR),
        Engage("SI1", "0605", "GI3"),
        RollFirst("SI1", 6),
        RollFirst("GI3", 1),
    )
    bench.breaks("RF-5.3", aimed, HoldFire("GI3"))
    bench.legal(bench.after(aimed, HoldFire("SI1")), Fire("GI3", ("rifle",), (1,) * 3))


def test_who_was_not_engaged_does_not_fire(bench):
    aimed = bench.after(bench.field("S1", **NEAR, GI1="0604"), Engage("SI1", "0605", "GI3"))
    bench.breaks("RF-5.3", aimed, Fire("GI1", ("rifle",), (1,) * 3))


def test_who_fires_back_sees_the_firer(bench):
    units = {"SA1": "1308 NW", "SR2": "1311 N", "GA1": "1310 N", "GI3": "1309"}
    state = bench.field("S4", **units)
    aimed = bench.after(state, Engage("SA1", "1310", "GA1", "SR2"))
    bench.breaks("RF-2.10", aimed, Fire("GA1", ("field_gun",), (1,) * 4))
    blind = bench.field("S4", SA1="1308 NW", SR2="1311 N", GP1="1310 N")
    aimed = bench.after(blind, Engage("SA1", "1310", "GP1", "SR2"))
    bench.breaks("RF-2.7", aimed, Fire("GP1", ("medium_at",), (1,) * 4))


def test_return_fire_is_no_activation(bench):
    state = bench.field("S1", "club", **NEAR)
    shot = bench.after(
        state, Engage("SI1", "0605", "GI3"), RollFirst("SI1", 1), RollFirst("GI3", 6)
    )
    answered = bench.after(shot, Fire("GI3", ("rifle",), (1,) * 3))
    assert answered.unit("GI3").acts == ()
    own = bench.after(answered, TurnCard("G1", "heart"))
    bench.legal(own, Engage("GI3", "0505", "SI1"))


def test_one_fight_in_an_activation(bench):
    state = bench.field(ST1={"at": "0505 SE", "acts": (FOUGHT,)}, ST2="0504 SE", GI3="0605")
    bench.breaks("RFD-7", state, Engage("ST1", "0605", "GI3"))
    bench.close("RFD-7", state, Engage("ST2", "0605", "GI3"))


def test_a_shell_hits_everybody_in_the_hex(bench):  # e20
    state = bench.field("S4", SA1="0404 SE", SO1="0706", GI2="0806", GP1="0806 NW")
    aimed = bench.after(state, Engage("SA1", "0806", "GI2", "SO1"))
    hit = bench.after(aimed, Fire("SA1", ("field_gun",), (6, 5, 1, 1)))
    assert [one.piece for one in hit.pending] == ["GI2", "GI2", "GP1", "GP1"]
    after = bench.after(hit, *(Casualty("GI2", "rifle", 6, False),) * 2)
    bench.legal(after, MaterialHit("GP1", (1, 2), "nothing"))


def test_dice_that_nobody_sees_hit_nobody(bench):
    state = bench.field("S1", SI1="0605", GI1="0606")
    engaged = bench.rules.apply(state, Engage("SI1", "0606", "GI1", ""))
    fired = bench.rules.apply(engaged, Fire("SI1", ("rifle",), None))
    assert CASUALTY not in [one.what for one in fired.pending]
    scored = bench.rules.apply(engaged, Melee("SI1", None)).scored
    assert not any(scored.values())
