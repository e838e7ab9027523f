"""Random acts on a table, by seed, to test that the recorder survives them.

Pieces are dragged, dropped on each other and into bags, turned, copied, deleted and pushed; the
chat contains unusual characters; buttons are clicked; now and then the table is saved and loaded
again, or rewound to an earlier save.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from generator.tabletop_simulator.objects import Json
from validator.playing.tabletop.world import Thing, World

WORDS: Final = (
    "hello", 'a "quoted" word', "back\\slash", "two\nlines", "tab\there", "\x00\x01\x7f", "Größe",
    "€ and 中文", "\U0001f6a2 a ship", "\ud83d", "SEAL plot.1 abc", "!broadside", "!broadside head",
    "!broadside help", "!broadside declare", "!broadside declare nothing", "!broadsides", "",
    "!broadside seal plot.1 0123", "x" * 5000,
)  # fmt: skip
ZONES: Final = {
    "HandTrigger", "FogOfWarTrigger", "FogOfWar", "ScriptingTrigger", "LayoutZone",
    "RandomizeTrigger",
}  # fmt: skip
_REACH = 20.0
_MOST = 200
"""No more copies are made when this many objects are on the table."""


class Fidget:
    """Does random acts on a table with these seats."""

    def __init__(self, world: World, seats: Sequence[str], seed: int) -> None:
        self.done = 0
        """The number of acts done."""
        self._world = world
        self._seats = seats
        self._rng = Random(f"{seed}/fidget")
        self._kept: list[Json] = []
        self._acts: list[tuple[int, Callable[[str], None]]] = [
            (30, self._carry),
            (6, self._carry_many),
            (8, self._flip),
            (6, self._turn),
            (6, self._state),
            (8, self._draw),
            (4, self._shuffle),
            (6, self._roll),
            (6, self._chat),
            (6, self._press),
            (3, self._menu),
            (2, self._search),
            (2, self._peek),
            (2, self._copy),
            (2, self._delete),
            (2, self._push),
            (2, self._flick),
            (1, self._take_turn),
            (1, self._come_and_go),
        ]

    def act(self) -> None:
        """Do one act, and let some time pass."""
        weights = [weight for weight, _ in self._acts]
        acts = [act for _, act in self._acts]
        self._rng.choices(acts, weights)[0](self._rng.choice(self._seats))
        self.done += 1
        if self._rng.random() < 0.5:
            self._world.wait(self._rng.choice((0.05, 0.4, 1.0, 3.0)))

    def keep(self) -> Json:
        """Save, and keep the save to rewind to it."""
        save = self._world.save()
        self._kept = [*self._kept[-4:], save]
        return save

    def rewind(self) -> None:
        """Load one of the saves that were kept last."""
        if self._kept:
            self._world.load(self._rng.choice(self._kept))

    # --- what hands do ------------------------------------------------------------------

    def _things(self, kind: Callable[[Thing], bool] = lambda thing: True) -> list[Thing]:
        return [
            one
            for one in self._world.loose()
            if one.name not in ZONES and not one.held and kind(one)
        ]

    def _some(self, kind: Callable[[Thing], bool] = lambda thing: True) -> Thing | None:
        found = self._things(kind)
        return self._rng.choice(found) if found else None

    def _spot(self) -> tuple[float, float]:
        """A random point of the table, often one where something lies."""
        if self._rng.random() < 0.4 and (other := self._some()):
            return other.spot
        return self._rng.uniform(-_REACH, _REACH), self._rng.uniform(-_REACH, _REACH)

    def _carry(self, seat: str) -> None:
        if thing := self._some(_movable):
            self._world.pick_up(seat, thing.guid)
            if self._rng.random() < 0.2:
                self._world.move(thing.guid, *self._spot())
                self._world.flip(seat, thing.guid)
            self._world.drop(seat, thing.guid, *self._spot())

    def _carry_many(self, seat: str) -> None:
        found = self._things(_movable)
        chosen = self._rng.sample(found, min(len(found), 4))
        for thing in chosen:
            self._world.pick_up(seat, thing.guid)
        for thing in chosen:
            if self._world.find(thing.guid):
                self._world.drop(seat, thing.guid, *self._spot())

    def _flip(self, seat: str) -> None:
        if thing := self._some(_movable):
            self._world.flip(seat, thing.guid)

    def _turn(self, seat: str) -> None:
        if thing := self._some(_movable):
            self._world.rotate(seat, thing.guid, self._rng.choice((15, 60, 90, -15)))

    def _state(self, seat: str) -> None:
        if thing := self._some(_movable):
            self._world.set_state(seat, thing.guid, self._rng.randint(1, 4))

    def _draw(self, seat: str) -> None:
        held = {one.container for one in self._world.things() if one.container}
        if not held:
            return
        container = self._rng.choice(sorted(held))
        if self._rng.random() < 0.3:
            self._world.type_number(seat, container, self._rng.randint(1, 3), *self._spot())
        elif self._world.find(container):
            guid = self._world.take(seat, container)
            if self._rng.random() < 0.5:
                self._world.wait(0.5)
            self._world.drop(seat, guid, *self._spot())

    def _shuffle(self, seat: str) -> None:
        if thing := self._some(lambda one: one.name in ("Bag", "Deck")):
            self._world.shuffle(seat, thing.guid)

    def _roll(self, seat: str) -> None:
        dice = self._things(_is_die)
        if dice and self._rng.random() < 0.3:
            self._world.fling(seat, self._rng.choice(dice).guid, *self._free())
        elif dice:
            chosen = self._rng.sample(dice, self._rng.randint(1, len(dice)))
            self._world.roll(seat, [one.guid for one in chosen])

    def _free(self) -> tuple[float, float]:
        return self._rng.uniform(50, 60), self._rng.uniform(50, 60)

    def _chat(self, seat: str) -> None:
        words = "".join(self._rng.choices(WORDS, k=self._rng.randint(1, 3)))
        self._world.say(seat, self._rng.choice((words, self._rng.choice(WORDS))))

    def _press(self, seat: str) -> None:
        if buttons := self._world.buttons():
            self._world.press(seat, self._rng.choice(buttons))

    def _menu(self, seat: str) -> None:
        thing = self._some(_movable)
        labels = self._world.menu_of(thing.guid) if thing else []
        if thing and labels:
            self._world.menu(seat, thing.guid, self._rng.choice(labels))

    def _search(self, seat: str) -> None:
        if thing := self._some(lambda one: one.name in ("Bag", "Deck")):
            self._world.search(seat, thing.guid)

    def _peek(self, seat: str) -> None:
        if thing := self._some(_movable):
            self._world.peek(seat, thing.guid)

    def _copy(self, seat: str) -> None:
        thing = self._some(_movable)
        if thing and len(self._things()) < _MOST:
            self._world.copy(seat, [thing.guid])
            self._world.paste(seat, *self._spot())

    def _delete(self, seat: str) -> None:
        memos = [one.memo for one in self._things()]
        if thing := self._some(lambda one: not one.memo or memos.count(one.memo) > 1):
            self._world.delete(seat, [thing.guid])

    def _push(self, seat: str) -> None:
        if thing := self._some(_movable):
            self._world.push(thing.guid, *self._spot())

    def _flick(self, seat: str) -> None:
        if thing := self._some(_movable):
            self._world.flick(seat, thing.guid, *self._spot())

    def _take_turn(self, seat: str) -> None:
        self._world.take_turn(seat)

    def _come_and_go(self, seat: str) -> None:
        self._world.disconnect(seat)
        self._world.connect(seat, self._rng.choice(("Anna", 'B"é\\rt', "\U0001f6a2" * 60)))


def _movable(thing: Thing) -> bool:
    return not thing.memo.startswith(("board/", "deck/", "chart/", "tray/", "note/"))


def _is_die(thing: Thing) -> bool:
    return thing.name.startswith("Die_")


__all__ = ["Fidget"]
