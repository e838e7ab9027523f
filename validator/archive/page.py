"""The page of an archive: a table of its games that sorts and filters, plots, and the dice.

One self-contained file; text from logs is escaped, and the page's security policy forbids requests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

from generator import __version__
from generator.counting import counted
from validator.archive import plots
from validator.archive.dice import FEWEST, Thrown, thrown
from validator.archive.stores import Store
from validator.archive.tables import AllRows, played
from validator.reporting.page import POLICY

_SHOWN = 40
"""How many rows of dice are shown at most; all rolls are in the table ``rolls``."""

Row = Mapping[str, Any]


def write_page(store: Store, rows: AllRows, replays: str = "") -> str:
    """Write ``index.html`` and return where; the same rows give the same bytes.

    ``replays`` is the folder of the games' replay pages, empty if they have none. Raises
    subclasses of `BroadsideError`.
    """
    replayed = {PurePosixPath(one).stem: one for one in store.sizes(replays)} if replays else {}
    store.write("index.html", page_of(rows, replayed).encode())
    return f"{store.name}/index.html"


def page_of(rows: AllRows, replayed: Mapping[str, str] = MappingProxyType({})) -> str:
    """The page as text; ``replayed`` holds the games' replay pages by their keys."""
    fallen = list(thrown(rows))
    games = "".join(_game(game, replayed.get(game["game"], "")) for game in rows["games"])
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>Archive of games</title>
<style>{_asset("page.css")}</style>
</head>
<body>
<header><h1>Archive of games</h1>
<p>{escape(_overview(rows))}</p></header>
<main>
<section><h2>Games</h2>
<div class="choose">
<label>Search <input id="words" type="search"></label>
<label>Game <select id="rules"><option value="">all</option>
{_options(rows["games"])}</select></label>
<label><input id="broken" type="checkbox"> only with findings</label>
<span id="count" aria-live="polite"></span></div>
<div class="wide"><table id="games"><thead><tr>{_heads()}</tr></thead>
<tbody>{games}</tbody></table></div></section>
<section class="plots">{"".join(_plots(rows))}</section>
<section><h2>Dice</h2>{_all_dice(fallen)}</section>
{_unread(rows)}
</main>
<footer>Broadside {escape(__version__)}. A finding cites a case; people decide.</footer>
<script>{_asset("page.js")}</script>
</body>
</html>
"""


_HONEST = (
    "Between the two numbers of the last column the mean of fair dice lies nineteen times in "
    "twenty. So about one row in twenty lies outside by chance alone: that accuses nobody. Rolls "
    "that were taken back count too."
)
_COLUMNS = (
    ("name", "First file"),
    ("rules", "Game"),
    ("scenario", "Set-up"),
    ("year", "Year"),
    ("steps", "Steps"),
    ("winner", "Winner"),
    ("violation", "Violations"),
    ("missing", "Missing"),
    ("suspicious", "Suspicious"),
    ("headline", "Audit"),
)
_SEVERITIES = ("violation", "missing", "suspicious")
_NUMBERS = ("year", "steps", *_SEVERITIES)
_CLASS = dict.fromkeys(_NUMBERS, "number") | dict.fromkeys(("rules", "scenario", "winner"), "words")


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _overview(rows: AllRows) -> str:
    games = rows["games"]
    broken = sum(_is_broken(game) for game in games)
    unread = sum(bool(row["reason"]) for row in rows["files"])
    copies = sum(row["status"] == "copy" for row in rows["files"])
    players = len({row["player"] for row in rows["players"]})
    aside = [f"{copies:,} of them copies of others"] if copies else []
    aside += [f"{unread:,} not read"] if unread else []
    held = counted(len(rows["files"]), "file") + (f" ({', '.join(aside)})" if aside else "")
    by = f" of {counted(players, 'player')}" if players else ""
    calls = f"{counted(broken, 'game')} {'has' if broken == 1 else 'have'}"
    return (
        f"{held}; {counted(len(games), 'game')}{by}; {calls if broken else 'no game has'} findings "
        "that call for a look."
    )


def _is_broken(game: Row) -> bool:
    return any(game[kind] for kind in _SEVERITIES)


def _options(games: Sequence[Row]) -> str:
    known = sorted({played(game) for game in games})
    return "".join(f"<option>{escape(one)}</option>" for one in known)


def _heads() -> str:
    return "".join(
        f'<th class="{_CLASS.get(name, "text")}" aria-sort="none">'
        f'<button data-number="{int(name in _NUMBERS)}">{title}</button></th>'
        for name, title in _COLUMNS
    )


def _game(game: Row, replay: str) -> str:
    cells = []
    for name, _ in _COLUMNS:
        value = played(game) if name == "rules" else game[name]
        text = game["trouble"] or value if name == "headline" else value
        shown = "" if text is None else escape(str(text))
        if name == "name" and replay:
            shown = f'<a href="{escape(replay, quote=True)}">{shown}</a>'
        none = " none" if name in _SEVERITIES and not value else ""
        cells.append(f'<td class="{_CLASS.get(name, "text")}{none}">{shown}</td>')
    rules, broken = escape(played(game), quote=True), int(_is_broken(game))
    return f'<tr data-rules="{rules}" data-broken="{broken}">{"".join(cells)}</tr>'


def _plots(rows: AllRows) -> Iterator[str]:
    for title, drawn in (
        ("Who won", plots.results(rows["games"])),
        ("Cases broken, and what calls for a look", plots.cases(rows["findings"])),
        ("Winners by year", plots.years(rows["games"])),
        ("Openings", plots.openings(rows["games"], rows["openings"])),
        ("Lengths", plots.lengths(rows["games"])),
    ):
        yield _figure(title, drawn)


def _figure(title: str, drawn: str) -> str:
    return f"<figure><figcaption>{title}</figcaption>{drawn}</figure>" if drawn else ""


def _all_dice(fallen: Sequence[Thrown]) -> str:
    if not fallen:
        return (
            f"<p>No player threw {FEWEST} dice with one button. The mean of fewer says nothing, so "
            "none is shown.</p>"
        )
    return f"""<p>{escape(_HONEST)}</p>
{_figure("Means, beside those of fair dice", plots.dice(fallen))}
<div class="wide"><table id="dice"><thead><tr><th>Game</th><th>Dice</th><th>Player</th>
<th class=number>Dice thrown</th><th class=number>Mean</th><th class=number>By chance</th></tr>
</thead><tbody>{"".join(map(_dice, fallen[:_SHOWN]))}</tbody></table></div>"""


def _dice(one: Thrown) -> str:
    low, high = one.middle - one.usual, one.middle + one.usual
    words = [escape(word) for word in (one.game, one.button, one.player or "unknown")]
    numbers = [f"{one.count:,}", f"{one.mean:.2f}", f"{low:.2f}–{high:.2f}"]
    cells = "".join(f"<td class=words>{word}</td>" for word in words)
    return f"<tr>{cells}{''.join(f'<td class=number>{word}</td>' for word in numbers)}</tr>"


def _unread(rows: AllRows) -> str:
    unread = [(row["file"], row["reason"]) for row in rows["files"] if row["reason"]]
    if not unread:
        return ""
    lines = "".join(f"<li><b>{escape(name)}</b>: {escape(why)}</li>" for name, why in unread)
    return f"<section><h2>Not read</h2><ul>{lines}</ul></section>"
