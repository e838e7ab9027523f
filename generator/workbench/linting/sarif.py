"""Findings in SARIF 2.1.0, which code hosts show beside the lines they are about.

Source: OASIS, Static Analysis Results Interchange Format, version 2.1.0.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

from generator import __version__
from generator.workbench.linting.findings import Finding, Place, Severity
from generator.workbench.linting.running import Report

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def document(reports: Sequence[Report]) -> dict[str, Any]:
    """One SARIF log with a run for each report."""
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report) for report in reports]}


def _run(report: Report) -> dict[str, Any]:
    rules = list(report.rules)
    return {
        "tool": {
            "driver": {
                "name": "Broadside",
                "semanticVersion": __version__,
                "rules": [
                    {
                        "id": code.id,
                        "shortDescription": {"text": code.says},
                        "defaultConfiguration": {"level": _LEVELS[code.severity]},
                    }
                    for code in report.rules.values()
                ],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, rules, report) for finding in report.findings],
    }


def _result(finding: Finding, rules: list[str], report: Report) -> dict[str, Any]:
    return {
        "ruleId": finding.code,
        "ruleIndex": rules.index(finding.code),
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{finding.message}. To do: {finding.fix}."},
        "locations": [_location(place, report) for place in finding.places[:1] or (Place(""),)],
        "relatedLocations": [
            {"id": number, **_location(place, report)}
            for number, place in enumerate(finding.places[1:], 1)
        ],
        "partialFingerprints": {"broadside/v1": f"{finding.code}: {finding.message}"},
    }


def _location(place: Place, report: Report) -> dict[str, Any]:
    # A member of an archive has no address of its own: the archive is named, the member told.
    is_file = place.is_file
    path = PurePath(place.member if is_file else report.path)
    uri = path.as_uri() if path.is_absolute() else quote(path.as_posix())
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if place.line and is_file:
        physical["region"] = {"startLine": place.line}
        if place.line_column:
            physical["region"]["startColumn"] = place.line_column
    found: dict[str, Any] = {"physicalLocation": physical}
    logical = str(place)
    if logical:
        found["logicalLocations"] = [{"fullyQualifiedName": logical, "kind": "element"}]
    return found
