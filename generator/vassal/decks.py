"""Decks, which VASSAL tells twice: as a component of the module, and as a piece of every save.

Source: ``VASSAL.build.module.map.DrawPile``, which makes a ``VASSAL.counters.Deck``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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
