"""What ``broadside info`` and ``broadside schema`` tell: counts, provenance, decisions, schema."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

from generator.counting import counted, plural
from generator.definition.binding import Binding, binding_of
from generator.definition.layouts import LayoutFile
from generator.definition.reader import game_names, load_game
from generator.definition.schema import (
    SCHEMA_VERSION,
    ActionsFile,
    ChartsFile,
    CountersFile,
    Game,
    GameFile,
    MapFile,
    Model,
    Overlay,
    Scenario,
    Sourced,
)
from generator.geography.layout import grid_names, grid_of
from generator.light import dataclass


@dataclass(frozen=True, slots=True)
class OurDatum:
    """A datum that is not printed in the rules, and why it is what it is."""

    what: str
    status: str
    why: str
    decision: str


@dataclass(frozen=True, slots=True)
class About:
    """Everything ``broadside info GAME`` says."""

    game: Game
    counts: Mapping[str, int]
    """How many it has of what, in the singular."""
    ours: tuple[OurDatum, ...]
    binding: Binding | None = None
    """Of an imported game: what of it is found in the original module's logs."""

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        game = self.game
        return {
            "id": game.id,
            "name": game.name,
            "version": game.version,
            "definition": game.definition_hash,
            "overlays": [mark.model_dump() for mark in game.overlays],
            "edition": game.credits.edition,
            "notice": game.credits.notice,
            "sides": [side.id for side in game.sides],
            "scenarios": [scenario.id for scenario in game.scenarios],
            "counts": {plural(what): number for what, number in self.counts.items()},
            "provenance": [asdict(one) for one in self.ours],
            "decisions": [decision.model_dump(mode="json") for decision in game.decisions],
            **({"unbound": dict(self.binding.unbound)} if self.binding is not None else {}),
        }

    def lines(self) -> Iterator[str]:
        """Lines for a terminal."""
        game = self.game
        yield f"{game.name} {game.version} ({game.id}), {game.credits.edition}"
        yield game.credits.notice
        yield f"Definition {game.definition_hash}"
        for mark in game.overlays:
            yield f"Overlay {mark.id}: {mark.name} ({mark.sha256})"
        yield "Sides: " + ", ".join(side.id for side in game.sides)
        yield "Holds: " + ", ".join(counted(number, what) for what, number in self.counts.items())
        if self.binding is not None:
            yield from self.binding.lines()
        if self.ours:
            yield ""
            yield "Not printed in the rules:"
        for one in self.ours:
            reason = "; ".join(part for part in (one.decision, one.why) if part)
            yield f"  {one.status:<13} {one.what} ({reason})"
        if game.decisions:
            yield ""
            yield "Decisions where the rules are silent:"
        for decision in game.decisions:
            yield f"  {decision.id:<6} {_sentence(decision.gap)} {_sentence(decision.ruling)}"


@dataclass(frozen=True, slots=True)
class Bundled:
    """The bundled games, each with its name and version."""

    games: tuple[Game, ...]

    def to_json(self) -> list[dict[str, str]]:
        """Plain data."""
        return [{"id": g.id, "name": g.name, "version": g.version} for g in self.games]

    def lines(self) -> Iterator[str]:
        """Lines for a terminal."""
        for game in self.games:
            yield f"{game.id:<16} {game.name} {game.version}"


def bundled_games() -> Bundled:
    """The games that travel with Broadside."""
    return Bundled(tuple(load_game(name) for name in game_names()))


def about(game: Game, folder: Path | None = None) -> About:
    """Counts and provenance of a game; of an imported one in its folder also what is bound.

    Raises `CarriedError`.
    """
    hexes = 0
    for board in game.maps:
        grid = grid_of(board)
        hexes = max(hexes, len(grid_names(grid)) if grid is not None else 0)
    counts = {
        "map": len(game.maps),
        "hex": hexes,
        "counter": len(game.counters),
        "chart": len(game.charts),
        "action": len(game.actions),
        "dice button": len(game.dice),
        "set-up": len(game.scenarios),
        "decision": len(game.decisions),
    }
    binding = binding_of(game, folder) if folder is not None else None
    return About(game, counts, tuple(our_data(game)), binding)


def fills_gaps(game: Game) -> bool:
    """Whether there is anything to say of where the printed rules are silent."""
    return bool(game.credits.is_unofficial or game.decisions or next(iter(our_data(game)), None))


def our_data(game: Game) -> Iterator[OurDatum]:
    """Every datum that is inferred or reconstructed; the same reason for several said once."""
    grouped: dict[tuple[str, str, str, str, str], list[str]] = {}
    sections = {
        "map": game.maps,
        "counter": game.counters,
        "chart": game.charts,
        "property": game.properties,
        "sequence": game.sequence,
        "action": game.actions,
        "dice button": game.dice,
        "score button": game.scores,
        "set-up": game.scenarios,
    }
    for section, things in sections.items():
        for thing in things:
            own = _named(thing)
            for way, part, field, status, why, decision in _ours(thing):
                inside = " ".join(part for part in way if part)
                gather = section in ("counter", "action")
                key = (section if gather else f"{section} {own}", field, status, why, decision)
                grouped.setdefault(key, []).append(own if gather else inside or part)
    for (section, field, status, why, decision), names in grouped.items():
        listed = ", ".join(name for name in dict.fromkeys(names) if name)
        what = ": ".join(part for part in (section, listed) if part)
        yield OurDatum(f"{what} ({field})" if field else what, status, why, decision)


def _ours(
    thing: Model, way: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str, str, str, str, str]]:
    """(way, part, field, status, why, decision) of each datum under a thing that is ours."""
    if isinstance(thing, Sourced):
        if thing.status != "printed":
            yield way, "", "", thing.status, thing.why, thing.decision
        for field, source in thing.provenance.items():
            if source.status != "printed":
                yield way, "", field, source.status, source.why, source.decision
    for field, value in thing:
        if isinstance(value, Model):
            yield from _ours(value, (*way, field))
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Model):
                    yield from _ours(item, (*way, field, _named(item)))
        elif isinstance(value, Mapping):
            for key, item in value.items():
                if isinstance(item, Model) and field != "provenance":
                    yield from _ours(item, (*way, str(key)))


def _named(thing: Model) -> str:
    for field in ("id", "name", "title", "at"):
        word = getattr(thing, field, "")
        if word and word != "-":
            return str(word)
    return ""


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def json_schema() -> dict[str, Any]:
    """The JSON Schema of all files of a definition (draft 2020-12).

    Each kind of file has its definition, such as ``#/$defs/MapFile``, for an editor's settings. A
    key is described by the docstring under its field.
    """
    from pydantic.json_schema import models_json_schema

    from generator.definition.checking import checked, models_made

    files = (
        GameFile,
        MapFile,
        CountersFile,
        ChartsFile,
        ActionsFile,
        Scenario,
        Overlay,
        LayoutFile,
    )
    _, schema = models_json_schema([(checked(model), "validation") for model in files])
    definitions = schema["$defs"]
    for model in models_made():
        keys = definitions.get(model.__name__, {}).get("properties", {})
        for name, said in _docstrings(model).items():
            if name in keys:
                keys[name]["description"] = said
    # A cell may be written as its bare value.
    bare = {"type": ["string", "number", "boolean", "null", "array"]}
    definitions["CellBody"] = {"anyOf": [bare, definitions["CellBody"]]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Broadside game definition, version {SCHEMA_VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in files],
        "$defs": definitions,
    }


def _docstrings(model: type[Model]) -> dict[str, str]:
    """The docstrings under the fields of a class and of its bases, by field, each as one line.
    Pydantic can read them only of its own models, which are made of these classes."""
    found = {}
    for kind in reversed(model.__mro__[: model.__mro__.index(Model)]):
        (written,) = ast.parse(inspect.getsource(kind)).body
        for field, after in pairwise(written.body if isinstance(written, ast.ClassDef) else ()):
            if isinstance(field, ast.AnnAssign) and isinstance(after, ast.Expr):
                said = ast.literal_eval(after.value)
                found[ast.unparse(field.target)] = " ".join(said.replace("``", "`").split())
    return found
