"""What an audit tells everybody does not depend on what only some may know."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.sampling import one_in
from tests.validator.audit.tabletop.sittings import BRITISH, GERMAN, Begin, Desk, Sitting
from validator.audit.result import AuditResult
from validator.reporting import text_lines, write_page

CUP = "deck/Atlantic Cup"
PAIRS = (
    ("piece/exeter", "piece/cumberland"),
    ("piece/exeter", "piece/dummy_1"),
    ("piece/renown", "piece/ark_royal"),
)
Offence = Callable[[Sitting, str], Sitting]


def _elsewhere(sitting: Sitting, ship: str) -> Sitting:
    return sitting.put(ship, 5000, 1000).move(BRITISH, ship, 4000, 2000)


def _gone(sitting: Sitting, ship: str) -> Sitting:
    sitting.save["ObjectStates"].remove(sitting.object(ship))
    return sitting


def _copied(sitting: Sitting, ship: str) -> Sitting:
    sitting.act("copy", BRITISH, p=ship).act("paste", BRITISH, p=ship)
    return sitting.act("spawn", "", p=ship, g="abcdef", q="Custom_Tile", o=[0, 1300, 0])


def _chosen(sitting: Sitting, ship: str) -> Sitting:
    sitting.put_in(BRITISH, ship, CUP).act("search", BRITISH, i=CUP, s="start")
    return sitting.draw(BRITISH, ship, CUP, 2000, 2000)


OFFENCES: dict[str, Offence] = {
    "moved in the file": lambda sitting, ship: sitting.put(ship, 5000, 1000),
    "taken up elsewhere": _elsewhere,
    "missing": _gone,
    "looked at": lambda sitting, ship: sitting.act("peek", GERMAN, p=ship),
    "moved by the other side": lambda sitting, ship: sitting.move(GERMAN, ship, 4000, 2000),
    "copied": _copied,
    "chosen": _chosen,
    "never drawn": lambda sitting, ship: sitting.act(
        "leave", "", p=ship, i="deck/Indian Cup", o=[6654, 1300, -3051], d=1
    ),
    "switched": lambda sitting, ship: sitting.act("state", GERMAN, p=ship, f=3, s=1),
    "scripted": lambda sitting, ship: (
        sitting.object(ship).update(LuaScript="print('hello')") or sitting
    ),
}


PAGES = ("taken up elsewhere", "chosen")
"""Offences of which the page is looked at too."""


@pytest.mark.parametrize(
    ("offence", "pair"),
    one_in(3, [(one, PAIRS[at % len(PAIRS)]) for at, one in enumerate(OFFENCES)], arguments=2),
)
def test_which_piece_lies_face_down_is_in_no_public_report(
    offence: str, pair: tuple[str, str], sit: Begin, desk: Desk, tmp_path: Path
) -> None:
    reports = []
    page = tmp_path / "page.html" if offence in PAGES else None
    for ship in pair:
        sitting = sit().draw(BRITISH, ship, CUP, 1000, 1000)
        result = desk.audit(OFFENCES[offence](sitting, ship))
        assert result.has_findings or offence in ("moved by the other side",)
        reports.append(_public(result, page))
    assert reports[0] == reports[1]


@pytest.mark.parametrize("offence", ["moved in the file", "taken up elsewhere", "missing"])
def test_where_a_piece_lies_on_a_private_board_is_in_no_public_report(
    offence: str, sit: Begin, desk: Desk
) -> None:
    plot = "piece/plot"
    reports, own = [], []
    for x in (-1000, 1000):
        sitting = sit().move(GERMAN, plot, x, -10000)
        if offence == "missing":
            sitting.save["ObjectStates"].remove(sitting.object(plot))
        else:
            sitting.put(plot, x + 2500, -10000)
            if offence == "taken up elsewhere":
                sitting.move(GERMAN, plot, x, -9000)
        reports.append(_public(desk.audit(sitting), None))
        own.append(_public(desk.audit(sitting, side="German"), None))
    assert reports[0] == reports[1]
    assert "does not see" in reports[0]
    assert own[0] != own[1]


def test_what_is_in_a_hand_is_in_no_public_report(sit: Begin, desk: Desk, tmp_path: Path) -> None:
    reports = []
    for ship in ("piece/exeter", "piece/cumberland"):
        sitting = sit().draw(BRITISH, ship, CUP, 1000, 1000)
        sitting.act("hand", BRITISH, p=ship, s="in", i="hand/British")
        sitting.move(GERMAN, ship, 1000, 4000)
        reports.append(_public(desk.audit(sitting), tmp_path / "page.html"))
    assert reports[0] == reports[1]


def _public(result: AuditResult, page: Path | None) -> str:
    """Everything a public report holds but the hash of the file, and of the log in it."""
    value: dict[str, Any] = result.to_json()
    value["log"] = {k: v for k, v in value["log"].items() if k not in ("sha256", "head")}
    told = [json.dumps(value), *text_lines(result)]
    if page is not None:
        write_page(result, page)
        told.append(page.read_text("utf-8"))
    return "\n".join(told)
