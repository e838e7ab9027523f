"""Reads a save or log: its steps with their events, the table after each, and the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from generator.collecting import no_collection
from generator.light import dataclass
from generator.vassal.saves import Save
from validator.reading import defined
from validator.reading.events import Event
from validator.reading.history import History
from validator.reading.maps import Maps, maps_of
from validator.reading.opening import is_recorded
from validator.reading.players import Roster
from validator.reading.steps import Step as Step
from validator.reading.steps import StepReader
from validator.reading.steps import undone_in as undone_in
from validator.table import Stacking, Table

if TYPE_CHECKING:
    from generator.definition.binding import Binding
    from generator.definition.schema import Game
    from generator.vassal.locations import Locations
    from generator.vassal.modules import Module
    from validator.reading.defined import DefinedPlaces


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of a save or log, secrets included; show them only through a view."""

    name: str
    sha256: str
    module: str
    """The name of its module; empty if neither the file says it nor the module is at hand."""
    module_version: str
    vassal_version: str
    start_events: tuple[Event, ...]
    """The players at the beginning: `events.Joined` of step 0."""
    steps: tuple[Step, ...]
    history: History = field(repr=False)
    roster: Roster = field(repr=False)
    maps: Maps
    """Who may see which maps, as far as known."""
    locations: Locations | DefinedPlaces | None = None
    entries: tuple[tuple[int, ...], ...] = ()
    """For a game recorded in Tabletop Simulator: the entries of each step."""
    last_entry: int | None = None
    """For a game recorded in Tabletop Simulator: the number of its last entry."""

    @property
    def start(self) -> Table:
        """The table before the first step; it must not be changed."""
        return self.history.after(0)

    def table(self, step: int | None = None) -> Table:
        """The table after a step; 0 is the start, None the end. It must not be changed."""
        return self.history.after(len(self.steps) if step is None else step)

    def replay(self) -> Iterator[tuple[Step, Table]]:
        """Each step with the table after it, which is changed for the next step."""
        return zip(self.steps, self.history.replay(), strict=False)

    def undone(self) -> Mapping[int, int]:
        """The finally undone steps, and the steps that undid them."""
        return undone_in(self.steps)


def read_file(
    path: Path,
    module: Path | None = None,
    roster: Roster | None = None,
    game: str | Path | None = None,
) -> Reading:
    """Read a save or log file, with places named by the module if it is given.

    A log of our own module needs no module, since the game's definition knows the places, as does
    that of ``game`` (a name or a folder). A save of Tabletop Simulator is always read by the
    definition. Raises subclasses of `BroadsideError` that name the file.
    """
    from validator.reading import opening

    save = opening.open_file(path)
    by_module = module is not None and not opening.is_recorded(save) and not defined.stamp_of(save)
    if module is not None and by_module and game is None:
        from generator.vassal import modules

        return read(save, modules.read(module), roster=roster)
    known = defined.named_game(game) if game is not None else defined.bundled_game(save)
    save = opening.with_steps(save, known)
    return read(save, game=known, roster=roster, private_maps=opening.hands_in(save))


def read(
    save: Save,
    module: Module | None = None,
    *,
    private_maps: Mapping[str, Iterable[str]] | None = None,
    game: Game | None = None,
    roster: Roster | None = None,
    binding: Binding | None = None,
) -> Reading:
    """Read a decoded save or log.

    The ``module``, or the ``game`` that it was made from, names the places and says which maps are
    private; ``private_maps`` (map to the sides that may see it) adds to that. Give the ``roster``
    of an earlier file of the same game to keep its marks, and the ``binding`` of an imported game,
    whose module may name maps differently. Raises `generator.vassal.trees.NestingError`.
    """
    locations: Locations | DefinedPlaces | None = None
    known: set[str] = set()
    secret = {name: tuple(sides) for name, sides in (private_maps or {}).items()}
    if game is not None:
        called = binding.maps if binding is not None else {}
        locations = defined.places_of(game, save, called)
        private = {**defined.private_maps(game)}
        private |= {own: private[name] for own, name in called.items() if name in private}
        secret = {**private, **secret}
        known.update((*called, *(one.name for one in game.maps)))
    stacking: Mapping[str, Stacking] = {}
    if module is not None:
        from generator.vassal import locations as places
        from generator.vassal.modules import map_name
        from validator.reading.stacking import stacking_of

        locations = places.read(module)
        secret = {**module.private_maps(), **secret}
        known.update(map(map_name, module.maps()))
        stacking = stacking_of(module)
    roster = roster if roster is not None else Roster()
    roster.learn(save.text)
    reader = StepReader(Table(stacking=stacking), roster, locations)
    with no_collection():
        reader.begin(save.position())
        start_events = tuple(reader.found)
        history = History(save, reader.table)
        steps = []
        for number, (following, written) in enumerate(save.steps_from(save.first_step()), 1):
            given = reader.whole(written)
            steps.append(reader.step(number, given, history))
            history.note(following, given, reader.table, added_to=given is not written)
    return Reading(
        save.name,
        save.sha256,
        save.moduledata.name or (module.name if module is not None else ""),
        save.savedata.version or save.moduledata.version,
        save.savedata.vassal_version or save.moduledata.vassal_version,
        start_events,
        tuple(steps),
        history,
        roster,
        maps_of(secret, known, history.after(0)),
        locations,
        save.entries if is_recorded(save) else (),
        save.last_entry if is_recorded(save) else None,
    )
