"""Two chains of traits held beside each other: which trait is which, and what differs.

A trait has no name of its own in VASSAL. It is taken for the same when it says the same, then
when it is of the same kind and bears the same label, then by its place in the chain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.differences import ADDED, CHANGED, MOVED, REMOVED, Detail, keeping_order
from generator.light import dataclass
from generator.vassal import encodings, traits
from generator.vassal.encodings import EncodingError, Part
from generator.vassal.key_words import in_words
from generator.vassal.traits import Field, Trait

_NAMING = (
    "name",
    "key",
    "keys",
    "prototypeName",
    "propertyName",
    "matName",
    "attachName",
    "commonName",
    "commandName",
    "menuCommand",
    "menuText",
    "returnCommand",
    "hideCommand",
    "command",
    "subMenu",
    "description",
    "desc",
    "comment",
    "reportFormat",
    "imageNames",
)
"""Fields a builder knows a trait by, the first that is filled."""
_LIKE = 0.5
"""Traits of one kind of which so much is equal are one that was changed."""
_LABEL = 60
"""So long is the longest label."""
_NAMED_KEY = re.compile(r"(?<![0-9])(?:57[3-9]\d\d|5[89]\d{3}|6[0-3]\d{3})(\\*,0\\*,)")


@dataclass(frozen=True, slots=True)
class Value:
    """A field in a trait."""

    name: str
    kind: str
    """``many`` for a field of several tokens; ``*`` names tokens that no field is known for."""
    text: str
    """Several tokens stand a line each."""
    value: Any
    """What `Trait.changed` or `Trait.with_state` takes for it."""
    in_state: bool
    """Whether it is of the state: what has become of the piece, or how it begins."""

    @property
    def said(self) -> str:
        """The text without what means nothing: numbers of named keys, fields of a target that
        are empty at its end, as older versions leave them out."""
        text = settled(self.text)
        return text.rstrip("|") if self.kind == "target" else text

    @property
    def key(self) -> tuple[str, bool]:
        """What the same field of another trait has too."""
        return self.name, self.in_state


def settled(text: str) -> str:
    """A text without the numbers VASSAL gives named keys anew in each session: a name counts."""
    return _NAMED_KEY.sub(r"57344\1", text) if ",0" in text else text


def says_same(kind: str, one: str, other: str) -> bool:
    """Whether two texts of a kind mean the same: parts of a record left out are empty ones."""
    if settled(one) == settled(other):
        return True
    mine, theirs = (
        [
            (part.path, part.text)
            for part in _parts(kind, settled(text))
            if part.text or not part.path or part.path[-1].isdigit()
        ]
        for text in (one, other)
    )
    return mine == theirs


def label(trait: Trait) -> str:
    """What people call a trait: its name in the editor, and what it is named or says first."""
    name = _name(trait)
    title = trait.form.title if trait.form is not None else trait.id.rstrip(";")
    return f"{title} [{name}]" if name else title


def values(trait: Trait) -> list[Value]:
    """Every field of a trait's type and state; those left out as VASSAL then assumes them."""
    form = trait.form
    if form is None:
        return [
            Value("type", "str", trait.type, trait.type, False),
            Value("state", "str", trait.state, trait.state, True),
        ]
    found = [*_values(form.fields, trait.values, False)]
    if form.state_layout != "none":
        found += _values(form.state_fields, trait.state_tokens(), True)
    return found


def _values(rows: tuple[Field, ...], tokens: Sequence[str], in_state: bool) -> Iterator[Value]:
    end = 0
    for row, place in traits.places(rows, tokens):
        mine = tuple(tokens[place])
        end = max(end, place.start + len(mine))
        if row.kind != "many":
            text = mine[0] if mine else row.absent
            yield Value(row.name, row.kind, text, text, in_state)
        elif len(row.items) == 1:
            yield Value(row.name, "many", "\n".join(mine), mine, in_state)
        else:
            size = len(row.items)
            groups = tuple(mine[at : at + size] for at in range(0, len(mine), size))
            yield Value(row.name, "many", "\n".join(map(",".join, groups)), groups, in_state)
    if extra := tuple(tokens[end:]):
        yield Value("*", "many", ";".join(extra), extra, in_state)


def shown(kind: str, text: str) -> str:
    """A field's text as people read it: keys by their names, lists and records a line an item."""
    rows: dict[str, list[str]] = {}
    for part in _parts(kind, text):
        words = in_words(part.text)[0] if part.kind == "key" else None
        told = part.text if words is None else words
        row = rows.setdefault(part.path[0] if part.path else "", [])
        if told:
            row.append(told)
    if list(rows) == [""]:
        return " ".join(rows[""])
    return "\n".join(
        (" ".join(row) or '""') if name.isdigit() else f"{name}: {' '.join(row)}"
        for name, row in rows.items()
        if row or name.isdigit()
    )


def _name(trait: Trait) -> str:
    """What a trait is named or says first; empty when it says nothing."""
    form = trait.form
    kinds = {field.name: field.kind for field in form.fields} if form is not None else {}
    for name in _NAMING:
        if name in kinds and kinds[name] not in ("key", "keylist") and trait.text(name):
            return shown(kinds[name], trait.text(name)).split("\n")[0][:_LABEL]
    return ""


def _parts(kind: str, text: str) -> list[Part]:
    if kind == "many":
        return [Part((), "str", text)]
    try:
        return list(encodings.parts(kind, text))
    except EncodingError:
        return [Part((), "str", text)]


def pair(old: Sequence[Trait], new: Sequence[Trait]) -> dict[int, int]:
    """For the place of each trait of the old chain that is still there: its place in the new."""
    found: dict[int, int] = {}
    if old and new and old[-1].id == new[-1].id:
        found[len(old) - 1] = len(new) - 1
    _match_equal(old, new, found, lambda part: (part.type, part.state))
    _match_equal(old, new, found, lambda part: (part.id, settled(part.type), settled(part.state)))
    _match_alike(old, new, found)
    _match_in_gaps(old, new, found)
    return found


def differences(old: Sequence[Trait], new: Sequence[Trait]) -> Iterator[Detail]:
    """What differs between two chains, in the order of the new one, what is gone before."""
    pairs = pair(old, new)
    origin = {there: at for at, there in pairs.items()}
    for at, part in enumerate(old):
        if at not in pairs:
            yield Detail(REMOVED, label(part), "", old=summary(part))
    kept = [at for at in range(len(new)) if at in origin]
    steady = {kept[row] for row in keeping_order([origin[at] for at in kept])}
    for at, part in enumerate(new):
        if at not in origin:
            yield Detail(ADDED, label(part), "", new=summary(part))
            continue
        if at not in steady:
            after = label(new[at - 1]) if at else ""
            yield Detail(MOVED, label(part), "", new=f"after {after}" if after else "first")
        yield from trait_differences(old[origin[at]], part)


def same(one: Trait, other: Trait) -> bool:
    """Whether two traits say the same, however they are written: a field left out, as older
    versions of VASSAL do, is one with the value it then assumes."""
    if one == other:
        return True
    if one.id != other.id:
        return False
    mine = {value.key: value.said for value in values(one)}
    return mine == {value.key: value.said for value in values(other)}


def trait_differences(old: Trait, new: Trait) -> Iterator[Detail]:
    """In what fields two traits differ; in none, where they say the `same`."""
    if old == new:
        return
    before = {value.key: value for value in values(old)}
    for value in values(new):
        was = before.get(value.key)
        if was is None or not says_same(value.kind, was.text, value.text):
            yield Detail(
                CHANGED if was is not None else ADDED,
                label(new),
                f"{value.name} (state)" if value.in_state else value.name,
                value.kind,
                *_shown_apart(was, value),
            )


def _shown_apart(old: Value | None, new: Value) -> tuple[str | None, str]:
    if old is None:
        return None, shown(new.kind, new.text)
    before, after = shown(old.kind, old.text), shown(new.kind, new.text)
    return (old.text, new.text) if before == after else (before, after)


def _match_equal(
    old: Sequence[Trait],
    new: Sequence[Trait],
    found: dict[int, int],
    key: Callable[[Trait], object],
) -> None:
    """Traits with one key are the same, in their order."""
    places: dict[object, list[int]] = {}
    taken = set(found.values())
    for at, part in enumerate(new):
        if at not in taken:
            places.setdefault(key(part), []).append(at)
    for at, part in enumerate(old):
        if at not in found and (there := places.get(key(part))):
            found[at] = there.pop(0)


def _match_alike(old: Sequence[Trait], new: Sequence[Trait], found: dict[int, int]) -> None:
    """Traits of one kind that bear one name, or of whose fields most are equal; best first."""
    taken = set(found.values())
    mine = {at: (_name(part), _filled(part)) for at, part in enumerate(old) if at not in found}
    theirs = {at: (_name(part), _filled(part)) for at, part in enumerate(new) if at not in taken}
    rows = []
    for at, (name, filled) in mine.items():
        for place, (other, others) in theirs.items():
            if old[at].id == new[place].id:
                named = name == other != ""
                likeness = _likeness(filled, others)
                if named or likeness >= _LIKE:
                    rows.append((-likeness - _LIKE * named, abs(at - place), at, place))
    for _, _, at, place in sorted(rows):
        if at not in found and place not in taken:
            found[at] = place
            taken.add(place)


def _match_in_gaps(old: Sequence[Trait], new: Sequence[Trait], found: dict[int, int]) -> None:
    """Between the same neighbours as many traits of one kind as before are the same ones."""
    at = 0
    while at < len(old):
        end = at
        while end < len(old) and end not in found:
            end += 1
        if end > at:
            first = found[at - 1] + 1 if at else 0
            last = found[end] if end < len(old) else len(new)
            taken = set(found.values())
            free = [place for place in range(first, last) if place not in taken]
            for kind in {old[place].id for place in range(at, end)}:
                mine = [place for place in range(at, end) if old[place].id == kind]
                theirs = [place for place in free if new[place].id == kind]
                if len(mine) == len(theirs):
                    found.update(zip(mine, theirs, strict=True))
        at = end + 1


def _likeness(
    mine: Mapping[tuple[str, bool], str], theirs: Mapping[tuple[str, bool], str]
) -> float:
    """The part of the filled fields that are equal."""
    both = mine.keys() | theirs.keys()
    if not both:
        return 1.0
    return sum(mine.get(key) == theirs.get(key) for key in both) / len(both)


def _filled(trait: Trait) -> Mapping[tuple[str, bool], str]:
    fresh = {}
    if trait.form is not None:
        fresh = {field.name: field.fresh for field in trait.form.fields}
    return {
        value.key: value.said
        for value in values(trait)
        if value.text and value.text != fresh.get(value.name)
    }


def summary(trait: Trait) -> str:
    """What is filled in a trait, on one line; what its label says need not be said again."""
    filled, told = _filled(trait), label(trait)
    return ", ".join(
        f"{value.name} {shown(value.kind, value.text)}".replace("\n", " | ")
        for value in values(trait)
        if value.key in filled and not told.endswith(f"[{shown(value.kind, value.text)}]")
    )
