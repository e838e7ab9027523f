"""Find the gesture that produces a sign: signs read backwards.

A sign describes the facts that it matches. Among the things that players can do at the table, this
module finds one whose fact matches the sign and the verb. So a game needs to define its signs only
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from generator.definition.play import filled
from validator.explaining import facts as seen
from validator.explaining.facts import NOWHERE
from validator.explaining.signs import Field, Meant, OneOf, Pattern, Sign
from validator.playing.gestures_of_turns import Gesture, requires, turn_gesture
from validator.rules.scenes import Token
from validator.rules.staging import Played

if TYPE_CHECKING:
    from validator.playing.performing import Performance

IN_BOX_FIRST = 0.25
"""How often a drawn piece is put down beside its cup before it moves on."""
UP_BY_KEY = 0.3
"""How often turning a piece up is left to a declaration."""
BY_FLIPPING = 0.2
"""How often a piece is just flipped although a menu entry would declare the reason."""
DRAGGED = 0.25
"""How often a card is dragged although there is a button for it."""
SEVERAL = 0.3
"""How often pieces that go the same way are dragged together."""
MOST_DICE = 3
"""The largest number of dice for which all results are tried."""

TURN_OVER = "Turn over"


class SignsBackwards:
    """Finds the gestures for the signs of one pattern of a verb, at the current table."""

    def __init__(self, hands: Performance, one: Played, pattern: Pattern) -> None:
        self._hands = hands
        self._stage = hands.stage
        self._words = hands.words
        self._one = one
        self._verb = one.verb
        self._pattern = pattern
        self._used: list[tuple[Sign, str]] = []
        """The signs that already have their gesture, with the piece."""
        self._deals: dict[str, list[str]] = {}
        """Button to the cards that one click on it deals."""
        self._makers: dict[type[seen.Fact], Callable[[Sign], Gesture | None]] = {
            seen.Moved: self._each_moved,
            seen.Drawn: self._drawn,
            seen.PutIn: self._put_in,
            seen.Turned: self._turned,
            seen.Faced: self._faced,
            seen.Lined: self._lined,
            seen.Shown: self._shown,
            seen.Hidden: self._hidden,
            seen.Declared: self._declared,
            seen.Rolled: self._rolled,
            seen.TurnShown: lambda sign: turn_gesture(hands, pattern, sign, self._fits),
        }

    def gesture(self, sign: Sign) -> Gesture | None:
        """The gesture that produces a sign now; ``None`` if there is none, or none is needed."""
        maker = self._makers.get(sign.kind)
        if maker is None or (sign, "") in self._used:
            return None
        gesture = maker(sign)
        if gesture is not None:
            self._used.append((sign, gesture.piece))
        return gesture

    def is_out_of_reach(self, sign: Sign) -> bool:
        """Whether the sign's piece should be in the place that the verb names, but is not there
        and cannot get there."""
        return self._is_there(sign) is False and not self.is_made_along(sign)

    def needs_no_move(self, sign: Sign) -> bool:
        """Whether the sign's piece lies already in the place to which the verb moves it."""
        return self._is_there(sign) is True

    def _is_there(self, sign: Sign) -> bool | None:
        """Whether the sign's piece is in the place that the verb names; ``None`` if the sign is no
        drag to such a place."""
        wanted = dict(sign.parts).get("after")
        if sign.kind is not seen.Moved or not isinstance(wanted, Field | str):
            return None
        if self._by_click(sign):
            return None
        place = getattr(self._verb, wanted if isinstance(wanted, str) else wanted.name, None)
        if not isinstance(place, str):
            return None
        return any(self._fits(wanted, self._seen_now(piece)) for piece in self._pieces(sign))

    def is_made_along(self, sign: Sign) -> bool:
        """Whether a declaration is made by the click that rolls the dice, deals the card or turns
        the piece of another sign, or a move by the drag that draws the piece."""
        if sign.kind is seen.Moved:
            return any(self._drawn_on(piece) for piece in self._pieces(sign))
        if sign.kind is not seen.Declared or self._hands.hands_only:
            return False
        if not self._stage.makes(sign.key):
            return False
        action = self._stage.game.action(sign.key)
        rolls = (one for one in self._pattern.signs if one.kind is seen.Rolled)
        if any(one.key == action.dice and self._rolled(one) for one in rolls):
            return next(self._named_by(sign, action), None) is not None
        return self._deals_a_card(action) or self._turns_a_piece(action)

    def _deals_a_card(self, action: Any) -> bool:
        """Whether the button of an action deals the card of another sign."""
        decks = {draw.deck for draw in action.draw or ()}
        cards = [one for one in self._pattern.signs if one.kind in (seen.Drawn, seen.PutIn)]
        named = (piece for one in cards for piece in self._pieces(one))
        used = (piece for one, piece in self._used if one in cards)
        return any(self._stage.where(piece) in decks for piece in (*used, *named))

    def _turns_a_piece(self, action: Any) -> bool:
        """Whether the menu entry of an action turns the piece of another sign."""
        turns = (one for one in self._pattern.signs if one.kind is seen.Turned)
        found = filter(None, map(self._turning, turns))
        return not action.dice and action.flips_to in {face for _, face in found}

    def _by_click(self, sign: Sign) -> bool:
        """Whether a click moves the piece of a sign."""
        return sign.key in self._hands.habits.clicked and not self._hands.hands_only

    # --- parts of signs -------------------------------------------------------------------

    def _fits(self, wanted: Any, value: Any) -> bool:
        """Whether a part of a sign with the value ``value`` would match the verb."""
        tables, state, verb = self._hands.tables, self._one.before, self._verb
        if isinstance(wanted, str):
            return bool(getattr(verb, wanted, value) == value)
        if isinstance(wanted, Field) and wanted.played is not None:
            return bool(wanted.played(tables, state, verb) == value)
        if isinstance(wanted, Field):
            bound = value if wanted.turned is None else wanted.turned(tables, state, value)
            if bound is None:
                return False
            if not wanted.name:
                return all(getattr(verb, name, other) == other for name, other in bound.items())
            return bool(getattr(verb, wanted.name, bound) == bound)
        if isinstance(wanted, Meant):
            return bool(wanted.value(tables, state, verb) == value)
        if isinstance(wanted, OneOf):
            return value in wanted.values
        if callable(wanted):
            return bool(wanted(tables, state, value))
        return bool(wanted == value)

    def _said(self, wanted: Any) -> Any:
        """The value of a part of a sign if the verb itself gives it; ``None`` if it has to be
        searched."""
        if isinstance(wanted, Meant):
            return wanted.value(self._hands.tables, self._one.before, self._verb)
        if isinstance(wanted, str):
            return getattr(self._verb, wanted, None)
        if isinstance(wanted, Field):
            value = getattr(self._verb, wanted.name, None) if wanted.name else None
            if wanted.played is not None:
                value = wanted.played(self._hands.tables, self._one.before, self._verb)
            return value if isinstance(value, str) and self._fits(wanted, value) else None
        return None if callable(wanted) or isinstance(wanted, OneOf) else wanted

    def _pieces(self, sign: Sign) -> list[str]:
        """The pieces that a sign may be about: the one it names, else the unused ones of its role,
        those moved from their set-up place first."""
        parts = dict(sign.parts)
        hands, wanted = self._hands, parts.get("piece", parts.get("unit"))
        named = self._said(wanted)
        if named in hands.counters and hands.role(named) == sign.key:
            return [named]
        if isinstance(wanted, Meant | str):
            return []
        found = [one for one in hands.with_role(sign.key) if (sign, one) not in self._used]
        if wanted is not None:
            found = [one for one in found if self._fits(wanted, one)]
        return sorted(found, key=lambda one: self._stage.where(one) != hands.homes[one][1])

    def _seen_at(self, piece: str, map_id: str, place: str) -> str:
        """Where a piece is in terms of the rules if it lies on a place."""
        name = self._stage.game.map(map_id).name if map_id else ""
        return str(self._words.place(Token(piece, piece, None, piece, name, place)))

    def _seen_now(self, piece: str) -> str:
        return self._seen_at(piece, self._stage.map_of(piece), self._stage.where(piece))

    def _maps(self, piece: str) -> Iterator[str]:
        """The ids of the maps, beginning with the one on which a piece is used."""
        first = self._hands.habits.maps.get(self._hands.role(piece), self._hands.homes[piece][0])
        yield first
        yield from (one.id for one in self._stage.game.maps if one.id != first)

    def _goal(self, piece: str, wanted: Any) -> tuple[str, str] | None:
        """The map and place where a piece goes; ``None`` if there is none, or it is ambiguous."""
        said, here = self._said(wanted), self._stage.where(piece)
        home = self._hands.homes[piece]
        if said is None and isinstance(wanted, Meant):
            return None
        if said is None and self._fits(wanted, NOWHERE) and not self._seen_at(piece, *home):
            return home if here != home[1] else None
        open_decks = here in self._words.decks
        found: dict[str, tuple[str, str]] = {}
        for map_id in self._maps(piece):
            places = self._stage.places(map_id)
            for place in (said,) if said is not None else places:
                if place == here or place in found or place not in places:
                    continue
                if place in self._words.decks and not open_decks:
                    continue
                if said is None and not self._fits(wanted, place):
                    continue
                if self._seen_at(piece, map_id, place) == place:
                    found[place] = map_id, place
        if len(found) > 1 and not isinstance(wanted, Field):
            return found.get(home[1])
        return next(iter(found.values()), None)

    # --- pieces ---------------------------------------------------------------------------

    def _each_moved(self, sign: Sign) -> Gesture | None:
        if not sign.repeated:
            return self._moved(sign, self._pieces(sign))
        every = [
            found
            for piece in getattr(self._verb, sign.repeated) or ()
            if (found := self._moved(sign, [piece])) is not None
        ]
        if not every:
            return None

        def make() -> None:
            left = list(every)
            while left:
                way = left[0].start, left[0].place
                alike = [one for one in left if (one.start, one.place) == way]
                count = 1
                if self._hands.sometimes(SEVERAL) and not self._hands.lie_apart(left[0]):
                    count = self._hands.rng.randint(1, len(alike))
                self._hands.carry(self._side, alike[:count])
                left = [one for one in left if one not in alike[:count]]

        return Gesture(sign, make)

    def _moved(self, sign: Sign, pieces: Iterable[str]) -> Gesture | None:
        parts = dict(sign.parts)
        if "after" not in parts or self._by_click(sign):
            return None
        for piece in pieces:
            if piece not in self._hands.counters or self._drawn_on(piece):
                continue
            if "before" in parts and not self._fits(parts["before"], self._seen_now(piece)):
                continue
            goal = self._goal(piece, parts["after"])
            if goal is not None:
                return self._carried(sign, piece, *goal)
        return None

    def _carried(self, sign: Sign, piece: str, map_id: str, place: str) -> Gesture:
        start, side = self._stage.where(piece), self._side
        made: list[Gesture] = []
        made.append(
            Gesture(sign, lambda: self._hands.carry(side, made), piece, start, map_id, place)
        )
        return made[0]

    def _drawn(self, sign: Sign) -> Gesture | None:
        parts = dict(sign.parts)
        for piece in self._pieces(sign):
            deck = self._stage.where(piece)
            if deck not in self._words.decks or not self._fits(parts.get("deck", deck), deck):
                continue
            dealt, on = self._dealt(piece), self._drawn_on(piece)
            if dealt is not None:
                return Gesture(sign, self._dealt_on(dealt, piece, on), piece)
            map_id, row = self._hands.decks[deck]
            goal = self._hands.habits.drawn_to(self._hands.tables, self._verb, piece)
            map_id, place = goal or on or (map_id, row.box or "")
            if place:
                return Gesture(sign, self._draw(piece, map_id, place), piece, deck, map_id, place)
        return None

    def _drawn_on(self, piece: str) -> tuple[str, str] | None:
        """The map and place to which a piece of a deck goes in one drag, if one sign of the pattern
        draws it and another moves it."""
        about = [sign for sign in self._pattern.signs if self._pieces(sign)[:1] == [piece]]
        moves = [dict(one.parts) for one in about if one.kind is seen.Moved and not one.repeated]
        if self._stage.where(piece) not in self._words.decks or not moves:
            return None
        drawn = any(one.kind is seen.Drawn for one in about)
        return self._goal(piece, moves[0].get("after")) if drawn else None

    def _dealt_on(
        self, deal: Callable[[], None], piece: str, on: tuple[str, str] | None
    ) -> Callable[[], None]:
        """Deal a card, and drag it on to where another sign moves it, if it does not lie there."""

        def make() -> None:
            deal()
            if on is not None and self._stage.where(piece) != on[1]:
                self._stage.drag(self._side, [piece], *on)

        return make

    def _dealt(self, piece: str) -> Callable[[], None] | None:
        """How to deal a card to the deck that a declaration names: by its button, or by dragging;
        ``None`` if no declaration does. A button that deals several cards is clicked for the first
        one."""
        for sign, needed in self._declarations():
            action = self._stage.game.action(sign.key)
            draws = {draw.deck: draw.onto for draw in action.draw}
            onto = draws.get(self._stage.where(piece))
            if onto is None:
                continue
            one_deck = len(draws) == 1
            may_drag = one_deck and not needed
            if self._hands.hands_only or (may_drag and self._hands.sometimes(DRAGGED)):
                map_id = self._hands.decks[onto][0]
                return lambda: self._stage.drag(self._side, [piece], map_id, onto)
            cards = self._deals.setdefault(action.id, [piece] if one_deck else self._cards(draws))
            if piece != cards[0]:
                return lambda: None
            side = action.side or self._side
            return lambda: self._stage.press(side, action.name, pieces=cards)
        return None

    def _declarations(self) -> Iterator[tuple[Sign, bool]]:
        """The declarations of the pattern, each with whether it is required."""
        rows = zip(self._pattern.signs, self._pattern.required, strict=True)
        return ((sign, needed) for sign, needed in rows if sign.kind is seen.Declared)

    def _cards(self, decks: Iterable[str]) -> list[str]:
        """For each deck the card that the signs of this pattern draw."""
        drawn = [one for one in self._pattern.signs if one.kind is seen.Drawn]
        pieces = [piece for one in drawn for piece in self._pieces(one)]
        rows = ([one for one in pieces if self._stage.where(one) == deck][:1] for deck in decks)
        return [piece for row in rows for piece in row]

    def _draw(self, piece: str, map_id: str, box: str) -> Callable[[], None]:
        """Draw a piece; one that moves on at once is mostly dragged there directly."""

        def make() -> None:
            on = self._hands.following(seen.Moved, piece)
            if on is None or self._hands.sometimes(IN_BOX_FIRST):
                self._stage.drag(self._side, [piece], map_id, box)
            if on is not None:
                self._hands.take_next()

        return make

    def _put_in(self, sign: Sign) -> Gesture | None:
        parts = dict(sign.parts)
        for piece in self._pieces(sign):
            if "before" in parts and not self._fits(parts["before"], self._seen_now(piece)):
                continue
            dealt = self._dealt(piece)
            if dealt is not None:
                return Gesture(sign, dealt, piece)
            if self._stage.where(piece) in self._words.decks:
                continue  # from deck to deck it counts as moved, not as put in
            here, kind = self._stage.where(piece), self._hands.counters[piece].kind
            for deck, (map_id, row) in self._hands.decks.items():
                if deck not in self._words.decks or (row.kinds and kind not in row.kinds):
                    continue
                if deck != here and self._fits(parts.get("deck", deck), deck):
                    return self._carried(sign, piece, map_id, deck)
        return None

    def _lined(self, sign: Sign) -> Gesture | None:
        """Add pieces of a row where the sign wants some, and remove those where it does not."""
        parts, of = dict(sign.parts), self._words.rows[sign.key]
        laid, taken = (self._places(parts.get(one)) for one in ("laid", "taken"))
        found = self._hands.with_role(sign.key)
        pieces = [one for one in found if self._fits(parts["row"], of(one))]
        lies = {self._stage.where(one): one for one in pieces}
        beside = [one for one in pieces if not self._words.on_row(self._stage.where(one))]
        gone = [lies[place] for place in taken if place in lies]
        new = [place for place in laid if place not in lies]
        if len(new) > len(beside) + len(gone):
            for one in self._hands.lacking(sign.key):
                if self._fits(parts["row"], of(one)):
                    self._stage.where(one)  # the set-up does not lay it out: that is the error
            return None
        if not (new or gone):
            return None

        def make() -> None:
            for piece in gone:
                self._hands.put_beside(self._side, piece)
            free = [*beside, *gone]
            for place, piece in zip(new, free, strict=False):
                self._hands.turn_plain(self._side, piece)
                self._stage.drag(self._side, [piece], self._hands.homes[piece][0], place)

        return Gesture(sign, make, (gone or beside)[0])

    def _places(self, wanted: Any) -> tuple[str, ...]:
        """The places that a part of a sign means for this verb."""
        played = wanted.played if isinstance(wanted, Field) else None
        if played is None:
            return ()
        return tuple(played(self._hands.tables, self._one.before, self._verb))

    def _turned(self, sign: Sign) -> Gesture | None:
        found = self._turning(sign)
        if found is None:
            return None
        piece, face = found
        map_id = self._hands.homes[piece][0]
        return Gesture(sign, self._turn(piece, face), piece, map=map_id)

    def _turning(self, sign: Sign) -> tuple[str, str] | None:
        """The piece that a sign turns, and to which face."""
        wanted = dict(sign.parts).get("level")
        for piece in self._pieces(sign):
            if not self._is_as_before(sign, piece):
                continue
            faces = [one.id for one in self._hands.counters[piece].faces]
            for level, face in enumerate(faces, 1):
                fits = wanted is None or self._fits(wanted, level)
                if fits and level - 1 != self._stage.face(piece):
                    return piece, face
        return None

    def _faced(self, sign: Sign) -> Gesture | None:
        wanted = dict(sign.parts).get("level")
        for piece in self._pieces(sign):
            for level, way in enumerate(self._hands.counters[piece].facings, 1):
                if self._fits(wanted, level) and level - 1 != self._stage.facing(piece):
                    turn = partial(self._hands.turn_to, self._side, piece, way)
                    return Gesture(sign, turn, piece)
        return None

    def _is_as_before(self, sign: Sign, piece: str) -> bool:
        """Whether a piece has the place and the face that a sign requires before the change."""
        parts = dict(sign.parts)
        place, before = self._stage.where(piece), self._stage.face(piece) + 1
        return self._fits(parts.get("place", place), place) and self._fits(
            parts.get("before", before), before
        )

    def _turn(self, piece: str, face: str) -> Callable[[], None]:
        keys = {
            action.name: needed
            for sign, needed in self._declarations()
            if (action := self._stage.game.action(sign.key)).flips_to == face and not action.dice
        }
        hands = self._hands
        by_key = bool(keys) and not hands.hands_only
        if by_key and (any(keys.values()) or not hands.sometimes(BY_FLIPPING)):
            words = max(keys, key=keys.__getitem__)
            return lambda: self._stage.choose(self._side, piece, words)
        return lambda: hands.show_face(self._side, piece, face)

    def _shown(self, sign: Sign) -> Gesture | None:
        look = dict(sign.parts).get("look", False)
        for piece in self._pieces(sign):
            if self._stage.face_down(piece):
                return Gesture(sign, self._look(piece) if look else self._show(piece), piece)
        return None

    def _turn_over(self, piece: str) -> Callable[[], None]:
        return lambda: self._stage.choose(self._side, piece, TURN_OVER)

    def _look(self, piece: str) -> Callable[[], None]:
        def make() -> None:
            for _ in range(2):
                self._stage.choose(self._side, piece, TURN_OVER)

        return make

    def _show(self, piece: str) -> Callable[[], None]:
        """Turn a piece up; now and then the next declaration about the piece does that."""

        def make() -> None:
            declares = self._hands.following(seen.Declared, piece)
            if declares is not None and self._hands.sometimes(UP_BY_KEY):
                self._hands.stays_up = piece
                self._hands.take_next()
            else:
                self._stage.choose(self._side, piece, TURN_OVER)

        return make

    def _hidden(self, sign: Sign) -> Gesture | None:
        for piece in self._pieces(sign):
            if self._hands.counters[piece].mask is not None and not self._stage.face_down(piece):
                return Gesture(sign, self._turn_over(piece), piece)
        return None

    # --- words and dice -------------------------------------------------------------------

    @property
    def _side(self) -> str:
        return self._hands.side_of(self._one)

    def _declared(self, sign: Sign) -> Gesture | None:
        if self._hands.hands_only or not self._stage.makes(sign.key):
            return None
        action = self._stage.game.action(sign.key)
        if action.flips_to is not None or action.draw:
            return None  # the same click turns or draws the piece, and is made for that sign
        if action.tracker == "next_turn" and requires(self._pattern, seen.TurnShown):
            return None  # the arrow of the turn tracker is clicked instead
        rolls = [one for one in self._pattern.signs if one.kind is seen.Rolled]
        if action.dice and any(self._rolled(one) for one in rolls):
            return None  # the same click rolls the dice, and is made for that sign
        if action.on == "toolbar":
            return Gesture(sign, lambda: self._press(action))
        for piece in self._named_by(sign, action):
            return Gesture(sign, partial(self._choose, action, piece), piece)
        return None

    def _named_by(self, sign: Sign, action: Any) -> Iterator[str]:
        """The pieces whose menu entry for an action would declare what the sign wants: those that
        the verb names; if none of them has it, any that declares just that."""
        wanted = dict(sign.parts).get("detail")
        having = {
            piece: counter
            for piece, counter in self._hands.counters.items()
            if piece in self._hands.homes and {counter.id, counter.kind} & set(action.pieces)
        }
        named = [one for one in self._hands.values(self._verb) if one in self._hands.counters]
        owned = [one for one in named if one in having]
        if not owned and (wanted is not None or not named):
            owned = list(having)
        for piece in owned:
            counter = having[piece]
            values = {"name": counter.name, "place": self._stage.where(piece)}
            said = filled(action.says, {**counter.values, **values})
            if wanted is None or self._fits(wanted, said):
                yield piece

    def _press(self, action: Any) -> None:
        side = action.side or self._side
        self._stage.press(side, action.name, self._dice_of(action))
        self._hands.booked += action.score.get(self._words.points, 0)

    def _dice_of(self, action: Any) -> dict[str, Sequence[int]]:
        """The results of the dice that an action rolls, by button."""
        if not action.dice:
            return {}
        button = self._stage.game.dice_button(action.dice)
        return {button.name: self._hands.dice_for(self._one, button)}

    def _choose(self, action: Any, piece: str) -> None:
        """Choose an action in a piece's menu, which turns the piece up; it is turned face down
        again if it was before."""
        side, down = action.side or self._side, self._stage.face_down(piece)
        self._stage.choose(side, piece, action.name, self._dice_of(action))
        self._hands.booked += action.score.get(self._words.points, 0)
        stays, self._hands.stays_up = self._hands.stays_up == piece, ""
        if down and not stays and not self._stage.face_down(piece):
            self._stage.choose(side, piece, TURN_OVER)

    def _rolled(self, sign: Sign) -> Gesture | None:
        button = self._stage.game.dice_button(sign.key)
        dice = self.dice(sign)
        if dice is None or self._hands.hands_only or self._hands.were_thrown(self._one):
            return None
        for other in self._pattern.signs:
            if other.kind is seen.Declared and self._stage.makes(other.key):
                action = self._stage.game.action(other.key)
                if action.dice == button.id and action.on == "toolbar":
                    return Gesture(sign, partial(self._press, action))
                for piece in self._named_by(other, action) if action.dice == button.id else ():
                    return Gesture(sign, partial(self._choose, action, piece), piece)
        side = button.side or self._side
        return Gesture(sign, lambda: self._stage.roll(side, button.name, dice))

    def dice(self, sign: Sign) -> tuple[int, ...] | None:
        """The results of a roll for this verb; ``None`` if the verb does not determine them."""
        wanted = dict(sign.parts).get("dice")
        if wanted is None:
            return None
        if isinstance(wanted, Field) and wanted.played is not None:
            thrown = wanted.played(self._hands.tables, self._one.before, self._verb)
            return tuple(thrown) if thrown else None
        name = wanted.name if isinstance(wanted, Field) else wanted
        value = getattr(self._verb, name, None) if isinstance(name, str) else None
        if value is None and name:
            return None
        tried = value if isinstance(value, tuple) else (value,)
        if self._fits(wanted, tried):
            return tried
        button = self._stage.game.dice_button(sign.key)
        if button.count > MOST_DICE:
            return None
        every = product(range(1, button.sides + 1), repeat=button.count)
        return next((faces for faces in every if self._fits(wanted, faces)), None)
