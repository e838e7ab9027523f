"""Offences a script plays on a table, and how each comes to the list of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.modules.under_ten_flags.table import Voyages

Script = Callable[[Voyages], int]


@dataclass(frozen=True)
class Offence:
    """A script that plays an offence and gives the step of it."""

    script: Script
    cites: str
    public: bool
    """Whether everybody can see it."""
    by_hand: bool
    """Whether it shows when counters alone are moved."""
    besides: frozenset[str] = field(default_factory=frozenset)
    """What else may be found."""

    @property
    def name(self) -> str:
        return self.script.__name__


def into(offences: list[Offence]) -> Callable[..., Callable[[Script], Script]]:
    """A decorator that adds a script to the offences of a file."""

    def offence(
        cites: str, *besides: str, public: bool = True, by_hand: bool = True
    ) -> Callable[[Script], Script]:
        def add(script: Script) -> Script:
            offences.append(Offence(script, cites, public, by_hand, frozenset(besides)))
            return script

        return add

    return offence
