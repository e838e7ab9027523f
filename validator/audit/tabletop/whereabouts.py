"""Findings about things that are not where earlier entries left them, in the log and in the save.

Physics may push and tip things a little. A thing that moved farther, or changed, without an entry
was moved by a script, by a hand that the recorder did not see, or in the file. Things that lay on
something that was picked up go along with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import ClassVar

from generator.counting import capitalised
from generator.light import dataclass
from generator.tabletop_simulator.calibration import Calibration
from validator.audit.findings import Finding, Severity
from validator.audit.tabletop.sight import BOARD, DECK, PIECE, TRAY, Eyes
from validator.audit.tabletop.standing import (
    UNKNOWN,
    Laid,
    Point,
    Standing,
    apart,
    turned_by,
)
from validator.audit.tabletop.walking import Table, found_at
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.entries import Entry

_BESIDE = (BOARD, "chart/", "note/")
"""Prefixes of objects that are not part of the game, or are checked separately."""
_PARTS = 1000
_RESIZED = 0.5
"""The greatest change of a zone's size, in multiples of its basic size."""
_MOST = 24
"""How many findings about the save are listed; the rest are joined into one."""
_SHOWN = 200
_KEPT = 200
"""How many of the last moves are kept, for the things that went along."""
_FELL = 300
"""A thing reported this far above its resting place was still falling, in thousandths of a unit."""
_RESTS = 150
"""A thing at most this far above its old place lies on a counter, in thousandths of a unit."""
_OUT_OF_SIGHT = "Something that the reader of this report does not see"


@dataclass(frozen=True, slots=True)
class _Carried:
    """A move of something from one point to another."""

    from_: Point
    to: Point


@dataclass
class Whereabouts:
    """Checks the entries' statements about each thing against the earlier ones."""

    acts: ClassVar[frozenset[type[Entry]]] = frozenset(
        {act.Pick, act.Drop, act.Settle, act.Switch, act.Leave, act.Flip}
    )

    eyes: Eyes
    known: Calibration
    _carried: deque[_Carried] = field(default_factory=lambda: deque(maxlen=_KEPT))
    _undrawn: dict[str, Entry] = field(default_factory=dict)
    """Things picked up out of a bag, and the entry: that they left it may be reported later."""

    def look(self, entry: Entry, table: Table) -> Iterator[Finding]:
        """The findings about an entry."""
        match entry:
            case act.Leave(piece=piece):
                self._undrawn.pop(piece, None)
            case act.Pick(piece=piece) | act.Flip(piece=piece):
                if self._in_a_bag(piece, table):
                    self._undrawn.setdefault(piece, entry)
            case act.Drop(piece=piece) | act.Settle(piece=piece):
                if self._in_a_bag(piece, table) and piece not in table.put_in:
                    yield self._never_left(self._undrawn.pop(piece, entry), piece, table)
                    self._carried.append(_Carried(table.things[piece].at, entry.to))
        match entry:
            case act.Pick(piece=piece, from_=where):
                yield from self._picked(entry, piece, where, table)
            case act.Drop(piece=piece, from_=where, to=to):
                if piece not in table.held and piece not in table.put_in:
                    yield from self._picked(entry, piece, where, table)
                self._carried.append(_Carried(where, to))
                yield from self._same_state(entry, piece, entry.state, table)
            case act.Settle():
                yield from self._settled(entry, table)
            case act.Switch(piece=piece, from_=before):
                yield from self._same_state(entry, piece, before, table)
            case act.Leave():
                yield from self._left(entry, table)

    def close(self, table: Table) -> Iterable[Finding]:
        """No findings: `reconciled` compares the end with the save."""
        return ()

    def went_along(self, one: Standing, at: Point) -> bool:
        """Whether a thing lay on one that was moved, and went along with it."""
        near = self.known.knock_distance
        return any(
            apart(one.at, move.from_) <= near and apart(at, move.to) <= near
            for move in self._carried
        )

    def _picked(self, entry: Entry, piece: str, where: Point, table: Table) -> Iterator[Finding]:
        """Check that a thing is picked up from its place."""
        old = table.things.get(piece)
        if old is None or old.gone or old.holder or old.hand:
            return
        if piece in table.doubled or piece in table.loose:
            return
        if apart(old.at, where) <= self.known.knock_distance or self.went_along(old, where):
            return
        now = Standing(piece, where, old.turned, old.face_down, old.state)
        yield self._moved("tts.moved", entry, old, now, "was taken up", table)

    def _same_state(self, entry: Entry, piece: str, state: int, table: Table) -> Iterator[Finding]:
        """Check that a thing shows the state to which it was last switched."""
        old = table.things.get(piece)
        if old is None or old.gone or old.state == state or piece in table.doubled:
            return
        yield self._another_face(entry, old, state, table)

    def _settled(self, entry: act.Settle, table: Table) -> Iterator[Finding]:
        old = table.things.get(entry.piece)
        if old is None or entry.piece in table.doubled or self._in_a_bag(entry.piece, table):
            return
        now = Standing(entry.piece, entry.to, entry.angle, entry.face_down, entry.state)
        if old.state != now.state:
            yield self._another_face(entry, old, now.state, table)
        away = apart(old.at, now.at) > self.known.knock_distance
        away = away and entry.piece not in table.loose
        if self._came_apart(old, now):
            return
        if (away or old.holder) and not old.gone and not self.went_along(old, now.at):
            if not self._still_fell(old, now):
                far = old.holder or apart(old.at, now.at) > self.known.fall_distance
                moved = self._moved("tts.moved", entry, old, now, "was found", table)
                yield moved if far else replace(moved, severity=Severity.NOTE)
            return
        tipped = old.face_down != now.face_down and not old.gone
        if tipped and self.eyes.sees(old) and self.eyes.sees(now):
            did = f"{capitalised(self.eyes.name(old, now))} was turned over by no hand."
            yield found_at("tts.moved", entry, did, severity=Severity.NOTE, entries=(old.entry,))

    def _in_a_bag(self, piece: str, table: Table) -> bool:
        """Whether a thing is in a bag, by the log."""
        old = table.things.get(piece)
        if old is None or old.gone or piece in table.doubled:
            return False
        return bool(old.holder) and self.is_bag(old.holder)

    def _never_left(self, entry: Entry, piece: str, table: Table) -> Finding:
        """A finding about a thing that was handled without leaving its bag."""
        old = table.things[piece]
        name = self.eyes.name(old)
        did = (
            f"{capitalised(name)} was handled, and it was {self._where(old)}: no entry took it out."
        )
        return found_at("tts.drawn", entry, did, table=table, pieces=(name,), entries=(old.entry,))

    def _came_apart(self, old: Standing, now: Standing) -> bool:
        """Whether it is the last card of a dissolved deck."""
        near = apart(old.at, now.at) <= self.known.bag_side
        return bool(old.holder) and near and not self.is_bag(old.holder)

    def is_bag(self, pile: str) -> bool:
        """Whether a container remains a bag even when nearly empty."""
        deck = self.eyes.deck(pile)
        return pile.startswith(TRAY) or (deck is not None and deck.shuffle == "always")

    def _still_fell(self, old: Standing, now: Standing) -> bool:
        """Whether it was recorded while still falling."""
        return not old.holder and (old.at[1] - now.at[1]) > _FELL

    def _left(self, entry: act.Leave, table: Table) -> Iterator[Finding]:
        """Check that a thing that leaves a bag or deck was in it."""
        old = table.things.get(entry.piece)
        if old is None or old.holder == entry.container:
            return
        # A deck forms when cards are laid on each other, and gets a new id each time.
        bags = self.is_bag(old.holder) and self.is_bag(entry.container)
        if not bags and not old.gone and apart(old.at, entry.at) <= self.known.bag_side:
            return
        bag = self.eyes.title(entry.container)
        name = self.eyes.name(old)
        where = "it was gone" if old.gone else f"it was {self._where(old)}"
        did = f"{capitalised(name)} came out of {bag}, and {where}."
        yield found_at("tts.drawn", entry, did, table=table, pieces=(name,), entries=(old.entry,))

    def _another_face(self, entry: Entry, old: Standing, state: int, table: Table) -> Finding:
        if not (self.eyes.knows(old) and self.eyes.sees(old)):
            did = f"{_OUT_OF_SIGHT} was switched to another face by no hand."
            return found_at("tts.moved", entry, did, entries=(old.entry,))
        name = self.eyes.name(old)
        did = f"{capitalised(name)} showed face {old.state} and was found with face {state}."
        return found_at("tts.moved", entry, did, table=table, pieces=(name,), entries=(old.entry,))

    def _moved(
        self, code: str, entry: Entry, old: Standing, now: Standing, how: str, table: Table
    ) -> Finding:
        if not (self.eyes.sees(old) and self.eyes.sees(now)):
            did = f"{_OUT_OF_SIGHT} {how} elsewhere than the log left it."
            return found_at(code, entry, did, entries=(old.entry,))
        name = self.eyes.name(old, now)
        did = f"{capitalised(name)} {how} {self.eyes.place(now)}; "
        did += f"{_last(old)} left it {self._where(old)}."
        return found_at(
            code,
            entry,
            did,
            table=table if isinstance(entry, act.Pick | act.Drop) else None,
            pieces=(name,),
            legal="where the log leaves it, or pushed a little",
            entries=(old.entry,),
        )

    def _where(self, one: Standing) -> str:
        return self.eyes.place(one) if self.eyes.sees(one) else "out of sight"


def reconciled(
    table: Table, start: Laid, save: Laid, moves: Whereabouts, last: int
) -> Iterator[Finding]:
    """Findings about objects of the save that are not as the log leaves them; ``start`` is the
    set-up."""
    found = list(_Ending(table, start, save, moves, last).findings())
    yield from found[:_MOST]
    if len(found) > _MOST:
        rest = found[_MOST:]
        did = f"And {len(rest)} things more are not as the log leaves them."
        yield found_at("tts.state", last, did, details=[one.did for one in rest[:_SHOWN]])


@dataclass
class _Ending:
    table: Table
    start: Laid
    save: Laid
    moves: Whereabouts
    last: int

    def findings(self) -> Iterator[Finding]:
        """One finding for each thing that is not as the log leaves it."""
        for ident in sorted(self.table.things):
            expected = self.table.things[ident]
            if ident.startswith(_BESIDE):
                continue
            if ident in self.table.doubled:
                continue
            there = self.save.things.get(ident)
            if ident in self.table.held and not self._put_down(expected, there):
                continue
            if there is None:
                yield from self._missing(expected)
            elif expected.gone:
                yield self._finding(
                    f"{self._name(there)} is there; {_placed(expected)} took it away"
                )
            else:
                yield from self._differs(expected, there)
        yield from self._boards()
        yield from self._zones()
        yield from self._makes()
        for ident in sorted(self.save.things.keys() - self.table.things.keys()):
            if not ident.startswith(_BESIDE):
                yield from self._added(self.save.things[ident])
        for first, second in self.save.twins:
            if first.id not in self.table.doubled:
                yield from self._twin(first, second)

    def _put_down(self, expected: Standing, there: Standing | None) -> bool:
        """Whether a picked-up thing lies on the table again without an entry: a thing held during
        the save would hang above its old place."""
        if there is None or expected.gone or expected.holder or there.holder:
            return False
        if not expected.id.startswith(PIECE):
            return False
        return there.at[1] <= self.table.lifted.get(expected.id, expected.at)[1] + _RESTS

    def _missing(self, expected: Standing) -> Iterator[Finding]:
        if expected.gone or not _matters(expected):
            return
        if expected.id.startswith(DECK) or expected.id.startswith(UNKNOWN):
            return  # a deck dissolves when only one card is left
        words = f"{self._name(expected)} is missing; {_placed(expected)} left it "
        words += self._at(expected)
        yield self._finding(words, expected, blind=self._kept(expected))

    def _kept(self, one: Standing) -> bool:
        """Whether naming it would reveal the contents of a bag."""
        return bool(one.holder) and not self.moves.eyes.knows(one)

    def _boards(self) -> Iterator[Finding]:
        """Check that the boards, in one tile or several, are where the header says."""
        tiles: dict[str, list[Standing]] = {}
        for one in self.save.things.values():
            if one.id.startswith(BOARD):
                tiles.setdefault(one.id.split("/")[1], []).append(one)
        near = round(self.moves.known.knock_distance * _PARTS)
        for board in self.moves.eyes.header.boards:
            mine = tiles.get(board.id, [])
            if not mine:
                yield self._finding(f"{self._title(board.id)} is missing")
            reach = (0, 0) if len(mine) == 1 else (board.width // 2, board.height // 2)
            if any(
                abs(one.at[0] - board.x) > reach[0] + near
                or abs(one.at[2] - board.z) > reach[1] + near
                for one in mine
            ):
                yield self._finding(f"{self._title(board.id)} was moved")

    def _zones(self) -> Iterator[Finding]:
        """Check that hands and hidden zones are as they were built."""
        for ident, zone in sorted(self.start.zones.items()):
            now, name = self.save.zones.get(ident, zone), capitalised(self.moves.eyes.title(ident))
            if now.colour != zone.colour:
                yield self._finding(f"{name} was {zone.colour}'s and is {now.colour}'s")
            if now.shows != zone.shows:
                yield self._finding(f"{name} does not hide what it hid")
            if any(abs(a - b) > _RESIZED for a, b in zip(now.size, zone.size, strict=True)):
                yield self._finding(f"{name} has another size than it was built with")

    def _makes(self) -> Iterator[Finding]:
        """Check that dice have their values and pieces all their states."""
        for ident, make in sorted(self.start.makes.items()):
            now, one = self.save.makes.get(ident, make), self.save.things.get(ident)
            if one is None:
                continue
            if now.states != make.states:
                words = f"{self._name(one)} has {now.states} states and was built with "
                yield self._finding(words + str(make.states), one)
            if make.faces and now.faces and set(map(repr, now.faces)) != set(map(repr, make.faces)):
                words = f"{self._name(one)} has other values on its faces than it was built with"
                yield self._finding(words, one)

    def _title(self, board: str) -> str:
        return capitalised(self.moves.eyes.title(BOARD + board))

    def _differs(self, expected: Standing, there: Standing) -> Iterator[Finding]:
        if expected.holder != there.holder:
            if not self._same_pile(expected, there):
                yield self._elsewhere(expected, there)
            return
        if there.holder:
            return
        away = apart(expected.at, there.at) > self.moves.known.knock_distance
        away = away and expected.id not in self.table.loose
        if away and not expected.hand and not self.moves.went_along(expected, there.at):
            yield self._elsewhere(expected, there)
            return
        if expected.state != there.state:
            words = f"{self._name(expected)} shows face {there.state}; "
            words += f"{_last(expected)} left it with face {expected.state}"
            yield self._finding(words, expected, there, blind=not self._open(expected, there))
        if expected.face_down != there.face_down and _has_sides(expected):
            way = "face down" if there.face_down else "face up"
            words = f"{self._name(expected, there)} lies {way}; {_last(expected)} left it otherwise"
            yield self._finding(words, expected, there)
        if self._turned(expected, there):
            words = f"{self._name(expected, there)} points another way than {_last(expected)} "
            yield self._finding(words + "left it", expected, there)

    def _turned(self, expected: Standing, there: Standing) -> bool:
        """Whether a thing that has facings points another way."""
        counter = self.moves.eyes.counter(expected.id)
        if counter is None or not counter.facings or expected.hand:
            return False
        return turned_by(expected.turned, there.turned) > self.moves.known.knock_turn

    def _same_pile(self, expected: Standing, there: Standing) -> bool:
        """Whether a card is at the place of its deck: decks form and dissolve by themselves."""
        piles = {expected.holder, there.holder} - {""}
        if any(self.moves.is_bag(pile) for pile in piles):
            return False
        return apart(expected.at, there.at) <= self.moves.known.bag_side

    def _elsewhere(self, expected: Standing, there: Standing) -> Finding:
        words = (
            f"{self._name(expected, there)} lies {self._at(there)}; "
            f"{_placed(expected)} left it {self._at(expected)}"
        )
        return self._finding(words, expected, there)

    def _added(self, one: Standing) -> Iterator[Finding]:
        if one.id.startswith(UNKNOWN) and self._is_a_pile(one):
            return
        words = f"{self._name(one)} lies {self._at(one)}; no entry brought it in"
        yield self._finding(words, one)

    def _is_a_pile(self, one: Standing) -> bool:
        """Whether it is a deck that formed from known cards, which has no entry of its own."""
        inside = [each for each in self.save.things.values() if each.holder == one.id]
        return bool(inside) and all(each.id in self.table.things for each in inside)

    def _twin(self, first: Standing, second: Standing) -> Iterator[Finding]:
        words = f"{self._name(first)} is there twice: {self._at(first)} and {self._at(second)}"
        yield self._finding(words, first, second, code="table.twin")

    def _open(self, *moments: Standing) -> bool:
        return all(map(self.moves.eyes.knows, moments))

    def _name(self, *moments: Standing) -> str:
        return capitalised(self.moves.eyes.name(*moments))

    def _at(self, one: Standing) -> str:
        eyes = self.moves.eyes
        return eyes.place(one) if eyes.sees(one) else "out of sight"

    def _finding(
        self, words: str, *moments: Standing, code: str = "tts.state", blind: bool = False
    ) -> Finding:
        """A finding at the last entry, where save and log meet."""
        eyes = self.moves.eyes
        if blind or not all(map(eyes.sees, moments)):
            did = f"{_OUT_OF_SIGHT} is not as the log leaves it."
            return found_at(code, self.last, did)
        names = (eyes.name(*moments),) if moments else ()
        related = [one.entry for one in moments[:1] if one.entry]
        return found_at(
            code,
            self.last,
            words + ".",
            pieces=names,
            legal="what the log leaves",
            entries=related,
        )


def _matters(one: Standing) -> bool:
    """Whether its absence matters: piles that formed from cards dissolve."""
    return not one.id.startswith(UNKNOWN) or not one.holder


def _has_sides(one: Standing) -> bool:
    """Whether its back may look different from its front."""
    return one.id.startswith((PIECE, UNKNOWN))


def _placed(one: Standing) -> str:
    return f"entry {one.placed}" if one.placed else "the set-up"


def _last(one: Standing) -> str:
    return f"entry {one.entry}" if one.entry else "the set-up"
