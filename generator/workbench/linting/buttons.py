"""Toolbar menus and Multi-Action Buttons: entries for which there is no button."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.vassal import components
from generator.workbench.linting.findings import Trouble
from generator.workbench.linting.hints import Hints
from generator.workbench.linting.survey import Survey

_OF_MENUS: Final = ("menuItems",)


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about buttons.

    Whatever attribute has the text may be a button's, for there are many of them; and an extension
    may bring the button.
    """
    if not survey.knows_all or any(
        element.tag not in components.table() and "." in element.tag
        for element in survey.elements(foreign=True)
    ):
        return
    texts: set[str] = set()
    for element in survey.elements(foreign=True):
        known = components.table().get(element.tag)
        if known is not None:
            texts.update(attribute.default for attribute in known.attributes.values())
            texts.update(text for name, text in element.attributes.items() if name not in _OF_MENUS)
    hints = Hints(texts)
    for name, uses in survey.by_text("button").items():
        near = hints.nearest(name)
        if name not in texts:
            yield Trouble(
                "menu.item",
                f"there is no button {name!r}"
                + (f"; did you mean {near!r}?" if near is not None else ""),
                "name a button by its words, or take the entry out, unless an extension brings it",
                [spot for use in uses for spot in use.spots()],
                milder=near is None,
            )
