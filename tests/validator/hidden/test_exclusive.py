"""What one place holds for certain, no other can hold."""

from __future__ import annotations

from validator.hidden.exclusive import told_apart


def test_what_is_known_in_one_place_is_in_no_other_and_so_on():
    possible = {"cup": frozenset("ab"), "hand": frozenset("a"), "box": frozenset("bc")}
    assert told_apart(possible) == {
        "cup": frozenset("b"),
        "hand": frozenset("a"),
        "box": frozenset("c"),
    }


def test_what_two_places_claim_empties_neither():
    assert told_apart({"hand": frozenset("a"), "box": frozenset("a")})["box"] == frozenset("a")
