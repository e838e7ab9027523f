"""Functions for the signs of the verbs: forces and hexes in declarations and on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.states import THIS_TURN

from . import state as st
from .forces import forces_of, intel, touching
from .lines import OTHERS, Line, added, as_laid, is_run, orders, remaining, removable
from .owing import owed
from .tables import CONVOY, Tables


def force_and_hex(t: Tables, state: Any, detail: str) -> dict[str, str] | None:
    """``G1 in 1512`` names a task force and a hex (or a box)."""
    force, _, place = detail.partition(" in ")
    return {"force": force, "hex": place} if place and t.side_of(force) else None


def force(t: Tables, state: Any, detail: str) -> str | None:
    """``G1 from 1512``, ``G1 in 1512`` and ``G1`` name a task force."""
    name = detail.split(" in ")[0].split(" from ")[0]
    return name if t.side_of(name) else None


def source_and_launch(t: Tables, state: Any, detail: str) -> dict[str, str] | None:
    """The source of Air Support and its Launch Point: ``G3 from 1512``. Aircraft of no task force
    come from the airbase there, or from one of their side elsewhere."""
    source, _, place = detail.partition(" from ")
    if source in t.forces:
        return {"force": source, "launch": place}
    side = source.partition(" ")[0]
    own = (one for one in t.airbases.values() if one.side == side and t.on_map(place))
    base = next((one.name for one in (*t.base_at.get(place, ()), *own)), None)
    return {"force": base, "launch": place} if base is not None else None


IN_PLACE = sign.field("", force_and_hex)
ATTACKS = frozenset(("air_strike", "engage", "naval_search", "stealth_attack"))
FORCE = sign.field("force", force)
TARGET = sign.field("target", force)


def attack(action: str, named: Any = force_and_hex) -> sign.AllOf:
    """An attack that is declared: the action, then the target by its piece in the hex."""
    return sign.all_of(
        sign.declared(action, detail=sign.field("", named)),
        sign.optional(sign.declared("target", detail=sign.field("", target))),
    )


def target(t: Tables, state: Any, detail: str) -> dict[str, str] | None:
    """The target of an attack and its hex."""
    found = force_and_hex(t, state, detail)
    return {"target": found["force"], "hex": found["hex"]} if found is not None else None


def attack_in_words(context: Any, state: Any) -> Mapping[str, Any] | None:
    """An attack that no click declares: its target is named, and its dice are rolled before any
    other."""
    named = _targets_named(context)
    return target(context.tables, state, named[-1]) if named else None


def attack_unsaid(context: Any, state: Any) -> Mapping[str, Any] | None:
    """For ``silent``: the same, though its target may be named nowhere."""
    named = _targets_named(context)
    if named is None:
        return None
    return target(context.tables, state, named[-1]) if named else {}


def _targets_named(context: Any) -> Sequence[str] | None:
    """The targets that are named before the next dice, if they are those of an attack that no click
    declares; else ``None``. An Interruption may end it without its dice."""
    near = [*takewhile(lambda one: not _ends_attack(one), context.behind)][::-1]
    interrupted = False
    for fact in context.from_here:
        if isinstance(fact, seen.Rolled) and fact.key == "action":
            break
        if _ends_attack(fact):
            if interrupted:
                break
            return None
        interrupted = interrupted or isinstance(fact, seen.Rolled)
        near.append(fact)
    else:
        return None
    said = [one for one in near if isinstance(one, seen.Declared)]
    if any(one.key in ATTACKS for one in said):
        return None
    return [one.detail for one in said if one.key == "target"]


def _ends_attack(fact: seen.Fact) -> bool:
    """Whether an attack that was declared before a fact is over."""
    other = isinstance(fact, seen.Rolled) and fact.key != "interruption"
    return other or isinstance(fact, seen.TurnShown)


def late_by_hand(context: Any, state: Any) -> Mapping[str, Any] | None:
    """For ``silent``: in a log by hand the marker is moved at any time."""
    return {} if state.by_hand else None


def moves(marker: str, shows: Any, name: str) -> sign.Sign:
    """A marker is moved to another cell of its track, which gives the value of a field."""
    return sign.moved(
        "marker",
        piece=sign.meant(lambda *_: marker, part.among(marker)),
        to=sign.field(name, shows),
    )


def cell(prefix: str, place: str) -> str | None:
    """The number of a cell: ``Tally 3`` is 3."""
    name, _, number = place.rpartition(" ")
    return number if name == prefix else None


def moves_marker(action: str, name: str, value: str) -> sign.AllOf:
    """A button that moves a marker of a track."""
    return sign.all_of(sign.declared(action), sign.fixed(marker=name, value=value))


def points(t: Tables, state: Any, place: str) -> str:
    """The number of a cell of a points track."""
    return place.rpartition(" ")[2]


def points_cell(t: Tables, state: Any, verb: Any) -> str:
    """The cell of a points track for the value that its marker must show."""
    return f"{verb.marker.partition('_')[2].title()} VP {verb.value}"


def who_passes(t: Tables, state: Any, detail: str) -> str | None:
    """The task force that passes by a declaration; empty for a player without a Trajectory."""
    name = force(t, state, detail)
    side = t.side_of(name or "")
    if name is None or any(one.line for one in forces_of(t, state, side)):
        return name
    return ""


def passes(context: Any, state: Any) -> Mapping[str, Any] | None:
    """A Pass that was only said in the chat: the sticks of one of the Active player's lines are
    taken off, and the next thing done is that Initiative changes hands; without a line, only
    this."""
    own = {one.id: one.line for one in forces_of(context.tables, state, state.active)}
    passing = "" if not any(own.values()) else None
    for fact in context.from_here:
        match fact:
            case seen.Lined(laid=(), taken=()):
                continue  # it was laid and taken off again
            case seen.Lined(laid=(), row=row) if own.get(row) and passing in (None, row):
                passing = row
            case seen.Declared(key="changes_to_german" | "changes_to_british"):
                return {"force": passing} if passing is not None else None
            case seen.Moved(key="marker", piece="initiative"):
                return {"force": passing} if passing is not None else None
            case seen.Declared(key="lapses" | "intel_limit" | "weather_check"):
                continue
            case seen.Declared(key=key) if key in HANDLING:
                continue
            case seen.TurnShown() | seen.Turned() | seen.Rolled(key="time_lapse" | "weather"):
                continue
            case _:
                return None
    return None


def told(action: str, **fields: Any) -> Any:
    """For ``silent``: a verb with these fields, whose words the Inactive player said in the chat
    just before, instead of its button."""
    return lambda context, state: fields if context.is_told({action}, state.inactive) else None


def spent(context: Any, state: Any, known: Mapping[str, Any]) -> Iterable[str]:
    """Guesses for the task force whose Evasive Maneuvers were put away just before the dice, or are
    put away if the dice are not seen; empty if none."""
    here = next(context.from_here)
    for fact in (here, *context.behind) if isinstance(here, seen.Moved) else context.behind:
        if isinstance(fact, seen.Moved) and fact.key == "evasive":
            if beside(context.tables, state, fact.after):
                return [row(fact.piece), ""]  # or it was spent on an earlier roll
        elif isinstance(fact, seen.TurnShown | seen.Lined) or (
            isinstance(fact, seen.Rolled) and fact.key not in ("vie_active", "vie_inactive")
        ):
            break
    return [""]


def earns_soon(context: Any, force: str) -> bool:
    """Whether a task force gets Evasive Maneuvers before any dice are rolled but those of a Vie and
    of the weather, at the latest when the next turn begins."""
    turns = 0
    for fact in context.from_here:
        turns += isinstance(fact, seen.TurnShown)
        if turns > (not context.unseen_dice):
            break
        match fact:
            case seen.Moved(key="evasive", piece=piece, after=place) if row(piece) == force:
                return place == force
            case seen.Rolled(key=key) if key not in ("vie_active", "vie_inactive", "weather"):
                break
    return False


def lapsing(context: Any, state: Any, known: Mapping[str, Any]) -> Iterable[str]:
    """Guesses for the task force that performs its Time Lapse: one declared before the die, or
    whose sticks are removed next, first those of which the die says how many, or all of them if it
    says more, or of which none can be removed."""
    told = next((one for one in context.behind if not isinstance(one, seen.Turned)), None)
    said = [told.detail] if isinstance(told, seen.Declared) and told.key == "lapses" else []
    taken: dict[str, int] = {}
    for one in context.ahead:
        if isinstance(one, seen.Lined) and one.taken:
            taken.setdefault(one.row, len(one.taken))
        if len(taken) == 4:
            break
    waiting = {one.piece for one in state.pending if one.what == st.LAPSE and not one.points}
    for due in state.pending:
        if due.what in (st.ONE_LAPSE, st.MAY_LAPSE):
            waiting.update(one.id for one in forces_of(context.tables, state, due.side))
    lines = ((one, state.force(one)) for one in sorted(waiting))
    fixed = (one for one, its in lines if its.line and not removable(its.line, intel(its)))
    die = known.get("die") or 0
    named = sorted(taken, key=lambda one: taken[one] != min(die, len(state.force(one).line)))
    some = dict.fromkeys((*said, *named, *fixed))
    return [one for one in some if one in waiting or THIS_TURN in state.doubt]


def a_convoy(t: Tables, state: Any, piece: str) -> str | None:
    """A Convoy, which is turned to show that it is dispersed."""
    return piece if piece in t.ships and t.ships[piece].kind == CONVOY else None


def unmarked(context: Any, state: Any) -> Mapping[str, Any] | None:
    """The only Convoy that can be hit: its counter does not show Hits."""
    due = owed(state, st.HIT)
    ships = [one.id for one in state.ships_of(due.piece)] if due is not None else []
    hit = [one for one in ships if context.tables.ships[one].kind == CONVOY]
    return {"ship": hit[0]} if len(hit) == 1 else None


HANDLING = frozenset(
    ("take_off", "intel", "contact", "both_markers", "no_markers", "earns", "evades")
)
"""Menu entries that say no more than the change of their piece."""

# --- Pieces on the table -------------------------------------------------------------------


def row(piece: str) -> str:
    """The task force of a Station, a segment or its Evasive Maneuvers: ``g1_segment_3`` is G1's."""
    return piece.partition("_")[0].upper()


def owner(t: Tables, state: Any, piece: str) -> str | None:
    """As `row`; ``None`` if it is no task force of the game."""
    return row(piece) if t.side_of(row(piece)) else None


def on_sea(place: str) -> bool:
    """Whether a place is a hex: four digits."""
    return place.isdecimal()


def berth_of(t: Tables, state: Any, ship: str) -> str:
    """The task force of a ship, as far as known."""
    return str(state.ship(ship).at)


def station(name: str, *, start: Any = None, to: Any = None) -> sign.Sign:
    """The Station of the task force in a field of the verb moved."""
    return sign.moved("station", piece=sign.field(name, owner), start=start, to=to)


def put_beside(name: str, *, start: Any = None) -> sign.Sign:
    """The Station of the task force in a field of the verb goes off the map."""
    box = sign.meant(lambda t, state, verb: f"{getattr(verb, name)} Pieces", beside)
    return station(name, start=start, to=box)


def evasive(name: str, *, earned: bool) -> sign.Sign:
    """The Evasive Maneuvers of the task force in a field of the verb are earned, or spent."""
    if earned:
        to = sign.meant(name, lambda t, state, place: place in t.forces)
    else:
        to = sign.meant(lambda t, state, verb: f"{getattr(verb, name)} Pieces", beside)
    return sign.moved("evasive", piece=sign.field(name, owner), to=to)


def turned(role: str, before: int, level: int) -> sign.Sign:
    """The piece of a task force in a hex is turned to another of its faces. A segment has: plain,
    Intel, Contact, both; a Station: plain, Contact."""
    return sign.turned(
        role,
        piece=sign.field("force", owner),
        before=before,
        level=level,
        place=sign.field("hex", part.a_hex),
    )


def berth(t: Tables, state: Any, place: str) -> str:
    """The hex, or the Port Box of a port, in which a Station is."""
    port = t.ports.get(place)
    return port.box if port is not None and port.box else place


def beside(t: Tables, state: Any, place: str) -> bool:
    """Whether a place is the box for the unused pieces of a task force."""
    return place.endswith(" Pieces")


def line_drawn(new: str) -> sign.Sign:
    """The sticks of a task force are placed and removed until they form the line in a field."""

    def laid(t: Tables, state: Any, verb: Any) -> tuple[str, ...]:
        line = state.force(verb.force).line
        before, behind = added(getattr(verb, new), line) or ((), getattr(verb, new))
        return tuple(one for one in (*before[::-1], *behind) if one not in line)

    def taken(t: Tables, state: Any, verb: Any) -> tuple[str, ...]:
        return tuple(one for one in state.force(verb.force).line if one not in getattr(verb, new))

    return sign.lined(
        "segment",
        row=sign.field("force", part.known("forces")),
        laid=sign.field(
            "_laid", None if new == "line" else lambda t, state, laid: None if laid else (), laid
        ),
        taken=sign.field("_taken", None, taken),
    )


def _whole(t: Tables, state: Any, taken: Line) -> Line | None:
    """All segments of some task force."""
    return taken if any({*one.line} == {*taken} for one in state.forces.values()) else None


def all_taken(name: str) -> sign.Sign:
    """All sticks of the task force in a field are removed."""

    def all_of(t: Tables, state: Any, verb: Any) -> tuple[str, ...]:
        return tuple(state.force(getattr(verb, name)).line)

    return sign.lined(
        "segment",
        row=sign.field(name, part.known("forces")),
        laid=lambda t, state, laid: not laid,
        taken=sign.field("_taken", _whole, all_of),
    )


def located(name: str, *said: sign.Sign, place: str = "hex") -> sign.AllOf:
    """The Station of the task force in a field replaces its line, in the hex of another field."""
    return sign.all_of(
        station(name, to=sign.field(place, part.a_hex)),
        sign.optional(all_taken(name)),
        *(sign.optional(one) for one in said),
    )


def nothing_to_take(context: Any, state: Any) -> Mapping[str, Any] | None:
    """A task force whose Time Lapse is due and has no segment that can be removed; of several one
    without any, which throws no die for the weather."""
    for due in state.pending:
        if due.what == st.LAPSE:
            forces = [state.force(due.piece)]
        elif due.what == st.ONE_LAPSE:
            found = forces_of(context.tables, state, due.side)
            forces = sorted(found, key=lambda one: bool(one.line))
        else:
            continue
        for one in forces:
            if not removable(one.line, intel(one), due.to):
                return {"force": one.id, "left": one.line, "station": ""}
    return None


def lines(context: Any, state: Any, known: Mapping[str, Any]) -> Iterable[Line]:
    """Guesses for the line of a task force from its sticks as they are now: in the order in which
    they were placed if that is a line, else in any order; if no order is a line, an order that is
    none."""
    t, old = context.tables, state.force(known["force"]).line
    laid, gone = known.get("_laid", ()), known.get("_taken", ())
    left, touch = tuple(one for one in old if one not in gone), touching(t, known["force"])
    if not is_run(left, old):
        left = next(remaining(old, left, touch), left)
    if not laid or len({*left, *laid}) < len(left) + len(laid):
        return [(*left, *laid)]
    found = [*islice(as_laid(left, laid, touch), MOST)]
    found += islice(orders((*left, *laid), left, touch), MOST)
    if not found and left == old:  # it may have lain in another order than it was thought to
        for other in islice(orders(old, (), touch), OTHERS):
            found += islice(as_laid(other, laid, touch), 1)
    return dict.fromkeys(found) or [(*left, *laid)]


MOST = 4
"""At most this many lines through the same hexes are tried."""
