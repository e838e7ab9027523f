"""Which counters have an action in their menu, if it depends on their values."""

from __future__ import annotations

from collections.abc import Sequence

from generator.definition.layouts import holds, terms
from generator.definition.schema import Action, ActionsFile, Counter
from generator.definition.troubles import Trouble
from generator.definition.yaml_nodes import Node, matching


def with_having(
    file: ActionsFile, counters: Sequence[Counter], root: Node
) -> tuple[ActionsFile, list[Trouble]]:
    """The actions with ``having:``, each restricted to the counters that fulfil it; a trouble for
    one that none fulfils."""
    troubles: list[Trouble] = []
    if not any(action.having for action in file.actions):
        return file, troubles
    made = []
    for action, node in zip(file.actions, matching(root, ("actions", "actions", "*")), strict=True):
        place = next(matching(node, ("having",)), node)
        if action.having and action.on != "piece":
            troubles.append(place.trouble("having: needs on: piece, for it asks a piece"))
        elif action.having:
            held = tuple(one.id for one in counters if _holds(action, one))
            action = action.model_copy(update={"pieces": held})
            if not held:
                words = f"none of these pieces has values such as {action.having!r}"
                troubles.append(place.trouble(words))
        made.append(action)
    return file.model_copy(update={"actions": tuple(made)}), troubles


def _holds(action: Action, counter: Counter) -> bool:
    known = {**{field: getattr(counter, field) for field in _FIELDS}, **counter.values}
    return not {counter.id, counter.kind}.isdisjoint(action.pieces) and all(
        holds(known.get(term.field.removeprefix("values.")), term.sign, term.value)
        for term in terms(action.having)
    )


_FIELDS = ("id", "kind", "side")
