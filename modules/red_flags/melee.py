"""Close combat (RF-10): rounds of dice until one side has fewer casualties; the loser goes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from validator.explaining import signs as sign
from validator.rules.cases import Broken, Verdict
from validator.rules.dice import Dice
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb, guessed

from . import desk, heard
from . import state as st
from .activation import hits
from .book import asked_for, cases, effect, offer
from .encounter import dice_in, fighters, gone, met, won
from .land import enemies_in, hex_of, is_open_water, room_of, room_taken, walks
from .state import OTHER, State, Unit
from .tables import Tables

FOUGHT = {
    **{f"melee_{men}": men for men in range(1, 8)},
    **{f"crew_melee_{men}": men for men in (1, 2)},
    "single_melee": 1,
    "afv_melee": 4,
    "recon_melee": 4,
}
"""By menu entry: the number of dice of a close combat."""


class Melee(Verb, steps=("close_combat",), settles=(st.MELEE, "unit")):
    """A unit rolls its dice for a round of close combat; the side with fewer casualties after all
    have rolled wins."""

    unit: str = guessed(desk.waiting(st.MELEE))
    dice: tuple[int, ...] = guessed(desk.melee, metadata=CHANCE)

    signs = sign.any_of(
        *(heard.clicked(action, f"melee_{number}", number) for action, number in FOUGHT.items()),
        *(desk.unsaid(f"melee_{number}", st.MELEE) for number in {*FOUGHT.values()}),
        sign.unseen(),
    )


def _ways_back(t: Tables, state: State, known: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """The paths by which a unit can have withdrawn to a hex."""
    unit, end = state.unit(known["unit"]), known["_to"]
    due = owed(state, st.WITHDRAW, unit.id)
    if due is not None:
        yield from (
            one for one in ways_back(t, state, unit, due.points, due.to) if one[-1:] == (end,)
        )
    yield from heard.along(t, unit.at, end)
    if t.distance(unit.at, end) > 4:
        yield (end,)


def _from(t: Tables, state: State, place: str) -> bool:
    """Whether a place is a hex from which a unit may have to withdraw."""
    if not state.by_hand:
        return t.on_map(place) and bool(state.won or owed(state, st.WITHDRAW))
    return any(_may_be_beaten(t, state, one) for one in state.at(place))


def _may_be_beaten(t: Tables, state: State, unit: Unit) -> bool:
    """Whether, in a log by hand, a unit met enemies, or may have broken since without its counter
    showing it."""
    beaten = unit.stage or unit.retreat
    return bool(beaten or enemies_in(t, state, unit.at, t.side_of(unit.id)))


_SAID = sign.optional(heard.said("withdraws"))
_LOST = sign.meant(heard.losses, heard.LOST)


class Withdraw(Verb, steps=("shaken",), settles=(st.WITHDRAW, "unit")):
    """A unit withdraws; without hexes it cannot, and is destroyed (RFD-36)."""

    unit: str
    path: tuple[str, ...] = guessed(heard.legal_first(lambda: Withdraw, "path", _ways_back))

    signs = sign.any_of(
        *(sign.all_of(moved, _SAID) for moved in heard.moved("unit", start=_from, to=heard.TO)),
        *(
            sign.all_of(moved, _SAID, sign.fixed(path=()))
            for moved in heard.moved("unit", start=_from, to=_LOST)
        ),
    )


def joins(state: State, pending: Pending, path: tuple[str, ...]) -> bool:
    """Whether a path leads into a close combat for which nobody has rolled yet: units that enter a
    hex together fight together."""
    fought = pending.to in state.again or any(key[0] == pending.to for key in state.scored)
    return pending.what == st.MELEE and path[-1:] == (pending.to,) and not fought


asked_for("RF-10.1", Melee, "{0} threw for a close combat, and met no enemy")


@cases("RF-10.2", "RF-10.3", "RF-10.6", "RF-17.5", "RFD-38", reads=("unit", "dice"))
def so_many_dice_hand_to_hand(t: Tables, state: State, act: Melee) -> Verdict:
    unit = state.unit(act.unit)
    asked = dice_in(t, state, unit)
    if len(act.dice) == asked:
        return None
    broken = Broken(f"{act.unit} threw {len(act.dice)} dice", f"{asked} dice")
    if unit.helpless == state.turn:
        return "RF-17.5", broken
    if not asked and unit.vehicles:
        return "RFD-38", broken
    if not t.is_afv(act.unit):
        return "RF-10.2", broken
    again = len(act.dice) < asked and hex_of(state, unit) in state.again
    return ("RF-10.6" if again else "RF-10.3"), broken


@effect
def melee(t: Tables, state: State, act: Melee) -> State:
    here = hex_of(state, state.unit(act.unit))
    new = state.done(st.MELEE, act.unit)
    side, scored = t.side_of(act.unit), new.scored
    if not side or not here:
        return new
    key = here, side
    new = new.changed(scored={**scored, key: scored.get(key, 0) + hits(act.dice, t.hits_melee)})
    return new if owed(new, st.MELEE, to=here) else _counted(t, new, here)


def _counted(t: Tables, state: State, hex_id: str) -> State:
    """The state after all have rolled: hits on men, and the winner (RF-10.5, RF-10.7, RF-10.9)."""
    new, lost = state, {side: state.scored.get((hex_id, OTHER[side]), 0) for side in OTHER}
    left = {key: much for key, much in state.scored.items() if key[0] != hex_id}
    new = new.changed(scored=left, again=state.again | {hex_id})
    for side, number in lost.items():
        new = _fallen(t, new, hex_id, side, number)
    defended = {
        side: any(dice_in(t, state, one) for one in fighters(t, state, hex_id, side))
        for side in OTHER
    }
    if all(defended.values()) and len({*lost.values()}) == 1:
        return met(t, new, hex_id, "RF-10.9")
    winner = min(OTHER, key=lambda side: (not defended[side], lost[side]))
    return won(t, new, hex_id, winner)


def _fallen(t: Tables, state: State, hex_id: str, side: str, number: int) -> State:
    """The state after hits on men; hits on tanks only count for the result (RF-10.5, RF-10.6)."""
    men = [
        one.id
        for one in fighters(t, state, hex_id, side)
        if not t.is_afv(one.id)
        for _ in range(one.figures)
    ]
    owed_now = (Pending(st.CASUALTY, side, "RF-10.5", one) for one in men[:number])
    return state.owing(*owed_now)


# --- Going back


def ways_back(t: Tables, state: State, unit: Unit, far: int, foe: str) -> list[tuple[str, ...]]:
    """The paths on which a unit may withdraw: each hex is farther from the winner, free of enemies,
    and no river (RFD-36). A unit that was beaten on an earlier turn goes wherever it likes."""

    def leads(here: str, there: str, left: int) -> bool:
        return _is_back(t, state, unit, here, there, foe)

    return walks(t, unit.at, far, leads)


def _is_back(t: Tables, state: State, unit: Unit, here: str, there: str, foe: str) -> bool:
    side = t.side_of(unit.id)
    if is_open_water(t, state, there) or enemies_in(t, state, there, side):
        return False
    if room_taken(t, state, there) + room_of(t, unit) > t.space:
        return False
    away = foe or unit.at
    return t.distance(there, away) > t.distance(here, away)


@cases("RF-10.7", "RF-10.8", "RF-11.5", "RF-11.6", "RFD-36", reads=("unit", "path"))
def a_unit_goes_back_so_far(t: Tables, state: State, act: Withdraw) -> Verdict:
    due, unit = owed(state, st.WITHDRAW, act.unit), state.unit(act.unit)
    if state.by_hand:
        far = len(act.path) > 2 or not _may_be_beaten(t, state, unit)
        return ("RF-10.8", f"{act.unit} withdrew") if far else None
    if due is None and act.unit in state.won:
        return "RF-10.7", f"{act.unit} had fewer casualties, and withdrew"
    if due is None:
        return "RF-10.8", f"{act.unit} withdrew, and did not have to"
    ways = ways_back(t, state, unit, due.points, due.to)
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
    back = unit.changed(at=end, dug_in=False, retreat=int(state.by_hand), held_by_wire=wired)
    new = new.with_unit(back)
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


offer(Melee, dice=lambda t, state, made: Dice(dice_in(t, state, state.unit(made.unit))))
offer(Withdraw, path=_back)
