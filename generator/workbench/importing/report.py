"""What of a module a definition holds, and what is carried along with it word for word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from generator.counting import and_more
from generator.light import dataclass

_NAMED = 12
"""So many names are listed of one sort of thing."""


@dataclass(slots=True)
class Report:
    """The account of one import; nothing of the module is in neither part of it."""

    source: str
    held: Counter[str] = field(default_factory=Counter)
    """Sort of thing -> how many are in the definition."""
    _changed: dict[str, list[str]] = field(default_factory=dict)
    _kept: dict[str, list[str]] = field(default_factory=dict)
    _missing: dict[str, list[str]] = field(default_factory=dict)

    def change(self, what: str, name: str) -> None:
        """Something that is in the definition, but not quite as it was."""
        self._changed.setdefault(what, []).append(name)

    def keep(self, what: str, name: str) -> None:
        """Something that the definition has no words for: it is carried word for word."""
        self._kept.setdefault(what, []).append(name)

    def miss(self, what: str, name: str) -> None:
        """Something that the module itself lacks."""
        self._missing.setdefault(what, []).append(name)

    def _parts(self) -> Iterator[tuple[str, str, dict[str, list[str]]]]:
        """(title, what it means, things by their sort)."""
        yield (
            "Carried word for word",
            "In every VASSAL module built from this folder as it was, from `carried/`. It is not "
            "in the definition's own files, so it is edited in `carried/`, and a print kit or a "
            "table of Tabletop Simulator does not have it.",
            self._kept,
        )
        yield (
            "Told otherwise",
            "In the definition, but not quite as in the module; a VASSAL module built from this "
            "folder has it as it was.",
            self._changed,
        )
        yield (
            "Missing in the module",
            "The module names it and does not have it, or it cannot be read.",
            self._missing,
        )

    def lines(self) -> Iterator[str]:
        """Lines for a terminal: everything, what is of one sort together."""
        told = ", ".join(f"{count:,} {what}" for what, count in self.held.items() if count)
        yield f"in the definition: {told or 'nothing'}"
        for title, _, things in self._parts():
            if things:
                yield f"{title.lower()}:"
            for what, names in things.items():
                yield f"  {what}: {_listed(names)}"

    def markdown(self) -> str:
        """The page that lies beside the definition."""
        rows = [f"# Imported from {_safe(self.source)}", ""]
        rows += [
            "Nothing of the module is lost: `broadside build` makes a VASSAL module that has all "
            "of it, with what you changed in the definition since.",
            "",
            "## In the definition",
            "",
        ]
        rows += [f"- {count:,} {what}" for what, count in self.held.items() if count]
        for title, why, things in self._parts():
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
            "in_definition": dict(self.held),
            "word_for_word": _plain(self._kept),
            "told_otherwise": _plain(self._changed),
            "missing": _plain(self._missing),
        }


def _plain(things: Mapping[str, Iterable[str]]) -> dict[str, dict[str, int]]:
    return {what: dict(Counter(names)) for what, names in things.items()}


def _listed(names: Iterable[str], most: int = _NAMED) -> str:
    counts = Counter(" ".join(name.split()) for name in names)
    return and_more((_told(name, count) for name, count in counts.most_common()), most)


def _told(name: str, count: int) -> str:
    if not name:
        return f"{count:,} without a name"
    return f"{name} ({count:,} times)" if count > 1 else name


def _safe(text: str) -> str:
    """Names of a module's things as text of a page, whatever they hold."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("`", "'")
