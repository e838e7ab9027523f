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
