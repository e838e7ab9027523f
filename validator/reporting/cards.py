"""An audit's findings as HTML cards: the case, when, who, which pieces moved where, what would have
been legal, and links to the board before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from generator.counting import and_more, sentence
from validator.audit.findings import Finding
from validator.audit.result import AuditResult
from validator.reading import events as ev

from .text import UNJUDGED

_MOST_PIECES = 6
SIGNS = {
    "violation": "✕",
    "missing": "○",
    "suspicious": "▲",
    "interpretation": "◆",
    "unverifiable": "?",
    "note": "i",
}
"""A sign for each severity, for readers who do not see its colour."""


def chips(result: AuditResult) -> str:
    """The number of findings of each severity, as list items."""
    return "".join(
        f'<li class="{escape(severity)}">{_sign(severity)}{escape(words)}</li>'
        for severity, words in result.counted()
    )


def cards(result: AuditResult) -> str:
    """All findings in the order of the log, what could not be judged, and private windows."""
    names = [file.name for file in result.files]
    items = "\n".join(
        _card(finding, number, names, result) for number, finding in enumerate(result.findings)
    )
    html = f'<ol id="findings">\n{items}\n</ol>' if items else ""
    if not result.has_findings and result.by_rules:
        also = ", ".join(words for _, words in result.counted())
        html = (
            f'<p class="clean">Nothing wrong was found: {_legal(result)}.'
            f"{f' Also told: {also}.' if also else ''}</p>{html}"
        )
    return html + _unjudged(result) + _windows(result)


def _legal(result: AuditResult) -> str:
    acts = "every act that this view shows"
    return f"{acts} could be legal" if result.unjudged else f"{acts} is legal"


def _card(finding: Finding, number: int, names: Sequence[str], result: AuditResult) -> str:
    who = ", ".join(word for word in (finding.side, finding.player) if word)
    where = finding.where if finding.step or finding.entry else "the whole game"
    parts = [
        f'<div class="top"><span class="severity {escape(finding.severity)}">'
        f"{_sign(finding.severity)}{escape(finding.severity)}</span>"
        f'<span class="code">{escape(finding.code)}</span></div>',
        f"<p>{escape(finding.says)}</p>",
    ]
    rows = [
        ("When", ", ".join(word for word in (finding.moment, where) if word)),
        ("Who", who),
        ("Piece", and_more(finding.pieces, _MOST_PIECES)),
        ("Moved", "; ".join(_ways(finding, result))),
        ("Done", sentence(finding.did, names)),
        ("Also", and_more(finding.also, _MOST_PIECES)),
        ("Legal", finding.legal),
    ]
    entries = "".join(f"<dt>{label}</dt><dd>{escape(text)}</dd>" for label, text in rows if text)
    parts.append(f"<dl>{entries}</dl>")
    if finding.step:
        step = finding.step
        parts.append(
            f'<div class="jumps"><button data-step="{step - 1}">Board before</button>'
            f'<button data-step="{step}">Board after {escape(finding.where)}</button></div>'
        )
    return f'<li id="finding-{number}">' + "".join(parts) + "</li>"


def _ways(finding: Finding, result: AuditResult) -> Iterator[str]:
    """The moves of pieces in the finding's step, as far as the reader may know them."""
    if not finding.step:
        return
    file = next((one for one in result.files[::-1] if finding.step > one.first_step), None)
    if file is None:
        return
    view = result.views[list(result.files).index(file)]
    number = finding.step - file.first_step
    if not 0 < number <= len(view.steps):
        return
    ways: dict[str, None] = {}
    for event in view.steps[number - 1].events:
        if isinstance(event, ev.Moved | ev.Drawn | ev.Returned):
            way = f"{event.from_} → {event.to}"
            known = str(event.from_) != str(event.to)  # no grid tells the two apart
            ways[f"{event.name}: {way}" if known else event.name] = None
    yield from list(ways)[:_MOST_PIECES]
    if len(ways) > _MOST_PIECES:
        yield f"and {len(ways) - _MOST_PIECES} more"


def _sign(severity: str) -> str:
    return f'<span class="sign" aria-hidden="true">{SIGNS[severity]}</span>'


def _unjudged(result: AuditResult) -> str:
    rows = "".join(
        f"<li>{one.count} &times; {escape(one.code)} {escape(one.what)}: {escape(one.why)}</li>"
        for one in result.unjudged
    )
    return f"\n<h2>{UNJUDGED}</h2>\n<ul>{rows}</ul>" if rows else ""


def _windows(result: AuditResult) -> str:
    rows = "".join(f"<li>{escape(window.in_words())}</li>" for window in result.windows)
    return f"<h2>Private windows</h2><ul>{rows}</ul>" if rows else ""
