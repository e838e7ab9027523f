"""Findings as text for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from generator.workbench.linting.findings import Finding, Place, Severity
from generator.workbench.linting.running import Report

_FEW = 5
"""So many findings of one code are reported in full."""
_PLACES = 2
"""So many places of a finding."""


def lines(report: Report, *, everything: bool = False) -> Iterator[str]:
    """The report for a reader: grouped by code, gravest first, the last line with the counts."""
    for code, group in groupby(report.findings, lambda finding: finding.code):
        found = list(group)
        rule = report.rules[code]
        grave = max(found, key=lambda one: -one.severity.rank).severity
        yield f"{grave:<8}{code:<24}{len(found):>5}  {rule.says}"
        shown = found if everything else found[:_FEW]
        remedies = {finding.fix for finding in shown}
        for finding in shown:
            yield from _told(finding, everything)
            if len(remedies) > 1 and finding.fix:
                yield f"      mend: {finding.fix}"
        if not everything and len(found) > _FEW:
            yield f"    ... and {len(found) - _FEW:,} more"
        if len(remedies) == 1 and (remedy := remedies.pop()):
            yield f"    mend: {remedy}"
        won = sum(one.size for one in found)
        if won:
            yield f"    {won:,} bytes to win in all"
    yield summary(report)


def _told(finding: Finding, everything: bool) -> Iterator[str]:
    more = f" ({finding.count:,} places)" if finding.count > 1 else ""
    yield f"    {finding.message}{more}"
    for place in finding.places if everything else finding.places[:_PLACES]:
        yield f"      {place}"
    if everything:
        yield from (f"      - {detail}" for detail in finding.details)


def summary(report: Report) -> str:
    """One line: how many findings of each severity."""
    parts = [
        f"{count:,} {severity.value}{'s' if count != 1 and severity is not Severity.INFO else ''}"
        for severity in Severity
        if (count := report.count(severity))
    ]
    return f"{report.name}: {', '.join(parts) if parts else 'nothing found'}"


def to_json(report: Report) -> dict[str, Any]:
    """The report for programs."""
    return {
        "module": report.name,
        "file": report.path,
        "counts": {severity.value: report.count(severity) for severity in Severity},
        "findings": [_finding(finding) for finding in report.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    told: dict[str, Any] = {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "fix": finding.fix,
        "count": finding.count,
        "places": [_place(place) for place in finding.places],
    }
    if finding.size:
        told["bytes"] = finding.size
    if finding.details:
        told["details"] = list(finding.details)
    return told


def _place(place: Place) -> dict[str, Any]:
    told: dict[str, Any] = {"file": place.member, "line": place.line, "component": place.path}
    if place.trait:
        told |= {"trait": place.trait, "traitNumber": place.trait_number}
    if place.field:
        told["field"] = place.field
    if place.column:
        told["column"] = place.column
    if place.line_column:
        told["lineColumn"] = place.line_column
    return told
