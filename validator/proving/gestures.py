"""A game as a list of its players' gestures, which can be changed and performed again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from generator.errors import BroadsideError
from generator.light import dataclass
from validator.playing.gestures_keys import menu
from validator.playing.gestures_module import GestureError
from validator.playing.hands import UnshownError
from validator.playing.logbook import IDENTITY, PlayedOutError, TableStage


@dataclass(frozen=True, slots=True)
class Gesture:
    """One act of a player at the table (`validator.rules.staging.Stage`)."""

    name: str
    """A method of the stage; or one of those that only habits make: ``look``, ``flip_twice``,
    ``rotate_and_back``, ``misclick`` (a wrong ``choose``), ``undone`` (the gestures ``inner``, then
    undo), ``drag_stack`` (a drag with all that lies stacked with the counters), ``turn_stack`` (a
    ``choose`` by its key, to which all that lies stacked answers)."""
    side: str
    args: tuple[Any, ...] = ()
    verb: int = 0
    """The index of the verb that it is made for."""
    until: int = 0
    """The index after the last verb that it is made for: one gesture may show several verbs."""
    start: str = ""
    """The place of the first piece before."""
    end: str = ""
    """The place of the first piece afterwards."""
    inner: tuple[Gesture, ...] = ()

    @property
    def throws(self) -> bool:
        """Whether it may roll dice: by a button, or by a menu entry that rolls."""
        return self.name in ("roll", "press") or (self.name == "choose" and bool(self.args[2:]))

    def by(self, side: str) -> Gesture:
        """The same gesture by another player."""
        return replace(self, side=side)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The counters it is about."""
        match self.name:
            case "drag":
                return tuple(self.args[0])
            case (
                "put_away"
                | "choose"
                | "turn_stack"
                | "misclick"
                | "look"
                | "flip_twice"
                | "rotate_and_back"
            ):
                return (self.args[0],)
            case "drag_onto":
                return (self.args[0], self.args[1])
        return ()

    @property
    def goal(self) -> str:
        """The place where a dragged or put-away counter goes."""
        return str(self.args[2]) if self.name == "drag" else self.end

    def in_words(self) -> str:
        """The gesture in one line: ``british drag ajax C2``."""
        if self.inner:
            return f"{', '.join(one.in_words() for one in self.inner)}, undone"
        said = [
            " and ".join(map(str, one)) if isinstance(one, tuple) else str(one)
            for one in self.args
            if one
        ]
        return " ".join([self.side, self.name, *said])


class Listener:
    """A stage that records the gestures made on it."""

    def __init__(self, stage: TableStage) -> None:
        self._stage = stage
        self.heard: list[Gesture] = []
        self.ends: list[int] = []
        """For each gesture the number of steps in the log after it."""
        self.verb = 0
        """The index of the verb that is being played."""

    @property
    def table(self) -> TableStage:
        """The stage itself."""
        return self._stage

    def copy(self) -> Listener:
        """A copy on a copy of the stage."""
        other = Listener(self._stage.copy())
        other.heard, other.ends, other.verb = list(self.heard), list(self.ends), self.verb
        return other

    def done(self, verbs: int) -> None:
        """Note that the gestures so far have played the first ``verbs`` verbs."""
        since = next((at for at, one in enumerate(self.heard) if not one.until), len(self.heard))
        self.heard[since:] = [replace(one, until=verbs) for one in self.heard[since:]]
        self.verb = verbs

    def _do(self, name: str, side: str, *args: Any, piece: str = "") -> None:
        steps = len(self._stage.hand.steps)
        start = self._stage.where(piece) if piece else ""
        gesture = Gesture(name, side, args, self.verb, start=start)
        perform(gesture, self._stage)
        if len(self._stage.hand.steps) > steps:  # a counter already at home is not put away
            end = self._stage.where(piece) if piece else ""
            self.heard.append(replace(gesture, end=end))
            self.ends.append(len(self._stage.hand.steps))

    def drag(self, side: str, pieces: Sequence[str], map_id: str, place: str) -> None:
        """See `validator.rules.staging.Stage`."""
        self._do("drag", side, tuple(pieces), map_id, place, piece=pieces[0])

    def undo(self) -> None:
        """See `validator.rules.staging.Stage`."""
        self._do("undo", "")

    def put_away(self, side: str, piece: str) -> None:
        """See `validator.rules.staging.Stage`."""
        self._do("put_away", side, piece, piece=piece)

    def choose(
        self,
        side: str,
        piece: str,
        words: str,
        dice: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        """See `validator.rules.staging.Stage`."""
        self._do("choose", side, piece, words, *([dict(dice)] if dice else []), piece=piece)

    def drag_onto(self, side: str, piece: str, onto: str) -> None:
        """See `validator.rules.staging.Stage`."""
        self._do("drag_onto", side, piece, onto, piece=piece)

    def choose_of_deck(self, side: str, deck: str, words: str, pieces: Sequence[str] = ()) -> None:
        """See `validator.rules.staging.Stage`."""
        self._do("choose_of_deck", side, deck, words, tuple(pieces))

    def press(
        self,
        side: str,
        button: str,
        dice: Mapping[str, Sequence[int]] | None = None,
        pieces: Sequence[str] = (),
    ) -> None:
        """See `validator.rules.staging.Stage`."""
        self._do("press", side, button, dict(dice) if dice else None, tuple(pieces))

    def roll(self, side: str, button: str, dice: Sequence[int]) -> None:
        """See `validator.rules.staging.Stage`."""
        self._do("roll", side, button, tuple(dice))

    def click_turn(self, side: str) -> None:
        """See `validator.rules.staging.Stage`."""
        self._do("click_turn", side)

    def say(self, side: str, text: str) -> None:
        """See `validator.rules.staging.Stage`."""
        self._do("say", side, text)

    def __getattr__(self, name: str) -> Any:
        """Everything else is passed to the table."""
        return getattr(self._stage, name)


class MisfitError(BroadsideError):
    """A habit does not fit where it was tried."""


REFUSALS = (MisfitError, GestureError, PlayedOutError, UnshownError)
"""What a table raises if something cannot be done or shown on it; other errors are bugs."""


def perform(gesture: Gesture, stage: TableStage) -> None:
    """Make a gesture. Raises one of the `REFUSALS` if the table does not allow it."""
    match gesture.name:
        case "undone":
            stage.hand.take_back(*(partial(perform, one, stage) for one in gesture.inner))
        case "look":
            _look(gesture, stage)
        case "flip_twice":
            _flip_twice(gesture, stage)
        case "rotate_and_back":
            _rotate_and_back(gesture, stage)
        case "misclick":
            _misclick(gesture, stage)
        case "drag_stack":
            _drag_stack(gesture, stage)
        case "turn_stack":
            _turn_stack(gesture, stage)
        case "undo":
            stage.undo()
        case name:
            getattr(stage, name)(gesture.side, *gesture.args)


def _look(gesture: Gesture, stage: TableStage) -> None:
    """Turn a counter up and down again, by the player who turned it down."""
    (piece,) = gesture.args
    counter = stage.counter(piece)
    mask = counter.trait("obs;")
    seat = _seat_of(gesture, stage)
    if mask is None or counter.masked_by not in (seat.side, seat.password) or _in_deck(counter):
        raise MisfitError(f"{piece} is not face down for {gesture.side}")
    words = mask.text("hideCommand")
    if words not in menu(counter):
        raise MisfitError(f"the menu of {piece} does not turn it")
    for _ in range(2):
        stage.choose(gesture.side, piece, words)


def _flip_twice(gesture: Gesture, stage: TableStage) -> None:
    """Turn a counter with two faces over and back."""
    (piece,) = gesture.args
    counter = stage.counter(piece)
    layer = counter.trait("emb2;")
    if layer is None or counter.masked_by is not None or _in_deck(counter):
        raise MisfitError(f"{piece} has no other face to show")
    words = layer.text("upCommand")
    faces = len(layer["levelNames"])
    if words not in menu(counter) or faces != 2:
        raise MisfitError(f"the menu of {piece} does not turn it")
    for _ in range(2):
        stage.choose(gesture.side, piece, words)


def _misclick(gesture: Gesture, stage: TableStage) -> None:
    """Choose a wrong entry of a counter that all see: one that lies face down would be shown."""
    piece = gesture.args[0]
    counter = stage.counter(piece)
    if not _is_open(counter):
        raise MisfitError(f"{piece} is not seen by all")
    stage.choose(gesture.side, *gesture.args)


def _drag_stack(gesture: Gesture, stage: TableStage) -> None:
    """Drag the stack in which a counter lies, and then all others of the stack back."""
    pieces, map_id, place = gesture.args
    pile, others = _stacked(stage, pieces)
    home = (pile.map, pile.x, pile.y)
    whole = [str(one.marked(IDENTITY)) for one in pile.members]
    stage.drag(gesture.side, whole, map_id, place)
    stage.hand.drag(_seat_of(gesture, stage), others, *home)


def _turn_stack(gesture: Gesture, stage: TableStage) -> None:
    """Press the key of a menu entry while the whole stack of a counter is selected, and then turn
    all others of the stack back."""
    piece, words = gesture.args
    _, others = _stacked(stage, (piece,))
    if not all(_is_open(one) for one in (stage.counter(piece), *others)):
        raise MisfitError(f"{piece} lies with what not all see")
    before = {str(one.marked(IDENTITY)): one.state for one in others}
    stage.hand.press_key(_seat_of(gesture, stage), [stage.counter(piece), *others], words)
    turned = [other for other, state in before.items() if stage.counter(other).state != state]
    if not turned:
        raise MisfitError(f"nothing else turns when {piece} does")
    for other in turned:
        back = _way_back(stage, gesture.side, other, before[other])
        stage.choose(gesture.side, other, back)


def _way_back(stage: TableStage, side: str, piece: str, state: str) -> str:
    """The entry in a counter's menu that brings it back to a state."""
    for words in menu(stage.counter(piece)):
        trial = stage.copy()
        try:
            trial.choose(side, piece, words)
        except REFUSALS:
            continue
        if trial.counter(piece).state == state:
            return words
    raise MisfitError(f"no entry in the menu of {piece} turns it back")


def _stacked(stage: TableStage, pieces: Sequence[str]) -> tuple[Any, list[Any]]:
    """The stack in which counters lie, and what else lies there."""
    meant = [stage.counter(piece) for piece in pieces]
    pile = meant[0].pile
    others = [one for one in pile.members if one not in meant] if pile is not None else []
    if _in_deck(meant[0]) or not others or any(one.pile is not pile for one in meant):
        raise MisfitError(f"{pieces[0]} lies in no stack with others")
    return pile, others


def _seat_of(gesture: Gesture, stage: TableStage) -> Any:
    return next(seat for seat in stage.seats if seat.side == gesture.side)


def _rotate_and_back(gesture: Gesture, stage: TableStage) -> None:
    """Rotate a counter by one facing and back."""
    (piece,) = gesture.args
    counter = stage.counter(piece)
    rotator = counter.trait("rotate;")
    if rotator is None or counter.masked_by is not None or _in_deck(counter):
        raise MisfitError(f"{piece} has no facing")
    for words in (rotator.text("rotateCWText"), rotator.text("rotateCCWText")):
        if words not in menu(counter):
            raise MisfitError(f"the menu of {piece} does not rotate it")
        stage.choose(gesture.side, piece, words)


def _is_open(counter: Any) -> bool:
    return counter.masked_by is None and counter.hidden_by is None


def _in_deck(counter: Any) -> bool:
    return counter.pile is not None and counter.pile.deck is not None


__all__ = ["REFUSALS", "Gesture", "Listener", "MisfitError", "perform"]
