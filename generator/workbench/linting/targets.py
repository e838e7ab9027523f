"""Where pieces are sent and commands reach: maps, boards, zones, regions, decks that must exist."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from generator.vassal.encodings import is_count
from generator.vassal.traits import Trait
from generator.workbench.linting.findings import Trouble
from generator.workbench.linting.hints import Hints
from generator.workbench.linting.places import Atlas, Map
from generator.workbench.linting.reading import ANY, fits, pattern_of, shown
from generator.workbench.linting.survey import Owner, Survey, Use

_NUMBERED: Final = re.compile(r"(?:Map|PrivateMap|PlayerHand|Deck)[0-9]+")
"""Names that VASSAL gives to maps and decks without one."""
_WANTED: Final = {"L": (), "G": (), "Z": ("zone",), "R": ("region",)}
"""For each destination of Send to Location the fields that count beside map and board."""


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about destinations."""
    if not survey.knows_all:
        return
    atlas = Atlas(survey)
    found: dict[tuple[str, str, str], list[Owner]] = {}
    for owner in survey.owners:
        trait = owner.trait
        if trait is None or owner.is_foreign:
            continue
        missing: Iterator[tuple[str, str, str]] = iter(())
        if trait.id == "sendto;":
            missing = _sent(trait, atlas)
        elif trait.id == "return;":
            missing = _returned(trait, atlas)
        for field, kind, name in missing:
            found.setdefault((kind, name, field), []).append(owner)
    for (kind, name, field), owners in found.items():
        yield Trouble(
            "deck.unknown" if kind == "deck" else "target.unknown",
            f"pieces are sent to the {kind} {shown(name)!r}, which there is not"
            + Hints(_known(kind, atlas)).of(name),
            f"name a {kind} of the module",
            [spot.within(field) for owner in owners for spot in owner.spots],
            sum(owner.count for owner in owners),
            # VASSAL takes the piece's own map then, and counts from its corner.
            milder=kind in ("map", "board"),
        )
    yield from _searched(survey, atlas)


def _sent(trait: Trait, atlas: Atlas) -> Iterator[tuple[str, str, str]]:
    """Field, kind and name of what a Send to Location trait names and the module has not."""
    destination = trait.text("destination")[:1] or "L"
    if destination not in _WANTED:
        return
    maps = list(atlas.maps)
    map_name = _said(trait, "mapId")
    if map_name is None:
        pass
    elif map_name:
        maps = [one for one in atlas.maps if fits(map_name, one.name)]
        if not maps and not _NUMBERED.fullmatch(map_name):
            yield "mapId", "map", map_name
        if not maps:
            return
    if not maps:
        return
    board = _said(trait, "boardName")
    if (
        destination in "LG"
        and board
        and not any(fits(board, one.name) for home in maps for one in home.boards)
    ):
        yield "boardName", "board", board
    for field in _WANTED[destination]:
        name = _said(trait, field)
        if name and not any(fits(name, one) for home in maps for one in _named(field, home)):
            yield field, field, name


def _returned(trait: Trait, atlas: Atlas) -> Iterator[tuple[str, str, str]]:
    is_old = not is_count(trait.text("version")) or int(trait.text("version")) < 2
    field = "deckId" if is_old else "deckExpression"
    if not is_old and trait.text("deckSelect") == "true":
        return
    name = _said(trait, field)
    if name is None or (is_old and not name):
        return
    if not any(fits(name, one) for one in atlas.decks) and not _NUMBERED.fullmatch(name):
        yield field, "deck", name


def _said(trait: Trait, field: str) -> str | None:
    """The name in a field, `ANY` for its unknown parts; `None` when nothing of it is known."""
    assert trait.form is not None
    from generator.vassal.kinds import Part

    row = trait.form.fields[trait.form.index(field)]
    name = pattern_of(Part((), row.kind if "[" in row.kind else "fmt", trait.text(field)))
    return None if name and not name.strip(ANY) else name


def _named(kind: str, home: Map) -> Collection[str]:
    return home.zone_names if kind == "zone" else home.region_names


def _known(kind: str, atlas: Atlas) -> list[str]:
    if kind == "map":
        return [one.name for one in atlas.maps]
    if kind == "deck":
        return sorted(atlas.decks)
    if kind == "board":
        return [board.name for one in atlas.maps for board in one.boards]
    return sorted({name for one in atlas.maps for name in _named(kind, one)})


def _searched(survey: Survey, atlas: Atlas) -> Iterator[Trouble]:
    """What narrows a global key command to places that there are not: it reaches nothing."""
    for kind in ("map", "board", "zone", "deck"):
        known = _known(kind, atlas)
        found: dict[str, list[Use]] = {}
        for use in survey.uses(f"fmt[{kind}]", foreign=False):
            if use.field != "target":
                continue
            name = pattern_of(use.part)
            if not name.strip(ANY) or any(fits(name, one) for one in known):
                continue
            found.setdefault(name, []).append(use)
        for name, uses in found.items():
            yield Trouble(
                "target.unknown",
                f"a global key command asks in the {kind} {shown(name)!r}, which there is not"
                + Hints(known).of(name),
                f"name a {kind} of the module",
                [spot for use in uses for spot in use.spots()],
                sum(use.owner.count for use in uses),
            )
