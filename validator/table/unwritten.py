"""What VASSAL changes without writing a command, all in one place; and what it reads as the same.

VASSAL 3.7.26 and 3.8 change more than their commands say. The table and the audits ask here, so
that nobody is accused of what the program did by itself.

Of a piece's traits (`lasting`):

* Movement Trail: painting a trail on another map than it began on begins it anew
  (``Footprint.draw``, ``clearTrail``).
* A Layer that follows a property takes its level anew at every look; whether it is on stays. No
  level is higher than the last picture (``Embellishment.checkPropertyLevel``, ``mySetState``).
* Restricted Access by player: who selects a free piece owns it (``Restricted.setProperty``).
* Attachment: automatic links are each machine's own, and links of a piece that goes are cut
  (``Attachment.autoAttach``, ``AttachmentManager.removePiece``).
* Mat and Mat Cargo: setting one sets the other (``Mat.mySetState``, ``MatCargo.setMat``).
* Send to Location: all such traits of a piece share one place to go back to, and being told none
  takes nothing away (``SendToLocation.setProperty``, ``mySetState``).
* Mask: the tick that lets others unmask is sent but not logged, and an empty one is read as the
  reader's own preference (``ObscurableOptions``). Older versions left ``nobody`` as the owner of a
  card that a deck had only offered (``Deck.drawCards``).
* Marker: the marker ``PieceId`` is the piece's slot (``PieceSlot``).
* Property Sheet, Spreadsheet: what the window writes says it changed the piece as it was when the
  window was opened, however often it writes and whatever happened since
  (``PropertySheet.oldState``, ``TableInfo.oldState``): see `SHEETS`.
* Basic Piece: its kept properties (OldMap, ClickedX ...) change by a command that has no text
  (``SetPersistentPropertyCommand``), and its place is that of its stack.

Of the table (`validator.table`): what a deck holds, the stack that a move makes, the stack that a
piece in none comes into when a dynamic property of it is set, what lies in a stack that is taken
away.

Of the rest: a turn tracker and its levels set properties of their own
(``TurnTracker.updateTurnDisplay``, ``TurnLevel``); decks count their cards in properties
(``Deck.updateCountsAll``). Of a step that is taken back a second time, after its undo was itself
taken back, only the first command is logged (``BasicLogger.LogCommand`` strips the one undo that
both share): see `validator.reading.undoing.Undoing.whole`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from math import isfinite

from generator.vassal import sequences
from generator.vassal.traits import Trait

SHEETS = frozenset({"propertysheet;", "table;"})
"""Traits whose window writes a piece as it was when the window was opened."""
_NOBODY = frozenset({"", "null", "nobody"})
_SLOT = "PieceId"


def alike(part: Trait, one: str, other: str) -> bool:
    """Whether VASSAL reads two states of a trait as the same: fields left out at the end have
    their defaults, blanks around a label are none."""
    return one == other or _read(part, one) == _read(part, other)


def lasting(part: Trait, state: str) -> Hashable:
    """What of a trait's state only commands change, as VASSAL reads it; never None."""
    rule = _LASTING.get(part.id)
    return rule(part, state) if rule is not None else _read(part, state)


def restless(part: Trait) -> bool:
    """Whether a trait's state changes without a command: then each state that is written tells
    what it was, also where the command itself changed something else."""
    match part.id:
        case "emb2;":
            return _follows(part)
        case "restrict;":
            return part.text("restrictByPlayer") == "true"
    return part.id in ("footprint;", "attach;", "mat;", "matPiece;")


# --- what a trait's text says -------------------------------------------------------------


@lru_cache(maxsize=4096)
def _read(part: Trait, state: str) -> Hashable:
    rule = _READ.get(part.id)
    if rule is not None:
        return rule(part, state)
    form = part.form
    if form is None or form.state_layout != ";" or part.id in ("piece;", "stack", "deck;"):
        return state
    held = part.with_state(state)
    return tuple(held.state_of(field.name) for field in form.state_fields)


def _trail(part: Trait, state: str) -> Hashable:
    """What a trail's state says; the number of places before the last move (3.8) is that of all
    where it is not written (``Footprint.mySetState``)."""
    said = part.with_state(state).state_fields()
    points = said.get("points", ())
    return (
        said.get("globalVisibility") is True,
        said.get("startMapId", ""),
        points,
        said.get("everInitialized") is True,
        said.get("lastCount", len(points)),
    )


def _shown(part: Trait, state: str) -> Hashable:
    """Whether a trail is shown to all: the rest of it painting makes anew."""
    if part.text("globallyVisible") != "true":
        return ()
    held = part.with_state(state)
    if held.state_of("everInitialized") is not True:
        return part.text("initiallyVisible") == "true"
    return held.state_of("globalVisibility") is True


def _follows(part: Trait) -> bool:
    return part.text("followProperty") == "true" and bool(part.text("propertyName"))


def _level(part: Trait, state: str) -> int:
    return _whole(sequences.head(state, ";")[0], -1)


def _switched(part: Trait, state: str) -> Hashable:
    """The level, or that of the last picture where there is no such level; of a layer that follows
    a property only whether it is on."""
    level = _level(part, state)
    if _follows(part):
        return level > 0
    pictures = part["imageNames"]
    most = len(pictures) if isinstance(pictures, tuple) else 0
    return max(-most, min(level, most)) if most else level


def _angle(part: Trait, state: str) -> Hashable:
    try:
        angle = float(state)
    except ValueError:
        return state
    return angle if isfinite(angle) else state  # NaN equals nothing, not even itself


def _values(part: Trait, state: str) -> Hashable:
    """Values without the empty ones at the end, which need not be written."""
    values = sequences.decode(state, ",") if state else []
    while values and not values[-1]:
        values.pop()
    return tuple(values)


def _markers(part: Trait, state: str) -> Hashable:
    keys = part["keys"]
    values = sequences.decode(state, ",") if state else []
    if not isinstance(keys, tuple) or _SLOT not in keys:
        return _values(part, state)
    return tuple(value for key, value in zip(keys, values, strict=False) if key != _SLOT)


def _area(part: Trait, state: str) -> Hashable:
    own = part.text("alwaysActive") == "true" or part.text("globallyVisible") != "true"
    return not own and state == "true"


def _mask(part: Trait, state: str) -> Hashable:
    owner, options = sequences.head(state, ";")
    return ("", "") if owner in ("", "null") else (owner, options or "")


def _masked_by(part: Trait, state: str) -> Hashable:
    owner, _ = sequences.head(state, ";")
    return "" if owner in _NOBODY else owner


def _owned(part: Trait, state: str) -> Hashable:
    return "" if part.text("restrictByPlayer") == "true" else state


def _nothing(part: Trait, state: str) -> Hashable:
    return ()


def _whole(text: str, otherwise: int) -> int:
    try:
        return int(text)
    except ValueError:
        return otherwise


_Rule = Callable[[Trait, str], Hashable]

_READ: Mapping[str, _Rule] = {
    "footprint;": _trail,
    "emb2;": _level,
    "rotate;": _angle,
    "rotate;1": _angle,
    "label;": lambda part, state: state.strip(),
    "mark;": _values,
    "table;": _values,
    "markmoved;": lambda part, state: state == "true",
    "AreaOfEffect;": _area,
    "obs;": _mask,
    "report;": lambda part, state: _whole(state, -1),
}
_LASTING: Mapping[str, _Rule] = {
    "footprint;": _shown,
    "emb2;": _switched,
    "restrict;": _owned,
    "attach;": _nothing,
    "mat;": _nothing,
    "matPiece;": _nothing,
    "sendto;": _nothing,
    "obs;": _masked_by,
    "mark;": _markers,
    "piece;": _nothing,
}
