"""Numbers for what has an identity: slots, pieces, stacks, decks."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

LARGEST = 999_999_999
"""The highest number there is."""


def stable_number(game: str, identity: str) -> int:
    """A number of up to nine digits that always belongs to the same identity."""
    return int.from_bytes(sha256(f"{game}/{identity}".encode()).digest()[:8]) % LARGEST + 1


def numbered(game: str, identities: Iterable[str]) -> dict[str, int]:
    """A number for each identity, no two the same.

    It depends on the game and the identity, not on the order of the files. Where two identities
    would have one number (of twenty thousand, two in one game out of five), the second by name
    gets another.
    """
    found: dict[str, int] = {}
    taken: set[int] = set()
    for identity in identities:
        number, again = stable_number(game, identity), 1
        while number in taken:
            again += 1
            number = stable_number(game, f"{identity}#{again}")
        taken.add(number)
        found[identity] = number
    return found
