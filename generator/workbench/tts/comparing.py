"""What differs between two saves of Tabletop Simulator, in the game's terms.

Which thing is which is told by `pairing`. How the JSON is written, in which order the objects
stand in the file, and by how little things sink and slide between two saves are no difference.
Where one of the two holds a game that was played, they are compared as everybody may know them,
unless all is asked for.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.differences import (
    ADDED,
    CHANGED,
    MOVED,
    REMOVED,
    Comparison,
    Detail,
    Difference,
    Group,
    keeping_order,
)
from generator.workbench.tts.layout import LISTS, ROOT_LIST, STATES
from generator.workbench.tts.pairing import Pairing
from generator.workbench.tts.recorded import record_of
from generator.workbench.tts.things import Thing, things_of
from generator.workbench.tts.views import public

_STILL = 0.02
"""The distance in units by which a resting object may differ between saves."""
_FALLEN = 0.5
"""How much lower it may be, in units: loaded objects fall to the table."""
_STEADY = 0.5
"""How far it may be rotated then, in degrees."""
_CLOSE = 1e-5
"""Numbers count as equal if their relative difference is smaller than this: the game rounds them
each time."""
_TOLD_APART = frozenset({"Transform", "GUID", STATES, *LISTS, "DeckIDs"})
"""Keys of an object that are reported separately, or follow from its contents."""
_TABLE = "the table"


def compare(
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    names: tuple[str, str],
    *,
    reveal: bool = False,
) -> Comparison:
    """What differs between two saves (`reading.read_save`), which are called ``names``."""
    records = [record_of(save) for save in (old, new)]
    is_public = not reveal and any(one is not None and one.plays > 0 for one in records)
    if is_public:
        old, new = public(old), public(new)
    settings = list(_fields(old, new, frozenset({ROOT_LIST})))
    lengths = ["" if one is None else f"{one.entries:,} entries" for one in records]
    if lengths[0] != lengths[1]:
        settings.append(Detail(CHANGED, "", "recorder's log", "", *lengths))
    save = [Difference((CHANGED,), "save", "", "", details=tuple(settings))] if settings else []
    things = [[one for one in things_of(save) if one.data] for save in (old, new)]
    rows = list(_differences(things[0], things[1], is_public))
    notes = ("told as everybody may know it; --reveal tells all",) if is_public else ()
    return Comparison(*names, (Group("save", tuple(save)), Group("objects", tuple(rows))), notes)


def _differences(
    old: Sequence[Thing], new: Sequence[Thing], is_public: bool
) -> Iterator[Difference]:
    pairing = Pairing(old, new)
    for thing in old:
        if thing not in pairing.new_of and (thing.holder is None or thing.holder in pairing.new_of):
            yield _whole(thing, REMOVED)
    for thing in new:
        was = pairing.old_of.get(thing)
        if was is None:
            if thing.holder is None or thing.holder in pairing.old_of:
                yield _whole(thing, ADDED)
        elif (row := _changed(was, thing, pairing, is_public)) is not None:
            yield row
    if not is_public:
        yield from _sorted_anew(old, new, pairing)


def _whole(thing: Thing, how: str) -> Difference:
    """An object that was added or removed, with its contents."""
    _, *inside = things_of({ROOT_LIST: [thing.data]})
    counts = Counter(one.kind or "object" for one in inside)
    told = ", ".join(f"{count} {kind}" for kind, count in counts.most_common(3))
    more = ", ..." if len(counts) > 3 else ""
    place = _place(thing)
    detail = Detail(how, "", "place", "", *((place, None) if how == REMOVED else (None, place)))
    return Difference(
        (how,),
        thing.kind or "object",
        _name(thing),
        _where(thing),
        holds=f"with {told}{more}" if told else "",
        details=(detail,) if thing.holder is None else (),
    )


def _changed(was: Thing, now: Thing, pairing: Pairing, is_public: bool) -> Difference | None:
    """The differences of an object in both saves, without its contents."""
    how = []
    stays = now.holder is None and was.holder is None
    carried = now.holder is not None and pairing.old_of.get(now.holder) is not was.holder
    carried = carried or (now.holder is None) is not (was.holder is None)
    moves = list(_moves(was, now)) if stays else []
    if carried or moves:
        how.append(MOVED)
    details = list(_states(was, now))
    if was.data.get("GUID") != now.data.get("GUID") and was.state == now.state:
        details.append(Detail(CHANGED, "", "GUID", "", was.guid, now.guid))
    if is_public and was.held != now.held:
        details.append(Detail(CHANGED, "", "holds", "", f"{was.held:,}", f"{now.held:,}"))
    if details:
        how.append(CHANGED)
    if not how:
        return None
    return Difference(
        tuple(how),
        now.kind or "object",
        _name(now),
        _where(now),
        came=(_where(was) or _TABLE) if carried else "",
        details=(*moves, *details),
    )


def _moves(was: Thing, now: Thing) -> Iterator[Detail]:
    """How the place of an object differs."""
    across = math.hypot(now.x - was.x, now.z - was.z)
    up = abs(now.y - was.y)
    if across > _STILL or up > _FALLEN:
        far = f"{across:.2f} away" if across > _STILL else "another height"
        yield Detail(CHANGED, "", "place", "", _place(was), f"{_place(now)}, {far}")
    turned = (now.turn - was.turn + 180) % 360 - 180
    if abs(turned) > _STEADY:
        yield Detail(
            CHANGED, "", "turned", "", *(f"{round(one.turn) % 360}°" for one in (was, now))
        )
    if was.is_face_down is not now.is_face_down:
        sides = ("back" if one.is_face_down else "front" for one in (was, now))
        yield Detail(CHANGED, "", "side up", "", *sides)


def _states(was: Thing, now: Thing) -> Iterator[Detail]:
    """The differences of its states; for an object without other states, of its data."""
    if was.state != now.state:
        yield Detail(CHANGED, "", "state", "", str(was.state), str(now.state))
    before, after = was.states, now.states
    many = len(before) > 1 or len(after) > 1
    for number in sorted({*before, *after}):
        part = f"state {number}" if many else ""
        if number not in before:
            yield Detail(ADDED, part, "")
        elif number not in after:
            yield Detail(REMOVED, part, "")
        else:
            yield from _fields(before[number], after[number], _TOLD_APART, part)


def _fields(
    old: Mapping[str, Any], new: Mapping[str, Any], left_out: frozenset[str], part: str = ""
) -> Iterator[Detail]:
    if old == new:
        return
    for key in dict.fromkeys((*new, *old)):
        if key not in left_out:
            yield from _field(key, old.get(key, _NOTHING), new.get(key, _NOTHING), part)


def _field(name: str, old: Any, new: Any, part: str) -> Iterator[Detail]:
    """The differences under a key, down to single texts and numbers."""
    if old == new and type(old) is type(new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*new, *old)):
            inner = old.get(key, _NOTHING), new.get(key, _NOTHING)
            yield from _field(f"{name}.{key}", *inner, part)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _field(f"{name}.{at}", one, other, part)
    elif not _are_close(old, new):
        how = ADDED if old is _NOTHING else REMOVED if new is _NOTHING else CHANGED
        was, now = _told(old), _told(new)
        if was == now is not None:
            name, was, now = f"{name} (line ends)", _ends(old), _ends(new)
        if was or now:
            yield Detail(how, part, name, "", was, now)


_NOTHING = object()
"""Stands for the value of a missing key."""


def _are_close(old: Any, new: Any) -> bool:
    if not all(isinstance(one, int | float) and type(one) is not bool for one in (old, new)):
        return False
    try:
        return math.isclose(old, new, rel_tol=_CLOSE)
    except OverflowError:  # a whole number beyond all that are no whole ones
        return bool(old == new)


def _told(value: Any) -> str | None:
    if value is _NOTHING:
        return None
    if isinstance(value, str):
        return value.replace("\r\n", "\n")
    return json.dumps(value, ensure_ascii=False)


def _ends(text: Any) -> str:
    return "CRLF" if "\r\n" in str(text) else "LF"


def _sorted_anew(
    old: Sequence[Thing], new: Sequence[Thing], pairing: Pairing
) -> Iterator[Difference]:
    """Bags and decks whose contents are in another order."""
    places = {thing: at for at, thing in enumerate(old)}
    inside: dict[Thing, list[int]] = {}
    for thing in new:
        was = pairing.old_of.get(thing)
        if was is None or thing.holder is None or thing.joined:
            continue
        if pairing.old_of.get(thing.holder) is was.holder:
            inside.setdefault(thing.holder, []).append(places[was])
    for holder, order in inside.items():
        moved = len(order) - len(keeping_order(order))
        if moved:
            told = f"{moved} of {len(order)} stand elsewhere among the others"
            yield Difference(
                (CHANGED,),
                holder.kind,
                _name(holder),
                _where(holder),
                details=(Detail(MOVED, "", "order", new=told),),
            )


def _name(thing: Thing) -> str:
    return thing.name or thing.memo or thing.guid


def _where(thing: Thing) -> str:
    return thing.holder.called if thing.holder is not None else ""


def _place(thing: Thing) -> str:
    return f"({thing.x:.2f}, {thing.z:.2f})"
