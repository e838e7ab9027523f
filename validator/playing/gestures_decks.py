"""The entries of a deck's menu: send cards on to another deck, or return all of a discard pile.

Source: ``VASSAL.counters.Deck``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.errors import nearest
from generator.vassal.traits import Trait
from validator.playing import gestures_keys as keys
from validator.playing.gestures_acts import Act, told
from validator.playing.gestures_counters import Counter, Pile
from validator.playing.gestures_module import GestureError
from validator.playing.gestures_text import evaluate, filled

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement
    from validator.playing.gestures import Hand, Seat

_MAP = "VASSAL.build.module.map."


def check_opens(seat: Seat, pile: Pile | None, counter: Counter) -> None:
    """Raise `GestureError` for a piece in a deck from which only other sides may draw."""
    if pile is not None and pile.deck is not None and _closed(seat, pile.deck):
        raise GestureError(f"{seat.side} may not draw {counter.name!r} from its deck")


def check_takes(seat: Seat, pile: Pile, counter: Counter) -> None:
    """Raise `GestureError` for a piece that VASSAL does not let into a deck (``PieceMover``)."""
    if pile.deck is None:
        return
    name = pile.deck.text("deckName")
    if _closed(seat, pile.deck):
        raise GestureError(f"deck {name!r} takes nothing from {seat.side}")
    if keys.obscured_to(counter, seat):
        raise GestureError(
            f"deck {name!r} does not take {counter.public_name()!r}, face down to {seat.side}"
        )


def _closed(seat: Seat, deck: Trait) -> bool:
    return bool(deck["restrictAccess"]) and seat.side not in deck["owners"]


def chosen(hand: Hand, seat: Seat, deck: Pile, words: str, cards: Sequence[Counter]) -> Act:
    """Choose an entry of a deck's menu. Returns the act to log.

    ``cards`` are the cards that the deck sends on (a cup picks them at random); empty for a
    reshuffle. Raises `GestureError` if the deck has no such entry, or cannot send these cards.
    """
    assert deck.deck is not None
    if words and words == deck.deck.text("reshuffleCommand") and not cards:
        return reshuffled(hand, seat, deck)
    return sent_on(hand, seat, deck, _entry(hand, deck.deck.text("deckName"), words), cards)


def reshuffled(hand: Hand, seat: Seat, deck: Pile) -> Act:
    """Return a discard pile to its deck, the top card first (``Deck.sendToDeck``)."""
    assert deck.deck is not None
    target = hand.counters.deck(deck.deck.text("reshuffleTarget"))
    if target is None:
        raise GestureError(f"deck {deck.deck.text('deckName')!r} goes back into none")
    own = {
        "deckName": deck.deck.text("deckName"),
        "commandName": deck.deck.text("reshuffleCommand"),
    }
    said = filled(
        deck.deck.text("reshuffleMsgFormat"),
        hand.seen_by(seat, own),
    )
    act = Act().then(told(said))
    for card in reversed(list(deck.members)):
        act = _sent(hand, seat, target, card, act)
    return act


def sent_on(
    hand: Hand, seat: Seat, deck: Pile, element: TreeElement, cards: Sequence[Counter]
) -> Act:
    """Send cards of a deck on to another deck (``Deck.extendedSend``)."""
    name, words = deck.deck.text("deckName") if deck.deck else "", element.get("menuText") or ""
    target = hand.counters.deck(element.get("targetDeck") or "")
    limit = evaluate(element.get("limitExpression") or "{0}", lambda _: None)
    plain = all(element.get(flag) != "true" for flag in ("variableDeck", "sendMatching", "stop"))
    if target is None or not plain or element.get("limitTotal") != "true" or limit != len(cards):
        raise GestureError(f"deck {name!r}: {words!r} does not send {len(cards)} cards")
    act = Act()
    for card in cards:
        if card.pile is not deck or not _dealt(deck, card):
            raise GestureError(f"deck {name!r} does not deal {card.name!r}")
        act = _sent(hand, seat, target, card, act)
    own = {
        "deckName": name,
        "commandName": words,
        "targetDeck": str(element.get("targetDeck")),
        "sentCount": str(len(cards)),
    }
    said = filled(
        element.get("reportFormat") or "",
        hand.seen_by(seat, own),
    )
    return act.then(told(said))


def _sent(hand: Hand, seat: Seat, target: Pile, card: Counter, act: Act) -> Act:
    act = act.then(hand.old_places(card))
    act = act.then(hand.leave_deck(seat, card))
    return act.then(hand.merge(seat, target, card))


def _dealt(deck: Pile, card: Counter) -> bool:
    """Whether a deck may deal a card: always shuffled ones any card, others the top card."""
    always = deck.deck is not None and deck.deck.text("shuffleOption") == "Always"
    return always or deck.members[-1] is card


def deck_menu(hand: Hand, name: str) -> dict[str, TreeElement]:
    """The entries of a deck's menu that send cards to other decks, by their text."""
    offered = {}
    for pile in hand.module.module.root.iter(_MAP + "DrawPile"):
        if pile.get("name") == name:
            for entry in pile.iter(_MAP + "deck.DeckSendKeyCommand"):
                offered[entry.get("menuText") or ""] = entry
    return offered


def _entry(hand: Hand, name: str, words: str) -> TreeElement:
    offered = deck_menu(hand, name)
    if words not in offered:
        raise GestureError(f"the menu of deck {name!r} has no {words!r}{nearest(words, offered)}")
    return offered[words]


__all__ = ["check_opens", "check_takes", "chosen", "deck_menu", "reshuffled", "sent_on"]
