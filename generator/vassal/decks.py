"""Decks, which VASSAL tells twice: as a component of the module, and as a piece of every save.

Source: ``VASSAL.build.module.map.DrawPile``, which makes a ``VASSAL.counters.Deck``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.vassal import sequences
from generator.vassal.documents import Element

DRAW_PILE: Final = "VASSAL.build.module.map.DrawPile"

FIELD_OF: Final[Mapping[str, str]] = {
    "width": "width",
    "height": "height",
    "allowMultiple": "allowMultipleDraw",
    "drawMultipleMessage": "drawMultipleMessage",
    "allowSelect": "allowSelectDraw",
    "drawSpecificMessage": "drawSpecificMessage",
    "selectDisplayProperty": "selectDisplayProperty",
    "selectSortProperty": "selectSortProperty",
    "faceDown": "faceDownOption",
    "faceFlipHotkey": "faceFlipKey",
    "faceUpMessage": "faceUpMessage",
    "faceUpHotkey": "faceUpKey",
    "faceUpReportFormat": "faceUpMsgFormat",
    "faceDownMessage": "faceDownMessage",
    "faceDownHotkey": "faceDownKey",
    "faceDownFormat": "faceDownMsgFormat",
    "drawFaceUp": "drawFaceUp",
    "shuffle": "shuffleOption",
    "shuffleCommand": "shuffleCommand",
    "shuffleFormat": "shuffleMsgFormat",
    "shuffleHotkey": "shuffleKey",
    "reversible": "reversible",
    "reverseCommand": "reverseCommand",
    "reverseFormat": "reverseMsgFormat",
    "reverseHotkey": "reverseKey",
    "draw": "drawOutline",
    "color": "outlineColor",
    "hotkeyOnEmpty": "hotkeyOnEmpty",
    "emptyHotkey": "emptyKey",
    "reshuffleCommand": "reshuffleCommand",
    "reshuffleMessage": "reshuffleMsgFormat",
    "reshuffleHotkey": "reshuffleKey",
    "reshuffleTarget": "reshuffleTarget",
    "canSave": "persistable",
    "saveMessage": "saveMessage",
    "saveHotkey": "saveKey",
    "saveReportFormat": "saveReport",
    "loadMessage": "loadMessage",
    "loadHotkey": "loadKey",
    "loadReportFormat": "loadReport",
    "maxStack": "maxStack",
    "expressionCounting": "expressionCounting",
    "countExpressions": "countExpressions",
    "restrictOption": "restrictOption",
    "restrictExpression": "restrictExpression",
    "deckRestrictAccess": "restrictAccess",
    "deckOwners": "owners",
}
"""Attribute of a DrawPile -> field of the deck it makes: two names of VASSAL's for one thing."""

_MENU_ENTRY: Final = "VASSAL.build.module.map.DeckGlobalKeyCommand"


def menu_entries(pile: Element) -> tuple[str, ...]:
    """The entries that a DrawPile's component adds to its deck's menu, as the deck states each.

    Source: ``DeckGlobalKeyCommand.encode``, ``Deck.getGlobalCommands``; what sends or sorts cards
    is asked of the component when it is wanted, and stands in no save.
    """
    return tuple(_menu_entry(one) for one in pile.iter(_MENU_ENTRY))


def menu_of(pile: Element) -> str:
    """All of them as the deck states them."""
    return sequences.encode(menu_entries(pile), ",")


def _menu_entry(command: Element) -> str:
    name = command.get("name")
    fields = [
        name,
        command.get("hotkey"),
        command.get("filter"),
        command.get("deckCount", "0"),
        command.get("reportFormat"),
        name,
        command.get("target"),
        command.get("reportSingle", "true"),
        command.get("suppressSounds", "false"),
        command.get("parameters"),
    ]
    return sequences.encode(fields, "|")
