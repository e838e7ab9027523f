"""The properties VASSAL itself provides, and those that traits and components bring by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from generator.vassal import components, kinds
from generator.vassal.documents import Element
from generator.vassal.traits import Trait
from generator.workbench.opened import name_of

_PIECE: Final = """
    BasicName LocalizedBasicName PieceName LocalizedPieceName PieceId PieceUID UniqueID Name
    LocalizedName LocationName CurrentMap CurrentBoard CurrentZone CurrentX CurrentY OldLocationName
    OldMap OldBoard OldZone OldX OldY OldMat OldMatID OldMatPieceName OldMatBasicName OldMatOffsetX
    OldMatOffsetY DeckName OldDeckName DeckPosition ClickedX ClickedY StackPos StackSize CloneID
    ParentID Selected Moved MaybeMoved Invisible InvisibleToOthers
    InvisibleDisableAutoReportMoves hiddenBy Obscured ObscuredToOthers obscuredBy
    ObscuredPreDraw Immobile IgnoreGrid NoStack cannotMove Restricted RestrictedMovement
    visibleState KeyCommands snapshot useUnrotatedShape selectEventFilter moveEventFilter
    bandSelectEventFilter backMap backPoint Inner Outer Innermost
"""
_TRAITS: Final = """
    MatName MatID MatContents MatNumCargo CurrentMat CurrentMatID CurrentMatX CurrentMatY
    CurrentMatOffsetX CurrentMatOffsetY CurrentMatPieceName CurrentMatBasicName
    CurrentMatLocationName CurrentMatZone CurrentMatBoard CurrentMatMap CurrentMatProp0
    CurrentMatProp1 CurrentMatProp2 CurrentMatProp3 CurrentMatProp4 CurrentMatProp5 CurrentMatProp6
    CurrentMatProp7 CurrentMatProp8 CurrentMatProp9 IsCargo AttachName AttachList AttachCount
    LocationOfCommand ZoneOfCommand BoardOfCommand MapOfCommand
"""
_MODULE: Final = """
    PlayerName playerName PlayerSide playerSide PlayerId playerId ModuleName ModuleVersion
    ModuleDescription ModuleOther1 ModuleOther2 VassalVersionCreated VassalVersionRunning
    CurrentLanguage CurrentLanguageName DrawingMouseover DrawingMouseoverIndex ModuleGameFileName
    UiPieceCount UiPieceIndex
"""
_FORMATS: Final = """
    AllLocationsChecked FromLocation ToLocation NumberOfLocationsChecked Range FlareLocation
    FlareMap FlareName FlareZone PropertyValue addToTotal column commandName deckName description
    gridLocation keepCount keepDice label location mapName menuCommand message nDice nSides name
    newPieceName newTurn newValue numericalTotal numericalValue oldLocation oldMapName oldPieceName
    oldTurn oldValue pieceName plus previousLocation previousMap propertyName propertyPrompt
    rawRolls result rollDetails row sentCount summary tabName targetDeck value prompt unitName
    countPieces pieceCount
"""
"""Put into message formats by the component that shows them."""

GIVEN: Final = frozenset(f"{_PIECE} {_TRAITS} {_MODULE} {_FORMATS}".split())
"""Every name that has a value without a module's doing."""
_OF_TRAITS: Final[dict[str, tuple[str, ...]]] = {
    "hide;": ("Invisible", "InvisibleToOthers", "InvisibleDisableAutoReportMoves", "hiddenBy"),
    "immob;": ("Immobile", "IgnoreGrid", "NoStack", "cannotMove"),
    "markmoved;": ("Moved",),
    "obs;": ("Obscured", "ObscuredToOthers", "obscuredBy"),
    "restrict;": ("Restricted", "RestrictedMovement"),
}
"""What VASSAL gives a piece only by a trait (``getProperty`` of the trait's class)."""
_NEED_TRAIT: Final = frozenset(name for names in _OF_TRAITS.values() for name in names)
_NUMBERED: Final = re.compile(r"(?:result|rawCount|count|level|keepCount)[0-9]+")
_VISIBLE: Final = "_isVisible"
_SUM: Final = re.compile(r"(?:sum|sumProperties)\((.*)\)|(?:sum|count)_(.*)")

_COMPONENTS: Final[dict[str, tuple[str, ...]]] = {
    "VASSAL.build.module.map.DrawPile": ("_numPieces",),
    "VASSAL.build.module.turn.TurnTracker": ("_command", "_value"),
    "VASSAL.build.module.Map": (_VISIBLE,),
}
"""What follows a component's name in the properties it brings, where the table does not say."""


def is_asked_for(name: str) -> bool:
    """Whether VASSAL itself reads a property of that name, where a module has one."""
    return name == "Layer" or name.startswith("TurnTracker.")


def is_given(name: str) -> bool:
    """Whether VASSAL gives a property a value by itself."""
    return name in GIVEN or _NUMBERED.fullmatch(name) is not None


def needs_trait(name: str) -> bool:
    """Whether VASSAL gives a property a value only in pieces with a certain trait."""
    return name in _NEED_TRAIT


def of_trait(trait_id: str) -> tuple[str, ...]:
    """The properties that VASSAL gives every piece with a trait."""
    return _OF_TRAITS.get(trait_id, ())


def meant(name: str, in_report: bool) -> str:
    """The property that is asked for: in a report ``$oldX$`` is X before, elsewhere ``sum(X)``."""
    summed = _SUM.fullmatch(name)
    if summed is not None:
        return summed[1] or summed[2]
    if in_report and name.startswith("old") and not is_given(name):
        return name[3:]
    return name


def brought_by_trait(trait: Trait) -> Iterator[str]:
    """The properties a trait brings beside those its fields name."""
    form = trait.form
    if form is None:
        return
    for row in form.fields:
        if row.kind == "prefix":
            for suffix in row.choices:
                yield trait.text(row.name) + suffix
    if form.id == "attach;":
        yield trait.text("attachName") + "_AttachCount"
    if form.id == "propertysheet;":
        for part in kinds.parts("sheet", trait.text("definition")):
            yield part.text[1:] if part.text[:1].isdigit() else part.text
            yield part.text


def brought_by_component(element: Element) -> Iterator[str]:
    """The properties a component brings beside those its attributes name."""
    known = components.table().get(element.tag)
    if known is None:
        return
    for row in known.attributes.values():
        if row.kind == "prefix":
            for suffix in row.choices:
                yield element.get(row.name, row.default) + suffix
    classes = {element.tag, *known.ancestors}
    name = name_of(element)
    for cls, suffixes in _COMPONENTS.items():
        if cls in classes:
            for suffix in suffixes:
                yield name + suffix
                if suffix == _VISIBLE:
                    yield name.replace(" ", "_") + suffix
    if "VASSAL.build.module.map.DrawPile" in classes:
        for part in components.parts(element.tag, element.attributes):
            if part.kind == "prefix":
                yield f"{name}_{part.text}"
