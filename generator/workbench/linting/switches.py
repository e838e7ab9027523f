"""Fields that VASSAL looks at only while another field says so: what stands there else is idle."""

from __future__ import annotations

from typing import Final

from generator.vassal import components, encodings
from generator.vassal.documents import Element
from generator.vassal.encodings import Target
from generator.vassal.kinds import Part
from generator.vassal.traits import Trait

Switch = tuple[str, tuple[str, ...]]
"""A field, and the words at which it lets another count."""

_ON: Final = ("true",)
_OFF: Final = ("false",)
_RANGE: Final[tuple[Switch, ...]] = (("restrictRange", _ON), ("fixedRange", _OFF))
_PLACED: Final = ("G", "L", "Z", "R")

_TRAITS: Final[dict[tuple[str, str], tuple[Switch, ...]]] = {
    ("AreaOfEffect;", "radiusMarker"): (("fixedRadius", _OFF),),
    ("attach;", "clearMatchingFilter"): (("autoAttach", _OFF),),
    ("attach;", "propertiesFilter"): (("autoAttach", _OFF),),
    ("attach;", "rangeProperty"): _RANGE,
    ("emb2;", "propertyName"): (("followProperty", _ON),),
    ("emb2;", "resetLevel"): (("followProperty", _OFF),),
    ("globalkey;", "rangeProperty"): _RANGE,
    ("macro;", "indexProperty"): (("loop", _ON), ("index", _ON)),
    ("macro;", "indexStart"): (("loop", _ON), ("index", _ON)),
    ("macro;", "indexStep"): (("loop", _ON), ("index", _ON)),
    ("macro;", "loopCount"): (("loop", _ON), ("loopType", ("counted",))),
    ("macro;", "untilExpression"): (("loop", _ON), ("loopType", ("until",))),
    ("macro;", "whileExpression"): (("loop", _ON), ("loopType", ("while",))),
    ("return;", "deckExpression"): (("deckSelect", _OFF),),
    ("sendto;", "boardName"): (("destination", ("G", "L")),),
    ("sendto;", "gridLocation"): (("destination", ("G",)),),
    ("sendto;", "mapId"): (("destination", _PLACED),),
    ("sendto;", "propertyFilter"): (("destination", ("A", "C", "N")),),
    ("sendto;", "region"): (("destination", ("R",)),),
    ("sendto;", "x"): (("destination", ("L",)),),
    ("sendto;", "y"): (("destination", ("L",)),),
    ("sendto;", "zone"): (("destination", ("Z",)),),
    ("setpieceprop;", "rangeProperty"): _RANGE,
    ("setprop;", "searchName"): (("propertyLevel", ("Named Zone", "Named Map")),),
}
_COMPONENTS: Final[dict[str, tuple[Switch, ...]]] = {
    "countExpressions": (("expressionCounting", _ON),),
    "deckExpression": (("variableDeck", _ON),),
    "deckOwners": (("deckRestrictAccess", _ON),),
    "gridLocation": (("moveCameraMode", ("G",)),),
    "highlightProperty": (("useHighlight", _ON),),
    "indexProperty": (("index", _ON),),
    "limitExpression": (("limitTotal", _ON),),
    "loopCount": (("doLoop", _ON), ("loopType", ("counted",))),
    "matchExpression": (("sendMatching", _ON),),
    "propertyGate": (("canDisable", _ON),),
    "regionName": (("moveCameraMode", ("R",)),),
    "reshuffleTarget": (("reshufflable", _ON),),
    "restrictExpression": (("restrictOption", _ON),),
    "selectDisplayProperty": (("allowSelect", _ON),),
    "selectSortProperty": (("allowSelect", _ON),),
    "soundClip": (("doSound", _ON),),
    "stopExpression": (("stop", _ON),),
    "targetDeck": (("variableDeck", _OFF),),
    "untilExpression": (("doLoop", _ON), ("loopType", ("until",))),
    "whileExpression": (("doLoop", _ON), ("loopType", ("while",))),
    "zoneName": (("moveCameraMode", ("Z",)),),
}
_REACH: Final = {
    "map": ("MAP", "ZONE", "LOCATION", "XY"),
    "board": ("XY",),
    "zone": ("ZONE",),
    "location": ("LOCATION",),
    "x": ("XY",),
    "y": ("XY",),
    "deck": ("DECK",),
    "attachment": ("CURATTACH",),
    "attachment_id": ("CURATTACH",),
}
"""For each name in a target the choices of place at which it counts."""
_COMPARED: Final = ("property", "value")


def is_idle_in_trait(trait: Trait, part: Part) -> bool:
    """Whether VASSAL does not look at a text of a trait, as the trait is set."""
    if part.path[0] == "target" and len(part.path) > 1:
        return _is_idle_target(trait.text("target"), part.path[1])
    rows = _TRAITS.get((trait.id, part.path[0]), ())
    return any(trait.text(switch) not in words for switch, words in rows)


def is_idle_in_component(element: Element, part: Part) -> bool:
    """Whether VASSAL does not look at a text of a component, as the component is set."""
    if part.path[0] == "target" and len(part.path) > 1:
        return _is_idle_target(element.get("target"), part.path[1])
    known = components.table().get(element.tag)
    for switch, words in _COMPONENTS.get(part.path[0], ()):
        row = known.attributes.get(switch) if known is not None else None
        if row is not None and element.get(switch, row.default) not in words:
            return True
    return False


def _is_idle_target(text: str, name: str) -> bool:
    target = encodings.read("target", text)
    if not isinstance(target, Target):
        return False
    if name in _COMPARED:
        return not target.by_property
    if name in _REACH:
        return not target.by_location or target.location_kind not in _REACH[name]
    return False
