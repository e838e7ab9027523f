"""Three versions of a module made one: what both sides changed, each in another place.

``base`` is what both sides began from. Components and traits are merged by identity, all other
members by their content. What both sides changed in two ways is a conflict, named with its three
values; nothing else depends on which side is called ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal import archive, documents
from generator.vassal.documents import DocumentError
from generator.workbench.gpids import give_new_numbers
from generator.workbench.merging_trees import Choices, Conflict, TreeMerge
from generator.workbench.opened import EXTENSION, OpenModule, rewritten
from generator.workbench.sources import (
    DATA,
    is_build_file,
    is_save,
    nothing_like,
    open_source,
    picture_size,
)
from generator.workbench.weaving import weave

__all__ = ["Conflict", "MergeError", "Merged", "merge", "merge_files"]


class MergeError(BroadsideError):
    """Files that cannot be merged: saves, or a module with an extension."""


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of a merge."""

    members: Mapping[str, bytes]
    """The members of the merged archive, with conflicts settled for the preferred side."""
    conflicts: tuple[Conflict, ...]
    notes: tuple[str, ...]
    """Decisions that builders should know of: new numbers of pieces."""


def merge_files(
    base: Path, ours: Path, theirs: Path, prefer: str | None = None
) -> tuple[Merged, bytes]:
    """Three files merged, and the bytes of the result; ``prefer`` as in `merge`.

    An empty ``base`` stands for none: both sides added the module.
    Raises `MergeError`, or what `sources.open_source` raises.
    """
    paths = base, ours, theirs
    for path in paths:
        if is_save(path):
            raise MergeError(
                f"{path}: a saved game or log: two games that were played on apart cannot be made"
                " one; merge modules (.vmod), extensions (.vmdx) or buildFiles"
            )
    empty = base.is_file() and base.stat().st_size == 0
    mine, other = open_source(ours), open_source(theirs)
    origin = nothing_like(mine) if empty else open_source(base)
    bare = [is_build_file(path) for path in paths if not (empty and path is base)]
    if any(bare) != all(bare):
        raise MergeError(f"{ours}: a module cannot be merged with a bare buildFile")
    before = [dict(module.members) for module in (mine, other)]
    merged = merge(origin, mine, other, prefer)
    for path, members in zip((ours, theirs), before, strict=True):
        if path.is_file() and list(merged.members.items()) == list(members.items()):
            return merged, path.read_bytes()
    if all(bare):
        return merged, next(iter(merged.members.values()))
    if ours.is_file():
        return merged, b"".join(rewritten(ours, merged.members))
    return merged, archive.pack(merged.members)


def merge(
    base: OpenModule, ours: OpenModule, theirs: OpenModule, prefer: str | None = None
) -> Merged:
    """Three versions of a module or extension made one. The trees given are used up.

    ``prefer`` (``ours`` or ``theirs``) settles the conflicts; without it they are settled for
    ours, to have a result that can be looked at.
    Raises `MergeError` when a module is to be merged with an extension.
    """
    kinds = {module.root.tag == EXTENSION for module in (base, ours, theirs)}
    if len(kinds) > 1:
        raise MergeError(f"{ours.path}: a module cannot be merged with an extension")
    choices = Choices(prefer or "ours")
    notes: list[str] = []
    found: dict[str, bytes] = {}
    sides = [_by_role(module) for module in (base, ours, theirs)]
    names = [list(members) for members in sides]
    for role in dict.fromkeys((*names[1], *names[2])):
        was, mine, other = (members.get(role) for members in sides)
        if mine == other or was == other:
            taken = mine
        elif was == mine:
            taken = other
        elif role == "" and mine is not None and other is not None:
            taken = _build_files(base, ours, theirs, choices, notes)
        elif role in DATA and mine is not None and other is not None:
            taken = _metadata(role, was, mine, other, choices)
        else:
            told = [picture_size(data) or None for data in (was, mine, other)]
            taken = other if choices.choose(role, "content", *told) == "theirs" else mine
        if taken is not None:
            found[role] = taken
    was_order, mine_order, their_order = ([r for r in rows if r in found] for rows in names)
    order, _ = weave(was_order, mine_order, their_order, str)
    build_file = _three(base.build_file, ours.build_file, theirs.build_file)
    return Merged({role or build_file: found[role] for role in order}, _told(choices), tuple(notes))


def _by_role(module: OpenModule) -> dict[str, bytes]:
    """The members by name; the buildFile, which may have two names, under the empty name."""
    return {
        "" if name == module.build_file else name: data for name, data in module.members.items()
    }


def _three(base: str, ours: str, theirs: str) -> str:
    return theirs if ours == base else ours


def _build_files(
    base: OpenModule, ours: OpenModule, theirs: OpenModule, choices: Choices, notes: list[str]
) -> bytes:
    merging = TreeMerge(base.root, ours.root, theirs.root, choices)
    notes += give_new_numbers(merging)
    ours.document.root = merging.run()
    return ours.document.to_bytes()


def _metadata(name: str, base: bytes | None, ours: bytes, theirs: bytes, choices: Choices) -> bytes:
    """``moduledata`` and similar files, merged element by element; unreadable ones as a whole."""
    try:
        mine = documents.parse(ours, name)
        other = documents.parse(theirs, name)
        was = documents.parse(base or b"<data/>", name)
    except DocumentError:
        told = [picture_size(data) or None for data in (base, ours, theirs)]
        return theirs if choices.choose(name, "content", *told) == "theirs" else ours
    own = Choices(choices.prefer)
    mine.root = TreeMerge(was.root, mine.root, other.root, own).run()
    choices.conflicts += [Conflict(f"{name}: {row.where}", *row[1:]) for row in own.conflicts]
    return mine.to_bytes()


def _told(choices: Choices) -> tuple[Conflict, ...]:
    """The conflicts, without those of the metadata that only repeat the module's own."""
    values = {row[2:] for row in choices.conflicts if not row.where.startswith(DATA)}
    return tuple(
        row for row in choices.conflicts if not row.where.startswith(DATA) or row[2:] not in values
    )
