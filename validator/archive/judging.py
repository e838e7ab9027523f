"""One task of an archive run: list what a file holds, read a file's card, or audit a game.

`done` does a task. It takes and returns plain values, so a task runs the same way in a process of
this machine and on another machine.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from generator.errors import BroadsideError
from generator.files import as_utf8
from generator.light import dataclass
from validator.archive.cards import card_of, meant
from validator.archive.sources import Source, content, inside
from validator.audit.auditing import audited
from validator.audit.logs import open_files
from validator.audit.played import PlayedGame, played
from validator.audit.turns import count_in
from validator.reading.events import Said, TurnAdvanced
from validator.rules.verbs import Verb, chance_fields, field_names, spelled, value_in_words

if TYPE_CHECKING:
    from validator.audit.referee import RulesReferee
    from validator.audit.result import AuditResult

LOOK, CARD, GAME = "look", "card", "game"
_CHOSEN = 2
"""How many chosen values of a side's first act describe its opening."""
Rows = dict[str, list[dict[str, Any]]]
"""Rows by the name of their table (`validator.archive.tables`)."""


@dataclass(frozen=True, slots=True)
class Task:
    """Work to do with one file, or with the files of one game."""

    kind: str
    """`LOOK`, `CARD` or `GAME`."""
    key: str
    """The name of its result: the sum of the file, or the key of the game."""
    sources: tuple[Source, ...]
    own: Sequence[str] = ()
    """Folders of the user's own games."""
    reveal: bool = False
    names: bool = False
    """Keep the names of players; else each gets a pseudonym."""
    replay: tuple[str, str] | None = None
    """The results folder, and the name in it of the game's replay page, which shows real names.
    None: no page is written."""


def done(task: Task) -> Any:
    """The result of a task: what a file holds, a file's card, or a game's rows, as plain values.

    Raises subclasses of `BroadsideError` for a game that cannot be audited.
    """
    if task.kind == LOOK:
        return inside(task.sources[0])
    with TemporaryDirectory(prefix="broadside-archive-") as folder:
        paths = []
        for number, source in enumerate(task.sources):
            name = Path(source.name).name
            path = Path(folder) / str(number) / (name if len(as_utf8(name)) < 256 else name[-60:])
            path.parent.mkdir()
            path.write_bytes(content(source))
            paths.append(path)
        if task.kind == CARD:
            return card_of(paths[0], task.own).to_json()
        read = played(paths, meant(open_files(paths[:1]), task.own), reveal=task.reveal)
        try:
            result = audited(read)
            if task.replay is not None:
                _write_replay(*task.replay, read, result, Path(folder))
            return _rows(task, read, result)
        except BroadsideError as trouble:
            raise type(trouble)(re.sub(rf"{re.escape(folder)}/\d+/", "", str(trouble))) from None


def _write_replay(
    results: str, name: str, read: PlayedGame, result: AuditResult, folder: Path
) -> None:
    from validator.archive.stores import store_of
    from validator.reporting import write_page

    write_page(result, folder / "replay.html", read=read)
    page = (folder / "replay.html").read_bytes()
    store_of(results).write(name, page)


def pseudonym(name: str) -> str:
    """A pseudonym for a player's name; the same name gets the same one in every archive.

    It hides a name from readers, not from somebody who guesses the name and tries it.
    """
    return f"player-{hashlib.sha256(as_utf8(name)).hexdigest()[:8]}"


def hidden(called: Mapping[str, str], text: str | None) -> str:
    """A text in which each name of ``called`` that stands as a whole word is replaced."""
    known = "|".join(re.escape(name) for name in sorted(called, key=len, reverse=True) if name)
    if not text or not known:
        return text or ""
    return re.sub(rf"(?<!\w)(?:{known})(?!\w)", lambda found: called[found[0]], text)


def _rows(task: Task, read: PlayedGame, result: AuditResult) -> Rows:
    called = {name: name if task.names else pseudonym(name) for name in _names(read, result)}
    said = partial(hidden, called)

    def named(player: str | None) -> str:
        return said(_unmarked(player or ""))

    def place(step: int) -> dict[str, Any]:
        file, own = result.where(step)
        return {"step": step, "file": file, "file_step": own}

    key = task.key
    return {
        "games": [_game(task, read, result)],
        "openings": [
            {"game": key, "side": side, "opening": said(opening), **place(step)}
            for side, opening, step in _openings(_heard(read))
        ],
        "players": [
            {"game": key, "player": called[name], "side": side}
            for name, side in sorted({*_players(read)})
        ],
        "turns": [{"game": key, "turn": turn, **place(step)} for turn, step in _turns(read)],
        "rolls": [
            {
                "game": key,
                **place(one.step),
                "button": said(one.button),
                "dice": list(one.dice),
                "result": said(one.result),
                "player": named(one.player),
                "side": one.side,
                "declared": said(one.said),
                "undone": one.undone,
            }
            for one in result.rolls
        ],
        "findings": [
            {
                "game": key,
                "number": number,
                "severity": one.severity.value,
                "code": one.code,
                "cases": list(one.cases),
                **place(one.step),
                "moment": one.moment,
                "player": named(one.player),
                "side": one.side or "",
                "says": one.says,
                "did": said(one.did),
                "legal": said(one.legal),
            }
            for number, one in enumerate(result.findings, 1)
        ],
    }


def _game(task: Task, read: PlayedGame, result: AuditResult) -> dict[str, Any]:
    outcome = read.outcome()
    counts = result.summary()
    hours = [one.saved for one in read.logs if one.saved is not None]
    return {
        "game": task.key,
        "rules": result.game.id if result.game is not None else "",
        "scenario": result.game.scenario().id if result.game is not None else "",
        "module": next((view.module for view in read.views if view.module), ""),
        "module_version": next((one.module_version for one in read.views), ""),
        "by_rules": result.by_rules,
        "files": len(result.files),
        "steps": result.steps,
        "first_saved": min(hours, default=None),
        "last_saved": max(hours, default=None),
        "ended": outcome is not None,
        "winner": outcome.winner if outcome is not None else "",
        "ended_by": outcome.case if outcome is not None else "",
        "score": outcome.score if outcome is not None else None,
        **{severity: counts.get(severity, 0) for severity in _SEVERITIES},
        "headline": result.headline(),
        "trouble": "",
    }


_SEVERITIES = ("violation", "missing", "suspicious", "interpretation", "unverifiable", "note")


def _heard(read: PlayedGame) -> Sequence[RulesReferee]:
    """The rules' reading of each run of consecutive files; empty if the rules are unknown or on
    trial."""
    from validator.audit.referee import heard

    if read.reads is None or read.on_trial:
        return ()
    held = (scene for scene, *_ in read.scenes() if read.is_held(scene))
    return [heard(read.reads, scene, read.explanation(scene)) for scene in held]


def _openings(heard: Sequence[RulesReferee]) -> Iterator[tuple[str, str, int]]:
    """Each side's first act that shows a choice, in words, and its step; nothing for a log that
    begins in mid-game."""
    begun: set[str] = set()
    for act, _ in heard[0].trail if heard and not heard[0].begun.doubt else ():
        side = act.side
        if act.verb is None or not act.step or not side or side in begun:
            continue
        words = opening_words(act.verb)
        if words:
            begun.add(side)
            yield side, words, act.step


def opening_words(verb: Verb) -> str:
    """An act and its first `_CHOSEN` chosen values, ``move sr1, 0705 ... 0805``; empty if it has
    none."""
    kind, chosen = type(verb), []
    for name in field_names(kind):
        value = getattr(verb, name)
        if value is None or isinstance(value, bool) or name in chance_fields(kind):
            continue
        long = isinstance(value, tuple | list) and len(value) > 2
        chosen.append(f"{value[0]} ... {value[-1]}" if long else value_in_words(kind, name, value))
    return f"{spelled(kind)} {', '.join(chosen[:_CHOSEN])}" if chosen else ""


def _players(read: PlayedGame) -> Iterator[tuple[str, str]]:
    for view in read.views:
        yield from ((who.name, who.side) for who in view.scene(0).players if who.name)
        for event in view.events():
            if event.player is not None and event.player.name:
                yield event.player.name, event.player.side


def _names(read: PlayedGame, result: AuditResult) -> Iterator[str]:
    """Every player's name in the files, also those that only a chat line claims."""
    yield from (name for name, _ in _players(read))
    for view in read.views:
        yield from (one.speaker for one in view.events() if isinstance(one, Said))
    yield from (_unmarked(one.player) for one in result.rolls if not one.side)


def _unmarked(player: str) -> str:
    """A player's name without the mark ``P1``, which differs from game to game."""
    return re.sub(r"(?:^| )P\d+$", "", player)


def _turns(read: PlayedGame) -> Sequence[tuple[int, int]]:
    """Each number of the turn tracker, and the first step that shows it."""
    found: dict[int, int] = {}
    for view, file in zip(read.views, read.files, strict=True):
        for event in view.events():
            if isinstance(event, TurnAdvanced):
                number = count_in(event.state)
                if number is not None:
                    found.setdefault(number, file.first_step + event.step)
    return sorted(found.items())
