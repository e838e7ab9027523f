"""Turns the views of a game's files into a `Scene` in the definition's words, for the reading.

Pieces are named by the identity that they carry, dice and declarations by the definition's buttons,
places by its layout. A face-down piece that comes out of a deck gets a key (``piece 3``), which it
keeps until it goes back; so nothing is revealed that the reader may not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from generator.vassal import sequences
from generator.vassal.encodings import is_count
from validator.audit import chat
from validator.reading import events as ev
from validator.reading.rolls import modified_in
from validator.reading.scenes import markers
from validator.reading.views import Scene as ViewScene
from validator.reading.views import Seen as SeenPiece
from validator.reading.views import View, ViewStep
from validator.rules.scenes import Change, Declaration, Roll, Scene, Sealed, Seen, Token
from validator.table.pieces import level_of, model

if TYPE_CHECKING:
    from generator.definition.binding import Binding
    from generator.definition.schema import Action, Game
IDENTITY = "UnitId"
"""The marker trait that holds a counter's id of the definition."""

_DECLARED = re.compile(r"^(?P<side>.*?)\s*declares (?P<words>.+?)(?:, turn (?P<turn>\d+))?$")
_NUMBERED = "piece "
_UNSEEN = "unseen "
_ROTATING = "rotate;"
_NAMED = re.compile(r"\{(\w+)\}")
_BRACKETS = re.compile(r"\s*\[[^\[\]]*\]\s*$")


_DENIES = r"\bnot\b|n['’]t\b|\bnever\b"
"""Words after which a clause in the chat tells no action."""


@dataclass(frozen=True)
class Dictionary:
    """The definition's names for the names in a log."""

    places: Mapping[str, frozenset[str]]
    """The hexes, cells and boxes of each map, by its name."""
    decks: frozenset[str]
    kinds: Mapping[str, str]
    """The kind of each counter, by its id."""
    dice: Mapping[str, str]
    """The id of each dice button, by its name."""
    actions: Sequence[Action]
    """Sorted by the length of their keyword, longest first."""
    properties: frozenset[str]
    binding: Binding | None = None
    """For an imported game."""
    says: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """The possible details of each action that shares its keyword with another."""

    def place(self, at: ev.Place) -> str:
        """The definition's deck, hex, cell or box; empty outside all of them."""
        if at.deck:
            bound = self.binding.decks if self.binding is not None else {}
            return bound.get(
                at.deck, at.deck if self.binding is None or at.deck in self.decks else ""
            )
        known = at.location in self.places.get(self.map(at), ()) or at.location in self.decks
        return at.location if known else ""

    def map(self, at: ev.Place) -> str:
        """The definition's name of the map."""
        return at.map if self.binding is None else self.binding.maps.get(at.map, at.map)

    def side(self, who: ev.Who | None) -> str | None:
        """The side of a player; None for one who does not play."""
        if who is None or not who.plays:
            return None
        return who.side if self.binding is None else self.binding.sides.get(who.side or "")

    def units(self, seen: SeenPiece) -> tuple[str, ...]:
        """The ids of the counters that a piece can be, as far as the reader may know."""
        own = seen.marker(IDENTITY)
        if own is not None or self.binding is None or seen.piece is None:
            return (own,) if own is not None else ()
        piece = seen.piece
        values = tuple(value for _, value in markers(piece))
        return self.binding.counters(piece.gpid, piece.model.name, values)

    def heard(self, text: str) -> Declaration | None:
        """The action that a chat line of an imported module stands for."""
        found = self.binding.action(text) if self.binding is not None else None
        return Declaration(*found) if found is not None else None

    def declaration(self, text: str) -> Declaration | None:
        """The action that a declaring line stands for."""
        said = _DECLARED.match(_BRACKETS.sub("", text))
        if said is None:
            return None
        words, turn = said["words"].strip(), int(said["turn"]) if said["turn"] else None
        fitting = []
        for action in self.actions:
            rest = words.removeprefix(action.keyword)
            if rest != words and (not rest or rest.startswith(" ")):
                fitting.append(Declaration(action.id, rest.strip(), turn))
        longest = [one for one in fitting if len(one.detail) == len(fitting[0].detail)]
        matching = (one for one in longest if self._says(one))
        return next(matching, fitting[0] if fitting else None)

    def told(self, text: str) -> tuple[str, ...]:
        """The actions that a line of the chat names; see `telling`."""
        return tuple(name for name, words in self.telling.items() if words.search(text))

    @cached_property
    def telling(self) -> Mapping[str, re.Pattern[str]]:
        """By action: the words of the line that it writes, or their beginning if its button says
        only that."""

        def words(one: Action) -> str:
            name, keyword = one.name.casefold(), one.keyword.casefold()
            texts = {keyword, name} if name and keyword.startswith(name) else {keyword}
            return "|".join(map(re.escape, sorted(texts)))

        return {
            one.id: re.compile(
                rf"> - (?:.*[,;.:!?])?(?:(?!{_DENIES})[^,;.:!?])*\b(?:{words(one)})\b",
                re.IGNORECASE,
            )
            for one in self.actions
        }

    def _says(self, said: Declaration) -> bool:
        """Whether the detail fits the action, if several share its keyword."""
        form = self.says.get(said.action)
        return form is None or form.fullmatch(said.detail) is not None


def dictionary_of(game: Game, binding: Binding | None = None) -> Dictionary:
    """The dictionary of a game, with the names of an imported module if there is a ``binding``."""
    from generator.geography.layout import layout_of

    return Dictionary(
        {one.name: frozenset(layout_of(one).places) for one in game.maps},
        frozenset(deck.id for one in game.maps for deck in one.decks),
        {counter.id: counter.kind for counter in game.counters},
        {button.name: button.id for button in game.dice} | dict(binding.dice if binding else {}),
        sorted(game.actions, key=lambda action: -len(action.keyword)),
        frozenset(one.name for one in game.properties),
        binding,
        _detail_patterns(game),
    )


def _detail_patterns(game: Game) -> dict[str, re.Pattern[str]]:
    """Patterns for the details of actions that share a keyword."""
    shared: dict[str, list[Action]] = {}
    for action in game.actions:
        shared.setdefault(action.keyword, []).append(action)
    return {
        action.id: re.compile(_form(game, action))
        for actions in shared.values()
        for action in actions
        if len(actions) > 1 and action.says
    }


def _form(game: Game, action: Action) -> str:
    """The words of an action as a pattern: fields with known values allow these, others
    anything."""
    held = [one for one in game.counters if not {one.id, one.kind}.isdisjoint(action.pieces)]
    found = ""
    for at, part in enumerate(_NAMED.split(action.says)):
        values = {str(one.name if part == "name" else one.values.get(part, "")) for one in held}
        if at % 2 == 0:
            found += re.escape(part)
        elif values - {""}:
            found += f"(?:{'|'.join(map(re.escape, sorted(values, key=len, reverse=True)))})"
        else:
            found += ".*"
    return found


def tracked(state: str) -> tuple[int, int] | None:
    """The turn and the step (from 0) in a turn tracker's state; None if it has another form.

    >>> tracked("0|7;0;false;-1;2\\\\;0\\\\;0\\\\;true,true,true")
    (7, 2)
    """
    levels = sequences.decode(state, "|")
    if len(levels) < 2:
        return None
    outer = sequences.decode(levels[1], ";")
    inner = sequences.decode(outer[4], ";") if len(outer) > 4 else ["0"]
    if not (is_count(outer[0]) and is_count(inner[0])):
        return None
    return int(outer[0]), int(inner[0])


def observe(
    game: Game,
    views: Sequence[View],
    first_step: int = 0,
    seals: Mapping[int, tuple[Sealed, ...]] | None = None,
    binding: Binding | None = None,
) -> Scene:
    """The scene of consecutive files; their steps are counted from ``first_step``.

    ``seals`` holds what was sealed, by step. The views must name places by the definition
    (`validator.reading.defined`).
    """
    observer = _Observer(dictionary_of(game, binding), views[0].reveal)
    observer.begin(views[0], _undone_first(views[0]))
    steps: list[Seen] = []
    done = first_step
    for number, view in enumerate(views):
        if number:
            observer.follow(view, views[number - 1])
        new = list(observer.steps(view, done))
        first = _undone_first(view)
        if number:
            _pair(steps, new, first)
        else:
            new[:first] = [replace(one, changes=(), taken_back=True) for one in new[:first]]
        steps += new
        done += len(view.steps)
    if seals:
        steps = [replace(one, seals=seals.get(one.step, ())) for one in steps]
    return Scene(
        observer.first,
        tuple(steps),
        observer.properties,
        observer.turn,
        observer.held,
        views[0].reveal,
        views[0].side,
    )


def names_in(scene: Scene, game: Game) -> dict[str, str]:
    """The name of each piece in reports: its own name if the reader may know it."""
    counters = {
        counter.id: counter.name
        for counter in game.counters
        # Markers keep their ids, which are plain English.
        if not any(role.endswith("marker") or role == "plot" for role in counter.roles)
    }
    names: dict[str, str] = {}
    for token in _tokens(scene):
        own = counters.get(token.unit or "")
        if own is not None:
            numbered = token.key.startswith(_NUMBERED)
            names[token.key] = f"{own} ({token.key})" if numbered else own
        elif token.unit is None and token.key not in names:
            called = token.name or "face-down piece"
            unseen = token.key.startswith(_UNSEEN)
            names[token.key] = called if unseen else f"{called} ({token.key})"
    return names


def _tokens(scene: Scene) -> Iterator[Token]:
    yield from scene.start.values()
    for seen in scene.steps:
        for change in seen.changes:
            if change.before is not None:
                yield change.before
            if change.after is not None:
                yield change.after


@dataclass
class _Observer:
    words: Dictionary
    reveal: bool
    tokens: dict[str, Token] = field(default_factory=dict)
    """By the public id of the piece."""
    first: dict[str, Token] = field(default_factory=dict)
    properties: dict[str, int] = field(default_factory=dict)
    turn: tuple[int, int] | None = None
    held: dict[str, int] = field(default_factory=dict)
    drawn: int = 0
    """How many pieces have got a number."""
    gone: dict[int, dict[str, Token]] = field(default_factory=dict)
    """By the view's number of a step: the pieces that went out of sight in it, as they were."""
    said: tuple[str | None, bool, bool] = (None, False, False)
    """The last chat line: its side, whether it asks, whether it begs (calls off or asks leave)."""

    def begin(self, view: View, undone: int) -> None:
        """Note the table at the beginning of the first file, after its first ``undone`` steps,
        which undo what was done before the log."""
        scene = view.scene(undone)
        for seen in scene.pieces:
            self._lay(seen)
        self.first = {token.key: token for token in self.tokens.values()}
        for name, value in scene.properties.items():
            if name in self.words.properties and _whole(value):
                self.properties[name] = int(value)
        self.turn = next((found for s in scene.turns.values() if (found := tracked(s))), None)
        self.held = {d.name: d.count for d in scene.decks}

    def follow(self, view: View, earlier: View) -> None:
        """Begin the next file: the same table, with new stand-in ids for face-down pieces.

        Face-down pieces are recognised by their place and their height in the stack.
        """
        before = self.tokens
        self.tokens = {}
        ended, scene = earlier.scene(), view.scene(0)
        lain = _face_down(ended)
        same = {
            now: then
            for spot, idents in _face_down(scene).items()
            for now, then in zip(idents, lain.get(spot, ()), strict=False)
        }
        known = {seen.piece.id: seen.id for seen in ended.pieces if seen.piece is not None}
        for seen in scene.pieces:
            then = same.get(seen.id) if seen.piece is None else known.get(seen.piece.id)
            token = before.get(then) if then is not None else None
            self._lay(seen, token.key if token is not None else None)

    def _lay(self, seen: SeenPiece, key: str | None = None) -> Token:
        """Note a piece; it keeps its key, or gets the given or a new one."""
        old = self.tokens.get(seen.id)
        unit = self._unit(seen, old) if seen.known else None
        known = unit or (old.unit if old is not None else None)
        token = Token(
            key or (old.key if old is not None else self._key(known)),
            unit,
            self.words.kinds.get(unit) if unit else None,
            seen.name,
            self.words.map(seen.place),
            self.words.place(seen.place),
            seen.masked,
            _level(seen),
            _facing(seen),
        )
        self.tokens[seen.id] = token
        return token

    def _unit(self, seen: SeenPiece, old: Token | None) -> str | None:
        """The counter that a piece is; of several equal ones the first that is not on the table."""
        can_be = self.words.units(seen)
        if old is not None and old.unit in can_be:
            return old.unit
        if len(can_be) > 1:
            taken = {token.unit for token in self.tokens.values()}
            can_be = tuple(one for one in can_be if one not in taken) or can_be
        return next(iter(can_be), None)

    def _key(self, unit: str | None) -> str:
        if unit is None:
            self.drawn += 1
            return f"{_NUMBERED}{self.drawn}"
        taken = {token.key for token in self.tokens.values()}
        key, number = unit, 1
        while key in taken:
            number += 1
            key = f"{unit} ({number})"
        return key

    def steps(self, view: View, done: int) -> Iterator[Seen]:
        """The steps of a file as `Seen`."""
        self.gone.clear()
        for step in view.steps:
            if step.events and isinstance(step.events[0], ev.Undone):
                yield self._undo(view, step, done)
                continue
            yield self._seen(view, step, done)

    def _seen(self, view: View, step: ViewStep, done: int) -> Seen:
        who = step.player
        rolls, declarations, properties, turn = [], [], {}, None
        chatted: dict[str, Any] = {}
        moved: dict[str, list[ev.PieceEvent]] = {}
        for event in step.events:
            match event:
                case ev.PieceEvent():
                    moved.setdefault(event.piece, []).append(event)
                case ev.Rolled(button=button) if button in self.words.dice:
                    rolls.append(_roll(self.words.dice[button], event))
                case ev.Declared(text=text):
                    declared = self.words.declaration(text)
                    if declared is not None:
                        declarations.append(declared)
                case ev.Reported(text=text) | ev.Said(text=text, speaker=""):
                    heard = self.words.heard(text)
                    if heard is not None:
                        declarations.append(heard)
                case ev.Said(text=text):
                    chatted = self._chatted(text, self.words.side(who))
                case ev.PropertyChanged(name=name, new=new):
                    if name in self.words.properties and _whole(new):
                        properties[name] = int(new)
                case ev.TurnAdvanced(state=state):
                    turn = tracked(state)
        if (rolls or declarations) and self.words.side(who) not in (None, self.said[0]):
            self.said = None, False, False  # who plays on does not answer any more
        return Seen(
            done + step.number,
            str(who) if who is not None else None,
            self.words.side(who),
            self._changes(view, step.number, moved) if moved else (),
            tuple(rolls),
            tuple(declarations),
            properties,
            turn,
            taken_back=step.number in view.undone,
            **chatted,
        )

    def _changes(
        self, view: View, number: int, moved: Mapping[str, list[ev.PieceEvent]]
    ) -> tuple[Change, ...]:
        """The changes of the pieces that were handled in a step."""
        lain = {ident: token for ident in moved if (token := self.tokens.get(ident))}
        after = {seen.id: seen for seen in view.touched(number)}
        changes = tuple(
            change
            for ident, events in moved.items()
            if (change := self._change(ident, events, after.get(ident))) is not None
        )
        if number in view.undone:
            self.gone[number] = {
                ident: token for ident, token in lain.items() if ident not in self.tokens
            }
        return changes

    def _chatted(self, text: str, side: str | None) -> dict[str, Any]:
        """What a line of the chat says, by the fields of `Seen`."""
        calls_off = chat.calls_off(text)
        gives_leave, agrees = self._answers(text, side, calls_off)
        return {
            "calls_off": calls_off,
            "recalls": chat.recalls(text),
            "gives_leave": gives_leave,
            "agrees": agrees,
            "told_dice": chat.told_dice(text),
            "tells": self.words.told(text),
        }

    def _answers(self, text: str, side: str | None, calls_off: bool) -> tuple[bool, bool]:
        """Whether a chat line gives the other side leave to go on, or says yes to its question; and
        whether it agrees to what the other side just called off or asked leave for."""
        begs = calls_off or chat.asks_leave(text)
        (other, asked, called), self.said = self.said, (side, chat.asks(text), begs)
        to_other = other not in (None, side)
        says_yes, leave = chat.says_yes(text), chat.gives_leave(text)
        return leave or (to_other and asked and says_yes), to_other and called and (
            leave or says_yes
        )

    def _change(
        self, ident: str, events: list[ev.PieceEvent], seen: SeenPiece | None
    ) -> Change | None:
        before = self.tokens.get(ident)
        source = _source_deck(events)
        if before is None and source is not None:
            drawn = any(isinstance(event, ev.Drawn) for event in events)
            before = self._in_deck(self._key(None) if drawn else f"{_UNSEEN}{ident}", source)
        if seen is not None:
            key = before.key if before is not None else None
            after: Token | None = self._lay(seen, key)
        else:
            after = None
            goal = events[-1].to if isinstance(events[-1], ev.Returned) else None
            if goal is not None and before is not None:
                place = self.words.place(goal)
                after = replace(before, unit=None, kind=None, place=place, face_down=True)
            elif goal is not None:  # out of a window that only its owner sees
                after = self._in_deck(f"{_UNSEEN}{ident}", goal)
            self.tokens.pop(ident, None)
        if before is None and after is None:
            return None
        return Change(before, after) if before != after else None

    def _in_deck(self, key: str, deck: ev.Place) -> Token:
        """A piece that was in a face-down deck until now."""
        return Token(key, None, None, "", deck.map, self.words.place(deck), face_down=True)

    def _undo(self, view: View, step: ViewStep, done: int) -> Seen:
        """Note the table after an undo; a face-down piece is taken for the one that lay there."""
        who = step.player
        before = self.tokens
        self.tokens = {}
        now = view.scene(step.number).pieces
        lost: list[Token] = [
            token for ident, token in before.items() if all(seen.id != ident for seen in now)
        ]
        back = self.gone.get(step.undoes or 0, {})
        lost += back.values()
        for seen in now:
            token = before.get(seen.id) or back.get(seen.id)
            if token is None:
                place = self.words.place(seen.place)
                token = next((one for one in lost if one.place == place), None) or next(
                    (one for one in lost if one.face_down == seen.masked), None
                )
            if token in lost:
                lost.remove(token)
            self._lay(seen, token.key if token is not None else None)
        return Seen(
            done + step.number,
            str(who) if who is not None else None,
            self.words.side(who),
            taken_back=step.undoes is not None,
            changes=() if step.undoes is not None else tuple(_differences(before, self.tokens)),
        )


def _undone_first(view: View) -> int:
    """How many steps at the beginning of a file undo steps of before the file."""
    for number, step in enumerate(view.steps):
        undone = bool(step.events) and isinstance(step.events[0], ev.Undone)
        if not undone or step.undoes is not None:
            return number
    return len(view.steps)


def _pair(steps: list[Seen], new: list[Seen], first: int) -> None:
    """Mark the last steps of the file before as undone by the first steps of this one."""
    last = len(steps) - 1
    for number in range(first):
        while last >= 0 and steps[last].taken_back:
            last -= 1
        taken = {(one.after, one.before) for one in new[number].changes}
        if last < 0 or taken != {(one.before, one.after) for one in steps[last].changes}:
            return
        steps[last] = replace(steps[last], taken_back=True)
        new[number] = replace(new[number], changes=(), taken_back=True)


def _differences(before: Mapping[str, Token], after: Mapping[str, Token]) -> Iterable[Change]:
    for ident in dict.fromkeys((*before, *after)):
        if before.get(ident) != after.get(ident):
            yield Change(before.get(ident), after.get(ident))


def _face_down(scene: ViewScene) -> Mapping[tuple[str, int, int], list[str]]:
    """The stand-in ids of unknown pieces by their place, from the bottom up."""
    heights = {
        ident: height for stack in scene.stacks for height, ident in enumerate(stack.members)
    }
    found: dict[tuple[str, int, int], list[str]] = {}
    for seen in sorted(scene.pieces, key=lambda one: heights.get(one.id, 0)):
        if not seen.known:
            spot = (seen.place.map, seen.place.x, seen.place.y)
            found.setdefault(spot, []).append(seen.id)
    return found


def _roll(button: str, event: ev.Rolled) -> Roll:
    """A roll with the modifiers in its report."""
    report = modified_in(event.text)
    changes = report.changes if report is not None else ()
    return Roll(
        button, event.dice, sum(change for change, _ in changes), tuple(why for _, why in changes)
    )


def _source_deck(events: Iterable[ev.PieceEvent]) -> ev.Place | None:
    for event in events:
        if isinstance(event, ev.Drawn | ev.Returned) and event.from_.deck:
            return event.from_
    return None


def _level(seen: SeenPiece) -> int:
    """The face that is up: the level of the piece's first layer."""
    piece = seen.piece
    if piece is None or not piece.model.layers:
        return 1
    return level_of(piece.state(piece.model.layers[0].at))


def _facing(seen: SeenPiece) -> int:
    """Which way it points, as an index into its facings."""
    piece = seen.piece
    if piece is None:
        return 0
    at = _rotating(piece.type)
    state = piece.state(at) if at >= 0 else ""
    return int(state) if _whole(state) else 0


@lru_cache(maxsize=4096)
def _rotating(piece_type: str) -> int:
    """The index of the trait that rotates the piece; -1 if there is none."""
    traits = enumerate(model(piece_type).traits)
    return next((at for at, trait in traits if trait.id == _ROTATING), -1)


@lru_cache(maxsize=4096)
def _whole(text: str) -> bool:
    return re.fullmatch(r"-?\d{1,9}", text) is not None
