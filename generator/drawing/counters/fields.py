"""What the fields of a layout say on one face of one counter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.definition.layouts import (
    COUNTER_FIELDS,
    FACE_FIELDS,
    FIELD,
    holds,
    spoken,
    terms,
)

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Face


class Words:
    """The fields of a face: the face's own, its values, then the counter's."""

    __slots__ = ("_counter", "_face", "_values")

    def __init__(self, counter: Counter, face: Face) -> None:
        self._counter, self._face = counter, face
        self._values: Mapping[str, object] = (
            {**counter.values, **face.values} if face.values else counter.values
        )

    def __getitem__(self, field: str) -> object:
        if field.startswith("values."):
            return self._values.get(field[7:], "")
        if field in FACE_FIELDS:
            said = getattr(self._face, field)
            if said:
                return said
        if field in self._values:
            return self._values[field]
        if field in COUNTER_FIELDS:
            if field == "face":
                return self._face.id
            return getattr(self._counter, "instance" if field == "n" else field)
        return ""

    def fill(self, text: str) -> str:
        """A text of a layout with its fields filled in."""
        if "{" not in text:
            return text
        return FIELD.sub(lambda found: spoken(self[found[1]]), text)

    def hold(self, condition: str) -> bool:
        """Whether a condition is fulfilled."""
        return not condition or all(
            holds(self[term.field], term.sign, term.value) for term in terms(condition)
        )


__all__ = ["Words", "spoken"]
