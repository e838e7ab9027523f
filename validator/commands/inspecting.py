"""``broadside inspect``: what a file is, and what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.counting import counted
from generator.differences import visible
from generator.terminal import (
    as_json_option,
    examples,
    file_argument,
    print_json,
    reveal_option,
)

if TYPE_CHECKING:
    from generator.workbench.tts.inspecting import Recorded, Script, Summary

T = TypeVar("T")

_SHOWN = 12
"""So many of a sort are named; --json names all."""


@click.command(
    epilog=examples(
        "broadside inspect TS_Save_12.json",
        "broadside inspect TS_Save_12.json --json",
        "broadside inspect game.vmod",
        "broadside inspect game.vlog",
    )
)
@file_argument
@reveal_option
@as_json_option
def inspect(file: Path, reveal: bool, as_json: bool) -> None:
    """Describe FILE and its contents: a save or saved object of Tabletop Simulator, or, in short, a
    module, extension, save or log of VASSAL.

    For a played game, only public knowledge is reported, unless --reveal is given.
    """
    from generator.tabletop_simulator.spelled import looks_like_json
    from generator.workbench.tts.packing import is_unpacked

    if looks_like_json(file) or is_unpacked(file):
        from generator.workbench.tts.inspecting import inspect as sum_up
        from generator.workbench.tts.reading import read_save

        found = sum_up(read_save(file), reveal=reveal)
        if as_json:
            print_json(found.to_json())
        else:
            click.echo("\n".join(_save_lines(found)))
        return
    told = _vassal(file, reveal)
    if as_json:
        print_json(told)
        return
    for key, value in told.items():
        if value not in ("", None, {}):
            click.echo(_row(key, _told(value)))


def _told(value: Any) -> str:
    if isinstance(value, dict):
        said = ", ".join(f"{count:,} {word}" for word, count in _few(value.items()))
        return said + (f" and {len(value) - _SHOWN} sorts more" if len(value) > _SHOWN else "")
    return f"{value:,}" if isinstance(value, int) else str(value)


def _vassal(file: Path, reveal: bool) -> dict[str, Any]:
    """A file of VASSAL, summed up."""
    from generator.workbench.sources import is_save

    return _game(file, reveal) if is_save(file) else _module(file)


def _module(file: Path) -> dict[str, Any]:
    from collections import Counter

    from generator.vassal import file_kinds, metadata
    from generator.workbench.comparing import IMAGES
    from generator.workbench.opened import title_of
    from generator.workbench.sources import DATA, open_source

    module = open_source(file, file_kinds.EITHER)
    raw = next((module.members[name] for name in DATA if name in module.members), None)
    data = metadata.read(raw, str(file)) if raw is not None else metadata.Metadata()
    counts = Counter(title_of(element) for element in module.root.iter())
    return {
        "kind": "VASSAL extension" if module.is_extension else "VASSAL module",
        "name": module.name,
        "version": module.root.get("version") or data.version,
        "VASSAL": data.vassal_version,
        "description": module.root.get("description") or data.description,
        "components": dict(counts.most_common()),
        "images": sum(name.startswith(IMAGES) for name in module.members),
        "members": len(module.members),
    }


def _game(file: Path, reveal: bool) -> dict[str, Any]:
    from validator.reading import listing

    view = listing.view_of(file, reveal=reveal)
    scene = listing.scene_value(view.scene())
    return {
        "kind": "VASSAL log" if view.steps else "VASSAL save",
        "module": view.module,
        "version": view.module_version,
        "VASSAL": view.vassal_version,
        "steps": len(view.steps),
        "table": {word: len(value) for word, value in scene.items() if isinstance(value, list)},
        "left out": ", ".join(view.unknown_maps),
    }


def _save_lines(found: Summary) -> Iterator[str]:
    """The summary as text."""
    yield f"{visible(found.name) or '(no name)'}: save of Tabletop Simulator"
    for word, value in found.settings.items():
        yield _row(word, value)
    yield _row("seats", ", ".join(found.hands) or "no hands")
    if found.turns:
        yield _row("turns", ", ".join(found.turns))
    if found.recorded is not None:
        yield from _recorded_lines(found.recorded, found.is_public)
    yield _row("objects", f"{found.on_table:,} on the table, {found.inside:,} in others")
    for kind, count in _few(found.kinds.items()):
        yield f"  {count:>6,}  {visible(kind)}"
    yield from _rest(len(found.kinds), "kind")
    if found.with_states:
        yield _row("states", f"{counted(found.with_states, 'object')} with more than one")
    if found.memos:
        yield _row("identity", f"{counted(found.memos, 'object')} with a Memo")
    if found.containers:
        yield _row("containers", f"{len(found.containers):,} with something in them")
        for one in _few(found.containers):
            guid = f" {visible(one.guid)}" if one.guid and one.guid not in one.what else ""
            yield f"  {one.holds:>6,}  in {visible(one.what)}{guid}"
        yield from _rest(len(found.containers), "container")
    if found.tags:
        told = ", ".join(f"{visible(tag)} ({count})" for tag, count in _few(found.tags.items()))
        yield _row("tags", told)
    if found.notebook:
        yield _row("notebook", ", ".join(map(visible, found.notebook)))
    if found.snap_points:
        yield _row("snap points", f"{found.snap_points:,}")
    yield _row("files", f"{sum(found.images.values()):,} addresses")
    for host, count in _few(found.images.items()):
        yield f"  {count:>6,}  {visible(host)}"
    yield from _rest(len(found.images), "host")
    for address in _few(found.missing):
        yield f"  missing: {visible(address)}"
    yield from _rest(len(found.missing), "missing file")
    yield _row("scripts", f"{sum(one.lines > 0 for one in found.scripts):,}")
    for script in _few(found.scripts):
        yield f"  {_script(script)}"
    yield from _rest(len(found.scripts), "script")


def _recorded_lines(recorded: Recorded, is_public: bool) -> Iterator[str]:
    seats = ", ".join(f"{colour} {side}" for colour, side in recorded.seats.items())
    yield _row("recorder", f"{recorded.name} ({recorded.game}, set-up {recorded.setup})")
    yield _row("", f"{recorded.entries:,} {'entry' if recorded.entries == 1 else 'entries'}")
    if recorded.head:
        yield _row("", f"head {recorded.head[:16]}")
    if seats:
        yield _row("", f"seats: {seats}")
    if is_public:
        yield _row("", "told as everybody may know it; --reveal tells all, at the end of a game")


def _row(word: str, value: str) -> str:
    return f"{word:<14}{visible(value)}"


def _few(given: Iterable[T]) -> Iterator[T]:
    return islice(given, _SHOWN)


def _rest(count: int, noun: str) -> Iterator[str]:
    if count > _SHOWN:
        yield f"          and {counted(count - _SHOWN, noun)} more"


def _script(script: Script) -> str:
    parts = []
    if script.lines:
        parts.append(f"{counted(script.lines, 'line')} of Lua")
    if script.xml_lines:
        parts.append(f"{counted(script.xml_lines, 'line')} of XML")
    if script.state:
        parts.append(f"{counted(script.state, 'byte')} kept")
    return f"{visible(script.where)}: {', '.join(parts)}"
