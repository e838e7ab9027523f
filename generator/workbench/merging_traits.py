"""Three versions of a piece's traits made one: different traits, or different fields of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter

from generator.light import dataclass
from generator.vassal import chains
from generator.vassal.chains import Value, label, shown
from generator.vassal.traits import Trait
from generator.workbench.weaving import weave

_UNKNOWN = "*"
"""Names the tokens of a trait that no field is known for."""
Choose = Callable[[str, str | None, str | None, str | None], str]
"""Told what is in conflict and the three values, it notes that and says whose is taken:
``ours`` or ``theirs``."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One trait in the three chains, by its places."""

    base: int | None
    ours: int | None
    theirs: int | None


def merge_chains(
    base: Sequence[Trait], ours: Sequence[Trait], theirs: Sequence[Trait], choose: Choose
) -> tuple[Trait, ...]:
    """The traits with the changes of both sides; what both changed differently is chosen."""
    merged: dict[_Row, Trait] = {}
    for row in _rows(base, ours, theirs):
        found = _merged(
            base[row.base] if row.base is not None else None,
            ours[row.ours] if row.ours is not None else None,
            theirs[row.theirs] if row.theirs is not None else None,
            choose,
        )
        if found is not None:
            merged[row] = found
    places = (attrgetter("base"), attrgetter("ours"), attrgetter("theirs"))
    old, mine, other = (
        sorted((row for row in merged if place(row) is not None), key=place) for place in places
    )
    order, apart = weave(old, mine, other, lambda row: _rank(merged[row]))
    if apart:
        told = [", ".join(label(merged[row]) for row in rows) for rows in (old, mine, other)]
        if choose("order of the traits", *told) == "theirs":
            order, _ = weave(old, other, mine, lambda row: _rank(merged[row]))
    return tuple(merged[row] for row in order)


def _rank(trait: Trait) -> tuple[str, str, str]:
    return label(trait), trait.type, trait.state


def _rows(base: Sequence[Trait], ours: Sequence[Trait], theirs: Sequence[Trait]) -> Iterator[_Row]:
    mine, other = chains.pair(base, ours), chains.pair(base, theirs)
    for at in range(len(base)):
        yield _Row(at, mine.get(at), other.get(at))
    left = [at for at in range(len(ours)) if at not in mine.values()]
    right = [at for at in range(len(theirs)) if at not in other.values()]
    for at in left:
        there = next((place for place in right if _both_added(ours[at], theirs[place])), None)
        if there is not None:
            right.remove(there)
        yield _Row(None, at, there)
    for at in right:
        yield _Row(None, None, at)


def _both_added(one: Trait, other: Trait) -> bool:
    """Whether two new traits are the same: equal, or of one kind and name."""
    named = one.id == other.id and "[" in label(one) and label(one) == label(other)
    return named or chains.same(one, other)


def _merged(
    base: Trait | None, ours: Trait | None, theirs: Trait | None, choose: Choose
) -> Trait | None:
    """One trait; ``None`` when it is to be gone."""
    if ours is None or theirs is None:
        kept = theirs if ours is None else ours
        if base is None or kept is None:
            return kept
        if chains.same(base, kept):
            return None
        told = [_summary(one) for one in (base, ours, theirs)]
        side = choose(f"{label(kept)}: changed by one side, removed by the other", *told)
        return theirs if side == "theirs" else ours
    if base is not None and chains.same(base, ours):
        # What only differs in how it is written stays as we have it.
        return ours if chains.same(base, theirs) else theirs
    if chains.same(ours, theirs) or (base is not None and chains.same(base, theirs)):
        return ours
    if ours.form is None or ours.form is not theirs.form or (base and base.form is not ours.form):
        told = [one.type if one is not None else None for one in (base, ours, theirs)]
        return theirs if choose(label(ours), *told) == "theirs" else ours
    return _fields_merged(base, ours, theirs, choose)


def _fields_merged(base: Trait | None, ours: Trait, theirs: Trait, choose: Choose) -> Trait:
    before = {value.key: value for value in chains.values(base)} if base is not None else {}
    mine = {value.key: value for value in chains.values(ours)}
    taken = [
        value
        for value in chains.values(theirs)
        if _takes_theirs(before.get(value.key), mine.get(value.key), value, label(ours), choose)
    ]
    if any(value.name == _UNKNOWN for value in taken):
        told = [one.type if one is not None else None for one in (base, ours, theirs)]
        return theirs if choose(label(ours), *told) == "theirs" else ours
    fields = {value.name: value.value for value in taken if not value.in_state}
    states = {value.name: value.value for value in taken if value.in_state}
    found = ours.changed(**fields) if fields else ours
    return found.with_state(states) if states else found


def _takes_theirs(
    base: Value | None, ours: Value | None, theirs: Value, name: str, choose: Choose
) -> bool:
    was, mine, other = (one.said if one is not None else "" for one in (base, ours, theirs))
    if other == mine or (base is not None and other == was):
        return False
    if base is not None and was == mine:
        return True
    told = [shown(one.kind, one.text) if one is not None else None for one in (base, ours, theirs)]
    return choose(f"{name} / {theirs.name}", *told) == "theirs"


def _summary(trait: Trait | None) -> str | None:
    return None if trait is None else chains.summary(trait)
