"""Pieces and prototypes that VASSAL cannot build, and traits it does not know."""

from __future__ import annotations

from collections.abc import Iterator

from generator.workbench.linting.findings import Spot, Trouble
from generator.workbench.linting.survey import Owner, Survey


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about definitions as such."""
    for element, why in survey.broken:
        yield Trouble(
            "piece.broken",
            f"{element.get('entryName') or element.get('name')!r} cannot be built: {why}",
            "make the piece anew in VASSAL's editor, or take it from an older version",
            [Spot(element)],
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
