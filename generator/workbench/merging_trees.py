"""Three component trees made one: every change of either side, by which component is which.

A component stands where the side that moved it put it, holds what either side put into it, and
has each attribute, text and trait as the side that changed it has them. What is not in conflict
does not depend on which side is called ours. Elements that one side alone wrote are taken as
they stand in its file.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import NamedTuple

from generator.counting import first_of
from generator.light import dataclass
from generator.vassal import components, documents
from generator.vassal.chains import settled
from generator.vassal.documents import Element
from generator.workbench.comparing import PREVIEW
from generator.workbench.identity import SLOTS, Sums, gpid_of, key_of, likeness, pair
from generator.workbench.merging_traits import merge_chains
from generator.workbench.opened import DEFINITIONS, Definition, name_of, path_of, title_of
from generator.workbench.weaving import weave

_HIGHEST = frozenset({"nextPieceSlotId", "VassalVersion", "vassalVersion", "dateSaved"})
"""Attributes, and elements of the metadata, whose values only grow."""
_ALIKE = 0.5
"""Two components that both sides added count as the same if this much of them is equal."""
_FEW = 8
"""At most this many components are named."""
_NUMBER = re.compile(r"\d+")


class Conflict(NamedTuple):
    """A part that both sides changed in different ways."""

    where: str
    """The component's path, or the member's name."""
    what: str
    """The attribute, or trait and field."""
    base: str | None
    """``None`` if it did not exist."""
    ours: str | None
    theirs: str | None


@dataclass(slots=True, eq=False)
class Node:
    """One component in the three trees."""

    base: Element | None
    ours: Element | None
    theirs: Element | None
    alive: bool = True
    parent: Node | None = None

    @property
    def any(self) -> Element:
        """The component in one of the trees that have it."""
        found = self.ours or self.theirs or self.base
        assert found is not None
        return found


@dataclass(slots=True)
class Choices:
    """The conflicts found, and the side that is taken in all of them."""

    prefer: str = "ours"
    conflicts: list[Conflict] = field(default_factory=list)

    def choose(
        self, where: str, what: str, base: str | None, ours: str | None, theirs: str | None
    ) -> str:
        """Note a conflict; return the side that is taken."""
        self.conflicts.append(Conflict(where, what, base, ours, theirs))
        return self.prefer


class TreeMerge:
    """A merge of three trees. Their elements become parts of the result."""

    def __init__(self, base: Element, ours: Element, theirs: Element, choices: Choices) -> None:
        self.roots = base, ours, theirs
        self.choices = choices
        self.sums = Sums()
        for root in self.roots:
            self.sums.learn(root)
        self.mine = pair(base, ours, self.sums)
        self.other = pair(base, theirs, self.sums)
        self.node_of: dict[Element, Node] = {}
        self._nodes: list[Node] = []
        self._inside: dict[Node, list[Node]] = {}
        self._leads: dict[Element, str] = {}
        self._tails: dict[Element, str] = {}
        self._join()

    def run(self) -> Element:
        """The merged tree's root."""
        self._keep_blanks()
        self._decide_life()
        self._decide_places()
        return self._build(self.node_of[self.roots[1]])

    # Which is which.

    def _join(self) -> None:
        base, ours, theirs = self.roots
        for element in base.iter():
            self._add(Node(element, self.mine.new_of.get(element), self.other.new_of.get(element)))
        for element in ours.iter():
            if element not in self.node_of:
                self._add(Node(None, element, None))
        for element in theirs.iter():
            if element not in self.node_of:
                self._add(Node(None, None, element))
            node = self.node_of[element]
            if node.ours is not None:
                self._join_added(node.ours, element)

    def _add(self, node: Node) -> None:
        self._nodes.append(node)
        for element in (node.base, node.ours, node.theirs):
            if element is not None:
                self.node_of[element] = node

    def _join_added(self, ours: Element, theirs: Element) -> None:
        """Find components that both sides added to the same component and that are the same."""
        other: dict[tuple[str, str], list[Element]] = {}
        for two in theirs.children:
            if two not in self.other.old_of:
                other.setdefault(key_of(two), []).append(two)
        for one in ours.children if other else ():
            if one in self.mine.old_of:
                continue
            there = next((t for t in other.get(key_of(one), ()) if self._both_added(one, t)), None)
            if there is not None:
                other[key_of(one)].remove(there)
                self.node_of[one].theirs = there
                self.node_of[there] = self.node_of[one]

    def _both_added(self, one: Element, other: Element) -> bool:
        if self.sums.whole[one] == self.sums.whole[other]:
            return True
        if gpid_of(one) != gpid_of(other):
            return False
        found_by_name = one.tag not in SLOTS and _is_found_by_name(one)
        return found_by_name or likeness(one, other) >= _ALIKE

    # What lives, and where.

    def _decide_life(self) -> None:
        """Remove what one side removed, unless the other changed it."""
        for element in self.roots[0].iter():
            node = self.node_of[element]
            if node.ours is not None and node.theirs is not None:
                continue
            kept = node.ours or node.theirs
            above = self.node_of[element.parent] if element.parent is not None else None
            if kept is None:
                node.alive = False
            elif (
                above is not None
                and (above.ours or above.theirs) is not None
                and (above.ours is None, above.theirs is None)
                == (node.ours is None, node.theirs is None)
                and self._kept_place(node, kept)
            ):
                node.alive = above.alive  # it was removed with what it stands in
            elif not self._touched(node, kept):
                node.alive = False
            else:
                node.alive = self._kept_after_all(node)
        for root in self.roots[1:]:
            for element in root.iter():
                node = self.node_of[element]
                if node.base is None and element.parent is not None:
                    node.alive = self.node_of[element.parent].alive

    def _kept_after_all(self, node: Node) -> bool:
        told = [
            None if side is None else "there" if side is node.base else "changed"
            for side in (node.base, node.ours, node.theirs)
        ]
        removed = "ours" if node.ours is None else "theirs"
        what = "removed by one side, changed by the other"
        return self.choices.choose(path_of(node.any), what, *told) != removed

    def _touched(self, node: Node, kept: Element) -> bool:
        """Whether a side that kept a component changed it, or anything in it."""
        if not self._kept_place(node, kept):
            return True
        pairing = self.mine if node.ours is kept else self.other
        own = self.sums.own
        return any(
            (origin := pairing.old_of.get(one)) is None
            or own[origin] != own[one]
            or not self._kept_place(self.node_of[one], one)
            for one in kept.iter()
        )

    def _kept_place(self, node: Node, side: Element) -> bool:
        base = node.base
        if base is None or base.parent is None or side.parent is None:
            return base is not None
        return self.node_of[base.parent] is self.node_of[side.parent]

    def _decide_places(self) -> None:
        living = [node for node in self._nodes if node.alive]
        for node in living:
            node.parent = self._place(node)
        if any(self._runs_in_circles(node) for node in living):
            what = "components moved into each other"
            prefer = self.choices.choose(path_of(self.roots[1]), what, None, None, None)
            for node in living:
                side = node.theirs if prefer == "theirs" else node.ours
                if side is not None:
                    node.parent = self._above(side)
        for node in living:
            if node.parent is not None:
                self._inside.setdefault(node.parent, []).append(node)

    def _place(self, node: Node) -> Node | None:
        base, ours, theirs = (
            self._above(side) if side is not None else None
            for side in (node.base, node.ours, node.theirs)
        )
        if node.ours is None or node.theirs is None:
            return ours or theirs
        if ours is theirs or theirs is base:
            return ours
        if ours is base:
            return theirs
        told = [path_of(one.any) if one is not None else None for one in (base, ours, theirs)]
        side = self.choices.choose(path_of(node.any), "moved to two places", *told)
        return theirs if side == "theirs" else ours

    def _above(self, element: Element) -> Node | None:
        """The parent of a component on one side: the nearest one that is kept."""
        above = element.parent
        while above is not None and not self.node_of[above].alive:
            above = above.parent
        return self.node_of[above] if above is not None else None

    def _runs_in_circles(self, node: Node) -> bool:
        slow: Node | None = node
        fast = node.parent
        while fast is not None and fast.parent is not None and slow is not None:
            if fast is slow:
                return True
            slow, fast = slow.parent, fast.parent.parent
        return False

    # The result.

    def _keep_blanks(self) -> None:
        """Keep the blanks before each element in its own file, and before each end tag."""
        for root in self.roots:
            for element in root.iter():
                blank = ""
                for part in element.content:
                    if isinstance(part, Element):
                        self._leads[part] = blank
                        blank = ""
                    elif not part.strip():
                        blank = part
                self._tails[element] = blank

    def _build(self, node: Node) -> Element:
        frame = self._frame(node)
        order = self._order(node)
        before, children = frame.children, [self._build(child) for child in order]
        if len(before) != len(children) or any(map(operator.is_not, before, children)):
            self._fill(frame, node, dict(zip(children, order, strict=True)))
        return frame

    def _fill(self, frame: Element, node: Node, children: Mapping[Element, Node]) -> None:
        """Make these the children of an element, each with the blanks it had in the file of the
        side that put it there."""
        words = [part for part in frame.content if isinstance(part, str) and part.strip()]
        leads = [self._lead(inside, node) for inside in children.values()]
        frame.content = []
        if children:
            frame.append(next(iter(children)))  # opens the tag of an element that was empty
            first, _, last = frame.content
            frame.content = []
            for child, lead in zip(children, leads, strict=True):
                child.parent = frame
                frame.content += [lead or first, child]
            tails = (self._tails.get(side) for side in (node.ours, node.theirs) if side)
            frame.content.append(next((tail for tail in tails if tail), last))
        frame.content[:0] = words

    def _lead(self, child: Node, node: Node) -> str:
        """The blanks before a component: of the side that put it there; where it stood before,
        those that a side changed."""
        there = [
            side
            for side in (child.ours, child.theirs)
            if side is not None and side.parent is not None and self.node_of[side.parent] is node
        ]
        moved = [side for side in there if not self._kept_place(child, side)]
        if moved or child.base is None:
            return self._leads[(moved or there)[0]] if there else ""
        was = self._leads[child.base]
        return next((lead for side in there if (lead := self._leads[side]) != was), was)

    def _order(self, node: Node) -> list[Node]:
        inside = self._inside.get(node, [])
        if not inside:
            return []
        wanted = set(inside)
        base, ours, theirs = (
            [one for child in side.children if (one := self.node_of[child]) in wanted]
            if side is not None
            else []
            for side in (node.base, node.ours, node.theirs)
        )
        order, apart = weave(base, ours, theirs, self._rank)
        if any(one.base is not None for one in apart):
            told = [_named(rows, apart) for rows in (base, ours, theirs)]
            if self.choices.choose(path_of(node.any), "order", *told) == "theirs":
                order, _ = weave(base, theirs, ours, self._rank)
        return order + [one for one in inside if one not in set(order)]

    def _rank(self, node: Node) -> tuple[str, str, str]:
        return (*key_of(node.any), node.any.raw())

    def _frame(self, node: Node) -> Element:
        """The element whose tags and text the result has, attributes and text merged."""
        base, ours, theirs = node.base, node.ours, node.theirs
        if ours is None or theirs is None:
            return node.any
        own = self.sums.own
        was = own[base] if base is not None else 0
        if was == own[ours]:
            return theirs if own[theirs] != was else ours
        if own[theirs] in (was, own[ours]):
            return ours
        frame = ours
        if ours.tag != theirs.tag:
            tags = base.tag if base is not None else None, ours.tag, theirs.tag
            tag = self._merged_value(path_of(ours), "class", "", *tags)
            frame = ours if tag == ours.tag else theirs
        self._merge_own(base, ours, theirs, frame)
        return frame

    # One component.

    def _merge_own(
        self, base: Element | None, ours: Element, theirs: Element, frame: Element
    ) -> None:
        """Make the frame, which is one of the two, have the attributes and text of the result."""
        where = path_of(ours)
        before = base.attributes if base is not None else {}
        mine, other = ours.attributes, theirs.attributes
        text = self._merged_text(where, base, ours, theirs)
        for name in dict.fromkeys((*mine, *other, *before)):
            values = before.get(name), mine.get(name), other.get(name)
            taken = self._merged_value(where, name, ours.tag, *values)
            if taken is None:
                frame.unset(name)
            elif not _equal(taken, frame.attributes.get(name)):
                frame.set(name, taken)
        if not _equal(text, frame.text):
            frame.set_text(text)

    def _merged_value(
        self,
        where: str,
        name: str,
        tag: str,
        base: str | None,
        ours: str | None,
        theirs: str | None,
    ) -> str | None:
        if _equal(ours, theirs) or _equal(base, theirs):
            return ours
        if _equal(base, ours):
            return theirs
        grows = name in _HIGHEST or name in PREVIEW.get(tag, ())
        if grows and ours is not None and theirs is not None:
            return max(ours, theirs, key=_version)
        side = self.choices.choose(where, name, base, ours, theirs)
        return theirs if side == "theirs" else ours

    def _merged_text(self, where: str, base: Element | None, ours: Element, theirs: Element) -> str:
        was = base.text if base is not None else None
        mine, other = ours.text, theirs.text
        if _equal(mine, other) or _equal(was, other):
            return mine
        if _equal(was, mine):
            return other
        if ours.tag in DEFINITIONS:
            merged = self._merged_definition(where, base, ours, theirs)
            if merged is not None:
                return merged
        if ours.tag in _HIGHEST:
            return max(mine, other, key=_version)
        return other if self.choices.choose(where, "text", was, mine, other) == "theirs" else mine

    def _merged_definition(
        self, where: str, base: Element | None, ours: Element, theirs: Element
    ) -> str | None:
        """A piece's text, trait by trait; None where one of the three cannot be read as such."""
        old = Definition(base).chain if base is not None else ()
        mine, other = Definition(ours).chain, Definition(theirs).chain
        if not mine or not other or (base is not None and base.text and not old):
            return None
        merged = merge_chains(old, mine, other, partial(self.choices.choose, where))
        for chain, element in ((mine, ours), (other, theirs)):
            if merged == chain:
                return element.text
        made = documents.make(ours.tag, text=ours.text)
        Definition(made).set_chain(merged)
        return made.text


def _is_found_by_name(element: Element) -> bool:
    """Whether other components refer to it by its name, so that there can be only one."""
    known = components.table().get(element.tag)
    rows = known.attributes.values() if known is not None else ()
    name = name_of(element)
    return any(row.kind.startswith("def[") and element.get(row.name) == name for row in rows)


def _named(rows: Sequence[Node], wanted: Sequence[Node]) -> str:
    """Components in their order, by their names."""
    names = [key_of(one.any)[1] or title_of(one.any) for one in rows if one in wanted]
    return first_of(names, _FEW)


def _equal(one: str | None, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    return one == other or settled(one) == settled(other)


def _version(text: str) -> tuple[list[int], str]:
    """A sort key for versions, numbers and dates: ``3.7.10`` is after ``3.7.9``."""
    return [int(found) for found in _NUMBER.findall(text)], text
