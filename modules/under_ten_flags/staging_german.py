"""How the German verbs of Under Ten Flags are played out: plots, rests, U-boats, morale, marks."""

from __future__ import annotations

from collections.abc import Mapping

from validator.rules.performing import FORGOTTEN
from validator.rules.staging import Played
from validator.rules.verbs import Verb

from .staging_hands import GERMAN_SHEET, MARK, PLOT, Hands, Play
from .state import ATLANTIS, GERMAN
from .tables import OCEANS
from .verbs import (
    ChangeMorale,
    ChooseStart,
    MarkBox,
    MoraleCheck,
    PlotAtlantis,
    Rest,
    UseUBoat,
)

RAIDERS_PLOT = f"{PLOT}{ATLANTIS}"


def choose_start(hands: Hands, verb: ChooseStart, one: Played) -> None:
    assert verb.hex is not None
    hands.stage.drag(GERMAN, [RAIDERS_PLOT], GERMAN_SHEET, verb.hex)


def plot_atlantis(hands: Hands, verb: PlotAtlantis, one: Played) -> None:
    """The plot goes to its hex, or stays; then it is said, and the next column is filled."""
    assert verb.hex is not None
    here = hands.stage.where(RAIDERS_PLOT)
    hands.go(GERMAN, RAIDERS_PLOT, GERMAN_SHEET, here, verb.hex, hands.tables.hexes_a_card)
    _column(hands, "plotted")


def rest(hands: Hands, verb: Rest, one: Played) -> None:
    """A rest that raises morale shows by that; any other has to be said."""
    if hands.hands_only or one.before.morale != hands.tables.morale[0]:
        _column(hands, "rest")
    else:
        hands.click(GERMAN, "rest")


def _column(hands: Hands, action: str) -> None:
    """The click says what was written and moves the column marker; by hand it is moved."""
    if not hands.hands_only:
        hands.declare(GERMAN, action)
    elif not hands.sometimes(FORGOTTEN):
        hands.next_column(GERMAN, GERMAN_SHEET)


def morale_check(hands: Hands, verb: MoraleCheck, one: Played) -> None:
    """The dice; a move that they cancel is taken back."""
    hands.roll(GERMAN, "morale_check", verb.dice)
    after = hands.afterwards()
    stands = after.atlantis.place if after is not None else None
    if stands is not None and stands != hands.stage.where(RAIDERS_PLOT):
        hands.stage.drag(GERMAN, [RAIDERS_PLOT], GERMAN_SHEET, stands)


def use_uboat(hands: Hands, verb: UseUBoat, one: Played) -> None:
    hands.roll(GERMAN, "uboat", verb.die)


def change_morale(hands: Hands, verb: ChangeMorale, one: Played) -> None:
    levels = hands.tables.morale
    level = levels.index(one.before.morale) - verb.delta
    place = levels[max(0, min(level, len(levels) - 1))]
    hands.stage.drag(GERMAN, ["fatigue"], OCEANS, place)


def mark_box(hands: Hands, verb: MarkBox, one: Played) -> None:
    hands.show_face(GERMAN, f"{MARK}{verb.box}", verb.state)


PLAYS: Mapping[type[Verb], Play] = {
    ChooseStart: choose_start,
    PlotAtlantis: plot_atlantis,
    Rest: rest,
    MoraleCheck: morale_check,
    UseUBoat: use_uboat,
    ChangeMorale: change_morale,
    MarkBox: mark_box,
}
