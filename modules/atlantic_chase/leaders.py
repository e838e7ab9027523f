"""Leaders (pp. 10, 50, 58) and Convoys that disperse (p. 11)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Verdict, Verdicts, alike
from validator.rules.verbs import Verb

from . import heard
from . import state as st
from .book import cases, effect, offer
from .initiative import seized
from .owing import owed
from .state import State
from .tables import CONVOY, Tables


def along_with_it(context: Any, state: State) -> Mapping[str, Any] | None:
    """A leader who goes to another ship of his task force: his counter lies there for all."""
    due = owed(state, st.LEADER)
    if due is None:
        return None
    others = havens(state, due.piece)
    return {"leader": due.piece, "to": others[0]} if others else None


class MoveLeader(Verb, settles=(st.LEADER, "leader")):
    """A leader leaves a ship that was damaged or sunk: he goes to another one, or is killed."""

    leader: str
    to: str

    signs = sign.any_of(sign.moved("leader", piece="leader", to="to"), sign.unseen())
    silent = along_with_it


def led(state: State, leader: str) -> str:
    """The task force with which a leader sails."""
    return state.ship(state.leaders.get(leader, "")).at


class UseLeader(Verb, steps=("vie_or_seize",)):
    """A leader is used: with Lutjens to seize needs no dice, and his task force may evade."""

    leader: str

    signs = sign.some_of(
        sign.declared("leads", detail=sign.field("leader", part.known("leaders"))),
        sign.moved(
            "evasive",
            piece=sign.meant(lambda t, state, verb: f"{led(state, verb.leader).lower()}_em"),
            to=sign.meant(
                lambda t, state, verb: led(state, verb.leader),
                lambda t, state, at: at in t.forces and at in (led(state, x) for x in t.leaders),
            ),
        ),
    )


class Disperse(Verb, steps=("declare", "maneuver")):
    """A Convoy is turned over; ``dispersed`` is the side that is up then."""

    ship: str
    dispersed: bool = True

    _turned = partial(sign.turned, "ship", piece=sign.field("ship", heard.a_convoy))
    signs = sign.any_of(
        sign.all_of(_turned(level=2), sign.fixed(dispersed=True)),
        sign.all_of(_turned(level=1), sign.fixed(dispersed=False)),
    )


@cases("AC-63.2", "AC-10.3", "AC-26.11", reads=("leader",))
def lutjens_seizes_without_dice(t: Tables, state: State, act: UseLeader) -> Verdict:
    side, benefit = t.leaders.get(act.leader, ("", ""))
    if side != state.inactive:
        return "AC-10.3", f"{act.leader} is no leader of the Inactive player"
    if benefit != SEIZE or not state.force(led(state, act.leader)).in_play:
        return "AC-63.2", f"{act.leader} is not at sea to seize the Initiative"
    if owed(state, st.SEIZE) is None:
        return "AC-26.11", "no action has offered the Initiative to seize"
    return None


@effect
def use_leader(t: Tables, state: State, act: UseLeader) -> State:
    force = state.force(led(state, act.leader))
    new = seized(t, state).done(st.EVASIVE, force.id)
    return new.with_force(new.force(force.id).changed(evasive=True)) if force.in_play else new


SEIZE = "seize"
"""The benefit of a leader who needs no dice to seize Initiative."""


def havens(state: State, leader: str) -> list[str]:
    """The ships to which a leader may go: the others of his task force."""
    ship = state.ship(state.leaders.get(leader, ""))
    force = ship.at if ship.at != st.OUT else ship.lost_with
    return [one.id for one in state.ships_of(force) if one.id != ship.id] if force else []


@cases("AC-50.7", "AC-58.3", reads=("leader", "to"))
def a_leader_goes_to_another_ship_if_there_is_one(
    t: Tables, state: State, act: MoveLeader
) -> Verdicts:
    others, words = havens(state, act.leader), f"{act.leader} went to {act.to}"
    due = owed(state, st.LEADER, act.leader)
    legal = others or [st.OUT]
    if due is None or act.to not in legal:
        yield from alike(words, "AC-50.7", "AC-58.3")


@effect
def move_leader(t: Tables, state: State, act: MoveLeader) -> State:
    new = state.done(st.LEADER, act.leader)
    if act.leader not in state.leaders:
        return new
    return new.changed(leaders={**state.leaders, act.leader: act.to})


@cases("AC-11.5", "AC-11.4", reads=("ship", "dispersed"))
def a_convoy_disperses_once_in_its_owners_time(t: Tables, state: State, act: Disperse) -> Verdict:
    kind = t.ships.get(act.ship)
    if not act.dispersed:
        return "AC-11.5", f"{act.ship} was gathered again"
    if kind is None or kind.kind != CONVOY or state.ship(act.ship).at == st.OUT:
        return "AC-11.4", f"{act.ship} is no Convoy in play"
    if state.ship(act.ship).dispersed:
        return "AC-11.5", f"{act.ship} is dispersed"
    fighting = state.battle and state.battle.step == st.MANEUVER
    if not t.scenario.get("dispersal") or not (kind.side == state.active or fighting):
        return "AC-11.4", f"{act.ship} may not disperse now"
    return None


@effect
def disperse(t: Tables, state: State, act: Disperse) -> State:
    return state.with_ship(state.ship(act.ship).changed(dispersed=act.dispersed))


offer(MoveLeader, to=lambda t, state, made: havens(state, made.leader) or [st.OUT])
offer(
    Disperse,
    ship=lambda t, state, made: [
        one.id for one in state.ships.values() if t.ships[one.id].kind == CONVOY
    ],
)
