"""What became of a save on its way to another version of its module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from typing import Any

from generator.light import dataclass

_NAMED = 12
SECRET = None
"""In place of the name of a piece that not everybody may see; an empty name is a piece's own."""
Names = Counter[str | None]


@dataclass(slots=True)
class Migration:
    """The account of one migration. Names are those that everybody may know, unless asked."""

    updated: int = 0
    same: int = 0
    """Pieces whose definition did not change."""
    by_name: int = 0
    """Of the updated: those whose number is gone, and that were known by their name."""
    gone: Names = field(default_factory=Counter)
    """Pieces whose definition the new module no longer has: kept as they are."""
    foreign: Names = field(default_factory=Counter)
    """Pieces that the old module did not make: kept as they are."""
    lost: Counter[str] = field(default_factory=Counter)
    """Traits whose state has no place any more."""
    owners: int = 0
    """Hidden or masked pieces whose owner is now of another sort (player, side)."""
    decks: Counter[str] = field(default_factory=Counter)
    """Decks that were set up anew."""
    notes: list[str] = field(default_factory=list)
    """What the user should look after by hand."""

    @property
    def pieces(self) -> int:
        """How many pieces there are."""
        return self.updated + self.same + self.gone.total() + self.foreign.total()

    def lines(self) -> Iterator[str]:
        """Lines for a terminal."""
        yield (
            f"{self.pieces:,} pieces: {self.updated:,} in their new definition, "
            f"{self.same:,} whose definition is the same"
        )
        if self.by_name:
            yield (
                f"{self.by_name:,} of them are known by their name alone: their number in the"
                " palette is gone"
            )
        for words, names in (
            ("kept as they are, their definition is gone", self.gone),
            ("kept as they are, the old module did not make them", self.foreign),
        ):
            if names:
                yield f"{names.total():,} {words}: {_listed(names)}"
        if any(name for name in self.gone):
            yield "one that was renamed goes on with --piece OLD=NEW"
        if self.lost:
            yield f"state without a place in the new definitions: {_listed(self.lost)}"
        if self.owners:
            yield (
                f"{self.owners:,} masked or hidden pieces belong to a player where a side is "
                "asked for now, or the other way round: unmask them before, or they stay closed"
            )
        if self.decks:
            yield f"decks with new settings: {_listed(self.decks)}"
        yield from self.notes

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "pieces": self.pieces,
            "updated": self.updated,
            "by_name": self.by_name,
            "same": self.same,
            "gone": _plain(self.gone),
            "foreign": _plain(self.foreign),
            "lost_state": dict(self.lost),
            "owners_changed": self.owners,
            "decks": dict(self.decks),
            "notes": self.notes,
        }


def _plain(names: Names) -> dict[str, Any]:
    named = {name: count for name, count in names.items() if name}
    return {"named": named, "nameless": names[""], "not_open": names[SECRET]}


def _listed(names: Counter[Any]) -> str:
    known = [(name, count) for name, count in names.most_common() if name]
    shown = [
        f"{' '.join(name.split())} ({count:,})" if count > 1 else " ".join(name.split())
        for name, count in known[:_NAMED]
    ]
    if len(known) > _NAMED:
        shown.append(f"{len(known) - _NAMED:,} other names")
    if nameless := names[""]:
        shown.append(f"{nameless:,} without a name")
    if secret := names[SECRET]:
        shown.append(f"{secret:,} that are not open to all")
    return ", ".join(shown)
