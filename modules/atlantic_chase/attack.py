"""What Air Strike, Engage, Naval Search and Stealth Attack have in common (pp. 17-18, 45-48).

The Active player declares who acts on whom, and names forces that coordinate and give Air Support.
Then the Inactive player names his, and may let the target evade. The Trajectory Total gives the
column of the action's table; two dice with the modifiers give its row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from validator.explaining import facts as seen
from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict, Verdicts, alike, left_out
from validator.rules.states import Pending
from validator.rules.verbs import CHANCE, Verb, field_names, guessed

from . import aim, desk, heard
from . import state as st
from .book import case, cases, does, effect, offer
from .forces import forces_of, has_carrier, has_convoy, hexes, in_box, intel, speed, weather_at
from .heard import FORCE, attack_unsaid, evasive, source_and_launch
from .owing import new_action, owed
from .state import Attack, Named, Page, State
from .tables import CARRIER, Tables

COORDINATION = "coordination"
"""The benefit of a leader whose task force coordinates better."""


class Declared(Verb):
    """An attack is declared: who acts on whom, and where."""

    page: ClassVar[Page]

    force: str
    target: str = guessed(aim.targets(lambda *told: rolled(*told)))
    hex: str = guessed(aim.hexes(lambda *told: rolled(*told)))

    def own(self) -> Named:
        """The forces that it names by itself: the source of an Air Strike is its Air Support."""
        return st.NOBODY


class AtSea(Declared):
    """An attack by a task force in the hex of its target."""

    silent = attack_unsaid


class Coordinate(Verb):
    """A task force or Stealth force in the target's hex is named to coordinate."""

    force: str

    signs = sign.any_of(sign.declared("coordinates", detail=FORCE), sign.unseen())
    silent = part.assumed()


class Support(Verb):
    """An airbase or a task force with a carrier is named to give Air Support from ``launch``."""

    force: str
    launch: str

    signs = sign.declared("supports", detail=sign.field("", source_and_launch))


class Evade(Verb, steps=("respond",)):
    """A task force spends its Evasive Maneuvers marker against the attack."""

    force: str

    signs = evasive("force", earned=False)


class RollAction(Verb, steps=("roll",), settles=(st.ROLL, "")):
    """The two dice of the action."""

    dice: tuple[int, ...] = guessed(desk.action(lambda dice: RollAction(dice)), metadata=CHANCE)

    signs = sign.any_of(
        sign.all_of(
            sign.rolled("action", dice="dice"),
            *(sign.announced(sign.declared(one)) for one in ("total", "length")),
        ),
        sign.unseen(),
    )
    silent = part.assumed()


Designated = Declared | Coordinate | Support


def rolled(
    context: Any, state: State, known: Mapping[str, Any], facts: Iterator[seen.Fact]
) -> State | None:
    """The state after the dice of an attack, with the forces that the log names before them and the
    marker that the target spends; ``None`` if it shows no dice, or an Interruption ends it."""
    t, told = context.tables, context.facts[context.at].key
    attacks = (one for one in context.rules.module.verbs if issubclass(one, Declared))
    kind = next((one for one in attacks if one.page.table == told), None)
    if kind is None or not known.keys() >= {*field_names(kind)}:
        return None  # it is another attack that is guessed
    after = context.rulings.after
    state = after(state, kind(**{one: known[one] for one in field_names(kind)}))
    for fact in facts:
        match fact:
            case seen.Rolled(key="action", dice=dice):
                rolls: State = after(state, RollAction(dice))
                return rolls
            case seen.Rolled(key="interruption", dice=dice):
                alert = t.interruption(sum(dice), max(1, intel_markers(state, state.attack)))
                if not alert.lstrip("-").isdecimal():
                    return None
                attack = state.attack.changed(checked=True, alert=int(alert))
                state = state.changed(attack=attack)
            case seen.Rolled() | seen.TurnShown():
                return None
            case seen.Declared(key="coordinates", detail=detail):
                state = after(state, Coordinate(heard.force(t, state, detail) or ""))
            case seen.Declared(key="supports", detail=detail):
                where = source_and_launch(t, state, detail)
                state = after(state, Support(**where)) if where is not None else state
            case seen.Moved(key="evasive", piece=piece, after=place):
                if heard.beside(t, state, place):
                    state = after(state, Evade(heard.row(piece)))
    return None


Added = Iterator[tuple[tuple[str, ...], int]]

# --- Numbers -----------------------------------------------------------------------------


def named(state: State, side: str) -> Named:
    """The forces that a side has named in the current attack."""
    return state.attack.named.get(side, st.NOBODY) if state.attack else st.NOBODY


def designated(state: State, attack: Attack, side: str) -> list[str]:
    """The task forces a side has designated, the Active TF first, each once."""
    chosen = attack.named.get(side, st.NOBODY)
    first = attack.force if side == state.active else ""
    told = dict.fromkeys((first, chosen.coordinator, chosen.support))
    return [one for one in told if one in state.forces]


def intel_markers(state: State, attack: Attack) -> int:
    """Intel markers on the task forces that the Active player has designated (AC-22.4)."""
    return sum(len(intel(state.force(one))) for one in designated(state, attack, state.active))


def interrupted(state: State) -> bool:
    """Whether a check for Interruption is due (AC-22.1)."""
    attack = state.attack
    return bool(attack) and not attack.checked and intel_markers(state, attack) > 0


def _length(state: State, names: Iterable[str]) -> list[int]:
    return [len(state.force(one)) for one in dict.fromkeys(names) if one]


def totals(state: State, attack: Attack) -> tuple[int, tuple[tuple[tuple[str, ...], int], ...]]:
    """The Trajectory Total (p. 17), and its value if one of its rules was forgotten."""
    own, other = (attack.named.get(one, st.NOBODY) for one in (state.active, state.inactive))
    alone, target = len(state.force(attack.force)), len(state.force(attack.target))
    longest = max((alone, *_length(state, (own.coordinator, own.support))))
    taken = sum(_length(state, (other.coordinator, other.support)))
    total = max(0, longest + target - taken)
    forgotten = (
        (("AC-17.2", "AC-41.13"), max(0, alone + target - taken)),
        (("AC-17.4",), max(0, longest - taken)),
        (("AC-17.5", "AC-47.7"), longest + target),
    )
    return total, forgotten


def modifiers(t: Tables, state: State, attack: Attack) -> Added:
    """The modifiers of the dice (pp. 45-47), with their cases."""
    weather = weather_at(t, state, attack.hex)
    own, other = (attack.named.get(one, st.NOBODY) for one in (state.active, state.inactive))
    if own.coordinator:
        if _led(t, state, own.coordinator, COORDINATION):
            yield ("AC-63.8",), t.coordination["walker"]
        else:
            yield ("AC-47.5",), t.coordination[weather]
    for chosen, values in ((own, t.air_active), (other, t.air_target)):
        far = t.flight(chosen.launch, attack.hex) if chosen.launch else None
        if far is not None:
            strike = attack.kind == "air_strike" and chosen is own
            yield ("AC-45.6", *(("AC-27.14",) if strike else ())), values[str(far)]
    if other.coordinator:
        yield ("AC-47.5",), t.coordination_target[weather]
    if attack.hex in state.force(attack.target).contact:
        yield ("AC-46.3", "AC-23.7"), t.contact[speed(t, state, attack.target)]
    if attack.evaded:
        yield ("AC-46.6", "AC-24.11"), t.evasion[weather]
    if attack.alert:
        yield ("AC-49.1",), attack.alert
    if attack.kind == "stealth_attack":
        yield from _for_stealth(t, state, attack)


def wrongly_added(t: Tables, state: State, attack: Attack) -> Added:
    """Modifiers that may have been added by mistake: for Contact in another hex, or with the Active
    TF."""
    target, own = state.force(attack.target), state.force(attack.force)
    if target.contact and attack.hex not in target.contact:
        yield ("AC-46.2",), t.contact[speed(t, state, target.id)]
    if attack.hex in own.contact:
        yield ("AC-46.1",), -t.contact[speed(t, state, own.id)]


def _for_stealth(t: Tables, state: State, attack: Attack) -> Added:
    if attack.hex in t.uboat_zone:
        yield ("AC-41.16", "AC-4.4"), t.in_uboat_zone
    if state.active == st.GERMAN and any(one.dispersed for one in state.ships_of(attack.target)):
        yield ("AC-41.17", "AC-11.6"), t.on_dispersed


def _led(t: Tables, state: State, force: str, benefit: str) -> bool:
    """Whether a leader with this benefit sails with a task force."""
    return any(
        t.leaders[one][1] == benefit and state.ship(at).at == force
        for one, at in state.leaders.items()
    )


# --- Who can be named --------------------------------------------------------------------


@case("AC-3.3", reads=("force",))
def the_active_player_declares(t: Tables, state: State, act: Declared) -> Fault:
    side = t.side_of(act.force)
    if side in ("", state.active):
        return None
    return Broken(f"{act.force} acted while {state.active} was the Active player", by=side)


@cases("AC-7.4", "AC-41.18", reads=("force",))
def who_is_named_is_in_play(t: Tables, state: State, act: Designated) -> Verdicts:
    name = act.force
    if name in t.airbases or state.force(name).in_play:
        return
    if state.stealth.get(name, st.OUT) == st.OUT:
        gone = ("AC-41.18",) if name in t.stealth else ()
        yield from alike(f"{name} is not in play", "AC-7.4", *gone)


@cases(
    *("AC-11.9", "AC-27.3", "AC-31.1", "AC-33.1", "AC-8.10", "AC-27.4", "AC-62.6"), reads=("force",)
)
def an_active_force_has_no_convoy_and_is_at_sea(t: Tables, state: State, act: Declared) -> Verdicts:
    page, name = act.page, act.force
    if page.convoy and has_convoy(t, state, name):
        yield from alike(f"{name} acted with a Convoy", "AC-11.9", page.convoy)
    if page.box and in_box(t, state.force(name)):
        yield from alike(f"{name} acted out of a Port Box", "AC-8.10", page.box)
    if page.convoy and t.scenario.get("optional_damaged"):
        damaged = next((one.id for one in state.ships_of(name) if one.damaged), "")
        if damaged:
            yield "AC-62.6", f"{name} acted with {damaged}, which is damaged"


@cases("AC-31.1", "AC-31.2", "AC-33.1", "AC-33.2", reads=("force", "target", "hex"))
def both_are_in_the_hex(t: Tables, state: State, act: AtSea) -> Verdicts:
    if act.hex not in hexes(t, state.force(act.target)):
        yield act.page.there, f"{act.target} is not in {act.hex}"
    if act.hex not in hexes(t, state.force(act.force)):
        yield act.page.convoy, f"{act.force} is not in {act.hex}"


@cases("AC-13.2", "AC-29.1", "AC-18.1", "AC-47.2", "AC-45.3", reads=("force",))
def forces_are_named_in_their_turn(t: Tables, state: State, act: Coordinate | Support) -> Verdict:
    attack, side = state.attack, t.side_of(act.force)
    due = owed(state, st.SEIZE)
    if due is not None and due.case == "AC-29.5":
        return "AC-29.1", f"{act.force} was named, and {due.piece} completes alone"
    if not attack or attack.checked:
        return "AC-13.2", f"{act.force} was named for no attack that waits for its dice"
    before = attack.named.get(side, st.NOBODY)
    if isinstance(act, Coordinate) and before.coordinator:
        return "AC-47.2", f"{before.coordinator} and {act.force} were both to coordinate"
    if isinstance(act, Support) and before.support:
        return "AC-45.3", f"{before.support} and {act.force} were both to give Air Support"
    if side == state.active and attack.named.get(state.inactive, st.NOBODY) != st.NOBODY:
        return "AC-18.1", f"{act.force} was named after the Inactive player had named his"
    return None


@cases("AC-8.9", "AC-47.4", "AC-47.3", reads=("force",))
def a_coordinating_force_is_another_one_in_the_hex(
    t: Tables, state: State, act: Coordinate
) -> Verdict:
    attack, force = state.attack, state.force(act.force)
    if in_box(t, force):
        return "AC-8.9", f"{force.id} coordinated out of a Port Box"
    if act.force in (attack.force, attack.target):
        return "AC-47.4", f"{act.force} coordinated with itself"
    if attack.hex not in hexes(t, force) and state.stealth.get(act.force) != attack.hex:
        return "AC-47.3", f"{act.force} is not in {attack.hex}"
    return None


@cases("AC-8.9", "AC-45.11", "AC-45.2", "AC-62.7", reads=("force",))
def air_support_comes_from_an_airbase_or_a_carrier(
    t: Tables, state: State, act: Support
) -> Verdict:
    if act.force in t.airbases:
        return None
    force = state.force(act.force)
    if in_box(t, force):
        return "AC-8.9", f"{force.id} gave Air Support out of a Port Box"
    if not has_carrier(t, state, act.force):
        carriers = (t.ships[one.id].kind == CARRIER for one in state.ships_of(act.force))
        case_id = "AC-45.11" if any(carriers) else "AC-45.2"
        return case_id, f"{act.force} has no undamaged carrier"
    if t.scenario.get("optional_cv") and len(force) > t.completion:
        return "AC-62.7", f"{act.force} gave Air Support with {len(force)} segments"
    return None


@cases("AC-45.4", "AC-45.5", "AC-45.2", "AC-45.7", reads=("force", "launch"))
def air_support_flies_in_good_weather_and_not_far(t: Tables, state: State, act: Support) -> Verdict:
    attack = state.attack
    if state.weather == st.BAD:
        return "AC-45.4", f"{act.force} gave Air Support in Bad Weather"
    if act.launch not in bases(t, state, act.force):
        return "AC-45.2", f"{act.force} has nothing in {act.launch} to launch from"
    if arctic := t.arctic.intersection((act.launch, attack.hex)):
        return "AC-45.5", f"the flight began or ended on the Arctic Line in {min(arctic)}"
    if t.flight(act.launch, attack.hex) is None:
        return "AC-45.7", f"{attack.hex} is too far from {act.launch}"
    return None


def bases(t: Tables, state: State, source: str) -> tuple[str, ...]:
    """The hexes from which an airbase or a carrier can launch."""
    if source in t.airbases:
        return (t.airbases[source].hex,)
    return hexes(t, state.force(source))


@cases("AC-24.8", "AC-46.5", "AC-24.7", "AC-24.13", reads=("force",))
def only_the_target_evades(t: Tables, state: State, act: Evade) -> Verdict:
    attack = state.attack
    if not attack:
        return "AC-24.7", f"{act.force} evades no attack that waits for its dice"
    if act.force != attack.target:
        case_id = "AC-24.8" if t.side_of(act.force) == state.inactive else "AC-46.5"
        return case_id, f"{act.force} spent its Evasive Maneuvers for {attack.target}"
    if attack.evaded:
        return "AC-24.13", f"{act.force} spent its Evasive Maneuvers twice"
    if not state.force(act.force).evasive:
        return "AC-24.7", f"{act.force} has no Evasive Maneuvers to spend"
    return None


# --- The roll ------------------------------------------------------------------------------


@cases(*("AC-13.2", "AC-22.7", "AC-22.1", "AC-27.16", "AC-31.6", "AC-33.5", "AC-41.14", "AC-47.6"))
def an_attack_is_rolled_when_it_was_declared_and_not_interrupted(
    t: Tables, state: State, roll: RollAction
) -> Verdicts:
    attack = state.attack
    if not attack:
        cancelled = state.throw is not None and state.throw.cancelled
        words = "dice were thrown for an action that was "
        yield ("AC-22.7", words + "cancelled") if cancelled else ("AC-13.2", words + "not declared")
    elif interrupted(state):
        missing = left_out("the check for Interruption was not made", by=state.inactive)
        yield from alike(missing, "AC-22.1", attack.page.interrupt)
        if intel(state.force(named(state, state.active).coordinator)):
            yield "AC-47.6", missing


# --- What they do ---------------------------------------------------------------------------


@effect
def declare(t: Tables, state: State, act: Declared) -> State:
    attack = Attack(act.page, act.force, act.target, act.hex, {state.active: act.own()})
    return (
        new_action(state)
        .changed(attack=attack)
        .owing(Pending(st.ROLL, state.active, act.page.roll))
    )


does(Coordinate, lambda t, state, act: _names(t, state, act.force, coordinator=act.force))


@effect
def support(t: Tables, state: State, act: Support) -> State:
    return _names(t, state, act.force, support=act.force, launch=act.launch)


def _names(t: Tables, state: State, force: str, **whom: str) -> State:
    attack, side = state.attack, t.side_of(force)
    if not attack:
        return state
    before = attack.named.get(side, st.NOBODY)
    told = {one: getattr(before, one) for one in ("coordinator", "support", "launch")}
    named_now = {**attack.named, side: Named(**{**told, **whom})}
    return state.changed(attack=attack.changed(named=named_now))


@effect
def evade(t: Tables, state: State, act: Evade) -> State:
    new = state.with_force(state.force(act.force).changed(evasive=False))
    if state.attack and act.force == state.attack.target:
        new.attack = state.attack.changed(evaded=True)
    return new


# --- Where legal ones are looked for ----------------------------------------------------------


def enemies(t: Tables, state: State, made: Any) -> list[str]:
    """The task forces of the Inactive player that are in play."""
    return [one.id for one in forces_of(t, state, state.inactive)]


def hexes_of_target(t: Tables, state: State, made: Any) -> Iterable[str]:
    """The hexes in which an Active TF and its target are both."""
    return [one for one in state.force(made.target).places if t.on_map(one)]


def in_the_hex(t: Tables, state: State, made: Any = None) -> Iterable[str]:
    """The task forces and Stealth forces in the hex of the attack."""
    here = state.attack.hex
    stealth = [one for one, place in state.stealth.items() if place == here]
    return [*(one.id for one in state.forces.values() if here in one.places), *stealth]


def sources(t: Tables, state: State, made: Any = None) -> Iterable[str]:
    """The airbases and carriers that may give Air Support, on either side."""
    if state.weather == st.BAD:
        return ()
    carriers = (one for one in state.forces if has_carrier(t, state, one))
    return (*t.airbases, *carriers)


offer(Coordinate, force=in_the_hex)
offer(Support, force=sources)
offer(Evade, force=lambda t, state, made: [state.attack.target])
