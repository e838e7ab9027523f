"""Logs of honest games are read to their end, and nobody is accused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from generator.vassal.modules import Module
from modules.uboat_variant import state as st
from modules.uboat_variant import verbs as v
from modules.uboat_variant.state import ALLIED, AXIS
from tests.modules.uboat_variant.test_audit_slips import second_contact
from tests.sampling import one_in
from validator.audit.auditing import audited
from validator.audit.played import played
from validator.explaining.facts import Rolled
from validator.explaining.signs import ways_seen
from validator.playing.performing import perform
from validator.playing.selfplay import Played
from validator.proving.subject import Subject, above_note
from validator.rules.loading import load_rules
from validator.rules.policies import with_policies

REVEAL: dict[str, Any] = {"reveal": True}


@pytest.fixture
def tried(uboat_variant_module: Module, tmp_path: Path) -> Any:
    """Play a game by chance, and audit its log with some eyes."""

    def of(scenario: str, policies: list[str]) -> Subject:
        game = with_policies(load_game("uboat_variant"), policies).begun_at(scenario)
        rules = load_rules(game, games_folder() / "uboat_variant")
        return Subject(rules, uboat_variant_module, tmp_path)

    return of


@pytest.mark.parametrize("seed", one_in(3, [4, 34, 55]))
def test_the_short_scenario_is_read_to_its_end(tried, seed):
    """4: an aircraft is lost, and dice call for no convoy; 34: contact is made twice in one area;
    55: two phases are declared over one after the other."""
    subject = tried("first_patrol", [])
    log = subject.saved(subject.play(seed, "random", by_hand=False))
    for eyes in subject.eyes:
        result = subject.audited([log.path], eyes)
        assert above_note(result) == []
        assert any(row.chart for row in result.unjudged)


@pytest.mark.slow
@pytest.mark.parametrize("seed", one_in(2, [1, 4]))
def test_who_wants_to_win_is_read_too(tried, seed):
    """1: two frogman attacks on one port; 4: an escort on the grids, torpedoes, depth charges."""
    subject = tried("first_patrol", ["all=reconstructed"])
    log = subject.saved(subject.play(seed, "purposeful", by_hand=False))
    assert above_note(subject.audited([log.path], REVEAL)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "style"),
    [
        (3006, "purposeful"),
        (3007, "purposeful"),
        (3012, "random"),
        (3018, "random"),
        (4000, "purposeful"),
        (4104, "purposeful"),
    ],
)
def test_a_campaign_that_was_once_accused_is_clean(tried, seed, style):
    """3006: a boat is left with the face of a detected one in another area; 3007: of the searches
    from the air some are dice only, and a boat that is hit surfaces in the round after; 3012: a
    role is shown; 3018: an aircraft that flew out searches for its boat when others have flown;
    4000: dice of which nobody says whose they are come before those of one that attacks later;
    4104: an aircraft that hears a boat does not attack it, and dice without a word are a ship's."""
    subject = tried("campaign", [])
    log = subject.saved(subject.play(seed, style, by_hand=False))
    assert above_note(subject.audited([log.path], {})) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "policy", "scenario"),
    [
        (20, "declared", "first_patrol"),
        (20, "declared", "campaign"),
        (20, "reconstructed", "first_patrol"),
        (20, "reconstructed", "campaign"),
        (23, "reconstructed", "first_patrol"),
        (23, "reconstructed", "campaign"),
        (23, "declared", "first_patrol"),
        (23, "declared", "campaign"),
        (102, "declared", "campaign"),
    ],
)
def test_whole_games_are_clean(tried, scenario, policy, seed):
    """20: a boat dives and surfaces on the grid, and is turned late, another is hit and nobody
    says how badly; 23: a convoy has an escort; 102: an aircraft sinks a boat that another found."""
    subject = tried(scenario, [f"all={policy}"])
    log = subject.saved(subject.play(seed, "random", by_hand=False))
    assert above_note(subject.audited([log.path], REVEAL)) == []


@pytest.mark.slow
@pytest.mark.parametrize("policy", one_in(2, ["declared", "reconstructed"]))
def test_each_verb_is_played_out_that_leaves_a_sign(tried, policy):
    """A convoy is put on the map, wherever its dice send it."""
    game = tried("first_patrol", [f"all={policy}"]).play(4, "purposeful", by_hand=False)
    shown = {number for one in game.gestures for number in range(one.verb, one.until)}
    assert "DetermineConvoy" in {type(one.verb).__name__ for one in game.played}
    for number, one in enumerate(game.played):
        silent = any(way.is_silent for way in ways_seen(type(one.verb)))
        assert silent or number in shown, one.verb


@pytest.mark.slow
def test_nobody_drags_what_is_the_other_sides(tried):
    """A boat goes where a convoy went: each is moved by its owner."""
    subject = tried("first_patrol", ["all=reconstructed"])
    game = subject.play(104, "purposeful", by_hand=False)
    owners = subject.rules.tables.side_of
    drags = [one for one in game.gestures if one.name == "drag"]
    assert drags
    for one in drags:
        assert {owners(piece) for piece in one.args[0]} <= {one.side, ""}, one


@pytest.mark.parametrize("step", one_in(3, [30, 75, 110]))
def test_parts_of_a_game_are_clean(tried, step):
    """Both files together, and each alone: the second begins in the middle of it."""
    subject = tried("first_patrol", [])
    log = subject.saved(subject.play(1, "random", by_hand=False))
    first, second = subject.cut(log, step)
    for paths in ([first, second], [first], [second]):
        assert above_note(subject.audited(paths, REVEAL)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("step", "part"), [(17, 0), (50, 0), (141, 1)])
def test_a_part_ends_or_begins_within_an_act(tried, step, part):
    """17: an aircraft has flown out, and nobody has said for what; 50: contact is told, and its
    marker lies elsewhere; 141: a boat has long lost those who detected it, and still shows it."""
    subject = tried("first_patrol", [])
    log = subject.saved(subject.play(2620, "purposeful", by_hand=False))
    assert above_note(subject.audited([subject.cut(log, step)[part]], REVEAL)) == []


@pytest.mark.parametrize("hits", [1, 2, 3])
def test_a_place_is_turned_to_the_damage_that_it_has(sit, hits):
    """Repaired by one step, and hit again; what has three has no face for more."""
    table = sit("campaign")
    rules, stage = table.subject.rules, table.stage
    state = rules.start().changed(step=st.REPAIR, places={"gander": hits})
    table.turn_to(ALLIED, "gander", f"{hits} step{'s' * (hits > 1)}")
    perform(rules.module, stage, Played(ALLIED, v.Repair("gander", 1, True), state))
    assert stage.face("gander") == hits - 1
    bomb = v.Bomb("ME264-1", "BB", "gander", "", 2, 1, True)
    for left, face in ((hits - 1, hits), (3, hits)):
        now = state.changed(step=st.AIR, places={"gander": left})
        perform(rules.module, stage, Played(AXIS, bomb, now))
        assert stage.face("gander") == face
        table.drag(AXIS, "ME264-1", "Lajes Terceira", "bases")


@pytest.mark.parametrize(
    "step",
    [pytest.param(108, marks=pytest.mark.slow), pytest.param(203, marks=pytest.mark.slow), 640],
)
@pytest.mark.slow
def test_a_log_that_begins_while_something_goes_on(tried, step):
    """108: a ship was put on the grid, and its dice follow; 203: all who are left on the grid wait
    in a box; 640: no marker is drawn yet for two frogman attacks."""
    subject = tried("first_patrol", ["all=reconstructed"])
    log = subject.saved(subject.play(4, "purposeful", by_hand=False))
    assert above_note(subject.audited([subject.cut(log, step)[1]], REVEAL)) == []


@pytest.mark.slow
@pytest.mark.parametrize("step", one_in(2, [125, 135]))
def test_a_log_that_begins_in_a_later_phase(tried, step):
    """In the air movement of turn 3, and in its first phase: an airbase is bombed then, and is
    repaired in turn 4."""
    subject = tried("first_patrol", ["all=declared"])
    log = subject.saved(subject.play(121, "purposeful", by_hand=False))
    assert above_note(subject.audited([subject.cut(log, step)[1]], REVEAL)) == []


@pytest.mark.slow
@pytest.mark.parametrize("step", [183, 400])
def test_tonnage_dice_of_a_log_that_begins_on_the_grids(tried, step):
    """183: nobody noted the ships of a convoy, and torpedoes hit some; 400: dice that seem stray
    there are nobody's for what is struck a turn later, when other dice are thrown."""
    subject = tried("first_patrol", ["all=reconstructed"])
    log = subject.saved(subject.play(4, "purposeful", by_hand=False))
    result = subject.audited([subject.cut(log, step)[1]], REVEAL)
    assert "dice.repeated" not in {one.code for one in result.findings}


def test_a_log_without_dice_is_not_held_to_the_rules(tried):
    subject = tried("first_patrol", [])
    log = subject.saved(subject.play(1, "random", by_hand=True))
    read = played([log.path], subject.rules.folder)
    result = audited(read, belief=True)
    assert not result.by_rules
    assert result.beliefs == ()
    assert result.headline().startswith("The log shows no dice and is not held to the rules")
    assert above_note(result) == []
    assert read.outcome() is None


# --- Small things that people do


def test_an_escort_is_dragged_after_its_convoy(sit):
    """It sails along: the Allied player has not moved twice."""
    table = sit()
    table.drag(ALLIED, "CAN-DD-1", "BB")
    table.stage.choose(ALLIED, "CAN-DD-1", "Enters here")
    table.to_the_ships()
    table.drag(ALLIED, "convoy_1", "BC")
    table.drag(ALLIED, "CAN-DD-1", "BC")
    table.drag(AXIS, "U-564", "DC")
    table.turn_to(AXIS, "U-564", "Surfaced")
    table.stage.press(ALLIED, "Allies pass")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.next_turn()
    table.phases(2)
    assert table.findings() == []


def test_a_convoy_sails_on_from_the_grid_and_its_escort_is_dragged_after_it(sit):
    """The log joins what the convoy did: it came back to its zone, and moved on."""
    table = sit()
    table.drag(ALLIED, "CAN-DD-1", "BB")
    table.stage.choose(ALLIED, "CAN-DD-1", "Enters here")
    table.to_the_ships()
    table.drag(ALLIED, "US-CUT-1", "BC")
    table.turn_to(AXIS, "U-564", "Surfaced")
    table.drag(AXIS, "U-564", "BB")
    table.turn_to(ALLIED, "contact", "Contact here")
    table.drag(ALLIED, "contact", "BB")
    units = ((AXIS, "U-564", (2, 2)), (ALLIED, "convoy_1", (8, 8)), (ALLIED, "CAN-DD-1", (7, 7)))
    for side, unit, square in units:
        table.stage.choose(side, unit, "Deploys (2d10)", {"Location": square})
        table.drag(side, unit, f"{square[0]},{square[1]}", "osl")
    table.stage.press(ALLIED, "First mover, Allies (1d10)", {"First mover": (3,)})
    table.stage.press(AXIS, "First mover, Axis (1d10)", {"First mover": (9,)})
    table.drag(AXIS, "U-564", "BB")
    table.stage.press(ALLIED, "OSL closed")
    table.drag(ALLIED, "CAN-DD-1", "BB")
    table.drag(ALLIED, "convoy_1", "BB")
    table.drag(ALLIED, "convoy_1", "BC")
    table.drag(ALLIED, "CAN-DD-1", "BC")
    table.stage.press(AXIS, "Axis passes")
    table.stage.press(ALLIED, "Allies pass")
    table.phases()
    table.next_turn()
    table.phases(2)
    assert table.findings() == []


def test_a_ship_that_does_not_sail_along_moves_by_itself(sit):
    """Elsewhere: then one side has moved twice before the other, and that side is to blame."""
    table = sit()
    table.drag(ALLIED, "CAN-DD-1", "BB")
    table.stage.choose(ALLIED, "CAN-DD-1", "Enters here")
    table.to_the_ships()
    table.drag(ALLIED, "convoy_1", "BC")
    table.drag(ALLIED, "CAN-DD-1", "BA")
    table.drag(ALLIED, "US-CUT-1", "CB")
    for _ in range(2):
        table.stage.press(AXIS, "Axis passes")
    table.stage.press(ALLIED, "Allies pass")
    table.phases()
    table.next_turn()
    table.phases(2)
    assert ("UV-5.4.1", ALLIED) in table.findings()


def test_what_nobody_clicked_may_be_clicked_later_in_the_turn_for_another_phase(sit):
    """That a phase is over, or a side has done with it, is said in other words; the same buttons
    are pressed once in each phase that follows. A side that acts twice has done so, if they are
    pressed for every phase."""
    table = sit()
    for _ in range(2):
        table.phases(2)
        table.passes()
        table.passes()
        table.next_turn()
    log = table.stage
    table.phases()
    table.turn_to(ALLIED, "P40-1", "Patrols here")
    table.drag(ALLIED, "P40-1", "CA")
    log.press(ALLIED, "Allies pass")
    log.press(AXIS, "Axis passes")
    log.press(ALLIED, "Phase done")
    table.drag(ALLIED, "US-CUT-1", "BB")
    table.drag(ALLIED, "US-DD-1", "BA")
    log.press(ALLIED, "Allies pass")
    assert table.findings() == []


@pytest.mark.parametrize("late", one_in(2, [False, True]))
def test_a_boat_is_turned_before_it_goes_or_right_after(sit, late):
    """Under water it may not move again in 5.6, on the surface it may."""
    for face, told in (("Surfaced", []), ("Submerged", ["UV-5.6.1"])):
        table = sit()
        table.to_the_ships()
        table.stage.press(ALLIED, "Allies pass")
        if not late:
            table.turn_to(AXIS, "U-564", face)
        table.drag(AXIS, "U-564", "DC")
        if late:
            table.turn_to(AXIS, "U-564", face)
        table.stage.press(AXIS, "Axis passes")
        table.phases()
        table.drag(AXIS, "U-564", "DO")
        table.next_turn()
        table.phases(2)
        assert [code for code, _ in table.findings()] == told


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_die_that_falls_elsewhere_is_missing_and_nothing_else(sit, elsewhere):
    """Of the two dice for the first mover one is told in the chat: who moves then moves first."""
    table = sit()
    table.contact(allied_die=None if elsewhere else 9)
    table.drag(AXIS, "U-564", "BA")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.next_turn()
    table.phases()
    assert table.findings() == ([("UV-5.5.10", ALLIED)] if elsewhere else [])


def test_a_counter_may_be_put_back_from_a_grid_when_others_have_moved(sit):
    table = sit()
    table.contact(allied_die=2, leaves=(AXIS, "U-564"))
    table.turn_to(AXIS, "U-123", "Surfaced")
    table.drag(AXIS, "U-123", "DC")
    table.turn_to(AXIS, "BARBARIGO", "Leaves the map")
    table.drag(ALLIED, "US-CUT-1", "BA")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.next_turn()
    table.phases()
    assert table.findings() == []


def test_a_counter_may_be_put_back_from_a_grid_when_it_moves_on(sit):
    """It is moved from the grid to its zone, and on: the log shows both drags in a row."""
    table = sit()
    table.to_the_ships()
    table.drag(ALLIED, "US-CUT-1", "BC")
    second_contact(table)
    table.drag(ALLIED, "convoy_1", "BC")
    table.stage.press(ALLIED, "Allies pass")
    table.turn_to(AXIS, "U-564", "Surfaced")
    table.drag(AXIS, "U-564", "DP")
    table.drag(AXIS, "U-123", "CA")
    table.drag(AXIS, "U-123", "DN")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.next_turn()
    table.phases()
    assert table.findings() == []


def test_a_log_that_begins_with_the_set_up_is_judged_from_there(sit):
    """Ships are at sea in it already; nothing of it is in doubt."""
    table = sit()
    table.to_the_ships()
    table.drag(ALLIED, "US-CUT-1", "EJ")
    table.stage.press(AXIS, "Axis passes")
    table.stage.press(ALLIED, "Allies pass")
    table.phases()
    table.next_turn()
    assert table.findings() == [("UVX-7", ALLIED)]


def test_dice_told_in_the_chat_are_not_those_of_the_next_click(sit):
    """A boat's square is thrown on the desk; then a ship's by its own click, which names it."""
    table = sit()
    table.contact(told="U-564")
    table.drag(AXIS, "U-564", "BA")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    assert table.findings() == []


@pytest.mark.slow
@pytest.mark.parametrize("hit", [False, True])
def test_a_bomber_whose_die_falls_on_the_desk_has_bombed(sit, hit):
    """Its boat is told, its die is not seen: it has not flown out for anything else. What it hit is
    turned, and repaired in the next turn."""
    table = sit()
    t = table.subject.rules.tables
    ports = [one.area for one in t.places.values() if one.american]
    zone = next(area for area in ports if t.areas_between(area, "DC") <= t.support_distance)
    table.to_the_ships()
    table.stage.press(ALLIED, "Allies pass")
    table.turn_to(AXIS, "U-564", "Surfaced")
    table.drag(AXIS, "U-564", "DC")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.next_turn()
    table.phases(2)
    table.stage.press(ALLIED, "Allies pass")
    table.stage.choose(AXIS, "U-564", "Supports the floatplane")
    port = next(one.id for one in t.places.values() if one.american and one.area == zone)
    table.drag(AXIS, "BV-222", zone)
    table.stage.say(AXIS, "rolled 6")
    if hit:
        table.turn_to(AXIS, port, "1 step")
    table.turn_to(AXIS, "BV-222", "Flown")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    if hit:
        table.passes()
        table.phases()
        table.stage.press(ALLIED, "Turn ends")
        table.phases()
        table.stage.choose(ALLIED, port, "Repairs (1d10)", {"Repair": (9,)})
        table.phases()
    assert table.findings() == []


@pytest.mark.parametrize("face, case", [("Submerged", "UV-21.3.1d"), ("Surfaced", "")])
def test_a_floatplane_comes_home_to_a_boat_that_has_dived(sit, face, case):
    """The dive is not taken for a second move that came too early."""
    table = sit("campaign", "declared")
    table.stage.press(ALLIED, "Random event", {"Random event": (4,)})
    table.stage.press(AXIS, "Barbarigo: turn of entry (1d10)", {"Barbarigo's turn": (5,)})
    table.phases(2)
    table.passes()
    table.stage.press(ALLIED, "Allies pass")
    table.turn_to(AXIS, "U-109", "Surfaced")
    table.drag(AXIS, "U-109", "CB")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.next_turn()
    table.phases(2)
    table.stage.press(ALLIED, "Allies pass")
    table.turn_to(AXIS, "U-109", "Supports the floatplane")
    table.turn_to(ALLIED, "norfolk", "Is the target")
    table.drag(AXIS, "BV-222", "CA")
    table.stage.choose(AXIS, "BV-222", "Bombs (1d10)", {"Bombs": (9,)})
    table.turn_to(AXIS, "BV-222", "Flown")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.stage.press(ALLIED, "Allies pass")
    table.turn_to(AXIS, "U-109", face)
    table.drag(AXIS, "U-109", "CC")
    table.stage.press(AXIS, "Axis passes")
    table.phases(2)
    table.drag(AXIS, "BV-222", "Turn 4")
    table.stage.press(ALLIED, "Turn ends")
    assert table.findings() == ([(case, AXIS)] if case else [])


@pytest.mark.parametrize(("target", "broken"), [("jacksonville", True), ("new_york", False)])
def test_a_bomb_is_dropped_where_its_bomber_flew(sit, target, broken):
    """The die was thrown for the target that was named."""
    table = sit()
    table.phases(2)
    table.stage.press(ALLIED, "Allies pass")
    table.turn_to(AXIS, "U-123", "Surfaced")
    table.turn_to(AXIS, target, "Is the target")
    table.turn_to(AXIS, "U-123", "Supports the floatplane")
    table.drag(AXIS, "BV-222", "CA")
    table.stage.choose(AXIS, "BV-222", "Bombs (1d10)", {"Bombs": (9,)})
    table.turn_to(AXIS, "BV-222", "Flown")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.passes()
    table.phases()
    assert (("UV-5.3.8", AXIS) in table.findings()) is broken


def test_no_bomb_is_read_without_a_die_for_nothing():
    """A bomber that flew out has thrown one: who leaves it out of a reading pays for it."""
    for way in ways_seen(v.Bomb):
        assert any(one.kind is Rolled and one.key == "bomb" for one in way.signs)
