"""Questions about a state that several cases ask."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from generator.light import dataclass
from validator.hidden.whereabouts import Whereabouts
from validator.rules.points import bookable as bookable
from validator.rules.states import owed as owed

from . import state as st
from .state import State
from .tables import FAR, Tables


def blamed_for(state: State, delta: int) -> str:
    """The case of a wrong change of the score: that of the last event that could score."""
    points = [one for one in reversed(state.pending) if one.what in (st.POINTS, st.MAYBE)]
    earned = [one.case for one in points if one.points * delta > 0]
    rolls = (st.ROLL_RAID,) if delta > 0 else st.LOSSES
    rolled = [one.case for one in state.pending if one.what in rolls]
    otherwise = "GS-8(3)a" if delta < 0 else state.scored or "GS-8(2)a"
    return next(iter((*earned, *rolled)), otherwise)


# --- Pieces ----------------------------------------------------------------------------


def pieces_moved(state: State) -> int:
    """Pieces that have moved this turn; a drawn piece counts from its draw."""
    return sum(piece.moved is not None for piece in state.pieces.values())


def pieces_allowed(tables: Tables, state: State) -> int:
    """How many pieces may move this turn; after a die that nobody saw, the most it can allow."""
    if not state.extra:
        return tables.pieces_a_turn
    most = 6 * tables.extra_dice
    return tables.pieces_a_turn + (most if state.extra_die is None else state.extra_die)


def navy_acted(state: State) -> bool:
    """Whether a British act of step 2 has been seen this turn."""
    return state.extra or pieces_moved(state) > 0


def occupied(tables: Tables, state: State) -> set[str]:
    """The hexes with Royal Navy pieces, without dummies that met the ship and should have been
    removed."""
    return {one.at for one in state.pieces.values() if tables.on_map(one.at) and not one.has_to_go}


def engaged(tables: Tables, state: State, piece: st.Piece) -> bool:
    """Whether a ship takes part in this turn's combat (dummies never do)."""
    kind = tables.kind_of(piece)
    return piece.fought == state.turn > 0 and kind is not None and kind.strength > 0


# --- Combat ----------------------------------------------------------------------------


def hits_in(dice: Iterable[int], hit_on: int) -> int:
    """Hits among some dice."""
    return sum(die >= hit_on for die in dice)


def hits_on(state: State, target: str) -> int | None:
    """Hits on a target in this turn; ``None`` when dice at it are unknown."""
    hits = [shot.hits for shot in state.shots if shot.target == target]
    return None if None in hits else sum(filter(None, hits))


def is_log_seen(state: State) -> bool:
    """Whether the voyage log is visible, where the ship's counter is turned when it is damaged."""
    return all(supply.hex is not None for supply in state.supplies.values())


def was_fired_at(state: State, target: str) -> bool:
    return any(shot.target == target for shot in state.shots)


def fired_at_beside(tables: Tables, state: State, piece_id: str) -> str | None:
    """Another piece that the ship fired at, if this one fought beside it and was no target."""
    piece = state.pieces.get(piece_id)
    if piece is None or not engaged(tables, state, piece) or was_fired_at(state, piece_id):
        return None
    return next((shot.target for shot in state.shots if shot.shooter == st.SHIP), None)


def has_fired(state: State, shooter: str) -> bool:
    return any(shot.shooter == shooter for shot in state.shots)


def combat_open(state: State) -> bool:
    """Whether somebody still has to show or to fire."""
    return any(pending.what in (st.FIRE, st.REVEAL) for pending in state.pending)


# --- The ship's way --------------------------------------------------------------------

NO_SUPPLY = "none"
FRESH = "fresh"
SPENT = "used"


@dataclass(frozen=True, slots=True)
class Way:
    """A move of the ship: from its likeliest start to the written end."""

    start: str
    hexes: int
    """Hexes to the end (the nearest end, if there is a choice), without the cost of leaving."""
    allowance: int
    """The hexes that it may move without refuelling."""
    bonus: int
    """More hexes after refuelling."""
    supply: str
    """The supply ship at the start of the move: ``none``, ``fresh`` or ``used``."""
    refuel: bool | None

    @property
    def refuelled(self) -> bool:
        """Whether the bonus counts: refuelling is written down (or unknown), at a fresh supply
        ship."""
        return self.refuel is not False and self.supply == FRESH

    @property
    def allowed(self) -> int:
        return self.allowance + (self.bonus if self.refuelled else 0)


def damaged(tables: Tables, state: State) -> bool:
    """Whether the ship moves as damaged, marked or not."""
    return state.damaged or state.hits >= tables.damaged_at


def allowance(tables: Tables, state: State) -> int:
    """Hexes the ship may move in a turn without refuelling."""
    return tables.ship_move_damaged if damaged(tables, state) else tables.ship_move


def supply_at(tables: Tables, state: State, hex_id: str, refuels: int) -> str:
    """What a ship with that number of refuellings may find on a hex."""
    spent = NO_SUPPLY
    for supply in state.supplies.values():
        if supply.hex is None:
            if refuels < len(tables.supplies) * tables.supply_uses:
                return FRESH
        elif supply.hex == hex_id:
            if not supply.used:
                return FRESH
            spent = SPENT
    return spent


def way_to(tables: Tables, state: State, ends: Collection[str], refuel: bool | None) -> Way | None:
    """The move by which the ship can best have reached one of ``ends``: the one with the most hexes
    to spare. ``None`` if nothing is known of where it was."""
    ways = []
    for start, refuels in state.ship.items():
        hexes = min((tables.hexes_between(start, end) for end in ends), default=FAR)
        supply = supply_at(tables, state, start, refuels)
        ways.append(
            Way(start, hexes, allowance(tables, state), tables.refuel_bonus, supply, refuel)
        )
    return max(ways, key=lambda way: way.allowed - way.hexes, default=None)


def reach(tables: Tables, state: State, refuel: bool | None = None) -> Whereabouts:
    """Every hex where the ship may be after one more secret move, with the fewest refuellings."""
    plain = allowance(tables, state)

    def one_move(start: str, refuels: int) -> Iterator[tuple[str, int]]:
        fuel = refuel is not False and supply_at(tables, state, start, refuels) == FRESH
        for end, hexes in tables.distance.get(start, {}).items():
            if hexes <= plain:
                yield end, refuels
            elif fuel and hexes <= plain + tables.refuel_bonus:
                yield end, refuels + 1

    return state.ship.by(one_move)


def why_not_there(tables: Tables, state: State, hex_id: str) -> str:
    """The case by which the ship cannot be in a hex now; empty if it may be there.

    ``written``: another hex is written down for this turn.
    """
    if hex_id in state.ship or not state.ship:
        return ""
    if state.course_known:
        return "written"
    if state.contact == "none" and hex_id in occupied(tables, state):
        return "GS-5(5)a"
    answered = state.searches[:-1] if owed(state, st.ANSWER) else state.searches
    if any(searched == hex_id for _, searched in answered):
        return "GS-5(6)d"
    return "GS-6(4)b" if damaged(tables, state) else "GS-4(1)a"


def where_it_was(state: State) -> str:
    """The hex or hexes where the ship was or may have been, in words."""
    return f"{'in' if len(state.ship) == 1 else 'and may have been in'} {state.ship.in_words()}"


def written_in(state: State) -> str:
    """The hex or hexes where the ship is or may be by its log, in words."""
    lead = "is" if len(state.ship) == 1 else "may be"
    return f"{lead} written in {state.ship.in_words()}"
