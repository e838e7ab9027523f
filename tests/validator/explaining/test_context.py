"""The table as it lies while a log is explained."""

from __future__ import annotations

from dataclasses import replace

from validator.explaining.context import lay
from validator.rules.scenes import Change, Seen, Token


def test_what_was_taken_back_does_not_lie_on_the_table() -> None:
    start = Token("scout", "scout", None, "", "map", "A1")
    went = Seen(1, None, None, changes=(Change(start, replace(start, place="A2")),))
    table = {"scout": start}
    lay(table, replace(went, taken_back=True))
    assert table["scout"].place == "A1"
    lay(table, went)
    assert table["scout"].place == "A2"
