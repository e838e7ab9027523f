"""Slips: clicks, markers and drags that mean nothing, or may still be put right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from validator.explaining.signs import is_rolled
from validator.proving.gestures import Gesture
from validator.proving.offences import alternatives, cases_of, unguessed
from validator.proving.people import People
from validator.proving.planting import Plant, done, told_all
from validator.proving.unsaid import (
    is_legal_elsewhere,
    is_legal_unsaid,
    leaves_nothing,
    may_be_silent,
    waited_for,
)
from validator.rules.cases import NOTE, Broken
from validator.rules.verbs import Verb, field_names

THROWN_AGAIN = "dice.repeated"
"""The finding for dice that are rolled a second time, whatever case that breaks."""
_WORDS = 3
"""A declaration may be the slip if it is among this many verbs before an offence."""
_ALIKE = 16
"""This many legal verbs are compared with one that the log may have cut off."""


SETTLING = ("press", "roll", "click_turn")
"""Gestures after which a move is not corrected any more."""


def clicked_twice(plant: Plant) -> str:
    """The reason for a button that only declares something, and was clicked just before with the
    same words."""
    earlier = plant.changed.of_verb(plant.one.at - 1) if plant.one.at else []
    told = told_all(plant.own)
    if told and told == told_all(earlier) and all(People(plant).says(row) for row in plant.own):
        return "a button clicked twice is a slip"
    return ""


def slip(plant: Plant) -> str:
    """The reason for clicks and markers that nothing depends on."""
    if not _is_slip(plant, plant.one.at) or not _counts_for_nothing(plant):
        return ""
    if all(map(People(plant).remembers, plant.own)):
        return "a marker that nothing follows is a player's own memory"
    return "a click that nothing follows is a slip"


def _is_slip(plant: Plant, at: int) -> bool:
    """Whether only clicks and markers show a verb, and these may mean nothing. Dice from the menu
    of a counter may be a slip by themselves, but not what such dice call for. What was tidied just
    before the offence is not of it."""
    people, own = People(plant), plant.changed.of_verb(at)
    alone = at == plant.one.at
    if alone and (signs := plant.signs(plant.one.verb)):
        own = [row for row in own if row.in_words() in signs] or own
    return bool(own) and all(
        people.slips(row) or people.remembers(row) or (alone and people.throws(row)) for row in own
    )


def wrong_button(plant: Plant) -> str:
    """The reason for a click with which the player meant a legal act: its gestures are the same
    but for one other click of his."""
    behind = [row.verb for row in plant.rest]
    for verbs in dict.fromkeys(waited_for(plant)):
        if plant.is_legal(plant.state, (*verbs, *behind)) and _differ_by_a_click(plant, verbs):
            meant = ", ".join(verb.in_words() for verb in verbs)
            return f"only the wrong button was clicked ({meant})"
    return ""


def _differ_by_a_click(plant: Plant, verbs: Sequence[Verb]) -> bool:
    """Whether verbs in place of an offence have its gestures, but for one click of the same
    player."""
    rows, state = [], plant.state
    for verb in verbs:
        rows.append(replace(plant.offence, verb=verb, before=state))
        state = plant.rules.apply(state, verb)
    other = plant.with_instead(*rows, through=plant.one.at + len(rows) - 1)
    if other is None:
        return False
    shown = [row for n in range(len(rows)) for row in other.of_verb(plant.one.at + n)]
    own, people = done(plant.own), People(plant)
    shown = [row for n, row in enumerate(done(shown)) if row not in done(shown)[:n]]
    meant = [row for row in shown if row.in_words() not in told_all(own)]
    clicked = [row for row in own if row.in_words() not in told_all(shown)]
    return len(meant) == len(clicked) == 1 and all(
        people.slips(row) and row.side == plant.offence.side for row in (*meant, *clicked)
    )


def points_put_right(plant: Plant) -> str:
    """The reason for points that were booked wrongly, by a slip or not, and put right later: with
    the right points at once, and the difference in a later change, all is legal."""
    verbs = [row.verb for row in plant.rest]
    if _counts_points(plant):
        verbs = [plant.one.verb, *verbs]
    elif not _is_slip(plant, plant.one.at):
        return ""
    if any(plant.is_legal(plant.state, way) for way in _put_right(plant, verbs)):
        return "the points were wrong for a while, and are right in the end"
    return ""


def _put_right(plant: Plant, verbs: Sequence[Verb]) -> Iterator[tuple[Verb, ...]]:
    """These verbs with other points, or none, in the first change that breaks a rule, and with the
    difference in later changes."""
    change = plant.rules.module.reading.change_points
    kind, state, at = type(change(1)), plant.state, 0
    while at < len(verbs) and not cases_of(plant.rules, state, verbs[at]):
        state, at = plant.rules.apply(state, verbs[at]), at + 1
    if at == len(verbs) or not isinstance(verbs[at], kind):
        return
    (name,) = field_names(kind)
    legal = islice(plant.rules.completions(state, kind, {}), _ALIKE)
    for right in dict.fromkeys((0, *(getattr(one, name) for one in legal))):
        more = getattr(verbs[at], name) - right
        for later in range(at + 1, len(verbs)):
            if not isinstance(verbs[later], kind):
                continue
            left, then = more, list[Verb]()
            for verb in verbs[later:]:
                if left and isinstance(verb, kind):
                    points = getattr(verb, name) + left
                    left = points if points * more > 0 else 0
                    then += [change(points)] if points and not left else []
                else:
                    then.append(verb)
            if not left:
                now = [change(right)] if right else []
                yield (*verbs[:at], *now, *verbs[at + 1 : later], *then)


def against_a_word(plant: Plant) -> str:
    """The reason for an act that only goes against what its side has just declared, if nothing else
    follows from that: the click before it was the slip."""
    says, rest = People(plant).says, [row.verb for row in plant.rest]
    for at in range(plant.one.at - 1, max(plant.one.at - 1 - _WORDS, -1), -1):
        row, own = plant.before[at], done(plant.changed.of_verb(at))
        if row.side != plant.offence.side:
            return ""
        between = (one.verb for one in plant.before[at + 1 :])
        said = bool(own) and all(map(says, own))
        if said and plant.is_legal(row.before, (*between, plant.one.verb, *rest)):
            return "a click just before it, that nothing follows, is a slip"
    return ""


def only_noted(plant: Plant) -> str:
    """The reason for an act of which the rules themselves note that it means nothing, and on which
    nothing depends."""
    faults = plant.rules.faults(plant.state, plant.one.verb)
    noted = any(isinstance(said, Broken) and said.severity == NOTE for _, said in faults)
    rest = (row.verb for row in plant.rest)
    return "by the rules it means nothing" if noted and plant.is_legal(plant.state, rest) else ""


def put_back(plant: Plant) -> str:
    """The reason for a piece that was moved away, and back before anything settled it; or before
    the turn ended, if it is of another side, or another side put it back. Clicks that go with it
    are slips, too."""
    people, ends = People(plant), plant.rules.module.reading.ends_turn
    own = [one for one in done(plant.own) if _moves(one) or not people.slips(one)]
    if len(_pieces(own)) != 1 or not all(map(_moves, own)):
        return ""
    settled = False
    for at, row in enumerate(plant.rest):
        then = done(plant.changed.of_verb(plant.one.at + 1 + at))
        settled = settled or any(one.name in SETTLING for one in then)
        back = [one for one in then if _moves(one) and _pieces(own) <= {*one.pieces}]
        if back:
            other = _by_another(plant, own[0], back[-1])
            if back[-1].goal != own[0].start or (settled and not other):
                return ""
            rest = [row.verb for row in (*plant.rest[:at], *plant.rest[at + 1 :])]
            return "a piece was put back at once" if plant.is_legal(plant.state, rest) else ""
        if isinstance(row.verb, ends):
            return ""
    return ""


def _moves(one: Gesture) -> bool:
    """Whether it only moves counters: by a drag, or an entry of their menu."""
    sent = one.name == "choose" and one.start != one.end and not one.throws
    return sent or one.name in ("drag", "put_away")


def _by_another(plant: Plant, away: Gesture, back: Gesture) -> bool:
    """Whether a piece is put back by another side than had moved it, or is of another side."""
    (piece,), hand = away.pieces, away.side
    return back.side != hand or plant.subject.game.counter(piece).side not in (None, hand)


def of_another(plant: Plant) -> str:
    """The reason for markers that may be a player's own memory, if the first breach without them
    is another side's, or of either side: who broke the rules, nothing tells."""
    rules, state = plant.rules, plant.state
    if not all(map(People(plant).remembers, plant.own)):
        return ""
    for row in plant.rest:
        if cases_of(rules, state, row.verb):
            faults = [said for _, said in rules.faults(state, row.verb) if isinstance(said, Broken)]
            sides = {said.by for said in faults if said.by and said.severity != NOTE} or {row.side}
            blames = plant.offence.side not in sides
            return "without it another side broke a rule: nothing tells which" if blames else ""
        state = rules.apply(state, row.verb)
    return ""


def turned_again(plant: Plant) -> str:
    """The reason for a counter that was turned to a wrong face, and to another one before anything
    else was done; it may have been only a look."""
    own, turns = plant.own, People(plant).turns
    later = (row for row in plant.changed.gestures if row.verb > plant.one.at and row.name != "say")
    after = next(later, None)
    if after is None or len(_pieces([*own, after])) > 1 or not all(map(turns, (*own, after))):
        return ""
    rest = [row.verb for row in plant.rest]
    at = after.verb - plant.one.at - 1
    shown = [row for row in plant.changed.of_verb(after.verb) if row.name != "say"]
    ways = [rest, *([[*rest[:at], *rest[at + 1 :]]] if shown == [after] else [])]
    if any(plant.is_legal(plant.state, way) for way in ways):
        return "a counter was turned to another face at once"
    return ""


def turned_for_nothing(plant: Plant) -> str:
    """The reason for a counter that was only turned to a face which then counts for nothing, if the
    game's reading allows for that: somebody took the wrong counter."""
    people = People(plant)
    if len(_pieces(plant.own)) > 1 or not all(map(people.turns_idly, plant.own)):
        return ""
    rest = (row.verb for row in plant.rest)
    return "a face that nothing follows is a slip" if plant.is_legal(plant.state, rest) else ""


def _pieces(gestures: Sequence[Gesture]) -> set[str]:
    return {piece for one in gestures for piece in one.pieces}


def broken_without(plant: Plant) -> tuple[str, ...]:
    """The first cases that are broken after a click or a marker that is read as a slip, after
    points that are put right later, or after gestures that only show other verbs."""
    if _counts_points(plant):
        verbs = [plant.one.verb, *(row.verb for row in plant.rest)]
        ways = dict.fromkeys(_put_right(plant, verbs))
        if broken := [case for way in ways for case in first_broken(plant, behind=way)]:
            return tuple(broken)
    at = plant.one.at
    shared = all(row.verb < at or row.until > at + 1 for row in plant.own)
    return first_broken(plant) if shared or _is_slip(plant, at) else ()


def first_broken(
    plant: Plant, *instead: Verb, behind: Sequence[Verb] | None = None
) -> tuple[str, ...]:
    """The first cases that are broken after an offence, with other verbs, or none, in its place. A
    second roll of the same dice is reported as such; if it comes at once, it may be a slip, and
    what is broken after it counts too. ``behind``: the verbs after it, if they are others."""
    state = plant.state
    found: tuple[str, ...] = ()
    for verb in instead:
        state = plant.rules.apply(state, verb)
    rest = [row.verb for row in plant.rest] if behind is None else behind
    for at, verb in enumerate(rest):
        if cases := cases_of(plant.rules, state, verb):
            thrown = is_rolled(type(verb))
            found = (*found, *cases, THROWN_AGAIN) if thrown else (*found, *cases)
            if at or not thrown or type(verb) is not type(plant.one.verb):
                return found
            continue
        state = plant.rules.apply(state, verb)
    return found


def _counts_for_nothing(plant: Plant) -> bool:
    """Whether the offence counts for nothing: everything played after it is legal in one of these
    ways.

    Without the offence, and without the same slip repeated at once, or slips that only it calls
    for; without verbs that no gesture shows, or with them at other times; with a due verb that need
    not be said in its place; or with the offence itself done later without being said.
    """
    kind, again, state = type(plant.one.verb), 0, plant.state
    for row in plant.rest:
        called_for = bool(cases_of(plant.rules, state, row.verb))
        if not (called_for or type(row.verb) is kind):
            break
        if not _is_slip(plant, plant.one.at + 1 + again):
            break
        if not called_for:
            state = plant.rules.apply(state, row.verb)  # what follows may be for this one
        again += 1
    behind = [row.verb for row in plant.rest]
    seen = [row.verb for at, row in enumerate(plant.rest) if not leaves_nothing(plant, at)]
    ways = (*(behind[number:] for number in range(again + 1)), seen, _without_the_unseen(plant))
    if any(is_legal_unsaid(plant, plant.state, way) for way in ways):
        return True
    if may_be_silent(kind) and plant.is_legal(plant.state, _said_too_early(plant)):
        return True
    people = People(plant)
    waited = dict.fromkeys(waited_for(plant))
    for verb in (verbs[0] for verbs in waited if len(verbs) == 1):
        if plant.is_legal(plant.state, (verb, *behind)):
            shown = plant.shown(verb)
            if shown is not None and all(map(people.says, shown)):
                return True
    return is_legal_elsewhere(plant)


def _said_too_early(plant: Plant) -> list[Verb]:
    """The verbs after an offence, with the offence itself inserted, without being said, where it is
    first missed."""
    state, behind = plant.state, [row.verb for row in plant.rest]
    for at, verb in enumerate(behind):
        if cases_of(plant.rules, state, verb):
            return [*behind[:at], plant.one.verb, *behind[at:]]
        state = plant.rules.apply(state, verb)
    return behind


def _without_the_unseen(plant: Plant) -> list[Verb]:
    """The verbs after an offence without those that no gesture shows and that would break a
    rule."""
    state, left = plant.state, []
    for at, row in enumerate(plant.rest):
        if leaves_nothing(plant, at) and cases_of(plant.rules, state, row.verb):
            continue
        left.append(row.verb)
        state = plant.rules.apply(state, row.verb)
    return left


def cut_off(plant: Plant) -> str:
    """The reason if the log ends before anything settles the drag of a piece, or a click for
    points."""
    own = plant.own
    if plant.rest:
        return ""
    if own[0].name == "press" and _counts_points(plant):
        return "the log ends with it, and the points may still be put right"
    in_hand = own[0].name == "drag" and {row.name for row in own} <= {"drag", "choose"}
    if not in_hand or len(_pieces(own)) > 1:
        return ""
    return "the log ends with it, and the piece may still be put right"


def not_over(plant: Plant) -> str:
    """The reason if the log ends before the act is over, and a legal act may still follow from
    it."""
    if any(_is_over(plant, row.verb) for row in plant.rest):
        return ""
    behind = [row.verb for row in plant.rest]
    behind[-1:] = [unguessed(verb) for verb in behind[-1:]]
    told = {*told_all(plant.own)}
    for verb in alternatives(plant.rules, plant.one, plant.state, _ALIKE):
        if not plant.is_legal(plant.state, (verb, *behind)):
            continue
        if (shown := plant.shown(verb)) is not None and told < {*told_all(shown)}:
            return (
                f"the log ends before the act is over, and the rest may follow ({verb.in_words()})"
            )
    return ""


def _is_over(plant: Plant, verb: Verb) -> bool:
    """Whether a verb ends the act in which it is played."""
    reading = plant.rules.module.reading
    return isinstance(verb, reading.ends_turn) or reading.over(plant.state, verb) is not None


def _counts_points(plant: Plant) -> bool:
    """Whether an offence only changes the points."""
    return type(plant.one.verb) is type(plant.rules.module.reading.change_points(1))


__all__ = [
    "SETTLING",
    "THROWN_AGAIN",
    "against_a_word",
    "broken_without",
    "clicked_twice",
    "cut_off",
    "first_broken",
    "not_over",
    "of_another",
    "only_noted",
    "points_put_right",
    "put_back",
    "slip",
    "turned_again",
    "turned_for_nothing",
    "wrong_button",
]
