"""The sequence of play: pending things first, then whatever the Active player wants."""

from __future__ import annotations

from collections.abc import Iterator

from validator.explaining.signs import actions_of
from validator.rules.sequence import Due
from validator.rules.states import Pending
from validator.rules.verbs import field_names

from . import state as st
from . import verbs as v
from .attack import in_the_hex, interrupted, sources
from .battle import is_last, over, unplaced
from .book import book
from .ending import ended
from .fire import has_guns, may_torpedo
from .forces import forces_of, strays
from .heard import HANDLING
from .maneuver import may_move
from .owing import AFTER, MARKED_LATER, POINTS, owed, place_of
from .state import State
from .tables import Tables
from .time_lapse import numbers
from .zones import side_of

ACTIONS = {
    **actions_of(v.VERBS),
    **dict.fromkeys(HANDLING, (v.MarkIntel, v.MarkContact, v.MarkEvasive, v.TakeOff)),
}
FREE = (
    *(v.EnterPort, v.LeavePort, v.Plot, v.Complete, v.Signal),
    *(v.AirStrike, v.Engage, v.NavalSearch, v.Recon, v.StealthAttack),
    *(v.Split, v.Merge, v.Reinforce, v.Disperse),
)
"""What the Active player may do while he keeps Initiative; he must pass in the end."""


def due(t: Tables, state: State) -> Iterator[Due]:
    """Who may or must act now."""
    if may := owed(state, st.MAY_LAPSE):
        yield Due(may.side, (v.TimeLapse, v.RollTimeLapse), False, may.case, "time_lapse")
    if state.attack and not state.attack.checked:
        yield from _named(t, state)
    if interrupted(state):
        yield Due(state.inactive, (v.Interrupt,), True, "AC-22.1", "interruption")
        return
    points = [one for one in state.pending if one.piece in POINTS.values()]
    later = [one for one in state.pending if one.what == st.MAY_LAPSE or one in points]
    owing = sorted((one for one in state.pending if one not in later), key=place_of)
    if state.by_hand and not owing:
        yield Due(None, (v.TakeOver,), False, "AC-26.1", "vie_or_seize")
    if state.battle:
        first = [one for one in owing if place_of(one) <= AFTER[st.HITS]]
        for pending in first:
            yield from _due(t, state, pending)
        if all(one.what in MARKED_LATER for one in first):
            yield from _fighting(t, state)
        return
    behind = owing and place_of(owing[0]) < AFTER[st.WEATHER]
    if state.marked != state.active and not behind:
        for pending in owing:
            if (pending.what, pending.piece) == (st.MARKER, "tally"):
                yield from _due(t, state, pending)
        yield Due(None, (v.TakeOver,), False, "AC-26.1", "vie_or_seize")
    for pending in owing:
        if place_of(pending) == place_of(owing[0]):
            yield from _due(t, state, pending)
    if owing:
        return
    if next(strays(t, state), None):
        yield Due(None, (v.TakeOff,), True, "AC-21.8", "markers")
        return
    over_now = ended(t, state)
    for pending in points:
        yield Due(None, (v.Show,), over_now, pending.case, "markers", pending.piece, "marker")
    if over_now:
        yield Due(None, (v.EndGame,), True, "AC-3.4", "")
        return
    for verb in FREE:
        yield Due(state.active, (verb,), False, "AC-25.2", "declare")
    yield Due(state.active, (v.PassTurn, v.AllPass), True, "AC-25.2", "declare")


def _named(t: Tables, state: State) -> Iterator[Due]:
    """Before the roll both sides may name forces, and the target may evade."""
    for verb, forces in ((v.Coordinate, in_the_hex), (v.Support, sources)):
        for force in forces(t, state):
            side = t.side_of(force)
            step = "declare" if side == state.active else "respond"
            yield Due(side, (verb,), False, "AC-47.1", step, force, "force")
    yield Due(state.inactive, (v.Evade,), False, "AC-24.11", "respond")


FOUGHT_IN = {
    st.SET_UP: (v.SetUp, v.MakeSmoke, v.Cover),
    st.GUNNERY: (v.Fire,),
    st.TORPEDOES: (v.Torpedo,),
    st.MANEUVER: (v.Maneuver, v.MakeSmoke, v.Cover, v.EndSmoke, v.Disperse),
    st.LEAVE: (v.WishToLeave, v.BreakAway, v.SlipAway),
}
"""The verbs of each step of a Battle."""
EACH_ONCE = {v.Fire: has_guns, v.Torpedo: may_torpedo, v.Maneuver: may_move}
"""What each ship may do once in its step, and which ships can."""


def _fighting(t: Tables, state: State) -> Iterator[Due]:
    """The verbs of the current step of the Battle, until somebody declares that it is over."""
    battle = state.battle
    if over(t, state):
        yield Due(None, (v.EndBattle,), True, over(t, state), "battle")
        return
    left = unplaced(state, battle) if battle.step == st.SET_UP else ()
    for ship in left:
        side = state.active if battle.ambush else side_of(t, ship)
        yield Due(side, (v.SetUp,), True, "AC-55.2", "battle", ship, "ship")
    if left:
        return
    for verb in FOUGHT_IN[battle.step]:
        name = field_names(verb)[0]
        for one in book.domain(verb, name)(t, state, None):
            done = battle.moved if verb is v.Maneuver else battle.acted
            if verb not in EACH_ONCE or one not in done:
                side = one if name == "side" else side_of(t, one)
                yield Due(side, (verb,), False, "AC-56.1", battle.step, one, name)
    if is_last(battle):
        yield Due(None, (v.EndBattle,), True, "AC-55.6", "battle")
    else:
        end = v.NextRound if battle.step == st.LEAVE else v.EndStep
        yield Due(None, (end,), True, "AC-56.1", battle.step)


def _due(t: Tables, state: State, pending: Pending) -> Iterator[Due]:
    if pending.what == st.SLIP:
        alone = t.scenario.get("solitaire") and not pending.points
        choice = (v.RollSlip,) if alone else (v.SlipBySignals, v.SlipByEvading)
        yield Due(pending.side, choice, True, pending.case, "interruption")
    elif pending.what == st.SEIZE:
        yield Due(
            pending.side, (v.Seize, v.Decline, v.UseLeader), True, pending.case, "vie_or_seize"
        )
    elif pending.what == st.VIE:
        yield Due(state.inactive, (v.Vie,), True, pending.case, "vie_or_seize")
    elif pending.what in (st.LAPSE, st.ONE_LAPSE):
        piece, name = pending.piece, "force" if pending.piece else ""
        some = [state.force(piece)] if piece else forces_of(t, state, pending.side)
        roll, ready = (v.RollTimeLapse,), any(numbers(t, state, one) for one in some if one.line)
        verbs = (v.TimeLapse,) if ready else (*roll, v.TimeLapse)
        yield Due(pending.side, verbs, True, pending.case, "time_lapse", piece, name)
        if ready:  # who lies partly on the Arctic Line may choose it
            yield Due(pending.side, roll, False, pending.case, "time_lapse", piece, name)
    else:
        yield from t.sequence.owed((pending,))
