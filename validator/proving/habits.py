"""How honest people play: each habit changes a game's gestures in one place.

These habits break no rule, so an audit must not report a `violation`. Each habit has the gravest
severity that an audit may report (``gravest``), at most once for each place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.light import dataclass
from validator.audit.findings import Severity
from validator.proving import menus
from validator.proving.gestures import Gesture
from validator.proving.sitting import Sitting

Bend = Mapping[int, tuple[Gesture, ...]]
"""Index of a gesture to the gestures that replace it."""

_SEVERAL = 3
"""So many things are undone together."""
LATE = 4
"""Tidying may come up to this many gestures late or early."""
_REMARKS = ("let me think", "I have 3 left", "your turn, no?", "12 points?", "nice roll", "A1!")
_OBJECTIONS = ("no, that is too far", "can it go there?", "you can't move it there", "wait")


@dataclass(frozen=True, slots=True)
class Habit:
    """One habit of people."""

    id: str
    says: str
    bend: Callable[[Sitting, int], Bend | None]
    """(sitting, index of a gesture) -> the replacement; ``None`` if the habit does not fit."""
    gravest: Severity = Severity.UNVERIFIABLE
    """The gravest severity that an audit may report."""


HABITS: dict[str, Habit] = {}


def _habit(
    says: str, gravest: Severity = Severity.UNVERIFIABLE
) -> Callable[[Callable[[Sitting, int], Bend | None]], Callable[[Sitting, int], Bend | None]]:
    def register(
        bend: Callable[[Sitting, int], Bend | None],
    ) -> Callable[[Sitting, int], Bend | None]:
        HABITS[bend.__name__] = Habit(bend.__name__, says, bend, gravest)
        return bend

    return register


# --- clicks and dice -----------------------------------------------------------------------


@_habit("a stray click on a dice button")
def stray_die(sitting: Sitting, at: int) -> Bend | None:
    moment = sitting.game.moment(at)
    dice = [one for one in sitting.idle_dice if not sitting.rolled_in(moment, one.name)]
    if not dice or sitting.game.by_hand or not sitting.free(at):
        return None
    one = sitting.rng.choice(dice)
    side = one.side or sitting.rng.choice(sitting.subject.sides)
    roll = Gesture("roll", side, (one.name, sitting.throw(one)))
    return {at: (roll, sitting.at(at))}


@_habit("a dice button clicked twice", Severity.SUSPICIOUS)
def double_click(sitting: Sitting, at: int) -> Bend | None:
    roll = sitting.at(at)
    if roll.name != "roll":
        return None
    one = next(one for one in sitting.subject.game.dice if one.name == roll.args[0])
    again = Gesture("roll", roll.side, (one.name, sitting.throw(one)))
    return {at: (roll, again)}


@_habit("a click on a button, taken back with undo")
def retracted_click(sitting: Sitting, at: int) -> Bend | None:
    return _wrong_click(sitting, at, lambda press: (Gesture("undone", press.side, inner=(press,)),))


@_habit("a click on a button, taken back in the chat")
def click_called_off(sitting: Sitting, at: int) -> Bend | None:
    return _wrong_click(
        sitting, at, lambda press: (press, Gesture("say", press.side, ("sorry, wrong button",)))
    )


def _wrong_click(
    sitting: Sitting, at: int, made: Callable[[Gesture], tuple[Gesture, ...]]
) -> Bend | None:
    names = sorted(sitting.words_only)
    if not names or sitting.game.by_hand or not sitting.free(at):
        return None
    name = sitting.rng.choice(names)
    side = sitting.words_only[name].side or sitting.rng.choice(sitting.subject.sides)
    return {at: (*made(Gesture("press", side, (name, None, ()))), sitting.at(at))}


@_habit("the wrong button, then the right one")
def wrong_button_first(sitting: Sitting, at: int) -> Bend | None:
    press = sitting.at(at)
    if press.name != "press" or press.args[0] not in sitting.words_only:
        return None
    own = sitting.words_only[press.args[0]].side
    names = sorted(
        name
        for name, action in sitting.words_only.items()
        if name != press.args[0] and action.side in (None, own, press.side)
    )
    if not names:
        return None
    wrong = Gesture("press", press.side, (sitting.rng.choice(names), None, ()))
    return {at: (wrong, press)}


@_habit("a die thrown on the desk, its result obeyed", Severity.MISSING)
def die_on_the_desk(sitting: Sitting, at: int) -> Bend | None:
    return {at: ()} if _thrown_alone(sitting, sitting.at(at)) else None


@_habit("a die thrown on the desk and told in the chat", Severity.MISSING)
def die_in_the_chat(sitting: Sitting, at: int) -> Bend | None:
    dice = _thrown_alone(sitting, sitting.at(at))
    shown = " and ".join(map(str, dice))
    return {at: (Gesture("say", sitting.at(at).side, (f"rolled {shown}",)),)} if dice else None


def _thrown_alone(sitting: Sitting, gesture: Gesture) -> tuple[int, ...]:
    """The results of a click that only rolls dice and declares their purpose; empty for any other
    gesture."""
    if gesture.name == "roll":
        return tuple(gesture.args[1])
    if gesture.name != "choose" or gesture.args[1] not in sitting.keys_that_throw:
        return ()
    return tuple(one for rolls in gesture.args[2:] for row in rolls.values() for one in row)


@_habit("a button that throws dice left alone, its die told in the chat", Severity.MISSING)
def dice_for_a_button(sitting: Sitting, at: int) -> Bend | None:
    press = sitting.at(at)
    if press.name != "press" or not press.args[1] or press.args[2]:
        return None
    shown = " and ".join(str(one) for row in press.args[1].values() for one in row)
    said = f"{press.args[0].lower()}: rolled {shown}"
    booked = _points_of(sitting, press)
    return None if booked is None else {at: (*booked, Gesture("say", press.side, (said,)))}


def _points_of(sitting: Sitting, press: Gesture) -> list[Gesture] | None:
    """Clicks on score buttons for the points that a button also books; ``None`` if there are no
    such buttons."""
    game = sitting.subject.game
    score: dict[str, int] = next(
        (dict(one.score) for one in game.actions if one.name == press.args[0]), {}
    )
    buttons = {(one.property, one.change): one.name for one in game.scores}
    names = [buttons.get(points) for points in score.items()]
    if None in names:
        return None
    return [Gesture("press", press.side, (f"Score {name}", None, ())) for name in names]


@_habit("a roll undone and thrown again", Severity.SUSPICIOUS)
def roll_undone(sitting: Sitting, at: int) -> Bend | None:
    roll = sitting.at(at)
    if roll.name != "roll":
        return None
    one = next(one for one in sitting.subject.game.dice if one.name == roll.args[0])
    first = Gesture("roll", roll.side, (one.name, sitting.throw(one)))
    return {at: (Gesture("undone", roll.side, inner=(first,)), roll)}


@_habit("a click on the turn tracker, taken back with undo")
def turn_undone(sitting: Sitting, at: int) -> Bend | None:
    if not sitting.free(at) or sitting.game.by_hand or not _tracks(sitting):
        return None
    side = sitting.rng.choice(sitting.subject.sides)
    click = Gesture("click_turn", side)
    return {at: (Gesture("undone", side, inner=(click,)), sitting.at(at))}


def _tracks(sitting: Sitting) -> bool:
    """Whether the turn tracker is clicked in this game."""
    return any(one.name == "click_turn" for one in sitting.game.gestures)


@_habit("points booked wrong, then put right")
def points_corrected(sitting: Sitting, at: int) -> Bend | None:
    booked = sitting.at(at)
    if not sitting.books(booked):
        return None
    row = next(one for one in sitting.subject.game.scores if f"Score {one.name}" == booked.args[0])
    back = [
        one
        for one in sitting.subject.game.scores
        if (one.property, one.change) == (row.property, -row.change)
    ]
    if not back or not _has_room(sitting, at, row.property, 2 * row.change):
        return None
    put_right = Gesture("press", booked.side, (f"Score {back[0].name}", None, ()))
    return {at: (booked, booked, put_right)}


def _has_room(sitting: Sitting, at: int, name: str, change: int) -> bool:
    """Whether a counted number can change by ``change`` before a gesture without reaching the end
    of its range, where a button does nothing and could not be corrected."""
    game = sitting.subject.game
    changes = {f"Score {one.name}": {one.property: one.change} for one in game.scores}
    changes |= {one.name: dict(one.score) for one in game.actions}
    counted = next((one for one in game.properties if one.name == name), None)
    if counted is None:
        return True
    total = counted.initial
    for one in sitting.game.gestures[:at]:
        if one.name == "press":
            total += changes.get(one.args[0], {}).get(name, 0)
            total = max(counted.least, min(counted.most, total))
    return bool(counted.least <= total + change <= counted.most)


@_habit("words in the chat instead of a button", Severity.MISSING)
def words_for_a_button(sitting: Sitting, at: int) -> Bend | None:
    press = sitting.at(at)
    if press.name != "press" or press.args[0] not in sitting.words_only:
        return None
    return {at: (Gesture("say", press.side, (press.args[0].lower(),)),)}


@_habit("an act is said aloud, and the click that declares it is left out", Severity.MISSING)
def said_aloud(sitting: Sitting, at: int) -> Bend | None:
    one = sitting.at(at)
    name = {"press": one.args[:1], "choose": one.args[1:2]}.get(one.name, ())
    if not sitting.told_by_clicks.issuperset(name) or not name or not _alone(sitting, at):
        return None
    return {at: ()}


@_habit("a remark in the chat")
def remark(sitting: Sitting, at: int) -> Bend | None:
    if not sitting.free(at):
        return None
    side = sitting.rng.choice(sitting.subject.sides)
    said = Gesture("say", side, (sitting.rng.choice(_REMARKS),))
    return None if sitting.game.by_hand else {at: (said, sitting.at(at))}


# --- counters ------------------------------------------------------------------------------


@_habit("a drag in two pieces")
def in_two_drags(sitting: Sitting, at: int) -> Bend | None:
    drag = sitting.at(at)
    if drag.name != "drag" or drag.start in sitting.decks or drag.goal in sitting.decks:
        return None
    between = sitting.near(drag.args[1], drag.start, drag.goal)
    if between is None or drag.start == drag.goal:
        return None
    return {at: (Gesture("drag", drag.side, (*drag.args[:2], between)), drag)}


@_habit("a counter dropped beside its goal, then put right")
def drag_corrected(sitting: Sitting, at: int) -> Bend | None:
    return _missed(sitting, at, lambda wrong: (wrong,))


@_habit("a counter dropped beside its goal, undone, then put right")
def drag_undone(sitting: Sitting, at: int) -> Bend | None:
    return _missed(sitting, at, lambda wrong: (wrong, Gesture("undo", "")))


@_habit("a counter dropped in a wrong place; the other player objects, and it is put back")
def objected_to(sitting: Sitting, at: int) -> Bend | None:
    drag, other = sitting.at(at), sitting.other(sitting.at(at).side)
    words = Gesture("say", other, (sitting.rng.choice(_OBJECTIONS),))
    back = Gesture("drag", sitting.rng.choice((other, drag.side)), (*drag.args[:2], drag.start))
    return _missed(sitting, at, lambda wrong: (wrong, words, back))


def _missed(
    sitting: Sitting, at: int, made: Callable[[Gesture], tuple[Gesture, ...]]
) -> Bend | None:
    drag = sitting.at(at)
    if drag.name != "drag" or drag.start in sitting.decks or drag.goal in sitting.decks:
        return None
    beside = sitting.near(drag.args[1], drag.goal)
    if beside is None or beside == drag.start:
        return None
    return {at: (*made(Gesture("drag", drag.side, (*drag.args[:2], beside))), drag)}


@_habit("a whole stack dragged instead of one of its counters, and the others dragged back")
def stack_dragged(sitting: Sitting, at: int) -> Bend | None:
    drag = sitting.at(at)
    decks = sitting.decks
    if drag.name != "drag" or drag.start in decks or drag.goal in decks or drag.start == drag.goal:
        return None
    return {at: (Gesture("drag_stack", drag.side, drag.args),)}


@_habit("the wrong counter dragged and dragged back, then the right one dragged")
def wrong_counter_dragged(sitting: Sitting, at: int) -> Bend | None:
    drag = sitting.at(at)
    if drag.name != "drag" or drag.goal in sitting.decks or drag.start == drag.goal:
        return None
    kind = sitting.subject.game.counter(drag.pieces[0]).kind
    alike = [
        one
        for one in sitting.own(at)
        if one.side == drag.side
        and not {*one.pieces} & {*drag.pieces}
        and one.args[1] == drag.args[1]
        and one.goal != drag.goal
        and sitting.subject.game.counter(one.pieces[0]).kind == kind
    ]
    if not alike:
        return None
    other = sitting.rng.choice(alike)
    return {at: (Gesture("drag", drag.side, (other.pieces, *drag.args[1:])), other, drag)}


@_habit("a counter set aside to reach another, and put back")
def set_aside(sitting: Sitting, at: int) -> Bend | None:
    one = sitting.at(at)
    if one.name != "drag" or one.start in sitting.decks:
        return None
    there = [
        drag
        for drag in sitting.own(at)
        if drag.args[1:] == (one.args[1], one.start) and not {*drag.pieces} & {*one.pieces}
    ]
    beside = sitting.near(one.args[1], one.start) if there else None
    if beside is None:
        return None
    other = sitting.rng.choice(there)
    aside = Gesture("drag", one.side, (other.pieces, one.args[1], beside))
    return {at: (aside, one, Gesture("drag", one.side, other.args))}


@_habit("a counter nudged within its place")
def nudged(sitting: Sitting, at: int) -> Bend | None:
    own = sitting.own(at)
    if not own or not sitting.free(at):
        return None
    drag = sitting.rng.choice(own)
    return {at: (Gesture("drag", drag.side, drag.args), sitting.at(at))}


@_habit("a counter of one's own turned up and down again")
def looked_at(sitting: Sitting, at: int) -> Bend | None:
    return _turned(sitting, at, "look")


@_habit("a counter of one's own turned over and back")
def turned_over_and_back(sitting: Sitting, at: int) -> Bend | None:
    return _turned(sitting, at, "flip_twice")


def _turned(sitting: Sitting, at: int, how: str) -> Bend | None:
    own = [drag for drag in sitting.own(at) if drag.pieces[0] not in sitting.chores]
    if not own or not sitting.free(at):
        return None
    drag = sitting.rng.choice(own)
    return {at: (Gesture(how, drag.side, (drag.pieces[0],)), sitting.at(at))}


@_habit("something done, undone and done again")
def undone_and_done_again(sitting: Sitting, at: int) -> Bend | None:
    one = sitting.at(at)
    follows = sitting.game.gestures[at + 1 : at + 2]
    if one.name not in (
        "drag", "drag_onto", "put_away", "press", "click_turn", "say", "choose",
    ):  # fmt: skip
        return None
    if _decides(one, sitting) or (follows and follows[0].name == "undo"):
        return None  # results of dice and cards are not undone
    if one.name == "choose" and _brings_to_light(one, sitting):
        return None
    return {at: (Gesture("undone", one.side, inner=(one,)), one)}


@_habit("several things done, all undone, and done again")
def several_undone(sitting: Sitting, at: int) -> Bend | None:
    rows = sitting.game.gestures[at : at + _SEVERAL]
    each = [undone_and_done_again(sitting, at + n) for n in range(len(rows))]
    some = rows[: next((n for n, one in enumerate(each) if one is None), _SEVERAL)]
    if len(some) < 2 or any(one.side != some[0].side for one in some):
        return None
    return {at: (Gesture("undone", some[0].side, inner=tuple(some)), some[0])}


@_habit("a piece turned up, turned down with undo and turned up again", Severity.SUSPICIOUS)
def turn_up_undone(sitting: Sitting, at: int) -> Bend | None:
    one = sitting.at(at)
    if one.name != "choose" or not _brings_to_light(one, sitting) or not _alone(sitting, at):
        return None
    return {at: (Gesture("undone", one.side, inner=(one,)), one)}


def _brings_to_light(one: Gesture, sitting: Sitting) -> bool:
    counter = sitting.subject.game.counter(one.args[0])
    return counter.mask is not None or counter.hide is not None


def _decides(one: Gesture, sitting: Sitting) -> bool:
    """Whether a gesture reveals a result of dice or cards."""
    shown = {"press": one.args[1:], "choose": one.args[2:]}.get(one.name, ())
    return one.name == "roll" or one.start in sitting.decks or any(shown)


# --- the menus of counters -----------------------------------------------------------------


@_habit("a whole stack turned by a key instead of one counter, and the others turned back")
def stack_turned(sitting: Sitting, at: int) -> Bend | None:
    return _instead(at, menus.whole_stack(sitting, at))


@_habit("a wrong entry of a counter's menu, taken back with undo")
def wrong_entry_undone(sitting: Sitting, at: int) -> Bend | None:
    return _instead(at, menus.taken_back(sitting, at, dice=False))


@_habit("a wrong entry of a counter's menu, taken back in the chat")
def wrong_entry_called_off(sitting: Sitting, at: int) -> Bend | None:
    return _instead(at, menus.called_off(sitting, at, dice=False))


@_habit("a wrong entry of a counter's menu that throws dice, undone", Severity.SUSPICIOUS)
def wrong_dice_undone(sitting: Sitting, at: int) -> Bend | None:
    return _instead(at, menus.taken_back(sitting, at, dice=True))


@_habit("a wrong entry that throws dice, taken back in the chat", Severity.SUSPICIOUS)
def wrong_dice_called_off(sitting: Sitting, at: int) -> Bend | None:
    return _instead(at, menus.called_off(sitting, at, dice=True))


@_habit("a counter turned to a wrong face, then to the right one")
def wrong_face_first(sitting: Sitting, at: int) -> Bend | None:
    return _instead(at, menus.wrong_face(sitting, at))


@_habit("the wrong counter of a place named, then the right one")
def wrong_counter_first(sitting: Sitting, at: int) -> Bend | None:
    return _instead(at, menus.wrong_counter(sitting, at))


@_habit("a counter of one's own rotated and back")
def rotated_and_back(sitting: Sitting, at: int) -> Bend | None:
    return _turned(sitting, at, "rotate_and_back")


def _instead(at: int, gestures: tuple[Gesture, ...] | None) -> Bend | None:
    return None if gestures is None else {at: gestures}


# --- when and by whom ----------------------------------------------------------------------


@_habit("tidied late")
def tidied_late(sitting: Sitting, at: int) -> Bend | None:
    one = sitting.at(at)
    if not (one.name == "put_away" or sitting.books(one)) or not _alone(sitting, at):
        return None
    if one.goal in sitting.decks:
        return None  # returning a piece to a cup is a move, not tidying
    later = at
    for number in range(at + 1, min(at + 1 + LATE, len(sitting.game.gestures))):
        other = sitting.at(number)
        if set(other.pieces) & set(one.pieces) or sitting.books(other) or other.name == "undo":
            break
        if sitting.books(one) and sitting.game.moment(number) != sitting.game.moment(at):
            break
        if other.name == "roll" and other.verb == one.verb:
            break  # it is put away for this roll: the piece may count in it
        if not sitting.may_follow(one, other):
            break
        later = number
    while later > at and not _alone(sitting, later):
        later -= 1  # an undo refers to the gesture just before it
    return None if later == at else {at: (), later: (sitting.at(later), one)}


@_habit("the turn shown late, when its first acts are done")
def turn_shown_late(sitting: Sitting, at: int) -> Bend | None:
    if not sitting.shows_turn(sitting.at(at)) or not _alone(sitting, at):
        return None
    later = at
    for number in range(at + 1, min(at + LATE, len(sitting.game.gestures))):
        other = sitting.at(number)
        if sitting.shows_turn(other) or sitting.sets_tracker(other) or not _alone(sitting, number):
            break
        later = number
    if later == at:
        return None
    later = sitting.rng.randint(at + 1, later)
    return {at: (), later: (sitting.at(later), sitting.at(at))}


@_habit("tidied early")
def tidied_early(sitting: Sitting, at: int) -> Bend | None:
    one = sitting.at(at)
    if one.name != "put_away" or not sitting.is_chore(one) or not _alone(sitting, at):
        return None
    earlier = at
    for number in range(at - 1, max(at - 1 - LATE, -1), -1):
        other = sitting.at(number)
        if set(other.pieces) & set(one.pieces) or other.name == "undo" or _decides(other, sitting):
            break  # dice and cards may have decided it
        earlier = number
    return None if earlier == at else {earlier: (one, sitting.at(earlier)), at: ()}


@_habit("a counter moved or turned before the dice of the same act, not after them")
def before_the_dice(sitting: Sitting, at: int) -> Bend | None:
    one = sitting.at(at)
    turned = one.name == "choose" and one.args[1] not in sitting.named_actions
    if not (turned or one.name in ("drag", "put_away")) or not _alone(sitting, at):
        return None
    if one.start in sitting.decks or one.goal in sitting.decks:
        return None
    earlier = at
    for number in range(at - 1, -1, -1):
        other = sitting.at(number)
        if other.verb != one.verb or set(other.pieces) & set(one.pieces) or other.name == "undo":
            break
        if _decides(other, sitting):
            earlier = number
    return None if earlier == at else {earlier: (one, sitting.at(earlier)), at: ()}


def _alone(sitting: Sitting, at: int) -> bool:
    """Whether a gesture is neither an undo nor undone by the next one."""
    follows = sitting.game.gestures[at + 1 : at + 2]
    return sitting.free(at) and not (follows and follows[0].name == "undo")


@_habit("one player does the other's chore")
def courtesy(sitting: Sitting, at: int) -> Bend | None:
    one = sitting.at(at)
    if not sitting.is_chore(one):
        return None
    return {at: (one.by(sitting.other(one.side)),)}


@_habit("one player rolls the other's die")
def rolled_for_the_other(sitting: Sitting, at: int) -> Bend | None:
    one = sitting.at(at)
    return {at: (one.by(sitting.other(one.side)),)} if one.name == "roll" else None


TOGETHER = Habit("together", "several habits in one game", lambda sitting, at: None)
UNTIDY = Habit(
    "untidy", "every habit, twice each, in one game", lambda sitting, at: None, Severity.MISSING
)
CUT = Habit("cut", "a log cut in two, both parts and each alone", lambda sitting, at: None)
MIXED = Habit("mixed", "buttons and hands by turns", lambda sitting, at: None)
OF_WHOLE_GAMES = (TOGETHER, UNTIDY, CUT, MIXED)


__all__ = [
    "CUT",
    "HABITS",
    "MIXED",
    "OF_WHOLE_GAMES",
    "TOGETHER",
    "UNTIDY",
    "Bend",
    "Habit",
    "Sitting",
]
