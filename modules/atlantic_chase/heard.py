"""What a log says of forces and hexes, for the signs of the verbs."""

from __future__ import annotations

from typing import Any

from validator.explaining import signs as sign

from .tables import Tables


def force_and_hex(t: Tables, state: Any, detail: str) -> dict[str, str] | None:
    """``G1 in 1512`` names a task force and a hex (or a box)."""
    force, _, place = detail.partition(" in ")
    return {"force": force, "hex": place} if place and t.side_of(force) else None


def force(t: Tables, state: Any, detail: str) -> str | None:
    """``G1 from 1512``, ``G1 in 1512`` and ``G1`` name a task force."""
    name = detail.split(" in ")[0].split(" from ")[0]
    return name if t.side_of(name) else None


def source_and_launch(t: Tables, state: Any, detail: str) -> dict[str, str] | None:
    """``G3 from 1512`` names what gives Air Support, and the Launch Point; aircraft of no task
    force come from the airbase there."""
    source, _, place = detail.partition(" from ")
    if source in t.forces:
        return {"force": source, "launch": place}
    base = next((one.name for one in t.base_at.get(place, ())), None)
    return {"force": base, "launch": place} if base is not None else None


IN_PLACE = sign.field("", force_and_hex)
FORCE = sign.field("force", force)


def attack(action: str) -> sign.AllOf:
    """An attack that is declared: the action, then the target by its piece in the hex."""
    return sign.all_of(
        sign.declared(action), sign.optional(sign.declared("target", detail=sign.field("", target)))
    )


def target(t: Tables, state: Any, detail: str) -> dict[str, str] | None:
    """The target of an attack and its hex."""
    found = force_and_hex(t, state, detail)
    return {"target": found["force"], "hex": found["hex"]} if found is not None else None


def moves_marker(action: str, name: str, value: str) -> sign.AllOf:
    """A button that moves a marker of a track."""
    return sign.all_of(sign.declared(action), sign.fixed(marker=name, value=value))
