"""Where a counter that does not work out is at fault: in its own entry, or in a template.

A mistake in a template, or in the heading of a table, spoils every counter made with it. It is
reported where it is made, and once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.definition.assembly import UnresolvedError
from generator.definition.schema import Counter, Table
from generator.definition.troubles import Trouble
from generator.definition.yaml_nodes import MappingNode, Node, ScalarNode, matching

Failure = tuple[Counter, Node, UnresolvedError]
"""A counter, its entry, and why it does not work out."""


def fault_troubles(
    failures: Sequence[Failure],
    counters: Sequence[Counter],
    templates: Mapping[str, Node],
    tables: Mapping[str, Table],
) -> Iterator[Trouble]:
    """A trouble for each mistake among the failures; ``templates`` are their nodes by id."""
    valued = {name for counter in counters for name in counter.values}
    for source in (counter.values_from for counter in counters):
        table = tables.get(source.chart) if source is not None else None
        valued.update(column.id for column in (table.columns if table is not None else ()))
    told: set[tuple[str, int, int, str]] = set()
    looped: set[str] = set()
    for _, node, failure in failures:
        chain = [node, *_templates_of(node, templates)]
        place = node
        # A field that other rows fill in is missing from this row, not wrong in the template.
        if failure.part == "text" and failure.word not in valued:
            place = _text_with(f"{{{failure.word}}}", chain) or node
        elif failure.part == "words":
            place = _key(("words", "@"), failure.word, chain) or node
        elif failure.part == "template":
            # The templates of a circle are one mistake, whichever of them a counter names.
            circle = [one.text("id") for one in chain[1:] if isinstance(one, MappingNode)]
            if looped.intersection(circle):
                continue
            looped.update(circle)
            place = _own_start(failure.word, templates) or node
        at = (place.file, place.line, place.column, failure.word)
        if place is node or at not in told:
            told.add(at)
            yield place.trouble(str(failure))


def _templates_of(node: Node, templates: Mapping[str, Node]) -> Iterator[Node]:
    seen: set[str] = set()
    while isinstance(node, MappingNode):
        name = node.text("template")
        if name in seen or name not in templates:
            return
        seen.add(name)
        node = templates[name]
        yield node


def _text_with(written: str, chain: Sequence[Node]) -> Node | None:
    for part in chain:
        for one in matching(part, ("**",)):
            if isinstance(one, ScalarNode) and written in str(one.value):
                return one
    return None


def _key(pattern: Sequence[str], word: str, chain: Sequence[Node]) -> Node | None:
    for part in chain:
        for one in matching(part, pattern):
            if isinstance(one, ScalarNode) and one.value == word:
                return one
    return None


def _own_start(word: str, templates: Mapping[str, Node]) -> Node | None:
    """Where a template names the one it starts from."""
    return next(matching(templates[word], ("template",)), None) if word in templates else None
