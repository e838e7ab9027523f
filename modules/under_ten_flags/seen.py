"""What everybody at the table sees of a verb: plots, draws and escorts stay secret."""

from __future__ import annotations

from dataclasses import replace

from validator.rules.verbs import Verb

from . import verbs as v
from .state import State
from .tables import Tables


def seen_by_all(tables: Tables, state: State, verb: Verb) -> tuple[Verb, ...]:
    """The verb without its secrets; nothing of what a cruiser does unseen."""
    if isinstance(verb, v.PlaceCruiser | v.PlotCruiser | v.JoinEscort | v.LeaveEscort):
        return ()
    if isinstance(verb, v.ChooseStart):
        return (v.ChooseStart(None),)
    if isinstance(verb, v.PlotAtlantis):
        return (v.PlotAtlantis(None),)
    if isinstance(verb, v.DrawSet):
        return (replace(verb, origin=None, destination=None, ship=None),)
    return (verb,)


def consistent(true: State, seen: State) -> bool:
    """Whether the truth is possible by what everybody knows."""
    return (
        true.atlantis.keys() <= seen.atlantis.keys()
        and all(_set_possible(true, seen, acvm) for acvm in true.voyages)
        and all(_cruiser_possible(true, seen, ca) for ca in true.cruisers)
        and (true.phase, true.turn, true.points, true.morale)
        == (seen.phase, seen.turn, seen.points, seen.morale)
        and true.outcome == seen.outcome
    )


def _set_possible(true: State, seen: State, acvm: str) -> bool:
    mine, theirs = true.voyages[acvm], seen.voyages[acvm]
    return (
        mine.at == theirs.at
        and mine.origin <= theirs.origin
        and mine.destination <= theirs.destination
        and mine.ship <= theirs.ship
    )


def _cruiser_possible(true: State, seen: State, ca: str) -> bool:
    mine, theirs = true.cruisers[ca], seen.cruisers[ca]
    return (not theirs.at or mine.at.keys() <= theirs.at.keys()) and theirs.active in (
        None,
        mine.active,
    )
