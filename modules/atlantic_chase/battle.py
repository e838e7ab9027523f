"""Battle (pp. 49, 54-56, 62): how it begins, its rounds and steps, how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Verdicts, alike, left_out
from validator.rules.states import THIS_TURN, Pending
from validator.rules.verbs import Verb

from . import board
from . import state as st
from .book import cases, effect, offer
from .ending import counted
from .forces import faster, weather_at
from .owing import owed
from .results import FOUGHT, READ_WRONGLY, SKIRMISH, misread
from .state import Battle, Ship, State
from .tables import Tables
from .zones import FAR, NEAR, fleet, is_battery, side_of


class Fight(Verb, settles=(st.FIGHT, "")):
    """A Battle begins; ``wanted`` is false if a Skirmish is declined."""

    wanted: bool

    signs = sign.any_of(
        sign.all_of(sign.maybe_declared("battle_begins"), sign.fixed(wanted=True)),
        sign.all_of(sign.unseen(), sign.fixed(wanted=False)),
    )
    silent = board.is_fought


class SetUp(Verb):
    """A ship is set up in a zone of the Battle Board."""

    ship: str
    zone: str

    signs = sign.moved(
        "ship", piece="ship", start=board.off_board, to=sign.field("zone", board.in_zone)
    )


def _over_by_hand(context: Any, state: State) -> Mapping[str, Any] | None:
    """For a log without dice: gunnery goes on while Hits are soon shown that no shot has scored,
    and a ship that has not fired is in range."""
    gunnery = context.unseen_dice and state.battle.step == st.GUNNERY
    return None if gunnery and board.shot_unseen(context, state) is not None else {}


class EndStep(Verb):
    """A step of the round, or the set-up, is over."""

    signs = sign.unseen()
    silent = _over_by_hand


class NextRound(Verb):
    """The next round begins."""

    _marker = sign.moved(
        "round", to=sign.meant(lambda t, state, verb: f"Round {state.battle.round + 1}")
    )
    signs = sign.any_of(sign.some_of(sign.declared("next_round"), _marker), sign.unseen())


class EndBattle(Verb):
    """The Battle is over."""

    signs = sign.maybe_declared("battle_ends")


class ReturnShip(Verb, settles=(st.RETURN, "ship")):
    """A ship returns from the Battle Board to the box of a task force."""

    ship: str
    force: str

    signs = sign.moved(
        "ship", piece="ship", start=board.in_zone, to=sign.field("force", part.known("forces"))
    )


# --- Who fights ----------------------------------------------------------------------------


def fighters(state: State, battle: Battle) -> list[Ship]:
    """The ships of both task forces (AC-55.2)."""
    return [*state.ships_of(battle.force), *state.ships_of(battle.target)]


def unplaced(state: State, battle: Battle) -> list[str]:
    return [one.id for one in fighters(state, battle) if one.id not in battle.zones]


def first_zones(t: Tables, battle: Battle, side: str) -> tuple[str, ...]:
    """The zones in which the ships of a side may begin: Far, or, after a Surprise by a faster
    enemy, where the enemy puts them (AC-54.7)."""
    surprised = battle.ambush and side == t.side_of(battle.target)
    return (FAR[side], NEAR[side]) if surprised else (FAR[side],)


# --- The beginning -------------------------------------------------------------------------


@cases(*READ_WRONGLY, "AC-55.1", *FOUGHT.values(), reads=("wanted",))
def a_result_leads_to_a_battle(t: Tables, state: State, act: Fight) -> Verdicts:
    due = owed(state, st.FIGHT)
    if due is None:
        yield "AC-55.1", "no result led to a Battle"
        yield from misread(t, state, *FOUGHT)
    elif not act.wanted and due.case != FOUGHT[SKIRMISH]:
        yield due.case, left_out("the Battle was not fought")


@effect
def fight(t: Tables, state: State, act: Fight) -> State:
    due, throw = owed(state, st.FIGHT), state.throw
    new = state.done(st.FIGHT)
    if due is None or throw is None:
        return new
    target = throw.target
    if not act.wanted:
        mark = Pending(st.CONTACT, "", "AC-54.4", target, to=due.to)
        lapse = Pending(st.LAPSE, state.active, throw.lapse, due.piece)
        line, known = state.force(due.piece).line, due.to in state.force(target).contact
        return new.owing(*([] if known else [mark]), *([lapse] if line else []))
    result = next((one for one in throw.results if one in FOUGHT), "BATTLE")
    weather = weather_at(t, state, due.to)
    searched = owed(new, st.SEIZE)  # a Skirmish ends a search with a Vie (AC-33.10)
    vie = Pending(st.VIE, "", "AC-33.10" if searched is not None else "AC-62.4")
    test = searched or owed(new, st.VIE)
    new = new.changed(pending=tuple(vie if one is test else one for one in new.pending))
    return new.changed(
        battle=Battle(
            due.to,
            due.piece,
            target,
            result,
            result == "SURPRISE" and faster(t, state, due.piece, target),
            t.rounds["limited" if result == SKIRMISH else weather],
        )
    )


@cases(
    *("AC-55.2", "AC-49.3", "AC-31.11", "AC-47.8", "AC-55.1", "AC-11.16", "AC-56.1"),
    reads=("ship",),
)
def only_the_two_task_forces_fight(t: Tables, state: State, act: SetUp) -> Verdicts:
    battle = state.battle
    if not battle:
        yield "AC-55.1", f"{act.ship} was set up for no Battle"
    elif is_battery(t, act.ship) and not t.scenario.get("battery"):
        yield "AC-11.16", f"{act.ship} is in no Battle of this scenario"
    elif act.ship not in [one.id for one in fighters(state, battle)]:
        words = f"{act.ship} belongs to neither of the task forces that fight"
        yield from alike(words, "AC-55.2", "AC-49.3", "AC-31.11", "AC-47.8")
    elif battle.step != st.SET_UP or act.ship in battle.zones:
        yield "AC-56.1", f"{act.ship} was set up when it stood on the Battle Board"


@cases(*("AC-5.5", "AC-49.2", "AC-55.3", "AC-55.4", "AC-55.5", "AC-54.7"), reads=("ship", "zone"))
def ships_begin_in_their_far_zone(t: Tables, state: State, act: SetUp) -> Verdicts:
    battle, side = state.battle, side_of(t, act.ship)
    if not side or act.zone in first_zones(t, battle, side):
        return
    words = f"{act.ship} was set up in {act.zone}"
    if act.zone not in st.ZONES:
        yield "AC-5.5", words
    if battle.ambush:
        yield from alike(words, "AC-55.4", "AC-54.7")
    elif battle.result == "SURPRISE":
        yield "AC-55.5", words
    else:
        yield from alike(words, "AC-49.2", "AC-55.3")


@effect
def set_up(t: Tables, state: State, act: SetUp) -> State:
    if act.ship not in t.ships:
        return state
    return state.fought(zones={**state.battle.zones, act.ship: act.zone})


# --- Steps ---------------------------------------------------------------------------------


OVER = ("AC-61.1", "AC-61.2", "AC-62.1", "AC-55.6")
"""The cases by which a Battle is over."""
LEFT = ("AC-61.3", "AC-61.4", "AC-61.5", "AC-11.20")
"""The modifiers of the dice to break away."""


@cases("AC-55.1", "AC-55.2", "AC-56.1", *OVER, *LEFT, reads=())
def a_step_ends_and_another_begins(t: Tables, state: State, act: EndStep | NextRound) -> Verdicts:
    battle = state.battle
    if not battle:
        yield "AC-55.1", "there is no Battle"
        return
    if isinstance(act, NextRound):  # what was left out of the last round, nobody did
        if battle.round >= battle.rounds:
            words = f"round {battle.round + 1} of {battle.rounds} was begun"
            yield from alike(words, "AC-55.6", "AC-62.1")
    elif battle.step == st.LEAVE:
        yield "AC-56.1", f"the step of {battle.step} is the last of the round"
    if battle.step == st.SET_UP and (left := unplaced(state, battle)):
        yield "AC-55.2", left_out(f"{left[0]} was not set up")
    goes_on = isinstance(act, NextRound) and battle.step != st.SET_UP
    if by := over(t, state.fought(step=st.LEAVE) if goes_on else state):
        turned = battle.test.turned_by() if by == "AC-61.2" and battle.test else ()
        yield from alike("the Battle was fought on", by, *turned)


@effect
def end_step(t: Tables, state: State, act: EndStep) -> State:
    battle = state.battle
    if not battle:
        return state
    shots = battle.shots
    new = battle.changed(acted=(), shots=())
    if battle.step == st.SET_UP:
        new = new.changed(step=st.GUNNERY, round=1)
    elif battle.step != st.LEAVE:
        new = new.changed(step=st.ROUND[st.ROUND.index(battle.step) + 1])
    return hits_of(state.changed(battle=new), shots)


@effect
def next_round(t: Tables, state: State, act: NextRound) -> State:
    battle, nobody = state.battle, frozenset[str]()
    if not battle:
        return state
    left = tuple(one for one in state.pending if one.what != st.HITS)  # it is told once
    new = battle.changed(step=st.GUNNERY, round=battle.round + 1, acted=(), moved=(), shots=())
    new = new.changed(leaving=nobody, tried=nobody, over="")
    doubt = state.doubt - {THIS_TURN}
    return state.changed(battle=new, pending=left, shots=(), doubt=doubt)


def hits_of(state: State, shots: Iterable[st.Shot]) -> State:
    """The state with the Hits that ships must now suffer from these shots."""
    scored: dict[str, list[st.Shot]] = {}
    for shot in shots:
        if shot.hits:
            scored.setdefault(shot.target, []).append(shot)
    new = state.changed(shots=(*state.shots, *shots))
    for target, told in scored.items():
        due, hits = owed(new, st.HITS, target), sum(one.hits for one in told)
        hits += due.points if due is not None else 0
        new = new.done(st.HITS, target).owing(Pending(st.HITS, "", told[0].case, target, hits))
    return new


# --- The end -------------------------------------------------------------------------------


def is_last(battle: Battle) -> bool:
    """Whether only the end follows, if nobody breaks away (AC-55.6)."""
    return battle.step == st.LEAVE and battle.round >= battle.rounds


def over(t: Tables, state: State) -> str:
    """The case by which a Battle is over; empty if it goes on."""
    battle = state.battle
    if not battle or battle.step == st.SET_UP:
        return ""
    if battle.step == st.LEAVE and len(battle.leaving) == len(st.OTHER):
        return "AC-61.1"
    empty = any(not fleet(t, battle, one) for one in (st.GERMAN, st.BRITISH))
    return battle.over or ("AC-62.1" if empty else "")


@cases(*OVER, *LEFT, "AC-49.5", "AC-55.1", "AC-55.8")
def a_battle_ends_when_it_is_over(t: Tables, state: State, act: EndBattle) -> Verdicts:
    battle = state.battle
    if not battle:
        yield "AC-55.1", "there is no Battle"
        return
    if over(t, state) or is_last(battle):
        return
    if battle.test is not None and battle.step == st.LEAVE:
        words = f"the Battle was ended with {battle.test.total} to break away"
        yield from alike(words, "AC-61.2", *battle.test.turned_by())
        return
    words = f"the Battle was ended in round {battle.round} of {battle.rounds}"
    yield from alike(words, "AC-55.6", "AC-62.1", "AC-49.5", "AC-55.8")


@effect
def end_battle(t: Tables, state: State, act: EndBattle) -> State:
    battle = state.battle
    new = state.changed(battle=st.NO_BATTLE, shots=())
    if t.scenario.get("battle"):  # the ships are out of play (AC-61.6), nothing follows
        return counted(t, new.changed(pending=()))
    back = [
        Pending(st.RETURN, side_of(t, one.id), "AC-55.9", one.id, to=one.at)
        for one in fighters(state, battle)
    ]
    both = [state.force(one) for one in (battle.force, battle.target) if any(state.ships_of(one))]
    new = new.owing(
        *back,
        *_stations(both, battle.hex, t),
        *(
            Pending(st.CONTACT, "", "AC-49.6", one.id, to=battle.hex)
            for one in both
            if one.in_play and battle.hex not in one.contact
        ),
    )
    if t.scenario.get("optional_em"):
        new = new.owing(*(Pending(st.LOSE, "", "AC-62.8", one.id) for one in both if one.evasive))
    return new


def _stations(both: Iterable[Any], here: str, t: Tables) -> Iterator[Pending]:
    """The state with both task forces as Stations in the hex of the Battle (AC-49.6)."""
    for one in both:
        if one.line:
            yield Pending(st.LOCATE, t.forces[one.id], "AC-49.6", one.id, to=here)


@cases("AC-55.9", "AC-62.2", "AC-61.6", "AC-61.7", reads=("ship", "force"))
def ships_go_back_where_they_came_from(t: Tables, state: State, act: ReturnShip) -> Verdicts:
    due = owed(state, st.RETURN, act.ship)
    if due is None or act.force != due.to:
        words = f"{act.ship} went to {act.force}"
        yield from alike(words, "AC-55.9", "AC-62.2", "AC-61.6")
        if act.ship in state.battle.zones and act.force == state.ship(act.ship).at:
            yield "AC-61.7", f"{words} while the Battle went on"


@effect
def return_ship(t: Tables, state: State, act: ReturnShip) -> State:
    return state.done(st.RETURN, act.ship).with_ship(state.ship(act.ship).changed(at=act.force))


def _zones(t: Tables, state: State, made: Any) -> Iterable[str]:
    side = side_of(t, made.ship)
    return first_zones(t, state.battle, side) if side else ()


offer(SetUp, ship=lambda t, state, made: unplaced(state, state.battle), zone=_zones)
offer(ReturnShip, force=lambda t, state, made: (state.ship(made.ship).at,))
