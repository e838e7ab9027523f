"""All checks over one module, and their findings in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field

from generator.light import dataclass
from generator.workbench.linting import (
    boards,
    buttons,
    definitions,
    files,
    images,
    keys,
    lacking,
    names,
    properties,
    prototypes,
    reports,
    setups,
    sides,
    stacks,
    structure,
    targets,
    texts,
    values,
)
from generator.workbench.linting.codes import Code, check_chosen, codes, matches
from generator.workbench.linting.findings import SHOWN, Finding, Place, Severity, Spot, Trouble
from generator.workbench.linting.progress import Progress, silent
from generator.workbench.linting.survey import Survey
from generator.workbench.opened import OpenModule

Check = Callable[[Survey], Iterator[Trouble]]
Tell = Callable[[Spot | Place], Place]

CHECKS: tuple[Check, ...] = (
    structure.check,
    values.check,
    definitions.check,
    images.check,
    files.check,
    prototypes.check,
    names.check,
    keys.check,
    buttons.check,
    properties.check,
    lacking.check,
    texts.check,
    boards.check,
    stacks.check,
    targets.check,
    sides.check,
    reports.check,
)
"""One family of findings each; `setups.check` comes after them and takes longest."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a lint found in one module."""

    name: str
    """What the file says the game is called."""
    path: str
    findings: tuple[Finding, ...]
    """Gravest first; those of one code together."""
    rules: Mapping[str, Code] = field(default_factory=codes, repr=False)
    """The codes that its findings may have."""

    def count(self, severity: Severity) -> int:
        """How many findings are of that severity."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def calls_for_attention(self) -> bool:
        """Whether there is a warning or worse."""
        return any(finding.calls_for_attention for finding in self.findings)


def lint(
    module: OpenModule,
    base: OpenModule | None = None,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    tell: Tell | None = None,
    progress: Progress = silent,
) -> Report:
    """Everything the checks find in a module, or in an extension of the module ``base``.

    ``select`` and ``ignore`` are codes, or first parts of codes (``image``). ``tell`` says where a
    place is; left out, it is a line of the buildFile. Raises `UnknownCodeError` for a code that
    there is not.
    """
    check_chosen([*select, *ignore])
    survey = Survey(module, base)
    place = tell or (lambda spot: _in_archive(spot, module.build_file))
    found = [
        finding(trouble, survey, place)
        for trouble in _troubles(survey, progress)
        if (not select or matches(trouble.code, select)) and not matches(trouble.code, ignore)
    ]
    order = {code: at for at, code in enumerate(codes())}
    found.sort(key=lambda one: (one.severity.rank, order[one.code], one.message))
    return Report(module.name, str(module.path), tuple(found))


def _troubles(survey: Survey, progress: Progress) -> Iterator[Trouble]:
    for number, check in enumerate(CHECKS):
        progress(number, len(CHECKS), check.__module__.rpartition(".")[2])
        yield from check(survey)
    yield from setups.check(survey, progress)


def finding(trouble: Trouble, survey: Survey, tell: Tell) -> Finding:
    """A check's trouble with its places told.

    What stands only in prototypes that no piece uses never happens: it is worth knowing at most.
    """
    severity, message = codes()[trouble.code].severity, trouble.message
    if trouble.milder:
        severity = Severity.WARNING if severity is Severity.ERROR else Severity.INFO
    spots = list(trouble.spots)
    if spots and all(isinstance(spot, Spot) and spot.element in survey.idle for spot in spots):
        if severity is not Severity.INFO:
            message += " (only in prototypes that no piece uses)"
        severity = Severity.INFO
    places = tuple(tell(spot) for spot in spots[:SHOWN])
    count = max(trouble.count or len(spots), 1)
    return Finding(
        trouble.code,
        severity,
        message,
        trouble.fix,
        places,
        count,
        trouble.size,
        trouble.details,
    )


def _in_archive(spot: Spot | Place, build_file: str) -> Place:
    return spot.place(build_file) if isinstance(spot, Spot) else spot
