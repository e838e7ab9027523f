"""The base class of all errors that a caller can handle."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class BroadsideError(Exception):
    """An error that a person can correct: what is wrong, where, and what is accepted.

    The message is one line for the terminal; the command line prints it to standard error and ends
    with exit status 2.
    """


class UnknownError(KeyError):
    """An unknown name: the message has the accepted names, and the nearest."""

    def __init__(
        self, wanted: str, sort: str = "", known: Iterable[str] = (), within: str = "the definition"
    ) -> None:
        super().__init__(wanted)
        self.wanted, self.sort, self.known, self.within = wanted, sort, tuple(known), within

    def __str__(self) -> str:
        accepted = ", ".join(self.known) or "nothing"
        return (
            f"{self.within} has no {self.sort} {self.wanted!r}; accepted: {accepted}"
            f"{nearest(self.wanted, self.known)}"
        )


def nearest(word: str, accepted: Iterable[str]) -> str:
    """A clause such as ``; did you mean 'hex'?``; empty if no accepted word is near."""
    found = get_close_matches(word, list(accepted), n=1, cutoff=0.6)
    return f"; did you mean {found[0]!r}?" if found else ""
