"""Two people play by e-mail and do not know that anybody will audit their logs: they measure with
counters, answer in the chat, tidy up when they think of it, and put wrong clicks right."""

from __future__ import annotations

import pytest

from modules.uboat_variant.state import ALLIED, AXIS

DECLARED = ("campaign", "declared")


def begins(table, entry=5):
    """The first turn of a campaign, up to its air movement."""
    table.stage.press(ALLIED, "Random event", {"Random event": (4,)})
    table.stage.press(AXIS, "Barbarigo: turn of entry (1d10)", {"Barbarigo's turn": (entry,)})
    table.phases(2)


def bombs(table, die, face=""):
    """A Liberator flies from Gander to the Azores."""
    table.stage.choose(AXIS, "santana_sao_miguel", "Is the target")
    table.drag(ALLIED, "B24-1", "CE")
    table.stage.choose(ALLIED, "B24-1", "Bombs (1d10)", {"Bombs": (die,)})
    if face:
        table.turn_to(AXIS, "santana_sao_miguel", face)
    table.turn_to(ALLIED, "B24-1", "Flown")


def comes_home(table, face="Unflown"):
    table.drag(ALLIED, "B24-1", "Gander", "bases")
    table.turn_to(ALLIED, "B24-1", face)


def to_the_next_turn(table):
    """After the air movement nobody moves; aircraft go home."""
    table.passes()
    table.passes()
    table.phases()
    comes_home(table)
    table.stage.press(ALLIED, "Turn ends")


@pytest.mark.parametrize("turned", [True, False])
def test_a_base_that_was_hit_is_repaired_even_if_nobody_turned_it(sit, turned):
    """Nobody but the players knows what a bomb hit: that they repair it says so."""
    table = sit(*DECLARED)
    begins(table)
    bombs(table, 2, "1 step" if turned else "")
    to_the_next_turn(table)
    table.phases()
    table.stage.choose(AXIS, "santana_sao_miguel", "Repairs (1d10)", {"Repair": (2,)})
    if turned:
        table.turn_to(AXIS, "santana_sao_miguel", "No damage")
    table.phases()
    assert table.findings() == []


def test_a_base_that_nobody_bombed_is_not_repaired(sit):
    table = sit(*DECLARED)
    begins(table)
    table.passes()
    table.passes()
    table.phases()
    table.stage.press(ALLIED, "Turn ends")
    table.phases()
    table.stage.choose(AXIS, "santana_sao_miguel", "Repairs (1d10)", {"Repair": (2,)})
    table.phases()
    assert table.findings() == [("UV-5.2.1", AXIS)]


def patrols(table, plane, zone, says=True):
    table.drag(ALLIED, plane, zone)
    if says:
        table.turn_to(ALLIED, plane, "Patrols here")


def sails(table, side, piece, *way, face=""):
    """A ship is pushed along its way, a hand's breadth at a time."""
    if face:
        table.turn_to(side, piece, face)
    for area in way:
        table.drag(side, piece, area)


def test_three_boats_are_measured_tidied_and_read(sit):
    """A boat is pushed to and fro to count areas; the depth is chosen wrong and right; a counter is
    taken up to read it and put down beside; the marker of contact reminds of something; the chat
    answers instead of buttons."""
    table = sit("first_patrol", "declared")
    stage = table.stage
    stage.say(AXIS, "hi, moves for turn 2 below. Barbarigo stays home this turn")
    table.phases()
    stage.say(ALLIED, "got it. Repairs: none. CAP with the P-40")
    table.drag(ALLIED, "P40-1", "CAP CA", "bases")
    stage.say(ALLIED, "phase done")
    patrols(table, "PBY-1", "CA")
    stage.say(AXIS, "I pass, ok?")
    stage.press(ALLIED, "Allies pass")
    stage.say(ALLIED, "ok, ships")
    table.phases()
    # Ships: the destroyer's way is counted out loud.
    sails(table, ALLIED, "US-DD-1", "CB", "CA", "BA")
    stage.say(ALLIED, "no, back to CA, I stay near New York... no, BA it is")
    sails(table, AXIS, "U-564", "CA", "CB", "DC", face="Surfaced")
    table.turn_to(AXIS, "U-564", "Submerged")
    stage.say(AXIS, "submerged, sorry, wrong menu entry before")
    stage.press(ALLIED, "Allies pass")
    # The Contact marker lies where a boat is suspected: a reminder.
    table.drag(ALLIED, "contact", "CB")
    table.drag(AXIS, "MILCH-COW", "DD")
    table.turn_to(AXIS, "MILCH-COW", "Surfaced")
    stage.press(AXIS, "Axis passes")
    table.phases()
    table.drag(AXIS, "MILCH-COW", "DE")
    stage.say(AXIS, "second move done")
    table.phases()
    table.drag(ALLIED, "PBY-1", "Quonset Point", "bases")
    table.drag(ALLIED, "P40-1", "Floyd Bennett", "bases")
    table.turn_to(ALLIED, "PBY-1", "Unflown")
    stage.press(ALLIED, "Turn ends")
    table.phases()
    assert table.findings() == []


def test_a_log_may_end_before_the_word_is_said(sit):
    """The aircraft lies over the sea; what it does there comes with the next mail."""
    table = sit("first_patrol", "declared")
    table.phases(2)
    patrols(table, "PBY-1", "CB", says=False)
    assert table.findings() == []


def test_a_log_may_end_before_the_marker_is_put_where_contact_is(sit):
    """Its menu says where it lay until then."""
    table = sit("first_patrol", "declared")
    table.to_the_ships()
    table.stage.press(ALLIED, "Allies pass")
    sails(table, AXIS, "U-564", "BA", face="Surfaced")
    table.drag(ALLIED, "contact", "CA")
    table.turn_to(ALLIED, "contact", "Contact here")
    assert table.findings() == []


@pytest.mark.parametrize("who", [("HUD-1", "PBY-1"), ("PBY-1", "HUD-1")])
def test_an_attack_from_the_air_is_that_of_the_aircraft_that_is_turned(sit, who):
    """Both have found the boat, and roll with the buttons of the window."""
    table = sit(*DECLARED)
    begins(table)
    patrols(table, "PBY-1", "CB")
    table.stage.press(AXIS, "Axis passes")
    patrols(table, "HUD-1", "CB")
    table.stage.press(ALLIED, "Allies pass")
    table.phases()
    table.stage.press(ALLIED, "Allies pass")
    sails(table, AXIS, "U-123", "CB", face="Surfaced")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    for plane in ("PBY-1", "HUD-1"):
        table.turn_to(AXIS, "U-123", "Is the target")
        words = "Looks for a boat (1d10)"
        table.stage.choose(ALLIED, plane, words, {"Air search": (1,)})
        if plane == "PBY-1":
            table.turn_to(AXIS, "U-123", "Detected, surfaced")
    for plane, die in zip(who, (9, 1), strict=True):
        table.stage.roll(ALLIED, "ASW", (die,))
        if die == 1:
            table.stage.roll(ALLIED, "ASW second die", (5,))
        table.turn_to(ALLIED, plane, "Flown")
    table.phases()
    assert table.findings() == []


def test_a_search_of_which_nobody_says_who_is_that_of_an_aircraft_left_over(sit):
    """The others say so when they search; and what nobody turns was not found."""
    table = sit(*DECLARED)
    begins(table)
    homes = ("Westover", "Langley", "Cherry Point", "Quonset Point")
    planes = ("B17-1", "B18-1", "HUD-1", "PBY-1")
    patrols(table, planes[0], "CB")
    table.stage.press(AXIS, "Axis passes")
    for plane in planes[1:]:
        patrols(table, plane, "CB")
    table.stage.press(ALLIED, "Allies pass")
    table.phases()
    table.stage.press(ALLIED, "Allies pass")
    for boat in ("U-123", "U-109"):
        sails(table, AXIS, boat, "CB", face="Surfaced")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.stage.roll(ALLIED, "Air search", (1,))
    for plane in planes[:3]:
        table.turn_to(AXIS, "U-109", "Is the target")
        table.stage.choose(ALLIED, plane, "Looks for a boat (1d10)", {"Air search": (9,)})
    table.phases()
    for plane, home in zip(planes, homes, strict=True):
        table.drag(ALLIED, plane, home, "bases")
    table.stage.press(ALLIED, "Turn ends")
    table.phases(2)
    table.stage.press(ALLIED, "Allies pass")
    table.turn_to(AXIS, "U-123", "Supports the floatplane")
    table.turn_to(AXIS, "new_york", "Is the target")
    table.drag(AXIS, "BV-222", "CA")
    table.stage.choose(AXIS, "BV-222", "Bombs (1d10)", {"Bombs": (9,)})
    table.turn_to(AXIS, "BV-222", "Flown")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    assert table.findings() == []


def test_grids_are_played_with_a_die_told_and_a_counter_put_down_elsewhere(sit):
    """A ship is dropped on the wrong square and put right; who rolls for both asks first; the
    Contact marker comes late; the boat's face is turned after its move, and once too often."""
    table = sit("first_patrol", "declared")
    stage = table.stage
    stage.say(ALLIED, "no repairs, nothing flies. phase done from me, click it please")
    table.phases(2)
    table.passes()
    stage.press(ALLIED, "Allies pass")
    sails(table, AXIS, "U-564", "CA", "BA")
    table.turn_to(AXIS, "U-564", "Submerged")
    table.turn_to(AXIS, "U-564", "Surfaced")
    stage.say(AXIS, "there you are! Cutter sighted?")
    stage.say(ALLIED, "yes, contact in BA")
    table.drag(ALLIED, "contact", "BB")
    table.drag(ALLIED, "contact", "BA")
    stage.choose(AXIS, "U-564", "Deploys (2d10)", {"Location": (4, 6)})
    table.drag(AXIS, "U-564", "6,4", "osl")
    stage.say(AXIS, "oops, column first")
    table.drag(AXIS, "U-564", "4,6", "osl")
    stage.choose(ALLIED, "US-CUT-1", "Deploys (2d10)", {"Location": (5, 9)})
    table.drag(ALLIED, "US-CUT-1", "5,9", "osl")
    stage.say(AXIS, "I roll for us both, ok?")
    stage.say(ALLIED, "ok")
    stage.press(AXIS, "First mover, Allies (1d10)", {"First mover": (4,)})
    stage.press(AXIS, "First mover, Axis (1d10)", {"First mover": (8,)})
    for square in ("4,7", "4,8"):
        table.drag(AXIS, "U-564", square, "osl")
    stage.say(AXIS, "hm, no: 4,7 and I look for you")
    table.drag(AXIS, "U-564", "4,7", "osl")
    table.turn_to(ALLIED, "US-CUT-1", "Is the target")
    stage.choose(AXIS, "U-564", "Looks for it (1d10)", {"Detection": (9,)})
    stage.say(ALLIED, "missed me. I stay and look: 3, found!")
    table.turn_to(AXIS, "U-564", "Detected, surfaced")
    stage.say(AXIS, "my move")
    stage.press(AXIS, "First mover, Allies (1d10)", {"First mover": (2,)})
    stage.press(AXIS, "First mover, Axis (1d10)", {"First mover": (5,)})
    table.drag(AXIS, "U-564", "2,6", "osl")
    table.drag(ALLIED, "US-CUT-1", "4,9", "osl")
    stage.press(AXIS, "First mover, Allies (1d10)", {"First mover": (2,)})
    stage.press(AXIS, "First mover, Axis (1d10)", {"First mover": (5,)})
    table.drag(AXIS, "U-564", "BA")
    stage.say(AXIS, "off the grid")
    table.drag(ALLIED, "US-CUT-1", "BA")
    stage.press(AXIS, "Axis passes")
    table.phases()
    table.drag(AXIS, "U-564", "BB")
    table.phases()
    stage.press(AXIS, "Turn ends")
    table.phases()
    assert [one for one in table.findings() if one[0] != "UVX-8.1"] == []


def test_a_turn_of_a_campaign_in_which_much_is_clicked_wrong(sit):
    """The wrong aircraft is turned to Flown and back, a port to two steps and then to one, a bomber
    is laid on the wrong turn, an aircraft goes home to the wrong base; convoys and rosters are
    counted up and down."""
    table = sit(*DECLARED)
    stage = table.stage
    begins(table)
    patrols(table, "PBY-1", "CB")
    table.turn_to(AXIS, "halifax", "Is the target")
    table.drag(AXIS, "ME264-1", "BB")
    stage.choose(AXIS, "ME264-1", "Bombs (1d10)", {"Bombs": (1,)})
    table.turn_to(ALLIED, "halifax", "2 steps")
    table.turn_to(ALLIED, "halifax", "1 step")
    table.turn_to(AXIS, "HE177-1", "Flown")
    table.turn_to(AXIS, "HE177-1", "Unflown")
    stage.say(AXIS, "wrong counter, it was the Me 264")
    table.turn_to(AXIS, "ME264-1", "Flown")
    patrols(table, "PBY-2", "DN", says=False)
    stage.say(ALLIED, "PBY-2 patrols, too")
    table.turn_to(ALLIED, "PBY-2", "Patrols here")
    stage.press(AXIS, "Axis passes")
    stage.press(ALLIED, "Allies pass")
    table.phases()
    sails(table, ALLIED, "convoy_1", "CB", "BC", "CC")
    table.turn_to(ALLIED, "convoy_1", "1 ship lost")
    table.turn_to(ALLIED, "convoy_1", "10 more ships")
    stage.say(ALLIED, "that was the wrong counter for the ships, nothing lost; count is 20")
    sails(table, AXIS, "U-504", "DO", face="Submerged")
    table.turn_to(AXIS, "U-504", "Fuel −1")
    stage.press(ALLIED, "Allies pass")
    sails(table, AXIS, "U-66", "DC", face="Surfaced")
    stage.press(AXIS, "Axis passes")
    table.phases()
    table.phases()
    table.drag(AXIS, "ME264-1", "Turn 2")
    table.drag(AXIS, "ME264-1", "Turn 3")
    table.drag(ALLIED, "PBY-1", "Langley", "bases")
    table.drag(ALLIED, "PBY-1", "Quonset Point", "bases")
    table.drag(ALLIED, "PBY-2", "Key West NAS", "bases")
    table.turn_to(AXIS, "ME264-1", "Unflown")
    stage.press(ALLIED, "Turn ends")
    table.phases()
    stage.choose(ALLIED, "halifax", "Repairs (1d10)", {"Repair": (1,)})
    table.turn_to(ALLIED, "halifax", "No damage")
    table.phases()
    assert table.findings() == []
