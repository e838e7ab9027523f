"""The numbers of named commands, kept apart from the text.

VASSAL gives each named command a number when it meets it, writes it beside the name, and never
looks at it again; after another session most of them are others. So they stand in a file of their
own: a saved module that was changed in one word then differs in one line of text. Without that
file every command gets the first number, and the module means the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from generator.vassal.encodings import NAMED
from generator.vassal.key_words import NAMED_END
from generator.workbench.text import writing
from generator.workbench.text.reading import Fields, Items, Node
from generator.workbench.text.spelling import Source, refuse_others
from generator.workbench.text.writing import Value

FILE: Final = "named-keys.yaml"
_HEADER = """\
# Numbers VASSAL gave to named commands in its last session. They mean nothing; they are kept so
# that the same bytes can be packed again. Without this file all get the same number.
"""
_NAMES, _FILES = "names", "files"


def spell(seen: Mapping[str, Iterable[tuple[str, int]]]) -> str:
    """The file for the commands of each text file, in order; empty when it would say nothing."""
    by_name: dict[str, Counter[int]] = defaultdict(Counter)
    for uses in seen.values():
        for name, number in uses:
            by_name[name][number] += 1
    usual = {
        name: max(counts, key=lambda number: (counts[number], -number))
        for name, counts in sorted(by_name.items())
    }
    names: dict[str, Value] = {
        name: str(number) for name, number in usual.items() if number != NAMED
    }
    files: dict[str, Value] = {}
    for file, uses in seen.items():
        here: dict[str, list[str]] = defaultdict(list)
        for name, number in uses:
            here[name].append(str(number))
        other: dict[str, Value] = {
            name: numbers[0] if len({*numbers}) == 1 else tuple(numbers)
            for name, numbers in sorted(here.items())
            if {*numbers} != {str(usual[name])}
        }
        if other:
            files[file] = other
    made: dict[str, Value] = {}
    if names:
        made[_NAMES] = names
    if files:
        made[_FILES] = files
    return _HEADER + "\n".join(writing.lines_of(made)) + "\n" if made else ""


class KeyNumbers:
    """The numbers as a text file states them."""

    def __init__(self, node: Node | None = None, source: Source | None = None) -> None:
        self._usual: dict[str, int] = {}
        self._files: dict[str, dict[str, list[int]]] = {}
        if node is None or source is None:
            return
        if not isinstance(node, Fields):
            source.wrong(node, "a mapping of names and files is wanted here")
            return
        refuse_others(node, (_NAMES, _FILES), source)
        names = {name: _numbers(one, source) for name, one in _of(node, _NAMES, source).items()}
        self._usual = {name: numbers[0] for name, numbers in names.items() if numbers}
        for file, one in _of(node, _FILES, source).items():
            if isinstance(one, Fields):
                self._files[file] = {
                    name: _numbers(part, source) for name, part in one.values.items()
                }
            else:
                source.wrong(one, "a mapping of names is wanted here")

    def of(self, file: str) -> Callable[[str], int]:
        """Gives the number of each next use of a command in a file."""
        left = {name: iter(numbers) for name, numbers in self._files.get(file, {}).items()}
        last: dict[str, int] = {}

        def number(name: str) -> int:
            if name in left:
                last[name] = next(left[name], last.get(name, NAMED))
                return last[name]
            return self._usual.get(name, NAMED)

        return number


def _of(node: Fields, key: str, source: Source) -> Mapping[str, Node]:
    found = node.values.get(key)
    if isinstance(found, Fields):
        return found.values
    if found is not None:
        source.wrong(found, f"{key} is a mapping")
    return {}


def _numbers(node: Node, source: Source) -> list[int]:
    items = node.items if isinstance(node, Items) else [node]
    found = []
    for item in items:
        text = source.text(item, "a number")
        if text.isdecimal() and len(text) < 6 and NAMED <= int(text) <= NAMED_END:
            found.append(int(text))
        else:
            source.wrong(item, f"{text!r}: a number from {NAMED} to {NAMED_END} is wanted here")
    return found
