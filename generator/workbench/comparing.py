"""What differs between two modules or extensions, in the game's terms.

Components are told by `generator.workbench.identity`, traits by their fields, pictures by their
content. How the XML is written, and the numbers VASSAL gives named keys anew in each session, are
no difference.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from generator.counting import first_of
from generator.differences import (
    ADDED,
    CHANGED,
    MOVED,
    REMOVED,
    RENAMED,
    Comparison,
    Detail,
    Difference,
    Group,
    keeping_order,
)
from generator.vassal import chains, components, metadata
from generator.vassal.chains import says_same, settled, shown
from generator.vassal.documents import Element
from generator.vassal.metadata import Metadata, MetadataError
from generator.vassal.modules import BUILD_FILES
from generator.workbench.identity import Pairing, comments, key_of, pair
from generator.workbench.opened import (
    CARD_SLOT,
    DEFINITIONS,
    PIECE_SLOT,
    Definition,
    OpenModule,
    name_of,
    path_of,
    title_of,
)
from generator.workbench.sources import DATA, picture_size

IMAGES = "images/"
_SAVED = (".vsav", ".vlog", ".sav", ".log")
PREVIEW = {
    "VASSAL.build.widget.BoxWidget": frozenset({"width", "height"}),
    PIECE_SLOT: frozenset({"width", "height"}),
    CARD_SLOT: frozenset({"width", "height"}),
    "VASSAL.build.widget.ListWidget": frozenset({"width", "height", "divider"}),
}
"""Attributes that VASSAL's editor notes by itself: how large it last drew a thing."""
_NOWHERE = frozenset({"mapId (state)", "x (state)", "y (state)", "nProps (state)"})
"""Where a piece stands that is only defined: it says nothing."""
_TOLD_MOVES = 8
"""So many components that changed their place among their neighbours are named."""


SavedDifferences = Callable[[str, bytes, bytes], Iterable[Detail]]
"""What differs between two saved games: (name of the member, old, new)."""


def compare(
    old: OpenModule,
    new: OpenModule,
    names: tuple[str, str] | None = None,
    saved: SavedDifferences | None = None,
) -> Comparison:
    """What differs between two modules or extensions.

    ``names`` is what to call them, their paths unless given. ``saved`` says what differs in
    saved games that are in both; without it, or where it tells nothing, only their sizes are
    reported.
    """
    pairing = pair(old.root, new.root)
    groups = (
        Group("module", tuple(_of_the_whole(old, new))),
        Group("components", tuple(_component_differences(old.root, new.root, pairing))),
        *_member_groups(old.members, new.members, saved),
    )
    called = names or (str(old.path), str(new.path))
    return Comparison(*called, groups, tuple(_notes(old, new, groups, pairing)))


# --- the module as a whole --------------------------------------------------------------


def _of_the_whole(old: OpenModule, new: OpenModule) -> Iterator[Difference]:
    details = []
    if old.root.tag != new.root.tag:
        details.append(Detail(CHANGED, "", "class", "", old.root.tag, new.root.tag))
    details += _attributes(old.root, new.root)
    if old.build_file != new.build_file:
        details.append(Detail(CHANGED, "", "build file", "", old.build_file, new.build_file))
    said = {(detail.old, detail.new) for detail in details}
    for name in DATA:
        before, after = _data(old, name), _data(new, name)
        for field in ("name", "version", "vassal_version", "description", "extra1", "extra2"):
            was, now = getattr(before, field), getattr(after, field)
            # The module says most of this twice.
            if was != now and (was, now) not in said:
                details.append(Detail(CHANGED, name, field, "", was, now))
        if before.date_saved != after.date_saved:
            dates = _date(before.date_saved), _date(after.date_saved)
            details.append(Detail(CHANGED, name, "date saved", "", *dates))
    if details:
        what = "Extension" if new.is_extension else "Module"
        yield Difference((CHANGED,), what, new.name, "", details=tuple(details))


def _data(module: OpenModule, name: str) -> Metadata:
    raw = module.members.get(name)
    try:
        return metadata.read(raw, name) if raw is not None else Metadata()
    except MetadataError:
        return Metadata()


def _date(milliseconds: str) -> str:
    try:
        when = datetime.fromtimestamp(int(milliseconds) / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return milliseconds
    return when.strftime("%Y-%m-%d %H:%M")


def _notes(
    old: OpenModule, new: OpenModule, groups: Sequence[Group], pairing: Pairing
) -> Iterator[str]:
    own = pairing.sums.own
    alike = sum(
        own[was] != own[now]
        and not [*_attributes(was, now), *_text(was, now)]
        and was.tag == now.tag
        for was, now in pairing.new_of.items()
    )
    if alike:
        yield (
            f"{alike} components are written in another way but say the same"
            " (size of a preview, fields left out)"
        )
    if not alike and not any(group.differences for group in groups):
        for name in (new.build_file, *DATA):
            if old.members.get(name) != new.members.get(name):
                yield f"{name} is written in another way but says the same"


# --- components -------------------------------------------------------------------------


def _component_differences(old: Element, new: Element, pairing: Pairing) -> Iterator[Difference]:
    """In the order of the new tree; what is gone from a component before what is in it."""
    yield from _inside(old, new, pairing)
    for element in new.iter():
        origin = pairing.old_of.get(element)
        if element is new:
            continue
        if origin is None:
            if element.parent in pairing.old_of:
                yield Difference(
                    (ADDED,),
                    title_of(element),
                    key_of(element)[1],
                    _where(element),
                    holds=_holds(element, pairing.old_of),
                    details=tuple(_contents(element, ADDED)),
                )
            continue
        changed = _changed(origin, element, pairing)
        if changed is not None:
            yield changed
        if element.children or origin.children:
            yield from _inside(origin, element, pairing)


def _inside(old: Element, new: Element, pairing: Pairing) -> Iterator[Difference]:
    """What went from a component, and in which order its other parts now stand."""
    for child in old.children:
        if child not in pairing.new_of:
            yield Difference(
                (REMOVED,),
                title_of(child),
                key_of(child)[1],
                _where(child),
                holds=_holds(child, pairing.new_of),
                details=tuple(_contents(child, REMOVED)),
            )
    places = {child: at for at, child in enumerate(old.children)}
    kept = [
        (places[origin], child)
        for child in new.children
        if (origin := pairing.old_of.get(child)) in places and origin is not None
    ]
    steady = keeping_order([place for place, _ in kept])
    moved = [child for at, (_, child) in enumerate(kept) if at not in steady]
    if not moved:
        return
    details = []
    if len(moved) > _TOLD_MOVES:
        told = f"{len(moved)} of {len(kept)} stand elsewhere among the others"
        details.append(Detail(MOVED, "", "order", new=told))
    else:
        siblings = new.children
        for child in moved:
            at = siblings.index(child)
            after = f"after {_called(siblings[at - 1])}" if at else "first"
            details.append(Detail(MOVED, _called(child), "", new=after))
    is_root = new.parent is None
    yield Difference(
        (CHANGED,),
        "order" if is_root else title_of(new),
        "" if is_root else key_of(new)[1],
        "" if is_root else _where(new),
        details=tuple(details),
    )


def _changed(old: Element, new: Element, pairing: Pairing) -> Difference | None:
    """In what a component that both have differs, leaving out what is inside it."""
    how = []
    details: list[Detail] = []
    was, now = key_of(old)[1], key_of(new)[1]
    if pairing.sums.own[old] != pairing.sums.own[new]:
        if old.tag != new.tag:
            details.append(Detail(CHANGED, "", "class", "class", title_of(old), title_of(new)))
        details += [
            detail
            for detail in (*_attributes(old, new), *_text(old, new))
            if was == now or (detail.old, detail.new) != (was, now) or detail.part
        ]
        if was != now:
            how.append(RENAMED)
    moved = not pairing.parent_kept(new)
    if moved:
        how.append(MOVED)
    if details:
        how.append(CHANGED)
    if not how:
        return None
    return Difference(
        tuple(how),
        title_of(new),
        now,
        _where(new),
        was if was != now else "",
        _where(old) if moved else "",
        details=tuple(details),
    )


def _attributes(old: Element, new: Element) -> Iterator[Detail]:
    known = components.table().get(new.tag)
    before, after = old.attributes, new.attributes
    for name in dict.fromkeys((*after, *before)):
        was, now = before.get(name), after.get(name)
        row = known.attributes.get(name) if known is not None else None
        kind = row.kind if row is not None else ""
        assumed = row.default if row is not None else ""
        if says_same(kind, assumed if was is None else was, assumed if now is None else now):
            continue  # what VASSAL assumes may be written out or not
        how = ADDED if was is None else REMOVED if now is None else CHANGED
        if (not was and not now) or name in PREVIEW.get(new.tag, ()):
            continue  # an empty attribute is none
        yield Detail(
            how,
            "",
            name,
            kind,
            shown(kind, was) if was is not None else None,
            shown(kind, now) if now is not None else None,
        )


def _text(old: Element, new: Element) -> Iterator[Detail]:
    was, now = old.text, new.text
    if was != now and settled(was) != settled(now):
        if new.tag in DEFINITIONS:
            before, after = Definition(old).chain, Definition(new).chain
            if before and after:
                for detail in chains.differences(before, after):
                    if not (detail.part.startswith("Basic Piece") and detail.name in _NOWHERE):
                        yield detail
                return
        yield Detail(CHANGED, "", "text", "", was, now)
    if comments(old) != comments(new):
        yield Detail(CHANGED, "", "comment", "", "\n".join(comments(old)), "\n".join(comments(new)))


def _contents(element: Element, how: str) -> Iterator[Detail]:
    """The traits of a piece that came or went."""
    chain = Definition(element).chain if element.tag in DEFINITIONS else ()
    told = ", ".join(chains.label(part) for part in chain)
    if told:
        yield Detail(how, "", "traits", "", *((None, told) if how == ADDED else (told, None)))


def _holds(element: Element, known: Mapping[Element, Element]) -> str:
    """What came or went with a component, counted by kind."""
    counts = Counter(
        title_of(one) for one in element.iter() if one is not element and one not in known
    )
    total = counts.total()
    if not total:
        return ""
    return f"with {first_of((f'{count} {title}' for title, count in counts.most_common()), 3)}"


def _where(element: Element) -> str:
    parent = element.parent
    return path_of(parent) if parent is not None and parent.parent is not None else ""


def _called(element: Element) -> str:
    name = key_of(element)[1] or name_of(element)
    return f"{title_of(element)} [{name}]" if name else title_of(element)


# --- pictures and other members -----------------------------------------------------------


def _member_groups(
    old: Mapping[str, bytes], new: Mapping[str, bytes], saved: SavedDifferences | None
) -> tuple[Group, Group]:
    rows = list(_members(old, new, saved))
    pictures = [row for row in rows if row.what == "image"]
    return (
        Group("images", tuple(pictures)),
        Group("files", tuple(row for row in rows if row.what != "image")),
    )


def _members(
    old: Mapping[str, bytes], new: Mapping[str, bytes], saved: SavedDifferences | None
) -> Iterator[Difference]:
    told = {*BUILD_FILES, *DATA}
    gone = [name for name in old if name not in new and name not in told]
    come = [name for name in new if name not in old and name not in told]
    earlier = renamed_members(old, new, gone, come)
    went = set(earlier.values())
    for name in gone:
        if name not in went:
            yield Difference((REMOVED,), _what(name), name, "", holds=picture_size(old[name]))
    for name in sorted({*come, *(name for name in new if name in old and name not in told)}):
        data = new[name]
        if name in earlier:
            yield Difference((RENAMED,), _what(name), name, "", earlier[name])
        elif name not in old:
            yield Difference((ADDED,), _what(name), name, "", holds=picture_size(data))
        elif old[name] != data:
            is_saved = saved is not None and name.lower().endswith(_SAVED)
            details = tuple(saved(name, old[name], data)) if saved is not None and is_saved else ()
            details = details or tuple(_file_details(old[name], data))
            yield Difference((CHANGED,), _what(name), name, "", details=details)


def renamed_members(
    old: Mapping[str, bytes], new: Mapping[str, bytes], gone: Sequence[str], come: Sequence[str]
) -> dict[str, str]:
    """For each member that has come with the content of one that is gone: that one's name."""
    by_content: dict[bytes, list[str]] = {}
    for name in gone:
        if old[name]:
            by_content.setdefault(hashlib.sha256(old[name]).digest(), []).append(name)
    found = {}
    for name in come:
        if there := by_content.get(hashlib.sha256(new[name]).digest()):
            found[name] = there.pop(0)
    return found


def _what(name: str) -> str:
    return "image" if name.startswith(IMAGES) else "file"


def _file_details(old: bytes, new: bytes) -> Iterator[Detail]:
    texts = [_as_text(data) for data in (old, new)]
    if texts[0] is not None and texts[1] is not None:
        yield Detail(CHANGED, "", "text", "", texts[0], texts[1])
    else:
        sizes = picture_size(old), picture_size(new)
        told = ("content", *sizes) if sizes[0] != sizes[1] else ("content", "", "other bytes")
        yield Detail(CHANGED, "", told[0], "", told[1], told[2])


def _as_text(data: bytes) -> str | None:
    if b"\0" in data or data.startswith((b"\x89PNG", b"GIF8", b"\xff\xd8", b"PK")):
        return None
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None
