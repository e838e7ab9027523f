"""How each verb of Pursuit of the Graf Spee is played out at the table.

With buttons the players click, roll and declare as the module offers it; by hand they only move
and turn counters, as the module's help page says under "by hand". The same verb is done in
several ways, as people do: a piece is laid into the ocean's box before it goes to its hex, moved
in two small drags, put down wrong and corrected, moved together with the others of its stack.
What settles a move (a declaration, a roll, a reveal) always comes after all of its drags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from validator.rules.performing import FORGOTTEN, Performance
from validator.rules.staging import Played, Stage
from validator.rules.verbs import Verb

from .state import BRITISH, GERMAN, INDIAN, OUT, SHIP, State
from .tables import Tables
from .verbs import (
    AirAttack,
    AirSearch,
    Answer,
    ChangeScore,
    ChooseStart,
    DamageShip,
    Draw,
    EndMovement,
    EndTurn,
    Enter,
    Escape,
    Fire,
    HidePiece,
    HideShip,
    LogCourse,
    MovePiece,
    NoContact,
    OpenCourse,
    PlaceSupply,
    Pursue,
    Raid,
    RemoveDummy,
    ReturnPiece,
    RevealPiece,
    RollExtra,
    RollRaid,
    RollScuttling,
    RollSinking,
    Scuttle,
    ShowShip,
    SinkPiece,
    Split,
)

SEA = "south_atlantic"
LOG = "voyage_log"
PLOT = "plot"

IN_BOX_FIRST = 0.25
"""How often a drawn piece is laid into the ocean's box before it goes on."""
AS_A_STACK = 0.7

REMARKS = (
    "brb, coffee",
    "your move",
    "ok",
    "thinking...",
    "nice weather in the South Atlantic",
    "hm, where would I be?",
    "sorry for the delay",
    "lol",
)


def perform(stage: Stage, played: Sequence[Played]) -> Iterator[int]:
    """A whole game, verb by verb (`validator.rules.staging.Staging`)."""
    return _Scene(stage, played).perform()


def carried_along(played: Sequence[Played], at: int) -> list[str]:
    """The pieces of a run of moves that leave one hex for another, the first included."""
    first = played[at]
    assert isinstance(first.verb, MovePiece)
    start = first.before.pieces[first.verb.piece].at
    found = []
    for one in played[at:]:
        verb = one.verb
        if not isinstance(verb, MovePiece) or verb.to != first.verb.to:
            break
        if one.before.pieces[verb.piece].at != start:
            break
        found.append(verb.piece)
    return found


class _Scene(Performance):
    """Where a game that is played out stands."""

    remarks = REMARKS
    tables: Tables

    def __init__(self, stage: Stage, played: Sequence[Played]) -> None:
        super().__init__(stage, played, PLAYS)
        self._booked = 0
        """Points that a click has booked before their verb comes."""

    # --- set-up -----------------------------------------------------------------------

    def choose_start(self, verb: ChooseStart, one: Played) -> None:
        assert verb.hex is not None
        self.stage.drag(GERMAN, [PLOT], LOG, verb.hex)

    def place_supply(self, verb: PlaceSupply, one: Played) -> None:
        assert verb.hex is not None
        self.stage.drag(GERMAN, [verb.supply], LOG, verb.hex)

    def split(self, verb: Split, one: Played) -> None:
        """Pieces are drawn from the full cup and dropped unseen into the other."""
        from_cup, to_cup = self._cup(self.tables.first_box), self._cup(INDIAN)
        left = list(verb.pieces or ())
        while left:
            if not self.hands_only and self.sometimes(0.3):
                words = f"One piece unseen into the {to_cup}"
                self.stage.choose_of_deck(BRITISH, from_cup, words, [left.pop(0)])
                continue
            several = self.rng.randint(1, len(left)) if self.sometimes(0.3) else 1
            taken, left = left[:several], left[several:]
            self.stage.drag(BRITISH, taken, SEA, to_cup)

    def _cup(self, ocean: str) -> str:
        """The cup that stands in an ocean's box."""
        decks = [deck for map_ in self.stage.game.maps for deck in map_.decks]
        return str(next(deck.id for deck in decks if deck.box == ocean))

    # --- step 1 -----------------------------------------------------------------------

    def log_course(self, verb: LogCourse, one: Played) -> None:
        assert verb.hex is not None
        self._sail(one.before, verb.hex, bool(verb.refuel))
        first = self.stage.game.tracked_steps()[0]
        if self.hands_only:
            return
        if self.sometimes(FORGOTTEN) and self.stage.tracked("Step").endswith(first.name):
            # The arrow of the tracker instead of the button: it says as much.
            self.stage.click_turn(GERMAN)
        else:
            self.declare(GERMAN, "course_logged")

    def open_course(self, verb: OpenCourse, one: Played) -> None:
        self._sail(one.before, verb.hex, bool(verb.refuel))
        self._show(verb.hex, "open_course")
        if self.stage.where("pursuit") != _MARKERS:
            self.stage.put_away(BRITISH, "pursuit")

    def escape(self, verb: Escape, one: Played) -> None:
        if verb.refuel:
            self._refuel(one.before, self.stage.where(PLOT))
        self.in_either_order(
            lambda: self.stage.drag(GERMAN, [SHIP], SEA, verb.ocean),
            lambda: self.declare(GERMAN, "escape"),
        )

    def _sail(self, state: State, to: str, refuel: bool) -> None:
        """The plot goes to its hex; a supply ship that is used is turned over."""
        here = self.stage.where(PLOT)
        parts: list[Callable[[], None]] = []
        if refuel:
            parts.append(lambda: self._refuel(state, here))
        if to != here:
            parts.append(lambda: self._sail_to(here, to))
        self.in_either_order(*parts)

    def _sail_to(self, here: str, to: str) -> None:
        self.go(GERMAN, PLOT, LOG, here, to, self.tables.ship_move)

    def _refuel(self, state: State, here: str) -> None:
        ready = [
            name for name, ship in state.supplies.items() if ship.hex == here and not ship.used
        ]
        by_key = not self.hands_only and not self.sometimes(0.2)
        words = self.stage.game.action("refuel").name if by_key else "Flip"
        self.stage.choose(GERMAN, ready[0], words)

    def _show(self, place: str, action_id: str) -> None:
        """The ship's counter is put on the map, and it is said why.

        Where the counter stands already, only the words tell: they are not forgotten then.
        """
        if self.stage.where(SHIP) == place:
            self.click(GERMAN, action_id)
        else:
            self.in_either_order(
                lambda: self.stage.drag(GERMAN, [SHIP], SEA, place),
                lambda: self.declare(GERMAN, action_id),
            )

    # --- step 2 -----------------------------------------------------------------------

    def roll_extra(self, verb: RollExtra, one: Played) -> None:
        if self.hands_only:
            return
        assert verb.die is not None
        action = self.stage.game.action("extra_moves")
        dice = self.stage.game.dice_button(action.dice or "")
        self.stage.press(BRITISH, action.name, {dice.name: [verb.die]})
        self._booked += sum(action.score.values())

    def draw(self, verb: Draw, one: Played) -> None:
        entry = self.played[self.at].verb if self.at < len(self.played) else None
        if not isinstance(entry, Enter) or entry.piece != verb.piece:
            self.stage.drag(BRITISH, [verb.piece], SEA, verb.ocean)
            return
        self.at += 1
        if self.sometimes(IN_BOX_FIRST):
            self.stage.drag(BRITISH, [verb.piece], SEA, verb.ocean)
        gates = self.tables.entries[verb.ocean]
        beside = [gate for gate in gates if entry.hex in self.tables.neighbours[gate]]
        if beside and entry.hex not in gates and self.sometimes(0.5):
            self.stage.drag(BRITISH, [verb.piece], SEA, self.rng.choice(sorted(beside)))
        self.stage.drag(BRITISH, [verb.piece], SEA, entry.hex)

    def enter(self, verb: Enter, one: Played) -> None:
        self.stage.drag(BRITISH, [verb.piece], SEA, verb.hex)

    def move_piece(self, verb: MovePiece, one: Played) -> None:
        together = carried_along(self.played, self.at - 1)
        if len(together) > 1 and self.sometimes(AS_A_STACK):
            self.at += len(together) - 1
            if verb.to != one.before.pieces[verb.piece].at:
                self.stage.drag(BRITISH, together, SEA, verb.to)
            return
        here = one.before.pieces[verb.piece].at
        kind = self.tables.kinds[one.before.pieces[verb.piece].kind]
        self.go(BRITISH, verb.piece, SEA, here, verb.to, kind.move)

    def end_movement(self, verb: EndMovement, one: Played) -> None:
        second = self.stage.game.tracked_steps()[1]
        if self.hands_only:
            return
        if self.sometimes(FORGOTTEN) and self.stage.tracked("Step").endswith(second.name):
            self.stage.click_turn(BRITISH)
        else:
            self.declare(BRITISH, "end_of_movement")

    # --- step 3 -----------------------------------------------------------------------

    def no_contact(self, verb: NoContact, one: Played) -> None:
        self.declare(GERMAN, "no_contact")

    def show_ship(self, verb: ShowShip, one: Played) -> None:
        self._show(verb.hex, "contact")

    def reveal_piece(self, verb: RevealPiece, one: Played) -> None:
        following = self.played[self.at].verb if self.at < len(self.played) else None
        if (
            isinstance(following, AirSearch)
            and following.cv == verb.piece
            and not self.hands_only
            and self.sometimes(0.3)
        ):
            # The declaration turns the carrier up by itself.
            self.at += 1
            self.air_search(following, self.played[self.at - 1])
            return
        if self.stage.face_down(verb.piece):
            self.stage.choose(BRITISH, verb.piece, _TURN_OVER)

    def remove_dummy(self, verb: RemoveDummy, one: Played) -> None:
        self._out_of_the_game(verb.piece)

    def sink_piece(self, verb: SinkPiece, one: Played) -> None:
        self._out_of_the_game(verb.piece)

    def _out_of_the_game(self, piece: str) -> None:
        words = f"To {OUT}"
        if not self.hands_only and self.stage.offers(piece, words) and self.sometimes(0.4):
            self.stage.choose(BRITISH, piece, words)
        else:
            self.stage.drag(BRITISH, [piece], SEA, OUT)

    def return_piece(self, verb: ReturnPiece, one: Played) -> None:
        cup = self._cup(verb.ocean)
        words = f"Back to the {cup}"
        if not self.hands_only and self.stage.offers(verb.piece, words) and self.sometimes(0.4):
            self.stage.choose(BRITISH, verb.piece, words)
        else:
            self.stage.drag(BRITISH, [verb.piece], SEA, cup)

    def air_search(self, verb: AirSearch, one: Played) -> None:
        turned_up = not self.stage.face_down(verb.cv)
        marker = next(
            counter.id
            for counter in self.stage.game.counters
            if "search_marker" in counter.roles and self.stage.where(counter.id) == _MARKERS
        )
        declared: list[Callable[[], None]] = []
        if not self.hands_only and not (turned_up and self.sometimes(FORGOTTEN)):
            words = self.stage.game.action("air_search").name
            declared = [lambda: self.stage.choose(BRITISH, verb.cv, words)]
        self.in_either_order(lambda: self.stage.drag(BRITISH, [marker], SEA, verb.hex), *declared)

    def answer(self, verb: Answer, one: Played) -> None:
        if not verb.found:
            self.declare(GERMAN, "not_found")
            return
        self._show(one.before.searches[-1][1], "found")

    def air_attack(self, verb: AirAttack, one: Played) -> None:
        self.roll(BRITISH, "air_attack", verb.dice)

    def fire(self, verb: Fire, one: Played) -> None:
        if verb.shooter == SHIP:
            self.roll(GERMAN, "graf_spee_fires", verb.dice)
            return
        kind = self.stage.game.counter(verb.shooter).kind
        button = "battleship_fires" if kind == "BB" else "cruiser_fires"
        self.roll(BRITISH, button, verb.dice)

    def damage_ship(self, verb: DamageShip, one: Played) -> None:
        self.stage.choose(GERMAN, SHIP, "Flip")

    def raid(self, verb: Raid, one: Played) -> None:
        assert verb.hex is not None
        place = verb.hex
        self._show(place, "raid")
        fresh = place in self.tables.icons and place not in one.before.taken
        if fresh and self.sometimes(0.6):
            self._mark_taken(place)

    def _mark_taken(self, place: str) -> None:
        for counter in self.stage.game.counters:
            if "taken_marker" in counter.roles and self.stage.where(counter.id) == _MARKERS:
                self.stage.drag(GERMAN, [counter.id], SEA, place)
                return

    def roll_raid(self, verb: RollRaid, one: Played) -> None:
        self.roll(GERMAN, "commerce_raid", verb.die)

    def pursue(self, verb: Pursue, one: Played) -> None:
        parts: list[Callable[[], None]] = []
        marked = self.stage.where("pursuit") == _MARKERS and (
            self.hands_only or self.sometimes(0.7)
        )
        if not self.hands_only and not (marked and self.sometimes(FORGOTTEN)):
            parts.append(lambda: self._declare_pursuit(verb.piece))
        place = self.stage.where(verb.piece)
        if marked:
            parts.append(lambda: self.stage.drag(BRITISH, ["pursuit"], SEA, place))
        self.in_either_order(*parts)

    def _declare_pursuit(self, piece: str) -> None:
        """The click turns the cruiser up; one that was face down is turned down again."""
        down = self.stage.face_down(piece)
        self.stage.choose(BRITISH, piece, self.stage.game.action("pursue").name)
        if down:
            self.stage.choose(BRITISH, piece, _TURN_OVER)

    def hide_piece(self, verb: HidePiece, one: Played) -> None:
        if not self.stage.face_down(verb.piece):
            self.stage.choose(BRITISH, verb.piece, _TURN_OVER)

    def hide_ship(self, verb: HideShip, one: Played) -> None:
        if self.stage.where(SHIP) != OUT:
            self.stage.put_away(GERMAN, SHIP)

    def end_turn(self, verb: EndTurn, one: Played) -> None:
        for counter in self.stage.game.counters:
            if "search_marker" in counter.roles and self.stage.where(counter.id) != _MARKERS:
                self.stage.put_away(BRITISH, counter.id)
        if not self.hands_only and self.sometimes(0.1):
            self.stage.press(BRITISH, "Clear moved")
        if self.hands_only:
            self._turn_marker_on(one.before.turn + 1)
        elif self.sometimes(FORGOTTEN):
            # The tracker's arrow, as often as it takes, does the same.
            turn = self.stage.tracked(self.stage.game.turns.name)
            side = self.either()
            while self.stage.tracked(self.stage.game.turns.name) == turn:
                self.stage.click_turn(side)
        else:
            self.click(self.either(), "end_of_turn")

    def _turn_marker_on(self, turn: int) -> None:
        track = self.track("turn")
        length = track.last - track.first + 1
        place = f"{track.prefix} {track.first + (turn - track.first) % length}"
        side = self.either()
        self.stage.drag(side, ["turn"], SEA, place)
        if (turn - track.first) % length == 0 and (turn - track.first) // length == 1:
            self.stage.choose(side, "turn", "Flip")

    # --- points and the end -----------------------------------------------------------

    def change_score(self, verb: ChangeScore, one: Played) -> None:
        if self.hands_only:
            self._score_marker_to(one.before.score + verb.delta)
            return
        points = verb.delta - self._booked
        self._booked = 0
        self.click_points(GERMAN, points)

    def _score_marker_to(self, score: int) -> None:
        track = self.track("score")
        place = f"{track.prefix} {max(track.first, min(track.last, score))}"
        if self.stage.where("score") != place:
            self.stage.drag(GERMAN, ["score"], SEA, place)

    def scuttle(self, verb: Scuttle, one: Played) -> None:
        if not self.hands_only:
            action = self.stage.game.action("scuttle")
            dice = self.stage.game.dice_button(action.dice or "")
            die = self.ahead(RollScuttling).die
            self.stage.press(GERMAN, action.name, {dice.name: [die]})
        self.stage.drag(GERMAN, [SHIP], SEA, OUT)

    def roll_scuttling(self, verb: RollScuttling, one: Played) -> None:
        """Rolled with the declaration."""

    def roll_sinking(self, verb: RollSinking, one: Played) -> None:
        self.in_either_order(
            lambda: self.roll(GERMAN, "sinking", verb.die),
            lambda: self.stage.drag(GERMAN, [SHIP], SEA, OUT),
        )


_MARKERS = "Markers"
_TURN_OVER = "Turn over"


PLAYS: dict[type[Verb], Callable[[_Scene, Any, Played], None]] = {
    ChooseStart: _Scene.choose_start,
    PlaceSupply: _Scene.place_supply,
    Split: _Scene.split,
    LogCourse: _Scene.log_course,
    OpenCourse: _Scene.open_course,
    Escape: _Scene.escape,
    RollExtra: _Scene.roll_extra,
    Draw: _Scene.draw,
    Enter: _Scene.enter,
    MovePiece: _Scene.move_piece,
    EndMovement: _Scene.end_movement,
    NoContact: _Scene.no_contact,
    ShowShip: _Scene.show_ship,
    RevealPiece: _Scene.reveal_piece,
    RemoveDummy: _Scene.remove_dummy,
    AirSearch: _Scene.air_search,
    Answer: _Scene.answer,
    AirAttack: _Scene.air_attack,
    Fire: _Scene.fire,
    DamageShip: _Scene.damage_ship,
    SinkPiece: _Scene.sink_piece,
    ReturnPiece: _Scene.return_piece,
    Raid: _Scene.raid,
    RollRaid: _Scene.roll_raid,
    Pursue: _Scene.pursue,
    HidePiece: _Scene.hide_piece,
    HideShip: _Scene.hide_ship,
    EndTurn: _Scene.end_turn,
    ChangeScore: _Scene.change_score,
    Scuttle: _Scene.scuttle,
    RollScuttling: _Scene.roll_scuttling,
    RollSinking: _Scene.roll_sinking,
}
