"""``broadside diff``: what differs between two modules, saves or logs, of VASSAL or Tabletop
Simulator."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.differences import Comparison, Detail
from generator.errors import BroadsideError
from generator.light import dataclass
from generator.terminal import FINDINGS, print_json, reveal_option, side_option, spare

if TYPE_CHECKING:
    from generator.vassal.modules import Module
    from generator.workbench.comparing import SavedDifferences

_GIT_ARGUMENTS = 7
"""Path, then file, hash and mode of the old and of the new; two more where it was renamed."""
_TABLETOP = "a save of Tabletop Simulator"
_SAVE = "a save of VASSAL"
_TONES: dict[str, dict[str, Any]] = {
    "heading": {"bold": True},
    "where": {"fg": "cyan"},
    "added": {"fg": "green"},
    "removed": {"fg": "red"},
    "moved": {"fg": "magenta"},
    "renamed": {"fg": "yellow"},
}
_EPILOG = """\b
Examples:
  broadside diff game-1.0.vmod game-1.1.vmod
  broadside diff game-1.0.vmod game-1.1.vmod --html differences.html
  broadside diff turn-3.vlog turn-4.vlog --module game.vmod --as German
  broadside diff TS_Save_12.json TS_Save_13.json
\b
As git's diff of modules, saves and logs (a module kept unpacked: its buildFile.xml too):
  git config diff.vassal.command 'broadside diff --git'
  echo '*.vmod diff=vassal' >> .gitattributes
  echo 'TS_Save_*.json diff=vassal' >> .gitattributes
Or, as one text for each file, which git then compares by lines:
  git config diff.vassal.textconv 'broadside diff --text'
"""


@dataclass(frozen=True, slots=True)
class View:
    """The view in which saves are compared, and the module for their names."""

    module: Path | None
    side: str | None
    reveal: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison, and the pictures that it may mention."""

    comparison: Comparison
    old_members: Mapping[str, bytes] = field(default_factory=dict)
    new_members: Mapping[str, bytes] = field(default_factory=dict)


@click.command(epilog=_EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="A B")
@click.option("--json", "as_json", is_flag=True, help="Print the differences as JSON.")
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write one page, pictures side by side.",
)
@click.option(
    "--module",
    type=click.Path(path_type=Path),
    metavar="VMOD",
    help="For saves and logs: the module, for names of locations and private maps.",
)
@side_option
@reveal_option
@click.option("--git", is_flag=True, help="Work as git's external diff: take its seven arguments.")
@click.option("--text", is_flag=True, help="Print one file as text, for git's textconv.")
def diff(
    files: tuple[Path, ...],
    as_json: bool,
    html: Path | None,
    module: Path | None,
    side: str | None,
    reveal: bool,
    git: bool,
    text: bool,
) -> None:
    """Show the differences between A and B: two modules, extensions, unpacked folders or
    buildFiles; two saves or logs, from public knowledge; or two saves of Tabletop Simulator.

    Exit status: 0 equal, 1 differences, 2 unusable input.
    """
    if text:
        for line in _text_of(_given(files, 1)[0], side, reveal):
            click.echo(line)
        return
    if git and len(files) < _GIT_ARGUMENTS:
        click.echo(f"* Unmerged path {files[0]}")
        return
    old, new = (files[1], files[4]) if git else _given(files, 2)
    names = (f"a/{files[0]}", f"b/{files[0]}") if git else (str(old), str(new))
    if html is not None:
        spare(html, [old, new])
    compared = _compared(old, new, names, View(module, side, reveal))
    if html is not None:
        from generator.files import as_utf8, replace_file
        from validator.reporting.differences import page_of

        page = page_of(compared.comparison, compared.old_members, compared.new_members)
        replace_file(html, as_utf8(page))
    if as_json:
        print_json(compared.comparison.to_json())
    else:
        _print(compared.comparison)
    if html is not None and not as_json:
        click.echo(f"The page with the pictures: {html}")
    if compared.comparison.differs and not git:
        sys.exit(FINDINGS)


def _given(files: tuple[Path, ...], count: int) -> tuple[Path, ...]:
    if len(files) != count:
        wanted = "one file" if count == 1 else "two files"
        raise click.UsageError(f"{wanted} wanted, {len(files)} given")
    return files


def _compared(old: Path, new: Path, names: tuple[str, str], seen: View) -> Compared:
    """Compare two files of one kind. Raises `BroadsideError` if their kinds differ."""
    kinds = {_kind(path) for path in (old, new) if not _is_nothing(path)}
    if len(kinds) > 1:
        raise BroadsideError(f"{old} and {new}: {' cannot be compared with '.join(sorted(kinds))}")
    if _TABLETOP in kinds:
        return _tabletop(old, new, names, seen)
    if _SAVE in kinds:
        return _saves(old, new, names, seen)
    if seen != View(None, None, False):
        raise click.UsageError("--module, --as and --reveal go with saves and logs")
    return _modules(old, new, names)


def _is_nothing(path: Path) -> bool:
    """Whether a path is the one that git gives for a missing file."""
    return str(path) in ("/dev/null", "nul") or (path.is_file() and not path.stat().st_size)


def _kind(path: Path) -> str:
    """The kind of a file, or of the file that a folder was unpacked from."""
    from generator.tabletop_simulator.spelled import looks_like_json
    from generator.workbench.sources import is_save
    from generator.workbench.tts.packing import is_unpacked

    if looks_like_json(path) or is_unpacked(path):
        return _TABLETOP
    return _SAVE if is_save(path) else "a module"


def _tabletop(old: Path, new: Path, names: tuple[str, str], seen: View) -> Compared:
    from generator.workbench.tts.comparing import compare
    from generator.workbench.tts.opened import OBJECTS
    from generator.workbench.tts.reading import read_save

    if seen.module is not None or seen.side is not None:
        raise click.UsageError("--module and --as go with saves and logs of VASSAL")
    saves = [{OBJECTS: []} if _is_nothing(path) else read_save(path) for path in (old, new)]
    return Compared(compare(saves[0], saves[1], names, reveal=seen.reveal))


def _modules(old: Path, new: Path, names: tuple[str, str]) -> Compared:
    from generator.vassal import file_kinds
    from generator.workbench.comparing import compare
    from generator.workbench.sources import nothing_like, open_source

    taken = file_kinds.EITHER
    given = [None if _is_nothing(path) else open_source(path, taken) for path in (old, new)]
    there = next((one for one in given if one is not None), None)
    if there is None:
        raise BroadsideError(f"{old} and {new}: both are empty")
    was, now = (one or nothing_like(there) for one in given)
    return Compared(compare(was, now, names, _setups(old, new)), was.members, now.members)


def _setups(old: Path, new: Path) -> SavedDifferences:
    """The differences of the saved games in two modules, from public knowledge."""
    from generator.vassal import modules, saves
    from validator.reading import comparing, reader, views
    from validator.reading.players import Roster

    read = functools.cache(modules.read)

    def module_of(path: Path) -> Module | None:
        with suppress(BroadsideError):
            return read(path)
        return None

    def differ(name: str, before: bytes, after: bytes) -> Iterable[Detail]:
        roster = Roster()
        try:
            was, now = (
                views.view(
                    reader.read(saves.from_bytes(data, name), module_of(path), roster=roster)
                )
                for path, data in ((old, before), (new, after))
            )
        except BroadsideError:
            return ()
        return comparing.as_details(comparing.compare(was, now))

    return differ


def _saves(old: Path, new: Path, names: tuple[str, str], seen: View) -> Compared:
    from validator.reading import comparing, reader, views
    from validator.reading.players import Roster

    if _is_nothing(old) or _is_nothing(new):
        how = "new" if _is_nothing(old) else "gone"
        return Compared(Comparison(*names, (), (f"this save or log is {how}",)))
    roster = Roster()
    sides = [
        views.view(reader.read_file(path, seen.module, roster), seen.side, reveal=seen.reveal)
        for path in (old, new)
    ]
    return Compared(comparing.compare(sides[0], sides[1], names))


def _print(comparison: Comparison) -> None:
    from generator.differences import lines

    for line in lines(comparison):
        click.echo(click.style(line.text, **_TONES.get(line.tone, {})))


def _text_of(file: Path, side: str | None, reveal: bool) -> Iterator[str]:
    """A file as lines of text that git can compare."""
    kind = _kind(file)
    if kind == _TABLETOP:
        from generator.workbench.tts.reading import text_of as text_of_tabletop

        yield from text_of_tabletop(file, reveal=reveal)
        return
    if kind == _SAVE:
        from validator.reading import listing

        view = listing.view_of(file, side=side, reveal=reveal)
        yield from listing.table_lines(view.scene(0))
        for happened in listing.events_of(file, side=side, reveal=reveal):
            yield listing.event_line(happened)
        return
    from generator.workbench.sources import text_of

    yield from text_of(file)
