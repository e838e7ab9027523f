"""What a piece's own commands can do to it, by its type alone.

Every state a piece is in came from a trait's command, a deck, or another piece's; so a change that
none of them makes was made by hand, in the file or in a program of somebody's own. Wherever a
piece has a trait of a custom module nothing is concluded.
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
"""Traits whose state only their own keys change, and the fields that hold these keys."""
_TURNED_BY_OTHERS = frozenset({"pivot;", "matPiece;", "placemark;", "replace;"})
"""Traits that turn a piece besides its own rotator."""
_DELETING = frozenset({"delete;", "replace;"})
_CARRYING = frozenset({"sendto;", "translate;", "pivot;", "matPiece;", "attach;", "mat;"})
"""Traits that carry a piece elsewhere than into a deck, or along with another."""
_PUTTING = frozenset({"pivot;", "matPiece;", "attach;", "mat;"})
_MOVING = _CARRYING | {"return;"}
_WHOLE = re.compile(r"-?\d{1,9}")
_NO_KEY = frozenset({"", "0,0", "null", "\x00", "65535,0"})


def customised(model: Model) -> bool:
    """Whether a piece has traits of a custom module, whose powers nobody knows."""
    return any(part.form is None for part in model.traits)


def may_change(model: Model, at: int) -> bool:
    """Whether some command could have changed the state of a trait; in doubt it could."""
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
    """Whether a trait can be in a state at all: a layer has so many levels (``Embellishment``), a
    piece so many facings (``FreeRotator``). In doubt it can."""
    if part.id == "emb2;":
        highest = max(len(part["imageNames"]), len(part["levelNames"]))
        if highest < 2:
            return True  # without pictures or names nobody can count its levels
    elif part.id == "rotate;" and is_count(part.text("nFacings")):
        highest = int(part.text("nFacings")) - 1
    else:
        return True
    number = state.partition(";")[0]
    return not _WHOLE.fullmatch(number) or abs(int(number)) <= highest


def may_delete(model: Model) -> bool:
    """Whether a piece has a command that takes it out of the game."""
    if customised(model) or any(part.id in _DELETING for part in model.traits):
        return True
    basic = model.traits[-1] if model.traits else None
    return basic is not None and basic.id == BASIC and has_key(basic, "deleteKey")


def may_be_carried(model: Model) -> bool:
    """Whether something else than a hand can put a piece elsewhere."""
    return customised(model) or any(part.id in _CARRYING for part in model.traits)


def may_be_put(model: Model) -> bool:
    """Whether a command of its own, or what it stands on, puts a piece elsewhere without a move:
    to be sent somewhere is a move like any other (``SendToLocation``)."""
    return customised(model) or any(part.id in _PUTTING for part in model.traits)


def restricted_at(model: Model) -> int:
    """Which trait of a piece lets its own sides alone move it, by hand or by any command; -1 for
    none (``Restricted``, which stops the commands of all traits inside it)."""
    carried = [at for at, part in enumerate(model.traits) if part.id in _MOVING]
    for at, part in enumerate(model.traits):
        if part.id == "restrict;":
            by_side = part.text("restrictByPlayer") != "true"
            moves = part.text("restrictMovement") == "true"
            inside = all(at < other for other in carried) and not customised(model)
            return at if by_side and moves and inside else -1
    return -1


def dealt(model: Model) -> bool:
    """Whether a command of its own gives a face-down piece to another player."""
    return any(part.id == "obs;" and has_key(part, "dealKey") for part in model.traits)


def has_key(part: Trait, name: str) -> bool:
    """Whether a field of a trait holds a key that can be pressed or sent."""
    return part.text(name) not in _NO_KEY
