"""The audit of one game: files in, findings out.

archive -> command -> event (`validator.reading`), event -> scene (``observing.py``), scene -> act
(`validator.explaining`), act -> finding (``referee.py``); beside them audits that need no rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator import __version__
from generator.collecting import no_collection
from generator.definition.binding import binding_of
from validator.audit import chain, inventory, people, throws
from validator.audit.codes import found
from validator.audit.commitments import windows
from validator.audit.findings import Finding, in_order
from validator.audit.general import gathered, general, of_a_recorded_game
from validator.audit.logs import (
    AuditError,
    GameLog,
    files_in,
    files_of,
    game_of,
    joined,
    once,
    open_files,
    other_edition,
    read_files,
)
from validator.audit.logs import in_order as files_in_order
from validator.audit.moments import timed
from validator.audit.openings import as_begun
from validator.audit.result import NO_RULES, AuditResult, LogFile
from validator.audit.sealing import Seals, seals_of
from validator.reading import opening
from validator.reading.views import View

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from generator.vassal.saves import Save
    from validator.audit.believing import Quarry
    from validator.audit.showing import Around
    from validator.audit.tabletop.auditing import RecordedGame
    from validator.rules.engine import GameRules


@no_collection()
def audit(
    paths: Sequence[str | Path],
    game: str | Path | None = None,
    side: str | None = None,
    *,
    reveal: bool = False,
    overlays: Sequence[str | Path] = (),
    module: str | Path | Sequence[str | Path] | None = None,
    belief: bool = False,
    heads: Sequence[str] = (),
    explain: int | None = None,
) -> AuditResult:
    """Audit logs and saves (or folders of them) as one game.

    ``game`` is a bundled game's name or a folder; without it the files say which game of ours
    they are, else only the audits that need no rules are made. ``module`` is the ``.vmod`` it was
    played with (and its extensions): it names places, dice and pieces, and says which maps are
    private. ``side`` sees what that side may know, ``reveal`` everything; otherwise only what
    everybody may know is used. ``belief`` adds where the others' hidden things could be,
    ``explain`` how the log reads around a step.

    Saves of Tabletop Simulator that hold our recorder's log are one game too: of several the one
    that was played last is audited, the others tell what was lost on the way. ``heads`` are those
    that the game told in its chat.

    Raises subclasses of `BroadsideError`: no such file, no save or log, another game's or another
    edition's log, a side nobody has.
    """
    named, again = once(files_of(paths))
    opened = open_files(named)
    table = _recorded(opened, heads)
    if table is not None:
        opened = [table.last]
    definition = game_of(opened, game, overlays)
    parts = inventory.read(_paths(module)) if module is not None else []
    folder = _folder(game, definition)
    binding = binding_of(definition, folder) if definition is not None and folder else None
    read = read_files(
        opened,
        definition,
        side,
        reveal=reveal,
        module=parts[0] if parts else None,
        binding=binding,
    )
    kept, held = _without_copies(read)
    logs = joined(files_in_order(kept))
    edition = other_edition(definition, logs, binding) if definition is not None else ""
    views = [log.view for log in logs]
    if definition is not None and views:
        definition = as_begun(definition, views[0])
    rules, lacking = _rules(definition, folder)
    files = files_in(logs)
    known = inventory.inventory(parts) if parts else None
    if table is not None and definition is not None:
        said = of_a_recorded_game(definition, logs, files)
    else:
        # A module that was imported knows nothing of the definition.
        ours = definition if binding is None or any(log.stamp for log in logs) else None
        said = general(ours, known, logs, files)
    seals = seals_of(definition, logs, files)
    findings = [*said.findings, *held, *map(chain.given_twice, again), *gathered(seals.findings)]
    if edition:
        findings.append(_edition(edition, "table" if table is not None else "module"))
    if rules is not None and binding is not None:
        lacking = binding.lacks(rules.module.needs)
        # A module that was built again has buttons which the original has not.
        shown = _pressed(rules, views, files, seals) if lacking else ()
        lacking = [one for one in lacking if one not in shown]
    if definition is not None and lacking:
        findings.append(_unbound(definition, lacking))
    elif rules is not None:
        judged = list(_by_rules(rules, logs, views, files, seals))
        findings = _without_doubles(findings, judged)
    else:
        findings.append(_no_rules(definition, views))
    thought = _believed(definition, folder, logs, files, seals) if belief and not lacking else None
    if table is not None and definition is not None:
        findings = table.findings(findings, logs[0], definition, folder)
    findings = list(timed(findings, definition, views, files))
    return AuditResult(
        tuple(in_order(findings)),
        tuple(files),
        tuple(views),
        definition,
        _digest(logs),
        tuple(people.present(views)),
        views[0].side,
        reveal,
        __version__,
        folder,
        said.rolls,
        said.fairness,
        thought,
        windows(logs, files),
        table.told() if table is not None else None,
        _explained(None if lacking else rules, logs, views, files, seals, explain),
    )


def _explained(
    rules: GameRules | None,
    logs: Sequence[GameLog],
    views: Sequence[View],
    files: Sequence[LogFile],
    seals: Seals,
    step: int | None,
) -> Around | None:
    """The cheapest explanations around a step.

    Raises `AuditError` where no rules explain the log, or the step is none of it.
    """
    from validator.audit.observing import names_in, observe

    if step is None:
        return None
    count = files[-1].first_step + files[-1].steps if files else 0
    if not 1 <= step <= count:
        known = f"the steps are 1 to {count}" if count else "these files hold no step"
        raise AuditError(f"--explain {step}: there is no such step; {known}")
    if rules is None or rules.module.reading is None:
        raise AuditError(
            "--explain: no rules read this log, so there is nothing to explain; name the game "
            "with --game, and see 'broadside audit' without --explain for what is missing"
        )
    from validator.audit.showing import around

    for first, last in chain.unbroken(logs):
        scene = observe(
            rules.game, views[first:last], files[first].first_step, seals.by_step, rules.binding
        )
        if any(seen.step == step for seen in scene.steps):
            names = names_in(scene, rules.game)
            return around(rules, scene, step, names)
    raise AuditError(f"--explain {step}: nothing of the game happens in that step")


def _recorded(opened: Sequence[Save], heads: Sequence[str]) -> RecordedGame | None:
    """The saves of Tabletop Simulator, as one game; None for logs of VASSAL.

    Raises AuditError for files of both, and for heads where there are none.
    """
    saves = [one for one in opened if opening.is_recorded(one)]
    if len(saves) not in (0, len(opened)):
        other = next(one for one in opened if not opening.is_recorded(one))
        raise AuditError(
            f"{saves[0].name} is a game of Tabletop Simulator, {other.name} one of VASSAL: name "
            "the files of one of them"
        )
    if not saves:
        if heads:
            raise AuditError(
                f"{opened[0].name}: a log of VASSAL has no heads; --head goes with "
                "saves of Tabletop Simulator"
            )
        return None
    from validator.audit.tabletop.auditing import RecordedGame

    return RecordedGame.of(saves, heads)


def _believed(
    game: Game | None,
    folder: Path | None,
    logs: Sequence[GameLog],
    files: Sequence[LogFile],
    seals: Seals,
) -> tuple[Quarry, ...]:
    from validator.audit.believing import quarries

    return quarries(game, folder, logs, files, seals.by_step)


def _paths(module: str | Path | Sequence[str | Path]) -> list[Path]:
    return [Path(module)] if isinstance(module, str | Path) else list(map(Path, module))


def _without_copies(logs: list[GameLog]) -> tuple[list[GameLog], list[Finding]]:
    """The files without those that stand in longer ones, and a note on each of these."""
    inside = chain.held_in_others(logs)
    kept = [log for at, log in enumerate(logs) if at not in inside]
    return kept, [chain.left_out(logs[at], logs[other]) for at, other in inside.items()]


def _folder(wanted: str | Path | None, game: Game | None) -> Path | None:
    from generator.definition.reader import game_folder

    if game is None:
        return None
    return game_folder(wanted if wanted is not None else game.id)


def _rules(game: Game | None, folder: Path | None) -> tuple[GameRules | None, list[str]]:
    """The rules of a game that read logs, and what they need and its definition has not."""
    if game is None or folder is None or not (folder / "rules.py").is_file():
        return None, []  # without loading what reads logs
    from validator.audit.referee import rules_for_logs
    from validator.rules.loading import LackingError

    try:
        return rules_for_logs(game, folder), []
    except LackingError as trouble:
        return None, trouble.lacking


def _no_rules(game: Game | None, views: Sequence[View]) -> Finding:
    module = game.name if game is not None else next((v.module for v in views if v.module), "")
    return found(
        NO_RULES,
        0,
        (
            f"No rules are known for {module!r}: only the general audits were made."
            if module
            else "The file does not say which game it is: only the general audits were made."
        )
        + (
            " Its folder holds no rules.py."
            if game is not None
            else " Name the game with --game NAME or --game FOLDER."
        ),
    )


def _pressed(
    rules: GameRules, views: Sequence[View], files: Sequence[LogFile], seals: Seals
) -> set[str]:
    """The actions and dice of the definition that logs show, as `Binding.lacks` tells them."""
    from validator.audit.observing import observe

    scene = observe(rules.game, views, files[0].first_step, seals.by_step, rules.binding)
    actions = {f"actions {said.action!r}" for seen in scene.steps for said in seen.declarations}
    return actions | {f"dice {roll.button!r}" for seen in scene.steps for roll in seen.rolls}


def _unbound(game: Game, lacking: Sequence[str]) -> Finding:
    return found(
        "log.unbound",
        0,
        f"The rules of {game.name} need what is not in its files or the module's logs: "
        f"{', '.join(lacking)}. Only the general audits were made.",
        legal="bind it in the game's folder; broadside info lists what is bound",
    )


def _by_rules(
    rules: GameRules,
    logs: Sequence[GameLog],
    views: Sequence[View],
    files: Sequence[LogFile],
    seals: Seals,
) -> Iterator[Finding]:
    """The game's own audit: its rules explain the logs, its cases judge."""
    from validator.audit.observing import observe
    from validator.audit.referee import heard

    for first, last in chain.unbroken(logs):
        if not any(one.steps for one in views[first:last]):
            continue
        scene = observe(
            rules.game, views[first:last], files[first].first_step, seals.by_step, rules.binding
        )
        if all(opening.is_recorded(log.save) for log in logs[first:last]):
            thrown = throws.without_purpose(rules.game, logs[first:last], files[first].first_step)
            if thrown:
                yield throws.told(thrown)
                scene = throws.dice_left_out(scene)
        yield from heard(rules, scene).ledger


def _without_doubles(general: Sequence[Finding], by_rules: Sequence[Finding]) -> list[Finding]:
    """What a rule case says better is not said again by a general code."""
    grave = [one for one in by_rules if one.severity.calls_for_attention]
    cited = {step for one in grave for step in (one.step, *one.related)}
    kept = [
        one
        for one in general
        if one.code not in _BETTER_BY_RULES or not cited & {one.step, *one.related}
    ]
    return [*kept, *by_rules]


_BETTER_BY_RULES = ("dice.impossible", "undo.learnt")
"""General codes that say less than the rule case that was broken in the same step."""


def _edition(edition: str, built: str) -> Finding:
    return found(
        "log.definition",
        0,
        f"The {built} was built from another definition ({edition[:12]}); its pieces are the same,"
        " its rules and tables may not be.",
        legal=f"the definition the {built} was built from; name its folder with --game",
    )


def _digest(logs: Sequence[GameLog]) -> str:
    if len(logs) == 1:
        return logs[0].save.sha256
    return hashlib.sha256("".join(log.save.sha256 for log in logs).encode()).hexdigest()
