"""Send a key command to a piece: what its traits do, and what that adds to the log.

Each function follows ``myKeyEvent`` of the trait's class in ``VASSAL.counters``, as far as our
modules use it. A trait that answers to the key in a way that is not implemented raises
`GestureError`, so that no log is written that VASSAL would not write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from generator.errors import nearest
from generator.light import dataclass
from generator.vassal import sequences
from generator.vassal.commands import ChangePiece
from generator.vassal.traits import Trait
from validator.playing.gestures_acts import Act, told
from validator.playing.gestures_counters import Counter
from validator.playing.gestures_counting import counted
from validator.playing.gestures_module import GestureError, Stroke, stroke, strokes
from validator.playing.gestures_text import Value, evaluate, filled, holds, written

if TYPE_CHECKING:
    from validator.playing.gestures import Hand, Seat


@dataclass(frozen=True, slots=True)
class Event:
    """A key that a player sends to a piece."""

    hand: Hand
    seat: Seat
    counter: Counter
    key: Stroke
    old_name: str
    """The public name of the piece before."""
    quiet: bool = False
    """Whether its own reports are suppressed (by a global key command that reports once)."""

    def counted(self, name: str, given: list[Value]) -> Value:
        """See `validator.playing.gestures_counting.counted`."""
        return counted(self.hand, self.seat, name, given, self.counter)

    def value(self, name: str) -> str | None:
        """The value of a property for the piece."""
        return self.hand.piece_property(self.seat, self.counter, name)


def send(event: Event) -> Act | None:
    """Send the key through all traits, from the outside in. Returns the act to log."""
    return _from(event, 0)


def menu(counter: Counter, seat: Seat | None = None) -> dict[str, Stroke]:
    """The entries of the piece's menu, text to the key that it sends; for a player to whom it lies
    face down (``seat``) only those that its mask leaves."""
    found: dict[str, Stroke] = {}
    for part in counter.chain:
        if part.id == "obs;" and seat is not None and obscured_to(counter, seat):
            break
        for words, key in _MENU.get(part.id, ()):
            pressed = stroke(part.text(key))
            if part.text(words) and pressed is not None:
                found.setdefault(part.text(words), pressed)
        for row in part["keyCommands"] if part.id == "PROP;" else ():
            pressed = stroke(row.key)
            if row.menu and pressed is not None:
                found.setdefault(row.menu, pressed)
    return found


def key_of(counter: Counter, words: str, seat: Seat) -> Stroke:
    """The key that an entry of the piece's menu sends. Raises GestureError if there is none, or
    none for this player."""
    offered = menu(counter)
    if words not in offered:
        raise GestureError(
            f"the menu of {counter.name!r} has no {words!r}{nearest(words, offered)}"
        )
    if words not in menu(counter, seat):
        raise GestureError(
            f"{seat.side} cannot choose {words!r} of {counter.name!r}, which another side has face "
            "down"
        )
    return offered[words]


_MENU = {
    "obs;": (("hideCommand", "keyCommand"),),
    "hide;": (("command", "hideKey"),),
    "macro;": (("command", "key"),),
    "return;": (("returnCommand", "returnKey"),),
    "sendto;": (("commandName", "key"), ("backCommandName", "backKey")),
    "emb2;": (("upCommand", "increaseKeyStroke"), ("downCommand", "decreaseKeyStroke")),
    "markmoved;": (("command", "key"), ("commandTrue", "keyTrue"), ("commandFalse", "keyFalse")),
    "rotate;": (("rotateCWText", "rotateCWKey"), ("rotateCCWText", "rotateCCWKey")),
}


def obscured_to(counter: Counter, seat: Seat) -> bool:
    """Whether the piece is face down to a player."""
    mask = counter.trait("obs;")
    owner = counter.masked_by
    return mask is not None and owner is not None and not _owns(mask, seat, owner)


def restricted_to(counter: Counter, seat: Seat, *, moving: bool = False) -> bool:
    """Whether a player may not use the piece's menu (``moving``: not move the piece)."""
    for part in counter.chain:
        if part.id == "restrict;" and seat.side not in part["sides"]:
            return not moving or bool(part["restrictMovement"])
    return False


def _owns(part: Trait, seat: Seat, owner: str) -> bool:
    access = part["access"]
    if access.kind == "player":
        return owner == seat.password
    if access.kind == "side":
        return owner == seat.side
    return owner in access.sides and seat.side in access.sides


def _owner(part: Trait, seat: Seat) -> str:
    return seat.password if part["access"].kind == "player" else seat.side


def _from(event: Event, at: int) -> Act | None:
    """Send the key through the traits from an index inwards."""
    if at == len(event.counter.chain):
        return None
    part = event.counter.chain[at]
    if part.id == "restrict;" and restricted_to(event.counter, event.seat):
        return None
    if part.id == "obs;" and obscured_to(event.counter, event.seat):
        return None
    if part.id in _INNER_FIRST:
        act = _from(event, at + 1)
        mine = _mine(event, at)
        return mine if act is None else act.then(mine)
    mine = _mine(event, at)
    inner = _from(event, at + 1)
    return inner if mine is None else mine.then(inner)


_INNER_FIRST = ("report;", "macro;")


def _mine(event: Event, at: int) -> Act | None:
    part = event.counter.chain[at]
    answer = _ANSWERS.get(part.id)
    if answer is not None:
        return answer(event, at)
    fields = part.form.fields if part.form is not None else ()
    for field, value in zip(fields, part.values, strict=False):
        if field.kind == "key" and stroke(value) == event.key:
            raise GestureError(
                f"piece {event.counter.name!r}: trait {part.id!r} answers to that key"
            )
    return None


def _answers(event: Event, at: int, *fields: str) -> bool:
    part = event.counter.chain[at]
    return any(stroke(part.text(name)) == event.key for name in fields)


def changed(counter: Counter, change: Callable[[], Any]) -> Act:
    """Change a piece. Returns the ``D/`` command for it (``ChangeTracker``)."""
    old = counter.state
    change()
    return Act(ChangePiece(counter.id, counter.state, old))


def set_state(counter: Counter, at: int, state: str | dict[str, Any]) -> None:
    """Set the state of one trait."""
    counter.chain[at] = counter.chain[at].with_state(state)


def _mask(event: Event, at: int) -> Act | None:
    if not _answers(event, at, "keyCommand"):
        return None
    if event.counter.masked_by is not None:
        state = {"obscuredBy": "null", "options": ""}
    else:
        owner = _owner(event.counter.chain[at], event.seat)
        state = {"obscuredBy": owner, "options": event.hand.module.mask_options}
    return changed(event.counter, lambda: set_state(event.counter, at, state))


def _hide(event: Event, at: int) -> Act | None:
    if not _answers(event, at, "hideKey"):
        return None
    part = event.counter.chain[at]
    state = "null" if event.counter.hidden_by is not None else _owner(part, event.seat)
    return changed(event.counter, lambda: set_state(event.counter, at, state))


def _layer(event: Event, at: int) -> Act | None:
    part = event.counter.chain[at]
    level = int(part.state or 1)
    size = len(part["imageNames"])
    new = level
    if _answers(event, at, "increaseKeyStroke"):
        new = _stepped(level, 1, size, bool(part["loopLevels"]))
    if _answers(event, at, "decreaseKeyStroke"):
        new = _stepped(level, -1, size, bool(part["loopLevels"]))
    if _answers(event, at, "resetKey"):
        new = int(filled(part.text("resetLevel"), event.value))
    if _answers(event, at, "activateKeyStroke") and not part["alwaysActive"]:
        new = -new
    if new == level:
        return None
    return changed(event.counter, lambda: set_state(event.counter, at, str(new)))


def _stepped(level: int, by: int, size: int, loops: bool) -> int:
    place = abs(level) - 1 + by
    place = place % size if loops else max(0, min(size - 1, place))
    return (place + 1) * (1 if level > 0 else -1)


def _turn(event: Event, at: int) -> Act | None:
    """Rotate by one facing, clockwise or counterclockwise (``FreeRotator``)."""
    part = event.counter.chain[at]
    by = 1 if _answers(event, at, "rotateCWKey") else -1
    if by < 0 and not _answers(event, at, "rotateCCWKey"):
        if _answers(event, at, "rotateRNDKey", "rotateDirectKey"):
            raise GestureError(f"piece {event.counter.name!r}: that way to turn is not understood")
        return None
    facing = (int(part.state or 0) + by) % int(part.text("nFacings"))
    return changed(event.counter, lambda: set_state(event.counter, at, str(facing)))


def _send_to(event: Event, at: int) -> Act | None:
    part = event.counter.chain[at]
    if _answers(event, at, "backKey"):
        raise GestureError(f"piece {event.counter.name!r}: sending back is not understood")
    if not _answers(event, at, "key"):
        return None
    counter, hand = event.counter, event.hand
    map_ = part.text("mapId") or counter.map
    kind = part.text("destination")[:1]
    place = filled(part.text({"R": "region", "Z": "zone"}.get(kind, "x")), event.value)
    if kind not in ("R", "Z"):
        raise GestureError(f"piece {counter.name!r}: destination {kind!r} is not understood")
    x, y = hand.region(map_, place) if kind == "R" else hand.middle_of_zone(map_, place)
    if (counter.map, counter.x, counter.y) == (map_, x, y):
        return None
    back = {"backMap": counter.map, "backX": str(counter.x), "backY": str(counter.y)}

    def remember() -> None:
        for index, other in enumerate(counter.chain):
            if other.id == "sendto;":
                set_state(counter, index, back)

    act = changed(counter, remember)
    act = act.then(hand.old_places(counter))
    act = act.then(hand.leave_deck(event.seat, counter))
    act = act.then(hand.place_or_merge(event.seat, counter, map_, x, y))
    return act.then(hand.come_to_rest(event.seat, counter))


def _return(event: Event, at: int) -> Act | None:
    part = event.counter.chain[at]
    if not _answers(event, at, "returnKey"):
        return None
    counter, hand = event.counter, event.hand
    deck = hand.counters.deck(part.text("deckExpression") or part.text("deckId"))
    if deck is None or part["deckSelect"] is True:
        raise GestureError(f"piece {counter.name!r}: no deck {part.text('deckExpression')!r}")
    act = Act().then(hand.old_places(counter)).then(hand.leave_deck(event.seat, counter))
    act = act.then(hand.merge(event.seat, deck, counter))
    return act.then(hand.come_to_rest(event.seat, counter))


def _trigger(event: Event, at: int) -> Act | None:
    part = event.counter.chain[at]
    watched = {stroke(part.text("key")), *strokes(part.text("watchKeys"))}
    if event.key not in watched or not holds(part.text("propertyMatch"), event.value):
        return None
    if part["loop"] is True:
        raise GestureError(f"piece {event.counter.name!r}: a trigger that loops")
    act = Act()
    for key in strokes(part.text("actionKeys")):
        inner = Event(event.hand, event.seat, event.counter, key, event.old_name, event.quiet)
        act = act.then(send(inner))
    return act


def _report(event: Event, at: int) -> Act | None:
    part = event.counter.chain[at]
    if event.key not in strokes(part.text("keys")) or event.quiet:
        return None
    counter = event.counter
    if counter.hidden_by is not None:
        return None
    words = [text for text, key in menu(counter).items() if key == event.key]
    own = {
        "oldPieceName": event.old_name,
        "newPieceName": counter.public_name(),
        "menuCommand": words[0] if words else "",
        "location": event.hand.location(counter.map, counter.x, counter.y),
        "mapName": counter.map,
        "oldLocation": counter.kept.get("OldLocationName", ""),
        "oldMapName": counter.kept.get("OldMap", ""),
    }

    def value(name: str) -> str | None:
        return own[name] if name in own else event.value(name)

    said = filled(part.text("reportFormat"), value)
    window = event.hand.module.window(counter.map)
    said = filled(window.changed, {"message": said}.get)
    return told(said)


def _moved_mark(event: Event, at: int) -> Act | None:
    part = event.counter.chain[at]
    if _answers(event, at, "key"):
        return event.hand.mark_moved(event.counter, part.state != "true")
    if _answers(event, at, "keyTrue"):
        return event.hand.mark_moved(event.counter, True)
    if _answers(event, at, "keyFalse"):
        return event.hand.mark_moved(event.counter, False)
    return None


def _trail(event: Event, at: int) -> Act | None:
    if _answers(event, at, "trailKey", "trailKeyOn", "trailKeyOff"):
        raise GestureError(f"piece {event.counter.name!r}: showing a trail is not understood")
    if not _answers(event, at, "trailKeyClear"):
        return None
    return changed(event.counter, lambda: clear_trail(event.counter, at))


def record_trail(counter: Counter, at: int, map_id: str) -> None:
    """Add the place that a piece is about to leave to its trail (``Footprint.setMoved``)."""
    part = counter.chain[at]
    here = f"{counter.x},{counter.y}"
    points = _points(part)
    if not points or points[-1] != here:
        points.append(here)
    _set_trail(counter, at, map_id, points)


def clear_trail(counter: Counter, at: int) -> None:
    """Reset the trail to the piece's place."""
    start = str(counter.chain[at].state_of("startMapId"))
    _set_trail(counter, at, start, [f"{counter.x},{counter.y}"])


def _points(part: Trait) -> list[str]:
    return [f"{x},{y}" for x, y in part.state_of("points")]


def _set_trail(counter: Counter, at: int, map_id: str, points: list[str]) -> None:
    part = counter.chain[at]
    ever = sequences.decode(part.state, ";")[-1] == "true"
    shown = part.state_of("globalVisibility") if ever else part["initiallyVisible"]
    tokens = [written(bool(shown)), map_id, str(len(points)), *points, "true"]
    set_state(counter, at, sequences.encode(tokens, ";"))


def _property(event: Event, at: int) -> Act | None:
    part = event.counter.chain[at]
    value = part.state
    for row in part["keyCommands"]:
        if stroke(row.key) == event.key:
            change = row.change
            if change.kind == "P":
                value = filled(change.value, event.value)
            elif change.kind == "I":
                value = written(evaluate(f"{value or 0} + {change.value}", event.value))
            else:
                raise GestureError(f"piece {event.counter.name!r}: a property that is asked for")
    if value == part.state:
        return None
    return changed(event.counter, lambda: set_state(event.counter, at, value))


def _global_property(event: Event, at: int) -> Act | None:
    """Set a property of the module (``SetGlobalProperty``)."""
    part = event.counter.chain[at]
    act = Act()
    for row in part["keyCommands"]:
        if stroke(row.key) == event.key:
            if row.change.kind != "P":
                raise GestureError(f"piece {event.counter.name!r}: a property that is added to")
            worth = filled(row.change.value, event.value, event.counted)
            act = act.then(event.hand.set(part.text("key"), worth))
    return act


def _hotkey(event: Event, at: int) -> Act | None:
    """Send a key to the whole module, as part of the same step (``GlobalHotKey``)."""
    part = event.counter.chain[at]
    key = stroke(part.text("globalHotKey"))
    if key is None or not _answers(event, at, "commandKey"):
        return None
    whole = Act()
    with event.hand.together(whole):
        event.hand.fire(event.seat, key)
    if not whole.below:
        return whole
    # In VASSAL the first command is logged, and the others are appended to it.
    first, *others = whole.below
    for one in others:
        first.then(one)
    return first


def _no_answer(event: Event, at: int) -> Act | None:
    """A trait that sends a key but answers to none (``ActionButton``)."""
    return None


_ANSWERS: dict[str, Callable[[Event, int], Act | None]] = {
    "button;": _no_answer,
    "obs;": _mask,
    "hide;": _hide,
    "emb2;": _layer,
    "rotate;": _turn,
    "sendto;": _send_to,
    "return;": _return,
    "macro;": _trigger,
    "report;": _report,
    "markmoved;": _moved_mark,
    "PROP;": _property,
    "setprop;": _global_property,
    "globalhotkey;": _hotkey,
    "footprint;": _trail,
}


__all__ = [
    "Event",
    "changed",
    "clear_trail",
    "menu",
    "obscured_to",
    "record_trail",
    "restricted_to",
    "send",
    "set_state",
]
