"""Numbers of pieces that both sides of a merge gave out: one side's pieces get new ones.

VASSAL numbers each new piece with the module's ``nextPieceSlotId`` (``GpIdSupport``), also what a
Place Marker or Replace trait makes. Two builders who add pieces to copies of a module therefore
give out the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from generator.vassal import traits
from generator.vassal.documents import Element
from generator.vassal.encodings import Part, is_count
from generator.workbench.identity import SLOTS, gpid_of
from generator.workbench.merging_trees import TreeMerge
from generator.workbench.opened import DEFINITIONS, Definition, name_of, title_of

NEXT = "nextPieceSlotId"


def give_new_numbers(merging: TreeMerge) -> list[str]:
    """Renumber what theirs added under numbers that ours gave out too; what was done, in words."""
    base, ours, theirs = merging.roots
    old = {gpid_of(one) for one in base.iter(*SLOTS)}
    mine: dict[str, set[Element]] = {}
    for one, numbers in _given_out(merging, ours):
        for number in numbers - old:
            mine.setdefault(number, set()).add(one)
    given = list(_given_out(merging, theirs))
    taken = old.union(mine, *(numbers for _, numbers in given))
    fresh = _fresh(ours, theirs, taken)
    notes = []
    for one, numbers in given:
        partner = merging.node_of[one].ours
        for number in sorted(numbers - old):
            if number in mine and partner not in mine[number]:
                new = next(fresh)
                renumber(one, number, new)
                notes.append(
                    f"{title_of(one)} [{name_of(one)}] of theirs has the number {new} now: ours"
                    f" gave {number} to another piece (saves made with theirs know it as {number})"
                )
    if notes:
        for root in (ours, theirs):
            root.set(NEXT, next(fresh).rpartition(":")[2])
    return notes


def numbers_of(element: Element) -> set[str]:
    """The gpids in a definition: its own, and those of the pieces its traits make."""
    found = {
        part.text
        for trait in Definition(element).chain
        if _may_number(trait.id)
        for part in trait.parts()
        if part.kind == "gpid"
    }
    return (found | {gpid_of(element)}) - {""}


def renumber(element: Element, old: str, new: str) -> None:
    """Give another gpid to a definition, or to what its traits make."""

    def changed(part: Part) -> str:
        return new if part.kind == "gpid" and part.text == old else part.text

    if gpid_of(element) == old:
        element.set("gpid", new)
    definition = Definition(element)
    if definition.command is not None:
        definition.set_chain(tuple(trait.rewritten(changed) for trait in definition.chain))


@cache
def _may_number(ident: str) -> bool:
    """Whether a kind of trait has a field for a gpid, or for a whole piece."""
    form = traits.forms().get(ident)
    rows = (*form.fields, *form.state_fields) if form is not None else ()
    return any(row.kind in ("gpid", "piece") for row in rows)


def _given_out(merging: TreeMerge, root: Element) -> Iterator[tuple[Element, set[str]]]:
    """The definitions a side made or changed, with the numbers that are new in them."""
    own = merging.sums.own
    for one in root.iter(*DEFINITIONS):
        origin = merging.node_of[one].base
        if origin is None:
            yield one, numbers_of(one)
        elif own[origin] != own[one] and (numbers := numbers_of(one) - numbers_of(origin)):
            yield one, numbers


def _fresh(ours: Element, theirs: Element, taken: set[str]) -> Iterator[str]:
    """Numbers nobody has, above those both sides would give out next."""
    prefix = ours.get("extensionId")
    prefix = f"{prefix}:" if prefix else ""
    last = [number.rpartition(":")[2] for number in taken]
    nexts = [root.get(NEXT) for root in (ours, theirs)]
    highest = max((int(one) for one in [*nexts, *last] if is_count(one)), default=0)
    while True:
        if f"{prefix}{highest}" not in taken:
            yield f"{prefix}{highest}"
        highest += 1
