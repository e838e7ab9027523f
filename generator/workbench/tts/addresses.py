"""The addresses of a save's pictures, models and sounds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from generator.tabletop_simulator.positions import JsonPath

_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]")


def addresses_of(data: Any) -> dict[str, list[JsonPath]]:
    """Every address of a save with its places, in the file's order."""
    found: dict[str, list[JsonPath]] = {}
    waiting: list[tuple[JsonPath, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            for key, one in reversed(value.items()):
                if isinstance(one, dict | list):
                    waiting.append(((*path, key), one))
                elif isinstance(one, str) and one.strip() and _is_address(path, key):
                    found.setdefault(one, []).append((*path, key))
        else:
            waiting += [
                ((*path, at), one)
                for at, one in reversed(list(enumerate(value)))
                if isinstance(one, dict | list)
            ]
    return found


def _is_address(path: JsonPath, key: str) -> bool:
    # Of a song in the music player's library, Item1 is the address and Item2 the title.
    song = key == "Item1" and len(path) > 1 and path[-2] == "AudioLibrary"
    return song or (key.endswith(("URL", "Url")) and key != "PageURL")


def local_path(address: str) -> str | None:
    """The local path of an address; `None` if it is not a file on a machine."""
    if address.lower().startswith("file:"):
        rest = unquote(address[len("file:") :])
        rest = rest.replace("\\", "/").lstrip("/")
        return rest if _DRIVE.match(rest) else f"/{rest}"
    if _DRIVE.match(address) or address.startswith(("/", "\\")):
        return address
    return None


def is_relative(address: str) -> bool:
    """Whether it is a relative path, such as ``pictures/map.png``, which the game looks for in no
    folder. A file name or host name alone is none."""
    first, *rest = re.split(r"[/\\]", address)
    folder = first in (".", "..") or "." not in first
    return bool(rest and first) and folder and ":" not in first


def here(local: str) -> Path | None:
    r"""The path, if it is one of this kind of machine.

    None for another machine's (``\\server\share``): to ask whether it is there would open a
    connection to whatever machine the file names.
    """
    if local.replace("\\", "/").startswith("//"):
        return None
    path = Path(local)
    try:
        return path if path.is_absolute() else None
    except ValueError:
        return None
