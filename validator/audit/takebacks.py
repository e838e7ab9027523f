"""Findings about false undos: commands between VASSAL's undo brackets that undo nothing.

VASSAL executes whatever is inside an undo, so an offence may be disguised as one. A real undo
holds the exact inverses of the commands of one earlier step, last command first, and nothing else
(``BasicLogger.undo``, ``Command.getUndoCommand``). Some commands have no inverse and occur in no
undo (``myUndoCommand`` of their classes is null). An undo may itself be undone, by the machine
that received it (``CommandDecoder`` logs it) or by the one that made it; a step is undone once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from generator.counting import and_more
from generator.light import dataclass
from generator.vassal import sequences, traits
from generator.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Command,
    MovePiece,
    Player,
    PrivateNote,
    PublicNote,
    RemovePiece,
    RemovePlayer,
    ScenarioNote,
    SecretNote,
    SetBoards,
    SetProperty,
    SetTurn,
    ShowResults,
)
from validator.audit.accounts import Company
from validator.audit.codes import found
from validator.audit.findings import Finding, Severity
from validator.audit.walking import Before, Moment
from validator.reading.changes import changes
from validator.table import MODULE, Deck, Piece

_Key = tuple[str, str]
_LOOK_BACK = 200
"""How many earlier steps are compared; VASSAL undoes the last step first."""
_UNDOABLE = frozenset({"move", "change", "add", "remove", "property"})
"""Kinds of commands that always have an inverse."""
_NAMED = 6
"""How many differences are named at most."""


@dataclass(frozen=True, slots=True)
class _Done:
    """A step that may be undone."""

    number: int
    step: int | None
    """Its number in the game; None if the reader saw nothing of it."""
    by_key: Mapping[_Key, Sequence[Command]]
    before: Before
    were: Mapping[tuple[_Key, int], frozenset[str]]
    """The old values of commands that do not name them, by their index: the value before the
    command, or before the whole step, since a machine that receives a step reads all of it before
    it executes any of it. Empty if unknown."""
    undo: bool
    """Whether it is an undo itself."""
    movers: frozenset[str]
    """The players who moved something in it."""

    @property
    def undoable(self) -> bool:
        """Whether VASSAL's undo would take it before earlier steps."""
        return not self.undo and any(kind in _UNDOABLE for kind, _ in self.by_key)


@dataclass
class FalseUndos:
    """Compares the undos of one file with the steps that they may undo.

    Old versions of VASSAL (which do not name their version) undid moves by halves and without
    brackets: these are ignored.
    """

    company: Company
    _done: dict[int, _Done] = field(default_factory=dict)
    _later: list[Finding] = field(default_factory=list)
    """Findings that are only notes unless one machine wrote the file."""

    def look(self, moment: Moment) -> Iterator[Finding]:
        """The findings about a step."""
        if moment.takes_back and self.company.version:
            yield from self._compare(moment)
        self._remember(moment)

    def close(self) -> Iterator[Finding]:
        """Undos out of order, and undos of nothing. With several machines these are notes: a step
        may slip in between, or an undo may concern a step before the log began."""
        for one in self._later:
            yield one if self.company.alone else replace(one, severity=Severity.NOTE)

    def _out_of_turn(self, moment: Moment, undone: _Done) -> None:
        """Report an undo of a step before the last one. Steps that the reader did not see are
        skipped."""
        later = [done for at, done in self._done.items() if at > undone.number and done.undoable]
        over = [done.step for done in later if done.step is not None]
        if undone.step is None or not over:
            return
        did = f"Step {undone.step} was taken back before step {over[-1]}, done after it."
        related = (undone.step, over[-1])
        self._later.append(found("undo.false", moment.step, did, related=related))

    def _remember(self, moment: Moment) -> None:
        by_key: dict[_Key, list[Command]] = {}
        were: dict[tuple[_Key, int], frozenset[str]] = {}
        now: dict[_Key, str] = {}
        for command in moment.commands:
            key = _key(command)
            if key is None:
                continue
            rows = by_key.setdefault(key, [])
            if isinstance(command, SetTurn | SetProperty):
                first = _value_before(moment.before, command)
                before = (now.get(key, first), first)
                were[key, len(rows)] = frozenset(one for one in before if one is not None)
                now[key] = _value(command)
            rows.append(command)
        if by_key:
            self._done[moment.number] = _Done(
                moment.number,
                moment.step if moment.seen.events else None,
                by_key,
                moment.before,
                were,
                moment.takes_back,
                _movers(moment.commands),
            )
            if len(self._done) > _LOOK_BACK:
                del self._done[next(iter(self._done))]

    def _compare(self, moment: Moment) -> Iterator[Finding]:
        given = [command for command in moment.commands if _key(command) is not None]
        best, left = None, given
        for done in reversed(self._done.values()):
            over = list(_left_over(given, done))
            if len(over) < len(left):
                best, left = done, over
                if not over:
                    break
        if best is not None:
            del self._done[best.number]
            self._out_of_turn(moment, best)
        differences = list(dict.fromkeys(words for one in left for words in _in_words(moment, one)))
        if not differences:
            return
        names = (
            seen.name
            for one in left
            if isinstance(one, AddPiece | ChangePiece | MovePiece | RemovePiece)
            if one.id is not None and (seen := moment.piece(one.id)) is not None
        )
        listed = and_more(differences, _NAMED, "; ")
        false = found(
            "undo.false",
            moment.step,
            f"{listed}: as if taken back, but no step had done it."
            if best is None
            else f"{listed}: more than the undo takes back.",
            who=moment.seen.player,
            pieces=dict.fromkeys(names),
            related=(best.step,) if best is not None and best.step is not None else (),
            details=differences if len(differences) > _NAMED else (),
        )
        if best is None and self._may_be_of_before(moment):
            self._later.append(false)
        else:
            yield false

    def _may_be_of_before(self, moment: Moment) -> bool:
        """Whether the undone step may be from before the log: its players have done nothing since
        that they would have had to undo first."""
        movers = _movers(moment.commands)
        left = [
            done.movers
            for done in self._done.values()
            if done.undoable and done.movers and done.step is not None
        ]
        if movers:
            return not any(movers & one for one in left)
        return len(frozenset().union(*left)) < 2


def _movers(commands: Iterable[Command]) -> frozenset[str]:
    return frozenset(c.player for c in commands if isinstance(c, MovePiece) and c.player)


def _key(command: Command, *, opposite: bool = False) -> _Key | None:
    """The kind of a command and its object; None for commands that are not compared."""
    match command:
        case MovePiece(id=ident):
            return "move", ident or ""
        case ChangePiece(id=ident):
            return "change", ident
        case AddPiece(id=ident):
            return "remove" if opposite else "add", ident or ""
        case RemovePiece(id=ident):
            return "add" if opposite else "remove", ident
        case ChangeProperty(name=name, container=container):
            return "property", f"{container}:{name}"
        case SetProperty(name=name, container=container):
            return "value", f"{container}:{name}"
        case SetTurn(tracker=tracker):
            return "turn", tracker
        case SetBoards(map=map_name):
            return "boards", map_name
        case Player() | RemovePlayer():
            return "player", ""
        case ScenarioNote() | PublicNote() | PrivateNote() | SecretNote():
            return "note", type(command).__name__
        case ShowResults(button=button):
            return "dice", button
    return None


def _value(command: SetTurn | SetProperty) -> str:
    return command.state if isinstance(command, SetTurn) else command.value


def _value_before(before: Before, command: SetTurn | SetProperty) -> str | None:
    """The value before a step; None if unknown."""
    if isinstance(command, SetTurn):
        return before.turns.get(command.tracker)
    return before.properties.get((command.container or MODULE, command.name))


def _left_over(given: Iterable[Command], done: _Done) -> Iterator[Command]:
    """The commands of an undo that are not the inverse of a command of the step. Each command of
    the step counts once, for the same object in reverse order."""
    left: dict[_Key, int] = {}
    """How many commands for each object are still to be matched."""
    for command in given:
        key = _key(command, opposite=True)
        rows = done.by_key.get(key, ()) if key is not None else ()
        same = next(
            (
                at
                for at in reversed(range(left.get(key, len(rows)) if key is not None else 0))
                if key is not None
                and _inverts(command, rows[at], done.before, done.were.get((key, at), frozenset()))
            ),
            None,
        )
        if same is not None and key is not None:
            left[key] = same
        elif not _takes_its_piece_back(command, done):
            yield command


def _inverts(command: Command, one: Command, before: Before, were: frozenset[str]) -> bool:
    """Whether a command is the inverse of another for the same object. ``were`` are the possible
    old values if the other does not name them."""
    match command, one:
        case MovePiece(), MovePiece():
            goal = command.map, command.x, command.y
            return goal == (one.old_map, one.old_x, one.old_y)
        case ChangePiece(), ChangePiece():
            return one.old is None or command.state == one.old
        case ChangeProperty(), ChangeProperty():
            return command.new == one.old
        case ((SetTurn() | SetProperty()), (SetTurn() | SetProperty())):
            return not were or _value(command) in were
        case AddPiece(), RemovePiece():
            return _as_it_was(command, before)
        case RemovePiece(), AddPiece():
            return True
    return False


def _takes_its_piece_back(command: Command, done: _Done) -> bool:
    """Whether a stack gets back a piece that was removed from it (``RemovePiece``)."""
    if not isinstance(command, ChangePiece):
        return False
    holder = done.before.containers.get(command.id)
    if holder is None or isinstance(holder, Deck):
        return False
    # Pieces that the step itself moved may be in the stack or not; a returned one was in it.
    members = [token for token in sequences.decode(command.state, ";")[3:] if token[:2] != "@@"]
    removed = [ident for kind, ident in done.by_key if kind == "remove"]
    return set(members) <= set(holder.members) and not set(members).isdisjoint(removed)


def _as_it_was(command: AddPiece, before: Before) -> bool:
    """Whether a piece or stack that comes back is the one that was removed.

    Its state and place may have been changed in the step before that, so only its type and, for a
    stack, its members are compared.
    """
    holder = before.containers.get(command.id or "")
    if holder is not None:
        members = sequences.decode(command.state, ";")[3:]
        known = [ident for ident in members if ident in before.pieces]
        return all(ident in holder.members for ident in known)
    piece = before.pieces.get(command.id or "")
    return piece is None or command.type == piece.type


# --- words ------------------------------------------------------------------------------


def _in_words(moment: Moment, command: Command) -> Iterator[str]:
    """What a command did, in words, as far as the reader may know."""
    match command:
        case MovePiece(id=ident):
            yield from _moved(moment, command, ident or "")
        case ChangePiece(id=ident):
            yield from _changed(moment, command, ident)
        case AddPiece(id=ident):
            yield from _of_the_table(moment, ident or "", "was brought in")
        case RemovePiece(id=ident):
            yield from _of_the_table(moment, ident, "was taken away")
        case ChangeProperty(name, old, new, container):
            if not moment.view.barred((container or "").split(":", 1)[0]):
                yield moment.view.clean(f"{name} went from {old!r} to {new!r}")
        case SetProperty(name, new, container):
            if not moment.view.barred((container or "").split(":", 1)[0]):
                yield moment.view.clean(f"{name} became {new!r}")
        case SetTurn():
            yield "the turn tracker was set"
        case SetBoards(map=map_name):
            if not moment.view.barred(map_name):
                yield f"the boards of {map_name} were set"
        case Player() | RemovePlayer():
            yield "the list of players was changed"
        case ScenarioNote() | PublicNote() | PrivateNote() | SecretNote():
            yield "a note was written"
        case ShowResults(button=button):
            yield f"{button} was thrown"


def _moved(moment: Moment, command: MovePiece, ident: str) -> Iterator[str]:
    holder = moment.before.containers.get(ident)
    for one in holder.members if holder is not None else (ident,):
        seen = moment.piece(one)
        barred = moment.view.barred(command.map) or moment.view.barred(command.old_map)
        if seen is not None and not barred:
            goal = f"{command.map} {command.x},{command.y}" if command.map else "off all maps"
            yield f"{seen.name} went to {goal}"


def _changed(moment: Moment, command: ChangePiece, ident: str) -> Iterator[str]:
    holder = moment.before.containers.get(ident)
    if isinstance(holder, Deck):
        if not moment.view.barred(holder.map):
            yield f"the cards of {holder.name} were changed"
        return
    after = moment.after.containers.get(ident)
    members = (*(holder.members if holder else ()), *(after.members if after else ()))
    for one in dict.fromkeys(members) if holder is not None else (ident,):
        old, new = moment.before.pieces.get(one), moment.after.pieces.get(one)
        if old is not None and new is not None:
            yield from _became(moment, command, old, new)


def _became(moment: Moment, command: ChangePiece, old: Piece, new: Piece) -> Iterator[str]:
    """The changes of a piece, in words: of its place if it is seen, of its traits if it is
    known."""
    if (old.map, old.x, old.y) != (new.map, new.x, new.y):
        seen = moment.piece(old.id)
        barred = moment.view.barred(old.map) or moment.view.barred(new.map)
        if seen is not None and not barred:
            yield f"{seen.name} was put elsewhere"
    if command.id != old.id:
        return
    for at, was, now in changes(old, command):
        part = old.model.traits[at]
        seen = moment.known_change(old, part)
        if seen is not None and part.id != traits.BASIC:
            title = part.form.title if part.form is not None else "a trait"
            yield moment.view.clean(f"{title} of {seen.name} went from {was!r} to {now!r}")


def _of_the_table(moment: Moment, ident: str, words: str) -> Iterator[str]:
    seen = moment.piece(ident)
    if seen is not None:
        yield f"{seen.name} {words}"
