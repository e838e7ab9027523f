"""Close combat (RF-10): rounds of dice until one side has fewer casualties; the loser goes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import Any

from validator.rules.cases import Broken, Fault, Verdict, always
from validator.rules.dice import Dice
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb

from . import state as st
from .book import case, cases, effect, offer
from .effects import gone
from .land import enemies_in, friends_in, is_open_water, room_of, room_taken
from .state import GERMAN, OTHER, SOVIET, State, Unit
from .tables import Tables

TIED = ""
"""Who has won a round of which both sides suffered alike."""


class Melee(Verb, steps=("close_combat",), settles=(st.MELEE, "hex")):
    """A round of close combat: both sides throw, and who had fewer casualties has won."""

    hex: str
    german: tuple[int, ...] = field(metadata=CHANCE)
    soviet: tuple[int, ...] = field(metadata=CHANCE)
    winner: str


class Withdraw(Verb, steps=("shaken",), settles=(st.WITHDRAW, "unit")):
    """A unit goes back; without hexes it cannot, and is destroyed (RFD-36)."""

    unit: str
    path: tuple[str, ...]


def men_in(t: Tables, state: State, unit: Unit) -> int:
    """The men of a unit that fight hand to hand, with those who ride in it (RF-10.2, RFD-38)."""
    aboard = sum(one.figures for one in state.aboard(unit.id) if one.helpless != state.turn)
    own = 0 if unit.helpless == state.turn else unit.figures
    return own + aboard


def dice_in(t: Tables, state: State, hex_id: str, side: str) -> int:
    """How many dice a side throws in a hex (RF-10.2, RF-10.3, RFD-32)."""
    return sum(
        t.afv_melee if t.is_afv(one.id) and one.vehicles else men_in(t, state, one)
        for one in friends_in(t, state, hex_id, side)
    )


def _fights(t: Tables, state: State, unit: Unit) -> bool:
    aboard = any(one.figures for one in state.aboard(unit.id))
    return bool(unit.figures or aboard or t.is_afv(unit.id))


def hits(t: Tables, dice: Iterable[int]) -> int:
    return sum(die >= t.hits_melee for die in dice)


def winner_of(t: Tables, state: State, german: Sequence[int], soviet: Sequence[int]) -> str:
    """Who had fewer casualties; `TIED`: neither (RF-10.7, RF-10.9). Who has nobody to fight loses
    at once, of two such he who came (RFD-38)."""
    if not german or not soviet:
        came = t.sides.get(state.group, SOVIET)
        return GERMAN if german else SOVIET if soviet else OTHER[came]
    on_soviet, on_german = hits(t, german), hits(t, soviet)
    return TIED if on_soviet == on_german else GERMAN if on_german < on_soviet else SOVIET


@case("RF-10.1", reads=("hex",))
def there_is_close_combat(t: Tables, state: State, act: Melee) -> Fault:
    if owed(state, st.MELEE, act.hex):
        return None
    return f"close combat was fought in {act.hex}, where no enemies met"


@cases("RF-10.2", "RF-10.3", "RF-10.6", "RF-17.5", reads=("hex", "german", "soviet"))
def so_many_dice_hand_to_hand(t: Tables, state: State, act: Melee) -> Verdict:
    for side, dice in ((GERMAN, act.german), (SOVIET, act.soviet)):
        asked = dice_in(t, state, act.hex, side)
        if len(dice) == asked:
            continue
        broken = Broken(f"{side} threw {len(dice)} dice in {act.hex}", f"{asked} dice")
        fighters = friends_in(t, state, act.hex, side)
        riders = [rider for one in fighters for rider in state.aboard(one.id)]
        if any(one.helpless == state.turn for one in (*fighters, *riders)):
            return "RF-17.5", broken
        tanks = [one for one in fighters if t.is_afv(one.id)]
        if tanks and len(dice) < asked and act.hex in state.fighting:
            return "RF-10.6", broken
        return ("RF-10.3" if tanks and len(tanks) == len(fighters) else "RF-10.2"), broken
    return None


@cases("RF-10.7", "RF-10.9", "RFD-38", reads=("hex", "german", "soviet", "winner"))
def the_fewest_casualties_win(t: Tables, state: State, act: Melee) -> Verdict:
    right = winner_of(t, state, act.german, act.soviet)
    if act.winner == right:
        return None
    if not (act.german and act.soviet):
        return "RFD-38", Broken(f"{act.winner or 'nobody'} won in {act.hex}", f"{right} won")
    on_soviet, on_german = hits(t, act.german), hits(t, act.soviet)
    did = f"{on_soviet} Soviet and {on_german} German casualties: {act.winner or 'nobody'} won"
    if right == TIED:
        return "RF-10.9", Broken(did, "another round")
    return "RF-10.7", Broken(did, f"{right} won")


@effect
def melee(t: Tables, state: State, act: Melee) -> State:
    fighters = [one.id for one in state.at(act.hex) if t.is_ground(one)]
    new = state.done(st.MELEE, act.hex)
    new = new.changed(fighting={**state.fighting, act.hex: tuple(fighters)})
    for side, number in ((GERMAN, hits(t, act.soviet)), (SOVIET, hits(t, act.german))):
        new = _fallen(t, new, act.hex, side, number)
    if act.winner == TIED:
        return new.owing(Pending(st.MELEE, "", "RF-10.9", act.hex))
    loser = OTHER.get(act.winner, "")
    for one in friends_in(t, new, act.hex, loser) if loser else []:
        if not _fights(t, new, one):  # nobody is with it: it is taken (RFD-38)
            new = gone(t, new, one.id)
            continue
        new = new.owing(
            Pending(st.WITHDRAW, loser, "RF-10.8", one.id, t.withdraws, act.hex),
            Pending(st.MORALE, loser, "RF-11.1", one.id, to=st.FIRST_DIE),
        )
    left = {name: them for name, them in new.fighting.items() if name != act.hex}
    return new.changed(fighting=left)


def _fallen(t: Tables, state: State, hex_id: str, side: str, number: int) -> State:
    """Hits on men; those on tanks only count (RF-10.5, RF-10.6)."""
    men = [
        one.id
        for unit in friends_in(t, state, hex_id, side)
        if not t.is_afv(unit.id)
        for one in (unit, *state.aboard(unit.id))
        for _ in range(one.figures)
    ]
    owed_now = (Pending(st.CASUALTY, side, "RF-10.5", one) for one in men[:number])
    return state.owing(*owed_now)


# --- Going back


def ways_back(t: Tables, state: State, unit: Unit, far: int, foe: str) -> Iterator[tuple[str, ...]]:
    """The paths on which a unit may withdraw: each hex farther from the winner, free of enemies,
    no river (RFD-36). Who was beaten on an earlier turn goes wherever he likes."""
    ways: list[tuple[str, ...]] = [()]
    for _ in range(far):
        ways = [
            (*way, there)
            for way in ways
            for there in t.near.get(way[-1] if way else unit.at, ())
            if _is_back(t, state, unit, way[-1] if way else unit.at, there, foe)
        ]
    yield from ways


def _is_back(t: Tables, state: State, unit: Unit, here: str, there: str, foe: str) -> bool:
    side = t.side_of(unit.id)
    if is_open_water(t, state, there) or enemies_in(t, state, there, side):
        return False
    if room_taken(t, state, there) + room_of(t, unit) > t.space:
        return False
    away = foe or unit.at
    return t.distance(there, away) > t.distance(here, away)


@cases("RF-10.8", "RF-11.5", "RF-11.6", "RFD-36", reads=("unit", "path"))
def a_unit_goes_back_so_far(t: Tables, state: State, act: Withdraw) -> Verdict:
    due, unit = owed(state, st.WITHDRAW, act.unit), state.unit(act.unit)
    if due is None:
        return "RF-10.8", f"{act.unit} withdrew, and did not have to"
    ways = [*ways_back(t, state, unit, due.points, due.to)]
    if act.path in ways or (not ways and not act.path):
        return None
    if len(act.path) != due.points and ways:
        case_id = "RF-10.8" if due.to else "RF-11.5" if due.points == 1 else "RF-11.6"
        return case_id, Broken(f"{act.unit} went back {len(act.path)} hexes", f"{due.points}")
    where = act.path[-1] if act.path else "nowhere"
    return "RFD-36", f"{act.unit} went back to {where}"


@effect
def withdraw(t: Tables, state: State, act: Withdraw) -> State:
    new, unit = state.done(st.WITHDRAW, act.unit), state.unit(act.unit)
    if not act.path:
        return gone(t, new, act.unit)
    end = act.path[-1]
    wired = end in state.wire and not t.is_afv(act.unit)
    new = new.with_unit(unit.changed(at=end, dug_in=False, retreat=0, held_by_wire=wired))
    for passed in dict.fromkeys((unit.at, *act.path)):
        if passed in state.mines:
            owner = t.side_of(act.unit)
            new = new.owing(Pending(st.MINES, owner, "RF-14.4", act.unit, to=passed))
    return new


def _back(t: Tables, state: State, made: Any) -> Iterable[tuple[str, ...]]:
    due = owed(state, st.WITHDRAW, made.unit)
    far, foe = (due.points, due.to) if due is not None else (1, "")
    yield from ways_back(t, state, state.unit(made.unit), far, foe)
    yield ()


offer(
    Melee,
    german=lambda t, state, made: Dice(dice_in(t, state, made.hex, GERMAN)),
    soviet=lambda t, state, made: Dice(dice_in(t, state, made.hex, SOVIET)),
    winner=always(GERMAN, SOVIET, TIED),
)
offer(Withdraw, path=_back)
