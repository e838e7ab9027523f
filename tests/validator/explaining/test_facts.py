"""What a log shows of pieces that are turned."""

from __future__ import annotations

from dataclasses import replace

from validator.explaining.facts import Turned, Words, facts_of
from validator.rules.scenes import Change, Scene, Seen, Token

WORDS = Words(
    lambda token: "stick", faceless=frozenset({"stick"}), on_row=lambda place: place != "box"
)


def test_a_piece_that_is_put_beside_has_no_face_there() -> None:
    plain = Token("a1", "a1", None, "", "map", "A1", level=1)
    marked = replace(plain, level=2)
    beside = replace(plain, place="box")
    laid = replace(marked, place="A2")
    moves = ((plain, marked), (marked, beside), (beside, laid))
    steps = tuple(Seen(at, None, None, changes=(Change(*two),)) for at, two in enumerate(moves, 1))
    found = [one for one in facts_of(Scene({"a1": plain}, steps), WORDS) if type(one) is Turned]
    assert [(one.before, one.level, one.place) for one in found] == [(1, 2, "A1"), (1, 2, "A2")]
