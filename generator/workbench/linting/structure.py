"""Components as VASSAL builds them: unknown, misplaced, in a bad order, without their parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.errors import nearest
from generator.vassal import components
from generator.vassal.documents import Element
from generator.workbench.linting.findings import Spot, Trouble
from generator.workbench.linting.places import DECK, STACK
from generator.workbench.linting.survey import MAP, MODULE, Survey, is_a
from generator.workbench.opened import name_of, title_of

_ENCODER: Final = MODULE + "BasicCommandEncoder"
_HOLDERS: Final = (MAP, MODULE + "PieceWindow", MODULE + "ChartWindow")
"""Components whose pieces cannot be built before the encoder is."""
PARTS: Final = {
    MODULE + "map.ForwardToKeyBuffer": "keys pressed over it reach no piece",
    MODULE + "map.Scroller": "it does not scroll by the arrow keys",
    MODULE + "map.ForwardToChatter": "what is typed over it does not reach the chat",
    MODULE + "map.MenuDisplayer": "pieces on it have no menu",
    MODULE + "map.MapCenterer": "its view is not centred by a click",
    MODULE + "map.StackExpander": "stacks on it do not open by a double click",
    MODULE + "map.PieceMover": "pieces on it cannot be moved",
    MODULE + "map.KeyBufferer": "pieces on it cannot be selected",
}
"""What a map needs and VASSAL does not add by itself, and what is missed without it."""
_GRAVE: Final = (
    MODULE + "map.PieceMover",
    MODULE + "map.KeyBufferer",
    MODULE + "map.MenuDisplayer",
    MODULE + "map.ForwardToKeyBuffer",
)


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about the component tree."""
    yield from _unknown(survey)
    yield from _attributes(survey)
    yield from order(survey)
    for home in survey.elements(MAP):
        yield from _parts(home)


def _unknown(survey: Survey) -> Iterator[Trouble]:
    if survey.is_bare or not survey.knows_all:
        return  # the classes of a bare buildFile lie elsewhere, as may those of an extension
    known = components.table()
    found: dict[str, list[Element]] = {}
    for element in survey.elements():
        if element.parent is None:
            continue
        if "." in element.tag and element.tag not in known and not _is_brought(survey, element.tag):
            found.setdefault(element.tag, []).append(element)
    for tag, elements in found.items():
        yield Trouble(
            "component.unknown",
            f"no class {tag!r} is in the archive or in VASSAL{nearest(tag, known)}: VASSAL"
            " complains and leaves the component out",
            "add the class file, or take the component out",
            [Spot(element) for element in elements],
        )


def _is_brought(survey: Survey, tag: str) -> bool:
    return f"{tag.replace('.', '/')}.class" in survey.members


def _attributes(survey: Survey) -> Iterator[Trouble]:
    """Attributes that VASSAL passes over in silence."""
    found: dict[tuple[str, str], list[Element]] = {}
    for element in survey.elements():
        known = components.table().get(element.tag)
        if known is None or "*" in known.attributes:
            continue
        for name in element.attributes:
            if name not in known.attributes:
                found.setdefault((element.tag, name), []).append(element)
    for (tag, name), elements in found.items():
        known = components.table()[tag]
        hint = nearest(name, known.attributes)
        yield Trouble(
            "attribute.unknown",
            f"{known.title} has no attribute {name!r}: VASSAL passes over it{hint}",
            "take it out, or correct its name",
            [Spot(element, field=name) for element in elements],
        )


def order(survey: Survey) -> Iterator[Trouble]:
    """Pieces are read by the BasicCommandEncoder: what holds some must come after it."""
    children = survey.module.root.children
    places = [at for at, child in enumerate(children) if is_a(child, _ENCODER)]
    if survey.module.is_extension:
        return
    if not places and any(child.tag not in components.table() for child in children):
        return  # one of the module's own classes may do the encoder's work
    early = [
        child
        for child in (children[: places[0]] if places else children)
        if is_a(child, *_HOLDERS) and _holds_pieces(child)
    ]
    if early:
        where = "stands before the" if places else "has no"
        yield Trouble(
            "component.order",
            f"{title_of(early[0])} {name_of(early[0])!r} {where} BasicCommandEncoder: its pieces"
            " cannot be built",
            "put the BasicCommandEncoder first",
            [Spot(child) for child in early],
        )


def _holds_pieces(element: Element) -> bool:
    return next(element.iter(*_slots()), None) is not None


def _slots() -> tuple[str, ...]:
    from generator.workbench.opened import CARD_SLOT, PIECE_SLOT

    return PIECE_SLOT, CARD_SLOT


def _parts(home: Element) -> Iterator[Trouble]:
    missing = missing_parts(home)
    if not missing:
        return
    in_use = any(True for _ in home.iter(DECK, STACK)) or len(missing) < len(PARTS)
    grave = [tag for tag in missing if tag in _GRAVE]
    names = ", ".join(tag.rpartition(".")[2] for tag in missing)
    effects = "; ".join(PARTS[tag] for tag in (grave or missing))
    yield Trouble(
        "map.parts",
        f"the map {name_of(home)!r} lacks {names}: {effects}",
        "add them inside the map (--fix does)",
        [Spot(home)],
        milder=not grave or not in_use,
    )


def missing_parts(home: Element) -> list[str]:
    """The classes a map needs and lacks; one of the module's own may be any of them."""
    present: set[str] = set()
    for child in home.children:
        known = components.table().get(child.tag)
        if known is None:
            return []
        present |= {child.tag, *known.ancestors}
    missing = [tag for tag in PARTS if tag not in present]
    if home.tag == MODULE + "PlayerHand":
        missing = [tag for tag in missing if not tag.endswith("StackExpander")]
    return missing
