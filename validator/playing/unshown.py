"""Verbs of which no sign can be made at the table: what the author of the rules is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.explaining.signs import Meant, Sign, patterns_of, shown_by
from validator.playing.gestures_of_signs import SignsBackwards
from validator.playing.gestures_of_turns import requires
from validator.playing.hands import UnshownError
from validator.rules.staging import Played
from validator.rules.verbs import Verb
from validator.rules.where import place_of

if TYPE_CHECKING:
    from validator.playing.performing import Performance


def always_shows(hands: Performance, kind: type[Verb]) -> bool:
    """Whether a kind of verb always leaves a sign that can be made at this table; the habits of a
    game may show its verbs in other ways."""
    habits = hands.habits
    if any(kind in besides for besides in (habits.before, habits.along, habits.after)):
        return False
    ways = patterns_of(kind.signs)
    silent = any(way.is_silent for way in ways)
    made = any(all(_can_be_made(hands, sign) for sign in way.signs) for way in ways)
    return made and not silent and not hands.hands_only


def _can_be_made(hands: Performance, sign: Sign) -> bool:
    if sign.kind is seen.Declared and not hands.stage.makes(sign.key):
        return False
    made = all(not isinstance(wanted, Meant) or wanted.of is not None for _, wanted in sign.parts)
    return made and sign.kind is not seen.Sealed


def moves_nothing(hands: Performance, one: Played) -> bool:
    """Whether a verb moves a piece to where it lies already, which leaves no sign."""
    return any(
        needed and SignsBackwards(hands, one, way).needs_no_move(sign)
        for way in patterns_of(type(one.verb).signs)
        for sign, needed in zip(way.signs, way.required, strict=True)
    )


def check_draws(hands: Performance, one: Played) -> None:
    """Raise UnshownError for a verb that draws a piece which lies in no deck."""
    kind = type(one.verb)
    ways = patterns_of(kind.signs)
    if not all(requires(way, seen.Drawn) for way in ways):
        return
    drawn = (sign for way in ways for sign in way.signs if sign.kind is seen.Drawn)
    for name in dict.fromkeys(name for sign in drawn for name in shown_by(sign)):
        piece = getattr(one.verb, name, "")
        where = hands.stage.where(piece) if piece in hands.counters else ""
        if where and where not in hands.words.decks:
            raise UnshownError(
                f"{place_of(kind)}: {kind.__name__} draws {piece!r}, which lies in {where!r} and "
                "in no deck: book.offer should not offer it"
            )


def never_shown(hands: Performance, kind: type[Verb]) -> str:
    """What is wrong with a verb whose signs nobody could make."""
    signs = [one for way in patterns_of(kind.signs) for one in way.signs]
    said = [one.key for one in signs if one.kind is seen.Declared]
    acts = [action for action in hands.stage.game.actions if action.id in said]
    hint = next(filter(None, map(_with_its_click, acts)), "")
    if any(one.kind is seen.Drawn for one in signs) and not any(one.draw for one in acts):
        hint = (
            ": a drawn piece needs a place to go, the deck's box or the deck to which the button "
            "of a declaration deals it, or the one place to which another sign of the verb, "
            "moved(...), brings it"
        )
    return (
        f"{place_of(kind)}: {kind.__name__} was played, and none of its signs could be made at the "
        f"table, so the log would lack it{hint}"
    )


def _with_its_click(action: Any) -> str:
    """What the signs lack if a click on an action also moves or turns a piece."""
    if action.draw:
        deck = action.draw[0].deck
        return (
            f": the button {action.id!r} also draws a card, which needs its own sign: "
            f"all_of(declared({action.id!r}), drawn(KIND, deck=one_of({deck!r}), unit=FIELD))"
        )
    if action.flips_to is not None:
        return (
            f": {action.id!r} also turns the piece, which needs its own sign: "
            f"all_of(declared({action.id!r}), turned(KIND, piece=FIELD))"
        )
    return ""
