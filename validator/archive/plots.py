"""The plots of an archive's page, as SVG in the page's own colours and fonts."""

from __future__ import annotations

import io
import re
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from validator.archive.dice import Thrown
from validator.archive.tables import played

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK = "#123456"
"""A colour no plot uses otherwise: it is replaced by the page's text colour."""
_COLOURS = ("#3a7ab0", "#c2702f", "#4d8a57", "#8a5aa0", "#a33b3b", "#2f8f8f")
_QUIET = "#7b7b7b"
_WON, _NOT_WON, _NO_END = "won", "not won", "no end seen"
_BROKEN, _TO_SEE = "broken", "calls for a look"
_BREACHES = ("violation", "missing")
"""Severities that say a rule was broken; the others only ask people to look."""
_WIDE = 5.2
"""Inches: so wide the letters keep about their size on a telephone."""
_MOST = 15
"""How many bars or rows a plot shows at most; the tables hold all of them."""
_LONGEST = 40
"""How many characters of a name from a log are shown at most."""
_SALT = "broadside"

Rows = Sequence[Mapping[str, Any]]


def results(games: Rows) -> str:
    """Who won, a bar for each game and set-up; empty if no game has ended."""
    won: Counts = {}
    for game in games:
        if game["ended"]:
            title = _short(played(game))
            name = f"{title}, {game['scenario']}" if game["scenario"] else title
            won.setdefault(name, Counter())[_winner(game)] += 1
    if not won:
        return ""
    names = sorted(won, reverse=True)

    def draw(axes: Axes) -> None:
        _stack(axes.barh, "left", names, won)
        axes.set_xlabel("games that ended")
        axes.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))

    return _plot(draw, 1.4 + 0.35 * len(names))


def years(games: Rows) -> str:
    """Who won, by the year of a game's last file."""
    won: Counts = {}
    for game in games:
        if game["year"] is not None:
            won.setdefault(game["year"], Counter())[_winner(game)] += 1
    if not won:
        return ""
    span = range(min(won), max(won) + 1)

    def draw(axes: Axes) -> None:
        _stack(axes.bar, "bottom", span, won)
        axes.set_xticks(list(span)[:: max(1, len(span) // 12)])
        axes.set_ylabel("games")
        axes.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))

    return _plot(draw, 2.8)


Counts = dict[Any, Counter[str]]


def _winner(game: Mapping[str, Any]) -> str:
    return (game["winner"] or "nobody") if game["ended"] else _NO_END


def _stack(
    bars: Callable[..., Any],
    under: str,
    at: Sequence[Any],
    counts: Counts,
    words: Sequence[str] = (),
) -> None:
    """Stacked bars, each word in its own colour."""
    known = sorted({word for count in counts.values() for word in count} - {_NO_END})
    below = [0] * len(at)
    for number, word in enumerate((*(words or known), _NO_END)):
        parts = [counts[one][word] if one in counts else 0 for one in at]
        colour = _QUIET if word == _NO_END else _COLOURS[number % len(_COLOURS)]
        if any(parts):
            bars(list(at), parts, **{under: below}, color=colour, label=word)
        below = [a + b for a, b in zip(below, parts, strict=True)]


def openings(games: Rows, begun: Rows) -> str:
    """The most frequent openings, and whether the side won; those played once are left out."""
    known = {game["game"]: game for game in games}
    counts: dict[str, Counter[str]] = {}
    for one in begun:
        game = known[one["game"]]
        name = f"{_short(played(game))}, {_short(one['side'])}\n{_short(one['opening'])}"
        ended = _WON if game["winner"] == one["side"] else _NOT_WON if game["ended"] else _NO_END
        counts.setdefault(name, Counter())[ended] += 1
    found = [(name, count) for name, count in counts.items() if count.total() > 1]
    most = dict(sorted(found, key=lambda row: (-row[1].total(), row[0]))[:_MOST][::-1])
    if not most:
        return ""

    def draw(axes: Axes) -> None:
        _stack(axes.barh, "left", list(most), most, (_WON, _NOT_WON))
        axes.set_xlabel("games")
        axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))

    return _plot(draw, 1.2 + 0.36 * len(most))


def dice(fallen: Sequence[Thrown]) -> str:
    """How far the means of dice lie from the middle, beside the range of fair dice."""
    most = fallen[:_MOST][::-1]
    if not most:
        return ""

    def draw(axes: Axes) -> None:
        names = [
            f"{one.game}, {_short(one.button)}\n{_short(one.player) or 'unknown'}" for one in most
        ]
        axes.axvspan(-1, 1, color=_QUIET, alpha=0.25)
        far = [(one.mean - one.middle) / one.usual for one in most]
        axes.scatter(far, names, color=_COLOURS[0])
        wide = max(2.0, *map(abs, far))
        axes.set_xlim(-1.1 * wide, 1.1 * wide)
        axes.set_xticks([-1, 0, 1], ["low", "fair", "high"])
        axes.set_xlabel("fair dice lie in the grey nineteen times in twenty")

    return _plot(draw, 0.8 + 0.36 * len(most))


def lengths(games: Rows) -> str:
    """A histogram of the games' steps."""
    steps = [game["steps"] for game in games if game["steps"]]
    if not steps:
        return ""

    def draw(axes: Axes) -> None:
        axes.hist(steps, bins=min(30, max(5, len(steps) // 4)), color=_COLOURS[0])
        axes.set_xlabel("steps")
        axes.set_ylabel("games")

    return _plot(draw, 2.4)


def cases(findings: Rows) -> str:
    """The rules broken most often, and what else calls for a look, by the number of games."""
    broken: dict[tuple[str, str], bool] = {}
    for one in findings:
        if one["severity"] in (*_BREACHES, "suspicious"):
            for case in one["cases"]:
                key = (case, one["game"])
                broken[key] = broken.get(key, False) or one["severity"] in _BREACHES
    counts: Counts = {}
    for (case, _), is_broken in broken.items():
        counts.setdefault(case, Counter())[_BROKEN if is_broken else _TO_SEE] += 1
    if not counts:
        return ""
    order = sorted(counts.items(), key=lambda row: (-row[1].total(), row[0]))
    most = dict(order[:_MOST][::-1])

    def draw(axes: Axes) -> None:
        _stack(axes.barh, "left", list(most), most, (_TO_SEE, _BROKEN))
        axes.set_xlabel("games")
        axes.legend(ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1.0))

    return _plot(draw, 1.2 + 0.28 * len(most))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def _plot(draw: Callable[[Axes], None], high: float) -> str:
    """A plot as SVG; the same numbers give the same bytes."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    own: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": _SALT,
        "font.family": "sans-serif",
        "font.size": 9,
        "text.color": _INK,
        "text.parse_math": False,  # a dollar in a name is a dollar
        "axes.edgecolor": _INK,
        "axes.labelcolor": _INK,
        "xtick.color": _INK,
        "ytick.color": _INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
    }
    with matplotlib.rc_context(own), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of letters that the browser's font has
        figure = Figure(figsize=(_WIDE, high), layout="constrained")
        axes = figure.add_subplot()
        draw(axes)
        for axis in (axes.xaxis, axes.yaxis):
            if axis.get_label_text().startswith("games"):
                axis.set_major_locator(MaxNLocator(integer=True))
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    svg = out.getvalue()
    svg = svg[svg.index("<svg") :].replace(_INK, "currentColor")
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    return re.sub(r"font: ([^;\"]*)'[^\"]*", r"font: \1sans-serif", svg)
