"""GUIDs that stay the same: six hexadecimal digits, made from what an object is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator


class Guids:
    """The GUIDs of one game's save. Use::

        guids = Guids("graf_spee")
        guids.of("piece/ajax")           # the object whose Memo is piece/ajax
        guids.of("piece/ajax", state=2)  # its second state

    The same question has the same answer; different questions have different answers. Two that
    would fall together are told apart in the order they are asked: ask in a fixed order.
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self._given: dict[tuple[str, int | None], str] = {}
        self._taken: set[str] = set()

    def of(self, memo: str, state: int | None = None) -> str:
        """The GUID of the object with a memo, or of one of its states."""
        key = (memo, state)
        if key not in self._given:
            name = f"{self._game}/{memo}" + ("" if state is None else f"/state {state}")
            guid = next(one for one in _slices(name) if one not in self._taken)
            self._given[key] = guid
            self._taken.add(guid)
        return self._given[key]


def _slices(name: str) -> Iterator[str]:
    """Six digits after six digits of the name's SHA-256, then of that digest's, without end."""
    digest = hashlib.sha256(name.encode()).hexdigest()
    while True:
        for at in range(0, 60, 6):
            yield digest[at : at + 6]
        digest = hashlib.sha256(digest.encode()).hexdigest()
