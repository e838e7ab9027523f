"""Convoys come by their dice, which fall before or after the marker is put on the map."""

from __future__ import annotations

import pytest

from modules.uboat_variant.state import ALLIED, AXIS

CONVOY = "Convoy (three dice)"


def goes_on(table):
    """The rest of the turn."""
    table.to_the_ships()
    table.passes()
    table.next_turn()
    table.phases(2)


@pytest.mark.parametrize("first", ["dice", "marker", "told"])
def test_a_convoy_is_put_where_its_dice_say(sit, first):
    """Their dice may also fall on the desk, whether or not they are told."""
    table = sit()
    if first == "dice":
        table.stage.press(ALLIED, CONVOY, {"Convoy": (5, 6, 3)})
    if first == "told":
        table.stage.say(ALLIED, "convoy dice: 5 6 3")
    table.drag(ALLIED, "convoy_2", "DM")
    if first == "marker":
        table.stage.press(ALLIED, CONVOY, {"Convoy": (5, 6, 3)})
    goes_on(table)
    assert table.findings(reveal=True) == []


@pytest.mark.parametrize("first", ["dice", "marker"])
def test_a_convoy_is_put_elsewhere_than_its_dice_say(sit, first):
    """The dice beside the marker are no stray ones, and its own did not fall on the desk."""
    table = sit()
    if first == "dice":
        table.stage.press(ALLIED, CONVOY, {"Convoy": (5, 6, 3)})
    table.drag(ALLIED, "convoy_2", "BB")
    if first == "marker":
        table.stage.press(ALLIED, CONVOY, {"Convoy": (5, 6, 3)})
    goes_on(table)
    assert table.findings(reveal=True) == [("UVX-10.1", ALLIED)]


def test_a_convoy_is_no_reinforcement(sit):
    """Nobody throws for it, and a boat tries to enter after it."""
    table = sit()
    table.drag(ALLIED, "convoy_2", "BC")
    table.stage.choose(AXIS, "NA-1", "Tries to enter (1d10)", {"Entry": (9,)})
    goes_on(table)
    assert table.findings(reveal=True) == [("UV-21.4.a", ALLIED)]
