"""Pieces and prototypes that VASSAL cannot build, and traits it does not know."""

from __future__ import annotations

from collections.abc import Iterator

from generator.vassal import components
from generator.vassal.documents import Element
from generator.workbench.linting.findings import Spot, Trouble
from generator.workbench.linting.survey import Owner, Survey


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about definitions as such."""
    broken: dict[str, list[Element]] = {}
    for element, why in survey.broken if not _may_have_encoder(survey) else ():
        broken.setdefault(why, []).append(element)
    for why, elements in broken.items():
        first = elements[0].get("entryName") or elements[0].get("name")
        more = f" and {len(elements) - 1:,} more" if len(elements) > 1 else ""
        yield Trouble(
            "piece.broken",
            f"{first!r}{more} cannot be built: {why}",
            "make the piece again in VASSAL's editor, or take it from an older version",
            [Spot(element) for element in elements],
        )
    if survey.brings_classes or not survey.knows_all or survey.is_bare:
        return  # the module's own classes may know more traits
    found: dict[str, list[Owner]] = {}
    for owner in survey.owners:
        if owner.trait is not None and owner.trait.form is None and not owner.is_foreign:
            found.setdefault(owner.trait.id, []).append(owner)
    for name, owners in found.items():
        yield Trouble(
            "trait.unknown",
            f"VASSAL knows no trait {name[:60]!r}: it complains and puts an empty Marker there",
            "take the trait out, or add the classes it is of",
            [spot for owner in owners for spot in owner.spots],
            sum(owner.count for owner in owners),
        )


def _may_have_encoder(survey: Survey) -> bool:
    """Whether classes of the module's own may read pieces that VASSAL's encoder does not.

    Where they are not at hand, as beside a bare buildFile, a component of the module's own stands
    for them.
    """
    if survey.in_code("CommandEncoder"):
        return True
    known = components.table()
    return (survey.is_bare or not survey.knows_all) and any(
        "." in child.tag and child.tag not in known for child in survey.module.root.children
    )
