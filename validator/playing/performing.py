"""Play verbs out at the table, using the signs by which they are also recognised in a log.

Among the patterns in which a verb can be shown, one that is possible at this table is chosen, and
the gestures for its signs are made at a `Stage`. They vary as people's do: a click is forgotten, a
stack is moved together, a piece goes in two drags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from typing import Any

from generator.definition.play import filled
from generator.errors import BroadsideError
from generator.geography.layout import layout_of
from validator.explaining import facts as seen
from validator.explaining.prices import MARKER
from validator.explaining.signs import Pattern, patterns_of
from validator.playing.gestures_module import GestureError
from validator.playing.gestures_of_signs import SignsBackwards
from validator.playing.gestures_of_turns import Gesture
from validator.playing.hands import FORGOTTEN, TALK, Hands, UnshownError
from validator.playing.unshown import always_shows, check_draws, moves_nothing, never_shown
from validator.rules.engine import GameModule
from validator.rules.scenes import Token
from validator.rules.staging import Habits, Played, Stage, Staging
from validator.rules.verbs import Verb, field_names
from validator.rules.where import place_of

AS_A_STACK = 0.7
"""How often pieces that go from one hex to another are moved together."""
BY_MENU = 0.4
"""How often a piece is sent away by its own menu."""
BY_DECK = 0.3
"""How often a piece is sent from cup to cup by the menu of the cup."""
ON_THE_WAY = 0.5
"""How often a piece that enters the map is put down where it enters first."""
UNMARKED = 0.3
"""How often a marker is left out that shows no more than a click does."""

Way = tuple[Pattern, list[tuple[Gesture, bool]]]


def staging_of(module: GameModule) -> Staging:
    """The staging that plays the games of a module by their verbs' signs."""
    return partial(_played_out, module)


def _played_out(module: GameModule, stage: Stage, played: Sequence[Played]) -> Iterator[int]:
    return Performance(module, stage, played).perform()


def perform(module: GameModule, stage: Stage, one: Played, *, barely: bool = False) -> None:
    """Play one verb at the table, legal or not, without forgetting a click; ``barely``: without
    anything that may be left out.

    Raises `UnshownError` if the table cannot show it now.
    """
    hands = Performance(module, stage, [one])
    hands.careful, hands.barely = True, barely
    hands.at = 1
    try:
        shown = hands.play(one)
    except BroadsideError as trouble:
        raise UnshownError(f"{one.verb.in_words()} cannot be shown here: {trouble}") from trouble
    if not shown:
        raise UnshownError(f"{one.verb.in_words()} cannot be shown on this table")


class Performance(Hands):
    """A game that is being played out by its signs."""

    def __init__(self, module: GameModule, stage: Stage, played: Sequence[Played]) -> None:
        super().__init__(stage, played)
        self.careful = False
        """Whether no click may be forgotten or put off."""
        self.barely = False
        """Whether all is left out that may be."""
        self.habits: Habits = module.habits or Habits()
        reading = module.reading
        if reading is None:
            raise UnshownError("the rules of this game do not say what their verbs leave to see")
        self.words = reading.words(stage.game, stage.tables)
        self.counters: Mapping[str, Any] = {one.id: one for one in stage.game.counters}
        self.homes = {
            piece: (row.map, row.at or stage.where(piece))
            for row in stage.game.scenario().placements
            for piece in row.pieces
        }
        """Counter to its map and place in the set-up."""
        self.decks = {deck.id: (one.id, deck) for one in stage.game.maps for deck in one.decks}
        self.booked = 0
        """Points that clicks have already booked, before their verb is played."""
        self.stays_up = ""
        """A piece that the next declaration is to turn up; empty if there is none."""
        self._module = module
        self._change_points = _books_points(reading)
        self._markers = {role for role, price in reading.noise.items() if price <= MARKER}
        self._private = {one.id for one in stage.game.maps if one.private_to}
        self._roles: dict[str, str] = {}
        self.late: list[Callable[[], None]] = []
        """Actions that were put off to the last possible moment."""
        self._thrown: list[Played] = []
        """Verbs whose dice were already rolled by an earlier click."""
        self._unshown: dict[type[Verb], Played | None] = {}
        """Kind of verb to its first act that left nothing to see; None once one was shown."""

    def taken_up(self, stage: Stage, played: Sequence[Played]) -> Performance:
        """A copy of these hands that plays on at another table, with a game that began alike."""
        other = copy(self)
        other.stage, other.rng, other.played = stage, stage.rng, played
        other.late, other._thrown = [], list(self._thrown)
        other._unshown = dict(self._unshown)
        return other

    @property
    def at_rest(self) -> bool:
        """Whether nothing is pending: no action was put off, and no click was made for a later
        verb."""
        done = self.played[: self.at]
        ahead = any(all(one is not other for other in done) for one in self._thrown)
        return not (self.late or self.booked or self.stays_up or ahead)

    # --- verbs ----------------------------------------------------------------------------

    def perform(self) -> Iterator[int]:
        """Play a whole game, verb by verb (`validator.rules.staging.Staging`).

        Raises `UnshownError` if a kind of verb was never shown, although it always leaves a sign,
        and `GestureError`, with the verb, for what a player cannot do at the table.
        """
        while self.at < len(self.played):
            try:
                self.next()
            except GestureError as trouble:
                one = self.played[self.at - 1]
                kind = type(one.verb)
                who = f" of {one.side}" if one.side else ""
                raise GestureError(
                    f"{place_of(kind)}: {kind.__name__}{who} cannot be played: {trouble}"
                ) from None
            yield self.at
        unshown = next(filter(None, self._unshown.values()), None)
        if unshown is not None:
            raise UnshownError(never_shown(self, type(unshown.verb)))
        if not self.hands_only:
            self.close()
        yield self.at

    def next(self) -> None:
        """Play the next verb, and those that the same gestures do."""
        self.take_next()
        if not self.hands_only and self.sometimes(TALK):
            self.stage.say(self.either(), self.rng.choice(self.habits.remarks))

    def take_next(self) -> None:
        """Play the next verb as a part of the current one."""
        one = self.played[self.at]
        self.at += 1
        self.play(one)

    def play(self, one: Played) -> bool:
        """Play a verb, the last of those that are done. Returns whether any gesture showed it."""
        verb = one.verb
        before, after = self.habits.before.get(type(verb)), self.habits.after.get(type(verb))
        if before is not None:
            before(self, verb, one)
        shown = self._points(one) if isinstance(verb, self._change_points) else self._signs(one)
        if after is not None:
            after(self, verb, one)
        return shown

    def _signs(self, one: Played) -> bool:
        way = self._chosen(one)
        rows = self._in_order(one.verb, way) if way is not None else []
        made = [gesture for gesture, needed in rows if needed or not self._left_out(gesture)]
        parts = [gesture.make for gesture in made]
        along = self.habits.along.get(type(one.verb))
        dice = (at for at, one in enumerate(made) if one.sign.kind is seen.Rolled)
        first = next(dice, len(made))
        for part in along(self, one.verb, one) if along is not None else ():
            parts.insert(self.rng.randint(0, first), part)
        for part in parts:
            part()
        if way is None and not self.were_thrown(one) and always_shows(self, type(one.verb)):
            check_draws(self, one)
            if not moves_nothing(self, one):
                self._unshown.setdefault(type(one.verb), one)
        elif made:
            self._unshown[type(one.verb)] = None
        return bool(made)

    def _chosen(self, one: Played) -> Way | None:
        """The pattern with the most signs that is possible now; sometimes one without a click."""
        ways = (way for way in ways_of(self, one) if way[1])
        fullest = next(ways, None)
        if fullest is None or not _is_said(fullest) or self.careful:
            return fullest
        if self.sometimes(FORGOTTEN):
            named = [one for one in self.values(one.verb) if one in self.counters]
            if not any(self.stage.face_down(piece) for piece in named):
                quiet = (way for way in ways if not way[0].is_silent and not _is_said(way))
                quiet = (way for way in quiet if _throws(way) == _throws(fullest))
                return next(quiet, fullest)
        return fullest

    def catch_up(self) -> None:
        """Do the actions that were put off."""
        late, self.late = self.late, []
        for part in late:
            part()

    def following(self, kind: type[seen.Fact], piece: str) -> Played | None:
        """The next verb, if it requires a sign of a kind with the piece; None otherwise."""
        if self.careful or self.at >= len(self.played):
            return None
        one = self.played[self.at]
        for _, gestures in ways_of(self, one):
            alike = any(
                needed and gesture.sign.kind is kind and gesture.piece == piece
                for gesture, needed in gestures
            )
            return one if alike else None
        return None

    def _in_order(self, verb: Verb, way: Way) -> list[tuple[Gesture, bool]]:
        """The gestures in a random order that makes sense: those in a private window first, then
        what is done before the dice, the dice, and what they decide; a secret act before its
        declaration; draws in their order; a piece that a click turns up before its other gestures,
        and so one that goes into a pile: in Tabletop Simulator nobody turns it there."""
        pattern, gestures = way
        piled = {row[0].piece for row in gestures if row[0].place in self.decks}
        kinds = [sign.kind for sign in pattern.signs]
        dice = kinds.index(seen.Rolled) if seen.Rolled in kinds else len(kinds)
        decided = [sign for sign in pattern.signs[dice:] if not sign.leads]

        def rank(row: tuple[Gesture, bool]) -> int:
            gesture, _ = row
            if gesture.map in self._private or (self.stays_up and gesture.piece == self.stays_up):
                return 0
            if gesture.sign.kind is seen.Shown and gesture.piece in piled:
                return 0
            if gesture.sign.kind is seen.Declared:
                return 2 if type(verb).secret else 1
            if gesture.sign.kind is seen.Rolled:
                return 2
            return 3 if any(gesture.sign is one for one in decided) else 1

        rows = sorted(self.rng.sample(gestures, len(gestures)), key=rank)
        drawn = (row for row in gestures if row[0].sign.kind is seen.Drawn)
        return [next(drawn) if row[0].sign.kind is seen.Drawn else row for row in rows]

    def _left_out(self, gesture: Gesture) -> bool:
        """Whether to leave an optional gesture out."""
        if self.careful:
            return self.barely
        if gesture.sign.kind is seen.Declared:
            said = self._is_said_later(gesture) or self.sometimes(FORGOTTEN)
            return said and not self._arrow(gesture)
        often = FORGOTTEN if self.hands_only else UNMARKED
        return gesture.sign.key in self._markers and self.sometimes(often)

    def _is_said_later(self, gesture: Gesture) -> bool:
        """Whether the next verb is declared by the same click (same button, side and piece): then
        one click is made for all of them."""
        if self.at >= len(self.played):
            return False
        following = self.played[self.at]
        return following.side == self.played[self.at - 1].side and any(
            later.sign.kind is seen.Declared
            and (later.sign.key, later.piece) == (gesture.sign.key, gesture.piece)
            for _, gestures in ways_of(self, following)
            for later, _ in gestures
        )

    # --- points ---------------------------------------------------------------------------

    def _points(self, one: Played) -> bool:
        """Book points by the score buttons, or by hand on their tracks."""
        delta: int = self.values(one.verb)[0]
        if not self.hands_only:
            left, self.booked = delta - self.booked, 0
            self.click_points(one.side, left)
            return bool(delta)
        if self.habits.points is None:
            return False
        points, moved = self.habits.points(one.before) + delta, False
        rows = [
            (map_.id, track)
            for map_ in self.stage.game.maps
            for track in map_.tracks
            if track.marker and track.property == self.words.points
        ]
        most = max((track.each for _, track in rows), default=1)
        for map_id, track in rows:
            number = points // track.each
            if track.each < most:
                number %= track.last - track.first + 1
            place = f"{track.prefix} {max(track.first, min(track.last, number))}"
            if self.stage.where(track.marker) != place:
                self.stage.drag(one.side, [track.marker], map_id, place)
                moved = True
        return moved

    # --- pieces ---------------------------------------------------------------------------

    def role(self, piece: str) -> str:
        """The role of a counter."""
        if piece not in self._roles:
            token = Token(piece, piece, self.counters[piece].kind or None, piece, "", "")
            self._roles[piece] = self.words.role(token)
        return self._roles[piece]

    def with_role(self, role: str) -> list[str]:
        """The counters on the table with a role."""
        return [one for one in self.counters if one in self.homes and self.role(one) == role]

    def lacking(self, role: str) -> list[str]:
        """The counters with a role that the set-up does not lay out."""
        return [one for one in self.counters if one not in self.homes and self.role(one) == role]

    def carry(self, side: str, moves: Sequence[Gesture]) -> None:
        """Move pieces to a place; a single one often together with those that its side moves
        there next."""
        first = moves[0]
        for one in moves:
            self.turn_plain(side, one.piece)
        if len(moves) > 1:
            self.stage.drag(side, [one.piece for one in moves], first.map, first.place)
            return
        ways = self._going_along(first)
        if ways and self.sometimes(AS_A_STACK):
            self.stage.drag(side, [first.piece, *ways], first.map, first.place)
            for _ in ways:
                self.take_next()  # the other gestures of their verbs
        elif self.careful or not self.habits.carried(self, self.played[self.at - 1], first):
            self._go(side, first)

    def _going_along(self, first: Gesture) -> list[str]:
        """The pieces that the side's next verbs move the same way on the map; none if pieces lie
        side by side there."""
        found: list[str] = []
        if self.careful or not {first.start, first.place} <= self._ways.keys():
            return found
        if self.lie_apart(first):
            return found
        own = self.played[self.at - 1]
        for later in self.played[self.at :]:
            if type(later.verb) is not type(own.verb) or later.side != own.side:
                break
            _, gestures = next(iter(ways_of(self, later)), (None, []))
            moves = [one for one, _ in gestures if one.sign == first.sign]
            goes = [(one.start, one.map, one.place) for one in moves]
            if goes != [(first.start, first.map, first.place)]:
                break
            found.append(moves[0].piece)
        return found

    def lie_apart(self, move: Gesture) -> bool:
        """Whether pieces lie side by side in the place a piece goes to: if several were dragged
        together, some would land outside the box."""
        found = layout_of(self.stage.game.map(move.map)).places.get(move.place)
        return found is not None and found.roomy

    @property
    def _ways(self) -> Mapping[str, Any]:
        return getattr(self.tables, "neighbours", {})

    def _is_cell(self, move: Gesture) -> bool:
        """Whether a piece goes to a hex, to an area with ways to it, or into a deck: it is not
        tidied away there, even if it began there."""
        if move.place in self.decks or move.place in self._ways:
            return True
        found = layout_of(self.stage.game.map(move.map)).places.get(move.place)
        return found is not None and found.kind == "hex"

    def _go(self, side: str, move: Gesture) -> None:
        """Move a piece to a place, in one of the ways in which people do."""
        piece, place = move.piece, move.place
        words = f"Back to the {place}" if place in self.decks else f"To {place}"
        between = f"One piece unseen into the {place}"
        if self._offers(piece, words) and self.sometimes(BY_MENU):
            self.stage.choose(side, piece, words)
        elif self._is_sent(side, piece, place):
            return
        elif (move.map, place) == self.homes[piece] and not self._is_cell(move):
            self.stage.put_away(side, piece)
        elif self._deck_offers(move.start, between) and self.sometimes(BY_DECK):
            self.stage.choose_of_deck(side, move.start, between, [piece])
        elif move.start in self._ways and place in self._ways and self._may_err(move):
            reach = max(1, self.tables.hexes_between(move.start, place))
            self.go(side, piece, move.map, move.start, place, reach)
        else:
            rests = sorted(self.habits.passed(self.tables, move.start, place))
            if rests and not self.careful and self.sometimes(ON_THE_WAY):
                self.stage.drag(side, [piece], move.map, self.rng.choice(rests))
            self.stage.drag(side, [piece], move.map, place)

    def _is_sent(self, side: str, piece: str, place: str = "") -> bool:
        """Send a piece to a place (empty: to any) by an entry of its menu. Returns whether there
        was such an entry."""
        counter = self.counters[piece]
        for action in self.stage.game.actions:
            if action.id not in self.words.handling or not action.sends_to or self.hands_only:
                continue
            if {counter.id, counter.kind}.isdisjoint(action.pieces):
                continue
            if place in ("", filled(action.sends_to, counter.values)):
                self.stage.choose(side, piece, action.name)
                return True
        return False

    def put_beside(self, side: str, piece: str) -> None:
        """Remove a piece from a row, by its menu if possible, else by hand."""
        if self._is_sent(side, piece):
            return
        row = self.words.rows[self.role(piece)]
        for other in self.with_role(self.role(piece)):
            map_id, place = self.homes[other]
            if row(other) == row(piece) and place and not self.words.on_row(place):
                self.stage.drag(side, [piece], map_id, place)
                return
        self.stage.put_away(side, piece)

    def turn_plain(self, side: str, piece: str) -> None:
        """Turn a piece to its first face if it lies outside the places where its face counts."""
        lies = self.words.on_row(self.stage.where(piece))
        if self.role(piece) in self.words.faceless and not lies:
            self.show_face(side, piece, self.counters[piece].faces[0].id)

    def _may_err(self, move: Gesture) -> bool:
        """Whether a piece may be put down wrong; not if that would give a secret away."""
        shown = self.role(move.piece) in self.words.private and move.map not in self._private
        return not self.careful and not shown

    def _offers(self, piece: str, words: str) -> bool:
        return not self.hands_only and self.stage.offers(piece, words)

    def _deck_offers(self, deck: str, words: str) -> bool:
        return not self.hands_only and deck in self.decks and self.stage.deck_offers(deck, words)

    # --- words and dice -------------------------------------------------------------------

    def values(self, verb: Verb) -> list[Any]:
        """The values of a verb's fields."""
        return [getattr(verb, name) for name in field_names(type(verb))]

    def side_of(self, one: Played) -> str:
        """The side that makes the gestures of a verb: its own, or any if it belongs to nobody."""
        if one.verb.by:
            return one.verb.by
        dues = self._module.due(self.tables, one.before)
        anybody = any(not due.side and type(one.verb) in due.verbs for due in dues)
        return self.either() if anybody else one.side

    def _arrow(self, gesture: Gesture) -> bool:
        """Click the tracker's arrow instead of a button that would advance it. Returns whether
        that was possible."""
        action = self.stage.game.action(gesture.sign.key)
        steps = {one.id: one.name for one in self.stage.game.tracked_steps()}
        names = [steps[step] for step in action.steps if step in steps]
        if action.tracker != "next_step" or not names:
            return False
        if not self.stage.tracked("Step").endswith(names[0]):
            return False
        self.stage.click_turn(action.side or self.either())
        return True

    def were_thrown(self, one: Played) -> bool:
        """Whether an earlier click has already rolled the dice of a verb."""
        return any(other is one for other in self._thrown)

    def dice_for(self, one: Played, button: Any) -> tuple[int, ...]:
        """The results of dice that a click rolls: those of the verb, else of the next verb in the
        turn that needs them, else random ones."""
        for later in (one, *self._in_this_turn(one)):
            for pattern in patterns_of(type(later.verb).signs):
                for sign in pattern.signs:
                    if sign.kind is seen.Rolled and sign.key == button.id:
                        dice = SignsBackwards(self, later, pattern).dice(sign)
                        if dice is not None:
                            if later is not one:
                                self._thrown.append(later)
                            return dice
        return tuple(self.rng.randint(1, button.sides) for _ in range(button.count))

    def _in_this_turn(self, one: Played) -> Iterator[Played]:
        """The following verbs of the turn, up to the next one of the same kind, which has its own
        dice."""
        moment = self._module.moment
        now = moment(self.tables, one.before) if moment is not None else ""
        for later in self.played[self.at :]:
            if type(later.verb) is type(one.verb):
                return
            if moment is not None and moment(self.tables, later.before) != now:
                return
            yield later

    def track_of(self, marker: str) -> tuple[str, Any]:
        """The map's id and the track of a marker."""
        return next(
            (map_.id, track)
            for map_ in self.stage.game.maps
            for track in map_.tracks
            if track.marker == marker
        )


def _books_points(reading: Any) -> type[Verb] | tuple[()]:
    """The verb that books points; () in a game without points."""
    try:
        return type(reading.change_points(1))
    except NotImplementedError:
        return ()


def _throws(way: Way) -> bool:
    """Whether the pattern requires dice."""
    return any(needed and one.sign.kind is seen.Rolled for one, needed in way[1])


def _is_said(way: Way) -> bool:
    """Whether the pattern requires a declaration."""
    return any(needed and one.sign.kind is seen.Declared for one, needed in way[1])


def ways_of(hands: Performance, one: Played) -> Iterator[Way]:
    """The patterns in which a verb can be shown at the table now, with their gestures, each with
    whether it is required."""
    for pattern in patterns_of(type(one.verb).signs):
        if any(getattr(one.verb, name, value) != value for name, value in pattern.fixed):
            continue
        if not all(holds(hands.tables, one.before, one.verb) for holds in pattern.played_if):
            continue
        backwards = SignsBackwards(hands, one, pattern)
        found: list[tuple[Gesture, bool]] = []
        for sign, needed in zip(pattern.signs, pattern.required, strict=True):
            gesture = backwards.gesture(sign)
            if gesture is not None:
                found.append((gesture, needed))
            elif (needed and not backwards.is_made_along(sign)) or backwards.is_out_of_reach(sign):
                break
        else:
            yield pattern, found


__all__ = ["FORGOTTEN", "Performance", "UnshownError", "perform", "staging_of"]
