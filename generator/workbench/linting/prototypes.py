"""Prototypes: undefined, unused, in a circle, of one name."""

from __future__ import annotations

from collections.abc import Iterator

from generator.workbench.linting.findings import Trouble
from generator.workbench.linting.hints import Hints
from generator.workbench.linting.pieces import USES, Assembly
from generator.workbench.linting.survey import Survey


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about prototypes."""
    assembly = Assembly(survey)
    if survey.knows_all:
        yield from _undefined(survey)
        yield from _unused(survey)
    yield from _circles(assembly)


def _undefined(survey: Survey) -> Iterator[Trouble]:
    known = Hints(survey.prototypes)
    for owner in survey.owners:
        if owner.trait is None or owner.trait.id != USES or owner.is_foreign:
            continue
        name = owner.trait.text("prototypeName")
        if name not in survey.prototypes and not survey.in_code(name):
            yield Trouble(
                "prototype.undefined",
                f"the prototype {name!r} is used and nowhere defined{known.of(name)}",
                "define it, or use another",
                [spot.within("prototypeName") for spot in owner.spots],
                owner.count,
            )


def _circles(assembly: Assembly) -> Iterator[Trouble]:
    told: set[frozenset[str]] = set()
    for name in assembly.survey.prototypes:
        circle = _circle_from(name, assembly)
        if not circle or frozenset(circle) in told:
            continue
        told.add(frozenset(circle))
        members = [assembly.prototype(one) for one in circle]
        yield Trouble(
            "prototype.circular",
            "prototypes use each other in a circle: " + " -> ".join([*circle, circle[0]]),
            "take one of the uses out",
            [piece.spot() for piece in members if piece is not None],
        )


def _circle_from(start: str, assembly: Assembly) -> list[str]:
    """The shortest way from a prototype back to itself; empty when there is none."""
    waiting: list[list[str]] = [[start]]
    seen: set[str] = set()
    while waiting:
        way = waiting.pop(0)
        prototype = assembly.prototype(way[-1])
        for name in assembly.uses(prototype) if prototype is not None else ():
            if name == start:
                return way
            if name not in seen:
                seen.add(name)
                waiting.append([*way, name])
    return []


def _unused(survey: Survey) -> Iterator[Trouble]:
    used = {
        owner.trait.text("prototypeName")
        for owner in survey.owners
        if owner.trait is not None and owner.trait.id == USES
    }
    for name, pieces in survey.prototypes.items():
        own = [piece for piece in pieces if not piece.is_foreign]
        if own and name not in used and not survey.in_code(name):
            yield Trouble(
                "prototype.unused",
                f"no piece uses the prototype {name!r}",
                "take it out, unless it is kept for an extension",
                [piece.spot() for piece in own],
            )
