"""Convert the entries of a recorder's log to the steps that a VASSAL module would have logged.

A drop becomes a move, entering a deck a move onto the deck, turning over a mask or another face, a
declaration its button's line in the chat, a roll the changes of its button's properties. An entry
that changes nothing on the table (pick, search, peek) makes no step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.collecting import no_collection
from generator.light import dataclass
from generator.packaging.scene import Scene
from generator.packaging.vassal.setup import TRACKER, turn_state
from generator.tabletop_simulator.calibration import Calibration
from generator.vassal import commands, traits
from generator.vassal.commands import ChangePiece, ChangeProperty, Command
from validator.reading.events import OBSERVER
from validator.reading.tabletop import entries as act
from validator.reading.tabletop import words
from validator.reading.tabletop.clicks import Click, Clicks
from validator.reading.tabletop.entries import Entry
from validator.reading.tabletop.log import Log
from validator.reading.tabletop.pieces import PIECE, Counter, Counters, StateError
from validator.reading.tabletop.places import Places, Spot
from validator.reading.tabletop.seating import Seating
from validator.reading.tabletop.throws import ThrowError, Throws
from validator.table import MODULE, Table

_TRAY = "tray/"
_HAND = "hand/"
_DECK = "deck/"
_UNKNOWN = "~"
"""Prefix of the log's names of objects that are not part of the game."""
_OFF_BOARD = "offboard"
_PLACE = "{place}"
_BESIDE = -100
"""Pieces in a hand are placed this many pixels left of and above their side's private board."""
_NEAR = 0.05
"""Inches: a shorter movement of a piece in a box does not count as a move."""
_AGAIN = "again-"
"""Prefix of the ids of pieces that were copied, or came back after they were deleted."""
_LAST_TURN = 1_000_000
_SOON = 5
"""Seconds after a piece left a pile in which its appearance on the table belongs to that."""
_HANDLING = (act.Drop, act.Settle, act.Flip, act.Rotate, act.Switch)
_LANDING = (act.Drop, act.Settle, act.Enter, act.InHand, act.InZone)
_AHEAD = 40
"""How many entries after a drop are searched for where the piece ended up."""
_AT_ONCE = 1
"""The most seconds between entries that the recorder writes for one click."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """An entry that mentions something that the game does not have."""

    entry: int
    what: str
    """It never names a piece of the game: which piece an entry is about may be a secret."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A log, converted to steps."""

    players: tuple[commands.Player, ...]
    """The players who were present from the beginning."""
    steps: tuple[list[Command], ...]
    entries: tuple[tuple[int, ...], ...]
    """For each step the numbers of the entries it was made from."""
    doubts: tuple[Doubt, ...]
    private_maps: Mapping[str, tuple[str, ...]]
    """Made-up maps for the hands of sides without a private board, and the sides that see them."""


def lowered(
    log: Log, scene: Scene, start: Table, begins: tuple[int, int], known: Calibration
) -> Lowered:
    """Convert a log that began from the set-up ``start``; ``begins`` is the turn and step (from 0)
    of the set-up, ``known`` the calibration."""
    reader = _Lowering(log, scene, start, begins, known)
    with no_collection():
        reader.read(log.entries)
    return Lowered(
        reader.seating.first,
        tuple(reader.steps),
        tuple(map(tuple, reader.numbers)),
        tuple(reader.doubts),
        {name: (side,) for side, name in reader.hands.items()},
    )


class _Lowering:
    """Converts the entries one by one, and keeps track of the table meanwhile."""

    def __init__(
        self,
        log: Log,
        scene: Scene,
        start: Table,
        begins: tuple[int, int],
        known: Calibration,
    ) -> None:
        self.steps: list[list[Command]] = []
        self.numbers: list[list[int]] = []
        self.doubts: list[Doubt] = []
        self.seating = Seating(log.header.seats, log.entries)
        self.hands: dict[str, str] = {}
        """Side without a private board to the made-up map that stands for its hand."""
        self._game = game = scene.game
        self._scene = scene
        self._public = {map_.name for map_ in scene.maps if not map_.owners}
        self._places = Places(scene, log.header.boards, known)
        self._counters = Counters(scene, start, known.upright_rotation)
        self._clicks = Clicks(game)
        self._click: Click | None = None
        self._properties = {name: value for (_, name), value in start.properties.items()}
        self._throws = Throws(scene, self._counters, self._properties)
        self._turn = begins
        self._actions = {action.id: action for action in game.actions}
        self._named = {one.name: one.text or one.name for one in game.properties}
        self._held: dict[str, commands.Player | None] = {}
        """The pieces in the air, each with the player who holds it."""
        self._came_out: dict[str, int] = {}
        """When each piece last came out of a container, in seconds."""
        self._given: Sequence[Entry] = ()
        self._made = 0
        self._at = 0
        """The index of the current entry."""
        self._lay_in = ""
        """The deck that the current entry's piece was in before."""
        self._turned = ("", "", -1)
        """The piece last turned over, by which colour, and the number of steps then."""
        self._turned_at = 0
        """The time of that, in seconds."""

    def read(self, given: Sequence[Entry]) -> None:
        """Convert all entries, up to one that begins the log anew on an unknown table."""
        self._given = given
        acts: Mapping[type[Entry], Callable[[Any], None]] = {
            act.Pick: self._pick,
            act.Drop: self._drop,
            act.Settle: self._settle,
            act.Flip: self._flip,
            act.Rotate: self._rotate,
            act.Switch: self._switch,
            act.Leave: self._leave,
            act.Enter: self._enter,
            act.Shuffle: self._shuffle,
            act.InHand: self._in_hand,
            act.Roll: self._roll,
            act.Say: self._say,
            act.Declare: self._declare,
            act.SetProperty: self._property,
            act.Step: self._advance,
            act.Seat: self._seat,
            act.Delete: self._remove,
            act.Destroy: self._remove,
            act.Spawn: self._spawn,
        }
        for self._at, entry in enumerate(given):
            self._lay_in = ""
            if isinstance(entry, act.Load) and entry.how == "new":
                self._doubt(entry, "the log begins anew on a table that may have been played on")
                break
            done = acts.get(type(entry))
            if done is not None:
                done(entry)

    # --- steps ----------------------------------------------------------------------------

    def _step(self, entry: Entry, made: Iterable[Command | None]) -> None:
        """Add the commands of an entry: to the step of the current click, or as a new step.

        Everybody sees that a piece was handled, but whether that changed anything may be a secret.
        So handling makes a step in any case: the number of steps does not give the secret away.
        """
        done = [command for command in made if command is not None]
        if not done and not isinstance(entry, _HANDLING):
            return
        came = self.seating.met(entry)
        if came is not None:
            done.insert(0, came)
        last = len(self.steps) - 1
        if self._click is not None and self._click.includes(entry, self._lay_in):
            if self._click.step == last >= 0:
                self._add(entry, done)
                return
            self._click.step = last + 1
        else:
            self._click = None
        self.steps.append(done)
        self.numbers.append([entry.number])

    def _add(self, entry: Entry, done: Iterable[Command]) -> None:
        """Add the commands of an entry to the last step."""
        self.steps[-1] += done
        self.numbers[-1].append(entry.number)

    def _began(self, click: Click) -> None:
        """Note that the last step is the first of a click."""
        click.step = len(self.steps) - 1
        self._click = click

    def _who(self, entry: Entry) -> commands.Player | None:
        return self.seating.who(entry)

    def _doubt(self, entry: Entry, what: str) -> None:
        self.doubts.append(Doubt(entry.number, what))

    def _counter(self, entry: Entry, memo: str) -> Counter | None:
        """The piece that an entry is about; None, with a doubt, if the game has no such piece."""
        found = self._counters.get(memo)
        if found is None and memo.startswith(PIECE):
            known = self._counters.known(memo)
            missing = "a piece that was deleted" if known else f"no piece is called {memo!r}"
            self._doubt(entry, missing)
        return found

    # --- pieces ---------------------------------------------------------------------------

    def _pick(self, entry: act.Pick) -> None:
        self._held[entry.piece] = self._who(entry)

    def _drop(self, entry: act.Drop) -> None:
        self._held.pop(entry.piece, None)
        self._lie(entry)

    def _settle(self, entry: act.Settle) -> None:
        self._held.pop(entry.piece, None)
        self._lie(entry)

    def _lie(self, entry: act.Drop | act.Settle) -> None:
        """Place something that was put on the table; what goes on into a deck or bag at once is
        left to the entry for that."""
        crowd = self._inside(entry.piece)
        counter = self._counter(entry, entry.piece)
        player = self._who(entry)
        inside, hand = self._end_of(entry.piece, counter.hand if counter is not None else "")
        if inside:
            self._held[entry.piece] = player
            return
        if counter is not None and not counter.inside:
            self._lay_in = counter.deck
            counter.state, counter.face_down = entry.state, entry.face_down
            spot = self._hand(hand) if hand else self._places.spot(entry.to)
            counter.dropped = entry.to if hand else None
            self._step(entry, self._put(entry, counter, spot, player, entry.angle))
        elif crowd:
            spot = self._places.spot(entry.to)
            self._step(entry, [one for card in crowd for one in self._go(card, spot, player)])

    def _end_of(self, piece: str, hand: str) -> tuple[bool, str]:
        """Whether a dropped piece goes into a deck or bag, and the hand that it is in afterwards
        (``hand`` before), by the entries right after the drop; other pieces may land at the same
        time."""
        for entry in self._given[self._at + 1 : self._at + 1 + _AHEAD]:
            if not isinstance(entry, _LANDING):
                break
            if entry.piece != piece:
                continue
            match entry:
                case act.Enter():
                    return True, hand
                case act.InHand():
                    hand = _hand_after(entry, hand)
                case act.Drop() | act.Settle():
                    break
        return False, hand

    def _inside(self, container: str) -> list[Counter]:
        """The pieces in a pile that players made, which moves as one."""
        return self._counters.inside(container) if container.startswith(_UNKNOWN) else []

    def _go(
        self, counter: Counter, spot: Spot, player: commands.Player | None
    ) -> Iterator[Command]:
        """Move a piece to a point, if it is not there already."""
        if counter.spare:
            yield from self._counters.bring(
                counter, spot, player.id if player is not None else None
            )
        elif not self._lies(counter, spot):
            yield self._counters.move(counter, spot, player.id if player is not None else None)

    def _put(
        self,
        entry: Entry,
        counter: Counter,
        spot: Spot,
        player: commands.Player | None,
        angle: int | None,
    ) -> list[Command | None]:
        """Move a piece to a point, and show the face that is up now.

        It is masked before the move and unmasked after it, so that nobody sees more than at the
        table.
        """
        down = counter.face_down and counter.piece.face_down is not None
        owner = self._masker(counter, player) if down else ""
        made: list[Command | None] = []
        if counter.spare:
            # A new piece is added as it is turned now: no commands for turning it.
            self._counters.cover(counter, owner)
            self._show(entry, counter, angle)
        elif owner or counter.deck:
            made.append(self._counters.cover(counter, owner))
        made += self._go(counter, spot, player)
        if not owner:
            made.append(self._counters.cover(counter, ""))
        made.append(self._show(entry, counter, angle))
        return made

    def _show(self, entry: Entry, counter: Counter, angle: int | None) -> Command | None:
        """Show the face that is up, and the direction; an impossible state becomes a doubt."""
        try:
            return self._counters.show(counter, angle)
        except StateError as trouble:
            self._doubt(entry, str(trouble))
            return None

    def _lies(self, counter: Counter, spot: Spot) -> bool:
        """Whether a piece lies on a point already; in a box, within `_NEAR` of it."""
        if (counter.map, counter.deck) != (spot.map, spot.deck):
            return False
        near = _NEAR * self._scene.ppi if spot.free else 0
        return abs(counter.x - spot.x) <= near and abs(counter.y - spot.y) <= near

    def _masker(self, counter: Counter, player: commands.Player | None) -> str:
        """The side that owns the mask of a piece that is face down: the side of the player who
        turned it, as in the module; without one, the side that the definition names."""
        assert counter.piece.face_down is not None
        if player is not None and player.side != OBSERVER:
            return player.side
        return counter.piece.face_down.sides[0]

    def _flip(self, entry: act.Flip) -> None:
        counter = self._counter(entry, entry.piece)
        if counter is not None:
            counter.face_down = entry.face_down
            self._turn_over(entry, counter)

    def _switch(self, entry: act.Switch) -> None:
        counter = self._counter(entry, entry.piece)
        if counter is not None:
            counter.state = entry.state
            self._turn_over(entry, counter)

    def _turn_over(self, entry: act.Flip | act.Switch | act.Leave, counter: Counter) -> None:
        """Show the face that is up now. A piece in the air, in a deck or in a hand is left to its
        next drop."""
        if not self._on_the_table(entry.piece, counter):
            return
        player = self._who(entry)
        old = counter.name
        down = counter.face_down and counter.piece.face_down is not None
        owner = self._masker(counter, player) if down else ""
        made = [self._counters.cover(counter, owner), self._show(entry, counter, None)]
        if any(made) and self._is_reported(counter):
            made.append(words.turned(player, old, counter.name, self._place(counter)))
        self._step(entry, made)
        self._turned = (entry.piece, entry.colour, len(self.steps))
        self._turned_at = entry.time

    def _rotate(self, entry: act.Rotate) -> None:
        counter = self._counter(entry, entry.piece)
        if counter is None or not self._on_the_table(entry.piece, counter):
            return
        made = [self._show(entry, counter, entry.angle)]
        if any(made) and self._is_reported(counter):
            facing, place = counter.facing, self._place(counter)
            made.append(words.pointed(self._who(entry), counter.name, place, facing))
        self._step(entry, made)

    def _on_the_table(self, memo: str, counter: Counter) -> bool:
        away = counter.deck or counter.inside or counter.hand or counter.spare
        return memo not in self._held and not away

    def _leave(self, entry: act.Leave) -> None:
        counter = self._counter(entry, entry.piece)
        if counter is not None:
            if self._click is not None:
                self._click.takes(entry, counter.deck)
            counter.inside = ""
            counter.face_down = entry.face_down
            self._came_out[entry.piece] = entry.time
            if entry.colour:
                self._held[entry.piece] = self._who(entry)
            elif entry.container.startswith(_UNKNOWN):
                # The last piece of a pile that players made stays where the pile was.
                self._turn_over(entry, counter)

    def _enter(self, entry: act.Enter) -> None:
        held = self._held.pop(entry.piece, None)
        counter = self._counter(entry, entry.piece)
        crowd = [counter] if counter is not None else self._inside(entry.piece)
        player = self._who(entry) or held
        name = entry.container.removeprefix(_DECK)
        of_ours = entry.container.startswith(_DECK) and name in self._places
        spot = self._places.deck(name) if of_ours else self._places.spot(entry.at)
        made: list[Command] = []
        pile = self._inside(entry.container) if not spot.deck else []
        for one in crowd:
            self._lay_in = one.deck
            one.inside, one.hand = entry.container, ""
            if pile:
                # A piece laid on a pile is turned like the pile, and no entry reports that.
                one.face_down = pile[0].face_down
                laid = self._put(entry, one, spot, player, None)
                made += [command for command in laid if command is not None]
            elif not entry.container.startswith(_TRAY):
                made += self._go(one, spot, player)
            elif not one.spare:
                one.spare = True
                made.append(self._counters.remove(one))
        self._step(entry, made)

    def _shuffle(self, entry: act.Shuffle) -> None:
        name = entry.container.removeprefix(_DECK)
        if not (entry.container.startswith(_DECK) and name in self._places):
            name = self._places.spot(entry.at).deck
        deck = self._counters.decks.get(name)
        if deck is None:
            return
        inside = self._counters.in_deck(name)
        state = traits.deck_state(deck.map or "", deck.x, deck.y, deck.face_down, inside)
        report = words.shuffled(self._who(entry), name)
        self._step(entry, [report, ChangePiece(deck.id, state, state)])

    def _in_hand(self, entry: act.InHand) -> None:
        """A piece enters or leaves a hand; one that is still in the air is left to its drop."""
        counter = self._counter(entry, entry.piece)
        if counter is None or counter.inside:
            return
        counter.hand = _hand_after(entry, counter.hand)
        player = self._who(entry)
        if entry.piece in self._held:
            counter.dropped = None
        elif counter.hand:
            self._step(entry, self._go(counter, self._hand(counter.hand), player))
        elif counter.dropped is not None:
            # It was dropped outside the hand, but the log reports that only now.
            spot, counter.dropped = self._places.spot(counter.dropped), None
            self._step(entry, self._put(entry, counter, spot, player, None))

    def _hand(self, memo: str) -> Spot:
        """Where the pieces in a hand are placed: beside the side's private board if it has one,
        else on a made-up map."""
        side = memo.removeprefix(_HAND)
        for map_ in self._scene.maps:
            if map_.owners[:1] == (side,):
                return Spot(map_.name, _BESIDE, _BESIDE)
        if side not in self.hands:
            self.hands[side] = f"Hand of {side}"
        return Spot(self.hands[side], 0, 0)

    def _remove(self, entry: act.Delete | act.Destroy) -> None:
        counter = self._counters.get(entry.piece)
        if counter is None or counter.inside or counter.spare:
            return
        counter.gone = True
        self._step(entry, [self._counters.remove(counter)])

    def _spawn(self, entry: act.Spawn) -> None:
        """A piece appears: a copy of one that is on the table, or one that was deleted before."""
        came_out = self._came_out.get(entry.piece)
        if came_out is not None and entry.time - came_out <= _SOON:
            return  # a piece that leaves a pile appears on the table: it is no copy
        if not self._counters.known(entry.piece):
            return
        self._made += 1
        spot = self._places.spot(entry.at)
        self._step(entry, self._counters.again(entry.piece, f"{_AGAIN}{self._made}", spot))

    # --- what the chat reports about a piece ---------------------------------------------------

    def _is_reported(self, counter: Counter) -> bool:
        """Whether the module's chat reports what is done to a piece: not on a private board."""
        return counter.map in self._public and not counter.hidden

    def _place(self, counter: Counter) -> str:
        place = self._scene.map(counter.map).layout.locate(counter.x, counter.y)
        return place.id if place is not None else _OFF_BOARD

    # --- buttons --------------------------------------------------------------------------

    def _say(self, entry: act.Say) -> None:
        self._step(entry, [words.said(self._who(entry), entry.text)])

    def _seat(self, entry: act.Seat) -> None:
        self._step(entry, [self.seating.moved(entry)])

    def _declare(self, entry: act.Declare) -> None:
        action = self._actions.get(entry.action)
        if action is None:
            self._doubt(entry, f"there is no action {entry.action!r}")
            return
        player = self._who(entry)
        self._throws.asked(player, action)
        click = self._clicks.declared(entry, action)
        told = self._in_place(entry) if _PLACE in entry.words else entry.words
        chat = words.declared(player, action, told, self._turn[0])
        turned_up = self._turned == (entry.piece, entry.colour, len(self.steps))
        if turned_up and entry.time - self._turned_at <= _AT_ONCE:
            # The same click turned the piece face up.
            self._add(entry, [chat])
            self._began(click)
        elif action.silent:
            self._click = click
        else:
            self._click = None
            self._step(entry, [chat])
            self._began(click)

    def _in_place(self, entry: act.Declare) -> str:
        """The words of a declaration with the place of its piece, which the recorder leaves
        open."""
        counter = self._counter(entry, entry.piece)
        return entry.words.replace(_PLACE, self._place(counter)) if counter else entry.words

    def _property(self, entry: act.SetProperty) -> None:
        text = self._named.get(entry.name)
        if text is None:
            self._doubt(entry, f"there is no property {entry.name!r}")
            return
        old, new = self._properties.get(entry.name, ""), str(entry.new)
        self._properties[entry.name] = new
        self._throws.changed(entry.name, old)
        if old == new:
            return
        player = self._who(entry)
        report = words.changed(player, text, old, new)
        going_on = self._click
        self._step(entry, [ChangeProperty(entry.name, old, new, MODULE), report])
        if going_on is None or self._click is not going_on:
            self._began(self._clicks.changed(entry))

    def _advance(self, entry: act.Step) -> None:
        steps = max(1, len(self._game.tracked_steps()))
        if not (0 <= entry.new[1] < steps and abs(entry.new[0]) <= _LAST_TURN):
            self._doubt(entry, f"there is no turn {entry.new[0]}, step {entry.new[1]}")
            return
        old, self._turn = self._turn, entry.new
        report = words.tracked(self._who(entry), self._game, old, entry.new)
        going_on = self._click
        state = turn_state(self._game, *entry.new)
        self._step(entry, [report, commands.SetTurn(TRACKER, state)])
        if going_on is None or self._click is not going_on:
            self._began(self._clicks.advanced(entry))

    def _roll(self, entry: act.Roll) -> None:
        try:
            self._throws.fits(entry)
        except ThrowError as trouble:
            self._doubt(entry, str(trouble))
        self._step(entry, self._throws.made(entry, self._who(entry)))


def _hand_after(entry: act.InHand, before: str) -> str:
    """The hand that a piece is in after an entry, if it was in ``before``."""
    if entry.which == "in":
        return entry.hand
    return "" if entry.hand == before else before
