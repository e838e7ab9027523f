"""The data for the page: the game once, then only what changed."""

from __future__ import annotations

from typing import Any

from generator.definition.schema import Counter, Game
from generator.preview.desk import Desk, Edition, Proof
from generator.preview.pictures import Gallery


def edition_told(before: Edition | None, now: Edition) -> dict[str, Any]:
    """An edition for a page that shows ``before`` (None: nothing yet).

    ``counters`` is the whole list in order, only where ids came, went or moved; ``changed`` are
    single entries; ``redraw`` are the counters that may look different, or ``"all"``.
    """
    told: dict[str, Any] = {
        "number": now.number,
        "took": now.took,
        "errors": [one.to_json() for one in now.errors],
    }
    gallery = now.gallery
    if gallery is None:
        return told
    shown = before.gallery if before is not None else None
    if shown is gallery:
        return told
    told["game"] = _headed(gallery.game)
    if shown is None or list(shown.counters) != list(gallery.counters):
        told["counters"] = [_entry(one) for one in gallery.counters.values()]
    if shown is not None:
        changed = [one for one in gallery.counters.values() if not gallery.same_counter(shown, one)]
        if "counters" not in told:
            entries = ((_entry(one), _entry(shown.counters[one.id])) for one in changed)
            told["changed"] = [entry for entry, was in entries if entry != was]
        told["redraw"] = [one.id for one in changed] if gallery.same_look(shown) else "all"
    return told


def proof_told(proof: Proof) -> dict[str, Any]:
    """The progress of drawing in the background, with the warnings."""
    return {
        "done": proof.done,
        "total": proof.total,
        "problems": [one.to_json() for one in proof.problems],
    }


def pictures_told(gallery: Gallery, subject: str, number: int | None) -> dict[str, Any] | None:
    """A subject's first pictures, or all; None if there is no such subject."""
    drawing = gallery.drawing(subject)
    if drawing is None:
        return None
    pictures = drawing.first(number)
    return {
        "subject": subject,
        "trouble": drawing.trouble,
        "pictures": [
            {
                "name": one.name,
                "width": one.width_mm,
                "height": one.height_mm,
                "svg": one.svg,
                "warnings": one.warnings,
            }
            for one in pictures
        ],
    }


def definition_told(desk: Desk, kind: str, name: str) -> dict[str, Any] | None:
    """Where a counter (with its templates), map or chart is defined; None if it is not."""
    ways = [(kind, name)]
    if kind == "counter":
        ways += [("template", one) for one in desk.templates(name)]
    told = []
    for part, called in ways:
        place = desk.place(part, called)
        if place is None:
            continue
        file, line, column = place
        path = desk.shelf.path(file)
        told.append(
            {
                "kind": part,
                "name": called,
                "file": file,
                "line": line,
                "column": column,
                "path": str(path or ""),
                "quoted": desk.shelf.quoted(file, line),
            }
        )
    return {"places": told} if told else None


def _headed(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "version": game.version,
        "sides": [{"id": one.id, "name": one.name or one.id} for one in game.sides],
        "maps": [
            {"id": one.id, "name": one.name, "width": one.width, "height": one.height}
            for one in game.maps
        ],
        "charts": [{"id": one.id, "name": one.name} for one in game.charts],
        "overlays": [one.name or one.id for one in game.overlays],
    }


def _entry(counter: Counter) -> dict[str, Any]:
    return {
        "id": counter.id,
        "name": counter.name,
        "side": counter.side or "",
        "kind": counter.kind,
        "template": counter.template or "",
        "width": counter.size[0],
        "height": counter.size[1],
        "faces": [one.name or one.id for one in counter.faces],
        "back": counter.back is not None or counter.mask is not None,
    }
