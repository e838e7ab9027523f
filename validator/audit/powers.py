"""What the commands of a piece can do to it, judged by its type.

The state of a piece is set by its own traits' commands, by decks or by other pieces; a change that
none of these can make was made by editing the file or with another program. If a piece has a custom
trait, nothing is concluded.
"""

from __future__ import annotations

import re

from generator.vassal.encodings import is_count
from generator.vassal.traits import BASIC, Trait
from validator.table import Model

_NO_STATE_OF_ITS_OWN = frozenset({"mark;"})
"""Traits whose state no command of VASSAL changes (``Marker``)."""
_BY_KEYS: dict[str, tuple[str, ...]] = {
    "hide;": ("hideKey",),
    "label;": ("labelKey",),
    "emb2;": (
        "activateKey",
        "activateKeyStroke",
        "upKey",
        "increaseKeyStroke",
        "downKey",
        "decreaseKeyStroke",
        "resetKey",
        "randomKey",
    ),
    "table;": ("launchKey",),
    "propertysheet;": ("launchKeyChar", "launchKeyStroke"),
    "AreaOfEffect;": ("activateKey", "onKey", "offKey"),
    "rotate;": ("rotateCWKey", "rotateCCWKey", "rotateRNDKey", "rotateDirectKey"),
    "rotate;1": ("setAngleKey", "rotateRNDKey", "rotateDirectKey"),
}
"""Traits whose state only their own keys change, and the fields with these keys."""
_TURNED_BY_OTHERS = frozenset({"pivot;", "matPiece;", "placemark;", "replace;"})
"""Traits that turn a piece besides its own rotator."""
_DELETING = frozenset({"delete;", "replace;"})
_CARRYING = frozenset({"sendto;", "translate;", "pivot;", "matPiece;", "attach;", "mat;"})
"""Traits that move a piece to a place other than a deck, or along with another piece."""
_PUTTING = frozenset({"pivot;", "matPiece;", "attach;", "mat;"})
_MOVING = _CARRYING | {"return;"}
_WHOLE = re.compile(r"-?\d{1,9}")
_NO_KEY = frozenset({"", "0,0", "null", "\x00", "65535,0"})


def customised(model: Model) -> bool:
    """Whether a piece has custom traits, whose effects are unknown."""
    return any(part.form is None for part in model.traits)


def may_change(model: Model, at: int) -> bool:
    """Whether some command can change the state of a trait; in doubt, yes."""
    if customised(model):
        return True
    part = model.traits[at]
    if part.id in _NO_STATE_OF_ITS_OWN:
        return False
    if part.id == "emb2;" and part.text("followProperty") == "true":
        return True
    keys = _BY_KEYS.get(part.id)
    if keys is None or any(has_key(part, name) for name in keys):
        return True
    if part.id.startswith("rotate;"):
        return any(other.id in _TURNED_BY_OTHERS for other in model.traits)
    return False


def may_be_in(part: Trait, state: str) -> bool:
    """Whether a trait can be in a state at all, by its number of levels (``Embellishment``) or
    facings (``FreeRotator``); in doubt, yes."""
    if part.id == "emb2;":
        highest = max(len(part["imageNames"]), len(part["levelNames"]))
        if highest < 2:
            return True  # without pictures or names its levels cannot be counted
    elif part.id == "rotate;" and is_count(part.text("nFacings")):
        highest = int(part.text("nFacings")) - 1
    else:
        return True
    number = state.partition(";")[0]
    return not _WHOLE.fullmatch(number) or abs(int(number)) <= highest


def may_delete(model: Model) -> bool:
    """Whether a piece has a command that removes it from the game."""
    if customised(model) or any(part.id in _DELETING for part in model.traits):
        return True
    basic = model.traits[-1] if model.traits else None
    return basic is not None and basic.id == BASIC and has_key(basic, "deleteKey")


def may_be_carried(model: Model) -> bool:
    """Whether something else than dragging can move a piece."""
    return customised(model) or any(part.id in _CARRYING for part in model.traits)


def may_be_put(model: Model) -> bool:
    """Whether its own command, or the piece it stands on, can change its place without a move
    command (``SendToLocation`` writes a move command)."""
    return customised(model) or any(part.id in _PUTTING for part in model.traits)


def restricted_at(model: Model) -> int:
    """The index of the trait that lets only certain sides move a piece, by hand or by any command;
    -1 if there is none (``Restricted``, which blocks the commands of all traits inside it)."""
    carried = [at for at, part in enumerate(model.traits) if part.id in _MOVING]
    for at, part in enumerate(model.traits):
        if part.id == "restrict;":
            by_side = part.text("restrictByPlayer") != "true"
            moves = part.text("restrictMovement") == "true"
            inside = all(at < other for other in carried) and not customised(model)
            return at if by_side and moves and inside else -1
    return -1


def dealt(model: Model) -> bool:
    """Whether a piece has a command that gives it, face down, to another player."""
    return any(part.id == "obs;" and has_key(part, "dealKey") for part in model.traits)


def has_key(part: Trait, name: str) -> bool:
    """Whether a field of a trait holds a key that can be pressed or sent."""
    return part.text(name) not in _NO_KEY
