"""Many patterns looked for in one walk over the nodes.

A pattern is that of `yaml_nodes.matching`. All of them together are an automaton whose states are
sets of places in patterns, worked out as they are met: a key costs one look-up, however many
patterns there are, and what no pattern can reach is not walked at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from generator.definition.yaml_nodes import MappingNode, Node, ScalarNode, SequenceNode
from generator.light import dataclass

_At = tuple[int, int]
"""A pattern and how many of its parts are matched."""


@dataclass(slots=True)
class _State:
    ends: tuple[int, ...]
    """Patterns that name the node this state stands at."""
    keyed: tuple[int, ...]
    """Patterns that name each of its keys."""
    places: frozenset[_At]
    after: dict[str | None, _State] = field(default_factory=dict)
    """The state at the value of a key; None: at an item of a list."""
    dead: bool = False


class Patterns:
    """Patterns such as ``("counters", "**", "side")``, ready to be looked for."""

    def __init__(self, patterns: Sequence[Sequence[str]]) -> None:
        self._patterns = patterns
        self._states: dict[frozenset[_At], _State] = {}
        self._first = self._state({(index, 0) for index in range(len(patterns))})

    def found(self, root: Node) -> Iterator[tuple[int, Node]]:
        """Each node that a pattern names, with the pattern's number, in the order of the nodes."""
        waiting: list[tuple[Node, _State]] = [(root, self._first)]
        while waiting:
            node, state = waiting.pop()
            for index in state.ends:
                yield index, node
            if isinstance(node, MappingNode):
                for index in state.keyed:
                    for name, key in node.keys.items():
                        yield index, ScalarNode(key.file, key.line, key.column, name)
                after = state.after
                for name, value in reversed(node.values.items()):
                    then = after.get(name) or self._step(state, name)
                    if not then.dead:
                        waiting.append((value, then))
            elif isinstance(node, SequenceNode):
                then = state.after.get(None) or self._step(state, None)
                if not then.dead:
                    waiting += [(item, then) for item in reversed(node.items)]

    def _step(self, state: _State, key: str | None) -> _State:
        reached: set[_At] = set()
        for index, at in state.places:
            parts = self._patterns[index]
            head = parts[at] if at < len(parts) else None
            if head == "**":
                reached.add((index, at))
            elif head == "*" or (head is not None and head == key):
                reached.add((index, at + 1))
        found = self._state(reached)
        state.after[key] = found
        return found

    def _state(self, places: set[_At]) -> _State:
        # "**" also stands for no level at all.
        for index, at in list(places):
            parts = self._patterns[index]
            while at < len(parts) and parts[at] == "**":
                at += 1
                places.add((index, at))
        key = frozenset(places)
        if key not in self._states:
            ends = [index for index, at in key if at == len(self._patterns[index])]
            keyed = [index for index, at in key if self._patterns[index][at : at + 1] == ("@",)]
            self._states[key] = _State(tuple(sorted(ends)), tuple(sorted(keyed)), key, dead=not key)
        return self._states[key]
