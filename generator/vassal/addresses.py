"""Where a component stands in its tree, so that it is found again: class, name, which of several.

A slot's name is its number (gpid), since many bear one name. An address survives what is done to
other components, and a component that is renamed is not found by its old one.
"""

from __future__ import annotations

from typing import Any

from generator.vassal.documents import Element

_NAMES = ("gpid", "mapName", "entryName", "name", "title", "chartName", "text", "fileName")

Address = list[Any]
"""``[class, name, number]``, counted from 0 among those of this class and name; JSON holds it."""


def own_name(element: Element) -> str:
    """What tells a component from others of its class."""
    given = element.attributes
    return next((given[key] for key in _NAMES if given.get(key)), "")


class Addresses:
    """The addresses of a tree as it stands."""

    def __init__(self, root: Element) -> None:
        self._found: dict[tuple[str, str], list[Element]] = {}
        self._of: dict[int, Address] = {}
        for element in root.iter():
            key = (element.tag, own_name(element))
            alike = self._found.setdefault(key, [])
            self._of[id(element)] = [*key, len(alike)]
            alike.append(element)

    def of(self, element: Element) -> Address:
        """A component's address. KeyError for one of another tree."""
        return self._of[id(element)]

    def find(self, address: object) -> Element | None:
        """The component at an address; none where there is none, or it is not an address."""
        match address:
            case [str(tag), str(name), int(number)]:
                alike = self._found.get((tag, name), [])
                return alike[number] if 0 <= number < len(alike) else None
        return None
