"""Checks each command's old value (place, state, property) against what came before it.

A move records where the piece lay, a change of a property its old value. Somebody who edits a step
of a log, or cuts one out, would have to edit the old values in later commands too. In online games
two machines may disagree for a moment about the order of acts, and old versions undid moves by
halves: there a mismatch is a note, unless the recorded old value never existed at all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import field

from generator.counting import and_more
from generator.light import dataclass
from generator.vassal import sequences, traits
from generator.vassal.commands import (
    ChangePiece,
    ChangeProperty,
    Chat,
    MovePiece,
    SetProperty,
    SetTurn,
)
from validator.audit.codes import found
from validator.audit.findings import Finding, Severity
from validator.audit.walking import Moment, Watcher
from validator.reading.changes import changes
from validator.reading.players import is_typed
from validator.reading.rolls import button_of
from validator.table import MODULE, Deck, Piece, unwritten

_Place = tuple[str | None, int, int]
_NAMED = 6
"""How many mismatches are named at most."""
_COVERS = ("obs;", "hide;")
"""Traits that hide a piece, its face or all of it."""


@dataclass
class Company(Watcher):
    """Who took part in one file."""

    version: str
    """The version of VASSAL; empty in old files."""
    _movers: set[str] = field(default_factory=set)
    _speakers: set[str] = field(default_factory=set)

    @property
    def alone(self) -> bool:
        """Whether one machine wrote the file, in a version that records old values reliably."""
        return bool(self.version) and len(self._movers) < 2 and len(self._speakers) < 2

    def look(self, moment: Moment) -> Iterable[Finding]:
        """Take note of who moves and who speaks."""
        for command in moment.commands:
            if isinstance(command, MovePiece) and command.player:
                if moment.seen.events:  # a step that the reader cannot see must not count
                    self._movers.add(command.player)
            elif isinstance(command, Chat) and is_typed(command.text):
                self._speakers.add(command.text.partition("> - ")[0])
        return ()


@dataclass
class Accounts:
    """The mismatches of old values in one file."""

    company: Company
    unsure: set[int] = field(default_factory=set)
    """Steps with a move that begins where the file has not put the piece."""
    _breaks: list[tuple[int, str, str]] = field(default_factory=list)
    """Step, piece or property, and the mismatch in words."""
    _values: dict[tuple[str, str], str] = field(default_factory=dict)
    """Properties that the file has changed so far."""
    _been: defaultdict[Hashable, set[object]] = field(default_factory=lambda: defaultdict(set))
    """The places of each piece, states of each trait and values of each property so far; None for
    one that the reader may not know."""
    _never: bool = False
    """Whether some recorded old value never existed."""

    def look(self, moment: Moment) -> Iterable[Finding]:
        """Note a step; findings are reported when the whole file is known."""
        self._remember(moment)
        places: dict[str, _Place] = {}
        put: defaultdict[str, set[_Place | None]] = defaultdict(set)
        for command in moment.commands:
            match command:
                case MovePiece():
                    self._move(moment, command, places, put)
                case ChangePiece(id=ident):
                    if ident not in put and not moment.takes_back:
                        self._change(moment, command)
                    put[ident].add(_put(command))
                case ChangeProperty():
                    self._property(moment, command)
                case SetProperty(name, value, container):
                    self._values[container or MODULE, name] = value
                case SetTurn():
                    # A tracker also sets properties; no log says which ones.
                    for key in self._values.keys() - moment.after.declared:
                        del self._values[key]
        for command in {
            one.id: one for one in moment.commands if isinstance(one, MovePiece)
        }.values():
            self._goal(moment, command)
        return ()

    def close(self) -> Iterator[Finding]:
        """All mismatches of the file in one finding."""
        if not self._breaks:
            return
        first = self._breaks[0][0]
        rows = (f"{name}: {words}" for _, name, words in self._breaks)
        later = tuple(dict.fromkeys(step for step, _, _ in self._breaks if step != first))
        yield found(
            "log.before",
            first,
            f"{and_more(rows, _NAMED, '; ')}.",
            severity=None if self._grave else Severity.NOTE,
            pieces=dict.fromkeys(name for _, name, _ in self._breaks),
            related=later,
            details=tuple(f"step {step}: {name}: {words}" for step, name, words in self._breaks),
        )

    @property
    def _grave(self) -> bool:
        return self.company.alone or (bool(self.company.version) and self._never)

    def _remember(self, moment: Moment) -> None:
        """Note the places, before a step, of the pieces that it touches and of their stacks."""
        for ident in moment.touched:
            holder = moment.before.containers.get(ident)
            for one in holder.members if holder is not None else (ident,):
                piece = moment.before.pieces.get(one)
                if piece is not None:
                    seen = moment.sight_before(one)
                    self._been[one].add(_place(piece) if seen is not None else None)

    def _broken(self, moment: Moment, name: str, words: str, what: Hashable, said: object) -> None:
        self._breaks.append((moment.step, name, words))
        been = self._been[what]
        self._never = self._never or (said not in been and None not in been)

    def _may_be_secret(self, what: Hashable, said: object) -> bool:
        """Whether the value may have existed while the reader could not know it."""
        return None in self._been[what] and said not in self._been[what]

    def _move(
        self,
        moment: Moment,
        command: MovePiece,
        places: dict[str, _Place],
        put: dict[str, set[_Place | None]],
    ) -> None:
        """``places`` and ``put``: where the step's moves and changes so far have put pieces."""
        if command.id is None:
            return
        piece = moment.before.pieces.get(command.id)
        had = places.get(command.id) or (_place(piece) if piece is not None else None)
        said = (command.old_map, command.old_x, command.old_y)
        places[command.id] = (command.map, command.x, command.y)
        if piece is None or had is None or had[0] is None or had == said:
            return
        if (piece.parent and piece.parent in places) or said in put.get(command.id, ()):
            return
        seen = moment.sight_before(piece.id)
        if seen is None and isinstance(moment.before.container(piece), Deck):
            seen = moment.sight_after(piece.id)  # everybody saw which deck it was drawn from
        if seen is not None and not any(map(moment.view.barred, (command.old_map, had[0]))):
            self.unsure.add(moment.step)
            whence = "elsewhere" if self._may_be_secret(command.id, said) else _spot(said)
            words = f"lay at {_spot(had)} and was taken from {whence}"
            self._broken(moment, seen.name, words, command.id, said)

    def _goal(self, moment: Moment, last: MovePiece) -> None:
        """Check that a piece lies where the last move of the step put it."""
        lies, goal = moment.after.pieces.get(last.id or ""), (last.map, last.x, last.y)
        if lies is None or _place(lies) == goal or last.map is None:
            return
        seen = moment.sight_before(lies.id)
        if seen is not None and not (moment.view.barred(last.map) or moment.view.barred(lies.map)):
            words = f"was moved to {_spot(goal)} and lies at {_spot(_place(lies))}"
            self._breaks.append((moment.step, seen.name, words))
            # Another machine may have moved the piece under it meanwhile; otherwise one machine
            # wrote all of this.
            self._never = self._never or last.under is None

    def _change(self, moment: Moment, command: ChangePiece) -> None:
        """Check what the command changes, but only for the first change of a piece in a step:
        VASSAL nests the changes of one act in each other."""
        piece = moment.before.pieces.get(command.id)
        seen = moment.sight_before(command.id)
        if piece is None or command.old is None:
            return
        name = seen.name if seen is not None and seen.piece is not None else None
        changed = changes(piece, command)
        parts = [piece.model.traits[at] for at, _, _ in changed]
        of_a_window = any(part.id in unwritten.SHEETS for part in parts)
        for part, (at, said, _) in zip(parts, changed, strict=True):
            what = (command.id, at)
            had, old = (unwritten.lasting(part, one) for one in (piece.state(at), said))
            self._been[what].add(had if name is not None else None)
            if name is None or part.form is None or old == had:
                continue
            if of_a_window and not self._been[what].isdisjoint((old, None)):
                continue
            unlike = "otherwise" if part.id in _COVERS else "another"
            now, other = _state(part, piece.state(at)), _state(part, said)
            if self._may_be_secret(what, old):
                other = unlike
            elif now == other == "on":
                other = "on by another"
            words = f"was {now} and is said to have been {other}"
            whose = f"{part.form.title} of {name}"
            self._broken(moment, whose, moment.view.clean(words), what, old)

    def _property(self, moment: Moment, command: ChangeProperty) -> None:
        """Check properties that only one component sets; dice are checked by `dice`."""
        key = (command.container or MODULE, command.name)
        had = self._values.get(key)
        if had is None and key in moment.before.declared:
            had = moment.before.properties.get(key)
        self._values[key] = command.new
        self._been[key].update((had, command.new))
        if had is None or had == command.old or button_of(command.name):
            return
        if not moment.view.barred(key[0].split(":", 1)[0]):
            words = moment.view.clean(f"was {had!r} and is said to have been {command.old!r}")
            self._broken(moment, command.name, words, key, command.old)


def _state(part: traits.Trait, state: str) -> str:
    """A trait's state: whether a mask or a cloak is on; of others the text itself."""
    if part.id not in _COVERS:
        return repr(state)
    return "off" if state.partition(";")[0] in ("", "null") else "on"


def _place(piece: Piece) -> _Place:
    return piece.map, piece.x, piece.y


def _put(command: ChangePiece) -> _Place | None:
    """The place to which a change moves its piece; None if the old state has the same place."""
    said = _place_in(command.state)
    return said if command.old is None or said != _place_in(command.old) else None


def _place_in(state: str) -> _Place | None:
    """The place in a piece's state; None if it is on no map."""
    place, x, y, *_ = [*sequences.decode(traits.unnest(state)[-1], ";"), "", "", ""]
    try:
        return None if place == "null" else place, int(x), int(y)
    except ValueError:
        return None


def _spot(place: _Place) -> str:
    return f"{place[0]} {place[1]},{place[2]}" if place[0] is not None else "off all maps"
