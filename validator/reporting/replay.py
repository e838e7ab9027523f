"""The replay of a game: frames with what changes on the table in each step.

Everything comes through a view, so a page contains only what the viewer may know.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from generator.light import dataclass
from validator.reading.passing import passing
from validator.reading.scenes import Scene
from validator.reading.views import View

from .happenings import Arrow, Happening, Line, happenings
from .looks import Backdrop, Looks, Pictured

_GAP = 4096
"""The gap between the ranks of two pictures, so that others fit between them."""
_END = -1
_PATIENCE = 12_000_000
"""When this many things have been looked at, only every `_STRIDE`-th step is shown."""
_STRIDE = 50
_ANEW = 40
"""Drawing a thing counts as much as looking at this many."""
_EDGE = 24
"""The margin around the pieces of a map without a board, in pixels."""
_BEYOND = 600
"""How far a sheet may reach beyond its board, in pixels."""
_MOST_GROUNDS = 12
"""How many further pictures of the same boards are kept: each is large."""
_FARTHEST = 20_000
"""The greatest width and height of a sheet without a board, in pixels."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The place and picture of a thing on a map, in pixels of it."""

    map: int
    left: int
    top: int
    picture: int
    rank: int
    """A thing covers those of lower rank."""
    place: int
    """An index into `Replay.places`."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One step: what differs from the frame before."""

    step: int
    """Counted through all files; 0 is the start."""
    changes: Mapping[int, Standing]
    """New and changed things, by number."""
    gone: tuple[int, ...]
    """Things that are no longer visible."""
    grounds: Mapping[int, int]
    """Maps with a new picture of their board."""
    happening: Happening | None = None
    map: int = -1
    """The map where it happened; -1 for none that is shown."""
    touched: tuple[int, ...] = ()
    """The things concerned."""
    marks: tuple[tuple[int, str], ...] = ()
    """Words beside things that changed without moving."""
    entry: int | None = None
    """The recorder's last entry of the step; None for a log of VASSAL."""


@dataclass(slots=True)
class Sheet:
    """A window with a map; lengths are in pixels."""

    name: str
    width: int = 0
    height: int = 0


@dataclass(slots=True)
class Replay:
    """A whole game as frames, with tables of its maps, pictures, things, places and players."""

    looks: Looks
    sheets: list[Sheet] = field(default_factory=list)
    pictures: list[tuple[str, int, int]] = field(default_factory=list)
    """The key, width and height of each picture, boards included."""
    grounds: set[int] = field(default_factory=set)
    """The numbers of the pictures that are boards."""
    things: list[str | None] = field(default_factory=list)
    """The name of each thing (a piece or a deck); None for parts of the map."""
    places: list[str] = field(default_factory=lambda: [""])
    players: list[str] = field(default_factory=list)
    recipes: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Recipes for a browser where nothing can be painted, by the names that stand for them."""
    left_out: list[str] = field(default_factory=list)
    """What was too much for the page, in words."""
    in_strides: bool = False
    """Whether the table was too large to be shown after every step."""
    called: dict[str, str] = field(default_factory=dict)
    """The player of a side or a chat name that belongs to one player only."""
    frames: list[Frame] = field(default_factory=list)

    def frame_of(self, step: int) -> int:
        """The number of a step's frame, or of the last frame before it. If a step has several, the
        first: a file without steps adds a frame to the last step before it."""
        at = bisect_left(self.frames, step, key=lambda one: one.step)
        found = at < len(self.frames) and self.frames[at].step == step
        return at if found else max(0, at - 1)

    def standing(self, frame: int) -> tuple[dict[int, Standing], dict[int, int]]:
        """The things on the table after a frame, and the board of each map."""
        at: dict[int, Standing] = {}
        grounds: dict[int, int] = {}
        for one in self.frames[: frame + 1]:
            for thing in one.gone:
                at.pop(thing, None)
            at.update(one.changes)
            grounds.update(one.grounds)
        return at, grounds

    def to_json(self) -> dict[str, Any]:
        """The data for ``page.js``, without the pictures."""
        return {
            "sheets": [[one.name, one.width, one.height] for one in self.sheets],
            "pictures": [[width, height] for _, width, height in self.pictures],
            "things": self.things,
            "places": self.places,
            "players": self.players,
            "frames": [self._frame(one) for one in self.frames],
        }

    def _frame(self, one: Frame) -> dict[str, Any]:
        made: dict[str, Any] = {"s": one.step}
        if one.entry is not None:
            made["e"] = one.entry
        if one.map >= 0:
            made["m"] = one.map
        if one.changes:
            made["c"] = [
                [thing, at.map, at.left, at.top, at.picture, at.rank, at.place]
                for thing, at in one.changes.items()
            ]
        made |= {
            name: value
            for name, value in (("g", one.gone), ("t", one.touched), ("b", one.marks))
            if value
        }
        if one.grounds:
            made["k"] = list(one.grounds.items())
        return made | self._happened(one.happening) if one.happening is not None else made

    def _happened(self, one: Happening) -> dict[str, Any]:
        made: dict[str, Any] = {}
        if one.lines:
            made["l"] = [self._line(line) for line in one.lines]
        arrows = [found for arrow in one.arrows if (found := self._arrow(arrow)) is not None]
        if arrows:
            made["a"] = arrows
        if one.undone:
            made["u"] = 1
        return made

    def _line(self, line: Line) -> list[Any]:
        name = self.called.get(line.player, line.player)
        player = self.players.index(name) if name else -1
        parts: list[Any] = [line.kind, player, line.text]
        return [*parts, list(line.dice)] if line.dice else parts

    def _arrow(self, arrow: Arrow) -> list[Any] | None:
        sheet = next((at for at, one in enumerate(self.sheets) if one.name == arrow.map), -1)
        if sheet < 0:
            return None
        return [sheet, list(arrow.start or ()), list(arrow.end or ()), arrow.word]


Tell = Callable[[int, int, str], None]
"""Called with the progress: how many steps are done, of how many, and what is being done."""


def untold(done: int, total: int, doing: str) -> None:
    """A `Tell` that does nothing."""


def replay_of(
    views: Sequence[View], looks: Looks, keep: Collection[str] = (), tell: Tell = untold
) -> Replay:
    """The frames of all files of a game in order.

    ``keep`` names maps that are shown even if they stay empty.
    """
    return _Recorder(looks, tell).record(views, keep)


@dataclass(frozen=True, slots=True)
class _Heap:
    """A stack's pictures and their things; an unchanged stack is not drawn again."""

    sprites: Sequence[Pictured]
    things: Sequence[int]


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A map as it was drawn last."""

    heaps: Mapping[int, _Heap] = field(default_factory=dict)
    """By the identity of their list of pictures."""
    order: Sequence[int] = ()
    """The things in the order of painting."""
    ranks: Mapping[int, int] = field(default_factory=dict)
    standing: dict[int, Standing] = field(default_factory=dict)
    holding: dict[str, int] = field(default_factory=dict)
    """The thing that shows each piece."""


class _Recorder:
    def __init__(self, looks: Looks, tell: Tell) -> None:
        self._looks = looks
        self._tell = tell
        self._replay = Replay(looks)
        self._sheets: dict[str, int] = {}
        self._pictures: dict[str, int] = {}
        self._things: dict[tuple[tuple[str, ...], str | None], int] = {}
        self._places: dict[str, int] = {"": 0}
        self._boards: dict[str, tuple[Any, int]] = {}
        """By map: its boards, and their picture."""
        self._dressed: Counter[str] = Counter()
        """By map: the number of pictures of its boards beyond the first."""
        self._left_out: dict[int, str] = {}
        """By map: what is not shown of its boards, in words."""
        self._step = 0
        self._looked = 0
        """How many things were looked at so far (see `_PATIENCE`)."""
        self._due: set[str] = set()
        """Maps that have changed and were not drawn yet."""
        self._drawn: dict[int, _Drawn] = {}
        """By map."""

    def record(self, views: Sequence[View], keep: Collection[str]) -> Replay:
        for name in (*self._looks.windows, *keep):
            self._sheet(name)
        roster = views[0].scene(0).players
        self._replay.players += map(str, roster)
        words = Counter(word for one in roster for word in {one.side, one.name} if word)
        self._replay.called.update(
            (word, str(one)) for one in roster for word in (one.side, one.name) if words[word] == 1
        )
        done, total = 0, sum(len(one.steps) for one in views)
        for number, one in enumerate(views):
            happened_in = happenings(one)
            for scene, maps, written in passing(one):
                if scene.step == 0:
                    if number == 0 or not one.steps:
                        self._frame(done, scene, None, None)
                    first = number > 0
                    continue
                self._tell(done + scene.step, total, "laying out the steps")
                happened, ends = next(happened_in), scene.step == len(one.steps)
                self._frame(
                    done + scene.step, scene, None if first else maps, happened, written, ends
                )
                first = False
            done += len(one.steps)
        self._replay.in_strides = self._looked > _PATIENCE
        self._leave_out_empty_sheets(keep)
        return self._replay

    def _frame(
        self,
        step: int,
        scene: Scene,
        maps: frozenset[str] | None,
        happened: Happening | None,
        written: bool = True,
        ends: bool = True,
    ) -> None:
        names = (
            self._names(scene)
            if maps is None
            else [*sorted(maps), *(self._sheets if written else ())]
        )
        changes: dict[int, Standing] = {}
        gone: set[int] = set()
        grounds: dict[int, int] = {}
        self._step = step
        self._due.update(names)
        if any(names):
            self._due.update(self._looks.looking_elsewhere)
        self._due.update(
            name for name, (laid, _) in self._boards.items() if scene.laid(name) != laid
        )
        waits = self._looked > _PATIENCE and step % _STRIDE and not ends
        names = [] if waits else [*dict.fromkeys(names), *sorted(self._due.difference(names))]
        self._due.difference_update(names)
        for name in names:
            if not name:
                continue
            sheet = self._sheet(name)
            board = self._board(scene, name, sheet)
            if board is not None:
                grounds[sheet] = board
            self._redraw(scene, name, sheet, changes, gone)
        for line in happened.lines if happened is not None else ():
            name = self._replay.called.get(line.player, line.player)
            if name and name not in self._replay.players:
                self._replay.players.append(name)
        pieces = happened.pieces if happened is not None else ()
        touched = tuple(dict.fromkeys(thing for one in pieces for thing in self._holder(one)))
        marks = tuple(
            (thing, mark.word)
            for mark in (happened.marks if happened is not None else ())
            for thing in self._holder(mark.piece)
        )
        where = self._where(happened, touched)
        left = tuple(sorted(gone - changes.keys()))
        self._replay.frames.append(
            Frame(step, changes, left, grounds, happened, where, touched, marks, scene.entry)
        )

    def _names(self, scene: Scene) -> list[str]:
        """The maps that may hold anything."""
        names = dict.fromkeys((*self._sheets, *scene.boards))
        names.update(dict.fromkeys(one.place.map for one in scene.pieces))
        return [name for name in names if name]

    def _board(self, scene: Scene, name: str, sheet: int) -> int | None:
        """The picture of a map's board, if it has changed."""
        boards = scene.laid(name)
        known = self._boards.get(name)
        ground: Backdrop = self._looks.ground(scene, name)
        one = self._replay.sheets[sheet]
        one.width, one.height = max(one.width, ground.width), max(one.height, ground.height)
        key = ground.key
        if known is not None and known[0] == boards and key and key not in self._pictures:
            # Zones are highlighted, or a hand has grown.
            if self._dressed[name] == _MOST_GROUNDS:
                later = f"map {name!r}: its board as it looks after step {self._step}, and later"
                self._left_out.setdefault(sheet, later)
                return None
            self._dressed[name] += 1
        picture = self._picture(key, ground.width, ground.height) if key else -1
        if picture >= 0:
            self._replay.grounds.add(picture)
        self._boards[name] = (boards, picture)
        return picture if known is None or known[1] != picture else None

    def _redraw(
        self, scene: Scene, name: str, sheet: int, changes: dict[int, Standing], gone: set[int]
    ) -> None:
        """Draw a map, and add to ``changes`` and ``gone`` what differs from the last drawing."""
        before = self._drawn.get(sheet, _Drawn())
        heaps: dict[int, _Heap] = {}
        fresh: list[_Heap] = []
        for sprites in self._looks.sprites(scene, name):
            known = before.heaps.get(id(sprites))
            if known is None:
                known = _Heap(sprites, [self._thing(one) for one in sprites])
                fresh.append(known)
                self._grow(sheet, sprites)
            heaps[id(sprites)] = known
        order = [thing for heap in heaps.values() for thing in heap.things]
        self._looked += len(order) + _ANEW * sum(len(heap.things) for heap in fresh)
        ranks = before.ranks if order == before.order else ranked(order, before.ranks)
        standing = before.standing
        dropped = [one for key, one in before.heaps.items() if key not in heaps]
        left = {thing for heap in dropped for thing in heap.things}
        left.difference_update(thing for heap in fresh for thing in heap.things)
        for thing in left:
            del standing[thing]
        gone |= left
        for heap in dropped:
            for sprite in heap.sprites:
                for piece in sprite.ids:
                    before.holding.pop(piece, None)
        for heap in fresh:
            for thing, sprite in zip(heap.things, heap.sprites, strict=True):
                picture = self._picture(sprite.key, sprite.width, sprite.height)
                place = self._place(sprite.place)
                at = Standing(sheet, sprite.left, sprite.top, picture, ranks[thing], place)
                if standing.get(thing) != at:
                    standing[thing] = changes[thing] = at
                before.holding.update(dict.fromkeys(sprite.ids, thing))
        if ranks is not before.ranks:
            for thing, rank in ranks.items():
                if standing[thing].rank != rank:
                    standing[thing] = changes[thing] = replace(standing[thing], rank=rank)
        self._drawn[sheet] = _Drawn(heaps, order, ranks, standing, before.holding)

    def _grow(self, sheet: int, sprites: Iterable[Pictured]) -> None:
        """Make a map large enough for its pieces, within limits beyond its board."""
        one = self._replay.sheets[sheet]
        _, picture = self._boards[one.name]
        edge, across, down = _EDGE, _FARTHEST, _FARTHEST
        if picture >= 0:
            _, width, height = self._replay.pictures[picture]
            edge, across, down = 0, width + _BEYOND, height + _BEYOND
        for sprite in sprites:
            right, bottom = sprite.left + sprite.width, sprite.top + sprite.height
            one.width = max(one.width, min(right + edge, across))
            one.height = max(one.height, min(bottom + edge, down))

    def _holder(self, piece: str) -> Iterator[int]:
        """The thing that shows a piece, if any does."""
        for drawn in self._drawn.values():
            if piece in drawn.holding:
                yield drawn.holding[piece]

    def _where(self, happened: Happening | None, touched: tuple[int, ...]) -> int:
        """The map of the last thing that happened."""
        if happened is None:
            return -1
        for thing in reversed(touched):
            for sheet, drawn in self._drawn.items():
                if thing in drawn.standing:
                    return sheet
        maps = [arrow.map for arrow in happened.arrows if arrow.map in self._sheets]
        return self._sheets[maps[-1]] if maps else -1

    def _thing(self, sprite: Pictured) -> int:
        # A face-down piece and the same piece face up are two things on the page: its name must
        # not be in the page earlier than the viewer may know it.
        key = (sprite.ids, sprite.name)
        if key not in self._things:
            self._things[key] = len(self._replay.things)
            self._replay.things.append(sprite.name if sprite.ids else None)
        return self._things[key]

    def _picture(self, key: str, width: int, height: int) -> int:
        if key not in self._pictures:
            self._pictures[key] = len(self._replay.pictures)
            self._replay.pictures.append((key, width, height))
        return self._pictures[key]

    def _place(self, name: str) -> int:
        if name not in self._places:
            self._places[name] = len(self._replay.places)
            self._replay.places.append(name)
        return self._places[name]

    def _sheet(self, name: str) -> int:
        if name not in self._sheets:
            self._sheets[name] = len(self._replay.sheets)
            self._replay.sheets.append(Sheet(name))
        return self._sheets[name]

    def _leave_out_empty_sheets(self, keep: Collection[str]) -> None:
        """Leave out maps on which the viewer never sees a piece."""
        replay = self._replay
        used = {at.map for frame in replay.frames for at in frame.changes.values()}
        used |= {at for at, one in enumerate(replay.sheets) if one.name in keep}
        kept = [index for index in range(len(replay.sheets)) if index in used]
        if not kept:
            self._sheet("The table" if not replay.sheets else replay.sheets[0].name)
            replay.sheets[0].width = replay.sheets[0].width or 640
            replay.sheets[0].height = replay.sheets[0].height or 400
            kept = [0]
        replay.left_out += [self._left_out[at] for at in kept if at in self._left_out]
        new = {old: at for at, old in enumerate(kept)}
        replay.sheets = [replay.sheets[index] for index in kept]
        frames = [_renumbered(frame, new) for frame in replay.frames]
        shown = {at.picture for frame in frames for at in frame.changes.values()}
        replay.grounds &= {at for frame in frames for at in frame.grounds.values()}
        painted = sorted(shown | replay.grounds)
        replay.pictures = [replay.pictures[at] for at in painted]
        numbers = {old: at for at, old in enumerate(painted)} | {-1: -1}
        replay.grounds = {numbers[at] for at in replay.grounds}
        replay.frames = [_repainted(frame, numbers) for frame in frames]


def _renumbered(frame: Frame, new: Mapping[int, int]) -> Frame:
    """A frame with other numbers of the maps."""
    changes = {thing: replace(at, map=new[at.map]) for thing, at in frame.changes.items()}
    grounds = {new[sheet]: picture for sheet, picture in frame.grounds.items() if sheet in new}
    return replace(frame, changes=changes, grounds=grounds, map=new.get(frame.map, -1))


def _repainted(frame: Frame, new: Mapping[int, int]) -> Frame:
    """A frame with other numbers of the pictures."""
    changes = {t: replace(at, picture=new[at.picture]) for t, at in frame.changes.items()}
    grounds = {sheet: new[picture] for sheet, picture in frame.grounds.items()}
    return replace(frame, changes=changes, grounds=grounds)


def ranked(order: Sequence[int], before: Mapping[int, int]) -> dict[int, int]:
    """A rank for each thing, rising in their order; as many as possible keep their old rank.

    >>> ranked([1, 2, 3], {1: 4096, 3: 8192})
    {1: 4096, 2: 6144, 3: 8192}
    """
    kept = _longest_rising([(thing, before[thing]) for thing in order if thing in before])
    found: dict[int, int] = {}
    low, waiting = 0, list[int]()
    for thing in (*order, _END):
        if thing != _END and thing not in kept:
            waiting.append(thing)
            continue
        high = before[thing] if thing != _END else low + _GAP * (len(waiting) + 1)
        if high - low <= len(waiting):
            return {one: _GAP * (at + 1) for at, one in enumerate(order)}
        for at, one in enumerate(waiting, 1):
            found[one] = low + (high - low) * at // (len(waiting) + 1)
        waiting.clear()
        if thing != _END:
            found[thing] = low = high
    return found


def _longest_rising(rows: Sequence[tuple[int, int]]) -> set[int]:
    """The things of the longest subsequence with rising ranks."""
    tails: list[int] = []
    ends: list[int] = []
    back: list[int] = []
    for at, (_, rank) in enumerate(rows):
        place = bisect_left(tails, rank)
        back.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(rank)
            ends.append(at)
        else:
            tails[place] = rank
            ends[place] = at
    found: set[int] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        found.add(rows[at][0])
        at = back[at]
    return found
