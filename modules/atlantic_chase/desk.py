"""Guesses for dice that the log does not show, from what is done next: they were rolled on the
desk, or reported in the chat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from validator.explaining import facts as seen

from . import state as st
from .heard import row
from .tables import Tables

NEAR_BY = 25
"""The results of dice are searched this many facts ahead."""
LOW, HIGH = (1, 1), (6, 6)
OF_TWO = tuple((total // 2, total - total // 2) for total in range(2, 13))
"""Two dice for each sum."""

WEATHER_SHOWN = {
    **dict.fromkeys(("good_weather", "Weather 0"), st.GOOD),
    **dict.fromkeys(("bad_weather", "Weather 1"), st.BAD),
}
"""The declaration, or the cell of the marker, after a Weather Check that changes the weather."""
TESTS = ("seize", "action", "interruption", "reinforcement")
"""Dice before which the log shows whether Initiative changes hands because of earlier ones."""

Guess = Callable[[Any, Any, Mapping[str, Any]], Iterable[Any]]


def _ahead(context: Any, *until: str) -> Iterator[seen.Fact]:
    """The next facts, up to the next roll, or only rolls by other buttons than these."""
    for fact in islice(context.from_here, NEAR_BY):
        if isinstance(fact, seen.Rolled) and (fact.key in until or not until):
            return
        yield fact


def changes(fact: seen.Fact) -> bool:
    """Whether a fact shows that Initiative changes hands."""
    return fact.about == "initiative" or fact.key in ("changes_to_german", "changes_to_british")


def goes_over(context: Any) -> bool:
    """Whether Initiative changes hands next."""
    for fact in _ahead(context, *TESTS):
        if changes(fact) or (isinstance(fact, seen.Rolled) and fact.key == "weather"):
            return True
        if fact.about == "tally" or fact.key == "keeps":
            return False
    return False


def no_group_came(context: Any, state: Any) -> Mapping[str, Any] | None:
    """The dice for a reinforcement group that does not come: Initiative changes hands because of
    it, or the weather is checked after a Time Lapse or by the other player, with nothing but that
    and its die before."""
    lapsed = False
    for fact in _ahead(context, *TESTS, "vie_active", "vie_inactive"):
        checks = fact.key in ("weather", "weather_check")
        if changes(fact) or (checks and (lapsed or fact.seen.side == st.OTHER[state.active])):
            return {"dice": LOW}
        lapses = isinstance(fact, seen.Lined) and not fact.laid
        lapses = lapses or fact.key in ("time_lapse", "lapses", "intel_limit")
        if not (lapses or fact.about == "tally"):
            return None
        lapsed = lapsed or lapses
    return None


def for_initiative(lost: Any, won: Any) -> Guess:
    """A guess for dice, by whether Initiative stays or changes hands."""
    return lambda context, state, known: [won if goes_over(context) else lost]


def of_the_other(button: str, lost: int, won: int) -> Guess:
    """As `for_initiative`, for one die of two if the other is seen; a die that is seen itself needs
    no guess."""

    def die(context: Any, state: Any, known: Mapping[str, Any]) -> list[int]:
        for way in (context.from_here, context.behind):
            for fact in islice(way, NEAR_BY):
                if isinstance(fact, seen.Rolled) and fact.key == button:
                    return []
                vie = isinstance(fact, seen.Rolled) and fact.key.startswith("vie")
                if isinstance(fact, seen.TurnShown | seen.Declared | seen.Rolled) and not vie:
                    break
        return [won if goes_over(context) else lost]

    return die


def weather(context: Any, state: Any, known: Mapping[str, Any]) -> list[int]:
    """A die that leads to the weather that is shown."""
    t: Tables = context.tables
    named = (name for one in _ahead(context) for name in (one.key, getattr(one, "after", "")))
    wanted = next((WEATHER_SHOWN[one] for one in named if one in WEATHER_SHOWN), state.weather)
    return [die for die in range(1, 7) if t.weather_after(state.weather, die) == wanted][:1]


def lapse(context: Any, state: Any, known: Mapping[str, Any]) -> list[int]:
    """A die for the number of segments that are removed."""
    for fact in islice(context.from_here, NEAR_BY):
        taken = isinstance(fact, seen.Lined) and fact.row == known.get("force") and fact.taken
        if taken and not fact.laid:
            return [min(6, len(fact.taken))]
    return []


def action(made: Callable[[tuple[int, int]], Any]) -> Guess:
    """The dice of an action whose results require what is done with the target, one roll for each
    result."""

    def dice(context: Any, state: Any, known: Mapping[str, Any]) -> list[tuple[int, int]]:
        if not state.attack:
            return []
        results: dict[Any, tuple[int, int]] = {}
        for two in OF_TWO:
            results.setdefault(context.rulings.after(state, made(two)).pending, two)
        done = done_with(context.tables, context.from_here, state.attack.target, state)
        return [results[owing] for owing in sorted(results, key=lambda one: apart(one, done))]

    return dice


ASKED = frozenset((st.HIT, st.DAMAGE, st.CONTACT, st.CUT, st.LOCATE, st.EVASIVE, st.FIGHT))
"""Visible things that a result requires."""


STRUCK = "struck"
"""A ship is taken off, or turned as both by a Hit and by Damage."""


def done_with(t: Tables, facts: Iterable[seen.Fact], target: str, state: Any) -> set[str]:
    """What is done with the target behind the dice of an action, up to those of the next."""
    done, tested = set(), False
    for fact in islice(facts, NEAR_BY):
        match fact:
            case seen.Rolled(key="action"):
                break
            case seen.Turned(key="segment" | "station", piece=piece) if row(piece) == target:
                if fact.level in CONTACTS[fact.key]:
                    done.add(st.CONTACT)  # the marker may be laid later
            case seen.Rolled(key="vie_active" | "vie_inactive" | "seize"):
                tested = True
            case _ if tested:
                continue
            case seen.Turned(key="ship", piece=ship, before=before, level=level):
                one = st.HIT if ship not in t.ships or t.ships[ship].front.defence > 1 else STRUCK
                done.add(one if level == before + 1 else st.DAMAGE)
            case seen.Moved(key="ship", after=place):
                done.add(st.FIGHT if place in st.ZONES else STRUCK)
            case seen.Lined(row=name, laid=(), taken=(_, *_)) if name == target:
                done.add(st.CUT)
            case seen.Moved(key="station" | "evasive", piece=piece) if row(piece) == target:
                done.add(st.LOCATE if fact.key == "station" else st.EVASIVE)
    return done


CONTACTS: Mapping[str, tuple[int, ...]] = {"segment": (3, 4), "station": (2,)}
"""By role: the faces with a Contact marker."""


def apart(owing: Iterable[Any], done: Iterable[str]) -> int:
    """How much of what a result requires is not done, or is done without it."""
    asked, seen_done = {one.what for one in owing} & ASKED, {*done}
    if STRUCK in seen_done:
        seen_done = seen_done - {STRUCK} | (asked & {st.HIT, st.DAMAGE} or {STRUCK})
    return len(asked ^ seen_done)
