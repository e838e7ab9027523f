"""The audit of one game: files in, findings out.

archive -> command -> event (`validator.reading`), event -> scene (``observing.py``), scene -> act
(`validator.explaining`), act -> finding (``referee.py``); beside them audits that need no rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator import __version__
from generator.collecting import no_collection
from generator.counting import plural
from validator.audit import people
from validator.audit.codes import found
from validator.audit.commitments import windows
from validator.audit.findings import Finding, Severity, in_order
from validator.audit.general import gathered, general, of_a_recorded_game
from validator.audit.logs import AuditError, GameLog, other_edition
from validator.audit.moments import timed
from validator.audit.played import PlayedGame, played
from validator.audit.result import NO_RULES, ON_TRIAL, WITHOUT_DICE, AuditResult
from validator.audit.unjudged import Unjudged, as_findings, declared, not_held

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.audit.believing import Quarry
    from validator.audit.showing import Around, Numbering
    from validator.rules.scenes import Act


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
    trial: bool = False,
    policies: Sequence[str] = (),
) -> AuditResult:
    """Audit logs and saves (or folders of them) as one game.

    ``game`` is a bundled game's name or a folder; without it the files say which game they are of,
    and a game we do not know gets only the audits that need no rules. ``module`` is the ``.vmod``
    it was played with (and its extensions): it names places, dice and pieces, and says which maps
    are private. ``side`` audits with that side's knowledge, ``reveal`` with everything; otherwise
    only public knowledge is used. ``belief`` adds where the others' hidden things could be,
    ``explain`` the reading of the log around a step. ``trial`` gives findings of rules on trial
    their severity; else they are unverifiable. ``policies`` say how tables that the rules lack are
    treated (`validator.rules.policies.with_policies`).

    Saves of Tabletop Simulator with our recorder's log are one game too: of several, the one played
    last is audited, and the others show what was lost on the way. ``heads`` are the chain heads
    that the game announced in its chat.

    Raises subclasses of `BroadsideError`: a missing file, no save or log, another game's or another
    edition's log, an unknown side.
    """
    read = played(
        paths,
        game,
        side,
        reveal=reveal,
        overlays=overlays,
        module=module,
        heads=heads,
        policies=policies,
    )
    return audited(read, belief=belief, explain=explain, trial=trial)


def audited(
    read: PlayedGame, *, belief: bool = False, explain: int | None = None, trial: bool = False
) -> AuditResult:
    """The audit of a game that has been read; see `audit`."""
    definition, logs, files, table = read.game, read.logs, read.files, read.table
    edition = other_edition(definition, logs, read.binding) if definition is not None else ""
    if table is not None and definition is not None:
        said = of_a_recorded_game(definition, logs, files)
    else:
        # An imported module has no stamp of the definition.
        ours = definition if read.binding is None or any(log.stamp for log in logs) else None
        said = general(ours, read.known, logs, files)
    findings = [*said.findings, *read.notes, *gathered(read.seals.findings)]
    believed: list[Unjudged] = []
    if edition:
        findings.append(_edition(edition, "table" if table is not None else "module"))
    if definition is not None and read.lacking:
        findings.append(_unbound(definition, read.lacking))
    elif read.rules is not None:
        judged, acts = _by_rules(read)
        if read.on_trial and not trial:
            judged = [*map(_in_doubt, judged), _on_trial(read.rules.game)]
        believed = declared(read.rules, acts)
        judged = [_unsure(one, said.unsure) for one in judged]
        findings = [*_without_doubles(findings, judged), *as_findings(believed)]
    else:
        findings.append(_no_rules(read))
    thought = _believed(read) if belief and not read.lacking else None
    if table is not None and definition is not None:
        findings = table.findings(findings, logs[0], definition, read.folder)
    findings = list(timed(findings, definition, read.views, files))
    return AuditResult(
        tuple(in_order(findings)),
        files,
        read.views,
        definition,
        _digest(logs),
        tuple(people.present(read.views)),
        read.views[0].side,
        read.views[0].reveal,
        __version__,
        read.folder,
        said.rolls,
        said.fairness,
        thought,
        windows(logs, files),
        table.recorded_log() if table is not None else None,
        _explained(read, explain),
        not_held(findings, believed),
    )


def _explained(read: PlayedGame, number: int | None) -> Around | None:
    """The best explanations of the log around the step that findings name by this number.

    Raises `AuditError` if no rules explain the log, or there is no such step.
    """
    if number is None:
        return None
    from validator.audit.observing import names_in
    from validator.audit.showing import around

    rules, numbering = read.reads, _numbering(read)
    noun, last = numbering.noun, numbering.last
    if not 1 <= number <= last:
        known = f"the {plural(noun)} are 1 to {last}" if last else f"these files hold no {noun}"
        raise AuditError(f"--explain {number}: there is no such {noun}; {known}")
    if rules is None or rules.module.reading is None:
        raise AuditError(
            "--explain: no rules read this log, so there is nothing to explain; name the game "
            "with --game, and see 'broadside audit' without --explain for what is missing"
        )
    steps = numbering.steps(number)
    for scene, *_ in read.scenes():
        step = next((seen.step for seen in scene.steps if seen.step in steps), None)
        if step is not None:
            found, names = read.explanation(scene), names_in(scene, rules.game)
            return around(rules, scene, found, step, names, numbering)
    raise AuditError(f"--explain {number}: nothing of the game happens in that {noun}")


def _numbering(read: PlayedGame) -> Numbering:
    """How findings number the steps of these files."""
    from validator.audit.showing import Numbering

    count = read.files[-1].first_step + read.files[-1].steps if read.files else 0
    steps = range(1, count + 1)
    if read.table is None:
        return Numbering(steps, count)
    entries = [read.views[0].entry(step) or 0 for step in steps]
    return Numbering(entries, read.table.recorded_log().entries, "entry")


def _believed(read: PlayedGame) -> tuple[Quarry, ...]:
    from validator.audit.believing import quarries

    return quarries(read)


def _has_rules(folder: Path | None) -> bool:
    return folder is not None and (folder / "rules.py").is_file()


def _no_rules(read: PlayedGame) -> Finding:
    game, views = read.game, read.views
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
            (
                " Its rules.py does not say how logs are read: MODULE needs reading=Reading(...)."
                if _has_rules(read.folder)
                else " Its folder holds no rules.py."
            )
            if game is not None
            else " Name the game with --game NAME or --game FOLDER."
        ),
    )


def _in_doubt(finding: Finding) -> Finding:
    """A finding of rules on trial, as unverifiable: it accuses nobody."""
    if finding.severity.rank >= Severity.UNVERIFIABLE.rank:
        return finding
    return replace(finding, severity=Severity.UNVERIFIABLE)


def _unsure(finding: Finding, unsure: frozenset[int]) -> Finding:
    """A finding of the rules about a move that begins where the file has not put the piece: what
    the piece did before is not in the file, so the move accuses nobody."""
    if finding.step not in unsure or finding.severity.rank >= Severity.UNVERIFIABLE.rank:
        return finding
    told = f"{finding.did}; but the file lacks what the piece did before that step: see log.before"
    return replace(finding, severity=Severity.UNVERIFIABLE, did=told)


def _on_trial(game: Game) -> Finding:
    return found(
        ON_TRIAL,
        0,
        f"How logs of {game.name} are read is on trial: it is not proven yet, and honest play may "
        "be among what its rules find. So these findings are unverifiable, and accuse nobody; "
        "--trial shows how serious each would be.",
    )


def _unbound(game: Game, lacking: Sequence[str]) -> Finding:
    return found(
        "log.unbound",
        0,
        f"The rules of {game.name} need what is not in its files or the module's logs: "
        f"{', '.join(lacking)}. Only the general audits were made.",
        legal="bind it in the game's folder; broadside info lists what is bound",
    )


def _by_rules(read: PlayedGame) -> tuple[list[Finding], list[Act]]:
    """The audit by the game's rules: the findings, and the acts that were judged."""
    from validator.audit.referee import heard

    assert read.rules is not None
    findings: list[Finding] = []
    acts: list[Act] = []
    scenes = [*read.scenes()]
    none = not any(read.is_held(scene) for scene, *_ in scenes)
    for scene, _, note in scenes:
        if note is not None:
            findings.append(note)
        if not read.is_held(scene):
            findings.append(_without_dice(read.rules.game, none))
            continue
        referee = heard(read.rules, scene, read.explanation(scene))
        findings += referee.ledger
        acts += (act for act, _ in referee.trail)
    return findings, acts


def _without_dice(game: Game, none: bool) -> Finding:
    """The finding for a log without dice; ``none`` if no file of the game shows any."""
    return found(
        WITHOUT_DICE if none else "log.limits",
        0,
        f"This log of {game.name} shows no dice and no declarations, and nearly all of its rules "
        "rest on them: it is not held to the rules. Only the general audits were made.",
        legal="throw the dice with the module's buttons",
    )


def _without_doubles(general: Sequence[Finding], by_rules: Sequence[Finding]) -> list[Finding]:
    """All findings, without general ones about the same step as a rule's finding that says more."""
    grave = [one for one in by_rules if one.severity.calls_for_attention]
    cited = {step for one in grave for step in (one.step, *one.related)}
    kept = [
        one
        for one in general
        if one.code not in _BETTER_BY_RULES or not cited & {one.step, *one.related}
    ]
    return [*kept, *by_rules]


_BETTER_BY_RULES = ("dice.impossible", "undo.learnt")
"""General codes that say less than a rule case broken in the same step."""


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
