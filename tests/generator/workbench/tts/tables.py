"""Small saves for the tests: a table with things on it, as plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HEADER = (
    '{"broadside":1,"game":"chase","name":"Chase","setup":"standard","seats":{"Red":"Raider",'
    '"Blue":"Hunter"}}'
)
LOADED = '\n{"n":1,"t":1,"a":"load","c":"","w":"","s":1,"k":"fresh","h":"0"}'
DROPPED = '\n{"n":2,"t":1,"a":"drop","c":"Red","w":"Anna","p":"piece/x","o":[0,0,0],"h":"1"}'
HEAD = '\n{"head":"abcdef0123456789aaaa","n":2}'
PLAYED = HEADER + LOADED + DROPPED + HEAD
"""The log of a game that was begun."""


def thing(name: str, x: float = 0.0, z: float = 0.0, **more: Any) -> dict[str, Any]:
    """An object on the table. ``turn`` and ``over`` are its degrees about y and z."""
    turn, over, size = more.pop("turn", 180.0), more.pop("over", 0.0), more.pop("size", 1.0)
    place = {"posX": x, "posY": 1.0, "posZ": z, "rotX": 0.0, "rotY": turn, "rotZ": over}
    place |= {"scaleX": size, "scaleY": 1.0, "scaleZ": size}
    return {
        "GUID": f"g-{name}",
        "Name": "Custom_Tile",
        "Transform": place,
        "Nickname": name,
        **more,
    }


def save(*things: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A save with things on the table."""
    return {"SaveName": "Chase", "ObjectStates": list(things), **more}


def write(path: Path, data: Mapping[str, Any]) -> Path:
    """Write a save into a file."""
    path.write_text(json.dumps(data, indent=2), "utf-8")
    return path
