"""The results of the action tables, and what follows from them (pp. 49-54).

After a roll, what its results require is pending; then the Time Lapses of all named forces, then
the test of the Initiative. A player who does something that no result requires has misread the
table: the fault names the modifier, or the rule about the Trajectory Total, that seems forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import INTERPRETATION, Broken, Fault, Verdict, Verdicts, alike, always
from validator.rules.states import Pending
from validator.rules.verbs import Verb, guessed

from . import board, heard
from . import state as st
from .attack import RollAction, designated, intel_markers, modifiers, totals, wrongly_added
from .book import case, cases, does, effect, offer
from .forces import faster, hexes, side_up, speed, touching
from .lines import Line, halves, is_half, is_run, runs
from .markers import MarkContact, MarkEvasive
from .owing import handed_over, owed
from .ships import damage, hit
from .signals import localized
from .state import Attack, Ship, State, TaskForce, Throw
from .tables import SLOW, VERY_SLOW, Tables
from .time_lapse import is_run_otherwise

MISS = "miss"
EARLY_OR_LATE, SHADOW, SIGHTED, SKIRMISH = "EARLY_OR_LATE", "SHADOW", "SIGHTED", "SKIRMISH"
HITS = {"HIT": "AC-52.1", "HIT_S": "AC-52.6", "HIT_VS": "AC-52.5"}
"""Results that are a Hit, with the cases that say which ship is hit."""
PACE = {"AC-52.1": (), "AC-52.6": (VERY_SLOW, SLOW), "AC-52.5": (VERY_SLOW,)}
"""The speeds of a task force and a ship that such a Hit applies to; empty: any."""
BATTLES = ("BATTLE", "SURPRISE")
ROLLS = ("AC-27.17", "AC-31.7", "AC-33.6", "AC-41.15")
"""The cases that name the table to roll on."""
READ_WRONGLY = (
    *ROLLS,
    *("AC-17.2", "AC-17.4", "AC-17.5", "AC-41.13", "AC-47.7"),
    *("AC-47.5", "AC-63.8", "AC-45.6", "AC-27.14", "AC-46.3", "AC-23.7", "AC-46.6", "AC-24.11"),
    *("AC-49.1", "AC-41.16", "AC-4.4", "AC-41.17", "AC-11.6", "AC-46.1", "AC-46.2", "AC-53.1"),
)
"""The cases that may explain why another result was read."""


class Cut(Verb, steps=("result",), settles=(st.CUT, "force")):
    """The line of a task force is cut by EARLY OR LATE or SHADOW: ``left`` is what remains. The
    Active player chooses, or the owner if he spends his Evasive Maneuvers (``spent``)."""

    force: str
    left: tuple[str, ...] = guessed(heard.lines)
    spent: bool = False

    signs = sign.any_of(heard.line_drawn("left"), sign.unseen())
    silent = part.assumed(spent=False)


class Locate(Verb, settles=(st.LOCATE, "force")):
    """A task force becomes a Station in ``hex``."""

    force: str
    hex: str

    signs = heard.located("force")


def _suffers(what: Any) -> tuple[sign.Sign, sign.Sign]:
    """The ship of a verb goes to the box for lost ships, or is turned to show its damage."""

    def after(t: Tables, state: State, verb: Any) -> Ship:
        ship: Ship = what(t, state, verb.ship).ship(verb.ship)
        return ship

    def grave(t: Tables, state: State, verb: Any) -> str | None:
        return f"{t.side_of(verb.ship)} Sunk" if after(t, state, verb).at == st.OUT else None

    def level(t: Tables, state: State, verb: Any) -> int | None:
        ship = after(t, state, verb)
        return board.level(t, ship) if ship.at != st.OUT else None

    struck = sign.field("ship", board.not_fighting)
    return (
        sign.moved("ship", piece=struck, to=sign.meant(grave, board.is_sunk)),
        sign.turned(
            "ship",
            piece=struck,
            before=sign.field("_before"),
            level=sign.field("_level", None, level),
        ),
    )


class Hit(Verb, settles=(st.HIT, "")):
    """A ship suffers the Hit of an Air Strike or a Stealth Attack."""

    ship: str
    hits: int = guessed(board.faces_turned, default=1)
    """1, unless its counter is turned further."""

    signs = sign.any_of(*_suffers(lambda t, state, ship: hit(t, state, ship, 1)), sign.unseen())
    silent = heard.unmarked


class Damage(Verb, settles=(st.DAMAGE, "")):
    """A ship is damaged by an Air Strike or a Stealth Attack, or sinks."""

    ship: str

    signs = sign.any_of(*_suffers(damage))


# --- What was read of the table --------------------------------------------------------


def misread(t: Tables, state: State, *words: str) -> Verdicts:
    """The fault of doing something that none of these results of the last roll requires, with its
    cause."""
    throw = state.throw
    if throw is None or throw.cancelled:
        return
    told = f"{' or '.join(words)} was read where the table says {' and '.join(throw.results)}"
    yield throw.case, _graded(told, throw.printed)
    if throw.results == (MISS,):
        yield "AC-53.1", _graded(told, throw.printed)
    dice, total = throw.modified, throw.total
    causes = [
        *((ids, dice + n, total, f"as with {n:+d} for Contact") for ids, n in throw.wrongly),
        *((ids, dice - n, total, f"as if {n:+d} was not counted") for ids, n in throw.modifiers),
        *((ids, dice, n, f"as for a Total of {n}") for ids, n in throw.other_totals),
    ]
    for case_ids, modified, of, cause in causes:
        if _says(t, throw, words, modified, of):
            yield from alike(_graded(f"{told}, {cause}", throw.printed), *case_ids)


def _says(t: Tables, throw: Throw, words: Iterable[str], dice: int, total: int) -> bool:
    results, _ = t.cell(throw.table, dice, total)
    return not set(results).isdisjoint(words)


def _graded(did: str, printed: bool) -> Broken:
    """The fault by a cell of a table; one that this edition had to fill in accuses nobody
    (ambiguity 3)."""
    return Broken(did, severity="" if printed else INTERPRETATION)


# --- The roll --------------------------------------------------------------------------


@effect
def roll_action(t: Tables, state: State, roll: RollAction) -> State:
    attack = state.attack
    if not attack:
        return state
    total, forgotten = totals(state, attack)
    added = tuple(modifiers(t, state, attack))
    dice = sum(roll.dice)
    modified = dice + sum(value for _, value in added)
    results, printed = t.cell(attack.kind, modified, total)
    page = attack.page
    known = intel_markers(state, attack) > 0
    new = state.done(st.ROLL).changed(
        attack=st.NO_ATTACK,
        throw=Throw(
            attack.kind,
            page.roll,
            dice,
            added,
            total,
            forgotten,
            results,
            printed,
            attack.target,
            page.lapse,
            wrongly=tuple(wrongly_added(t, state, attack)),
        ),
        stealth=_spent(state, attack),
    )
    for result in results:
        new = new.owing(*_asked_by(t, new, attack, result))
    new = new.owing(*_lapses(new, attack, page.lapse))
    if attack.force in state.stealth:
        new = new.owing(Pending(st.SPEND, state.active, "AC-41.18", attack.force))
    if results == (MISS,) and known:
        return handed_over(new, "AC-53.2")
    what = st.SEIZE if attack.kind == "naval_search" else st.VIE
    side = state.inactive if what == st.SEIZE else ""
    return new.owing(Pending(what, side, page.over))


def _spent(state: State, attack: Attack) -> dict[str, str]:
    """The Stealth forces after one has attacked: it is out of the game (AC-41.18)."""
    return {one: st.OUT if one == attack.force else place for one, place in state.stealth.items()}


def _lapses(state: State, attack: Attack, case_id: str) -> Iterator[Pending]:
    """Pending: the Time Lapses of all designated task forces (AC-19.1), the Active player's
    first."""
    fighting = owed(state, st.FIGHT) is not None
    for side in (state.active, state.inactive):
        chosen = attack.named.get(side, st.NOBODY)
        for name in designated(state, attack, side):
            if not state.force(name).line or (fighting and name == attack.force):
                continue
            launch = chosen.launch if name == chosen.support else ""
            told = case_id
            if name == chosen.coordinator:
                told = "AC-47.9" if side == state.active else "AC-32.1"
            elif launch and name != attack.force:
                told = "AC-45.10"
            yield Pending(st.LAPSE, side, told, name, to=launch)


def _asked_by(t: Tables, state: State, attack: Attack, result: str) -> Iterator[Pending]:
    """What a result requires, as pending things."""
    target, here, active = state.force(attack.target), attack.hex, state.active
    swift = faster(t, state, attack.force, attack.target)
    if result in HITS:
        pace = PACE[HITS[result]]
        if not pace or speed(t, state, target.id) in pace:
            yield Pending(st.HIT, active, HITS[result], target.id)
    elif result == "DAMAGE":
        yield Pending(st.DAMAGE, active, "AC-50.4", target.id)
    elif result == "CONTACT":
        yield from _contact(target, here, "AC-50.2")
    elif result == "LOSE_CONTACT":
        for markers in (target.contact, target.intel):
            if here in markers:
                yield Pending(st.LOSE, active, "AC-52.9", target.id, to=here)
    elif result == EARLY_OR_LATE:
        yield from _early_or_late(target, here, active)
    elif result == SHADOW:
        if len(target) > t.shadow:
            yield Pending(st.CUT, active, "AC-53.6", target.id, to=here)
        elif not target.evasive:
            yield Pending(st.EVASIVE, "", "AC-53.10", target.id)
    elif result == SIGHTED:
        yield Pending(st.LOCATE, active, "AC-54.1", target.id, to=here)
    elif result in BATTLES or (result in ("CLOSING_IN", SKIRMISH) and swift):
        yield Pending(st.FIGHT, active, FOUGHT[result], attack.force, to=here)
    elif result in ("CLOSING_IN", SKIRMISH):
        yield from _contact(target, here, "AC-50.1" if result == "CLOSING_IN" else "AC-54.4")


FOUGHT = {"BATTLE": "AC-31.10", "SURPRISE": "AC-54.7", "CLOSING_IN": "AC-50.1", SKIRMISH: "AC-54.3"}
"""The results that lead to a Battle, with their cases."""


def _contact(target: TaskForce, here: str, case_id: str) -> Iterator[Pending]:
    if here not in target.contact:
        yield Pending(st.CONTACT, "", case_id, target.id, to=here)


def _early_or_late(target: TaskForce, here: str, active: str) -> Iterator[Pending]:
    if here not in target.line:
        return
    sides = halves(target.line, here)
    if not any(sides):
        yield Pending(st.LOCATE, active, "AC-51.2", target.id, to=here)
    else:
        whole = "AC-51.3" if all(sides) else "AC-51.1"
        yield Pending(st.CUT, active, whole, target.id, to=here)
    if not all(sides) and not target.evasive:
        case_id = "AC-51.5" if any(sides) else "AC-51.2"
        yield Pending(st.EVASIVE, "", case_id, target.id)


# --- Lines that are cut ----------------------------------------------------------------


@cases(
    *READ_WRONGLY, *("AC-51.1", "AC-51.3", "AC-53.6", "AC-53.7", "AC-53.8"), reads=("force", "left")
)
def a_line_is_cut_as_the_result_says(t: Tables, state: State, cut: Cut) -> Verdicts:
    due, force = owed(state, st.CUT, cut.force), state.force(cut.force)
    if due is None:
        yield "AC-51.1", f"no result cut the line of {cut.force}"
        yield from misread(t, state, EARLY_OR_LATE, SHADOW)
        return
    told = f"what is left of {force.id} is {'-'.join(cut.left) or 'nothing'}"
    if due.case == "AC-53.6":
        if len(cut.left) != t.shadow:
            yield "AC-53.6", Broken(told, f"{t.shadow} segments")
        if due.to not in cut.left:
            yield "AC-53.7", Broken(told, f"with {due.to}")
        if not is_run(cut.left, force.line) and not is_run_otherwise(t, force, cut.left):
            yield "AC-53.8", told
    elif due.to in cut.left:
        yield "AC-51.1", f"the segment of {force.id} in {due.to} stayed"
    elif due.to in force.line and not (
        {*cut.left} in map(set, filter(None, halves(force.line, due.to)))
        or is_half(cut.left, force.line, due.to, touching(t, force.id))
    ):
        yield due.case, told


@cases("AC-24.10", "AC-24.7", reads=("force", "left", "spent"))
def evasive_maneuvers_let_the_owner_choose(t: Tables, state: State, cut: Cut) -> Verdict:
    if not cut.spent:
        return None
    if not state.force(cut.force).evasive:
        return "AC-24.7", f"{cut.force} has no Evasive Maneuvers to spend"
    due = owed(state, st.CUT, cut.force)
    if due is not None and due.case == "AC-51.1":
        return "AC-24.10", f"there was nothing to choose for {cut.force}"
    return None


@effect
def cut_line(t: Tables, state: State, cut: Cut) -> State:
    force = state.force(cut.force)
    evasive = force.evasive and not cut.spent
    new = state.done(st.CUT, cut.force)
    if not cut.left:
        return new
    return new.with_force(force.changed(line=cut.left, evasive=evasive))


@cases(*READ_WRONGLY, "AC-54.1", "AC-51.2", "AC-14.3", reads=("force", "hex"))
def it_is_found_where_the_result_says(t: Tables, state: State, act: Locate) -> Verdicts:
    due = owed(state, st.LOCATE, act.force)
    if due is not None:
        if act.hex != due.to and not (state.by_hand and act.hex in state.force(act.force).line):
            words = f"{act.force} became a Station in {act.hex}"
            yield ("AC-51.2" if due.case == "AC-51.2" else "AC-54.1"), Broken(words, due.to)
        return
    yield "AC-14.3", f"nothing made {act.force} a Station"
    yield from misread(t, state, SIGHTED)


does(Locate, lambda t, state, act: localized(state.done(st.LOCATE, act.force), act.force, act.hex))


# --- Ships that are hit ----------------------------------------------------------------


@cases(*READ_WRONGLY, "AC-52.1", "AC-52.5", "AC-52.6", "AC-50.3", reads=("ship",))
def a_ship_of_the_target_suffers(t: Tables, state: State, act: Hit | Damage) -> Verdicts:
    hitting = isinstance(act, Hit)
    due = owed(state, st.HIT if hitting else st.DAMAGE)
    if due is None:
        yield ("AC-52.1" if hitting else "AC-50.3"), f"no result was for {act.ship}"
        yield from misread(t, state, *(HITS if hitting else ("DAMAGE",)))
        return
    if state.ship(act.ship).at != due.piece:
        case_id = "AC-52.1" if hitting else "AC-50.3"
        yield case_id, f"{act.ship} is no ship of {due.piece}"
        return
    pace = PACE.get(due.case, ())
    if pace and side_up(t, state.ship(act.ship)).speed not in pace:
        yield due.case, f"{act.ship} is too fast for this Hit"


@case("AC-52.1", reads=("ship", "hits"))
def it_is_one_hit(t: Tables, state: State, act: Hit) -> Fault:
    return f"{act.ship} was turned by {act.hits} Hits, not by one" if act.hits != 1 else None


does(Hit, lambda t, state, act: hit(t, state.done(st.HIT), act.ship, act.hits))


does(Damage, lambda t, state, act: damage(t, state.done(st.DAMAGE), act.ship))


@cases(*READ_WRONGLY, reads=("force", "hex"))
def contact_is_read_of_the_table(t: Tables, state: State, act: MarkContact) -> Verdicts:
    if owed(state, st.CONTACT, act.force) is None:
        yield from misread(t, state, "CONTACT", "CLOSING_IN", SKIRMISH)


@cases(*READ_WRONGLY, reads=("force",))
def evasive_maneuvers_are_read_of_the_table(t: Tables, state: State, act: MarkEvasive) -> Verdicts:
    if owed(state, st.EVASIVE, act.force) is None:
        yield from misread(t, state, EARLY_OR_LATE, SHADOW)


# --- Where legal ones are looked for ---------------------------------------------------


def _left(t: Tables, state: State, made: Any) -> Iterable[Line]:
    due, line = owed(state, st.CUT, made.force), state.force(made.force).line
    if due is None or due.to not in line:
        return ()
    return (*halves(line, due.to), *runs(line, t.shadow, due.to))


def _ships(what: str) -> Any:
    def ships(t: Tables, state: State, made: Any) -> Iterable[str]:
        due = owed(state, what)
        return [one.id for one in state.ships_of(due.piece)] if due is not None else ()

    return ships


offer(Cut, left=_left, spent=always(False, True))
offer(Locate, hex=lambda t, state, made: hexes(t, state.force(made.force)))
offer(Hit, ship=_ships(st.HIT), hits=always(1))
offer(Damage, ship=_ships(st.DAMAGE))
