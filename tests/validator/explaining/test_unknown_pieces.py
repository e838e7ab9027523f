"""A piece that the reader does not know shows no field of a verb."""

from __future__ import annotations

from typing import Any

from validator.explaining import signs as sign
from validator.explaining.facts import Drawn, PutIn, Sealed, Shown
from validator.rules.scenes import Seen


def _suit(tables: None, state: None, card: str) -> str:
    return card.partition("_")[0]


def _bound(made: sign.Sign, fact: Any) -> dict[str, Any] | None:
    return made.binds(None, None, fact, {})


def test_a_card_that_is_not_known_is_not_converted() -> None:
    seen, suit = Seen(1), sign.field("suit", _suit)
    drawn = sign.drawn("card", unit=suit)
    assert _bound(drawn, Drawn(seen, "card", "p1", "Pack", "card", "clubs_4")) == {"suit": "clubs"}
    assert _bound(drawn, Drawn(seen, "card", "p1", "Pack", "card")) is None
    of_kind = sign.drawn("card", kind=suit)
    assert _bound(of_kind, Drawn(seen, "card", "p1", "Pack", None)) is None
    put_back = sign.put_back("card", unit=suit)
    assert _bound(put_back, PutIn(seen, "card", "p1", "A1", "Pack")) is None
    shown = sign.shown("card", unit=suit)
    assert _bound(shown, Shown(seen, "card", "p1", None, None, "A1")) is None


def test_an_entry_that_is_not_revealed_is_converted_all_the_same() -> None:
    """Its text may be anything; the seal is there."""
    entry = sign.sealed("plot", text=sign.field("hex", lambda t, state, text: text or "unknown"))
    assert _bound(entry, Sealed(Seen(1), "plot", 1, None)) == {"hex": "unknown"}
