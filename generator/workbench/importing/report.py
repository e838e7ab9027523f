"""What an import carried over, what it had to change, and what it left behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from generator.light import dataclass

_NAMED = 12
"""So many names are listed of one sort of thing."""


@dataclass(slots=True)
class Report:
    """The account of one import; nothing is left behind that is not in it."""

    source: str
    carried: Counter[str] = field(default_factory=Counter)
    """Sort of thing -> how many are in the definition."""
    _changed: dict[str, list[str]] = field(default_factory=dict)
    _left: dict[str, list[str]] = field(default_factory=dict)

    def change(self, what: str, name: str) -> None:
        """Something that is in the definition, but not quite as it was."""
        self._changed.setdefault(what, []).append(name)

    def leave(self, what: str, name: str) -> None:
        """Something that is not in the definition."""
        self._left.setdefault(what, []).append(name)

    @property
    def left(self) -> int:
        """How many things were left behind."""
        return sum(len(names) for names in self._left.values())

    def lines(self) -> Iterator[str]:
        """Lines for a terminal: everything, what is of one sort together."""
        told = ", ".join(f"{count:,} {what}" for what, count in self.carried.items() if count)
        yield f"carried: {told or 'nothing'}"
        for title, things in (("changed", self._changed), ("left behind", self._left)):
            if things:
                yield f"{title}:"
            for what, names in things.items():
                yield f"  {what}: {_listed(names)}"

    def markdown(self) -> str:
        """The page that lies beside the definition."""
        rows = [f"# Imported from {_safe(self.source)}", ""]
        rows += ["## Carried over", ""]
        rows += [f"- {count:,} {what}" for what, count in self.carried.items() if count]
        for title, why, things in (
            ("Changed", "In the definition, but not quite as in the module.", self._changed),
            ("Left behind", "In the module and not in the definition.", self._left),
        ):
            rows += ["", f"## {title}", ""]
            if not things:
                rows.append("Nothing.")
                continue
            rows += [why, ""]
            for what, names in things.items():
                rows.append(f"- {what}: {_safe(_listed(names, 10 * _NAMED))}")
        return "\n".join(rows) + "\n"

    def to_json(self) -> dict[str, Any]:
        """Plain data, every name included."""
        return {
            "source": self.source,
            "carried": dict(self.carried),
            "changed": _plain(self._changed),
            "left_behind": _plain(self._left),
        }


def _plain(things: Mapping[str, Iterable[str]]) -> dict[str, dict[str, int]]:
    return {what: dict(Counter(names)) for what, names in things.items()}


def _listed(names: Iterable[str], most: int = _NAMED) -> str:
    counts = Counter(" ".join(name.split()) for name in names)
    shown = [_told(name, count) for name, count in counts.most_common(most)]
    more = len(counts) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more > 0 else "")


def _told(name: str, count: int) -> str:
    if not name:
        return f"{count:,} without a name"
    return f"{name} ({count:,} times)" if count > 1 else name


def _safe(text: str) -> str:
    """Names of a module's things as text of a page, whatever they hold."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("`", "'")
