"""The page's summary of a game: the result, the players, the score and the dice."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from generator.counting import capitalised, counted
from validator.audit.result import AuditResult
from validator.reading.events import OBSERVER

from .cards import chips
from .course import Course, Curve, Dice, bands
from .replay import Replay

PLAYER_COLOURS = (
    "light-dark(#0b5fa5, #6cb6f5)",
    "light-dark(#b34700, #f5a15a)",
    "light-dark(#0d7a5f, #4fd0ac)",
    "light-dark(#8a3f86, #d79ad3)",
    "light-dark(#6b5d00, #e0cf4e)",
    "light-dark(#4a4a4a, #c4c4c4)",
)
"""Colours that colour-blind readers can distinguish (after Okabe and Ito), for light and dark."""
_PLAIN = (
    "boards are blank and pieces plain boxes with their names: the module that the game was played "
    "with was not at hand"
)
_WIDTH, _HEIGHT = 320, 96


def summary(result: AuditResult, replay: Replay, course: Course, findings: bool) -> str:
    """The summary as HTML; with ``findings`` also what the audit found."""
    return "\n".join(_parts(result, replay, course, findings))


def _parts(result: AuditResult, replay: Replay, course: Course, findings: bool) -> Iterator[str]:
    ending = course.ending
    if ending is not None:
        # Rules do not say whose points they are: they need not be the winner's.
        number = f"{ending.score:,}".replace("-", "−")
        score = f" <span>(score at the end: {number})</span>" if ending.score else ""
        yield (
            f'<div class="ending"><p class="big">{escape(ending.winner or "Nobody")} wins{score}'
            f"</p><p>{escape(ending.says)}</p></div>"
        )
    yield f'<p class="quiet">{escape(_length(result, course))}</p>'
    if findings:
        yield _found(result)
    people = list(_people(result, replay))
    if people:
        yield f'<section><h2>Who is who</h2><ul class="people">{"".join(people)}</ul></section>'
    if course.curves:
        charts = "".join(_curve(one, replay) for one in course.curves)
        yield f"<section><h2>Score</h2>{charts}</section>"
    if course.dice:
        charts = "".join(_dice(one, replay) for one in course.dice)
        yield f"<section><h2>Dice</h2>{charts}</section>"
    if replay.in_strides:
        yield '<p class="quiet">So much lies here that the table is not shown at each step.</p>'
    lacking = [_PLAIN] if replay.looks.plain else []
    lacking += [f"too much for one page, left out: {one}" for one in replay.left_out]
    lacking += replay.looks.unpainted
    if lacking:
        rows = "".join(f"<li>{escape(one)}</li>" for one in lacking)
        yield f"<section><h2>Not shown as in the module</h2><ul>{rows}</ul></section>"


def _found(result: AuditResult) -> str:
    return (
        f"<section><h2>What the audit found</h2><p>{escape(result.headline())}</p>"
        f'<ul class="chips">{chips(result)}</ul>'
        '<p><button data-tab="findings">See the findings</button></p></section>'
    )


def _length(result: AuditResult, course: Course) -> str:
    turns = bands(course.turns)
    words = [counted(result.steps, "step")]
    if len(turns) > 1:
        words.append(counted(len(turns), "turn"))
    if len(result.files) > 1:
        words.append(counted(len(result.files), "file"))
    if result.rolls:
        words.append(counted(len(result.rolls), "roll"))
    return ", ".join(words) + ". " + result.view_says()


def _people(result: AuditResult, replay: Replay) -> Iterator[str]:
    for one in result.players:
        name, _, side = one.rpartition(", ")
        at = player_number(replay, name)
        plays = side not in ("", OBSERVER)
        role = side if plays else "watches"
        yield (
            f'<li class="player{at}"><span class="dot" aria-hidden="true">'
            f"{escape((side if plays else name)[:1].upper())}</span>"
            f'<span>{escape(name)}</span><span class="quiet">{escape(role)}</span></li>'
        )


def player_number(replay: Replay, name: str) -> int:
    """The number of a player's colour."""
    if name not in replay.players:
        replay.players.append(name)
    return replay.players.index(name) % len(PLAYER_COLOURS)


def _curve(curve: Curve, replay: Replay) -> str:
    """A curve of a number over the game, with the values as text for screen readers."""
    last = max(1, len(replay.frames) - 1)
    points = [(replay.frame_of(step), value) for step, value in curve.points]
    values = [value for _, value in points]
    low, high = min(0, *values), max(0, *values)
    room = max(1, high - low)

    def x(frame: int) -> float:
        return round(frame / last * _WIDTH, 1)

    def y(value: int) -> float:
        return round(8 + (high - value) / room * (_HEIGHT - 16), 1)

    path = f"M{x(points[0][0])} {y(points[0][1])}" + "".join(
        f"H{x(frame)}V{y(value)}" for frame, value in points[1:]
    )
    text = ", ".join(f"step {replay.frames[frame].step}: {value}" for frame, value in points[-12:])
    name = capitalised(curve.name)
    return (
        f'<figure class="curve"><figcaption><span>{escape(name)}</span>'
        f"<b>{values[-1]}</b></figcaption>"
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" preserveAspectRatio="none" role="img" '
        f'data-course="yes"><title>{escape(f"{name}: {text}")}</title>'
        f'<line class="zero" x1="0" x2="{_WIDTH}" y1="{y(0)}" y2="{y(0)}"/>'
        f'<path class="fill" d="{path}H{_WIDTH}V{y(0)}H{x(points[0][0])}Z"/>'
        f'<path class="stroke" d="{path}H{_WIDTH}"/>'
        f'<line class="now" x1="0" x2="0" y1="0" y2="{_HEIGHT}"/></svg>'
        f'<div class="scale" aria-hidden="true"><span>{high}</span><span>{low}</span></div>'
        "</figure>"
    )


def _dice(dice: Dice, replay: Replay) -> str:
    """Bars of how often each face came up, for each player, with the counts as text."""
    players = list(dice.thrown)
    most = max(1, max(max(counts.values(), default=0) for counts in dice.thrown.values()))
    group = _WIDTH / len(dice.faces)
    bar = min(22.0, (group - 6) / len(players))
    shapes: list[str] = []
    for at, face in enumerate(dice.faces):
        left = at * group + (group - bar * len(players)) / 2
        for number, player in enumerate(players):
            count = dice.thrown[player][face]
            high = round(count / most * 64, 1)
            place = f'x="{left + number * bar:.1f}" width="{bar - 2:.1f}"'
            if count:
                shapes.append(
                    f'<rect class="bar player{player_number(replay, player)}" {place} '
                    f'y="{80 - high}" height="{high}" rx="2"/>'
                    f'<text x="{left + number * bar + bar / 2 - 1:.1f}" y="{76 - high}">{count}'
                    "</text>"
                )
        shapes.append(f'<text class="face" x="{(at + 0.5) * group:.1f}" y="94">{face}</text>')
    rows = []
    for player in players:
        counts = dice.thrown[player]
        number = sum(counts.values())
        mean = sum(face * count for face, count in counts.items()) / max(1, number)
        rows.append(
            f'<li class="player{player_number(replay, player)}"><span class="dot small" '
            f'aria-hidden="true"></span>{escape(player or "unknown")}: {number:,} thrown, '
            f"mean {mean:.2f}</li>"
        )
    words = "; ".join(
        f"{player or 'unknown'}: "
        + ", ".join(f"{face} {dice.thrown[player][face]} times" for face in dice.faces)
        for player in players
    )
    return (
        f'<figure class="dice"><figcaption>{escape(dice.name)}</figcaption>'
        f'<svg viewBox="0 0 {_WIDTH} 100" role="img"><title>{escape(words)}</title>'
        f'<line class="zero" x1="0" x2="{_WIDTH}" y1="80.5" y2="80.5"/>{"".join(shapes)}</svg>'
        f'<ul class="people plain">{"".join(rows)}</ul></figure>'
    )
