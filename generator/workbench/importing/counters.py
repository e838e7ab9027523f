"""Slots and pieces of a module as counters of a definition; equal ones are one entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from generator.light import dataclass
from generator.vassal.documents import Element
from generator.vassal.encodings import whole
from generator.vassal.prototypes import Prototypes
from generator.vassal.traits import Trait
from generator.workbench.importing.carrying import Binding
from generator.workbench.importing.looks import CARRIED, Face, Look, look_of
from generator.workbench.importing.measures import size
from generator.workbench.importing.names import Taken, line, slug
from generator.workbench.importing.pictures import Pictures
from generator.workbench.importing.report import Report
from generator.workbench.opened import Definition

_SMALLEST, _LARGEST = 1, 11_800
"""Sides of a counter in pixels: a quarter of a millimetre, three metres."""
_HALF_INCH = (50, 50)
_CARD = 200
"""The longer side of the smallest card, in pixels: two inches."""

IN_DECKS = "Decks / "
"""Begins the part of the palette for what lies in the decks of a map."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one line of ``counters.csv`` says, without its id and its number."""

    name: str
    size: tuple[int, int]
    images: tuple[str, ...]
    """A file for each face; none for a counter that shows its name only."""
    shows: tuple[int, ...]
    """Which of the piece's faces those are: one without any picture is none."""
    face_names: tuple[str, ...]
    """What it is called while each shows; none where it is always called the same."""
    restricted_to: tuple[str, ...]
    stacks: bool
    trail: bool
    title: str
    """What stands on a counter without a picture."""
    back: str = ""
    mask_name: str = ""
    mask_sides: tuple[str, ...] = ()
    hide_sides: tuple[str, ...] = ()


@dataclass(slots=True)
class Counters:
    """The counters of a definition as they are found."""

    pictures: Pictures
    prototypes: Prototypes
    sides: Mapping[str, str]
    """What the module calls a side -> the definition's id."""
    report: Report
    trays: dict[Entry, str] = field(default_factory=dict)
    """Every entry, in the order found, and where in the palette it lies."""
    most: Counter[Entry] = field(default_factory=Counter)
    """How many of an entry the set-up that needs most of them needs."""
    slots: dict[Entry, list[Element]] = field(default_factory=dict)
    """The slots an entry was read from."""
    layers: dict[Entry, dict[tuple[str, bool], None]] = field(default_factory=dict)
    """The layers that make the faces of an entry's pieces (`Look.layer`)."""
    _by_slot: dict[int, tuple[Entry, Look]] = field(default_factory=dict)

    def of_slot(self, element: Element, tray: str) -> tuple[Entry, Look] | None:
        """The entry of a slot, and how its piece stands; ``None`` for an empty slot."""
        if id(element) not in self._by_slot:
            definition = Definition(element)
            chain = definition.chain
            if not chain:
                self.report.keep("empty slots", definition.name)
                return None
            room = whole(element.get("width")), whole(element.get("height"))
            found = self._by_slot[id(element)] = self.of_chain(chain, tray, definition.name, room)
            self.slots.setdefault(found[0], []).append(element)
            self._tell_traits(chain)
        return self._by_slot[id(element)]

    def of_chain(
        self,
        chain: tuple[Trait, ...],
        tray: str,
        name: str = "",
        room: tuple[int, int] = (0, 0),
    ) -> tuple[Entry, Look]:
        """The entry of a piece, and how it stands. ``room`` is its size when it has no picture."""
        # A piece of nothing but prototypes that are not there is reported as it stands.
        whole_chain = self.prototypes.expanded(chain) or chain
        look = look_of(whole_chain)
        entry = self._entry(look, _plain(look.name), _plain(name), room)
        self.trays.setdefault(entry, tray)
        self.most.setdefault(entry, 1)
        if look.layer is not None:
            self.layers.setdefault(entry, {})[look.layer] = None
        if look.flattened:
            self.report.change("layers put into the picture as they stand", entry.name)
        return entry, look

    def _entry(self, look: Look, called: str, otherwise: str, room: tuple[int, int]) -> Entry:
        look = self._in_the_middle(look, called)
        extent = self._extent(look, called, room)
        made = [self.pictures.composed(face.layers, extent) for face in look.faces]
        files = [one.file for one in made]
        if any(one.written for one in made):
            self.report.change("labels written into the picture as they stand", called)
        unwritten = (*look.unwritten, *(why for one in made for why in one.left_off))
        for why in dict.fromkeys(unwritten):
            self.report.change(why, called)
        if any(files) and not all(files):
            self.report.change("sides without a picture", called)
        shows = tuple(at for at, file in enumerate(files) if file)
        names = tuple(line(look.faces[at].called(called)) for at in shows)
        if not shows:
            self.report.change("counters without a picture, which show a name", called or otherwise)
        everybody = tuple(self.sides.values())
        entry = Entry(
            name=called,
            size=extent,
            images=tuple(file for file in files if file),
            shows=shows,
            # A name that is nothing could not be told from none.
            face_names=names if all(names) and {*names} != {called} else (),
            restricted_to=self._known(look.restricted_to),
            stacks=look.stacks,
            trail=look.trail,
            title="" if shows else called or otherwise or "?",
        )
        if look.hide_sides is not None:
            entry = replace(entry, hide_sides=self._known(look.hide_sides) or everybody)
        if look.mask_sides is None:
            return entry
        return replace(
            entry,
            back=(self.pictures.file(look.back) or "") if look.back else "",
            mask_name=line(look.mask_name),
            mask_sides=self._known(look.mask_sides) or everybody,
        )

    def _in_the_middle(self, look: Look, called: str) -> Look:
        """A piece whose pictures all stand beside it, with them moved over it: around its own
        middle there would be a large counter with an empty middle."""
        placed = self.pictures.placed
        faces = tuple(replace(face, layers=placed(face.layers)) for face in look.faces)
        aside = _aside(self._boxes(faces))
        if aside is not None:
            self.report.change("pictures beside their piece, which are counters there", called)
            faces = tuple(face.moved(-aside[0], -aside[1]) for face in faces)
        return replace(look, faces=faces)

    def _boxes(self, faces: Iterable[Face]) -> list[tuple[int, int, int, int]]:
        """Left, top, right and bottom of those faces that show something."""
        boxes = (self.pictures.bounds(face.layers) for face in faces)
        return [box for box in boxes if box is not None]

    def _extent(self, look: Look, called: str, room: tuple[int, int]) -> tuple[int, int]:
        """Width and height of a counter that shows all faces of a piece; ``room`` if none shows
        anything."""
        boxes = self._boxes(look.faces)
        # The middle of a counter stays its middle: what reaches out on one side widens both.
        spans = [(2 * max(-left, right), 2 * max(-top, low)) for left, top, right, low in boxes]
        if all(abs(left + right) <= 1 and abs(top + low) <= 1 for left, top, right, low in boxes):
            spans = [(right - left, low - top) for left, top, right, low in boxes]
        extent = (max(w for w, _ in spans), max(h for _, h in spans)) if spans else room
        if min(extent) < 1:
            extent = _HALF_INCH
        width, height = (min(max(length, _SMALLEST), _LARGEST) for length in extent)
        if (width, height) != extent:
            self.report.change("counters made as large as a counter may be", called)
        return width, height

    def _known(self, given: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.sides[side] for side in given if side in self.sides))

    def _tell_traits(self, chain: tuple[Trait, ...]) -> None:
        for part in self.prototypes.expanded(chain):
            if part.id not in CARRIED:
                self.report.keep("traits of pieces", part.form.title if part.form else part.id)

    def need(self, standing: Counter[Entry]) -> None:
        """Tell how many counters of each entry a set-up places."""
        for entry, count in standing.items():
            self.most[entry] = max(self.most[entry], count)

    def ids(self) -> dict[Entry, str]:
        """A short id for each entry."""
        taken = Taken()
        return {entry: taken.new(slug(entry.name, "counter")) for entry in self.trays}

    def family(self, entry: Entry, ids: Mapping[Entry, str]) -> str:
        """The id of an entry's line, ``{n}`` for the number where it stands for several."""
        return ids[entry] + ("-{n}" if self.most[entry] > 1 else "")

    def bind(self, ids: Mapping[Entry, str], binding: Binding) -> None:
        """Tell what in the module each entry is."""
        for entry in self.trays:
            slots = [binding.addresses.of(element) for element in self.slots.get(entry, ())]
            layers = [[*layer] for layer in self.layers.get(entry, ())]
            shows = [*entry.shows] if layers else []
            known: dict[str, Any] = {"slots": slots, "layers": layers, "shows": shows}
            binding.bind(
                "counters",
                self.family(entry, ids),
                **{word: value for word, value in known.items() if value},
            )

    def rows(self, ids: Mapping[Entry, str]) -> Iterator[dict[str, str]]:
        """The entries as lines of CSV: heading -> cell."""
        for entry, tray in self.trays.items():
            count = self.most[entry]
            yield {
                "id": self.family(entry, ids),
                "name": entry.name,
                "count": str(count) if count > 1 else "",
                "tray": tray,
                "size": size(*entry.size),
                "shape": "card" if tray.startswith(IN_DECKS) and _is_card(entry.size) else "",
                "images[]": ";".join(entry.images),
                "face_names[]": ";".join(name.replace(";", ",") for name in entry.face_names),
                "template": "" if entry.images else BARE,
                "values.label": entry.title,
                "back_image": entry.back,
                "mask.access[]": ";".join(entry.mask_sides),
                "mask.name": entry.mask_name,
                "hide.access[]": ";".join(entry.hide_sides),
                "restricted_to[]": ";".join(entry.restricted_to),
                "roles[]": "" if entry.stacks else "unstacked",
                "trail": "true" if entry.trail else "",
            }


def _is_card(pixels: tuple[int, int]) -> bool:
    """Whether what lies in a deck is as large as a card, and no chit."""
    short, long = sorted(pixels)
    return long >= _CARD and short * 2 > long


def _aside(boxes: Sequence[tuple[int, int, int, int]]) -> tuple[int, int] | None:
    """The middle of the faces of a piece (left, top, right, bottom of each) that lie beside it."""
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    if left <= 0 <= right and top <= 0 <= bottom:
        return None
    # Exactly where the one picture lies that fills the box.
    return left + (right - left) // 2, top + (bottom - top) // 2


def _plain(name: str) -> str:
    """A name as a definition can state it, where braces stand for fields."""
    return line(name).replace("{", "(").replace("}", ")")


BARE = "without_picture"
"""The template of counters that show their name only."""


def face_id(face: int) -> str:
    """The id of a face that was told by its picture (`generator.definition.assembly`)."""
    return "front" if face == 0 else f"face_{face + 1}"
