"""Findings as plain lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from validator.audit.findings import Finding
from validator.audit.result import AuditResult


def text_lines(result: AuditResult) -> Iterator[str]:
    """The headline, then each finding in a few indented lines, in the order of the log."""
    yield result.headline()
    for finding in result.findings:
        yield ""
        yield from _finding(finding)


def _finding(finding: Finding) -> Iterator[str]:
    who = ", ".join(word for word in (finding.side, finding.player) if word)
    yield f"{finding.severity:<14} {finding.code:<12} step {finding.step}  {who}".rstrip()
    yield f"  {finding.says}"
    if finding.did:
        yield f"  done:  {finding.did}"
    if finding.legal:
        yield f"  legal: {finding.legal}"
    if finding.pieces:
        yield f"  pieces: {', '.join(finding.pieces)}"
    if finding.related:
        yield f"  see also steps {', '.join(map(str, finding.related))}"
