"""What a component is called in the text: as VASSAL's editor calls it, where that is clear."""

from __future__ import annotations

from collections import Counter
from functools import cache

from generator.vassal import components, traits

_COMMON = ("VASSAL.build.GameModule", "VASSAL.build.module.Map")
"""Classes that have their title to themselves, though rarer ones bear it too."""


@cache
def component_words() -> dict[str, str]:
    """The word for each class VASSAL knows: the editor's, else the class's last name.

    Some titles of the editor stand for several classes; but for the commonest of them nothing is
    named by these.
    """
    table = components.table()
    titles = Counter(component.title for component in table.values())
    last = Counter(short_name(cls) for cls in table)
    found = {}
    for cls, component in table.items():
        short = short_name(cls)
        if titles[component.title] == 1 or cls in _COMMON:
            found[cls] = component.title
        else:
            found[cls] = short if last[short] == 1 and short not in titles else cls
    return found


@cache
def component_classes() -> dict[str, str]:
    """The class of each word; also of each class's last name, where that is clear, and itself."""
    last = Counter(short_name(cls) for cls in components.table())
    found = {short_name(cls): cls for cls in components.table() if last[short_name(cls)] == 1}
    found |= {word: cls for cls, word in component_words().items()}
    return found | {cls: cls for cls in components.table()}


@cache
def element_words() -> frozenset[str]:
    """Elements that are no component but a named text, such as ``entry``."""
    return frozenset(word for one in components.table().values() for word in one.words)


@cache
def trait_words() -> dict[str, str]:
    """The word for each trait's id: what the editor calls it."""
    forms = traits.forms()
    titles = Counter(form.title for form in forms.values())
    return {
        ident: form.title if titles[form.title] == 1 else ident for ident, form in forms.items()
    }


@cache
def trait_ids() -> dict[str, str]:
    """The id of each trait's word; also of each id itself."""
    return {word: ident for ident, word in trait_words().items()} | {
        ident: ident for ident in traits.forms()
    }


def short_name(cls: str) -> str:
    """A class's last name."""
    return cls.rpartition(".")[2]
