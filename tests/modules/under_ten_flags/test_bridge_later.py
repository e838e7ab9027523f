"""Whose ship it was, of two sets in one hex, is told when the ship is lost."""

from __future__ import annotations

import pytest

from modules.under_ten_flags.bridge_cards import Stretch
from modules.under_ten_flags.bridge_facts import CARGO, CargoMoved, CargoShown
from modules.under_ten_flags.bridge_later import sets_told_later
from validator.rules.bridging import Seen
from validator.rules.facts import Fact, PieceMoved

SEEN = Seen(1)


def shown(ship: str) -> Fact:
    return CargoShown(SEEN, "piece 1", CARGO, ship)


def lost(ship: str | None) -> Fact:
    return CargoMoved(SEEN, "piece 2", CARGO, ship, "Gun Range", "Sunk or Prize")


def waits(marker: str) -> Fact:
    return PieceMoved(SEEN, marker, "2307", f"Waiting {marker.upper()}")


def told(*stretches: list[Fact]) -> dict[int, str]:
    return dict(sets_told_later([Stretch(facts=facts) for facts in stretches]))


def test_a_ship_that_got_away_belongs_to_the_set_with_which_it_is_lost() -> None:
    found = told([shown("teddy")], [], [shown("mandasor")], [lost("teddy"), waits("c4")])
    assert found == {0: "c4", 3: "c4"}


@pytest.mark.parametrize(
    "between",
    [
        pytest.param([waits("c4")], id="another ship sailed with that set before"),
        pytest.param([lost("teddy"), waits("c3")], id="it was lost with another set before"),
    ],
)
def test_a_set_that_began_anew_tells_nothing_of_the_ship_before(between: list[Fact]) -> None:
    assert told([shown("teddy")], between, [lost("teddy"), waits("c4")]).get(0) != "c4"


@pytest.mark.parametrize(
    "end",
    [
        pytest.param([lost("teddy"), waits("c4"), waits("c3")], id="two sets leave the map"),
        pytest.param([lost("teddy"), lost("mandasor"), waits("c4")], id="two ships are lost"),
        pytest.param([lost(None), waits("c4")], id="nobody knows which ship"),
        pytest.param([lost("teddy")], id="no set leaves the map"),
    ],
)
def test_where_it_cannot_be_told_nothing_is(end: list[Fact]) -> None:
    assert told([shown("teddy")], end) == {}
