"""From file to file: each must begin as the one before it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from validator.audit.findings import Finding, Severity
from validator.audit.logs import GameLog, fingerprint, follows
from validator.audit.result import LogFile
from validator.reading.views import Scene, View

_NAMED = 6
"""So many differences are named."""


def unbroken(logs: Sequence[GameLog]) -> Iterator[tuple[int, int]]:
    """The runs of files that follow on each other: (first, one behind the last)."""
    first = 0
    for at in range(1, len(logs)):
        if not follows(logs[at - 1], logs[at]):
            yield first, at
            first = at
    if logs:
        yield first, len(logs)


def findings(logs: Sequence[GameLog], files: Sequence[LogFile]) -> Iterator[Finding]:
    """Files that do not follow on each other, and logs that were begun anew.

    A position may come again in play, to somebody who sees part of it often: what goes on from
    where the file before it ended is not begun anew.
    """
    starts: dict[tuple[str, str], int] = {}
    for at, log in enumerate(logs):
        start = (log.reading.module, fingerprint(log.view.scene(0)))
        if at and not follows(logs[at - 1], log):
            if start in starts and log.reading.steps:
                yield _again(files[starts[start]], files[at])
            else:
                yield _gap(logs[at - 1].view, log.view, files[at - 1 : at + 1])
        if log.reading.steps:
            starts.setdefault(start, at)


def _again(earlier: LogFile, later: LogFile) -> Finding:
    return Finding(
        Severity.SUSPICIOUS,
        "chain.again",
        later.first_step,
        "From one position a game is played on once.",
        f"{earlier.name} and {later.name} begin from the same position:"
        " one of them was played again.",
    )


def _gap(ended: View, begun: View, files: Sequence[LogFile]) -> Finding:
    module, other = ended.module, begun.module
    if module != other:
        did = f"{files[0].name} was played with {module!r}, {files[1].name} with {other!r}."
        return Finding(
            Severity.SUSPICIOUS,
            "chain.module",
            files[1].first_step,
            "All files of a game are of one module.",
            did,
        )
    names = list(_differences(ended.scene(), begun.scene(0)))
    told = "; ".join(names[:_NAMED]) + ("; ..." if len(names) > _NAMED else "")
    return Finding(
        Severity.SUSPICIOUS,
        "chain.gap",
        files[1].first_step,
        "Each file begins where the one before it ended.",
        f"{files[1].name} does not begin where {files[0].name} ended"
        + (f": {told}." if told else ": other counters lie face down, or elsewhere."),
        "the same table, or the file in between",
    )


def _differences(ended: Scene, begun: Scene) -> Iterator[str]:
    """What both scenes show, where they differ; face-down pieces are only counted."""
    old = {seen.piece.id: seen for seen in ended.pieces if seen.piece is not None}
    new = {seen.piece.id: seen for seen in begun.pieces if seen.piece is not None}
    for ident in sorted(old.keys() | new.keys()):
        before, after = old.get(ident), new.get(ident)
        if before is None and after is not None:
            yield f"{after.name} is on the table"
        elif after is None and before is not None:
            yield f"{before.name} is gone"
        elif before is not None and after is not None:
            if (before.place.map, before.place.x, before.place.y) != (
                after.place.map,
                after.place.x,
                after.place.y,
            ):
                yield f"{after.name} went from {before.place} to {after.place}"
            elif before.name != after.name or before.masked != after.masked:
                yield f"{before.name} has become {after.name}"
    for name in sorted(ended.properties.keys() & begun.properties.keys()):
        if ended.properties[name] != begun.properties[name]:
            yield f"{name} was {ended.properties[name]} and is {begun.properties[name]}"
