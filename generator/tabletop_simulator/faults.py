"""What is reported of a save that the game cannot read, or that does not fit together."""

from __future__ import annotations

import json
from typing import Any, Final

from generator.light import dataclass
from generator.tabletop_simulator.positions import JsonPath, spelled_path

_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a save that the game cannot read, or that does not fit together."""

    path: JsonPath
    code: str
    """The kind of fault, as `broadside lint` calls it."""
    message: str
    """What is there, and what is accepted."""
    fix: str = ""
    is_doubtful: bool = False
    """Whether the game may get by with it."""

    @property
    def where(self) -> str:
        """``ObjectStates[3].Transform.posX``; the empty text is the save as such."""
        return spelled_path(self.path)


def short(value: Any) -> str:
    """A value of JSON in few letters."""
    if isinstance(value, dict):
        return "an object {...}"
    if isinstance(value, list):
        return "a list [...]"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
