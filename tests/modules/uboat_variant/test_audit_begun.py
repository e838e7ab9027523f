"""A log that begins in the middle of a campaign: nobody is accused for what it cannot show."""

from __future__ import annotations

import pytest

from modules.uboat_variant.state import ALLIED, AXIS


@pytest.mark.parametrize("marker", ["convoy_1", "convoy_2"])
def test_a_convoy_of_which_nobody_turned_the_counter_may_be_fast(sit, marker):
    """The dice for its speed fell before; one that has arrived may come again where it began."""
    table = sit()
    table.drag(AXIS, "U-564", "DC")
    table.drag(ALLIED, "convoy_1", "Convoy Pool")
    table.drag(ALLIED, marker, "BB")
    table.begins_here()
    table.to_the_ships()
    table.drag(ALLIED, marker, "BD")
    table.passes()
    table.next_turn()
    table.to_the_ships()
    table.drag(ALLIED, marker, "BB")
    table.passes()
    table.next_turn()
    table.phases(2)
    assert table.findings() == []


def test_a_convoy_of_which_ships_were_sunk_before_may_be_lost(sit):
    """Its roster says twenty, and nobody counted what was hit in the file before."""
    table = sit()
    table.drag(AXIS, "U-564", "BC")
    table.begins_here()
    table.to_the_ships()
    table.passes()
    table.next_turn()
    table.to_the_ships()
    table.drag(ALLIED, "convoy_1", "BC")
    table.turn_to(ALLIED, "contact", "Contact here")
    table.drag(ALLIED, "contact", "BC")
    for side, unit, square in ((AXIS, "U-564", "4,4"), (ALLIED, "convoy_1", "4,5")):
        dice = tuple(int(one) for one in square.split(","))
        table.stage.choose(side, unit, "Deploys (2d10)", {"Location": dice})
        table.drag(side, unit, square, "osl")
    table.turn_to(AXIS, "U-564", "Surfaced")
    _first_mover(table)
    table.drag(AXIS, "U-564", "4,5", "osl")
    for side, unit in ((AXIS, "U-564"), (ALLIED, "convoy_1")):
        table.drag(side, unit, "TSL Box A", "osl")
    table.stage.press(ALLIED, "OSL closed")
    for side, unit, dice in ((AXIS, "U-564", (2, 5)), (ALLIED, "convoy_1", (2, 6))):
        table.stage.choose(side, unit, "Deploys (2d10)", {"Location": dice})
        table.drag(side, unit, f"{dice[0]}-{dice[1]}", "tsl")
    _first_mover(table)
    table.drag(AXIS, "U-564", "2-6", "tsl")
    table.turn_to(ALLIED, "convoy_1", "Is the target")
    table.stage.choose(AXIS, "U-564", "Looks for it (1d10)", {"Detection": (1,)})
    table.turn_to(ALLIED, "convoy_1", "Is the target")
    table.stage.choose(AXIS, "U-564", "1 torpedo (1d10)", {"Torpedoes": (7,)})
    table.stage.roll(AXIS, "Tonnage", (4,))
    table.drag(ALLIED, "convoy_1", "Allied Losses")
    table.stage.press(AXIS, "TSL closed")
    table.drag(AXIS, "U-564", "BC")
    table.passes()
    table.next_turn()
    assert table.findings() == []


def _first_mover(table):
    table.stage.press(ALLIED, "First mover, Allies (1d10)", {"First mover": (3,)})
    table.stage.press(AXIS, "First mover, Axis (1d10)", {"First mover": (8,)})
