"""How many scripts of a game begin: the first cards, a search, a ship in the grey columns."""

from __future__ import annotations

from tests.modules.under_ten_flags.table import BRITISH, GERMAN, Voyages


def first_cards(table: Voyages) -> None:
    """Atlantis sails from 1505 to 1506, and it is the turn of the British."""
    table.set_up("1505")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")


def second_set(table: Voyages) -> None:
    """The British draw their second set, and the next card is the German's."""
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


def searches(table: Voyages, die: int) -> None:
    """Atlantis sails from 0907 to 0906 and searches there for C1."""
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", die)


def athelking_escapes(table: Voyages) -> int:
    """The counter-search of C1's ship sees Atlantis, and the ship goes back to its set; the step in
    which it was shown."""
    step = table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 1)
    table.british("athelking", "C1 Ship", "od_display")
    return step


def fires_on_the_automedon(table: Voyages, die: int) -> None:
    """The raider searches in its first activation, finds the Automedon and fires."""
    table.set_up("0907", ship="automedon")
    searches(table, 2)
    table.british("automedon", "British Sighting")
    table.roll(BRITISH, "acv_counter", 4)
    table.british("automedon", "Gun Range")
    table.roll(GERMAN, "gun_range", die)


def greys(table: Voyages, *hexes: str) -> None:
    """German activations, two and two with British ones between them."""
    sets = iter(
        (
            ("c2", "od_9", "od_10", "teddy"),
            ("c3", "od_5", "od_6", "ghost_1"),
            ("c4", "od_1", "od_2", "ole_jacob"),
            ("c5", "od_11", "od_12", "zamzam"),
        )
    )
    for number, hex_id in enumerate(hexes, 1):
        table.card(f"clubs_{number}")
        table.plot(hex_id)
        if number % 2 == 0:
            table.card(f"hearts_{number}")
            table.sail_all(*table.at_sea())
            table.draw(*next(sets))


def into_the_grey(table: Voyages) -> None:
    """The fifth activation takes Atlantis into a grey column: its morale will be checked."""
    table.set_up("1505")
    greys(table, "1506", "1507", "1508", "1509")
    table.card("clubs_5")
    table.plot("1510")


def under_low_morale(table: Voyages) -> None:
    """Atlantis moved in a grey column; morale is worse by a level when the next card lies."""
    into_the_grey(table)
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 4, 4)
    table.card("clubs_6")
