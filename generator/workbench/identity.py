"""Which component of one module is which of another, whatever was renamed, moved or sorted.

Pieces are known by their gpid, other components by class and name within their parent; what is
left, by how much of it is equal. Two components say the same when attributes, text and all that
is in them do: quotes, blanks and the order of attributes do not count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TypeVar

from generator.light import dataclass
from generator.vassal import components
from generator.vassal.chains import settled
from generator.vassal.documents import Element
from generator.workbench.opened import CARD_SLOT, DEFINITIONS, PIECE_SLOT, Definition, name_of

SLOTS = (PIECE_SLOT, CARD_SLOT)
EXTENSION_ELEMENT = "VASSAL.build.module.ExtensionElement"

_RENAMED = 0.5
"""Components of one class and parent count as renamed if this much of them is equal."""
_SAME_SLOT = 0.3
"""Two pieces with one gpid and two names count as the same if this much of them is equal."""
_TRUSTED = 0.6
"""Gpids identify pieces if at least this share of the common ones have the same name in both
files."""
_COMMON = 40
"""A content that this many components share does not identify any of them."""
_K = TypeVar("_K", bound=Hashable)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


class Sums:
    """A number for the content of each component: equal numbers for equal contents. All trees of a
    comparison must be learned with the same `Sums`."""

    def __init__(self) -> None:
        self._known: dict[Hashable, int] = {}
        self.own: dict[Element, int] = {}
        """Of class, attributes and text."""
        self.whole: dict[Element, int] = {}
        """Of these and of everything inside, in order."""

    def learn(self, root: Element) -> None:
        """Number a tree."""
        for element in reversed(list(root.iter())):
            attributes = tuple(
                sorted((name, settled(value)) for name, value in element.attributes.items())
            )
            own = self._number((element.tag, attributes, settled(element.text), comments(element)))
            self.own[element] = own
            inside = tuple(self.whole[child] for child in element.children)
            self.whole[element] = self._number((own, inside)) if inside else -own

    def _number(self, content: Hashable) -> int:
        return self._known.setdefault(content, len(self._known) + 1)


@dataclass(slots=True)
class Pairing:
    """The components that two trees have in common."""

    sums: Sums
    new_of: dict[Element, Element] = field(default_factory=dict)
    old_of: dict[Element, Element] = field(default_factory=dict)

    def same(self, old: Element, new: Element) -> None:
        """Record that two components are the same."""
        self.new_of[old] = new
        self.old_of[new] = old

    def parent_kept(self, new: Element) -> bool:
        """Whether a component of the new tree has the same parent as in the old."""
        old = self.old_of[new]
        if old.parent is None or new.parent is None:
            return old.parent is new.parent
        return self.new_of.get(old.parent) is new.parent


def pair(old: Element, new: Element, sums: Sums | None = None) -> Pairing:
    """Which component of the old tree is which of the new; both roots are the same.

    ``sums`` may be given where the trees are already numbered.
    """
    if sums is None:
        sums = Sums()
        sums.learn(old)
        sums.learn(new)
    return _Matcher(old, new, sums).run()


def comments(element: Element) -> tuple[str, ...]:
    """The XML comments directly in a component."""
    raw = "".join(part for part in element.content if isinstance(part, str) and "<!" in part)
    return tuple(_COMMENT.findall(raw)) if raw else ()


def key_of(element: Element) -> tuple[str, str]:
    """What identifies a component among its neighbours: its class and its name."""
    if element.tag == EXTENSION_ELEMENT:
        inside = element.children
        name = "/".join(key_of(inside[0])) if inside else ""
        return element.tag, f"{element.get('target')} {name}"
    if "." in element.tag:
        return element.tag, name_of(element)
    return element.tag, element.get("name") or element.get("lang") or _only_text(element)


def gpid_of(element: Element) -> str:
    """The piece's number in the palette; empty for other components."""
    return element.get("gpid") if element.tag in SLOTS else ""


def likeness(one: Element, other: Element) -> float:
    """How much of two components is equal, from 0 to 1, without what VASSAL sets by itself."""
    mine, theirs = _features(one), _features(other)
    size = mine.total() + theirs.total()
    return 2 * (mine & theirs).total() / size if size else 0.0


class _Matcher:
    """One pairing being made."""

    def __init__(self, old: Element, new: Element, sums: Sums) -> None:
        self.old, self.new = old, new
        self.sums = sums
        self.found = Pairing(sums)
        self._queue: list[tuple[Element, Element]] = []
        self._old_slots = _by_gpid(old)
        self._new_slots = _by_gpid(new)
        self._trusted = self._gpids_tell()

    def run(self) -> Pairing:
        """Match components, from certain to likely matches."""
        self._same(self.old, self.new)
        if self._trusted:
            self._by_gpid_and_name()
            self._by_gpid_alone()
        self._descend()
        while self._elsewhere():
            self._descend()
        return self.found

    def _same(self, old: Element, new: Element) -> None:
        self.found.same(old, new)
        self._queue.append((old, new))

    def _free_old(self, given: Iterable[Element]) -> list[Element]:
        return [one for one in given if one not in self.found.new_of]

    def _free_new(self, given: Iterable[Element]) -> list[Element]:
        return [one for one in given if one not in self.found.old_of]

    # Pieces.

    def _gpids_tell(self) -> bool:
        """Whether most gpids that both files have go with one name in both."""
        shared = [
            (self._old_slots[gpid], self._new_slots[gpid])
            for gpid in self._old_slots.keys() & self._new_slots.keys()
        ]
        if not shared:
            return False
        fitting = sum(
            bool({name_of(one) for one in before} & {name_of(one) for one in after})
            for before, after in shared
        )
        return fitting >= _TRUSTED * len(shared)

    def _by_gpid_and_name(self) -> None:
        for gpid, before in self._old_slots.items():
            after = self._new_slots.get(gpid, [])
            if len(before) == len(after) == 1:
                one, other = before[0], after[0]
                if key_of(one) == key_of(other):
                    self._same(one, other)
            elif after:
                self._in_order(before, after, self.sums.whole.__getitem__)
                self._in_order(before, after, lambda one: (_place(one), key_of(one)))
                self._in_order(before, after, key_of)

    def _by_gpid_alone(self) -> None:
        for gpid, before in self._old_slots.items():
            left = self._free_old(before)
            after = self._free_new(self._new_slots.get(gpid, []))
            for one, other in zip(left, after, strict=False):
                if one.tag == other.tag and likeness(one, other) >= _SAME_SLOT:
                    self._same(one, other)

    # Inside components that are the same.

    def _descend(self) -> None:
        while self._queue:
            old, new = self._queue.pop()
            before, after = self._free_old(old.children), self._free_new(new.children)
            if before and after:
                self._within(before, after)

    def _within(self, before: Sequence[Element], after: Sequence[Element]) -> None:
        self._in_order(before, after, self.sums.whole.__getitem__)
        theirs = _grouped(self._free_new(after), key_of)
        for key, mine in _grouped(self._free_old(before), key_of).items():
            there = theirs.get(key, [])
            if not there:
                continue
            if len(mine) == len(there) == 1 and not _other_gpid(mine[0], there[0]):
                self._same(mine[0], there[0])
            else:
                # A piece made anew under the old name is another piece, unless it is much alike.
                other = self._trusted and mine[0].tag in SLOTS
                self._likely(mine, there, _RENAMED if other else 0.0)
        other_tags = _grouped(self._free_new(after), lambda one: one.tag)
        for tag, mine in _grouped(self._free_old(before), lambda one: one.tag).items():
            if self._trusted:  # a gpid of its own says that it is another piece
                mine = [one for one in mine if not gpid_of(one)]
            there = other_tags.get(tag, [])
            if "." not in tag and len(mine) == len(there) == 1:
                self._same(mine[0], there[0])  # an element that is no class: its text changed
            elif mine and there:
                self._likely(mine, there, _RENAMED)
        self._converted(before, after)

    def _converted(self, before: Sequence[Element], after: Sequence[Element]) -> None:
        """Containers that kept name and contents and became another kind: tabs made a list."""
        theirs = _grouped((one for one in self._free_new(after) if one.children), name_of)
        held = [one for one in self._free_old(before) if one.children]
        for name, mine in _grouped(held, name_of).items():
            if name and (there := theirs.get(name)):
                self._likely(mine, there, _RENAMED)

    def _in_order(
        self,
        before: Sequence[Element],
        after: Sequence[Element],
        key: Callable[[Element], Hashable],
    ) -> None:
        """Those with equal keys are the same, in their order."""
        theirs = _grouped(self._free_new(after), key)
        for value, mine in _grouped(self._free_old(before), key).items():
            for one, other in zip(mine, theirs.get(value, []), strict=False):
                self._same(one, other)

    def _likely(self, before: Sequence[Element], after: Sequence[Element], least: float) -> None:
        """Those most alike are the same, if they are alike enough; else the nearest in order.

        With ``least`` 0 the rest are the same in their order.
        """
        contents = {one: _features(one) for one in (*before, *after)}
        if not least:
            self._in_order(before, after, lambda one: frozenset(contents[one].items()))
        mine, theirs = self._free_old(before), self._free_new(after)
        rows = [*_alike(mine, theirs, contents, least), *self._kindred(mine, theirs, least)]
        for _, _, at, there in sorted(rows):
            if mine[at] not in self.found.new_of and theirs[there] not in self.found.old_of:
                self._same(mine[at], theirs[there])
        if not least:
            self._in_order(before, after, lambda _: None)

    def _kindred(
        self, before: Sequence[Element], after: Sequence[Element], least: float
    ) -> Iterator[tuple[float, int, int, int]]:
        """As `_alike`, of containers that hold the same pieces."""
        places = {other: there for there, other in enumerate(after) if other.children}
        if not places:
            return
        sizes = [_pieces_in(other) for other in after]
        for at, one in enumerate(before):
            shared: Counter[int] = Counter()
            for piece in one.iter(*SLOTS):
                above = self.found.new_of.get(piece)
                while above is not None and above not in places:
                    above = above.parent
                if above is not None:
                    shared[places[above]] += 1
            for there, count in shared.items():
                alike = 2 * count / (_pieces_in(one) + sizes[there])
                if alike >= least:
                    yield -alike, abs(at - there), at, there

    # Anywhere.

    def _elsewhere(self) -> bool:
        """Match components that moved to another parent; return whether any was found."""
        before, after = self._free_old(self.old.iter()), self._free_new(self.new.iter())
        known = len(self.found.new_of)
        if before and after:
            self._unique(before, after, self.sums.whole.__getitem__, 0.0)
            self._unique(self._free_old(before), self._free_new(after), key_of, _RENAMED)
        return len(self.found.new_of) > known

    def _unique(
        self,
        before: Sequence[Element],
        after: Sequence[Element],
        key: Callable[[Element], Hashable],
        least: float,
    ) -> None:
        theirs = _grouped(after, key)
        for value, mine in _grouped(before, key).items():
            there = theirs.get(value, [])
            if len(mine) != 1 or len(there) != 1 or mine[0].tag != there[0].tag:
                continue
            one, other = mine[0], there[0]
            if not _tells(one) or (least and likeness(one, other) < least):
                continue
            if self._trusted and _other_gpid(one, other):
                continue
            self._same(one, other)


def _alike(
    before: Sequence[Element],
    after: Sequence[Element],
    contents: Mapping[Element, Counter[Hashable]],
    least: float,
) -> Iterator[tuple[float, int, int, int]]:
    """(minus the likeness, distance, place, other place) of components that may be the same.

    Where there are many, only those are held together that share something rare.
    """
    bearers: dict[Hashable, list[int]] = {}
    for there, other in enumerate(after):
        for what in contents[other]:
            bearers.setdefault(what, []).append(there)
    small = len(before) * len(after) <= _COMMON * _COMMON
    for at, one in enumerate(before):
        mine = contents[one]
        near = {
            there
            for what in mine
            if small or len(bearers.get(what, ())) <= _COMMON
            for there in bearers.get(what, ())
        }
        for there in near:
            theirs = contents[after[there]]
            alike = 2 * (mine & theirs).total() / (mine.total() + theirs.total())
            if alike >= least:
                yield -alike, abs(at - there), at, there


def _pieces_in(element: Element) -> int:
    return sum(1 for _ in element.iter(*SLOTS))


def _other_gpid(one: Element, other: Element) -> bool:
    mine, theirs = gpid_of(one), gpid_of(other)
    return bool(mine and theirs) and mine != theirs


def _tells(element: Element) -> bool:
    """Whether a component has enough content to be recognised in another place."""
    return bool(key_of(element)[1] or element.children)


def _by_gpid(root: Element) -> dict[str, list[Element]]:
    found: dict[str, list[Element]] = {}
    for element in root.iter(*SLOTS):
        if gpid := element.get("gpid"):
            found.setdefault(gpid, []).append(element)
    return found


def _grouped(given: Iterable[Element], key: Callable[[Element], _K]) -> dict[_K, list[Element]]:
    found: dict[_K, list[Element]] = {}
    for one in given:
        found.setdefault(key(one), []).append(one)
    return found


def _place(element: Element) -> Hashable:
    return key_of(element.parent) if element.parent is not None else None


def _only_text(element: Element) -> str:
    return "" if element.children else element.text


def _features(element: Element) -> Counter[Hashable]:
    """The contents of a component, part by part, without what VASSAL adds to every one."""
    found: Counter[Hashable] = Counter()
    for one in element.iter():
        known = components.table().get(one.tag)
        for name, value in one.attributes.items():
            row = known.attributes.get(name) if known is not None else None
            if value and name != "gpid" and (row is None or value != row.default):
                found[one.tag, name, settled(value)] += 1
        if one.tag in DEFINITIONS:
            for part in Definition(one).chain:
                found[settled(part.type)] += 1
                if part.id != "piece;" and part.state:
                    found[part.id, settled(part.state)] += 1
        elif text := _only_text(one):
            found[one.tag, text] += 1
    return found
