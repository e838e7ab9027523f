"""What a deck's menu does: sending cards on to another deck, unseen.

Source: ``VASSAL.counters.Deck.extendedSend``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.errors import nearest
from generator.vassal.commands import Chat
from validator.playing.gestures_acts import Act
from validator.playing.gestures_counters import Counter, Pile
from validator.playing.gestures_module import GestureError
from validator.playing.gestures_text import evaluate, filled

if TYPE_CHECKING:
    from lxml.etree import _Element

    from validator.playing.gestures import Hand, Seat

_MAP = "VASSAL.build.module.map."


def sent_on(hand: Hand, seat: Seat, deck: Pile, words: str, cards: Sequence[Counter]) -> Act:
    """The step of choosing an entry of a deck's menu that sends cards to another deck.

    ``cards`` are those that the deck happens to send (a cup takes them at random). Raises
    `GestureError` when the deck offers no such entry, or would not send these.
    """
    name = deck.deck.text("deckName") if deck.deck is not None else ""
    element = _entry(hand, name, words)
    target = hand.counters.deck(element.get("targetDeck") or "")
    limit = evaluate(element.get("limitExpression") or "{0}", lambda _: None)
    plain = all(element.get(flag) != "true" for flag in ("variableDeck", "sendMatching", "stop"))
    if target is None or not plain or element.get("limitTotal") != "true" or limit != len(cards):
        raise GestureError(f"deck {name!r}: {words!r} does not send {len(cards)} cards")
    act = Act()
    for card in cards:
        if card.pile is not deck:
            raise GestureError(f"deck {name!r} does not hold {card.name!r}")
        act = act.then(hand.old_places(card))
        act = act.then(hand.leave_deck(seat, card))
        act = act.then(hand.merge(seat, target, card))
    own = {
        "deckName": name,
        "commandName": words,
        "targetDeck": str(element.get("targetDeck")),
        "sentCount": str(len(cards)),
    }
    said = filled(
        element.get("reportFormat") or "",
        lambda wanted: own[wanted] if wanted in own else hand.module_property(seat, wanted),
    )
    return act.then(Act(Chat(f"* {said}"))) if said else act


def _entry(hand: Hand, name: str, words: str) -> _Element:
    offered = {}
    for pile in hand.module.module.root.iter(_MAP + "DrawPile"):
        if pile.get("name") == name:
            for entry in pile.iter(_MAP + "deck.DeckSendKeyCommand"):
                offered[entry.get("menuText") or ""] = entry
    if words not in offered:
        raise GestureError(f"the menu of deck {name!r} has no {words!r}{nearest(words, offered)}")
    return offered[words]


__all__ = ["sent_on"]
