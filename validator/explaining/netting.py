"""A stretch of a log as it stands when something settles it, the same way for all games.

A piece's drags between two settling facts are one move, what goes there and back again is none,
and a piece turned up and down again with nothing between but its own drags is a look. What left a
deck is never netted to nothing: its owner has seen it.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from validator.explaining.facts import (
    NOWHERE,
    Came,
    Declared,
    Drawn,
    Faced,
    Fact,
    Hidden,
    Lined,
    Moved,
    Points,
    PutIn,
    Rolled,
    Shown,
    Turned,
    TurnShown,
    Went,
    Words,
)
from validator.explaining.rows import (
    ALONG,
    as_row,
    rows_joined,
    way_of,
    with_rows_resumed,
)
from validator.explaining.settling import after, is_answered, is_settling, marked_soon, opens
from validator.explaining.taken_back import without_what_was_taken_back


def netted(
    facts: Iterable[Fact],
    words: Words | None = None,
    markers: Container[str] = (),
    turn: int = 1,
    called_off: Collection[int] = (),
    resumed: Container[int] = (),
) -> list[Fact]:
    """The facts with drags joined and looks marked; each stands where its last part stood.

    What comes out of a private window and goes back has been seen: it is never nothing. A card
    that opens an act settles what was done before; where the sides move in turn, so does a move of
    the other. A marker, by its role, that lay there while the other side moved a piece was seen;
    so was one that was laid and put back to where it waits, and one that is laid again from there
    is laid anew. Where several turns went by and none was shown, what is written in private may
    begin one, and settles what others moved; ``turn`` is that in which the log begins. A click
    that its side called off at once, by its step, settles nothing, unless it turned a card or
    showed a turn and that is not set right; nor do a side's own clicks part a row after which it
    said that it was not done, and went on in a step that was ``resumed``. A row that is being taken
    off where the log ends is unfinished.
    """
    words = words if words is not None else Words(lambda token: "")
    stretch = list(_points_joined(list(facts)) if words.worth else facts)
    stretch = [one for at, one in enumerate(stretch) if not _is_set_back(stretch, at)]
    stretch = _without_cards_put_back(stretch, words, called_off)
    called_off = frozenset(called_off) - {
        one.seen.step for one in stretch if isinstance(one, TurnShown) or opens(one, words.opening)
    }
    stretch = _without_a_wrong_cup(stretch, words)
    stretch = without_what_was_taken_back(stretch, words, markers, called_off)
    stretch = _turned_back(_without_what_was_said_again(stretch, words), words, called_off)
    stretch = with_rows_resumed(stretch, words, markers, resumed)
    stretch = _looks_marked([*rows_joined(stretch, words, markers, called_off)])
    if stretch and isinstance(last := stretch[-1], Lined) and not last.laid:
        stretch[-1] = replace(last, unfinished=True)
    return _Joining(stretch, words, markers, turn).joined(called_off)


def _without_cards_put_back(
    facts: list[Fact], words: Words, called_off: Container[int]
) -> list[Fact]:
    """Without cards that open an act, and all that their clicks did, if they go back before
    anything else is done: their player called them off, or the same card is turned next. If others
    go back with them, a pack is gathered."""
    gone: set[int] = set()
    clicks = {id(fact.seen) for fact in facts if opens(fact, words.opening)}

    def is_of_draw(n: int) -> bool:
        return isinstance(facts[n], Drawn) or id(facts[n].seen) in clicks

    at = 0
    while at < len(facts):
        drawn = [*takewhile(is_of_draw, range(at, len(facts)))]
        at += len(drawn) or 1
        back = [*takewhile(lambda n: _is_dragged_in(facts[n]), range(at, len(facts)))]
        packs = {facts[n].about for n in back if facts[n].key in words.opening}
        taken = [n for n in drawn if opens(facts[n], words.opening) and facts[n].about in packs]
        if not taken or len(taken) < len(packs):
            continue
        card = facts[taken[0]]
        drawn = [n for n in drawn if n >= taken[0] or facts[n].seen is card.seen]
        left = {facts[n].about for n in drawn if isinstance(facts[n], Drawn)}
        again = next((one for one in facts[at:] if opens(one, words.opening)), None)
        same = again is not None and replace(again, seen=card.seen) == card
        if left <= {facts[n].about for n in back} and (
            same or facts[drawn[-1]].seen.step in called_off
        ):
            gone.update(drawn, back)
    return [fact for at, fact in enumerate(facts) if at not in gone]


def _is_dragged_in(fact: Fact) -> bool:
    """Whether a piece is put into a deck by hand: a click may gather a whole pack."""
    return isinstance(fact, PutIn) and not fact.seen.declarations


def _without_a_wrong_cup(facts: list[Fact], words: Words) -> list[Fact]:
    """A piece that lay on the table, is put into a cup and by the very next drag into another or
    out again lay in the wrong place; so did what nobody can tell from it, if it goes back to where
    that lay, or ends where no other drawn piece does."""
    found: list[Fact] = []
    same: dict[str, str] = {}
    drawn = {one.piece for one in facts if isinstance(one, Drawn)}
    moves = [one for one in facts if isinstance(one, Moved) and one.piece in drawn]
    begun = {one.piece: words.sort(one.after) for one in reversed(moves)}
    ended = {one.piece: words.sort(one.after) for one in moves}
    for fact in facts:
        found.append(fact)
        if not isinstance(fact, Moved):
            continue
        if fact.piece in same:
            found[-1] = replace(fact, piece=same[fact.piece])
            continue
        out = found[-2] if len(found) > 2 and isinstance(found[-2], Drawn) else None
        at = len(found) - (2 if out is None else 3)
        while at > 0 and isinstance(found[at], Rolled | Points):
            at -= 1
        put = found[at] if at >= 0 else None
        if not isinstance(put, PutIn) or not put.before or put.seen.side != fact.seen.side:
            continue
        if put.key in words.opening:
            continue  # a card that is shuffled back is drawn anew
        before = found[at - 1] if at else None
        if isinstance(before, Moved) and before.piece == put.piece:
            continue  # it had only just been drawn
        since = found[at + 1 : -1 if out is None else -2]
        if out is None and fact.before == put.deck:
            found[at:] = [replace(put, seen=fact.seen, deck=fact.after), *since]
        elif out is not None and (out.piece, out.deck) == (fact.piece, put.deck):
            begun.pop(fact.piece, None)
            apart = ended[fact.piece] not in (*begun.values(), words.sort(put.before))
            back = fact.after == put.before
            if out.unit == put.unit if out.unit is not None else back or apart:
                same[fact.piece] = put.piece
                moved = replace(fact, piece=put.piece, before=put.before)
                found[at:] = [*since, *([moved] if moved.before != moved.after else [])]
    return found


def parted(fact: Fact, words: Words) -> Iterator[tuple[Fact, Fact]]:
    """A netted move as two, in each way: its first drags, and the rest; of a row as two acts, where
    pieces were laid and others taken off then, or the other way round, where another hand goes on,
    or where a click between two drags may have settled what was done before. Where the faces of a
    piece show its markers, it may be turned by way of another face."""
    if isinstance(fact, Lined):
        for cut, (one, other) in enumerate(pairwise(fact.legs), 1):
            clicked = one.seen.step + 1 < other.seen.step
            other_hand = one.seen.side != other.seen.side
            if clicked or other_hand or way_of(one, words) != way_of(other, words):
                parts = (*as_row(fact.legs[:cut], words), *as_row(fact.legs[cut:], words))
                if len(parts) == 2:
                    yield parts[0], parts[1]
    if isinstance(fact, Turned) and fact.key in words.faceless:
        lower, upper = sorted((fact.before, fact.level))
        for face in range(lower + 1, upper)[:1]:
            yield replace(fact, level=face), replace(fact, before=face)
    if isinstance(fact, Moved):
        for cut in range(1, len(fact.legs)):
            last, rest = fact.legs[cut - 1], fact.legs[cut:]
            yield (
                replace(last, before=fact.legs[0].before),
                replace(rest[-1], before=rest[0].before, legs=rest if len(rest) > 1 else ()),
            )


def _points_joined(facts: list[Fact]) -> Iterable[Fact]:
    """Without points that stand only while another marker of them is moved."""
    for at, fact in enumerate(facts):
        later = takewhile(lambda one: isinstance(one, Points), after(facts, at))
        if not isinstance(fact, Points) or all(one.key != fact.key for one in later):
            yield fact


def _is_set_back(facts: list[Fact], at: int) -> bool:
    """Whether the turn marker goes back to an earlier turn before anything else is done."""
    fact, later = facts[at], facts[at + 1] if at + 1 < len(facts) else None
    return (
        isinstance(fact, TurnShown)
        and isinstance(later, TurnShown)
        and fact.phase is later.phase is None
        and later.turn < fact.turn
    )


def _without_what_was_said_again(facts: list[Fact], words: Words) -> list[Fact]:
    """A declaration that its side repeats before anybody else acts has been put right, unless each
    of its clicks counts."""
    return [fact for at, fact in enumerate(facts) if not _is_said_again(facts, at, words)]


def _is_said_again(facts: list[Fact], at: int, words: Words) -> bool:
    first, opening = facts[at], words.opening
    if not isinstance(first, Declared) or first.turn is None or first.key in words.each_click:
        return False
    for fact in after(facts, at):
        if isinstance(fact, Rolled | TurnShown) or fact.seen.side not in (None, first.seen.side):
            return False
        if opens(fact, opening):
            return False
        if isinstance(fact, Declared):
            return replace(fact, seen=first.seen) == first
    return False


def _turned_back(facts: list[Fact], words: Words, called_off: Container[int]) -> list[Fact]:
    """Without faces that a piece showed only for a moment, before anything settled it; where it may
    count that a piece was moved and went back, a face does that it showed while another was. So
    does one that it showed while it moved, unless it is turned back then. A piece that is turned
    over and back at once shows what it did before, since whenever that was. A click that was called
    off settles nothing."""
    facts = _without_looks(facts)
    found: list[Fact | None] = list(facts)
    turned: dict[tuple[type[Fact], str], int] = {}
    moved: dict[str, int] = {}
    for at, fact in enumerate(facts):
        if is_settling(fact, words.opening):
            if fact.seen.step not in called_off:
                turned.clear()
        elif isinstance(fact, Moved):
            moved[fact.piece] = at
            turned = {
                (kind, piece): earlier
                for (kind, piece), earlier in turned.items()
                if kind is Faced or piece == fact.piece or facts[earlier].key not in words.returning
            }
        elif isinstance(fact, Turned):
            key = (type(fact), fact.piece)
            earlier = turned.pop(key, None)
            first = found[earlier] if earlier is not None else None
            if earlier is None or not isinstance(first, Turned):
                turned[key] = at
                continue
            over = not isinstance(fact, Faced)
            if over and first.before != fact.level and moved.get(fact.piece, -1) > earlier:
                turned[key] = at
                continue
            found[earlier] = found[at] = None
            if first.before != fact.level:
                found[at] = replace(fact, before=first.before)
                turned[key] = at
    return [fact for fact in found if fact is not None]


def _without_looks(facts: list[Fact]) -> list[Fact]:
    """Without turns of a piece over and back of which the second follows the first."""
    found: list[Fact] = []
    for fact in facts:
        last = found[-1] if found else None
        if (
            isinstance(fact, Turned)
            and isinstance(last, Turned)
            and (type(last), last.piece) == (type(fact), fact.piece)
            and (last.level, last.before) == (fact.before, fact.level)
        ):
            found.pop()
        else:
            found.append(fact)
    return found


def _looks_marked(facts: list[Fact]) -> list[Fact]:
    """Each look is marked; a piece turned down and at once up again lies as it lay."""
    found: list[Fact] = []
    for fact in facts:
        down = found[-1] if found and isinstance(fact, Shown) else None
        if isinstance(down, Hidden) and down.about == fact.about:
            found.pop()
        else:
            found.append(fact)
    facts = [*found]
    for at, fact in enumerate(facts):
        if not isinstance(fact, Shown):
            continue
        for later in range(at + 1, len(facts)):
            other = facts[later]
            if isinstance(other, Hidden) and other.piece == fact.piece:
                found[at] = replace(fact, look=True)
                found[later] = replace(other, look=True)
                break
            own = isinstance(other, Moved) and other.piece == fact.piece
            if not own and not isinstance(other, Shown | Hidden):
                break
    return found


def _unmarked(facts: Sequence[Fact], turn: int) -> Iterator[tuple[int, int]]:
    """The stretches in which turns went by and none was shown: the next that is shown is a later
    one than would follow."""
    begin = 0
    for at, fact in enumerate(facts):
        if isinstance(fact, TurnShown):
            if fact.turn > turn + 1:
                yield begin, at
            begin, turn = at, fact.turn


class _Joining:
    """Joins the moves of each piece in one stretch of facts, until what settles them is seen."""

    def __init__(self, facts: list[Fact], words: Words, markers: Container[str], turn: int) -> None:
        self.facts = facts
        self.words = words
        self.markers = markers
        self._found: list[Fact | None] = list(facts)
        """The facts as far as they are joined; ``None`` for one that is in a later one."""
        self._unmarked = [*_unmarked(facts, turn)] if words.private else []
        self._under_way: dict[str, int] = {}
        """By piece: where its move of this stretch stands so far."""
        self._at_home: dict[str, str] = {}
        """By piece: where it lay when it was moved first, as markers do that are not in use."""

    def joined(self, called_off: Container[int]) -> list[Fact]:
        """The facts with the moves joined. What is ``called_off`` settles nothing."""
        for at, fact in enumerate(self.facts):
            shown = isinstance(fact, Shown) and not fact.look
            if isinstance(fact, Moved):
                self._at_home.setdefault(fact.piece, fact.before)
            if shown or is_settling(fact, self.words.opening):
                if shown or fact.seen.step not in called_off:
                    self._under_way.clear()
            elif isinstance(fact, PutIn):
                self._put_in(at, fact)
            elif isinstance(fact, Drawn | Came | Went):
                self._under_way.pop(fact.piece, None)
            elif isinstance(fact, Moved):
                self._moved(at, fact)
        return [fact for fact in self._found if fact is not None]

    def _put_in(self, at: int, fact: PutIn) -> None:
        """A piece that is put into a deck comes from where its move began."""
        earlier = self._under_way.pop(fact.piece, None)
        if earlier is not None and not _is_left_lying(self.facts, earlier, at, self.words):
            begun = self._found[earlier]
            assert isinstance(begun, Moved)
            self._found[earlier] = None
            self._found[at] = replace(fact, before=begun.before)

    def _moved(self, at: int, fact: Moved) -> None:
        words, under_way = self.words, self._under_way
        written = fact.key in words.private and NOWHERE not in (fact.before, fact.after)
        if words.alternate or (written and any(n < at < end for n, end in self._unmarked)):
            self._settle_others(fact)
        earlier = under_way.get(fact.piece)
        if earlier is None or _stands_apart(self.facts, earlier, at, words):
            under_way[fact.piece] = at
            return
        before = self._found[earlier]
        assert isinstance(before, Moved)
        if fact.after == NOWHERE != before.before:
            under_way[fact.piece] = at  # put somewhere for all to see, and then away
        elif before.before != fact.after and self._is_of_next_turn(earlier, at):
            under_way[fact.piece] = at
        elif before.before != fact.after:
            self._found[earlier] = None
            self._found[at] = replace(fact, before=before.before, legs=_legs(before, fact))
            under_way[fact.piece] = at
        else:
            self._moved_back(earlier, at, before, fact)

    def _is_of_next_turn(self, earlier: int, at: int) -> bool:
        """Whether a piece is moved on, after another side did something, so shortly before the next
        turn is shown that this may be its first move of that turn: the marker was moved late."""
        side = self.facts[at].seen.side
        answered = any(one.seen.side not in (None, side) for one in self.facts[earlier + 1 : at])
        return answered and any(marked_soon(self.facts, at))

    def _settle_others(self, moved: Moved) -> None:
        """What others moved before a side moved a piece goes no further."""
        side = moved.seen.side
        for piece, at in list(self._under_way.items()):
            if side is not None and self.facts[at].seen.side not in (None, side):
                del self._under_way[piece]

    def _moved_back(self, earlier: int, at: int, before: Moved, fact: Moved) -> None:
        """A piece that goes back to where it lay has not moved, unless others saw it away."""
        private = fact.key in self.words.private
        home = self._at_home[fact.piece]
        if private or _was_seen_there(self.facts, earlier, at, self.markers, home):
            self._under_way[fact.piece] = at
            return
        del self._under_way[fact.piece]
        self._found[earlier] = None
        kept = fact.key in self.words.returning
        self._found[at] = (
            replace(fact, before=fact.after, legs=_legs(before, fact)) if kept else None
        )


def _legs(before: Moved, fact: Moved) -> tuple[Moved, ...]:
    """The drags of a move and of the one before it."""
    return (*(before.legs or (before,)), fact)


def _was_seen_there(
    facts: Sequence[Fact], first: int, back: int, markers: Container[str], home: str
) -> bool:
    """Whether a piece that goes back lay long enough where it was for others to see it: something
    else was done meanwhile, or it is a marker that was answered, or came into use."""
    if any(not isinstance(one, Moved) for one in facts[first + 1 : back]):
        return True
    move = facts[back]
    return (
        isinstance(move, Moved)
        and move.key in markers
        and (is_answered(facts, first, back) or home in (move.before, move.after))
    )


def _is_left_lying(facts: Sequence[Fact], first: int, last: int, words: Words) -> bool:
    """Whether a piece lay on the table while its side drew another, or was turned up there, before
    it was put in."""
    between, piece = facts[first + 1 : last], facts[last].about
    lay = (
        isinstance(one, Drawn) or (isinstance(one, Shown) and one.piece == piece) for one in between
    )
    return facts[last].key not in words.fleeting and any(lay)


def _stands_apart(facts: Sequence[Fact], earlier: int, at: int, words: Words) -> bool:
    """Whether the move of a piece is another act than its move before."""
    first, fact = facts[earlier], facts[at]
    assert isinstance(first, Moved) and isinstance(fact, Moved)
    if fact.before in words.pools or (fact.after in words.lost and earlier != at - 1):
        return True
    if fact.key in words.private and earlier != at - 1:
        return True
    if fact.key not in words.fleeting:
        return False
    others = (one for one in facts[earlier + 1 : at] if one.about != fact.piece)
    other_sort = words.sort(first.after) != words.sort(fact.after)
    along = bool(words.rows) and way_of(first, words) == ALONG
    along = along and words.sort(first.before) == words.sort(first.after)
    return (other_sort and not along) or any(others)
