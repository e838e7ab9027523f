"""The root of every trouble a caller can handle."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class BroadsideError(Exception):
    """Something a person can mend: what is wrong, where, and what is accepted.

    The message is one line for the terminal; the command line prints it to standard
    error and ends with exit status 2.
    """


def nearest(word: str, accepted: Iterable[str]) -> str:
    """A clause such as ``; did you mean 'hex'?``, or nothing when no accepted word is near."""
    found = get_close_matches(word, list(accepted), n=1, cutoff=0.6)
    return f"; did you mean {found[0]!r}?" if found else ""
