"""Runs the audits that need no rules, which apply to any log of any module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.audit import chain, declaring, dice, loads, people, turns
from validator.audit.accounts import Accounts, Company
from validator.audit.clock import Clock
from validator.audit.codes import found
from validator.audit.covers import Covers
from validator.audit.decks import Decks
from validator.audit.dice import Results, Roll
from validator.audit.fairness import Fairness, judge
from validator.audit.findings import Finding, Severity
from validator.audit.foreign import Foreign
from validator.audit.handmade import Handmade
from validator.audit.hands import Hands
from validator.audit.inventory import Inventory
from validator.audit.openings import at_the_start
from validator.audit.takebacks import FalseUndos
from validator.audit.undos import Undos
from validator.audit.walking import Watcher, watch

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.audit.logs import GameLog
    from validator.audit.result import LogFile

LIMITS = (
    "A look at a masked piece or into a deck leaves no trace; nor does a command that VASSAL "
    "refused, nor what was done while no log was written. A log tells the order of the steps, not "
    "their time of day. Only moves, masks, notes and some reports say who acted; a name in the "
    "chat is what the player's own program wrote there. A dice roll proves that VASSAL rolled, not "
    "that it was the first roll."
)


_MANY = 4
"""This many notes of one kind are joined into one."""


@dataclass(frozen=True, slots=True)
class General:
    """The results of the general audits."""

    findings: tuple[Finding, ...]
    rolls: tuple[Roll, ...]
    fairness: Fairness
    unsure: frozenset[int] = frozenset()
    """See `Accounts.unsure`, of all files."""


def general(
    game: Game | None,
    module: Inventory | None,
    logs: Sequence[GameLog],
    files: Sequence[LogFile],
) -> General:
    """Run all audits that need no rules. Raises `generator.vassal.trees.NestingError`."""
    views = [log.view for log in logs]
    rolls = _rolls(logs, files)
    findings = [*people.findings(game, views, files), *chain.findings(logs, files)]
    if game is not None and logs:
        same = logs[0].stamp.get("definition") in (None, game.definition_hash)
        start = at_the_start(game, views[0], files[0].first_step, same_edition=same)
        findings += gathered(start)
    results: list[Results] = []
    accounts: list[Accounts] = []
    for log, file in zip(logs, files, strict=True):
        company = Company(log.reading.vassal_version)
        results.append(Results(company, known_dice=game is not None))
        accounts.append(Accounts(company))
        own = (results[-1], accounts[-1])
        findings += gathered(_of_one(game, module, log, file.first_step, company, own))
    otherwise = {button for one in results for button in one.changed_results}
    fairness = judge(rolls, dice.buttons_of(game, module), otherwise)
    findings += _rolled_elsewhere(results)
    findings += dice.habits(rolls)
    findings += fairness.findings()
    if any(view.steps for view in views):
        findings.append(found("log.limits", 0, LIMITS))
    unsure = frozenset[int]().union(*(one.unsure for one in accounts))
    return General(tuple(findings), tuple(rolls), fairness, unsure)


def of_a_recorded_game(game: Game, logs: Sequence[GameLog], files: Sequence[LogFile]) -> General:
    """The general audits that apply to a game recorded in Tabletop Simulator.

    The others examine what VASSAL writes into commands, which is our own writing here. The
    recorder's entries are audited by `validator.audit.tabletop`.
    """
    rolls = _rolls(logs, files)
    fairness = judge(rolls, dice.buttons_of(game, None), ())
    findings = [*dice.habits(rolls), *fairness.findings()]
    for log, file in zip(logs, files, strict=True):
        findings += turns.findings(log.view, file.first_step)
        findings += declaring.findings(game, log.view, file.first_step)
    return General(tuple(findings), tuple(rolls), fairness)


def _rolls(logs: Sequence[GameLog], files: Sequence[LogFile]) -> list[Roll]:
    return [
        row
        for log, file in zip(logs, files, strict=True)
        for row in dice.rolled(log.view, file.first_step)
    ]


def gathered(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, with many notes of one kind joined into one."""
    notes: dict[str, list[Finding]] = {}
    for one in findings:
        if one.severity is Severity.NOTE:
            notes.setdefault(one.code, []).append(one)
        else:
            yield one
    for rows in notes.values():
        if len(rows) < _MANY:
            yield from rows
            continue
        first = rows[0]
        steps = dict.fromkeys(step for row in rows for step in (row.step, *row.related))
        yield replace(
            first,
            did=f"{first.did} And {len(rows) - 1} more like it.",
            pieces=tuple(dict.fromkeys(name for row in rows for name in row.pieces)),
            related=tuple(step for step in steps if step != first.step),
            entries=tuple(row.entry for row in rows[1:] if row.entry),
            details=tuple(f"{row.where}: {row.did}" for row in rows),
        )


def _of_one(
    game: Game | None,
    module: Inventory | None,
    log: GameLog,
    first_step: int,
    company: Company,
    own: Iterable[Watcher],
) -> Iterator[Finding]:
    """The findings about one file; ``own`` are further watchers, which the caller reads later."""
    watchers: list[Watcher] = [
        company,
        Hands(game, log.view, first_step),
        Handmade(company),
        Covers(game is None),
        Decks(module.sorts_decks if module is not None else None),
        *own,
        Undos(),
        FalseUndos(company),
        loads.Loads(),
        Clock(log.saved),
    ]
    if module is not None:
        watchers.append(Foreign(module, _same(module, log)))
        yield from _of_another(module, log, first_step)
    yield from watch(log, first_step, watchers)
    yield from dice.findings(game, log.view, first_step, module)
    if game is not None:
        yield from dice.unmade_rolls(game, log.view, first_step)
        yield from declaring.findings(game, log.view, first_step)
    yield from turns.findings(log.view, first_step)
    yield from loads.second_position(log, first_step)


def _of_another(module: Inventory, log: GameLog, first_step: int) -> Iterator[Finding]:
    """A finding if a log is of another module than the one at hand, or of another version."""
    played = (log.reading.module, log.reading.module_version)
    if not played[0] or played == (module.name, module.version):
        return
    name = log.save.name.replace("\\", "/").rpartition("/")[2]
    did = f"{name} was played with {' '.join(played)}, not with {module.name} {module.version}."
    only_version = Severity.NOTE if played[0] == module.name else None
    legal = "the module of the log; differences from another are only notes"
    yield found("log.module", first_step, did, severity=only_version, legal=legal)


def _same(module: Inventory, log: GameLog) -> bool:
    """Whether a log was played with exactly the module at hand."""
    names = (log.reading.module, log.reading.module_version)
    return names == (module.name, module.version) and not chain.extensions(log)


def _rolled_elsewhere(results: Sequence[Results]) -> Iterator[Finding]:
    """Dice whose value before a file's first roll differs from the end of the files before it."""
    last: dict[str, str] = {}
    for one in results:
        for button, (shown, step) in one.first.items():
            if button in last and shown != last[button]:
                did = (
                    f"{button} had shown {shown} before it was rolled here; the files before this "
                    f"one end with {last[button]}. It was rolled where no log was written, or in "
                    "another game."
                )
                yield found("dice.elsewhere", step, did)
        last.update(one.last)
