"""The role of the Barbarigo and its frogmen (21.2, 21.2.1)."""

from __future__ import annotations

from dataclasses import field

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb, guessed

from . import reads, unseen
from . import state as st
from .book import case, cases, does, effect
from .combat import Torpedo
from .naval import NavalMove
from .state import ALLIED, AXIS, BARBARIGO, Z_511, State, Strike
from .tables import Tables


class FixRole(Verb, by=AXIS, secret=True, hides=("role",), settles=(st.ROLE, "")):
    """The Axis player chooses the role of the Barbarigo in secret."""

    role: str | None = None
    """``None`` while it is face down or sealed."""

    signs = sign.any_of(
        sign.all_of(
            sign.moved("role", piece=sign.field("role", reads.role_of), to=part.among("Role")),
            sign.maybe_declared("role_fixed"),
        ),
        sign.all_of(
            sign.moved("role", to=part.among(st.ROLE_BOX)), sign.maybe_declared("role_fixed")
        ),
        sign.all_of(
            sign.sealed("role", text=sign.field("", reads.role_in_text)),
            sign.maybe_declared("role_fixed"),
        ),
        sign.declared("role_fixed"),
        sign.unseen(),
    )
    silent = unseen.role_kept_elsewhere


class ShowRole(Verb, by=AXIS, settles=(st.SHOW, "")):
    """The role is shown."""

    role: str

    signs = sign.any_of(
        sign.declared("role_shown", detail=sign.field("role", reads.a_role)),
        sign.shown("role", unit=sign.field("role", reads.role_of)),
    )


class FrogmanAttack(Verb, by=AXIS, steps=("frogman_declaration",)):
    """The Axis player declares an attack on a port; ``number`` is the number of attacks on the
    roster after it."""

    port: str
    number: int

    signs = sign.all_of(
        sign.declared("frogman_attack", detail=reads.named("_boat", "port")),
    )


class FillContainer(Verb, hides=("markers",), settles=(st.FILL, "attack")):
    """Markers are put into the container of an attack, chosen by one side, unseen by the other."""

    attack: str
    chooser: str = guessed(unseen.who_chose)
    markers: tuple[str, ...] | None = guessed(unseen.put_in)

    signs = sign.any_of(
        *(
            sign.all_of(
                sign.each_put_in("frogman", "_pieces", deck=f"Container {number}"),
                sign.maybe_declared(f"container_{number}"),
                sign.fixed(attack=number),
                sign.played_if(lambda t, state, verb: False),  # hands put them in before
            )
            for number in ("1", "2")
        ),
        *(
            sign.all_of(sign.declared(f"container_{number}"), sign.fixed(attack=number))
            for number in ("1", "2")
        ),
    )


class DrawMarker(Verb, by=AXIS, steps=("frogman_draw",), settles=(st.STRIKE, "attack")):
    """A marker is drawn for an attack and gives its result."""

    attack: str
    marker: str = field(metadata=CHANCE)

    signs = sign.any_of(
        *(
            sign.all_of(
                sign.drawn(
                    "frogman",
                    deck=sign.one_of(f"Container {number}"),
                    unit=sign.field("marker", reads.marker_of),
                ),
                sign.maybe_declared(f"strikes_{number}"),
                sign.fixed(attack=attack),
            )
            for number, attack in (("1", "1"), ("2", "2"), ("1", Z_511))
        )
    )


OWN = ("1", "2")
"""The attacks by the boat itself."""

# --- The role


@cases("UVD-7", "UV-21.2.c", reads=(), rests_on=(st.BEFORE,))
def the_role_is_fixed_on_entry(t: Tables, state: State, act: FixRole) -> Verdict:
    if state.role:
        return "UV-21.2.c", "the role of the Barbarigo was fixed a second time"
    if not owed(state, st.ROLE):
        return "UVD-7", "the role of the Barbarigo was fixed before it entered"
    return None


@case("UV-21.2.c", reads=("role",))
def there_are_two_roles(t: Tables, state: State, act: FixRole | ShowRole) -> Fault:
    if act.role is None or act.role in st.ROLES:
        return None
    return Broken(f"the Barbarigo was to be {act.role!r}", " or ".join(st.ROLES))


@case("UV-21.2.c", reads=("role",), rests_on=(st.BEFORE,))
def what_is_shown_was_fixed(t: Tables, state: State, act: ShowRole) -> Fault:
    if not state.role:
        return "the role of the Barbarigo was shown, and never fixed"
    if state.role not in (st.HIDDEN, act.role):
        return f"the Barbarigo was fixed as {state.role} and shown as {act.role}"
    if state.shown and state.shown != act.role:
        return f"the Barbarigo was shown as {state.shown}, and then as {act.role}"
    return None


does(FixRole, lambda t, state, act: state.done(st.ROLE).changed(role=act.role or st.HIDDEN))


@effect
def show_role(t: Tables, state: State, act: ShowRole) -> State:
    new = state.done(st.SHOW).changed(shown=act.role)
    if act.role == st.FERRY:
        new = new.change(BARBARIGO, torpedoes=0)
    return new.changed(role=act.role) if state.role == st.HIDDEN else new


# --- Attacks are declared


@cases(
    *("UV-21.2.1m", "UV-21.2.1k", "UV-21.2.e", "UV-21.2.1d", "UV-21.2.1f"),
    *("UV-21.2.1c",),
    reads=(),
    rests_on=(st.BEFORE,),
)
def when_an_attack_is_declared(t: Tables, state: State, act: FrogmanAttack) -> Verdict:
    boat, made = state.unit(BARBARIGO), _own(state)
    if boat.gone:
        case_id = "UV-21.2.1m" if all(s.drawn for s in made) and len(made) == 2 else "UV-21.2.1k"
        return case_id, "an attack was declared, and the Barbarigo is gone"
    if st.CONVENTIONAL in (state.role, state.shown):
        return "UV-21.2.e", "an attack was declared, and the Barbarigo carries no frogmen"
    if len(made) >= t.boat_attacks:
        return "UV-21.2.1d", "a third attack was declared"
    if state.step in (st.SECOND, st.RETURN) or state.met:
        return "UV-21.2.1f", "an attack was declared after the grids of this turn were opened"
    if boat.depth != st.SURFACED:
        return "UV-21.2.1c", "an attack was declared, and the Barbarigo was not on the surface"
    return None


def _own(state: State) -> list[Strike]:
    return [state.strikes[name] for name in OWN if name in state.strikes]


@cases("UV-21.2.1b", "UV-21.2.1e", "UVD-16", reads=("port",))
def which_ports_are_attacked(t: Tables, state: State, act: FrogmanAttack) -> Verdict:
    boat, port = state.unit(BARBARIGO), t.places.get(act.port)
    here = [one for one in t.places.values() if one.area == boat.at and one.american]
    if not here:
        return "UV-21.2.1b", f"there is no American port in {boat.at or 'no area'}"
    if port is None or port.area != boat.at:
        return "UV-21.2.1e", f"{act.port or 'nothing'} is not in {boat.at}"
    return None if port.american else ("UVD-16", f"{act.port} is no American port")


@case("UV-21.2.1n", reads=("number",), rests_on=(st.BEFORE,))
def the_roster_counts_attacks(t: Tables, state: State, act: FrogmanAttack) -> Fault:
    right = len(_own(state)) + 1
    return None if act.number == right else Broken(f"attack {act.number} was noted", f"{right}")


@effect
def frogman_attack(t: Tables, state: State, act: FrogmanAttack) -> State:
    name = str(len(_own(state)) + 1)
    chooser = ALLIED if state.unit(BARBARIGO).detected else AXIS
    new = state.changed(strikes={**state.strikes, name: Strike(act.port, state.turn, chooser)})
    due = [
        Pending(st.FILL, chooser, "UV-21.2.1g", name),
        Pending(st.STRIKE, AXIS, "UV-21.2.1j", name),
    ]
    if not state.shown:
        due.append(Pending(st.SHOW, AXIS, "UVD-7", BARBARIGO))
    return new.owing_once(*due)


# --- Containers


@cases("UV-21.2.1h", "UV-21.2.1i", reads=("attack", "chooser"))
def who_chooses(t: Tables, state: State, act: FillContainer) -> Verdict:
    strike = state.strikes.get(act.attack)
    if strike is None or act.chooser == strike.chooser:
        return None
    case_id = "UV-21.2.1h" if strike.chooser == ALLIED else "UV-21.2.1i"
    was = "detected" if strike.chooser == ALLIED else "not detected"
    return case_id, Broken(
        f"the {act.chooser} player chose the markers, and the boat was {was}", strike.chooser
    )


@cases("UV-21.2.1g", reads=("attack", "markers"))
def four_of_five(t: Tables, state: State, act: FillContainer) -> Verdict:
    if not owed(state, st.FILL, act.attack):
        return "UV-21.2.1g", f"markers were put in for attack {act.attack}, which waits for none"
    if act.markers is None:
        return None
    fit = len(set(act.markers)) == len(act.markers) == t.in_container
    if fit and all(marker in t.strikes_hit for marker in act.markers):
        return None
    told = " and ".join(act.markers) or "no marker"
    return "UV-21.2.1g", Broken(f"{told} went into the container", f"{t.in_container} of the five")


@case("UV-21.2.1f", reads=())
def containers_are_filled_before_the_grids(t: Tables, state: State, act: FillContainer) -> Fault:
    late = state.contact and not owed(state, st.CONTACT)
    return "markers were chosen after the grids were opened" if late else None


@effect
def fill_container(t: Tables, state: State, act: FillContainer) -> State:
    new = state.done(st.FILL, act.attack)
    strike = state.strikes.get(act.attack)
    if strike is None:
        return new
    return new.changed(strikes={**state.strikes, act.attack: strike.changed(markers=act.markers)})


# --- Markers are drawn


@cases("UV-21.2.1k", "UV-21.2.1j", "UV-21.3.2i", reads=("attack",))
def when_a_marker_is_drawn(t: Tables, state: State, act: DrawMarker) -> Verdict:
    strike = state.strikes.get(act.attack)
    if strike is not None and strike.failed:
        return "UV-21.2.1k", f"a marker was drawn for attack {act.attack}, and the boat was lost"
    if not owed(state, st.STRIKE, act.attack):
        case_id = "UV-21.3.2i" if act.attack == Z_511 else "UV-21.2.1j"
        return case_id, f"a marker was drawn, and attack {act.attack} waits for none"
    if act.attack != Z_511 and not _grids_are_over(state):
        return "UV-21.2.1j", "a marker was drawn before the grids of this turn were over"
    return None


def _grids_are_over(state: State) -> bool:
    done = len(state.passed) == 2 and not state.contact and not owed(state, st.CONTACT)
    return state.step == st.NAVAL and done


@cases("UV-21.2.1j", "UV-21.3.2i", reads=("attack", "marker"))
def it_comes_out_of_the_container(t: Tables, state: State, act: DrawMarker) -> Verdict:
    strike = state.strikes.get(act.attack)
    if strike is None or strike.markers is None or act.marker in strike.markers:
        return None
    case_id = "UV-21.3.2i" if act.attack == Z_511 else "UV-21.2.1j"
    return case_id, f"{act.marker or 'nothing'} was drawn, which was not in the container"


@effect
def draw_marker(t: Tables, state: State, act: DrawMarker) -> State:
    new = state.done(st.STRIKE, act.attack)
    strike = state.strikes.get(act.attack)
    if strike is None:
        return new
    new = new.changed(strikes={**state.strikes, act.attack: strike.changed(drawn=act.marker)})
    case_id = "UV-21.3.2i" if act.attack == Z_511 else "UV-21.2.1l"
    for _ in range(t.strikes_hit.get(act.marker, 0)):
        new = new.owing(Pending(st.TONNAGE, AXIS, case_id, strike.port))
    if act.attack in OWN and all(one.drawn for one in _own(new)) and len(_own(new)) == 2:
        new = new.owing_once(Pending(st.LOSS, AXIS, "UV-21.2.1m", BARBARIGO))
    return new


# --- What the Barbarigo does as a ferry


@case("UV-21.2.1m", reads=("unit", "boat"))
def who_has_struck_twice_is_gone(t: Tables, state: State, act: NavalMove | Torpedo) -> Fault:
    unit = act.unit if isinstance(act, NavalMove) else act.boat
    if unit != BARBARIGO or not state.unit(BARBARIGO).gone or len(_own(state)) < 2:
        return None
    return "the Barbarigo acted after its second attack"
