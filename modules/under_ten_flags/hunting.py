"""Questions about searches and their consequences, morale, and the marks on boxes, that several
cases ask.

Unknown results stay open: ``Throw.found`` is ``None`` if a die was rolled outside VASSAL; then
whatever follows is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from validator.rules.cases import Broken, Verdict

from . import state as st
from .facts import mark_on as mark_on
from .facts import morale_level, named, owed
from .state import State
from .tables import Tables
from .verbs import MarkBox, SetAside, ShowShip


def thrown(tables: Tables, who: str, modifier: str, die: int | None) -> st.Throw:
    """A search die of Atlantis, a cruiser, or the ship of a map marker."""
    if die is None:
        return st.Throw(modifier)
    return st.Throw(modifier, die, die < tables.fails_on and over(tables, who, modifier, die) <= 0)


def over(tables: Tables, who: str, modifier: str, die: int) -> int:
    """By how much a modified die misses; 0 if it just succeeds."""
    most = tables.cruiser_finds_on if who in tables.cruisers else tables.acv_finds_on
    limit = tables.atlantis_finds_on if who == st.ATLANTIS else most
    return die + tables.modifiers.get(modifier, 0) - limit


# --- Modifiers -------------------------------------------------------------------------


def laid_for(tables: Tables, modifier: str) -> tuple[str, str]:
    """The counter that must be placed for a modifier, and its box; empty if none."""
    if modifier in tables.disguises:
        return st.DISGUISE, tables.box_of(modifier)
    if modifier == st.AIRCRAFT:
        return st.DISGUISE, st.ATLANTIS_AIRCRAFT
    return (st.WALRUS, st.BRITISH_AIRCRAFT) if modifier == st.WALRUS else ("", "")


def boxes_of(tables: Tables, piece: str) -> tuple[str, ...]:
    """The boxes of the displays where a counter may be placed; none for other pieces."""
    if piece in tables.markers:
        return (st.BRITISH_SIGHTING, st.GUNS, st.ROW, st.PRIZES, st.OUT)
    if piece in tables.cruisers:
        return (st.CRUISER_MARKERS,)
    return {
        st.DISGUISE: (st.ATLANTIS_AIRCRAFT, *map(tables.box_of, tables.disguises), st.HELD),
        st.WALRUS: (st.BRITISH_AIRCRAFT, st.HELD, st.OUT),
        st.ATLANTIS: (st.ATLANTIS_SIGHTING, st.GUNS, st.HELD, st.PRIZES, st.OUT),
    }.get(piece, ())


def next_disguise(tables: Tables, state: State) -> str | None:
    """The leftmost disguise that is not crossed out (UTF-7.4f); ``None`` if all are."""
    return next((one for one in tables.disguises if mark_on(state, one) != st.CROSSED), None)


def worn(tables: Tables, state: State, throw: st.Throw) -> tuple[str, str] | None:
    """The effect of a throw on its disguise: (new mark, case); ``None`` if none."""
    if throw.die is None or throw.modifier not in tables.disguises:
        return None
    before = mark_on(state, throw.modifier)
    if before not in tables.worn_by_a_six:
        return None
    missed_by = over(tables, st.ATLANTIS, throw.modifier, throw.die)
    if throw.die >= tables.fails_on:
        after, case = tables.worn_by_a_six[before], "UTF-7.4c"
    elif missed_by == 0:
        case = "UTF-7.4d" if before == st.INTACT else "UTF-7.4e"
        after = tables.worn_by_a_scrape[before]
    elif missed_by > 0:
        after, case = tables.worn_by_failing[before], "UTF-7.4e"
    else:
        return None
    return None if after == before else (after, case)


# --- Cruisers --------------------------------------------------------------------------


def may_escort_in(state: State, cruiser: st.Cruiser, hex_id: str) -> bool:
    """Whether a cruiser may be in a hex as an escort."""
    return any(escorted_from(state, cruiser, hex_id))


def only_escorts_in(state: State, ca: str, hex_id: str) -> bool:
    """Whether a cruiser in a hex can only be there as an escort."""
    cruiser = state.cruiser(ca)
    return may_escort_in(state, cruiser, hex_id) and hex_id not in cruiser.at


def escorted_from(state: State, cruiser: st.Cruiser, hex_id: str) -> Iterable[str]:
    """The map markers in a hex that a cruiser may escort."""
    return (marker for marker in cruiser.at if state.voyage(marker).at == hex_id)


# --- Who was found ---------------------------------------------------------------------

SIGHTING_OF = {True: st.ATLANTIS_SIGHTING, False: st.BRITISH_SIGHTING}
"""The sighting box of Atlantis (true) and of a cargo ship (false)."""


def why_not_found(tables: Tables, state: State, piece: str) -> str:
    """The case by which a ship was not found and has no counter-search; empty if it may be found.
    ``piece`` is `ATLANTIS` or a map marker."""
    hunt = state.hunt
    if hunt is None:
        return "UTF-7.5e"
    if piece == st.ATLANTIS:
        return _why_raider_not_found(tables, hunt)
    if hunt.by != st.ATLANTIS or hunt.target != piece:
        return "UTF-7.5e"
    if hunt.roll.found is False:
        return why_failed(tables, hunt.by, hunt.roll)
    if hunt.reaction is None:
        return ""
    return "UTF-7.2.1e" if hunt.escorted else "UTF-7.2.2b" if hunt.reaction.found else ""


def why_not_laid(tables: Tables, state: State, piece: str) -> str:
    """The case by which a ship does not go to its sighting box; empty if it may. If nobody saw the
    die of an escort's reaction, the ship may have been placed before it."""
    why, hunt = why_not_found(tables, state, piece), state.raiders_hunt
    unseen = hunt is not None and hunt.reaction is not None and hunt.reaction.die is None
    return "" if unseen and why == "UTF-7.2.1e" else why


def is_there(state: State, acvm: str) -> bool:
    """Whether the ship of a set is where it was searched for; if not, nobody owes anything."""
    return state.hunt is not None and state.voyage(acvm).at == state.hunt.hex


def _why_raider_not_found(tables: Tables, hunt: st.Hunt) -> str:
    if hunt.by != st.ATLANTIS:
        if hunt.roll.found is False:
            return why_failed(tables, hunt.by, hunt.roll)
        return "UTF-7.5b" if hunt.answer is False else ""
    if hunt.reaction is None:
        return "UTF-7.5e"
    failed = hunt.reaction.found is False
    return why_failed(tables, hunt.reactor, hunt.reaction, hunt) if failed else ""


def why_failed(tables: Tables, who: str, throw: st.Throw, hunt: st.Hunt | None = None) -> str:
    """The case by which a throw failed; ``hunt``: it was made in reaction to this one."""
    assert throw.die is not None
    if throw.die >= tables.fails_on:
        return "UTF-7.1c"
    missed_by = over(tables, who, throw.modifier, throw.die)
    one_more_would_do = any(missed_by + value <= 0 for value in tables.modifiers.values())
    if hunt is not None and one_more_would_do:
        if throw.modifier:
            return "UTF-7.2.1c"
        return "UTF-7.2.1d" if hunt.escorted else "UTF-7.5a"
    if throw.modifier in tables.disguises:
        return "UTF-7.4b"
    if throw.modifier == st.AIRCRAFT and one_more_would_do:
        return "UTF-7.5f"
    return "UTF-7.5a"


def why_no_fight(tables: Tables, state: State, piece: str) -> str:
    """The case by which a ship does not come under fire; empty if it may."""
    if state.hunt is None or why_not_found(tables, state, piece):
        return "UTF-8.1b" if piece == st.ATLANTIS else "UTF-8.1a"
    counter = state.counter(piece)
    if counter is None:
        return "UTF-7.5c"
    if counter.found:
        return "UTF-7.5g"
    if piece != st.ATLANTIS and is_ghost(tables, state, piece):
        return "UTF-8.2.3"
    return ""


def is_ghost(tables: Tables, state: State, acvm: str) -> bool:
    """Whether the ship of a set is known to be a Chasing Ghost."""
    return ghosts(tables, state.voyage(acvm).ship) == {True}


def may_be_ghost(tables: Tables, state: State, acvm: str) -> bool:
    """Whether the ship of a set may be a Chasing Ghost."""
    return acvm not in state.voyages or True in ghosts(tables, state.voyage(acvm).ship)


def ghosts(tables: Tables, ships: Iterable[str]) -> set[bool]:
    """The possible answers to whether a ship is Chasing Ghosts."""
    return {tables.ships[ship].ghost for ship in ships}


# --- What may still be done ------------------------------------------------------------


def may_prepare(tables: Tables, state: State, side: str) -> bool:
    """Whether a side may place its counter now, for a die that it is about to roll."""
    if side == st.GERMAN:
        return st.DISGUISE not in state.laid and _german_may_roll(tables, state)
    return (
        st.WALRUS not in state.laid
        and st.WALRUS not in state.planes_lost
        and (may_react(tables, state) or _cruiser_may_search(tables, state))
    )


def _german_may_roll(tables: Tables, state: State) -> bool:
    if state.phase != st.GERMAN_PHASE or not state.plot or st.ATLANTIS in state.searched:
        return bool(owed(state, st.ATLANTIS_COUNTER))
    prey = (voyage.at in state.atlantis for voyage in state.voyages.values())
    return bool(owed(state, st.ATLANTIS_COUNTER)) or (not owed(state, st.CHECK) and any(prey))


def _cruiser_may_search(tables: Tables, state: State) -> bool:
    in_time = state.phase == st.BRITISH_PHASE and state.step in (st.SAILING, st.CRUISER_SEARCH)
    return in_time and not state.pending and bool(state.may_search)


def may_react(tables: Tables, state: State) -> bool:
    """Whether a cruiser may still react to the search of Atlantis (UTF-7.2.1b, DU-16)."""
    hunt = state.raiders_hunt
    if hunt is None or hunt.reactor or hunt.counters or state.voyage(hunt.target).box != st.ROW:
        return False
    return any(
        may_escort_in(state, cruiser, hunt.hex)
        or (cruiser.active is not False and hunt.hex in cruiser.at)
        for cruiser in state.cruisers.values()
    )


# --- What a prize is worth -------------------------------------------------------------


def worths(tables: Tables, prize: st.Prize) -> frozenset[int]:
    """The possible values of a prize in points (UTF-8.2.1, 8.2.2a); one number if all is known."""
    bonuses = destination_bonuses(tables, prize)
    return frozenset(bonus + extra for bonus in bonuses for extra in extras(tables, prize))


def destination_bonuses(tables: Tables, prize: st.Prize) -> frozenset[int]:
    """The possible bonuses for the destination: the number of groups from the origin's to the
    destination's, both counted."""
    ports = tables.ports
    starts = {ports[od].group for od in prize.origin}
    ends = {ports[od].group for od in prize.destination}
    return frozenset(abs(start - end) + 1 for start in starts for end in ends)


def extras(tables: Tables, prize: st.Prize) -> frozenset[int]:
    """The possible points for secret cargo and for the ship."""
    cargoes = [tables.ships[ship] for ship in prize.ship]
    dice = tables.acv_lost_on if prize.die is None else {prize.die}
    return frozenset(
        cargo.bonus + (cargo.stars if die in tables.cargo_paid_on else 0)
        for cargo in cargoes
        for die in dice
        if not cargo.ghost
    )


def prize_shown(tables: Tables, prize: st.Prize, act: ShowShip | SetAside) -> st.Prize:
    """A prize after its ship or its O/D pair is shown."""
    if isinstance(act, ShowShip):
        return replace(prize, ship=named(act.ship, tables.ships, prize.ship))
    ends = (act.origin, prize.origin), (act.destination, prize.destination)
    origin, destination = (named(one, tables.ports, known) for one, known in ends)
    return replace(prize, origin=origin, destination=destination)


def crossed_by(state: State, box: str, otherwise: str) -> str:
    """The case by which a box was crossed out, or is to be crossed out."""
    due = owed(state, st.BOX, box, st.CROSSED)
    return due.case if due is not None else state.crossed_by.get(box) or otherwise


def wrong_mark(state: State, mark: MarkBox, stands_for: str) -> Verdict:
    """The fault of a wrong mark, with the case that it breaks: that of the mark that was due
    instead, or else the case of such marks."""
    if owed(state, st.BOX, mark.box, mark.state):
        return None
    if owed(state, st.MAYBE_WORN, mark.box) and mark.state in (st.SLASHED, st.CROSSED):
        return None
    due = owed(state, st.BOX, mark.box)
    did = f"the {mark.box} box was marked {mark.state}"
    return due.case if due is not None else stands_for, Broken(did, mark_on(state, mark.box))


def level_now(tables: Tables, state: State) -> str:
    """The level of morale that counts for a check: after every step that is owed."""
    return tables.morale[min(max(morale_level(tables, state), 0), len(tables.morale) - 1)]


def passes(tables: Tables, state: State, dice: tuple[int, ...]) -> bool:
    """Whether a check succeeds (UTF-9.1d, 9.1f)."""
    modifier = tables.morale_modifier[level_now(tables, state)]
    return sum(dice) + modifier <= tables.morale_pass


def why_cancelled(tables: Tables, state: State, hex_id: str) -> str:
    """The case by which a move to a hex was cancelled in this activation; empty if it was not."""
    if state.plot != st.CANCELLED or hex_id in state.atlantis:
        return ""
    if all(tables.hexes_between(here, hex_id) > tables.hexes_a_card for here in state.atlantis):
        return ""
    failed_by_modifier = sum(state.check_dice or ()) <= tables.morale_pass
    return "UTF-9.1f" if failed_by_modifier else "UTF-9.1e"
