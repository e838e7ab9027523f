"""The balance report of many games, as tables for people and as plain data for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from validator.playing.balance import Balance, Spoken, Spread, Tally, interval, spread

_UNKNOWN = "nothing that was decided or tried in these games breaks it"
_NEVER_ASKED = "no game came to it"


def balance_lines(balance: Balance) -> Iterator[str]:
    """The report as lines: who wins, points, lengths, what ends games, how often cases applied."""
    games = "1 game" if balance.games == 1 else f"{balance.games:,} games"
    yield f"{balance.name}: {games}, seeds from {balance.seed}"
    yield ""
    yield "Games won, with the interval that holds the true share 95 times in 100"
    outcomes = balance.outcomes()
    rows = [[*balance.sides, "games", *outcomes]]
    for tally in balance.tallies:
        rows.append([*tally.styles.values(), f"{tally.games:,}"])
        rows[-1] += [_share(tally.winners[one], tally.games) for one in outcomes]
    yield from _columns(rows, words=len(balance.sides))
    spreads = {"Points at the end": "points", "Length in turns": "turns"}
    if not balance.has_points:
        del spreads["Points at the end"]
    for title, counted in spreads.items():
        yield ""
        yield title
        rows = [[*balance.sides, "least", "quarter", "median", "three quarters", "most", "mean"]]
        for tally in balance.tallies:
            rows.append([*tally.styles.values(), *_figures(tally, counted)])
        yield from _columns(rows, words=len(balance.sides))
    yield ""
    yield "What ended the games"
    for case, count in balance.endings():
        share = f"{count / balance.games:.1%}" if balance.games else ""
        yield f"  {case:<12}{count:>9,}{share:>9}  {balance.says.get(case, '')}".rstrip()
    yield ""
    yield "How often each case judged a decision, and refused it"
    for spoken in balance.cases:
        yield f"  {spoken.id:<12}{spoken.asked:>13,}{spoken.refused:>13,}"
    idle = [spoken for spoken in balance.cases if not spoken.refused]
    yield ""
    yield f"Cases that refused nothing: {len(idle) or 'none'}"
    for spoken in idle:
        yield f"  {spoken.id:<12}{_why(spoken)}"


def balance_json(balance: Balance) -> dict[str, Any]:
    """The report as plain data; shares are between 0 and 1."""
    return {
        "game": balance.game,
        "name": balance.name,
        "games": balance.games,
        "seed": balance.seed,
        "pairings": [_pairing(tally, balance.outcomes()) for tally in balance.tallies],
        "endings": [
            {"case": case, "games": count, "says": balance.says.get(case, "")}
            for case, count in balance.endings()
        ],
        "cases": [
            {
                "id": spoken.id,
                "judged": spoken.asked,
                "refused": spoken.refused,
                "why": _why(spoken),
            }
            for spoken in balance.cases
        ],
    }


def _pairing(tally: Tally, outcomes: Sequence[str]) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "players": dict(tally.styles),
        "games": tally.games,
        "won": {},
        "endings": dict(sorted(tally.endings.items())),
    }
    for outcome in outcomes:
        count = tally.winners[outcome]
        low, high = interval(count, tally.games)
        share = round(count / tally.games, 4) if tally.games else None
        between = [round(low, 4), round(high, 4)]
        plain["won"][outcome] = {"games": count, "share": share, "interval": between}
    for name in ("points", "turns", "verbs"):
        counted = getattr(tally, name)
        plain[name] = {
            **(asdict(spread(counted)) if counted else {}),
            "counted": {str(value): count for value, count in sorted(counted.items())},
        }
    return plain


def _why(spoken: Spoken) -> str:
    """Why a case refused nothing; empty if it did refuse something."""
    if spoken.refused:
        return ""
    return spoken.why or (_UNKNOWN if spoken.asked else _NEVER_ASKED)


def _share(count: int, of: int) -> str:
    if not of:
        return "-"
    low, high = interval(count, of)
    return f"{count / of:.1%} ({100 * low:.1f}-{100 * high:.1f})"


def _figures(tally: Tally, name: str) -> list[str]:
    counted = getattr(tally, name)
    if not counted:
        return ["-"] * 6
    found: Spread = spread(counted)
    return [
        f"{found.least}",
        f"{found.lower:g}",
        f"{found.median:g}",
        f"{found.upper:g}",
        f"{found.most}",
        f"{found.mean:.1f}",
    ]


def _columns(rows: Sequence[Sequence[str]], words: int) -> Iterator[str]:
    """Rows in columns, the first ``words`` of them flush left, the figures flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if index < words else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  " + "  ".join(cells).rstrip()
