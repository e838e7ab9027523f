"""Rules to begin with: written beside a starter's files, they play it and audit its logs.

Each lies in a folder of this room, word for word as it is written into a game's folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from generator.errors import nearest
from generator.starting import StartingError

RULES = {"hex-and-counter": "hex_and_counter"}
"""The starters that have rules, and the folders of these."""

_UNRULED = {
    "charts.yaml": r"      - \{id: (?:tanks|guns|dug_in|unsupplied),.*\n",
    "map.yaml": r", text: (?:Tanks|No|Guns|Nothing|Defenders) [^}]*(?=\})",
    "actions.yaml": r", help: When supply has been looked at\.",
    "game.yaml": r"  - title: Supply\n(?:    .*\n)+|Units out of supply lose a step\. ",
}
"""What the files of a starter say that its rules leave out, for an audit judges all it prints."""


def rules_for(like: str) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    """What adds rules to a starter's files. Raises `StartingError` where there are none."""
    if like not in RULES:
        raise StartingError(
            f"there are no rules to begin with for {like!r}; accepted with --rules: "
            f"{', '.join(RULES)}{nearest(like, RULES)}"
        )
    return partial(_with_rules, Path(__file__).parent / RULES[like])


def _with_rules(folder: Path, files: dict[str, bytes]) -> dict[str, bytes]:
    found = dict(files)
    for name, pattern in _UNRULED.items():
        found[name] = re.sub(pattern, "", files[name].decode()).encode()
    for path in sorted(folder.iterdir()):
        if path.suffix in (".py", ".yaml") and path.name != "__init__.py":
            found[path.name] = path.read_bytes()
    return found


__all__ = ["RULES", "rules_for"]
