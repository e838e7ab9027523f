"""The plots of an archive's page, as SVG that takes the page's own colours and letters."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK = "#123456"
"""A colour no plot uses else: it becomes the page's ink."""
_COLOURS = ("#3a7ab0", "#c2702f", "#4d8a57", "#8a5aa0", "#a33b3b", "#7b7b7b")
_WIDE = 7.2
"""Inches; the page scales them."""
_MOST = 15
"""So many cases are shown; all of them stand in the table ``findings``."""
_SALT = "broadside"

Rows = Sequence[Mapping[str, Any]]


def results(games: Rows) -> str:
    """Who won, a bar for each game and set-up; empty where no game has ended."""
    won: dict[str, Counter[str]] = {}
    for game in games:
        if game["ended"]:
            name = f"{game['rules']}, {game['scenario']}" if game["scenario"] else game["rules"]
            won.setdefault(name, Counter())[game["winner"] or "nobody"] += 1
    if not won:
        return ""
    sides = sorted({side for count in won.values() for side in count})
    names = sorted(won, reverse=True)

    def draw(axes: Axes) -> None:
        left = [0] * len(names)
        for number, side in enumerate(sides):
            width = [won[name][side] for name in names]
            colour = _COLOURS[number % len(_COLOURS)]
            axes.barh(names, width, left=left, color=colour, label=side)
            left = [a + b for a, b in zip(left, width, strict=True)]
        axes.set_xlabel("games that ended")
        axes.legend(ncols=min(4, len(sides)), loc="lower center", bbox_to_anchor=(0.5, 1.0))

    return _plot(draw, 1.4 + 0.35 * len(names))


def years(games: Rows) -> str:
    """Games by the year of their last file."""
    counted = Counter(game["year"] for game in games if game["year"] is not None)
    if not counted:
        return ""
    span = range(min(counted), max(counted) + 1)

    def draw(axes: Axes) -> None:
        axes.bar(list(span), [counted[year] for year in span], color=_COLOURS[0])
        axes.set_xticks(list(span)[:: max(1, len(span) // 12)])
        axes.set_ylabel("games")

    return _plot(draw, 2.4)


def lengths(games: Rows) -> str:
    """How many steps games have."""
    steps = [game["steps"] for game in games if game["steps"]]
    if not steps:
        return ""

    def draw(axes: Axes) -> None:
        axes.hist(steps, bins=min(30, max(5, len(steps) // 4)), color=_COLOURS[0])
        axes.set_xlabel("steps")
        axes.set_ylabel("games")

    return _plot(draw, 2.4)


def cases(findings: Rows) -> str:
    """The cases that were broken most often, by the games in which they were."""
    broken = {
        (one["code"], one["game"])
        for one in findings
        if one["severity"] in ("violation", "missing", "suspicious")
    }
    counted = Counter(code for code, _ in broken)
    if not counted:
        return ""
    most = sorted(counted.items(), key=lambda row: (-row[1], row[0]))[:_MOST][::-1]

    def draw(axes: Axes) -> None:
        axes.barh([code for code, _ in most], [count for _, count in most], color=_COLOURS[1])
        axes.set_xlabel("games in which it was broken")

    return _plot(draw, 1.0 + 0.28 * len(most))


def _plot(draw: Callable[[Axes], None], high: float) -> str:
    """A plot as SVG; the same numbers give the same bytes."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    own: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": _SALT,
        "font.family": "sans-serif",
        "text.color": _INK,
        "axes.edgecolor": _INK,
        "axes.labelcolor": _INK,
        "xtick.color": _INK,
        "ytick.color": _INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
    }
    with matplotlib.rc_context(own):
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
