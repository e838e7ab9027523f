"""Stealth (pp. 41-42): a U-boat or submarine scouts, or a Stealth force attacks; either ends with a
Vie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from validator.explaining import facts as seen
from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import INTERPRETATION, Broken, Fault, Verdict, Verdicts, alike
from validator.rules.states import Pending
from validator.rules.verbs import Verb, guessed

from . import state as st
from .attack import Declared
from .book import case, cases, effect, offer
from .forces import forces_of, hexes, in_box, intel
from .heard import IN_PLACE, attack, attack_unsaid
from .owing import new_action, owed
from .state import Page, State
from .tables import Tables

KINDS = ("uboat", "submarine", "mines")
"""The roles of Stealth forces."""
RECON = "recon"
"""The benefit of a leader whose U-boat may go anywhere."""


def _aboard(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """Guesses for the leader aboard: none, or a leader of the boat, as the hex allows."""
    return ["", *(one for one, at in state.leaders.items() if at == known["force"])]


class Recon(Verb, steps=("declare",)):
    """A U-boat or submarine moves to a hex; ``leader`` is aboard if others may not go there."""

    force: str
    hex: str
    leader: str = guessed(_aboard, default="")

    signs = sign.any_of(
        *(
            sign.all_of(
                sign.moved(kind, piece="force", to=sign.field("hex", part.a_hex)),
                sign.optional(sign.declared("recon", detail=IN_PLACE)),
            )
            for kind in ("uboat", "submarine")
        )
    )


def _spent_unsaid(context: Any, state: State) -> Mapping[str, Any] | None:
    """An attack that no click declares, by the Stealth force that is put out of play after it."""
    found = attack_unsaid(context, state)
    rolls = 0
    for fact in context.from_here if found is not None else ():
        rolls += isinstance(fact, seen.Rolled) and fact.key == "action"
        if rolls > 1:
            break
        if isinstance(fact, seen.Moved) and fact.key in KINDS and fact.after == st.OUT:
            return {**(found or {}), "force": fact.piece}
    return None


class StealthAttack(Declared, steps=("declare",)):
    """A Stealth force attacks an enemy in its hex."""

    page: ClassVar[Page] = Page("stealth_attack", "AC-41.15", "AC-41.14", "AC-41.19", "AC-41.2")
    signs = attack("stealth_attack")
    silent = _spent_unsaid


class Spend(Verb, settles=(st.SPEND, "force")):
    """A Stealth force that has attacked is put out of play."""

    force: str

    signs = sign.any_of(
        *(
            sign.moved(kind, piece="force", to=sign.meant(lambda *_: st.OUT, part.among(st.OUT)))
            for kind in KINDS
        )
    )


# --- Recon -------------------------------------------------------------------------------


@cases("AC-3.3", "AC-41.3", reads=("force",))
def own_boats_scout(t: Tables, state: State, act: Recon) -> Verdict:
    kind, side = t.stealth.get(act.force, ("", ""))
    if side not in ("", state.active):
        did = f"{act.force} acted while {state.active} was the Active player"
        return "AC-3.3", Broken(did, by=side)
    if kind not in ("uboat", "submarine"):
        return "AC-41.3", f"{act.force} is no U-boat or submarine"
    if state.stealth.get(act.force, st.OUT) == st.OUT:
        return "AC-41.3", f"{act.force} is not in play"
    return None


@cases("AC-4.2", "AC-4.5", "AC-7.5", "AC-41.4", reads=("force", "hex"))
def it_goes_to_another_hex(t: Tables, state: State, act: Recon) -> Verdicts:
    if act.hex in t.box_ports or act.hex == st.UBOX:
        boat = t.stealth.get(act.force, ("", ""))[0] == "uboat"
        wrong = ("AC-4.5",) if act.hex == st.UBOX and not boat else ()
        yield from alike(f"{act.force} was put in {act.hex}", "AC-7.5", *wrong)
    elif not t.on_map(act.hex):
        yield from alike(f"{act.hex} is out of play", "AC-41.4", "AC-4.2")
    elif state.stealth.get(act.force) == act.hex:
        words = Broken(f"{act.force} stayed in {act.hex}", severity=INTERPRETATION)
        yield "AC-41.4", words


@cases("AC-41.5", "AC-41.7", reads=("force", "hex", "leader"))
def ports_and_airbases_are_closed_to_it(t: Tables, state: State, act: Recon) -> Verdict:
    if act.leader:
        benefit = t.leaders.get(act.leader, ("", ""))[1]
        if benefit != RECON or state.leaders.get(act.leader) != act.force:
            return "AC-41.7", f"{act.leader} is not with {act.force}"
        return None
    enemy = state.inactive
    if t.ports_of(act.hex, enemy) or t.bases_of(act.hex, enemy):
        return "AC-41.5", f"there is an enemy port or airbase in {act.hex}"
    return None


@effect
def recon(t: Tables, state: State, act: Recon) -> State:
    new = new_action(state)
    if act.force in state.stealth:
        new.stealth = {**state.stealth, act.force: act.hex}
    if act.leader in state.leaders:
        new.leaders = {**state.leaders, act.leader: st.OUT}
    seen = [
        Pending(st.INTEL, state.active, "AC-41.8", one.id, to=act.hex)
        for one in forces_of(t, state, state.inactive)
        if act.hex in one.line and act.hex not in one.intel
    ]
    return new.owing(*seen, Pending(st.VIE, "", "AC-41.2"))


# --- Attack ------------------------------------------------------------------------------


@case("AC-41.9", reads=("force",))
def a_stealth_force_on_the_map_attacks(t: Tables, state: State, act: StealthAttack) -> Fault:
    if t.on_map(state.stealth.get(act.force, "")):
        return None
    return f"{act.force} is no Stealth force in a hex of the map"


@cases("AC-41.11", "AC-8.8", "AC-41.10", reads=("force", "target", "hex"))
def an_enemy_that_is_seen_in_its_hex(t: Tables, state: State, act: StealthAttack) -> Verdicts:
    target = state.force(act.target)
    if in_box(t, target):
        yield from alike(f"{target.id} is in a Port Box", "AC-41.11", "AC-8.8")
    elif t.side_of(act.target) != state.inactive:
        yield "AC-41.10", f"{act.target} is no enemy"
    elif act.hex != state.stealth.get(act.force) or act.hex not in hexes(t, target):
        yield "AC-41.10", f"{act.target} is not in the hex of {act.force}"
    elif not target.station and act.hex not in target.contact | intel(target):
        yield "AC-41.10", f"the segment of {act.target} in {act.hex} has no Contact and no Intel"


@case("AC-41.18", reads=("force",))
def who_has_attacked_is_spent(t: Tables, state: State, act: Spend) -> Fault:
    if state.by_hand or owed(state, st.SPEND, act.force):
        return None
    return f"{act.force} was put out of play and has not attacked"


@effect
def spend(t: Tables, state: State, act: Spend) -> State:
    new = state.done(st.SPEND, act.force)
    return new.changed(stealth={**state.stealth, act.force: st.OUT})


def _boats(t: Tables, state: State, made: Any) -> Iterable[str]:
    return [one for one, at in state.stealth.items() if t.side_of(one) == state.active]


offer(
    Recon,
    force=_boats,
    hex=lambda t, state, made: t.air,
    leader=lambda t, state, made: ("", *state.leaders),
)
offer(
    StealthAttack,
    force=_boats,
    hex=lambda t, state, made: [at for one, at in state.stealth.items() if one == made.force],
)
