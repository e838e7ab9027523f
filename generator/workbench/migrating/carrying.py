"""A piece in play with its new definition: which trait is which, and what happens to its state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from generator.light import dataclass
from generator.vassal import chains, sequences
from generator.vassal.encodings import is_count, is_whole
from generator.vassal.traits import Trait

_ROTATIONS = ("rotate;", "rotate;1")
_STATELESS = "none"
"""The layout of the state of a trait that has none."""
_NAMES = ("name", "key", "propertyName", "matName", "attachName", "menuName", "description", "desc")


@dataclass(slots=True)
class Carried:
    """A piece's new chain of traits, and what was lost."""

    chain: tuple[Trait, ...]
    lost: list[str] = field(default_factory=list)
    """Traits whose state has no place in the new definition."""
    owners: bool = False
    """Whether a masked or invisible piece now has another kind of owner than its definition
    says."""


def carried(piece: Sequence[Trait], definition: Sequence[Trait], gpid: str) -> Carried:
    """The piece's state in its new definition, both outermost first.

    Traits are told by what they say, their kind and name, their order. A trait that is new begins
    as in the palette; place, stack and kept properties are in the Basic Piece's state.
    """
    there = pairs(piece, definition)
    made = Carried(())
    parts = []
    used: set[int] = set()
    for at, part in enumerate(definition):
        old = there.get(at)
        if old is None:
            parts.append(part)
            continue
        used.add(old)
        parts.append(part.with_state(_state(piece[old], part, gpid, made)))
    made.chain = tuple(parts)
    made.lost = [
        chains.label(part)
        for at, part in enumerate(piece)
        if at not in used and _says_something(part)
    ]
    return made


def pairs(piece: Sequence[Trait], definition: Sequence[Trait]) -> dict[int, int]:
    """For the place of each trait of a definition that has a state: whose state it goes on with.

    Traits of one sort are the same when they say the same, else when they bear the same name,
    else (unless a name tells them apart) in their order.
    """
    mine, theirs = _by_sort(piece), _by_sort(definition)
    found: dict[int, int] = {}
    for sort, wanting in theirs.items():
        offered = mine.get(sort, [])
        for key in (_says, _named):
            places: dict[str, list[int]] = {}
            for at in offered:
                if at not in found.values() and (name := key(piece[at])):
                    places.setdefault(name, []).append(at)
            for at in wanting:
                if at not in found and (there := places.get(key(definition[at]))):
                    found[at] = there.pop(0)
        left = [at for at in offered if at not in found.values() and not _is_told(piece[at])]
        for at in wanting:
            if left and at not in found and not _is_told(definition[at]):
                found[at] = left.pop(0)
    return found


def _by_sort(chain: Sequence[Trait]) -> dict[str, list[int]]:
    """By kind: the indices of the traits that have a state."""
    found: dict[str, list[int]] = {}
    for at, part in enumerate(chain):
        if part.form is None or part.form.state_layout != _STATELESS:
            sort = "rotate;" if part.id in _ROTATIONS else part.id
            found.setdefault(sort, []).append(at)
    return found


def _says(part: Trait) -> str:
    return chains.settled(part.type)


def _named(part: Trait) -> str:
    """The name by which builders distinguish traits of one kind; empty if there is none."""
    if part.form is None:
        return ""
    if part.id == "emb2;":
        return part.text("name") or part.text("imageNames")
    names = {row.name for row in part.form.fields}
    return next((text for name in _NAMES if name in names and (text := part.text(name))), "")


def _is_told(part: Trait) -> bool:
    """Whether its name is what other traits know it by: then another name is another trait."""
    return part.id == "PROP;" or (part.id == "emb2;" and bool(part.text("name")))


def _state(old: Trait, new: Trait, gpid: str, made: Carried) -> str:
    match new.id:
        case "piece;":
            tokens = sequences.decode(old.state, ";")
            if gpid and len(tokens) > 3 and tokens[3] != gpid:
                tokens[3] = gpid
                return sequences.encode(tokens, ";")
            return old.state
        case "mark;":
            # What a marker says is part of its definition.
            return new.state
        case "label;":
            # So is a label that nobody can change in play.
            return old.state if new.text("labelKey") else new.state
        case "emb2;":
            return _level(old.state, new)
        case "rotate;" | "rotate;1":
            return _turned(old, new)
        case "obs;" | "hide;":
            owned = old.state.partition(";")[0] not in ("", "null")
            if owned and _owner(old) != _owner(new):
                made.owners = True
            return old.state
    return old.state


def _level(state: str, new: Trait) -> str:
    """A layer's level, lowered to the last one if there are fewer now."""
    first, semicolon, rest = state.partition(";")
    levels = len(sequences.decode(new.text("imageNames"), ","))
    if not is_whole(first) or abs(int(first)) <= levels:
        return state
    level = levels if int(first) > 0 else -levels
    return f"{level}{semicolon}{rest}"


def _turned(old: Trait, new: Trait) -> str:
    """A facing, in steps or degrees, as the other sort of turning says it."""
    before, after = _facings(old), _facings(new)
    if before == after:
        return old.state
    try:
        value = float(old.state)
    except ValueError:
        return new.state
    degrees = value if before == 1 else -value * 360 / before
    if after == 1:
        return str(degrees % 360 - 360 if degrees % 360 else 0.0)
    return str(round(-degrees * after / 360) % after)


def _facings(part: Trait) -> int:
    text = part.text("nFacings")
    return int(text) if is_count(text) and int(text) > 0 else 1


def _owner(part: Trait) -> str:
    return part.text("access").partition(":")[0]


def _says_something(part: Trait) -> bool:
    """Whether a trait's state differs from that of a new piece."""
    if part.form is None:
        return bool(part.state)
    return (
        part.form.state_layout != _STATELESS
        and part.id != "mark;"
        and part.state not in ("", part.form.fresh_state)
    )
