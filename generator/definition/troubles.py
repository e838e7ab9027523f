"""What is wrong with a definition, and where."""

from __future__ import annotations

from collections.abc import Iterable

from generator.counting import and_more
from generator.errors import BroadsideError, nearest
from generator.light import dataclass

LISTED = 12
"""Most names a message lists."""


def choice(
    word: str, accepted: Iterable[str], called: str = "accepted", *, hint: str = "", near: str = ""
) -> str:
    """A clause that tells the nearest word, then what is accepted, in so many words as are read.

    A ``hint`` stands in place of the nearest word, which is looked for as ``near`` where that is
    written otherwise than ``word``.

    >>> choice("hax", ["hex", "square"])
    "; did you mean 'hex'? accepted: hex, square"
    """
    listed = list(accepted)
    if not listed:
        return f"{hint}; none is defined"
    said = hint or nearest(near or word, listed)
    parted = " " if said.endswith("?") else "; "
    return f"{said}{parted}{called}: {and_more(listed, LISTED)}"


@dataclass(frozen=True, slots=True, order=True)
class Trouble:
    """One thing to mend: file, line and column (both from 1; 0: the whole file), and words."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.message}"


class DefinitionError(BroadsideError):
    """A definition that cannot be used: every trouble found, in the order of the files.

    ``file``, ``line`` and ``column`` are those of the first; ``str`` is one line for each of the
    first ``SHOWN``.
    """

    SHOWN = 30

    def __init__(self, troubles: Iterable[Trouble]) -> None:
        self.troubles = tuple(dict.fromkeys(sorted(troubles)))
        first = self.troubles[0]
        self.file, self.line, self.column = first.file, first.line, first.column
        lines = [str(trouble) for trouble in self.troubles[: self.SHOWN]]
        if len(self.troubles) > self.SHOWN:
            lines.append(f"and {len(self.troubles) - self.SHOWN} more")
        super().__init__("\n".join(lines))
