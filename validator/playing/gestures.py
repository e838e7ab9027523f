"""Play at a VASSAL table: one method for each gesture of a player, which logs what VASSAL would.

A `Hand` holds the state of a game like a running VASSAL client, and acts for all players. It works
for any game: what a click reports and triggers is read from the module. The methods follow
``PieceMover``, ``StackMetrics``, ``MovementReporter``, ``DoActionButton``, ``GlobalKeyCommand``,
``DiceButton``, ``ChangePropertyButton`` and ``TurnTracker`` of VASSAL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy, deepcopy
from types import MappingProxyType

from generator.light import dataclass
from generator.vassal.commands import (
    AddPiece,
    ChangeProperty,
    Chat,
    Command,
    SetProperty,
    SetTurn,
)
from generator.vassal.locations import Locations
from generator.vassal.trees import Node
from validator.playing import gestures_decks as decks
from validator.playing import gestures_keys as keys
from validator.playing.gestures_acts import UNWRITABLE, Act, told
from validator.playing.gestures_counters import Counter, Counters, Pile
from validator.playing.gestures_counting import counted
from validator.playing.gestures_module import (
    Button,
    GestureError,
    PlayedModule,
    Stroke,
    stroke,
    strokes,
)
from validator.playing.gestures_reports import Before, reported
from validator.playing.gestures_text import filled, holds
from validator.playing.gestures_turn import FIRST_TRACKER, Tracker
from validator.playing.gestures_undo import Drag, WholeTable, undone

Rolls = Mapping[str, Sequence[int]]
"""Dice button's name to the faces rolled."""

_LOOPS = 200
"""Rounds after which a looping button counts as endless."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the side, the name, and the password by which VASSAL identifies players."""

    side: str
    name: str
    password: str


class Hand:
    """Plays a game of a module, and logs what VASSAL would.

    ``position`` are the commands of the save from which the game starts. Every gesture appends one
    step to ``steps`` (also a click that triggers others), or several where VASSAL logs several.
    The gestures raise `GestureError` for what the module does not allow.
    """

    def __init__(
        self, module: PlayedModule, places: Locations, position: Iterable[Command]
    ) -> None:
        position = list(position)
        self.module = module
        self.places = places
        self.counters = Counters(position)
        self.steps: list[Node] = []
        self.properties = {one.name: one.initial for one in module.globals.values()}
        for command in position:
            if isinstance(command, SetProperty):
                self.properties[command.name] = command.value
        unrolled = {"result": "1", "total": "0", "keep": "0", "summary": ""}
        for name in module.dice:
            self.properties |= {f"{name}_{part}": value for part, value in unrolled.items()}
        element = module.tracker()
        self.tracker = Tracker(element) if element is not None else None
        self._tracker_id = FIRST_TRACKER
        for command in position:
            if isinstance(command, SetTurn) and element is not None:
                self.tracker = Tracker(element, command.state)
                self._tracker_id = command.tracker
        ids = [*self.counters.counters, *self.counters.piles]
        self._last_id = max((int(own) for own in ids), default=0)
        self._last_drag: Drag | None = None
        self._acts: list[Act] = []
        self._waiting: list[Act] = []
        self._rolls: dict[str, list[Sequence[int]]] = {}
        self._dealt: list[Counter] = []

    def copy(self) -> Hand:
        """An independent copy of the table; earlier drags cannot be undone there."""
        other = copy(self)
        other.counters = self.counters.copy()
        other.steps, other._acts, other._waiting = list(self.steps), list(self._acts), []
        other.properties = dict(self.properties)
        other.tracker = deepcopy(self.tracker)
        other._last_drag, other._rolls, other._dealt = None, {}, []
        return other

    # --- what a player does -----------------------------------------------------------

    def drag(self, seat: Seat, counters: Sequence[Counter], map_: str, x: int, y: int) -> None:
        """Drag one piece, or several picked up together, and drop them on a point.

        ``counters`` are in stacking order, the lowest first; pieces from different places keep
        their distance from the first. On a point inside a deck's outline they go into the deck, on
        the point of a stack onto the stack.
        """
        for counter in counters:
            if keys.restricted_to(counter, seat, moving=True):
                raise GestureError(f"{seat.side} may not move {counter.name!r}")
            decks.check_opens(seat, counter.pile, counter)
        act = Act()
        before = Drag.begin(counters)
        offset = (x - counters[0].x, y - counters[0].y)
        left = {counter.pile.id for counter in counters if counter.pile is not None}
        for counter in counters:
            to = self.snapped(map_, counter.x + offset[0], counter.y + offset[1])
            pile = self.counters.pile_for(counter, map_, *to)
            if pile is not None and pile.id in left and _emptied(pile, counters):
                pile = None
            if pile is None:
                act = act.then(self._moved(seat, counter, *to))
                act = act.then(self._place(seat, counter, map_, *to))
                act = act.then(self._new_stack(counter))
            else:
                decks.check_takes(seat, pile, counter)
                act = act.then(self._moved(seat, counter, pile.x, pile.y))
                act = act.then(self.merge(seat, pile, counter))
        if self.module.reports_moves:
            act = act.then(reported(self, seat, act))
        held = dict(self.properties)
        for counter in counters:
            act = act.then(self.come_to_rest(seat, counter))
        self._log(act)
        self._last_drag = Drag(act, before, held)

    def undo(self) -> None:
        """Click undo, right after a drag. Raises `GestureError` if the last gesture was none."""
        if self._last_drag is None:
            raise GestureError("only a drag that was just made is taken back here")
        drag = self._last_drag
        for before in reversed(drag.counters):
            before.restore(self.counters)
        self.properties = drag.properties
        self._log(drag.undone())

    def take_back(self, *gestures: Callable[[], None]) -> None:
        """Make some gestures, and click undo until all of them are undone.

        Raises `GestureError` for a command whose undo is not implemented here.
        """
        before = WholeTable.of(self.counters, self.properties, self.tracker)
        acts: list[tuple[Act, str | None]] = []
        for gesture in gestures:
            turn = self.tracker.state if self.tracker is not None else None
            done = len(self._acts)
            gesture()
            acts += [(act, turn) for act in self._acts[done:]]
        for act, turn in reversed(acts):
            self._log(undone(act, turn))
        before.restore(self.counters, self.tracker)
        self.properties = dict(before.properties)

    def choose(self, seat: Seat, counter: Counter, words: str, dice: Rolls | None = None) -> None:
        """Choose an entry of a piece's menu by its text; ``dice`` as for `press`."""
        self._rolls = {button: [list(roll)] for button, roll in (dice or {}).items()}
        self._log(self._sent(seat, counter, keys.key_of(counter, words, seat)))

    def press_key(self, seat: Seat, counters: Sequence[Counter], words: str) -> None:
        """Press the key of an entry of the first piece's menu while all these pieces are selected
        (``KeyBuffer.keyCommand``): all of them answer, in one step of the log."""
        key = keys.key_of(counters[0], words, seat)
        whole = Act()
        for counter in counters:
            whole.then(self._sent(seat, counter, key))
        self._log(whole)

    def choose_of_deck(self, seat: Seat, deck: Pile, words: str, cards: Sequence[Counter]) -> None:
        """Choose an entry of a deck's menu that sends these cards on, or, without ``cards``, all
        of them back into their deck."""
        self._log(decks.chosen(self, seat, deck, words, cards))

    def press(
        self,
        seat: Seat,
        name: str,
        dice: Rolls | None = None,
        cards: Sequence[Counter] = (),
    ) -> None:
        """Click a button, by the name on it.

        ``dice`` are the results for every dice button that the click triggers, ``cards`` the cards
        that the decks deal.
        """
        self._rolls = {button: [list(roll)] for button, roll in (dice or {}).items()}
        self._dealt = list(cards)
        self._click(seat, self.module.button(name))
        left = [button for button, rolls in self._rolls.items() if rolls]
        if left:
            raise GestureError(f"button {name!r} does not roll {left[0]!r}")
        if self._dealt:
            raise GestureError(f"button {name!r} does not deal {self._dealt[0].name!r}")

    def roll(self, seat: Seat, name: str, dice: Sequence[int]) -> None:
        """Click a dice button, or the button that triggers it; a declaration may have the same
        name."""
        self._rolls = {name: [list(dice)]}
        self._click(seat, self.module.presser(self.module.button(name, "DiceButton")))

    def advance_turn(self, seat: Seat) -> None:
        """Click the arrow of the turn tracker."""
        self._advance(seat)

    def say(self, seat: Seat, text: str) -> None:
        """Type something into the chat."""
        # In VASSAL too, a line that ends in a backslash would swallow the next step.
        if text.endswith("\\"):
            raise GestureError("a chat line must not end in a backslash")
        self._log(Act(Chat(f"<{seat.name}> - {text}")))

    # --- where things are -------------------------------------------------------------

    def location(self, map_: str, x: int, y: int) -> str:
        """VASSAL's name of a point; inside a deck's outline the deck's name."""
        pile = self.counters.deck_at(map_, x, y)
        if pile is not None and pile.deck is not None:
            return pile.deck.text("deckName")
        return self.places.spot(map_, x, y).location

    def snapped(self, map_: str, x: int, y: int) -> tuple[int, int]:
        """Where a piece dropped on a point snaps to; inside a deck's outline it does not snap."""
        if self.counters.deck_at(map_, x, y) is not None:
            return x, y
        return self.places.maps[map_].snapped(x, y)

    def region(self, map_: str, name: str) -> tuple[int, int]:
        """The point of a named region. Raises `GestureError` if there is none."""
        found = self.places.maps[map_].region(name)
        if found is None:
            raise GestureError(f"map {map_!r} has no region {name!r}")
        return found

    def middle_of_zone(self, map_: str, name: str) -> tuple[int, int]:
        """The middle of a zone. Raises `GestureError` if there is none."""
        found = self.places.maps[map_].middle_of_zone(name)
        if found is None:
            raise GestureError(f"map {map_!r} has no zone {name!r}")
        return found

    # --- how it comes into the log ----------------------------------------------------

    def _log(self, act: Act | None) -> None:
        """``GameModule.sendAndLog``: log a step, or add to the step that is being made."""
        if act is None or act.empty:
            return
        self._last_drag = None
        if self._waiting:
            self._waiting.append(self._waiting.pop().then(act))
        else:
            self._acts.append(act)
            self.steps.append(act.step())

    @contextmanager
    def together(self, whole: Act) -> Iterator[None]:
        """Collect what is logged inside as part of ``whole`` (``GameModule.pauseLogging``)."""
        self._waiting.append(Act())
        try:
            yield
        finally:
            whole.then(self._waiting.pop())

    def _new_id(self) -> str:
        # In VASSAL these are milliseconds since 1970; here it is enough that they increase.
        self._last_id += 1
        return str(self._last_id)

    def _sent(self, seat: Seat, counter: Counter, key: Stroke, quiet: bool = False) -> Act | None:
        return keys.send(keys.Event(self, seat, counter, key, counter.public_name(), quiet))

    # --- properties -------------------------------------------------------------------

    def module_property(self, seat: Seat, name: str) -> str | None:
        """The value of a property for a button; None if there is none."""
        own = {"PlayerName": seat.name, "PlayerSide": seat.side}
        if name in own:
            return own[name]
        if name == "PlayerId":
            return filled(self.module.player_id_format, own.get)
        if self.tracker is not None and name in self.tracker.properties():
            return self.tracker.properties()[name]
        return self.properties.get(name)

    def piece_property(self, seat: Seat, counter: Counter, name: str) -> str | None:
        """The value of a property for a trait of a piece; None if there is none."""
        marked = counter.marked(name)
        if marked is not None:
            return marked
        for part in counter.chain:
            if part.id == "PROP;" and part.text("key") == name:
                return part.state
            if part.id == "emb2;" and f"{part.text('name')}_Level" == name:
                return part.state
            if part.id == "rotate;" and f"{part.text('name')}_Facing" == name:
                return str(int(part.state or 0) + 1)
            if part.id == "calcProp;" and part.text("name") == name:
                return filled(part.text("expression"), self._piece_seen_by(seat, counter))
        own: dict[str, Callable[[], str]] = {
            "ObscuredToOthers": lambda: _is_owned(counter, "obs;", counter.masked_by),
            "InvisibleToOthers": lambda: _is_owned(counter, "hide;", counter.hidden_by),
            "LocationName": lambda: self.location(counter.map, counter.x, counter.y),
            "CurrentMap": lambda: counter.map,
            "CurrentX": lambda: str(counter.x),
            "CurrentY": lambda: str(counter.y),
            "CurrentZone": lambda: self.places.spot(counter.map, counter.x, counter.y).zone,
            "BasicName": lambda: counter.name,
            "PieceName": counter.public_name,
        }
        if name in own:
            return own[name]()
        return counter.kept.get(name) or self.module_property(seat, name)

    # --- moving -----------------------------------------------------------------------

    def old_places(self, counter: Counter) -> Act:
        """Store a piece's place on it before it moves (``putOldProperties``)."""
        spot = self.places.spot(counter.map, counter.x, counter.y)
        deck = counter.pile.deck if counter.pile is not None else None
        old = {
            "OldX": str(counter.x),
            "OldY": str(counter.y),
            "OldMap": counter.map,
            "OldBoard": spot.board,
            "OldZone": spot.zone,
            "OldLocationName": self.location(counter.map, counter.x, counter.y),
            "OldDeckName": deck.text("deckName") if deck is not None else "",
        }
        act = Act()
        for name, value in old.items():
            if counter.kept.get(name) != value:
                counter.kept[name] = value
                act = act.then(Act(UNWRITABLE))
        return act

    def mark_moved(self, counter: Counter, moved: bool) -> Act | None:
        """Mark a piece as moved or not, and update its trail (``PieceMover.markMoved``)."""
        mark = counter.at("markmoved;")
        if mark is None:
            return None

        def change() -> None:
            for at, part in enumerate(counter.chain):
                if part.id == "footprint;":
                    if moved:
                        keys.record_trail(counter, at, self.module.window(counter.map).id)
                    else:
                        keys.clear_trail(counter, at)
                elif part.id == "markmoved;":
                    keys.set_state(counter, at, "true" if moved else "false")

        return keys.changed(counter, change)

    def _moved(self, seat: Seat, counter: Counter, x: int, y: int) -> Act:
        act = Act().then(self.old_places(counter))
        if (x, y) != (counter.x, counter.y):
            act = act.then(self.mark_moved(counter, self.module.window(counter.map).marks_moved))
        return act.then(self.leave_deck(seat, counter))

    def leave_deck(self, seat: Seat, counter: Counter) -> Act | None:
        """Mask a card that leaves a face-down deck, for the player who takes it
        (``pieceRemoved``)."""
        pile, mask = counter.pile, counter.at("obs;")
        if pile is None or pile.deck is None or mask is None:
            return None
        part = counter.chain[mask]
        down = pile.face_down and pile.deck["drawFaceUp"] is not True
        owner = seat.password if part["access"].kind == "player" else seat.side
        state = {
            "obscuredBy": owner if down else "null",
            "options": self.module.mask_options if down else "",
        }
        return keys.changed(counter, lambda: keys.set_state(counter, mask, state))

    def _place(self, seat: Seat, counter: Counter, map_: str, x: int, y: int) -> Act:
        before = Before(counter)
        self.counters.take(counter)
        counter.map, counter.x, counter.y = map_, x, y
        return before.moved_by(seat)

    def come_to_rest(self, seat: Seat, counter: Counter) -> Act | None:
        """Send a piece that was put down its map's key (``Map.getMoveKey``)."""
        key = self.module.window(counter.map).placed
        return None if key is None else self._sent(seat, counter, key)

    def _new_stack(self, counter: Counter) -> Act | None:
        if not counter.stacks:
            return None
        pile = Pile(self._new_id(), counter.map, counter.x, counter.y)
        window = self.module.window(counter.map)
        layer = counter.marked(window.layer_property) if window.layer_property else None
        pile.layer = window.layer(layer)
        self.counters.piles[pile.id] = pile
        self.counters.put(counter, pile)
        return Act(AddPiece(pile.id, "stack", pile.state))

    def merge(self, seat: Seat, pile: Pile, counter: Counter) -> Act:
        """Put a piece on top of a stack or deck (``StackMetrics.merge``)."""
        before = Before(counter)
        self.counters.put(counter, pile)
        return before.moved_by(seat)

    def place_or_merge(self, seat: Seat, counter: Counter, map_: str, x: int, y: int) -> Act:
        """Put a piece on a point: onto the stack there, or into a new one."""
        pile = self.counters.pile_for(counter, map_, x, y)
        if pile is not None and pile is not counter.pile:
            return self.merge(seat, pile, counter)
        return self._place(seat, counter, map_, x, y).then(self._new_stack(counter))

    # --- buttons ----------------------------------------------------------------------

    def fire(self, seat: Seat, key: Stroke) -> None:
        """Send a key to all buttons of the module (``GameModule.fireKeyStroke``)."""
        for button in self.module.buttons:
            if button.key == key:
                self._click(seat, button)

    def _click(self, seat: Seat, button: Button) -> None:
        clicks: dict[str, Callable[[Seat, Button], None]] = {
            "DoActionButton": self._act,
            "DiceButton": self._roll,
            "GlobalKeyCommand": self._tell_pieces,
            "MassKeyCommand": self._tell_pieces,
            "ChangePropertyButton": self._change_property,
            "TurnTracker": lambda by, _: self._advance(by),
            "DrawPile": lambda by, pile: self._log(decks.reshuffled(self, by, self._deck(pile))),
            "DeckSendKeyCommand": self._deal,
        }
        clicks[button.kind](seat, button)

    def _act(self, seat: Seat, button: Button) -> None:
        whole = Act()
        kind = button.get("loopType")
        for _ in range(_LOOPS):
            if (
                button.is_set("doLoop")
                and kind == "while"
                and not holds(button.get("whileExpression"), self.seen_by(seat))
            ):
                break
            with self.together(whole):
                self._act_once(seat, button)
            if not button.is_set("doLoop") or kind == "counted":
                break
            if kind == "until" and holds(button.get("untilExpression"), self.seen_by(seat)):
                break
        else:
            raise GestureError(f"button {button.name!r} never ends")
        self._log(whole)

    def _act_once(self, seat: Seat, button: Button) -> None:
        if button.is_set("doReport"):
            said = filled(
                button.get("reportFormat"),
                self.seen_by(seat),
                lambda name, given: counted(self, seat, name, given),
            )
            self._log(told(said))
        if button.is_set("doHotkey"):
            for key in strokes(button.get("hotkeys")):
                self.fire(seat, key)

    def seen_by(
        self, seat: Seat, own: Mapping[str, str] = MappingProxyType({})
    ) -> Callable[[str], str | None]:
        """The properties for a button, with those that are only its own."""
        return lambda name: own[name] if name in own else self.module_property(seat, name)

    def _roll(self, seat: Seat, button: Button) -> None:
        rolls = self._rolls.get(button.name)
        if not rolls:
            raise GestureError(f"button {button.name!r} rolls, and nobody said what")
        dice = rolls.pop(0)
        if len(dice) != int(button.get("nDice") or 2):
            raise GestureError(f"button {button.name!r} does not roll {len(dice)} dice")
        counts = {face: list(dice).count(face) for face in sorted(set(dice))}
        result = ",".join(str(die) for die in dice)
        values = {
            "result": str(sum(dice)) if button.is_set("reportTotal") else result,
            "total": str(sum(dice)),
            "keep": str(len(dice)),
            "summary": ", ".join(f"{face} x{count}" for face, count in counts.items()),
        }
        own = {
            "name": button.name,
            "result": values["result"],
            "numericalTotal": values["total"],
            "summary": values["summary"],
            "nDice": str(len(dice)),
            "nSides": button.get("nSides"),
        }
        said = filled(
            button.get("reportFormat"),
            self.seen_by(seat, own),
            lambda name, given: counted(self, seat, name, given),
        )
        act = Act()
        if said:
            act = act.then(Act(Chat(f"*{said}" if said.startswith("*") else f"* {said}")))
        for part, value in values.items():
            act = act.then(self.set(f"{button.name}_{part}", value))
        self._log(act)

    def _deal(self, seat: Seat, button: Button) -> None:
        """Let a deck send the cards of the current click on."""
        parent = button.element.getparent()
        assert parent is not None
        pile = self._deck(Button(parent.get("name") or "", None, parent))
        cards = [card for card in self._dealt if card.pile is pile]
        self._dealt = [card for card in self._dealt if card not in cards]
        self._log(decks.sent_on(self, seat, pile, button.element, cards))

    def _deck(self, button: Button) -> Pile:
        pile = self.counters.deck(button.name)
        if pile is None:
            raise GestureError(f"there is no deck {button.name!r} on the table")
        return pile

    def set(self, name: str, value: str) -> Act:
        """Give a property of the module a value."""
        old = self.properties.get(name, "")
        self.properties[name] = value
        return Act(ChangeProperty(name, old, value, "Module"))

    def _change_property(self, seat: Seat, button: Button) -> None:
        parent = button.element.getparent()
        name = str(parent.get("name")) if parent is not None else ""
        old = self.properties[name]
        changed = self.module.globals[name].changed(old, button.get("propChanger"))
        new = filled(changed, self.seen_by(seat), lambda f, given: counted(self, seat, f, given))
        if new == old:
            return
        act = self.set(name, new)
        own = {"oldValue": old, "newValue": new, "description": button.get("desc"), "name": name}
        said = filled(button.get("reportFormat"), self.seen_by(seat, own))
        self._log(act.then(told(said)))

    def _tell_pieces(self, seat: Seat, button: Button) -> None:
        """Send a key to all matching pieces outside decks."""
        if button.get("deckCount") != "0" or "|true|" in button.get("target"):
            raise GestureError(f"button {button.name!r} reaches pieces in a way not understood")
        key = stroke(button.get("hotkey"))
        act = Act().then(told(filled(button.get("reportFormat"), self.seen_by(seat))))
        window = button.element.getparent()
        only = (
            window.get("mapName") if button.kind == "MassKeyCommand" and window is not None else ""
        )
        if key is None:
            raise GestureError(f"button {button.name!r} sends no key")
        for counter in self.counters.in_stacks():
            if only and button.is_set("singleMap") and counter.map != only:
                continue
            if holds(button.get("filter"), self._piece_seen_by(seat, counter)):
                act = act.then(self._sent(seat, counter, key, button.is_set("reportSingle")))
        self._log(act)

    def _piece_seen_by(self, seat: Seat, counter: Counter) -> Callable[[str], str | None]:
        return lambda name: self.piece_property(seat, counter, name)

    def _advance(self, seat: Seat) -> None:
        if self.tracker is None:
            raise GestureError(f"module {self.module.module.name!r} has no turn tracker")
        old = self.tracker.text()
        self.tracker.advance()
        for hotkey in self.tracker.hotkeys:
            key = stroke(hotkey)
            if key is not None:
                self.fire(seat, key)
        own = {"oldTurn": old, "newTurn": self.tracker.text()}
        act = Act().then(told(filled(self.tracker.report_format, self.seen_by(seat, own))))
        self._log(act.then(Act(SetTurn(self._tracker_id, self.tracker.state))))


def _is_owned(counter: Counter, kind: str, owner: str | None) -> str:
    """A property that exists only if the piece has a trait: whether the trait has an owner."""
    if counter.at(kind) is None:
        return ""
    return "true" if owner else "false"


def _emptied(pile: Pile, dragged: Sequence[Counter]) -> bool:
    """Whether a whole stack is being dragged: then it is no target for its own pieces."""
    return pile.deck is None and all(member in dragged for member in pile.members)


__all__ = ["GestureError", "Hand", "Seat"]
