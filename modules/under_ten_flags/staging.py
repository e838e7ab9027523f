"""How each verb of Under Ten Flags is played out at the table.

With buttons the players turn cards, roll and declare as the module offers it; by hand they only
move and turn counters and cards. The same verb is done in several ways, as people do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from validator.rules.performing import FORGOTTEN
from validator.rules.staging import Played, Stage
from validator.rules.verbs import Verb

from . import staging_british, staging_german, staging_hunts
from .staging_hands import (
    ACTIVATION_DECK,
    ACTIVATION_DISCARDS,
    CRUISER_DISCARDS,
    Hands,
    Play,
)
from .state import BRITISH, GERMAN
from .tables import JOKER_CARD, OCEANS
from .verbs import (
    ChangePoints,
    DrawCard,
    DrawCruiserCard,
    EndActivation,
    EndTurn,
    ReturnJoker,
)


def perform(stage: Stage, played: Sequence[Played]) -> Iterator[int]:
    """A whole game, verb by verb (`validator.rules.staging.Staging`)."""
    return Hands(stage, played, PLAYS).perform()


def draw_card(hands: Hands, verb: DrawCard, one: Played) -> None:
    """The German turns the first card of the game, later ones whoever is at hand."""
    assert verb.card is not None
    first = one.before.serial == 0 and not one.before.drawn
    hands.card(GERMAN if first else hands.either(), "next_card", verb.card, ACTIVATION_DISCARDS)
    hands.catch_up()


def return_joker(hands: Hands, verb: ReturnJoker, one: Played) -> None:
    hands.card(hands.either(), "joker_back", JOKER_CARD, ACTIVATION_DECK)


def draw_cruiser_card(hands: Hands, verb: DrawCruiserCard, one: Played) -> None:
    assert verb.card is not None
    hands.card(BRITISH, "cruiser_card", verb.card, CRUISER_DISCARDS)


def end_turn(hands: Hands, verb: EndTurn, one: Played) -> None:
    """The turn marker goes on and the cards are shuffled, by one click or by hand.

    After the last turn there is no other: then only the cards are gathered.
    """
    side = hands.either()
    over = one.before.turn >= hands.tables.last_turn
    with_arrow = not hands.hands_only and hands.sometimes(FORGOTTEN)
    if not hands.hands_only and not over and not with_arrow:
        hands.click(side, "end_of_turn")
        return
    words = f"Shuffle all into the {ACTIVATION_DECK}"
    parts: list[Callable[[], None]] = [
        lambda: hands.stage.choose_of_deck(side, ACTIVATION_DISCARDS, words)
    ]
    if with_arrow and not over:
        # The tracker's arrow moves the marker as the button does.
        parts.append(lambda: hands.stage.click_turn(side))
    elif not over:
        track = hands.track("game_turn")
        cell = f"{track.prefix} {one.before.turn + 1}"
        parts.append(lambda: hands.stage.drag(side, ["game_turn"], OCEANS, cell))
    hands.in_either_order(*parts)


def change_points(hands: Hands, verb: ChangePoints, one: Played) -> None:
    if not hands.hands_only:
        hands.click_points(one.side, verb.delta)
        return
    points = one.before.points + verb.delta
    for marker in ("vp_units", "vp_tens"):
        track = hands.track(marker)
        cell = f"{track.prefix} {points // track.each % (track.last - track.first + 1)}"
        if hands.stage.where(marker) != cell:
            hands.stage.drag(one.side, [marker], OCEANS, cell)


def end_activation(hands: Hands, verb: EndActivation, one: Played) -> None:
    hands.declare(one.side, "done_german" if one.side == GERMAN else "done_british")


PLAYS: Mapping[type[Verb], Play] = {
    DrawCard: draw_card,
    ReturnJoker: return_joker,
    DrawCruiserCard: draw_cruiser_card,
    EndTurn: end_turn,
    ChangePoints: change_points,
    EndActivation: end_activation,
    **staging_british.PLAYS,
    **staging_german.PLAYS,
    **staging_hunts.PLAYS,
}
