"""A save or log as lines of text and as plain values for JSON: what ``broadside log`` prints."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

from generator.counting import counted
from generator.vassal.encodings import is_count
from validator.reading import events as ev
from validator.reading import reader, views
from validator.reading.events import Event, PieceEvent, Place
from validator.reading.rolls import modified_in, roller_in
from validator.reading.views import Scene, View

NAMELESS = "a piece without a name"


def view_of(
    file: Path,
    *,
    module: Path | None = None,
    side: str | None = None,
    reveal: bool = False,
    game: str | Path | None = None,
) -> View:
    """The view of a save or log; places are named by its module or by the ``game``'s definition (a
    name or folder).

    Raises subclasses of `BroadsideError` that name the file.
    """
    return views.view(reader.read_file(file, module, game=game), side, reveal=reveal)


def events_of(
    file: Path,
    *,
    module: Path | None = None,
    side: str | None = None,
    reveal: bool = False,
    game: str | Path | None = None,
) -> Iterator[dict[str, Any]]:
    """Each event of a log as a plain value; see `event_value`.

    A report of the module is an event only if nothing else of its step was seen; otherwise it is
    the ``text`` of the step's first event.
    """
    return event_values(view_of(file, module=module, side=side, reveal=reveal, game=game))


def event_values(view: View) -> Iterator[dict[str, Any]]:
    """Each event of a view as a plain value."""
    for step in view.steps:
        reports = [event.text for event in step.events if isinstance(event, ev.Reported)]
        others = [event for event in step.events if not isinstance(event, ev.Reported)]
        for at, event in enumerate(others or step.events):
            value = event_value(event)
            entry = view.entry(step.number)
            if entry is not None:
                value = {"step": value["step"], "entry": entry, **value}
            if others and at == 0 and reports and "text" not in value:
                value["text"] = " / ".join(reports)
            yield value


def table_of(
    file: Path,
    *,
    at: int | None = None,
    module: Path | None = None,
    side: str | None = None,
    reveal: bool = False,
) -> dict[str, Any]:
    """The table after a step or entry (by default the last) as a plain value; see `scene_value`
    and `views.View.scene_at`.

    Raises `views.ViewError` for a step or entry that the log does not have.
    """
    return scene_value(view_of(file, module=module, side=side, reveal=reveal).scene_at(at))


def scene_value(scene: Scene) -> dict[str, Any]:
    """A scene as a plain value.

    ``pieces`` also holds stacks and decks, which have ``contents``.
    """
    rows: list[dict[str, Any]] = []
    names = {seen.id: seen.name for seen in scene.pieces}
    for seen in scene.pieces:
        row = {"id": seen.id, "name": seen.name, **_place(seen.place), "in": seen.holder or None}
        if seen.masked:
            row["masked"] = True
        if seen.hidden:
            row["hidden"] = True
        rows.append(row)
    for stack in scene.stacks:
        title = ", ".join(names[member] for member in reversed(stack.members))
        rows.append(
            {
                "id": stack.id,
                "name": title,
                **_place(stack.place),
                "in": None,
                "contents": list(stack.members),
            }
        )
    for deck in scene.decks:
        row = {"id": deck.id, "name": deck.name, **_place(deck.place), "in": None}
        row |= {"deck": deck.name, "count": deck.count, "contents": list(deck.members)}
        rows.append(row)
    return {
        "step": scene.step,
        **({"entry": scene.entry} if scene.entry is not None else {}),
        "pieces": rows,
        "properties": dict(scene.properties),
        "players": [
            {"name": who.name, "side": who.side, "mark": who.mark} for who in scene.players
        ],
    }


def table_lines(scene: Scene) -> Iterator[str]:
    """A scene as text: the pieces by map and place.

    Only the line of each piece is kept in memory, so any number of them can be listed.
    """
    recorded = scene.entry is not None
    yield f"after entry {scene.entry}" if recorded else f"after step {scene.step}"
    for who in scene.players:
        yield f"player {who.name} ({who.mark}), {who.side}"
    by_map: dict[str, list[tuple[str, int, int, str]]] = {}
    words: dict[str, str] = {}
    for seen in scene.each():
        notes = [note for note in ("masked", "hidden") if getattr(seen, note)]
        words_of_piece = seen.name + (f" ({', '.join(notes)})" if notes else "")
        where = seen.place
        row = (where.location, where.x, where.y, words.setdefault(words_of_piece, words_of_piece))
        by_map.setdefault(where.map, []).append(row)
    for deck in scene.decks:
        where = deck.place
        row = (where.location, where.x, where.y, f"[{deck.name}: {counted(deck.count, 'card')}]")
        by_map.setdefault(where.map, []).append(row)
    for title in sorted(by_map, key=lambda title: title or "None"):
        yield f"{title or 'off all maps'}:"
        rows = by_map.pop(title)
        rows.sort(key=itemgetter(0, 1, 2))
        for location, x, y, words_of_piece in rows:
            yield f"  {location or f'{x},{y}':<20} {words_of_piece}"
    for name, value in scene.properties.items():
        yield f"{name} = {value}"


def event_value(event: Event) -> dict[str, Any]:
    """An event as a plain value: ``step``, ``kind``, ``player`` and its other fields."""
    value: dict[str, Any] = {
        "step": event.step,
        "kind": event.kind,
        "player": str(event.player) if event.player is not None else None,
    }
    if event.player is not None and event.player.side:
        value["side"] = event.player.side
    if isinstance(event, PieceEvent):
        value |= {"piece": event.piece, "name": event.name}
    match event:
        case (
            ev.Moved(from_=from_, to=to)
            | ev.Drawn(from_=from_, to=to)
            | ev.Returned(from_=from_, to=to)
        ):
            value |= {"from": str(from_), "to": str(to), **_point(to)}
            if from_.map != to.map:
                value["from_map"] = from_.map
            deck = from_.deck if isinstance(event, ev.Drawn) else to.deck
            if deck:
                value["deck"] = deck
        case ev.Placed(to=to, how=how, source=source):
            value |= {"to": str(to), **_point(to), "how": how}
            if source:
                value["source"] = source
        case ev.Removed(from_=from_, how=how):
            value |= {"from": str(from_), "map": from_.map, "how": how}
        case ev.Hidden(at=at) | ev.Shown(at=at):
            value |= {"at": str(at), **_point(at)}
        case ev.Flipped(layer=layer, old=old, new=new):
            value |= {"layer": layer, "old": old, "new": new}
        case ev.Changed(what=what, title=title, old=before, new=after):
            if what == "property":
                value["kind"] = "property"
            value |= {"what": what, "property": title, "old": before, "new": after}
            if not title:
                del value["property"]
        case ev.Shuffled(deck=deck, map=where, how=how):
            value |= {"name": deck, "map": where, "how": how}
        case ev.Reordered(at=at, names=names, pieces=pieces):
            value |= {"pieces": list(pieces), "name": ", ".join(names), "map": at.map}
            value["at"] = str(at)
        case ev.Rolled(button=button, dice=dice, result=result, text=text):
            value["player"] = value["player"] or roller_in(text) or None
            value |= {"name": button, "dice": list(dice), "result": result, "text": text}
        case ev.Said(text=text) | ev.Declared(text=text) | ev.Reported(text=text):
            value["text"] = text
        case ev.PropertyChanged(name=name, old=before, new=after, container=where):
            value |= {"name": name, "old": before, "new": after, "container": where}
        case ev.TurnAdvanced(text=text, tracker=tracker, state=state):
            value |= {"name": tracker, "text": text, "state": state}
        case ev.Undone(undone=undone, text=text):
            value |= {"undone": undone, "text": text}
        case ev.Joined(side=side) | ev.Left(side=side):
            value["side"] = side
        case ev.Noted(what=what, title=title, text=text):
            value |= {"what": what, "name": title, "text": text}
        case ev.Pointed(what=what, points=points):
            value |= {"what": what, "points": [list(point) for point in points]}
    return value


def event_line(value: dict[str, Any]) -> str:
    """The value of `event_value` as one line of text, which begins with the step, or the entry for
    a game recorded in Tabletop Simulator."""
    who = f"  [{value['player']}]" if value["player"] else ""
    return f"{value.get('entry', value['step']):>5}  {line_of(value)}{who}".replace("\n", " | ")


def turn_in(report: str) -> str:
    """The new turn in a turn tracker's report: ``Turn 2, German move`` from ``... from Turn 1,
    Weather to Turn 2, German move``; empty if the report is."""
    text = report.strip("* ")
    _, found, after = text.rpartition(" to ")
    return after if found else text


def worth_a_line(value: dict[str, Any]) -> bool:
    """Whether the event is worth a line; VASSAL's marks on moved counters are not."""
    return not (value["kind"] == "change" and value["what"] in ("moved mark", "trail"))


def line_of(value: dict[str, Any]) -> str:
    """An event value in words, without its step and player."""
    name, text = value.get("name", ""), value.get("text", "")
    if not name and "piece" in value:
        name = NAMELESS
    match value["kind"]:
        case "move":
            return f"{name} moves {_from(value)} -> {_to(value)}"
        case "draw":
            return f"{name} is drawn from {value['from']} -> {_to(value)}"
        case "move-return":
            return f"{name} goes {_from(value)} -> {value['to']}"
        case "place":
            return f"{name} is {value['how']} in {_to(value)}"
        case "remove":
            return f"{name} is {value['how']} in {value['from']}"
        case "flip":
            return f"{name}: layer {value['layer'] or '(unnamed)'} {value['old']} -> {value['new']}"
        case "change":
            if value["what"] == "rotation":
                way = _facing(value["old"], " from") + _facing(value["new"], " to")
                return f"{name} is turned{way}"
            return f"{name}: {value['what']} {value['old']!r} -> {value['new']!r}"
        case "property":
            title = f"{name}: {value['property']}" if "property" in value else name
            return f"{title} {value['old']!r} -> {value['new']!r}"
        case "mask":
            return f"{name} is masked"
        case "unmask":
            return f"{name} is unmasked"
        case "hide":
            return f"{name} is hidden in {value['at']}"
        case "unhide":
            return f"{name} is shown in {value['at']}"
        case "shuffle":
            return f"{name}: {value['how']}"
        case "reorder":
            return f"the stack in {value['at']} is reordered: {name}"
        case "roll":
            return f"{name} rolls {value['result']}{_added(text)}"
        case "say-declare":
            return str(text)
        case "turn":
            return text or "the turn tracker is moved on"
        case "undo":
            return f"takes back step {value['undone']}" + (f": {text}" if text else "")
        case "join":
            return f"joins as {value['side']}"
        case "leave":
            return f"leaves {value['side']}"
        case "note":
            return f"{value['what']} note {name}: {text}".replace(" : ", ": ")
        case "point":
            return f"{value['what']} at {value['points']}"
    return str(text)


def _facing(state: str, before: str) -> str:
    """``from facing 2``; degrees for a counter that rotates freely."""
    if is_count(state):
        return f"{before} facing {int(state) + 1}"
    return f"{before} {state} degrees" if state else ""


def _added(report: str) -> str:
    """The modifiers and the total in a report of dice; empty if there are none."""
    roll = modified_in(report)
    if roll is None:
        return ""
    return "".join(f" {change:+d} ({why})" for change, why in roll.changes) + f" = {roll.total}"


def _from(value: dict[str, Any]) -> str:
    where = f" ({value['from_map']})" if "from_map" in value else ""
    return f"{value['from']}{where}"


def _to(value: dict[str, Any]) -> str:
    where = f" ({value['map']})" if "from_map" in value else ""
    if value["to"] == "offboard" and value.get("x") is not None:
        return f"offboard {value['x']},{value['y']}{where}"
    return f"{value['to']}{where}"


def _point(place: Place) -> dict[str, Any]:
    if not place.seen:
        return {"map": place.map, "x": None, "y": None}
    return {"map": place.map, "x": place.x, "y": place.y}


def _place(place: Place) -> dict[str, Any]:
    return {
        "map": place.map or None,
        "x": place.x,
        "y": place.y,
        "location": place.location,
        "zone": place.zone,
    }
