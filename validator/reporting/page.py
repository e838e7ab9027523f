"""The page of a game: one self-contained file with the replay, the story and the findings.

Everything that came from a log is escaped; a content security policy forbids any request and any
script but ours.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from generator.light import dataclass
from validator.audit.result import AuditResult

from .cards import SIGNS, cards, chips
from .course import Course, bands, view_names
from .opening import opening_picture
from .packing import Packed
from .replay import Replay
from .shading import knower, panel
from .summary import PLAYER_COLOURS, summary

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""The content security policy of simpler pages; see `policy` for a game's page."""
_STORY = (
    '<div id="tab-story" class="tab" role="tabpanel" aria-labelledby="of-story" tabindex="0"></div>'
)
"""Of a game that has one."""
_SCRIPTS = ("board.js", "pieces.js", "panels.js", "page.js")
_ELSEWHERE = 'if (/[#&]step=/.test(location.hash)) document.getElementById("glimpse").remove();'
"""The opening picture is removed if a link leads to another step."""
_ICONS = {
    "first": "M6 5v14M19 5 9 12l10 7z",
    "turn-back": "M12 5 3 12l9 7zM21 5l-9 7 9 7z",
    "back": "M17 5 7 12l10 7z",
    "play": "M7 4v16l13-8z",
    "next": "M7 5v14l10-7z",
    "turn-next": "m12 5 9 7-9 7zM3 5l9 7-9 7z",
    "last": "M18 5v14M5 5l10 7-10 7z",
    "taller": "m5 15 7-7 7 7",
    "closer": "M12 5v14M5 12h14",
    "wider": "M5 12h14",
    "whole": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    "follow": "M12 3v5M12 16v5M3 12h5M16 12h5",
}
"""Paths in a box of 24."""
_STEPS = {
    "first": "To the start",
    "turn-back": "Turn or phase before",
    "back": "One step back",
    "play": "Play",
    "next": "One step on",
    "turn-next": "Next turn or phase",
    "last": "To the end",
}
_VIEWS = {
    "closer": "Closer",
    "wider": "Farther",
    "whole": "The whole map",
    "follow": "Follow what happens",
}
"""Ids and labels of the buttons."""


@dataclass(frozen=True, slots=True)
class Form:
    """Options of a page."""

    findings_open: bool = False
    """Whether it opens with the findings; else with a summary."""
    findings: bool = True
    """Whether it shows the findings."""
    embed: bool = False
    """Whether it is for a frame in another page, with only the board and the time line."""


def page_of(
    result: AuditResult,
    replay: Replay,
    course: Course,
    pictures: list[Packed],
    shades: list[dict[str, Any]],
    form: Form,
) -> str:
    """The page as text; the same game gives the same bytes.

    ``pictures`` are in the replay's order.
    """
    title = f"Audit: {result.game_name}" if form.findings_open else result.game_name
    data = _data(result, replay, course, form)
    where = shades[0]["sheet"] if shades else 0
    first = _first(opening_picture(replay, pictures, data["opens"], where))
    data |= {"title": result.game_name, "shades": shades}
    data["pictures"] = _sizes(data["pictures"], pictures)
    kind = ' data-embed="yes"' if form.embed else ""
    if len(replay.frames) == 1:
        kind += ' data-still="yes"'
    return f"""<!doctype html>
<html lang="en"{kind}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy()}">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>{_style()}</style>
</head>
<body>
<a class="skip" href="#panel">To the story and the findings</a>
<header>
<div><h1>{escape(title)}</h1><p>{escape(_by(result))}</p></div>
{_result(course)}
<div class="tools">
<button id="share" title="Copy a link to this step">Link</button>
<button id="theme" title="Light or dark">Theme</button>
<button id="help" aria-haspopup="dialog" title="Keys">Keys</button>
</div>
</header>
<noscript><p class="clean">The replay needs JavaScript; nothing is fetched from anywhere. What it
sums up stands below.</p></noscript>
<main>
<section id="stage" aria-label="Replay">
<div id="windows" role="group" aria-label="Windows of the module">{"".join(_windows(replay))}</div>
<div id="board" tabindex="0" role="group" aria-describedby="where">
<div id="world" class="map"><div id="ground"></div><svg id="under" aria-hidden="true"></svg></div>
<canvas id="pieces"></canvas>
<div id="marking" class="map"><svg id="over" aria-hidden="true"></svg><div id="words"></div></div>
{first}<div id="tray" hidden></div>
<div id="zoom" role="group" aria-label="View">
{"".join(_buttons(_VIEWS))}
</div>
<div id="here" hidden role="dialog" aria-label="What lies here"></div>
</div>
</section>
<section id="course" aria-label="Time line">
<div id="told"><p id="where"></p><ul id="says" aria-live="polite"></ul></div>
<div id="line">
<svg id="curve" aria-hidden="true" preserveAspectRatio="none"></svg>
<div id="bands" aria-hidden="true"></div>
<input id="slider" type="range" min="0" value="0" aria-label="Step">
<div id="marks" aria-hidden="true"></div>
</div>
<div id="controls">{"".join(_buttons(_STEPS))}
<label class="speed"><span class="unseen">Speed</span><select id="speed">
<option value="0.5">&frac12;&times;</option><option value="1" selected>1&times;</option>
<option value="2">2&times;</option><option value="4">4&times;</option>
<option value="10">10&times;</option></select></label>
</div>
</section>
<section id="panel" tabindex="-1" aria-label="The game">
<div id="tabs" role="tablist" aria-label="The game">{_tabs(result, course, form)}</div>
<button id="taller" aria-expanded="false" aria-label="More room to read">{_icon("taller")}</button>
<div id="tab-summary" class="tab" role="tabpanel" aria-labelledby="of-summary" tabindex="0">
{summary(result, replay, course, form.findings)}</div>
{_STORY if course.story else ""}
<div id="tab-log" class="tab" role="tabpanel" aria-labelledby="of-log" tabindex="0">
<div class="search"><input id="search" type="search" placeholder="Search what happened"
aria-label="Search what happened"><span id="found" aria-live="polite"></span></div>
<ol id="log"></ol></div>
{_found(result) if form.findings else ""}
<div id="tab-table" class="tab" role="tabpanel" aria-labelledby="of-table" tabindex="0"></div>
{_hidden(result)}</section>
</main>
<footer>Made with Broadside {escape(result.tool_version)}. {escape(_provenance(result))}.
A finding cites a case and shows the board; people decide. {escape(result.view_says())}</footer>
<dialog id="keys" aria-label="Keys"><h2>Keys</h2><dl>{_keys()}</dl>
<form method="dialog"><button>Close</button></form></dialog>
<dialog id="link" aria-label="Link to this step"><p id="link-says"></p>
<input id="address" type="text" readonly aria-label="Link">
<form method="dialog"><button>Close</button></form></dialog>
<script type="application/json" id="replay">{inline_json(data)}</script>
{"".join(_pictures(pictures))}<script>{_script()}</script>
</body>
</html>
"""


@cache
def policy() -> str:
    """The page's content security policy: no request, and only its own scripts and style."""
    return (
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
        f"style-src '{integrity(_style().encode())}'; script-src {' '.join(script_digests())}"
    )


def script_digests() -> tuple[str, ...]:
    """The digests of the page's scripts, for the security policy of a page around it."""
    return tuple(f"'{integrity(one.encode())}'" for one in (_script(), _ELSEWHERE))


def integrity(data: bytes, kind: str = "sha256") -> str:
    """A digest in the form that browsers check (subresource integrity)."""
    digest = hashlib.new(kind, data).digest()
    return f"{kind}-{base64.b64encode(digest).decode('ascii')}"


def _first(picture: str) -> str:
    """The opening picture, which is shown until the pieces are loaded."""
    if not picture:
        return ""
    return (
        f'<img id="glimpse" alt="" src="data:image/webp;base64,{picture}">'
        f"<script>{_ELSEWHERE}</script>\n"
    )


def _windows(replay: Replay) -> Iterator[str]:
    for one in replay.sheets if len(replay.sheets) > 1 else ():
        yield f'<button aria-pressed="false">{escape(one.name)}</button>'


@cache
def _script() -> str:
    parts = "\n".join(_asset(name) for name in _SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


@cache
def _style() -> str:
    colours = "".join(
        f".player{at} {{ --player: {colour}; }}\n" for at, colour in enumerate(PLAYER_COLOURS)
    )
    return _asset("page.css") + colours


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def inline_json(value: object) -> str:
    """JSON that cannot end its own script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _sizes(sizes: list[list[int]], pictures: list[Packed]) -> list[list[int]]:
    """Width and height of each picture, and the number of an earlier equal one if there is one."""
    firsts = _firsts(pictures)
    return [
        [*size, firsts[one]] if one.data and firsts[one] < number else size
        for number, (size, one) in enumerate(zip(sizes, pictures, strict=True))
    ]


def _firsts(pictures: list[Packed]) -> dict[Packed, int]:
    """The first number of each picture."""
    found: dict[Packed, int] = {}
    for number, one in enumerate(pictures):
        found.setdefault(one, number)
    return found


def _pictures(pictures: list[Packed]) -> Iterator[str]:
    """One element for each different picture, so that only those shown are decoded."""
    for (kind, data), number in _firsts(pictures).items():
        if data:
            yield f'<script type="text/plain" id="p{number}" data-kind="{kind}">{data}</script>\n'


def _data(result: AuditResult, replay: Replay, course: Course, form: Form) -> dict[str, Any]:
    of = replay.frame_of
    steps = [
        (of(one.step), one.severity.value, f"{one.code}: {one.did}", number)
        for number, one in enumerate(result.findings)
        if one.step
    ]
    grave = [one for one in result.findings if one.step and one.severity.calls_for_attention]
    opens = of(grave[0].step) if form.findings_open and grave else len(replay.frames) - 1
    tab = "hidden" if result.beliefs else "summary"
    return replay.to_json() | {
        "findings": steps,
        "signs": SIGNS,
        "turns": [(of(step), words) for step, words in course.turns],
        "bands": [(of(step), words) for step, words in bands(course.turns)],
        "story": [
            [one.heading, [[(of(s.step), s.text) for s in row] for row in one.sentences]]
            for one in course.story
        ],
        "curves": [
            [one.name, [(of(step), value) for step, value in one.points]] for one in course.curves
        ],
        "opens": opens,
        "tab": "findings" if form.findings_open else tab,
    }


def _by(result: AuditResult) -> str:
    """The players, as a line for the head of the page."""
    names = [one.rpartition(", ") for one in result.players]
    sides = [f"{name} ({side})" for name, _, side in names if side and side != "<observer>"]
    return " against ".join(sides) if 0 < len(sides) <= 3 else ", ".join(sides)


def _result(course: Course) -> str:
    if course.ending is None:
        return ""
    return f'<p class="result">{escape(course.ending.winner or "Nobody")} wins</p>'


def _provenance(result: AuditResult) -> str:
    text = ", ".join(view_names(result.views))
    text = f"{text + '; ' if text else ''}{result.steps} steps"
    if result.definition:
        text += f"; definition {result.definition[:12]}"
    if result.recorded is not None:
        text = f"{result.recorded.entries:,} entries, {text}"
    # The digest of the file depends on its secrets, so it is only shown if all is revealed.
    return f"{text}; log SHA-256 {result.log_sha256}" if result.reveal else text


def _found(result: AuditResult) -> str:
    # If there are findings, the numbers already say what the headline says.
    says = "" if result.has_findings and result.by_rules else result.headline()
    return (
        '<div id="tab-findings" class="tab" role="tabpanel" aria-labelledby="of-findings" '
        f'tabindex="0">\n<ul class="chips">{chips(result)}</ul>\n'
        f'<p class="quiet">{escape(says)}</p>\n{cards(result)}</div>\n'
    )


def _hidden(result: AuditResult) -> str:
    if not result.beliefs:
        return ""
    return (
        '<div id="tab-hidden" class="tab" role="tabpanel" aria-labelledby="of-hidden" '
        f'tabindex="0">{panel(result.beliefs, escape(knower(result)))}</div>\n'
    )


def _tabs(result: AuditResult, course: Course, form: Form) -> str:
    grave = sum(one.severity.calls_for_attention for one in result.findings)
    count = f' <span class="count{" grave" if grave else ""}">{len(result.findings)}</span>'
    names = {"summary": "Summary"}
    if course.story:
        names["story"] = "Story"
    names["log"] = "Log"
    if form.findings:
        names["findings"] = f"Findings{count}"
    names["table"] = "Table"
    if result.beliefs:
        names["hidden"] = "Hidden"
    return "".join(
        f'<button id="of-{name}" role="tab" aria-controls="tab-{name}">{words}</button>'
        for name, words in names.items()
    )


def _buttons(words: Mapping[str, str]) -> Iterator[str]:
    for name, label in words.items():
        pressed = ' aria-pressed="true"' if name == "follow" else ""
        yield (
            f'<button id="{name}" aria-label="{label}" title="{label}"{pressed}>'
            f"{_icon(name)}</button>"
        )


def _icon(name: str) -> str:
    return f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'


def _keys() -> str:
    rows = {
        "← →": "one step back, on",
        "⇧ ← →": "turn or phase before, next one",
        "Home End": "to the start, to the end",
        "Space": "play, stop",
        "[ ]": "finding before, next finding",
        "+ − 0": "closer, farther, the whole map",
        "W A S D": "up, left, down, right",
        "1 … 9": "a window of the module",
        "F": "follow what happens, or not",
        "/": "search",
        "Esc": "close",
    }
    return "".join(f"<dt>{escape(key)}</dt><dd>{escape(words)}</dd>" for key, words in rows.items())
