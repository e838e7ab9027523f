"""The HTML report: one self-contained file, a board with a slider, findings that jump to it.

Everything that came from a log is escaped; a content security policy forbids any request.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from generator.counting import sentence
from validator.audit.findings import Finding
from validator.audit.result import AuditResult

from .replay import Replay
from .shading import knower, panel
from .text import UNJUDGED

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def page_of(result: AuditResult, replay: Replay) -> str:
    """The whole page as text; the same audit gives the same bytes."""
    title = f"Audit: {result.game_name}"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{escape(title)}</title>
<style>{_asset("page.css")}</style>
</head>
<body>
<header>
<h1>{escape(title)}</h1>
<p>{escape(result.headline())}</p>
<p>{escape(_provenance(result))}</p>
<ul class="chips">{_chips(result)}</ul>
</header>
<main>
<section id="stage" aria-label="Replay">
<div id="maps"></div>
<div id="board"></div>
<div id="controls">
<button id="back" aria-label="One step back">&#9664;</button>
<input id="slider" type="range" min="0" value="0" aria-label="Step">
<button id="next" aria-label="One step on">&#9654;</button>
</div>
<p id="where" aria-live="polite"></p>
{panel(result.beliefs or (), escape(knower(result)))}
<ul id="says"></ul>
</section>
<section aria-label="Findings">
<h2>Findings</h2>
{_findings(result)}{_unjudged(result)}
</section>
</main>
<footer>Broadside {escape(result.tool_version)}. A finding cites a case and shows
the board; people decide. {escape(result.view_says())}{_windows(result)}</footer>
<script type="application/json" id="replay">{_inline_json(replay.to_json())}</script>
<script>{_asset("page.js")}</script>
</body>
</html>
"""


def script_digests() -> tuple[str, ...]:
    """The page's scripts as a content security policy of a page around it names them."""
    digest = hashlib.sha256(_asset("page.js").encode()).digest()
    return (f"'sha256-{base64.b64encode(digest).decode('ascii')}'",)


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _inline_json(value: object) -> str:
    """JSON that cannot end its own script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _provenance(result: AuditResult) -> str:
    told = f"{result.steps} steps; definition {result.definition[:12] or 'none'}"
    if result.recorded is not None:
        told = f"{result.recorded.entries:,} entries, {told}"
    # The file's digest changes with its secrets: only who sees everything may see it.
    return f"{told}; log SHA-256 {result.log_sha256}" if result.reveal else told


def _windows(result: AuditResult) -> str:
    told = "".join(f"<li>{escape(window.told())}</li>" for window in result.windows)
    return f"<p>Private windows:</p><ul>{told}</ul>" if told else ""


def _unjudged(result: AuditResult) -> str:
    rows = "".join(
        f"<li>{one.count} &times; {escape(one.code)} {escape(one.what)}: {escape(one.why)}</li>"
        for one in result.unjudged
    )
    return f"\n<h2>{UNJUDGED}</h2>\n<ul>{rows}</ul>" if rows else ""


def _chips(result: AuditResult) -> str:
    return "".join(
        f'<li class="{escape(severity)}">{escape(words)}</li>'
        for severity, words in result.counted()
    )


def _findings(result: AuditResult) -> str:
    names = [file.name for file in result.files]
    items = "\n".join(_finding(finding, names) for finding in result.findings)
    if not items:
        return '<p class="clean">Nothing to report: every act that this view shows is legal.</p>'
    return f'<ol id="findings">\n{items}\n</ol>'


def _finding(finding: Finding, names: Sequence[str]) -> str:
    who = ", ".join(word for word in (finding.side, finding.player) if word)
    step = finding.step or 0
    where = f"{finding.where}, {finding.moment}" if finding.moment else finding.where
    parts = [
        f'<div class="top"><span class="severity {escape(finding.severity)}">'
        f"{escape(finding.severity)}</span>"
        f'<span class="code">{escape(finding.code)}</span><span>{escape(where)}</span>'
        f"<span>{escape(who)}</span></div>",
        f"<p>{escape(finding.says)}</p>",
    ]
    for label, text in (("Done", sentence(finding.did, names)), ("Legal", finding.legal)):
        if text:
            parts.append(f'<p><span class="label">{label}:</span> {escape(text)}</p>')
    if step:
        parts.append(
            f'<div class="jumps"><button data-step="{step - 1}">Board before</button>'
            f'<button data-step="{step}">Board after {escape(finding.where)}</button></div>'
        )
    return "<li>" + "".join(parts) + "</li>"
