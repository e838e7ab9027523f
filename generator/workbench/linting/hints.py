"""What may have been meant by a name that there is not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_NEAR: Final = 0.85
_ASKED: Final = 300
"""So many names are compared with all others, letter by letter; after that only the quick way."""
_PLAIN: Final = re.compile(r"[\W_]+")


class Hints:
    """The names that there are, asked for those near another."""

    def __init__(self, accepted: Iterable[str]) -> None:
        self._names = sorted({name for name in accepted if name})
        self._plain: dict[str, str] = {}
        for name in self._names:
            self._plain.setdefault(plain(name), name)
        self._asked = 0
        self._like: dict[tuple[str, ...], list[str]] = {}
        for name in self._names:
            self._like.setdefault(_numbers(name), []).append(name)

    def of(self, word: str) -> str:
        """A clause such as ``; did you mean 'Sea'?``, or nothing when no name is near."""
        found = self.nearest(word)
        return f"; did you mean {found!r}?" if found is not None else ""

    def nearest(self, word: str) -> str | None:
        """The name that differs in capitals and blanks only, or else in very few letters."""
        same = self._plain.get(plain(word))
        if same is not None:
            return same
        self._asked += 1
        if self._asked > _ASKED or len(word) < 4:
            return None
        spread = max(1, len(word) // 8)
        alike = [
            name
            for name in self._like.get(_numbers(word), ())
            if abs(len(name) - len(word)) <= spread
            and (name[:2].lower() == word[:2].lower() or name[-4:].lower() == word[-4:].lower())
        ]
        found = get_close_matches(word, alike, n=1, cutoff=_NEAR)
        return found[0] if found else None


def plain(name: str) -> str:
    """A name without capitals, blanks and signs."""
    return _PLAIN.sub("", name).casefold()


def _numbers(name: str) -> tuple[str, ...]:
    """Its numbers: what differs in one is another thing, not a slip."""
    return tuple(re.findall(r"[0-9]+", name))
