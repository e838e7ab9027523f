"""A table of Tabletop Simulator for a staging: hands that pick up, drop, flip and click.

What VASSAL does by a menu, hands do here: flip or turn a counter, drag it into its cup or off the
map; only declarations are in its menu. This code writes no log: the recorder script in the save
does, from the events that it sees.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from generator.errors import nearest
from generator.light import dataclass
from generator.packaging.scene import Deck, Piece, look_of, shown_by
from generator.packaging.tabletop.pieces import memo_of
from generator.packaging.tabletop.recording import recorded_actions
from generator.packaging.vassal.buttons import TURN
from generator.packaging.vassal.decks import goals, reshuffle_words, transfer_words
from generator.packaging.vassal.dice import dice_text
from generator.packaging.vassal.module import NO_TRAILS, NOT_MOVED
from generator.packaging.vassal.pieces import (
    FLIP,
    TURN_LEFT,
    TURN_OVER,
    TURN_RIGHT,
    away_to,
    back_into,
    piece_actions,
)
from validator.playing.gestures_module import GestureError
from validator.playing.logbook import PlayedOutError
from validator.playing.tabletop.ground import Ground, Spot
from validator.playing.tabletop.untidy import KNOCKED, PUSHED, TWICE, Untidy

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from generator.tabletop_simulator.calibration import Calibration
    from validator.playing.tabletop.world import Thing, World

_FULL = 360.0

BESIDE = 0.7
"""Units to the right of a pile where a piece taken out of it is laid."""


@dataclass(frozen=True, slots=True)
class _Drag:
    """Where a piece was before a drag, and the seat that dragged it."""

    piece: str
    spot: Spot
    colour: str


class TabletopStage:
    """A Tabletop Simulator table for a staging (`validator.rules.staging.Stage`)."""

    def __init__(
        self,
        ground: Ground,
        tables: Any,
        world: World,
        known: Calibration,
        colours: Mapping[str, str],
        rng: Random,
        untidy: Untidy,
        by_hand: bool,
    ) -> None:
        self.game: Game = ground.scene.game
        self.tables = tables
        self.rng = rng
        self.by_hand = by_hand
        self._ground = ground
        self._scene = ground.scene
        self._world = world
        self._known = known
        self._colours = colours
        """Side to seat colour."""
        self._untidy = untidy
        start = self._scene.starts[self.game.scenario().id]
        self._actions = {one.id for one in recorded_actions(self.game)}
        self._homes = {name: self._thing(name).spot for name in start}
        self._places: dict[str, Mapping[str, None]] = {}
        self._dragged: list[_Drag] = []
        self._lifted: list[_Drag] = []

    # --- pieces -------------------------------------------------------------------------

    def drag(self, side: str, pieces: Sequence[str], map_id: str, place: str) -> None:
        """See `validator.rules.staging.Stage`."""
        taken = [one.spot for one in self._world.loose() if one.memo.startswith("piece/")]
        try:
            spot = self._ground.spot(map_id, place, taken)
        except KeyError:
            raise PlayedOutError(f"map {map_id!r} has no place {place!r}") from None
        self._carry(side, dict.fromkeys(pieces, spot))

    def drag_onto(self, side: str, piece: str, onto: str) -> None:
        """See `validator.rules.staging.Stage`."""
        self._carry(side, {piece: self._thing(onto).spot})

    def put_away(self, side: str, piece: str) -> None:
        """See `validator.rules.staging.Stage`."""
        home = self._homes[piece]
        if self.where(piece) != self._ground.place(home):
            self._carry(side, {piece: home})

    def undo(self) -> None:
        """See `validator.rules.staging.Stage`.

        The table has no undo except rewinding. So the hands pick up again what they have just put
        down; it goes back to where it was, unless it is put elsewhere next.
        """
        if not self._dragged:
            raise GestureError("only a drag that was just made is taken back here")
        self._lifted, self._dragged = self._dragged, []
        for one in self._lifted:
            self._world.pick_up(one.colour, self._thing(one.piece).guid)

    def choose(
        self,
        side: str,
        piece: str,
        words: str,
        dice: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        """See `validator.rules.staging.Stage`."""
        offered = self._menu(self._piece(piece))
        if words not in offered:
            raise GestureError(f"there is no {words!r} for {piece!r}{nearest(words, offered)}")
        self._pause()
        thing = self._thing(piece)
        if thing.container:  # it is laid beside its pile first
            x, z = thing.spot
            self._carry(side, {piece: (x + BESIDE, z)})
        self._world.cast([die for roll in (dice or {}).values() for die in roll])
        offered[words](side)

    def offers(self, piece: str, words: str) -> bool:
        """See `validator.rules.staging.Stage`."""
        return words in self._menu(self._piece(piece))

    def places(self, map_id: str) -> Collection[str]:
        """See `validator.rules.staging.Stage`."""
        found = self._places.get(map_id)
        if found is None:
            layout = self._ground.map(map_id).layout
            found = self._places[map_id] = dict.fromkeys((*layout.places, *layout.decks))
        return found

    def where(self, piece: str) -> str:
        """See `validator.rules.staging.Stage`."""
        lifted = {one.piece: one.spot for one in self._lifted}
        return self._ground.place(lifted.get(piece) or self._thing(piece).spot)

    def map_of(self, piece: str) -> str:
        """See `validator.rules.staging.Stage`."""
        lifted = {one.piece: one.spot for one in self._lifted}
        return self._ground.map_at(lifted.get(piece) or self._thing(piece).spot)

    def face_down(self, piece: str) -> bool:
        """See `validator.rules.staging.Stage`."""
        return self._look(piece)[1]

    def face(self, piece: str) -> int:
        """See `validator.rules.staging.Stage`."""
        return self._look(piece)[0]

    def facing(self, piece: str) -> int:
        """See `validator.rules.staging.Stage`."""
        count = len(self._piece(piece).facings)
        turned = self._thing(piece).rot_y - self._known.upright_rotation
        return round(turned * count / _FULL) % count if count else 0

    # --- decks and buttons --------------------------------------------------------------

    def choose_of_deck(self, side: str, deck: str, words: str, pieces: Sequence[str] = ()) -> None:
        """See `validator.rules.staging.Stage`. The hands carry the cards one by one."""
        pile, offered = self._deck(deck), self._transfers(deck)
        cards = list(pieces)
        if pile.reshuffles_into:
            offered[reshuffle_words(pile)] = pile.reshuffles_into
        if words not in offered:
            raise GestureError(f"there is no {words!r} for {deck!r}{nearest(words, offered)}")
        if pile.reshuffles_into and words == reshuffle_words(pile):
            cards = [name for name in self._homes if self.where(name) == deck]
            cards.sort(key=self._height, reverse=True)
        to = self._deck(offered[words])
        for card in cards:
            self.drag(side, [card], self._scene.map(to.map).id, to.name)

    def makes(self, action: str) -> bool:
        """See `validator.rules.staging.Stage`."""
        return action in self._actions

    def deck_offers(self, deck: str, words: str) -> bool:
        """See `validator.rules.staging.Stage`."""
        return words in self._transfers(deck)

    def _transfers(self, deck: str) -> dict[str, str]:
        """Entries of a deck's menu to the decks that they send pieces to."""
        pile = self._deck(deck)
        return {transfer_words(pile, other): other.name for other in goals(self._scene, pile)}

    def press(
        self,
        side: str,
        button: str,
        dice: Mapping[str, Sequence[int]] | None = None,
        pieces: Sequence[str] = (),
    ) -> None:
        """See `validator.rules.staging.Stage`."""
        self._only_with_buttons(button)
        if button in (NOT_MOVED, NO_TRAILS):
            return  # VASSAL's movement marks: a table has none
        ids = self._buttons()
        if button not in ids:
            raise GestureError(f"there is no button {button!r}{nearest(button, ids)}")
        rolled = [die for roll in (dice or {}).values() for die in roll]
        self._click(side, ids[button], rolled, pieces)

    def roll(self, side: str, button: str, dice: Sequence[int]) -> None:
        """See `validator.rules.staging.Stage`."""
        self._only_with_buttons(button)
        ids = {dice_text(one): f"roll/{one.id}" for one in self.game.dice}
        ids |= {one.name: f"roll/{one.id}" for one in self.game.dice}
        if button not in ids:
            raise GestureError(f"there are no dice {button!r}{nearest(button, ids)}")
        self._click(side, ids[button], dice, ())

    def click_turn(self, side: str) -> None:
        """See `validator.rules.staging.Stage`."""
        self._only_with_buttons("turn tracker")
        self._click(side, "step/next", (), ())

    def say(self, side: str, text: str) -> None:
        """See `validator.rules.staging.Stage`."""
        self._only_with_buttons("chat")
        self._pause()
        self._world.say(self._colours[side], text)

    def tracked(self, name: str) -> str:
        """See `validator.rules.staging.Stage`."""
        kept = self._world.recorded()
        turn, step = kept["turn"]
        steps = self.game.tracked_steps()
        own = {TURN: str(turn), self.game.turns.name: str(turn)}
        if steps:
            own["Step"] = f"{steps[step].number} {steps[step].name}"
        return own.get(name, str(kept["properties"].get(name, "")))

    # --- hands --------------------------------------------------------------------------

    def _carry(self, side: str, goals_: Mapping[str, Spot]) -> None:
        """Pick pieces up together, the lowest first, and drop each on its point."""
        colour = self._colours[side]
        pieces = sorted(goals_, key=self._height)
        lifted = {one.piece: one.spot for one in self._lifted if one.piece in goals_}
        self._lifted = [one for one in self._lifted if one.piece not in lifted]
        self._pause()
        self._dragged = [
            _Drag(piece, lifted.get(piece) or self._thing(piece).spot, colour) for piece in pieces
        ]
        for piece in pieces:
            if piece not in lifted:
                self._take(colour, piece)
        for piece in pieces:
            pile = self._pile_at(goals_[piece])
            if pile is not None:
                self._hold_for(colour, piece, pile)
                self._drop(colour, piece, goals_[piece])
            else:
                self._drop(colour, piece, self._untidy.near(goals_[piece]))
        if self._pile_at(goals_[pieces[-1]]) is None and self._untidy.happens(TWICE):
            self._take(colour, pieces[-1])
            self._drop(colour, pieces[-1], self._untidy.near(goals_[pieces[-1]]))

    def _take(self, colour: str, piece: str) -> None:
        """Pick a piece up, out of its bag or deck if it is in one."""
        thing = self._thing(piece)
        if thing.container:
            pile = self._pile_at(thing.spot)
            self._world.take(colour, thing.container, thing.memo)
            if pile is not None:
                self._hold_for(colour, piece, pile)
        else:
            self._world.pick_up(colour, thing.guid)

    def _hold_for(self, colour: str, piece: str, pile: Deck) -> None:
        """Turn a held piece like the pile that it goes into or comes out of."""
        down = pile.face_down and not pile.draw_face_up
        if self._piece(piece).face_down is not None and self.face_down(piece) is not down:
            self._world.flip(colour, self._thing(piece).guid)

    def _drop(self, colour: str, piece: str, spot: Spot) -> None:
        self._world.drop(colour, self._thing(piece).guid, *spot)
        self._world.wait()
        if self._untidy.happens(KNOCKED):
            self._knock(piece)

    def _knock(self, piece: str) -> None:
        """Push a piece that lies beside another that was put down."""
        here = self._thing(piece)
        for other in self._world.loose():
            beside = max(abs(a - b) for a, b in zip(other.spot, here.spot, strict=True)) < 1.0
            if other.memo != here.memo and other.memo.startswith("piece/") and beside:
                self._world.push(other.guid, *self._untidy.near(other.spot, PUSHED))
                return

    def _click(self, side: str, button: str, dice: Sequence[int], pieces: Sequence[str]) -> None:
        self._dragged = []
        self._pause()
        self._world.cast(dice)
        self._world.deal([memo_of(self._piece(piece)) for piece in pieces])
        self._world.press(self._colours[side], button)
        self._world.wait()

    def _pause(self) -> None:
        """Let time pass until the next act; whatever is held is put back first."""
        self.let_go()
        self._world.wait(self._untidy.pause())

    def let_go(self) -> None:
        """Put down where it was what `undo` picked up."""
        for one in self._lifted:
            self._drop(one.colour, one.piece, self._untidy.near(one.spot))
        self._lifted = []

    # --- what stands in a piece's menu --------------------------------------------------

    def _menu(self, piece: Piece) -> dict[str, Callable[[str], None]]:
        """The entries of a piece's menu in VASSAL, and what hands do instead of each."""
        offered: dict[str, Callable[[str], None]] = {}
        if piece.face_down is not None:
            offered[TURN_OVER] = lambda side: self._turn_over(side, piece)
        for action in piece_actions(self._scene, piece):
            if not self.makes(action.id):
                continue
            offered[action.name] = lambda side, name=action.name: self._declare(side, piece, name)  # type: ignore[misc]
        start = self._scene.starts[self.game.scenario().id].get(piece.id)
        if start is not None and start.deck:
            offered[back_into(start.place)] = self._way(piece, start.map, start.place)
            for map_, box in self._scene.boxes("out_of_game"):
                offered[away_to(box)] = self._way(piece, map_, box)
        if piece.facings:
            offered[TURN_RIGHT] = lambda side: self._rotate(side, piece, 1)
            offered[TURN_LEFT] = lambda side: self._rotate(side, piece, -1)
        if len(piece.looks) > 1:
            offered[FLIP] = lambda side: self._next_face(side, piece)
        return offered

    def _way(self, piece: Piece, map_: str, place: str) -> Callable[[str], None]:
        return lambda side: self.drag(side, [piece.id], self._scene.map(map_).id, place)

    def _turn_over(self, side: str, piece: Piece) -> None:
        self._world.flip(self._colours[side], self._thing(piece.id).guid)
        self._world.wait()

    def _rotate(self, side: str, piece: Piece, steps: int) -> None:
        degrees = steps * _FULL / len(piece.facings)
        self._world.rotate(self._colours[side], self._thing(piece.id).guid, degrees)
        self._world.wait()

    def _next_face(self, side: str, piece: Piece) -> None:
        look, masked = self._look(piece.id)
        state, turned = shown_by(piece, (look + 1) % len(piece.looks), masked)
        thing = self._thing(piece.id)
        if state != thing.state:
            self._world.set_state(self._colours[side], thing.guid, state)
        if turned is not thing.face_down:
            self._world.flip(self._colours[side], self._thing(piece.id).guid)
        self._world.wait()

    def _declare(self, side: str, piece: Piece, name: str) -> None:
        self._dragged = []
        self._world.menu(self._colours[side], self._thing(piece.id).guid, name)
        self._world.wait()

    # --- what is what -------------------------------------------------------------------

    def _buttons(self) -> dict[str, str]:
        """Texts on VASSAL's buttons to the ids of the recorder's buttons."""
        ids = {dice_text(one): f"roll/{one.id}" for one in self.game.dice}
        ids |= {f"Score {one.name}": f"score/{one.id}" for one in self.game.scores}
        return ids | {
            one.name: f"declare/{one.id}" for one in self.game.actions if one.on == "toolbar"
        }

    def _only_with_buttons(self, what: str) -> None:
        if self.by_hand:
            raise GestureError(f"{what!r} has no place in a game played by hand")

    def _piece(self, piece: str) -> Piece:
        try:
            return self._scene.piece(piece)
        except KeyError:
            raise PlayedOutError(f"the game has no counter {piece!r}") from None

    def _thing(self, piece: str) -> Thing:
        found = self._world.find(memo_of(self._piece(piece)))
        if found is None:
            raise PlayedOutError(f"the table has no counter {piece!r}")
        return found

    def _look(self, piece: str) -> tuple[int, bool]:
        thing = self._thing(piece)
        return look_of(self._piece(piece), thing.state, thing.face_down)

    def _height(self, piece: str) -> float:
        return self._thing(piece).y

    def _deck(self, name: str) -> Deck:
        found = self._ground.deck(name)
        if found is None:
            raise PlayedOutError(f"the game has no deck {name!r}")
        return found

    def _pile_at(self, spot: Spot) -> Deck | None:
        """The deck that a point belongs to; None if there is none."""
        return self._ground.deck(self._ground.place(spot))


__all__ = ["TabletopStage"]
